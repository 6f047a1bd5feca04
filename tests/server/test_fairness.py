"""A device adds to the next shuffle over its socket; a player is given proofs of what they saw, no more."""

from typing import Any

import pytest

from croupier.house.history.publishing import Publication
from croupier.table import Role
from tests.house.test_verify import outside

from .conftest import FAST, MANAGER, Config, Floor
from .sockets import Seat, connect, sit

ADDED = "5a" * 32


def ask(seat: Seat, **message: Any) -> Any:
    seat.send({"id": f"f{len(seat.answers)}", **message})
    return seat.answer(f"f{len(seat.answers)}")


def play(floor: Floor, table: str = "t1") -> dict[str, Any]:
    """Ann adds to the shuffle, plays a Round and goes home; the table closes. What she noted meanwhile."""
    floor.open_table(table)
    floor.run(floor.context.desk.set_dealer(MANAGER, table, "person"))
    floor.token("Dan", Role.DEALER)
    floor.token("Aud", Role.AUDITOR)
    floor.token("Ben")
    sit(floor, table, "Ann", 1)
    with connect(floor, table, "Ann") as ann, connect(floor, table, "Dan", "dealer") as dan:
        asked = ask(ann, type="next_shuffle")
        assert (asked["type"], asked["number"], asked["bytes"]) == (
            "next_shuffle",
            1,
            None,
        )  # nobody sat there before
        told = ask(ann, type="contribute", commitment=asked["commitment"], bytes=ADDED)
        assert (told["commitment"], told["bytes"]) == (asked["commitment"], ADDED)
        for command in ("ShuffleCards", "OpenBetting"):
            dan.offered(command)
            dan.give(command)
        ann.offered("PlaceBet")
        ann.give("PlaceBet", amount=10_00)
        dan.offered("DealCards")
        dan.give("DealCards")
        ann.offered("Fold")
        ann.give("Fold")
        seal = ann.happened("CardsShuffled")["event"]["seal"]
    floor.call("DELETE", f"/api/tables/{table}/seat", by="Ann")
    floor.run(floor.context.desk.close(MANAGER, table, "night"))
    return {"root": seal["root"], "commitment": asked["commitment"], "bytes": ADDED}


def test_trust_29_a_player_checks_alone_what_she_saw(floor: Floor) -> None:
    noted = play(floor)
    found = floor.call("GET", "/api/rounds/t1.1/fairness", by="Ann").json()
    assert [each["place"] for each in found["cards"]] == [0]  # her own card; the house's stays down
    assert found["shuffles"][0]["seal"]["left_out"] == []
    assert "never" in found["publishes"]
    assert outside.main_checks(found, noted) == []
    found["cards"][0]["card"] = "As" if found["cards"][0]["card"] != "As" else "Kd"
    assert len(outside.main_checks(found, noted | {"bytes": "00" * 32})) == 2


def test_trust_28_no_route_gives_a_player_the_seed_or_the_card_that_stayed_down(floor: Floor) -> None:
    play(floor)
    audited = floor.call("GET", "/api/rounds/t1.1/fairness", by="Aud").json()
    assert outside.main_checks(audited, {}) == []
    (whole,) = audited["opened"]
    hidden = whole["order"][1]  # the house's card
    assert floor.call("GET", "/api/rounds/t1.1", by="Aud").json()["seed"] == whole["seed"]
    for more in ("", "/fairness", "/replay", "/verify", "/export"):
        text = floor.call("GET", f"/api/rounds/t1.1{more}", by="Ann").text
        assert whole["seed"] not in text, more
        assert f'"{hidden}"' not in text, more
        assert floor.call("GET", f"/api/rounds/t1.1{more}", by="Ben").status_code == 403
    assert floor.call("GET", "/api/rounds/t1.1/fairness", by="Ann").json()["opened"] == []
    assert floor.call("GET", "/api/rounds/t1.1", by="Ann").json()["seed"] == ""


def test_who_played_is_a_player_of_the_round_whatever_else_they_are(floor: Floor) -> None:
    floor.token("Ann", Role.PLAYER, Role.AUDITOR, Role.PIT_MANAGER)
    play(floor)
    assert floor.call("GET", "/api/rounds/t1.1/fairness", by="Ann").json()["opened"] == []
    page = floor.call("GET", "/api/rounds/t1.1", by="Ann").json()
    assert page["seed"] == ""
    dealt = [each["event"] for each in page["happenings"] if each["event"]["type"] == "CardDealt"]
    assert [bool(each["card"]) for each in dealt] == [True, False]


class TestPublished:
    @pytest.fixture
    def config(self) -> Config:
        fields = {name: getattr(FAST, name) for name in FAST.__struct_fields__}
        return Config(**fields | {"publish_seeds": "days", "publish_seeds_days": 1})

    @pytest.fixture
    def now(self) -> Any:
        self.time = 1_713_000_000_000

        def tick() -> int:
            self.time += 1
            return self.time

        return tick

    def test_a_house_may_publish_seeds_and_says_what_they_open(self, floor: Floor) -> None:
        play(floor)
        found = floor.call("GET", "/api/rounds/t1.1/fairness", by="Ann").json()
        assert found["publishes"] == Publication("days", 1).words
        assert found["opened"] == []


def test_only_who_sits_adds_and_only_to_the_next_shuffle(floor: Floor) -> None:
    table = floor.open_table()
    floor.run(floor.context.desk.set_dealer(MANAGER, table, "person"))
    sit(floor, table, "Ann", 1)
    with connect(floor, table, "Ann") as ann, connect(floor, table, "Ben") as ben:
        for message in (
            {"type": "next_shuffle"},
            {"type": "contribute", "commitment": "00" * 32, "bytes": ADDED},
        ):
            assert "sits" in ask(ben, **message)["reason"]
        told = ask(ann, type="contribute", commitment="00" * 32, bytes=ADDED)
        assert (told["type"], "not the next" in told["reason"]) == ("refused", True)
        seq = ann.scene["seq"]
        assert ann.give("ShuffleCards", entropy={"number": 5}, expect=seq)["code"] == "malformed"
    floor.open_table("p1", cards="physical")
    sit(floor, "p1", "Ann", 1)
    with connect(floor, "p1", "Ann") as ann:
        assert "no device" in ask(ann, type="next_shuffle")["reason"]


class TestWaiting:
    @pytest.fixture
    def config(self) -> Config:
        fields = {name: getattr(FAST, name) for name in FAST.__struct_fields__}
        return Config(**fields | {"entropy_wait_ms": 10_000})

    def test_a_shuffle_waits_for_a_device_that_has_just_come_and_goes_on_when_it_has_added(
        self, floor: Floor
    ) -> None:
        table = floor.open_table()
        with connect(floor, table, "Ann") as ann:
            sit(floor, table, "Ann", 1)
            ann.until(lambda seat: bool(seat.scene) and seat.scene["you"]["place"] == 1)
            asked = ask(ann, type="next_shuffle")
            ask(ann, type="contribute", commitment=asked["commitment"], bytes=ADDED)
            seal = ann.happened("CardsShuffled")["event"]["seal"]
            assert (seal["commitment"], seal["left_out"]) == (asked["commitment"], [])
            assert [each["bytes"] for each in seal["contributions"]] == [ADDED]


def test_a_device_that_adds_nothing_in_time_is_left_out_and_named(floor: Floor) -> None:
    table = floor.open_table()
    with connect(floor, table, "Ann") as ann:
        sit(floor, table, "Ann", 1)
        seal = ann.happened("CardsShuffled")["event"]["seal"]
        assert (seal["contributions"], seal["left_out"]) == ([], ["ann"])
