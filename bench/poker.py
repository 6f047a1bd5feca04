"""Whole hands of six-handed no-limit hold'em against pokerkit and clubs.

Ours decides every command as any table of the house does: authority, rules, events, citations, and a
verifiable shuffle for every hand. Each hand starts from six equal stacks; only the last race plays on.
"""

from __future__ import annotations

import random
import warnings
from collections.abc import Callable

import pokerkit

from bench import Bench
from croupier.cards import new_seed
from croupier.games import catalogue
from croupier.games.poker import commands as c
from croupier.games.poker.state import State
from croupier.games.poker.terms import terms
from croupier.games.poker.turns import limits
from croupier.table import Accepted, Actor, Command, Role, ShuffleCards

with warnings.catch_warnings():
    warnings.simplefilter("ignore")
    import clubs

SEATS = 6
STAKE = 1_000_00
HANDS = 20  # against pokerkit, which takes its time
MANY_HANDS = 150  # enough for the luck of the cards to even out
DEALER = Actor("dealer", Role.DEALER)
PLAYERS = [Actor(f"player {seat}", Role.PLAYER, seat) for seat in range(1, SEATS + 1)]

# One turn: fold below the first number, bet or raise below the second, otherwise go along.
FOLD_BELOW, RAISE_BELOW = 0.2, 0.4


