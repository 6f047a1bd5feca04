"""The counter's view: what each bet is worth by true count, and what a ramp of bets makes of it.

Shoes are dealt to the cutting card and played by the best chart. Every bet has a count of its own, the best
simple one for it. Pair and Insurance are judged exactly in each shoe, the other bets are played out: all with
their standard error.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from math import exp, inf, sqrt
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier.analysis.figures import AnalysisError, Asked
from croupier.analysis.freebet.bets import main_nets
from croupier.analysis.freebet.charted import best_chart
from croupier.analysis.freebet.known_cards.effects import BETS, all_effects, simple_count
from croupier.analysis.freebet.sides import pays_by_number, pays_to_one
from croupier.analysis.freebet.simulating import points, rounds, shoes
from croupier.analysis.freebet.simulating.simulate import full_shoe
from croupier.analysis.freebet.terms import TEN, TEN_RANKS, Terms
from croupier.games.freebet import Terms as Book
from croupier.rulebook import Rules

ROUNDS: Final = 10_000_000
SPREAD: Final = 8
AREAS_MAX: Final = 7
_CARDS_LEFT: Final = 6
"""For every area and the dealer, behind the cutting card."""


class Dealt(Struct, frozen=True):
    """How the shoe is dealt."""

    penetration: float = 0.75
    areas: int = 1
    """Areas in play, the counter's first; all go by the chart, and all their cards are seen."""
    rounds: int = ROUNDS
    seed: int = 5


class Point(Struct, frozen=True):
    """A bet at one true count: for each deck left, from the average of the cards seen, rounded down."""

    true_count: int
    often: float
    """In what part of all Rounds the bet can be made at this count."""
    ev: float
    error: float
    sd: float
    results: tuple[tuple[float, float], ...] = ()
    """What a unit brings, and the chance of it."""


class Curve(Struct, frozen=True):
    """A bet by its own true count."""

    bet: str
    tags: tuple[int, ...]
    points: tuple[Point, ...]

    @property
    def line(self) -> tuple[float, float]:
        """The straight line through the points: at a true count of 0, and what each count more adds."""
        seen = [point for point in self.points if point.often and point.sd]
        if not seen:
            return 0.0, 0.0
        counts, evs = np.array([(point.true_count, point.ev) for point in seen]).T
        weights = np.array([point.often / point.sd**2 for point in seen])
        x, y = np.average(counts, weights=weights), np.average(evs, weights=weights)
        spread = float((weights * (counts - x) ** 2).sum())
        slope = float((weights * (counts - x) * (evs - y)).sum()) / spread if spread else 0.0
        return float(y - slope * x), slope

    def advantage(self, true_count: int) -> float:
        """By the line: the points themselves are a sample, and the rare ones a small one."""
        at_zero, slope = self.line
        return at_zero + slope * true_count

    @property
    def good_from(self) -> int | None:
        """The lowest true count at which the bet gains, by the line; None if it does at none."""
        good = (p.true_count for p in self.points if p.often and self.advantage(p.true_count) > 0)
        return next(good, None)


class Ramp(Struct, frozen=True):
    """What a ramp of bets makes of a curve, in units of the smallest bet, over the Rounds that are seen."""

    bet: str
    units: tuple[tuple[int, float], ...]
    """The bet at each true count; 0 is to look on."""
    per_100: float
    error: float
    sd: float
    average_bet: float
    """Where something is bet."""
    played: float
    """The part of the Rounds seen in which something is bet."""
    score: float
    """Won in 100 Rounds by a bankroll of 10,000 whose bets follow this ramp at full Kelly; 0 for none."""
    n0: float
    """Rounds after which the average win is one deviation."""
    exponent: float
    """A bankroll of b units is lost ever with a chance of at most exp(-exponent b)."""

    def ruin(self, bankroll: float) -> float:
        """The risk to lose so many units ever, at most, Rounds taken as independent."""
        return exp(-self.exponent * bankroll)


