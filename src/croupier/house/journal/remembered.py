"""What the store said last, for as long as nobody else has written to it."""

from collections.abc import Callable, Collection

_KEPT = 1 << 16

Head = tuple[int, bytes]  # the last position, and the hash of all that led there


class Remembered:
    """Versions of streams and balances of accounts, as they are at one head of the journal.

    Whoever writes moves the head. While it is where this process left it, and its own last write did not
    fail, what this process knows is what the store holds, and need not be asked for.
    """

    def __init__(self) -> None:
        self._head: Head | None = None
        self._versions: dict[str, int] = {}
        self._balances: dict[str, int] = {}

    def look(self, head: Head) -> None:
        """Before anything is asked for: forget it all if somebody else has written."""
        if head != self._head:
            self.forget()
        if len(self._versions) + len(self._balances) > _KEPT:
            self.forget()

    def versions(self, wanted: Collection[str], ask: Callable[[list[str]], dict[str, int]]) -> dict[str, int]:
        return _known(self._versions, wanted, ask)

    def balances(self, wanted: Collection[str], ask: Callable[[list[str]], dict[str, int]]) -> dict[str, int]:
        return _known(self._balances, wanted, ask)

    def wrote(self, head: Head, versions: dict[str, int], balances: dict[str, int]) -> None:
        """What this process has just written; if its transaction fails after all, `forget`."""
        self._head = head
        self._versions.update(versions)
        self._balances.update(balances)

    def forget(self) -> None:
        self._head = None
        self._versions.clear()
        self._balances.clear()


def _known(
    known: dict[str, int], wanted: Collection[str], ask: Callable[[list[str]], dict[str, int]]
) -> dict[str, int]:
    missing = sorted(name for name in wanted if name not in known)
    found = ask(missing) if missing else {}
    return {name: found[name] if name in found else known[name] for name in sorted(wanted)}
