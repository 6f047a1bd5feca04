"""Figures as tables: what spreadsheets and other programs read."""

from collections.abc import Sequence

from croupier.analysis.figures import BetFigures, Table
from croupier.analysis.words import bet_name, words


def figure_tables(figures: Sequence[BetFigures]) -> tuple[Table, ...]:
    """One line a bet, then every outcome, then what the figures hold for."""
    return (_bets(figures), _outcomes(figures), _assumed(figures))


def _bets(figures: Sequence[BetFigures]) -> Table:
    return Table(
        "Bets",
        (
            "bet",
            "unit",
            "house edge",
            "price",
            "expectation",
            "exact",
            "standard error",
            "deviation",
            "paragraphs",
        ),
        tuple(
            (
                bet_name(each.bet),
                each.unit,
                "" if each.price else repr(each.house_edge),
                each.price,
                repr(each.ev),
                each.rational or "",
                "0" if each.exact is True else repr(float(each.exact)),
                repr(each.sd),
                " ".join(each.paragraphs),
            )
            for each in figures
        ),
    )


def _outcomes(figures: Sequence[BetFigures]) -> Table:
    return Table(
        "Outcomes",
        ("bet", "outcome", "probability", "exact", "net"),
        tuple(
            (bet_name(each.bet), way.name, repr(way.probability), way.rational or "", repr(way.net))
            for each in figures
            for way in each.outcomes
        ),
    )


def _assumed(figures: Sequence[BetFigures]) -> Table:
    return Table(
        "What they hold for",
        ("bet", "name", "value"),
        tuple(
            (bet_name(each.bet), words(name), str(value))
            for each in figures
            for name, value in (_of_deviation(each) | {**each.assumed, **each.details}).items()
        ),
    )


def _of_deviation(each: BetFigures) -> dict[str, str]:
    return {"deviation": each.sd_assumes} if each.sd_assumes else {}
