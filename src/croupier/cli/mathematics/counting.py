"""`croupier counting`: what a player gains who counts the cards of the shoe."""

from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.console import count
from croupier.cli.mathematics.tabled import tabled

if TYPE_CHECKING:
    from croupier.analysis.figures import Table
    from croupier.rulebook import Rules

EXAMPLES = (
    "Examples: [bold]croupier counting mbs-freebet@3 --decks 8 --spread 10[/]; "
    "[bold]croupier counting mbs-freebet@3 --penetration 0.85 --areas 5[/]."
)


@tabled(decks=True)
def counting(
    rules: "Rules",
    spread: Annotated[int, typer.Option(help="The largest bet, in units of the smallest.")] = 8,
    penetration: Annotated[float, typer.Option(help="The part of the shoe that is dealt.")] = 0.75,
    areas: Annotated[int, typer.Option(help="Areas in play, the counter's among them.")] = 1,
    bankroll: Annotated[int, typer.Option(help="Units that may be lost.")] = 1000,
    rounds: Annotated[
        int, typer.Option(parser=count, help="Rounds dealt: the more, the smaller the errors.")
    ] = 10_000_000,
) -> "tuple[Table, ...]":
    """What a counter of cards sees: expectation by true count, ramps of bets, ruin, index numbers."""
    from croupier.analysis.answers import answered
    from croupier.analysis.figures import AnalysisError, Asked, Table

    if rules.edition.game != "mbs-freebet":
        raise AnalysisError(
            "only Free Bet Blackjack is dealt from a shoe that keeps its cards between Rounds"
        )

    def work_out(fresh: "Rules") -> tuple[Table, ...]:
        from croupier.analysis.freebet.known_cards.counter import Dealt
        from croupier.analysis.freebet.known_cards.counting import counting_tables

        return counting_tables(fresh, Asked(), Dealt(penetration, areas, rounds), spread, bankroll)

    question = f"counting {spread} {penetration:g} {areas} {bankroll} {rounds}"
    return answered(question, rules, Asked(), tuple[Table, ...], work_out)
