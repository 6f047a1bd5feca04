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
