"""Random Rounds full of wrong bets and odd conduct, settled by the game and by a second hand.

The second hand is written from sections 3 to 5 of the documents: what counts of each bet, who has folded,
who may still be paid. It ranks hands with another program and knows nothing of the game's settlement.
"""

import random
from dataclasses import dataclass, field

import pytest

from croupier.games.multilink import commands as c
from croupier.games.multilink.state import State, next_to_decide
from croupier.games.multilink.turns import due
from croupier.rulebook import Rules
from croupier.table import SYSTEM, ShuffleCards
from tests.effort import EFFORT
from tests.games.multilink import naive
from tests.games.multilink.setting import DEVICES, EDITIONS, SHELF
from tests.games.multilink.test_naive_settlement import DEAL, METER, NAMES, PEOPLE, STEPS, Game

pytestmark = pytest.mark.volume

ROUNDS = 75 * EFFORT  # for each edition, device and set of readings
ANTE_MAX, BONUS_MAX, PRESCRIBED = 1_000_00, 500_00, 5_00
PRIZE = 1_000_000_00
READINGS: tuple[dict[str, str], ...] = (
    {},
    {"refusal_street_bets": "returned", "refusal_bonus_provable": "true"},
    {"progressive_stake_returned_on_win": "true", "walkaway_after_flop": "check"},
    {"deal_flop_for_folded_progressive": "false", "blind_street_bets": "false"},
    {"complete_board_when_all_fold": "true"},
)


@dataclass
class Conduct:
    """What the second hand has to be told besides the chips and the cards."""

    folded: set[int] = field(default_factory=set)
    refused: set[int] = field(default_factory=set)
    proved: set[int] = field(default_factory=set)


class OddGame(Game):
    """Players who bet too much, too little or without an Ante, walk away, and will not show."""

    def __init__(self, rules: Rules, chance: random.Random) -> None:
        super().__init__(rules, chance)
        self.conduct = Conduct()

    def play_oddly(self) -> State:
        self.conduct = Conduct()
        self.state = State(players=self.state.players, device=self.state.device, round=self.state.round)
        self.give(ShuffleCards(by=SYSTEM, seed=f"{self.chance.getrandbits(512):0128x}"))
        self.give(c.AnnounceBets(**DEAL))
        self.give(c.ShowMeter(by=SYSTEM, meter=METER))
        self.lay(NAMES[0], 1, has_ante=True)
        for box, name in ((2, "Ben"), (3, "Cat"), (4, "Ann"), (6, "Ben")):
            if self.chance.random() < 0.5:
                self.lay(name, box, has_ante=self.chance.random() < 0.9)
        self.give(c.CloseBetting(**DEAL))
        while (step := due(self.rules, self.state)) != "settle":
            if self.chance.random() < 0.06:
                self.walk_away()
            elif step == "decide":
                self.decide_oddly()
            else:
                self.give(STEPS[step])
        self.show()
        return self.state

    def lay(self, name: str, box: int, *, has_ante: bool) -> None:
        """Chips nobody objected to: of every size around the limits."""
        chance = self.chance
        ante = chance.choice([1_00, 24_00, 25_00, 26_00, 999_00, 1_000_00, 1_001_00, 1_700_00])
        bonus = chance.choice([0, 0, 4_00, 5_00, 40_00, 499_00, 500_00, 501_00, 900_00])
        jackpot = chance.choice([0, 4_99, 5_00, 5_00, 5_00, 5_01, 12_00])
        for bet, amount in (("ante", ante if has_ante else 0), ("bonus", bonus), ("progressive", jackpot)):
            if amount:
                placed = {"player": name, "box": box, "bet": bet, "amount": amount}
                self.give(c.RecordUnnoticedBet(**DEAL, **placed))  # type: ignore[arg-type]

    def decide_oddly(self) -> None:
        number = next_to_decide(self.state)
        assert number is not None
        box = self.state.boxes[number]
        actor, phase = PEOPLE[box.player], self.state.phase
        own = [each for each in self.state.boxes.values() if each.player == box.player]
        if self.chance.random() < 0.2 and not any(each.is_examined for each in own):
            self.give(c.LookAtHand(by=actor, box=number))
            return
        if self.chance.random() < 0.25:
            self.give((c.Fold if phase == "first" else c.Check)(by=actor, box=number))
            if phase == "first":
                self.conduct.folded.add(number)
            return
        bet = {"first": "flop", "second": "turn", "third": "river"}[phase]
        wanted = min(box.ante, ANTE_MAX) * (2 if bet == "flop" else 1)
        amount = self.chance.choice([1, wanted - 1, wanted, wanted, wanted + 1, 3 * wanted])
        placed = {"player": box.player, "box": number, "bet": bet, "amount": amount}
        self.give(c.RecordUnnoticedBet(**DEAL, **placed))  # type: ignore[arg-type]

    def walk_away(self) -> None:
        """Whoever has a hand in play that is not yet left; decisions open means folded."""
        name, phase = self.chance.choice(NAMES), self.state.phase
        hands = {n: b for n, b in self.state.boxes.items() if b.player == name and b.is_in and not b.has_left}
        if phase == "closed" or not hands:
            return
        self.give(c.ReportWalkAway(**DEAL, player=name))
        is_checked = self.rules["walkaway_after_flop"] == "check"
        may_bet_blind = self.rules["blind_street_bets"]
        for number, box in hands.items():
            if box.flop and not box.is_examined and not may_bet_blind:
                continue  # in for the finish, and checks are all that is left to it
            has_open = phase in ("first", "flop_down", "second", "turn_down") or (
                phase == "third" and not box.has_decided
            )
            if has_open and not (is_checked and box.flop):
                self.conduct.folded.add(number)

    def show(self) -> None:
        if self.state.phase != "showdown":
            return
        for number, box in self.state.boxes.items():
            if box.is_in and self.chance.random() < 0.25:
                self.give(c.RefuseToShow(by=PEOPLE[box.player], box=number))
                self.conduct.refused.add(number)
                if self.chance.random() < 0.5:
                    self.give(c.ProveHand(by=PEOPLE[box.player], box=number))
                    self.conduct.proved.add(number)


