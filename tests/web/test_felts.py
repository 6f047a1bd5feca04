"""The felt looks as it did: boxes within a few pixels, colours by and large, whatever the fonts are."""

import json

import pytest
from PIL import Image, ImageChops, ImageStat

from tests.web.conftest import Floor
from tests.web.felts import FOLDER, GAMES, SHAPES, drawn

PIXELS = 3  # how far a box may have gone
SHADES = 10.0  # how far the average dot may have changed its colour, of 255


@pytest.mark.parametrize("game", GAMES)
def test_the_felt_looks_as_it_did(floor: Floor, game: str) -> None:
    """If the change was meant: `python -m tests.web.felts`, and look at the page."""
    page = floor.page()
    kept = json.loads((FOLDER / f"{game}-boxes.json").read_text())
    for shape in SHAPES:
        boxes, picture = drawn(page, game, shape)
        assert boxes.keys() == kept[shape].keys(), shape
        for name, places in boxes.items():
            assert len(places) == len(kept[shape][name]), (shape, name)
            for now, then in zip(places, kept[shape][name], strict=True):
                off_px = max(abs(a - b) for a, b in zip(now, then, strict=True))
                assert off_px <= PIXELS, (shape, name, now, then)
        with Image.open(FOLDER / f"{game}-{shape}.png") as before:
            off = ImageStat.Stat(ImageChops.difference(picture, before.convert("RGB"))).mean
        assert max(off) < SHADES, (shape, off)
