"""Pots from contributions: layers, dead chips, and chips that their owners have given up."""

import pytest

from croupier.games.poker.pots import Pot, Uncalled, pots, pots_before_betting, uncalled
from croupier.games.poker.settlement import award, divide, rake_of_pot
from croupier.games.poker.state import Forfeit, Hand, Seat, State
from croupier.games.poker.terms import terms
from tests.games.poker.tables import CATALOGUE

FOLDED = False


def table(
    *hands: tuple[int, bool],
    outs: tuple[int, ...] = (),
    dead: dict[int, int] | None = None,
    able: tuple[int, ...] = (),
) -> State:
    """Seats 1, 2, ... with what each has put in and whether the hand is still active; `able` have more."""
    seats = [
        Seat(
            f"p{n}",
            500 if n in able else 0,
            hand=Hand(total=total, is_active=is_active, dead=(dead or {}).get(n, 0)),
        )
        for n, (total, is_active) in enumerate(hands, 1)
    ]
    return State(
        seats=(*seats, *[None] * (10 - len(seats))), order=tuple(range(1, len(hands) + 1)), outs=outs
    )


@pytest.mark.parametrize(("last", "expected"), [(99, None), (100, None), (101, Uncalled(3, 1))])
def test_only_what_is_above_the_second_highest_goes_back(last: int, expected: Uncalled | None) -> None:
    state = table((100, True), (100, True), (last, True))
    assert uncalled(state) == expected


def test_a_bet_given_up_by_exposing_the_hand_stays_for_who_could_have_called() -> None:
    # Seat 1 has bet 100 that nobody called and then exposed a card: the chips stay in the pot.
    state = table((100, FOLDED), (10, True), (10, True), outs=(1,), able=(2, 3))
    assert uncalled(state) is None
    assert pots(state, None) == [Pot(120, (2, 3))]


def test_a_bet_given_up_that_an_all_in_player_could_not_call_goes_back() -> None:
    # Seats 2 and 3 are all-in for 10: they win only what they have put in for, and 90 go back.
    state = table((100, FOLDED), (10, True), (10, True), outs=(1,))
    assert uncalled(state) == Uncalled(1, 90)
    assert pots(state, Uncalled(1, 90)) == [Pot(30, (2, 3))]


def test_a_bet_given_up_stays_for_the_only_one_who_could_have_called() -> None:
    # Seat 2 is all-in for 10 and wins no more than 3 x 10; the other 90 are seat 3's, who could have called.
    state = table((100, FOLDED), (10, True), (10, True), outs=(1,), able=(3,))
    assert uncalled(state) is None
    assert pots(state, None) == [Pot(30, (2, 3)), Pot(90, (3,))]


def test_the_last_player_wins_the_pot_without_having_put_anything_in() -> None:
    # The blinds, 5 and 10, have exposed their hands before seat 1 has acted.
    state = table((0, True), (5, FOLDED), (10, FOLDED), outs=(2, 3), able=(1,))
    assert uncalled(state) is None
    assert pots(state, None) == [Pot(15, (1,))]


def test_chips_given_up_out_of_turn_are_not_for_who_was_all_in_before() -> None:
    # Seat 1 is all-in for 20. On top of their 20, seat 2 has given up 40 and seats 3 and 4 have bet 60.
    state = table((20, True), (20, FOLDED), (80, True), (80, True), outs=(2,), able=(3, 4), dead={2: 40})
    state = state.with_hand(2, forfeit=Forfeit(40, betting_round=2))
    # Main 4 x 20, side 2 x 60 and the 40.
    assert pots(state, None) == [Pot(80, (1, 3, 4)), Pot(160, (3, 4))]


def test_chips_given_up_out_of_turn_make_a_side_pot_of_their_own() -> None:
    # The same, but nobody called seat 3's 60, which go back: 40 in dispute between nobody but seat 3.
    state = table((20, True), (20, FOLDED), (80, True), (20, FOLDED), outs=(2, 4), able=(3,), dead={2: 40})
    state = state.with_hand(2, forfeit=Forfeit(40, betting_round=2))
    assert uncalled(state) == Uncalled(3, 60)
    assert pots(state, Uncalled(3, 60)) == [Pot(80, (1, 3)), Pot(40, (3,))]


def test_layers_with_a_folded_contribution_between_them() -> None:
    # All-in 50, folded at 80, two at 120: main 4 x 50, side 3 x 30 + 2 x 40.
    state = table((50, True), (80, FOLDED), (120, True), (120, True), outs=(2,))
    assert pots(state, None) == [Pot(200, (1, 3, 4)), Pot(170, (3, 4))]


def test_dead_chips_are_in_the_main_pot() -> None:
    state = table((50, True), (100, True), (100, True), dead={2: 5})
    assert pots(state, None) == [Pot(155, (1, 2, 3)), Pot(100, (2, 3))]


