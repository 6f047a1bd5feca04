"""Thousands of random hands with random irregularities.

Every command must be accepted. Every so often the books are balanced against the table, every event since
then is checked for its citations and replayed, and a sample goes through the journal's text. More hands:
POKER_HANDS=200000 pytest tests/games/poker/test_volume.py
"""

import os
import random
from typing import Any

import msgspec
import pytest

from croupier.games.poker import POKER
from croupier.games.poker import commands as c
from croupier.games.poker.state import State, taken_by
from croupier.messages import in_english
from croupier.money import Balances, round_up
from croupier.table import Actor, Command, Event, GiveRuling, Option, Refusal, ShuffleCards, Table, fill
from tests.effort import EFFORT
from tests.games.poker.tables import (
    DEALER,
    MANAGER,
    PLAYERS,
    Playful,
    disguise,
    filled,
    give,
    new_table,
    seeded,
)
from tests.games.poker.test_referee import action

pytestmark = pytest.mark.volume

HANDS = int(os.environ.get("POKER_HANDS", 1_500 * EFFORT))
PARTS = 10
_TROUBLE = 0.04  # of all steps
QUIET = "ReportPlacement"  # which changes nothing
_AUDIT_EVERY = 50  # hands
_OPTIONAL = {
    "min_open_bet": ["big_blind", "lowest_chip"],
    "raise_floor": ["largest", "latest"],
    "all_in_raise_threshold": ["50%", "100%"],
    "short_all_in_reopens": ["no", "yes"],
    "short_all_ins_accumulate": ["no", "yes"],
    "short_blind_call": ["full", "actual"],
    "rake_basis": ["per_pot", "total"],
    "walk_rake_base": ["matched", "full", "small_blind_only"],
    "rake_before_flop": ["yes", "no"],
    "odd_chip_to": ["first_winner", "literal"],
    "odd_chips": ["one_each", "all_to_first"],
    "all_in_reveal": ["after_river", "at_once"],
    "early_final_order": ["analogous", "left_of_button"],
    "entry_payment": ["live", "dead"],
    "missed_small_blind": ["dead", "live"],
    "button_policy": ["next_player", "dead_button"],
    "oot_fold_rule": ["all", "any"],
    "outcome_established": ["any_folded_bet", "pot_decided"],
}


