"""Telling those who listen, without ever waiting for them."""

import asyncio
from collections import defaultdict, deque
from collections.abc import AsyncIterator, Callable

from croupier.house.answers import Happened


class Subscription:
    """What happens on one stream, from the moment of subscribing. A listener who falls behind is cut off."""

    def __init__(self, stream: str, limit: int) -> None:
        self.stream = stream
        self.is_cut_off = False
        self._told: deque[tuple[Happened, ...] | None] = deque()
        self._listening: asyncio.Future[None] | None = None  # while the one who listens waits
        self._limit = limit

    def tell(self, happened: tuple[Happened, ...]) -> None:
        if self.is_cut_off:
            return
        self.is_cut_off = len(self._told) >= self._limit
        self._put(None if self.is_cut_off else happened)

    def end(self) -> None:
        self._put(None)

    def _put(self, told: tuple[Happened, ...] | None) -> None:
        self._told.append(told)
        if self._listening is not None and not self._listening.done():
            self._listening.set_result(None)

    @property
    def has_more(self) -> bool:
        """Whether the next is there already."""
        return bool(self._told)

    async def next(self) -> tuple[Happened, ...] | None:
        """What one command led to; None once the subscription has ended or was cut off."""
        while not self._told:
            self._listening = asyncio.get_running_loop().create_future()
            await self._listening
        return self._told.popleft()

    async def __aiter__(self) -> AsyncIterator[tuple[Happened, ...]]:
        while (happened := await self.next()) is not None:
            yield happened


class Listeners:
    """All subscriptions of this process, by stream."""

    def __init__(self, witness: Callable[[int], None] = lambda at: None) -> None:
        """`witness` is told when the last thing happened: the house's clock is never behind it."""
        self._witness = witness
        self._by_stream: defaultdict[str, list[Subscription]] = defaultdict(list)

    def subscribe(self, stream: str, limit: int = 256) -> Subscription:
        """What happens from now on, on "table/<id>", "link/<id>" or "floor"; one item per command."""
        subscription = Subscription(stream, limit)
        self._by_stream[stream].append(subscription)
        return subscription

    def unsubscribe(self, subscription: Subscription) -> None:
        known = self._by_stream.get(subscription.stream, [])
        if subscription in known:
            known.remove(subscription)
            subscription.end()
        if not known:
            self._by_stream.pop(subscription.stream, None)

    def tell(self, happened: tuple[Happened, ...]) -> None:
        if happened:
            self._witness(happened[-1].at)
            for subscription in self._by_stream.get(happened[0].stream, ()):
                subscription.tell(happened)

    def wanted(self, stream: str) -> bool:
        return stream in self._by_stream

    def end(self) -> None:
        for known in list(self._by_stream.values()):
            for subscription in known:
                subscription.end()
        self._by_stream.clear()
