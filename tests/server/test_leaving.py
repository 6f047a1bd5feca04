"""Leaving as soon as the rules allow it: shown, taken back, and never forgotten."""

from pathlib import Path
from typing import Any

from msgspec.structs import replace

from croupier.games import catalogue
from croupier.server.config import Config
from tests.patience import until

from .conftest import MANAGER, Floor, build, serving
from .sockets import Seat, connect, sit

CONFIG = Config(pace_ms=0, thinking_ms=0, is_demo=True, demo_tables=(), interruption_seconds=0)
FREEBET = "mbs-freebet@3"


def opened(tmp_path: Path, betting_seconds: int = 3600) -> Any:
    config = replace(CONFIG, betting_seconds=betting_seconds)
    return build(str(tmp_path / "house.db"), tmp_path, config, catalogue())


def in_a_round(ann: Seat) -> None:
    """A wager is down: the rules keep Ann until it is settled."""
    option = ann.offered("PlaceWager")
    values = {ask["field"]: ask["minimum"] for ask in option["asks"]}
    assert ann.give("PlaceWager", **option["fixed"], **values)["type"] == "ack"
    ann.until(lambda seat: seat.scene["round"] is not None)


def is_leaving(floor: Floor) -> bool:
    line = floor.call("GET", "/api/tables/t1").json()
    return bool(line["seats"][0]["is_leaving"])


def test_asked_shown_taken_back(tmp_path: Path) -> None:
    context = opened(tmp_path)
    with serving(context) as client:
        floor = Floor(client, context)
        floor.run(context.desk.open_table(MANAGER, "t1", FREEBET))
        sit(floor, "t1", "Ann", 1)
        assert floor.call("DELETE", "/api/tables/t1/leaving", by="Ann").status_code == 409
        with connect(floor, "t1", "Ann") as ann, connect(floor, "t1", None) as rail:
            in_a_round(ann)
            for _ in range(2):  # asked twice is asked once
                answer = floor.call("DELETE", "/api/tables/t1/seat", by="Ann")
                assert answer.json() == {"is_leaving": True}
            ann.until(lambda seat: seat.scene["you"]["is_leaving"])
            rail.until(lambda seat: bool(seat.scene) and seat.scene["table"]["seats"][0]["is_leaving"])
            assert not rail.scene["you"]["is_leaving"]
            assert floor.call("DELETE", "/api/tables/t1/leaving", by="Ben").status_code == 409
            assert is_leaving(floor), "somebody else took it back"
            answer = floor.call("DELETE", "/api/tables/t1/leaving", by="Ann")
            assert answer.json() == {"is_leaving": False}
            ann.until(lambda seat: not seat.scene["you"]["is_leaving"])
            rail.until(lambda seat: not seat.scene["table"]["seats"][0]["is_leaving"])
            assert floor.call("DELETE", "/api/tables/t1/leaving", by="Ann").status_code == 409


def test_it_survives_a_restart_and_happens_once_the_round_is_over(tmp_path: Path) -> None:
    context = opened(tmp_path)
    with serving(context) as client:
        floor = Floor(client, context)
        floor.run(context.desk.open_table(MANAGER, "t1", FREEBET))
        sit(floor, "t1", "Ann", 1, 200_00)
        with connect(floor, "t1", "Ann") as ann:
            in_a_round(ann)
        floor.call("DELETE", "/api/tables/t1/seat", by="Ann")
        tokens = floor._tokens
    context = opened(tmp_path, betting_seconds=1)
    with serving(context) as client:
        floor = Floor(client, context)
        floor._tokens = tokens
        with connect(floor, "t1", None) as rail:
            rail.until(lambda seat: bool(seat.scene))
            _play_to_the_end(floor, rail)
        assert floor.call("GET", "/api/tables/t1").json()["seats"] == []
        until(lambda: floor.context.house.card("t1").leaving == ())  # tidied a moment after the seat is empty
        # Whoever has left and sits down again is not sent away.
        sit(floor, "t1", "Ann", 1, 100_00)
        assert not is_leaving(floor)


def _play_to_the_end(floor: Floor, rail: Seat) -> None:
    """If the document lets the Round go on, Ann stands; then the seat is empty by itself."""
    if not rail.scene["table"]["seats"]:
        return
    with connect(floor, "t1", "Ann") as ann:
        ann.until(lambda seat: bool(seat.scene))
        assert ann.scene["you"]["is_leaving"] or ann.scene["you"]["place"] is None
        while ann.scene["you"]["place"] is not None:
            offered = [option for option in ann.scene["options"] if option["command"] == "Stand"]
            if offered:
                ann.give("Stand", **offered[0]["fixed"])
            else:
                ann.hear()
