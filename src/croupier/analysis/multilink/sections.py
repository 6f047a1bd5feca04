"""What a report on Multi-Link shows besides each bet's figures."""

from fractions import Fraction
from itertools import pairwise
from math import sqrt

from croupier.analysis.figures import Asked, Plot, Section, Series, Table, places
from croupier.analysis.multilink.bonus import bonus_ways
from croupier.analysis.multilink.long_run import QUANTILES, LongRun, long_run, meter_at_win
from croupier.analysis.multilink.main_game import (
    RULE_KEYS,
    Result,
    best_play,
    hand_values,
    main_figures,
    simpler_plays,
)
from croupier.analysis.multilink.progressive import chance_of, meter_of, terms_of
from croupier.games.multilink.terms import MultiLinkTerms
from croupier.money import say_money
from croupier.rulebook import Rules

ROUNDS_PER_HOUR = 30
_METER_BANDS = 12


def sections(rules: Rules, asked: Asked) -> tuple[Section, ...]:
    """Main game, bonus and jackpot in depth."""
    return (
        _ways_to_play(rules),
        _results(rules),
        _risk(rules),
        _hands(rules),
        _bonus(rules),
        *_jackpot(rules, asked),
    )


def _percent(value: Fraction | float, decimals: int = 4) -> str:
    return f"{100 * float(value):.{decimals}f}%"


def _ways_to_play(rules: Rules) -> Section:
    best = best_play(rules).result
    plays: list[Result] = [best, *simpler_plays(rules)]
    rows = tuple(
        (
            play.name,
            play.words,
            _percent(-play.ev),
            _percent(best.ev - play.ev),
            f"{float(play.staked):.4f}",
            _percent(-play.ev / play.staked),
        )
        for play in plays
    )
    columns = (
        "play",
        "what is done",
        "house edge per Ante",
        "cost against best",
        "average bet",
        "element of risk",
    )
    text = "Simpler ways to play the main game, each counted over all 55,627,620,048,000 deals."
    table = Table("Ways to play", columns, rows, "", places(rules.cite(*RULE_KEYS)))
    return Section("Ways to play the main game", text, (table,))


def _results(rules: Rules) -> Section:
    figures = main_figures(rules)
    by_net: dict[float, float] = {}
    for outcome in figures.outcomes:
        by_net[outcome.net] = by_net.get(outcome.net, 0.0) + outcome.probability
    nets = sorted(by_net)
    rows = tuple((f"{net:+g}", _percent(by_net[net])) for net in nets)
    bars = Series("best play", tuple(nets), tuple(by_net[net] for net in nets))
    plot = Plot(
        "Net result of a round", "antes", "probability", (bars,), kind="bar", paragraphs=figures.paragraphs
    )
    table = Table("Net result of a round", ("antes", "probability"), rows, "", figures.paragraphs)
    return Section("Distribution of results", "The main game under the best play.", (table,), (plot,))


def _risk(rules: Rules) -> Section:
    figures = main_figures(rules)
    ante = MultiLinkTerms.of(rules).ante_min / 100
    hours = tuple(float(hour) for hour in range(51))
    series = []
    for words, deviations in (("average", 0.0), ("1 in 6 is worse", -1.0), ("1 in 6 is better", 1.0)):
        series.append(
            Series(
                words, hours, tuple(_after(hour, figures.ev, figures.sd, deviations) * ante for hour in hours)
            )
        )
    rows = tuple(
        (
            f"{hour:g}",
            *(f"{_after(hour, figures.ev, figures.sd, d) * ante:+,.2f}" for d in (-2.0, -1.0, 0.0, 1.0, 2.0)),
        )
        for hour in (1.0, 4.0, 10.0, 50.0)
    )
    text = (
        f"One box at an Ante of {say_money(MultiLinkTerms.of(rules).ante_min)} and "
        f"{ROUNDS_PER_HOUR} rounds an hour, the sum of many rounds taken as normal."
    )
    columns = ("hours", "-2 sd", "-1 sd", "average", "+1 sd", "+2 sd")
    cited = places(rules.cite("limits_displayed", *RULE_KEYS))
    return Section(
        "Risk per hour",
        text,
        (Table("Result after some hours, in dollars", columns, rows, "", cited),),
        (Plot("Result over time", "hours", "dollars", tuple(series), paragraphs=cited),),
    )


def _after(hours: float, ev: float, sd: float, deviations: float) -> float:
    rounds = hours * ROUNDS_PER_HOUR
    return rounds * ev + deviations * sd * sqrt(rounds)


def _hands(rules: Rules) -> Section:
    best = best_play(rules).result
    rows = tuple(
        (name, str(combinations), f"{float(value):+.6f}", str(value), "fold" if value <= -1 else "")
        for name, combinations, value in hand_values(best)
    )
    table = Table(
        "All 169 starting hands",
        ("hand", "of 1,326", "expectation", "exact", ""),
        rows,
        "Expectation in antes when the Flop is placed and played on in the best way.",
        places(rules.cite("flop_bet", "fold")),
    )
    return Section("Starting hands", "The best hand first.", (table,))


