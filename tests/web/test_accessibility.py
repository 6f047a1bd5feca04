"""axe looks at every page, in light on a desktop and in dark on a phone."""

import pytest
from playwright.sync_api import Page

from tests.web.conftest import Floor
from tests.web.looks import faults_in_all_looks
from tests.web.playing import EDITIONS, actions, open_practice, play_round


@pytest.mark.parametrize("edition", ["rws-poker@7", "rws-multilink@3", "mbs-freebet@3"])
def test_tables_are_for_everybody(floor: Floor, edition: str) -> None:
    page = floor.page()
    open_practice(floor, page, edition)
    actions(page).first.wait_for()
    assert faults_in_all_looks(page) == []
    play_round(page)
    page.get_by_role("link", name="See why, step by step").click()
    page.locator(".felt").wait_for()
    page.get_by_role("button", name="Check shuffle, deal and money").click()
    page.locator(".checks li").first.wait_for()
    assert faults_in_all_looks(page) == []


_PAGES = (
    "/",
    "/rules",
    "/rules/mbs-freebet@3",
    "/rules/rws-poker@6/changes/rws-poker@7",
    "/learn",
    "/sign-in",
)
_STAFF_PAGES = (
    "/pit", "/people", "/reports", "/rounds", "/account", "/pit/table/multilink-3", "/table/multilink-3/deal",
)  # fmt: skip


@pytest.mark.parametrize("address", _PAGES)
def test_public_pages_are_for_everybody(floor: Floor, address: str) -> None:
    assert _visit(floor.page(), address) == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_par_sheets_are_for_everybody(floor: Floor, edition: str) -> None:
    page = floor.page()
    page.goto(f"/par/{edition}.html")
    assert faults_in_all_looks(page) == []


@pytest.mark.parametrize("address", _STAFF_PAGES)
def test_staff_pages_are_for_everybody(floor: Floor, staff: dict[str, str], address: str) -> None:
    assert _visit(floor.page(name=staff["manager"]), address) == []


def _visit(page: Page, address: str) -> list[str]:
    page.goto("/#" + address)
    page.locator("main h1").wait_for()
    page.wait_for_timeout(300)
    return faults_in_all_looks(page)
