"""The pictures in the README: `python -m tests.web.screenshots [FOLDER]` plays until there is one to take."""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.web.conftest import CHROMIUM, CHROMIUM_ARGUMENTS, Floor, use_link
from tests.web.house import HouseProcess
from tests.web.playing import open_practice, play_round

_FOLDER = Path(__file__).parents[2] / "docs" / "pictures"


def main() -> None:
    folder = Path(sys.argv[1]) if len(sys.argv) > 1 else _FOLDER
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as store, sync_playwright() as playwright:
        house = HouseProcess(Path(store), all_editions=True).open()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGUMENTS)
        floor = Floor(browser, house.address)
        try:
            lobby(floor, folder)
            for edition in ("rws-poker@7", "rws-multilink@3", "mbs-freebet@3"):
                table(floor, folder, edition)
            practice(floor, folder)
            pit(floor, folder, house.manager_link())
        finally:
            floor.close()
            browser.close()
            house.close()


def shoot(page: Page, folder: Path, name: str) -> None:
    if (note := page.locator(".notice .close")).count():
        note.click()  # of the quick fingers before it
    page.wait_for_timeout(400)
    page.screenshot(path=folder / f"{name}.png")


def lobby(floor: Floor, folder: Path) -> None:
    page = floor.page()
    page.goto("/")
    page.locator(".table-row").first.wait_for()
    shoot(page, folder, "lobby")


def table(floor: Floor, folder: Path, edition: str) -> None:
    """A Round while it is our turn with cards out, then its replay."""
    game = edition.split("@")[0].partition("-")[2]
    page = floor.page("phone" if game == "freebet" else "desktop", "dark" if game == "multilink" else "light")
    open_practice(floor, page, edition, bots=4)
    play_round(page, until=".table-main:has(.dock.turn) .you playing-card.up")
    shoot(page, folder, game)
    play_round(page)
    page.get_by_role("link", name="See why, step by step").click()
    page.get_by_role("button", name="Last step").click()
    page.get_by_role("button", name="Check shuffle, deal and money").click()
    page.locator(".checks li").first.wait_for()
    page.evaluate("() => scrollTo(0, 0)")
    shoot(page, folder, f"{game}-replay")


def practice(floor: Floor, folder: Path) -> None:
    """What each choice is worth, at a table where it may be told."""
    page = floor.page()
    open_practice(floor, page, "mbs-freebet@3", bots=4)
    play_round(page, until=".dock.turn .do[data-command=Hit]:enabled")
    page.keyboard.press("?")
    page.locator(".advice-choices tr.best").wait_for()
    page.evaluate("() => scrollTo(0, 0)")
    shoot(page, folder, "practice")


def pit(floor: Floor, folder: Path, link: str) -> None:
    page = floor.page()
    use_link(page, link, "Maria")
    page.locator(".pit .tile").first.wait_for()
    shoot(page, folder, "pit")
    page.goto("/#/table/multilink-3/deal")
    page.get_by_role("button", name="Take the table over").click()
    page.locator(".trouble-button").first.wait_for()
    page.wait_for_timeout(2_000)  # the bots finish betting, and then the table waits for its dealer
    page.locator(".trouble-button", has_text="technical interruption").click()
    page.locator(".foreseen li").first.wait_for()
    page.locator(".trouble").scroll_into_view_if_needed()
    shoot(page, folder, "dealer")


if __name__ == "__main__":
    main()
