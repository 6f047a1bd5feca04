"""Any game that has no layout of its own: its view as a list, so that nothing is hidden from anybody."""

from collections.abc import Iterator
from typing import Any

import msgspec
from msgspec import Struct

from croupier.cards import RANKS, SUITS, Card
from croupier.cli.terminal.canvas import GOLD, MINI, QUIET, WHITE, Canvas, draw_card, ink
from croupier.cli.terminal.layouts.layout import Layout, Picture
from croupier.money import say_money
from croupier.table.words import fields

Row = tuple[int, str, list[str], bool]  # how far in, a name, values, whether it is somebody's who is asked


class PlainLayout(Layout):
    felt, edge = "#2f4a3c", "#1d2f26"

    def draw(self, canvas: Canvas, picture: Picture) -> None:
        canvas.fill(0, 0, canvas.width, canvas.height, self.edge)
        canvas.fill(1, 0, canvas.width - 2, canvas.height, self.felt)
        for y, (depth, name, values, is_asked) in enumerate(rows(picture.view, picture.awaited)):
            x = 3 + 2 * depth
            canvas.put(x, y + 1, f"{'▶' if is_asked else ''}{name}", ink(GOLD if is_asked else QUIET))
            x = max(x + len(name) + 2, 20)
            for value in values:
                if is_card(value):
                    draw_card(canvas, x, y + 1, Card(value), MINI)
                    x += MINI.width + 1
                else:
                    canvas.put(x, y + 1, value, ink(WHITE, bold=True))
                    x += len(value) + 2


def rows(view: Struct, awaited: tuple[int, ...] = (), depth: int = 0) -> Iterator[Row]:
    """A view line by line: names, and what is there in the words of a dealer."""
    spoken = fields(type(view))
    for field in msgspec.structs.fields(view):
        value, name = getattr(view, field.name), field.name.replace("_", " ")
        if isinstance(value, dict):
            yield depth, name, [], False
            for key, inside in value.items():
                if isinstance(inside, Struct):
                    yield depth + 1, str(key), [], key in awaited
                    yield from rows(inside, (), depth + 2)
                else:
                    is_money = spoken[field.name].kind == "money"
                    yield depth + 1, str(key), [say_money(inside) if is_money else str(inside)], False
        elif isinstance(value, Struct):
            yield depth, name, [], False
            yield from rows(value, (), depth + 1)
        elif isinstance(value, tuple | list):
            yield depth, name, [str(each) for each in value], False
        elif value not in (None, "", False):
            is_money = spoken[field.name].kind == "money"
            yield depth, name, [say_money(value) if is_money else _said(value)], False


def _said(value: Any) -> str:
    return "yes" if value is True else str(value)


def is_card(text: str) -> bool:
    return len(text) == 2 and text[0] in RANKS and text[1] in SUITS
