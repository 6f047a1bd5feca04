"""A hand is said as a dealer would, and the words show what decided."""

import pytest

from croupier.cards import Category, brief_of, parse_cards, strength, words, words_of
from croupier.cards.ranking_tables import by_ranks, by_suited_ranks


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("Ad Kd Qd Jd Td", "Royal Flush"),
        ("9h 8h 7h 6h 5h", "Straight Flush, Nine high"),
        ("As 2s 3s 4s 5s", "Straight Flush, Five high"),
        ("4c 4h 4d 4s Ah", "Four of a Kind, Fours, Ace kicker"),
        ("Kc Kh Kd Js Jh", "Full House, Kings over Jacks"),
        ("6c 6h 6d 2s 2h", "Full House, Sixes over Twos"),
        ("Ah Jh 9h 5h 2h", "Flush, Ace, Jack, Nine, Five, Two"),
        ("5c 4d 3c 2h As", "Straight, Five high"),
        ("Tc Jd Qc Kh As", "Straight, Ace high"),
        ("Qs Qh Qc 8h 3d", "Three of a Kind, Queens, Eight and Three kickers"),
        ("7s 7h 4c 4h Jd", "Two Pairs, Sevens and Fours, Jack kicker"),
        ("Tc Th Kd 6h 3s", "One Pair, Tens, King, Six and Three kickers"),
        ("Qc Th 6d 4s 2h", "Five Odd Cards, Queen, Ten, Six, Four, Two"),
        ("Kc Kh Kd Js Jh 2c 3d", "Full House, Kings over Jacks"),
    ],
)
def test_hands_are_said(cards: str, said: str) -> None:
    assert words(parse_cards(cards)) == said


@pytest.mark.parametrize(
    ("cards", "said"),
    [
        ("As Ks Qs Js Ts", "Royal Flush"),
        ("Ks Kd Kh Js Jd", "Full House, Kings over Jacks"),
        ("As 9s 5s 3s 2s", "Flush, Ace high"),
        ("5d 4s 3s 2h As", "Straight, Five high"),
        ("Ks Kd Js Jd 2h", "Two Pairs, Kings and Jacks"),
        ("Ks Kd 2h 3s 4h", "One Pair, Kings"),
        ("As 9d 5s 3s 2s", "Five Odd Cards, Ace high"),
    ],
)
def test_in_short_no_kicker_is_said(cards: str, said: str) -> None:
    assert brief_of(strength(parse_cards(cards))) == said


def test_categories_are_named_as_in_the_documents() -> None:
    assert [category.title for category in reversed(Category)] == [
        "Royal Flush",
        "Straight Flush",
        "Four of a Kind",
        "Full House",
        "Flush",
        "Straight",
        "Three of a Kind",
        "Two Pairs",
        "One Pair",
        "Five Odd Cards",
    ]


def test_hands_have_the_same_words_exactly_when_they_tie() -> None:
    strengths = {*by_ranks().values(), *by_suited_ranks().values()}
    assert len(strengths) == 7_462
    assert len({words_of(value) for value in strengths}) == 7_462
