"""Multi-Link as the simulation framework sees it: one box, Ante, Bonus and jackpot bet in every round."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.figures import Asked, Tally
from croupier.analysis.kernels.cards import CARD, HOLDINGS, class_name, holding
from croupier.analysis.kernels.tables import STRENGTHS
from croupier.analysis.multilink.bonus import bonus_ways, stake_of
from croupier.analysis.multilink.main_game import BestPlay, best_play
from croupier.analysis.multilink.play import HANDS
from croupier.analysis.multilink.progressive import meter_of, progressive_ways, terms_of
from croupier.analysis.multilink.rounds import MAIN_WAYS, VALUES, play_rounds
from croupier.cards import Card, Category, category, rank, suit
from croupier.games.multilink.terms import MultiLinkTerms
from croupier.money import say_money
from croupier.rulebook import Rules

Bytes = NDArray[np.uint8]
ENDINGS = ("wins, Ante paid", "wins, Ante returned", "loses", "stand off")
MAIN_NAMES = (
    "fold",
    *(
        f"flop{', turn' * turn}{', river' * river}: {ending}"
        for turn in (0, 1)
        for river in (0, 1)
        for ending in ENDINGS
    ),
)


@dataclass(frozen=True)
class Tables:
    """A strategy as the kernel reads it."""

    folds: Bytes
    flop_index: NDArray[np.uint16]
    flop_renaming: Bytes
    turn_bits: Bytes
    four_index: NDArray[np.uint16]
    four_renaming: Bytes
    river_bits: Bytes
    ante_from: int


def tables_of(play: BestPlay) -> Tables:
    """The best play, a bit for each decision."""
    folds = np.zeros(len(HANDS), np.uint8)
    folds[list(play.result.folded)] = 1
    flops, fours = play.counted.flops, play.counted.fours
    return Tables(
        folds,
        flops.index.astype(np.uint16),
        flops.renaming,
        np.packbits(play.streets.turn, axis=1, bitorder="little"),
        fours.index.astype(np.uint16),
        fours.renaming,
        np.packbits(play.streets.river, axis=1, bitorder="little"),
        play.result.terms.ante_from,
    )


def bonus_line(one: Card, other: Card) -> str:
    """The Bonus line of two cards, the dealer's aside; "lost" where there is none."""
    ranks = {rank(one), rank(other)}
    if len(ranks) == 1:
        return "aces" if ranks == {"A"} else "high_pair" if ranks <= set("KQJ") else "low_pair"
    suited = "suited" if suit(one) == suit(other) else "unsuited"
    if ranks == {"A", "K"}:
        return f"ace_king_{suited}"
    return f"ace_queen_or_jack_{suited}" if ranks in ({"A", "Q"}, {"A", "J"}) else "lost"


LINES = ["lost"] * HOLDINGS
for _high in range(52):
    for _low in range(_high):
        LINES[holding(_low, _high)] = bonus_line(CARD[_low], CARD[_high])
_BONUS_HANDS = {
    class_name(low, high) for high in range(52) for low in range(high) if LINES[holding(low, high)] != "lost"
}
CATEGORIES = ["", *(category(int(strength)).name.lower() for strength in STRENGTHS[1:])]


