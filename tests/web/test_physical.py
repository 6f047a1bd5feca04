"""Physical cards: whole Rounds named by keyboard alone, as a dealer types or a scanner sends them."""

import re
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from tests.patience import PATIENCE_S
from tests.web.conftest import Floor
from tests.web.looks import faults_in_all_looks
from tests.web.playing import EDITIONS
from tests.web.staff import open_table, take_over

pytestmark = pytest.mark.soak  # whole houses or many pages: before a release

_SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
# What a dealer does not do unless there is a reason.
_SKIPPED = ("ShuffleCards", "AnnounceControl", "BurnCard", "CallTime")


def _deck() -> Iterator[str]:
    """Cards as they come out of a well mixed deck, each once: 17 steps at a time through 52."""
    cards = [f"{rank}{suit}" for suit in "shdc" for rank in "23456789TJQKA"]
    yield from (cards[step * 17 % 52] for step in range(52))


def _shown(card: str) -> str:
    return card[0].replace("T", "10") + _SUITS[card[1]]


class Typist:
    """A dealer who never touches the mouse."""

    def __init__(self, page: Page) -> None:
        self.page, self.deck = page, _deck()
        self.named: list[tuple[str, list[str]]] = []
        self.told: list[tuple[str, list[str]]] = []

    def deal_round(self) -> None:
        self.deal_until(lambda step: step["isBetween"] and self.named)

    def deal_until(self, is_so: Callable[[Any], object]) -> None:
        """Do what comes next, one look at the page for each step."""
        end = time.monotonic() + PATIENCE_S
        while not is_so(step := self.page.evaluate(_STEP, list(_SKIPPED))):
            assert time.monotonic() < end, f"{self.named}: {self.page.locator('main').inner_text()}"
            if step["cards"]:
                self.name(step["command"], step["cards"])
            elif step.get("isStray"):
                self.page.locator(".dock card-entry input").fill("")
            elif step.get("isChoice"):  # the first one, by keyboard as well
                self.page.keyboard.press("Space")
                self.page.keyboard.press("Enter")
            elif step["key"]:
                self.press(step["key"])
            self.page.wait_for_timeout(40)

    def press(self, key: str) -> None:
        self.page.keyboard.press(key)

    def name(self, command: str, count: int) -> None:
        """Like a scanner: each card and Enter, wherever the focus is; the last Enter gives them."""
        cards = [next(self.deck) for _ in range(count)]
        seen = self.page.evaluate(_LAST)
        told: list[str] = []
        self.told.append((command, told))
        for card in cards:
            told.append(self.page.locator(".dock card-entry strong.next").inner_text())
            self.page.keyboard.type(card.replace("T", "10"))
            self.page.keyboard.press("Enter")
        self.page.wait_for_function(f"(seen) => ({_LAST})() !== seen", arg=seen)
        self.named.append((command, cards))


class Toucher(Typist):
    """A dealer with a phone in the hand: every card by two taps on the keypad, nothing by keyboard."""

    def name(self, command: str, count: int) -> None:
        cards = [next(self.deck) for _ in range(count)]
        seen = self.page.evaluate(_LAST)
        for card in cards:
            for key in (card[0].replace("T", "10"), _SUITS[card[1]]):
                self.tap(self.page.locator(".dock .keypad button").get_by_text(key, exact=True))
        assert self.page.evaluate(_IN_SIGHT) == []
        self.tap(self.page.locator(".dock option-form button[type=submit]"))
        self.page.wait_for_function(f"(seen) => ({_LAST})() !== seen", arg=seen)
        self.named.append((command, cards))

    def tap(self, button: Locator) -> None:
        box = button.bounding_box()
        assert box is not None
        self.page.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)

    def press(self, key: str) -> None:
        """Where the button is drawn: whatever lies over it is touched instead. It may be gone by now."""
        if point := self.page.evaluate(_MIDDLE, key):
            self.page.touchscreen.tap(*point)


