"""Random hands end in the same stacks under pokerkit, wherever the two sets of rules agree.

Known differences, brought together by house settings or left out by what happens in the hand, never by seed:

- 3.12.3 (v6 3.15.3): half a raise all-in is a Raise here, pokerkit wants a full one: set to 100%.
- 3.12.2 (v6 3.15.2), AI9: a short Big Blind is called in full here, pokerkit asks for what was posted: set
  to actual.
- 4.5, SP2: pokerkit gives all odd chips of a pot to the first winner: set to all to first. It also divides
  pots with the same winners together: where two pots leave odd chips, stacks may differ by those chips.
- 4.1: pokerkit takes no rake here, so ours is 0%.
- 3.4, BT8: a raise is allowed here while any opponent has a decision, even if none has the chips to match it;
  pokerkit refuses it then. The excess goes back anyway, so the referee is told of a call.
- 3.9.2b (v6 3.9.1b), BT8: a Big Blind whom nobody could answer is not asked here; pokerkit asks for a check.
"""

import random
import warnings

import pokerkit
import pytest

from croupier.games.poker import commands as c
from croupier.games.poker import events as e
from croupier.games.poker.state import State
from croupier.games.poker.terms import terms
from croupier.games.poker.turns import limits
from croupier.table import Event, ShuffleCards, Table
from tests.effort import EFFORT
from tests.games.poker.tables import DEALER, PLAYERS, give, new_table, seeded

HANDS = 20 * EFFORT
SETTINGS = {
    "rake_percent": "0%",
    "all_in_raise_threshold": "100%",
    "short_blind_call": "actual",
    "odd_chips": "all_to_first",
    "table_stake_min": "5",
}
_AUTOMATIC = (
    pokerkit.Automation.ANTE_POSTING,
    pokerkit.Automation.BET_COLLECTION,
    pokerkit.Automation.BLIND_OR_STRADDLE_POSTING,
    pokerkit.Automation.HOLE_CARDS_SHOWING_OR_MUCKING,
    pokerkit.Automation.HAND_KILLING,
    pokerkit.Automation.CHIPS_PUSHING,
    pokerkit.Automation.CHIPS_PULLING,
)


def play(table: Table[State], chance: random.Random) -> list[Event]:
    """One whole hand with random actions; everything that happened."""
    happened: list[Event] = []

    def do(command: c.Command) -> None:
        happened.extend(give(table, command).events)

    do(ShuffleCards(by=DEALER, seed=seeded(chance)))
    do(c.AnnounceBlinds(by=DEALER))
    for due in table.state.dues:
        kind = c.PostSmallBlind if due.kind == "small_blind" else c.PostBigBlind
        do(kind(by=PLAYERS[due.seat - 1], seat=due.seat))
    do(c.DealHoleCards(by=DEALER))
    streets = iter(("flop", "turn", "river"))
    while (phase := table.state.phase) != "idle":
        if phase == "betting":
            do(action(table, chance))
        elif phase == "dealing":
            do(c.DealStreet(by=DEALER, street=next(streets)))  # type: ignore[arg-type]
        elif phase == "closed":
            do(c.FlipMarker(by=DEALER))
        elif phase == "showdown":
            number = table.state.to_act
            do(c.ShowHand(by=PLAYERS[number - 1], seat=number))
        else:
            do(c.Settle(by=DEALER))
    return happened


def action(table: Table[State], chance: random.Random) -> c.Command:
    state = table.state
    number = state.to_act
    bounds = limits(terms(table.rules), state, number)
    by, roll = PLAYERS[number - 1], chance.random()
    if roll < 0.15 and bounds.to_call:
        return c.Fold(by=by, seat=number)
    if roll < 0.5 and bounds.raise_max:
        most = min(bounds.raise_max, bounds.raise_min * chance.choice([1, 1, 2, 20])) // 100
        to = max(
            chance.randint(bounds.raise_min // 100, max(most, bounds.raise_min // 100)) * 100,
            bounds.raise_min,
        )
        kind = c.RaiseTo if state.current_bet else c.Bet
        return kind(by=by, seat=number, amount=to)
    if roll < 0.58 and bounds.raise_max:
        return c.AllIn(by=by, seat=number)
    return c.Call(by=by, seat=number) if bounds.to_call else c.Check(by=by, seat=number)


def dollars(cents: int) -> int:
    return cents // 100


def replay(order: tuple[int, ...], stacks: dict[int, int], happened: list[Event]) -> dict[int, int]:
    """The same hand through pokerkit: final stacks by seat."""
    state = pokerkit.NoLimitTexasHoldem.create_state(
        _AUTOMATIC, True, 0, (5, 10), 10, tuple(dollars(stacks[n]) for n in order), len(order)
    )
    for event in happened:
        if isinstance(event, e.HoleCardsDealt):
            for number in order:
                state.deal_hole("".join(event.hands[number]))
        elif isinstance(event, e.StreetDealt):
            check_for_form(state)
            state.burn_card("??")
            state.deal_board("".join(event.cards))
        elif isinstance(event, e.Folded):
            state.fold()
        elif isinstance(event, e.Checked | e.Called):
            state.check_or_call()
        elif isinstance(event, e.BetMade | e.Raised | e.ShortAllInMade):
            if can_be_matched(state):
                state.complete_bet_or_raise_to(dollars(event.to))
            else:
                state.check_or_call()
    assert not state.status, "pokerkit thinks that the hand goes on"
    return {number: stack * 100 for number, stack in zip(order, state.stacks, strict=True)}


def can_be_matched(state: pokerkit.State) -> bool:
    """Whether an opponent has chips beyond the highest bet."""
    others = [n for n in state.player_indices if n != state.actor_index and state.statuses[n]]
    return any(state.stacks[n] + state.bets[n] > max(state.bets) for n in others)


def check_for_form(state: pokerkit.State) -> None:
    """The Big Blind's option when everybody else is all-in for no more."""
    if state.actor_index is not None and state.street_index == 0 and state.checking_or_calling_amount == 0:
        others = [n for n in state.player_indices if n != state.actor_index and state.statuses[n]]
        assert not any(state.stacks[n] for n in others)
        state.check_or_call()


@pytest.mark.parametrize("seats", range(2, 11))
def test_random_hands_agree_with_pokerkit(seats: int) -> None:
    chance = random.Random(seats)
    for _ in range(HANDS):
        table = new_table("rws-poker@7", **SETTINGS)
        for player in PLAYERS[:seats]:
            chips = chance.choice([chance.randint(5, 40), chance.randint(20, 200), 500]) * 100
            give(table, c.SitDown(by=player, seat=player.seat or 0, chips=chips))
        stacks = {player.seat or 0: table.state.seat(player.seat or 0).chips for player in PLAYERS[:seats]}
        happened = play(table, chance)
        announced = next(event for event in happened if isinstance(event, e.BlindsAnnounced))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            theirs = replay(announced.order, stacks, happened)
        ours = {number: table.state.seat(number).chips for number in announced.order}
        apart = {number: abs(ours[number] - theirs[number]) for number in ours}
        assert sum(ours.values()) == sum(theirs.values())
        assert max(apart.values()) <= odd_chips(happened), happened


def odd_chips(happened: list[Event]) -> int:
    """Cents left over in split pots, where more than one pot leaves any; otherwise nothing is forgiven."""
    pots = [event for event in happened if isinstance(event, e.PotAwarded) and len(event.won) > 1]
    left = [event.amount % (len(event.won) * 100) for event in pots]
    return sum(left) if sum(map(bool, left)) > 1 else 0
