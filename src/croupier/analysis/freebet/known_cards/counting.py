"""What a player gains who counts the cards of the shoe, as tables."""

from collections.abc import Mapping
from math import ceil, floor, isinf

from msgspec.structs import replace

from croupier.analysis.figures import Asked, Table, places
from croupier.analysis.freebet.known_cards.counter import SPREAD, Curve, Dealt, Ramp, best_ramp, curves, ramp
from croupier.analysis.freebet.known_cards.effects import (
    BETS,
    RANK_NAMES,
    Effects,
    all_effects,
    simple_count,
)
from croupier.analysis.freebet.known_cards.indexes import Index, indexes
from croupier.analysis.freebet.terms import Terms
from croupier.analysis.words import bet_name
from croupier.rulebook import Rules

PENETRATIONS = (0.5, 0.65, 0.75, 0.85)
AREAS = (1, 3, 7)
BANKROLL = 1000
INDEXES_MAX = 24
_COMPARED = 3_000_000
"""Rounds for each line of a comparison."""


def counting_tables(
    rules: Rules,
    asked: Asked,
    dealt: Dealt | None = None,
    spread: int = SPREAD,
    bankroll: int = BANKROLL,
) -> tuple[Table, ...]:
    """Effects of removal, counts, expectation by true count, ramps, index numbers, other shoes and tables."""
    dealt = dealt or Dealt()
    found = all_effects(rules, asked)
    tags = {bet: simple_count(effects).tags for bet, effects in found.items()}
    view = curves(rules, dealt, tags, asked)
    return (
        _removal(rules, found),
        _counts(found),
        _by_count(view, dealt),
        _often(view),
        _ramps(view, spread, bankroll),
        _indexes(indexes(rules, Terms.of(rules, asked), view["main"])),
        _elsewhere(rules, asked, dealt, tags, spread),
    )


def _removal(rules: Rules, found: Mapping[str, Effects]) -> Table:
    return Table(
        f"Effect of removing one card from {rules.integer('decks')} decks, in percent of the stake",
        ("bet", *RANK_NAMES),
        tuple((bet_name(bet), *(f"{100 * each:+.3f}" for each in one.effects)) for bet, one in found.items()),
        "Exact: the expectation of the shoe without the card, less that of the full shoe. Pot of Gold by its "
        "own best play.",
        places(rules.cite("decks")),
    )


def _counts(found: Mapping[str, Effects]) -> Table:
    counts = {bet: simple_count(one) for bet, one in found.items()}
    return Table(
        "The best simple count",
        ("bet", *RANK_NAMES, "follows"),
        tuple(
            (bet_name(bet), *(f"{tag:+d}" if tag else "0" for tag in one.tags), f"{one.correlation:.3f}")
            for bet, one in counts.items()
        ),
        "Follows: correlation with the effects of removal; 1 is the best possible count. Every card counts "
        "alike at Pair, so no count of this kind helps there.",
    )


def _by_count(view: Mapping[str, Curve], dealt: Dealt) -> Table:
    rows = []
    for at, point in enumerate(view["main"].points):
        cells = []
        for bet in BETS:
            own = view[bet].points[at]
            cells.append(f"{100 * own.ev:+.2f} ± {100 * own.error:.2f}" if own.often else "")
        rows.append((f"{point.true_count:+d}", *cells))
    lines = ("each count adds", *(f"{100 * view[bet].line[1]:+.2f}" for bet in BETS))
    return Table(
        "Expectation by true count, in percent of the stake",
        ("true count", *(bet_name(bet) for bet in BETS)),
        (*rows, lines),
        f"{dealt.rounds:,} Rounds, {dealt.penetration:.0%} of the shoe dealt, {dealt.areas} area(s), all by "
        "the best chart; each bet by its own count, for each deck left, rounded down, before the Round. "
        "Insurance when it is offered, with the open cards counted. Pair and Insurance are exact in each "
        "shoe, so that only the shoes are a sample.",
    )


def _often(view: Mapping[str, Curve]) -> Table:
    rows = tuple(
        (
            f"{point.true_count:+d}",
            *(f"{100 * view[bet].points[at].often:.3f}" for bet in BETS),
        )
        for at, point in enumerate(view["main"].points)
    )
    return Table(
        "How often a bet can be made at each true count, in percent of all Rounds",
        ("true count", *(bet_name(bet) for bet in BETS)),
        rows,
        "Insurance in the Rounds in which the dealer shows an ace.",
    )


