"""No table waits for ever: with everybody silent, clock, dealer and default rulings end the Round."""

import random
from itertools import islice
from typing import Any

import pytest

from croupier.cards import DECK, Card
from croupier.games.freebet import FREEBET, State
from croupier.rulebook import Rules
from croupier.table import SYSTEM, Accepted, Actor, Command, GiveRuling, Option, Role, fill
from tests.conformance import Walk
from tests.effort import EFFORT
from tests.games.freebet.tables import STAFF
from tests.games.freebet.test_conformance import Patient, contestant, seed_from

STEPS_MAX = 300
BY_ROLE = {actor.role: actor for actor in STAFF}


def unused_cards(state: State, count: int) -> list[Card]:
    """Cards that a physical device could still hold."""
    out = state.device.out
    return list(islice((card for card in DECK for _ in range(state.device.decks - out.count(card))), count))


def given(rules: Rules, state: State, option: Option, by: Actor = SYSTEM) -> State:
    """The state after an option of the clock or the dealer, whose blanks can only be cards."""
    values: dict[str, Any] = {ask.field: unused_cards(state, ask.minimum) for ask in option.asks}
    if option.command == "ShuffleCards" or (
        option.command == "RiffleDiscards" and state.device.source == "virtual"
    ):
        values["seed"] = seed_from(random.Random(1))
    return done(rules, state, fill(FREEBET.commands_by_name[option.command], option, by, **values))


def done(rules: Rules, state: State, command: Command) -> State:
    outcome = FREEBET.decide(rules, state, command)
    assert isinstance(outcome, Accepted), f"{command}: {outcome}"
    return outcome.state


def step(rules: Rules, state: State) -> State | None:
    """One step without any player: time called, a default ruling, or the dealer's routine."""
    for place in FREEBET.awaited(rules, state):
        if option := FREEBET.overdue(rules, state, place):
            assert not option.asks
            return given(rules, state, option)
    for decision in FREEBET.decisions(rules, state):
        if decision.role not in (Role.PLAYER, Role.DEALER):
            by = BY_ROLE[decision.role]
            answer = GiveRuling(by=by, decision=decision.key, choice=decision.choices[0])
            return done(rules, state, answer)
    option = FREEBET.routine(rules, state)
    return given(rules, state, option) if option else None


def ends(rules: Rules, state: State) -> None:
    """The Round ends, or waits for its first bet."""
    for _ in range(STEPS_MAX):
        if not FREEBET.is_round_open(state) or (state.phase == "betting" and not state.areas):
            return
        after = step(rules, state)
        assert after is not None, f"nobody moves {state}"
        state = after
    raise AssertionError(f"not over after {STEPS_MAX} steps: {state}")


@pytest.mark.parametrize("is_virtual", [True, False])
@pytest.mark.parametrize("seed", range(3 * EFFORT))
def test_a_round_with_everybody_silent_ends(seed: int, is_virtual: bool) -> None:
    chosen = {
        "decks": (1, 6)[seed % 2],
        "burn_policy": ("per_shoe", "per_round", "none")[seed % 3],
        "manual_shuffling": seed % 4 != 3,
    }
    chooser = Patient(seed)
    table = contestant(is_virtual, **chosen)
    table.is_hurried = True  # whether such walks keep the promises is another test
    walk = chooser.walk = Walk(table, chooser)
    for _ in range(60):
        walk.run(5)
        ends(walk.table.rules, walk.table.state)
