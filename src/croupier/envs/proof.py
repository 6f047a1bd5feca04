"""The batches against the live tables: same cards, same decisions, and everything seen and won must be the
same.
"""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.kernels.cards import CARD
from croupier.cards import Card
from croupier.envs.drawing import complete


class Difference(AssertionError):  # noqa: N818 - it is what was found, named as such
    """A batch and a live table that do not agree."""


def order_to_come(shoe: NDArray[np.uint8], words: NDArray[np.uint64], dealt: int) -> tuple[Card, ...]:
    """The cards of one table of a batch in the order in which they come, from the first."""
    cards, generator = shoe.copy(), words.copy()
    complete(cards.ctypes.data, generator.ctypes.data, 0, dealt, len(cards))
    return tuple(CARD[number] for number in cards.tolist())


def same(what: str, batch: Any, live: Any, where: str) -> None:
    if not np.array_equal(batch, live):
        raise Difference(f"{what}: the batch has {batch!r}, the table {live!r}; {where}")


def chosen(mask: NDArray[np.int8], generator: np.random.Generator) -> int:
    return int(generator.choice(np.flatnonzero(mask)))


def freebet(rounds: int, seed: int, **wanted: Any) -> int:
    """Play so many Rounds both ways; how many there were in which the cards did not run out."""
    from croupier.envs.freebet import FreeBetBatch, FreeBetEnv
    from croupier.envs.freebet import kernel as k

    batch, generator = FreeBetBatch(1, **wanted), np.random.default_rng(seed)
    env = FreeBetEnv(setup=batch.setup)

    def shuffle() -> dict[str, Any]:
        return {"first_cards": order_to_come(batch._shoes[0], batch._words[0], batch._rows[0, k.DEALT])}

    played = 0
    is_new = True
    while played < rounds:
        if is_new:
            batch.reset(int(generator.integers(2**62)))
            env.open(shuffle)
            seen, info = env.reset()
            is_new = False
        at = f"Round {played + 1}, {wanted}"
        same("observation", batch.observations[0], seen, at)
        same("mask", batch.mask[0], info["action_mask"], at)
        action = chosen(batch.mask[0], generator)
        batch.step(np.array([action]))
        if batch._rows[0, k.RIFFLES]:  # the live table asks for a cut: another way to the same chances
            is_new = True
            continue
        seen, _, is_over, _, info = env.step(action)
        same("end", batch.done[0], is_over, at)
        same("cents won", batch.net[0], info["net"], at)
        if is_over:
            played += 1
            seen, info = env.reset()
    return played
