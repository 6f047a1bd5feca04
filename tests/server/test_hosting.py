"""The pit and its seats: the waiting list, the next one seated, a player moved to another table."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.games import catalogue
from croupier.games.poker.commands import ReportAbsent, TopUp
from croupier.house.answers import Acknowledged
from croupier.table import Actor, Role
from tests.server.conftest import FAST, MANAGER, Floor, build, serving

POKER = "rws-poker@7"


@pytest.fixture
def pit(tmp_path: Path) -> Iterator[Floor]:
    """Two poker tables and one of Free Bet, a supervisor and a dealer."""
    context = build(str(tmp_path / "house.db"), tmp_path, FAST, catalogue())
    with serving(context) as client:
        floor = Floor(client, context)
        for name, edition in (("p1", POKER), ("p2", POKER), ("f1", "mbs-freebet@3")):
            floor.run(context.desk.open_table(MANAGER, name, edition, {}, title=f"Table {name}"))
            client.get(f"/api/tables/{name}")
        floor.token("Sue", Role.PIT_SUPERVISOR)
        floor.token("Dan", Role.DEALER)
        yield floor


def id_of(floor: Floor, name: str) -> str:
    return str(floor.call("GET", "/api/me", by=name).json()["id"])


def test_the_list_is_in_order_and_says_where_one_could_sit(pit: Floor) -> None:
    for name in ("Ann", "Ben"):
        pit.call("POST", "/api/tables/p1/waiting", by=name)
    pit.call("POST", "/api/tables/p1/seat", {"place": 2, "chips": 500_00}, by="Cat")
    found = pit.call("GET", "/api/tables/p1/waiting", by="Dan").json()
    assert [each["name"] for each in found["waiting"]] == ["Ann", "Ben"]
    assert 2 not in found["places"]
    assert 1 in found["places"]
    assert found["chips"]["minimum"] <= 500_00 <= found["chips"]["maximum"]


def test_the_next_one_is_seated_with_their_own_chips(pit: Floor) -> None:
    pit.call("POST", "/api/tables/p1/waiting", by="Ann")
    ann = id_of(pit, "Ann")
    answer = pit.call("POST", f"/api/tables/p1/waiting/{ann}/seat", {"place": 3, "chips": 400_00}, by="Sue")
    assert answer.status_code == 200, answer.text
    line = pit.call("GET", "/api/tables/p1").json()
    assert [(seat["place"], seat["name"]) for seat in line["seats"]] == [(3, "Ann")]
    assert line["waiting"] == []
    # She began with 1,000.00: 1,000.00 - 400.00 = 600.00 are left in her account.
    assert pit.call("GET", "/api/me", by="Ann").json()["balance"] == 600_00


def test_nobody_is_seated_who_does_not_wait(pit: Floor) -> None:
    ann = id_of(pit, "Ann")
    answer = pit.call("POST", f"/api/tables/p1/waiting/{ann}/seat", {"place": 3, "chips": 400_00}, by="Sue")
    assert (answer.status_code, answer.json()["code"]) == (409, "refused")
    assert pit.call("GET", "/api/tables/p1").json()["seats"] == []


def test_a_refused_seat_leaves_one_on_the_list(pit: Floor) -> None:
    pit.call("POST", "/api/tables/p1/waiting", by="Ann")
    ann = id_of(pit, "Ann")
    for chips in (1, 5_000_00):  # below every minimum; more than she has
        body = {"place": 3, "chips": chips}
        answer = pit.call("POST", f"/api/tables/p1/waiting/{ann}/seat", body, by="Sue")
        assert answer.status_code == 409, answer.text
    assert pit.call("GET", "/api/tables/p1").json()["waiting"] == ["Ann"]
    assert pit.call("GET", "/api/me", by="Ann").json()["balance"] == 1_000_00


def test_a_supervisor_takes_somebody_off_the_list(pit: Floor) -> None:
    pit.call("POST", "/api/tables/p1/waiting", by="Ann")
    path = f"/api/tables/p1/waiting/{id_of(pit, 'Ann')}"
    assert pit.call("DELETE", path, by="Dan").status_code == 403
    assert pit.call("DELETE", path, by="Sue").status_code == 204
    assert pit.call("GET", "/api/tables/p1").json()["waiting"] == []
    assert pit.call("DELETE", path, by="Sue").status_code == 409


def test_a_relocated_player_brings_all_chips(pit: Floor) -> None:
    pit.call("POST", "/api/tables/p1/seat", {"place": 1, "chips": 700_00}, by="Ann")
    body = {"player": id_of(pit, "Ann"), "source": "p1", "place": 4}
    answer = pit.call("POST", "/api/tables/p2/relocations", body, by="Dan")
    assert answer.status_code == 200, answer.text
    assert answer.json()["chips"] == 700_00
    assert pit.call("GET", "/api/tables/p1").json()["seats"] == []
    seats = pit.call("GET", "/api/tables/p2/snapshot?as=dealer", by="Dan").json()["view"]["seats"]
    assert {n: (seat["chips"], seat["is_relocated"]) for n, seat in seats.items()} == {"4": (700_00, False)}
    assert pit.call("GET", "/api/me", by="Ann").json()["balance"] == 300_00


def test_a_taken_seat_moves_nobody(pit: Floor) -> None:
    pit.call("POST", "/api/tables/p1/seat", {"place": 1, "chips": 700_00}, by="Ann")
    pit.call("POST", "/api/tables/p2/seat", {"place": 4, "chips": 700_00}, by="Ben")
    body = {"player": id_of(pit, "Ann"), "source": "p1", "place": 4}
    answer = pit.call("POST", "/api/tables/p2/relocations", body, by="Dan")
    assert answer.status_code == 409
    assert "free seats: 1, 2, 3, 5" in answer.json()["reason"]
    assert [seat["name"] for seat in pit.call("GET", "/api/tables/p1").json()["seats"]] == ["Ann"]


def test_a_document_without_relocation_has_none(pit: Floor) -> None:
    pit.call("POST", "/api/tables/p1/seat", {"place": 1, "chips": 700_00}, by="Ann")
    body = {"player": id_of(pit, "Ann"), "source": "p1", "place": 4}
    answer = pit.call("POST", "/api/tables/f1/relocations", body, by="Dan")
    assert answer.status_code == 409
    assert "no relocation" in answer.json()["reason"]


def test_a_table_gets_an_id_that_no_other_has(pit: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    chance = iter(["aaaaaa", "aaaaaa", "bbbbbb"])
    monkeypatch.setattr("croupier.server.api.tables.secrets.token_hex", lambda count: next(chance))
    practice = {"edition": POKER, "is_practice": True}
    first, second = (pit.call("POST", "/api/tables", practice, by=who).json()["id"] for who in ("Ann", "Ben"))
    assert (first[-6:], second[-6:]) == ("aaaaaa", "bbbbbb")


def test_practice_chips_stay_at_practice(pit: Floor) -> None:
    """A relocated practice stake would be taken from the player's own account."""
    practice = {"edition": POKER, "is_practice": True}
    table = pit.call("POST", "/api/tables", practice, by="Ann").json()["id"]
    pit.call("POST", f"/api/tables/{table}/seat", {"place": 1, "chips": 700_00}, by="Ann")
    body = {"player": id_of(pit, "Ann"), "source": table, "place": 4}
    assert pit.call("POST", "/api/tables/p2/relocations", body, by="Dan").status_code == 409
    assert pit.call("GET", "/api/me", by="Ann").json()["balance"] == 1_000_00


