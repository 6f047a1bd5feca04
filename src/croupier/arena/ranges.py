"""A bot that plays its equity against the hands others would play for what they have put in."""

import random
from collections.abc import Mapping
from functools import cache
from typing import Final

import numpy as np
from msgspec import Struct

from croupier.analysis.kernels.cards import NUMBER, class_name
from croupier.analysis.poker.showdowns import sampled_boards
from croupier.cards import Card
from croupier.games.poker.view import PokerView
from croupier.table import Ask, Option, Purpose
from croupier.table.bots import Choice

DUTIES: Final = (Purpose.POST, Purpose.MUCK, Purpose.SHOW)
_SAMPLES: Final = 400


class RangesBot:
    """Gives opponents the hands they would play for what they have put in, and plays its equity against
    those.
    """

    def __init__(self, seed: int = 0) -> None:
        self._random = random.Random(seed)

    def choose(self, view: Struct, options: tuple[Option, ...]) -> Choice:
        offered = {option.purpose: option for option in reversed(options)}
        for duty in DUTIES:
            if duty in offered:
                return offered[duty], {}
        assert isinstance(view, PokerView)
        if view.turn is None:
            return None
        own = view.seats[view.own_seat]
        others = [seat for number, seat in view.seats.items() if number != view.own_seat and seat.is_active]
        pressure = (
            view.current_bet / view.signage.big_blind if not view.board else 1 + 2 * (view.turn.to_call > 0)
        )
        found = self._equity(own.cards, view.board, len(others), _part(pressure))
        price = view.turn.to_call / (view.pot + view.turn.to_call) if view.turn.to_call else 0.0
        raising = offered.get(Purpose.RAISE) or offered.get(Purpose.BET)
        fair = 1 / (1 + len(others))
        is_value = found > fair + 0.12 + 0.1 * (view.turn.to_call > view.pot / 2)
        is_bluff = not view.turn.to_call and found > fair - 0.12 and self._random.random() < 0.2
        if raising and (is_value or is_bluff):
            part = 1.0 if found > fair + 0.3 else 0.66
            return raising, {"amount": _amount(raising.asks[0], view, part)}
        if is_value and found > fair + 0.3 and Purpose.ALL_IN in offered:
            return offered[Purpose.ALL_IN], {}
        if found >= price + 0.02 or not view.turn.to_call:
            for purpose in (Purpose.CHECK, Purpose.CALL, Purpose.ALL_IN):
                if purpose in offered:
                    return offered[purpose], {}
        return (offered[Purpose.FOLD], {}) if Purpose.FOLD in offered else None

    def _equity(self, hole: tuple[Card, ...], board: tuple[Card, ...], opponents: int, part: float) -> float:
        if not opponents:
            return 1.0
        own = np.array([[NUMBER[card] for card in hole]], np.int64)
        used = {NUMBER[card] for card in (*hole, *board)}
        theirs = np.array([two for two in _range(round(part, 2)) if not used & set(two)], np.int64)
        ranges = np.zeros((1 + opponents, max(len(theirs), 1), 2), np.int64)
        ranges[0, :1] = own
        ranges[1:, : len(theirs)] = theirs
        sizes = np.array([1, *[len(theirs)] * opponents], np.int64)
        shares = np.zeros((1 + opponents, 2 + opponents), np.int64)
        fixed = np.array([NUMBER[card] for card in board], np.int64)
        if sampled_boards(self._random.getrandbits(60), _SAMPLES, ranges, sizes, fixed, shares) < 0:
            return 1 / (1 + opponents)
        return float(
            sum(count / number for number, count in enumerate(shares[0].tolist()) if number) / _SAMPLES
        )


def _part(big_blinds: float) -> float:
    """How many of all hands somebody plays who has let it come to this: the more, the fewer."""
    return float(max(0.12, min(1.0, 0.75 / max(big_blinds, 0.75) ** 0.6)))


def _amount(ask: Ask, view: PokerView, part: float) -> int:
    assert view.turn is not None
    wanted = view.current_bet + int((view.pot + view.turn.to_call) * part)
    steps = (min(max(wanted, ask.minimum), ask.maximum) - ask.minimum) // ask.step
    return ask.minimum + steps * ask.step


@cache
def _range(part: float) -> tuple[tuple[int, int], ...]:
    """The best part of all holdings, by how they do against any two cards."""
    order = sorted(_strengths().items(), key=lambda each: -each[1])
    kept = order[: max(int(len(order) * part), 12)]
    return tuple(two for two, _ in kept)


@cache
def _strengths() -> Mapping[tuple[int, int], float]:
    """Every holding's equity against a random hand, sampled once by class."""
    by_class: dict[str, float] = {}
    every = np.array([(low, high) for high in range(52) for low in range(high)], np.int64)
    found: dict[tuple[int, int], float] = {}
    for low, high in every.tolist():
        name = class_name(low, high)
        if name not in by_class:
            ranges = np.zeros((2, len(every), 2), np.int64)
            ranges[0, 0], ranges[1] = (low, high), every
            shares = np.zeros((2, 3), np.int64)
            sampled_boards(
                len(by_class), 4000, ranges, np.array([1, len(every)]), np.zeros(0, np.int64), shares
            )
            by_class[name] = float(shares[0, 1] + shares[0, 2] / 2) / 4000
        found[low, high] = by_class[name]
    return found
