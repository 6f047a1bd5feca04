"""The House's view of the jackpot as tables."""

from fractions import Fraction

from croupier.analysis.concerns import Pace
from croupier.analysis.figures import AnalysisError, BetFigures, Outcome, Table, places
from croupier.analysis.multilink.house_view import (
    PARTS,
    Way,
    adjustment,
    bankroll_for,
    funding,
    house_ways,
    reset_line,
    stand_after,
    wait_for,
)
from croupier.analysis.multilink.long_run import QUANTILES, LongRun, long_run, meter_at_win
from croupier.analysis.multilink.progressive import terms_of
from croupier.analysis.risk.rounds import Spread, after
from croupier.analysis.words import words
from croupier.games.multilink.terms import MultiLinkTerms
from croupier.links.terms import LinkTerms
from croupier.money import say_money
from croupier.rulebook import Rules

BET_SIZES = (1_00, 2_00, 5_00, 10_00, 25_00, 100_00)
CONFIDENCES = (0.9, 0.95, 0.99, 0.999)
STEPS = (
    Fraction(1, 100),
    Fraction(1, 20),
    Fraction(1, 5),
    Fraction(1),
    Fraction(5),
    Fraction(25),
    Fraction(100),
)
"""Lattices for the House's result, in bets: the finest that so many bets leave room for."""
_POINTS = 2048
_LATTICE_MAX = 1 << 18


def house_tables(rules: Rules, pace: Pace, bet_size: int | None = None) -> tuple[Table, ...]:
    """Waiting, life cycle, funding, break-even meters, the House's result."""
    if pace.bets_per_hour <= 0 or not 0 < pace.hours_per_day <= 24:
        raise AnalysisError("a link plays more than 0 bets an hour, more than 0 and up to 24 hours a day")
    run = long_run(rules, bet_size)
    return (
        _waiting(rules, run, pace),
        _life(rules, run, pace),
        _at_a_win(rules, run),
        _funding(rules, run, pace),
        _break_even(rules),
        _result(rules, run, pace),
        _bankroll(rules, run),
    )


def _percent(value: Fraction | float, decimals: int = 3) -> str:
    return f"{100 * float(value):.{decimals}f}%"


def _dollars(cents: Fraction | float) -> str:
    return f"{float(cents) / 100:,.2f}"


def _waiting(rules: Rules, run: LongRun, pace: Pace) -> Table:
    rows = []
    for line in (*run.terms.shares, *run.terms.fixed):
        wait = wait_for(line)
        days = (f"{bets / pace.bets_per_day:,.1f}" for bets in (wait.mean, *wait.quantiles))
        rows.append((words(line), f"{wait.mean:,.0f}", *days))
    return Table(
        f"Days to a hit, at {pace.bets_per_day:,.0f} bets a day",
        ("line", "bets", "average", *(f"{part:.0%} by" for part in PARTS)),
        tuple(rows),
        "Exact: the same chance at every bet. Bets: how many there are to a hit on average.",
        places(rules.cite("progressive_pays", "progressive_hand")),
    )


def _life(rules: Rules, run: LongRun, pace: Pace) -> Table:
    wait = wait_for(reset_line(rules, run))
    rows = []
    for part, bets in zip(("0%", *(f"{each:.0%}" for each in PARTS)), (0, *wait.quantiles), strict=True):
        stand = stand_after(run, bets)
        days = f"{bets / pace.bets_per_day:,.1f}"
        rows.append((part, f"{bets:,}", days, _dollars(stand.mean), _dollars(stand.sd)))
    return Table(
        "Life of the meter after a reset, while it is not won",
        ("won by then", "bets", "days", "meter, average", "deviation"),
        tuple(rows),
        "Exact moments, the part prizes taken as the House's reading says (partial_win_effect).",
        places(rules.cite("progressive_jackpot", "progressive_pays")),
    )


def _at_a_win(rules: Rules, run: LongRun) -> Table:
    rows = [("average", _dollars(run.mean))]
    spread = meter_at_win(run)
    if spread is not None:
        rows += [(f"{part:.0%} of wins are below", _dollars(spread.quantile(part))) for part in QUANTILES]
    return Table(
        "What the winner of the whole meter is paid",
        ("", "meter"),
        tuple(rows),
        "The cash that has to be at hand. Average exact; quantiles with growth taken as even.",
        places(rules.cite("progressive_pays")),
    )


def _funding(rules: Rules, run: LongRun, pace: Pace) -> Table:
    found = funding(run)
    parts = [
        ("stake", found.bet),
        ("to the meter, for players", found.to_meter),
        ("minor prizes, stakes returned", found.minors),
        ("putting the reset value up again", found.resets),
    ]
    if found.others > 0:
        parts.append(("part prizes not taken from the meter", found.others))
    elif found.others < 0:
        parts.append(("left on the meter when a part prize resets it", found.others))
    parts.append(("left to the House", found.left))
    if found.to_reserve:
        parts.append(("of it set aside in the reserve", found.to_reserve))
    rows = [
        (name, f"{float(cents) / 100:,.4f}", _percent(cents / found.bet), _dollars(cents * _days(pace)))
        for name, cents in parts
    ]
    needed = found.resets / run.terms.bet
    covers = found.reserve_covers
    note = f"A reserve pays for every reset if it takes {_percent(needed)} of each bet"
    contributed = run.growth + run.reserve
    if contributed and covers is not None:
        note += f" ({_percent(found.resets / contributed)} of the contribution)"
        note += f"; at these settings it covers {_percent(covers, 1)} of them"
    return Table(
        "Where a jackpot bet goes in the long run",
        ("", "per bet", "of the bet", "a day"),
        tuple(rows),
        note + ".",
        places(rules.cite("progressive_jackpot", "progressive_pays")),
    )


