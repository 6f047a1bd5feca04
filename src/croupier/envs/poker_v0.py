"""Poker for PettingZoo: `croupier.envs.poker_v0.env(seats=6)`, an AEC environment.

It is the row of a batch. With `strict=True`, exact amounts or pictures it is the live table: the same play,
decided by the document, with the paragraphs in its infos.

An observation is {"observation": ..., "action_mask": ...}; rewards are in Big Blinds, once a hand is settled.
"""

from typing import Any, Final, cast

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from numpy.typing import NDArray

try:
    from pettingzoo import AECEnv  # type: ignore[import-untyped]
    from pettingzoo.utils import wrappers  # type: ignore[import-untyped]
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "croupier.envs.poker_v0 needs PettingZoo; install it with: pip install 'croupier[agents]'",
        name=error.name,
    ) from error

from croupier.envs import felt
from croupier.envs.layout import Form, check_form
from croupier.envs.live import paragraphs
from croupier.envs.poker.live import PokerTable
from croupier.envs.poker.quick import QuickTable
from croupier.envs.poker.setup import NobodyIsAsked, PokerSetup
from croupier.envs.possible import Possible, PossibleWithAmount
from croupier.envs.wishes import action_and_amount, made

_TRIES: Final = 200  # beginnings in a row in which nobody is asked: more, and nobody will be


def env(**wanted: Any) -> AECEnv:
    """The environment with PettingZoo's usual guards around it."""
    return wrappers.OrderEnforcingWrapper(raw_env(**wanted))


