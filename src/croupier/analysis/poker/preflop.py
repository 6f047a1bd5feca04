"""The game before the flop, heads-up, solved: who raises, calls and folds what, for a stake.

What is solved is a game of its own: Blinds of a half and one, no rake, both players with the same stake; a
raise is of the pot (three times the bet), or all-in; whoever calls sees the board without any further bet.
In that game the two strategies are an equilibrium but for the exploitability that is told with them. At a
table, where betting goes on after the flop, they are a sound beginning, not the last word.

`croupier preflop --solve --write FILE` made the table that ships.
"""

import json
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
from msgspec import Struct
from numpy.typing import NDArray

from croupier.analysis.figures import AnalysisError

KEPT: Final = Path(__file__).with_name("preflop.json")
STACKS: Final[tuple[float, ...]] = (2, 3, 4, 5, 6, 8, 10, 12, 15, 20, 25, 30, 40, 60, 80, 100, 150, 200)
ROUNDS: Final = 1_500
FOLD, CALL, RAISE, ALL_IN = "fcra"
WORDS: Final = {FOLD: "fold", CALL: "call", RAISE: "raise", ALL_IN: "all-in"}
RAISED: Final = 3  # the pot after a call is two bets; a raise by it makes three
_ROOM: Final = 0.4  # of the stake: who would put in more goes all-in
LEVELS: Final = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_ALWAYS: Final = len(LEVELS) - 1

Floats = NDArray[np.float64]


class Leaf(Struct, frozen=True):
    """The end: what each has put in, and who folded, if anybody."""

    put: tuple[float, float]
    folded: int = -1


class Node(Struct, frozen=True):
    """A decision; `line` is what was done before, a letter each, and `children` follow from `actions`."""

    line: str
    player: int
    actions: str
    children: tuple["Node | Leaf", ...]

    def walk(self) -> Iterator["Node"]:
        yield self
        for child in self.children:
            if isinstance(child, Node):
                yield from child.walk()


class Game(Struct, frozen=True):
    """A tree, how likely each two hands are dealt, and what part of the pot the first of them wins."""

    root: Node
    deals: Floats
    equity: Floats


Strategy = Mapping[str, Floats]
"""By line: a row a hand, a column an action, rows sum to 1."""


class Solution(Struct, frozen=True):
    """Strategies of both players. Values are in Big Blinds a hand."""

    strategy: Strategy
    value: float
    """What the first player wins."""
    exploitability: float
    """What a player who knows the other's strategy wins on average more than the value of the game."""


def tree(stack: float) -> Node:
    """The Small Blind opens."""
    if stack <= 1:
        raise AnalysisError(
            "with {stack} Big Blinds there is nothing to decide; ask for more than 1", stack=stack
        )
    return _asked("", 0, (0.5, 1.0), stack)


def push_or_fold(stack: float) -> Node:
    """The Small Blind goes all-in or folds; the Big Blind calls or folds."""
    answer = Node(ALL_IN, 1, FOLD + CALL, (Leaf((stack, 1.0), 1), Leaf((stack, stack))))
    return Node("", 0, FOLD + ALL_IN, (Leaf((0.5, 1.0), 0), answer))


@cache
def nodes(stack: float) -> Mapping[str, Node]:
    """The decisions of a tree, by line."""
    return {node.line: node for node in tree(stack).walk()}


def _asked(line: str, player: int, put: tuple[float, float], stack: float) -> Node:
    bet = max(put)
    children: dict[str, Node | Leaf] = {}

    def raised(action: str, to: float) -> Node:
        return _asked(line + action, 1 - player, (to, put[1]) if player == 0 else (put[0], to), stack)

    if put[player] < bet:
        children[FOLD] = Leaf(put, player)
    # The Big Blind still has a word after the Small Blind's call.
    children[CALL] = Leaf((bet, bet)) if line else _asked(CALL, 1, (bet, bet), stack)
    if RAISED * bet <= _ROOM * stack:
        children[RAISE] = raised(RAISE, RAISED * bet)
    if bet < stack:
        children[ALL_IN] = raised(ALL_IN, stack)
    return Node(line, player, "".join(children), tuple(children.values()))


# Solving


class _Solver:
    """Counterfactual regrets that never go below zero, players in turn, later strategies counting more."""

    def __init__(self, game: Game) -> None:
        self._deals, self._won = game.deals, game.deals * game.equity
        self._root, hands = game.root, len(game.deals)
        self._regrets = {node.line: np.zeros((hands, len(node.actions))) for node in game.root.walk()}
        self._sums = {line: np.zeros_like(regrets) for line, regrets in self._regrets.items()}

    def run(self, rounds: int) -> None:
        ones = np.ones(len(self._deals))
        for self._time in range(1, rounds + 1):
            for self._player in (0, 1):
                self._improve(self._root, ones, ones)

    def _improve(self, at: Node | Leaf, own: Floats, other: Floats) -> Floats:
        """What the player's hands are worth here; their regrets follow it. The rest is how likely one gets
        here.
        """
        if isinstance(at, Leaf):
            return worth(at, self._player, other, self._deals, self._won)
        now = _matched(self._regrets[at.line])
        if at.player != self._player:
            # Everything happens by mistake now and then, ever less: so there is an answer to it too.
            slips = 1 / (9 + self._time)
            taken = (1 - slips) * now + slips / len(at.actions)
            parts = [self._improve(to, own, other * taken[:, a]) for a, to in enumerate(at.children)]
            return np.asarray(sum(parts))
        values = np.stack(
            [self._improve(to, own * now[:, a], other) for a, to in enumerate(at.children)], axis=1
        )
        value: Floats = (now * values).sum(axis=1)
        regrets = self._regrets[at.line]
        np.maximum(regrets + values - value[:, None], 0, out=regrets)
        self._sums[at.line] += self._time * own[:, None] * now
        return value

    def average(self) -> dict[str, Floats]:
        """Hands that hardly ever get to a line play there what they would regret not to have played."""
        found, often = {}, 0.001 * self._time * (self._time + 1) / 2
        for line, sums in self._sums.items():
            total = sums.sum(axis=1, keepdims=True)
            found[line] = np.where(
                total > often, sums / np.maximum(total, often), _matched(self._regrets[line])
            )
        return found


