"""A newcomer's first hands: from the lobby to the end of the Round, knowing nothing."""

import contextlib

import pytest
from playwright.sync_api import TimeoutError, expect

from tests.web.conftest import Floor
from tests.web.looks import faults_in_all_looks
from tests.web.playing import play_round

# What the first hand of each game advises, as somebody takes it who reads the words and then the buttons.
_ADVISED = {
    "Poker": ("RaiseTo", "Bet", "ShowHand"),
    "Multi-Link": ("LookAtHand", "PlaceFlop", "Check", "PlaceRiver"),
    "Free Bet": ("PlayOn", "Stand"),
}


@pytest.mark.parametrize("game", _ADVISED)
def test_a_newcomer_plays_the_first_hand_from_the_lobby(floor: Floor, game: str) -> None:
    page = floor.page("phone")
    page.goto("/")
    page.get_by_role("link", name=f"First hands of {game}").click()
    words = page.locator("dialog.first-words")
    expect(words.get_by_role("heading")).to_contain_text("Hand 1 of 5")
    assert faults_in_all_looks(page) == []
    words.get_by_role("button", name="Play it").click()
    if game != "Poker":
        page.locator(".you .spot.can").first.click()
        page.locator("[data-purpose=ready]:enabled").click()
    end = page.locator(".first-end")
    offered = ", ".join(
        f".dock:not([data-busy=true]) .do[data-command={each}]:enabled" for each in _ADVISED[game]
    )
    while True:
        end.or_(page.locator(offered).first).first.wait_for()
        if end.count():
            break
        with contextlib.suppress(TimeoutError):  # it has gone meanwhile
            page.locator(offered).first.click(timeout=1_000)
    assert page.locator(".felt .card").count() >= 2, "the cards lie there until the next hand"
    assert faults_in_all_looks(page) == []
    end.get_by_role("button", name="Next hand").click()
    expect(words.get_by_role("heading")).to_contain_text("Hand 2 of 5")


HANDS = 5
STEPS_MAX = 24  # of five seconds each: who reads every word is through the first Round within two minutes


@pytest.mark.soak
@pytest.mark.parametrize("game", _ADVISED)
def test_all_first_hands_are_played_to_their_end(floor: Floor, game: str) -> None:
    """With whatever is offered, in as few steps as somebody has patience for."""
    page = floor.page("desktop")
    page.goto("/")
    page.get_by_role("link", name=f"First hands of {game}").click()
    words = page.locator("dialog.first-words")
    steps = []
    for number in range(1, HANDS + 1):
        expect(words.get_by_role("heading")).to_contain_text(f"Hand {number} of {HANDS}")
        words.get_by_role("button", name="Play it").click()
        begun = page.locator(".you .spot.can, .dock .do:enabled").first
        begun.wait_for()
        if page.locator(".you .spot.can").count():
            page.locator(".you .spot.can").first.click()
            page.locator("[data-purpose=ready]:enabled").click()
        steps.append(4 + len(play_round(page, until=".first-end")))  # the link, the words, a bet, ready
        last = page.locator(".first-end").get_by_role("link", name="To the tables")
        if number == HANDS:
            expect(last).to_be_visible()
        else:
            page.get_by_role("button", name="Next hand").click()
    assert max(steps) <= STEPS_MAX, steps
