"""Every page at four sizes, in both themes and both languages: `python -m tests.web.pictures FOLDER [NAME]`.

For somebody to look at. NAME is a part of a page's name, `players` or `staff`, for only some of them;
there may be several. What has its sheet in the folder already is not taken again, so that a run which was
stopped goes on where it was; a page that does not come is told at the end. Files are called
page-size-theme-language.jpg, page-huge.jpg for 3840 x 2160 dots, and sheet-page.png for the four sizes in
one picture.
"""

import json
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any
from urllib.parse import quote

from PIL import Image
from playwright.sync_api import Page, TimeoutError, sync_playwright

from tests.web.cage import count_in, guest, make_chips
from tests.web.conftest import CHROMIUM, CHROMIUM_ARGUMENTS, Floor, made_staff
from tests.web.house import HouseProcess
from tests.web.playing import open_practice, play_round
from tests.web.real import RealDealer, open_console
from tests.web.staff import open_table

SIZES = {"desktop": (1440, 900), "phone": (390, 844), "landscape": (844, 390), "tablet": (820, 1180)}
HUGE = (3840, 2160)  # once a page: light, English
THEMES = ("light", "dark")
LANGUAGES = ("en", "zh")
PACE_MS = 300  # tables that nobody hurries: the machine is for drawing
SHEET_PX = 360  # how high a picture is in a sheet
_GAMES = {"poker": "rws-poker@7", "multilink": "rws-multilink@3", "freebet": "mbs-freebet@3"}
_SITE = {"X-Croupier": "1"}
_LESSONS = Path(__file__).parents[2] / "src" / "croupier" / "web" / "lessons"

# Name, address, what has to be there.
PLAYERS = (
    ("lobby", "/", ".table-row"),
    ("rail-poker", "/#/table/poker-7", ".felt"),
    ("rail-multilink", "/#/table/multilink-3", ".felt"),
    ("rail-freebet", "/#/table/freebet-3", ".felt"),
    ("rules", "/#/rules", "main li a, main td a"),
    ("book", "/#/rules/rws-poker@7", "main h2"),
    ("changes", "/#/rules/rws-poker@6/changes/rws-poker@7", "main h1"),
    ("learn", "/#/learn?edition=rws-poker@7", ".learn .felt"),
    ("drill", "/#/learn?edition=mbs-freebet@3&drill=yes", ".drill input"),
    ("jackpot", "/#/jackpot/jackpot", "meter-display"),
    ("sign-in", "/#/sign-in", "main form"),
)
# The same, by a manager.
STAFF = (
    ("lab", "/#/lab/mbs-freebet@3", "main table td"),
    ("rounds", "/#/rounds", "main h1"),
    ("account", "/#/account", "main h1"),
    ("limits", "/#/limits", "main h1"),
    ("statistics", "/#/statistics", ".stats-page h1"),
    ("pit", "/#/pit", ".pit .won, .pit .lost"),
    ("pit-table", "/#/pit/table/multilink-3", ".felt .spot"),
    ("pit-link", "/#/pit/link/jackpot", "main h1"),
    ("dealer", "/#/table/multilink-3/deal", ".felt .spot"),
    ("people", "/#/people", "main h1"),
    ("reports", "/#/reports", "main table td"),
    ("hold", "/#/reports/hold", "main table td"),
    ("cashier", "/#/cashier", "main h1"),
    ("cage", "/#/cage", "main h1"),
    ("staff", "/#/pit/staff", "main h1"),
    ("handover", "/#/pit/handover", "main table td"),
)


