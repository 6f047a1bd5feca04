"""Totals asked for: of which days, tables, games, dealers, editions and bets, and what tells lines apart.

However many Rounds there were, only rows of totals are read: the store adds them up.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Literal

import msgspec
from msgspec import Struct, field

from croupier.house.journal import Journal
from croupier.house.journal.counts import BETS, TABLES, Relation
from croupier.house.ledger import PRACTICE_TABLES
from croupier.house.stamps import FOR_EVER
from croupier.house.totals import HOUR_MS
from croupier.house.totals.shifts import DAY_MS, OFFSET_MS, Shifts
from croupier.money import Cents

By = Literal["day", "shift", "table", "game", "edition", "dealer", "bet"]
BYS: tuple[By, ...] = ("day", "shift", "table", "game", "edition", "dealer", "bet")


class Wanted(Struct, frozen=True, kw_only=True):
    """Which totals. Empty is all of them; practice tables are apart from all others."""

    since: int = 0
    until: int = FOR_EVER
    by: tuple[By, ...] = ()
    table: str = ""
    game: str = ""
    edition: str = ""
    dealer: str | None = None
    bet: str = ""
    shift: str = ""
    is_practice: bool = False


class Stakes(Struct, frozen=True):
    """Bets of one kind and one size, under the same rules."""

    edition: str
    settings: Mapping[str, Any]
    bet: str
    stake: Cents
    bets: int
    fates: int
    base: Cents
    staked: Cents
    net: Cents
    metered: int


class Line(Struct, kw_only=True):
    """One line of a report: what it is about, and what came of it."""

    key: dict[str, str]
    rounds: int = 0
    voids: int = 0
    brought: Cents = 0
    taken: Cents = 0
    stakes: list[Stakes] = field(default_factory=list)

    @property
    def bets(self) -> int:
        return sum(each.bets for each in self.stakes)

    @property
    def handle(self) -> Cents:
        return sum(each.staked for each in self.stakes)

    @property
    def base(self) -> Cents:
        return sum(each.base for each in self.stakes)

    @property
    def win(self) -> Cents:
        return sum(each.net for each in self.stakes)


class Totals:
    """The totals of a store."""

    def __init__(self, journal: Journal, shifts: Shifts) -> None:
        self._query = journal.store.query
        self._shifts = shifts

    def lines(self, wanted: Wanted) -> list[Line]:
        """In the order of what they are told apart by."""
        rules = self._rules()
        found: dict[tuple[str, ...], Line] = {}
        for row in self._rows(BETS, wanted, ("rules", "bet", "stake"), rules):
            edition, settings = rules[row["rules"]]
            sums = [int(row[name]) for name in BETS.sums]
            told = Stakes(edition, settings, row["bet"], int(row["stake"]), *sums)
            self._line(found, wanted, row, edition).stakes.append(told)
        # Rounds and chips are a table's, not a bet's.
        if "bet" not in wanted.by and not wanted.bet:
            for row in self._rows(TABLES, wanted, ("rules",), rules):
                line = self._line(found, wanted, row, rules[row["rules"]][0])
                for name in TABLES.sums:
                    setattr(line, name, getattr(line, name) + int(row[name]))
        return [found[key] for key in sorted(found)]

    def _rules(self) -> dict[str, tuple[str, dict[str, Any]]]:
        rows = self._query("SELECT id, edition, settings FROM ruleset")
        return {id: (edition, msgspec.json.decode(settings)) for id, edition, settings in rows}

    def _line(
        self, found: dict[tuple[str, ...], Line], wanted: Wanted, row: Mapping[str, Any], edition: str
    ) -> Line:
        said = {
            "table": str(row.get("stream", "")).removeprefix("table/"),
            "game": edition.partition("@")[0],
            "edition": edition,
            "dealer": str(row.get("dealer", "")),
            "bet": str(row.get("bet", "")),
            "day": self._shifts.date_at(row["day"]) if "day" in row else "",
            "shift": self._shifts.name_of(row["of_day"]) if "of_day" in row else "",
        }
        key: dict[str, str] = {name: said[name] for name in wanted.by}
        order = tuple(self._order(name, said[name]) for name in wanted.by)
        return found.setdefault(order, Line(key=key))

    def _order(self, name: By, said: str) -> str:
        return f"{self._shifts.names.index(said):02d}" if name == "shift" else said

    def _rows(
        self,
        relation: Relation,
        wanted: Wanted,
        always: Sequence[str],
        rules: Mapping[str, tuple[str, Mapping[str, Any]]],
    ) -> Iterable[dict[str, Any]]:
        columns = {name: name for name in always}
        columns |= {name: name for by, name in (("table", "stream"), ("dealer", "dealer")) if by in wanted.by}
        local = f"(hour + {OFFSET_MS - self._shifts.begins * HOUR_MS:d})"
        if "day" in wanted.by:
            columns["day"] = f"{local} / {DAY_MS:d}"
        if "shift" in wanted.by or wanted.shift:
            columns["of_day"] = f"{local} % {DAY_MS:d} / {HOUR_MS:d}"
        where, values = self._where(wanted, rules, relation)
        groups = ", ".join(map(str, range(1, len(columns) + 1)))
        sums = ", ".join(f"sum({name})" for name in relation.sums)
        told = ", ".join(f"{said} AS {name}" if said != name else name for name, said in columns.items())
        rows = self._query(
            f"SELECT {told}, {sums} FROM {relation.name} WHERE {where} GROUP BY {groups}", values
        )
        for row in rows:
            line = dict(zip((*columns, *relation.sums), row, strict=True))
            if not wanted.shift or self._shifts.name_of(line["of_day"]) == wanted.shift:
                yield line

    def _where(
        self, wanted: Wanted, rules: Mapping[str, tuple[str, Mapping[str, Any]]], relation: Relation
    ) -> tuple[str, list[object]]:
        practice = f"table/{PRACTICE_TABLES}"
        parts = ["hour >= ?", "hour < ?", f"substr(stream, 1, ?) {'=' if wanted.is_practice else '<>'} ?"]
        values: list[object] = [wanted.since, wanted.until, len(practice), practice]
        for column, value in (
            ("stream", wanted.table and f"table/{wanted.table}"),
            ("dealer", wanted.dealer),
        ):
            if value or (column == "dealer" and value is not None):
                parts.append(f"{column} = ?")
                values.append(value)
        if wanted.bet and relation is BETS:
            parts.append("bet = ?")
            values.append(wanted.bet)
        if wanted.game or wanted.edition:
            fitting = [
                id
                for id, (edition, _) in rules.items()
                if wanted.edition in ("", edition) and wanted.game in ("", edition.partition("@")[0])
            ]
            parts.append(f"rules IN ({', '.join('?' * len(fitting))})" if fitting else "1 = 0")
            values += fitting
        return " AND ".join(parts), values
