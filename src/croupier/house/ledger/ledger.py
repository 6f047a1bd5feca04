"""Double entry for the whole house: from the transfers of events to postings between its accounts."""

from collections import Counter
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime, timedelta
from operator import itemgetter
from typing import Any

from msgspec import Struct

from croupier.house.journal import Journal, Posting, Span
from croupier.house.stamps import FOR_EVER
from croupier.money import CAGE, Account, Cents, Transfer
from croupier.table import SYSTEM, Actor, Citations, Command, Event, Game, RecordAmended, Recorded
from croupier.table.recording import GUEST

# Money from and to the world outside the house, by what it stands for.
CASH: Account = "cash"
HOUSE_FUNDS: Account = "house_funds"  # what bots and demonstration players play with

_DAY_MS = 86_400_000

# Between a jackpot link and its tables: paid by the one, not yet handed over by the other.
PAYABLE: Account = "payable"

# Tables whose ids begin like this are for practice: their chips are worth nothing and belong to nobody.
PRACTICE_TABLES = "practice-"
PRACTICE_CHIPS: Account = "practice_chips"


# Chips that guests have taken along from a table, less those that they brought: the rack has not got them.
AWAY: Account = "away"
_PLAYER: Account = "player/"
_GUEST: Account = f"{_PLAYER}{GUEST}"


class Books:
    """Turns one table's transfers into postings of the house."""

    def __init__(self, game: Game[Any], table: str, link: str = "") -> None:
        self._game = game
        self._prefix = f"table/{table}/" if table else f"link/{link}/"
        self._link = f"link/{link}/" if link else self._prefix
        self._box = box_of(table)
        self._is_practice = table.startswith(PRACTICE_TABLES)

    def postings(
        self, events: Sequence[Event], before: Any, after: Any, command: Command | None
    ) -> tuple[Posting, ...]:
        return self.posted([event.transfers() for event in events], events, before, after, command)

    def posted(
        self,
        moves: Sequence[Sequence[Transfer]],
        events: Sequence[Event],
        before: Any,
        after: Any,
        command: Command | None,
    ) -> tuple[Posting, ...]:
        """The same for who knows already what each event moves."""
        found = []
        by = command.by if command is not None else SYSTEM
        record = _record(command, events)
        for event, transfers in zip(events, moves, strict=True):
            memo = _memo(event) if transfers else ""
            for transfer in transfers:
                if not transfer.cents:
                    continue
                ends = (transfer.source, transfer.target)
                owner = self._owner(event, ends, before, after, by) if CAGE in ends else ""
                if owner.startswith(_GUEST) or (record is not None and owner.startswith(_PLAYER)):
                    is_sold = (ends[0] == CAGE) != isinstance(event, RecordAmended)
                    has_chips = record is not None and record.has_chips
                    owner = self._box if is_sold and not has_chips else self._prefix + AWAY
                source, target = self._account(ends[0], owner), self._account(ends[1], owner)
                found.append(Posting(source, target, transfer.cents, memo))
        return tuple(found)

    def _account(self, account: Account, owner: Account) -> Account:
        if account == CAGE:
            return owner
        # The link pays into this account, the table hands over from it.
        return (self._link if account == PAYABLE else self._prefix) + account

    def _owner(
        self, event: Event, ends: tuple[Account, Account], before: Any, after: Any, by: Actor
    ) -> Account:
        """Whose chips come from or go to the cage: the event says, or the one who acts, or who sits there."""
        if self._is_practice:
            return PRACTICE_CHIPS
        if isinstance(named := getattr(event, "player", None), str) and named:
            return player_account(named)
        place = (ends[1] if ends[0] == CAGE else ends[0]).rpartition("/")[2]
        if place.isdigit():
            number, game = int(place), self._game
            if number in (game.place_of(before, by.id), game.place_of(after, by.id)):
                return player_account(by.id)
            sitting = game.player_at(before, number) or game.player_at(after, number)
            if sitting is not None:
                return player_account(sitting)
        return self._prefix + CAGE


def _record(command: Command | None, events: Sequence[Event]) -> Recorded | None:
    """What staff wrote down of somebody, or the record that is struck. An account moves at its owner's own
    command only: what a dealer writes down are cash and chips, whoever it is about."""
    if isinstance(events[0], RecordAmended):
        return events[0].recorded
    return command.recorded if command is not None else None


def box_of(table: str) -> Account:
    """Cash in a table's drop box: below zero by what is in it, as cash at the window is."""
    return f"box/{table}"


def player_account(player: str) -> Account:
    return f"player/{player}"


def _memo(event: Event) -> str:
    return f"{type(event).__name__} {_paragraphs(event.citations)}"


def _paragraphs(citations: Citations) -> str:
    if not citations:
        return ""
    return f"{citations[0].edition} {', '.join(citation.paragraph for citation in citations)}"


