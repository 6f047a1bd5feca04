"""The felt looks as it did: boxes within a few pixels, colours by and large, whatever the fonts are."""

import json
from typing import Any

import pytest
from PIL import Image, ImageChops, ImageStat

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
