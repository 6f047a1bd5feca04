"""Classes of cards alike but for suits, and the comparison of all holdings on one board."""

from math import comb

import numpy as np
import pytest

from croupier.analysis.kernels.boards import compare
from croupier.analysis.kernels.cards import class_name, class_names, holding, numbers
from croupier.analysis.kernels.chance import dealt
from croupier.analysis.kernels.symmetry import CHOOSE, HOLDING_UNDER, PERMUTATIONS, classes, decode
from croupier.analysis.kernels.tables import STRENGTHS
from croupier.cards import DECK, parse_cards, strength


@pytest.mark.parametrize(("size", "expected"), [(3, 1_755), (4, 16_432)])
def test_number_of_classes(size: int, expected: int) -> None:
    found = classes(size)
    assert len(found.keys) == expected
    assert found.weights.sum() == comb(52, size)


def test_renaming_brings_a_set_to_its_class() -> None:
    found = classes(4)
    cards = np.zeros(4, np.int64)
    for text in ("AsKsQsJs", "2c3d4h5s", "AsAdKdKh", "7h7s2h9c"):
        own = sorted(numbers(parse_cards(text)))
        place = sum(int(CHOOSE[card, at]) for at, card in enumerate(own, start=1))
        names = PERMUTATIONS[found.renaming[place]]
        decode(found.keys[found.index[place]], cards)
        assert sorted(card // 4 * 4 + names[card % 4] for card in own) == cards.tolist()
        for two in ((0, 51), (13, 14)):
            moved = [card // 4 * 4 + names[card % 4] for card in two]
            assert HOLDING_UNDER[found.renaming[place], holding(*two)] == holding(*moved)


@pytest.mark.parametrize("text", ["AsKsQsJsTs", "2c7d9hJsKc", "8h8d8c2s2d", "3h4h5h9hKd", "AhAdAcAs7c"])
def test_compare_equals_comparing_every_pair(text: str) -> None:
    board = parse_cards(text)
    wins, losses, values = (np.zeros(1326, np.int32) for _ in range(3))
    compare(np.array(numbers(board), np.int64), wins, losses, values)
    left = [card for card in DECK if card not in board]
    pairs = [(a, b) for i, a in enumerate(left) for b in left[:i]]
    ranked = np.array([strength((*pair, *board)) for pair in pairs])
    one, other = (np.array([numbers(pair)[at] for pair in pairs]) for at in (0, 1))
    for at, pair in enumerate(pairs):
        apart = ~np.isin(one, numbers(pair)) & ~np.isin(other, numbers(pair))
        assert apart.sum() == 990
        place = holding(*numbers(pair))
        assert wins[place] == (apart & (ranked < ranked[at])).sum()
        assert losses[place] == (apart & (ranked > ranked[at])).sum()
        assert STRENGTHS[values[place]] == ranked[at]


def test_169_starting_hands_hold_all_1326_holdings() -> None:
    names = class_names()
    assert len(set(names)) == 169
    held = [class_name(low, high) for high in range(52) for low in range(high)]
    assert {name: held.count(name) for name in ("AA", "AKs", "AKo")} == {"AA": 6, "AKs": 4, "AKo": 12}
    assert set(held) == set(names)


def test_dealt_cards_are_different_and_even() -> None:
    rounds = dealt(7, 200_000, 9)
    assert all(len(set(row.tolist())) == 9 for row in rounds[:2_000])
    # Each card is expected in each place 200,000 / 52 = 3,846 times; chi-square with 51 degrees of freedom is
    # above 99 once in ten thousand.
    for place in range(9):
        counts = np.bincount(rounds[:, place], minlength=52)
        assert ((counts - 200_000 / 52) ** 2 / (200_000 / 52)).sum() < 99
    assert np.array_equal(rounds, dealt(7, 200_000, 9))
    assert not np.array_equal(rounds, dealt(8, 200_000, 9))