def test_staff_see_when_everyone_last_did_something(pit: Floor) -> None:
    """What the clock or the dealer does about a player is nothing that the player has done."""
    for place, name in ((2, "Ann"), (5, "Ben")):
        pit.call("POST", "/api/tables/p1/seat", {"place": place, "chips": 500_00}, by=name)
    ann, ben = id_of(pit, "Ann"), id_of(pit, "Ben")
    entries = pit.context.house.journal.read("table/p1")
    sat = {entry.by: entry.at for entry in entries}
    report = ReportAbsent(by=Actor("dan", Role.DEALER), seat=2)
    clock = TopUp(by=Actor(ben, Role.PLAYER, 5), id="clock:1", seat=5, chips=100_00)
    for command in (report, clock):
        assert isinstance(pit.run(pit.context.house.submit("p1", command)), Acknowledged)
    found = pit.call("GET", "/api/tables/p1/attendance", by="Dan").json()
    assert found == [
        {"place": 2, "player": ann, "name": "Ann", "last_acted": sat[ann]},
        {"place": 5, "player": ben, "name": "Ben", "last_acted": sat[ben]},
    ]
    assert pit.call("GET", "/api/tables/p1/attendance", by="Ann").status_code == 403
    assert pit.call("GET", "/api/tables/none/attendance", by="Dan").status_code == 404
