"""Every page at four sizes, in both themes and both languages: `python -m tests.web.pictures FOLDER [NAME]`.

For somebody to look at. NAME is a part of a page's name, for only some of them; files are called
page-size-theme-language.png, and page-huge.png for a screen of 3840 x 2160.
"""

import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from tests.web.conftest import CHROMIUM, CHROMIUM_ARGUMENTS, Floor, made_staff
from tests.web.house import HouseProcess
from tests.web.playing import open_practice, play_round

SIZES = {"desktop": (1440, 900), "phone": (390, 844), "landscape": (844, 390), "tablet": (820, 1180)}
HUGE = (3840, 2160)  # once a page: light, English
THEMES = ("light", "dark")
LANGUAGES = ("en", "zh")
_GAMES = {"poker": "rws-poker@7", "multilink": "rws-multilink@3", "freebet": "mbs-freebet@3"}

# Name, address, what has to be there, who looks.
PAGES = (
    ("lobby", "/", ".tile", ""),
    ("rail", "/#/table/multilink-3", ".felt", ""),
    ("rules", "/#/rules", "main li a, main td a", ""),
    ("book", "/#/rules/rws-poker@7", "main h2", ""),
    ("changes", "/#/rules/rws-poker@6/changes/rws-poker@7", "main h1", ""),
    ("learn", "/#/learn", "main button", ""),
    ("lab", "/#/lab/mbs-freebet@3", "main h1", ""),
    ("jackpot", "/#/jackpot/jackpot", "meter-display", ""),
    ("sign-in", "/#/sign-in", "main form", ""),
    ("rounds", "/#/rounds", "main h1", "manager"),
    ("account", "/#/account", "main h1", "manager"),
    ("pit", "/#/pit", ".pit .tile", "manager"),
    ("pit-table", "/#/pit/table/multilink-3", ".felt .spot", "manager"),
    ("pit-link", "/#/pit/link/jackpot", "main h1", "manager"),
    ("dealer", "/#/table/multilink-3/deal", "main button", "manager"),
    ("people", "/#/people", "main h1", "manager"),
    ("reports", "/#/reports", "main h1", "manager"),
    ("hold", "/#/reports/hold", "main h1", "manager"),
    ("cashier", "/#/cashier", "main h1", "manager"),
    ("cage", "/#/cage", "main h1", "manager"),
    ("staff", "/#/pit/staff", "main h1", "manager"),
    ("handover", "/#/pit/handover", "main h1", "manager"),
    ("limits", "/#/limits", "main h1", "manager"),
)


def main() -> None:
    folder, part = Path(sys.argv[1]), (sys.argv[2] if len(sys.argv) > 2 else "")
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as store, sync_playwright() as playwright:
        house = HouseProcess(Path(store), all_editions=True).open()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGUMENTS)
        floor = Floor(browser, house.address)
        try:
            staff = made_staff(browser, house)
            for name, address, needed, who in PAGES:
                if part in name:
                    page = floor.page(name=staff.get(who, ""))
                    page.goto(address)
                    in_all_looks(page, folder, name, needed)
                    page.close()
            if part in "replay":
                replay(floor, folder, staff["manager"])
            for game, edition in _GAMES.items():
                if part in game:
                    table(floor, folder, game, edition)
        finally:
            floor.close()
            browser.close()
            house.close()


def replay(floor: Floor, folder: Path, manager: str) -> None:
    """Some Round that has ended meanwhile, from its beginning."""
    page = floor.page(name=manager)
    page.goto("/#/rounds")
    page.locator("table.rounds tbody a").first.click()
    in_all_looks(page, folder, "replay", ".felt")
    page.close()


def table(floor: Floor, folder: Path, game: str, edition: str) -> None:
    """Betting or waiting, a decision, and the end of a Round."""
    page = floor.page()
    open_practice(floor, page, edition, bots=4)
    in_all_looks(page, folder, f"{game}-first", ".dock .whose")
    play_round(page, until=".dock.turn:not(.betting) .do:enabled")
    in_all_looks(page, folder, f"{game}-decision", ".dock.turn .do:enabled")
    play_round(page)
    in_all_looks(page, folder, f"{game}-result", ".dock .whose")


def in_all_looks(page: Page, folder: Path, name: str, needed: str) -> None:
    for language in LANGUAGES:
        page.evaluate("(language) => localStorage.setItem('croupier.language', language)", language)
        page.reload()
        page.locator(needed).first.wait_for()
        for theme in THEMES:
            for size, (width, height) in SIZES.items():
                page.set_viewport_size({"width": width, "height": height})
                page.emulate_media(color_scheme=theme, reduced_motion="reduce")
                page.wait_for_timeout(150)
                page.screenshot(path=folder / f"{name}-{size}-{theme}-{language}.png")
        if language == "en":
            page.set_viewport_size({"width": HUGE[0], "height": HUGE[1]})
            page.emulate_media(color_scheme="light", reduced_motion="reduce")
            page.wait_for_timeout(150)
            page.screenshot(path=folder / f"{name}-huge.png")
    page.evaluate("() => localStorage.setItem('croupier.language', 'en')")
    page.reload()
    page.locator(needed).first.wait_for()


if __name__ == "__main__":
    main()
