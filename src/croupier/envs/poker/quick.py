"""One Poker table for agents at the kernel's speed: it is the row of a batch."""

from typing import Any

import numpy as np
from numpy.typing import NDArray

from croupier.envs.batch import addresses
from croupier.envs.drawing import seed_rows
from croupier.envs.poker import kernel as k
from croupier.envs.poker.setup import PokerSetup

_BEGIN, _ACT = range(2)


class QuickTable:
    """Seats are counted from 0. It tells no paragraphs and takes no exact amounts: `PokerTable` does."""

    def __init__(self, setup: PokerSetup, seed: int) -> None:
        self.setup = setup
        self._terms = setup.terms.copy()
        self._row = np.zeros(k.WIDTH, np.int64)
        self._deck = np.arange(52, dtype=np.uint8)
        self._words = np.zeros((1, 4), np.uint64)
        self._seen = np.zeros(k.columns(setup.seats), np.int32)
        self._legal = np.zeros(len(setup.actions), np.int8)
        seed_rows(self._words, np.array([seed], np.uint64))
        self.is_over = True
        self._place()

    def _place(self) -> None:
        """Where the arrays are, for the kernel. They are never replaced."""
        arrays = (self._row, self._deck, self._words, self._terms, self._seen, self._legal)
        self._at = addresses(*arrays)

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name != "_at"}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._place()  # a copy has arrays of its own

    def clear(self) -> None:
        """Everybody leaves: the next hand is the first of a session."""
        self._row[:] = 0

    def deal(self) -> None:
        """The next hand, as far as somebody is asked."""
        k.search(self._at, _BEGIN, 0, 0)
        self.is_over = k.search(self._at, _ACT, -1, 0) < 0

    def act(self, action: int, amount: int = 0) -> None:
        self.is_over = k.search(self._at, _ACT, action, amount) < 0

    @property
    def to_act(self) -> int:
        return int(self._row[k.TO_ACT])

    def mask(self) -> NDArray[np.int8]:
        return np.zeros_like(self._legal) if self.is_over else self._legal.copy()

    def seen(self, seat: int) -> NDArray[np.int32]:
        """What a seat sees: after the hand, who has how many chips."""
        if self.is_over:
            found = self.setup.layout.nothing.copy()
            chips = self.chips()
            found[k.O_SEAT] = seat
            found[k.O_SEATS : k.O_SEATS + self.setup.seats] = chips[seat:] + chips[:seat]
            return found
        k.observe(self._at, seat)
        return self._seen.copy()

    def chips(self) -> tuple[int, ...]:
        return tuple(self._row[k.CHIPS : k.CHIPS + self.setup.seats].tolist())

    @property
    def before(self) -> tuple[int, ...]:
        """What everybody had when the hand began."""
        return tuple(self._row[k.STARTED : k.STARTED + self.setup.seats].tolist())

    @property
    def net(self) -> tuple[int, ...]:
        """What each seat has won in this hand."""
        return tuple(now - before for now, before in zip(self.chips(), self.before, strict=True))

    @property
    def winner(self) -> int | None:
        """Who has all chips, in a session that is over."""
        left = [seat for seat, chips in enumerate(self.chips()) if chips]
        return left[0] if len(left) == 1 else None
