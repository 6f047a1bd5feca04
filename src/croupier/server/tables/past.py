"""What happened at a table before this process looked at it, as the journal has it."""

from croupier.house.house import House, Look
from croupier.house.ledger.accounts import NameOf, PlacesHere
from croupier.house.live_table import LiveTable
from croupier.server.sockets.scene import EncodedEvent


def told_before(house: House, table: str, after: int, until: int, name_of: NameOf) -> list[EncodedEvent]:
    """Everything from `after` + 1 to `until`, and who was where then. Reads: call it in a thread."""
    stream = f"table/{table}"
    entry = house.journal.holding(stream, after + 1)
    if entry is None:
        return []
    live = LiveTable(table, house.catalogue, house.journal, house.sealer, entry.first - 1)
    found: list[EncodedEvent] = []
    here = PlacesHere(name_of)
    before = _moment(house, live)
    for each in house.journal.read(stream, after=entry.first - 1, until=until):
        happened = live.apply((each,))
        now = _moment(house, live)
        places = here.between(before, now)
        found += [EncodedEvent(one, places, name_of) for one in happened if one.version > after]
        before = now
    return found


def _moment(house: House, live: LiveTable) -> Look:
    """The table as it was then: it goes on changing in its place."""
    return Look(
        live.name,
        live.version,
        live.game,
        live.rules,
        live.state,
        live.round,
        house.card(live.name),
        live.offered,
    )
