"""Two players before the flop as games of OpenSpiel, in which a deal is two of 169 classes and an all-in is
worth its exact equity: small enough for any algorithm, and judged exactly (`exploitability`).

Parameter: stack, what both have, in Big Blinds.
"""

from collections.abc import Callable, Iterator
from functools import cache
from typing import Any, Final

import numpy as np
import pyspiel  # type: ignore[import-not-found, unused-ignore]

from croupier.analysis.kernels.cards import class_names
from croupier.analysis.poker import preflop as p
from croupier.analysis.poker.versus import versus
from croupier.envs.spiel.observing import Observer

PREFLOP: Final = "croupier_preflop"
PUSH_FOLD: Final = "croupier_push_fold"
_LETTERS: Final = "".join(p.WORDS)
_HANDS: Final = 169


def type_of(name: str) -> Any:
    words = {PREFLOP: "Heads-up before the flop", PUSH_FOLD: "Push or fold"}
    return pyspiel.GameType(
        short_name=name,
        long_name=words[name],
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=2,
        min_num_players=2,
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"stack": 10.0},
    )


class AbstractGame(pyspiel.Game):  # type: ignore[misc, unused-ignore]
    name: str
    tree: Callable[[float], p.Node]

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        self.stack = float((params or {}).get("stack", 10.0))
        self.solvable = p.game_of(type(self).tree(self.stack))
        self.nodes = {node.line: node for node in self.solvable.root.walk()}
        self.depth = max(map(len, self.nodes)) + 1
        info = pyspiel.GameInfo(
            num_distinct_actions=len(_LETTERS),
            max_chance_outcomes=_HANDS,
            num_players=2,
            min_utility=-self.stack,
            max_utility=self.stack,
            utility_sum=0.0,
            max_game_length=self.depth,
        )
        super().__init__(type_of(self.name), info, params or {})

    def new_initial_state(self) -> "AbstractState":
        return AbstractState(self)

    def make_py_observer(self, kind: Any = None, params: dict[str, Any] | None = None) -> Observer:
        sees = kind is None or kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        parts: list[tuple[str, tuple[int, ...]]] = [("player", (2,))]
        parts += [("hand", (_HANDS,))] if sees else []
        parts += [("line", (self.depth, len(_LETTERS)))]

        def fill(written: dict[str, Any], state: "AbstractState", player: int) -> None:
            written["player"][player] = 1
            if sees and len(state.hands) > player:
                written["hand"][state.hands[player]] = 1
            for turn, letter in enumerate(state.line):
                written["line"][turn, _LETTERS.index(letter)] = 1

        def tell(state: "AbstractState", player: int) -> str:
            own = class_names()[state.hands[player]] if sees and len(state.hands) > player else ""
            return f"{player}|{own}|{state.line}"

        return Observer(parts, fill, tell)


class PreflopGame(AbstractGame):
    name, tree = PREFLOP, staticmethod(p.tree)


class PushFoldGame(AbstractGame):
    name, tree = PUSH_FOLD, staticmethod(p.push_or_fold)


class AbstractState(pyspiel.State):  # type: ignore[misc, unused-ignore]
    def __init__(self, game: AbstractGame) -> None:
        super().__init__(game)
        self._of = _Fixed(game)
        self.hands: list[int] = []
        self.line = ""
        self._leaf: p.Leaf | None = None

    def current_player(self) -> int:
        if self._leaf is not None:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if len(self.hands) < 2 else self._of.nodes[self.line].player

    def _legal_actions(self, player: int) -> list[int]:
        return [_LETTERS.index(letter) for letter in self._of.nodes[self.line].actions]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self._of.dealt[self.hands[0] if self.hands else -1]

    def _apply_action(self, action: int) -> None:
        if len(self.hands) < 2:
            self.hands.append(action)
            return
        node, letter = self._of.nodes[self.line], _LETTERS[action]
        child = node.children[node.actions.index(letter)]
        self.line += letter
        self._leaf = child if isinstance(child, p.Leaf) else None

    def _action_to_string(self, player: int, action: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return class_names()[action]
        return p.WORDS[_LETTERS[action]]

    def is_terminal(self) -> bool:
        return self._leaf is not None

    def returns(self) -> list[float]:
        leaf = self._leaf
        if leaf is None:
            return [0.0, 0.0]
        if leaf.folded >= 0:
            won = -leaf.put[0] if leaf.folded == 0 else leaf.put[1]
        else:
            won = sum(leaf.put) * float(self._of.equity[self.hands[0], self.hands[1]]) - leaf.put[0]
        return [won, -won]

    def __str__(self) -> str:
        return f"{' '.join(class_names()[hand] for hand in self.hands)}|{self.line}"


class _Fixed:
    """What all states of a game share; a copy of a state does not copy it."""

    def __init__(self, game: AbstractGame) -> None:
        self.nodes, self.equity = game.nodes, game.solvable.equity
        self.dealt = _dealt()

    def __deepcopy__(self, memo: dict[int, Any]) -> "_Fixed":
        return self


@cache
def _dealt() -> dict[int, list[tuple[int, float]]]:
    """The second player's hands after each of the first player's; the first player's at -1."""
    deals = versus().deals
    rows = {-1: deals.sum(axis=1), **dict(enumerate(deals))}
    return {
        first: [(hand, float(part)) for hand, part in enumerate(row / row.sum()) if part > 0]
        for first, row in rows.items()
    }


def exploitability(game: AbstractGame, policy: Any) -> float:
    """What a player who knows the policy wins on average more than the value of the game, exactly.

    `policy` is one of OpenSpiel's: anything with `action_probabilities(state)`.
    """
    strategy = {line: np.zeros((_HANDS, len(node.actions))) for line, node in game.nodes.items()}
    for state in _every_decision(game):
        chances = policy.action_probabilities(state)
        hand = state.hands[state.current_player()]
        letters = game.nodes[state.line].actions
        strategy[state.line][hand] = [chances.get(_LETTERS.index(letter), 0.0) for letter in letters]
    return sum(p.best_answer(game.solvable, strategy, player) for player in (0, 1)) / 2


def _every_decision(game: AbstractGame) -> "Iterator[AbstractState]":
    """Each information set once: what the other holds makes no difference to who acts."""
    for hand in range(_HANDS):
        for line in game.nodes:
            state = game.new_initial_state()
            state.apply_action(hand)
            state.apply_action(hand)
            for letter in line:
                state.apply_action(_LETTERS.index(letter))
            yield state
