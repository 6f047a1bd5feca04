"""What each choice before the flop is worth heads-up with a short stack, by the solved game of `preflop`.

That game is not the table's: both have the stake of the shorter, a raise is to three times the bet, and
whoever calls sees the board without a further bet. With thirty Big Blinds or fewer it is near enough to
grade by.
"""

from collections.abc import Mapping, Sequence
from functools import cache
from math import log

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.advice.advising import Choice
from croupier.analysis.kernels.cards import class_name, class_names, numbers
from croupier.analysis.poker.preflop import (
    ALL_IN,
    CALL,
    FOLD,
    RAISE,
    RAISED,
    Floats,
    Leaf,
    Node,
    game_of,
    kept,
    nearest,
    nodes,
    worth,
)
from croupier.games.poker.view import PokerView, SeatView
from croupier.table import Option, Purpose

STACK_MAX = 30
"""In Big Blinds. With more, what is bet after the flop counts for most, and that is not solved."""
_EVEN = 0.02
"""Big Blinds: choices as near as this are as good as each other. The solution is rounded, and mixes them."""
_RARE = 1e-6
"""A line that the other hardly ever plays: nothing is known of the hands behind it."""
# What was done before, by whose turn it is (Small Blind, Big Blind) and how often the own bet was raised.
_BEFORE = (("c", "r", "crr", "rrr"), ("", "cr", "rr", "crrr"))
_ACTIONS = {
    Purpose.FOLD: FOLD,
    Purpose.CHECK: CALL,
    Purpose.CALL: CALL,
    Purpose.BET: RAISE,
    Purpose.RAISE: RAISE,
    Purpose.ALL_IN: ALL_IN,
}
_WORDS = {
    Purpose.FOLD: "fold",
    Purpose.CHECK: "check",
    Purpose.CALL: "call",
    Purpose.BET: "raise",
    Purpose.RAISE: "raise",
    Purpose.ALL_IN: "all-in",
}


def opening(view: PokerView, options: Sequence[Option]) -> tuple[float, tuple[Choice, ...]] | None:
    """The stake it was solved for, and the choices in dollars beside folding; None where nothing is."""
    stack, line = _stack(view), _line(view)
    if stack is None or line not in nodes(stack):
        return None
    own, blind = view.seats[view.own_seat], view.signage.big_blind
    low, high = sorted(numbers(own.cards))
    found = _worth(stack, line).get(class_names().index(class_name(low, high)))
    if found is None:
        return None
    best, choices = max(found.values()), []
    for option in options:
        action = _ACTIONS.get(option.purpose, "")
        if action == ALL_IN and ALL_IN not in found:
            action = CALL  # for what is left
        if action in found:
            worth_it = best if best - found[action] < _EVEN else found[action]
            value = (worth_it + own.bet / blind) * blind / 100
            words = _WORDS[option.purpose]
            why = f"solved for {stack:g} Big Blinds before the flop, without bets after it"
            choices.append(Choice(command=option.command, words=words, value=value, why=why))
    return (stack, tuple(choices)) if len(choices) > 1 else None


def _dealt(view: PokerView) -> list[SeatView]:
    return [seat for seat in view.seats.values() if seat.is_in]


def _stack(view: PokerView) -> float | None:
    """The stake of the table of solutions, for two players with usual blinds and few chips."""
    signage, dealt = view.signage, _dealt(view)
    if view.board or len(dealt) != 2 or 2 * signage.small_blind != signage.big_blind:
        return None
    chips = min(seat.chips + seat.bet for seat in dealt) / signage.big_blind
    return nearest(chips) if 1 < chips <= STACK_MAX else None


def _line(view: PokerView) -> str | None:
    """What was done before, a letter each, read from what lies in front of the two."""
    own = view.seats[view.own_seat]
    other = next(seat for number, seat in view.seats.items() if seat.is_in and number != view.own_seat)
    blind, is_big = view.signage.big_blind, view.own_seat == view.big_blind_seat
    if own.bet < blind:  # nobody has acted yet, unless the other has put all in for his blind
        return None if is_big or other.bet > blind or other.is_all_in else ""
    before, raised = _BEFORE[is_big], _raises(own.bet / blind)
    if raised >= len(before):
        return None
    if other.is_all_in or other.bet >= own.bet + own.chips:
        return before[raised] + ALL_IN
    if other.bet <= own.bet:
        return CALL if is_big and raised == 0 else None
    return before[raised] + RAISE


def _raises(bet: float) -> int:
    """How many raises make a bet of so many Big Blinds, the nearest."""
    return max(0, round(log(bet, RAISED)))


@cache
def _worth(stack: float, line: str) -> Mapping[int, Mapping[str, float]]:
    """By starting hand and action what is won in Big Blinds, when both play on by the solution."""
    node = nodes(stack)[line]
    game, strategy = game_of(nodes(stack)[""]), kept()[stack].strategy
    won = game.deals * game.equity
    other: Floats = np.ones(len(game.deals))
    for at in range(len(line)):
        before = nodes(stack)[line[:at]]
        if before.player != node.player:
            other = other * strategy[before.line][:, before.actions.index(line[at])]

    def value(at: Node | Leaf, others: Floats) -> NDArray[np.float64]:
        if isinstance(at, Leaf):
            return worth(at, node.player, others, game.deals, won)
        now = strategy[at.line]
        if at.player == node.player:
            return np.asarray(sum(now[:, a] * value(to, others) for a, to in enumerate(at.children)))
        return np.asarray(sum(value(to, others * now[:, a]) for a, to in enumerate(at.children)))

    often = game.deals @ other
    parts = [value(to, other) for to in node.children]
    return {
        hand: {
            action: float(part[hand] / often[hand]) for action, part in zip(node.actions, parts, strict=True)
        }
        for hand in range(len(often))
        if often[hand] > _RARE * game.deals[hand].sum()
    }
