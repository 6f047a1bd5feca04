"""The Multi-Link table: the Dealer and the board above, the other boxes in a row, your own box below."""

from msgspec.structs import replace

from croupier.cards import UNKNOWN
from croupier.cli.terminal.canvas import (
    GOLD,
    LARGE,
    MINI,
    POD,
    QUIET,
    SMALL,
    WHITE,
    Canvas,
    CardSize,
    cut,
    draw_cards,
    draw_places,
    gain,
    gain_ink,
    hand,
    ink,
)
from croupier.cli.terminal.layouts.layout import Layout, Picture
from croupier.cli.terminal.layouts.spots import draw_spots
from croupier.games.multilink.view import BoxView, View
from croupier.money import Cents, format_money, say_money

_SPOTS = {
    "ante": "Ante",
    "bonus": "Bonus",
    "progressive": "Prog.",
    "flop": "Flop",
    "turn": "Turn",
    "river": "River",
}
_MAIN = ("ante", "flop", "turn", "river")
_WIDE, _HIGH = 80, 28
_TALL = 4  # a box of another player
_BOARD = 5


class MultiLinkLayout(Layout):
    felt, edge = "#215487", "#12365c"

    def draw(self, canvas: Canvas, picture: Picture) -> None:
        seen: View = picture.view
        canvas.fill(0, 0, canvas.width, canvas.height, self.edge)
        canvas.fill(1, 0, canvas.width - 2, canvas.height, self.felt)
        size = LARGE if canvas.width >= _WIDE and canvas.height >= _HIGH else SMALL
        own = _own_place(seen)
        self._dealer(canvas, seen, size)
        others = sorted((set(seen.boxes) | set(seen.names)) - {own})
        y = canvas.height - size.height - 2
        self._others(canvas, picture, others, (3 + size.height + y - _TALL) // 2)
        self._own(canvas, picture, own, size, y)

    def lying(self, now: View, last: View) -> View:
        return replace(
            now, board=last.board, dealer=last.dealer, dealer_count=last.dealer_count, boxes=last.boxes
        )

    def title(self, view: View) -> str:
        return f"Ante {say_money(view.limits['ante_min'])} to {say_money(view.limits['ante_max'])}"

    def bets(self, view: View, place: int) -> dict[str, Cents]:
        box = view.boxes.get(place)
        return dict(box.bets) if box and box.player == view.you else {}

    def _dealer(self, canvas: Canvas, seen: View, size: CardSize) -> None:
        if seen.is_jackpot_open:
            canvas.middle(0, f"  JACKPOT  {format_money(seen.jackpot)}  ", ink(GOLD, POD, bold=True))
        elif seen.notice:
            canvas.middle(0, f" {seen.notice} ", ink(WHITE, POD, bold=True))
        dealer, board = 2 * size.width + 1, _BOARD * (size.width + 1) - 1
        gap = max(3, (canvas.width - dealer - board) // 3)
        x = (canvas.width - dealer - gap - board) // 2
        canvas.put(x, 2, "Dealer", ink(QUIET))
        draw_places(canvas, x, 3, 2, size, self.edge)
        draw_cards(canvas, x, 3, hand(seen.dealer, seen.dealer_count), size)
        x += dealer + gap
        canvas.put(x, 2, "Board", ink(QUIET))
        draw_places(canvas, x, 3, _BOARD, size, self.edge)
        draw_cards(canvas, x, 3, hand(seen.board, max(seen.board_count, len(seen.board))), size)

    def _others(self, canvas: Canvas, picture: Picture, numbers: list[int], y: int) -> None:
        seen: View = picture.view
        wide = min(18, (canvas.width - 2) // max(1, len(numbers)) - 1)
        x = (canvas.width - (wide + 1) * len(numbers) + 1) // 2
        for index, number in enumerate(numbers):
            box = seen.boxes.get(number)
            name = box.player if box else seen.names.get(number, "")
            _other(canvas, x + index * (wide + 1), y, wide, picture, number, name, box)

    def _own(self, canvas: Canvas, picture: Picture, own: int | None, size: CardSize, y: int) -> None:
        if own is None:
            return
        seen: View = picture.view
        box = seen.boxes.get(own)
        is_asked = own in picture.awaited and not picture.is_over
        name = f"{'▶' if is_asked else ' '}{seen.you} · box {own} · {say_money(seen.chips.get(own, 0))}"
        canvas.put(2, y, name, ink(GOLD if is_asked else WHITE, bold=True))
        net = picture.net(own)
        if net is not None:
            canvas.put(4 + len(name), y, gain(net), gain_ink(net))
        elif box and box.status != "in":
            canvas.put(4 + len(name), y, box.status, ink(QUIET))
        draw_places(canvas, 2, y + 1, 2, size, self.edge)
        if box:
            cards = hand(box.cards, box.card_count) or []
            draw_cards(canvas, 2, y + 1, cards, size, is_dim=box.status not in ("in", ""))
        left = 2 * size.width + 4
        lying = dict(box.bets) if box and box.player == seen.you else {}
        draw_spots(
            canvas, left, y + 1, canvas.width - left - 2, own, _SPOTS, lying, _by_spot(picture), picture
        )


def _by_spot(picture: Picture) -> dict[str, Cents]:
    """The Ante and what followed it are one bet with one result."""
    return {("ante" if name == "main" else name): cents for name, cents in picture.bets.items()}


def _own_place(seen: View) -> int | None:
    return next((number for number, name in seen.names.items() if name == seen.you), None)


def _other(
    canvas: Canvas, x: int, y: int, wide: int, picture: Picture, number: int, name: str, box: BoxView | None
) -> None:
    seen: View = picture.view
    is_asked = seen.to_decide == number and not picture.is_over
    canvas.fill(x, y, wide, _TALL, "#3a3213" if is_asked else POD)
    canvas.put(
        x, y, f"{'▶' if is_asked else ' '}{cut(name, wide - 1)}", ink(GOLD if is_asked else WHITE, bold=True)
    )
    canvas.put(x + 1, y + 1, say_money(seen.chips.get(number, 0)), ink(QUIET))
    net = picture.net(number)
    if net:
        canvas.put(x + wide - 1 - len(gain(net)), y + 3, gain(net), gain_ink(net))
    if box is None:
        return
    cards = list(box.cards) or [UNKNOWN] * box.card_count
    draw_cards(canvas, x + 1, y + 2, cards, MINI, is_dim=box.status not in ("in", ""))
    total = sum(box.bets.values())
    if net is None and box.status == "in" and total:
        canvas.put(x + 1, y + 3, f"●{say_money(total)}", ink(WHITE, bold=True))
    elif net is None:
        canvas.put(x + 1, y + 3, cut(box.status, wide - 2), ink(QUIET))