class House:
    """A table that plays hand after hand, from equal stacks each time or playing on."""

    def __init__(self, chance: random.Random | None, *, plays_on: bool = False) -> None:
        games = catalogue()
        rules = games.rules(
            "rws-poker@7",
            {
                "rake_percent": "0%",
                "table_stake_max": "1,000,000,000",
                "small_blind": "5",
                "seats": str(SEATS),
            },
        )
        self.decide = games.game("rws-poker").decide
        self.rules = rules
        self.state: State = games.game("rws-poker").initial(rules)
        self.terms = terms(rules)
        self.chance = chance
        self.seeds = [new_seed().hex() for _ in range(64)]
        self.played = 0
        for player in PLAYERS:
            self.give(c.SitDown(by=player, seat=player.seat or 0, chips=STAKE))
        self.start = None if plays_on else self.state

    def give(self, command: Command) -> None:
        outcome = self.decide(self.rules, self.state, command)
        assert isinstance(outcome, Accepted), outcome
        self.state = outcome.state

    def hand(self) -> None:
        give = self.give
        if self.start is not None:
            self.state = self.start
        give(ShuffleCards(by=DEALER, seed=self.seeds[self.played % 64]))
        self.played += 1
        give(c.AnnounceBlinds(by=DEALER))
        for due in self.state.dues:
            kind = c.PostSmallBlind if due.kind == "small_blind" else c.PostBigBlind
            give(kind(by=PLAYERS[due.seat - 1], seat=due.seat))
        give(c.DealHoleCards(by=DEALER))
        streets = iter(("flop", "turn", "river"))
        while (phase := self.state.phase) != "idle":
            if phase == "betting":
                give(self.action(self.state))
            elif phase == "dealing":
                give(c.DealStreet(by=DEALER, street=next(streets)))  # type: ignore[arg-type]
            elif phase == "closed":
                give(c.FlipMarker(by=DEALER))
            elif phase == "showdown":
                number = self.state.to_act
                give(c.ShowHand(by=PLAYERS[number - 1], seat=number))
            else:
                give(c.Settle(by=DEALER))

    def action(self, state: State) -> Command:
        number = state.to_act
        by = PLAYERS[number - 1]
        hand = state.seats[number - 1].hand  # type: ignore[union-attr]
        owes = hand.bet < state.current_bet  # type: ignore[union-attr]
        if self.chance is not None:
            roll = self.chance.random()
            if roll < FOLD_BELOW and owes:
                return c.Fold(by=by, seat=number)
            if roll < RAISE_BELOW:
                bounds = limits(self.terms, state, number)
                if bounds.raise_max:
                    chip = self.terms.lowest_chip
                    to = self.chance.randint(bounds.raise_min // chip, bounds.raise_max // chip) * chip
                    kind = c.RaiseTo if state.current_bet else c.Bet
                    return kind(by=by, seat=number, amount=to)
        return c.Call(by=by, seat=number) if owes else c.Check(by=by, seat=number)


def by_pokerkit(chance: random.Random | None) -> None:
    automatic = pokerkit.Automation
    state = pokerkit.NoLimitTexasHoldem.create_state(
        (
            automatic.ANTE_POSTING,
            automatic.BET_COLLECTION,
            automatic.BLIND_OR_STRADDLE_POSTING,
            automatic.CARD_BURNING,
            automatic.HOLE_DEALING,
            automatic.BOARD_DEALING,
            automatic.HOLE_CARDS_SHOWING_OR_MUCKING,
            automatic.HAND_KILLING,
            automatic.CHIPS_PUSHING,
            automatic.CHIPS_PULLING,
        ),
        True,
        0,
        (5, 10),
        10,
        (1000,) * SEATS,
        SEATS,
    )
    while state.status:
        roll = chance.random() if chance is not None else 1
        if roll < FOLD_BELOW and state.checking_or_calling_amount:
            state.fold()
        elif roll < RAISE_BELOW and state.can_complete_bet_or_raise_to():
            least = state.min_completion_betting_or_raising_to_amount
            most = state.max_completion_betting_or_raising_to_amount
            state.complete_bet_or_raise_to(chance.randint(least, most))  # type: ignore[union-attr]
        else:
            state.check_or_call()


def clubs_dealer() -> clubs.Dealer:
    settings = dict(clubs.configs.NO_LIMIT_HOLDEM_SIX_PLAYER)
    settings |= {"blinds": [5, 10, 0, 0, 0, 0], "antes": 0, "start_stack": 1000}
    return clubs.Dealer(**settings)


def by_clubs(dealer: clubs.Dealer, chance: random.Random | None) -> None:
    seen = dealer.reset(reset_button=True, reset_stacks=True)
    is_done = False
    while not is_done:
        roll = chance.random() if chance is not None else 1
        bet = seen["call"]
        if roll < FOLD_BELOW and bet:
            bet = 0
        elif roll < RAISE_BELOW and seen["max_raise"]:
            bet = chance.randint(seen["min_raise"], seen["max_raise"])  # type: ignore[union-attr]
        seen, _, done = dealer.step(bet)
        is_done = all(done)


def hands(play: Callable[[], None], count: int = HANDS) -> Callable[[], None]:
    def work() -> None:
        for _ in range(count):
            play()

    return work


def benches() -> list[Bench]:
    calling, random_ = House(None), House(random.Random(7))
    fresh, old = House(None, plays_on=True), House(None, plays_on=True)
    for _ in range(3_000):
        old.hand()
    chance, dealer = random.Random(7), clubs_dealer()
    return [
        Bench(
            "six-handed, all call to showdown, pokerkit",
            HANDS,
            hands(calling.hand),
            hands(lambda: by_pokerkit(None)),
            "pokerkit",
            target_ratio_min=30,
        ),
        Bench(
            "six-handed, random actions, pokerkit",
            HANDS,
            hands(random_.hand),
            hands(lambda: by_pokerkit(chance)),
            "pokerkit",
            target_ratio_min=10,
        ),
        Bench(
            "six-handed, all call to showdown, clubs",
            MANY_HANDS,
            hands(calling.hand, MANY_HANDS),
            hands(lambda: by_clubs(dealer, None), MANY_HANDS),
            "clubs",
            target_ratio_min=1,
        ),
        Bench(
            "six-handed, random actions, clubs",
            MANY_HANDS,
            hands(random_.hand, MANY_HANDS),
            hands(lambda: by_clubs(dealer, chance), MANY_HANDS),
            "clubs",
            target_ratio_min=1,
        ),
        Bench(
            "a table 3,000 hands old against a fresh one",
            MANY_HANDS,
            hands(old.hand, MANY_HANDS),
            hands(fresh.hand, MANY_HANDS),
            "fresh",
            target_ratio_min=0.8,
        ),
    ]
