"""High Card as a game of the catalogue: what may be seen, what is there, and who is asked."""

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from croupier.cards import Card, show
from croupier.money import Account, Cents, say_money
from croupier.rulebook import Rules
from croupier.table import SYSTEM, Actor, Furniture, Game, Option, Purpose, ShuffleCards
from high_card.state import State

EDITIONS = Path(__file__).parent / "editions"


class BoxView(Struct, frozen=True):
    player: str
    chips: Cents
    bet: Cents
    card: Card | None


class View(Struct, frozen=True):
    phase: str
    boxes: dict[int, BoxView]
    has_house_card: bool


class HighCard(Game[State]):
    def initial(self, rules: Rules) -> State:
        return State()

    def furniture(self, rules: Rules) -> Furniture:
        return Furniture(rules.integer("seats"), rules.parameter("decks"))

    def place_of(self, state: State, player: str) -> int | None:
        return next((seat for seat, box in state.boxes.items() if box.player == player), None)

    def player_at(self, state: State, place: int) -> str | None:
        return state.boxes[place].player if place in state.boxes else None

    def holdings(self, state: State) -> Mapping[Account, Cents]:
        stacks = {f"stack/{seat}": box.chips for seat, box in state.boxes.items()}
        return stacks | {f"bet/{seat}": box.bet for seat, box in state.boxes.items()}

    def facts(self, rules: Rules, state: State) -> Mapping[str, object]:
        return {
            "phase": state.phase,
            "stack": {str(seat): say_money(box.chips) for seat, box in state.boxes.items()},
            "bet": {str(seat): say_money(box.bet) for seat, box in state.boxes.items()},
            "card": {str(seat): show(box.card) for seat, box in state.boxes.items() if box.card},
        }

    def view(self, rules: Rules, state: State, viewer: Actor) -> View:
        return View(
            phase=state.phase,
            boxes={
                seat: BoxView(box.player, box.chips, box.bet, box.card if box.player == viewer.id else None)
                for seat, box in state.boxes.items()
            },
            has_house_card=state.house_card is not None,
        )

    def awaited(self, rules: Rules, state: State) -> tuple[int, ...]:
        if state.open:
            return ()
        if state.phase == "betting":
            return tuple(seat for seat, box in sorted(state.boxes.items()) if not box.bet)
        if state.phase == "deciding":
            return tuple(seat for seat in state.live if not state.boxes[seat].has_decided)
        return ()

    def routine(self, rules: Rules, state: State) -> Option | None:
        if state.phase == "deciding" or state.open:
            return None
        is_empty = not state.device.undealt or state.device.remaining <= len(state.boxes)
        is_short = is_empty if state.phase == "idle" else not state.can_be_dealt
        offers = [each for each in self.options(rules, state, SYSTEM) if each.purpose is Purpose.ROUTINE]
        return next((each for each in offers if (each.command == ShuffleCards.__name__) == is_short), None)

    def overdue(self, rules: Rules, state: State, place: int) -> Option | None:
        return self.offered(rules, state, SYSTEM, Purpose.TIME_OUT, place)


HIGH_CARD = HighCard("high-card")
