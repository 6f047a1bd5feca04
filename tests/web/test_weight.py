"""Pages stay light: how much they ask for and draw is counted, since times are for the bench."""

import json

import pytest
from playwright.sync_api import Request, Route

from bench.pages import PAGES
from tests.web.conftest import Floor
from tests.web.staff import look_around
from tests.web.test_lobby import fifty_tables

pytestmark = pytest.mark.soak  # whole houses or many pages: before a release

REQUESTS_MAX = 70
BYTES_MAX = 500_000


@pytest.mark.parametrize(("address", "needed", "who"), PAGES, ids=[page[0] for page in PAGES])
def test_a_page_asks_for_little(
    floor: Floor, staff: dict[str, str], address: str, needed: str, who: str
) -> None:
    """By somebody who has never been here: nothing is in the browser's cache."""
    page = floor.page(name=staff.get(who, ""))
    asked: list[Request] = []
    page.on("requestfinished", lambda request: asked.append(request))
    page.goto(address)
    page.locator(needed).first.wait_for()
    bytes_sent = sum(each.sizes()["responseBodySize"] for each in asked)
    assert len(asked) <= REQUESTS_MAX, [each.url for each in asked]
    assert bytes_sent <= BYTES_MAX


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
    page.locator(".tile").nth(49).wait_for()
    page.evaluate("() => { window.first = [...document.querySelectorAll('.tile')]; }")
    look_around(page)
    look_around(page)
    assert page.evaluate("() => first.every((one, n) => one === document.querySelectorAll('.tile')[n])")
