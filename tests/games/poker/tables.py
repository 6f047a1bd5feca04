"""Tables for the tests: who sits there, and a state that a viewer could not tell from the real one."""

import random
from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from croupier.cards import DECK, Card
from croupier.games import catalogue
from croupier.games.poker import POKER
from croupier.games.poker import commands as c
from croupier.games.poker.state import State, coming_at
from croupier.table import Accepted, Actor, Ask, Command, Option, Role, Table
from croupier.table.facts import DISCARD
from tests.conformance import Chooser, Contestant, Seeded, T, unused_cards

CATALOGUE = catalogue()
NAMES = ("Ann", "Ben", "Cat", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon")
PLAYERS = [Actor(name, Role.PLAYER, seat) for seat, name in enumerate(NAMES, start=1)]
DEALER = Actor("dealer", Role.DEALER)
SUPERVISOR = Actor("supervisor", Role.PIT_SUPERVISOR)
MANAGER = Actor("manager", Role.SHIFT_MANAGER)
AUDITOR = Actor("auditor", Role.AUDITOR)


def new_table(edition: str = "rws-poker@7", **settings: str) -> Table[State]:
    return Table(POKER, CATALOGUE.rules(edition, settings), CATALOGUE.rules)


def give(table: Table[State], *commands: Command) -> Accepted[State]:
    """Submit commands that must be accepted; what the last one led to."""
    for command in commands:
        outcome = table.submit(command)
        assert isinstance(outcome, Accepted), f"{command}: {outcome}"
        done = outcome
    return done


def seeded(chance: random.Random) -> str:
    return chance.randbytes(64).hex()


def disguise(state: State, viewer: Actor, chance: random.Random) -> State:
    """Deal every card the viewer has not seen again, from what the viewer has not seen."""
    known: set[Card] = {*state.board, *state.exposed, *coming_at(state, DISCARD)}
    for _, hand in state.hands:
        known.update(hand.shown)
    for number, hand in state.hands:
        if state.seat(number).player == viewer.id:
            known.update(hand.cards)
    unknown = [card for card in DECK if card not in known]
    chance.shuffle(unknown)
    pool = iter(unknown * 3)
    for number, hand in state.hands:
        if state.seat(number).player != viewer.id and hand.cards and hand.cards != hand.shown:
            hidden = tuple(next(pool) for _ in hand.cards[len(hand.shown) :])
            state = state.with_hand(number, cards=hand.shown + hidden)
    undealt = tuple(next(pool) for _ in state.device.undealt)
    return replace(
        state,
        device=replace(state.device, undealt=undealt),
        coming=tuple(
            laid if laid.spot == DISCARD else replace(laid, card=next(pool)) for laid in state.coming
        ),
        burnt=tuple(next(pool) for _ in state.burnt),
        packet=tuple(next(pool) for _ in state.packet),
    )


def filled(state: State, ask: Ask, chooser: Chooser) -> Any:
    """A blank of a dealing option where cards were put back: those come first."""
    if ask.kind != "cards":
        return chooser.between(ask.minimum, ask.maximum)
    again = state.device.undealt[: ask.minimum]
    return [*again, *unused_cards(state.device, ask.minimum - len(again), chooser, again)]


def contestant(edition: str, is_virtual: bool, **settings: str) -> Contestant:
    rules = CATALOGUE.rules(edition, {"small_blind": "5", "table_stake_min": "20", **settings})
    chance = random.Random(5)
    seats = rules.integer("seats")
    opening = [
        c.SitDown(by=player, seat=player.seat or 0, chips=chance.randint(20, 300) * 100)
        for player in PLAYERS[: max(2, seats - 1)]
    ]
    relocated = iter(range(10_000))

    def values(state: State, option: Option, chooser: Chooser) -> dict[str, Any] | None:
        if option.command == "ShuffleCards":
            return {"seed": seeded(chance)} if is_virtual else {}
        if option.command == "ShuffleStub" and is_virtual:
            return {"seed": seeded(chance)}
        if option.command == "RelocatePlayer":
            return {"player": f"mover {next(relocated)}", "chips": chooser.between(20, 300) * 100}
        if not is_virtual and state.device.undealt and any(ask.kind == "cards" for ask in option.asks):
            return {ask.field: filled(state, ask, chooser) for ask in option.asks}
        return None

    def actors(state: State) -> list[Actor]:
        seated = [Actor(seat.player, Role.PLAYER, n) for n, seat in enumerate(state.seats, 1) if seat]
        coming = [player for player in PLAYERS if POKER.place_of(state, player.id) is None]
        # The game goes on more often than something goes wrong or somebody goes away.
        awaited = [a for a in seated if a.seat in POKER.awaited(rules, state)]
        if POKER.decisions(rules, state):
            return [SUPERVISOR, MANAGER]
        if awaited:
            return [*awaited * 20, *seated, *coming[:1], *[DEALER] * 3, SUPERVISOR, MANAGER, AUDITOR]
        return [*[DEALER] * 20, *seated, *coming[:1], SUPERVISOR, MANAGER, AUDITOR]

    return Contestant(
        game=POKER,
        rules=rules,
        find_rules=CATALOGUE.rules,
        opening=tuple(opening),
        actors=actors,
        disguise=disguise,
        outside=("cage", "rake"),
        values=values,
    )


class Playful(Seeded):
    """Mostly plays the game; now and then something goes wrong, or somebody comes or goes."""

    def __init__(self, seed: int, play_percent: int = 85) -> None:
        super().__init__(seed)
        self.play_percent = play_percent

    def pick(self, items: Sequence[T]) -> T:
        play = [item for item in items if isinstance(item, Option) and item.group == "play"]
        if play and self.random.randrange(100) < self.play_percent:
            return self.random.choice(play)
        return self.random.choice(items)
