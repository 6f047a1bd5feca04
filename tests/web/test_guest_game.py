"""A game that a package brings is played in the browser like any other: names, chips, bets, its own felt."""

import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.web.conftest import Floor
from tests.web.house import HouseProcess
from tests.web.playing import open_practice, stop_at_the_end

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture(scope="module")
def address(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with pytest.MonkeyPatch.context() as here:
        here.setenv("CROUPIER_GAMES", "three_card_poker,casino_war")
        here.setenv("PYTHONPATH", os.pathsep.join([str(EXAMPLES), os.environ.get("PYTHONPATH", "")]))
        house = HouseProcess(tmp_path_factory.mktemp("guests")).open()
        yield house.address
        house.close()


@pytest.fixture
def guests(browser: Browser, address: str) -> Iterator[Floor]:
    opened = Floor(browser, address)
    yield opened
    opened.close()
    assert opened.complaints == []


@pytest.mark.parametrize("size", ["desktop", "phone"])
def test_a_round_of_three_card_poker(guests: Floor, size: str) -> None:
    page = guests.page(size)
    open_practice(guests, page, "three-card-poker@1", bots=1)
    own, dock = page.locator("three-card-poker-layout .you"), page.locator("play-dock")
    expect(page.locator(".plain-places")).to_contain_text("Ada")
    expect(own).to_contain_text("$500")
    own.get_by_role("button", name="ante").click()
    dock.get_by_role("button", name="No more bets").click()
    expect(own.locator("playing-card.up")).to_have_count(3)
    expect(page.locator(".plain-dealer playing-card.down")).to_have_count(3)
    dock.get_by_role("button", name="Play").click()
    expect(dock).to_contain_text("Last Round")
    if size == "desktop":  # on a phone the buttons are in the bar above the felt
        leave, dealer, place = (
            each.bounding_box()
            for each in (page.locator(".hud-button.leave"), page.locator(".plain-dealer"), own.first)
        )
        assert leave is not None
        assert dealer is not None
        assert place is not None
        assert dealer["y"] + dealer["height"] <= leave["y"]
        assert place["y"] + place["height"] <= leave["y"]


def test_casino_war_leaves_time_for_the_bet_on_a_tie(guests: Floor) -> None:
    """Without a tie the Round is dealt and over in one step; its cards lie there all the same."""
    page = guests.page()
    stop_at_the_end(page)
    open_practice(guests, page, "casino-war@1", bots=1)
    own, dock = page.locator("plain-layout .you"), page.locator("play-dock")
    own.get_by_role("button", name="wager").click()
    expect(dock).to_contain_text("on the table")
    expect(own.get_by_role("button", name="tie")).to_be_visible()
    dock.get_by_role("button", name="No more bets").click()
    for hand in (own, page.locator(".plain-dealer")):
        expect(hand.locator("playing-card.up")).to_have_count(1)
