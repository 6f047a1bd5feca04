"""The staff at their consoles."""

import contextlib
import re
import time

from playwright.sync_api import Page, TimeoutError

from tests.patience import PATIENCE_S
from tests.web.conftest import NO_HURRY, Floor


def open_table(
    floor: Floor,
    manager: str,
    edition: str,
    is_physical: bool = False,
    title: str = "Under test",
    bots: int = 3,
    settings: dict[str, str] | None = None,
    **more: object,
) -> str:
    """A table of the house with bots. Gives its id."""
    page = floor.page(name=manager)
    answer = page.context.request.post(
        "/api/tables",
        data={
            "edition": edition,
            "title": title,
            "bots": bots,
            "is_physical": is_physical,
            "settings": NO_HURRY | (settings or {}),
            **more,
        },
        headers={"X-Croupier": "1"},
    )
    assert answer.ok, answer.text()
    table: str = answer.json()["id"]
    floor.opened(page, table)
    return table


def take_over(page: Page, table: str) -> None:
    page.goto(f"/#/table/{table}/deal")
    page.get_by_role("button", name="Take the table over").click()
    page.get_by_role("button", name="Give the table back").wait_for()


def look_around(page: Page) -> None:
    """Wait until the pit has looked around again, and has drawn what it saw."""
    with page.expect_response(re.compile(r"/api/lobby(\?|$)")) as heard:
        pass
    heard.value.finished()
    page.evaluate("() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)))")


def deal_until(page: Page, wanted: str, words: str = "", in_a_round: bool = False) -> None:
    """Do what comes next at the dealer console until the page shows what `wanted` selects, with these words.

    `in_a_round`: and nothing moves unless the dealer does. Cards alone do not tell: those of the last Round
    lie on the felt until the next. Looking and doing are one step of the page, never taken while what was
    done before is under way: so what is wanted is not itself taken for what comes next.
    """
    until = time.monotonic() + PATIENCE_S
    seen = _last(page)
    while not page.evaluate(_NEXT, [wanted, words, in_a_round]):
        assert time.monotonic() < until, f"{wanted} did not come: {page.locator('main').inner_text()}"
        # Nothing may be for the dealer to do, or what was offered may be gone: look again.
        with contextlib.suppress(TimeoutError):
            page.wait_for_function(_HAS_MOVED, arg=seen, timeout=400)
        seen = _last(page)


def _last(page: Page) -> str:
    """What the log ends with."""
    found: str = page.evaluate("() => document.querySelector('.log li:last-child')?.dataset.seq ?? ''")
    return found


# A new shuffle is never wrong, but an endless choice: skip it if anything else can be done.
_NEXT = """([wanted, words, inARound]) => {
  const found = (where) => [...document.querySelectorAll(where)];
  if (found("*").some((each) => each.isBusy)) return false;
  const whose = document.querySelector(".dock.turn .whose")?.textContent;
  const isStill = whose === "Your move." && found(".dock .do:enabled").length > 0;
  if ((isStill || !inARound) && found(wanted).some((each) => each.textContent.includes(words))) return true;
  const form = document.querySelector(".dock option-form");
  if (form) {
    const radios = [...form.querySelectorAll("input[type=radio]")];
    const isChosen = !radios.length || radios.some((radio) => radio.checked);
    const next = form.querySelector(isChosen ? "button[type=submit]:enabled" : "input[type=radio]");
    next?.click();
    return false;
  }
  const all = [...document.querySelectorAll(".dock > action-bar .do:enabled")];
  const skipped = ["ShuffleCards", "AnnounceControl", "BurnCard"];
  (all.find((one) => !skipped.includes(one.dataset.command)) ?? all[0])?.click();
  return false;
}"""
_HAS_MOVED = "(seen) => (document.querySelector('.log li:last-child')?.dataset.seq ?? '') !== seen"
