"""What the document promises about chips, whatever goes wrong: in random Rounds full of irregularities."""

from collections.abc import Callable

import pytest

from croupier.games.poker import POKER
from croupier.games.poker import events as e
from croupier.games.poker import events as i
from croupier.games.poker.state import State
from croupier.table import Command, Event, Option
from croupier.table.facts import Burnt
from tests.effort import EFFORT
from tests.games.poker.tables import MANAGER
from tests.games.poker.test_volume import QUIET, Night

NIGHTS, HANDS = 12 * EFFORT, 10
_TROUBLE, _NO_BURN_SHARE = 0.05, 0.25
_VOIDING = ("ReportFault", "ReportCards", "ReportInterruption", "DealHoleCards", "ReferMatter")


class Watched(Night):
    """A night on which every event is looked at together with the stacks before it."""

    def __init__(self, seed: int, watch: Callable[[State, Event, State], None]) -> None:
        super().__init__(seed)
        self.watch, self.seen = watch, len(self.events)

    def step(self) -> None:
        """More goes wrong than usual; a burn is forgotten often, and noticed while there is betting."""
        options = POKER.options(self.table.rules, self.table.state, MANAGER)
        irregular = [o for o in options if o.group == "irregularity" and o.command != QUIET]
        wrong = [o for o in irregular if o.command not in _VOIDING]
        burns = [o for o in irregular if _is_about_a_burn(o)]
        if not self.table.state.open and burns and self.chance.random() < _NO_BURN_SHARE:
            self.fill_and_do(MANAGER, self.chance.choice(burns))
        elif not self.table.state.open and wrong and self.chance.random() < _TROUBLE:
            self.fill_and_do(MANAGER, self.chance.choice(wrong))
        else:
            super().step()

    def do(self, command: Command) -> None:
        state = self.table.state
        super().do(command)
        for event in self.events[self.seen :]:
            after = self.table.game.evolve(state, event)
            self.watch(state, event, after)
            state = after
        self.seen = len(self.events)

    def audit(self) -> None:
        super().audit()
        self.seen = 0


def _is_about_a_burn(option: Option) -> bool:
    """A street without its burn, or the report of what lies wrong."""
    is_report = option.command == "ReportCards" and not option.fixed
    return is_report or (option.command == "DealStreet" and Burnt() in option.fixed.get("facts", ()))


def stacks(state: State) -> dict[str, int]:
    """Chips by player, in front and in the Pot."""
    return {seat.player: seat.chips for seat in state.seats if seat}


class Promises:
    """Remembers the stacks at the beginning of the Round and of the Betting Round."""

    def __init__(self) -> None:
        self.opening: dict[str, int] = {}
        self.street: dict[str, int] = {}
        self.seen: set[str] = set()

    def __call__(self, before: State, event: Event, after: State) -> None:
        self.seen.add(type(event).__name__)
        if isinstance(event, e.BlindsAnnounced):
            self.opening = stacks(before)
        elif after.street > before.street:  # betting begins; with nobody left to bet it does not
            self.street = stacks(before)
        elif isinstance(event, i.RoundVoided | e.BlindsWithdrawn):
            self.all_bets_are_returned(after)
        elif isinstance(event, i.BettingRoundAnnulled):
            self.the_bets_of_the_round_are_returned(before, after)
        elif isinstance(event, e.PotAwarded):
            self.nobody_wins_beyond_his_reach(before, event)

    def all_bets_are_returned(self, after: State) -> None:
        now = stacks(after)
        same = {player: chips for player, chips in self.opening.items() if player in now}
        assert {player: now[player] for player in same} == same
        assert after.pot == 0

    def the_bets_of_the_round_are_returned(self, before: State, after: State) -> None:
        now = stacks(after)
        in_round = [before.seat(number).player for number in before.order]
        assert {player: now[player] for player in in_round} == {p: self.street[p] for p in in_round}

    def nobody_wins_beyond_his_reach(self, before: State, event: e.PotAwarded) -> None:
        """An all-in player wins at most as much from each opponent as he has put in, and what was dead."""
        for number, won in event.won.items():
            mine = before.hand(number)
            if before.seat(number).chips or not mine.is_active:
                continue
            reach = sum(min(hand.total, mine.total) + hand.dead for _, hand in before.hands)
            assert won <= reach


@pytest.mark.parametrize("seed", range(NIGHTS))
def test_promises(seed: int) -> None:
    promises = Promises()
    Watched(seed, promises).play(HANDS)
    assert "PotAwarded" in promises.seen


def test_the_promises_are_put_to_the_test() -> None:
    promises = Promises()
    for seed in range(NIGHTS):
        Watched(100 + seed, promises).play(10)
    assert {"RoundVoided", "BettingRoundAnnulled", "WagerForfeited", "HandExposed"} <= promises.seen
