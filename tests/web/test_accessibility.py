"""axe looks at every page, in light on a desktop and in dark on a phone."""

import pytest
from playwright.sync_api import Page

from tests.web.conftest import SIZES, Floor
from tests.web.looks import faults_in_all_looks
from tests.web.playing import EDITIONS, open_practice, play_round


@pytest.mark.parametrize("edition", ["rws-poker@7", "rws-multilink@3", "mbs-freebet@3"])
def test_tables_are_for_everybody(floor: Floor, edition: str) -> None:
    page = floor.page()
    open_practice(floor, page, edition)
    play_round(page, until=".dock.turn:not(.betting) .do:enabled")
    assert faults_in_all_looks(page) == []


def test_results_and_replays_are_for_everybody(floor: Floor) -> None:
    page = floor.page()
    open_practice(floor, page, "rws-multilink@3")
    play_round(page)
    assert faults_in_all_looks(page) == []
    page.get_by_role("link", name="See why, step by step").click()
    page.locator(".felt").wait_for()
    page.get_by_role("button", name="Check shuffle, deal and money").click()
    page.locator(".checks li").first.wait_for()
    assert faults_in_all_looks(page) == []


_PAGES = (
    "/",
    "/rules",
    "/rules/rws-poker@6/changes/rws-poker@7",
    "/learn",
    "/sign-in",
    "/invitation/nobody-knows",
    "/nowhere",
    "/jackpot/jackpot",
    "/pit",  # for people who have signed in; here is what a stranger sees
)
# A whole book takes axe a quarter of a minute; the others show a stranger what the pit does.
_MORE_PAGES = ("/rules/mbs-freebet@3", "/rounds", "/statistics", "/account", "/people", "/reports")
# Pages of what there is not. The browser itself complains about the answer.
_GONE = ("/table/none", "/round/none.1", "/rules/none@1", "/jackpot/none")
_STAFF_PAGES = (
    "/pit", "/people", "/cashier", "/cage", "/reports", "/rounds", "/account", "/limits",
    "/pit/staff", "/pit/handover", "/pit/link/jackpot", "/reports/hold", "/lab/mbs-freebet@3",
    "/pit/table/multilink-3", "/table/multilink-3/deal", "/pit/table/multilink-3?see=seats",
    "/pit/table/multilink-3?see=absences", "/pit/table/multilink-3?see=waiting",
    "/pit/table/multilink-3?see=settings",
)  # fmt: skip


@pytest.mark.parametrize("pages", [_PAGES, pytest.param(_MORE_PAGES, marks=pytest.mark.soak)], ids=len)
def test_public_pages_are_for_everybody(floor: Floor, pages: tuple[str, ...]) -> None:
    """One person loads page after page: what the browser keeps between them need not be fetched again."""
    page = floor.page()
    for address in pages:
        page.goto("about:blank")
        page.set_viewport_size(SIZES["desktop"])
        page.emulate_media(color_scheme="light", reduced_motion="no-preference")
        assert _visit(page, address) == [], address


@pytest.mark.soak
@pytest.mark.parametrize("address", _GONE)
def test_what_there_is_not_is_said_to_everybody(floor: Floor, address: str) -> None:
    for words in ("404", "WebSocket connection", "401"):
        floor.expect(words)
    page = floor.page()
    assert _visit(page, address) == []
    words = page.locator("main").inner_text().lower()
    assert "there is no" in words or "sign in" in words


def test_dialogs_are_for_everybody(floor: Floor) -> None:
    page = floor.page()
    page.goto("/#/table/multilink-3")
    page.get_by_role("button", name="Take a seat").click()  # signs the guest in
    page.get_by_role("dialog", name="Seat").wait_for()
    assert faults_in_all_looks(page) == []
    page.keyboard.press("Escape")
    page.locator("dialog[open]").wait_for(state="detached")
    page.set_viewport_size({"width": 1280, "height": 860})
    page.get_by_role("tab", name="Sign").click()
    page.locator(".signage cite-chip button").first.click()
    page.locator("book-panel .gist").first.wait_for()
    assert faults_in_all_looks(page) == []


@pytest.mark.soak
@pytest.mark.parametrize("edition", EDITIONS)
def test_par_sheets_are_for_everybody(floor: Floor, edition: str) -> None:
    page = floor.page()
    page.goto(f"/par/{edition}.html")
    assert faults_in_all_looks(page) == []


@pytest.mark.soak
@pytest.mark.parametrize("address", _STAFF_PAGES)
def test_staff_pages_are_for_everybody(floor: Floor, staff: dict[str, str], address: str) -> None:
    assert _visit(floor.page(name=staff["manager"]), address) == []


def _visit(page: Page, address: str) -> list[str]:
    page.goto("/#" + address)
    page.locator("main h1").wait_for()
    page.wait_for_timeout(300)
    return faults_in_all_looks(page)
