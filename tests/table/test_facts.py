"""Facts make the deal as it came, mistakes are its differences from the plan, and order can be restored."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.cards import DECK, Card
from croupier.table import PhraseError
from croupier.table.facts import (
    BURN,
    DEALER,
    DEALER_PLACE,
    BegunAt,
    Burnt,
    Due,
    Fact,
    LiesAt,
    NoHand,
    Seen,
    Spot,
    StrayHand,
    Swapped,
    TooFew,
    TooMany,
    as_it_came,
)
from croupier.table.mistakes import in_order, mistakes
from croupier.table.words import read_fact, say

PLACES = (2, 3, 1)
PLAN = (Due(BURN), *(Due(Spot("hand", place)) for place in PLACES * 2))


def kinds(*facts: Fact) -> list[tuple[str, int, int]]:
    found = mistakes("hole_cards", PLAN, as_it_came(PLAN, facts, PLACES))
    return [(each.kind, each.place, each.count) for each in found]


@pytest.mark.parametrize(
    ("facts", "wanted"),
    [
        ((), []),
        ((Burnt(0),), [("missed_burn", 0, 1)]),
        ((Burnt(2),), [("extra_burn", 0, 1)]),
        ((TooMany(1, 3),), [("surplus", 3, 1)]),
        ((TooMany(2, 3),), [("surplus", 3, 2)]),
        ((TooFew(1, 1),), [("short", 1, 1)]),
        ((TooFew(2, 1),), [("left_out", 1, 2)]),
        ((NoHand(2),), [("left_out", 2, 2)]),
        ((StrayHand(7),), [("extra_hand", 7, 2)]),
        ((StrayHand(),), [("extra_hand", 0, 2)]),
        ((BegunAt(3),), [("wrong_start", 3, 6)]),
        ((Swapped(1, 2),), [("exchanged", 0, 4)]),
        ((Seen(3),), []),  # what was seen lies where it should
        ((Burnt(0), TooMany(1, 3)), [("missed_burn", 0, 1), ("surplus", 3, 1)]),
        (
            (NoHand(2), StrayHand(5), Burnt(2)),
            [("extra_burn", 0, 1), ("left_out", 2, 2), ("extra_hand", 5, 2)],
        ),
        ((NoHand(3), StrayHand(4)), [("left_out", 3, 2), ("extra_hand", 4, 2)]),
        (
            (NoHand(3), NoHand(2), StrayHand(4)),
            [("left_out", 2, 2), ("left_out", 3, 2), ("extra_hand", 4, 2)],
        ),
        ((Swapped(3, 7), StrayHand(4)), [("left_out", 3, 2), ("extra_hand", 7, 2), ("extra_hand", 4, 2)]),
    ],
)
def test_what_lies_otherwise_than_planned_is_found(facts: tuple[Fact, ...], wanted: list[object]) -> None:
    assert kinds(*facts) == wanted


def test_a_deal_under_way_is_not_short() -> None:
    begun = [Due(Spot("hand", 2)), Due(Spot("hand", 3))]
    found = mistakes("hole_cards", PLAN, begun, is_complete=False)
    assert [each.kind for each in found] == ["missed_burn"]
    assert mistakes("hole_cards", PLAN, PLAN[:4], is_complete=False) == ()


ANY_FACT = st.one_of(
    st.builds(Burnt, st.integers(0, 2)),
    st.builds(TooMany, st.integers(1, 2), st.sampled_from(PLACES)),
    st.builds(TooFew, st.integers(1, 2), st.sampled_from(PLACES)),
    st.builds(NoHand, st.sampled_from(PLACES)),
    st.builds(StrayHand, st.integers(4, 9)),
    st.builds(BegunAt, st.sampled_from(PLACES)),
    st.builds(Swapped, st.sampled_from(PLACES), st.sampled_from(PLACES)),
    st.builds(Seen, st.integers(1, 6)),
)


@given(st.lists(ANY_FACT, max_size=5))
def test_any_deal_is_put_in_order(facts: list[Fact]) -> None:
    """The n-th card that came lies at the n-th place, the rest goes back in its order, nothing is lost."""
    came = as_it_came(PLAN, facts, PLACES)
    cards: list[Card] = list(DECK[: len(came)])
    moved, back = in_order(PLAN, cards)
    assert [each.card for each in moved] + list(back) == cards
    assert [each.spot for each in moved] == [due.spot for due in PLAN[: len(moved)]]
    after = [Due(each.spot) for each in moved]
    assert not mistakes("hole_cards", PLAN, after, is_complete=len(moved) == len(PLAN))


@given(st.permutations([Burnt(0), NoHand(3), StrayHand(4), StrayHand(9), BegunAt(3), TooMany(1, 2), Seen(2)]))
def test_the_order_in_which_it_is_said_makes_no_other_deal(facts: list[Fact]) -> None:
    assert as_it_came(PLAN, facts, PLACES) == as_it_came(PLAN, sorted(facts, key=say), PLACES)


def test_hands_that_are_nobodys_lie_clockwise() -> None:
    """With 3 left out the hand at 4 comes behind 2; that at 5 behind the one at 4."""
    came = as_it_came(PLAN, [StrayHand(5), NoHand(3), StrayHand(4)], PLACES)
    assert [due.spot.place for due in came] == [0, 2, 4, 5, 1, 2, 4, 5, 1]


@given(ANY_FACT)
def test_a_fact_reads_as_it_is_said(fact: Fact) -> None:
    assert read_fact(say(fact)) == fact


def test_places_are_understood_as_each_document_calls_them() -> None:
    assert read_fact("one too many at seat 2") == read_fact("1 too many at box 2") == TooMany(1, 2)
    assert read_fact("area 3 left out") == NoHand(3)
    with pytest.raises(PhraseError, match="nothing that can lie on the table"):
        read_fact("a joker at seat 2")


AGAINST = (
    *(Due(Spot("hand", place)) for place in (2, 3)),
    Due(DEALER),
    *(Due(Spot("hand", place)) for place in (2, 3)),
)


@pytest.mark.parametrize(
    ("said", "wanted"),
    [
        ("the dealer left out", [("left_out", DEALER_PLACE, 1)]),
        ("one too many at the dealer", [("surplus", DEALER_PLACE, 1)]),
        ("card 1 at area 3", [("short", 2, 1), ("surplus", 3, 1)]),
        ("the cards of area 2 at area 3", [("wrong_start", 3, 4)]),
    ],
)
def test_the_dealer_has_a_hand_too(said: str, wanted: list[object]) -> None:
    fact = read_fact(said)
    assert read_fact(say(fact)) == fact
    found = mistakes("initial", AGAINST, as_it_came(AGAINST, [fact], (2, 3)))
    assert [(each.kind, each.place, each.count) for each in found] == wanted


def test_where_there_is_a_dealer_the_deal_begins_at_place_1() -> None:
    came = as_it_came(AGAINST, [StrayHand(1)], (2, 3))
    assert [due.spot.place for due in came] == [1, 2, 3, 0, 1, 2, 3]
    assert LiesAt(1, 2).change(list(AGAINST), (2, 3)) == list(AGAINST)
