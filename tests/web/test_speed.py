"""Pages are there within a second and stay smooth while a lot goes on.

The limits are for an undisturbed machine. What else runs is measured beside, and the limits grow with it.
"""

import json
import time
from typing import Any

import pytest
from playwright.sync_api import Page, Route

from tests.web.conftest import Floor
from tests.web.playing import open_practice
from tests.web.test_lobby import fifty_tables

USABLE_WITHIN_MS = 1_000
FRAME_MS = 50  # 19 of 20 frames: a browser draws every 17 ms
TASK_MS = 150  # the longest time without an answer to a click
BLOCKED = 0.15  # the part of all time in tasks of more than 50 ms
ATTEMPTS = 5


def disturbance() -> float:
    """How much longer something takes than it needs: 1 on a machine with nothing else to do."""
    began, used = time.monotonic(), time.thread_time()
    while time.thread_time() - used < 0.05:
        pass
    return max(1.0, (time.monotonic() - began) / 0.05)


# Address, what has to be there for the page to be of use, who looks.
_PAGES = [
    ("/", ".tile button", ""),
    ("/#/table/multilink-3", ".felt .box", ""),
    ("/#/rules", "main li a, main td a", ""),
    ("/#/rules/rws-poker@7", "main h2", ""),
    ("/#/learn", "main button", ""),
    ("/#/jackpot/jackpot", "meter-display", ""),
    ("/par/rws-multilink@3.html", "h1", ""),
    ("/#/rounds", "table.rounds tbody tr", "manager"),
    ("/#/pit", ".pit .tile", "manager"),
    ("/#/pit/table/multilink-3", ".felt .box", "manager"),
    ("/#/table/multilink-3/deal", "main button", "manager"),
]


@pytest.mark.parametrize(("address", "needed", "who"), _PAGES, ids=[page[0] for page in _PAGES])
def test_a_page_is_usable_within_a_second(
    floor: Floor, staff: dict[str, str], address: str, needed: str, who: str
) -> None:
    """By somebody who has never been here: nothing is in the browser's cache."""
    taken = []
    for _ in range(ATTEMPTS):
        page = floor.page(name=staff[who]) if who else floor.page()
        before = disturbance()
        page.goto(address, wait_until="commit")
        page.locator(needed).first.wait_for()
        needed_ms = page.evaluate("() => Math.round(performance.now())")
        taken.append((needed_ms, max(before, disturbance())))
        page.context.close()
        floor.contexts.remove(page.context)
        if needed_ms < USABLE_WITHIN_MS:
            return
    assert any(ms < USABLE_WITHIN_MS * share for ms, share in taken), taken


_WATCH = """() => {
  window.watched?.stop();
  const watched = window.watched = {gaps: [], tasks: []};
  const note = (list) => watched.tasks.push(...list.getEntries().map((each) => each.duration));
  const observer = new PerformanceObserver(note);
  observer.observe({type: "longtask"});
  let last = performance.now(), isOn = true;
  const frame = (now) => {
    watched.gaps.push(now - last);
    last = now;
    if (isOn) requestAnimationFrame(frame);
  };
  requestAnimationFrame(frame);
  watched.stop = () => { isOn = false; observer.disconnect(); };
}"""


def _check_smooth(page: Page, seconds: int) -> None:
    """Smooth at one time or another: what else the machine does makes it slower, never smoother."""
    seen = []
    for _ in range(ATTEMPTS):
        seen.append(_watched(page, seconds))
        if _is_smooth(**seen[-1]):
            return
    pytest.fail(f"not smooth: {seen}")


def _watched(page: Page, seconds: int) -> dict[str, float]:
    """Frames and long tasks while the page is left alone."""
    page.evaluate(_WATCH)
    shares = [disturbance()]
    for _ in range(seconds):
        page.wait_for_timeout(1000)
        shares.append(disturbance())
    gaps: list[float] = sorted(page.evaluate("() => watched.gaps"))
    tasks: list[float] = page.evaluate("() => watched.tasks")
    return {
        "frame": gaps[int(len(gaps) * 0.95)],
        "longest": max(tasks, default=0),
        "blocked": sum(tasks) / seconds / 1000,
        "share": sum(shares) / len(shares),
        "peak": max(shares),
    }


def _is_smooth(frame: float, longest: float, blocked: float, share: float, peak: float) -> bool:
    return frame < FRAME_MS * share and longest < TASK_MS * peak and blocked < BLOCKED * share


def test_a_full_poker_table_of_fast_bots_stays_smooth(floor: Floor) -> None:
    page = floor.page()
    open_practice(floor, page, "rws-poker@7", bots=9)
    page.locator(".seat .plate").nth(9).wait_for()
    page.evaluate(_GO_ALONG)
    before = _last(page)
    _check_smooth(page, 8)
    assert _last(page) > before + 20  # it was not quiet


_GO_ALONG = """() => setInterval(() => {
  const names = ["PostSmallBlind", "PostBigBlind", "PayToJoin", "PayMissedBlinds", "Check", "Fold"];
  const wanted = names.map((name) => `.dock > action-bar .do[data-command=${name}]:enabled`).join(",");
  document.querySelector(wanted)?.click();
}, 50)"""


def _last(page: Page) -> int:
    return int(page.evaluate("() => document.querySelector('.log li:last-child')?.dataset.seq ?? 0"))


def test_a_lobby_of_fifty_tables_stays_smooth(floor: Floor) -> None:
    lobby = fifty_tables()
    asked: list[Any] = []

    def answer(route: Route) -> None:
        asked.append(1)
        for table in lobby["tables"]:  # something has changed everywhere
            table["rounds_per_hour"] += 1
        route.fulfill(body=json.dumps(lobby), content_type="application/json")

    page = floor.page()
    page.route("**/api/lobby", answer)
    page.goto("/")
    page.locator(".tile").nth(49).wait_for()
    _check_smooth(page, 9)
    assert len(asked) >= 3
