"""A table that runs by itself: bots and people choose, the dealer does the routine, equipment answers."""

from collections import deque
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Generic

from croupier.cards import SeedError, new_seed
from croupier.table.bots import Bot, Observer
from croupier.table.messages import Accepted, Command, Event, Refusal, S
from croupier.table.options import Option, fill
from croupier.table.roles import Actor, Role
from croupier.table.table import Table

DEALER = Actor("dealer", Role.DEALER)

# Called with every command and what came of it, sealed cards included: transcripts, terminals and journals
# listen here, as the house does. A player who listened here would know the shoe: players have `observe`.
Listener = Callable[[Command, Accepted[Any] | Refusal], None]


class Driver(Generic[S]):
    """Takes turns until somebody stops it. Seeds and clock come from outside, so a run can be repeated.

    A player with a method `observe(event)` is told every event as it looks from that player's place.
    """

    def __init__(
        self,
        table: Table[S],
        players: Mapping[str, Bot],
        *,
        seeds: Callable[[], str] | None = None,
        clock: Callable[[], int] = lambda: 0,
        listener: Listener = lambda command, outcome: None,
    ) -> None:
        self.table = table
        self.players = players
        self._seeds = seeds or (lambda: new_seed(table.game.furniture(table.rules).decks).hex())
        self._clock = clock
        self._listener = listener
        self.attendants = table.game.attendants(table.rules)
        self._observers = {name: each for name, each in players.items() if isinstance(each, Observer)}

    def give(self, command: Command) -> Accepted[S] | Refusal:
        """Submit a command, and whatever the equipment answers to it."""
        first = self._submit(command)
        if self.attendants:
            waiting = deque(self._answers(first))
            while waiting:
                waiting.extend(self._answers(self._submit(waiting.popleft())))
        return first

    def _submit(self, command: Command) -> Accepted[S] | Refusal:
        outcome = self.table.submit(command)
        self._listener(command, outcome)
        if self._observers and isinstance(outcome, Accepted):
            for event in outcome.events:
                self._tell(event)
        return outcome

    def _answers(self, outcome: Accepted[S] | Refusal) -> Iterator[Command]:
        events = outcome.events if isinstance(outcome, Accepted) else ()
        for event in events:
            for attendant in self.attendants:
                yield from attendant.heard(event, self._clock())

    def _tell(self, event: Event) -> None:
        for name, observer in self._observers.items():
            place = self.table.game.place_of(self.table.state, name)
            observer.observe(event.for_viewer(Actor(name, Role.PLAYER, place)))

    def turn(self) -> bool:
        """Let everyone who is awaited act once, or the dealer go on; False if the table cannot go on."""
        acted = False
        for place in self.table.game.awaited(self.table.rules, self.table.state):
            acted = self._ask(place) or acted
        return acted or self._deal()

    def play_round(self) -> bool:
        """From one idle moment to the next; False if no Round could be played."""
        game = self.table.game
        while not game.is_round_open(self.table.state):
            if not self.turn():
                return False
        while game.is_round_open(self.table.state):
            if not self.turn():
                return False
        return True

    def _ask(self, place: int) -> bool:
        table = self.table
        if place not in table.game.awaited(table.rules, table.state):
            return False  # somebody else's choice has moved the game on
        name = table.game.player_at(table.state, place)
        bot = self.players.get(name) if name is not None else None
        if name is None or bot is None:
            return False
        actor = Actor(name, Role.PLAYER, place)
        options = table.game.options(table.rules, table.state, actor)
        choice = bot.choose(table.game.view(table.rules, table.state, actor), options)
        if choice is None:
            return False
        option, values = choice
        return isinstance(self._fill(option, actor, values), Accepted)

    def _deal(self) -> bool:
        option = self.table.game.routine(self.table.rules, self.table.state)
        if option is None:
            return False
        needs_seed = "seed" in self.table.game.commands_by_name[option.command].__struct_fields__
        values = {"seed": self._seeds()} if needs_seed else {}
        outcome = self._fill(option, DEALER, values)
        if needs_seed and isinstance(outcome, Refusal):
            # Nobody at the table can mend it, and a run that ends in silence looks like one that is over.
            raise SeedError(f"the cards cannot be shuffled: {outcome.reason}")
        return isinstance(outcome, Accepted)

    def _fill(self, option: Option, actor: Actor, values: Mapping[str, Any]) -> Accepted[S] | Refusal:
        kind = self.table.game.commands_by_name[option.command]
        return self.give(fill(kind, option, actor, at=self._clock(), **values))
