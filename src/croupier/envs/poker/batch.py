"""Poker tables by the thousand, every seat played from outside."""

from typing import Any

import numpy as np

from croupier.envs.batch import Batch, Ints
from croupier.envs.poker import kernel as k
from croupier.envs.poker.setup import NobodyIsAsked, PokerSetup
from croupier.envs.wishes import made


class PokerBatch(Batch):
    """`observations` are those of the seat to act (its number is the first column); `net` has a column a
    seat.

    An amount beside action "raise" is the total to raise to, in cents; 0 is the smallest raise.
    """

    _kernel = k

    def __init__(
        self, tables: int, setup: PokerSetup | None = None, *, threads: int = 1, **wanted: Any
    ) -> None:
        self.setup = setup or made(PokerSetup, wanted)
        seats = self.setup.seats
        super().__init__(tables, self.setup.actions, k.columns(seats), seats, threads)
        self._terms = self.setup.terms
        self._rows: Ints = np.zeros((tables, k.WIDTH), np.int64)
        self._decks = np.tile(np.arange(52, dtype=np.uint8), (tables, 1))
        self._place()

    @property
    def rake(self) -> Ints:
        """What the House has taken so far from the hands under way: known once they are settled."""
        return self._rows[:, k.RAKE]

    def _reset(self) -> None:
        self._decks[:] = np.arange(52, dtype=np.uint8)

    def _step(self, actions: Ints, amounts: Ints) -> None:
        super()._step(actions, amounts)
        if (self._rows[:, k.TO_ACT] < 0).any():
            raise NobodyIsAsked

    def _check_amounts(self, actions: Ints, amounts: Ints) -> None:
        seen, chip = self.observations, int(self._terms[k.T_CHIP])
        least, most = seen[:, k.O_LEAST].astype(np.int64), seen[:, k.O_MOST].astype(np.int64)
        is_within = (amounts >= least) & (amounts <= most) & ((amounts % chip == 0) | (amounts == most))
        wrong = (amounts != 0) & ((actions != k.RAISE) | ~is_within)
        if wrong.any():
            row = int(np.argmax(wrong))
            raise ValueError(
                f"table {row}: {amounts[row]} cents cannot go with {self.actions[actions[row]]}; with raise, "
                f"{least[row]} to {most[row]} can, in chips of {chip}"
            )
