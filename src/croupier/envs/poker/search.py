"""Poker for search: step and undo, legal actions, information sets, chance and returns, in OpenSpiel's
vocabulary.

A position is a row of a batch with its deck, a kilobyte: cloning one copies it and steps take a microsecond
or two. At the live table `table.state` is immutable: to clone it is to keep it, and to undo is to take it
up again.
"""

from bisect import bisect_left, insort
from collections.abc import Sequence
from ctypes import addressof, c_char
from functools import cache
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
_HOLE: Final = 2
_CARDS: Final = len(CARD)
_WORD: Final = 8
_OUTCOMES: Final = [[(card, 1 / (left or 1)) for card in range(_CARDS)] for left in range(_CARDS + 1)]
"""By number of cards left: every card with its chance."""
# A position is one stretch of bytes: the deck, the table's row, words of chance, what is seen, what is legal.
_ROW: Final = -(-_CARDS // _WORD) * _WORD
_WORDS: Final = _ROW + k.WIDTH * _WORD
_SEEN: Final = _WORDS + 4 * _WORD


@cache
def _numbers(mask: bytes) -> tuple[int, ...]:
    return tuple(at for at, may in enumerate(mask) if may)


class Position:
    """A hand of Poker. Chance deals one card at a time: two to each place from the button's left, then the
    board.
    """

    is_over: bool
    is_chance: bool

    def __init__(self, setup: PokerSetup | None = None, *, button: int = 0, **wanted: Any) -> None:
        self.setup = setup or made(PokerSetup, wanted)
        self._terms = self.setup.terms.copy()  # a batch of the same setup does not stop
        self._terms[k.T_STOPS] = 1
        self._terms_at = int(addresses(self._terms)[0])
        self._legal = _SEEN + -(-4 * k.columns(self.setup.seats) // _WORD) * _WORD
        self._end = self._legal + len(self.setup.actions)
        self._bytes = bytearray(self._end)
        self._bytes[:_CARDS] = bytes(range(_CARDS))
        self._bytes[_WORDS:_SEEN] = np.ones(4, np.uint64).tobytes()
        self._places = np.zeros(6, np.int64)
        self._places[[k.A_DECKS, k.A_ROWS, k.A_WORDS, k.A_SEEN, k.A_LEGAL]] = (
            0,
            _ROW,
            _WORDS,
            _SEEN,
            self._legal,
        )
        self._place()
        for _ in range(button + 1):  # the button is moved to its place hand by hand
            k.search(self._at, _BEGIN, 0, 0)
        self.dealt = 0
        self._out: list[int] = []  # the cards dealt, in order of their numbers
        self._past: list[int | tuple[Any, ...]] = []
        self.history: list[tuple[bool, int]] = []  # whether it was a card, and which card or action
        self._start = 2 * self._row[k.PLAYERS]
        self._after(self._start)

    def _place(self) -> None:
        """Where the bytes are, for the kernel and for us. They are never replaced."""
        self._row = memoryview(self._bytes)[_ROW:_WORDS].cast("q")
        self._at = self._places + addressof(c_char.from_buffer(self._bytes))
        self._at[k.A_TERMS] = self._terms_at

    # Whose turn

    @property
    def to_act(self) -> int:
        """The seat to act; CHANCE where a card is due, TERMINAL at the end."""
        return TERMINAL if self.is_over else CHANCE if self.is_chance else self._row[k.TO_ACT]

    def legal_actions(self) -> list[int]:
        """Numbers of actions, or at a chance node the cards that can come, 0 to 51."""
        if self.is_over:
            return []
        if self.is_chance:
            return sorted(self._bytes[self.dealt : _CARDS])
        return list(_numbers(bytes(self._bytes[self._legal :])))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        if not self.is_chance:
            raise ValueError("no card is due here: ask legal_actions()")
        found = _OUTCOMES[_CARDS - self.dealt][:]
        for card in reversed(self._out):
            del found[card]
        return found

    # Moves

    def step(self, action: int, amount: int = 0) -> None:
        """A card at a chance node; otherwise an action, with "raise" to an exact total in cents if one is
        given.
        """
        if self.is_chance:
            self._deal(action)
            return
        if self.is_over:
            raise ValueError("the hand is over: undo() or begin another")
        if not (0 <= action < self._end - self._legal and self._bytes[self._legal + action]):
            allowed = [self.setup.actions[at] for at in self.legal_actions()]
            raise ValueError(f"action {action} is not possible now; possible: {', '.join(allowed)}")
        self._past.append((bytes(self._bytes), self.dealt, 0))
        self.history.append((False, action))
        self._after(k.search(self._at, _ACT, action, amount))

    def _deal(self, card: int) -> None:
        cards, dealt = self._bytes, self.dealt
        try:
            where = cards.index(card, dealt, _CARDS)
        except ValueError:
            is_card = 0 <= card < _CARDS
            said = f"{CARD[card]} is dealt already" if is_card else f"cards are 0 to 51, not {card}"
            raise ValueError(said) from None
        # A card that is not the last of its kind to come changes nothing else.
        self._past.append((bytes(cards), dealt, 1) if self._due == 1 else where)
        self.history.append((True, card))
        cards[where], cards[dealt] = cards[dealt], card
        insort(self._out, card)
        self.dealt = dealt + 1
        self._due -= 1
        if not self._due:
            self._after(k.search(self._at, _ACT if self.dealt == self._start else _DEAL, -1, 0))

    def _after(self, waits: int) -> None:
        self.is_over, self.is_chance, self._due = waits < 0, waits > 0, max(waits, 0)

    def undo(self) -> None:
        """Take the last step back."""
        if not self._past:
            raise ValueError("nothing has happened yet that could be undone")
        past, cards = self._past.pop(), self._bytes
        is_card, number = self.history.pop()
        if isinstance(past, tuple):
            cards[:], self.dealt, due = past
            self._after(due)
        else:
            self.dealt, self._due = self.dealt - 1, self._due + 1
            cards[past], cards[self.dealt] = cards[self.dealt], cards[past]
        if is_card:
            del self._out[bisect_left(self._out, number)]

    def clone(self) -> "Position":
        """A copy that goes its own way. It remembers no past: it cannot be undone further than this."""
        other = object.__new__(Position)
        other.__dict__.update(self.__dict__)
        other._bytes, other._out = self._bytes[:], self._out[:]
        other._past, other.history = [], self.history[:]
        other._place()
        return other

    def __getstate__(self) -> dict[str, Any]:
        return {name: value for name, value in self.__dict__.items() if name not in ("_at", "_row")}

    def __setstate__(self, kept: dict[str, Any]) -> None:
        self.__dict__.update(kept)
        self._terms_at = int(addresses(self._terms)[0])
        self._place()

    def __deepcopy__(self, memo: dict[int, Any]) -> "Position":
        return self.clone()

    # What is known

    def hole(self, seat: int) -> tuple[Card, ...]:
        """What has been dealt to a seat."""
        first = 2 * self._row[k.PLACE + seat]
        return tuple(CARD[card] for card in self._bytes[first : min(first + _HOLE, self.dealt)])

    @property
    def board(self) -> tuple[Card, ...]:
        first, shown = self._start, self._row[k.SHOWN]
        return tuple(CARD[card] for card in self._bytes[first : first + shown])

    def betting(self) -> str:
        """The actions so far, a stroke for each street, without the cards."""
        streets, cards = [""], -self._start
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
        return f"{seat}|{self.known(seat, classes=classes)}|{''.join(self.board)}|{self.betting()}"

    def known(self, seat: int, *, classes: bool = False) -> str:
        """A seat's own cards, in an order that says nothing, or their class."""
        cards = self.hole(seat)
        if classes and len(cards) == _HOLE:
            return class_name(NUMBER[cards[0]], NUMBER[cards[1]])
        return "".join(sorted(cards))

    def decisions(self) -> list[int]:
        """The actions so far, without the cards."""
        return [number for is_card, number in self.history if not is_card]

    def at_stake(self) -> dict[str, list[float]]:
        """What everybody sees of each seat: chips and bets in Big Blinds, and whether it is still in."""
        places, unit = range(self.setup.seats), self.setup.unit
        return {
            "chips": [self._row[k.CHIPS + seat] / unit for seat in places],
            "bets": [self._row[k.TOTALS + seat] / unit for seat in places],
            "active": [float(self._row[k.ACTIVE + seat]) for seat in places],
        }

    def observation(self) -> NDArray[np.int32]:
        """What the seat to act sees, as a batch gives it."""
        return np.frombuffer(self._bytes, np.int32, k.columns(self.setup.seats), _SEEN).copy()

    def returns(self) -> list[float]:
        """What each seat has won, in Big Blinds; zeros before the end."""
        return [cents / self.setup.unit for cents in self.net()]

    def net(self) -> list[int]:
        if not self.is_over:
            return [0] * self.setup.seats
        return [self._row[k.CHIPS + seat] - self._row[k.STARTED + seat] for seat in range(self.setup.seats)]

    def deal(self, cards: Sequence[Card]) -> None:
        """Several cards of chance at once."""
        for card in cards:
            self.step(NUMBER[card])
