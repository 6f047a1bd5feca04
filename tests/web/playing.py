"""What a person does at a table, by mouse or by keyboard: reads the offered actions and takes one."""

import contextlib
import re
import time

import pytest
from playwright.sync_api import Page, TimeoutError, WebSocketRoute

from croupier.rulebook import Library
from tests.patience import PATIENCE_S
from tests.web.conftest import Floor

EDITIONS = Library().ids
# For what takes long and goes by the game, not by its version: the newest always, others before a release.
_NEWEST = {name.partition("@")[0]: name for name in EDITIONS}.values()
NEWEST_FIRST = [
    *_NEWEST,
    *(pytest.param(edition, marks=pytest.mark.soak) for edition in EDITIONS if edition not in _NEWEST),
]

# The first of these that is offered is taken, so that a Round goes to its end.
_LIKED = (
    "PlaceAnte", "PlaceWager", "FinishBetting", "Ready", "LookAtHand", "PlaceFlop", "PayToJoin",
    "PostSmallBlind", "PostBigBlind", "PayMissedBlinds", "Check", "Call", "ShowHand", "PlayOn",
    "DeclineInsurance", "FreeDouble", "FreeSplit", "Stand", "AllIn", "Fold",
)  # fmt: skip


_LOOK_MS = 20  # often enough for fast bots; a look at every frame would make frames


def open_practice(floor: Floor, page: Page, edition: str, bots: int = 2, has_clock: bool = False) -> str:
    """A table of one's own with a seat at it. Gives the table's id."""
    site = {"X-Croupier": "1"}
    assert page.request.post("/api/demo", data={"name": "Guest"}, headers=site).ok
    settings = {"action_clock_seconds": "20"} if has_clock else {}  # as the lobby asks for it
    body = {"edition": edition, "is_practice": True, "bots": bots, "settings": settings}
    answer = page.request.post("/api/tables", data=body, headers=site)
    assert answer.ok, answer.text()
    table: str = answer.json()["id"]
    page.context.add_init_script("localStorage.setItem('croupier.signed-in', 'yes')")
    page.goto(f"/#/table/{table}?sit=yes")
    _sit_down(floor, page, table)
    return table


def open_from_the_lobby(floor: Floor, page: Page, edition: str) -> None:
    """The same as somebody new does it."""
    page.goto("/")
    page.get_by_label("Bots").fill("2")
    page.get_by_label("Bots").press("Tab")
    page.get_by_label("with a clock").set_checked(False)
    practise(page, edition)
    page.wait_for_url("**/table/**")
    _sit_down(floor, page, page.url.split("/table/")[1].split("?")[0])


def practise(page: Page, edition: str) -> None:
    """A practice table of this edition, from the card of its game."""
    card = page.locator(f".game-card.{edition.partition('@')[0]}")
    card.locator("select").select_option(edition)
    card.locator(".practise").click()


def _sit_down(floor: Floor, page: Page, table: str) -> None:
    floor.opened(page, table)
    page.get_by_role("button", name="Sit down").click()
    page.locator(".felt .you").first.wait_for(state="attached")  # seated, and drawn so


def play_round(
    page: Page, by_keyboard: bool = False, until: str = ".result", by_touch: bool = False
) -> list[str]:
    """Play until a Round in which chips of ours moved is over. Gives the commands that were used."""
    used: list[str] = []
    end = time.monotonic() + PATIENCE_S
    while (step := _next(page, until)) != "over":
        assert time.monotonic() < end, _standing(page, used)
        if step == "rule":
            _rule(page)
        elif _touch(page, step) if by_touch else _take(page, step, by_keyboard):
            used.append(step)
    return used


def _next(page: Page, until: str) -> str:
    """What is to be done as soon as there is something: "over", "rule", or the command we like best."""
    try:
        found: str = page.wait_for_function(_NEXT, arg=[until, _LIKED], polling=_LOOK_MS).json_value()
    except TimeoutError as late:
        raise AssertionError(_standing(page, [])) from late
    return found


