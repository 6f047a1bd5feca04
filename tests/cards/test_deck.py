"""A set of cards is counted, and whatever is wrong with it is named."""

import pytest

from croupier.cards import DECK, Card, DeckError, Findings, audit, decks


def test_a_deck_has_every_rank_in_every_suit_once() -> None:
    assert len(DECK) == len(set(DECK)) == 52
    assert {card[1] for card in DECK} == set("cdhs")


@pytest.mark.parametrize("count", [1, 2, 6, 8])
def test_one_to_eight_decks(count: int) -> None:
    cards = decks(count)
    assert len(cards) == 52 * count
    assert {cards.count(card) for card in DECK} == {count}
    assert audit(reversed(cards), count).is_complete


@pytest.mark.parametrize("count", [-1, 0, 9])
def test_no_other_number_of_decks(count: int) -> None:
    with pytest.raises(DeckError, match=f"^{count} decks: a game is played with 1 to 8 decks$"):
        decks(count)
    with pytest.raises(DeckError):
        audit(DECK, count)


def test_a_missing_card_is_named() -> None:
    findings = audit([card for card in DECK if card != "7d"])
    assert findings == Findings(missing=(Card("7d"),))
    assert findings.words == "the 7♦ is missing"


def test_an_extra_card_is_named() -> None:
    findings = audit([*DECK, "As"])
    assert findings == Findings(extra=(Card("As"),))
    assert findings.words == "there is one A♠ too many"


def test_a_foreign_card_is_named() -> None:
    findings = audit([*DECK, "Joker"])
    assert findings == Findings(foreign=("Joker",))
    assert findings.words == "'Joker' does not belong to the set"


def test_everything_wrong_is_told_at_once() -> None:
    cards = [card for card in decks(8) if card != "7d"] + ["7d"] * 6 + ["As", "Td", "Td", "joker", "joker"]
    findings = audit(cards, 8)
    assert findings == Findings(
        foreign=("joker", "joker"), missing=(Card("7d"),) * 2, extra=(Card("Td"), Card("Td"), Card("As"))
    )
    assert findings.words == (
        "'joker' does not belong to the set (found 2 times); 2 7♦ are missing; "
        "there are 2 10♦ too many; there is one A♠ too many"
    )


def test_a_swap_is_both_missing_and_extra() -> None:
    swapped = ("As", *DECK[1:])
    assert audit(swapped) == Findings(missing=(Card("2c"),), extra=(Card("As"),))


def test_a_complete_set_says_so() -> None:
    assert audit(DECK).is_complete
    assert audit(DECK).words == "every card is there once per deck"
    assert audit([]).missing == DECK
