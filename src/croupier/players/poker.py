"""Poker players that see what a player sees: their options and their view, nothing else."""

import random
from collections.abc import Sequence

from msgspec import Struct

from croupier.cards import DECK, Card, rank_value, strength
from croupier.games.poker.view import PokerView
from croupier.table.bots import Bot, Choice
from croupier.table.options import Ask, Option

_SAMPLES = 60
# How far above its share of the pot a hand has to be before a bot raises with it.
_RAISE_MARGIN = 0.15
_BLUFF_CHANCE = 0.05


def _named(options: Sequence[Option], *names: str) -> Option | None:
    return next((option for name in names for option in options if option.command == name), None)


def _duty(options: Sequence[Option]) -> Choice:
    """Blinds and the showdown leave nothing to think about; a hand that need not be shown is mucked."""
    option = _named(
        options, "PostSmallBlind", "PostBigBlind", "PayToJoin", "PayMissedBlinds", "MuckHand", "ShowHand"
    )
    return (option, {}) if option else None


def _money(ask: Ask, wanted: int) -> int:
    """The nearest amount that the option allows."""
    steps = (min(max(wanted, ask.minimum), ask.maximum) - ask.minimum) // ask.step
    return ask.minimum + steps * ask.step


class CallerBot:
    """Never folds, never raises."""

    def choose(self, view: Struct, options: tuple[Option, ...]) -> Choice:
        option = _named(options, "Check", "Call", "AllIn")
        return _duty(options) or ((option, {}) if option else None)


class RandomPokerBot:
    """Anything that is legal, each kind of action equally often; bets are small more often than large."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, view: Struct, options: tuple[Option, ...]) -> Choice:
        duty = _duty(options)
        play = [option for option in options if option.group == "play"]
        if duty or not play:
            return duty
        option = self._random.choice(play)
        return option, {ask.field: self._amount(ask) for ask in option.asks}

    def _amount(self, ask: Ask) -> int:
        reach = ask.maximum - ask.minimum
        return _money(ask, ask.minimum + int(reach * self._random.random() ** 3))


class OddsBot:
    """Plays from hand strength and pot odds: how often the hand wins against what the call costs."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, view: Struct, options: tuple[Option, ...]) -> Choice:
        duty = _duty(options)
        if duty or not isinstance(view, PokerView) or view.turn is None:
            return duty
        opponents = sum(seat.is_active for seat in view.seats.values()) - 1
        equity = self.equity(view.seats[view.own_seat].cards, view.board, opponents)
        call = view.turn.to_call
        price = call / (view.pot + call) if call else 0.0
        fair = 1 / (opponents + 1)
        raising = _named(options, "RaiseTo", "Bet")
        if raising and (equity > fair + _RAISE_MARGIN or self._random.random() < _BLUFF_CHANCE):
            wanted = view.current_bet + int((view.pot + call) * self._random.choice((0.5, 0.75, 1.0)))
            return raising, {"amount": _money(raising.asks[0], wanted)}
        if equity >= price or not call:
            option = _named(options, "Check", "Call", "AllIn")
        else:
            option = _named(options, "Fold")
        return (option, {}) if option else None

    def equity(self, hole: tuple[Card, ...], board: tuple[Card, ...], opponents: int) -> float:
        """The share of the pot the hand takes on average, dealing what is unknown at random."""
        if not opponents:
            return 1.0
        if not board:
            return self._before_the_flop(hole, opponents)
        rest = [card for card in DECK if card not in hole and card not in board]
        missing = 5 - len(board)
        won = 0.0
        for _ in range(_SAMPLES):
            dealt = self._random.sample(rest, missing + 2 * opponents)
            final = (*board, *dealt[:missing])
            own = strength((*hole, *final))
            others = [
                strength((*dealt[place : place + 2], *final)) for place in range(missing, len(dealt), 2)
            ]
            best = max(others)
            if own >= best:
                won += 1.0 if own > best else 1 / (1 + others.count(best))
        return won / _SAMPLES

    @staticmethod
    def _before_the_flop(hole: tuple[Card, ...], opponents: int) -> float:
        """A rule of thumb: pairs, high cards, suited and close cards, each worth a little."""
        high, low = sorted((rank_value(card) for card in hole), reverse=True)
        heads_up = 0.28 + 0.015 * high + 0.006 * low
        if high == low:
            heads_up += 0.15
        if hole[0][1] == hole[1][1]:
            heads_up += 0.03
        if 0 < high - low < 4:
            heads_up += 0.02
        return float(min(heads_up, 0.85) ** (0.6 + 0.4 * opponents))


def seat(number: int) -> Bot:
    """A table of one kind would teach little: most think, one calls everything, one does anything."""
    if number % 5 == 2:
        return CallerBot()
    return RandomPokerBot(number) if number % 5 == 4 else OddsBot(number)
