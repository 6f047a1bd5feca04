"""Two mistakes in one step: nothing that is noticed alone goes unnoticed with another."""

from functools import cache
from itertools import combinations

import pytest

from croupier.games import catalogue
from croupier.rulebook import Library
from croupier.table import Role
from croupier.table.pairs import Matrix, pairs

# What cannot be together: of one burn, of a street of one card, of a packet of two with one missing.
APART = {
    ("missed_burn", "extra_burn"),
    ("missed_burn", "short"),
    ("missed_burn", "together"),
    ("short", "surplus"),
    ("short", "together"),
}


@cache
def matrices(edition: str) -> tuple[Matrix, ...]:
    return pairs(catalogue().table(edition, {}))


def hole_cards(edition: str, seen: str) -> Matrix:
    return next(each for each in matrices(edition) if "hole cards" in each.step and each.seen == seen)


@pytest.mark.parametrize("edition", Library().ids)
def test_what_is_noticed_alone_is_noticed_with_every_other_mistake(edition: str) -> None:
    book = Library().get(edition)
    assert sum(len(matrix.decided) for matrix in matrices(edition)) > 40
    for matrix in matrices(edition):
        alone = [kind for kind in matrix.mistakes if (kind, kind) in matrix.decided]
        for pair in combinations(alone, 2):
            assert pair in matrix.decided or pair in APART, (matrix.step, matrix.since, pair)
        for decided in matrix.decided.values():
            assert decided.paragraphs
            assert set(decided.paragraphs) <= set(book.paragraphs)


def test_poker_a_wrong_number_and_a_hand_left_out_are_judged_together_until_somebody_has_looked() -> None:
    """5.2.6 and 5.2.7a leave it to the House while nobody has looked; then 5.2.6 and 5.2.7b void."""
    unseen = hole_cards("rws-poker@7", "nobody has looked").decided["left_out", "surplus"]
    assert unseen.by is Role.PIT_SUPERVISOR
    assert set(unseen.paragraphs) == {"5.2.6", "5.2.7a"}
    seen = hole_cards("rws-poker@7", "somebody has looked").decided["left_out", "surplus"]
    assert seen.by is None
    assert {"5.2.6", "5.2.7b", "5.14"} <= set(seen.paragraphs)


def test_multi_link_a_burn_forgotten_and_a_box_left_out_void_the_round() -> None:
    """A missed burn alone can be put right before the flop (5.9); with a hand short of cards 5.8.6 voids."""
    decided = hole_cards("rws-multilink@3", "").decided
    assert decided["missed_burn", "missed_burn"].by is Role.PIT_MANAGER
    both = decided["missed_burn", "left_out"]
    assert both.by is None
    assert "5.8.6" in both.paragraphs


def test_free_bet_two_early_mistakes_are_one_question() -> None:
    """5.13 for a hand without cards and 5.6.1 for cards of two areas: both put in order or void."""
    (matrix, *_) = matrices("mbs-freebet@3")
    both = matrix.decided["left_out", "exchanged"]
    assert both.by is Role.PIT_SUPERVISOR
    assert "5.13" in both.paragraphs
