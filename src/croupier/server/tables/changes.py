"""Which of many things have changed since somebody last asked for all of them."""

import secrets
from collections.abc import Mapping


class Changes:
    """Counts the looks and remembers at which of them each thing was first seen as it is now.

    Nothing is kept of who asks: a mark says at which look, and of which process. Where it says nothing to
    this one, or where something has gone since, everything counts as new.
    """

    def __init__(self) -> None:
        self._process = secrets.token_hex(4)
        self._look = 0
        self._went = 0  # the look at which something was last found to be gone
        self._seen: dict[str, tuple[object, int]] = {}

    def since(self, mark: str, things: Mapping[str, object]) -> tuple[str, set[str] | None]:
        """The mark of now, and what is new since the other; None if that is everything."""
        look = self._look + 1
        new = {
            name: (thing, look)
            for name, thing in things.items()
            if name not in self._seen or self._seen[name][0] != thing
        }
        if gone := self._seen.keys() - things.keys():
            self._went = look
            for name in gone:
                del self._seen[name]
        if new or gone:
            self._look = look
            self._seen |= new
        return f"{self._process}-{self._look}", self._new(mark)

    def _new(self, mark: str) -> set[str] | None:
        process, _, number = mark.partition("-")
        if process != self._process or not number.isascii() or not number.isdigit():
            return None
        if not self._went <= (after := int(number)) <= self._look:
            return None
        return {name for name, (_, look) in self._seen.items() if look > after}
