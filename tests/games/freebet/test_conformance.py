"""Free Bet Blackjack keeps the promises that every game must keep, whatever goes wrong at the table."""

import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from croupier.games.freebet import FREEBET, State
from croupier.games.freebet.events import BettingOpened, RoundVoided
from croupier.money import CAGE
from croupier.table import SYSTEM, Actor, Event, Option, Role, ShuffleCards
from tests.conformance import Chooser, Contestant, Drawn, Seeded, Walk
from tests.effort import EFFORT
from tests.games.freebet.tables import CATALOGUE, CHIPS, STAFF, disguise, rules

# Two at their seats, two who stand behind: shared areas, outsiders and players on several areas.
PLAYERS = [
    Actor(name, Role.PLAYER, place) for name, place in {"Ann": 1, "Ben": 2, "Cat": 4, "Dan": 5}.items()
]
SETTINGS: dict[str, Any] = {"areas": 3}

# A Round that is voided or referred again and again never gets anywhere: such steps come seldom.
_SELDOM = (
    "ReportFault",
    "ReferMatter",
    "ReportPowerFailure",
    "LeaveTable",
    "ReportAbsent",
    "CallTime",
)


class Patient(Seeded):
    """Chooses like a busy table: mostly those who are asked act, now and then something goes wrong."""

    walk: Walk | None = None

    def pick(self, items: Any) -> Any:
        if items and isinstance(items[0], Actor):
            return self.pick_actor(items)
        if items and isinstance(items[0], Option):
            return self.pick_option(items)
        return self.random.choice(items)

    def pick_actor(self, actors: list[Actor]) -> Actor:
        assert self.walk is not None
        table = self.walk.table
        asked = {table.state.players[n].name for n in FREEBET.awaited(table.rules, table.state)}
        dice = self.random.random()
        if asked and dice < 0.5:
            return self.random.choice([actor for actor in actors if actor.id in asked])
        return STAFF[0] if dice < 0.8 else self.random.choice(actors)

    def pick_option(self, options: list[Option]) -> Option:
        group = self.random.choices(("play", "irregularity", "house"), (86, 12, 2))[0]
        wanted = [option for option in options if option.group == group] or options
        common = [option for option in wanted if option.command not in _SELDOM]
        return self.random.choice(common if common and self.random.random() < 0.9 else wanted)


def walked(contestant: Contestant, seed: int, steps: int) -> Walk:
    chooser = Patient(seed)
    walk = chooser.walk = Walk(contestant, chooser)
    return walk.run(steps)


def seed_from(chance: random.Random) -> str:
    """Long enough for eight decks."""
    return chance.randbytes(512).hex()


def values(state: State, option: Option, chooser: Chooser) -> dict[str, Any] | None:
    if option.command == "SitDown":
        return {"chips": CHIPS}
    if option.command in ("ShuffleCards", "RiffleDiscards"):
        seeds = {"seed": seed_from(random.Random(chooser.between(0, 10**9)))}
        return seeds if state.device.source == "virtual" or option.command == "ShuffleCards" else {}
    return None


def contestant(is_virtual: bool, **chosen: Any) -> Contestant:
    chosen = SETTINGS | chosen
    adopted = rules(**chosen)
    seats = [command for p in PLAYERS for command in FREEBET.seat(p, p.seat or 0, CHIPS)]
    seed = seed_from(random.Random(1)) if is_virtual else ""
    return Contestant(
        game=FREEBET,
        rules=adopted,
        find_rules=CATALOGUE.rules,
        opening=(*seats, ShuffleCards(by=SYSTEM, seed=seed)),
        actors=lambda state: [*PLAYERS, *STAFF],
        disguise=disguise,
        values=values if is_virtual else _physical,
    )


def _physical(state: State, option: Option, chooser: Chooser) -> dict[str, Any] | None:
    if option.command in ("ShuffleCards", "RiffleDiscards"):
        return {}
    return {"chips": CHIPS} if option.command == "SitDown" else None


@settings(max_examples=6 * EFFORT, deadline=None)
@given(st.data())
def test_short_walks_that_shrink(data: st.DataObject) -> None:
    Walk(contestant(True, decks=1), Drawn(data)).run(25)


@pytest.mark.parametrize("seed", range(2 * EFFORT))
def test_long_walks(seed: int) -> None:
    chosen: dict[str, Any] = {
        "decks": 1 + seed % 8,
        "burn_policy": ("per_shoe", "per_round", "none")[seed % 3],
        "late_second_card_is_initial": seed % 2 == 0,
        "dealer_blackjack_loss": ("live_original_plus_busted", "capped_at_original")[seed % 2],
        "absent_policy": ("over_11", "hard_17", "soft_17")[seed % 3],
    }
    walk = walked(contestant(seed % 3 != 2, **chosen), seed, 400)
    assert any(type(event).__name__ == "RoundConcluded" for event in walk.events)
    check_void_rounds(walk.events)


def check_void_rounds(events: list[Event]) -> None:
    """Whatever a Round has paid and taken: if it is void, every stack is as it was, but for chips bought."""
    moved: Counter[str] = Counter()
    for event in events:
        if isinstance(event, BettingOpened):
            moved.clear()
        for transfer in event.transfers():
            if CAGE not in (transfer.source, transfer.target):
                moved[transfer.source] -= transfer.cents
                moved[transfer.target] += transfer.cents
        if isinstance(event, RoundVoided):
            assert [account for account, cents in moved.items() if cents] == []
