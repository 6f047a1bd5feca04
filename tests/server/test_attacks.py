"""Every endpoint and message, attacked: no sign-in, wrong role, another's seat, forged, oversized."""

from typing import Any

import pytest
from litestar.routes import HTTPRoute

from croupier.server.context import Visitor
from croupier.server.guard import HEADER
from croupier.server.wire import MESSAGE_BYTES_MAX
from croupier.table import Role

from .conftest import PASSWORD, SITE, Floor
from .sockets import connect, sit

PLAYER_ONLY = ("player",)
STAFF = (Role.DEALER, Role.PIT_SUPERVISOR, Role.PIT_MANAGER, Role.SHIFT_MANAGER)


def handlers(floor: Floor) -> list[tuple[str, str, Any]]:
    return [
        (method, route.path, handler)
        for route in floor.http.app.routes
        if isinstance(route, HTTPRoute)
        for method, (handler, _) in route.route_handler_map.items()
        if method != "OPTIONS" and route.path.startswith("/api") and "/schema" not in route.path
    ]


def concrete(path: str) -> str:
    """A path with something in its blanks."""
    for blank, value in {
        "{table:str}": "t1",
        "{edition:str}": "high-card@1",
        "{other:str}": "high-card@1",
        "{number:str}": "1.1",
        "{round:str}": "t1.1",
        "{person:str}": "ann",
        "{link:str}": "main",
        "{token:str}": "nothing",
    }.items():
        path = path.replace(blank, value)
    assert "{" not in path, path
    return path


# Who may, by method and path. Everything that changes something or tells about others is here.
NEEDS: dict[tuple[str, str], tuple[Role, ...]] = {
    ("POST", "/api/tables/{table:str}/pause"): (Role.PIT_SUPERVISOR,),
    ("POST", "/api/tables/{table:str}/resume"): (Role.PIT_SUPERVISOR,),
    ("POST", "/api/tables/{table:str}/close"): (Role.PIT_MANAGER,),
    ("PUT", "/api/tables/{table:str}/rules"): (Role.PIT_MANAGER,),
    ("PUT", "/api/tables/{table:str}/dealer"): (Role.DEALER,),
    ("PUT", "/api/tables/{table:str}/bots"): (Role.PIT_MANAGER,),
    ("GET", "/api/people"): (Role.PIT_MANAGER, Role.AUDITOR),
    ("POST", "/api/people"): (Role.SHIFT_MANAGER,),
    ("PUT", "/api/people/{person:str}/roles"): (Role.SHIFT_MANAGER,),
    ("POST", "/api/people/{person:str}/unlock"): (Role.SHIFT_MANAGER,),
    ("POST", "/api/people/{person:str}/deposit"): (Role.PIT_MANAGER,),
    ("GET", "/api/people/{person:str}/statement"): (Role.PIT_MANAGER, Role.AUDITOR),
    ("GET", "/api/decisions"): (Role.DEALER, Role.AUDITOR),
    ("GET", "/api/interruptions"): (Role.DEALER, Role.AUDITOR),
    ("POST", "/api/interruptions/{table:str}"): (Role.PIT_SUPERVISOR,),
    ("GET", "/api/reports/day"): (Role.PIT_MANAGER, Role.AUDITOR),
    ("GET", "/api/reports/trial-balance"): (Role.PIT_MANAGER, Role.AUDITOR),
    ("GET", "/api/reports/significant"): (Role.PIT_MANAGER, Role.AUDITOR),
    ("POST", "/api/reports/audit"): (Role.AUDITOR, Role.SHIFT_MANAGER),
    ("POST", "/api/jackpots"): (Role.PIT_MANAGER,),
    ("POST", "/api/jackpots/{link:str}/fault"): (Role.PIT_SUPERVISOR,),
    ("POST", "/api/jackpots/{link:str}/repair"): (Role.PIT_SUPERVISOR,),
    ("POST", "/api/jackpots/{link:str}/correction"): (Role.SHIFT_MANAGER,),
    ("GET", "/api/jackpots/{link:str}/reconciliation"): (Role.PIT_SUPERVISOR, Role.AUDITOR),
}
# For any player, about themselves.
OWN = {
    ("DELETE", "/api/session"),
    ("GET", "/api/me"),
    ("PUT", "/api/me/password"),
    ("POST", "/api/tables"),
    ("POST", "/api/tables/{table:str}/seat"),
    ("DELETE", "/api/tables/{table:str}/seat"),
    ("POST", "/api/tables/{table:str}/waiting"),
    ("DELETE", "/api/tables/{table:str}/waiting"),
    ("POST", "/api/tables/{table:str}/commands"),
    ("POST", "/api/tables/{table:str}/preview"),
    ("GET", "/api/rounds"),
    ("GET", "/api/rounds/{round:str}"),
    ("GET", "/api/rounds/{round:str}/replay"),
    ("GET", "/api/rounds/{round:str}/verify"),
    ("GET", "/api/rounds/{round:str}/export"),
    ("GET", "/api/statement"),
}
BODIES: dict[str, Any] = {
    "pause": {"reason": "x"},
    "close": {"reason": "x"},
    "rules": {"edition": "high-card@1", "settings": {}},
    "dealer": {"mode": "auto"},
    "bots": {"count": 1},
    "seat": {"place": 1, "chips": 100},
    "commands": {"id": "1", "expect": 1, "command": {"type": "Stay", "seat": 1}},
    "preview": {"id": "1", "command": {"type": "Stay", "seat": 1}},
    "password": {"old": "x", "new": "y"},
    "roles": {"roles": ["player"]},
    "people": {"roles": ["dealer"]},
    "deposit": {"cents": 1, "reason": "x"},
    "jackpots": {"game": "rws-multilink", "title": "Main"},
    "fault": {"reason": "x"},
    "repair": {"reason": "x"},
    "correction": {"cents": 1, "reason": "x"},
    "tables": {"edition": "high-card@1"},
    "t1": {},
}