def _ramps(view: Mapping[str, Curve], spread: int, bankroll: int) -> Table:
    main = view["main"]
    plays = [
        ("the same always", ramp(main, lambda _: 1.0)),
        (f"1 to {spread}, plays on", best_ramp(main, spread, least=1)),
        (f"1 to {spread}, looks on", best_ramp(main, spread, least=0)),
    ]
    plays += [
        (how, best_ramp(view[bet], most, least=0))
        for bet in BETS[1:]
        for how, most in (("1, where good", 1), (f"1 to {spread}, where good", spread))
    ]
    return Table(
        "Ramps of bets, in units of the smallest bet",
        ("bet", "how", "units by true count", "100 Rounds", "sd", "bet", "played", "SCORE", "N0", "ruin"),
        tuple((bet_name(each.bet), how, _units(each), *_figures(each, bankroll)) for how, each in plays),
        "The ramp with the highest SCORE: bets by advantage over variance, in whole units. 100 Rounds seen, "
        "also those that are only looked on (back-counting), with the standard error; sd of a Round; the "
        "average bet where one is made, and in what part of the Rounds; SCORE: what a bankroll of 10,000 "
        "wins in 100 Rounds at full Kelly; N0: Rounds after which the average win is one deviation; ruin: "
        f"the chance to lose {bankroll:,} units ever, at most (Lundberg), Rounds taken as independent.",
    )


def _units(found: Ramp) -> str:
    """From each true count on at which the bet changes."""
    parts, before = [], None
    for count, units in found.units:
        if units != before:
            parts.append(f"{units:g}" if before is None else f"{units:g} from {count:+d}")
        before = units
    return ", ".join(parts)


def _figures(found: Ramp, bankroll: int) -> tuple[str, ...]:
    return (
        f"{found.per_100:+.3f} ± {found.error:.3f}",
        f"{found.sd:.3f}",
        f"{found.average_bet:.2f}",
        f"{found.played:.1%}",
        f"{found.score:.2f}" if found.score else "",
        "" if isinf(found.n0) else f"{found.n0:,.0f}",
        f"{found.ruin(bankroll):.2%}" if found.score else "",
    )


def _indexes(found: tuple[Index, ...]) -> Table:
    """The most valuable: whole counts, to the safe side."""
    rows = tuple(
        (
            each.hand,
            each.dealer,
            each.usual,
            each.other,
            f"{ceil(each.true_count):+d} and above"
            if each.from_above
            else f"{floor(each.true_count):+d} and below",
            f"{100 * each.worth:.4f}",
        )
        for each in found[:INDEXES_MAX]
    )
    total = sum(each.worth for each in found)
    return Table(
        "Index numbers of the main wager's count",
        ("hand", "dealer", "chart", "instead", "at a true count of", "adds, % of the wager"),
        rows,
        f"By exact effects of removal on each action with two cards; the {len(rows)} most valuable of "
        f"{len(found)}, which add {100 * total:.3f}% of the wager together at flat bets. The count is that "
        "of the cards seen before the hand. Insurance for a hand with one ten-value card.",
    )


def _elsewhere(
    rules: Rules, asked: Asked, dealt: Dealt, tags: Mapping[str, tuple[int, ...]], spread: int
) -> Table:
    """The same counter at other depths and fuller tables."""
    shoes = [replace(dealt, penetration=part, rounds=_COMPARED) for part in PENETRATIONS]
    shoes += [replace(dealt, areas=areas, rounds=_COMPARED) for areas in AREAS]
    rows = []
    for each in dict.fromkeys(shoes):
        view = curves(rules, each, tags, asked)
        gains = [best_ramp(view["main"], spread, least=least) for least in (1, 0)]
        gains += [best_ramp(view[bet], 1, least=0) for bet in BETS[2:]]
        rows.append(
            (
                f"{each.penetration:.0%}",
                str(each.areas),
                *(f"{found.per_100:+.3f} ± {found.error:.3f}" for found in gains),
            )
        )
    return Table(
        f"Units gained in 100 Rounds seen, main wager 1 to {spread}, side bets 1 where good",
        ("dealt", "areas", "plays on", "looks on", *(bet_name(bet) for bet in BETS[2:])),
        tuple(rows),
        f"{_COMPARED:,} Rounds each. Where good is judged by the same sample, so rare bets look a little "
        "better than they are.",
    )