@dataclass(frozen=True)
class MultiLinkSimulator:
    """Plays by the best strategy at a fixed meter. Results in cents, whole because stakes are."""

    stakes: Mapping[str, int]
    described: Mapping[str, str]
    nets: Mapping[str, Mapping[str, int]]
    """Per bet: outcome -> net result in cents."""
    tables: Tables = field(repr=False)

    def run(self, seed: int, rounds: int) -> Tally:
        return self.traced(seed, rounds, 0)[0]

    def traced(self, seed: int, rounds: int, rows: int) -> tuple[Tally, Bytes, Bytes]:
        """A run with the cards of its first rounds and how their main game ended, by number in MAIN_NAMES."""
        main, holes = np.zeros(MAIN_WAYS, np.int64), np.zeros(HOLDINGS, np.int64)
        flopped = np.zeros(VALUES, np.int64)
        cards, ways = np.zeros((rows, 9), np.uint8), np.zeros(rows, np.uint8)
        t = self.tables
        both = play_rounds(
            seed, rounds, t.folds, t.flop_index, t.flop_renaming, t.turn_bits, t.four_index, t.four_renaming,
            t.river_bits, t.ante_from, main, holes, flopped, cards, ways,
        )  # fmt: skip
        counts = {
            "main": dict(zip(MAIN_NAMES, main.tolist(), strict=True)),
            "bonus": self._bonus(holes.tolist(), both),
            "progressive": self._progressive(flopped.tolist()),
        }
        return tally_of(rounds, counts, self.nets), cards, ways

    def _bonus(self, holes: list[int], both: int) -> dict[str, int]:
        counted = dict.fromkeys(self.nets["bonus"], 0)
        for line, number in zip(LINES, holes, strict=True):
            counted[line] += number
        counted["aces"] -= both
        counted["aces_both"] += both
        return counted

    def _progressive(self, flopped: list[int]) -> dict[str, int]:
        counted = dict.fromkeys(self.nets["progressive"], 0)
        for name, number in zip(CATEGORIES, flopped, strict=True):
            counted[name if name in counted else "lost"] += number
        return counted


def tally_of(rounds: int, counts: dict[str, dict[str, int]], nets: Mapping[str, Mapping[str, int]]) -> Tally:
    """Money from counts: exact, whatever the number of rounds."""
    sums = {bet: sum(n * nets[bet][way] for way, n in ways.items()) for bet, ways in counts.items()}
    squares = {bet: sum(n * nets[bet][way] ** 2 for way, n in ways.items()) for bet, ways in counts.items()}
    return Tally(rounds, sums, squares, counts)


def _cents(net: Fraction, stake: int) -> int:
    """A result in cents. Odds that do not come out even are a matter for a larger unit, not for rounding."""
    result = net * stake
    assert result.denominator == 1, f"{net} times {stake} is not a whole number of cents"
    return int(result)


def simulator_of(rules: Rules, asked: Asked, own: Mapping[str, int] | None = None) -> MultiLinkSimulator:
    """The best play at the meter asked for; bets at stakes of one's own, those asked for, or the smallest."""
    play = best_play(rules)
    folded = {HANDS[hand] for hand in play.result.folded}
    assert not folded & _BONUS_HANDS, "a folded hand loses its Bonus, which the kernel does not look at"
    own = own or {}
    bonus = own.get("bonus", stake_of(rules, asked))
    jackpot = terms_of(rules, own.get("progressive", asked.bet_size))
    meter = meter_of(rules, asked)
    ante = own.get("main", MultiLinkTerms.of(rules).ante_min)
    stakes = {"main": ante, "bonus": bonus, "progressive": jackpot.bet}
    terms = play.result.terms
    main = {"fold": Fraction(-1)}
    for at, name in enumerate(MAIN_NAMES[1:]):
        main[name] = terms.net(at % 4, turn=bool(at // 8), river=bool(at // 4 % 2))
    nets = {
        "main": {name: _cents(net, stakes["main"]) for name, net in main.items()},
        "bonus": {name: _cents(net, bonus) for name, _, net in bonus_ways(rules, bonus)},
        "progressive": {name: _cents(net, jackpot.bet) for name, _, net in progressive_ways(jackpot, meter)},
    }
    described = {
        "edition": rules.edition.id,
        "play": "best play",
        "meter": say_money(meter),
        **{f"stake.{bet}": say_money(stake) for bet, stake in stakes.items()},
        **{f"set.{name}": value for name, value in rules.chosen.items()},
    }
    return MultiLinkSimulator(stakes, described, nets, tables_of(play))


assert all(name == "" or Category[name.upper()] for name in CATEGORIES)
