"""A poker table in a few lines of text, for the terminal."""

from croupier.cards import show
from croupier.games.poker.view import PokerView, SeatView
from croupier.money import say_money


def picture(seen: PokerView) -> list[str]:
    board = " ".join(map(show, seen.board)) or "no cards yet"
    lines = [f"Round {seen.round}  {seen.marker}  pot {say_money(seen.pot)}  board {board}"]
    lines += [
        f"  {_marks(seen, number)} {number} {_seat(seat)}" for number, seat in sorted(seen.seats.items())
    ]
    if seen.turn and seen.turn.seat == seen.own_seat and seen.turn.to_call:
        lines.append(f"To call: {say_money(seen.turn.to_call)}")
    return lines


def _marks(seen: PokerView, number: int) -> str:
    """Whose turn it is, and who has the button."""
    turn = ">" if seen.to_act == number else " "
    return turn + ("D" if seen.button == number else " ")


def _seat(seat: SeatView) -> str:
    hidden = seat.card_count - len(seat.cards)
    cards = [*map(show, seat.cards), *["??"] * hidden]
    if seat.is_all_in:
        state = "all in"
    elif seat.is_in and not seat.is_active:
        state = "folded"
    else:
        state = "away" if seat.is_away else ""
    bet = f"bet {say_money(seat.bet)}" if seat.bet else ""
    return "  ".join(filter(None, (seat.player, say_money(seat.chips), " ".join(cards), bet, state)))
