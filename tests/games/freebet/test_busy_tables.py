"""Tables that run by themselves while things keep going wrong: the chips are always all there."""

import random
from typing import Any

import pytest

from croupier.games.freebet import FREEBET, State
from croupier.money import Balances
from croupier.table import Accepted, Actor, Event, Option, Role, Table, fill
from tests.games.freebet.tables import CATALOGUE, STAFF, rules

PLACES = {"Ann": 1, "Ben": 2, "Cat": 8, "Dan": 9}
PLAYERS = {name: Actor(name, Role.PLAYER, place) for name, place in PLACES.items()}


_SELDOM = (
    "ReportFault",
    "ReferMatter",
    "ReportAbsent",
    "CallTime",
    "WithdrawFromArea",
    "WithdrawWager",
)
_MISTAKES = ("DealInitial", "SkipOffer", "DealCard", "DrawTogether", "PassOver", "ApproveLateInsurance")


class BusyTable:
    """The dealer's routine and players' choices, with a mistake or a report thrown in now and then."""

    def __init__(self, seed: int, trouble: float, **settings: Any) -> None:
        self.chance = random.Random(seed)
        self.trouble = trouble
        self.table: Table[State] = Table(FREEBET, rules(**settings), CATALOGUE.rules)
        self.books = Balances()
        self.events: list[Event] = []
        for actor in PLAYERS.values():
            for command in FREEBET.seat(actor, PLACES[actor.id], 1_000_000_00):
                self.give(command)

    def give(self, command: Any) -> None:
        outcome = self.table.submit(command)
        assert isinstance(outcome, Accepted), f"{command}: {outcome}"
        self.events += outcome.events
        for event in outcome.events:
            self.books.post(event.transfers())
        held = {account: cents for account, cents in FREEBET.holdings(self.table.state).items() if cents}
        booked = {
            account: cents
            for account, cents in self.books.open_accounts().items()
            if account.partition("/")[0] not in ("cage", "bank")
        }
        assert held == booked, f"after {command}: {outcome.events}"
        assert all(cents > 0 for cents in held.values())

    def step(self) -> None:
        state = self.table.state
        awaited = FREEBET.awaited(self.table.rules, state)
        if state.phase not in ("idle", "betting") and self.chance.random() < self.trouble:
            actor = self.chance.choice([*STAFF, *PLAYERS.values()])
            self.choose(actor, "irregularity")
        elif awaited and self.chance.random() < 0.9:
            self.choose(PLAYERS[state.players[self.chance.choice(awaited)].name], "play")
        else:
            self.go_on()

    def go_on(self) -> None:
        """The routine; where it waits for somebody, anybody of the staff rules."""
        option = FREEBET.routine(self.table.rules, self.table.state)
        if option is not None:
            self.take(option, STAFF[0])
            return
        for actor in STAFF:
            if self.choose(actor, "play"):
                return

    def choose(self, actor: Actor, group: str) -> bool:
        options = FREEBET.options(self.table.rules, self.table.state, actor)
        wanted = [option for option in options if option.group == group and self.is_wanted(option)]
        if not wanted:
            return False
        rare = [option for option in wanted if option.command in _MISTAKES]
        self.take(self.chance.choice(rare if rare and self.chance.random() < 0.6 else wanted), actor)
        return True

    def is_wanted(self, option: Option) -> bool:
        """Void Rounds and absent players would soon leave nothing to look at."""
        return option.command not in _SELDOM or self.chance.random() < 0.1

    def take(self, option: Option, actor: Actor) -> None:
        values = {ask.field: self.answer(ask) for ask in option.asks}
        if "seed" in FREEBET.commands_by_name[option.command].__struct_fields__:
            values["seed"] = self.chance.randbytes(512).hex()
        self.give(fill(FREEBET.commands_by_name[option.command], option, actor, **values))

    def answer(self, ask: Any) -> Any:
        if ask.kind in ("money", "integer"):
            most = min((ask.maximum - ask.minimum) // ask.step, 200)
            return ask.minimum + ask.step * self.chance.randint(0, most)
        if ask.kind == "choice":
            return self.chance.choice(ask.choices)
        return "a disturbance"


def settings(seed: int) -> dict[str, Any]:
    return {
        "decks": 1 + seed % 8,
        "areas": 2 + seed % 2,
        "burn_policy": ("per_shoe", "per_round", "none")[seed % 3],
        "late_second_card_is_initial": seed % 2 == 0,
        "dealer_blackjack_loss": ("live_original_plus_busted", "capped_at_original")[seed % 2],
        "absent_policy": ("over_11", "hard_17", "soft_17")[seed % 3],
        "cut_card_position": "5%",
        "manual_shuffling": seed % 5 != 4,
        "out_of_cards_policy": ("shift_manager", "riffle", "void")[seed % 3],
        "insurance_by_others": ("remainder", "declined")[seed % 2],
        "control_after_surrender": ("behind", "front")[seed % 2],
        "return_sides_with_main": seed % 2 == 1,
        "double_for_less": seed % 2 == 1,
        "double_after_unlike_split": seed % 2 == 0,
        "backbettor_double_forms": ("any", "as_controller")[seed % 2],
        "insurance_by_others_limit": ("each", "total")[seed % 2],
        "outsider_pog_follows": ("each_controller", "first_controller", "last_controller")[seed % 3],
        "power_failure_scope": ("player", "table")[seed % 2],
        "error_card_policy": ("by_cause", "next_card")[seed % 2],
        "too_late_to_complete": ("both", "either")[seed % 2],
        "late_unrestorable": ("shift_manager", "void")[seed % 3 > 0],
        "passed_over_before_dealer": ("taken_back", "too_late")[seed % 2],
        "insurance_after_second_card": ("supervisor", "closed")[seed % 2],
        "insurance_after_decline": ("refused", "until_claimed")[seed % 2],
        "insured_withdraws": ("returned", "stays")[seed % 2],
        "refused_card_binds": ("area", "hand")[seed % 2],
        "forfeited_insurance": ("others", "nobody")[seed % 2],
        "even_money_after_late_ace": seed % 2 == 0,
        "late_surrender_scope": ("unsplit", "two_cards")[seed % 2],
        "detrimental_rule": ("money", "bust_chance")[seed % 3 == 2],
        "declined_leftover_means_stand": seed % 3 > 0,
    }


@pytest.mark.parametrize("seed", range(6))
def test_chips_are_all_there_whatever_goes_wrong(seed: int) -> None:
    busy = BusyTable(seed, 0.15, **settings(seed))
    for _ in range(500):
        busy.step()
    assert busy.table.state.round > 5
