"""Poker for search: step and undo, legal actions, information sets, chance and returns, in OpenSpiel's
vocabulary.

A position is a row of a batch with its deck, a kilobyte: cloning one copies it and steps take a microsecond
or two. At the live table `table.state` is immutable: to clone it is to keep it, and to undo is to take it
up again.
"""

from collections.abc import Sequence
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.kernels.cards import CARD, NUMBER, class_name
from croupier.cards import Card
from croupier.envs.batch import addresses
from croupier.envs.poker import kernel as k
from croupier.envs.poker.setup import PokerSetup
from croupier.envs.wishes import made

CHANCE: Final = -1
TERMINAL: Final = -4
_BEGIN, _ACT, _DEAL = range(3)


class Position:
    """A hand of Poker. Chance deals one card at a time: two to each place from the button's left, then the
    board.
    """

    def __init__(self, setup: PokerSetup | None = None, *, button: int = 0, **wanted: Any) -> None:
        self.setup = setup or made(PokerSetup, wanted)
        self._terms = self.setup.terms.copy()  # a batch of the same setup does not stop
        self._terms[k.T_STOPS] = 1
        self._row: NDArray[np.int64] = np.zeros(k.WIDTH, np.int64)
        self._deck = np.arange(52, dtype=np.uint8)
        self._words = np.ones(4, np.uint64)
        self._seen = np.zeros(k.columns(self.setup.seats), np.int32)
        self._legal = np.zeros(len(self.setup.actions), np.int8)
        self._place()
        for _ in range(button + 1):  # the button is moved to its place hand by hand
            k.search(self._at, _BEGIN, 0, 0)
        self.dealt = 0
        self._due = 2 * int(self._row[k.PLAYERS])
        self._is_over = False
        self._past: list[tuple[Any, ...]] = []
        self.history: list[tuple[bool, int]] = []  # whether it was a card, and which card or action

    def _place(self) -> None:
        self._at = addresses(self._row, self._deck, self._words, self._terms, self._seen, self._legal)

    # Whose turn

    @property
    def is_chance(self) -> bool:
        return self._due > 0 and not self._is_over

    @property
    def is_over(self) -> bool:
        return self._is_over

    @property
    def to_act(self) -> int:
        """The seat to act; CHANCE where a card is due, TERMINAL at the end."""
        return TERMINAL if self._is_over else CHANCE if self._due else int(self._row[k.TO_ACT])

    def legal_actions(self) -> list[int]:
        """Numbers of actions, or at a chance node the cards that can come, 0 to 51."""
        if self._is_over:
            return []
        if self._due:
            return sorted(self._deck.tobytes()[self.dealt :])
        return [at for at, may in enumerate(self._legal.tobytes()) if may]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        cards = self.legal_actions()
        return [(card, 1 / len(cards)) for card in cards]

    # Moves

    def step(self, action: int, amount: int = 0) -> None:
        """A card at a chance node; otherwise an action, with "raise" to an exact total in cents if one is
        given.
        """
        if self._is_over:
            raise ValueError("the hand is over: undo() or begin another")
        self._past.append((self._row.copy(), self._deck.copy(), self._legal.copy(), self.dealt, self._due))
        self.history.append((self._due > 0, action))
        if self._due:
            self._deal(action)
            return
        if not (0 <= action < len(self._legal) and self._legal[action]):
            self._past.pop()
            self.history.pop()
            allowed = [self.setup.actions[at] for at in self.legal_actions()]
            raise ValueError(f"action {action} is not possible now; possible: {', '.join(allowed)}")
        self._after(k.search(self._at, _ACT, action, amount))

    def _deal(self, card: int) -> None:
        is_card = 0 <= card < len(CARD)
        where = self._deck.tobytes().index(card) if is_card else -1  # quicker than NumPy among so few
        if where < self.dealt:
            self._past.pop()
            self.history.pop()
            said = f"{CARD[card]} is dealt already" if is_card else f"cards are 0 to 51, not {card}"
            raise ValueError(said)
        self._deck[where], self._deck[self.dealt] = self._deck[self.dealt], card
        self.dealt += 1
        self._due -= 1
        if not self._due:
            is_start = self.dealt == 2 * int(self._row[k.PLAYERS])
            self._after(k.search(self._at, _ACT if is_start else _DEAL, -1, 0))

    def _after(self, waits: int) -> None:
        self._is_over = waits < 0
        self._due = max(waits, 0)

    def undo(self) -> None:
        """Take the last step back."""
        if not self._past:
            raise ValueError("nothing has happened yet that could be undone")
        row, deck, legal, self.dealt, self._due = self._past.pop()
        self._row[:], self._deck[:], self._legal[:] = row, deck, legal
        self.history.pop()
        self._is_over = False

    def clone(self) -> "Position":
        """A copy that goes its own way. It remembers no past: it cannot be undone further than this."""
        other = object.__new__(Position)
        other.setup, other._terms = self.setup, self._terms
        other._row, other._deck, other._words = self._row.copy(), self._deck.copy(), self._words
        other._seen, other._legal = self._seen.copy(), self._legal.copy()
        other.dealt, other._due, other._is_over = self.dealt, self._due, self._is_over
        other._past, other.history = [], list(self.history)
        other._place()
        return other

    def __deepcopy__(self, memo: dict[int, Any]) -> "Position":
        return self.clone()

    # What is known

    def hole(self, seat: int) -> tuple[Card, ...]:
        place = int(self._row[k.PLACE + seat])
        return tuple(CARD[int(card)] for card in self._deck[2 * place : 2 * place + 2])

    @property
    def board(self) -> tuple[Card, ...]:
        first, shown = 2 * int(self._row[k.PLAYERS]), int(self._row[k.SHOWN])
        return tuple(CARD[int(card)] for card in self._deck[first : first + shown])

    def betting(self) -> str:
        """The actions so far, a stroke for each street, without the cards."""
        streets, cards = [""], -2 * int(self._row[k.PLAYERS])
        for is_card, number in self.history:
            if not is_card:
                streets[-1] += f"{number:x}"
                continue
            cards += 1
            if cards in (3, 4, 5):
                streets.append("")
        return "/".join(streets)

    def information_state(self, seat: int, *, classes: bool = False) -> str:
        """All a seat knows: own cards (or their class of 169), the board, and the betting."""
        cards = self.hole(seat)
        own = class_name(NUMBER[cards[0]], NUMBER[cards[1]]) if classes else "".join(sorted(cards))
        return f"{seat}|{own}|{''.join(self.board)}|{self.betting()}"

    def observation(self) -> NDArray[np.int32]:
        """What the seat to act sees, as a batch gives it."""
        return self._seen.copy()

    def returns(self) -> list[float]:
        """What each seat has won, in Big Blinds; zeros before the end."""
        return [cents / self.setup.unit for cents in self.net()]

    def net(self) -> list[int]:
        if not self._is_over:
            return [0] * self.setup.seats
        return [
            int(self._row[k.CHIPS + seat] - self._row[k.STARTED + seat]) for seat in range(self.setup.seats)
        ]

    def deal(self, cards: Sequence[Card]) -> None:
        """Several cards of chance at once."""
        for card in cards:
            self.step(NUMBER[card])
