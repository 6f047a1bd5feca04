"""A live Poker table for agents: single hands or a session; the player to act is asked by seat number."""

from collections.abc import Sequence
from copy import copy
from typing import Any, Final

import numpy as np
from numpy.typing import NDArray

from croupier.analysis.kernels.cards import NUMBER
from croupier.analysis.kernels.compiling import uncompiled
from croupier.envs.layout import NO_CARD
from croupier.envs.live import Live, Shuffle
from croupier.envs.poker import kernel as k
from croupier.envs.poker.setup import PokerSetup
from croupier.games import catalogue
from croupier.games.poker import commands as c
from croupier.games.poker.terms import terms
from croupier.games.poker.turns import Limits, asked
from croupier.games.poker.view import PokerView
from croupier.table import Actor, Command, Event

_POSTS: Final[dict[str, type[Command]]] = {
    "small_blind": c.PostSmallBlind,
    "big_blind": c.PostBigBlind,
    "entry": c.PayToJoin,
    "missed_blinds": c.PayMissedBlinds,
}


class PokerTable:
    """Seats are counted from 0, as agents are. Hands that need not be shown are not."""

    def __init__(
        self, setup: PokerSetup, shuffle: Shuffle, *, keeps: bool = False, names: Sequence[str] = ()
    ) -> None:
        self.setup, self.shuffle, self._keeps = setup, shuffle, keeps
        self._names = names or [f"player_{agent}" for agent in range(setup.seats)]
        self.live: Live | None = None
        self._seated: dict[int, tuple[Live, dict[int, Actor]]] = {}
        self._terms = terms(setup.rules)
        self.button = -1
        self.events: list[Event] = []
        self.history: list[Event] = []
        """Where it `keeps` one: all that happened at this table, sealed cards included. Not for agents."""

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "_seated": {}}  # they sit down again

    def clear(self) -> None:
        """Everybody leaves: the next hand is the first of a session."""
        self.live = None

    def deal(self) -> None:
        """The next hand; in a session at the same table, otherwise at a fresh one with the button one on."""
        setup = self.setup
        if self.live is None or not setup.session:
            self.button = (self.button + 1) % setup.seats
            shift = 0 if setup.session else self.button
            # A fresh table has the button at its first seat.
            self.seats = {agent: (agent - shift) % setup.seats + 1 for agent in range(setup.seats)}
            self.agents = {number: agent for agent, number in self.seats.items()}
            self.live, self.actors = self._fresh(shift)
            self.history = self.live.history
        self.events = self.live.events
        self.events.clear()
        self.before = self.chips()
        while not self.live.table.state.dues:
            self.live.deal()
        for due in self.live.table.state.dues:
            self.live.give(_POSTS[due.kind](by=self._actor(due.seat), seat=due.seat))  # type: ignore[call-arg]
        self.go_on()

    def _fresh(self, shift: int) -> tuple[Live, dict[int, Actor]]:
        """A table at which everybody has sat down. They do it once; later hands begin from a copy."""
        if shift not in self._seated:
            table = catalogue().table(self.setup.edition, self.setup.house)
            live, actors = Live(table, self.shuffle, keeps=self._keeps), {}
            for agent, number in sorted(self.seats.items(), key=lambda each: each[1]):
                actors[agent] = live.seat(self._names[agent], number, self.setup.chips[agent])
            self._seated[shift] = live, actors
        seated, actors = self._seated[shift]
        live = Live(copy(seated.table), self.shuffle, keeps=self._keeps)
        live.history += seated.history
        return live, actors

    def _actor(self, number: int) -> Actor:
        return self.actors[self.agents[number]]

    def go_on(self) -> None:
        """Everything but betting is routine: streets, the marker, hands turned up or collected, the pots."""
        live = self.table
        while (phase := live.table.state.phase) not in ("betting", "idle"):
            if not live.deal():
                raise RuntimeError(f"the table cannot go on in phase {phase}")

    @property
    def table(self) -> Live:
        assert self.live is not None, "no hand has been dealt yet"
        return self.live

    @property
    def is_over(self) -> bool:
        """Whether the hand is over."""
        return bool(self.table.table.state.phase == "idle")

    @property
    def to_act(self) -> int:
        if self.is_over:
            raise ValueError("nobody is to act: the hand is over; deal() begins the next")
        return self.agents[self.table.table.state.to_act]

    def chips(self) -> tuple[int, ...]:
        state = self.table.table.state
        return tuple(state.seat(self.seats[agent]).chips for agent in range(self.setup.seats))

    @property
    def net(self) -> tuple[int, ...]:
        """What each seat has won in this hand."""
        return tuple(now - before for now, before in zip(self.chips(), self.before, strict=True))

    def view(self, agent: int) -> PokerView:
        found: PokerView = self.table.view(self.actors[agent])
        return found

    def seen(self, agent: int) -> NDArray[np.int32]:
        return self.numbers(self.view(agent), agent)

    def numbers(self, view: PokerView, agent: int) -> NDArray[np.int32]:
        """What an agent sees, as the kernel gives it for the player to act."""
        seats, own = self.setup.seats, view.seats[self.seats[agent]]
        seen = np.zeros(k.columns(seats), np.int32)
        seen[k.O_HOLE : k.O_BOARD + 5] = NO_CARD
        order = self._order(view)
        seen[k.O_SEAT], seen[k.O_STREET] = agent, view.betting_round
        seen[k.O_PLACE] = order.index(self.seats[agent]) if self.seats[agent] in order else 0
        for at, held in enumerate(own.cards):
            seen[k.O_HOLE + at] = NUMBER[held]
        for at, shown in enumerate(view.board):
            seen[k.O_BOARD + at] = NUMBER[shown]
        seen[k.O_POT], seen[k.O_CURRENT] = view.pot, view.current_bet
        if view.turn is not None and view.turn.seat == self.seats[agent]:
            seen[k.O_CALL], seen[k.O_LEAST] = view.turn.to_call, view.turn.raise_min
            seen[k.O_MOST] = view.turn.raise_max
        for ahead in range(seats):
            other = view.seats[self.seats[(agent + ahead) % seats]]
            facts = (other.chips, other.bet, other.is_in and other.is_active, other.is_in)
            seen[k.O_SEATS + ahead :: seats][:4] = facts
        return seen

    def _order(self, view: PokerView) -> list[int]:
        """Seats dealt in, from the button's left."""
        last = len(view.seats)
        around = [(view.button + step - 1) % last + 1 for step in range(1, last + 1)]
        order = [number for number in around if view.seats[number].is_in]
        return order[::-1] if len(order) == 2 and order[0] != view.big_blind_seat else order

    def mask(self, view: PokerView | None = None) -> NDArray[np.int8]:
        """What the player to act may do. A view is not needed for it, and costs more."""
        legal = np.zeros(len(self.setup.actions), np.int8)
        if self.is_over:
            return legal
        turn = self._turn
        legal[k.FOLD] = legal[k.CALL] = 1
        if turn.raise_max:
            least, most = self._least(turn), turn.raise_max
            legal[k.RAISE], legal[-1] = least < most, 1
            for at, to in enumerate(self._sizes(turn), start=k.RAISE + 1):
                legal[at] = least < to < most
        return legal

    @property
    def _turn(self) -> Limits:
        """What the table's own rules leave to the player to act."""
        return asked(self._terms, self.table.table.state)

    def _least(self, turn: Limits) -> int:
        return turn.raise_min + -turn.raise_min % self._terms.lowest_chip

    def _sizes(self, turn: Limits) -> list[int]:
        state, chip = self.table.table.state, self._terms.lowest_chip
        sized = uncompiled(k.sized)
        return [
            int(sized(size, state.pot, state.current_bet, turn.to_call, chip)) for size in self.setup.sizes
        ]

    def act(self, action: int, amount: int = 0) -> None:
        """A legal action of the player to act; with "raise", a total to raise to in cents or 0 for the
        smallest.
        """
        by = self.actors[self.to_act]
        state, turn = self.table.table.state, self._turn
        number = state.to_act
        self.events.clear()
        if action == k.FOLD:
            self.table.give(c.Fold(by=by, seat=number))
        elif action == k.CALL:
            kind = c.Call if turn.to_call else c.Check
            self.table.give(kind(by=by, seat=number))
        elif action == len(self.setup.actions) - 1:
            self.table.give(c.AllIn(by=by, seat=number))
        else:
            least, most = self._least(turn), turn.raise_max
            to = (amount or least) if action == k.RAISE else self._sizes(turn)[action - k.RAISE - 1]
            if not turn.raise_min <= to <= most:
                raise ValueError(f"raise to {to} cents is not possible; {least} to {most} is")
            raising = c.RaiseTo if state.current_bet else c.Bet
            self.table.give(raising(by=by, seat=number, amount=to))
        self.go_on()

    @property
    def winner(self) -> int | None:
        """Who has all chips, in a session that is over."""
        left: list[Any] = [agent for agent, chips in enumerate(self.chips()) if chips]
        return left[0] if len(left) == 1 else None