class Album:
    """Pictures of pages in a folder, with a line about each page that is done."""

    def __init__(self, floor: Floor, folder: Path, wanted: list[str], staff: dict[str, str]) -> None:
        self.floor = floor
        self.folder = folder
        self.wanted = wanted
        self.staff = staff
        self.missing: list[str] = []
        self.began = time.monotonic()

    def wants(self, name: str, group: str) -> bool:
        return not self.wanted or group in self.wanted or any(part in name for part in self.wanted)

    def has(self, name: str) -> bool:
        return (self.folder / f"sheet-{name}.png").exists()

    def attempt(self, take: Callable[..., None], *more: Any) -> None:
        """One page that does not come is not the end of all others."""
        try:
            take(self, *more)
        except (TimeoutError, AssertionError) as late:
            self.missing.append(f"{take.__name__} {' '.join(map(str, more))}: {late}")

    def wants_any(self, names: list[str], group: str) -> bool:
        return any(self.wants(name, group) for name in names)

    def take(self, page: Page, name: str, needed: str, reach: Callable[[Page], None] | None = None) -> None:
        """All looks of what is on the page, once `needed` is there; `reach` brings it about after loading."""
        if self.has(name):
            return
        for language in LANGUAGES:
            _speak(page, language)
            page.reload()
            if reach:
                reach(page)
            page.locator(needed).first.wait_for()
            for theme in THEMES:
                for size in SIZES:
                    self._shoot(page, SIZES[size], theme, f"{name}-{size}-{theme}-{language}")
            if language == "en":
                self._shoot(page, HUGE, "light", f"{name}-huge")
        _speak(page, "en")
        page.set_viewport_size({"width": SIZES["desktop"][0], "height": SIZES["desktop"][1]})
        page.reload()
        self._sheet(name)
        print(f"{time.monotonic() - self.began:5.0f} s  {name}", flush=True)

    def _shoot(self, page: Page, size: tuple[int, int], theme: Any, name: str) -> None:
        page.set_viewport_size({"width": size[0], "height": size[1]})
        page.emulate_media(color_scheme=theme, reduced_motion="reduce")
        page.wait_for_timeout(150)
        page.wait_for_function(_IS_DRESSED)  # a shape's style sheets come with the first screen of it
        page.screenshot(path=self.folder / f"{name}.jpg", type="jpeg", quality=85)

    def _sheet(self, name: str) -> None:
        """A line for each language and theme."""
        looks = [f"{theme}-{language}" for language in LANGUAGES for theme in THEMES]
        rows = [[f"{size}-{look}" for size in SIZES] for look in looks]
        lines = [_beside([self._small(f"{name}-{each}") for each in row]) for row in rows]
        sheet = Image.new("RGB", (lines[0].width, sum(each.height + 8 for each in lines)), "white")
        y = 0
        for line in lines:
            sheet.paste(line, (0, y))
            y += line.height + 8
        sheet.save(self.folder / f"sheet-{name}.png")

    def _small(self, name: str) -> Image.Image:
        with Image.open(self.folder / f"{name}.jpg") as whole:
            width = whole.width * SHEET_PX // whole.height
            return whole.convert("RGB").resize((width, SHEET_PX), Image.Resampling.LANCZOS)


def _beside(pictures: list[Image.Image]) -> Image.Image:
    line = Image.new("RGB", (sum(each.width + 8 for each in pictures), SHEET_PX), "white")
    x = 0
    for each in pictures:
        line.paste(each, (x, 0))
        x += each.width + 8
    return line


def addresses(album: Album, pages: tuple[tuple[str, str, str], ...], group: str, who: str = "") -> None:
    for name, address, needed in pages:
        if album.wants(name, group) and not album.has(name):
            album.attempt(one_address, name, address, needed, who)


def one_address(album: Album, name: str, address: str, needed: str, who: str) -> None:
    page = album.floor.page(name=who)
    page.goto(address)
    album.take(page, name, needed)
    page.close()


def answered(album: Album) -> None:
    """The trainer after a wrong answer."""
    page = album.floor.page()
    page.goto("/#/learn?edition=rws-poker@7")
    lesson = json.loads((_LESSONS / "rws-poker@7.json").read_text())["lessons"][0]
    wrong = (lesson["right"] + 1) % len(lesson["buttons"])
    album.take(page, "learn-answer", ".an.bad", lambda page: page.locator(".learn .an").nth(wrong).click())
    page.close()


