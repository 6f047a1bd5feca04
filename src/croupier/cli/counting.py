"""`croupier counting`: what a player gains who counts the cards of the shoe."""

from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.analysis import AsJson, Decks, Edition, Settings, With, reckoning, rules_of
from croupier.cli.risk import show_tables
from croupier.cli.writing import AsCsv, AsXlsx

if TYPE_CHECKING:
    from croupier.rulebook import Rules

EXAMPLES = "Example: [bold]croupier counting mbs-freebet@3 --decks 8 --spread 10[/]."


def counting(
    edition: Edition,
    spread: Annotated[int, typer.Option(help="The big bet, in units of the small one.")] = 8,
    decks: Decks = None,
    settings: Settings = None,
    changes: With = None,
    as_json: AsJson = False,
    csv: AsCsv = False,
    xlsx: AsXlsx = None,
) -> None:
    """Effects of removal, the best simple count, and the gain by penetration, for every bet."""
    with reckoning():
        from croupier.analysis.figures import AnalysisError, Asked, Table

        rules = rules_of(edition, settings, decks, changes)
        if rules.edition.game != "mbs-freebet":
            raise AnalysisError(
                "only Free Bet Blackjack is dealt from a shoe that keeps its cards between Rounds"
            )
        from croupier.analysis.answers import answered

        def work_out(fresh: "Rules") -> tuple[Table, ...]:
            from croupier.analysis.freebet.counting import counting_tables
            from croupier.analysis.notice import listen

            listen()
            return counting_tables(fresh, Asked(), spread)

        tables = answered(f"counting {spread}", rules, Asked(), tuple[Table, ...], work_out)
    show_tables(tables, as_json, csv, xlsx)
