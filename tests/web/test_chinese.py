"""English or 中文: what a player sees at a table and in the lobby has no word left in the other language."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from playwright.sync_api import Page

from croupier.games import catalogue
from croupier.games.company import bots_for
from croupier.rulebook import library
from croupier.table import Accepted, Actor, Command, Refusal, Role
from croupier.table.bots import Bot, RandomBot
from croupier.table.driver import Driver
from croupier.table.options import fill
from croupier.table.scenario import SUFFIX, read_script
from croupier.table.scenario.floor import Floor as ScenarioFloor
from croupier.table.scenario.play import play
from croupier.table.words import say
from tests.web.conftest import Floor
from tests.web.playing import EDITIONS, open_practice, play_round
from tests.web.test_shipped import WEB

GAMES = {
    "rws-poker@7": "扑克，第 7 版",
    "rws-multilink@3": "多联累积德州扑克，第 3 版",
    "mbs-freebet@3": "免费加注二十一点，第 3 版",
}
# Names of people and of the house, the letters on pucks and markers.
_KEPT = {"Croupier", "EN", "FREE", "SB", "BB", "BJ", "Guest", "Ada", "Blaise", "Carl", "Daniel", "Emmy"}
_BROUGHT, _POOR = 1_000_00, 200_00  # what a bot brings, and with how little it goes to fetch more
SCENARIOS = Path(__file__).parents[2] / "scenarios"
_SCRIPTS = [read_script(path) for path in sorted(SCENARIOS.rglob(f"*{SUFFIX}"))]
_PEOPLE = {"Ada", "Blaise", "Carl", "Daniel", "Emmy", "Zoe"}  # Zoe is named in a scenario and never sits
_PEOPLE |= {seating.name for script in _SCRIPTS for seating in script.seatings}
_PEOPLE |= {step.speaker for script in _SCRIPTS for step in script.steps if step.speaker.istitle()}
# Initials are people's names: their letters stay.
_SEEN = """(where) => {
  const initials = new Set([...document.querySelectorAll(".ava")].map((one) => one.innerText));
  const seen = [...document.querySelectorAll(where)].filter((one) => one.checkVisibility());
  return seen.flatMap((one) => one.innerText.split("\\n")).filter((line) => !initials.has(line)).join("\\n");
}"""


def _untranslated(page: Page, where: str) -> set[str]:
    # Readings have letters in both languages, and guests after the first are "Guest 92a5".
    seen = re.sub(r"¶ .*|(?<=Guest )[0-9a-f]+", "", page.evaluate(_SEEN, where))
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
    where = ".top, .felt, .dock, .tabs, .hud, .log"
    found = _untranslated(page, where)
    play_round(page, until=".dock.turn:not(.betting) .do:enabled")
    found |= _untranslated(page, where)
    play_round(page)
    assert found | _untranslated(page, where) == set()


@pytest.mark.parametrize("edition", list(GAMES))
def test_a_table_needs_no_words_of_other_pages(floor: Floor, edition: str) -> None:
    """They come later, to keep a table light: here they never do."""
    page = floor.page()
    open_practice(floor, page, edition)
    play_round(page, until=".dock.turn:not(.betting) .do:enabled")
    floor.expect("ERR_FAILED")
    page.route("**/zh-pages.js", lambda route: route.abort())
    page.evaluate("() => localStorage.setItem('croupier.language', 'zh')")
    page.reload()
    page.locator(".dock.turn .do:enabled").first.wait_for()
    where = ".top, .felt, .dock, .tabs, .hud, .log"
    found = _untranslated(page, where)
    play_round(page)
    assert found | _untranslated(page, where) == set()


@pytest.mark.parametrize("edition", list(GAMES))
def test_ordinary_rounds_need_no_words_of_other_pages(floor: Floor, edition: str) -> None:
    """A Round or two on a page seldom has a Side Pot, or a bot that goes to fetch more: these Rounds do."""
    game = edition.partition("@")[0]
    heard = _heard(edition, bots_for(game), rounds=400)
    page = floor.page()
    page.goto("/core/words/words.js")  # no page, so nothing else is learnt meanwhile
    told = page.evaluate(
        """async ([game, words]) => {
          const {prefs} = await import('/core/prefs.js');
          const {learn, learnGame, told} = await import('/core/words/words.js');
          prefs.set("language", "zh");
          await learn();
          await learnGame(game);
          return words.map(told);
        }""",
        [game, sorted(heard)],
    )
    assert {one: line for one, line in zip(sorted(heard), told, strict=True) if _left(line)} == {}


def _said(edition: str) -> set[str]:
    """Whatever a player hears in some Rounds of bots, and of players who do anything that is offered."""
    heard = set[str]()
    for number in range(4):
        players = bots_for(edition.partition("@")[0], 5)
        if number % 2:
            players = {name: RandomBot(number * 10 + each) for each, name in enumerate(players)}
        heard |= _heard(edition, players, rounds=3)
    return heard


def _heard(edition: str, players: Mapping[str, Bot], rounds: int) -> set[str]:
    """What somebody at the table hears. Who has lost nearly all goes and comes back with more."""
    chance, heard, table = Random(1), set[str](), catalogue().table(edition)
    listener = Actor("Ada", Role.PLAYER, 1)

    def listen(_: Command, outcome: Accepted[Any] | Refusal) -> None:
        if isinstance(outcome, Accepted):
            heard.update(say(event.for_viewer(listener)) for event in outcome.events)

    driver = Driver(table, players, seeds=lambda: chance.randbytes(512).hex(), listener=listen)
    for _ in range(rounds):
        for place, name in enumerate(players, start=1):
            actor = Actor(name, Role.PLAYER, place)
            if table.game.holdings(table.state).get(f"stack/{place}", 0) >= _POOR:
                continue
            if going := table.game.leaving(table.rules, table.state, actor):
                driver.give(fill(table.game.commands_by_name[going.command], going, actor))
            for command in table.game.seat(actor, place, _BROUGHT):
                driver.give(command)
        driver.play_round()
    return heard


def _in_scenarios(monkeypatch: pytest.MonkeyPatch) -> tuple[set[str], set[str]]:
    """Why players of the scenario book are refused something, and what they hear when things go wrong."""
    reasons, heard, catalog, given = set[str](), set[str](), catalogue(), ScenarioFloor.give
    player = Actor("Ann", Role.PLAYER, 1)

    def listen(floor: ScenarioFloor, where: str, command: Command) -> Any:
        refusal, happened = given(floor, where, command)
        if refusal and command.by.role is Role.PLAYER:
            reasons.add(refusal.reason)
        return refusal, happened

    monkeypatch.setattr(ScenarioFloor, "give", listen)
    for script in _SCRIPTS:
        events = play(script, script.editions[-1], catalog.game, catalog.rules).events
        heard.update(say(event.for_viewer(player)) for event in events)
    return reasons, heard


def _refused_to_the_hasty(edition: str) -> set[str]:
    """Why somebody is refused who clicks what was possible a moment ago, or for another amount or place."""
    reasons, chance = set[str](), Random(2)
    table, done = catalogue().table(edition), dict[type[Command], list[Command]]()
    players = {name: RandomBot(each) for each, name in enumerate(bots_for(edition.partition("@")[0], 5))}

    def another(value: int) -> int:
        return chance.choice([value, value, 0, 1, 3, value + 1, value * 10, value * 100])

    def listen(command: Command, outcome: Accepted[Any] | Refusal) -> None:
        if command.by.role is Role.PLAYER and isinstance(outcome, Accepted):
            done.setdefault(type(command), []).append(command)
        for known in done.values():
            earlier, name = chance.choice(known), chance.choice(list(players))
            numbers = {
                field: another(value)
                for field in earlier.__struct_fields__
                if type(value := getattr(earlier, field)) is int and field != "at"
            }
            by = Actor(name, Role.PLAYER, table.game.place_of(table.state, name))
            answer = table.decide(msgspec.structs.replace(earlier, by=by, **numbers))
            if isinstance(answer, Refusal):
                reasons.add(answer.reason)

    driver = Driver(table, players, seeds=lambda: chance.randbytes(512).hex(), listener=listen)
    for place, name in enumerate(players, start=1):
        for command in table.game.seat(Actor(name, Role.PLAYER, place), place, 1_000_00):
            driver.give(command)
    for _ in range(20):
        driver.play_round()
    return reasons


def _taught(edition: str) -> set[str]:
    lessons = json.loads((WEB / "lessons" / f"{edition}.json").read_text())["lessons"]
    words = {button["words"] for each in lessons for button in each["buttons"]}
    words |= {done for each in lessons for _, done in each["steps"]} | {each["reason"] for each in lessons}
    return {re.sub(r"\{\w+\}", "…", each) for each in words}


def test_what_is_said_and_taught_is_known_in_chinese(floor: Floor) -> None:
    """The log of ordinary Rounds in every game, and every question of the trainer."""
    words = set.union(*(_said(each) | _taught(each) for each in EDITIONS))
    assert len(words) > 1_000
    assert {one: line for one, line in _in_words(_in_chinese(floor), words).items() if _left(line)} == {}


def _in_words(page: Page, words: set[str]) -> dict[str, str]:
    """What each of these is in the language of the page."""
    told = page.evaluate(
        """async (words) => {
          const {learnRefusals, told} = await import('/core/words/words.js');
          await learnRefusals();
          return words.map(told);
        }""",
        sorted(words),
    )
    return dict(zip(sorted(words), told, strict=True))


def _left(line: str, written: str = "") -> set[str]:
    """What is English in a line, besides names and what a person wrote in a sentence of his own."""
    nameless = re.sub(rf"\b({'|'.join(_PEOPLE)})\b", "", line, flags=re.ASCII)
    found = re.findall(r"[A-Za-z]{2,}(?:[ ,'@-]+[A-Za-z\d]+)*", nameless)
    return {each for each in found if not (re.search("[ @]", each) and each in written)}


_RANKS = {
    "Two": "2",
    "Three": "3",
    "Four": "4",
    "Five": "5",
    "Six": "6",
    "Seven": "7",
    "Eight": "8",
    "Nine": "9",
}
_RANKS |= {"Ten": "10"}


def _figures(line: str) -> list[str]:
    """Amounts, places and ranks of cards; a fault of "box 0" is one of the whole table."""
    line = re.sub(
        rf"\b({'|'.join(_RANKS)})(?:e?s)?\b(?! (?:Odd|of a|Pairs))", lambda rank: _RANKS[rank[1]], line
    )
    return sorted(re.findall(r"\d(?:[\d,.]*\d)?", line.replace("(box 0)", "")))


def test_what_is_refused_and_what_goes_wrong_is_said_in_chinese(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    reasons, heard = _in_scenarios(monkeypatch)
    reasons = reasons.union(*map(_refused_to_the_hasty, EDITIONS))
    assert len(reasons) > 400
    assert len(heard) > 1_000
    written = " ".join(" ".join(path.read_text().split()) for path in SCENARIOS.rglob(f"*{SUFFIX}"))
    told = _in_words(_in_chinese(floor), reasons | heard)
    assert {one: line for one, line in told.items() if one in reasons and _left(line)} == {}
    assert {one: line for one, line in told.items() if _left(line, written)} == {}
    told = {one: line for one, line in told.items() if one.split()[0] not in _RANKS}  # people are called so
    assert {one: line for one, line in told.items() if _figures(one) != _figures(line)} == {}


def _of_the_document(edition: str) -> set[str]:
    """Titles, numbers of paragraphs, letters of readings, and words that the document defines or prints."""
    book = library().get(edition)
    names = [book.id, book.title, book.operator, *book.paragraphs, *book.readings]
    return set(re.findall(r"[A-Za-z]{2,}", " ".join(names))) | {"BET", "Bet", "BETTING", "ROUND", "SHOWDOWN"}


def test_why_is_answered_in_chinese(floor: Floor) -> None:
    """The paragraph beside the felt, in a dialog, and in its book."""
    page = _in_chinese(floor)
    page.goto("/#/rules/rws-poker@7?at=5.12")
    page.locator("dl.paragraphs div").first.wait_for()
    assert _untranslated(page, ".edition") - _of_the_document("rws-poker@7") == set()
    page.locator("cite-chip button").first.click()
    page.locator("rule-sheet .gist").wait_for()
    assert _untranslated(page, "rule-sheet") - _of_the_document("rws-poker@7") == set()
    page.goto("/#/rules/rws-poker@6/changes/rws-poker@7")
    page.locator("table.stacked td").first.wait_for()
    assert _untranslated(page, "main") - _of_the_document("rws-poker@7") == set()


def test_pages_of_a_player_are_all_in_one_language(floor: Floor) -> None:
    """What stands around a table: the account with its movements, limits, Rounds, books, the trainer."""
    page = _in_chinese(floor)
    page.locator(".tile a.button, .tile button", has_text="游戏").first.click()
    page.get_by_role("dialog").get_by_role("button", name="入座").click()
    page.locator(".dock .whose").wait_for()
    operators = {word for book in library().editions() for word in book.operator.split()}
    kept = _titles(page) | operators | {"CSV", "PHH", "JSON", "mm", "dd", "yyyy", "AM", "PM"}
    for address, needed in (
        ("/#/account", ".movements tbody tr:nth-child(2)"),
        ("/#/limits", "main h2"),
        ("/#/rounds", "main h1"),
        ("/#/rules", "main li"),
        ("/#/learn", ".an"),
    ):
        page.goto(address)
        page.locator(needed).first.wait_for()
        assert (address, _untranslated(page, "main") - kept - _PEOPLE) == (address, set())


def test_a_pot_is_told_however_many_win_it(floor: Floor) -> None:
    """Four or more hands are alike too seldom for the walks."""
    shares = [f"Seat {seat} wins 25" for seat in range(1, 5)]
    line = "Main Pot of 102, rake 2: " + ", ".join(shares[:3]) + " and " + shares[3]
    (told,) = _in_words(_in_chinese(floor), {line}).values()
    assert told == "主池 102，抽水 2：" + "，".join(f"{seat} 号座位 赢 25" for seat in range(1, 5))


def test_a_guest_with_a_number_is_not_taken_for_a_figure(floor: Floor) -> None:
    """Advice is told in pieces such as "surrender −0.500"; the second guest of a house is called like one."""
    bets, best = (
        "Guest 4842 has no further bets",
        "Best: play on. Expected −0.099; surrender −0.500 of the wager.",
    )
    told = _in_words(_in_chinese(floor), {bets, best})
    assert told[bets] == "Guest 4842 下注完毕"
    assert told[best] == "最佳：继续。期望值 −0.099；投降 −0.500（以主注为单位）。"


def test_every_word_of_a_page_is_known_in_chinese() -> None:
    """Whatever a page gives to `t` has an entry; what is put together from parts the browser shows."""
    chinese = "".join(path.read_text() for path in (WEB / "core/words").glob("zh*.js"))
    known = set(re.findall(r'"([^"]+)":\s+"', chinese)) | set(re.findall(r'\b(\w+):\s+"', chinese))
    used = {
        (path.name, words)
        for path in WEB.rglob("*.js")
        for words in re.findall(r'\bt\(\s*"([^"]*[A-Za-z]{2}[^"]*[^ "])"', path.read_text())
    }
    assert len(used) > 200
    assert {(name, words) for name, words in used if words not in known} == set()


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_setting_has_its_name_in_chinese(edition: str) -> None:
    chinese = "".join(path.read_text() for path in (WEB / "core/words").glob("zh*.js"))
    names = [name.replace("_", " ").capitalize() for name in library().get(edition).settings]
    assert [name for name in names if not re.search(rf'^  "?{name}"?: "', chinese, re.MULTILINE)] == []


@pytest.mark.parametrize("game", ["poker", "multilink", "freebet"])
def test_the_words_of_a_felt_come_with_its_own_game(game: str) -> None:
    """Which of them a Round shows is up to the cards: those of another game would be missed now and then."""
    words = WEB / "core/words"
    chinese = "".join((words / name).read_text() for name in ("zh.js", f"zh-{game}.js", "zh-table.js"))
    known = set(re.findall(r'"([^"]+)":\s+"', chinese)) | set(re.findall(r'\b(\w+):\s+"', chinese))
    felt = (WEB / f"layouts/{game}-layout.js").read_text()
    used = set(re.findall(r'\bt\(\s*"([^"]*[A-Za-z]{2}[^"]*[^ "])"', felt))
    if "core/table/hands.js" in felt:
        names = re.search(r"const NAMES = \[(.+?)\]", (WEB / "core/table/hands.js").read_text(), re.DOTALL)
        assert names is not None
        used |= set(re.findall(r'"([^"]+)"', names[1]))
    assert len(used) > 5
    assert used - known == set()
