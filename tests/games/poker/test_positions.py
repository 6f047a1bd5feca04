"""Button, blinds and debts, position by position."""

import pytest
from msgspec.structs import replace

from croupier.games.poker.blinds import Plan, plan
from croupier.games.poker.events import BlindsAnnounced
from croupier.games.poker.state import Blind, Positions, Seat, State
from croupier.games.poker.terms import terms
from croupier.table.words import say
from tests.games.poker.tables import CATALOGUE

SMALL: tuple[Blind, ...] = ("small_blind",)
BIG: tuple[Blind, ...] = ("big_blind",)
BOTH: tuple[Blind, ...] = ("big_blind", "small_blind")


def table(**special: dict[str, object]) -> State:
    """Five players after a Round with the button at 1: next come button 2, blinds 3 and 4, and 5, 1."""
    seats: list[Seat | None] = [Seat(f"p{n}", 1_000_00, is_new=False) for n in range(1, 6)]
    for name, changes in special.items():
        place = int(name.removeprefix("seat")) - 1
        seats[place] = replace(seats[place], **changes) if changes else None  # type: ignore[type-var]
    last = Positions(button=1, orbit=2, small_blind_position=2, small_blind_seat=2, big_blind_seat=3)
    return State(seats=(*seats, *[None] * 5), positions=last, round=7)


def planned(state: State, **settings: str) -> Plan:
    rules = CATALOGUE.rules("rws-poker@7", settings)
    found = plan(terms(rules), state)
    assert found is not None
    return found


