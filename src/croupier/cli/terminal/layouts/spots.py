"""The spots of one place: what lies on each, where the next chip goes, what each brought."""

from collections.abc import Mapping

from croupier.cli.terminal.canvas import GOLD, POD, QUIET, WHITE, Canvas, cut, gain, gain_ink, ink
from croupier.cli.terminal.layouts.layout import Picture
from croupier.money import Cents, say_money

_WIDEST = 11


def draw_spots(
    canvas: Canvas,
    x: int,
    y: int,
    room: int,
    place: int,
    names: Mapping[str, str],
    lying: Mapping[str, Cents],
    brought: Mapping[str, Cents],
    picture: Picture,
) -> None:
    """Printed names, each over its amount; three lines high."""
    wide = min(_WIDEST, room // len(names) - 1)
    x += (room - (wide + 1) * len(names) + 1) // 2
    for index, (spot, name) in enumerate(names.items()):
        left = x + index * (wide + 1)
        is_target = picture.target == (place, spot) and not picture.is_over
        canvas.fill(left, y, wide, 3, "#3a3213" if is_target else POD if lying.get(spot) else "#0b1622")
        canvas.middle(y, cut(name, wide), ink(GOLD if is_target else QUIET), left, wide)
        if amount := lying.get(spot):
            canvas.middle(y + 1, f"●{say_money(amount)}", ink(WHITE, bold=True), left, wide)
        elif is_target:
            canvas.middle(y + 1, "○", ink(GOLD, bold=True), left, wide)
        if picture.is_over and spot in brought:
            canvas.middle(y + 2, gain(brought[spot]), gain_ink(brought[spot]), left, wide)
        elif is_target:
            canvas.middle(y + 2, "▲", ink(GOLD), left, wide)
