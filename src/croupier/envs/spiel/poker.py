"""Our Poker as a game of OpenSpiel: `pyspiel.load_game("croupier_poker(...)")`.

Parameters: seats, stake and small_blind in dollars, edition, rake, sizes ("50 100 200" percent of the pot,
or "none"), classes (own cards as one of 169 classes in strings: the abstraction in which starting hands are
solved), only (the names of actions that may be chosen beside folding, and calling what leaves no other
choice: "all_in" makes the push or fold game).
"""

from typing import Any, Final

import pyspiel  # type: ignore[import-not-found, unused-ignore]

from croupier.analysis.kernels.cards import CARD, NUMBER
from croupier.envs.poker import kernel as k
from croupier.envs.poker.search import CHANCE, Position
from croupier.envs.poker.setup import PokerSetup
from croupier.envs.spiel.observing import Observer

POKER: Final = "croupier_poker"
_CARDS: Final = 52
_DEFAULTS: dict[str, Any] = {
    "seats": 2,
    "stake": 1000,
    "small_blind": 5,
    "edition": "rws-poker@7",
    "rake": False,
    "sizes": "50 100 200",
    "classes": False,
    "only": "",
}


def _type(utility: Any) -> Any:
    return pyspiel.GameType(
        short_name=POKER,
        long_name="No-limit Poker by the book",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=utility,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=k.SEATS_MAX,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_DEFAULTS,
    )


TYPE: Final = _type(pyspiel.GameType.Utility.GENERAL_SUM)
_ZERO_SUM: Final = _type(pyspiel.GameType.Utility.ZERO_SUM)  # where the House takes no rake


class PokerGame(pyspiel.Game):  # type: ignore[misc, unused-ignore]
    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**_DEFAULTS, **(params or {})}
        self.setup = PokerSetup(
            edition=given["edition"],
            settings={
                "small_blind": 100 * int(given["small_blind"]),
                "table_stake_min": 100 * int(given["small_blind"]),
            },
            seats=int(given["seats"]),
            stakes=100 * int(given["stake"]),
            rake=bool(given["rake"]),
            sizes=tuple(int(size) for size in str(given["sizes"]).split() if size != "none"),
        )
        self.has_classes = bool(given["classes"])
        self.only = frozenset(str(given["only"]).split())
        if unknown := self.only - {*self.setup.actions}:
            raise ValueError(f"only={' '.join(sorted(unknown))}: there are {', '.join(self.setup.actions)}")
        most = self.setup.chips[0] / self.setup.unit
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.setup.actions),
            max_chance_outcomes=52,
            num_players=self.setup.seats,
            min_utility=-most,
            max_utility=most * (self.setup.seats - 1),
            utility_sum=None if self.setup.rake else 0.0,
            max_game_length=self.decisions_max,
        )
        super().__init__(TYPE if self.setup.rake else _ZERO_SUM, info, params or {})

    @property
    def decisions_max(self) -> int:
        """Nobody can raise by less than a Big Blind unless all-in, and everybody answers each raise."""
        raises = max(self.setup.chips) // self.setup.unit + self.setup.seats
        return (raises + k.ROUNDS) * self.setup.seats

    def new_initial_state(self) -> "PokerState":
        return PokerState(self)

    def make_py_observer(self, kind: Any = None, params: dict[str, Any] | None = None) -> Observer:
        kind = kind or pyspiel.IIGObservationType(perfect_recall=False)
        sees = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        seats, actions = self.setup.seats, len(self.setup.actions)
        parts: list[tuple[str, tuple[int, ...]]] = [("player", (seats,))]
        parts += [("hole", (_CARDS,))] if sees else []
        parts += [("board", (_CARDS,)), ("chips", (seats,)), ("bets", (seats,)), ("active", (seats,))]
        parts += [("betting", (self.decisions_max, actions))] if kind.perfect_recall else []

        def fill(written: dict[str, Any], state: "PokerState", player: int) -> None:
            position = state.position
            written["player"][player] = 1
            for card in position.hole(player) if sees else ():
                written["hole"][NUMBER[card]] = 1
            for card in position.board:
                written["board"][NUMBER[card]] = 1
            for name, numbers in position.at_stake().items():
                written[name][:] = numbers
            for turn, action in enumerate(position.decisions() if kind.perfect_recall else ()):
                written["betting"][turn, action] = 1

        def tell(state: "PokerState", player: int) -> str:
            hole = state.position.known(player, classes=self.has_classes) if sees else ""
            return f"{player}|{hole}|{''.join(state.position.board)}|{state.position.betting()}"

        return Observer(parts, fill, tell)


class PokerState(pyspiel.State):  # type: ignore[misc, unused-ignore]
    def __init__(self, game: PokerGame) -> None:
        super().__init__(game)
        self.position = Position(game.setup)
        self._only = game.only

    def current_player(self) -> int:
        found = self.position.to_act
        if found == CHANCE:
            return int(pyspiel.PlayerId.CHANCE)
        return int(pyspiel.PlayerId.TERMINAL) if self.position.is_over else found

    def _legal_actions(self, player: int) -> list[int]:
        found = self.position.legal_actions()
        if not self._only:
            return found
        names = self.position.setup.actions
        chosen = [at for at in found if names[at] in self._only] or [k.CALL]
        return sorted({k.FOLD, *chosen} & {*found})

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.position.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        self.position.step(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return str(CARD[action])
        return self.position.setup.actions[action]

    def is_terminal(self) -> bool:
        return self.position.is_over

    def returns(self) -> list[float]:
        return self.position.returns()

    def __str__(self) -> str:
        position = self.position
        hands = " ".join("".join(position.hole(seat)) for seat in range(position.setup.seats))
        return f"{hands}|{''.join(position.board)}|{position.betting()}"
