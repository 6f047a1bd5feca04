"""What entries say, in fewer bytes: each packed by itself, with what all of them have in common said once."""

import zlib
from collections.abc import Iterable

from croupier.house.journal.records import Unreadable

_LEVEL = 3  # a third faster than 6, for files larger by a fiftieth
_WINDOW_BITS = 14  # of the packer: 16 kB, which hold what is in common and the longest entries
_MEMORY = 4  # of the packer, which is copied for every entry: less than zlib's own choice, and packs as well
COMMON_BYTES = 12_000


def common_to(samples: Iterable[bytes]) -> bytes:
    """What is taken for known when entries are packed: some of them, as they are."""
    found: list[bytes] = []
    size = 0
    for sample in samples:
        if size + len(sample) <= COMMON_BYTES:
            found.append(sample)
            size += len(sample)
    return b"".join(found)


class Packer:
    def __init__(self, common: bytes) -> None:
        self._packs = zlib.compressobj(_LEVEL, wbits=-_WINDOW_BITS, memLevel=_MEMORY, zdict=common)
        self._unpacks = zlib.decompressobj(wbits=-_WINDOW_BITS, zdict=common)

    def pack(self, plain: bytes) -> bytes:
        if not plain:
            return b""
        work = self._packs.copy()
        return work.compress(plain) + work.flush()

    def unpack(self, packed: bytes) -> bytes:
        if not packed:
            return b""
        work = self._unpacks.copy()
        try:
            plain = work.decompress(packed)
        except zlib.error as error:
            raise Unreadable(f"an entry cannot be unpacked ({error}); it was altered") from None
        if not work.eof:
            raise Unreadable("an entry cannot be unpacked to its end; it was altered")
        return plain