def body_for(method: str, path: str) -> Any:
    return None if method in ("GET", "DELETE") else BODIES.get(path.rpartition("/")[2], {})


def test_every_endpoint_is_public_on_purpose_or_guarded(floor: Floor) -> None:
    """A new endpoint has to say who may use it, here and in its signature."""
    guarded = set()
    for method, path, handler in handlers(floor):
        if handler.opt.get("is_public"):
            continue
        wants = handler.parsed_fn_signature.parameters
        assert any(parameter.annotation is Visitor for parameter in wants.values()), f"{method} {path}"
        guarded.add((method, path))
    assert guarded == NEEDS.keys() | OWN


def test_without_signing_in_nothing_happens(floor: Floor) -> None:
    floor.open_table()
    for method, path in NEEDS.keys() | OWN:
        answer = floor.call(method, concrete(path), body_for(method, concrete(path)))
        assert (answer.status_code, answer.json()["code"]) == (401, "sign_in"), (method, path)


def test_a_forged_or_old_token_is_nobody(floor: Floor) -> None:
    for token in ("x", "a" * 43, "", "🂡", "a" * 5000):
        try:
            answer = floor.http.get("/api/me", headers={"Authorization": f"Bearer {token}".encode()})
        except UnicodeError:
            continue
        assert answer.status_code in (401, 431)


@pytest.mark.parametrize("role", [Role.PLAYER, Role.AUDITOR, *STAFF], ids=lambda role: role.value)
def test_every_role_gets_what_is_its_own_and_no_more(floor: Floor, role: Role) -> None:
    floor.open_table()
    floor.token("Ann")
    floor.token("Who", role)
    for (method, path), needed in NEEDS.items():
        may = any(role is each or role.may_act_as(each) for each in needed)
        answer = floor.call(method, concrete(path), body_for(method, concrete(path)), "Who")
        is_let_in = answer.status_code != 403
        assert is_let_in == may, (role, method, path, answer.status_code, answer.text[:200])


def test_only_a_pit_manager_opens_live_tables(floor: Floor) -> None:
    floor.token("Sue", Role.PIT_SUPERVISOR)
    floor.token("Mia", Role.PIT_MANAGER)
    body = {"edition": "high-card@1"}
    assert floor.call("POST", "/api/tables", body, "Sue").status_code == 403
    assert floor.call("POST", "/api/tables", body, "Mia").status_code == 201


def test_cross_site_requests_are_turned_away(floor: Floor) -> None:
    """A foreign page can neither set our header nor hide where it comes from."""
    floor.open_table()
    token = floor.token("Ann")
    cookie = {"Cookie": f"croupier={token}"}
    for method, path, _ in handlers(floor):
        if method == "GET":
            continue
        where = concrete(path)
        body = body_for(method, where)
        more = {} if body is None else {"json": body}
        plain = floor.http.request(method, where, headers=cookie, **more)
        assert (plain.status_code, plain.json()["code"]) == (403, "cross_site"), (method, path)
        foreign = cookie | SITE | {"Origin": "https://evil.example"}
        answer = floor.http.request(method, where, headers=foreign, **more)
        assert (answer.status_code, answer.json()["code"]) == (403, "cross_site"), (method, path)
    assert floor.http.get("/api/me", headers=cookie | {"Origin": "null"}).status_code == 403
    assert HEADER == "x-croupier"


def test_cross_site_sockets_are_closed(floor: Floor) -> None:
    table = floor.open_table()
    with connect(floor, table, "Ann", headers={"Origin": "https://evil.example"}) as seat:
        assert seat.closed() == 4403