_MIDDLE = """(key) => {
  const button = document.querySelector(`.dock > action-bar .do[aria-keyshortcuts="${key}"]`);
  const {x, y, width, height} = button?.getBoundingClientRect() ?? {width: 0};
  return width ? [x + width / 2, y + height / 2] : null;
}"""
# What is wrong while cards are entered: the whole felt and the whole keypad are on the screen, apart.
_IN_SIGHT = """() => {
  const felt = document.querySelector(".felt").getBoundingClientRect();
  const dock = document.querySelector(".dock").getBoundingClientRect();
  const keys = [...document.querySelectorAll(".dock .keypad button, .dock button[type=submit]")];
  const low = keys.filter((one) => one.getBoundingClientRect().bottom > innerHeight + 1);
  return [
    felt.top < 0 ? "felt above" : "",
    felt.bottom > dock.top + 1 ? `felt to ${felt.bottom}, dock from ${dock.top}` : "",
    felt.height < 220 ? `felt ${felt.height} high` : "",
    low.length ? `${low.length} keys below the screen` : "",
  ].filter(Boolean);
}"""
_LAST = "() => document.querySelector('.log li:last-child')?.dataset.seq ?? ''"
# One look at the page: whatever is pressed then was there while the Round was on.
_STEP = """(skipped) => {
  const isBetween = document.querySelector(".whose")?.textContent.includes("Between Rounds") ?? false;
  const bar = document.querySelector(".dock > action-bar");
  const entry = bar?.querySelector("card-entry .entered [role=group]")?.getAttribute("aria-label");
  // Not taken yet, or a key that came after its button had gone.
  if (bar?.querySelector("card-entry input")?.value)
    return {isBetween, cards: 0, key: "", isStray: Boolean(bar.querySelector(".card-entry .problem"))};
  const chosen = bar?.querySelector(".do.chosen")?.dataset.command ?? "";
  if (entry) return {isBetween, cards: Number(entry.split(" of ")[1].split(" ")[0]), command: chosen};
  const isChoice = Boolean(document.activeElement?.matches(".dock option-form input[type=radio]"));
  if (bar?.querySelector("option-form")) return {isBetween, cards: 0, key: "", isChoice};
  const all = [...(bar?.querySelectorAll(".do:enabled") ?? [])];
  const next = all.find((one) => !skipped.includes(one.dataset.command)) ?? all[0];
  return {isBetween, cards: 0, key: next?.getAttribute("aria-keyshortcuts") ?? "", command: ""};
}"""


# Where each card of the deal goes with two players, {0} nearer to the Dealer's left. In Poker's first Round
# the button is at {0}, so {1} gets the first card (3.7, 3.9); version 6 burns nothing before.
_POKER = ["seat {1}, first card", "seat {0}, first card", "seat {1}, second card", "seat {0}, second card"]
_BOXES = ["box {0}, first card", "box {1}, first card", "box {0}, second card", "box {1}, second card"]
_AREAS = ["area {0}, first card", "area {1}, first card", "area {0}, second card", "area {1}, second card"]
_ORDER = {
    "rws-poker@6": _POKER,
    "rws-poker@7": ["Burnt Card", *_POKER],
    "rws-multilink@2": ["Burnt Card", *_BOXES],  # 3.11.1
    "rws-multilink@3": ["Burnt Card", *_BOXES],
    "mbs-freebet@3": [*_AREAS[:2], "Dealer", *_AREAS[2:]],  # 3.18
}
_FLOP = ["Burnt Card", "Flop, first card", "Flop, second card", "Flop, third card"]


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_whole_round_is_dealt_by_keyboard(floor: Floor, staff: dict[str, str], edition: str) -> None:
    table = open_table(floor, staff["manager"], edition, is_physical=True, bots=2)
    page = floor.page(name=staff["dealer"])
    take_over(page, table)
    dealer = Typist(page)
    dealer.deal_round()
    log = page.locator(".log").inner_text()
    initial = "DealInitial" if edition.startswith("mbs") else "DealHoleCards"
    assert initial in [command for command, _ in dealer.named]
    told = dict(reversed(dealer.told))  # the first of each
    lines = page.context.request.get(f"/api/tables/{table}").json()["seats"]
    places = sorted(each["place"] for each in lines)
    assert told[initial] == [each.format(*places) for each in _ORDER[edition]]
    street = told.get("DealFlop") or told.get("DealStreet")
    assert street in (None, _FLOP)
    # What was named is what lies on the table. From a Card Shoe the first card of a street is burnt.
    for command, cards in dealer.named:
        if command in ("DealStreet", "DealFlop"):
            assert all(_shown(card) in log for card in cards[1:]), (command, cards)
        if command == "DealInitial":
            assert all(_shown(card) in log for card in cards), (command, cards)


