"""Equity and pot odds for a player at the poker table.

What the others hold is not known, so they are taken to hold two random cards each.
"""

from collections.abc import Sequence

from croupier.analysis.advice.advising import NOTHING, Advice, Choice, Fact
from croupier.analysis.poker.equity import HandEquity, equity
from croupier.cards import Card, parse_cards
from croupier.games.poker.view import PokerView, SeatView
from croupier.money import say_money
from croupier.rulebook import Citation, Rules
from croupier.table import Option, Purpose

SAMPLES = 100_000
_BOARDS = (0, 3, 4, 5)


def advise(rules: Rules, view: PokerView, options: Sequence[Option]) -> Advice:
    """What the own hand is worth against those still in, and what a call would have to win."""
    own = view.seats.get(view.own_seat)
    others = [seat for number, seat in view.seats.items() if number != view.own_seat and seat.is_active]
    if (
        own is None
        or not own.is_active
        or len(own.cards) != 2
        or len(view.board) not in _BOARDS
        or not others
    ):
        return NOTHING
    found, is_exact = _equity(own, others, view.board)
    facts = [
        Fact("Your part of the pot on average", _share(found)),
        Fact("Opponents still in", str(len(others))),
    ]
    words = f"{found.equity:.1%} of the pot on average against {_hands(others)}."
    choices: tuple[Choice, ...] = ()
    price = view.turn.to_call if view.turn and view.turn.seat == view.own_seat else 0
    if price:
        pot = _contested(view, own, price)
        needed = price / (pot + price)
        gain = found.equity * (pot + price) / 100 - price / 100
        facts += [
            Fact("To call", f"${say_money(price)}"),
            Fact("Pot you play for", f"${say_money(pot)}"),
            Fact("A call has to win", f"{needed:.1%}"),
        ]
        words += f" A call of ${say_money(price)} for a pot of ${say_money(pot)} has to win {needed:.1%}."
        choices = _calling(options, gain)
    return Advice(
        words=words,
        unit="dollars, if nobody bets again",
        choices=choices,
        facts=tuple(facts),
        method=_method(is_exact),
        is_exact=is_exact,
        citations=_cited(options),
    )


def get_ready(rules: Rules) -> None:
    """Both ways to find an equity, on hands that take no time."""
    equity(["AsKs", "random", "random"], samples=1)
    equity(["AsKs", "QhQd"], parse_cards("2c 7d Jh 9s"))


def _equity(own: SeatView, others: Sequence[SeatView], board: Sequence[Card]) -> tuple[HandEquity, bool]:
    hands = [
        "".join(own.cards),
        *("".join(each.cards) if len(each.cards) == 2 else "random" for each in others),
    ]
    is_countable = len(others) == 1 and (len(board) >= 3 or "random" not in hands)
    found = equity(hands, board, samples=None if is_countable else SAMPLES)
    return found.hands[0], found.is_exact


def _contested(view: PokerView, own: SeatView, price: int) -> int:
    """What can be won by calling: pots one is part of, and of each bet what the call matches."""
    reach = own.bet + price
    gathered = sum(pot.amount for pot in view.pots if view.own_seat in pot.eligible)
    return (
        gathered
        + own.bet
        + sum(min(seat.bet, reach) for number, seat in view.seats.items() if number != view.own_seat)
    )


def _calling(options: Sequence[Option], gain: float) -> tuple[Choice, ...]:
    offered = {option.purpose: option for option in options}
    call, fold = offered.get(Purpose.CALL) or offered.get(Purpose.ALL_IN), offered.get(Purpose.FOLD)
    if call is None or fold is None:
        return ()
    return (
        Choice(command=call.command, words="call", value=gain),
        Choice(command=fold.command, words="fold", value=0.0, exact="0"),
    )


def _share(found: HandEquity) -> str:
    text = f"{found.equity:.1%}"
    return text if found.exact is True else f"{text} \N{PLUS-MINUS SIGN} {2 * float(found.exact):.1%}"


def _hands(others: Sequence[SeatView]) -> str:
    shown = sum(len(each.cards) == 2 for each in others)
    unseen = len(others) - shown
    words = [f"{unseen} random hand{'s' if unseen > 1 else ''}"] if unseen else []
    words += [f"{shown} hand{'s' if shown > 1 else ''} that you see"] if shown else []
    return " and ".join(words)


def _method(is_exact: bool) -> str:
    how = "every hand and board still possible, counted" if is_exact else f"{SAMPLES:,} random deals"
    return (
        f"Equity from your cards and the board: {how}. Whoever has not shown is taken to hold two random "
        "cards, and all to stay to the showdown; people who bet hold better. The rake is left out. "
        "Odds, not a strategy."
    )


def _cited(options: Sequence[Option]) -> tuple[Citation, ...]:
    return next((option.citations for option in options if option.purpose is Purpose.CALL), ())
