"""A shuffle that nobody steers and that stays closed: each card under its own seal, all under one root.

The house commits to its seed; then devices of players add bytes of their own; the order follows from both.
Before the first card the root of a tree over all cards is published, each card in it hidden by a salt of its
own. Who saw a card is given its salt and its path, and can check that it was fixed before the deal, at
that place. Nothing follows from them about any other card. docs/verify.md has every byte, for others.
"""

from __future__ import annotations

import hashlib
import hmac
import struct
from collections.abc import Iterator, Sequence
from itertools import count
from typing import Final

import msgspec

from croupier.cards.card import Card
from croupier.cards.shuffle import (
    CHUNK_BYTES,
    DRAWS_PER_CHUNK,
    SeedError,
    commitment,
    index_below,
    seed_bytes,
)

SCHEME: Final = 2  # 1 is the order from the seed alone, the seed told afterwards
CONTRIBUTION_BYTES: Final = 32

_MIX: Final = b"croupier mix 2\0"
_ORDER: Final = b"croupier order 2\0"
_SALT: Final = b"croupier salt 2\0"
_LEAF: Final = b"\0"
_NODE: Final = b"\1"
_WORDS: Final = struct.Struct(">32H")  # one block of HMAC-SHA-512


class Contribution(msgspec.Struct, frozen=True):
    """Bytes that a player's device added to a shuffle: 32 of them, in hex."""

    player: str
    bytes: str


class Entropy(msgspec.Struct, frozen=True):
    """What besides the house's seed goes into a shuffle, and who sat there and added nothing."""

    contributions: tuple[Contribution, ...] = ()
    left_out: tuple[str, ...] = ()
    number: int = 0  # which shuffle of the table it is


class Seal(msgspec.Struct, frozen=True):
    """What is published of a shuffle before its first card."""

    commitment: str  # SHA-256 of the house's seed, known before anybody contributed
    contributions: tuple[Contribution, ...]
    left_out: tuple[str, ...]
    root: str
    cards: int  # how many there are under the root
    number: int = 0
    label: str = ""  # what kind of shuffle, where it is not the first of a deal
    scheme: int = SCHEME

    @property
    def entropy(self) -> Entropy:
        return Entropy(self.contributions, self.left_out, self.number)


class Proof(msgspec.Struct, frozen=True):
    """That one card lies at one place under the root."""

    place: int
    card: str
    salt: str
    path: tuple[str, ...]


class FairOrder:
    """One shuffle with everything behind it: for the house and its auditors only."""

    def __init__(self, order: Sequence[Card], seed: bytes, entropy: Entropy, label: str = "") -> None:
        """Of an order that is known already; `made` makes one."""
        self.order = tuple(order)
        self._entropy, self._label, self._commitment = entropy, label, commitment(seed)
        self._salts = _salts(len(order), seed, mix(self._commitment, entropy.contributions, label))
        salted = zip(self._salts, self.order, strict=True)
        self._levels = _levels([leaf(place, *each) for place, each in enumerate(salted)])

    @classmethod
    def made(cls, cards: Sequence[Card], seed: bytes, entropy: Entropy, label: str = "") -> FairOrder:
        """These cards, shuffled. Another label is another kind of shuffle."""
        if len(seed) < (needed := seed_bytes(len(cards))):
            raise SeedError(f"{len(cards)} cards need a seed of {needed} bytes, not {len(seed)}")
        mixed = mix(commitment(seed), entropy.contributions, label)
        return cls([cards[at] for at in permutation(len(cards), seed, mixed)], seed, entropy, label)

    @property
    def root(self) -> str:
        return self._levels[-1][0].hex()

    @property
    def seal(self) -> Seal:
        given = self._entropy
        return Seal(
            commitment=self._commitment,
            contributions=given.contributions,
            left_out=given.left_out,
            root=self.root,
            cards=len(self.order),
            number=given.number,
            label=self._label,
        )

    def proof(self, place: int) -> Proof:
        """For a viewer who has seen the card at this place, counted from 0 in dealing order."""
        path: list[str] = []
        at = place
        for level in self._levels[:-1]:
            if at ^ 1 < len(level):
                path.append(level[at ^ 1].hex())
            at >>= 1
        return Proof(place, self.order[place], self._salts[place].hex(), tuple(path))


def mix(committed: str, contributions: Sequence[Contribution], label: str = "") -> bytes:
    """One value of all that is public: the commitment, the label, the bytes of each player in their order."""
    name = label.encode()
    parts = [_MIX, bytes.fromhex(committed), struct.pack(">H", len(name)), name]
    parts.append(struct.pack(">H", len(contributions)))
    for each in contributions:
        player = each.player.encode()
        parts += [struct.pack(">H", len(player)), player, bytes.fromhex(each.bytes)]
    return hashlib.sha256(b"".join(parts)).digest()


def leaf(place: int, salt: bytes, card: str) -> bytes:
    return hashlib.sha256(_LEAF + place.to_bytes(2) + salt + card.encode()).digest()


def is_proved(root: str, cards: int, proof: Proof) -> bool:
    """Whether this card lay at this place of `cards` under the root."""
    if not 0 <= proof.place < cards:
        return False
    found, at, width = leaf(proof.place, bytes.fromhex(proof.salt), proof.card), proof.place, cards
    path = iter(proof.path)
    while width > 1:
        if at ^ 1 < width:
            other = bytes.fromhex(next(path, ""))
            found = hashlib.sha256(_NODE + (other + found if at & 1 else found + other)).digest()
        at, width = at >> 1, (width + 1) >> 1
    return found.hex() == root and next(path, None) is None


def _levels(leaves: list[bytes]) -> list[list[bytes]]:
    """Pairs are hashed together; one without a partner moves up as it is."""
    levels = [leaves]
    while len(below := levels[-1]) > 1:
        pairs = zip(below[::2], below[1::2], strict=False)
        level = [hashlib.sha256(_NODE + left + right).digest() for left, right in pairs]
        levels.append(level + below[len(level) * 2 :])
    return levels


def permutation(cards: int, seed: bytes, mixed: bytes) -> list[int]:
    """Which card, by its place in the unshuffled ones, comes first, second and so on."""
    order = list(range(cards))
    for start in range(0, cards, DRAWS_PER_CHUNK):
        words = _words(seed, start // DRAWS_PER_CHUNK, mixed)
        for place in range(start, min(start + DRAWS_PER_CHUNK, cards)):
            pick = place + index_below(cards - place, words)
            order[place], order[pick] = order[pick], order[place]
    return order


def stream(key: bytes, chunk: int = 0, mixed: bytes = bytes(32)) -> Iterator[bytes]:
    """Blocks of 64 bytes without end from a chunk of a seed: HMAC in counter mode, the key 512 bits."""
    for block in count():
        yield hmac.digest(key, _ORDER + struct.pack(">HI", chunk, block) + mixed, "sha512")


def _words(seed: bytes, chunk: int, mixed: bytes) -> Iterator[int]:
    key = seed[chunk * CHUNK_BYTES : (chunk + 1) * CHUNK_BYTES]
    for block in stream(key, chunk, mixed):
        yield from _WORDS.unpack(block)


def _salts(cards: int, seed: bytes, mixed: bytes) -> list[bytes]:
    """Each by itself: one tells nothing of another. Everything hashed has the same length."""
    key = hashlib.sha256(_SALT + mixed + seed).digest()
    return [hashlib.sha256(key + place.to_bytes(2)).digest() for place in range(cards)]
