"""High Card as a game of the catalogue: what may be done, what may be seen, what is there."""

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from croupier.cards import Card, show
from croupier.money import Account, Cents, say_money
from croupier.rulebook import Rules
from croupier.table import (
    Actor,
    Command,
    Game,
    GiveRuling,
    OpenDecision,
    Option,
    Role,
    ShuffleCards,
    cards_for,
    choice,
    money,
    offer,
)
from high_card import messages as m
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

    def is_round_open(self, state: State) -> bool:
        return state.phase != "idle"

    def seat(self, player: Actor, place: int, chips: Cents) -> tuple[Command, ...]:
        return (m.SitDown(by=player, seat=place, chips=chips),)

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

    def view_type(self) -> type[View]:
        return View

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
        if state.phase == "betting":
            return tuple(seat for seat, box in sorted(state.boxes.items()) if not box.bet)
        if state.phase == "deciding":
            return tuple(seat for seat in state.live if not state.boxes[seat].has_decided)
        return ()

    def routine(self, rules: Rules, state: State) -> Option | None:
        if state.phase == "deciding":
            return None
        is_short = state.device.remaining <= len(state.boxes) or not state.device.undealt
        idle = "ShuffleCards" if is_short else "OpenBetting"
        routine = {"idle": idle, "betting": "DealCards"}.get(state.phase)
        options = self._staff_options(rules, state)
        return next((option for option in options if option.command == routine), None)

    def decisions(self, rules: Rules, state: State) -> tuple[OpenDecision, ...]:
        if state.phase != "exposed":
            return ()
        cites = rules.cite("exposed_card")
        question = "Does the Round stand, or is it void?"
        return (OpenDecision("exposed_card", Role.PIT_SUPERVISOR, question, ("stands", "void"), cites),)

    def options(self, rules: Rules, state: State, actor: Actor) -> tuple[Option, ...]:
        if actor.role is Role.PLAYER:
            return tuple(self._player_options(rules, state, actor))
        return tuple(
            option
            for option in self._staff_options(rules, state)
            if actor.role.may_act_as(self.authority(self.commands_by_name[option.command]))
        )

    def _player_options(self, rules: Rules, state: State, actor: Actor) -> list[Option]:
        seat = self.place_of(state, actor.id)
        if seat is None:
            free = [seat for seat in range(1, rules["seats"] + 1) if seat not in state.boxes]
            stake = money("chips", 1, 1_000_000_00)
            return [offer(m.SitDown, rules.cite("seats"), stake, seat=seat) for seat in free]
        box = state.boxes[seat]
        most = min(rules["maximum_bet"], box.chips)
        if state.phase == "betting" and not box.bet and rules["minimum_bet"] <= most:
            amount = money("amount", rules["minimum_bet"], most)
            return [offer(m.PlaceBet, rules.cite("one_wager"), amount, seat=seat)]
        if state.phase == "deciding" and box.bet and not box.has_decided:
            cites = rules.cite("decision")
            return [offer(m.Stay, cites, seat=seat), offer(m.Fold, cites, seat=seat)]
        return []

    def _staff_options(self, rules: Rules, state: State) -> list[Option]:
        if state.phase == "idle":
            shuffle = offer(ShuffleCards, rules.cite("one_deck"))
            opening = offer(m.OpenBetting, rules.cite("round_of_play"))
            return [shuffle, opening] if state.boxes else [shuffle]
        if state.phase == "betting" and 0 < len(state.live) < state.device.remaining:
            is_physical = state.device.source == "physical"
            places = [*(f"seat {seat}" for seat in state.live), "House"]
            asks = [cards_for("cards", places)] if is_physical else []
            return [offer(m.DealCards, rules.cite("deal"), *asks)]
        if state.phase == "deciding":
            return [offer(m.ReportExposedCard, rules.cite("exposed_card"), group="irregularity")]
        if state.phase == "exposed":
            ruling = choice("choice", "stands", "void")
            return [offer(GiveRuling, rules.cite("exposed_card"), ruling, decision="exposed_card")]
        return []


HIGH_CARD = HighCard("high-card")
