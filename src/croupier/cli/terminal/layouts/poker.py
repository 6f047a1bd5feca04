"""The Poker table: you at the bottom, the others around it, the cards of the board in the middle."""

from typing import Any

from msgspec.structs import replace

from croupier.cli.terminal.canvas import (
    GOLD,
    LARGE,
    MINI,
    POD,
    QUIET,
    SMALL,
    WHITE,
    Canvas,
    cut,
    draw_cards,
    draw_places,
    gain,
    gain_ink,
    hand,
    ink,
)
from croupier.cli.terminal.layouts.layout import Layout, Picture
from croupier.games.poker.view import PokerView, SeatView
from croupier.money import Cents, say_money
from croupier.table import Ask

# Where boxes stand, clockwise from the left of the player at the bottom: shares of the width and height.
_AROUND = (
    *((0.0, 0.86), (0.0, 0.57), (0.0, 0.28), (0.17, 0.0), (0.5, 0.0)),
    *((0.83, 0.0), (1.0, 0.28), (1.0, 0.57), (1.0, 0.86)),
)
_BOARD = 5
_WIDE, _HIGH = 80, 28  # from here on cards are large


class PokerLayout(Layout):
    felt, edge = "#1d6547", "#114531"

    def draw(self, canvas: Canvas, picture: Picture) -> None:
        seen: PokerView = picture.view
        _table(canvas, self.felt, self.edge)
        is_large = canvas.width >= _WIDE and canvas.height >= _HIGH
        own = picture.place or 1
        others = sorted((each for each in seen.seats if each != own), key=lambda each: (each - own) % 100)
        others = [each for each in others if each > own] + [each for each in others if each < own]
        wide, high = (17, 5) if is_large else (14, 3)
        for index, number in enumerate(others):
            across, down = _AROUND[round((index + 1) * (len(_AROUND) + 1) / (len(others) + 1)) - 1]
            x = round((canvas.width - wide) * across)
            y = round((canvas.height - high) * down)
            _box(canvas, x, y, wide, high, picture, number, seen.seats[number])
        _middle(canvas, picture, is_large, canvas.width - 2 * wide - 2)
        if own in seen.seats:
            _own(canvas, picture, own, is_large)

    def lying(self, now: PokerView, last: PokerView) -> PokerView:
        seats = {number: _with_hand(seat, last.seats.get(number)) for number, seat in now.seats.items()}
        return replace(now, board=last.board, marker=last.marker, seats=seats, button=last.button)

    def title(self, view: PokerView) -> str:
        sign = view.signage
        return f"Blinds {say_money(sign.small_blind)}/{say_money(sign.big_blind)}"

    def price(self, view: PokerView, place: int | None) -> str:
        if view.turn and view.turn.seat == place and view.turn.to_call:
            return f"{say_money(view.turn.to_call)} to call"
        return ""

    def sizes(self, view: PokerView, ask: Ask) -> list[tuple[str, Cents]]:
        """Parts of the pot as it would be after a call."""
        if view.turn is None:
            return []
        after = view.pot + view.turn.to_call
        return [
            ("Min", ask.minimum),
            ("½ pot", _size(ask, view.current_bet + after // 2)),
            ("¾ pot", _size(ask, view.current_bet + after * 3 // 4)),
            ("Pot", _size(ask, view.current_bet + after)),
            ("Max", ask.maximum),
        ]

    def step(self, view: PokerView) -> Cents:
        return view.signage.big_blind


def _size(ask: Ask, cents: Cents) -> Cents:
    steps = (min(max(cents, ask.minimum), ask.maximum) - ask.minimum) // ask.step
    return ask.minimum + steps * ask.step


def _with_hand(seat: SeatView, last: SeatView | None) -> SeatView:
    """The hand of a player who still sits there."""
    if last is None or last.player != seat.player:
        return seat
    return replace(
        seat,
        is_in=last.is_in,
        is_active=last.is_active,
        cards=last.cards,
        card_count=last.card_count,
        ranking=last.ranking,
    )


def _table(canvas: Canvas, felt: str, edge: str) -> None:
    """A long table with round ends, and its rail."""
    for y in range(canvas.height):
        off = abs(y + 0.5 - canvas.height / 2) / (canvas.height / 2)
        inset = round(canvas.width * 0.16 * off**4)
        canvas.fill(inset, y, canvas.width - 2 * inset, 1, edge)
        if 0 < y < canvas.height - 1:
            canvas.fill(inset + 2, y, canvas.width - 2 * inset - 4, 1, felt)


def _box(
    canvas: Canvas, x: int, y: int, wide: int, high: int, picture: Picture, number: int, seat: SeatView
) -> None:
    seen: PokerView = picture.view
    is_asked, is_out = number in picture.awaited, not seat.is_active
    canvas.fill(x, y, wide, high, "#3a3213" if is_asked else POD)
    _name(canvas, x, y, wide, picture, number, seat)
    words = _state(seat)
    money = say_money(seat.chips)
    canvas.put(x + 1, y + 1, money, ink(WHITE))
    net = picture.net(number)
    if net:
        words, style = gain(net), gain_ink(net)
    else:
        style = ink(QUIET)
    canvas.put(x + wide - 1 - len(words), y + 1, words, style)
    cards = hand(seat.cards, seat.card_count) if seat.is_in and (seat.is_active or seat.cards) else []
    size = SMALL if high >= 5 else MINI
    is_dim = bool(picture.is_over and is_out)
    draw_cards(canvas, x + 1, y + 2, cards, size, is_dim=is_dim)
    if seat.bet:
        bet = f"●{say_money(seat.bet)}"
        canvas.put(x + wide - 1 - len(bet), y + 2, bet, ink(GOLD if is_asked else WHITE, bold=True))
    if seat.ranking and picture.is_over and high >= 5 and seen.board:
        canvas.put(x + 1, y + high, cut(seat.ranking, wide), ink(WHITE))


def _name(canvas: Canvas, x: int, y: int, wide: int, picture: Picture, number: int, seat: SeatView) -> None:
    seen: PokerView = picture.view
    is_asked = number in picture.awaited
    marks = _marks(seen, number)
    turn = "▶" if is_asked else " "
    canvas.put(x, y, turn, ink(GOLD, bold=True))
    style = ink(GOLD if is_asked else WHITE if seat.is_active else QUIET, bold=True)
    canvas.put(x + 1, y, cut(seat.player, wide - 3 - len(marks)), style)
    canvas.put(x + wide - 1 - len(marks), y, marks, ink("#15181d", WHITE, bold=True))


def _marks(seen: PokerView, number: int) -> str:
    found = ["D"] if seen.button == number else []
    if seen.phase != "idle":
        found += ["SB"] if seen.small_blind_seat == number else []
        found += ["BB"] if seen.big_blind_seat == number else []
    return "·".join(found)


def _state(seat: SeatView) -> str:
    if seat.is_all_in:
        return "all in"
    if seat.is_in and not seat.is_active:
        return "folded"
    return "away" if seat.is_away else ""


def _middle(canvas: Canvas, picture: Picture, is_large: bool, free: int) -> None:
    seen: PokerView = picture.view
    size = LARGE if is_large else SMALL
    room = (size.width + 1) * _BOARD - 1
    x, y = (canvas.width - room) // 2, round(canvas.height * 0.36)
    draw_places(canvas, x, y, _BOARD, size, PokerLayout.edge)
    draw_cards(canvas, x, y, hand(seen.board, max(seen.board_count, len(seen.board))), size)
    words = " · ".join(
        f"{'Pot' if index == 0 else f'Side {index}'} {say_money(pot.amount)}"
        for index, pot in enumerate(seen.pots)
    )
    if words or seen.pot:
        canvas.middle(y - 2, f"  {words or 'Pot ' + say_money(seen.pot)}  ", ink(WHITE, POD, bold=True))
    below = y + size.height + (1 if is_large else 0)
    if picture.is_over:
        for row, (text, style) in enumerate(_winners(picture)[:3]):
            canvas.middle(below + row, text, style, (canvas.width - free) // 2, free)
    elif seen.question:
        canvas.middle(below, seen.question, ink(GOLD, POD), (canvas.width - free) // 2, free)
    elif seen.phase != "idle":
        canvas.middle(below, seen.marker.capitalize(), ink(QUIET), (canvas.width - free) // 2, free)


def _winners(picture: Picture) -> list[tuple[str, Any]]:
    seen: PokerView = picture.view
    found: list[tuple[str, Any]] = []
    for number, net in sorted(picture.nets.items(), key=lambda each: -each[1]):
        seat = seen.seats.get(number)
        if net > 0 and seat:
            found.append((f" {seat.player} wins {say_money(net)} ", ink("#2a1e02", "#f0c85c", bold=True)))
            if seat.ranking:
                found.append((seat.ranking, ink(WHITE, bold=True)))
    return found


def _own(canvas: Canvas, picture: Picture, number: int, is_large: bool) -> None:
    seen: PokerView = picture.view
    seat = seen.seats[number]
    size = LARGE if is_large else SMALL
    text = 17 if is_large else 15
    cards = hand(seat.cards, seat.card_count)
    wide = 2 * size.width + 1 + 2 + text
    x, y = (canvas.width - wide) // 2, canvas.height - size.height - 1
    draw_places(canvas, x, y, 2, size, PokerLayout.edge)
    is_dim = bool(seat.is_in and not seat.is_active)
    draw_cards(canvas, x, y, cards, size, is_dim=is_dim)
    x += 2 * size.width + 2
    is_asked = number in picture.awaited and not picture.is_over
    canvas.fill(x, y, text, size.height, "#3a3213" if is_asked else POD)
    _name(canvas, x, y, text, picture, number, seat)
    canvas.put(x + 1, y + 1, say_money(seat.chips), ink(WHITE, bold=True))
    net, words = picture.net(number), _state(seat)
    if net:
        canvas.put(x + text - 1 - len(gain(net)), y + 1, gain(net), gain_ink(net))
    else:
        canvas.put(x + text - 1 - len(words), y + 1, words, ink(QUIET))
    if seat.bet:
        canvas.put(x + 1, y + 2, f"●{say_money(seat.bet)}", ink(GOLD if is_asked else WHITE, bold=True))
    elif seat.ranking:
        canvas.put(x + 1, y + 2, cut(seat.ranking, text - 2), ink(WHITE))
