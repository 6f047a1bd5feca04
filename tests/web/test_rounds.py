"""Whole Rounds of every edition in a real browser, from the lobby to the reason for every chip."""

import pytest
from playwright.sync_api import Page

from tests.web.conftest import Floor
from tests.web.playing import open_from_the_lobby, play_round


@pytest.mark.parametrize(
    ("edition", "size", "by_keyboard"),
    [
        ("rws-poker@6", "phone", False),
        ("rws-poker@7", "desktop", True),
        pytest.param("rws-multilink@2", "phone", True, marks=pytest.mark.soak),
        ("rws-multilink@3", "desktop", False),
        ("mbs-freebet@3", "desktop", True),
        # Rounds of every game on a phone are played by test_looks.py.
        pytest.param("mbs-freebet@3", "phone", False, marks=pytest.mark.soak),
    ],
)
def test_a_player_plays_a_round(floor: Floor, edition: str, size: str, by_keyboard: bool) -> None:
    page = floor.page(size)
    open_from_the_lobby(floor, page, edition)
    used = play_round(page, by_keyboard)
    assert used
    assert "$" in page.locator(".result strong").inner_text()
    page.get_by_role("link", name="See why, step by step").click()
    page.get_by_role("button", name="Last step").click()
    page.locator(".felt").wait_for()
    page.locator(".why cite-chip button").first.click()
    gist = page.locator("dialog .gist")
    gist.wait_for()
    assert len(gist.inner_text()) > 20
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Check shuffle, deal and money").click()
    page.locator(".checks li").first.wait_for()
    assert page.locator(".checks li.bad").all_inner_texts() == []
    check_alone(page)


def check_alone(page: Page) -> None:
    """By the browser itself: what this device added is in the record, each card under the root it heard."""
    page.get_by_text("What I can check myself").click()
    page.locator(".fair .all-well").wait_for()
    assert page.locator(".fair-cards li.good").count() >= 2
    assert page.locator(".fair .bad").all_inner_texts() == []
