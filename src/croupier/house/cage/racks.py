"""What a table's rack should hold by the journal of play, and how that explains the table's result."""

from msgspec import Struct

from croupier.house.cage.state import Rack
from croupier.house.journal import Journal, Span
from croupier.house.ledger import PAYABLE, Ledger
from croupier.house.likeness import like
from croupier.money import CAGE, Account, Cents

# Accounts of a table that are no chips in front of players: the other side of the house's books.
OUTSIDE = ("bank", "rake", PAYABLE, CAGE)
_RESULT = ("bank", "rake")
_PRIZES = (
    "SELECT coalesce(-sum(cents), 0) FROM posting WHERE account = ?"
    " AND position > ? AND substr(other, 1, ?) = ?"
)


class TableBooks(Struct, frozen=True):
    """A table's books at one version of its stream."""

    version: int
    in_play: Cents  # chips in front of players: stacks, bets, pots
    won: Cents  # the House's result since the table was first opened: bank and rake
    round: int  # the last one that has begun


def table_books(journal: Journal, table: str) -> TableBooks:
    """As play has left it. Read until nothing moved in between: the figures belong to one version."""
    stream, prefix = f"table/{table}", f"table/{table}/"
    while True:
        version = journal.version(stream)
        books = Ledger(journal).balances(prefix)
        played = journal.last_round(stream)
        if journal.version(stream) == version:
            break
    in_play, won = split(books, prefix)
    return TableBooks(version, in_play, won, played.number if played is not None else 0)


def split(books: dict[Account, Cents], prefix: str) -> tuple[Cents, Cents]:
    """Chips in front of players, and the House's result."""
    own = {name.removeprefix(prefix): cents for name, cents in books.items()}
    in_play = sum(cents for name, cents in own.items() if not name.startswith(OUTSIDE))
    return in_play, sum(cents for name, cents in own.items() if name.startswith(_RESULT))


def prizes_since(journal: Journal, table: str, link: str, position: int) -> Cents:
    """Jackpots that a link has paid over a table: chips from the rack that are not the table's loss."""
    if not link:
        return 0
    prefix = f"table/{table}/"
    values = (f"link/{link}/{PAYABLE}", position, len(prefix), prefix)
    return sum(int(cents) for (cents,) in journal.store.everywhere(_PRIZES, values, Span(first=position)))


class Explained(Struct, frozen=True, kw_only=True):
    """rack - opening - fills + credits + drop is the result by the chips; play has its own.

    Chips that players buy leave the rack and are the drop; what they take home comes back.
    """

    opening: Cents
    fills: Cents
    credits: Cents
    drop: Cents
    rack: Cents  # as counted last, with what play has moved since
    by_chips: Cents
    by_play: Cents
    prizes: Cents

    @property
    def difference(self) -> Cents:
        return self.by_chips - self.by_play


def expected(rack: Rack, now: TableBooks) -> Cents:
    """Every chip that is in front of players now and was not at the last count has come out of the rack."""
    return rack.booked - (now.in_play - rack.in_play)


def explained(rack: Rack, now: TableBooks, prizes: Cents, held: Cents | None = None) -> Explained:
    """`held` is what a count found; without one the rack is what play says since the last."""
    drop = drop_since(rack, now, prizes)
    holds = expected(rack, now) if held is None else held
    by_chips = holds - rack.opening - rack.fills + rack.credits + drop
    by_play = now.won - rack.won_before - prizes
    return like(Explained, rack, drop=drop, rack=holds, by_chips=by_chips, by_play=by_play, prizes=prizes)


def drop_since(rack: Rack, now: TableBooks, prizes: Cents) -> Cents:
    """Chips bought less chips taken home since the table opened: now in play, won, or a prize."""
    return (now.in_play - rack.in_play_before) + (now.won - rack.won_before) - prizes