def test_a_side_pot_without_contenders_belongs_to_the_last_to_leave_it() -> None:
    # Seat 1 is all-in for 100; seats 2 and 3 had 300 each and went out one after the other.
    state = table((100, True), (300, FOLDED), (300, FOLDED), outs=(2, 3))
    assert pots(state, None) == [Pot(300, (1,)), Pot(400, (3,))]


def test_a_side_pot_without_contenders_is_no_matter_of_who_had_less_in_it() -> None:
    # Seat 1 is all-in for 100. Seat 2 had 300 and went out first; seat 3, who went out last, had 50.
    state = table((100, True), (300, FOLDED), (50, FOLDED), outs=(2, 3))
    assert pots(state, None) == [Pot(250, (1,)), Pot(200, (2,))]


def test_dead_chips_alone_are_a_pot_before_the_betting() -> None:
    # Nobody has anything in from before; seat 2's 5 are dead and nobody's bet.
    state = table((0, True), (0, True), dead={2: 5}, able=(1, 2))
    assert pots_before_betting(state) == [Pot(5, (1, 2))]
    assert pots_before_betting(table((0, True), (0, True), able=(1, 2))) == []


def test_part_of_a_side_pot_that_only_one_had_put_in_goes_back() -> None:
    # Above seat 1's 100: seat 2 has 300, seat 3 only 150. Seat 2's last 150 are nobody else's; of the 50 each
    # below that, seat 2 was the last to go out.
    state = table((100, True), (300, FOLDED), (150, FOLDED), outs=(3, 2))
    assert uncalled(state) == Uncalled(2, 150)
    assert pots(state, Uncalled(2, 150)) == [Pot(300, (1,)), Pot(100, (2,))]


@pytest.mark.parametrize(
    ("base", "expected"),
    [(0, 0), (19_99, 0), (20_00, 1_00), (20_01, 1_00), (39_99, 1_00), (40_00, 2_00)],
)
def test_rake_is_cut_down_to_the_chip(base: int, expected: int) -> None:
    rules = CATALOGUE.rules("rws-poker@7", {})
    assert rake_of_pot(terms(rules), base) == expected


@pytest.mark.parametrize("percent", ["0%", "2.5%", "5%"])
def test_rake_never_passes_its_ceiling(percent: str) -> None:
    rules = CATALOGUE.rules("rws-poker@7", {"rake_percent": percent})
    for base in range(0, 100_00, 37):
        assert rake_of_pot(terms(rules), base) * 100 <= base * float(percent.rstrip("%"))


def test_chips_below_the_lowest_chip_are_shared_out_too() -> None:
    # 100.50 among two with chips of 1: 50 each, and the last half goes to the first.
    rules = CATALOGUE.rules("rws-poker@7", {})
    state = table((5025, True), (5025, True))
    assert divide(terms(rules), state, 100_50, [1, 2]) == {1: 50_50, 2: 50_00}


@pytest.mark.parametrize(
    ("index", "own", "other"), [(0, "main_pot", "side_pot"), (1, "side_pot", "main_pot")]
)
def test_a_pot_is_awarded_as_what_it_is(index: int, own: str, other: str) -> None:
    rules = CATALOGUE.rules("rws-poker@7", {})
    event = award(
        rules, terms(rules), table((100, True), (100, True)), index, Pot(200, (1, 2)), 0, {1: 9, 2: 8}
    )
    cited = {each.paragraph for each in event.citations}
    assert rules.cite(own)[0].paragraph in cited
    assert rules.cite(other)[0].paragraph not in cited


@pytest.mark.parametrize(("strengths", "is_split"), [({1: 900, 2: 800}, False), ({1: 900, 2: 900}, True)])
def test_only_a_pot_that_is_split_is_awarded_as_one(strengths: dict[int, int], is_split: bool) -> None:
    rules = CATALOGUE.rules("rws-poker@7", {})
    state = table((100, True), (100, True))
    event = award(rules, terms(rules), state, 0, Pot(200, (1, 2)), 0, strengths)
    cited = {each.paragraph for each in event.citations}
    assert (rules.cite("split_pot")[0].paragraph in cited) is is_split


@pytest.mark.parametrize(("is_active", "reading"), [(True, "RK1"), (FOLDED, "SP5")])
def test_a_pot_of_those_who_have_left_is_awarded_by_its_own_reading(is_active: bool, reading: str) -> None:
    """One of two who still plays makes it a pot like others."""
    rules = CATALOGUE.rules("rws-poker@7", {})
    state = table((100, is_active), (100, FOLDED), outs=(2, 1))
    event = award(rules, terms(rules), state, 1, Pot(200, (1, 2)), 0, {1: 900} if is_active else {})
    assert {each.reading for each in event.citations} == {reading}
