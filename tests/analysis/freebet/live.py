"""The fast rounds against the live game: the same cards, the same decisions, the same cents.

The suite compares a few thousand rounds. All of them: python -m tests.analysis.freebet.live 200000
"""

import dataclasses
import random
import sys
from collections.abc import Callable
from typing import Any

import numpy as np
from msgspec.structs import replace

from croupier.analysis.freebet.bets import main_nets
from croupier.analysis.freebet.chart import MARKER_ONLY, MONEY, Chart
from croupier.analysis.freebet.charted import best_chart
from croupier.analysis.freebet.shoe.play import Action
from croupier.analysis.freebet.sides import pays_by_number, pays_to_one
from croupier.analysis.freebet.simulating import rounds as fast
from croupier.analysis.freebet.simulating.simulate import simulate
from croupier.analysis.freebet.terms import ACE, TEN, Terms
from croupier.cards import SUITS, Card
from croupier.games.freebet import FREEBET, State
from croupier.games.freebet import Terms as Book
from croupier.games.freebet import commands as c
from croupier.games.freebet.control import current
from croupier.games.freebet.plan import due
from croupier.rulebook import Rules
from croupier.table import Accepted, Actor, Command, Role, Table
from tests.analysis.freebet.brute import is_soft, total
from tests.games.freebet import tables as live
from tests.games.freebet.randomly import shuffle_command

PLAYER = Actor("Ann", Role.PLAYER, 1)
DEALER = live.DEALER
# Stakes with no common measure, so that no two results can make up for each other.
MAIN, PAIR, BUSTED, GOLD, INSURED = 100_00, 5_03, 7_19, 11_31, 49_99
RANKS = "A23456789TJQK"
BATCH = 500
SWITCHES: dict[str, tuple[Any, ...]] = {
    "decks": (1, 2, 6, 8),
    "dealer_blackjack_loss": ("live_original_plus_busted", "capped_at_original"),
    "dealer_draws_for_busted": (True, False),
    "pair_ten_face": (False, True),
    "split_unlike_tens": (True, False),
    "paid_double_on_free_hand": (True, False),
    "pay_blackjack_immediately_vs_ten": (False, True),
}


def random_chart(terms: Terms, chance: random.Random) -> Chart:
    """Any decisions that are legal, good or bad."""
    chart = Chart.first_guess(())
    generator = np.random.default_rng(chance.getrandbits(32))
    chart.hit[:] = generator.random(chart.hit.shape) < 0.5
    chart.hit[:, :, 21] = 0
    chart.surrender[:] = generator.random(chart.surrender.shape) < 0.05
    chart.surrender[:, :, 0] = 0
    chart.split[:] = generator.random(chart.split.shape) < 0.8
    paid = generator.random(chart.double.shape) < 0.4
    chart.double[:] = np.where(paid, int(Action.DOUBLE), 0)
    chart.double[:, :, 21] = 0
    if not terms.paid_double_on_free_hand:
        chart.double[MARKER_ONLY] = 0
    for points in terms.free_double_totals:
        chart.double[:, 0, points] = np.where(
            generator.random(chart.double[:, 0, points].shape) < 0.7, int(Action.FREE_DOUBLE), 0
        )
    return dataclasses.replace(chart, even_money=chance.random() < 0.5)