@pytest.mark.parametrize("size", ["phone", "landscape"])
@pytest.mark.parametrize("edition", ["rws-poker@7", "rws-multilink@3", "mbs-freebet@3"])
def test_a_round_is_dealt_by_touch_with_the_felt_in_sight(
    floor: Floor, staff: dict[str, str], edition: str, size: str
) -> None:
    table = open_table(floor, staff["manager"], edition, is_physical=True, bots=2)
    page = floor.page(size, name=staff["dealer"])
    take_over(page, table)
    dealer = Toucher(page)
    dealer.deal_round()
    initial = "DealInitial" if edition.startswith("mbs") else "DealHoleCards"
    assert initial in [command for command, _ in dealer.named]


@pytest.mark.parametrize("edition", ["rws-poker@7", "rws-multilink@2", "rws-multilink@3"])
def test_a_round_from_a_shuffler_is_dealt_by_keyboard(
    floor: Floor, staff: dict[str, str], edition: str
) -> None:
    """An Electronic Card Shuffler gives packets: the community cards are named with the deal."""
    settings = {"device": "electronic_shuffler"}
    table = open_table(floor, staff["manager"], edition, is_physical=True, bots=2, settings=settings)
    page = floor.page(name=staff["dealer"])
    take_over(page, table)
    dealer = Typist(page)
    dealer.deal_round()
    counts = {command: len(cards) for command, cards in dealer.named}
    if edition == "rws-poker@7":
        assert counts == {"DealHoleCards": 9}  # two each for two players, and five community cards
    else:
        assert counts["DealCommunityCards"] == 5


@pytest.fixture
def typing(floor: Floor, staff: dict[str, str]) -> Page:
    """A console that asks for the hole cards of two players: a burnt card and two each, five cards."""
    table = open_table(floor, staff["manager"], "rws-poker@7", is_physical=True, bots=2)
    page = floor.page(name=staff["dealer"])
    take_over(page, table)
    Typist(page).deal_until(lambda step: step["cards"])
    expect(page.locator(".card-entry [role=status]")).to_have_text("0 of 5 named. Next: Burnt Card")
    return page


def test_named_cards_lie_at_their_places(typing: Page) -> None:
    """A burnt card and two each for two players: the third card is the second player's first."""
    places = typing.locator(".card-entry .destination")
    expect(places).to_have_count(3)
    expect(typing.locator(".card-entry .destination.next")).to_have_text("Burnt Card")
    typing.keyboard.type("As Kd")
    last = places.nth(2)
    expect(typing.locator(".card-entry .destination.next small")).to_have_text(
        last.locator("small").inner_text()
    )
    typing.keyboard.type(" 2h")
    expect(places.nth(0).locator("playing-card")).to_have_attribute("aria-label", "Burnt Card: ace of spades")
    first = places.nth(1).locator("playing-card")
    expect(first.nth(0)).to_have_attribute(
        "aria-label", re.compile("^Seat \\d+, first card: king of diamonds$")
    )
    expect(first.nth(1)).to_have_attribute(
        "aria-label", re.compile("^Seat \\d+, second card: not named yet$")
    )
    expect(last.locator("playing-card").first).to_have_attribute("aria-label", re.compile("two of hearts$"))
    assert faults_in_all_looks(typing) == []


@pytest.mark.parametrize("size", [(1180, 820), (820, 1180), (1024, 768), (1440, 900), (3840, 2160)])
def test_felt_and_keypad_are_in_sight_on_every_screen(typing: Page, size: tuple[int, int]) -> None:
    """A tablet on its side had an empty room where the felt should be: it was scaled to nothing."""
    typing.set_viewport_size({"width": size[0], "height": size[1]})
    typing.reload()
    typing.locator(".dock .keypad").wait_for()
    stage = typing.locator(".felt .stage").bounding_box()
    assert stage is not None
    assert stage["height"] > 400
    assert stage["width"] > 600
    keys = typing.locator(".dock .keypad button")
    last = keys.last.bounding_box()
    assert last is not None
    assert (
        last["y"] + last["height"] <= size[1] or size[1] < 800
    )  # where it is lower, the felt scrolls with it


