"""What the House has taken of the pots, table by table, from the totals that are kept with the journal."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct, field

from croupier.house.journal import Journal
from croupier.house.ledger import PRACTICE_TABLES
from croupier.money import Cents
from croupier.table.settled import RAKE


class Raked(Struct, kw_only=True):
    """One table under one edition and its settings."""

    table: str
    edition: str
    settings: Mapping[str, Any] = field(default_factory=dict)
    rounds: int = 0
    voids: int = 0
    pots: int = 0
    in_pots: Cents = 0
    rake: Cents = 0
    seated: int = 0
    """Players of all Rounds together: somebody who sat through ten counts ten times."""

    @property
    def hands(self) -> int:
        """Rounds that were played to their end; a void one is not raked."""
        return self.rounds - self.voids


def raked(journal: Journal, game: str) -> tuple[Raked, ...]:
    """Every table of a game, in the order of table and edition; practice tables are left out."""
    query = journal.store.query
    rules: dict[str, tuple[str, Mapping[str, Any]]] = {
        id: (edition, msgspec.json.decode(settings))
        for id, edition, settings in query("SELECT id, edition, settings FROM ruleset")
        if edition.partition("@")[0] == game
    }
    found: dict[tuple[str, str], Raked] = {}
    for names, text in (
        (("rounds", "voids"), "SELECT stream, rules, sum(rounds), sum(voids) FROM table_total"),
        (("pots", "in_pots", "rake"), "SELECT stream, rules, sum(bets), sum(base), sum(net) FROM bet_total"),
        (("seated",), "SELECT stream, rules, sum(rounds) FROM stay_total"),
    ):
        where, values = (" WHERE bet = ?", (RAKE,)) if "rake" in names else ("", ())
        for stream, id, *sums in query(f"{text}{where} GROUP BY stream, rules", values):
            table = stream.removeprefix("table/")
            if id in rules and not table.startswith(PRACTICE_TABLES):
                edition, settings = rules[id]
                line = found.setdefault((table, id), Raked(table=table, edition=edition, settings=settings))
                for name, value in zip(names, sums, strict=True):
                    setattr(line, name, int(value))
    return tuple(sorted((line for line in found.values() if line.rounds), key=_order))


def _order(line: Raked) -> tuple[str, str, str]:
    return line.table, line.edition, msgspec.json.encode(line.settings, order="sorted").decode()
