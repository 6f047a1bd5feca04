"""Tables as rows of numbers for the kernels, and cards for them: each table has its own generator and its
own shoe.

Rows go from function to function as bare pointers. As arrays they would be reference-counted and passed
seven words at a time, which takes several times as long as the game itself. The caller of a kernel keeps
its arrays alive.

A shoe is never shuffled whole. The next card is a random one of those not dealt yet, and dealt cards stand
at the front in the order dealt; whatever order the rest is in will do for the next shuffle too.
"""

from typing import Any, TypeAlias

import numpy as np
from numba import types
from numba.extending import intrinsic
from numpy.typing import NDArray

from croupier.analysis.kernels.chance import seeded, stepped
from croupier.analysis.kernels.compiling import njit

# To the type checker a row is an array; the compiler sees a pointer to its first number.
Bytes: TypeAlias = NDArray[np.uint8]
Words: TypeAlias = NDArray[np.uint64]
Ints: TypeAlias = NDArray[np.int64]
Numbers: TypeAlias = NDArray[np.int32]
Flags: TypeAlias = NDArray[np.int8]


def _pointer(kind: Any) -> Any:
    """A function for kernels: the row that begins so many numbers of this kind behind an address."""

    pointer: Any = types.CPointer(kind)  # type: ignore[no-untyped-call]

    @intrinsic
    def row_at(typing_context: Any, address: Any, behind: Any) -> Any:
        def generated(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
            start = builder.inttoptr(arguments[0], context.get_value_type(pointer))
            return builder.gep(start, [arguments[1]])

        return pointer(types.int64, types.int64), generated

    return row_at


ints_at, words_at, bytes_at = _pointer(types.int64), _pointer(types.uint64), _pointer(types.uint8)
numbers_at, flags_at = _pointer(types.int32), _pointer(types.int8)


@njit(cache=True)
def seed_rows(words: Words, seeds: Words) -> None:
    """Start every table's generator from its own seed."""
    for row in range(words.shape[0]):
        words[row] = seeded(seeds[row])


@njit(cache=True, error_model="numpy")
def drawn(shoe: Bytes, words: Words, dealt: int, cards: int) -> int:
    """Put a random one of the cards not yet dealt at place `dealt` and give it.

    48 random bits favour no card of eight decks by more than 1 in 10^11.
    """
    a, b, c, d, word = stepped(words[0], words[1], words[2], words[3])
    words[0], words[1], words[2], words[3] = a, b, c, d
    left = np.uint64(cards - dealt)
    to = dealt + np.int64(((word >> np.uint64(16)) * left) >> np.uint64(48))
    card = shoe[to]
    shoe[to] = shoe[dealt]
    shoe[dealt] = card
    return int(card)


@njit(cache=True, error_model="numpy")
def draw_first(shoe: Bytes, words: Words, count: int, cards: int) -> None:
    """The same for so many cards of a fresh deck; the generator stays in registers meanwhile."""
    a, b, c, d = words[0], words[1], words[2], words[3]
    for dealt in range(count):
        a, b, c, d, word = stepped(a, b, c, d)
        to = dealt + np.int64(((word >> np.uint64(16)) * np.uint64(cards - dealt)) >> np.uint64(48))
        card = shoe[to]
        shoe[to] = shoe[dealt]
        shoe[dealt] = card
    words[0], words[1], words[2], words[3] = a, b, c, d


@njit(cache=True)
def complete(shoes: int, words: int, row: int, dealt: int, cards: int) -> None:
    """The whole order in which a table's cards will come, should nothing be shuffled before."""
    shoe, generator = bytes_at(shoes, row * cards), words_at(words, 4 * row)
    for place in range(dealt, cards - 1):
        drawn(shoe, generator, place, cards)


@njit(cache=True)
def first_illegal(legal: Flags, actions: Ints) -> int:
    """The first table whose action is not among those allowed there; -1 if all are."""
    for row in range(legal.shape[0]):
        action = actions[row]
        if action < 0 or action >= legal.shape[1] or not legal[row, action]:
            return row
    return -1


@njit(cache=True)
def pick_legal(legal: Flags, chances: NDArray[np.float32], actions: Ints) -> None:
    """At every table the action that a number from 0 to 1 stands for, of those allowed; 0 if none is."""
    for row in range(legal.shape[0]):
        count = 0
        for action in range(legal.shape[1]):
            count += legal[row, action] != 0
        wanted, seen, found = np.int64(np.float64(chances[row]) * count), 0, 0
        for action in range(legal.shape[1]):  # without branches: nobody could foretell them
            seen += legal[row, action] != 0
            found += seen <= wanted
        actions[row] = found if count else 0
