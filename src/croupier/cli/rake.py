"""`croupier rake`: what poker costs, by pot and cap, for hands that were played, and to break even."""

from pathlib import Path
from typing import Annotated

import typer

from croupier.cli.analysis import AsJson, Settings, With, reckoning, rules_of
from croupier.cli.risk import show_tables
from croupier.cli.writing import AsCsv, AsXlsx

EXAMPLES = (
    "Examples: [bold]croupier rake rws-poker@7 --set rake_percent=3%[/]; "
    "[bold]croupier rake rws-poker@7 --phh hands[/]."
)


def rake(
    edition: Annotated[str, typer.Argument(help="Such as rws-poker@7.")] = "rws-poker@7",
    phh: Annotated[Path | None, typer.Option(help="A folder of .phh hand histories, or one of them.")] = None,
    settings: Settings = None,
    changes: With = None,
    as_json: AsJson = False,
    csv: AsCsv = False,
    xlsx: AsXlsx = None,
) -> None:
    """Poker's price: exact rake by pot, cap and players, and what a seat must win to break even."""
    with reckoning():
        from croupier.analysis.catalogue import edge_of
        from croupier.analysis.figures import AnalysisError, Asked, Table

        rules = rules_of(edition, settings, None, changes)
        if rules.edition.game != "rws-poker":
            raise AnalysisError(f"{edition} takes no rake; ask for rws-poker@7")
        from croupier.analysis.poker.price import played_rake, played_table, player_table, pot_table

        tables = [pot_table(rules), player_table(rules)]
        if phh is not None:
            files = sorted(phh.rglob("*.phh")) if phh.is_dir() else [phh]
            if not files:
                raise AnalysisError(f"{phh} has no hand histories; their names end in .phh")
            tables.append(played_table(played_rake(files, rules), rules))
        else:
            found = edge_of(rules, "rake", Asked())
            error = 100 * float(found.exact)
            seat = float(found.details["big_blinds_per_100_hands_and_seat"])
            tables.append(
                Table(
                    "Break even against bots, in big blinds in 100 hands",
                    ("figure", "value"),
                    (
                        ("rake of the table", f"{-100 * found.ev:.2f} ± {error:.2f}"),
                        ("what a seat must win from the others", f"{seat:.3f}"),
                    ),
                    f"{found.assumed['hands']} hands of bots: an order of size.",
                    found.paragraphs,
                )
            )
    show_tables(tuple(tables), as_json, csv, xlsx)