def expected(edition: str, game: OddGame, state: State, number: int) -> tuple[int, bool]:
    """What a box wins or loses without the meter, and whether the meter pays it."""
    box, conduct, rules = state.boxes[number], game.conduct, game.rules
    if not box.ante:
        return 0, False  # no Ante, no Round: side bets go back
    money, is_major = jackpot(edition, game, state, number)
    ante, bonus = min(box.ante, ANTE_MAX), min(box.bonus, BONUS_MAX)
    limits = {"flop": 2 * ante, "turn": ante, "river": ante}
    streets = sum(min(getattr(box, bet), limit) for bet, limit in limits.items())
    is_refused = number in conduct.refused
    multiple = naive.bonus_multiple(box.cards, state.dealer) if len(state.dealer) == 2 else 0
    if number in conduct.folded or (
        is_refused and not (number in conduct.proved and rules["refusal_bonus_provable"])
    ):
        multiple = 0
    money += min(multiple * bonus, naive.CAP) if multiple else -bonus
    if number in conduct.folded:
        return money - ante - streets, is_major
    if is_refused:
        is_returned = rules["refusal_street_bets"] == "returned"
        return money - ante - (0 if is_returned else streets), is_major
    hand = naive.Hand(box.cards, ante, 0, False, False, flop=streets)
    return money + naive.main_game(hand, state.board, state.dealer), is_major


def jackpot(edition: str, game: OddGame, state: State, number: int) -> tuple[int, bool]:
    box, conduct = state.boxes[number], game.conduct
    if box.progressive < PRESCRIBED:
        return 0, False
    is_hidden = number in conduct.refused and number not in conduct.proved
    if is_hidden or state.board_shown < 3:
        return -PRESCRIBED, False
    name = naive.five_card_name((*box.cards, *state.board[:3]))
    stake = 0 if game.rules["progressive_stake_returned_on_win"] else PRESCRIBED
    if name in ("royal", "straight flush"):
        return -stake, True
    if edition == "rws-multilink@3":  # so much for 1: the stake is in it
        stake = PRESCRIBED
    prize = naive.MINOR[edition].get(name, 0)
    return (prize - stake, False) if prize else (-PRESCRIBED, False)


@pytest.mark.parametrize("readings", READINGS, ids=lambda readings: "+".join(readings) or "as recommended")
@pytest.mark.parametrize("device", DEVICES)
@pytest.mark.parametrize("edition", EDITIONS)
def test_odd_rounds_agree_with_a_second_settlement(
    edition: str, device: str, readings: dict[str, str]
) -> None:
    game = OddGame(SHELF.rules(edition, {"device": device} | readings), random.Random(f"{edition} {device}"))
    met = {"folded": 0, "refused": 0, "proved": 0}
    for _ in range(ROUNDS):
        before = game.play_oddly()
        held = {name: player.chips for name, player in before.players.items()}
        for box in before.boxes.values():
            held[box.player] += box.staked
        game.give(c.Settle(**DEAL))
        for number in game.state.claims:
            game.give(c.PayJackpot(by=SYSTEM, box=number, amount=PRIZE, meter=METER))
        for number, box in before.boxes.items():
            money, is_major = expected(edition, game, before, number)
            held[box.player] += money + (PRIZE if is_major else 0)
        found = {name: player.chips for name, player in game.state.players.items()}
        assert found == held, (before.boxes, before.board, before.dealer, game.conduct)
        for kind in met:
            met[kind] += len(getattr(game.conduct, kind))
    assert min(met.values()) > 5 * EFFORT
