"""A table that stands still is shown to the pit, with what it waits for and what would move it on."""

from pathlib import Path

from croupier.games import catalogue
from croupier.house.answers import Acknowledged
from croupier.server.config import Config
from croupier.table import Actor, Phrasebook, Role
from tests.patience import until

from .conftest import MANAGER, Floor, build, serving
from .sockets import connect, sit

CONFIG = Config(pace_ms=0, thinking_ms=0, betting_seconds=1, is_demo=True, demo_tables=(), stuck_seconds=1)


def test_trust_34_a_table_that_nobody_moves_on_is_shown_first(tmp_path: Path) -> None:
    context = build(str(tmp_path / "house.db"), tmp_path, CONFIG, catalogue())
    with serving(context) as client:
        floor = Floor(client, context)
        floor.run(context.desk.open_table(MANAGER, "t1", "rws-multilink@3", {"action_clock_seconds": "0"}))
        floor.run(context.desk.open_table(MANAGER, "t2", "rws-multilink@3"))
        floor.token("Dee", Role.DEALER)
        assert floor.call("GET", "/api/stuck", by="Ann").status_code == 403
        assert floor.call("GET", "/api/stuck", by="Dee").json() == []
        sit(floor, "t1", "Ann", 1)
        with connect(floor, "t1", "Ann") as ann:
            ante = ann.offered("PlaceAnte")
            ann.give("PlaceAnte", **ante["fixed"], amount=ante["asks"][0]["minimum"])
            ann.give("FinishBetting")
            ann.until(lambda seat: seat.scene["view"]["phase"] == "first")
            until(lambda: floor.call("GET", "/api/stuck", by="Dee").json())
            (found,) = floor.call("GET", "/api/stuck", by="Dee").json()
        assert found["table"] == "t1", "nothing is under way at the other one"
        assert "Ann at place 1" in found["waits_for"]
        assert found["way_on"] == "time for box 1"
        assert found["citations"][0]["paragraph"] == "5.23"
        assert b"croupier_tables_stuck 1.0" in client.get("/metrics").content


def test_what_a_dealer_of_real_cards_has_to_do_is_said_without_blanks(tmp_path: Path) -> None:
    context = build(str(tmp_path / "house.db"), tmp_path, CONFIG, catalogue())
    with serving(context) as client:
        floor = Floor(client, context)
        floor.run(context.desk.open_table(MANAGER, "t1", "rws-multilink@3", cards="physical"))
        floor.token("Dee", Role.DEALER)
        sit(floor, "t1", "Ann", 1)
        read = Phrasebook(catalogue().game("rws-multilink").commands).read
        dealer = Actor("Dee", Role.DEALER)
        for said in ("shuffle the cards", "place your bets", "box 1: ante 25 on box 1", "no more bets"):
            answer = floor.run(context.house.submit("t1", read(said, dealer)))
            assert isinstance(answer, Acknowledged), answer
        until(lambda: floor.call("GET", "/api/stuck", by="Dee").json())
        (found,) = floor.call("GET", "/api/stuck", by="Dee").json()
        assert (found["waits_for"], found["way_on"]) == ("the dealer", "Deal hole cards")