def _standing(page: Page, used: list[str]) -> str:
    return f"the Round did not end; used {used}: {page.locator('main').inner_text()}"


def _take(page: Page, command: str, by_keyboard: bool) -> bool:
    """Use an action as offered right now; False if the table has moved on meanwhile."""
    seen = last_line(page)
    if not page.evaluate(_BY_KEY if by_keyboard else _BY_CLICK, command):
        return False
    # What was offered may have gone before it was used: then nothing is said, and we look again.
    with contextlib.suppress(TimeoutError):
        page.wait_for_function(HAS_MOVED, arg=seen, timeout=3_000, polling=_LOOK_MS)
    return True


def _touch(page: Page, command: str) -> bool:
    """A finger where the action is drawn: whatever lies over it is touched instead."""
    seen = last_line(page)
    point = page.evaluate(_MIDDLE, command)
    if point is None:
        return False
    page.touchscreen.tap(*point)
    with contextlib.suppress(TimeoutError):
        page.wait_for_function(HAS_MOVED, arg=seen, timeout=3_000, polling=_LOOK_MS)
    return True


def stop_at_the_end(page: Page) -> None:
    """Nothing that comes after the end of a Round will reach the page."""

    def follow(socket: WebSocketRoute) -> None:
        heard: list[str] = []

        def forward(message: str | bytes) -> None:
            if not any(re.search(r'"type":"Round(Concluded|Ended|Over)"', each) for each in heard):
                heard.append(str(message))
                socket.send(message)

        socket.connect_to_server().on_message(forward)

    page.route_web_socket(re.compile("/socket"), follow)


HAS_MOVED = "(seen) => (document.querySelector('.log li:last-child')?.dataset.seq ?? '') !== seen"
# Offered are buttons of the dock, and spots of one's own place with nothing on them yet.
_NEXT = """([until, liked]) => {
  if (document.querySelector(until)) return "over";
  const found = ".do:enabled, .none, .dock:not([data-busy=true]) .same:enabled";
  const isBetting = Boolean(document.querySelector(".dock.betting")?.querySelector(found));
  const spots = isBetting ? [...document.querySelectorAll(".you .spot.can:not(.filled)")] : [];
  const hasBet = Boolean(document.querySelector(".you .spot.ante.filled, .you .spot.main.filled"));
  const offered = [...document.querySelectorAll(".dock .do:enabled"), ...(hasBet ? [] : spots)];
  const names = offered.map((one) => one.dataset.command);
  const command = liked.find((name) => names.includes(name));
  return command ?? (document.querySelector(".decision.yours button.do:enabled") ? "rule" : null);
}"""
_BY_CLICK = """(command) => {
  const where = [`.dock .do[data-command="${command}"]:enabled`, `.you .spot[data-command="${command}"]`];
  const found = document.querySelector(where[0]) ?? document.querySelector(where[1]);
  found?.click();
  return Boolean(found);
}"""
_MIDDLE = """(command) => {
  const where = [`.dock .do[data-command="${command}"]:enabled`, `.you .spot[data-command="${command}"]`];
  const box = (document.querySelector(where[0]) ?? document.querySelector(where[1]))?.getBoundingClientRect();
  return box?.width ? [box.x + box.width / 2, box.y + box.height / 2] : null;
}"""
_BY_KEY = """(command) => {
  const found = document.querySelector(`.dock .do[data-command="${command}"]:enabled`)
    ?? document.querySelector(".dock .same:enabled");
  if (!found) return false;
  const key = found.getAttribute("aria-keyshortcuts");
  document.body.dispatchEvent(new KeyboardEvent("keydown", {key, bubbles: true}));
  return true;
}"""


def last_line(page: Page) -> str | None:
    return page.evaluate("() => document.querySelector('.log li:last-child')?.dataset.seq ?? ''")


def _rule(page: Page) -> None:
    """A question the document leaves to the player: take the first answer."""
    answer = page.locator(".decision.yours button.do:enabled")
    if answer.count():
        answer.first.click()
