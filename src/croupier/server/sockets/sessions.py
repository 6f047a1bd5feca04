"""Whether those who have sockets here are still signed in: one question for all of them."""

import asyncio
import contextlib
from typing import Protocol

from croupier.house.journal import StoreUnavailable
from croupier.house.people.people import People
from croupier.server.logs import log

EVERY_S = 15.0
_AT_ONCE = 500  # in one question, and between two of which others have their turn


class Signed(Protocol):
    """A socket of somebody who is signed in."""

    def signed(self, until: int | None) -> None:
        """The session ends then if nothing is done; None: it has ended."""


class Sessions:
    """The sessions that have sockets at this process."""

    def __init__(self, people: People) -> None:
        self._people = people
        self._sockets: dict[str, tuple[Signed, ...]] = {}
        self._task: asyncio.Task[None] | None = None

    def join(self, token: str, socket: Signed) -> None:
        self._sockets[token] = (*self._sockets.get(token, ()), socket)

    def part(self, token: str, socket: Signed) -> None:
        if others := tuple(each for each in self._sockets.get(token, ()) if each is not socket):
            self._sockets[token] = others
        else:
            self._sockets.pop(token, None)

    def start(self) -> None:
        self._task = asyncio.create_task(self._run(), name="sessions")

    async def stop(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(EVERY_S)
            try:
                await self.look()
            except Exception as error:
                log.error("sessions could not be looked at", exc_info=error)

    async def look(self) -> None:
        tokens = list(self._sockets)
        for start in range(0, len(tokens), _AT_ONCE):
            asked = tokens[start : start + _AT_ONCE]
            with contextlib.suppress(StoreUnavailable):  # then they are asked for the next time
                found = await self._people.expiries(asked)
                for token in asked:
                    for socket in self._sockets.get(token, ()):
                        socket.signed(found.get(token))
