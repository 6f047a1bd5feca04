"""How pages look: nothing sticks out of a phone or is too small to touch; the log follows and has names."""

import re

import pytest
from playwright.sync_api import Page

from tests.web.conftest import Floor
from tests.web.playing import open_practice, play_round

_WIDTHS = "() => [document.documentElement.scrollWidth, document.documentElement.clientWidth]"


# Less than 24 pixels high or wide is too small for a finger; a tick box is as large as its label.
_SMALL = """() => [...document.querySelectorAll("button, a.button, select, summary, input")]
  .filter((one) => one.type !== "checkbox")
  .map((one) => [one.outerHTML.slice(0, 80), one.getBoundingClientRect()])
  .filter(([, box]) => box.width && (box.width < 24 || box.height < 24))
  .map(([words]) => words)"""


def _fits(page: Page) -> bool:
    page.wait_for_timeout(200)
    assert page.evaluate(_SMALL) == []
    wide, seen = page.evaluate(_WIDTHS)
    return bool(wide <= seen)


@pytest.mark.parametrize("edition", ["rws-poker@7", "rws-multilink@3", "mbs-freebet@3"])
def test_nothing_sticks_out_of_a_phone_at_a_table_or_in_a_replay(floor: Floor, edition: str) -> None:
    page = floor.page("phone")
    open_practice(floor, page, edition, bots=9)
    assert _fits(page)
    play_round(page, until=".dock.turn .why-link")
    assert _fits(page)
    play_round(page)
    assert _fits(page)
    page.get_by_role("link", name="See why, step by step").click()
    page.get_by_role("button", name="Last step").click()
    page.get_by_role("button", name="Check shuffle, deal and money").click()
    page.locator(".checks li").first.wait_for()
    assert _fits(page)
    page.goto("/#/rounds")
    page.locator("table.rounds tbody tr").first.wait_for()
    assert _fits(page)
    page.goto("/#/account")
    page.locator("table tbody tr").first.wait_for()
    assert _fits(page)


_PAGES = (
    "/",
    "/rules",
    "/rules/mbs-freebet@3",
    "/rules/rws-poker@6/changes/rws-poker@7",
    "/learn",
    "/sign-in",
    "/invitation/none",
    "/jackpot/jackpot",
    "/nowhere",
    "/table/none",
)


def test_nothing_sticks_out_of_a_phone(floor: Floor) -> None:
    """One person loads page after page: what the browser keeps between them need not be fetched again."""
    for words in ("404", "WebSocket", "403"):
        floor.expect(words)
    page = floor.page("phone")
    for address in _PAGES:
        page.goto("about:blank")
        page.goto("/#" + address)
        page.locator("main h1").wait_for()
        assert _fits(page), address


def test_the_lobby_fits_a_narrow_phone(floor: Floor) -> None:
    page = floor.page("phone")
    page.set_viewport_size({"width": 360, "height": 640})
    page.goto("/")
    page.locator(".table-row").first.wait_for()
    assert _fits(page)
    chinese = page.get_by_role("button", name="中文")  # drawn: not every machine has letters for it
    assert chinese.inner_text() == ""
    assert chinese.locator("svg").is_visible()
    page.get_by_role("button", name="Melayu").click()
    page.locator("html[lang=ms]").wait_for()
    page.get_by_text("Log masuk").first.wait_for()  # sign in
    assert _fits(page)


def test_the_log_follows_unless_somebody_reads(floor: Floor) -> None:
    page = floor.page()
    open_practice(floor, page, "rws-multilink@3", bots=3)
    play_round(page)
    page.wait_for_function(_AT_END)
    page.locator(".log").hover()
    page.mouse.wheel(0, -400)
    page.wait_for_function(f"() => !({_AT_END})()")
    _go_on(page)
    page.wait_for_timeout(300)
    assert not page.evaluate(_AT_END)
    page.locator(".log").hover()
    page.mouse.wheel(0, 100_000)
    page.wait_for_function(_AT_END)
    _go_on(page)
    page.wait_for_function(_AT_END)


_AT_END = """() => {
  const log = document.querySelector(".log");
  return log.scrollHeight - log.scrollTop - log.clientHeight < 5;
}"""


def _go_on(page: Page) -> None:
    """Let something happen."""
    before = page.evaluate("() => document.querySelector('.log li:last-child').dataset.seq")
    page.locator(".you .spot[data-command=PlaceAnte]").click()
    page.wait_for_function(
        "(before) => document.querySelector('.log li:last-child').dataset.seq > before", arg=before
    )


def test_people_have_names_in_the_log(floor: Floor) -> None:
    """Neither ids nor accounts nor bare seats: who did it, whose chips moved."""
    page = floor.page()
    open_practice(floor, page, "rws-poker@7", bots=3)
    play_round(page)
    said = page.locator(".log .said").all_inner_texts()
    assert any(re.match(r"(Ada|Blaise|Carl)\b.* (calls|folds|raises|posts)", words) for words in said), said
    assert not [
        words for words in said if re.match(r"Seat \d+ (calls|folds|raises|bets|posts|checks)", words)
    ]
    moves = page.locator(".log .move").all_inner_texts()
    assert any("’s chips →" in move or "'s chips →" in move for move in moves), moves
    assert not [move for move in moves if re.search(r"(stack|bet)/?\s?\d", move)]


def test_the_hand_in_play_is_as_readable_as_the_others(floor: Floor) -> None:
    """The trainer's style for what was played once made the points of the hand in play grey on red."""
    page = floor.page()
    open_practice(floor, page, "mbs-freebet@3", bots=2)
    play_round(page, until=".dock.turn .do[data-command=Hit]:enabled")
    colours = "(all) => all.map((one) => [getComputedStyle(one).color, getComputedStyle(one).paddingLeft])"
    (played,) = page.locator(".hand.played").evaluate_all(colours)
    others = page.locator(".hand:not(.played)").evaluate_all(colours)
    assert others
    assert others == [played] * len(others)
    # An action says what it does and not on whose place: there is only one's own.
    assert not [words for words in page.locator(".dock .do").all_inner_texts() if "area" in words]


@pytest.mark.parametrize("display", [50_000_00, 50_123_45, 1_234_567_89])
def test_every_meter_fits_a_phone(floor: Floor, display: int) -> None:
    jackpot = {
        "id": "j1", "title": "Evening Jackpot", "game": "rws-multilink", "display": display, "reserve": 0,
        "status": "open", "course": None, "tables": [], "hits": [], "at": 0,
    }  # fmt: skip
    page = floor.page("phone")
    page.route("**/api/jackpots/j1", lambda route: route.fulfill(json=jackpot))
    silent = {"body": "", "content_type": "text/event-stream"}
    page.route("**/api/jackpots/j1/stream", lambda route: route.fulfill(**silent))
    page.goto("/#/jackpot/j1")
    assert page.locator("main .meter-amount").inner_text() == f"${display / 100:,.2f}"
    assert _fits(page)
