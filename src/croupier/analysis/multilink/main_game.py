"""The Ante, Flop, Turn and River bets: exact results of the best play and of simpler ones."""

from collections.abc import Iterable
from fractions import Fraction
from functools import cache
from typing import TypeAlias

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier.analysis.figures import BetFigures, Way, exact_figures
from croupier.analysis.kernels.tables import lowest_value
from croupier.analysis.multilink.enumeration import Counts, counts
from croupier.analysis.multilink.play import (
    COMBINATIONS,
    HANDS,
    LOSE,
    STAND_OFF,
    WIN,
    WIN_PAID,
    Ratios,
    Streets,
    best_streets,
    constant_streets,
    pair_streets,
    tallied,
)
from croupier.cards import Category
from croupier.games.multilink.terms import MultiLinkTerms
from croupier.money import ToOne
from croupier.rulebook import Rules

DEALS = 55_627_620_048_000
Deals: TypeAlias = NDArray[np.int64]

RULE_KEYS = (
    "ante", "flop_bet", "turn_bet", "river_bet", "fold", "player_wins", "player_loses", "stand_off",
    "main_and_bonus_pays",
)  # fmt: skip


class Terms(Struct, frozen=True):
    """What the edition says of the main game, in units of the Ante."""

    flop: int
    turn: int
    river: int
    ante_from: int
    pays: dict[str, Fraction]

    def net(self, ending: int, *, turn: bool, river: bool) -> Fraction:
        """The player's result of a hand that was not folded."""
        staked = {"flop": self.flop, "turn": self.turn * turn, "river": self.river * river}
        if ending == STAND_OFF:
            return Fraction(0)
        if ending == LOSE:
            return -Fraction(1 + sum(staked.values()))
        won = sum((self.pays[bet] * stake for bet, stake in staked.items()), Fraction(0))
        return won + self.pays["ante"] if ending == WIN_PAID else won


def terms_of(rules: Rules) -> Terms:
    """Read the terms from the edition."""
    book = MultiLinkTerms.of(rules)
    pays = {}
    for line in book.main.lines:
        assert isinstance(line.pays, ToOne), f"{line.key} does not pay odds"
        pays[line.key] = line.pays.ratio
    return Terms(
        flop=book.flop_multiple,
        turn=book.turn_multiple,
        river=book.river_multiple,
        ante_from=lowest_value(Category[book.ante_pays_from.upper()]),
        pays=pays,
    )


class Result(Struct, frozen=True):
    """One way to play, over all deals."""

    name: str
    words: str
    terms: Terms
    deals: Deals
    """By [starting hand, Turn bet, River bet, ending], as if every hand were played."""
    folded: frozenset[int]

    def ways(self) -> list[Way]:
        """Every way a round can end, with its exact probability and net result in antes."""
        plays = [hand for hand in range(len(HANDS)) if hand not in self.folded]
        played = self.deals[plays].sum(axis=0)
        folded = DEALS - int(played.sum())
        ways: list[Way] = [("fold", Fraction(folded, DEALS), Fraction(-1))] if folded else []
        for turn, river in ((1, 1), (1, 0), (0, 1), (0, 0)):
            bets = "flop" + ", turn" * turn + ", river" * river
            for ending, words in _ENDINGS:
                if number := int(played[turn, river, ending]):
                    net = self.terms.net(ending, turn=bool(turn), river=bool(river))
                    ways.append((f"{bets}: {words}", Fraction(number, DEALS), net))
        return ways

    def value_of(self, hand: int) -> Fraction:
        """The expectation of playing on with a starting hand."""
        return _value(self.terms, self.deals[hand])

    @property
    def ev(self) -> Fraction:
        return sum((chance * net for _, chance, net in self.ways()), Fraction(0))

    def share(self, street: str) -> Fraction:
        """How often a bet is placed: "flop", "turn" or "river"."""
        return sum((chance for name, chance, _ in self.ways() if street in name.split(":")[0]), Fraction(0))

    @property
    def staked(self) -> Fraction:
        """The average sum of all bets, in antes."""
        terms = self.terms
        each = {"flop": terms.flop, "turn": terms.turn, "river": terms.river}
        return 1 + sum((self.share(street) * size for street, size in each.items()), Fraction(0))


