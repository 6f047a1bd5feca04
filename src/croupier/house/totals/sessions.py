"""A player's sessions, from play itself: how long, how many Rounds, what was bet and what it should cost."""

from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec import Struct, field

from croupier.house.journal import Journal
from croupier.house.ledger import day_of
from croupier.house.stamps import FOR_EVER
from croupier.house.totals.asking import Stakes
from croupier.money import Cents

APART_MS = 30 * 60_000  # stays with a longer break between them are two sessions
SESSIONS_MAX = 200


class Stay(Struct, kw_only=True):
    """One table, from the first Round a player sat in to the last."""

    table: str
    edition: str
    since: int
    until: int
    rounds: int = 0
    idle: int = 0  # Rounds in which nothing was bet
    staked: Cents = 0
    won: Cents = 0  # by the player, with their own chips
    stakes: list[Stakes] = field(default_factory=list)  # bets, for what they should have cost

    @property
    def game(self) -> str:
        return self.edition.partition("@")[0]

    @property
    def decisions(self) -> int:
        """Rounds in which something was bet, each of which was decided."""
        return self.rounds - self.idle

    @property
    def average_bet(self) -> Cents:
        """Of the Rounds in which something was bet."""
        return round(self.staked / self.decisions) if self.decisions else 0


class Session(Struct, kw_only=True):
    since: int
    until: int
    stays: list[Stay]


def sessions_of(journal: Journal, player: str, since: int = 0, until: int = FOR_EVER) -> list[Session]:
    """The latest first. Stays at several tables, one after the other or together, are one session."""
    found: list[Session] = []
    for stay in sorted(_stays(journal, player, since, until), key=lambda each: (each.since, each.table)):
        if found and stay.since - found[-1].until <= APART_MS:
            last = found[-1]
            last.stays.append(stay)
            last.until = max(last.until, stay.until)
        else:
            found.append(Session(since=stay.since, until=stay.until, stays=[stay]))
    return found[::-1][:SESSIONS_MAX]


def _stays(journal: Journal, player: str, since: int, until: int) -> list[Stay]:
    return _by_player(journal, "s.player = ?", (player, since, until)).get(player, [])


def stays_since(journal: Journal, since: int) -> dict[str, list[Stay]]:
    """Of everybody who has played since then, by player."""
    day, _ = day_of(since)
    return _by_player(journal, "s.day >= ?", (day, since, FOR_EVER))


def _by_player(journal: Journal, whose: str, values: tuple[object, ...]) -> dict[str, list[Stay]]:
    rows = journal.store.query(
        "SELECT s.player, s.stream, s.since, r.edition, r.settings, s.bet, sum(s.rounds), sum(s.idle),"
        " sum(s.bets), sum(s.base), sum(s.staked), sum(s.net), sum(s.metered), max(s.until) FROM stay_total s"
        f" JOIN ruleset r ON r.id = s.rules WHERE {whose} AND s.since >= ? AND s.since < ?"
        " GROUP BY s.player, s.stream, s.since, r.edition, r.settings, s.bet",
        values,
    )
    found: dict[tuple[str, str, int, str], Stay] = {}
    for player, stream, began, edition, settings, bet, *sums, ended in rows:
        rounds, idle, bets, base, staked, net, metered = map(int, sums)
        table = stream.removeprefix("table/")
        stay = found.setdefault(
            (player, table, began, edition),
            Stay(table=table, edition=edition, since=int(began), until=int(ended)),
        )
        stay.until = max(stay.until, int(ended))
        if bet:
            chosen: Mapping[str, Any] = msgspec.json.decode(settings)
            size = base // max(1, bets)
            stay.stakes.append(Stakes(edition, chosen, bet, size, bets, bets, base, staked, net, metered))
        else:
            stay.rounds, stay.idle = stay.rounds + rounds, stay.idle + idle
            stay.staked, stay.won = stay.staked + staked, stay.won - net
    players: dict[str, list[Stay]] = {}
    for (player, *_), stay in found.items():
        players.setdefault(player, []).append(stay)
    return players
