"""The coach of a practice table marks the best play, asks once before a mistake, tells how it went."""

import re

from playwright.sync_api import Page, expect

from tests.web.conftest import Floor
from tests.web.playing import open_practice, play_round

_HITTING = ".dock.turn .do[data-command=Hit]:enabled"
_COSTLY = """() => {
  const {choices} = document.querySelector("play-dock").advice;
  return choices.findLast((each) => each.is_costly)?.command ?? "";
}"""


def mistaken(page: Page) -> None:
    """Play until there is a costly choice, and take it against advice."""
    while True:
        play_round(page, until=_HITTING)
        page.locator(".act.best .mark").wait_for()
        if command := page.evaluate(_COSTLY):
            break
        page.locator(".act.best").click()
        play_round(page, until=".dock.betting")
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
    play_round(page, until=".dock.betting")


def test_a_costly_mistake_is_asked_about_once_and_practised(floor: Floor) -> None:
    page = floor.page(has_coach=True)
    open_practice(floor, page, "mbs-freebet@3", bots=0)
    mistaken(page)
    expect(page.locator(".coach-figures")).to_contain_text(re.compile(r"Mistakes cost\s*\$[1-9]"))
    page.get_by_role("button", name="Leave the table").click()
    page.wait_for_url("**/session/**")
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
