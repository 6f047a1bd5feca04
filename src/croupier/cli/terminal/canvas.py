"""A grid of characters with colours, and what every felt is drawn from: cards, pills, amounts."""

from collections.abc import Sequence
from functools import lru_cache
from itertools import groupby

from rich.cells import cell_len
from rich.style import Style
from rich.text import Text

from croupier.cards import UNKNOWN, Card, show
from croupier.money import Cents, say_money

WHITE = "#f4f2ec"
QUIET = "#b3bbc4"
GOLD = "#ffd666"  # your turn, free, or won; nothing else
LOST = "#ff9a99"
POD = "#14181c"
_FACE, _RED, _BLACK = "#fdfcf9", "#c41e2d", "#15181d"
_BACK, _LATTICE = "#22386b", "#7f93c4"
_NO_CARD = Card("")  # a place for a card that has not come


@lru_cache(maxsize=512)
def ink(colour: str, ground: str = "", *, bold: bool = False) -> Style:
    return Style(color=colour, bgcolor=ground or None, bold=bold or None)


class Canvas:
    """Later marks lie over earlier ones; what falls outside is cut off."""

    def __init__(self, width: int, height: int, ground: str) -> None:
        self.width, self.height = width, height
        self._cells = [[(" ", ink(WHITE, ground))] * width for _ in range(height)]

    def put(self, x: int, y: int, text: str, style: Style) -> None:
        """Text whose style may leave the ground as it is."""
        if not 0 <= y < self.height:
            return
        row = self._cells[y]
        for letter in text:
            wide = cell_len(letter)
            if x >= 0 and x + wide <= self.width:
                row[x] = (letter, row[x][1] + style)
                if wide == 2:
                    row[x + 1] = ("", row[x][1])
            x += wide

    def middle(self, y: int, text: str, style: Style, x: int = 0, width: int = 0) -> None:
        """Text in the middle of so many columns, all if nothing is said."""
        width = width or self.width
        text = cut(text, width)
        self.put(x + (width - cell_len(text)) // 2, y, text, style)

    def fill(self, x: int, y: int, width: int, height: int, ground: str, letter: str = " ") -> None:
        for row in range(y, y + height):
            self.put(x, row, letter * width, ink(WHITE, ground))

    def text(self) -> Text:
        found = Text(no_wrap=True, end="")
        for number, row in enumerate(self._cells):
            if number:
                found.append("\n")
            for style, run in groupby(row, key=lambda cell: cell[1]):
                found.append("".join(letter for letter, _ in run), style)
        return found


def cut(text: str, width: int) -> str:
    """Names may be shortened, amounts never are."""
    return text if cell_len(text) <= width else text[: max(0, width - 1)] + "…"


def suit_ink(card: Card, ground: str = _FACE) -> Style:
    return ink(_RED if card[1:] in ("h", "d") else _BLACK, ground, bold=True)


class CardSize:
    """How large cards are drawn."""

    def __init__(self, width: int, height: int) -> None:
        self.width, self.height = width, height

    def row(self, count: int, room: int) -> tuple[int, int]:
        """How far apart so many cards lie in this room, and how wide they are together."""
        if not count:
            return 0, 0
        step = self.width + 1
        if count > 1:
            step = max(2, min(step, (room - self.width) // (count - 1)))
        return step, step * (count - 1) + self.width


MINI, SMALL, LARGE = CardSize(3, 1), CardSize(4, 3), CardSize(7, 5)


def draw_card(canvas: Canvas, x: int, y: int, card: Card, size: CardSize, *, is_dim: bool = False) -> None:
    if card in (UNKNOWN, ""):
        canvas.fill(x, y, size.width, size.height, _BACK)
        for row in range(size.height):
            canvas.put(x, y + row, "░" * size.width, ink(_LATTICE))
        return
    face = "#9d9b96" if is_dim else _FACE
    style = suit_ink(card, face)
    shown = show(card)
    rank, suit = shown[:-1], shown[-1]
    canvas.fill(x, y, size.width, size.height, face)
    if size is MINI:
        canvas.put(x, y, shown.rjust(3), style)
    elif size is SMALL:
        canvas.put(x, y, shown, style)
        canvas.put(x, y + 2, shown.rjust(size.width), style)
    else:
        canvas.put(x, y, shown, style)
        canvas.put(x + size.width // 2, y + size.height // 2, suit, style)
        canvas.put(x, y + size.height - 1, f"{suit}{rank}".rjust(size.width), style)


def draw_cards(
    canvas: Canvas,
    x: int,
    y: int,
    cards: Sequence[Card],
    size: CardSize,
    room: int = 1000,
    *,
    is_dim: bool = False,
) -> int:
    """A row of cards, closer together where there is no room; how wide it has become."""
    step, width = size.row(len(cards), room)
    for index, card in enumerate(cards):
        # A card in front of another leaves its edge, so that one sees how many lie there.
        draw_card(canvas, x + index * step, y, card, size, is_dim=is_dim)
        if index and step < size.width:
            for row in range(size.height):
                canvas.put(x + index * step - 1, y + row, "▕", ink("#8b8575"))
    return width


def draw_places(canvas: Canvas, x: int, y: int, count: int, size: CardSize, ground: str) -> None:
    """Where cards are going to lie."""
    for index in range(count):
        canvas.fill(x + index * (size.width + 1), y, size.width, size.height, ground)


def hand(cards: Sequence[Card], count: int) -> list[Card]:
    """What is seen of a hand: its cards, and backs for the rest."""
    return [*cards, *[UNKNOWN] * (count - len(cards))]


def gain(cents: Cents) -> str:
    return f"{'+' if cents >= 0 else '−'}{say_money(abs(cents))}"


def gain_ink(cents: Cents) -> Style:
    return ink(GOLD if cents > 0 else LOST if cents < 0 else QUIET, bold=cents > 0)
