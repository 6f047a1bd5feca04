"""A table over its socket: what everyone is told, and what nobody is."""

import re
from typing import Any

from croupier.table import Role

from .conftest import Floor
from .sockets import Seat, connect, sit

CARD = re.compile(r'"(?:[2-9TJQKA][cdhs])"')


def bet_and_look(seat: Seat, amount: int = 10_00) -> None:
    seat.offered("PlaceBet")
    assert seat.give("PlaceBet", amount=amount)["type"] == "ack"


def test_a_person_plays_a_round_and_everyone_sees_what_they_may(floor: Floor) -> None:
    table = floor.open_table()
    sit(floor, table, "Ann", 1)
    with (
        connect(floor, table, "Ann") as ann,
        connect(floor, table, "Ben") as ben,
        connect(floor, table, None) as rail,
    ):
        bet_and_look(ann)
        ann.offered("Stay")
        assert ann.scene["view"]["boxes"]["1"]["card"]
        assert ann.scene["you"] | {"id": ""} == {
            "id": "",
            "name": "Ann",
            "role": "player",
            "place": 1,
            "is_connected": True,
            "is_leaving": False,
            "waiting": None,
        }
        assert ann.give("Stay")["type"] == "ack"
        for other in (ben, rail):
            other.happened("RoundConcluded")
            numbers = [each["seq"] for each in other.events]
            assert numbers == list(range(numbers[0], numbers[0] + len(numbers)))
            dealt = [each for each in other.events if each["event"]["type"] == "CardDealt"]
            assert len(dealt) == 2
            assert all(each["event"]["card"] == [] for each in dealt)
            settled = other.happened("BetSettled")
            assert settled["citations"]
            assert settled["words"].startswith("Seat 1: ")
        assert rail.scene["options"] == []
        assert {option["command"] for option in ben.scene["options"]} == {"SitDown"}


def test_trust_3_no_frame_to_others_names_a_hidden_card(floor: Floor) -> None:
    """Every byte sent to the rail, another player, the dealer and an auditor, through whole Rounds."""
    table = floor.open_table()
    sit(floor, table, "Ann", 1)
    floor.token("Dan", Role.DEALER)
    floor.token("Aud", Role.AUDITOR)
    with (
        connect(floor, table, "Ann") as ann,
        connect(floor, table, "Ben") as ben,
        connect(floor, table, None) as rail,
        connect(floor, table, "Dan", "dealer") as dealer,
        connect(floor, table, "Aud", "auditor") as auditor,
    ):
        for _ in range(3):
            bet_and_look(ann)
            ann.offered("Stay")
            ann.give("Stay")
        until = ann.scene["seq"]
        for other in (ben, rail, dealer, auditor):
            heard = []
            while other.scene.get("seq", 0) < until:
                heard.append(str(other.hear()).replace("'", '"'))
            assert not [text for text in heard if CARD.search(text)]
            assert not [text for text in heard if re.search(r'"seed": "[0-9a-f]', text)]


def test_snapshot_then_tail_on_reconnect(floor: Floor) -> None:
    table = floor.open_table()
    sit(floor, table, "Ann", 1)
    with connect(floor, table, "Ann") as ann:
        bet_and_look(ann)
        ann.offered("Stay")
        seen = ann.scene["seq"]
        known = len(ann.events)
        ann.give("Stay")
        ann.happened("RoundConcluded")
        missed = ann.events[known:]
    with connect(floor, table, "Ann", after=seen) as again:
        again.hear()
        assert again.scene["type"] == "events"
        assert again.scene["first"] == seen + 1
        assert again.events[: len(missed)] == missed
        assert again.scene["table"]["id"] == table
        again.send({"type": "resume", "after": 0})  # further back than what is kept since the start
        again.until(lambda seat: seat.scene["type"] == "snapshot")
        again.send({"type": "resume", "after": 10**9})  # a number that has not come yet
        while again.hear()["type"] != "snapshot":  # the next Round may be announced first
            continue


def test_a_repeated_command_is_done_once(floor: Floor) -> None:
    """Trust 10: the same id again gives the same answer, whatever happened since."""
    table = floor.open_table()
    sit(floor, table, "Ann", 1)
    with connect(floor, table, "Ann") as ann:
        ann.offered("PlaceBet")
        at = ann.scene["seq"]
        first = ann.give("PlaceBet", id="once", expect=at, amount=10_00)
        again = ann.give("PlaceBet", id="once", expect=at, amount=10_00)
        assert (first["type"], again) == ("ack", first)
        ann.offered("Stay")
        bets = [each for each in ann.events if each["event"]["type"] == "BetPlaced"]
        assert len(bets) == 1
        ann.give("Stay")
        ann.offered("PlaceBet")
        assert ann.give("PlaceBet", id="once", expect=ann.scene["seq"], amount=10_00) == first
        assert ann.scene["view"]["boxes"]["1"]["bet"] == 0


