"""What the jackpot link knows."""

from msgspec import Struct
from msgspec.structs import replace

from croupier.games.multilink.events import Claim
from croupier.games.multilink.link_messages import Share, Terms
from croupier.money import Cents

HITS_KEPT = 25


class Entry(Struct, frozen=True):
    """A Round with jackpot bets that is not over yet."""

    table: str
    round: int
    bets: dict[int, int]
    shares: dict[int, Share] = {}  # what has been added to the meter, per box
    is_held: bool = False  # the meter has not grown for it yet
    dealt_at: int | None = None
    claims: tuple[Claim, ...] = ()
    is_judged: bool = False  # it has said what it claims, if anything
    has_won: bool = False
    is_over: bool = False  # waits only for its held bets to be added
    payouts_before: int = 0  # prizes paid on the link when its bets were registered


class Hit(Struct, frozen=True):
    """A prize that was paid."""

    table: str
    round: int
    box: int
    line: str
    amount: Cents
    before: Cents
    after: Cents
    dealt_at: int
    at: int


class LinkState(Struct, frozen=True):
    """meter = opening + contributions + top_ups - payouts + corrections, at every event."""

    is_open: bool = False
    is_enabled: bool = True
    terms: Terms = Terms((0, 1), 0, (0, 1), 0)
    next_terms: Terms | None = None
    tables: tuple[str, ...] = ()
    meter: Cents = 0
    reserve: Cents = 0
    opening: Cents = 0
    contributions: Cents = 0
    top_ups: Cents = 0
    payouts: Cents = 0
    corrections: Cents = 0
    disturbances: int = 0  # prizes and corrections so far: after one, nothing earlier is reversed
    entries: dict[str, Entry] = {}
    hits: tuple[Hit, ...] = ()

    def with_entry(self, entry: Entry) -> "LinkState":
        return replace(self, entries=self.entries | {key_of(entry.table, entry.round): entry})


def key_of(table: str, round: int) -> str:
    return f"{table}/{round}"


def waiting(state: LinkState) -> list[tuple[Entry, Claim]]:
    """Claims still to be paid, in the order the hands were dealt; within a table clockwise."""
    found = [(entry, claim) for entry in state.entries.values() for claim in entry.claims]
    return sorted(found, key=lambda pair: (pair[1].dealt_at, pair[0].table, pair[1].box))


def earlier_and_open(state: LinkState, claim: Claim) -> list[Entry]:
    """Rounds that could still claim with hands dealt no later than this claim's."""
    return [
        entry
        for entry in state.entries.values()
        if entry.bets
        and not entry.is_judged
        and entry.dealt_at is not None
        and entry.dealt_at <= claim.dealt_at
    ]


def is_tied(state: LinkState) -> bool:
    """Whether hands of several tables were dealt at the very same time: the House decides the order."""
    claims = waiting(state)
    first = claims[0][1].dealt_at
    return len({entry.table for entry, claim in claims if claim.dealt_at == first}) > 1