def direct(transfers: Iterable[Transfer], memo: str) -> tuple[Posting, ...]:
    """Postings for transfers that already name accounts of the house."""
    return tuple(Posting(each.source, each.target, each.cents, memo) for each in transfers if each.cents)


class StatementLine(Struct, frozen=True):
    position: int
    at: int
    other: Account
    cents: Cents  # what came in; below zero, what went out
    memo: str
    round: str = ""  # the one under way at the table then; "" between Rounds


class Ledger:
    """The books as they stand."""

    def __init__(self, journal: Journal) -> None:
        self._store = journal.store

    def balance(self, account: Account) -> Cents:
        rows = self._store.query("SELECT cents FROM balance WHERE account = ?", (account,))
        return int(rows[0][0]) if rows else 0

    def last_posting(self, account: Account) -> tuple[Account, Cents]:
        """Where the last that came onto an account was from, and how much; below zero, where it went."""
        rows = self._store.query(
            "SELECT other, cents FROM posting WHERE account = ? ORDER BY position DESC, line DESC LIMIT 1",
            (account,),
        )
        return (str(rows[0][0]), int(rows[0][1])) if rows else ("", 0)

    def balances(self, prefix: str = "") -> dict[Account, Cents]:
        """All accounts that hold something, under a prefix."""
        rows = self._store.query(
            "SELECT account, cents FROM balance WHERE cents <> 0 AND substr(account, 1, ?) = ?"
            " ORDER BY account",
            (len(prefix), prefix),
        )
        return dict(rows)

    def trial_balance(self) -> Cents:
        """The sum of all accounts: zero, or the books are wrong."""
        return int(self._store.query("SELECT coalesce(sum(cents), 0) FROM balance")[0][0])

    def statement(self, account: Account, since: int = 0, until: int | None = None) -> list[StatementLine]:
        """What moved on an account, in order, between two moments."""
        end = until if until is not None else FOR_EVER
        rows = self._store.everywhere(
            "SELECT p.position, p.at, p.other, p.cents, p.memo, e.stream,"
            " (SELECT CASE WHEN r.last IS NULL OR r.last >= e.first THEN r.number END FROM round r"
            " WHERE r.stream = e.stream AND r.first <= e.first ORDER BY r.first DESC LIMIT 1)"
            " FROM posting p JOIN entry e ON e.position = p.position"
            " WHERE p.account = ? AND p.at >= ? AND p.at < ? ORDER BY p.position, p.line",
            (account, since, end),
            Span(since=since, until=end),
        )
        return [
            StatementLine(position, at, other, cents, memo, _round_id(stream, number))
            for position, at, other, cents, memo, stream, number in sorted(rows, key=itemgetter(0))
        ]

    def totals(
        self, prefix: str, since: int = 0, until: int | None = None
    ) -> dict[Account, tuple[Cents, Cents]]:
        """In and out of every account under a prefix between two moments: a table's day, a player's month."""
        end = until if until is not None else FOR_EVER
        rows = self._store.everywhere(
            "SELECT account, sum(CASE WHEN cents > 0 THEN cents ELSE 0 END),"
            " sum(CASE WHEN cents < 0 THEN -cents ELSE 0 END) FROM posting"
            " WHERE account >= ? AND account < ? AND at >= ? AND at < ? GROUP BY account ORDER BY account",
            (prefix, prefix + "\U0010ffff", since, end),
            Span(since=since, until=end),
        )
        found: dict[Account, tuple[Cents, Cents]] = {}
        for account, came, went in rows:
            before = found.get(account, (0, 0))
            found[account] = before[0] + int(came), before[1] + int(went)
        return dict(sorted(found.items()))

    def disagreements(self) -> dict[Account, tuple[Cents, Cents]]:
        """Accounts whose balance is not the sum of their postings."""
        booked: Counter[Account] = Counter()
        for account, cents in self._store.everywhere(
            "SELECT account, sum(cents) FROM posting GROUP BY account"
        ):
            booked[account] += int(cents)
        kept: dict[Account, Cents] = dict(self._store.query("SELECT account, cents FROM balance"))
        return {
            account: (int(kept.get(account, 0)), booked[account])
            for account in sorted({*kept, *booked})
            if int(kept.get(account, 0)) != booked[account]
        }


def _round_id(stream: str, number: int | None) -> str:
    return "" if number is None else f"{stream.removeprefix('table/')}.{number}"


def day_of(at: int, offset_hours: int = 8) -> tuple[int, int]:
    """The gaming day around a moment, as milliseconds; days begin at midnight where the house stands."""
    shift = timedelta(hours=offset_hours)
    local = datetime.fromtimestamp(at / 1000, UTC) + shift
    start = local.replace(hour=0, minute=0, second=0, microsecond=0) - shift
    begin = round(start.timestamp() * 1000)
    return begin, begin + _DAY_MS
