"""An agent of the arena at a house's seat: the same class, and what the arena does for it is done here."""

from typing import Any, Final

from msgspec import Struct

from croupier.arena.agents import AgentError, checked
from croupier.table import Event, Option, Purpose
from croupier.table.bots import Bot, Choice, Observer

# Nothing to think about; a hand that need not be shown is collected.
_DUTIES: Final = (Purpose.POST, Purpose.MUCK, Purpose.SHOW)


class HouseSeat:
    """Pays what is due and shows or gives up its hand by itself; asks the agent what is to be played."""

    def __init__(self, name: str, agent: Bot) -> None:
        self._name, self._agent = name, agent
        self._hears = agent.observe if isinstance(agent, Observer) else None

    def choose(self, view: Struct, options: tuple[Option, ...]) -> Choice:
        play = tuple(option for option in options if option.group == "play")
        for duty in _DUTIES:
            for option in play:
                if option.purpose is duty:
                    return option, {}
        if not play:
            return None
        choice = self._agent.choose(view, play)
        if choice is not None:
            self._check(*checked(self._name, choice), play)
        return choice

    def _check(self, option: Option, values: dict[str, Any], offered: tuple[Option, ...]) -> None:
        """The house would refuse it and wait for the clock; whoever writes agents wants to know at once."""
        if option not in offered:
            raise AgentError(f"{self._name} chose {option.words!r}, which is not offered now")
        for ask in option.asks:
            value = values.get(ask.field)
            if value is None:
                raise AgentError(f"{self._name}: {option.words}: {ask.field} is still to be filled in")
            if ask.kind == "money" and not ask.minimum <= value <= ask.maximum:
                room = f"{ask.field} is {ask.minimum} to {ask.maximum} cents"
                raise AgentError(f"{self._name}: {option.words}: {room}, not {value}")

    def observe(self, event: Event) -> None:
        if self._hears is not None:
            self._hears(event)

    def close(self) -> None:
        getattr(self._agent, "close", lambda: None)()
