"""The player's table: nothing moves but chips and cards, the same keys everywhere, betting by touching."""

import os
from typing import Any

import pytest
from playwright.sync_api import Page

from tests.patience import until
from tests.web.conftest import SIZES, Floor
from tests.web.playing import open_practice, play_round

GAMES = ("rws-poker@7", "rws-multilink@3", "mbs-freebet@3")
SHIFT_MOST = 0.02
ROUNDS = int(os.environ.get("SHIFT_ROUNDS", "2"))  # 20 before a release

_WATCH = """() => {
  window.shifted = {sum: 0, what: [], began: -1e9, last: -1e9, now: 0};
  const all = window.shifted;
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const goesOn = entry.startTime - all.last < 1000 && entry.startTime - all.began < 5000;
      if (!goesOn) [all.now, all.began] = [0, entry.startTime];
      all.last = entry.startTime;
      all.now += entry.value;
      all.sum = Math.max(all.sum, all.now);
      window.shifted.what.push(...entry.sources.map(({node}) => `${entry.value.toFixed(4)} ${node?.parentElement?.className} > ${node?.className ?? node?.nodeName}`));
    }
  }).observe({type: "layout-shift"});
}"""  # noqa: E501


@pytest.mark.parametrize("edition", GAMES)
def test_nothing_moves_but_chips_and_cards(floor: Floor, edition: str) -> None:
    """As browsers count it: the worst five seconds of many Rounds. Here also what follows a press counts."""
    page = floor.page()
    open_practice(floor, page, edition, bots=3)
    page.evaluate(_WATCH)
    begun = _rounds(page)
    while _rounds(page) < begun + ROUNDS:
        seen = _rounds(page)
        play_round(page, until=f".result[data-count='{seen + 1}'], .dock.broke")
        if page.locator(".dock.broke").count():
            break  # nothing left to play with
    found: dict[str, Any] = page.evaluate("() => window.shifted")
    assert found["sum"] < SHIFT_MOST, found


def _rounds(page: Page) -> int:
    return int(page.evaluate("() => Number(document.querySelector('.result')?.dataset.count ?? 0)"))


@pytest.mark.parametrize(("edition", "keys"), [("rws-multilink@3", "fcr"), ("mbs-freebet@3", "fshpd")])
def test_the_same_keys_in_all_games(floor: Floor, edition: str, keys: str) -> None:
    """F gives up, whatever the game calls it; every other key means the same everywhere."""
    page = floor.page()
    open_practice(floor, page, edition, bots=0)
    wanted = {
        "fold": "f",
        "surrender": "f",
        "check": "c",
        "hit": "h",
        "stand": "s",
        "split": "p",
        "double": "d",
    }
    seen: dict[str, str] = {}
    for _ in range(2):
        play_round(page, until=".dock.turn:not(.betting) .do:enabled")
        seen |= dict(page.evaluate(_KEYS))
        play_round(page, until=".dock.betting")
    assert {purpose: key for purpose, key in seen.items() if purpose in wanted} == {
        purpose: wanted[purpose] for purpose in seen if purpose in wanted
    }
    assert set("".join(seen.values()).replace("Enter", "")) & set(keys)


_KEYS = """() => [...document.querySelectorAll(".dock .do[aria-keyshortcuts]")]
  .map((one) => [one.dataset.purpose, one.getAttribute("aria-keyshortcuts")])"""


def test_bets_are_laid_taken_back_doubled_and_laid_again(floor: Floor) -> None:
    """$25 twice on the Ante and $5 on the Bonus, one step back, all back; the same bets in the next Round."""
    page = floor.page()
    open_practice(floor, page, "rws-multilink@3", bots=0)
    ante = page.locator(".you button.spot.ante.can")
    ante.click()
    _lies(page, "ante", 25_00)
    page.get_by_role("button", name="$5", exact=True).click()
    page.locator(".you .spot.bonus").click()
    _lies(page, "bonus", 5_00)
    page.locator(".dock .doubled").click()
    _lies(page, "ante", 50_00)
    _lies(page, "bonus", 10_00)
    page.keyboard.press("z")
    _lies(page, "bonus", 5_00)
    page.keyboard.press("x")
    page.locator(".you .spot.ante:not(.filled)").wait_for()
    page.keyboard.press("3")  # the $25 chip
    ante.click()
    _lies(page, "ante", 25_00)
    page.keyboard.press("Enter")  # ready, although a hand was on the spot last
    page.locator(".dock.turn [data-purpose=fold]").wait_for()
    page.keyboard.press("f")
    page.locator(".result.lost", has_text="−$25").wait_for()
    page.locator(".dock .same:enabled", has_text="$25").click()
    _lies(page, "ante", 25_00)


def _lies(page: Page, spot: str, cents: int) -> None:
    page.locator(f".you .spot.{spot} chip-stack[data-cents='{cents}']").wait_for()


@pytest.mark.parametrize("edition", GAMES)
def test_own_cards_can_be_read_and_nothing_scrolls(floor: Floor, edition: str) -> None:
    """On a desktop, and on a phone in either direction."""
    page = floor.page()
    open_practice(floor, page, edition, bots=2)
    play_round(page, until=".dock.turn:not(.betting) .do:enabled")
    if page.locator(".dock [data-purpose=look]").count():
        page.keyboard.press("l")
    for size, least in (("desktop", 64), ("phone", 44), ("landscape", 44)):
        page.set_viewport_size(SIZES[size])
        _can_be_read(page, least)


