"""The transcript says what a dealer would."""

import pytest

from croupier.games.multilink import events as e
from croupier.table import say


@pytest.mark.parametrize(
    ("taken", "paid", "words"),
    [
        (0, 149_00, "Box 1, Two Pairs: 149 paid"),
        (25_00, 0, "Box 1, Two Pairs: 25 taken"),
        (5_00, 75_00, "Box 1, Two Pairs: 5 taken, 75 paid"),
        (0, 0, "Box 1, Two Pairs"),
    ],
)
def test_a_settled_box_says_what_was_taken_and_paid(taken: int, paid: int, words: str) -> None:
    box = {"player": "Ann", "seat": 1, "box": 1, "status": "in", "hand": "Two Pairs", "results": ()}
    assert say(e.BoxSettled(citations=(), taken=taken, paid=paid, **box)) == words  # type: ignore[arg-type]
