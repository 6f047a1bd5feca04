"""A shuffle anyone can check afterwards: the order is a pure function of a seed and the cards.

Before the deal the house publishes `commitment(seed)`; after it, the seed. `verify` then proves that the
order was fixed before the first card was dealt.

Reach. One deck has about 2^226 orders, eight decks 2^2230 even when equal cards count as one. A shorter seed,
or one generator state for the whole shoe, could never produce most of them. So the seed holds an independent
64-byte chunk for every 52 draws: the dearest 52 draws (the first of eight decks) need 452 bits and have 512.

Secrecy. The order comes from SHAKE-256 under its own label, the commitment is SHA-256 of the whole seed:
knowing the one tells nothing about the other.
"""

from __future__ import annotations

import hashlib
import secrets
import struct
from collections.abc import Iterator, Sequence
from typing import Final, TypeVar

import msgspec

from croupier.cards.deck import decks

T = TypeVar("T")

CHUNK_BYTES: Final = 64
DRAWS_PER_CHUNK: Final = 52

_WORD_VALUES: Final = 1 << 16
# One permutation of SHAKE-256 yields 136 bytes: 68 words for 52 draws. A word is discarded less than once in
# 150 for any shoe, so a second squeeze is almost never needed.
_SQUEEZE_BYTES: Final = 136
_DOMAIN: Final = b"croupier order 1\0"


class SeedError(ValueError):
    """A seed too short for the cards it should order."""


class Verification(msgspec.Struct, frozen=True):
    """Whether a revealed seed is the one committed to, and whether it gives the order that was dealt."""

    is_seed_committed: bool
    is_order_from_seed: bool

    def __bool__(self) -> bool:
        return self.is_seed_committed and self.is_order_from_seed

    @property
    def words(self) -> str:
        seed = "is" if self.is_seed_committed else "is NOT"
        order = "gives" if self.is_order_from_seed else "does NOT give"
        return f"the seed {seed} the one committed to; it {order} this order"


def seed_bytes(count: int) -> int:
    """How long the seed of an order of so many cards is."""
    return CHUNK_BYTES * -(-count // DRAWS_PER_CHUNK)


def new_seed(decks_count: int = 1) -> bytes:
    """Fresh entropy from the operating system, enough for every order of so many decks."""
    return secrets.token_bytes(seed_bytes(len(decks(decks_count))))


def commitment(seed: bytes) -> str:
    """What may be shown before the deal: the seed's SHA-256, in hex."""
    return hashlib.sha256(seed).hexdigest()


def shuffle(cards: Sequence[T], seed: bytes, label: str = "") -> tuple[T, ...]:
    """Order `cards` by `seed`. Another `label` (a reshuffle within a Round) gives an unrelated order."""
    count = len(cards)
    if len(seed) < seed_bytes(count):
        raise SeedError(f"{count} cards need a seed of {seed_bytes(count)} bytes, not {len(seed)}")
    order = list(cards)
    for start in range(0, count, DRAWS_PER_CHUNK):
        words = _words(seed, start // DRAWS_PER_CHUNK, label)
        for place in range(start, min(start + DRAWS_PER_CHUNK, count)):
            pick = place + index_below(count - place, words)
            order[place], order[pick] = order[pick], order[place]
    return tuple(order)


def verify(
    committed: str, seed: bytes, order: Sequence[T], cards: Sequence[T], label: str = ""
) -> Verification:
    """Check a revealed `seed` against its commitment and the order it should have given `cards`."""
    is_long_enough = len(seed) >= seed_bytes(len(cards))
    return Verification(
        is_seed_committed=commitment(seed) == committed.lower(),
        is_order_from_seed=is_long_enough and shuffle(cards, seed, label) == tuple(order),
    )


def index_below(bound: int, words: Iterator[int]) -> int:
    """An index in [0, bound), each equally likely.

    Words past the last whole multiple of `bound` are discarded: folding them in would favour low indices.
    """
    usable = _WORD_VALUES - _WORD_VALUES % bound
    for word in words:
        if word < usable:
            return word % bound
    raise RuntimeError("the word stream ended")


def _words(seed: bytes, chunk: int, label: str) -> Iterator[int]:
    """The endless 16-bit words of one seed chunk; its number and the label are part of the key."""
    name = label.encode()
    prefix = struct.pack(">HI", chunk, len(name)) + name
    sponge = hashlib.shake_256(_DOMAIN + prefix + seed[chunk * CHUNK_BYTES : (chunk + 1) * CHUNK_BYTES])
    done = 0
    while True:
        # hashlib cannot continue a squeeze, but a longer digest begins with the shorter one.
        fresh = sponge.digest(done + _SQUEEZE_BYTES)[done:]
        yield from struct.unpack(f">{_SQUEEZE_BYTES // 2}H", fresh)
        done += _SQUEEZE_BYTES
