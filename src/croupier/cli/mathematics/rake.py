"""`croupier rake`: what poker costs, by pot and cap, for hands that were played, and to break even."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.house import opened
from croupier.cli.mathematics.tabled import tabled

if TYPE_CHECKING:
    from collections.abc import Sequence

    from croupier.analysis.figures import Table
    from croupier.house.totals.raked import Raked
    from croupier.rulebook import Rules

EXAMPLES = (
    "Examples: [bold]croupier rake rws-poker@7 --set rake_percent=3%[/]; "
    "[bold]croupier rake rws-poker@7 --phh hands[/]; [bold]croupier rake rws-poker@7 --store house.db[/]."
)


@tabled(edition="rws-poker@7")
def rake(
    rules: "Rules",
    phh: Annotated[Path | None, typer.Option(help="A folder of .phh hand histories, or one of them.")] = None,
    store: Annotated[
        str | None, typer.Option(help="A house's own journal: a SQLite file, or postgresql://...")
    ] = None,
) -> "tuple[Table, ...]":
    """Poker's price: exact rake by pot, cap and players, and what a seat must win to break even."""
    from croupier.analysis.catalogue import edge_of
    from croupier.analysis.figures import AnalysisError, Asked, Table

    if rules.edition.game != "rws-poker":
        raise AnalysisError("{edition} takes no rake; ask for rws-poker@7", edition=rules.edition.id)
    from croupier.analysis.poker.price import (
        played_rake,
        played_table,
        player_table,
        pot_table,
        version_table,
    )

    tables = [pot_table(rules), player_table(rules)]
    if store is not None:
        tables.extend(_of_house(store, rules.edition.game))
    if phh is not None:
        files = sorted(phh.rglob("*.phh")) if phh.is_dir() else [phh]
        if not files:
            raise AnalysisError("{phh} has no hand histories; their names end in .phh", phh=phh)
        tables.append(played_table(played_rake(files, rules), rules))
    elif store is None:
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
    tables.append(version_table(rules))
    return tuple(tables)


def _of_house(store: str, game: str) -> "tuple[Table, ...]":
    """The house's own hands: by table, and by edition."""
    from croupier.analysis.figures import AnalysisError
    from croupier.house.totals.raked import raked

    with opened(store) as journal:
        lines = raked(journal, game)
    if not any(line.hands for line in lines):
        raise AnalysisError(
            "no Round of poker has been played to its end in {store} (practice tables do not count)",
            store=store,
        )
    by_table = [(f"{line.table}, {line.edition}", [line]) for line in lines]
    editions = dict.fromkeys(line.edition for line in lines)
    by_edition = [(name, [line for line in lines if line.edition == name]) for name in editions]
    return (
        _raked_table("Rake of this house, by table", by_table),
        _raked_table("Rake of this house, by version", [*by_edition, ("all", list(lines))]),
    )


def _raked_table(title: str, groups: "Sequence[tuple[str, list[Raked]]]") -> "Table":
    from croupier.analysis.figures import Table

    about = "Rake per 100 hands: of the table, in its big blinds, and for each who sat there."
    columns = ("", "hands", "players", "pots", "rake", "of pots", "per 100", "in bb", "a player")
    rows = tuple((name, *_per_100(lines)) for name, lines in groups)
    return Table(title, columns, rows, about)


def _per_100(lines: "list[Raked]") -> tuple[str, ...]:
    from croupier.games import catalogue
    from croupier.games.poker.terms import Terms
    from croupier.money import say_money

    hands, rounds = sum(line.hands for line in lines), sum(line.rounds for line in lines)
    in_pots, rake = sum(line.in_pots for line in lines), sum(line.rake for line in lines)
    players = sum(line.seated for line in lines) / rounds
    if not hands:
        return ("0", f"{players:.1f}", *[""] * 6)
    blinds = sum(
        line.rake / Terms.of(catalogue().accepted_rules(line.edition, line.settings)).big_blind
        for line in lines
    )
    per_100 = 100 * blinds / hands
    return (
        f"{hands:,}",
        f"{players:.1f}",
        say_money(in_pots),
        say_money(rake),
        f"{100 * rake / in_pots:.2f}%" if in_pots else "",
        say_money(round(100 * rake / hands)),
        f"{per_100:.2f}",
        f"{per_100 / players:.3f}" if players else "",
    )
