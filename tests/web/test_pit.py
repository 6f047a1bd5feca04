"""The pit console keeps looking around: through a house that is away, and without wiping what was refused."""

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Floor
from tests.web.staff import look_around, open_table


@pytest.fixture
def pit(floor: Floor, staff: dict[str, str]) -> Page:
    page = floor.page(name=staff["manager"])
    page.goto("/#/pit")
    page.locator(".pit .tile").first.wait_for()
    return page


@pytest.mark.soak
def test_the_pit_comes_back_by_itself(floor: Floor, staff: dict[str, str], pit: Page) -> None:
    floor.expect("ERR_FAILED")
    pit.route("**/api/lobby", lambda route: route.abort())
    pit.locator(".problem", has_text="The house cannot be reached.").wait_for()
    open_table(floor, staff["manager"], "mbs-freebet@3", bots=0, title="Opened meanwhile")
    pit.unroute("**/api/lobby")
    pit.locator(".tile", has_text="Opened meanwhile").wait_for()
    expect(pit.locator(".problem")).to_have_count(0)


def test_a_refusal_stays_until_it_has_been_read(floor: Floor, pit: Page) -> None:
    floor.expect("status of 4")
    pit.route(
        "**/api/tables",
        lambda route: route.fulfill(
            status=409, json={"code": "refused", "reason": "no more tables tonight", "citations": []}
        ),
    )
    pit.get_by_text("Open a table").click()
    pit.locator("details.opening form").get_by_role("button", name="Open").click()
    refused = pit.locator(".problem", has_text="No more tables tonight")
    refused.wait_for()
    look_around(pit)
    look_around(pit)
    assert refused.count() == 1


def test_a_session_that_is_over_is_not_asked_again(floor: Floor, pit: Page) -> None:
    floor.expect("status of 401")
    asked: list[str] = []
    pit.on("request", lambda request: asked.append(request.url))
    over = {"code": "sign_in", "reason": "sign in first", "citations": []}
    pit.route("**/api/decisions", lambda route: route.fulfill(status=401, json=over))
    pit.get_by_role("link", name="Sign in").first.wait_for()
    asked.clear()
    pit.wait_for_timeout(2_600)
    assert [url for url in asked if "/api/decisions" in url] == []
