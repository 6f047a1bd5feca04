"""Cases of a book: what can go wrong in an ordinary Round, when it is noticed, and what follows."""

from functools import cache

import pytest

from croupier.games import catalogue
from croupier.rulebook import Library
from croupier.table.casebook import Answer, Asked, Case, Follows, casebook

EDITIONS = Library().ids


@cache
def cases(edition: str, device: str = "") -> dict[str, Case]:
    table = catalogue().table(edition, {"device": device} if device else {})
    return {case.id: case for case in casebook(table)}


def _answers(case: Case) -> list[Answer]:
    return [answer for noticed in case.noticed for answer in noticed.answers]


def _after(follows: Follows) -> dict[int, int]:
    return {stack.place: stack.after for stack in follows.stacks}


def _ruled(asked: Asked, choice: str) -> Follows:
    return next(each.follows for each in asked.choices if each.choice == choice)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_case_says_under_which_paragraph_and_at_which_position(edition: str) -> None:
    book = Library().get(edition)
    assert len(cases(edition)) > 20
    for case in cases(edition).values():
        assert case.noticed, case.id
        for answer in _answers(case):
            assert answer.paragraphs, case.id
            assert set(answer.paragraphs) <= set(book.paragraphs), case.id
            assert answer.follows.lines or answer.asks, case.id
            table = catalogue().at(answer.position, bytes(400))
            assert table.rules.edition.id == edition


@pytest.mark.parametrize("edition", EDITIONS)
def test_a_case_moves_chips_between_players_and_felt_only_where_the_round_is_not_settled(
    edition: str,
) -> None:
    """Four players bring 500 each; whatever a mistake leads to, what they lose lies on the felt."""
    for case in cases(edition).values():
        for answer in _answers(case):
            for follows in (answer.follows, *(each.follows for ask in answer.asks for each in ask.choices)):
                if follows.stacks:
                    assert sum(_after(follows).values()) + follows.staked == 2000_00, case.id


def test_a_flop_without_its_burn_is_taken_back_and_the_bets_since_with_it() -> None:
    """Everybody has paid 10 before the flop. On it Ben bets 25 and the others call: 500 - 10 - 25 = 465.

    Noticed at once nothing has been bet on it; noticed later those 25 go back to each (5.8.2).
    """
    at_once, later = cases("rws-poker@7")["deal-the-flop-nothing-burnt"].noticed
    assert (at_once.since.acted, at_once.until.acted) == ("nobody", "nobody")
    assert at_once.answers[0].paragraphs[:2] == ("5.8", "5.8.1")
    assert _after(at_once.answers[0].follows) == {1: 490_00, 2: 490_00, 3: 490_00, 4: 490_00}
    assert (later.since.acted, later.until.acted) == ("somebody", "everybody")
    assert "5.8.2" in later.answers[0].paragraphs
    assert [stack.before for stack in later.answers[0].follows.stacks] == [465_00] * 4
    assert _after(later.answers[0].follows) == {1: 490_00, 2: 490_00, 3: 490_00, 4: 490_00}


def test_who_has_seen_a_card_decides_what_follows() -> None:
    """One hole card too many, 5.2.6: nobody has looked and the House may restore it, or else it is void."""
    noticed = cases("rws-poker@7")["deal-the-hole-cards-1-too-many-at"].noticed[0]
    unseen, seen = noticed.answers
    assert (unseen.seen, seen.seen) == ("nobody has looked", "somebody has looked")
    assert unseen.paragraphs[0] == "5.2.6"
    (asked,) = unseen.asks
    assert asked.role == "pit_supervisor"
    assert [each.choice for each in asked.choices] == ["put_in_order", "void"]
    assert _after(_ruled(asked, "void")) == {1: 500_00, 2: 500_00, 3: 500_00, 4: 500_00}
    assert not seen.asks
    assert _after(seen.follows) == {1: 500_00, 2: 500_00, 3: 500_00, 4: 500_00}


def test_four_flop_cards_are_shown_as_they_lie_and_as_they_are_restored() -> None:
    (noticed,) = cases("rws-poker@7")["deal-the-flop-1-too-many"].noticed
    (answer,) = noticed.answers
    assert (noticed.since.step, noticed.since.acted) == ("", "nobody")
    assert answer.paragraphs == ("5.10",)
    assert len(answer.cards) == 4
    assert _ruled(answer.asks[0], "put_in_order").cards == answer.cards[:3]
    assert _ruled(answer.asks[0], "take_back").cards == ()


def test_versions_differ_in_who_decides() -> None:
    """A forgotten burn: 6 leaves it to the shift manager (5.14), 7 says what follows (5.8)."""
    six, seven = (
        cases(edition)["deal-the-flop-nothing-burnt"].noticed[0].answers[0]
        for edition in ("rws-poker@6", "rws-poker@7")
    )
    assert [each.role for each in six.asks] == ["shift_manager"]
    assert six.paragraphs[0] == "5.14"
    assert not seven.asks


def test_a_moment_says_until_when_the_same_follows() -> None:
    """Poker 5.1: void until an outcome is established, which the last bets on the river do."""
    void, stands = cases("rws-poker@7")["report-a-technical-interruption"].noticed
    assert (void.until.step, void.until.acted) == ("deal the river", "somebody")
    assert (stands.since.step, stands.since.acted) == ("deal the river", "everybody")


@pytest.mark.parametrize("edition", ["rws-poker@7", "rws-multilink@3"])
def test_an_electronic_shuffler_has_cases_of_its_own(edition: str) -> None:
    shoe, shuffler = cases(edition), cases(edition, "electronic_shuffler")
    assert len(shuffler) > 20
    assert shoe.keys() != shuffler.keys()


def test_multilink_finds_a_wrong_number_of_cards_later_too() -> None:
    """5.8.7: a wrong number of community cards may be put right; after a bet on them the Round is void."""

    def is_asked_first(case: Case) -> bool:
        first, last = case.noticed[0].answers[0], case.noticed[-1].answers[0]
        return {first.paragraphs[0], last.paragraphs[0]} == {"5.8.7"} and bool(first.asks) and not last.asks

    found = [case for case in cases("rws-multilink@3").values() if is_asked_first(case)]
    assert found
    for case in found:
        assert case.noticed[0].answers[0].asks[0].role == "pit_supervisor"
        assert set(_after(case.noticed[-1].answers[0].follows).values()) == {500_00}


def test_free_bet_asks_whether_a_wrong_deal_can_be_reconstructed() -> None:
    (noticed,) = cases("mbs-freebet@3")["deal-the-initial-cards-nothing-burnt"].noticed
    (answer,) = noticed.answers
    assert answer.paragraphs[0] == "5.6"
    # 25 lies on each of four areas; a void gives them back.
    assert answer.staked == 100_00
    assert _after(_ruled(answer.asks[0], "void")) == {1: 500_00, 2: 500_00, 3: 500_00, 4: 500_00}
