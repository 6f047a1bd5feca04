"""A match: every deal is played once for each way to seat the agents, so that luck of the cards meets all
alike.

Where all chips are in before the river, what counts is the expectation over the cards to come, not the one
that came.
"""

import random
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from math import comb, sqrt
from typing import Any

import numpy as np
from msgspec import Struct, field

from croupier.arena.agents import AgentError, checked
from croupier.envs.poker import PokerSetup, PokerTable
from croupier.envs.poker import kernel as k
from croupier.envs.poker.search import Position
from croupier.phh import export
from croupier.table import Purpose, Refusal, fill
from croupier.table.bots import Bot, Observer

_EXACT_MAX = 2_000  # runs of the board that are counted; more are sampled
_SAMPLES = 500


class AgentResults(Struct):
    """An agent's results in Big Blinds, a sum for every deal over all its seats."""

    name: str
    deals: list[float] = field(default_factory=list)
    raw: float = 0.0
    hands: int = 0

    @property
    def mean(self) -> float:
        """Big Blinds a hand."""
        return sum(self.deals) / max(self.hands, 1)

    @property
    def error(self) -> float:
        """Half of the 95% confidence interval of the mean."""
        count = len(self.deals)
        if count < 2:
            return float("inf")
        middle = sum(self.deals) / count
        variance = sum((each - middle) ** 2 for each in self.deals) / (count - 1)
        return 1.96 * sqrt(variance / count) * count / self.hands


class Match:
    """Two to ten agents at one table. `told` hears of every hand as PHH."""

    def __init__(
        self,
        setup: PokerSetup,
        agents: Sequence[tuple[str, Bot]],
        *,
        seed: int = 1,
        told: Callable[[str], None] | None = None,
    ) -> None:
        assert len(agents) == setup.seats
        self.setup, self._told, self._seed = setup, told, seed
        self.bots = [bot for _, bot in agents]
        self.standings = [AgentResults(name) for name, _ in agents]

    def play(self, deals: int) -> Iterator[int]:
        """Deal after deal; gives how many hands have been played."""
        for deal in range(deals):
            chance = random.Random(f"{self._seed}/{deal}")
            seed = chance.randbytes(64).hex()
            sums = [0.0] * self.setup.seats
            for turn in range(self.setup.seats):
                seats = [(agent + turn) % self.setup.seats for agent in range(self.setup.seats)]
                adjusted, raw = self._hand(seats, seed, chance)
                for agent, seat in enumerate(seats):
                    sums[agent] += adjusted[seat]
                    self.standings[agent].raw += raw[seat]
                    self.standings[agent].hands += 1
            for standing, total in zip(self.standings, sums, strict=True):
                standing.deals.append(total)
            yield (deal + 1) * self.setup.seats

    def _hand(self, seats: list[int], seed: str, chance: random.Random) -> tuple[list[float], list[float]]:
        """One hand with agents at these seats; what each seat won, adjusted and as it came."""
        owners = {seat: agent for agent, seat in enumerate(seats)}
        names = [self.standings[owners[seat]].name for seat in range(self.setup.seats)]
        table = PokerTable(self.setup, lambda: {"seed": seed}, keeps=True, names=names)
        table.deal()
        position = Position(self.setup)
        order = table.table.table.state.order
        holes = [card for number in order for card in table.table.table.state.hand(number).cards]
        position.deal(holes)
        heard = self._tell(table, owners, 0)
        while not table.is_over:
            self._ask(table, position, owners[table.to_act])
            heard = self._tell(table, owners, heard)
            self._deal_known(table, position)
        if self._told is not None:
            self._told(export(table.history))
        raw = [cents / self.setup.unit for cents in table.net]
        adjusted = expected(position, chance) if position.is_chance else None
        return adjusted or raw, raw

    def _ask(self, table: PokerTable, position: Position, agent: int) -> None:
        """Let an agent choose; whatever it chose is done at the table and in the position."""
        seat, name = table.to_act, self.standings[agent].name
        live, actor = table.table, table.actors[seat]
        options = tuple(option for option in live.options(actor) if option.group == "play")
        view = table.view(seat)
        choice = self.bots[agent].choose(view, options)
        if choice is None:
            raise AgentError(f"{name} did not choose among {', '.join(option.words for option in options)}")
        option, values = checked(name, choice)
        before = view.seats[table.seats[seat]]
        try:
            command = fill(live.table.game.commands_by_name[option.command], option, actor, **values)
        except (TypeError, ValueError) as error:
            raise AgentError(f"{name}: {error}") from None
        outcome = live.submit(command)
        if isinstance(outcome, Refusal):
            raise AgentError(f"{name}: {option.words} with {values} was refused: {outcome.reason}")
        table.go_on()
        whole = before.bet + before.chips
        position.step(
            *_as_action(self.setup, option.purpose, values.get("amount", 0), whole, view.current_bet)
        )

    def _deal_known(self, table: PokerTable, position: Position) -> None:
        """Streets that were dealt with betting still to come; a run of the board after it stays open."""
        state = table.table.table.state
        shown = len(position.board)
        if position.is_chance and not table.is_over and len(state.board) > shown:
            position.deal(state.board[shown:])

    def _tell(self, table: PokerTable, owners: dict[int, int], heard: int) -> int:
        """Events to those who listen, as each may see them."""
        listening = {
            seat: bot for seat, agent in owners.items() if isinstance(bot := self.bots[agent], Observer)
        }
        if listening:
            for event in table.history[heard:]:
                for seat, bot in listening.items():
                    bot.observe(event.for_viewer(table.actors[seat]))
        return len(table.history)


def _as_action(setup: PokerSetup, done: Purpose, amount: int, whole: int, current: int) -> tuple[int, int]:
    """What was done, as the position knows it."""
    if done is Purpose.FOLD:
        return k.FOLD, 0
    if done in (Purpose.CHECK, Purpose.CALL) or (done is Purpose.ALL_IN and whole <= current):
        return k.CALL, 0
    if done is Purpose.ALL_IN or amount == whole:
        return len(setup.actions) - 1, 0
    return k.RAISE, amount


def expected(position: Position, chance: random.Random) -> list[float]:
    """What each seat wins on average over the cards to come, rake and odd chips included."""
    left = position.legal_actions()
    missing = 5 - len(position.board)
    total = np.zeros(position.setup.seats)
    runs: Any
    if comb(len(left), missing) <= _EXACT_MAX:
        runs = list(combinations(left, missing))
    else:
        runs = [chance.sample(left, missing) for _ in range(_SAMPLES)]
    for cards in runs:
        trial = position.clone()
        for card in cards:
            trial.step(card)
        total += trial.returns()
    return [float(each) for each in total / len(runs)]