class Night:
    """One table played through many hands, with its books beside it."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.chooser = Playful(seed, play_percent=0)
        chosen = {name: self.chance.choice(values) for name, values in _OPTIONAL.items()}
        edition = self.chance.choice(["rws-poker@6", "rws-poker@7", "rws-poker@7"])
        if edition == "rws-poker@7":
            chosen["device"] = self.chance.choice(["card_shoe", "card_shoe", "electronic_shuffler"])
        self.table: Table[State] = new_table(edition, table_stake_min="20", **chosen)
        self.is_virtual = self.chance.random() < 0.8
        self.seats = self.chance.randint(2, 10)
        self.books = Balances()
        self.events: list[Event] = [self.table.opening()]
        self.start = self.table.state
        self.hands = 0
        self.known = set(self.table.rules.edition.paragraphs)

    def do(self, command: Command) -> None:
        self.events += give(self.table, command).events

    def play(self, hands: int) -> None:
        while self.hands < hands:
            self.seat_everyone()
            self.hand()
            self.hands += 1
            if self.hands % _AUDIT_EVERY == 0:
                self.audit()
        self.audit()

    def seat_everyone(self) -> None:
        for player in PLAYERS[: self.seats]:
            number = player.seat or 0
            seat = self.table.state.seats[number - 1]
            chips = self.chance.choice([20, 60, 200, 1000]) * 100
            if seat is None:
                taken = round_up(min(taken_by(self.table.state, player.id), 2_000_00), 100)
                self.do(c.SitDown(by=player, seat=number, chips=max(chips, taken)))
            elif not seat.chips:
                self.do(c.TopUp(by=player, seat=number, chips=chips))
            elif seat.is_away:
                if self.chance.random() < 0.4:
                    self.do(c.ReturnToSeat(by=player, seat=number))
            elif self.chance.random() < 0.03:
                leave = c.LeaveGame if self.chance.random() < 0.3 else c.LeaveSeat
                self.do(leave(by=player, seat=number))
        seats = [(n, seat) for n, seat in enumerate(self.table.state.seats, 1) if seat]
        if sum(not seat.is_away for _, seat in seats) < 2:
            for number, seat in seats:
                if seat.is_away:
                    self.do(c.ReturnToSeat(by=PLAYERS[number - 1], seat=number))
            self.seat_everyone()

    def hand(self) -> None:
        self.do(ShuffleCards(by=DEALER, seed=seeded(self.chance) if self.is_virtual else ""))
        self.do(c.AnnounceBlinds(by=DEALER))
        while self.table.state.phase != "idle":
            if self.chance.random() < _TROUBLE:
                self.trouble()
            else:
                self.step()
            held = sum(POKER.holdings(self.table.state).values())
            assert held >= 0

    def step(self) -> None:
        """What happens next if nothing goes wrong."""
        state = self.table.state
        if state.open:
            matter = POKER.pending(self.table.rules, state)[0]
            choice = self.chance.choice(matter.choices)
            self.do(GiveRuling(by=MANAGER, decision=matter.key, choice=choice))
            return
        option = POKER.routine(self.table.rules, state)
        if state.phase == "blinds" and option is None:
            due = next(due for due in state.dues if not due.is_paid)
            kinds = {
                "small_blind": c.PostSmallBlind,
                "big_blind": c.PostBigBlind,
                "entry": c.PayToJoin,
                "missed_blinds": c.PayMissedBlinds,
            }
            self.do(kinds[due.kind](by=PLAYERS[due.seat - 1], seat=due.seat))
        elif state.phase == "betting" and option is None:
            self.bet()
        elif state.phase == "showdown" and self.chance.random() < 0.8:
            number = state.to_act
            self.do(c.ShowHand(by=PLAYERS[number - 1], seat=number))
        else:
            assert option is not None
            self.staff(option)

    def bet(self) -> None:
        number = self.table.state.to_act
        command = action(self.table, self.chance)
        if isinstance(self.table.decide(command), Refusal):  # bound by an action Out of Turn
            actor = PLAYERS[number - 1]
            options = POKER.options(self.table.rules, self.table.state, actor)
            option = next(option for option in options if option.command in ("Check", "Call"))
            command = fill(POKER.commands_by_name[option.command], option, actor)
        self.do(command)

    def staff(self, routine: Option) -> None:
        """What the dealer does next; with a physical device the options ask for the cards."""
        if self.is_virtual:
            seed = {"seed": seeded(self.chance)} if routine.command == "ShuffleStub" else {}
            self.do(fill(POKER.commands_by_name[routine.command], routine, DEALER, **seed))
            return
        options = POKER.options(self.table.rules, self.table.state, DEALER)
        same = [option for option in options if option.command == routine.command]
        self.fill_and_do(DEALER, next((option for option in same if option.group == "play"), same[0]))

    def trouble(self) -> None:
        offered = POKER.options(self.table.rules, self.table.state, MANAGER)
        options = [o for o in offered if o.group == "irregularity" and o.command != QUIET]
        # Most voids end the hand; they are tried less often than what carries on.
        gentle = [o for o in options if o.command not in ("ReportFault", "ReportCards", "ReportInterruption")]
        options = gentle if gentle and self.chance.random() < 0.8 else options
        if options:
            self.fill_and_do(MANAGER, self.chance.choice(options))

    def fill_and_do(self, actor: Actor, option: Option) -> None:
        values: dict[str, Any] = {}
        for ask in option.asks:
            if ask.kind == "cards":
                values[ask.field] = filled(self.table.state, ask, self.chooser)
            elif ask.kind == "choice":
                values[ask.field] = self.chance.choice(ask.choices)
            elif ask.kind in ("money", "integer"):
                values[ask.field] = self.chance.randrange(ask.minimum, ask.maximum + 1, ask.step)
            elif ask.field == "seed":
                values[ask.field] = seeded(self.chance)
            else:
                values[ask.field] = "something happened"
        self.do(fill(POKER.commands_by_name[option.command], option, actor, **values))

    def audit(self) -> None:
        """Books against the table, replay against the live state, views against disguised ones."""
        state = self.start
        decoder = POKER.event_decoder
        for event in self.events:
            assert event.citations
            assert {citation.paragraph for citation in event.citations} <= self.known
            if type(event).__name__ != "RulesAdopted":
                again = decoder.decode(msgspec.json.encode(event)) if self.chance.random() < 0.02 else event
                state = POKER.evolve(state, again)
            self.books.post(event.transfers())
        assert state == self.table.state
        held = {account: cents for account, cents in POKER.holdings(state).items() if cents}
        booked = {a: cents for a, cents in self.books.open_accounts().items() if a not in ("cage", "rake")}
        assert held == booked
        assert sum(self.books.values()) == 0
        self.start, self.events = state, []


@pytest.mark.parametrize(
    "part", [0, 1, 2, *(pytest.param(part, marks=pytest.mark.soak) for part in range(3, PARTS))]
)
def test_many_hands_with_irregularities(part: int) -> None:
    left, seed = HANDS // PARTS, part * 1000
    while left > 0:
        Night(seed).play(min(left, 100))
        left -= 100
        seed += 1


def test_nothing_leaks_while_things_go_wrong() -> None:
    """Views after every step of some hands, for every player and for staff, against disguised tables."""
    for seed in range(6):
        night = Night(seed)
        viewers = [*PLAYERS[: night.seats], DEALER]
        give_to = night.do

        def watched(command: Command, give_to=give_to, night=night, viewers=viewers) -> None:  # type: ignore[no-untyped-def]
            give_to(command)
            state, rules = night.table.state, night.table.rules
            for viewer in viewers:
                disguised = disguise(state, viewer, night.chance)
                seen, other = (POKER.view(rules, each, viewer) for each in (state, disguised))
                assert msgspec.json.encode(seen, enc_hook=in_english) == msgspec.json.encode(
                    other, enc_hook=in_english
                )

        night.do = watched  # type: ignore[method-assign]
        night.play(8)
