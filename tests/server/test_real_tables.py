"""A table with real cards goes at the pace of people: a person deals, and nothing happens by itself."""

import datetime as dt
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from croupier.games import catalogue
from croupier.games.poker.events import HandShown
from croupier.house.stamps import HOUSE_TIME
from croupier.messages import Message
from croupier.server.config import Config
from croupier.server.sockets.preview import _cards
from croupier.server.tables.moves import dealt
from croupier.table import Actor, Phrasebook, Role, ShuffleCards
from tests.house.helpers import Time, done

from .conftest import MANAGER, PASSWORD, Floor, build, serving
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
        pace_ms=0,
        thinking_ms=0,
        betting_seconds=1,
        is_demo=False,
        away_seconds=0,
        staff_idle_seconds=IDLE_S,
        messages_per_second=1000,
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


def ping(dan: Any) -> None:
    dan.send({"type": "ping", "n": 1})
    dan.until(lambda seat: any(each["type"] == "pong" for each in seat.answers))
    dan.answers[:] = [each for each in dan.answers if each["type"] != "pong"]


def told(dan: Any) -> list[Any]:
    return [each for each in dan.answers if each["type"] == "session"]


def test_a_session_that_has_reached_its_age_waits_for_the_end_of_the_round(real: Floor, time: Time) -> None:
    """Twelve hours end in mid-Round: the page is told five minutes before; nothing ends before the Round."""
    age = real.context.config.session_terms.staff_age_ms
    began = time.now
    with connect(real, "t1", "Dan", "dealer") as dan:
        in_a_round(dan)
        ping(dan)
        for _ in range(age // (14 * 60_000)):
            time.now += 14 * 60_000
            ping(dan)
        time.now = began + age - 5 * 60_000
        ping(dan)
        (due,) = told(dan)
        assert (due["is_due"], due["way"], due["needs_code"]) == (True, "password", False)
        assert due["ends_at"] - due["due_at"] == 30 * 60_000
        assert abs(due["due_at"] - began - age) < 1000
        time.now = due["due_at"] + 60_000
        ping(dan)
        dan.give("PlaceButton")
        assert real.call("GET", "/api/me", by="Dan").is_success
        to_the_end(real)
        dan.send({"type": "ping", "n": 1})
        assert dan.closed() == 4401
    assert real.call("GET", "/api/me", by="Dan").status_code == 401


def test_a_session_is_renewed_and_its_socket_goes_on(real: Floor, time: Time) -> None:
    age = real.context.config.session_terms.staff_age_ms
    began = time.now
    with connect(real, "t1", "Dan", "dealer") as dan:
        in_a_round(dan)
        ping(dan)
        for _ in range(age // (14 * 60_000)):
            time.now += 14 * 60_000
            ping(dan)
        time.now = began + age + 60_000
        ping(dan)
        for wrong in ("not the password", ""):
            refused = real.call("POST", "/api/session/renewal", {"password": wrong}, by="Dan")
            assert refused.status_code in (400, 409)
        renewed = real.call("POST", "/api/session/renewal", {"password": PASSWORD}, by="Dan")
        renewed.raise_for_status()
        ping(dan)
        first, second = told(dan)
        assert (first["is_due"], second["is_due"]) == (True, False)
        assert second["due_at"] == pytest.approx(time.now + age, abs=1000)
        to_the_end(real)
        ping(dan)
        assert real.call("GET", "/api/me", by="Dan").is_success


def test_a_connection_lost_for_ten_minutes_in_mid_round_ends_no_session(real: Floor, time: Time) -> None:
    """What was entered meanwhile can still be sent. After a quarter of an hour one signs in again."""
    with connect(real, "t1", "Dan", "dealer") as dan:
        in_a_round(dan)
        ping(dan)
    time.now += 10 * 60_000
    with connect(real, "t1", "Dan", "dealer") as dan:
        dan.until(lambda seat: bool(seat.scene))
        assert dan.give("PlaceButton")["type"] in ("ack", "refused")
        ping(dan)
    time.now += 16 * 60_000
    assert real.call("GET", "/api/me", by="Dan").status_code == 401


def to_the_end(real: Floor) -> None:
    """All fold to the Big Blind, and the dealer does what is left."""
    house = real.context.house
    book = Phrasebook(house.catalogue.game("rws-poker").commands)
    dealer = Actor("dee", Role.DEALER)
    done(real.run(house.submit("t1", ShuffleCards(by=dealer))))
    for line in (
        "seat 2: posts the small blind",
        "seat 3: posts the big blind",
        "deal the hole cards as 2c ?? ?? ?? ?? ?? ??",
        "seat 1: folds",
        "seat 2: folds",
    ):
        done(real.run(house.submit("t1", book.read(line, dealer))))
    while (look := real.run(house.look("t1"))).round:
        step = look.game.routine(look.rules, look.state)
        assert step is not None
        command = dealt(look.game, look.rules, step, "", is_virtual=False)
        assert command is not None
        done(real.run(house.submit("t1", replace(command, by=dealer))))


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
        came = dan.give("RelocatePlayer", player=found["player"], seat=5, chips=500_00)
        assert came["type"] == "ack", came
    assert real.call("GET", "/api/tables/t2/arrivals", by="Dan").json() == []
    assert real.context.house.ledger.balance("table/t2/away") == -500_00


FREE_BET = (
    ("area 1: wager 50", "area 2: wager 25"),
    ("area 2: wager 25",),
    ("area 1: wager 30", "area 2: wager 25"),
)


def test_guests_are_rated_by_where_and_when_they_sat_down(real: Floor, time: Time) -> None:
    """Guest 1 bets 50 and 30 and sits one Round out; guest 2 bets 25 three times. Every hand stands on 19,
    the dealer has 20, and all is lost. It is twenty minutes from the first Round to the end of the third."""
    time.now = round(dt.datetime(2026, 11, 20, 18, tzinfo=HOUSE_TIME).timestamp() * 1000)
    context, dealer = real.context, Actor("dee", Role.DEALER)
    opened = {"edition": "mbs-freebet@3", "settings": {"burn_policy": "none"}, "cards": "physical"}
    real.run(context.desk.open_table(MANAGER, "f1", **opened))
    game = context.catalogue.game("mbs-freebet")

    def say(*lines: str) -> None:
        for line in lines:
            command = game.phrasebook.read(line, dealer)
            done(real.run(context.house.submit("f1", command)))

    done(real.run(context.house.submit("f1", ShuffleCards(by=dealer))))
    say("seat a guest at 1 with 500", "seat a guest at 2 with 500")
    for number, bets in enumerate(FREE_BET):
        time.now += 600_000 if number else 0
        say("place your bets", *bets, "no more bets")
        cards = "9c 9d Kh Td Tc" if len(bets) == 2 else "9d Kh Tc"
        say(f"deal the initial cards as {cards}", "offer surrender")
        places = [bet[5] for bet in bets]
        say(*(f"area {n}: play on" for n in places), "surrender is closed")
        say(*(f"area {n}: stands" for n in places), "deal a card Qs", "settle the wagers")
    rated = real.call("GET", "/api/ratings", by=manager(real)).json()
    assert rated["people"] == []
    first, second = rated["guests"]
    assert (first["words"], second["words"]) == ("place 1, Evening", "place 2, Evening")
    assert (first["rounds"], first["decisions"], first["average_bet"], first["won"]) == (3, 2, 40_00, -80_00)
    assert (second["rounds"], second["decisions"], second["average_bet"]) == (3, 3, 25_00)
    assert (second["won"], second["minutes"]) == (-75_00, 20)
    # The house keeps the same part of every unit on the main wager: 80 against 75.
    assert first["theoretical"] / second["theoretical"] == pytest.approx(80 / 75)


def manager(real: Floor) -> str:
    real.token("Pam", Role.PIT_MANAGER)
    return "Pam"


def test_a_patron_is_found_by_name_or_card_and_seated_as_themselves(real: Floor) -> None:
    """Ann, Anna Lee and Anton play here; Ander deals, and the console never sees what anybody owns."""
    for name in ("Ann", "Anna Lee", "Anton"):
        real.token(name)
    real.token("Ander", Role.PLAYER, Role.DEALER)
    where = "/api/tables/t1/patrons?named="

    def named(text: str) -> list[str]:
        return [each["name"] for each in real.call("GET", where + text, by="Dan").json()]

    assert named("ann") == ["Ann", "Anna Lee"]
    assert named("AN") == ["Ann", "Anna Lee", "Anton"]
    assert (named("lee"), named("ander"), named("nn")) == (["Anna Lee"], [], [])
    assert real.call("GET", where + "a", by="Dan").status_code == 400
    assert real.call("GET", where + "ann", by="Ann").status_code == 403
    (lee,) = real.call("GET", where + "anna-lee", by="Dan").json()
    assert lee == {"player": lee["player"], "name": "Anna Lee", "place": None, "is_welcome": True}
    with connect(real, "t1", "Dan", "dealer") as dan:
        dan.until(lambda seat: bool(seat.scene))
        dan.give("SitDown", recorded={"place": 2, "player": lee["player"]}, seat=2, chips=500_00)
    assert real.call("GET", where + "lee", by="Dan").json()[0]["place"] == 2


def test_pages_of_the_staff_are_told_what_the_time_of_the_house_is_called(real: Floor) -> None:
    real.token("Mona", Role.SHIFT_MANAGER)
    for page in ("lobby", "cage", "reports/hold?by=table", "ratings", "staff", "staff/handover"):
        answer = real.call("GET", f"/api/{page}", by="Mona")
        answer.raise_for_status()
        assert answer.json()["zone"] == "SGT", page
