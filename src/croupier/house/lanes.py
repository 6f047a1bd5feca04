"""One at a time; whoever waits stands in a lane, and a lane that is full takes nobody more."""

import asyncio
from collections import deque
from collections.abc import Sequence


class Busy(Exception):  # noqa: N818 - nothing is wrong: somebody comes again later
    """Too many wait for the same already."""


class Lanes:
    """Lanes are served in turn, so that a crowd in one holds up nobody in the others by more than one; or, if
    they have an order, the first lane in which somebody waits."""

    def __init__(self, names: Sequence[str], waiting_max: int, *, is_ordered: bool = False) -> None:
        self._waiting: dict[str, deque[asyncio.Future[None]]] = {name: deque() for name in names}
        self._waiting_max, self._is_ordered = waiting_max, is_ordered
        self._is_taken = False

    async def enter(self, name: str) -> None:
        """Until it is one's turn; `leave` gives it to the next. Busy if too many wait in the lane."""
        if not self._is_taken:
            self._is_taken = True
            return
        lane = self._waiting[name]
        if len(lane) >= self._waiting_max:
            raise Busy
        turn = asyncio.get_running_loop().create_future()
        lane.append(turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled():  # it was given the turn as it went
                self.leave()
            elif turn in lane:
                lane.remove(turn)
            raise

    def leave(self) -> None:
        for name in list(self._waiting):
            lane = self._waiting[name]
            while lane:
                turn = lane.popleft()
                if not self._is_ordered:
                    self._waiting[name] = self._waiting.pop(name)  # to the end
                if not turn.done():
                    turn.set_result(None)
                    return
        self._is_taken = False
