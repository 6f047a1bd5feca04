"""The strongest of the ladder: the solved table before the flop, afterwards equity against the hands that the
other would have played so.

It remembers what it did in the hand; what the other did follows from what it sees at its turns.
"""

import random
from collections.abc import Iterator
from typing import Final

import numpy as np
from msgspec import Struct, field
from numpy.typing import NDArray

from croupier.analysis.kernels.boards import HOLDINGS, OTHERS, compare
from croupier.analysis.kernels.cards import NUMBER, holding
from croupier.analysis.kernels.compiling import njit
from croupier.analysis.poker import preflop as p
from croupier.analysis.poker.versus import CLASS
from croupier.arena.ranges import DUTIES, RangesBot
from croupier.games.poker.view import PokerView, SeatView
from croupier.table import Option, Purpose
from croupier.table.bots import Choice

_RUNS: Final = 60  # boards that are looked at from the flop
_DOUBT: Final = 0.1  # nobody plays quite as the table says
_SOFT: Final = 0.07  # how sharply hands that call, bet or check are told apart
_LOOSE: Final = 0.85  # others call a little more than they would have to
_SIZES: Final = (0.5, 1.0, 1.5)  # bets that are considered, by the pot
_CAUTION: Final = 0.04  # what it costs to stay that is not seen here: bets to come

Floats = NDArray[np.float64]


_CARDS: Final = np.array([(low, high) for high in range(52) for low in range(high)])


def ahead(
    board: NDArray[np.int64], own: NDArray[np.int64], chance: np.random.Generator
) -> tuple[Floats, Floats]:
    """Of every holding: what part it wins against any hand, and what part the own hand wins against it.

    After the turn all rivers are counted, from the flop some boards drawn. What cannot be held is 0 and 0.
    """
    used = np.zeros(52, np.bool_)
    used[board] = used[own] = True
    left = np.flatnonzero(~used)
    if len(board) == 3:
        first = chance.integers(len(left), size=_RUNS)
        other = (first + 1 + chance.integers(len(left) - 1, size=_RUNS)) % len(left)
        more = np.stack([left[first], left[other]], axis=1)
    else:
        more = left[:, None] if len(board) == 4 else np.zeros((1, 0), np.int64)
    runs = np.hstack([np.tile(board, (len(more), 1)), more])
    sums = np.zeros((3, HOLDINGS))
    _measure(runs, holding(int(own[0]), int(own[1])), sums)
    sums[:, used[_CARDS].any(axis=1)] = 0
    seen, strength, against = sums
    return strength / np.maximum(seen, 1), against / np.maximum(seen, 1)


@njit(cache=True)
def _measure(runs: NDArray[np.int64], mine: int, sums: NDArray[np.float64]) -> None:
    """Add up over boards: on how many a holding is possible, what it wins, what the own one wins from it."""
    wins, losses = np.zeros(HOLDINGS, np.int32), np.zeros(HOLDINGS, np.int32)
    values = np.zeros(HOLDINGS, np.int32)
    for run in range(len(runs)):
        values[:] = 0
        compare(runs[run], wins, losses, values)
        for held in range(HOLDINGS):
            if values[held]:
                sums[0, held] += 1
                sums[1, held] += (wins[held] + OTHERS - losses[held]) / (2 * OTHERS)
                if values[mine] > values[held]:
                    sums[2, held] += 1
                elif values[mine] == values[held]:
                    sums[2, held] += 0.5


class _Hand(Struct):
    """What is known of the hand under way."""

    cards: tuple[str, ...]
    stack: float  # of the table that is used, in Big Blinds
    line: str = ""
    weights: Floats = field(default_factory=lambda: np.ones(HOLDINGS))
    """How likely the other has come so far with each holding."""
    shown: int = 0
    done: str = ""  # what the bot did last: "bet", "call", "check"
    price: float = 0.0  # of its bet: what part of the pot a call asked for
    rank: Floats | None = None
    """By holding: what part of what the other may have is weaker."""


