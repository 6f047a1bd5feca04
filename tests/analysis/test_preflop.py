"""The solved game before the flop: the solver where the solution is known, the tree against the rules."""

from fractions import Fraction
from itertools import product
from typing import Any

import numpy as np
import pytest
from typer.testing import CliRunner

from croupier.analysis.figures import AnalysisError
from croupier.analysis.kernels.cards import class_names, holding
from croupier.analysis.poker import preflop as p
from croupier.analysis.poker import versus as v
from croupier.cards import DECK, rank_value, strength
from croupier.cli import app
from croupier.envs.poker import kernel as k
from croupier.envs.poker.search import Position

# Kuhn's poker: three cards, one each, an ante of 1, one bet of 1.
KUHN = p.Node(
    "",
    0,
    "cr",
    (
        p.Node("c", 1, "cr", (p.Leaf((1, 1)), p.Node("cr", 0, "fc", (p.Leaf((1, 2), 0), p.Leaf((2, 2)))))),
        p.Node("r", 1, "fc", (p.Leaf((2, 1), 1), p.Leaf((2, 2)))),
    ),
)
THREE = p.Game(KUHN, (1 - np.eye(3)) / 6, np.tril(np.ones((3, 3)), -1))


def test_kuhns_poker_is_worth_what_kuhn_found() -> None:
    """The first player loses an eighteenth; the second calls a bet with the middle card one time in three."""
    found = p.solve(THREE, 3_000, exactly=True)
    assert found.value == pytest.approx(-1 / 18, abs=1e-4)
    assert 0 <= found.exploitability < 1e-4
    assert found.strategy["r"][1, 1] == pytest.approx(1 / 3, abs=0.01)
    assert found.strategy["c"][0, 1] == pytest.approx(1 / 3, abs=0.01)  # bluffs with the lowest as often
    first = found.strategy[""]
    assert first[2, 1] == pytest.approx(3 * first[0, 1], abs=0.02)  # bets the highest three times as often


@pytest.mark.parametrize("player", [0, 1])
def test_the_best_answer_is_the_best_of_all_plans(player: int) -> None:
    """Every plan of a player written out, and what it wins against a strategy summed deal by deal."""
    chance = np.random.default_rng(5)
    parts = {node.line: chance.integers(1, 9, (3, len(node.actions))) for node in KUHN.walk()}
    strategy = {line: rows / rows.sum(axis=1, keepdims=True) for line, rows in parts.items()}
    own = [node for node in KUHN.walk() if node.player == player]
    places = [(node.line, card) for node in own for card in range(3)]
    best = max(
        sum(
            _won(KUHN, player, mine, other, dict(zip(places, plan, strict=True)), parts)
            for mine, other in product(range(3), repeat=2)
            if mine != other
        )
        for plan in product(range(2), repeat=len(places))
    )
    assert p.best_answer(THREE, strategy, player) == pytest.approx(float(best / 6))


def _won(
    at: Any, player: int, mine: int, other: int, plan: dict[tuple[str, int], int], parts: dict[str, Any]
) -> Fraction:
    if isinstance(at, p.Leaf):
        lost = at.folded == player or (at.folded < 0 and mine < other)
        return Fraction(-at.put[player] if lost else at.put[1 - player])
    if at.player == player:
        return _won(at.children[plan[at.line, mine]], player, mine, other, plan, parts)
    row = [Fraction(int(part)) for part in parts[at.line][other]]
    ways = zip(row, at.children, strict=True)
    return sum((part * _won(to, player, mine, other, plan, parts) for part, to in ways), Fraction(0)) / sum(
        row
    )


@pytest.mark.parametrize("stack", [2, 10, 100])
def test_every_end_of_the_tree_is_what_the_rules_pay(stack: int) -> None:
    """Each line is played by the rules of the table, with aces for the Small Blind against kings."""
    start = Position(seats=2, stakes=stack * 10_00, rake=False, sizes=())
    start.deal(["Kd", "Kc", "As", "Ah"])
    assert start.hole(start.to_act) == ("As", "Ah")
    ends = 0

    def check(at: Any, position: Position, bet: int) -> None:
        nonlocal ends
        if isinstance(at, p.Node):
            for letter, child in zip(at.actions, at.children, strict=True):
                after = position.clone()
                to = 3 * bet if letter == p.RAISE else bet
                after.step(*{"f": (k.FOLD, 0), "c": (k.CALL, 0), "r": (k.RAISE, to), "a": (3, 0)}[letter])
                check(child, after, to)
            return
        ends += 1
        while not position.is_over:  # the board, and whoever could still bet does not
            position.step(position.legal_actions()[0] if position.is_chance else k.CALL)
        won = at.put[1] if at.folded != 0 else -at.put[0]
        assert position.returns()[start.to_act] == pytest.approx(won)

    check(p.tree(stack), start, 10_00)
    assert ends == {2: 6, 10: 14, 100: 30}[stack]