def test_a_late_click_never_lands_in_the_next_round(floor: Floor) -> None:
    table = floor.open_table()
    sit(floor, table, "Ann", 1)
    with connect(floor, table, "Ann") as ann:
        bet_and_look(ann)
        ann.offered("Stay")
        late = ann.scene["seq"]
        ann.give("Stay")
        bet_and_look(ann)
        ann.offered("Stay")
        answer = ann.give("Fold", expect=late)
        assert (answer["type"], answer["code"]) == ("refused", "stale")
        assert ann.scene["view"]["boxes"]["1"]["bet"] == 10_00


def test_what_others_do_meanwhile_does_not_matter(floor: Floor) -> None:
    table = floor.open_table()
    for place, name in ((1, "Ann"), (2, "Ben")):
        sit(floor, table, name, place)
    with connect(floor, table, "Ann") as ann, connect(floor, table, "Ben") as ben:
        ann.offered("PlaceBet")
        ben.offered("PlaceBet")
        at = min(ann.scene["seq"], ben.scene["seq"])
        assert ann.give("PlaceBet", expect=at, amount=5_00)["type"] == "ack"
        assert ben.give("PlaceBet", expect=at, amount=5_00)["type"] == "ack"


def test_one_active_connection_per_seat(floor: Floor) -> None:
    table = floor.open_table()
    sit(floor, table, "Ann", 1)
    with connect(floor, table, "Ann") as first:
        first.offered("PlaceBet")
        with connect(floor, table, "Ann") as second:
            first.until(lambda seat: bool(seat.notices))
            assert first.notices[0]["code"] == "replaced"
            first.until(lambda seat: seat.scene["options"] == [])
            assert not first.scene["you"]["is_connected"]
            answer = first.give("PlaceBet", amount=5_00)
            assert (answer["code"], answer["type"]) == ("not_allowed", "refused")
            bet_and_look(second)


def test_refusals_say_what_may_be_done_and_cite(floor: Floor) -> None:
    table = floor.open_table()
    sit(floor, table, "Ann", 1)
    with connect(floor, table, "Ann") as ann:
        ann.offered("PlaceBet")
        answer = ann.give("PlaceBet", amount=4_99)
        assert answer["type"] == "refused"
        assert answer["code"] == "refused"
        assert answer["reason"] == "bet 5 to 200, not 4.99"
        assert answer["citations"] == [{"edition": "high-card@1", "paragraph": "3.1", "reading": None}]
        assert ann.give("PlaceBet", amount=5_00)["type"] == "ack"


def test_ping(floor: Floor) -> None:
    with connect(floor, floor.open_table(), None) as rail:
        rail.send({"type": "ping", "n": 7})
        rail.until(lambda seat: bool(seat.answers))
        assert rail.answers[0]["n"] == 7


def test_presence_is_shown(floor: Floor) -> None:
    """Trust 24: who is away is disclosed."""
    table = floor.open_table()
    sit(floor, table, "Ann", 1)

    def seat_of(watcher: Seat) -> dict[str, Any]:
        return dict(watcher.scene["table"]["seats"][0])

    with connect(floor, table, None) as rail:
        rail.until(lambda seat: bool(seat.scene))
        assert seat_of(rail)["is_away"]
        with connect(floor, table, "Ann"):
            rail.until(lambda seat: not seat_of(seat)["is_away"])
        rail.until(lambda seat: seat_of(seat)["is_away"])


def test_trust_24_bots_are_marked(floor: Floor) -> None:
    """They take the ends of the table and leave the middle to people."""
    table = floor.open_table()
    floor.token("Mia", Role.PIT_MANAGER)
    assert floor.call("PUT", f"/api/tables/{table}/bots", {"count": 2}, "Mia").status_code == 200
    with connect(floor, table, None) as rail:
        rail.until(lambda seat: len(seat.scene["table"]["seats"]) == 2 if seat.scene else False)
        sit(floor, table, "Ann", 2)
        rail.until(lambda seat: len(seat.scene["table"]["seats"]) == 3)
        marked = {each["place"]: each["is_bot"] for each in rail.scene["table"]["seats"]}
        assert marked == {1: True, 2: False, 4: True}
