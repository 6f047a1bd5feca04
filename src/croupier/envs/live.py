"""A live table for one agent: the house's own game in memory, dealt by routine, asked through options and
views.
"""

from collections.abc import Callable, Mapping
from typing import Any

from croupier.games import catalogue
from croupier.rulebook import Rules
from croupier.table import Accepted, Actor, Command, Event, Option, Refusal, Role, ShuffleCards, Table, fill
from croupier.table.driver import DEALER, Driver

# What goes into a shuffle: a seed, or the cards in the order they shall come.
Shuffle = Callable[[], Mapping[str, Any]]


class Live:
    """One table. The routine runs until a player is asked; what happened since is in `events`."""

    def __init__(self, table: Table[Any], shuffle: Shuffle, *, keeps: bool = False) -> None:
        self.table = table
        self.events: list[Event] = []
        self.history: list[Event] = []
        self._shuffle = shuffle
        self.keeps = keeps
        self._driver = Driver(table, {}, listener=self._heard)

    def __getstate__(self) -> dict[str, Any]:
        """All but the game and the shelf it came from, which any process has."""
        shared = ("game", "_find_rules", "_accepted_rules")
        table = {name: value for name, value in self.table.__dict__.items() if name not in shared}
        return {
            "table": table,
            "heard": (self.events, self.history, self.keeps, self._shuffle),
            "attendants": self._driver.attendants,
        }

    def __setstate__(self, kept: dict[str, Any]) -> None:
        shelf, rules = catalogue(), kept["table"]["rules"]
        table = Table(shelf.game(rules.edition.game), rules, shelf.rules)
        table.__dict__.update(kept["table"])
        events, history, keeps, shuffle = kept["heard"]
        self.__init__(table, shuffle, keeps=keeps)  # type: ignore[misc]
        self.events, self.history = events, history
        self._driver.attendants = kept["attendants"]

    @property
    def rules(self) -> Rules:
        return self.table.rules

    def _heard(self, command: Command, outcome: Accepted[Any] | Refusal) -> None:
        if isinstance(outcome, Accepted):
            self.events += outcome.events
            if self.keeps:
                self.history += outcome.events

    def submit(self, command: Command) -> Accepted[Any] | Refusal:
        """A command that may be refused."""
        return self._driver.give(command)

    def give(self, command: Command) -> None:
        """A command that is known to be in order."""
        outcome = self.submit(command)
        if isinstance(outcome, Refusal):
            raise RuntimeError(f"{type(command).__name__} was refused: {outcome.reason}")

    def seat(self, name: str, place: int, chips: int) -> Actor:
        player = Actor(name, Role.PLAYER, place)
        for command in self.table.game.seat(player, place, chips):
            self.give(command)
        return player

    def take(self, option: Option, by: Actor, **values: Any) -> None:
        """Do what an option offers."""
        self.give(fill(self.table.game.commands_by_name[option.command], option, by, **values))

    def options(self, player: Actor) -> tuple[Option, ...]:
        return self.table.game.options(self.table.rules, self.table.state, player)

    def view(self, player: Actor) -> Any:
        return self.table.game.view(self.table.rules, self.table.state, player)

    def awaited(self) -> tuple[int, ...]:
        return self.table.game.awaited(self.table.rules, self.table.state)

    def deal(self) -> bool:
        """The dealer's next routine step; False where there is none."""
        option = self.table.game.routine(self.table.rules, self.table.state)
        if option is None:
            return False
        is_shuffle = self.table.game.commands_by_name[option.command] is ShuffleCards
        self.take(option, DEALER, **(self._shuffle() if is_shuffle else {}))
        return True


def paragraphs(events: list[Event]) -> tuple[str, ...]:
    """The paragraphs behind events, each once, in order: "mbs-freebet@3 3.18"."""
    return tuple(
        dict.fromkeys(f"{cite.edition} {cite.paragraph}" for event in events for cite in event.citations)
    )
