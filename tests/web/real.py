"""A dealer at a real table: everything by touch, at the one console, as it is offered there."""

import contextlib
import random
import time
from collections.abc import Callable, Iterator
from typing import Any

from playwright.sync_api import Page, TimeoutError

from tests.patience import PATIENCE_S
from tests.web.conftest import PASSWORD


def open_console(page: Page, table: str) -> None:
    page.goto(f"/#/table/{table}/deal")
    page.locator("real-console .big").wait_for()
    page.locator(".deal-here").click()
    page.locator(".dealt-by").wait_for()


class RealDealer:
    """Deals by what the console shows. `cards` come first where some are named, then any that are not out."""

    def __init__(self, page: Page, seed: int = 0, cards: Iterator[str] | None = None) -> None:
        self.page, self.chance = page, random.Random(seed)
        self.cards = cards
        self.is_alone = True
        self.touches = self.named = 0
        self.rulings: list[str] = []
        self.above: dict[str, str] = {}  # who comes to the table to rule, by position
        self.folds = 0.2  # how often a hand of Multi-Link is given up
        self.side_bets = 0.0  # how often guests bet on more than they have to

    # People

    def seat(self, place: int, amount: str = "$500", way: str = "cash") -> None:
        self.touch(f".free[data-place='{place}']")
        if way != "cash":
            self.touch(f".ways [data-way='{way}']")
        self.page.locator(".real-dock .six button", has_text=amount).first.click()
        self.touches += 1
        self.touch(".big:enabled")
        self.page.locator(f".pod[data-place='{place}']").wait_for()

    def sells(self, place: int, amount: str = "$500") -> None:
        """More chips for somebody who sits there."""
        self.touch(f".pod[data-place='{place}']")
        self.page.locator(".real-dock .six button", has_text=amount).first.click()
        self.touch(".big:enabled")

    def sends_home(self, place: int) -> None:
        self.touch(f".pod[data-place='{place}']")
        self.page.locator(".real-dock .sec", has_text="Leave").first.click()
        self.page.locator(f".free[data-place='{place}']").wait_for()

    @property
    def seated(self) -> list[int]:
        found: list[int] = self.page.evaluate(
            "() => [...document.querySelectorAll('.pod[data-place]')].map((one) => Number(one.dataset.place))"
        )
        return found

    # Rounds

    def deal_round(self) -> None:
        """From between two Rounds to between the next two."""
        end, has_begun = time.monotonic() + 2 * PATIENCE_S, False
        while True:
            assert time.monotonic() < end, self.page.locator(".real-dock").inner_text()
            seen = self.look()
            has_begun = has_begun or seen["isRound"]
            if has_begun and not seen["isRound"]:
                return
            self.act(seen)

    def deal_until(self, is_so: Callable[[dict[str, Any]], object]) -> None:
        end = time.monotonic() + PATIENCE_S
        while not is_so(seen := self.look()):
            assert time.monotonic() < end, self.page.locator(".real-dock").inner_text()
            self.act(seen)

    def look(self) -> dict[str, Any]:
        """One look at the console, when what was touched last is done."""
        self.page.locator(".dealer[data-waiting='0']").wait_for()
        found: dict[str, Any] = self.page.evaluate(_LOOK)
        return found

    def act(self, seen: dict[str, Any]) -> None:
        """One touch, or none if the console has moved on meanwhile."""
        if not self.is_alone and not seen["isStep"]:
            self.page.wait_for_timeout(40)  # players have screens of their own
        elif seen["ruling"]:
            self.rule()
        elif seen["bets"] and self.is_alone:
            self.touch(seen["bets"][0])
        elif seen["sides"] and self.is_alone and self.chance.random() < self.side_bets:
            self.touch(self.chance.choice(seen["sides"]))
        elif seen["isHit"] and self.chance.random() < seen["eager"]:
            self.name_a_card()
        elif "MuckHand" in seen["boxes"] and self.chance.random() < 0.5:
            self.touch(".sec[data-command='MuckHand']")
        elif seen["isPad"] and not seen["isHit"]:
            self.name_a_card()
        elif seen["isRaise"]:
            self.bet_or_not(seen["boxes"])
        elif "Fold" in seen["boxes"] and self.chance.random() < self.folds:
            self.touch(".sec[data-command='Fold']")
        elif "Check" in seen["boxes"] and self.chance.random() < 0.5:
            self.touch(self.chance.choice([f".sec[data-command='{each}']" for each in seen["boxes"]]))
        elif seen["isBig"]:
            self.touch(".big:enabled")
        elif seen["boxes"]:
            liked = [each for each in _LIKED if each in seen["boxes"]]
            self.touch(f".sec[data-command='{(liked or seen['boxes'])[0]}']")
        elif seen["tiles"]:
            self.touch(".tile.act")

    def bet_or_not(self, boxes: list[str]) -> None:
        roll = self.chance.random()
        if roll < 0.12:
            self.touch(".six button")
            self.touch(".big:enabled")
        elif roll < 0.3 and "Fold" in boxes:
            self.touch(".sec[data-command='Fold']")
        else:
            liked = [each for each in ("Check", "Call", "Fold") if each in boxes]
            if liked:
                self.touch(f".sec[data-command='{liked[0]}']")
            else:
                self.touch(".six button:last-child")
                self.touch(".big:enabled")

    def name_a_card(self) -> None:
        card = next(self.cards, "") if self.cards else ""
        if not card:
            free: list[str] = self.page.evaluate(_FREE)
            card = self.chance.choice(free) if free else ""
        if card:
            self.named += 1
            self.touch(f".k[data-card='{card}']:enabled", is_counted=False)

    def rule(self) -> None:
        """Who has to decide comes to the tablet, if it is not the dealer."""
        here = self.page.locator(".B ruling-here")
        if here.locator("button.sign-here").count():
            role = self.page.evaluate("() => document.querySelector('real-console').scene.decisions[0].role")
            here.locator("button.sign-here").click()
            here.get_by_label("Name").fill(self.above[role])
            here.get_by_label("Password").fill(PASSWORD)
            here.get_by_role("button", name="Sign in").click()
            here.locator(".decision .do:enabled").first.wait_for()
        answer = self.page.locator(".B .decision .do:enabled").first
        with contextlib.suppress(TimeoutError):
            self.rulings.append(answer.inner_text(timeout=2_000))
            answer.click(timeout=2_000)
            self.page.locator(".B .sure:enabled").click(timeout=2_000)

    def goes_wrong(self, command: str, words: str) -> None:
        """Touched under *Something went wrong*, with the first answer to whatever is asked."""
        page = self.page
        page.locator(".real-bar .wrong").click()
        page.locator(f".trouble-button[data-command='{command}']", has_text=words).first.click()
        sheet = page.locator(".wrong-sheet .trouble-one")
        if sheet.locator(".where-button").count():
            sheet.locator(".where-button").first.click()
        form = sheet.locator("option-form")
        sheet.locator("option-form, .sure").first.wait_for()
        if form.count():
            for each in form.locator("input[type=text]:not([inputmode])").all():
                each.fill("a chip rolled off the table")
            for each in form.locator("fieldset").all():
                each.locator("input[type=radio]").first.check()
            form.locator("button[type=submit]:enabled").click()
        sheet.locator(".sure:enabled").click()
        page.locator(".wrong-sheet").wait_for(state="detached")

    def touch(self, what: str, is_counted: bool = True) -> None:
        """Where it is drawn; it may be gone by now."""
        seq = self.page.evaluate(_SEQ)
        with contextlib.suppress(TimeoutError):
            self.page.locator(what).first.click(timeout=2_000)
            self.touches += is_counted
        with contextlib.suppress(TimeoutError):
            self.page.wait_for_function(f"(seq) => ({_SEQ})() !== seq", arg=seq, timeout=400, polling=20)


