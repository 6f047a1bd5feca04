"""The tables in the memory of this process: loaded when first asked for, used by one command at a time."""

import asyncio
from collections import OrderedDict
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager

from croupier.house.live_table import LiveTable

LOADED_MAX = 512
_LOOKS = 4  # for each command that asks for a table while there are more


class _Slot:
    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.live: LiveTable | None = None


class _Use(AbstractAsyncContextManager[LiveTable]):
    """While a table is used. Every command does: a generator would cost as much as the lock itself."""

    __slots__ = ("_slot", "_table", "_tables")

    def __init__(self, tables: "Tables", table: str) -> None:
        self._tables, self._table = tables, table

    async def __aenter__(self) -> LiveTable:
        self._slot = await self._tables.begin(self._table)
        assert self._slot.live is not None
        return self._slot.live

    async def __aexit__(self, *error: object) -> None:
        self._slot.lock.release()


class Tables:
    """Loaded when first asked for; those asked for least recently make room."""

    def __init__(self, load: Callable[[str], LiveTable], is_wanted: Callable[[str], bool]) -> None:
        self._load = load
        self._is_wanted = is_wanted
        self._slots: OrderedDict[str, _Slot] = OrderedDict()

    def __len__(self) -> int:
        return len(self._slots)

    def using(self, table: str) -> AbstractAsyncContextManager[LiveTable]:
        return _Use(self, table)

    async def begin(self, table: str) -> "_Slot":
        """A table, loaded, and locked."""
        slot = self._slots.get(table)
        if slot is None:
            slot = self._slots[table] = _Slot()
        self._slots.move_to_end(table)
        await slot.lock.acquire()
        if slot.live is None:
            try:
                slot.live = await asyncio.to_thread(self._load, table)
            except BaseException:
                self._slots.pop(table, None)
                slot.lock.release()
                raise
        if len(self._slots) > LOADED_MAX:
            self._make_room()
        return slot

    def loaded(self, table: str) -> LiveTable | None:
        """As it is now, without waiting for a command under way."""
        slot = self._slots.get(table)
        return slot.live if slot is not None else None

    def in_memory(self) -> list[LiveTable]:
        return [slot.live for slot in self._slots.values() if slot.live is not None]

    def _make_room(self) -> None:
        """A few are looked at, and those that are in use come round again: where all of a thousand tables
        are, going through them would cost every command more than itself."""
        for _ in range(_LOOKS):
            name, slot = next(iter(self._slots.items()))
            if slot.lock.locked() or self._is_wanted(name):
                self._slots.move_to_end(name)
            else:
                del self._slots[name]
            if len(self._slots) <= LOADED_MAX:
                return
