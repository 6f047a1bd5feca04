"""`croupier jackpot`: the Progressive Jackpot as the House sees it."""

from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.mathematics.analysis import BetSize, asked_of
from croupier.cli.mathematics.tabled import tabled

if TYPE_CHECKING:
    from croupier.analysis.figures import Table
    from croupier.rulebook import Rules

EXAMPLES = (
    "Example: [bold]croupier jackpot rws-multilink@3 --bets-per-hour 900 --set reset_value=100,000 "
    "--set reserve_share=10%[/]."
)


@tabled()
def jackpot(
    rules: "Rules",
    bets_per_hour: Annotated[float, typer.Option(help="Jackpot bets an hour, all tables together.")] = 180.0,
    hours_per_day: Annotated[float, typer.Option(help="Hours a day that the link plays.")] = 24.0,
    bet_size: BetSize = None,
) -> "tuple[Table, ...]":
    """The jackpot as the House sees it: time to a hit, life of the meter, funding, break-even, bankroll."""
    from croupier.analysis.concerns import Pace, jackpot_tables

    return jackpot_tables(rules, Pace(bets_per_hour, hours_per_day), asked_of(None, bet_size).bet_size)
