"""Poker for search."""

import random

import pytest

from croupier.envs.poker.search import CHANCE, Position


def _seen(position: Position) -> tuple[object, ...]:
    outcomes = position.chance_outcomes() if position.is_chance else []
    return (
        position.to_act,
        position.legal_actions(),
        outcomes,
        position.betting(),
        position.board,
        position.observation().tolist(),
    )


def test_a_step_can_be_taken_back() -> None:
    position = Position(seats=3)
    chance, path = random.Random(2), []
    while not position.is_over:
        path.append(_seen(position))
        position.step(chance.choice(position.legal_actions()))
    assert sum(position.returns()) <= 0  # the House has raked
    while path:
        position.undo()
        assert _seen(position) == path.pop()
    with pytest.raises(ValueError, match="nothing has happened"):
        position.undo()


def test_a_clone_goes_its_own_way() -> None:
    position = Position(seats=2, rake=False)
    assert position.to_act == CHANCE
    assert len(position.chance_outcomes()) == 52
    position.deal(["2c", "7d", "As", "Ah"])
    other = position.clone()
    other.step(0)
    assert other.is_over
    assert sorted(other.returns()) == [-0.5, 0.5]
    assert not position.is_over
    assert position.information_state(position.to_act, classes=True).split("|")[1] in ("72o", "AA")


def test_wrong_steps_are_answered_with_what_to_do() -> None:
    position = Position(seats=2)
    position.deal(["2c"])
    with pytest.raises(ValueError, match="2c is dealt already"):
        position.step(0)
    with pytest.raises(ValueError, match="cards are 0 to 51, not 52"):
        position.step(52)
    position.deal(["7d", "As", "Ah"])
    with pytest.raises(ValueError, match="possible: fold, call"):
        position.step(99)
    position.step(0)
    with pytest.raises(ValueError, match="the hand is over"):
        position.step(0)
