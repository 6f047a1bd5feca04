"""The meters of jackpot links at linked tables: told when they move, a few times a second at most."""

import asyncio
from collections.abc import Callable

from croupier.house.house import House
from croupier.house.journal import StoreUnavailable
from croupier.house.listeners import Subscription
from croupier.links.state import LinkState
from croupier.server.sockets import wire

_AGAIN_S = 1.0
_APART_S = 0.25  # two hundred tables on one link must not make two hundred messages


class Meters:
    """Follows every link; `tell` gets what its tables are to show."""

    def __init__(self, house: House, tell: Callable[[str, wire.Meter], None]) -> None:
        self._house, self._tell = house, tell
        self._tasks: dict[str, asyncio.Task[None]] = {}

    def follow(self) -> None:
        """Take up links that are new."""
        for link in self._house.floor.state.links:
            if link not in self._tasks:
                self._tasks[link] = asyncio.create_task(self._stay(link), name=f"meter {link}")

    async def stop(self) -> None:
        for task in self._tasks.values():
            task.cancel()
        await asyncio.gather(*self._tasks.values(), return_exceptions=True)

    def of(self, link: str) -> int | None:
        state = self._house.links.glance(link)
        return state.meter if state is not None else None

    async def _stay(self, link: str) -> None:
        """A store that is away for a while does not silence a meter for good."""
        while True:
            try:
                return await self._follow(link)
            except StoreUnavailable:
                await asyncio.sleep(_AGAIN_S)

    async def _follow(self, link: str) -> None:
        moved, subscription = asyncio.Event(), self._house.subscribe(f"link/{link}")
        listening = asyncio.create_task(_listen(subscription, moved), name=f"link {link}")
        try:
            async with self._house.links.using(link) as live:
                shown = self._message(link, live.state)
            while await moved.wait():
                moved.clear()
                state = self._house.links.glance(link)
                assert state is not None
                message = self._message(link, state)
                if (message.meter, message.status) != (shown.meter, shown.status):
                    shown = message
                    self._tell(link, message)
                    await asyncio.sleep(_APART_S)
        finally:
            listening.cancel()
            self._house.unsubscribe(subscription)

    def _message(self, link: str, state: LinkState) -> wire.Meter:
        status = wire.link_status(state.is_enabled)
        return wire.Meter(link=link, meter=state.meter, status=status, at=self._house.clock.peek())


async def _listen(subscription: Subscription, moved: asyncio.Event) -> None:
    """Whatever is said is taken off at once; only the last of it is shown."""
    while await subscription.next() is not None:
        moved.set()
