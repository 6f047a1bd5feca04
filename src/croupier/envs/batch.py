"""Many tables in lockstep on arrays, whatever the game: actions in, observations, masks and results out."""

import os
from abc import ABC, abstractmethod
from collections.abc import Sequence
from threading import Lock
from types import ModuleType
from typing import Any

import numpy as np
from numba import config, get_num_threads, set_num_threads
from numpy.typing import NDArray

from croupier.envs.drawing import first_illegal, pick_legal, seed_rows

Ints = NDArray[np.int64]
_NONE: Ints = np.zeros(0, np.int64)
# Numba's threads serve one caller at a time: of its layers, the one that is there everywhere allows no more.
_THREADS = Lock()


class Batch(ABC):
    """`tables` tables; `observations` and `mask` are always those of the decisions asked now.

    They are the same arrays after every step: copy what you keep.
    """

    _kernel: ModuleType
    """Has `step` and `step_side_by_side` of the game."""
    _at: Ints
    """Where the arrays of these tables are, for the kernel."""
    _rows: Ints
    _decks: NDArray[np.uint8]
    _terms: Ints

    def __init__(self, tables: int, actions: Sequence[str], columns: int, results: int, threads: int) -> None:
        if tables < 1:
            raise ValueError(f"{tables} tables are none; ask for 1 or more")
        cores = os.cpu_count() or 1
        if not 1 <= threads <= 64:
            raise ValueError(f"threads={threads} is not possible; this machine has {cores} cores")
        self.tables = tables
        self.actions = tuple(actions)
        self.observations: NDArray[np.int32] = np.zeros((tables, columns), np.int32)
        self.mask: NDArray[np.int8] = np.zeros((tables, len(self.actions)), np.int8)
        self.done: NDArray[np.bool_] = np.zeros(tables, np.bool_)
        self.net: Ints = np.zeros((tables, results) if results else tables, np.int64)
        """Cents won in the Round that has just ended; 0 where none has."""
        self._words: NDArray[np.uint64] = np.zeros((tables, 4), np.uint64)
        self._bounds: Ints = np.linspace(0, tables, threads + 1).astype(np.int64)
        """Which tables each thread plays."""
        self._is_ready, self._is_closed = False, False

    def _place(self) -> None:
        self._at = addresses(self._rows, self._decks, self._words, self._terms, self.observations, self.mask)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_at"}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._place()  # a copy has arrays of its own

    def reset(self, seed: int | Sequence[int] | None = None) -> tuple[NDArray[np.int32], NDArray[np.int8]]:
        """Fresh cards everywhere. Table n of a seed plays the same in a batch of any size."""
        self._check_open()
        seed_rows(self._words, self._seeds(seed))
        self._reset()
        self._step(_NONE, _NONE)
        self._is_ready = True
        return self.observations, self.mask

    def _seeds(self, seed: int | Sequence[int] | None) -> NDArray[np.uint64]:
        if seed is not None and not isinstance(seed, int | np.integer):
            if len(seed) != self.tables:
                raise ValueError(f"{len(seed)} seeds for {self.tables} tables; give one each, or one for all")
            return np.array([each % 2**63 for each in seed], np.uint64)
        first = np.random.SeedSequence(None if seed is None else int(seed)).generate_state(1, np.uint64)[0]
        with np.errstate(over="ignore"):
            spread: NDArray[np.uint64] = np.arange(self.tables, dtype=np.uint64) * np.uint64(
                0x9E3779B97F4A7C15
            )
            found: NDArray[np.uint64] = spread + first
            return found

    def step(self, actions: NDArray[Any], amounts: NDArray[Any] | None = None) -> None:
        """One decision at every table; see `observations`, `mask`, `net` and `done` for what came of it."""
        self._check_open()
        if not self._is_ready:
            raise RuntimeError("these tables have no cards yet: call reset() before step()")
        if (kind := np.asarray(actions).dtype).kind not in "iu":
            raise TypeError(f"actions are whole numbers, not {kind}")
        wanted = np.ascontiguousarray(actions, np.int64)
        if wanted.shape != (self.tables,):
            raise ValueError(f"one action for each of {self.tables} tables is needed, not {wanted.shape}")
        exact = _NONE if amounts is None else np.ascontiguousarray(amounts, np.int64)
        if exact.size and exact.shape != (self.tables,):
            raise ValueError(f"one amount for each of {self.tables} tables is needed, not {exact.shape}")
        if (row := first_illegal(self.mask, wanted)) >= 0:
            raise ValueError(f"table {row}: {self._refused(row, int(wanted[row]))}")
        if exact.size:
            self._check_amounts(wanted, exact)
        self._step(wanted, exact)

    def _step(self, actions: Ints, amounts: Ints) -> None:
        """Every table; without actions they begin afresh."""
        threads = len(self._bounds) - 1
        if threads == 1:
            self._kernel.step(self._at, actions, amounts, self.net, self.done, 0, self.tables)
            return
        with _THREADS:
            usual = get_num_threads()
            set_num_threads(min(threads, vars(config)["NUMBA_NUM_THREADS"]))
            try:
                self._kernel.step_side_by_side(self._at, actions, amounts, self.net, self.done, self._bounds)
            finally:
                set_num_threads(usual)

    def step_but(self, waiting: NDArray[np.bool_], actions: NDArray[Any]) -> None:
        """The same, but at these tables nothing happens, whatever their action."""
        arrays: tuple[NDArray[Any], ...] = (
            self._rows, self._decks, self._words, self.observations, self.mask,
        )  # fmt: skip
        kept = [array[waiting].copy() for array in arrays]
        self.step(np.where(waiting, np.argmax(self.mask, axis=1), actions))
        for array, rows in zip(arrays, kept, strict=True):
            array[waiting] = rows
        self.net[waiting], self.done[waiting] = 0, False

    def _refused(self, row: int, action: int) -> str:
        allowed = [name for name, may in zip(self.actions, self.mask[row], strict=True) if may]
        said = self.actions[action] if 0 <= action < len(self.actions) else f"number {action}"
        return f"action {said} is not possible now; possible: {', '.join(allowed)}"

    def _check_open(self) -> None:
        if self._is_closed:
            raise RuntimeError("these tables are closed: make new ones")

    def close(self) -> None:
        self._is_closed = True

    @abstractmethod
    def _reset(self) -> None:
        """The cards in their first order."""

    @abstractmethod
    def _check_amounts(self, actions: Ints, amounts: Ints) -> None:
        """Refuse amounts that the table would not take; 0 stands for the usual one."""


def addresses(*arrays: NDArray[Any]) -> Ints:
    """Where arrays are, for a kernel. They must not be replaced as long as it is used."""
    return np.array([array.ctypes.data for array in arrays], np.int64)


def random_actions(mask: NDArray[np.int8], generator: np.random.Generator) -> NDArray[np.int64]:
    """Any legal action at every table, each equally likely."""
    chosen = np.empty(len(mask), np.int64)
    pick_legal(mask, generator.random(len(mask), np.float32), chosen)
    return chosen
