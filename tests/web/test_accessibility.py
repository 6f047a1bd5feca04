"""axe looks at every page, in light on a desktop and in dark on a phone."""

from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page

from tests.web.conftest import Floor
from tests.web.playing import open_practice, play_round

_LOOKS = [("desktop", "light"), ("phone", "dark")]


def _faults(page: Page) -> list[str]:
    found = Axe().run(page).response["violations"]
    return [
        f"{fault['id']}: {node['html'][:200]} {node.get('failureSummary', '')[:200]}"
        for fault in found
        if fault["impact"] in ("serious", "critical")
        for node in fault["nodes"][:3]
    ]


@pytest.mark.parametrize(("size", "scheme"), _LOOKS)
@pytest.mark.parametrize("edition", ["rws-poker@7", "rws-multilink@3", "mbs-freebet@3"])
def test_tables_are_for_everybody(floor: Floor, edition: str, size: str, scheme: str) -> None:
    page = floor.page(size, scheme)
    open_practice(floor, page, edition)
    page.wait_for_timeout(500)
    assert _faults(page) == []
    play_round(page)
    page.get_by_role("link", name="See why, step by step").click()
    page.locator(".felt").wait_for()
    page.get_by_role("button", name="Check shuffle, deal and money").click()
    page.locator(".checks li").first.wait_for()
    assert _faults(page) == []


_PAGES = [
    "/",
    "/rules",
    "/rules/mbs-freebet@3",
    "/rules/rws-poker@6/changes/rws-poker@7",
    "/learn",
    "/sign-in",
]
_STAFF_PAGES = [
    "/pit",
    "/people",
    "/reports",
    "/rounds",
    "/account",
    "/pit/table/multilink-3",
    "/table/multilink-3/deal",
]


@pytest.mark.parametrize(("size", "scheme"), _LOOKS)
def test_public_pages_are_for_everybody(floor: Floor, size: str, scheme: str) -> None:
    page = floor.page(size, scheme)
    assert {address: _visit(page, address) for address in _PAGES} == {address: [] for address in _PAGES}


@pytest.mark.parametrize(("size", "scheme"), _LOOKS)
def test_staff_pages_are_for_everybody(floor: Floor, manager_state: Path, size: str, scheme: str) -> None:
    page = floor.page(size, scheme, manager_state)
    assert {address: _visit(page, address) for address in _STAFF_PAGES} == {
        address: [] for address in _STAFF_PAGES
    }


def _visit(page: Page, address: str) -> list[str]:
    page.goto("/#" + address)
    page.locator("main h1").wait_for()
    page.wait_for_timeout(400)
    return _faults(page)
