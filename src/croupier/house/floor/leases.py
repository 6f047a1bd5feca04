"""Which process a table belongs to: there its dealer, clocks and bots run. Commands are decided wherever they
come.

Nothing depends on it but speed. The journal takes what names the version it expects, whoever writes it: two
who both believe to own a table do no harm, and one that was given up by mistake has lost a moment.

A lease is a row beside the journal, with a term that counts up over all tables: who takes or gives one names
the term it knows, so that of two who try one succeeds, and who looks asks for the terms that are new. It
holds while its process shows life. After that, and where there was none yet, a hash says who of the living
takes the table, without asking anybody; that one writes it down.

A table stays where it is until its own process gives it away: to the process that most of its people came to,
or, where there are none, to the one that the hash says, so that whoever joins gets a share.

A process on its own owns everything, reads nothing and writes nothing.
"""

import asyncio
import hashlib
from collections.abc import Callable, Iterable

from msgspec import Struct

from croupier.house.floor.presence import Presence
from croupier.house.floor.state import Floor
from croupier.house.journal import Journal
from croupier.house.journal.store import Store
from croupier.house.register import Register

_MOVE_EVERY = 5  # looks: tables follow their people, but not every step
_MORE = 2  # by so many there have to be more people elsewhere, if there are any here
_AT_ONCE = 256  # so many are written in one transaction: others want to write, too

_NEW = "SELECT at_table, process, term FROM lease WHERE term > ? ORDER BY term"
_TAKE = (
    "INSERT INTO lease VALUES (?, ?, ?) ON CONFLICT (at_table) DO"
    " UPDATE SET process = excluded.process, term = excluded.term WHERE lease.term = ?"
)


class Lease(Struct, frozen=True):
    process: str
    term: int


_NONE = Lease("", 0)


class Leases:
    """One process's knowledge of them, renewed with each look of its `presence`."""

    def __init__(self, journal: Journal, presence: Presence, floor: Register[Floor]) -> None:
        self.on_change: Callable[[Iterable[str]], None] = lambda tables: None
        self._journal, self._presence, self._floor = journal, presence, floor
        self._known: dict[str, Lease] = {}
        self._term = 0  # the last that was read
        self._owners: dict[str, str] = {}  # of each open table, "" while this process only listens
        self._seen: object = None  # what the owners were worked out from
        self._placed: object = None  # and what moves were looked for from
        self._looks = 0
        presence.on_look = self._look

    def owner(self, table: str) -> str:
        """The process it belongs to, as far as is known here; "" while that is not known."""
        found = self._owners.get(table)
        return found if found is not None else self._owner(table, self._presence.living)

    def is_ours(self, table: str) -> bool:
        return self.owner(table) == self._presence.process

    @property
    def count(self) -> int:
        """How many open tables belong to this process."""
        return sum(owner == self._presence.process for owner in self._owners.values())

    # Once a beat

    async def _look(self) -> None:
        """What costs something for each table is done when something has changed, not at every look."""
        self._looks += 1
        is_new = bool(self._presence.others) and await self._read()
        living = self._presence.living
        seen, placed = (living, self._floor.version), (living, self._presence.changes)
        is_moving = self._looks % _MOVE_EVERY == 0 and placed != self._placed
        if not (is_new or is_moving or seen != self._seen):
            return
        wanted = [*self._orphans(), *(self._moves() if is_moving else ())]
        if wanted:
            await self._write(wanted)
            await self._read()
        self._seen = seen
        if is_moving:
            self._placed = placed
        self._work_out()

    async def _read(self) -> bool:
        """Leases that have been written since; True if there are any."""
        rows = await asyncio.to_thread(self._journal.store.query, _NEW, (self._term,))
        for table, process, term in rows:
            self._known[table], self._term = Lease(process, term), term
        return bool(rows)

    async def _write(self, wanted: list[tuple[str, str]]) -> None:
        """Take or give tables, each unless somebody else has meanwhile."""
        for first in range(0, len(wanted), _AT_ONCE):
            named = [
                (table, process, self._known.get(table, _NONE).term)
                for table, process in wanted[first : first + _AT_ONCE]
            ]

            def work(store: Store, named: list[tuple[str, str, int]] = named) -> None:
                ((last,),) = store.run("SELECT coalesce(max(term), 0) FROM lease")
                store.run_many(
                    _TAKE,
                    [
                        (table, process, last + number, term)
                        for number, (table, process, term) in enumerate(named, 1)
                    ],
                )

            await asyncio.wrap_future(self._journal.chore(work))

    def _work_out(self) -> None:
        living, before = self._presence.living, self._owners
        self._owners = {table: self._owner(table, living) for table in self._open()}
        changed = [table for table, owner in self._owners.items() if before.get(table) != owner]
        if changed:
            self.on_change(changed)

    # Who

    def _open(self) -> Iterable[str]:
        return [name for name, card in self._floor.state.tables.items() if card.status != "closed"]

    def _owner(self, table: str, living: tuple[str, ...]) -> str:
        own = self._presence.process
        if living == (own,):
            return own
        if own not in living:
            return ""
        lease = self._known.get(table)
        return lease.process if lease is not None and lease.process in living else _hashed(table, living)

    def _orphans(self) -> list[tuple[str, str]]:
        """Tables that fall to this process, or were its own already when company came."""
        own, living = self._presence.process, self._presence.living
        if own not in living or not self._presence.others:
            return []
        found = []
        for table in self._open():
            lease = self._known.get(table, _NONE)
            if lease.process in living:
                continue
            is_own = self._owners.get(table) == own and not lease.process
            if is_own or _hashed(table, living) == own:
                found.append((table, own))
        return found

    def _moves(self) -> list[tuple[str, str]]:
        """Tables of this process that are better off elsewhere."""
        own, living = self._presence.process, self._presence.living
        if len(living) < 2 or own not in living:
            return []
        people, found = self._presence.people(), []
        for table in self._open():
            if self._known.get(table, _NONE).process != own:
                continue
            to = _better(people.get(table, {}), table, own, living)
            if to != own:
                found.append((table, to))
        return found


def _better(people: dict[str, int], table: str, own: str, living: tuple[str, ...]) -> str:
    here = {process: count for process, count in people.items() if process in living}
    if not here:
        return _hashed(table, living)
    most = max(sorted(here), key=here.__getitem__)
    mine = here.get(own, 0)
    return most if here[most] >= mine + (_MORE if mine else 1) else own


def _hashed(table: str, living: tuple[str, ...]) -> str:
    """Each process of the living gets an equal share, and keeps it when another comes or goes."""
    return max(living, key=lambda name: hashlib.blake2b(f"{table}/{name}".encode(), digest_size=8).digest())
