"""A table with real cards goes at the pace of people: a person deals, and nothing happens by itself."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.games import catalogue
from croupier.games.poker.events import HandShown
from croupier.messages import Message
from croupier.server.config import Config
from croupier.server.sockets.preview import _cards
from croupier.table import Role
from tests.house.helpers import Time

from .conftest import MANAGER, Floor, build, serving
from .sockets import connect

SETTINGS = {"action_clock_seconds": 5}
IDLE_S = 60


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def real(tmp_path: Path, time: Time) -> Iterator[Floor]:
    """A real table of Poker, and Dan who deals there; whoever is away is sent home elsewhere at once."""
    config = Config(
        pace_ms=0, thinking_ms=0, betting_seconds=1, is_demo=False, away_seconds=0, staff_idle_seconds=IDLE_S
    )
    now: Callable[[], int] = time
    context = build(str(tmp_path / "house.db"), tmp_path, config, catalogue(), now)
    with serving(context) as client:
        floor = Floor(client, context)
        floor.run(context.desk.open_table(MANAGER, "t1", "rws-poker@7", settings=SETTINGS, cards="physical"))
        floor.token("Dan", Role.DEALER)
        yield floor


def record(dan: Any, command: str, place: int, **values: Any) -> None:
    """Written down by the dealer, at its place."""
    dan.give(command, recorded={"place": place}, **values)


def seated(dan: Any) -> None:
    dan.until(lambda seat: seat.scene)
    for place in (1, 2, 3):
        record(dan, "SitDown", place, seat=place, chips=500_00)


def in_a_round(dan: Any) -> None:
    seated(dan)
    dan.give("ShuffleCards")
    dan.give("AnnounceBlinds", button="placed")


def test_a_person_deals_from_the_start_and_no_machine_takes_over(real: Floor) -> None:
    line = real.call("GET", "/api/tables/t1", by="Dan").json()
    assert (line["dealer"], line["dealer_name"], line["is_real"]) == ("person", None, True)
    assert real.call("PUT", "/api/tables/t1/dealer", {"mode": "person"}, by="Dan").is_success
    refused = real.call("PUT", "/api/tables/t1/dealer", {"mode": "auto"}, by="Dan")
    assert refused.status_code == 409
    assert "next dealer" in refused.text


def test_no_clock_runs_and_nobody_goes_home_for_having_no_connection(real: Floor, time: Time) -> None:
    """Guests have no device at all: after ten minutes they were sent home in their own name."""
    with connect(real, "t1", "Dan", "dealer") as dan:
        in_a_round(dan)
        assert dan.scene["clock"] is None
        stage = real.context.room.stages["t1"]
        before = stage.look.version
        time.now += 3_600_000
        stage.changed.set()
        dealer = real.context.room.dealers["t1"]
        assert real.run(dealer.step()) is None
        assert stage.look.version == before
        assert set(stage.look.offered.players) == {1, 2, 3}


def test_a_session_at_the_console_does_not_end_in_mid_round(real: Floor, time: Time) -> None:
    with connect(real, "t1", "Dan", "dealer") as dan:
        in_a_round(dan)
        for _ in range(4):
            time.now += IDLE_S * 1000 // 2
            dan.send({"type": "ping", "n": 1})
            dan.until(lambda seat: any(each["type"] == "pong" for each in seat.answers))
            dan.answers.clear()
        assert real.call("GET", "/api/me", by="Dan").is_success


def test_between_rounds_an_idle_session_ends_as_ever(real: Floor, time: Time) -> None:
    with connect(real, "t1", "Dan", "dealer") as dan:
        seated(dan)
        time.now += IDLE_S * 2000
        assert real.call("GET", "/api/me", by="Dan").status_code == 401


def test_a_dealer_does_not_seat_the_manager_with_the_money_of_an_account(real: Floor) -> None:
    """He could: 500 left the manager's account, and he was then locked out of acting for the House here."""
    real.token("Mona", Role.SHIFT_MANAGER, Role.PLAYER)
    sit = {"type": "SitDown", "seat": 2, "chips": 500_00, "recorded": {"place": 2, "player": "mona"}}
    with connect(real, "t1", "Dan", "dealer") as dan:
        dan.until(lambda seat: bool(seat.scene))
        refused = dan.give("SitDown", **{name: value for name, value in sit.items() if name != "type"})
        assert (refused["type"], "works here" in refused["reason"]) == ("refused", True)
    body = {"id": "1", "as": "dealer", "expect": 2, "command": sit}
    answer = real.call("POST", "/api/tables/t1/commands", body, by="Dan")
    assert answer.status_code == 409, answer.text
    assert real.context.house.ledger.balance("player/mona") == 1_000_00


def test_a_table_that_closes_sends_people_home_with_their_chips_in_hand(real: Floor) -> None:
    real.token("Ann")
    real.token("Pam", Role.PIT_MANAGER)
    with connect(real, "t1", "Dan", "dealer") as dan:
        dan.until(lambda seat: bool(seat.scene))
        dan.give("SitDown", recorded={"place": 2, "player": "ann"}, seat=2, chips=500_00)
    real.call("POST", "/api/tables/t1/close", {"reason": "night"}, by="Pam").raise_for_status()
    books = real.context.house.ledger
    assert (books.balance("player/ann"), books.balance("table/t1/away")) == (1_000_00, 500_00)


def test_what_is_said_of_a_hand_does_not_stand_in_the_way_of_a_preview() -> None:
    """What the last step pays was not shown at a showdown: a hand's name is a message."""
    shown = HandShown(
        seat=1,
        cards=("As", "Kd"),
        strength=1,
        ranking=Message("Pair of {rank}", {"rank": "Aces"}),
        citations=(),
    )
    assert _cards(shown) == {"As": 1, "Kd": 1}


def test_a_dealer_sees_who_may_be_relocated_to_the_table(real: Floor) -> None:
    """Dan at the second table: seat 2 has left the first with 500, seat 3 still sits there."""
    real.run(
        real.context.desk.open_table(MANAGER, "t2", "rws-poker@7", title="Two", settings={}, cards="physical")
    )
    with connect(real, "t1", "Dan", "dealer") as dan:
        seated(dan)
        record(dan, "LeaveGame", 2, seat=2)
    (found,) = real.call("GET", "/api/tables/t2/arrivals", by="Dan").json()
    assert (found["name"], found["source"], found["chips"]) == ("Guest 2", "t1", 500_00)
    assert real.call("GET", "/api/tables/t1/arrivals", by="Dan").json() == []
    with connect(real, "t2", "Dan", "dealer") as dan:
        dan.until(lambda seat: bool(seat.scene))
        done = dan.give("RelocatePlayer", player=found["player"], seat=5, chips=500_00)
        assert done["type"] == "ack", done
    assert real.call("GET", "/api/tables/t2/arrivals", by="Dan").json() == []
    assert real.context.house.ledger.balance("table/t2/away") == -500_00