class LiveRound:
    """One round at the live table, decided by a chart."""

    def __init__(self, rules: Rules, state: State, chart: Chart) -> None:
        self.rules, self.state, self.chart = rules, state, chart
        self.insured = 0

    def must(self, command: Command) -> None:
        outcome = FREEBET.decide(self.rules, self.state, command)
        assert isinstance(outcome, Accepted), f"{command}: {outcome}"
        self.state = outcome.state

    def play(self) -> int:
        """The player's result in cents."""
        before = self.state.players[1].chips
        self.must(c.OpenBetting(by=DEALER))
        self.must(c.PlaceWager(by=PLAYER, area=1, amount=MAIN))
        self.must(c.PlaceSideWager(by=PLAYER, area=1, bet="pair", amount=PAIR))
        self.must(c.PlaceSideWager(by=PLAYER, area=1, bet="busted", amount=BUSTED))
        self.must(c.PlaceSideWager(by=PLAYER, area=1, bet="pot_of_gold", amount=GOLD))
        self.must(c.CloseBetting(by=DEALER))
        self.must(c.DealInitial(by=DEALER))
        self.first = values(self.state.dealer)[0]
        self.answer_offer(values(self.state.areas[1].hands[0].cards))
        while self.state.phase == "playing":
            if due(self.rules, self.state) is not None:
                self.must(c.DealCard(by=DEALER))
            else:
                self.decide()
        self.must(c.SettleRound(by=DEALER))
        return self.state.players[1].chips - before

    def answer_offer(self, cards: tuple[int, ...]) -> None:
        if self.first == 0:
            self.must(c.OfferInsurance(by=DEALER))
            if total(cards) == 21 and self.chart.even_money:
                self.must(c.TakeEvenMoney(by=PLAYER, area=1))
            else:
                self.insured = min(INSURED, MAIN * Book.of(self.rules).insurance_percent_max // 100)
                self.must(c.Insure(by=PLAYER, area=1, amount=self.insured))
            self.must(c.CloseInsurance(by=DEALER))
            return
        self.must(c.OfferSurrender(by=DEALER))
        given_up = self.chart.surrender[int(is_soft(cards)), total(cards), self.first]
        if total(cards) < 21 and given_up and not self.splits(cards, MONEY, may=True):
            self.must(c.Surrender(by=PLAYER, area=1))
        self.must(c.CloseSurrender(by=DEALER))

    def splits(self, cards: tuple[int, ...], part: int, *, may: bool) -> bool:
        if (
            not may
            or len(cards) != 2
            or cards[0] != cards[1]
            or not self.chart.split[part, cards[0], self.first]
        ):
            return False
        if cards[0] != TEN or self.rules["split_unlike_tens"]:
            return True
        at = current(self.state)
        held = self.state.areas[1].hands[at[1] if at else 0].cards
        return held[0][0] == held[1][0]

    def decide(self) -> None:
        at = current(self.state)
        assert at is not None
        hands = self.state.areas[1].hands
        hand = hands[at[1]]
        (stake,) = hand.stakes
        part = MONEY if stake.has_wager or stake.added else MARKER_ONLY
        cards = values(hand.cards)
        terms = Book.of(self.rules)
        is_ace = cards[0] == cards[1] == ACE
        may = len(hands) < terms.hands_per_area_max and not (is_ace and len(hands) > terms.ace_splits_max)
        if self.splits(cards, part, may=may):
            paid = cards[0] == TEN
            self.must(c.Split(by=PLAYER, area=1) if paid else c.FreeSplit(by=PLAYER, area=1))
            return
        soft, points = int(is_soft(cards)), total(cards)
        double = int(self.chart.double[part, soft, points, self.first]) if len(cards) == 2 else 0
        if double == Action.DOUBLE:
            self.must(c.Double(by=PLAYER, area=1, amount=MAIN))
        elif double == Action.FREE_DOUBLE:
            self.must(c.FreeDouble(by=PLAYER, area=1))
        elif self.chart.hit[part, soft, points, self.first]:
            self.must(c.Hit(by=PLAYER, area=1))
        else:
            self.must(c.Stand(by=PLAYER, area=1))


def values(cards: tuple[Card, ...]) -> tuple[int, ...]:
    """Places 0 to 9 of cards."""
    return tuple(min(RANKS.index(card[0]), TEN) for card in cards)


def expected(rules: Rules, terms: Terms, seen: np.ndarray[Any, Any], insurance: int) -> int:
    """What the fast round says the player won, in cents."""
    _, way, pair, used, bust_cards, insured = (int(number) for number in seen)
    gold, busted = pays_by_number(rules, "pot_of_gold"), pays_by_number(rules, "busted")
    net = main_nets(terms)[way] * MAIN
    net += (pays_to_one(rules, "main", "pair") if pair else -1) * PAIR
    net += (gold[min(used, max(gold))] if used else -1) * GOLD
    net += (busted[min(bust_cards, max(busted))] if bust_cards else -1) * BUSTED
    net += (pays_to_one(rules, "main", "insurance") if insured == fast.INSURANCE_WON else -1) * insurance
    assert net.denominator == 1
    return int(net)


def compare(rounds: int, seed: int, adopt: Callable[..., Rules] = live.rules) -> int:
    """Compare so many rounds, half by the best chart and half by random ones; returns how many agreed."""
    chance = random.Random(seed)
    agreed = 0
    while agreed < rounds:
        chosen = {name: chance.choice(choices) for name, choices in SWITCHES.items()}
        rules = adopt(**chosen, burn_policy="none", lowest_chip=1)
        terms = Terms.of(rules)
        is_best = chance.random() < 0.5
        chart = best_chart(terms) if is_best else random_chart(terms, chance)
        number = min(BATCH, rounds - agreed)
        counts = simulate(
            terms,
            chart,
            number,
            chance.getrandbits(62),
            pair_ten_face=rules.flag("pair_ten_face"),
            draws_for_busted=rules.flag("dealer_draws_for_busted"),
            traced=number,
        )
        table: Table[State] = Table(FREEBET, rules, live.CATALOGUE.rules)
        live.done(table, FREEBET.seat(PLAYER, 1, 10**9)[0])
        live.done(table, shuffle_command(terms.decks, chance))
        for at in range(number):
            dealt = [int(rank) for rank in counts.cards[at, : counts.trace[at, 0]]]
            undealt = tuple(Card(RANKS[rank] + chance.choice(SUITS)) for rank in dealt)
            state = replace(table.state, device=replace(table.state.device, undealt=undealt))
            played = LiveRound(rules, state, chart)
            actual = played.play()
            wanted = expected(rules, terms, counts.trace[at], played.insured)
            assert actual == wanted, f"{actual} at the table, {wanted} by the kernel: {undealt} {chosen}"
            agreed += 1
    return agreed


if __name__ == "__main__":
    print(f"{compare(int(sys.argv[1]), seed=1):,} rounds agree to the cent")
