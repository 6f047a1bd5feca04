"""What the store said last, for as long as nobody else has written to it."""

from collections.abc import Callable, Collection

from croupier.house.journal.store import StoreState

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

    def filled(
        self,
        streams: Collection[str],
        accounts: Collection[str],
        ask: Callable[[list[str], list[str]], StoreState],
    ) -> StoreState:
        """Versions and balances, asked for where they are not known, and whatever else is asked with them."""
        found = ask(_missing(self._versions, streams), _missing(self._balances, accounts))
        return StoreState(
            _known(self._versions, streams, found.versions),
            found.done,
            _known(self._balances, accounts, found.balances),
        )

    def wrote(self, head: Head, versions: dict[str, int], balances: dict[str, int]) -> None:
        """What this process has just written; if its transaction fails after all, `forget`."""
        self._head = head
        self._versions.update(versions)
        self._balances.update(balances)

    def forget(self) -> None:
        self._head = None
        self._versions.clear()
        self._balances.clear()


def _missing(known: dict[str, int], wanted: Collection[str]) -> list[str]:
    return sorted(name for name in wanted if name not in known)


def _known(known: dict[str, int], wanted: Collection[str], found: dict[str, int]) -> dict[str, int]:
    return {name: found[name] if name in found else known[name] for name in sorted(wanted)}
