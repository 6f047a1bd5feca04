"""`croupier risk`: how far results stray, how long a bankroll lasts, how often the house wins."""

from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.console import count
from croupier.cli.mathematics.analysis import BetSize, Meter, asked_of
from croupier.cli.mathematics.tabled import tabled

if TYPE_CHECKING:
    from croupier.analysis.figures import Table
    from croupier.rulebook import Rules

EXAMPLES = (
    "Examples: [bold]croupier risk mbs-freebet@3 --hours 4 --rounds-per-hour 60[/]; "
    "[bold]croupier risk rws-multilink@3 --bet main --bankroll 100 --rounds 500[/]; "
    "[bold]croupier risk mbs-freebet@3 --together main=100,pair=10,busted=5[/]."
)


@tabled(decks=True)
def risk(
    rules: "Rules",
    bet: Annotated[str | None, typer.Option(help="One bet only, such as bonus.")] = None,
    together: Annotated[
        str | None,
        typer.Option(
            help="Several bets of one player as one, simulated: such as main,bonus or main=100,bonus=10."
        ),
    ] = None,
    rounds: Annotated[
        int | None, typer.Option(parser=count, help="How many Rounds, instead of hours.")
    ] = None,
    hours: Annotated[float, typer.Option(help="How many hours.")] = 4.0,
    rounds_per_hour: Annotated[int, typer.Option(help="How many Rounds are played in an hour.")] = 60,
    bankroll: Annotated[float | None, typer.Option(help="The player's bankroll in stakes.")] = None,
    confidence: Annotated[float, typer.Option(help="That the bankroll lasts, such as 0.95.")] = 0.95,
    meter: Meter = None,
    bet_size: BetSize = None,
) -> "tuple[Table, ...]":
    """Risk of every bet, exact: deviation, skewness, hit frequency, bands over many Rounds, ruin."""
    from croupier.analysis.catalogue import edge as edge_of
    from croupier.analysis.risk.rounds import outcomes_of
    from croupier.analysis.risk.tables import risk_tables
    from croupier.analysis.words import bet_key

    played = rounds if rounds is not None else round(hours * rounds_per_hour)
    asked = asked_of(meter, bet_size)
    if together is None:
        figures = edge_of(rules, None if bet is None else bet_key(bet), asked)
    else:
        from croupier.analysis.risk.together import together as together_of
        from croupier.analysis.risk.together import wagers_of

        figures = (together_of(rules, wagers_of(together), asked),)
    for each in figures:
        outcomes_of(each)
    return risk_tables(figures, played, bankroll, confidence, has_lines=together is None)
