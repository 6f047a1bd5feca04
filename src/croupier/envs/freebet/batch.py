"""Free Bet tables by the thousand."""

from typing import Any

import numpy as np

from croupier.envs.batch import Batch, Ints
from croupier.envs.freebet import kernel as k
from croupier.envs.freebet.setup import FreeBetSetup
from croupier.envs.wishes import made


class FreeBetBatch(Batch):
    """Plain arrays: `observations` (columns as `setup.layout` names them), `mask`, `net` in cents, `done`."""

    _kernel = k

    def __init__(
        self, tables: int, setup: FreeBetSetup | None = None, *, threads: int = 1, **wanted: Any
    ) -> None:
        self.setup = setup or made(FreeBetSetup, wanted)
        super().__init__(tables, self.setup.actions, k.COLUMNS, 0, threads)
        self._rows: Ints = np.zeros((tables, self.setup.terms[k.T_WIDTH]), np.int64)
        decks = self.setup.book.decks
        self._decks = np.tile(np.tile(np.arange(52, dtype=np.uint8), decks), (tables, 1))
        self._terms = self.setup.terms
        self._place()

    def _reset(self) -> None:
        self._decks[:] = np.sort(self._decks[0])

    def _check_amounts(self, actions: Ints, amounts: Ints) -> None:
        """A double adds the table minimum to the whole wager; Insurance is up to half of it."""
        t, wagers = self.setup.terms, self.observations[:, k.O_WAGER].astype(np.int64)
        asked = amounts != 0
        most = np.zeros_like(amounts)
        doubles, insures = actions == k.DOUBLE, actions == k.INSURE
        most[doubles] = wagers[doubles] * t[k.T_DOUBLE_PERCENT] // 100
        most[insures] = wagers[insures] * t[k.T_INSURANCE_PERCENT] // 100
        least = np.where(doubles, t[k.T_MAIN_MIN], t[k.T_CHIP])
        wrong = asked & ((amounts < least) | (amounts > most) | (amounts % t[k.T_CHIP] != 0))
        if wrong.any():
            row = int(np.argmax(wrong))
            raise ValueError(
                f"table {row}: {amounts[row]} cents cannot be put down for {self.actions[actions[row]]}; "
                f"{least[row]} to {most[row]} can, in chips of {t[k.T_CHIP]}, or 0 for the most"
            )