class raw_env(AECEnv):  # type: ignore[misc]  # noqa: N801 - PettingZoo's name for it
    """Two to ten agents at one table; a single hand, or a session until one of them has all chips.

    With `exact=True` an action is {"action": number, "amount": cents}: with "raise", the total to raise to.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012 - as PettingZoo has it
        "name": "croupier_poker_v0",
        "render_modes": ["ansi", "rgb_array"],
        "is_parallelizable": False,
        "render_fps": 2,
    }

    def __init__(
        self,
        *,
        strict: bool = False,
        observation: Form = "array",
        exact: bool = False,
        render_mode: str | None = None,
        setup: PokerSetup | None = None,
        **wanted: Any,
    ) -> None:
        super().__init__()
        check_form(observation)
        known = self.metadata["render_modes"]
        if render_mode is not None and render_mode not in known:
            raise ValueError(f"render_mode={render_mode!r} is unknown; choose from {', '.join(known)}")
        self.setup = setup or made(PokerSetup, wanted)
        self.render_mode = render_mode
        self._form, self._exact = observation, exact
        self.possible_agents = [f"player_{seat}" for seat in range(self.setup.seats)]
        self.agents: list[str] = []
        self._number = {name: seat for seat, name in enumerate(self.possible_agents)}
        mask = spaces.Box(0, 1, (len(self.setup.actions),), np.int8)
        self._sees = {
            name: spaces.Dict({"observation": self.setup.layout.space(observation), "action_mask": mask})
            for name in self.possible_agents
        }
        kind = PossibleWithAmount if exact else Possible
        self._acts = {name: kind(len(self.setup.actions), (1,)) for name in self.possible_agents}
        self._random = seeding.np_random(None)[0]
        self._is_live = strict or exact or render_mode is not None
        self._table: PokerTable | QuickTable | None = None
        self._is_paid = False

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self._sees[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self._acts[agent]

    # PettingZoo

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """The next hand with the button one on, or a new session. A seed repeats it card for card."""
        if seed is not None:
            self._random = seeding.np_random(seed)[0]
        if seed is not None or self._table is None:
            live = self._is_live
            self._table = (
                PokerTable(self.setup, self._shuffled) if live else QuickTable(self.setup, self._seed())
            )
        self.agents = list(self.possible_agents)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {name: {} for name in self.agents}
        self._begin()
        self._accumulate_rewards()
        self._note()

    def _seed(self) -> int:
        return int(self._random.integers(2**62))

    def _shuffled(self) -> dict[str, str]:
        return {"seed": self._random.bytes(64).hex()}

    @property
    def table(self) -> PokerTable | QuickTable:
        if self._table is None:
            raise AttributeError("there is no table yet: call reset() first")
        return self._table

    def step(self, action: Any) -> None:
        table, agent = self.table, self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        number, amount = action_and_amount(action, self.setup.actions, self._exact)
        mask = self._mask
        if not (0 <= number < len(mask) and mask[number]):
            allowed = [name for name, may in zip(self.setup.actions, mask, strict=True) if may]
            said = self.setup.actions[number] if 0 <= number < len(mask) else f"number {number}"
            raise ValueError(f"{agent}: action {said} is not possible now; possible: {', '.join(allowed)}")
        self._cumulative_rewards[agent] = 0.0
        if self._is_paid:
            self._clear_rewards()
            self._is_paid = False
        table.act(number, amount)
        if table.is_over:
            self._hand_over()
            self._note()
            self._accumulate_rewards()
            self._deads_step_first()
        else:
            self._note()

    def _begin(self) -> None:
        """A hand, or a session, in which somebody is asked: others are no episodes."""
        for _ in range(_TRIES):
            self.rewards, self._is_paid = dict.fromkeys(self.agents, 0.0), False
            if self.setup.session:
                self.table.clear()
            self._deal()
            if not self.table.is_over:
                return
        raise NobodyIsAsked

    def _deal(self) -> None:
        """Hands that end without a decision, everybody all-in on the Blinds, are counted and gone on from."""
        self.table.deal()
        while self.table.is_over and not self._is_finished():
            self._pay()
            self.table.deal()

    def _is_finished(self) -> bool:
        return not self.setup.session or self.table.winner is not None

    def _pay(self) -> None:
        self._is_paid = True
        for seat, cents in enumerate(self.table.net):
            name = self.possible_agents[seat]
            if name in self.rewards:
                self.rewards[name] += cents / self.setup.unit

    def _hand_over(self) -> None:
        self._pay()
        if not self._is_finished():
            for name in self.agents:  # who has no chips left is out of the session
                self.terminations[name] = self.table.chips()[self._number[name]] == 0
            self._deal()
        if self.table.is_over:
            self.terminations = dict.fromkeys(self.agents, True)

    def _note(self) -> None:
        table = self.table
        if isinstance(table, PokerTable):
            happened = {
                "events": tuple(type(event).__name__ for event in table.events),
                "paragraphs": paragraphs(table.events),
            }
            self.infos = dict.fromkeys(self.agents, happened)
        self._mask = table.mask()
        if table.is_over:
            self.agent_selection = self.agents[0]
            return
        self.agent_selection = self.possible_agents[table.to_act]
        acts = self._acts[self.agent_selection]
        choice = cast(Possible, acts["action"] if isinstance(acts, PossibleWithAmount) else acts)
        choice.possible = self._mask

    def observe(self, agent: str) -> dict[str, Any]:
        if agent not in self._number:
            raise ValueError(f"there is no agent {agent!r}; there are {', '.join(self.possible_agents)}")
        seat, table = self._number[agent], self.table
        is_asked = not table.is_over and table.to_act == seat
        mask: NDArray[np.int8] = self._mask.copy() if is_asked else np.zeros(len(self.setup.actions), np.int8)
        return {"observation": self.setup.layout.shape(table.seen(seat), self._form), "action_mask": mask}

    def state(self) -> NDArray[np.int32]:
        """What everybody sees together, for critics that learn with all cards open: a row for each agent."""
        return np.stack([self.table.seen(seat) for seat in range(self.setup.seats)])

    @property
    def state_space(self) -> spaces.Space[Any]:
        low, high = np.zeros(self.setup.layout.width, np.int32), self.setup.layout.highs
        return spaces.Box(
            np.tile(low, (self.setup.seats, 1)), np.tile(high, (self.setup.seats, 1)), dtype=np.int32
        )

    def render(self) -> Any:
        if self.render_mode is None:
            return None
        table = self.table
        assert isinstance(table, PokerTable), "pictures are drawn of the live table"
        view = table.view(0 if table.is_over else table.to_act)
        if self.render_mode == "ansi":
            return "\n".join(table.table.table.game.picture(view))
        rows = [felt.Row("Board", view.board, f"Pot {view.pot / 100:,.2f}")]
        for number, seat in sorted(view.seats.items()):
            cards = seat.cards or [""] * seat.card_count
            note = f"{seat.chips / 100:,.2f}" + (f", bet {seat.bet / 100:,.2f}" if seat.bet else "")
            button = " (button)" if number == view.button else ""
            rows.append(felt.Row(seat.player + button, cards, note, number == view.to_act))
        return felt.draw(f"{self.setup.rules.edition.title}, {view.phase}", rows)

    def close(self) -> None:
        self._table = None
