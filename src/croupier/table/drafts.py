"""A decision being worked out."""

from collections.abc import Callable, Mapping
from typing import Any, Generic, NoReturn

from msgspec import Struct

from croupier.rulebook import Rules
from croupier.table.messages import Citations, Event, S, refuse


class Draft(Struct, Generic[S]):
    """The events so far and the state they lead to: each has been applied when the next line runs."""

    rules: Rules
    state: S
    appliers: Mapping[type[Event], Callable[[S, Any], S]]
    events: list[Event] = []
    at: int = 0  # when the command was given that it decides

    def emit(self, event: Event) -> None:
        self.events.append(event)
        self.state = self.appliers[type(event)](self.state, event)

    def cite(self, *rules: str, reading: str | None = None) -> Citations:
        return self.rules.cite(*rules, reading=reading)

    def refuse(self, rule: str, template: str, /, reading: str | None = None, **values: Any) -> NoReturn:
        """End the command here: nothing is kept, and the message says what may be done instead."""
        refuse(self.rules.cite(rule, reading=reading), template, **values)

    def require(
        self, condition: object, rule: str, template: str, /, reading: str | None = None, **values: Any
    ) -> None:
        if not condition:
            refuse(self.rules.cite(rule, reading=reading), template, **values)
