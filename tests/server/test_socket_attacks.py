"""Every socket message, attacked: another's seat, forged, replayed, malformed, oversized."""

from typing import Any

import pytest

from croupier.house.journal import StoreUnavailable
from croupier.server.sockets.wire import MESSAGE_BYTES_MAX
from croupier.table import Role

from .conftest import Floor
from .sockets import connect, sit


def test_another_players_seat(floor: Floor) -> None:
    table = floor.open_table()
    sit(floor, table, "Ann", 1)
    with connect(floor, table, "Ann") as ann, connect(floor, table, "Ben") as ben:
        ann.offered("PlaceBet")
        ben.until(lambda seat: bool(seat.scene))
        answer = ben.give("PlaceBet", seat=1, amount=5_00, expect=ann.scene["seq"])
        assert (answer["type"], answer["reason"]) == ("refused", "seat 1 is not yours")
        assert ann.scene["view"]["boxes"]["1"]["bet"] == 0


def test_trust_24_a_second_seat_by_the_back_door(floor: Floor) -> None:
    """The game's own command for sitting down obeys the house's rule too; the money is the account's."""
    table = floor.open_table()
    sit(floor, table, "Ann", 1)
    floor.token("Pat", Role.DEALER, Role.PLAYER)
    floor.call("PUT", f"/api/tables/{table}/dealer", {"mode": "person"}, "Pat")
    with (
        connect(floor, table, "Ann") as ann,
        connect(floor, table, "Pat") as pat,
        connect(floor, table, "Ben") as ben,
    ):
        for seat in (ann, pat, ben):
            seat.until(lambda each: bool(each.scene))
        answer = ann.give("SitDown", seat=2, chips=100)
        assert (answer["type"], answer["code"]) == ("refused", "refused")
        assert "one seat each" in answer["reason"]
        assert pat.give("SitDown", seat=2, chips=100)["code"] == "not_allowed"
        assert ben.give("SitDown", seat=2, chips=1_000_01)["type"] == "refused"
        assert ben.give("SitDown", seat=2, chips=1_000_00)["type"] == "ack"
    assert floor.call("GET", "/api/me", by="Ben").json()["balance"] == 0


def test_a_players_socket_gives_no_dealers_commands(floor: Floor) -> None:
    table = floor.open_table()
    sit(floor, table, "Ann", 1)
    with connect(floor, table, "Ann") as ann:
        ann.offered("PlaceBet")
        for kind in ("DealCards", "ShuffleCards", "OpenBetting"):
            answer = ann.give(kind)
            assert (answer["type"], answer["code"]) == ("refused", "refused"), kind
            assert "not for a player" in answer["reason"]
        ruling = ann.give("GiveRuling", decision="exposed_card", choice="void")
        assert (ruling["type"], ruling["code"]) == ("refused", "refused")
        assert "no decision called exposed_card is open" in ruling["reason"]
        assert ann.preview("DealCards")["code"] == "not_allowed"


@pytest.mark.parametrize(
    "stamped", [{"by": {"id": "x", "role": "system"}}, {"at": 1}, {"id": "x"}, {"seed": "00"}]
)
def test_who_when_and_chance_are_not_the_senders_to_say(floor: Floor, stamped: dict[str, Any]) -> None:
    table = floor.open_table()
    floor.token("Dan", Role.DEALER)
    sit(floor, table, "Ann", 1)
    with connect(floor, table, "Dan", "dealer") as dealer:
        dealer.until(lambda seat: bool(seat.scene))
        dealer.send(
            {
                "type": "command",
                "id": "f1",
                "expect": dealer.scene["seq"],
                "command": {"type": "ShuffleCards"} | stamped,
            }
        )
        answer = dealer.answer("f1")
        assert (answer["type"], answer["code"]) == ("refused", "malformed")
        assert "not the sender's to say" in answer["reason"]


