"""What this process has seen in the store: a store that no longer holds it has gone back.

Each entry's hash vouches for all before it, so the last one that was seen is enough, as long as it was seen
in the same store as those before. Until that is known all of them are kept.
"""

from collections.abc import Callable

from croupier.house.journal.remembered import Head

Hashes = Callable[[list[int]], dict[int, bytes]]  # of the entries at some positions, as the store has them


class Witness:
    """Told by any thread."""

    def __init__(self) -> None:
        self._seen: dict[int, bytes] = {}  # hashes by position, which only grows

    def saw(self, position: int, digest: bytes) -> None:
        if position > max(tuple(self._seen), default=0):
            self._seen.setdefault(position, digest)

    def recall(self, head: Head) -> None:
        """What was noted outside, at whatever position."""
        self._seen[head[0]] = head[1]

    def missing(self, head: Head, hashes: Hashes) -> int:
        """The last position that is not in the store as it was seen; 0 if all is there."""
        seen = dict(self._seen)
        if not seen or seen == {head[0]: head[1]}:
            return 0
        known = hashes(sorted(seen))
        lost = [position for position, digest in seen.items() if known.get(position) != digest]
        if not lost:
            self._forget_before(max(seen))
        return max(lost, default=0)

    def wrote(self, head: Head) -> None:
        """In a transaction that found nothing missing, which vouches for all before."""
        self._seen[head[0]] = head[1]
        self._forget_before(head[0])

    def _forget_before(self, last: int) -> None:
        for position in tuple(self._seen):
            if position < last:
                self._seen.pop(position, None)
