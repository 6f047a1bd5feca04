"""Where a scenario is played: one table with its equipment, or several with what they share."""

from collections import deque
from functools import partial
from typing import Any

from croupier.rulebook import Rules
from croupier.table.game import Game
from croupier.table.messages import Accepted, Command, Event, Refusal
from croupier.table.table import FindRules, Table
from croupier.table.words import Now

ALONE = ""


class Floor:
    """Tables by name; a table on its own has none."""

    def __init__(self, game: Game[Any], rules: Rules, find_rules: FindRules, names: tuple[str, ...]) -> None:
        self.tables = {name: Table(game, rules, find_rules) for name in names or (ALONE,)}
        self.common = game.common(rules, names) if names else None
        self._attendants = () if names else game.attendants(rules)

    @property
    def names(self) -> list[str]:
        return [*self.tables, *([self.common.name] if self.common else [])]

    def place(self, where: str) -> Now:
        """A table, or the equipment that tables share, as it is now."""
        if self.common is not None and where == self.common.name:
            common = self.common
            offered = partial(common.game.options, common.rules, common.state)
            return Now(common.game, common.rules, common.state, offered)
        return self.tables[where].now

    def give(self, where: str, command: Command) -> tuple[Refusal | None, list[tuple[str, Event]]]:
        """A command at one place, and everything that follows from it at all of them."""
        if where in self.tables:
            return self._deliver(deque([(where, command)]))
        assert self.common is not None
        outcome = self.common.game.decide(self.common.rules, self.common.state, command)
        if isinstance(outcome, Refusal):
            return outcome, []
        answers = self.common.give(command)
        happened = self._shared()
        return None, happened + self._deliver(deque(answers))[1]

    def _deliver(self, waiting: deque[tuple[str, Command]]) -> tuple[Refusal | None, list[tuple[str, Event]]]:
        first: Accepted[Any] | Refusal | None = None
        happened: list[tuple[str, Event]] = []
        while waiting:
            where, command = waiting.popleft()
            outcome = self.tables[where].submit(command)
            first = first or outcome
            if isinstance(outcome, Refusal):
                # What tables share may tell one of them what it knows already; its own equipment does not.
                assert outcome is first or self.common, f"equipment was refused: {outcome}"
                continue
            happened += [(where, event) for event in outcome.events]
            for event in outcome.events:
                waiting.extend(self._heard(where, event, command.at))
                happened += self._shared()
        return first if isinstance(first, Refusal) else None, happened

    def _heard(self, where: str, event: Event, at: int) -> list[tuple[str, Command]]:
        if self.common is not None:
            return self.common.heard(where, event, at)
        return [(where, each) for attendant in self._attendants for each in attendant.heard(event, at)]

    def _shared(self) -> list[tuple[str, Event]]:
        """What has happened since on the equipment itself."""
        if self.common is None:
            return []
        return [(self.common.name, event) for event in self.common.news()]