def _days(pace: Pace) -> Fraction:
    return Fraction(pace.bets_per_day).limit_denominator(1000)


def _break_even(rules: Rules) -> Table:
    rows = []
    own = MultiLinkTerms.of(rules).progressive_bet
    for size in sorted({*BET_SIZES, own}):
        terms = terms_of(rules, size)
        reset = LinkTerms.of(rules).reset_value
        at_reset = (terms.minors + terms.back + terms.share_rate * reset) / terms.bet
        try:
            run = long_run(rules, size)
            spread, pays = meter_at_win(run, _POINTS), _percent(run.payback)
        except AnalysisError:
            spread, pays = None, "the meter runs dry"
        above = ""
        if spread is not None:
            above = _percent(spread.chances[spread.values > float(terms.break_even)].sum(), 2)
        fair = _dollars(terms.break_even) if terms.break_even > 0 else "always good"
        rows.append((say_money(size), fair, _percent(at_reset), pays, above))
    return Table(
        "Break-even meter by size of the bet",
        ("bet", "fair from", "return at reset", "in the long run", "won above fair"),
        tuple(rows),
        "Fair from: the meter at which a bet costs the player nothing. Won above fair: how many of the full "
        "wins come at such a meter.",
        places(rules.cite("progressive_bet", "progressive_pays")),
    )


def _result(rules: Rules, run: LongRun, pace: Pace) -> Table:
    ways, bet = house_ways(run), run.terms.bet
    rows = []
    for name, days in (("a day", 1), ("a week", 7), ("30 days", 30), ("a year", 365)):
        bets = max(1, round(days * pace.bets_per_day))
        spread = result_after(rules, ways, bet, bets)
        lost = float(spread.chances[spread.results < -1e-9].sum())
        cells = [f"{bet * spread.quantile(part) / 100:,.0f}" for part in (0.01, 0.05, 0.5, 0.95)]
        rows.append((name, f"{bets:,}", *cells, _percent(lost)))
    return Table(
        "What the jackpot brings the House, the meter counted as owed",
        ("time", "bets", "1% below", "5%", "half", "95%", "behind"),
        tuple(rows),
        "Convolved from the ways one bet can end. Behind: how likely the House has lost on it by then.",
        places(rules.cite("progressive_jackpot")),
    )


def result_after(rules: Rules, ways: tuple[Way, ...], bet: int, bets: int) -> Spread:
    """The House's result after so many bets, in bets, on the finest lattice that has room for it."""
    for step in STEPS:
        try:
            players = after(_figures(rules, ways, bet, step), bets, _LATTICE_MAX)
        except AnalysisError:
            continue
        low = -(players.low + len(players.chances) - 1)
        return Spread(low, step, players.chances[::-1])
    raise AnalysisError("{bets:count} bets are too many to follow; ask for fewer a day", bets=bets)


def _figures(rules: Rules, ways: tuple[Way, ...], bet: int, step: Fraction) -> BetFigures:
    """What the House loses by a bet, in places of a lattice: rare large sums positive, as `after` expects.

    A result between two places of the lattice is divided between them, so that the average stays what it is.
    """
    outcomes = []
    for way in ways:
        low, part = divmod(-way.result / bet / step, 1)
        for place, share in ((low, 1 - part), (low + 1, part)):
            if share:
                outcomes.append(Outcome(way.name, float(way.chance * share), float(place)))
    mean = sum(each.probability * each.net for each in outcomes)
    square = sum(each.probability * each.net**2 for each in outcomes)
    return BetFigures(
        edition=rules.edition.id,
        bet="house",
        unit="the jackpot bet",
        ev=mean,
        house_edge=-mean,
        sd=(square - mean * mean) ** 0.5,
        outcomes=tuple(outcomes),
        exact=True,
    )


def _bankroll(rules: Rules, run: LongRun) -> Table:
    ways = house_ways(run)
    try:
        rate = adjustment(ways)
    except AnalysisError as error:
        return Table("Bankroll against the jackpot", ("", ""), (("none lasts", str(error)),))
    rows = tuple((_percent(each, 1), _dollars(bankroll_for(ways, each))) for each in CONFIDENCES)
    return Table(
        "Bankroll against the jackpot, for ever",
        ("lasts with at least", "beside the meter"),
        rows,
        "The first reset value is put up besides. Lundberg's inequality: the chance ever to be u behind is "
        f"at most e to the power of -u times {100 * rate:.3g} (u in dollars).",
        places(rules.cite("progressive_jackpot")),
    )
