"""Whether those who have sockets here are still signed in: one question for all of them."""

import asyncio
import contextlib
from typing import Protocol

from croupier.house.house import House
from croupier.house.journal import StoreUnavailable
from croupier.house.people import People
from croupier.house.people.events import ENDING
from croupier.server.logs import log

EVERY_S = 15.0  # for what nobody has told us of, such as a store that was put back
_AT_ONCE = 500  # in one question, and between two of which others have their turn


class Signed(Protocol):
    """A socket of somebody who is signed in."""

    def signed(self, until: int | None) -> None:
        """The session ends then if nothing is done; None: it has ended."""


class Sessions:
    """The sessions that have sockets at this process."""

    def __init__(self, house: House, people: People) -> None:
        self._house, self._people = house, people
        self._sockets: dict[str, tuple[Signed, ...]] = {}
        self._tokens: dict[str, set[str]] = {}  # by person
        self._tasks: tuple[asyncio.Task[None], ...] = ()

    def join(self, token: str, person: str, socket: Signed) -> None:
        self._sockets[token] = (*self._sockets.get(token, ()), socket)
        self._tokens.setdefault(person, set()).add(token)

    def part(self, token: str, person: str, socket: Signed) -> None:
        if others := tuple(each for each in self._sockets.get(token, ()) if each is not socket):
            self._sockets[token] = others
        elif self._sockets.pop(token, None) is not None:
            self._tokens[person].discard(token)
            if not self._tokens[person]:
                del self._tokens[person]

    def start(self) -> None:
        self._tasks = tuple(
            asyncio.create_task(work(), name="sessions") for work in (self._run, self._listen)
        )

    async def stop(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _listen(self) -> None:
        """A session that somebody ends, at whatever process, ends its sockets at that moment."""
        while True:
            subscription = self._house.listeners.subscribe("people")
            try:
                async for happened in subscription:
                    people = {each.event.person for each in happened if isinstance(each.event, ENDING)}
                    if tokens := [token for person in people for token in self._tokens.get(person, ())]:
                        await self._look(sorted(tokens))
            finally:
                self._house.listeners.unsubscribe(subscription)
            if not subscription.is_cut_off:
                return
            await self._look(list(self._sockets))

    async def _run(self) -> None:
        while True:
            await asyncio.sleep(EVERY_S)
            await self._look(list(self._sockets))

    async def _look(self, tokens: list[str]) -> None:
        try:
            await self.look(tokens)
        except Exception as error:
            log.error("sessions could not be looked at", exc_info=error)

    async def look(self, tokens: list[str]) -> None:
        for start in range(0, len(tokens), _AT_ONCE):
            asked = tokens[start : start + _AT_ONCE]
            with contextlib.suppress(StoreUnavailable):  # then they are asked for the next time
                found = await self._people.sessions.expiries(asked)
                for token in asked:
                    for socket in self._sockets.get(token, ()):
                        socket.signed(found.get(token))