def test_starting_hands_are_counted_as_one_by_one() -> None:
    """On some boards, every two hands that are possible compared by themselves."""
    boards = [[0, 5, 22, 39, 51], [3, 7, 11, 30, 50], [8, 9, 10, 11, 40]]  # no flush, three of a suit, quads
    keys = np.array([sum(1 << (13 * (3 - card % 4) + card // 4) for card in board) for board in boards])
    weights = np.array([1, 2, 5])
    wins = np.zeros((v.CLASSES, v.CLASSES), np.int64)
    v._count(keys, weights, v.CLASS, wins)
    expected = np.zeros_like(wins)
    deck = sorted(DECK, key=lambda card: (rank_value(card), "cdhs".index(card[1])))
    for board, weight in zip(boards, weights, strict=True):
        shown = tuple(deck[card] for card in board)
        left = [card for card in range(52) if card not in board]
        hands = [(low, high) for high in left for low in left if low < high]
        values = np.array([strength((*shown, deck[low], deck[high])) for low, high in hands])
        kinds = v.CLASS[[holding(*hand) for hand in hands]]
        cards = np.array(hands)
        for own in range(len(hands)):
            apart = ~(cards == cards[own, 0]).any(axis=1) & ~(cards == cards[own, 1]).any(axis=1)
            beaten = kinds[apart & (values < values[own])]
            np.add.at(expected[kinds[own]], beaten, weight)
    assert (wins == expected).all()


def test_frequencies_are_kept_in_parts_that_make_a_whole() -> None:
    rows = np.array([[1 / 3, 1 / 3, 1 / 3], [0, 1, 0], [0.004, 0.5, 0.496]])
    kept = p.unpacked(p.packed(rows))
    assert kept.sum(axis=1) == pytest.approx([1, 1, 1])
    assert np.abs(kept - rows).max() < 1 / 61


def test_the_table_that_ships_has_all_lines_and_plays_aces() -> None:
    aces, worst = class_names().index("AA"), class_names().index("72o")
    assert set(p.kept()) == set(p.STACKS)
    for stack, found in p.kept().items():
        assert 0 <= found.exploitability < 0.003
        assert set(found.strategy) == set(p.nodes(stack))
        for line, rows in found.strategy.items():
            actions = p.nodes(stack)[line].actions
            assert rows.shape == (v.CLASSES, len(actions))
            assert rows.sum(axis=1) == pytest.approx(np.ones(v.CLASSES))
            if p.FOLD in actions:
                assert rows[aces, 0] == 0
        if stack >= 20:
            assert found.strategy["a"][worst, 0] == 1
            assert found.strategy[""][worst, 0] == 1


def test_stakes_between_go_to_the_nearest() -> None:
    assert [p.nearest(stack) for stack in (1.2, 17, 18, 90, 1000)] == [2, 15, 20, 100, 200]
    with pytest.raises(AnalysisError, match="ask for more than 1"):
        p.tree(1)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--stack", "20"), "20 Big Blinds, the Small Blind to act; so far: nothing"),
        (("--after", "r", "--hand", "AA"), "so far: raise\nraise 100%"),
        (("--stack", "17"), "a stake of 17 is not in the table; there are 2, 3,"),
        (("--after", "x"), "after 'x' nobody is asked with this stake; there are '', 'c'"),
        (("--hand", "AK"), "did you mean 'AKs'?"),
    ],
)
def test_the_command_shows_the_table_or_says_what_there_is(arguments: tuple[str, ...], said: str) -> None:
    result = CliRunner().invoke(app, ["preflop", *arguments], env={"COLUMNS": "200"})
    assert said in result.output


@pytest.mark.soak
def test_the_counts_that_ship_are_those_of_all_boards() -> None:
    with np.load(v.KEPT) as kept:
        assert (kept["wins"] == v.counted()).all()