def curves(
    rules: Rules,
    dealt: Dealt | None = None,
    tags: Mapping[str, Sequence[int]] | None = None,
    asked: Asked | None = None,
) -> Mapping[str, Curve]:
    """Every bet by true count; `tags` for ace to nine and the ten-value cards, by default the best simple."""
    dealt = dealt or Dealt()
    terms, book = Terms.of(rules, asked), Book.of(rules)
    if tags is None:
        tags = {bet: simple_count(each).tags for bet, each in all_effects(rules, asked).items()}
    main, markers, busted, chances = _played(terms, book, dealt, tags)
    nets = [float(net) for _, net in sorted(main_nets(terms).items())]
    pair, insurance = float(pays_to_one(rules, "main", "pair")), float(terms.insurance_pays)
    found = {
        "main": _by_results(main, nets, dealt.rounds),
        "pair": _by_chance(chances[0], pair, dealt.rounds),
        "busted": _by_results(busted, _lines(rules, "busted", busted.shape[1]), dealt.rounds),
        "pot_of_gold": _by_results(markers, _lines(rules, "pot_of_gold", markers.shape[1]), dealt.rounds),
        "insurance": _by_chance(chances[1], insurance, dealt.rounds),
    }
    return {bet: Curve(bet, tuple(tags[bet]), tuple(points_)) for bet, points_ in found.items()}


def _played(
    terms: Terms, book: Book, dealt: Dealt, tags: Mapping[str, Sequence[int]]
) -> tuple[NDArray[np.int64], NDArray[np.int64], NDArray[np.int64], NDArray[np.float64]]:
    cards = sum(terms.shoe)
    cut = _cut(cards, dealt)
    by_rank = np.array([[*tags[bet][:TEN], *[tags[bet][TEN]] * TEN_RANKS] for bet in BETS], np.int64)
    by_rank = shoes.RANKS * by_rank - by_rank.sum(axis=1, keepdims=True)
    room = np.concatenate([full_shoe(terms.decks), np.zeros(shoes.SPARE, np.uint8)])
    chart = best_chart(terms)
    ruled = points.book_of(
        terms, chart, pair_ten_face=book.pair_ten_face, draws_for_busted=book.dealer_draws_for_busted
    )
    rooms = np.zeros((dealt.areas, *rounds.ROOM), np.int64)
    main = np.zeros((shoes.BINS, rounds.MAIN_WAYS), np.int64)
    markers = np.zeros((shoes.BINS, rounds.MARKERS_MOST + 1), np.int64)
    busted = np.zeros((shoes.BINS, rounds.BUST_CARDS_MOST), np.int64)
    chances = np.zeros((2, shoes.BINS, 3))
    shoes.play_shoes(
        dealt.seed, dealt.rounds, room, cards, cut, dealt.areas, points.table_of(terms, chart), ruled, rooms,
        by_rank, main, markers, busted, chances,
    )  # fmt: skip
    return main, markers, busted, chances


def _cut(cards: int, dealt: Dealt) -> int:
    """Before which card a Round may begin."""
    if not 1 <= dealt.areas <= AREAS_MAX:
        raise AnalysisError(
            "{areas} areas are not a table; give 1 to {areas_max}", areas=dealt.areas, areas_max=AREAS_MAX
        )
    if dealt.rounds < 1:
        raise AnalysisError("{rounds} Rounds show nothing; give 1 or more", rounds=dealt.rounds)
    most = cards - _CARDS_LEFT * (dealt.areas + 1)
    cut = round(dealt.penetration * cards)
    if not 0 < dealt.penetration < 1:
        raise AnalysisError(
            "a penetration of {penetration} is none; give a part of the shoe, such as 0.75",
            penetration=f"{dealt.penetration:g}",
        )
    if cut > most:
        raise AnalysisError(
            "{areas} area(s) need cards behind the cutting card; deal at most {cards}%",
            areas=dealt.areas,
            cards=100 * most // cards,
        )
    return cut


def _by_results(counted: NDArray[np.int64], nets: Sequence[float], whole: int) -> Iterator[Point]:
    """Bets that were played out."""
    for at, row in enumerate(counted):
        seen = int(row.sum())
        results = tuple((net, int(n) / seen) for net, n in zip(nets, row, strict=True) if n)
        yield _point(at, seen / whole, results, seen)


