"""The coach of a practice table marks the best play, asks once before a mistake, tells how it went."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Floor
from tests.web.playing import HAS_MOVED, last_line, open_practice, play_round

_LOOKED = ".dock.turn:not(:has([data-command=LookAtHand]))"
# Edition, bots, and when there is something to decide. At Poker it is a price that is graded.
GAMES = {
    "mbs-freebet@3": (0, ".dock.turn .do[data-command=Hit]:enabled"),
    "rws-multilink@3": (0, f"{_LOOKED} .do[data-command=PlaceFlop]:enabled"),
    "rws-poker@7": (3, ".dock.turn .do[data-command=Call]:enabled"),
}
_COSTLY = """() => {
  const {choices} = document.querySelector("play-dock").advice;
  return choices.findLast((each) => each.is_costly)?.command ?? "";
}"""
_OVER = ".result"


def decide(page: Page, button: str) -> None:
    """Take a choice, and wait until it has happened."""
    seen = last_line(page)
    page.locator(button).click()
    page.wait_for_function(HAS_MOVED, arg=seen)


def mistaken(page: Page, edition: str) -> None:
    """Play until there is a costly choice, and take it against advice."""
    _, moment = GAMES[edition]
    while True:
        play_round(page, until=moment)
        page.locator(".act.best .mark").wait_for()
        if command := page.evaluate(_COSTLY):
            break
        decide(page, ".act.best")
    box = page.locator(f".dock .do[data-command={command}]")
    where = box.bounding_box()
    box.click()
    expect(page.locator(".dock-line.warn")).to_contain_text(re.compile(r"gives up \$"))
    expect(box).to_contain_text("anyway")
    assert box.bounding_box() == where, "a box that asks stays where it is"
    page.keyboard.press("Escape")  # puts it back
    expect(page.locator(".dock-line.warn")).to_have_count(0)
    box.click()  # asked once: now it is done
    expect(box.filter(has_text="anyway")).to_have_count(0)
    so_far = int(page.locator(_OVER).get_attribute("data-count") or 0) if page.locator(_OVER).count() else 0
    play_round(page, until=f"{_OVER}[data-count='{so_far + 1}']")


@pytest.mark.parametrize("edition", GAMES)
def test_a_costly_mistake_is_asked_about_once_and_practised(floor: Floor, edition: str) -> None:
    page = floor.page(has_coach=True)
    open_practice(floor, page, edition, bots=GAMES[edition][0])
    expect(page.locator(".coach-figures")).to_contain_text(re.compile(r"Mistakes cost\s*\$0"))
    mistaken(page, edition)
    expect(page.locator(".coach-figures")).to_contain_text(re.compile(r"Mistakes cost\s*\$[1-9]"))
    page.get_by_role("button", name="Leave the table").click()
    play_round(page, until=".session-sum")  # as soon as the rules allow it
    expect(page.locator(".session-sum")).to_contain_text("luck")
    page.get_by_role("link", name="Practise these").click()
    right = page.locator("learn-page")
    for _ in range(40):
        if right.get_by_text("Each was right twice in a row.").count():
            return
        page.locator(".learn .an").first.wait_for()
        at = right.evaluate("(page) => page.lesson.right")
        page.locator(".learn .an").nth(at).click()
        page.get_by_role("button", name="Next").click()
        page.wait_for_function("() => document.querySelector('learn-page').given === null")
    raise AssertionError("never right twice in a row")


def test_at_a_live_table_nothing_is_marked(floor: Floor) -> None:
    page = floor.page(has_coach=True)
    page.goto("/#/table/multilink-3?sit=yes")
    page.get_by_role("button", name="Take a seat").click()
    page.get_by_role("button", name="Sit down").click()
    page.locator(".dock .whose").wait_for()
    assert page.locator("advice-panel, coach-panel, coach-figures, .act.best").count() == 0
