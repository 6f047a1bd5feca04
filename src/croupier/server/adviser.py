"""Where advice is worked out: beside the event loop, so that it never holds up a table."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeAlias

from croupier.analysis.advising import Advice

Key: TypeAlias = tuple[str, int, str]
"""Table, the number of its last event, player."""


class Adviser:
    """One thread, one answer after the other."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(1, thread_name_prefix="advice")
        self._under_way: dict[Key, asyncio.Future[Advice]] = {}

    async def ask(self, key: Key, work: Callable[[], Advice]) -> Advice:
        """Whoever asks the same again while it is worked out waits for the same answer."""
        under_way = self._under_way.get(key)
        if under_way is None:
            under_way = asyncio.get_running_loop().run_in_executor(self._pool, work)
            self._under_way[key] = under_way
            under_way.add_done_callback(lambda _: self._under_way.pop(key, None))
        return await asyncio.shield(under_way)

    def close(self) -> None:
        self._pool.shutdown(wait=False, cancel_futures=True)