_LIKED = (
    "Check",
    "Call",
    "PlaceFlop",
    "PlaceTurn",
    "PlaceRiver",
    "Stand",
    "PlayOn",
    "DeclineInsurance",
    "Fold",
)
# What has been done, and what is in hand: another touch shows at least there.
_SEQ = """() => {
  const real = document.querySelector("real-console");
  return JSON.stringify([real?.scene?.seq, real?.named, real?.amount, real?.place]);
}"""
_FREE = "() => [...document.querySelectorAll('.card-keys .k:enabled')].map((each) => each.dataset.card)"
_LOOK = """() => {
  const all = (where) => [...document.querySelectorAll(where)];
  const real = document.querySelector("real-console");
  const total = Number(document.querySelector(".ar:has(.pod.turn) .hand:last-child .tot")?.textContent ?? 0);
  const isHit = Boolean(real.hit);
  return {
    isRound: Boolean(real.scene.round),
    ruling: Boolean(document.querySelector(".B .decision")),
    isPad: Boolean(document.querySelector(".card-keys")),
    isHit,
    canStrike: !real.named.length && Boolean(real.struck),
    eager: total && total < 12 ? 1 : total < 16 ? 0.5 : 0,
    isRaise: Boolean(real.raise) && !document.querySelector(".decision"),
    isStep: Boolean(real.step),
    isBig: Boolean(document.querySelector(".big:enabled")),
    boxes: all(".sec:enabled[data-command]").map((each) => each.dataset.command),
    tiles: all(".tile.act").length,
    bets: all(".ar:has(.pod) .sq.ci.can:not(.has)").map(
      ({dataset}) => `.sq[data-place="${dataset.place}"][data-spot="${dataset.spot}"]`
    ),
    sides: all(".ar:has(.pod) .sq.can:not(.ci):not(.has)").map(
      ({dataset}) => `.sq[data-place="${dataset.place}"][data-spot="${dataset.spot}"]`
    ),
    wrong: real.scene.options.filter((each) => each.group === "irregularity").map(
      ({command, words}) => [command, words]
    ),
  };
}"""
