"""Cards are read as people write them and printed in one way."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import (
    DECK,
    RANKS,
    Card,
    CardError,
    parse_card,
    parse_cards,
    rank,
    rank_name,
    rank_value,
    show,
    spoken,
    suit,
)

cards = st.sampled_from(DECK)


@pytest.mark.parametrize(
    ("text", "card"),
    [
        ("As", "As"),
        ("aS", "As"),
        ("10♦", "Td"),
        ("Td", "Td"),
        ("T♦", "Td"),
        ("10d", "Td"),
        ("A♠", "As"),
        (" q♡ ", "Qh"),
        ("2♣\ufe0f", "2c"),  # an emoji suit carries an invisible selector
    ],
)
def test_a_card_is_read_however_it_is_written(text: str, card: str) -> None:
    assert parse_card(text) == card


@pytest.mark.parametrize(
    "text", ["", "A", "s", "1s", "11s", "Ax", "sA", "As Kd", "0d", "Joker", "A♠♠", "\u212as", "A\u017f"]
)
def test_anything_else_is_refused_and_a_card_is_described(text: str) -> None:
    with pytest.raises(CardError, match=r"is not a card: a card is a rank .* like As, Td or 10♦") as error:
        parse_card(text)
    assert repr(text) in str(error.value)


@pytest.mark.parametrize("text", ["As Kd 10♦", "AsKdTd", "As,Kd,Td", " as,  K♦\n10d ", "A♠K♦10♦", "AsKd, Td"])
def test_several_cards_keep_their_order(text: str) -> None:
    assert parse_cards(text) == ("As", "Kd", "Td")


def test_no_cards_are_no_cards() -> None:
    assert parse_cards(" ") == ()


def test_the_bad_part_of_several_cards_is_named() -> None:
    with pytest.raises(CardError, match="'X' is not a card"):
        parse_cards("As KdX Td")
    with pytest.raises(CardError, match="'0d' is not a card"):
        parse_cards("As0d")


@given(cards, st.sampled_from([str, str.lower, str.upper, show]))
def test_every_way_of_printing_reads_back(card: Card, written: type[str]) -> None:
    assert parse_card(written(card)) == card


@given(st.lists(cards), st.sampled_from(["", " ", ",", ", "]), st.sampled_from([str, show]))
def test_lists_of_cards_read_back(hand: list[Card], separator: str, written: type[str]) -> None:
    assert parse_cards(separator.join(map(written, hand))) == tuple(hand)


@given(st.text(st.sampled_from("A1t0KQ♦sdhx, \ufe0f\u212a\u017f"), max_size=6))
def test_any_text_is_a_list_of_cards_or_a_card_error(text: str) -> None:
    try:
        assert set(parse_cards(text)) <= set(DECK)
    except CardError:
        with pytest.raises(CardError):
            parse_card(text)


def test_faces_and_calls() -> None:
    assert [show(card) for card in parse_cards("Td As 2c Kh")] == ["10♦", "A♠", "2♣", "K♥"]
    assert spoken(Card("Td")) == "Ten of Diamonds"
    assert spoken(Card("As")) == "Ace of Spades"
    assert len({show(card) for card in DECK}) == len({spoken(card) for card in DECK}) == 52


def test_ranks_have_values_and_names() -> None:
    assert (rank(Card("Td")), suit(Card("Td")), rank_value(Card("Td"))) == ("T", "d", 10)
    assert [rank_value(Card(each + "s")) for each in RANKS] == list(range(2, 15))
    assert rank_name("6") == "Six"
    assert rank_name("6", plural=True) == "Sixes"
    assert rank_name("K", plural=True) == "Kings"
