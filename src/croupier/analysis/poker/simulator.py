"""What the rake costs: hands between bots under the house's blinds, stakes and rake."""

from collections.abc import Mapping
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.figures import AnalysisError, Asked, Tally
from croupier.analysis.poker import settling as s
from croupier.analysis.poker.bots import Style, styles_of
from croupier.analysis.poker.play import ACTIONS_MAX, SEATS_MAX, play_hands
from croupier.analysis.poker.price import with_policies
from croupier.games.poker.terms import Terms
from croupier.money import say_money
from croupier.money.raking import WALKS
from croupier.rulebook import Rules

Ints = NDArray[np.int64]
CHUNK = 10_000  # hands whose squared results surely fit in 64 bits
HOLE_CARDS = 2  # what the kernels deal
MIX = ("tight", "loose", "aggressive")


@dataclass(frozen=True)
class Trace:
    """The first hands of a run: cards (two a seat, then the board), actions, chips afterwards, rake."""

    cards: Ints
    actions: Ints
    stacks: Ints
    rakes: Ints


@dataclass(frozen=True)
class PokerSimulator:
    """A full table of bots. Everybody begins every hand with the same stake."""

    stakes: Mapping[str, int] = field(compare=False)
    described: Mapping[str, str] = field(compare=False)
    stacks: tuple[int, ...]
    styles: tuple[Style, ...]
    terms: tuple[int, ...] = field(repr=False)

    def run(self, seed: int, rounds: int) -> Tally:
        return self.traced(seed, rounds, 0)[0]

    def traced(self, seed: int, rounds: int, rows: int) -> tuple[Tally, Trace]:
        """A run with the trace of its first hands, at most one chunk of them."""
        assert rows <= min(rounds, CHUNK), "only the first chunk is traced"
        seats = len(self.stacks)
        trace = Trace(
            np.zeros((rows, 2 * seats + 5), np.int64),
            np.zeros((rows, ACTIONS_MAX, 3), np.int64),
            np.zeros((rows, seats), np.int64),
            np.zeros((rows, 4), np.int64),
        )
        rakes = np.zeros(self.rake_max + 1, np.int64)
        sums, squares = [0] * (3 + seats), [0] * seats
        for chunk, start in enumerate(range(0, rounds, CHUNK)):
            some, square = np.zeros(3 + seats, np.int64), np.zeros(seats, np.int64)
            shown = trace if start == 0 else _NO_TRACE
            play_hands(
                (seed + chunk * 0x9E3779B97F4A7C15) % 2**63,
                min(CHUNK, rounds - start),
                np.array(self.stacks, np.int64),
                np.array([(style.needs, style.aggression) for style in self.styles]),
                np.array(self.terms, np.int64),
                rakes,
                some,
                square,
                shown.cards,
                shown.actions,
                shown.stacks,
                shown.rakes,
            )
            sums = [a + b for a, b in zip(sums, some.tolist(), strict=True)]
            squares = [a + b for a, b in zip(squares, square.tolist(), strict=True)]
        return self._tally(rounds, rakes.tolist(), sums, squares), trace

    @property
    def rake_max(self) -> int:
        """No hand is raked more than this, in cents."""
        most = sum(self.stacks) * self.terms[s.RAKE_NUMERATOR] // self.terms[s.RAKE_DENOMINATOR]
        return min(most, self.terms[s.RAKE_CAP])

    def _tally(self, rounds: int, rakes: list[int], sums: list[int], squares: list[int]) -> Tally:
        cap = self.terms[s.RAKE_CAP]
        taken = {rake: hands for rake, hands in enumerate(rakes) if hands}
        seats = self.seat_names
        return Tally(
            rounds,
            {"rake": -sum(r * n for r, n in taken.items()), **dict(zip(seats, sums[3:], strict=True))},
            {"rake": sum(r * r * n for r, n in taken.items()), **dict(zip(seats, squares, strict=True))},
            {
                "rake": {
                    "no rake": taken.get(0, 0),
                    "below the cap": sum(n for r, n in taken.items() if 0 < r < cap),
                    "at the cap": sum(n for r, n in taken.items() if r and r >= cap),
                },
                "table": {"cents in pots": sums[0], "flops": sums[1], "showdowns": sums[2]},
            },
        )

    @property
    def seat_names(self) -> tuple[str, ...]:
        return tuple(f"seat {at} {style.name}" for at, style in enumerate(self.styles, start=1))


_NO_TRACE = Trace(
    np.zeros((0, 0), np.int64),
    np.zeros((0, 0, 3), np.int64),
    np.zeros((0, 0), np.int64),
    np.zeros((0, 4), np.int64),
)


def simulator_of(
    rules: Rules, asked: Asked, names: tuple[str, ...] = MIX, stacks: tuple[int, ...] = ()
) -> PokerSimulator:
    """A table of bots; `asked.bet_size` is what everybody sits down with, by default the largest stake."""
    if asked.meter is not None:
        raise AnalysisError("{edition} has no jackpot meter; leave it out", edition=rules.edition.id)
    terms = Terms.of(with_policies(rules))
    if terms.hole_cards != HOLE_CARDS:
        raise AnalysisError(
            "{edition}: the mathematics deals {hole_cards} Hole Cards only",
            edition=rules.edition.id,
            hole_cards=HOLE_CARDS,
        )
    seats = min(terms.seats, SEATS_MAX)
    low, high, big = terms.table_stake_min, terms.table_stake_max, terms.big_blind
    stake = high if asked.bet_size is None else asked.bet_size
    stacks = stacks or (stake,) * seats
    for each in stacks:
        if not max(low, big) <= each <= high:
            raise AnalysisError(
                "a stake of {each:money} is not taken here; {low:money} to {high:money} is",
                each=each,
                low=low,
                high=high,
            )
    styles = styles_of(names, len(stacks))
    big_blind = {"rake": big}
    simulator = PokerSimulator({}, {}, stacks, styles, _numbers(terms))
    return PokerSimulator(
        {**big_blind, **dict.fromkeys(simulator.seat_names, big)},
        {
            "edition": rules.edition.id,
            "stacks": " ".join(map(say_money, stacks)),
            "bots": " ".join(style.name for style in styles),
            **{f"set.{name}": value for name, value in rules.chosen.items()},
        },
        stacks,
        styles,
        simulator.terms,
    )


def _numbers(terms: Terms) -> tuple[int, ...]:
    """The numbers the kernel needs, in its order: the table's own, as the table rounds them."""
    numbers = [0] * s.TERMS
    numbers[s.SMALL_BLIND], numbers[s.BIG_BLIND] = terms.small_blind, terms.big_blind
    numbers[s.CHIP], numbers[s.RAISE_MIN] = terms.lowest_chip, terms.raise_min
    numbers[s.RAKE_NUMERATOR], numbers[s.RAKE_DENOMINATOR] = terms.rake_numerator, terms.rake_denominator
    numbers[s.RAKE_CAP] = terms.rake_cap
    numbers[s.RAKE_BEFORE_FLOP] = terms.rake_before_flop
    numbers[s.WALK_BASE] = WALKS[terms.walk_rake_base]
    numbers[s.IS_RAKE_ON_TOTAL] = terms.rake_basis == "total"
    numbers[s.IS_ODD_TO_ONE] = terms.odd_chips == "all_to_first"
    return tuple(numbers)
