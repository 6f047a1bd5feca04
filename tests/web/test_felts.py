"""The felt looks as it did: boxes within a few pixels, colours by and large, whatever the fonts are."""

import json
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat
from playwright.sync_api import Page

from tests.web.conftest import Floor
from tests.web.felts import FOLDER, GAMES, SHAPES, drawn, scene

PIXELS = 3  # how far a box may have gone
SHADES = 2.0  # how far the average dot may have changed its colour, of 255: other fonts make one
CARD_SHADES = 8  # and a card on the average: a few pixels of what lies beside it make 3
DOT_SHADES = 56  # and any one of them, as by a plate or a chip of another colour: other fonts make 50


@pytest.mark.parametrize("game", GAMES)
def test_the_felt_looks_as_it_did(floor: Floor, game: str) -> None:
    """If the change was meant: `python -m tests.web.felts`, and look at the page."""
    page = floor.page()
    kept = json.loads((FOLDER / f"{game}-boxes.json").read_text())
    colours = json.loads((FOLDER / f"{game}-colours.json").read_text())
    for shape in SHAPES:
        boxes, picture, cards = drawn(page, game, shape)
        assert boxes.keys() == kept[shape].keys(), shape
        for name, places in boxes.items():
            assert len(places) == len(kept[shape][name]), (shape, name)
            for now, then in zip(places, kept[shape][name], strict=True):
                off_px = max(abs(a - b) for a, b in zip(now, then, strict=True))
                assert off_px <= PIXELS, (shape, name, now, then)
        for name, places in cards.items():
            for now, then in zip(places, colours[shape][name], strict=True):
                off_shades = max(abs(a - b) for a, b in zip(now, then, strict=True))
                assert off_shades <= CARD_SHADES, (shape, name, now, then)
        with Image.open(FOLDER / f"{game}-{shape}.png") as before:
            difference = ImageChops.difference(picture, before.convert("RGB"))
        off = ImageStat.Stat(difference).mean
        assert max(off) < SHADES, (shape, off)
        dots = max(most for _, most in difference.getextrema())
        assert dots < DOT_SHADES, (shape, dots)


# What lies over something of another place. A few pixels are a shadow or a round edge.
_OVERLAPS = """([some, others, mostPx]) => {
  const all = (what) => [...document.querySelectorAll(what)];
  const boxes = (what) => all(what).map((one) => [one, one.getBoundingClientRect()]);
  const found = [];
  for (const [one, a] of boxes(some))
    for (const [other, b] of boxes(others)) {
      if (one === other || one.closest("li") === other.closest("li") && one.closest("li")) continue;
      const wide = Math.min(a.right, b.right) - Math.max(a.left, b.left);
      const high = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
      if (a.width && b.width && wide > mostPx && high > mostPx)
        found.push(`${one.className} ${one.textContent} over ${other.className} ${other.textContent}`);
    }
  return found;
}"""


def _overlaps(page: Page, some: str, others: str, most_px: int = 4) -> list[str]:
    return page.evaluate(_OVERLAPS, [some, others, most_px])


def _showdown() -> dict[str, Any]:
    """Carl takes the Main Pot, Ada a Side Pot that Carl had no part in; your cards are thrown in."""
    found = scene("poker")
    view = found["view"]
    view |= {"board": ["5d", "2s", "Ad", "Kh", "9c"], "phase": "showdown", "marker": "SHOWDOWN", "pots": []}
    view["seats"]["9"]["cards"], view["seats"]["10"]["cards"] = ["As", "Kd"], ["Ah", "5c"]
    hands = {"9": "Two pair, aces and kings", "10": "Two pair, aces and fives"}
    pots = [
        {"name": "Main Pot", "pot": 0, "amount": 315_00, "rake": 15_00, "won": {"9": 300_00}},
        {"name": "Side Pot", "pot": 1, "amount": 180_00, "rake": 0, "won": {"10": 180_00}},
    ]
    nets, wins = {"9": 250_00, "10": 80_00, "5": -100_00}, {"9": 300_00, "10": 180_00}
    found["outcome"] = {"nets": nets, "hands": hands, "wins": wins, "pots": pots, "spots": {}, "rake": 15_00}
    return found | {"awaited": [], "options": []}


@pytest.mark.parametrize("shape", SHAPES)
def test_who_won_which_pot_is_read_on_the_felt(floor: Floor, shape: str) -> None:
    page = floor.page()
    drawn(page, "poker", shape, _showdown())
    main, side = page.locator(".potwon").all_inner_texts()
    assert [" ".join(main.split()), " ".join(side.split())] == (
        ["Main $300 Two pair, aces and kings · Carl", "Side $180 Two pair, aces and fives · Ada"]
        if shape == "desk"
        else ["Main $300 Two pair · Carl", "Side $180 Two pair · Ada"]
    )
    whole = "(lines) => lines.every((line) => line.scrollWidth <= line.clientWidth)"
    assert page.locator(".potwon strong").evaluate_all(whole)
    assert _overlaps(page, ".potwon", ".card, .plate, .gain, .seats .said") == []
    assert _overlaps(page, ".hole.up .card", ".board .card") == []
    assert _overlaps(page, ".seat .gain", ".card, .plate, .mark") == []


