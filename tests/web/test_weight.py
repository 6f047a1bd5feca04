"""Pages stay light: how much they ask for and draw is counted, since times are for the bench."""

import json

import pytest
from playwright.sync_api import Page, Request, Route

from bench.pages import PAGES
from tests.web.conftest import Floor
from tests.web.playing import open_practice, play_round
from tests.web.staff import look_around
from tests.web.test_lobby import fifty_tables

SOAK = pytest.mark.soak  # whole houses or many pages: before a release

REQUESTS_MAX = 70
BYTES_MAX = 150_000  # as they are sent, packed
# Two tables in two languages are looked at every time.
_AT_ONCE = (("phone", "en", "rws-poker@7"), ("phone", "zh", "rws-multilink@3"))
TABLE_MAX = 150_000  # scripts and styles of a player's table as a browser reads them, words too, anywhere


@SOAK
@pytest.mark.parametrize(("address", "needed", "who"), PAGES, ids=[page[0] for page in PAGES])
def test_a_page_asks_for_little(
    floor: Floor, staff: dict[str, str], address: str, needed: str, who: str
) -> None:
    """By somebody who has never been here: nothing is in the browser's cache."""
    if address == "/#/rounds":  # whether a Round has been played yet is another matter
        needed = "main h1"
    page = floor.page(name=staff.get(who, ""))
    asked: list[Request] = []
    page.on("requestfinished", lambda request: asked.append(request))
    page.goto(address)
    page.locator(needed).first.wait_for()
    files = [each for each in asked if "/api/" not in each.url]  # what the house has to tell is its affair
    bytes_sent = sum(each.sizes()["responseBodySize"] for each in files)
    assert len(asked) <= REQUESTS_MAX, [each.url for each in asked]
    assert bytes_sent <= BYTES_MAX


@pytest.mark.parametrize(
    ("size", "language", "edition"),
    [
        *_AT_ONCE,
        *(
            pytest.param(*place, edition, marks=SOAK)
            for edition in ("rws-poker@7", "rws-multilink@3", "mbs-freebet@3")
            for place in (("desktop", "en"), ("phone", "en"), ("landscape", "en"), ("phone", "zh"))
            if (*place, edition) not in _AT_ONCE
        ),
    ],
)
def test_a_player_gets_the_table_and_not_what_may_be_opened_at_it(
    floor: Floor, edition: str, size: str, language: str
) -> None:
    page = floor.page(size)
    open_practice(floor, page, edition)
    play_round(page, until=".dock.turn:not(.betting) .do:enabled")
    floor.speak(page, language)
    weights = _fetched(page)
    assert sum(weights.values()) <= TABLE_MAX, sorted(weights.items(), key=lambda one: -one[1])


def _fetched(page: Page) -> dict[str, int]:
    """Scripts and styles of a table opened anew, until one can decide."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.reload()
    page.locator(".dock.turn .do:enabled").first.wait_for()
    files = [url for url in asked if url.endswith((".js", ".css"))]
    return {url.rpartition("/")[2]: len(page.request.get(url).body()) for url in files}


@SOAK
def test_a_lobby_of_fifty_tables_is_not_built_anew(floor: Floor) -> None:
    """Something has changed at every table: their tiles stay, with whatever is in focus."""
    lobby = fifty_tables()

    def answer(route: Route) -> None:
        for table in lobby["tables"]:
            table["rounds_per_hour"] += 1
        route.fulfill(body=json.dumps(lobby), content_type="application/json")

    page = floor.page()
    page.route("**/api/lobby", answer)
    page.goto("/")
    page.locator(".table-row").nth(16).wait_for()  # every third is of the game that is shown
    page.evaluate("() => { window.first = [...document.querySelectorAll('.table-row')]; }")
    look_around(page)
    look_around(page)
    assert page.evaluate("() => first.every((one, n) => one === document.querySelectorAll('.table-row')[n])")