def _bonus(rules: Rules) -> Section:
    stakes = sorted({100, 500, 1_000, 2_500, 5_000, 10_000, 20_000, 50_000, 100_000, 200_000, 500_000})
    edges = {
        stake: -sum((p * net for _, p, net in bonus_ways(rules, stake)), Fraction(0)) for stake in stakes
    }
    cited = places(rules.cite("main_and_bonus_pays", "bonus_cap"))
    table = Table(
        "Bonus by stake",
        ("stake", "house edge", "exact"),
        tuple((say_money(stake), _percent(edge), str(edge)) for stake, edge in edges.items()),
        "",
        cited,
    )
    line = Series(
        "Bonus", tuple(stake / 100 for stake in stakes), tuple(100 * float(e) for e in edges.values())
    )
    plot = Plot("Bonus: what the cap costs", "stake, dollars", "house edge, %", (line,), paragraphs=cited)
    book = MultiLinkTerms.of(rules)
    capped = (
        "payout of one box, its stake included, is"
        if book.bonus_cap_includes_stake
        else "winnings of one box are"
    )
    text = f"The {capped} capped at {say_money(book.bonus_cap)}."
    return Section("Bonus and its cap", text, (table,), (plot,))


def _jackpot(rules: Rules, asked: Asked) -> tuple[Section, Section]:
    run = long_run(rules, asked.bet_size)
    return _meter(rules, asked, run), _over_time(rules, run)


def _meter(rules: Rules, asked: Asked, run: LongRun) -> Section:
    terms, meter = terms_of(rules, asked.bet_size), meter_of(rules, asked)
    fair = terms.break_even
    top = max(float(fair) * 1.2, float(meter), 100.0)
    meters = tuple(top * step / 60 for step in range(61))

    def paid_at(at: float) -> float:
        return 100 * float(terms.minors + terms.back + terms.share_rate * int(at)) / terms.bet

    paid = tuple(map(paid_at, meters))
    cited = places(rules.cite("progressive_pays", "progressive_paid", "progressive_hand"))
    plot = Plot(
        "Return against the meter",
        "meter, dollars",
        "return, %",
        (
            Series("return", tuple(at / 100 for at in meters), paid),
            Series("fair", (0.0, top / 100), (100.0, 100.0)),
        ),
        paragraphs=cited,
    )
    lines = (*terms.shares, *terms.fixed)
    prizes = {**{line: f"{100 * float(s):g}% of the meter" for line, s in terms.shares.items()}}
    prizes |= {line: say_money(int(prize)) for line, prize in terms.fixed.items()}
    rows = tuple(
        (line, prizes[line], str(chance_of(line)), f"{float(1 / chance_of(line)):,.1f}") for line in lines
    )
    table = Table("Jackpot hands", ("hand", "receives", "probability", "once in"), rows, "", cited)
    text = (
        f"At a bet of {say_money(terms.bet)} the minor prizes return {_percent(terms.minors / terms.bet)}; "
        f"the bet is fair when the meter stands at {float(fair) / 100:,.2f}. At {say_money(meter)} it "
        f"returns {_percent((terms.minors + terms.back + terms.share_rate * meter) / terms.bet)}."
    )
    ends = [int(top * step / _METER_BANDS) for step in range(_METER_BANDS + 1)]
    banded = tuple(
        (f"{low / 100:,.0f} to {high / 100:,.0f}", *(f"{paid_at(at):.3f}%" for at in (low, high)))
        for low, high in pairwise(ends)
    )
    by_band = Table(
        "Return by meter",
        ("meter, dollars", "return from", "to"),
        banded,
        "It rises in a line.",
        cited,
    )
    return Section("Jackpot: the meter", text, (table, by_band), (plot,))


def _over_time(rules: Rules, run: LongRun) -> Section:
    cited = places(rules.cite("progressive_jackpot", "progressive_pays"))
    rows = [
        ("added to the meter per bet", f"{float(run.growth) / 100:,.4f}"),
        ("kept in reserve per bet", f"{float(run.reserve) / 100:,.4f}"),
        ("reset value", say_money(run.reset)),
        ("long-run return", f"{_percent(run.payback)} ({run.payback})"),
        ("average meter at a win", f"{float(run.mean) / 100:,.2f}"),
        ("standard deviation of it", f"{sqrt(run.variance) / 100:,.2f}"),
    ]
    plots: tuple[Plot, ...] = ()
    if (spread := meter_at_win(run)) is not None:
        rows += [
            (f"{100 * part:g}% of wins are below", f"{spread.quantile(part) / 100:,.0f}")
            for part in QUANTILES
        ]
        every = slice(0, len(spread.values), 16)
        summed = spread.chances.cumsum()[every]
        line = Series("wins below", tuple(spread.values[every] / 100), tuple(100 * summed))
        plots = (
            Plot(
                "The meter when the full prize is won",
                "meter, dollars",
                "% of wins",
                (line,),
                paragraphs=cited,
            ),
        )
    text = (
        "What goes into the meter comes out of it in the end, so contribution, reset value and readings fix "
        "the long-run return. Average, deviation and return are exact; the quantiles take growth as even."
    )
    return Section(
        "Jackpot: the long run",
        text,
        (Table("The jackpot over time", ("", ""), tuple(rows), "", cited),),
        plots,
    )
