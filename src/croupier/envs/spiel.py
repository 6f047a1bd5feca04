"""Our Poker as a game of OpenSpiel: `croupier.envs.spiel.register()`, then
`pyspiel.load_game("croupier_poker(...)")`.

Parameters: seats, stake and small_blind in dollars, edition, rake, sizes ("50 100 200" percent of the pot,
or "none"), classes (own cards as one of 169 classes: the abstraction in which starting hands are solved),
only (the names of actions that may be chosen beside folding: "all_in" makes the push or fold game).
"""

from typing import Any

try:
    import pyspiel  # type: ignore[import-not-found, unused-ignore]
except ImportError as error:
    raise ImportError(
        "croupier.envs.spiel needs OpenSpiel; install it with: pip install open_spiel"
    ) from error

from croupier.envs.poker import kernel as k
from croupier.envs.poker.search import CHANCE, Position
from croupier.envs.poker.setup import PokerSetup

NAME = "croupier_poker"
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
_TYPE = pyspiel.GameType(
    short_name=NAME,
    long_name="No-limit Poker by the book",
    dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
    chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
    information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
    utility=pyspiel.GameType.Utility.GENERAL_SUM,  # the House takes a rake
    reward_model=pyspiel.GameType.RewardModel.TERMINAL,
    max_num_players=k.SEATS_MAX,
    min_num_players=2,
    provides_information_state_string=True,
    provides_information_state_tensor=False,
    provides_observation_string=True,
    provides_observation_tensor=False,
    parameter_specification=_DEFAULTS,
)


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
        # Only these actions may be chosen, by name; folding and calling are always possible.
        self.only = frozenset(str(given["only"]).split())
        most = self.setup.chips[0] / self.setup.unit
        info = pyspiel.GameInfo(
            num_distinct_actions=len(self.setup.actions),
            max_chance_outcomes=52,
            num_players=self.setup.seats,
            min_utility=-most,
            max_utility=most * (self.setup.seats - 1),
            utility_sum=None,
            max_game_length=64 * self.setup.seats,
        )
        super().__init__(_TYPE, info, params or {})

    def new_initial_state(self) -> "PokerState":
        return PokerState(self)


class PokerState(pyspiel.State):  # type: ignore[misc, unused-ignore]
    def __init__(self, game: PokerGame) -> None:
        super().__init__(game)
        self.position = Position(game.setup)
        self._classes, self._only = game.has_classes, game.only

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
        return [at for at in found if at == k.FOLD or names[at] in self._only] or [k.CALL]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.position.chance_outcomes()

    def _apply_action(self, action: int) -> None:
        self.position.step(action)

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            from croupier.analysis.kernels.cards import CARD

            return str(CARD[action])
        return self.position.setup.actions[action]

    def is_terminal(self) -> bool:
        return self.position.is_over

    def returns(self) -> list[float]:
        return self.position.returns()

    def information_state_string(self, player: int | None = None) -> str:
        seat = self.position.to_act if player is None else player
        return self.position.information_state(seat, classes=self._classes)

    def observation_string(self, player: int | None = None) -> str:
        return self.information_state_string(player)

    def __str__(self) -> str:
        return f"{' '.join(map(str, self.position.board))} {self.position.betting()}"


def register() -> str:
    """Tell OpenSpiel of the game; its name."""
    if NAME not in pyspiel.registered_names():
        pyspiel.register_game(_TYPE, PokerGame)
    return NAME
