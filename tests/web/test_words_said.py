"""Every word of a page is in a catalogue: in the language that nobody speaks, none is left plain."""

import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page

from croupier.languages import PSEUDO
from tests.web.conftest import Floor, made_staff
from tests.web.house import HouseProcess
from tests.web.playing import EDITIONS, open_practice, play_round

# What can be read: text in sight, and what is said of it to who points at it or hears it.
_READ = """() => {
  const found = [];
  const kept = "code, kbd, .ava, .brand, button[lang], .gist, .document";
  const walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const {parentElement, nodeValue} = walk.currentNode;
    const isKept = parentElement.closest(kept + ", script, style, noscript");
    if (!isKept && parentElement.checkVisibility()) found.push(nodeValue);
  }
  for (const name of ["aria-label", "title", "placeholder"])
    for (const one of document.querySelectorAll(`[${name}]`))
      if (!one.closest(kept + ", .signage div") && one.checkVisibility()) found.push(one.getAttribute(name));
  return found;
}"""
# What the page has fetched is drawn, and so is every element whose code comes late.
_IS_THERE = """() => {
  const main = document.querySelector("main");
  return main.firstElementChild?.ariaBusy === "false" && !main.querySelector(":not(:defined)");
}"""
# People, the titles that people gave to tables, and names that are the same in every language.
_NAMES = {"Croupier", "Ada", "Blaise", "Carl", "Daniel", "Emmy", "Guest", "Maria", "Dan", "Table", "Jackpot"}
_NAMES |= {"Fay", "Robin", "Bea", "Ann", "Ben", "Cat"}
_NAMES |= {"Day", "Night", "Evening", "CSV", "JSON", "PHH", "SCORE", "SGT"}
_NAMES |= {"Appendix"}  # a paragraph has the number that its document gives it
_NAMES |= {"Marina", "Bay", "Sands", "Resorts", "World", "Sentosa", "Jane"}
# Ids of editions and of unnumbered parts of paragraphs, and days as `Intl` writes them.
_EDITION = re.compile(
    r"\bpractice-[a-z]+-[0-9a-f]+|\b[a-z]+-[a-z]+@\d|\bpractice-[a-z]+-[0-9a-f]+|\b(?:mbs|rws)-[a-z]+\b"
    r"|\b(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun|January|February|March|April|June|July|August|September|October"
    r"|November|December|Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)\b|\b[0-9a-f]{40,}\b"
    r"|\((?:lead|table|tail)\)"
)


def plain_words(page: Page) -> set[str]:
    """What on the page has words that nobody has decorated, apart from names."""
    found = set()
    for text in page.evaluate(_READ):
        words = re.findall(r"[A-Za-z]{3,}", _EDITION.sub("", text))
        if plain := [word for word in words if word not in _NAMES]:
            found.add(f"{' '.join(plain)} | {text.strip()}")
    return found


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_table_is_said_whole(floor: Floor, edition: str) -> None:
    page = floor.page()
    open_practice(floor, page, edition)
    play_round(page, until=".dock.turn:not(.betting) .do:enabled")
    floor.speak(page, PSEUDO)
    page.reload()
    page.locator(".dock.turn .do:enabled").first.wait_for()
    found = plain_words(page)
    play_round(page)
    assert found | plain_words(page) == set()


# By address: what has to be there, and who looks.
_PAGES = {
    "/": ("mini-table", ""),
    "/#/sign-in": ("main h1", ""),
    "/#/rules": ("main li", ""),
    "/#/rules/rws-poker@7": ("main h2", ""),
    "/#/jackpot/jackpot": ("meter-display", ""),
    "/#/account": ("main h1", "dealer"),
    "/#/limits": ("main h2", "dealer"),
    "/#/learn?edition=rws-multilink@3": (".learn .an", ""),
    "/#/learn?edition=mbs-freebet@3&drill=yes": (".drill input", ""),
    "/#/first/rws-poker": (".first-words h2", ""),
    "/#/first/mbs-freebet": (".first-words h2", ""),
    "/#/statistics": ("main h1", "dealer"),
    "/#/rounds": ("main h1", "dealer"),
    "/#/rulings": ("main h1", "dealer"),
    "/#/table/multilink-3/deal": ("main button", "dealer"),
    "/#/pit": (".pit .tile", "manager"),
    "/#/pit/table/multilink-3": (".felt .spot", "manager"),
    "/#/pit/table/multilink-3?see=seats": ("main h2", "manager"),
    "/#/pit/table/multilink-3?see=absences": ("main h2", "manager"),
    "/#/pit/table/multilink-3?see=waiting": ("main h2", "manager"),
    "/#/pit/table/multilink-3?see=settings": ("main h2", "manager"),
    "/#/pit/link/jackpot": ("main h2", "manager"),
    "/#/pit/staff": ("main h2", "manager"),
    "/#/pit/handover": ("main h2", "manager"),
    "/#/cashier": ("main h1", "manager"),
    "/#/cage": ("main h2", "manager"),
    "/#/people": ("main h1", "manager"),
    "/#/reports": ("main h2", "manager"),
    "/#/reports/hold": ("main h1", "manager"),
}


def test_the_pages_of_every_role_are_said_whole(browser: Browser, tmp_path: Path) -> None:
    """In a house of its own: elsewhere people have given tables names, and written into the log book."""
    house = HouseProcess(tmp_path).open()
    floor = Floor(browser, house.address)
    try:
        staff = made_staff(browser, house)
        pages = {who: floor.page(name=staff.get(who, "")) for who in ("", "dealer", "manager")}
        left = {}
        for address, (needed, who) in _PAGES.items():
            page = pages[who]
            floor.speak(page, PSEUDO)
            page.goto("about:blank")  # or what is found there is of the page before
            page.goto(address)
            page.locator(needed).first.wait_for()
            page.wait_for_function(_IS_THERE)
            if found := plain_words(page):
                left[address] = found
        page = pages[""]
        page.goto("/")
        page.locator("details.menu summary").click()
        page.locator(".settings-button").click()
        page.locator("dialog.settings .set-box").first.wait_for()
        assert left | {"settings": plain_words(page)} == {"settings": set()}
    finally:
        floor.close()
        house.close()
