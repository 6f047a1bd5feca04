"""Hands of the rake simulation played again at the live table: same cards, same actions, same chips.

`python -m tests.analysis.live_poker 200000` plays as many as one asks for.
"""

import sys
import time
from collections.abc import Mapping, Sequence

from croupier.analysis.figures import Asked
from croupier.analysis.kernels.cards import CARD
from croupier.analysis.poker.bots import CALL, CHECK, FOLD
from croupier.analysis.poker.simulator import CHUNK, simulator_of
from croupier.cards import DECK, Card
from croupier.games.poker import POKER
from croupier.games.poker import commands as c
from croupier.games.poker import events as e
from croupier.games.poker.routine import routine
from croupier.games.poker.state import State
from croupier.games.poker.terms import Terms
from croupier.rulebook import Edition, Library, Rules
from croupier.table import SYSTEM, Accepted, Actor, Command, Event, Role, ShuffleCards, fill

DEALER = Actor("dealer", Role.DEALER)
# Uneven stakes make side pots; the settings that change the rake are tried one after the other.
STACKS = (200_000, 40_000, 90_000, 20_000, 150_000, 60_000)
HOUSES: tuple[Mapping[str, str], ...] = (
    {},
    {"rake_basis": "total", "rake_percent": "2.5%"},
    {"rake_before_flop": "no", "rake_cap": "7.50"},
    {"walk_rake_base": "full", "small_blind": "25", "lowest_chip": "5"},
    {"walk_rake_base": "small_blind_only", "odd_chips": "all_to_first", "small_blind": "25", "rake_cap": "0"},
)


class Live:
    """A live table with its blinds posted; every hand starts from there."""

    def __init__(self, rules: Rules, stacks: Sequence[int]) -> None:
        self.rules = rules
        self.players = {seat: Actor(f"P{seat}", Role.PLAYER, seat) for seat in range(1, len(stacks) + 1)}
        # The first Round's order begins left of the first seat, which has the button.
        order = [*range(2, len(stacks) + 1), 1]
        state = POKER.initial(self.rules)
        seating = dict(zip(order, stacks, strict=True))
        for seat in sorted(seating):
            state = self.after(state, *POKER.seat(self.players[seat], seat, seating[seat]))[0]
        state = self.after(state, c.AnnounceBlinds(by=DEALER))[0]
        assert list(state.order) == order, state.order
        for due in state.dues:
            post = {"small_blind": c.PostSmallBlind, "big_blind": c.PostBigBlind}[due.kind]
            state = self.after(state, post(by=self.players[due.seat], seat=due.seat))[0]
        self.posted = state

    def after(self, state: State, *commands: Command) -> tuple[State, list[Event]]:
        events: list[Event] = []
        for command in commands:
            outcome = POKER.decide(self.rules, state, command)
            assert isinstance(outcome, Accepted), (command, outcome)
            state = outcome.state
            events += outcome.events
        return state, events

    def play(self, cards: Sequence[Card], actions: Sequence[Sequence[int]]) -> tuple[list[int], int]:
        """The chips of each place and the rake, after one hand."""
        order = self.posted.order
        state, _ = self.after(self.posted, ShuffleCards(by=SYSTEM, first_cards=self._stacked(cards)))
        to_come = list(actions)
        rake = 0
        while state.phase != "idle":
            if state.phase == "betting":
                seat, choice, amount = to_come.pop(0)
                assert state.to_act == order[seat], (state.to_act, order[seat])
                command = self._action(state, order[seat], choice, amount)
            else:
                option = routine(self.rules, state)
                assert option is not None, state.phase
                command = fill(POKER.commands_by_name[option.command], option, DEALER)
            state, events = self.after(state, command)
            rake += sum(event.rake for event in events if isinstance(event, e.PotAwarded))
        assert not to_come, to_come
        return [state.seat(number).chips for number in order], rake

    def _action(self, state: State, seat: int, choice: int, amount: int) -> Command:
        by = self.players[seat]
        if choice == FOLD:
            return c.Fold(by=by, seat=seat)
        if choice == CHECK:
            return c.Check(by=by, seat=seat)
        if choice == CALL:
            return c.Call(by=by, seat=seat)
        kind = c.RaiseTo if state.current_bet else c.Bet
        return kind(by=by, seat=seat, amount=amount)

    def _stacked(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """The deck from which this edition's way of dealing gives these cards; unused ones are burnt."""
        seats = len(self.players)
        rest = iter([card for card in DECK if card not in set(cards)])
        board = cards[2 * seats :]
        burns = Terms.of(self.rules).opening_burns
        deck = [next(rest) for _ in range(burns)]
        deck += [cards[2 * seat + turn] for turn in (0, 1) for seat in range(seats)]
        for street in (board[:3], board[3:4], board[4:]):
            deck += [next(rest), *street]
        return tuple(deck)


def compare(
    edition: Edition, settings: Mapping[str, str], hands: int, seed: int, stacks: Sequence[int] = STACKS
) -> int:
    """Play `hands` hands both ways; raises at the first difference. Returns how many were raked."""
    rules = Rules.adopt(edition, {"seats": "10", **settings}, POKER.policies)
    stacks = stacks[: Terms.of(rules).seats]
    simulator = simulator_of(rules, Asked(), stacks=tuple(stacks))
    live = Live(rules, stacks)
    raked = 0
    for start in range(0, hands, CHUNK):
        size = min(CHUNK, hands - start)
        _, trace = simulator.traced(seed + start, size, size)
        for row in range(size):
            cards = [CARD[card] for card in trace.cards[row].tolist()]
            actions = trace.actions[row].tolist()
            count = next(at for at, action in enumerate(actions) if action[0] < 0)
            found = live.play(cards, actions[:count])
            expected = (trace.stacks[row].tolist(), int(trace.rakes[row, 0]))
            assert found == expected, (cards, actions[:count], found, expected)
            raked += expected[1] > 0
    return raked


if __name__ == "__main__":
    asked = int(sys.argv[1]) if len(sys.argv) > 1 else 200_000
    for name in ("rws-poker@6", "rws-poker@7"):
        started = time.monotonic()
        for at, house in enumerate(HOUSES):
            compare(Library().get(name), house, asked // len(HOUSES), seed=at)
        print(f"{name}: {asked:,} hands agree, {time.monotonic() - started:.0f} s")
