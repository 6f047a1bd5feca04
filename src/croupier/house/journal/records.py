"""What is written to a journal and what is read from it."""

from msgspec import Struct

from croupier.house.journal.counts import Count, Note
from croupier.messages import Told
from croupier.money import Account, Cents


class Posting(Struct, frozen=True, gc=False):
    """One movement of money between two accounts of the house, with its paragraphs as memo."""

    source: Account
    target: Account
    cents: Cents
    memo: str = ""


class RoundPart(Struct, frozen=True):
    """What an entry means for the Round of play it belongs to."""

    number: int
    edition: str
    opens: bool = False
    closes: bool = False
    keys: tuple[
        str, ...
    ] = ()  # of the index, by which the Round is found; those it has already may be repeated


class Writing(Struct, frozen=True, kw_only=True):
    """What one command adds to one stream, seen from `expected`, the version its author knew."""

    stream: str
    expected: int
    events: tuple[bytes, ...]  # each as JSON, sealed fields already encrypted
    command: bytes = b""  # the command as JSON, sealed likewise
    command_id: str = ""
    by: str = "system"
    role: str = "system"
    at: int = 0
    postings: tuple[Posting, ...] = ()
    round: RoundPart | None = None
    snapshot: bytes = b""  # the state after the last event, encrypted
    counts: tuple[Count, ...] = ()  # what it adds to the totals
    notes: tuple[Note, ...] = ()  # why somebody will want to ask about it


# Several streams, one transaction: all of it happens or nothing.
Batch = tuple[Writing, ...]


class Entry(Struct, frozen=True, kw_only=True):
    """What one command led to in one stream, as it stands in the journal."""

    position: int  # over all streams, without gaps
    stream: str
    first: int  # version of the first event
    last: int  # version of the last event
    events: tuple[bytes, ...]
    command: bytes
    command_id: str
    by: str
    role: str
    at: int
    digests: bytes
    hash: bytes


class Appended(Struct, frozen=True):
    """The entries of a batch; a repeated command gets those of the first time."""

    entries: tuple[Entry, ...]
    is_repeat: bool = False


class Snapshot(Struct, frozen=True):
    """A stream's state at a version, encrypted, and the program that wrote it."""

    stream: str
    version: int
    program: str
    body: bytes


class RoundRow(Struct, frozen=True):
    """Where a Round of play stands in the journal."""

    table: str
    number: int
    edition: str
    first: int  # version of the event that opened it
    last: int | None  # version of the event that closed it
    opened_at: int
    closed_at: int | None

    @property
    def id(self) -> str:
        return f"{self.table}.{self.number}"


class JournalError(Told):
    """Something the journal cannot do."""


class Conflict(JournalError):  # noqa: N818 - not an error: somebody else was first
    """The stream has moved on since the author looked."""

    def __init__(self, stream: str, expected: int, actual: int) -> None:
        super().__init__(
            "{stream} is at version {actual}, not {expected}: look again and retry",
            stream=stream,
            actual=actual,
            expected=expected,
        )
        self.stream, self.expected, self.actual = stream, expected, actual


class Overdrawn(JournalError):  # noqa: N818 - a person asked for more than there is
    """An account that may not fall below zero would."""

    def __init__(self, account: Account, balance: Cents, wanted: Cents) -> None:
        super().__init__(
            "{account} holds {balance:money}, {wanted:money} were asked for",
            account=account,
            balance=balance,
            wanted=wanted,
        )
        self.account, self.balance, self.wanted = account, balance, wanted


class Unreadable(JournalError, ValueError):  # noqa: N818 - as the others here
    """Something in the store that no program of ours has written."""


class StoreUnavailable(JournalError):  # noqa: N818
    """The store did not answer; whether the last write is in it shows when it is back."""

    is_passing = True  # waiting may help


class HandedOver(StoreUnavailable):
    """Another program decides in this house now: what this process worked out is not written any more."""

    is_passing = False

    def __init__(self) -> None:
        super().__init__("another program has taken over; this process has handed over to it")


class WentBack(StoreUnavailable):
    """The store has lost what some process has seen in it: nobody decides on top of that."""

    is_passing = False

    def __init__(self, position: int, lost: int) -> None:
        super().__init__(
            "the store has gone back to position {position}: what was acknowledged up to position {lost} is "
            "not in it. Nobody plays on until it is back, or croupier accept-loss says to do without it",
            position=position,
            lost=lost,
        )
        self.position, self.lost = position, lost