_ENDINGS = (
    (WIN_PAID, "wins, Ante paid"),
    (WIN, "wins, Ante returned"),
    (STAND_OFF, "stand off"),
    (LOSE, "loses"),
)


def _value(terms: Terms, deals: Deals) -> Fraction:
    total = Fraction(0)
    for turn in (0, 1):
        for river in (0, 1):
            for ending in (WIN_PAID, WIN, LOSE):
                net = terms.net(ending, turn=bool(turn), river=bool(river))
                total += int(deals[turn, river, ending]) * net
    return total / int(deals.sum())


def _worth_folding(terms: Terms, deals: Deals) -> frozenset[int]:
    """Hands that lose more than the Ante when played. An even hand would be folded: less at risk."""
    return frozenset(hand for hand in range(len(HANDS)) if _value(terms, deals[hand]) <= -1)


def _count(rules: Rules) -> tuple[Terms, Counts]:
    terms = terms_of(rules)
    return terms, counts(terms.ante_from)


class BestPlay(Struct, frozen=True):
    """The best play and what it needs to be followed."""

    result: Result
    streets: Streets
    even: dict[str, int]
    counted: Counts


def best_play(rules: Rules) -> BestPlay:
    """The best play by full enumeration."""
    return _best_play(_MainKey(rules))


class _MainKey:
    """Rules whose main game is the same need to be counted once only."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        terms = terms_of(rules)
        self._key = (terms.flop, terms.turn, terms.river, terms.ante_from, tuple(sorted(terms.pays.items())))

    def __hash__(self) -> int:
        return hash(self._key)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _MainKey) and self._key == other._key


@cache
def _best_play(key: _MainKey) -> BestPlay:
    terms, counted = _count(key.rules)
    ratios = Ratios(terms.pays["turn"].as_integer_ratio(), terms.pays["river"].as_integer_ratio())
    streets, even = best_streets(counted, ratios)
    deals = tallied(counted, streets)
    result = Result("best play", "every decision the better one", terms, deals, _worth_folding(terms, deals))
    return BestPlay(result, streets, even, counted)


def simpler_plays(rules: Rules) -> Iterable[Result]:
    """Named ways to play that a person can remember."""
    best = best_play(rules)
    terms, counted = best.result.terms, best.counted
    nothing: frozenset[int] = frozenset()
    yield Result(
        "never fold", "as the best play, but every hand is played", terms, best.result.deals, nothing
    )
    pairs = tallied(counted, pair_streets(counted, lowest_value(Category.STRAIGHT)))
    words = "Turn and River with a pair that an own card takes part in, or a straight or better"
    yield Result("pair or better", words, terms, pairs, best.result.folded)
    never = tallied(counted, constant_streets(counted, turn=False, river=False))
    words = "no Turn, no River; folds what loses more than the Ante that way"
    yield Result("flop only", words, terms, never, _worth_folding(terms, never))
    always = tallied(counted, constant_streets(counted, turn=True, river=True))
    yield Result("always bet", "every bet, never a fold", terms, always, nothing)
    everything = frozenset(range(len(HANDS)))
    yield Result("always fold", "the Ante given away", terms, best.result.deals, everything)


def main_figures(rules: Rules, result: Result | None = None) -> BetFigures:
    """The main game's figures, by default for the best play."""
    result = result or best_play(rules).result
    staked = result.staked
    return exact_figures(
        rules,
        "main",
        "the Ante",
        result.ways(),
        rules.cite(*RULE_KEYS),
        assumed={"play": f"{result.name}: {result.words}", "even decisions": "checked, not bet"},
        details={
            "element_of_risk": float(-result.ev / staked),
            "average_bet": float(staked),
            "fold": float(1 - result.share("flop")),
            "flop_bet": float(result.share("flop")),
            "turn_bet": float(result.share("turn")),
            "river_bet": float(result.share("river")),
            "fold_set": " ".join(HANDS[hand] for hand in sorted(result.folded)),
        },
    )


def hand_values(result: Result) -> list[tuple[str, int, Fraction]]:
    """All 169 starting hands: name, combinations, expectation when played; the best first."""
    listed = [(name, int(COMBINATIONS[at]), result.value_of(at)) for at, name in enumerate(HANDS)]
    return sorted(listed, key=lambda hand: -hand[2])