def _matched(regrets: Floats) -> Floats:
    total = regrets.sum(axis=1, keepdims=True)
    return np.where(total > 0, regrets / np.where(total > 0, total, 1), 1 / regrets.shape[1])


def worth(leaf: Leaf, player: int, other: Floats, deals: Floats, won: Floats) -> Floats:
    """What each hand of a player wins at an end, weighed by how likely the other's hands get there."""
    if leaf.folded >= 0:
        amount = leaf.put[1 - player] if leaf.folded != player else -leaf.put[player]
        return amount * (deals @ other)
    return sum(leaf.put) * (won @ other) - leaf.put[player] * (deals @ other)


def best_answer(game: Game, strategy: Strategy, player: int) -> float:
    """What a player wins who knows the other's strategy."""
    won = game.deals * game.equity

    def value(at: Node | Leaf, other: Floats) -> Floats:
        if isinstance(at, Leaf):
            return worth(at, player, other, game.deals, won)
        if at.player == player:
            return np.asarray(np.max([value(to, other) for to in at.children], axis=0))
        now = strategy[at.line]
        parts = [value(to, other * now[:, a]) for a, to in enumerate(at.children)]
        return np.asarray(np.sum(parts, axis=0))

    return float(value(game.root, np.ones(len(game.deals))).sum())


def expected(game: Game, strategy: Strategy) -> float:
    """What the first player wins when both play by it."""
    won = game.deals * game.equity

    def value(at: Node | Leaf, own: Floats, other: Floats) -> float:
        if isinstance(at, Leaf):
            return float(own @ worth(at, 0, other, game.deals, won))
        now = strategy[at.line]
        ways = [
            (own * now[:, a], other) if at.player == 0 else (own, other * now[:, a])
            for a in range(len(at.actions))
        ]
        return sum(value(to, *way) for to, way in zip(at.children, ways, strict=True))

    ones = np.ones(len(game.deals))
    return value(game.root, ones, ones)


def solve(game: Game, rounds: int = ROUNDS, *, exactly: bool = False) -> Solution:
    """An equilibrium, rounded to what a table keeps unless it is wanted exactly."""
    solver = _Solver(game)
    solver.run(rounds)
    strategy = solver.average()
    if not exactly:
        strategy = {line: unpacked(packed(rows)) for line, rows in strategy.items()}
    return _solution(game, strategy)


def _solution(game: Game, strategy: Strategy) -> Solution:
    gains = [best_answer(game, strategy, player) for player in (0, 1)]
    return Solution(strategy, expected(game, strategy), sum(gains) / 2)


def game_of(root: Node) -> Game:
    """All 169 starting hands in this tree."""
    from croupier.analysis.poker.versus import versus

    found = versus()
    return Game(root, found.deals, found.equity)


def solved(stack: float, rounds: int = ROUNDS) -> Solution:
    """An equilibrium with this stake, in Big Blinds."""
    return solve(game_of(tree(stack)), rounds)


def judged(stack: float, strategy: Strategy) -> Solution:
    """What a strategy of this stake is worth, and how far it can be exploited."""
    return _solution(game_of(tree(stack)), strategy)


# Keeping


def packed(rows: Floats) -> tuple[str, ...]:
    """For each action a letter a hand, its frequency in 61 parts; the parts of a hand make 61."""
    parts = np.floor(rows * _ALWAYS + 1e-9).astype(int)
    rests = rows * _ALWAYS - parts
    for hand, missing in enumerate(_ALWAYS - parts.sum(axis=1)):
        parts[hand, np.argsort(-rests[hand], kind="stable")[:missing]] += 1
    return tuple("".join(LEVELS[part] for part in column) for column in parts.T)


def unpacked(columns: tuple[str, ...]) -> Floats:
    return np.array([[LEVELS.index(letter) for letter in column] for column in columns]).T / _ALWAYS


def written(solutions: Mapping[float, Solution], rounds: int) -> str:
    """The table as a file."""
    text = json.dumps(
        {
            "rounds": rounds,
            "stacks": {
                f"{stack:g}": {
                    "value": round(found.value, 6),
                    "exploitability": round(found.exploitability, 6),
                    "lines": {line: packed(rows) for line, rows in found.strategy.items()},
                }
                for stack, found in solutions.items()
            },
        },
        indent=1,
    )
    return text + "\n"


@cache
def kept() -> Mapping[float, Solution]:
    """The table that ships, by stake in Big Blinds."""
    read = json.loads(KEPT.read_text())["stacks"]
    return {
        float(stack): Solution(
            {line: unpacked(tuple(columns)) for line, columns in each["lines"].items()},
            each["value"],
            each["exploitability"],
        )
        for stack, each in read.items()
    }


def nearest(stack: float) -> float:
    """The stake of the table that is nearest, as a ratio."""
    return min(kept(), key=lambda known: abs(np.log(known / max(stack, 0.01))))