def due(found: Plan, seat: int) -> tuple[int, int] | None:
    """Live and dead dollars due from a seat, or None."""
    return next(((d.live // 100, d.dead // 100) for d in found.dues if d.seat == seat), None)


def test_everybody_there() -> None:
    found = planned(table())
    assert (found.button, found.small_blind_seat, found.big_blind_seat) == (2, 3, 4)
    assert found.order == (3, 4, 5, 1, 2)
    assert [(d.seat, d.kind) for d in found.dues] == [(3, "small_blind"), (4, "big_blind")]


@pytest.mark.parametrize(
    ("missed", "seat", "expected"),
    [
        (SMALL, 5, (0, 5)),
        (SMALL, 4, (10, 0)),
        (SMALL, 3, (10, 5)),
        (BIG, 5, (10, 5)),
        (BIG, 4, (10, 0)),
        (BIG, 3, (10, 5)),
        (BOTH, 5, (10, 5)),
        (BOTH, 4, (10, 0)),
        (BOTH, 3, (10, 5)),
    ],
)
def test_what_a_returning_player_pays(
    missed: tuple[Blind, ...], seat: int, expected: tuple[int, int]
) -> None:
    assert due(planned(table(**{f"seat{seat}": {"missed": missed}})), seat) == expected


@pytest.mark.parametrize("missed", [SMALL, BIG, BOTH])
def test_on_the_button_a_returning_player_waits(missed: tuple[Blind, ...]) -> None:
    found = planned(table(seat2={"missed": missed}))
    assert found.button == 2
    assert found.order == (3, 4, 5, 1)
    assert due(found, 2) is None


@pytest.mark.parametrize(("seat", "expected"), [(5, (10, 0)), (3, (10, 0)), (4, (10, 0)), (2, (10, 0))])
def test_a_newcomer_pays_one_big_blind_wherever_the_seat(seat: int, expected: tuple[int, int]) -> None:
    assert due(planned(table(**{f"seat{seat}": {"is_new": True}})), seat) == expected


@pytest.mark.parametrize(("seat", "expected"), [(5, None), (3, None), (4, (10, 0)), (2, None)])
def test_a_relocated_player_pays_only_on_the_big_blind(seat: int, expected: tuple[int, int] | None) -> None:
    state = table(**{f"seat{seat}": {"is_new": True, "is_relocated": True}})
    assert due(planned(state), seat) == expected


def test_two_neighbours_are_absent() -> None:
    # Seat 3 has posted the Big Blind before and misses the Small Blind; seat 4 misses the Big Blind.
    found = planned(table(seat3={"is_away": True}, seat4={"is_away": True}))
    assert (found.small_blind_position, found.small_blind_seat, found.big_blind_seat) == (3, 0, 5)
    assert found.missing == ((3, "small_blind"), (4, "big_blind"))


def test_absence_leaves_two_players() -> None:
    # 1 and 2 are there, 3 is due the Small Blind: none is posted, and the button acts first.
    away = {"is_away": True}
    found = planned(table(seat3=away, seat4=away, seat5=away))
    assert (found.button, found.small_blind_seat, found.big_blind_seat) == (2, 0, 1)
    assert found.order == (1, 2)


def test_a_returning_player_and_one_other() -> None:
    # The button would be on the returning player's seat; with two players somebody has to take it.
    found = planned(table(seat2={"missed": BOTH}, seat3={}, seat4={}, seat5={}))
    assert (found.button, found.big_blind_seat) == (1, 2)
    assert due(found, 2) == (10, 0)


def test_a_newcomer_who_misses_only_the_small_blind_still_owes_the_entry() -> None:
    newcomer = {"is_new": True, "missed": SMALL}
    assert due(planned(table(seat5=newcomer)), 5) == (10, 5)
    assert due(planned(table(seat4=newcomer)), 4) == (10, 0)
    assert due(planned(table(seat5=newcomer | {"is_relocated": True})), 5) == (0, 5)


@pytest.mark.parametrize(("missed", "button", "expected"), [(SMALL, 2, (5, 0)), (BOTH, 1, (10, 0))])
def test_the_button_of_two_comes_to_a_returning_player(
    missed: tuple[Blind, ...], button: int, expected: tuple[int, int]
) -> None:
    # He cannot wait for it to pass: a missed Small Blind is the one he posts now; else he has the Big Blind.
    found = planned(table(seat2={"missed": missed}, seat3={}, seat4={}, seat5={}))
    assert (found.button, due(found, 2)) == (button, expected)


def test_nobody_to_play_with() -> None:
    rules = CATALOGUE.rules("rws-poker@7", {})
    assert plan(terms(rules), table(seat2={}, seat3={}, seat4={}, seat5={})) is None


def test_from_three_players_to_two() -> None:
    # Seats 1, 2, 3; 3 had the Big Blind. 2 leaves: the button goes to 3, who posts the Small Blind.
    found = planned(table(seat2={}, seat4={}, seat5={}))
    assert (found.button, found.small_blind_seat, found.big_blind_seat) == (3, 3, 1)


def test_a_dead_button_goes_to_two_players() -> None:
    found = planned(table(seat2={}, seat4={}, seat5={}), button_policy="dead_button")
    assert found.big_blind_seat == 1  # the next player after the last Big Blind
    assert (found.button, found.small_blind_seat) == (3, 3)


def test_a_dead_button_from_two_players_to_three() -> None:
    # Two players: 1 had the button and the Small Blind, 2 the Big Blind. 3 is there now: the blinds move on
    # one place, and the button, which is never on the Small Blind of three, stays with 1.
    last = Positions(button=1, orbit=2, small_blind_position=1, small_blind_seat=1, big_blind_seat=2)
    state = replace(table(seat4={}, seat5={}), positions=last)
    found = planned(state, button_policy="dead_button")
    assert (found.button, found.small_blind_seat, found.big_blind_seat) == (1, 2, 3)
    assert found.order == (2, 3, 1)
    assert found.orbit == 2  # it has not gone round


def test_a_button_that_stays_with_one_of_two_has_not_gone_round() -> None:
    # The button would be due to 2, who comes back owing both blinds: 1 keeps it.
    found = planned(table(seat2={"missed": BOTH}, seat3={}, seat4={}, seat5={}))
    assert (found.button, found.orbit) == (1, 2)


@pytest.mark.parametrize(("seat", "said"), [(3, "Small Blind 3"), (0, "no Small Blind")])
def test_a_blind_that_nobody_posts_is_announced_as_that(seat: int, said: str) -> None:
    announced = BlindsAnnounced(
        button=2, orbit=2, is_button_placed=False, small_blind_position=3, small_blind_seat=seat,
        big_blind_seat=4, order=(), dues=(), citations=(),
    )  # fmt: skip
    assert say(announced).endswith(f"Button at 2, {said}, Big Blind 4")