def position(album: Album) -> None:
    lessons = json.loads((_LESSONS / "mbs-freebet@3.json").read_text())["lessons"]
    lesson = next(each for each in lessons if each["role"] == "player")
    page = album.floor.page()
    page.goto(f"/#/position?position={quote(lesson['position'])}&place={lesson['place']}")
    album.take(page, "position", ".felt")
    page.close()


def wins(album: Album) -> None:
    """The wall while a prize is celebrated."""
    hit = {
        "number": 1, "at": 0, "table": "Table 3", "round": "t1.1", "player": "Priya Raghunathan", "box": 5,
        "hand": "royal_flush", "percent": 100, "amount": 15_041_268, "display_before": 15_041_268,
        "display_after": 5_000_000,
    }  # fmt: skip
    stream = f"id: 1\nevent: hit\ndata: {json.dumps(hit)}\n\n"
    page = album.floor.page()
    page.route(
        "**/api/jackpots/jackpot/stream",
        lambda route: route.fulfill(body=stream, content_type="text/event-stream"),
    )
    page.goto("/#/jackpot/jackpot")
    album.take(page, "jackpot-win", ".hit")
    page.close()


def replay(album: Album) -> None:
    """Some Round that has ended meanwhile, at its end."""
    page = album.floor.page(name=album.staff["manager"])
    page.goto("/#/rounds")
    page.locator("table.rounds tbody tr[data-status=concluded]").locator("a").first.click()
    page.locator(".felt").wait_for()
    album.take(page, "replay", ".felt", _to_the_end)
    page.close()


def furnish(album: Album) -> None:
    """Something on staff's pages: players with receipts, chips, a float, a note in the log book."""
    boss = album.floor.page(name=album.staff["manager"])
    for name, cents in {"Priya Raghunathan": 2_500_00, "Ken Ong": 400_00, "Hana": 12_480_00}.items():
        person = guest(album.floor, name).get("/api/me").json()["id"]
        body = {"cents": cents, "reason": "cash at window 2"}
        assert boss.request.post(f"/api/people/{person}/deposit", data=body, headers=_SITE).ok
    make_chips(boss, "main", "Main floor")
    count_in(boss, "Table 3", "Main floor")
    boss.goto("/#/pit/staff")
    boss.get_by_label("Kind").select_option("incident")
    boss.get_by_label("What happened").fill("A drink was spilt at table 5; the felt is being dried")
    boss.get_by_role("button", name="Write it down").click()
    boss.close()


def dealing(album: Album, game: str, edition: str) -> None:
    """A physical table: cards are named, something went wrong, what to pay and take."""
    table = open_table(
        album.floor, album.staff["manager"], edition, is_physical=True, title=f"Felt of {game}"
    )
    page = album.floor.page(name=album.staff["dealer"])
    open_console(page, table)
    dealer = RealDealer(page)
    album.take(page, f"dealer-{game}-between", ".real-dock")
    dealer.deal_until(lambda seen: seen["isPad"])
    album.take(page, f"dealer-{game}-cards", ".card-keys")
    album.take(page, f"dealer-{game}-trouble", ".wrong-sheet", _something_went_wrong)
    page.keyboard.press("Escape")
    dealer.deal_until(lambda seen: page.locator(".tiles[aria-label]").count())
    album.take(page, f"dealer-{game}-pay", ".tiles")
    page.close()


def _something_went_wrong(page: Page) -> None:
    page.get_by_role("button", name="Something went wrong").click()