def test_a_dealer_cannot_stack_the_deck_at_a_live_table(floor: Floor) -> None:
    table = floor.open_table()
    floor.token("Dan", Role.DEALER)
    with connect(floor, table, "Dan", "dealer") as dealer:
        dealer.offered("ShuffleCards")
        answer = dealer.give("ShuffleCards", first_cards=["As", "Kd"])
        assert (answer["code"], answer["type"]) == ("malformed", "refused")


def test_nobody_takes_a_role_they_do_not_hold(floor: Floor) -> None:
    table = floor.open_table()
    floor.token("Dan", Role.DEALER)
    floor.token("Ann")
    for who, role, code in (
        ("Ann", "dealer", 4403),
        ("Ann", "auditor", 4403),
        ("Dan", "pit_supervisor", 4403),
        ("Ann", "system", 4403),
        ("Ann", "emperor", 4400),
        (None, "dealer", 4401),
    ):
        with connect(floor, table, who, role) as seat:
            assert seat.closed() == code, (who, role)
    with connect(floor, "nowhere", "Ann") as seat:
        assert seat.closed() == 4404


def test_trust_26_whoever_plays_does_not_deal(floor: Floor) -> None:
    table = floor.open_table()
    floor.token("Pat", Role.PLAYER, Role.DEALER)
    sit(floor, table, "Pat", 1)
    with connect(floor, table, "Pat", "dealer") as seat:
        assert seat.closed() == 4403
    answer = floor.call("PUT", f"/api/tables/{table}/dealer", {"mode": "person"}, "Pat")
    assert answer.status_code == 403


def test_an_auditor_only_looks(floor: Floor) -> None:
    table = floor.open_table()
    floor.token("Aud", Role.AUDITOR)
    sit(floor, table, "Ann", 1)
    with connect(floor, table, "Aud", "auditor") as auditor:
        auditor.until(lambda seat: bool(seat.scene))
        assert auditor.scene["options"] == []
        assert auditor.give("OpenBetting")["type"] == "refused"


def test_somebody_elses_command_id_is_no_key_to_their_answer(floor: Floor) -> None:
    table = floor.open_table()
    for place, name in ((1, "Ann"), (2, "Ben")):
        sit(floor, table, name, place)
    with connect(floor, table, "Ann") as ann, connect(floor, table, "Ben") as ben:
        ann.offered("PlaceBet")
        assert ann.give("PlaceBet", id="same", amount=5_00)["type"] == "ack"
        ben.until(lambda seat: seat.scene.get("seq", 0) >= ann.scene["seq"])
        ben.offered("PlaceBet")
        assert ben.give("PlaceBet", id="same", amount=7_00)["type"] == "ack"
        ben.until(lambda seat: seat.scene["view"]["boxes"]["2"]["bet"] == 7_00)


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("", 4400),
        ("hello", 4400),
        ("{}", 4400),
        ("[]", 4400),
        ('{"type": "sit"}', 4400),
        ('{"type": "ping", "n": "x"}', 4400),
        ('{"type": "ping", "n": -1}', 4400),
        ('{"type": "ping", "more": 1}', 4400),
        ('{"type": "command", "id": "a"}', 4400),
        ('{"type": "command", "id": "", "expect": 1, "command": {}}', 4400),
        ('{"type": "command", "id": "a b", "expect": 1, "command": {}}', 4400),
        ('{"type": "command", "id": "%s", "expect": 1, "command": {}}' % ("a" * 65), 4400),
        ('{"type": "command", "id": "a", "expect": 1.5, "command": {}}', 4400),
        ('{"type": "resume", "after": 100000000000000000000000}', 4400),
        ("[" * 10_000, 4400),
        (" " * (MESSAGE_BYTES_MAX + 1), 4413),
    ],
)
def test_malformed_messages_end_the_conversation(floor: Floor, text: str, code: int) -> None:
    with connect(floor, floor.open_table(), "Ann") as seat:
        seat.session.send_text(text)
        assert seat.closed() == code


