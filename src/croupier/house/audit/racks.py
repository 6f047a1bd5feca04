"""Whether counts of chips rest on what play had really moved, and the cage holds the chips it says."""

from collections.abc import Iterator, Mapping

from croupier.house.cage import messages as m
from croupier.house.cage.cage import cage_register
from croupier.house.cage.chips import value
from croupier.house.cage.racks import split
from croupier.house.journal import Journal
from croupier.house.ledger import Ledger
from croupier.money import Account, Cents


class RacksAudit:
    """Knows what every count says of play; hears, as tables are played again, what was so."""

    def __init__(self, journal: Journal) -> None:
        register = cage_register(journal)
        self._told: dict[tuple[str, int], list[m.FloatOpened | m.RackCounted]] = {}
        for entry in journal.read(register.stream):
            for happened in register.apply((entry,)):
                event = happened.event
                if isinstance(event, m.FloatOpened | m.RackCounted):
                    self._told.setdefault((f"table/{event.table}", event.version), []).append(event)
        self._cage = register.state

    def heard(self, stream: str, version: int, booked: Mapping[Account, Cents]) -> Iterator[str]:
        """At a version of a table's stream its accounts hold this."""
        for event in self._told.pop((stream, version), ()):
            prefix = f"{stream}/"
            own = {name: cents for name, cents in booked.items() if name.startswith(prefix)}
            if split(own, prefix) != (event.in_play, event.won):
                yield f"{stream}: a count at version {version} rests on figures that play did not have"

    def end(self, ledger: Ledger) -> Iterator[str]:
        """The cage and the racks, chip by chip, against the books."""
        for (stream, version), events in self._told.items():
            if version > 1 or any(event.in_play or event.won for event in events):
                yield f"{stream}: a count names version {version}, which no command ended at"
        stock = sum(value(chips.stock) for chips in self._cage.sets.values())
        yield from _differ(ledger, m.CAGE_CHIPS, stock)
        for table, rack in self._cage.racks.items():
            yield from _differ(ledger, m.float_of(table), rack.booked)


def _differ(ledger: Ledger, account: Account, cents: Cents) -> Iterator[str]:
    if (booked := ledger.balance(account)) != cents:
        yield f"{account} holds {booked} cents in the books, {cents} by its chips"