def test_an_unknown_card_is_pointed_out_and_nothing_is_lost(typing: Page) -> None:
    typing.keyboard.type("As Kx")
    entry = typing.locator(".dock card-entry input")
    expect(typing.locator(".card-entry .problem")).to_contain_text("“KX” is no card")
    assert entry.get_attribute("aria-invalid") == "true"
    typing.keyboard.press("Enter")
    assert entry.input_value() == "As Kx"
    typing.keyboard.press("Backspace")
    typing.keyboard.type("d 2h 3c 4s 5s")
    expect(typing.locator(".card-entry .problem")).to_have_text("1 card too many: 5 wanted.")
    assert typing.locator(".dock option-form button[type=submit]").is_disabled()
    assert faults_in_all_looks(typing) == []


def test_the_same_card_twice_is_refused_and_what_was_typed_stays(typing: Page) -> None:
    typing.keyboard.type("As Kd 2h As 5s")
    typing.keyboard.press("Enter")
    refused = typing.locator(".dock option-form .problem[role=alert]")
    refused.wait_for()
    assert "A♠" in refused.inner_text() or "As" in refused.inner_text()
    entry = typing.locator(".dock card-entry input")
    assert entry.input_value() == "As Kd 2h As 5s"
    assert typing.locator(".felt playing-card").count() == 0  # nothing was dealt
    entry.fill("As Kd 2h 7c 5s")
    typing.keyboard.press("Enter")
    typing.locator(".felt .seat playing-card").first.wait_for()


def test_escape_leaves_the_cards_for_something_else(typing: Page) -> None:
    typing.keyboard.press("a")  # goes into the entry
    typing.keyboard.press("Escape")
    typing.locator(".dock card-entry").wait_for(state="detached")
    typing.keyboard.press("d")  # now a letter is an action again
    typing.locator(".dock card-entry input").wait_for()


def test_a_mistake_with_an_impossible_card_keeps_what_was_typed(typing: Page) -> None:
    """Four cards without the burnt one; one of them cannot be."""
    typing.locator(".trouble-button", has_text="Deal the hole cards without burning").click()
    entry = typing.locator(".trouble card-entry input")
    entry.fill("As Kd As 5s")
    entry.press("Enter")
    typing.locator(".trouble option-form .problem[role=alert]").wait_for()
    assert entry.input_value() == "As Kd As 5s"
    entry.fill("As Kd 2h 5s")
    entry.press("Enter")
    typing.locator(".trouble").get_by_role("button", name="Do it").click()
    typing.locator(".felt .seat playing-card").first.wait_for()


def test_the_next_cards_may_come_before_the_answer(floor: Floor, staff: dict[str, str]) -> None:
    """Events can be there before the answer to the command: what is scanned in between is not lost."""
    settings = {"device": "electronic_shuffler"}
    table = open_table(
        floor, staff["manager"], "rws-multilink@3", is_physical=True, bots=2, settings=settings
    )
    page = floor.page(name=staff["dealer"])
    acks: list[tuple[WebSocketRoute, str | bytes]] = []

    def through(browser: WebSocketRoute) -> None:
        server = browser.connect_to_server()

        def pass_on(message: str | bytes) -> None:
            if '"type":"ack"' in str(message) and "card-entry" in page.content():
                acks.append((browser, message))
            else:
                browser.send(message)

        server.on_message(pass_on)

    page.route_web_socket(re.compile("/socket"), through)
    take_over(page, table)
    dealer = Typist(page)
    dealer.deal_until(lambda step: dealer.named)
    status = page.locator(".card-entry [role=status]")
    expect(status).not_to_contain_text("of 5 named")  # the hole cards are next
    page.keyboard.type("As")
    for browser, message in acks:
        browser.send(message)
    page.wait_for_timeout(200)
    assert page.locator(".dock card-entry input").input_value() == "As"