def _can_be_read(page: Page, least: int) -> None:
    """Once nothing flies or turns any more: a card may still be on its way."""
    own = page.locator(".you .hole playing-card.up, .you .spread playing-card.up").first
    page.wait_for_function("() => document.getAnimations().every((one) => one.playState !== 'running')")
    until(lambda: (own.bounding_box() or {"width": 0})["width"] >= least, own.bounding_box)
    until(lambda: page.evaluate(_COVERED) == [], lambda: page.evaluate(_COVERED))
    assert page.evaluate("() => document.scrollingElement.scrollHeight <= innerHeight + 1")


# Buttons of the dock, the way out and one's own cards: all on the screen, nothing lies over them.
_COVERED = """() => [...document.querySelectorAll(".dock .act, .hud .leave, .you playing-card.up")]
  .filter((one) => one.getBoundingClientRect().width)
  .filter((one) => {
    const {left, top, width, height} = one.getBoundingClientRect();
    const there = document.elementFromPoint(left + width * 0.3, top + height * 0.3);
    const isSibling = one.matches("playing-card") && there?.closest("playing-card");
    return !there || !(one === there || one.contains(there) || isSibling);
  }).map((one) => one.outerHTML.slice(0, 120))"""


def test_a_button_held_tells_why_and_does_nothing(floor: Floor) -> None:
    page = floor.page()
    open_practice(floor, page, "rws-multilink@3", bots=0)
    play_round(page, until=".dock.turn [data-purpose=fold]:enabled")
    page.locator(".dock [data-purpose=fold]").click(delay=700)
    page.locator(".book .gist", has_text="¶").wait_for()
    assert page.locator(".dock.turn [data-purpose=fold]:enabled").count() == 1


def test_the_log_is_complete_after_a_reload(floor: Floor) -> None:
    page = floor.page()
    open_practice(floor, page, "rws-poker@7", bots=2)
    play_round(page, until=".dock.turn [data-purpose=fold]:enabled")
    whole = page.locator(".log .said").all_inner_texts()
    page.reload()
    page.locator(".dock.turn [data-purpose=fold]:enabled").wait_for()
    round_began = max(index for index, words in enumerate(whole) if words.startswith("Place your Blind Bets"))
    wanted = whole[round_began:]
    said = page.locator(".log .said")
    until(lambda: said.all_inner_texts()[-len(wanted) :] == wanted, lambda: (said.all_inner_texts(), wanted))


# The others soon have acted: what can be chosen before one's turn is chosen as soon as it is drawn.
_GIVE_UP_BEFOREHAND = """() => setInterval(() => {
  const fold = ".dock:not(.turn) .acts [aria-keyshortcuts=f][aria-pressed=false]:enabled";
  if (!document.querySelector(fold)) return;
  document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "f", bubbles: true}));
}, 10)"""


def test_a_choice_beforehand_is_taken_at_the_turn(floor: Floor) -> None:
    """Play without it never folds. Where the others give up first, the next Round counts."""
    page = floor.page()
    open_practice(floor, page, "rws-poker@7", bots=3)
    page.evaluate(_GIVE_UP_BEFOREHAND)
    play_round(page, until='.log [data-event=Folded] .said[title*="· Guest"]')


def test_a_choice_pressed_as_the_turn_comes_is_taken_too(floor: Floor) -> None:
    """Pages are drawn a moment after the news: what was pressed is meant for the turn that has come."""
    page = floor.page()
    open_practice(floor, page, "rws-poker@7", bots=2)
    play_round(page, until=".dock.turn [data-purpose=fold]:enabled")
    waits = page.locator("table-page").evaluate("""(table) => {
      table.querySelector("play-dock").dispatchEvent(new CustomEvent("advance", {detail: "give-up"}));
      return table.advance;
    }""")
    assert waits == "", "nothing more comes before somebody acts, and that is us"
    page.locator('.log .said:text-matches("^Guest\\\\b.* (folds|checks)")').last.wait_for()


_ASK_FOR_THE_REPLAY = """() => setInterval(() => {
  if (!document.querySelector(".acts [aria-keyshortcuts=y]:enabled")) return;
  document.body.dispatchEvent(new KeyboardEvent("keydown", {key: "y", bubbles: true}));
}, 10)"""


def test_with_nothing_to_decide_the_dock_leads_to_the_last_round(floor: Floor) -> None:
    page = floor.page()
    open_practice(floor, page, "rws-poker@7")
    play_round(page)
    page.evaluate(_ASK_FOR_THE_REPLAY)
    play_round(page, until="round-page")
    assert "/round/" in page.url


# How the others' hands lie when a result is first drawn: soon after it the next cards may come.
_LOOK_AT_THE_END = """() => {
  window.lie = null;
  const count = Number(document.querySelector(".result")?.dataset.count ?? 0) + 1;
  const watch = new MutationObserver(() => {
    if (!document.querySelector(`.result[data-count="${count}"]`)) return;
    watch.disconnect();
    requestAnimationFrame(() => {
      const boxes = [...document.querySelectorAll(".box:not(.you, .out)")];
      const cards = boxes.flatMap((each) => [...each.querySelectorAll(".hand .card")]);
      window.lie = {up: cards.filter((each) => !each.matches(".down")).length, cards: cards.length};
    });
  });
  watch.observe(document.body, {subtree: true, childList: true, attributes: true});
  return count;
}"""


def test_hands_opened_at_the_end_stay_in_sight(floor: Floor) -> None:
    """All that is compared lies face up until the next cards, for whoever looks for the reason."""
    page = floor.page()
    open_practice(floor, page, "rws-multilink@3", bots=5)
    for _ in range(5):
        count = page.evaluate(_LOOK_AT_THE_END)
        play_round(page, until=f".result[data-count='{count}']")
        lie = page.wait_for_function("lie").json_value()
        if lie["cards"]:  # somebody else has stayed to the end
            assert lie["up"] == lie["cards"]
            return
    raise AssertionError("everybody folded five times")
