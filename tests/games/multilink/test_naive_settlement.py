"""100,000 random Rounds, settled by the game and by a second hand."""

import random

import pytest

from croupier.cards import DECK, Device, category
from croupier.games.multilink import MULTILINK
from croupier.games.multilink import commands as c
from croupier.games.multilink.events import BoxSettled
from croupier.games.multilink.settlement import best
from croupier.games.multilink.state import Box, State, next_to_decide
from croupier.games.multilink.turns import due
from croupier.rulebook import Rules
from croupier.table import SYSTEM, Accepted, Actor, Command, Event, Role
from tests.effort import EFFORT
from tests.games.multilink import naive
from tests.games.multilink.setting import DEALER, DEVICES, EDITIONS, SHELF

pytestmark = pytest.mark.volume

ROUNDS = 600 * EFFORT  # for each edition and device
NAMES = ("Ann", "Ben", "Cat")
PEOPLE = {name: Actor(name, Role.PLAYER, seat) for seat, name in enumerate(NAMES, start=1)}
CHIPS = 10_000_000_00
METER = 1_234_56
DEAL = {"by": DEALER, "at": 1}
STEPS = {
    "deal_community": c.DealCommunityCards(**DEAL),
    "deal_hole": c.DealHoleCards(**DEAL),
    "deal_flop": c.DealStreet(**DEAL, street="flop"),
    "reveal_flop": c.RevealFlop(**DEAL),
    "deal_turn": c.DealStreet(**DEAL, street="turn"),
    "reveal_turn": c.RevealTurn(**DEAL),
    "deal_river": c.DealStreet(**DEAL, street="river"),
    "reveal_river": c.RevealRiver(**DEAL),
    "dealer_hand": c.OpenDealerHand(**DEAL),
}


class Game:
    """The quick way through the real game: decide, keep the state, nothing else."""

    def __init__(self, rules: Rules, chance: random.Random) -> None:
        self.rules = rules
        self.chance = chance
        self.state: State = MULTILINK.initial(rules)
        for name, actor in PEOPLE.items():
            self.give(c.TakeSeat(by=actor, seat=PEOPLE[name].seat or 0, chips=CHIPS))

    def give(self, command: Command) -> tuple[Event, ...]:
        outcome = MULTILINK.decide(self.rules, self.state, command)
        assert isinstance(outcome, Accepted), outcome
        self.state = outcome.state
        return outcome.events

    def play(self) -> tuple[dict[int, naive.Hand], State]:
        """One Round; the hands as they went into the settlement, and the table just before it."""
        state = self.state
        # Three hands and the board need 18 cards at most; nobody looks at the rest of the deck.
        deck = tuple(self.chance.sample(DECK, 18))
        device = Device(self.rules["device"], "virtual", 1, deck)
        self.state = State(players=state.players, device=device, round=state.round, is_shuffled=True)
        self.give(c.AnnounceBets(**DEAL))
        self.give(c.ShowMeter(by=SYSTEM, meter=METER))
        for box in range(1, self.chance.randint(1, len(NAMES)) + 1):
            self.bet(PEOPLE[NAMES[box - 1]], box)
        self.give(c.CloseBetting(**DEAL))
        while (step := due(self.rules, self.state)) != "settle":
            if step == "decide":
                self.decide()
            else:
                self.give(STEPS[step])
        before = self.state
        return {number: seen(box) for number, box in before.boxes.items()}, before

    def bet(self, actor: Actor, box: int) -> None:
        chance = self.chance
        self.give(c.PlaceAnte(by=actor, box=box, amount=100 * chance.randint(25, 1_000)))
        if chance.random() < 0.5:
            self.give(c.PlaceBonus(by=actor, box=box, amount=100 * chance.randint(5, 500)))
        if chance.random() < 0.6:
            self.give(c.PlaceProgressive(by=actor, box=box, amount=5_00))

    def decide(self) -> None:
        box = next_to_decide(self.state)
        assert box is not None
        actor = PEOPLE[self.state.boxes[box].player]
        bets = {"first": c.PlaceFlop, "second": c.PlaceTurn, "third": c.PlaceRiver}
        if self.chance.random() < 0.7:
            self.give(bets[self.state.phase](by=actor, box=box))
        else:
            self.give((c.Fold if self.state.phase == "first" else c.Check)(by=actor, box=box))

    def settle(self) -> dict[int, BoxSettled]:
        """Settle; for shares of the jackpot the link pays the displayed value here, every time."""
        events = list(self.give(c.Settle(**DEAL)))
        for box in self.state.claims:
            events += self.give(c.PayJackpot(by=SYSTEM, box=box, amount=1_000_000_00, meter=METER))
        return {each.box: each for each in events if isinstance(each, BoxSettled)}


def seen(box: Box) -> naive.Hand:
    return naive.Hand(
        cards=box.cards,
        ante=box.ante,
        bonus=box.bonus,
        has_progressive=box.progressive > 0,
        is_folded=box.status == "folded",
        flop=box.flop,
        turn=box.turn,
        river=box.river,
    )


def cites_equal_category(settled: BoxSettled) -> bool:
    return any(cite.paragraph == "3.1.3" for cite in settled.citations)


def decided_within_category(hand: naive.Hand, before: State) -> bool:
    """A pair against a pair, of which one is higher: only then 3.1.3 decides."""
    mine, dealers = best((*hand.cards, *before.board)), best((*before.dealer, *before.board))
    return not hand.is_folded and mine != dealers and category(mine) is category(dealers)


@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_random_rounds_agree_with_a_second_settlement(edition: str, device: str) -> None:
    game = Game(SHELF.rules(edition, {"device": device}), random.Random(f"{edition} {device}"))
    for _ in range(ROUNDS):
        hands, before = game.play()
        settled = game.settle()
        for number, hand in hands.items():
            assert cites_equal_category(settled[number]) is decided_within_category(hand, before), number
            money, share = naive.net(edition, hand, before.board, before.dealer)
            name = before.boxes[number].player
            staked = before.boxes[number].staked
            gained = game.state.players[name].chips - before.players[name].chips - staked
            assert gained == money + (1_000_000_00 if share else 0), (hand, before.board, before.dealer)
        assert game.state.phase == "idle"
