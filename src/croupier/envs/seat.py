"""What the single-table environments share: Gymnasium's side of them."""

from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any

import gymnasium as gym
import numpy as np
from numpy.typing import NDArray

from croupier.cards import Card
from croupier.envs import felt
from croupier.envs.layout import Form, Layout, check_form
from croupier.envs.live import Live, Shuffle, paragraphs
from croupier.envs.possible import Possible, PossibleWithAmount
from croupier.envs.wishes import action_and_amount
from croupier.rulebook.errors import suggest


class _Stacked:
    """These cards once, then others."""

    def __init__(self, cards: tuple[Card, ...], then: Shuffle) -> None:
        self._cards, self._then = cards, then

    def __call__(self) -> Mapping[str, Any]:
        cards, self._cards = self._cards, ()
        return {"first_cards": cards} if cards else self._then()


class SeatEnv(gym.Env[Any, Any]):
    """A player at a live table; an episode is one Round, or as many as `rounds` says."""

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 2}  # noqa: RUF012 - as Gymnasium has it

    def __init__(
        self,
        layout: Layout,
        actions: Sequence[str],
        first: Sequence[int],
        observation: Form,
        rounds: int,
        exact: bool,
        render_mode: str | None,
    ) -> None:
        check_form(observation)
        if render_mode is not None and render_mode not in self.metadata["render_modes"]:
            known = ", ".join(self.metadata["render_modes"])
            raise ValueError(f"render_mode={render_mode!r} is unknown; choose from {known}, or leave it out")
        if rounds < 1:
            raise ValueError(f"rounds={rounds}: an episode has 1 Round or more")
        self.layout, self.actions, self.render_mode = layout, tuple(actions), render_mode
        self.observation_space = layout.space(observation)
        self.action_space = (PossibleWithAmount if exact else Possible)(len(actions), first)
        self._form, self._rounds, self._exact = observation, rounds, exact
        self._mask = np.zeros(len(actions), np.int8)
        self._live: Live | None = None
        self._is_over = True

    # Gymnasium

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Any, dict[str, Any]]:
        """The next Round. A seed brings fresh cards that are the same every time; without one the shoe goes
        on.

        `options={"cards": ["As", "Kd", ...]}` stacks fresh cards: these come first.
        """
        super().reset(seed=seed)
        for name in options or {}:
            if name != "cards":
                raise ValueError(f"reset has no option {name!r}; {suggest(name, ('cards',))}")
        cards = tuple(Card(each) for each in (options or {}).get("cards", ()))
        if self._live is None or seed is not None or cards or self._is_round_open():
            self.open(self._stacked(cards) if cards else self._shuffled)
        self._played, self._is_over = 0, False
        self._begin()
        return self._observed(), self._info(0)

    def step(self, action: Any) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        if self._is_over:
            raise gym.error.ResetNeeded(
                "the episode is over, or there is none yet: call reset() before step()"
            )
        number, amount = action_and_amount(action, self.actions, self._exact)
        self._require(number)
        self.live.events.clear()
        self._act(number, amount)
        net = self._go_on()
        if net is None:
            return self._observed(), 0.0, False, False, self._info(0)
        self._played += 1
        self._is_over = self._played == self._rounds
        if not self._is_over:
            self._begin()
        return self._observed(), net / self.layout.unit, self._is_over, False, self._info(net)

    def render(self) -> Any:
        if self._live is None:
            raise gym.error.ResetNeeded("there is nothing to see yet: call reset() first")
        if self.render_mode is None:
            gym.logger.warn('render() needs render_mode="ansi" or "rgb_array" when the environment is made')
            return None
        if self.render_mode == "ansi":
            return "\n".join(self._live.table.game.picture(self._view))
        return felt.draw(*self._drawn())

    def close(self) -> None:
        self._live, self._is_over = None, True

    def action_masks(self) -> NDArray[np.bool_]:
        """As sb3-contrib's MaskablePPO asks for them."""
        return self._mask.astype(bool)

    @property
    def live(self) -> Live:
        if self._live is None:
            raise gym.error.ResetNeeded("there is no table yet: call reset() first")
        return self._live

    def _require(self, number: int) -> None:
        if not (0 <= number < len(self.actions) and self._mask[number]):
            allowed = [name for name, may in zip(self.actions, self._mask, strict=True) if may]
            said = self.actions[number] if 0 <= number < len(self.actions) else f"number {number}"
            raise ValueError(f"action {said} is not possible now; possible: {', '.join(allowed)}")

    def _is_round_open(self) -> bool:
        return self.live.table.game.is_round_open(self.live.table.state)

    def _shuffled(self) -> Mapping[str, Any]:
        return {"seed": self.np_random.bytes(64 * self.decks).hex()}

    def _stacked(self, cards: tuple[Card, ...]) -> Shuffle:
        return _Stacked(cards, self._shuffled)

    def _observed(self) -> Any:
        return self.layout.shape(self._numbers(), self._form)

    def _info(self, net: int) -> dict[str, Any]:
        action = (
            self.action_space["action"]
            if isinstance(self.action_space, PossibleWithAmount)
            else self.action_space
        )
        assert isinstance(action, Possible)
        action.possible = self._mask
        events = self.live.events
        return {
            "action_mask": self._mask.copy(),
            "net": net,
            "events": tuple(type(event).__name__ for event in events),
            "paragraphs": paragraphs(events),
        }

    # What each game says for itself

    _view: Any

    @property
    @abstractmethod
    def decks(self) -> int: ...

    @abstractmethod
    def open(self, shuffle: Shuffle) -> None:
        """A fresh table whose cards come from `shuffle`."""

    @abstractmethod
    def _begin(self) -> None:
        """Open a Round and go to its first decision."""

    @abstractmethod
    def _act(self, number: int, amount: int) -> None: ...

    @abstractmethod
    def _go_on(self) -> int | None:
        """Deal until the player is asked again; what the Round won in cents, once it is over."""

    @abstractmethod
    def _numbers(self) -> NDArray[np.int32]:
        """The observation as the kernel gives it, here from the view."""

    @abstractmethod
    def _drawn(self) -> tuple[str, list[felt.Row]]:
        """Title and rows of the picture."""