@pytest.mark.parametrize(
    ("body", "status"),
    [
        (b"{", 400),
        (b"", 400),
        (b"[]", 400),
        (b'{"place": 1}', 400),
        (b'{"place": 1, "chips": 100, "more": 1}', 400),
        (b'{"place": "1", "chips": 100}', 400),
        (b'{"place": 0, "chips": 100}', 400),
        (b'{"place": 1, "chips": 0}', 400),
        (b'{"place": 1, "chips": -100}', 400),
        (b'{"place": 1, "chips": 1e3}', 400),
        (b'{"place": 1, "chips": 100000000000000000000}', 400),
        (b"\xff\xfe", 400),
        (b'{"place": 1, "chips": ' + b"1" * 70_000 + b"}", 413),
        (b"[" * 30_000, 400),
    ],
)
def test_malformed_and_oversized_bodies(floor: Floor, body: bytes, status: int) -> None:
    table = floor.open_table()
    headers = floor.headers("Ann") | {"Content-Type": "application/json"}
    answer = floor.http.post(f"/api/tables/{table}/seat", content=body, headers=headers)
    assert answer.status_code == status, answer.text[:300]
    assert set(answer.json()) == {"code", "reason", "citations"}
    assert answer.json()["code"] == ("too_large" if status == 413 else "malformed")


def test_money_that_is_not_there(floor: Floor) -> None:
    table = floor.open_table()
    floor.token("Ann")
    answer = floor.call("POST", f"/api/tables/{table}/seat", {"place": 1, "chips": 1_000_01}, "Ann")
    assert (answer.status_code, answer.json()["code"]) == (409, "refused")
    assert floor.call("GET", "/api/me", by="Ann").json()["balance"] == 1_000_00
    sit(floor, table, "Ann", 1, 1_000_00)
    assert floor.call("GET", "/api/me", by="Ann").json()["balance"] == 0


def test_trust_24_one_seat_per_player_at_a_table(floor: Floor) -> None:
    table = floor.open_table()
    sit(floor, table, "Ann", 1)
    answer = floor.call("POST", f"/api/tables/{table}/seat", {"place": 2, "chips": 100}, "Ann")
    assert answer.status_code == 409
    taken = floor.call("POST", f"/api/tables/{table}/seat", {"place": 1, "chips": 100}, "Ben")
    assert taken.status_code == 409
    assert "free seats: 2, 3, 4" in taken.json()["reason"]


# The socket


def test_another_players_seat(floor: Floor) -> None:
    table = floor.open_table()
    sit(floor, table, "Ann", 1)
    with connect(floor, table, "Ann") as ann, connect(floor, table, "Ben") as ben:
        ann.offered("PlaceBet")
        ben.until(lambda seat: bool(seat.scene))
        answer = ben.give("PlaceBet", seat=1, amount=5_00, expect=ann.scene["seq"])
        assert (answer["type"], answer["reason"]) == ("refused", "seat 1 is not yours")
        assert ann.scene["view"]["boxes"]["1"]["bet"] == 0


def test_a_players_socket_gives_no_dealers_commands(floor: Floor) -> None:
    table = floor.open_table()
    sit(floor, table, "Ann", 1)
    with connect(floor, table, "Ann") as ann:
        ann.offered("PlaceBet")
        for kind, fields in (
            ("DealCards", {}),
            ("ShuffleCards", {}),
            ("OpenBetting", {}),
            ("GiveRuling", {"decision": "exposed_card", "choice": "void"}),
        ):
            answer = ann.give(kind, **fields)
            assert (answer["type"], answer["code"]) == ("refused", "refused"), kind
            assert "not for a player" in answer["reason"]
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


def test_trust_22_one_answer_to_every_wrong_credential(floor: Floor) -> None:
    floor.token("Ann")
    wrong = [
        {"name": "Nobody", "password": PASSWORD},
        {"name": "Ann", "password": "wrong password"},
    ]
    answers = [floor.call("POST", "/api/session", body) for body in wrong]
    for _ in range(5):
        floor.call("POST", "/api/session", wrong[1])
    locked = floor.call("POST", "/api/session", {"name": "Ann", "password": PASSWORD})
    texts = {(answer.status_code, answer.text) for answer in (*answers, locked)}
    assert len(texts) == 1
    assert locked.status_code == 401


def test_a_one_time_link_works_once(floor: Floor) -> None:
    token = floor.run(floor.context.people.first_link())
    body = {"name": "Boss", "password": PASSWORD}
    answer = floor.call("POST", f"/api/invitations/{token}", body)
    assert (answer.status_code, answer.json()["roles"]) == (201, ["shift_manager"])
    again = floor.call("POST", f"/api/invitations/{token}", {"name": "Thief", "password": PASSWORD})
    assert again.status_code == 409
    assert floor.run(floor.context.people.first_link()) is None


def test_nobody_pays_themselves_at_the_window(floor: Floor) -> None:
    floor.token("Mia", Role.PIT_MANAGER, Role.PLAYER)
    answer = floor.call("POST", "/api/people/mia/deposit", {"cents": 100, "reason": "x"}, "Mia")
    assert answer.status_code == 403


def test_errors_of_ours_tell_nothing(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    """Trust 3: not even an error carries a card."""

    def broken() -> None:
        raise RuntimeError("the next card is As")

    monkeypatch.setattr(floor.context.room, "lines", broken)
    answer = floor.http.get("/api/lobby")
    assert (answer.status_code, answer.json()["code"]) == (500, "fault")
    assert "As" not in answer.text.replace("Ask", "")