def _by_chance(rows: NDArray[np.float64], pays: float, whole: int) -> Iterator[Point]:
    """Bets that were judged by the cards left: only the shoes are random."""
    for at, (seen, total, squares) in enumerate(rows.tolist()):
        chance = total / seen if seen else 0.0
        spread = sqrt(max(squares / seen - chance**2, 0.0) / seen) if seen else 0.0
        results = ((pays, chance), (-1.0, 1 - chance)) if seen else ()
        yield _point(at, seen / whole, results, seen, (pays + 1) * spread)


def _point(
    at: int, often: float, results: tuple[tuple[float, float], ...], seen: float, error: float | None = None
) -> Point:
    ev = sum(net * chance for net, chance in results)
    sd = sqrt(max(sum(net * net * chance for net, chance in results) - ev * ev, 0.0))
    if error is None:
        error = sd / sqrt(seen) if seen else 0.0
    return Point(at - shoes.LIMIT, often, ev, error, sd, results)


def _lines(rules: Rules, bet: str, size: int) -> list[float]:
    """What a side bet pays by number of cards or markers; the highest line stands for all above it."""
    pays = pays_by_number(rules, bet)
    most = max(pays)
    return [float(pays.get(min(number, most), -1)) for number in range(size)]


def ramp(curve: Curve, bet: Callable[[Point], float]) -> Ramp:
    """The figures of one ramp."""
    used = [(point, bet(point)) for point in curve.points if point.often]
    mean = sum(point.often * units * point.ev for point, units in used)
    square = sum(point.often * units**2 * (point.sd**2 + point.ev**2) for point, units in used)
    sd = sqrt(max(square - mean**2, 0.0))
    played = sum(point.often for point, units in used if units)
    laid = sum(point.often * units for point, units in used)
    return Ramp(
        bet=curve.bet,
        units=tuple((point.true_count, units) for point, units in used),
        per_100=100 * mean,
        error=100 * sqrt(sum((point.often * units * point.error) ** 2 for point, units in used)),
        sd=sd,
        average_bet=laid / played if played else 0.0,
        played=played,
        score=1e6 * (mean / sd) ** 2 if mean > 0 else 0.0,
        n0=(sd / mean) ** 2 if mean > 0 else inf,
        exponent=_exponent(used) if mean > 0 else 0.0,
    )


def _exponent(used: Sequence[tuple[Point, float]]) -> float:
    """The root above 0 of E exp(-r X) = 1 for the result X of a Round (Lundberg)."""

    def grows(r: float) -> bool:
        return (
            sum(
                point.often * (sum(chance * exp(-r * units * net) for net, chance in point.results) - 1)
                for point, units in used
                if units
            )
            > 0
        )

    low, high = 0.0, 1e-6
    while not grows(high):
        low, high = high, 2 * high
    for _ in range(60):
        middle = (low + high) / 2
        low, high = (low, middle) if grows(middle) else (middle, high)
    return low


def best_ramp(curve: Curve, spread: int, *, least: float) -> Ramp:
    """The ramp with the highest SCORE: bets by advantage over variance, in whole units up to the spread.

    `least` is bet where the count is not good: 1 for who plays on, 0 for who looks on.
    """
    if spread < 1:
        raise AnalysisError("a spread of {spread} is none; give 1 or more", spread=spread)
    wanted = {
        point.true_count: curve.advantage(point.true_count) / point.sd**2
        for point in curve.points
        if point.often and point.sd
    }
    good = [worth for worth in wanted.values() if worth > 0]

    def rising(top: float) -> Callable[[Point], float]:
        def units(point: Point) -> float:
            worth = wanted.get(point.true_count, 0.0)
            return float(min(max(round(spread * worth / top), 1), spread)) if worth > 0 else least

        return units

    tried = [ramp(curve, rising(top)) for top in good] or [ramp(curve, lambda _: least)]
    return max(tried, key=lambda each: (each.score, each.per_100))
