"""A table whose cards a dealer names goes the same way as one that knows its own, whatever goes wrong.

Poker's nights, with cards named one by one too, are in tests/games/poker/test_physical.py.
"""

from typing import Any

import pytest
from msgspec.structs import fields, replace

from croupier.cards import Card, physical
from croupier.table import Accepted, Command, Purpose, Refusal
from tests.conformance import Walk
from tests.effort import EFFORT
from tests.games import test_liveness
from tests.games.test_liveness import GAMES

WALKS = 4 * EFFORT
STEPS = 120
EDITIONS = ("rws-multilink@2", "rws-multilink@3", "mbs-freebet@3")


def drawn(before: Any, after: Any) -> tuple[Card, ...]:
    """What has left the device, in order; nothing where cards went back into it meanwhile."""
    was, now = before.device.undealt, after.device.undealt
    count = len(was) - len(now)
    return was[:count] if count > 0 and was[count:] == now else ()


def as_known(state: Any) -> Any:
    """What both tables know: where each card is, not in which order the rest lies."""
    out = tuple(sorted(state.device.out))
    return replace(state, device=replace(physical(state.device.kind, state.device.decks), out=out))


class Mirrored(Walk):
    """A virtual table, and every command of it again at one with real cards."""

    given: "list[list[Any]]"  # commands, the state before and the outcome, in the order they were given

    def submit(self, command: Command) -> Accepted[Any] | Refusal:
        if not hasattr(self, "given"):
            self.given, self.other, self.named, self.irregular = [], self.table.__copy__(), 0, 0
        noted: list[Any] = [command, self.table.state, None]
        is_first, self.given = not self.given, [*self.given, noted]
        noted[2] = outcome = super().submit(command)  # equipment answers at once, by a command of its own
        if is_first:
            given, self.given = self.given, []
            for each in given:
                self.compare(*each)
        return outcome

    def compare(self, command: Command, before: Any, outcome: Accepted[Any] | Refusal) -> None:
        if isinstance(outcome, Refusal):
            return
        named = as_named(command, before, outcome.state)
        again = self.other.submit(named)
        assert isinstance(again, Accepted), f"{command}: {again}"
        assert as_known(again.state) == as_known(outcome.state), command
        self.named += bool(getattr(named, "cards", ()))
        self.irregular += command.purpose is Purpose.REPORT or bool(getattr(command, "facts", ()))


def as_named(command: Command, before: Any, after: Any) -> Command:
    """With the cards that a dealer would have named."""
    known = {field.name for field in fields(type(command))}
    cards = drawn(before, after)
    if "seed" in known:
        command = replace(command, seed="")
    if cards and "cards" in known and not getattr(command, "cards", ()):
        command = replace(command, cards=cards)
    return command


def seeds(edition: str) -> list[int]:
    """Of walks with a virtual device. A card that is burnt by itself stays unknown at a table with real ones,
    so at Free Bet nothing is burnt."""
    is_meant = (lambda seed: seed % 3 == 2) if edition.startswith("mbs") else (lambda seed: True)
    return [seed for seed in range(24 * EFFORT) if seed % 4 > 1 and is_meant(seed)][:WALKS]


@pytest.mark.parametrize("edition", EDITIONS)
def test_physical_equals_virtual(edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("Walk", "DeepWalk"):
        kind = getattr(test_liveness, name)
        monkeypatch.setattr(test_liveness, name, type(name, (Mirrored, kind), {}))
    named = irregular = 0
    for seed in seeds(edition):
        walk = GAMES[edition](edition, seed, is_hurried=True)
        assert isinstance(walk, Mirrored)
        walk.run(STEPS)
        assert walk.other.state.device.source == "physical"
        named, irregular = named + walk.named, irregular + walk.irregular
    assert named > 10 * WALKS
    assert irregular > 2 * WALKS
