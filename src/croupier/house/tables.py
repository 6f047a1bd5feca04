"""The tables this process has in memory, and nobody else at work on one of them meanwhile."""

import asyncio
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager

from croupier.house.live import LiveTable

LOADED_MAX = 512


class _Slot:
    def __init__(self) -> None:
        self.lock = asyncio.Lock()
        self.live: LiveTable | None = None


class Tables:
    """Loaded when first asked for; those asked for least recently make room."""

    def __init__(self, load: Callable[[str], LiveTable], is_wanted: Callable[[str], bool]) -> None:
        self._load = load
        self._is_wanted = is_wanted
        self._slots: OrderedDict[str, _Slot] = OrderedDict()

    def __len__(self) -> int:
        return len(self._slots)

    @asynccontextmanager
    async def using(self, table: str) -> AsyncIterator[LiveTable]:
        slot = self._slots.get(table)
        if slot is None:
            slot = self._slots[table] = _Slot()
        self._slots.move_to_end(table)
        async with slot.lock:
            if slot.live is None:
                try:
                    slot.live = await asyncio.to_thread(self._load, table)
                except BaseException:
                    self._slots.pop(table, None)
                    raise
            self._make_room()
            yield slot.live

    def loaded(self, table: str) -> LiveTable | None:
        """As it is now, without waiting for a command under way."""
        slot = self._slots.get(table)
        return slot.live if slot is not None else None

    def in_memory(self) -> list[LiveTable]:
        return [slot.live for slot in self._slots.values() if slot.live is not None]

    def _make_room(self) -> None:
        for name in list(self._slots):
            if len(self._slots) <= LOADED_MAX:
                return
            if not self._slots[name].lock.locked() and not self._is_wanted(name):
                del self._slots[name]
