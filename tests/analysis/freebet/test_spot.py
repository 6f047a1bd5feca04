"""A hand at any moment of its play: against the best play of two cards, sums by hand, and at a table."""

from dataclasses import replace
from fractions import Fraction
from pathlib import Path

import pytest

from croupier.analysis.advice.advising import NOTHING
from croupier.analysis.freebet.bets import decisions_for
from croupier.analysis.freebet.optimal import best_split
from croupier.analysis.freebet.shoe.play import Action
from croupier.analysis.freebet.shoe.tables import tables_for
from croupier.analysis.freebet.splits.splitting import Kind
from croupier.analysis.freebet.spot import Spot, value_place
from croupier.analysis.freebet.terms import ACE, TEN
from tests.analysis.freebet.tables import terms_with
from tests.analysis.moments import advised, at_the_moment, best, values

FREEBET = "mbs-freebet@3"
TERMS = terms_with()
SIX, SEVEN, EIGHT, NINE = 5, 6, 7, 8


def test_two_cards_are_worth_what_the_best_play_says() -> None:
    decisions = decisions_for(TERMS)
    for first, low, high in [(TEN, SIX, TEN), (SIX, 4, SIX), (ACE, 7, 7), (4, ACE, SEVEN), (8, 8, 8)]:
        decision = decisions[first, low, high]
        found = Spot(TERMS, first, (low, high))
        for action, value in found.values().items():
            assert value == pytest.approx(decision.values[action], abs=1e-12), (first, low, high, action)
        if Action.SURRENDER in decision.values:
            assert found.surrender == decision.values[Action.SURRENDER]


def test_hitting_is_the_average_over_the_next_card() -> None:
    """10 6 against a 7, by hand over ten values: the bust costs one wager, the rest stands or hits on."""
    shoe = list(TERMS.shoe)
    for gone in (TEN, SIX, SEVEN):
        shoe[gone] -= 1
    total, left = 0.0, sum(shoe)
    for card, number in enumerate(shoe):
        points = 16 + card + 1
        if points > 21:
            value = -1.0
        else:
            values_then = Spot(TERMS, SEVEN, (TEN, SIX, card)).values()
            value = values_then[Action.STAND] if points == 21 else max(values_then.values())
        total += number / left * value
    # Lost to a bust before the dealer's own: with a 7 showing the dealer cannot have a blackjack.
    assert Spot(TERMS, SEVEN, (TEN, SIX)).values()[Action.HIT] == pytest.approx(total, abs=1e-12)


def test_a_marker_has_nothing_to_lose() -> None:
    """Eights were split for free against a six: the marker's hand wins as often and never loses."""
    staked = Spot(TERMS, SIX, (EIGHT, TEN), Kind.STAKED, is_split=True, hands=2).values()
    marker = Spot(TERMS, SIX, (EIGHT, TEN), Kind.MARKER, is_split=True, hands=2).values()
    assert 0 < marker[Action.STAND] < 1
    lost = marker[Action.STAND] - staked[Action.STAND]  # how often the dealer beats 18
    assert 0 < lost < 1
    assert marker[Action.HIT] > staked[Action.HIT]
    # What everybody who teaches the game says: with nothing to lose one draws to 17 against a seven.
    free = Spot(TERMS, SEVEN, (EIGHT, NINE), Kind.MARKER, is_split=True, hands=2).values()
    assert free[Action.HIT] > free[Action.STAND]
    money = Spot(TERMS, SEVEN, (EIGHT, NINE), Kind.STAKED, is_split=True, hands=2).values()
    assert money[Action.STAND] > money[Action.HIT]


def test_the_last_split_is_worth_the_two_hands_it_leaves() -> None:
    """Where two hands are the most, a split is exactly a money hand and a marker's hand."""
    terms = replace(TERMS, hands_max=2)
    tables = tables_for(terms.shoe, terms.dealer)
    left = int(tables.rest(SIX, EIGHT)[EIGHT])
    whole = best_split(terms, tables, SIX, EIGHT, left).value
    assert Spot(terms, SIX, (EIGHT, EIGHT)).values()[Action.SPLIT] == pytest.approx(whole)
    # Splitting once more, with one more eight gone, changes little.
    again = Spot(TERMS, SIX, (EIGHT, EIGHT), Kind.STAKED, is_split=True, hands=2).values()[Action.SPLIT]
    assert again == pytest.approx(whole, abs=0.02)