def _all_show() -> dict[str, Any]:
    """All ten show and missed a blind: Daniel on seat 2 was all in and has won."""
    found = _showdown()
    seats = found["view"]["seats"]
    others = [number for number in range(1, 11) if number != 5]
    for number in others:
        of = seats.get(str(number), seats["9"] | {"player": f"bot-{number}"})
        shown = {"cards": ["As", "Kd"], "card_count": 2, "is_active": True, "missed": ["big"]}
        seats[str(number)] = of | shown
    seats["2"] |= {"is_all_in": True, "chips": 0}
    won = {"name": "Main Pot", "pot": 0, "amount": 315_00, "rake": 15_00, "won": {"2": 300_00}}
    found["outcome"] |= {"wins": {"2": 300_00}, "nets": {"2": 250_00}, "pots": [won]}
    found["outcome"]["hands"] = dict.fromkeys(map(str, others), "Two pair")
    return found


_HIDDEN_TAGS = """() => [...document.querySelectorAll(".seat")].filter((seat) => {
  const boxes = (what) => [...seat.querySelectorAll(what)].map((one) => one.getBoundingClientRect());
  const meet = (a, b) => Math.min(a.right, b.right) > Math.max(a.left, b.left)
    && Math.min(a.bottom, b.bottom) > Math.max(a.top, b.top);
  return boxes(".tag.owing").some((tag) => boxes(".mark").some((mark) => meet(tag, mark)));
}).map((seat) => seat.textContent)"""


@pytest.mark.parametrize("shape", SHAPES)
def test_pucks_do_not_hide_what_their_seats_owe(floor: Floor, shape: str) -> None:
    found = scene("poker")
    view = found["view"]
    for seat in view["seats"].values():
        seat["due"] = 10_00
    view |= {"button": 9, "small_blind_seat": 10, "big_blind_seat": 1}
    page = floor.page()
    drawn(page, "poker", shape, found)
    assert page.locator(".tag.owing:visible, .mark.owing:visible").count() == len(view["seats"])
    assert page.evaluate(_HIDDEN_TAGS) == []


@pytest.mark.parametrize("shape", SHAPES)
def test_ten_hands_that_are_shown_hide_nobody_and_nothing(floor: Floor, shape: str) -> None:
    page = floor.page()
    drawn(page, "poker", shape, _all_show())
    assert page.locator(".hole.up .card").count() == 18
    assert _overlaps(page, ".hole.up .card", ".plate .name, .plate .stack, .board .card", 3) == []
    assert _overlaps(page, ".hole.up .card", ".hole .card") == []
    told = page.locator(".tag.owing:visible, .mark.owing:visible")
    assert told.count() == 9  # as a tag or, where a tag would hide a name, as a puck
    assert page.locator(".mark.owing:visible").count() == (0 if shape == "desk" else 9)
    assert told.first.inner_text() == ("missed big" if shape == "desk" else "!")
    inside = "(all) => all.every((one) => one.getBoundingClientRect().right <= innerWidth)"
    assert page.locator(".hole.up .card").evaluate_all(inside)


_SPLIT = (["8s", "Kd"], ["8h", "2c", "3d", "5h"], ["8d", "Tc", "2h"], ["8c", "2h", "Ah", "3c", "4d"])


@pytest.mark.parametrize("shape", SHAPES)
def test_four_split_hands_stay_in_their_area(floor: Floor, shape: str) -> None:
    """Yours and those of your neighbours, with as many cards as one may well draw."""
    found = scene("freebet")
    for number, area in found["view"]["areas"].items():
        one = area["hands"][0] | {"is_split": True, "status": "stood"}
        stake = {"place": int(number), "has_wager": True, "added": 0, "markers": 1}
        hands = [one | {"number": at, "cards": cards, "stakes": [stake]} for at, cards in enumerate(_SPLIT)]
        area["hands"] = hands
    page = floor.page()
    drawn(page, "freebet", shape, found)
    assert page.locator(".area.you .hand").count() == 4
    of_an_area = ".spread .card, .spread .spot, .spread .plate, .spread .hand .total, .head"
    assert _overlaps(page, ".hand .card", of_an_area, 6) == []
    apart = """() => {
      const hands = [...document.querySelectorAll(".area.you .hand")].map((hand) => {
        const boxes = [...hand.querySelectorAll(".card")].map((card) => card.getBoundingClientRect());
        return [Math.min(...boxes.map((box) => box.left)), Math.max(...boxes.map((box) => box.right))];
      });
      return hands.slice(1).every(([left], at) => left >= hands[at][1] - 1);
    }"""
    assert page.evaluate(apart)
