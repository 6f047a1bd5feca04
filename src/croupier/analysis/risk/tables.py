"""The risk of some bets as tables: for the terminal, for files, and for the pages."""

from collections.abc import Sequence
from typing import Final

from croupier.analysis.figures import AnalysisError, BetFigures, Table
from croupier.analysis.risk.rounds import BANDS, after, bands, bankroll_for, hits, moments, ruin
from croupier.analysis.words import bet_name

MANY: Final = (10_000, 100_000, 1_000_000)


def risk_tables(
    figures: Sequence[BetFigures],
    rounds: int,
    bankroll: float | None = None,
    confidence: float = 0.95,
    *,
    has_lines: bool = True,
) -> tuple[Table, ...]:
    """A Round, many Rounds, a bankroll, and, where a bet has lines of its own, what lets one wait."""
    if bankroll is not None and bankroll < 1:
        raise AnalysisError("a bankroll is at least one stake")
    if not 0 < confidence < 1:
        raise AnalysisError(
            "a confidence of {confidence} is none; give one between 0 and 1", confidence=f"{confidence:g}"
        )
    tables = (
        _one_round(figures),
        _many_rounds(figures, rounds),
        _bankroll(figures, rounds, bankroll, confidence),
        *([_waiting(figures)] if has_lines else []),
    )
    return tuple(table for table in tables if table.rows)


def _source(figures: Sequence[BetFigures]) -> str:
    """Where the distributions come from."""
    if assumed := [each for each in figures if each.exact is True and each.sd_assumes]:
        told = "; ".join(f"of {bet_name(each.bet)} with {each.sd_assumes}" for each in assumed)
        return f"The edge is exact, the distribution {told}."
    if _kind(figures) == "exact":
        return "Every figure is from the exact distribution."
    error = max(0.0 if each.exact is True else float(each.exact) for each in figures)
    return f"The edge is exact, the rest from simulated Rounds (the average good to {100 * error:.3f}%)."


def _kind(figures: Sequence[BetFigures]) -> str:
    return "exact" if all(each.exact is True for each in figures) else "simulated"


def _one_round(figures: Sequence[BetFigures]) -> Table:
    rows = []
    for each in figures:
        found = moments(each)
        rows.append(
            (
                bet_name(each.bet),
                each.priced,
                f"{found.sd:.4f}",
                f"{found.skewness:+.3f}",
                f"{100 * found.hit_frequency:.3f}%",
                f"{100 * found.push:.3f}%",
                f"{found.volatility_index:.3f}",
            )
        )
    return Table(
        "One Round, in stakes",
        ("bet", "house edge", "deviation", "skewness", "hit frequency", "pushes", "volatility"),
        tuple(rows),
        f"Volatility is 1.645 deviations. {_source(figures)}",
    )


def _many_rounds(figures: Sequence[BetFigures], rounds: int) -> Table:
    rows = []
    for each in figures:
        found = bands(each, rounds)
        shown = [found.quantiles[f"{part:.1%}"] for part in BANDS if part in (0.01, 0.05, 0.5, 0.95, 0.99)]
        rows.append(
            (
                bet_name(each.bet),
                f"{found.mean:+,.2f}",
                *(f"{value:+,.1f}" for value in shown),
                f"{100 * found.behind:.3f}%",
            )
        )
    return Table(
        f"After {rounds:,} Rounds, the player's result in stakes",
        ("bet", "average", "1% below", "5%", "half", "95%", "99%", "house wins"),
        tuple(rows),
        "One box, one stake a Round; convolved from the distribution of one Round.",
    )


def return_bands(figures: Sequence[BetFigures]) -> Table:
    """Where the actual return lies after many Rounds, for whoever compares a meter with a par sheet."""
    rows = []
    for each in figures:
        for rounds in MANY:
            spread = after(each, rounds)
            ends = [spread.quantile(part) / rounds for part in (0.025, 0.975, 0.005, 0.995)]
            cells = (f"{100 * (1 + end):.2f}%" for end in (each.ev, *ends))
            rows.append((bet_name(each.bet), f"{rounds:,}", *cells))
    return Table(
        "Actual return after many Rounds",
        ("bet", "Rounds", "expected", "95% from", "to", "99% from", "to"),
        tuple(rows),
        "Of the stake, one stake a Round; two-sided, convolved from the distribution of one Round.",
    )


def _bankroll(figures: Sequence[BetFigures], rounds: int, bankroll: float | None, confidence: float) -> Table:
    rows = []
    for each in figures:
        try:
            needed = bankroll_for(each, rounds, confidence)
            cells = [f"{needed.bankroll:,.0f}", f"{100 * needed.chance:.3f}%"]
            if bankroll is not None:
                cells.append(f"{100 * ruin(each, bankroll, rounds).chance:.3f}%")
        except AnalysisError:
            cells = ["more than can be followed", ""] + ([""] if bankroll is not None else [])
        rows.append((bet_name(each.bet), *cells))
    columns = ("bet", f"lasts with {100 * confidence:g}%", "ruined even so")
    extra = () if bankroll is None else (f"ruined with {bankroll:g}",)
    return Table(
        f"Bankroll for {rounds:,} Rounds, in stakes",
        (*columns, *extra),
        tuple(rows),
        "Ruined: less than one stake left, or a Round that costs more than is there.",
    )


def _waiting(figures: Sequence[BetFigures]) -> Table:
    rows = [
        (
            bet_name(each.bet),
            hit.line.replace("_", " "),
            f"{hit.mean:,.1f}",
            f"{hit.half:,}",
            f"{hit.nine_in_ten:,}",
        )
        for each in figures
        for hit in hits(each)
        if not hit.line.startswith(("Split", "flop", "Paid"))
    ]
    return Table(
        "How many Rounds a rare line lets one wait",
        ("bet", "line", "average", "half by", "90% by"),
        tuple(rows),
    )
