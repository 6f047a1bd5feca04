"""English or 中文: what a player sees at a table and in the lobby has no word left in the other language."""

import re

import pytest
from playwright.sync_api import Page

from tests.web.conftest import Floor
from tests.web.playing import play_round
from tests.web.test_shipped import WEB

GAMES = {
    "rws-poker@7": "扑克，第 7 版",
    "rws-multilink@3": "多联累积德州扑克，第 3 版",
    "mbs-freebet@3": "免费加注二十一点，第 3 版",
}
# Names of people and of the house, the letters on pucks and markers.
_KEPT = {"Croupier", "EN", "FREE", "SB", "BB", "BJ", "Guest", "Ada", "Blaise", "Carl", "Daniel", "Emmy"}
# Initials are people's names: their letters stay.
_SEEN = """(where) => {
  const initials = new Set([...document.querySelectorAll(".ava")].map((one) => one.innerText));
  const seen = [...document.querySelectorAll(where)].filter((one) => one.checkVisibility());
  return seen.flatMap((one) => one.innerText.split("\\n")).filter((line) => !initials.has(line)).join("\\n");
}"""


def _untranslated(page: Page, where: str) -> set[str]:
    seen = re.sub(r"¶ .*", "", page.evaluate(_SEEN, where))  # readings have letters in both languages
    words = set(re.findall(r"[A-Za-z]{2,}", seen))
    return words - _KEPT - {word.upper() for word in _KEPT}


def _titles(page: Page) -> set[str]:
    """Words of the names that people gave to tables and jackpots, which stay as they are."""
    told = page.request.get("/api/lobby").text() + page.request.get("/api/jackpots").text()
    words = {
        word
        for title in re.findall(r'"title":\s*"([^"]*)"', told)
        for word in re.findall(r"[A-Za-z]{2,}", title)
    }
    return words | {word.upper() for word in words}


def _in_chinese(floor: Floor) -> Page:
    page = floor.page()
    page.goto("/")
    page.get_by_role("button", name="中文").click()
    page.get_by_role("heading", name="入座").wait_for()
    return page


def test_the_lobby_is_all_in_one_language(floor: Floor) -> None:
    page = _in_chinese(floor)
    page.locator(".tile").first.wait_for()
    assert _untranslated(page, ".top, main") - _titles(page) == set()
    page.get_by_role("button", name="EN").click()
    page.get_by_role("heading", name="Take a seat").wait_for()


@pytest.mark.parametrize("edition", list(GAMES))
def test_a_table_is_all_in_one_language(floor: Floor, edition: str) -> None:
    page = _in_chinese(floor)
    page.locator(".practice button", has_text=GAMES[edition]).click()
    page.get_by_role("dialog").get_by_role("button", name="入座").click()
    page.locator(".dock .whose").wait_for()
    floor.opened(page, page.url.split("/table/")[1].split("?")[0])
    # The log says what happened in hundreds of ways, not all of them translated: docs/pages.md says so.
    where = ".top, .felt, .dock, .tabs, .hud"
    found = _untranslated(page, where)
    play_round(page, until=".dock.turn:not(.betting) .do:enabled")
    found |= _untranslated(page, where)
    play_round(page)
    assert found | _untranslated(page, where) == set()


def test_every_word_of_a_page_is_known_in_chinese() -> None:
    """Whatever a page gives to `t` has an entry; what is put together from parts the browser shows."""
    chinese = (WEB / "core" / "zh.js").read_text().partition("const phrases")[0]
    known = set(re.findall(r'"([^"]+)":\s+"', chinese)) | set(re.findall(r'\b(\w+):\s+"', chinese))
    used = {
        (path.name, words)
        for path in WEB.rglob("*.js")
        for words in re.findall(r'\bt\(\s*"([^"]*[A-Za-z]{2}[^"]*[^ "])"', path.read_text())
    }
    assert len(used) > 200
    assert {(name, words) for name, words in used if words not in known} == set()
