"""A picture of the table for people: cards and words on green, drawn with Pillow, no display needed."""

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from croupier.cards import Card, show

WIDTH, HEIGHT = 640, 400
_FELT, _RAIL, _INK, _RED, _PAPER, _BACK = "#14613f", "#0d4029", "#12181f", "#b3202c", "#fbfaf5", "#27408b"
_CARD_WIDTH, _CARD_HEIGHT, _ROW = 34, 46, 58


class Row(NamedTuple):
    """A line of the picture: whose cards, the cards ("" lies face down), and what is said of them."""

    label: str
    cards: Sequence[Card | str]
    note: str = ""
    is_asked: bool = False


def draw(title: str, rows: Sequence[Row]) -> NDArray[np.uint8]:
    """An array of shape (400, 640, 3)."""
    image = Image.new("RGB", (WIDTH, HEIGHT), _FELT)
    pen = ImageDraw.Draw(image)
    font, small = ImageFont.load_default(15), ImageFont.load_default(12)
    pen.rectangle((0, 0, WIDTH, 28), fill=_RAIL)
    pen.text((12, 5), title, fill="white", font=font)
    spacing = min(_ROW, (HEIGHT - 40) // max(len(rows), 1))
    for at, row in enumerate(rows):
        top = 38 + at * spacing
        if row.is_asked:
            pen.rectangle((4, top - 3, WIDTH - 4, top + min(spacing, _ROW) - 6), outline="#ffd75e", width=2)
        pen.text((14, top + 6), row.label, fill="white", font=font)
        pen.text((14, top + 25), row.note, fill="#d7e6dd", font=small)
        for place, card in enumerate(row.cards):
            _card(pen, 250 + place * (_CARD_WIDTH + 5), top, card, font)
    return np.asarray(image, np.uint8)


def _card(pen: ImageDraw.ImageDraw, left: int, top: int, card: Card | str, font: Any) -> None:
    box = (left, top, left + _CARD_WIDTH, top + _CARD_HEIGHT)
    pen.rounded_rectangle(box, 4, fill=_PAPER if card else _BACK, outline=_INK)
    if card:
        color = _RED if card[1] in "hd" else _INK
        pen.text((left + 6, top + 4), show(Card(card))[:-1], fill=color, font=font)
        _pip(pen, left + _CARD_WIDTH // 2, top + 33, card[1], color)


def _pip(pen: ImageDraw.ImageDraw, x: int, y: int, suit: str, color: str) -> None:
    """A suit in a box of about 16 by 16 around its middle; fonts that have them are not everywhere."""

    def disc(left: int, top: int) -> None:
        pen.ellipse((x + left, y + top, x + left + 8, y + top + 8), fill=color)

    if suit == "d":
        pen.polygon([(x, y - 8), (x + 6, y), (x, y + 8), (x - 6, y)], fill=color)
    elif suit == "h":
        disc(-8, -7)
        disc(0, -7)
        pen.polygon([(x - 8, y - 2), (x + 8, y - 2), (x, y + 8)], fill=color)
    else:
        pen.polygon([(x, y), (x - 4, y + 8), (x + 4, y + 8)], fill=color)
        disc(-8, -2)
        disc(0, -2)
        if suit == "c":
            disc(-4, -8)
        else:
            pen.polygon([(x - 7, y + 1), (x + 7, y + 1), (x, y - 8)], fill=color)
