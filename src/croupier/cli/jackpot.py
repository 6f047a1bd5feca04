"""`croupier jackpot`: the Progressive Jackpot as the House sees it."""

from typing import Annotated

import typer

from croupier.cli.analysis import AsJson, BetSize, Edition, Settings, With, asked_of, reckoning, rules_of
from croupier.cli.risk import show_tables
from croupier.cli.writing import AsCsv, AsXlsx

EXAMPLES = (
    "Example: [bold]croupier jackpot rws-multilink@3 --bets-per-hour 900 --set reset_value=100,000 "
    "--set reserve_share=10%[/]."
)


def jackpot(
    edition: Edition,
    bets_per_hour: Annotated[float, typer.Option(help="Jackpot bets an hour, all tables together.")] = 180.0,
    hours_per_day: Annotated[float, typer.Option(help="Hours a day that the link plays.")] = 24.0,
    bet_size: BetSize = None,
    settings: Settings = None,
    changes: With = None,
    as_json: AsJson = False,
    csv: AsCsv = False,
    xlsx: AsXlsx = None,
) -> None:
    """The jackpot as the House sees it: time to a hit, life of the meter, funding, break-even, bankroll."""
    with reckoning():
        from croupier.analysis.figures import AnalysisError

        rules = rules_of(edition, settings, None, changes)
        if rules.edition.game != "rws-multilink":
            raise AnalysisError(f"{edition} has no jackpot; ask for rws-multilink@3")
        from croupier.analysis.multilink.house_tables import Pace, house_tables

        pace = Pace(bets_per_hour, hours_per_day)
        tables = house_tables(rules, pace, asked_of(None, bet_size).bet_size)
    show_tables(tables, as_json, csv, xlsx)
