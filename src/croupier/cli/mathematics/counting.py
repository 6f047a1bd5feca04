"""`croupier counting`: what a player gains who counts the cards of the shoe."""

from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.mathematics.tabled import tabled

if TYPE_CHECKING:
    from croupier.analysis.figures import Table
    from croupier.rulebook import Rules

EXAMPLES = "Example: [bold]croupier counting mbs-freebet@3 --decks 8 --spread 10[/]."


@tabled(decks=True)
def counting(
    rules: "Rules",
    spread: Annotated[int, typer.Option(help="The big bet, in units of the small one.")] = 8,
) -> "tuple[Table, ...]":
    """Effects of removal, the best simple count, and the gain by penetration, for every bet."""
    from croupier.analysis.answers import answered
    from croupier.analysis.figures import AnalysisError, Asked, Table

    if rules.edition.game != "mbs-freebet":
        raise AnalysisError(
            "only Free Bet Blackjack is dealt from a shoe that keeps its cards between Rounds"
        )

    def work_out(fresh: "Rules") -> tuple[Table, ...]:
        from croupier.analysis.freebet.known_cards.counting import counting_tables
        from croupier.analysis.notice import listen

        listen()
        return counting_tables(fresh, Asked(), spread)

    return answered(f"counting {spread}", rules, Asked(), tuple[Table, ...], work_out)