@pytest.mark.parametrize(
    "command",
    [
        {},
        {"type": "Nothing"},
        {"type": ["PlaceBet"]},
        {"type": "PlaceBet"},
        {"type": "PlaceBet", "amount": "all"},
        {"type": "PlaceBet", "amount": 5_00, "extra": 1},
        {"type": "AdoptRules", "edition": "high-card@1", "settings": {}},
        {"type": "PlaceBet", "amount": None, "seat": {"a": []}},
        {"type": "PlaceBet", "amount": 10**15 + 1},
        {"type": "PlaceBet", "amount": 500, "seat": [{"a": -(10**40)}]},
    ],
    ids=str,
)
def test_malformed_commands_are_refused(floor: Floor, command: dict[str, Any]) -> None:
    table = floor.open_table()
    sit(floor, table, "Ann", 1)
    with connect(floor, table, "Ann") as seat:
        seat.offered("PlaceBet")
        seat.send({"type": "command", "id": "m", "expect": seat.scene["seq"], "command": command})
        assert seat.answer("m")["code"] == "malformed"


def test_signing_out_ends_what_the_socket_may_do(floor: Floor) -> None:
    table = floor.open_table()
    sit(floor, table, "Ann", 1)
    with connect(floor, table, "Ann") as ann:
        ann.offered("PlaceBet")
        assert floor.call("DELETE", "/api/session", by="Ann").status_code == 204
        ann.send(
            {
                "type": "command",
                "id": "x",
                "expect": ann.scene["seq"],
                "command": {"type": "PlaceBet", "amount": 500},
            }
        )
        assert ann.closed() == 4401


def test_a_store_that_is_away_is_said_and_the_socket_stays(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Trust 10: nobody knows whether it was done; the same command may be sent again and is done once."""
    table = floor.open_table()
    sit(floor, table, "Ann", 1)
    whose, away = floor.context.people.whose, [StoreUnavailable("gone"), StoreUnavailable("gone")]

    async def sometimes(token: str, *, is_active: bool = True) -> Any:
        if away:
            raise away.pop()
        return await whose(token, is_active=is_active)

    with connect(floor, table, "Ann") as ann:
        ann.offered("PlaceBet")
        monkeypatch.setattr(floor.context.people, "whose", sometimes)
        answers = [ann.give("PlaceBet", id="once", amount=5_00) for _ in range(4)]
        assert [each.get("code") for each in answers[:2]] == ["unavailable", "unavailable"]
        assert answers[2] == answers[3]
        assert answers[2]["type"] == "ack"
    away.append(StoreUnavailable("gone"))
    with connect(floor, table, "Ann") as again:
        assert again.closed() == 4503


def test_errors_of_ours_tell_nothing_and_end_nothing(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    """Trust 3: not even an error carries a card; it is counted and logged, and the table goes on."""
    table = floor.open_table()
    sit(floor, table, "Ann", 1)

    async def broken(*_: object) -> None:
        raise RuntimeError("the next card is As")

    with connect(floor, table, "Ann") as ann:
        ann.offered("PlaceBet")
        with monkeypatch.context() as patch:
            patch.setattr(floor.context.house, "submit", broken)
            answer = ann.give("PlaceBet", id="f1", amount=5_00)
        assert (answer["type"], answer["code"]) == ("refused", "fault")
        assert "As" not in str(answer)
        assert ann.give("PlaceBet", amount=5_00)["type"] == "ack"
        with monkeypatch.context() as patch:
            patch.setattr(floor.context.house.clock, "peek", _broken_clock)
            ann.send({"type": "ping", "n": 1})
            assert ann.closed() == 4500
    metrics = floor.context.metrics.registry
    assert metrics.get_sample_value("croupier_faults_total", {"where": "socket"}) == 2


def _broken_clock() -> int:
    raise RuntimeError("the next card is As")