def test_faces_count_ten_and_an_ace_comes_first() -> None:
    assert [value_place(card) for card in ("As", "2s", "9d", "Tc", "Jc", "Qd", "Kh")] == [0, 1, 8, 9, 9, 9, 9]


# At a table


def round_with(cards: str, *more: str) -> str:
    lines = ["set: burn_policy none", "seat: 1 Ann 1,000", f"cards: {cards}", "dealer: place your bets"]
    dealt = ("Ann: wager 100 on area 1", "dealer: no more bets", "dealer: deal the initial cards")
    return "\n".join((*lines, *dealt, *more))


OFFERED = "dealer: offer surrender"
CLOSED = (OFFERED, "dealer: surrender is closed")


def test_sixteen_against_a_ten_is_given_up(tmp_path: Path) -> None:
    found = advised(tmp_path, FREEBET, round_with("Ts Td 6c", OFFERED))
    # Half the wager back is better than about 0.54 lost: the best known surrender there is.
    assert best(found) == "Surrender"
    assert values(found)["Surrender"] == -0.5
    assert -0.60 < values(found)["PlayOn"] < -0.5


def test_eleven_against_a_six_is_doubled_for_free(tmp_path: Path) -> None:
    found = advised(tmp_path, FREEBET, round_with("6s 6d 5c", *CLOSED))
    told = values(found)
    assert best(found) == "FreeDouble"
    assert found.words.startswith("Best: free double. Expected +")
    # A free double loses one wager where a paid one loses two: it is better by the chance to lose.
    assert 0 < told["FreeDouble"] - told["Double"] < 1
    assert {"Hit", "Stand", "Double", "FreeDouble"} == set(told)


def test_a_free_split_shows_both_kinds_of_hand(tmp_path: Path) -> None:
    script = round_with("8s 7d 8c Ts 9h", *CLOSED)
    split = advised(tmp_path, FREEBET, script)
    assert best(split) == "FreeSplit"
    after = (*CLOSED, "Ann: free split", "dealer: deal a card", "Ann: stand", "dealer: deal a card")
    found = advised(tmp_path, FREEBET, round_with("8s 7d 8c Ts 9h", *after))
    assert {fact.value for fact in found.facts} == {"a Free Bet Marker, nothing of your own"}
    assert best(found) == "Hit"  # 17 against a seven, with a marker only


def test_insurance_is_declined_and_so_is_even_money(tmp_path: Path) -> None:
    offered = "dealer: offer insurance"
    found = advised(tmp_path, FREEBET, round_with("8s Ad 9c", offered))
    rules, view, _ = at_the_moment(tmp_path, FREEBET, round_with("8s Ad 9c", offered), "Ann")
    decks = rules.integer("decks")
    # No ten seen, three cards gone: a ten follows in 16 decks of 52 decks - 3 cards; 2 to 1 is paid.
    chance = Fraction(16 * decks, 52 * decks - 3)
    assert values(found)["Insure"] == float(3 * chance - 1)
    assert best(found) == "DeclineInsurance"
    assert len(view.dealer) == 1
    natural = advised(tmp_path, FREEBET, round_with("As Ad Kc", offered))
    # One ten is ours: waiting wins 3 to 2 unless a ten follows: 1.5 * (1 - (16 decks - 1) / (52 decks - 3)).
    waiting = Fraction(3, 2) * (1 - Fraction(16 * decks - 1, 52 * decks - 3))
    # Half the wager insured at 2 to 1 makes even money of a blackjack, whatever follows.
    assert values(natural) == {"TakeEvenMoney": 1.0, "DeclineInsurance": float(waiting), "Insure": 1.0}
    assert best(natural) == "DeclineInsurance"


def test_while_bets_are_placed_their_edges_are_told(tmp_path: Path) -> None:
    found = advised(tmp_path, FREEBET, "seat: 1 Ann 1,000\ncards: 2c\ndealer: place your bets")
    told = {fact.name: fact.value for fact in found.facts}
    # As on the par sheet of this edition.
    assert told["House edge of the Pair"] == "11.254%"
    assert told["House edge of Pot of Gold"] == "7.895%"
    assert told["House edge of Insurance"] == "7.395%"


def test_on_somebody_elses_hand_there_is_nothing_to_say(tmp_path: Path) -> None:
    script = round_with("Ts Td 6c", *CLOSED).replace("seat: 1 Ann", "seat: 2 Ben 1,000\nseat: 1 Ann")
    assert advised(tmp_path, FREEBET, script, who="Ben") is NOTHING
