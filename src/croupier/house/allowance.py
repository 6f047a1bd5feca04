"""How much somebody may still ask for: so much a second, some of it saved up."""

import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager
from typing import Generic, TypeVar

_KNOWN_MAX = 10_000

Clock = Callable[[], float]


def monotonic() -> float:
    """Looked up at every call: a simulation has a time of its own."""
    return time.monotonic()


class Allowance:
    """One who asks. What something costs may be known only afterwards, so it can be overdrawn."""

    __slots__ = ("_at", "_clock", "_left", "burst", "per_second")

    def __init__(self, per_second: float, burst: float, clock: Clock = monotonic) -> None:
        self.per_second, self.burst = per_second, burst
        self._clock = clock
        self._left, self._at = burst, clock()

    @property
    def left(self) -> float:
        now = self._clock()
        self._left = min(self.burst, self._left + max(now - self._at, 0.0) * self.per_second)
        self._at = now
        return self._left

    @property
    def is_full(self) -> bool:
        """As if nothing had ever been asked for."""
        return self.left >= self.burst

    def spend(self, cost: float) -> None:
        self._left -= cost

    @contextmanager
    def lent(self, cost: float = 1.0) -> Iterator[None]:
        """For as long as it takes: others who ask at this moment find it gone."""
        self.spend(cost)
        try:
            yield
        finally:
            self.spend(-cost)

    def take(self, cost: float = 1.0) -> bool:
        if self.left < cost:
            return False
        self._left -= cost
        return True


A = TypeVar("A", bound=Allowance)


class Allowances(Generic[A]):
    """One for each who asks, for as long as it matters."""

    def __init__(self, new: Callable[[], A]) -> None:
        self._new = new
        self._known: dict[Hashable, A] = {}

    def of(self, who: Hashable) -> A:
        if (found := self._known.get(who)) is None:
            if len(self._known) >= _KNOWN_MAX:
                self._forget()
            found = self._known[who] = self._new()
        return found

    def _forget(self) -> None:
        """Whoever has asked for nothing lately; if that is nobody, the half that has been known longest. That
        takes as many who ask as there are places, so that nobody is rid of a debt by asking again."""
        known = {who: each for who, each in self._known.items() if not each.is_full}
        if len(known) >= _KNOWN_MAX:
            known = dict(list(known.items())[_KNOWN_MAX // 2 :])
        self._known = known
