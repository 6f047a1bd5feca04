"""Odds and best play: at practice tables, on request, in words; at live tables not even a button."""

import re

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Floor
from tests.web.looks import faults_in_all_looks
from tests.web.playing import open_practice, play_round

pytestmark = pytest.mark.soak  # whole houses or many pages: before a release

# Moments at which the cards ask for something.
_DECISION = ", ".join(
    f".dock.turn .do[data-command={name}]:enabled"
    for name in ("Call", "Check", "PlaceFlop", "Hit", "PlayOn", "DeclineInsurance")
)


@pytest.mark.parametrize("edition", ["rws-poker@7", "rws-multilink@3", "mbs-freebet@3"])
def test_a_key_shows_what_each_choice_is_worth(floor: Floor, edition: str) -> None:
    page = floor.page()
    open_practice(floor, page, edition, bots=2 if "poker" in edition else 0)
    play_round(page, until=_DECISION)
    look = page.locator(".dock .do[data-command=LookAtHand]:enabled")
    if look.count():
        look.click()
        look.wait_for(state="detached")
    page.keyboard.press("?")
    words = page.locator(".advice-words")
    # One look at the whole answer: it goes and comes again when the table moves on meanwhile.
    body = page.locator(".advice-body").filter(has_text=re.compile("Exact|random"))
    body.filter(has_text="of the pot on average" if "poker" in edition else "Best: ").wait_for()
    if "poker" not in edition:
        expect(page.locator(".advice-choices tr.best")).to_have_count(1)
    assert faults_in_all_looks(page) == []
    page.keyboard.press("?")
    words.wait_for(state="detached")
    # Open again, and on to the next moment: the old answer does not stay behind.
    page.keyboard.press("?")
    words.wait_for()
    was = words.inner_text()
    play_round(page)
    page.wait_for_function("(was) => document.querySelector('.advice-words')?.innerText !== was", arg=was)


def test_the_button_is_there_with_the_felt(floor: Floor) -> None:
    """Nobody presses its key before there is something to take it."""
    page = floor.page()
    open_practice(floor, page, "mbs-freebet@3", bots=0)
    play_round(page, until=_DECISION)
    page.reload()
    page.wait_for_function(_PRESSED_AT_ONCE)
    page.locator(".advice-body p").first.wait_for()


def test_a_phone_says_that_the_answer_is_on_its_way(floor: Floor) -> None:
    page = floor.page("phone")
    page.route("**/advice", lambda route: None)  # it takes as long as one likes
    open_practice(floor, page, "mbs-freebet@3", bots=0)
    play_round(page, until=_DECISION)
    page.keyboard.press("?")
    page.get_by_text("The house is working it out").wait_for()


# In the very frame in which there is a felt.
_PRESSED_AT_ONCE = """() => {
  if (!document.querySelector(".felt .you")) return false;
  if (!document.querySelector(".advice > button")) throw new Error("a felt and no button for advice");
  document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "?", bubbles: true}));
  return true;
}"""


def test_there_is_no_such_thing_at_a_live_table(floor: Floor) -> None:
    page = floor.page()
    page.goto("/#/table/multilink-3?sit=yes")
    page.get_by_role("button", name="Take a seat").click()
    page.get_by_role("button", name="Sit down").click()
    page.locator(".dock .whose").wait_for()
    assert page.locator("advice-panel").count() == 0
    page.keyboard.press("?")
    answer = page.request.get("/api/tables/multilink-3/advice")
    assert (answer.status, answer.json()["code"]) == (403, "not_allowed")