class SolvedBot:
    """Heads-up, whoever else has folded; against several it plays as `ranges` does."""

    def __init__(self, seed: int = 0) -> None:
        self._random, self._chance = random.Random(seed), np.random.default_rng(seed)
        self._ranges = RangesBot(seed)
        self._hand: _Hand | None = None

    def choose(self, view: Struct, options: tuple[Option, ...]) -> Choice:
        offered = {option.purpose: option for option in reversed(options)}
        assert isinstance(view, PokerView)
        if view.turn is None or any(duty in offered for duty in DUTIES):
            return self._ranges.choose(view, options)
        own = view.seats[view.own_seat]
        others = [seat for number, seat in view.seats.items() if number != view.own_seat and seat.is_active]
        if len(others) != 1:
            self._hand = None
            return self._ranges.choose(view, options)
        if not view.board:
            letter = self._before_the_flop(view, own, others[0])
            if letter is None:
                return self._ranges.choose(view, options)
            return self._taken(letter, view, offered)
        return self._after_the_flop(view, own, others[0], offered)

    # Before the flop

    def _before_the_flop(self, view: PokerView, own: SeatView, other: SeatView) -> str | None:
        blind = view.signage.big_blind
        if view.pot != own.bet + other.bet:  # somebody else's chips: not the game that was solved
            self._hand = None
            return None
        is_small = view.own_seat == view.small_blind_seat
        hand = self._hand
        if own.bet <= (view.signage.small_blind if is_small else blind):
            stack = min(own.chips + own.bet, other.chips + other.bet) / blind
            hand = self._hand = _Hand(own.cards, p.nearest(stack))
        if hand is None or hand.cards != own.cards:
            return None
        if not (is_small and not hand.line):
            self._heard(hand, view.current_bet / blind)
        rows = p.kept()[hand.stack].strategy.get(hand.line)
        if rows is None:
            self._hand = None
            return None
        actions = self._node(hand).actions
        chances = rows[CLASS[holding(*(NUMBER[card] for card in own.cards))]]
        letter = self._random.choices(actions, chances)[0]
        if letter in (p.RAISE, p.ALL_IN) or not hand.line:
            hand.line += letter
        hand.done = "call" if letter == p.CALL else "bet"
        return letter

    @staticmethod
    def _node(hand: _Hand) -> p.Node:
        return p.nodes(hand.stack)[hand.line]

    def _heard(self, hand: _Hand, bet: float) -> None:
        """The other has called the Blind or raised to so many Big Blinds: the nearest thing in the table."""
        node = p.nodes(hand.stack).get(hand.line)
        if node is None:
            return
        letter = p.CALL
        if bet > 1:
            was = p.RAISED ** hand.line.count(p.RAISE)
            is_all_in = p.RAISE not in node.actions or bet**2 > was * p.RAISED * hand.stack
            letter = p.ALL_IN if is_all_in else p.RAISE
        if letter in node.actions:
            self._weigh(hand, node, letter)
            hand.line += letter

    @staticmethod
    def _weigh(hand: _Hand, node: p.Node, letter: str) -> None:
        chances = p.kept()[hand.stack].strategy[node.line][CLASS, node.actions.index(letter)]
        hand.weights = hand.weights * (_DOUBT + (1 - _DOUBT) * chances)

    def _taken(self, letter: str, view: PokerView, offered: dict[Purpose, Option]) -> Choice:
        """A letter of the table as one of the options; where it is not offered, the next best."""
        raising = offered.get(Purpose.RAISE) or offered.get(Purpose.BET)
        if letter == p.RAISE and raising:
            return raising, {"amount": _within(raising, p.RAISED * view.current_bet)}
        wanted = {
            p.FOLD: (Purpose.CHECK, Purpose.FOLD),
            p.CALL: (Purpose.CHECK, Purpose.CALL, Purpose.ALL_IN),
        }.get(letter, (Purpose.ALL_IN, Purpose.CALL, Purpose.CHECK))
        return next((offered[purpose], {}) for purpose in wanted if purpose in offered)

    # After the flop

    def _after_the_flop(
        self, view: PokerView, own: SeatView, other: SeatView, offered: dict[Purpose, Option]
    ) -> Choice:
        assert view.turn is not None
        hand = self._hand
        if hand is None or hand.cards != own.cards:
            hand = self._hand = _Hand(own.cards, 0, done="call")
        board = np.array([NUMBER[card] for card in view.board])
        mine = np.array([NUMBER[card] for card in own.cards])
        strength, against = ahead(board, mine, self._chance)
        if hand.shown != len(board):
            self._next_street(hand, len(board), is_last=view.own_seat == view.button)
            hand.weights = np.where(strength > 0, hand.weights, 0.0)
        hand.rank = _ranks(strength, hand.weights)
        call = view.turn.to_call
        if call:
            _narrow(hand, "bet", call / (view.pot - call))
        elif view.own_seat == view.button:
            _narrow(hand, "check")
        _, choice, hand.done, hand.price = max(
            self._ways(view, own, other, hand, against, offered), key=lambda each: each[0]
        )
        return choice

    @staticmethod
    def _next_street(hand: _Hand, shown: int, is_last: bool) -> None:
        """What the other did last, now that another card has come: called, or checked behind."""
        if hand.shown == 0 and hand.line and hand.stack:
            node = p.nodes(hand.stack).get(hand.line)
            if node is not None and hand.done == "bet":
                SolvedBot._weigh(hand, node, p.CALL)
            elif hand.line == p.CALL:
                SolvedBot._weigh(hand, p.nodes(hand.stack)[p.CALL], p.CALL)
        elif hand.rank is not None and hand.done == "bet":
            _narrow(hand, "call", hand.price)
        elif hand.rank is not None and hand.done == "check" and not is_last:
            _narrow(hand, "check")
        hand.shown, hand.done = shown, ""

    def _ways(
        self,
        view: PokerView,
        own: SeatView,
        other: SeatView,
        hand: _Hand,
        against: Floats,
        offered: dict[Purpose, Option],
    ) -> Iterator[tuple[float, Choice, str, float]]:
        """What each choice is worth, if the other answers a bet with the better part of what he may have."""
        assert view.turn is not None
        assert hand.rank is not None
        chances = hand.weights / max(hand.weights.sum(), 1e-12)
        pot, call = view.pot, view.turn.to_call
        stay = float(chances @ against) * (pot + call) - call
        done = "call" if call else "check"
        staying = next(
            offered[way] for way in (Purpose.CHECK, Purpose.CALL, Purpose.ALL_IN) if way in offered
        )
        yield stay - _CAUTION * call, (staying, {}), done, 0.0
        if call:
            yield 0.0, (offered[Purpose.FOLD], {}), done, 0.0
        raising = offered.get(Purpose.RAISE) or offered.get(Purpose.BET)
        most = min(own.bet + own.chips, other.bet + other.chips)
        for size in _SIZES if raising else ():
            assert raising is not None
            to = _within(raising, min(view.current_bet + int((pot + call) * size), most))
            put, asked = to - own.bet, min(to - other.bet, other.chips)
            if asked <= 0:
                continue
            price = asked / (pot + put)
            called = _sigmoid(hand.rank - _LOOSE * price)
            part, won = float(chances @ called), float((chances * called) @ against)
            value = (1 - part) * pot + won * (pot + put + asked) - part * put
            yield value - _CAUTION * pot * bool(call), (raising, {"amount": to}), "bet", price


def _sigmoid(distance: Floats) -> Floats:
    return 1 / (1 + np.exp(-distance / _SOFT))


def _ranks(strength: Floats, weights: Floats) -> Floats:
    """By holding: the part of the range that is weaker."""
    order = np.argsort(strength)
    found = np.empty_like(strength)
    found[order] = np.cumsum(weights[order])
    return found / max(float(found[order[-1]]), 1e-12)


def _narrow(hand: _Hand, done: str, price: float = 0.0) -> None:
    """The range that is left of those who bet, call or check: the best and some bluffs; the better part; the
    rest.
    """
    assert hand.rank is not None
    if done == "bet":
        part = 0.55 + 0.1 * min(price, 2.0)
        likely = 0.2 + 0.8 * _sigmoid(hand.rank - part)
    elif done == "call":
        likely = 0.05 + 0.95 * _sigmoid(hand.rank - _LOOSE * price)
    else:
        likely = 1 - 0.6 * _sigmoid(hand.rank - 0.7)
    hand.weights = hand.weights * likely


def _within(option: Option, wanted: int) -> int:
    ask = option.asks[0]
    steps = (min(max(int(wanted), ask.minimum), ask.maximum) - ask.minimum) // ask.step
    return ask.minimum + steps * ask.step