def cut_off(album: Album, house: HouseProcess) -> None:
    """The pit and a dealer after a power cut."""
    house.kill()
    house.open()
    page = album.floor.page(name=album.staff["manager"])
    page.goto("/#/pit")
    album.take(page, "pit-interrupted", "[data-interrupted]")
    page.locator("[data-interrupted]").first.wait_for()
    table = page.locator("[data-interrupted]").first.get_attribute("data-interrupted")
    page.goto(f"/#/table/{table}/deal")
    album.take(page, "dealer-interrupted", ".held-here")
    page.close()


def table(album: Album, game: str, edition: str) -> None:
    """Betting or waiting, a decision, and the end of a Round."""
    page = album.floor.page()
    open_practice(album.floor, page, edition, bots=4)
    album.take(page, f"{game}-first", ".dock .whose")
    album.take(page, f"{game}-decision", ".dock.turn .do:enabled", _to_a_decision)
    if game == "freebet":  # the other two look the same
        album.take(page, f"{game}-advice", ".advice-body p", _ask)
        page.keyboard.press("?")
    album.take(page, f"{game}-result", ".handname, .felt .res", _to_the_outcome)
    page.close()


def _to_a_decision(page: Page) -> None:
    page.locator(".dock .whose").wait_for()
    play_round(page, until=".dock.turn:not(.betting) .do:enabled")


def _to_the_outcome(page: Page) -> None:
    """The felt stays as it is then: the next Round would take it away before the last picture."""
    page.locator(".dock .whose").wait_for()
    page.evaluate(_STAY)
    play_round(page, until=".stays")


def _to_the_end(page: Page) -> None:
    page.locator(".felt").wait_for()
    page.keyboard.press("End")


def _ask(page: Page) -> None:
    page.locator(".dock.turn .do:enabled").first.wait_for()
    button = page.locator(".advice > button")
    if button.get_attribute("aria-expanded") == "false":  # it stays open over a reload
        page.keyboard.press("?")


# Every style sheet that is switched on has come.
_IS_DRESSED = (
    """() => [...document.querySelectorAll("link[data-style]")].every((one) => one.disabled || one.sheet)"""
)
_STAY = """() => setInterval(() => {
  const felt = document.querySelector(".felt:has(.handname, .you .res)");
  if (!felt || document.querySelector(".stays")) return;
  document.querySelector("table-page").redraw = () => null;
  document.body.classList.add("stays");
}, 30)"""


def main() -> int:
    folder, wanted = Path(sys.argv[1]), sys.argv[2:]
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as store, sync_playwright() as playwright:
        house = HouseProcess(Path(store), all_editions=True, pace_ms=PACE_MS)
        house.config.write_text(
            house.config.read_text().replace("interruption_seconds = 2", "interruption_seconds = 3600")
        )
        house.open()
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=CHROMIUM_ARGUMENTS)
        floor = Floor(browser, house.address)
        try:
            album = Album(floor, folder, wanted, made_staff(browser, house))
            for game, edition in _GAMES.items():
                if album.wants(f"table-{game}", "players"):
                    album.attempt(table, game, edition)
            addresses(album, PLAYERS, "players")
            for name, take in {"learn-answer": answered, "position": position, "jackpot-win": wins}.items():
                if album.wants(name, "players"):
                    album.attempt(take)
            if album.wants_any([name for name, _, _ in STAFF], "staff"):
                furnish(album)
            addresses(album, STAFF, "staff", album.staff["manager"])
            if album.wants("replay", "players"):
                album.attempt(replay)
            for game, edition in _GAMES.items():
                if album.wants(f"dealer-{game}", "staff"):
                    album.attempt(dealing, game, edition)
            if album.wants("interrupted", "staff"):
                album.attempt(cut_off, house)
        finally:
            floor.close()
            browser.close()
            house.close()
    for each in album.missing:
        print(f"not taken: {each}")
    return 1 if album.missing else 0


def _speak(page: Page, language: str) -> None:
    page.context.add_cookies([{"name": "language", "value": language, "url": page.url.partition("#")[0]}])


if __name__ == "__main__":
    sys.exit(main())
