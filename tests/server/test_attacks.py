"""Every endpoint, attacked: no sign-in, wrong role, foreign pages, forged, malformed, oversized."""

from typing import Any

import pytest
from litestar.routes import HTTPRoute

from croupier.server.context import Visitor
from croupier.server.guard import HEADER
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
        "{game:str}": "high-card",
        "{other:str}": "high-card@1",
        "{number:str}": "1.1",
        "{round:str}": "t1.1",
        "{person:str}": "ann",
        "{link:str}": "main",
        "{token:str}": "nothing",
        "{approval:str}": "nothing",
        "{key:str}": "nothing",
        "{number:int}": "1",
        "{chips:str}": "value",
        "{slip:str}": "nothing",
        "{session:str}": "nothing",
        "{lesson:str}": "nothing",
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
    ("POST", "/api/people/{person:str}/lock"): (Role.SHIFT_MANAGER,),
    ("POST", "/api/people/{person:str}/sign-out"): (Role.SHIFT_MANAGER,),
    ("POST", "/api/people/{person:str}/password"): (Role.SHIFT_MANAGER,),
    ("POST", "/api/people/{person:str}/second-factor/remove"): (Role.SHIFT_MANAGER,),
    ("GET", "/api/services"): (Role.SHIFT_MANAGER, Role.AUDITOR),
    ("POST", "/api/services"): (Role.SHIFT_MANAGER,),
    ("POST", "/api/services/{person:str}/keys"): (Role.SHIFT_MANAGER,),
    ("DELETE", "/api/services/{person:str}/keys/{key:str}"): (Role.SHIFT_MANAGER,),
    ("POST", "/api/people/{person:str}/deposit"): (Role.PIT_MANAGER,),
    ("GET", "/api/people/{person:str}/statement"): (Role.PIT_MANAGER, Role.AUDITOR),
    ("GET", "/api/tables/{table:str}/arrivals"): (Role.DEALER,),
    ("GET", "/api/tables/{table:str}/patrons"): (Role.DEALER,),
    ("GET", "/api/tables/{table:str}/attendance"): (Role.DEALER, Role.AUDITOR),
    ("GET", "/api/tables/{table:str}/waiting"): (Role.DEALER, Role.AUDITOR),
    ("DELETE", "/api/tables/{table:str}/waiting/{person:str}"): (Role.PIT_SUPERVISOR,),
    ("POST", "/api/tables/{table:str}/waiting/{person:str}/seat"): (Role.PIT_SUPERVISOR,),
    ("POST", "/api/tables/{table:str}/relocations"): (Role.DEALER,),
    ("GET", "/api/decisions"): (Role.DEALER, Role.AUDITOR),
    ("GET", "/api/people/{person:str}/statement.csv"): (Role.PIT_MANAGER, Role.AUDITOR),
    ("GET", "/api/cashier/quote"): (Role.PIT_MANAGER,),
    ("GET", "/api/receipts"): (Role.PIT_MANAGER, Role.AUDITOR),
    ("POST", "/api/receipts/{number:int}/reverse"): (Role.PIT_MANAGER,),
    ("GET", "/api/cage"): (Role.DEALER, Role.AUDITOR),
    ("GET", "/api/cage/slips"): (Role.PIT_SUPERVISOR, Role.AUDITOR),
    ("POST", "/api/cage/sets"): (Role.SHIFT_MANAGER,),
    ("POST", "/api/cage/sets/{chips:str}/stock"): (Role.SHIFT_MANAGER,),
    ("POST", "/api/cage/transfers/{slip:str}/approve"): (Role.PIT_SUPERVISOR,),
    ("POST", "/api/cage/transfers/{slip:str}/hand-over"): (Role.PIT_MANAGER,),
    ("POST", "/api/cage/transfers/{slip:str}/receive"): (Role.DEALER,),
    ("POST", "/api/cage/transfers/{slip:str}/refuse"): (Role.DEALER,),
    ("POST", "/api/tables/{table:str}/float"): (Role.PIT_SUPERVISOR,),
    ("POST", "/api/tables/{table:str}/count"): (Role.PIT_SUPERVISOR,),
    ("POST", "/api/tables/{table:str}/chips"): (Role.DEALER,),
    ("POST", "/api/tables/{table:str}/colour-up"): (Role.DEALER,),
    ("POST", "/api/tables/{table:str}/drop"): (Role.PIT_SUPERVISOR,),
    ("POST", "/api/tables/{table:str}/box"): (Role.PIT_MANAGER,),
    ("GET", "/api/approvals"): (Role.PIT_MANAGER, Role.AUDITOR),
    ("POST", "/api/approvals/{approval:str}/confirm"): (Role.PIT_MANAGER,),
    ("POST", "/api/approvals/{approval:str}/refuse"): (Role.PIT_MANAGER,),
    ("GET", "/api/stuck"): (Role.DEALER, Role.AUDITOR),
    ("GET", "/api/interruptions"): (Role.DEALER, Role.AUDITOR),
    ("POST", "/api/interruptions/{table:str}"): (Role.PIT_SUPERVISOR,),
    ("GET", "/api/reports/day"): (Role.PIT_MANAGER, Role.AUDITOR),
    ("GET", "/api/reports/trial-balance"): (Role.PIT_MANAGER, Role.AUDITOR),
    ("GET", "/api/reports/significant"): (Role.PIT_MANAGER, Role.AUDITOR),
    ("GET", "/api/reports/hold"): (Role.PIT_MANAGER, Role.AUDITOR),
    ("GET", "/api/reports/hold.csv"): (Role.PIT_MANAGER, Role.AUDITOR),
    ("GET", "/api/reports/hold.xlsx"): (Role.PIT_MANAGER, Role.AUDITOR),
    ("GET", "/api/reports/drift"): (Role.PIT_SUPERVISOR, Role.AUDITOR),
    ("GET", "/api/staff"): (Role.DEALER, Role.AUDITOR),
    ("GET", "/api/staff/logbook"): (Role.DEALER, Role.AUDITOR),
    ("POST", "/api/staff/logbook"): (Role.DEALER,),
    ("POST", "/api/staff/duties"): (Role.PIT_SUPERVISOR,),
    ("POST", "/api/staff/duties/drop"): (Role.PIT_SUPERVISOR,),
    ("GET", "/api/staff/handover"): (Role.PIT_SUPERVISOR, Role.AUDITOR),
    ("GET", "/api/people/{person:str}/limits"): (Role.PIT_MANAGER, Role.AUDITOR),
    ("GET", "/api/ratings"): (Role.PIT_MANAGER, Role.AUDITOR),
    ("GET", "/api/people/{person:str}/sessions"): (Role.PIT_MANAGER, Role.AUDITOR),
    ("POST", "/api/reports/audit"): (Role.AUDITOR, Role.SHIFT_MANAGER),
    ("POST", "/api/jackpots"): (Role.PIT_MANAGER,),
    ("GET", "/api/jackpots/{link:str}/options"): (Role.DEALER, Role.AUDITOR),
    ("POST", "/api/jackpots/{link:str}/commands"): (Role.DEALER,),
    ("GET", "/api/jackpots/{link:str}/reconciliation"): (Role.PIT_SUPERVISOR, Role.AUDITOR),
}
# For any player, about themselves.
OWN = {
    ("POST", "/api/session/renewal"),
    ("DELETE", "/api/session"),
    ("GET", "/api/me"),
    ("PUT", "/api/me/password"),
    ("GET", "/api/me/limits"),
    ("PUT", "/api/me/limits"),
    ("POST", "/api/me/exclusion"),
    ("GET", "/api/me/sessions"),
    ("GET", "/api/me/sign-ins"),
    ("DELETE", "/api/me/sign-ins/{session:str}"),
    ("POST", "/api/me/second-factor"),
    ("PUT", "/api/me/second-factor"),
    ("POST", "/api/me/second-factor/remove"),
    ("GET", "/api/learning"),
    ("PUT", "/api/learning/{lesson:str}"),
    ("POST", "/api/tables"),
    ("POST", "/api/tables/{table:str}/seat"),
    ("PUT", "/api/tables/{table:str}/seat"),
    ("DELETE", "/api/tables/{table:str}/seat"),
    ("DELETE", "/api/tables/{table:str}/leaving"),
    ("POST", "/api/tables/{table:str}/waiting"),
    ("DELETE", "/api/tables/{table:str}/waiting"),
    ("POST", "/api/tables/{table:str}/commands"),
    ("POST", "/api/tables/{table:str}/preview"),
    ("GET", "/api/tables/{table:str}/advice"),
    ("GET", "/api/rounds"),
    ("GET", "/api/rounds/{round:str}"),
    ("GET", "/api/rounds/{round:str}/replay"),
    ("GET", "/api/rounds/{round:str}/verify"),
    ("GET", "/api/rounds/{round:str}/export"),
    ("GET", "/api/rounds/{round:str}/fairness"),
    ("GET", "/api/reviews"),
    ("GET", "/api/reviews/{round:str}"),
    ("GET", "/api/statement"),
    ("GET", "/api/statement.csv"),
    ("GET", "/api/slips/{number:int}"),
}
BODIES: dict[str, Any] = {
    "pause": {"reason": "x"},
    "close": {"reason": "x"},
    "lock": {"reason": "x"},
    "services": {"name": "Collector", "roles": ["auditor"]},
    "keys": {"scopes": ["reports"]},
    "refuse": {"reason": "x"},
    "rules": {"edition": "high-card@1", "settings": {}},
    "dealer": {"mode": "auto"},
    "bots": {"count": 1},
    "seat": {"place": 1, "chips": 100},
    "relocations": {"player": "x", "source": "t2", "place": 1},
    "commands": {"id": "1", "expect": 1, "command": {"type": "Stay", "seat": 1}},
    "preview": {"id": "1", "command": {"type": "Stay", "seat": 1}},
    "password": {"old": "x", "new": "y"},
    "renewal": {"password": "x"},
    "second-factor": {"password": "x", "secret": "A" * 32, "code": "123456"},
    "learning/nothing": {"is_right": True},
    "second-factor/remove": {"password": "x", "code": "123456"},
    "roles": {"roles": ["player"]},
    "people": {"roles": ["dealer"]},
    "limits": {"kind": "loss", "amount": 100, "until": "2099-01-01"},
    "exclusion": {"until": "2099-01-01"},
    "logbook": {"kind": "remark", "text": "x"},
    "duties": {"person": "x", "since": 1, "until": 2},
    "drop": {"person": "x", "since": 1},
    "deposit": {"cents": 1, "reason": "x"},
    "reverse": {"reason": "x"},
    "sets": {"id": "value", "title": "Value", "denominations": [100]},
    "stock": {"counts": [{"cents": 100, "count": 1}], "reason": "x"},
    "float": {"chips": "value", "counts": [{"cents": 100, "count": 1}]},
    "count": {},
    "chips": {"way": "fill", "counts": [{"cents": 100, "count": 1}]},
    "colour-up": {"taken": [{"cents": 100, "count": 1}], "given": [{"cents": 100, "count": 1}]},
    "t1/drop": {"person": "ann", "cents": 100},
    "box": {"cents": 100},
    "jackpots": {"game": "rws-multilink", "title": "Main"},
    "tables": {"edition": "high-card@1"},
    "t1": {},
    "main/commands": {"id": "1", "command": {"type": "DisableLink", "reason": "x"}},
}


def body_for(method: str, path: str) -> Any:
    if method in ("GET", "DELETE"):
        return None
    *_, above, last = path.split("/")
    if (method, last) == ("PUT", "seat"):
        return {"place": 1}
    return BODIES.get(f"{above}/{last}", BODIES.get(last, {}))


def asked(path: str) -> str:
    """A path with what it cannot do without in its query."""
    if path.endswith("/patrons"):
        return f"{path}?named=ann"
    return path + ("?person=ann&cents=100" if path == "/api/cashier/quote" else "")


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
        answer = floor.call(method, asked(concrete(path)), body_for(method, concrete(path)))
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
        answer = floor.call(method, asked(concrete(path)), body_for(method, concrete(path)), "Who")
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


def test_who_sends_no_body_is_told_so(floor: Floor) -> None:
    answer = floor.http.post(f"/api/tables/{floor.open_table()}/seat", headers=floor.headers("Ann"))
    assert answer.json()["reason"] == "the request has no body; send what it takes as JSON"


@pytest.mark.parametrize(
    "path",
    ["/api/rounds?table=%00", "/api/rounds?player=a%00", "/api/tables/%00", "/api/jackpots/a%00b", "/%00"],
)
def test_addresses_with_null_characters_are_malformed(floor: Floor, path: str) -> None:
    """PostgreSQL takes none; that the store is away for a moment would be untrue."""
    answer = floor.http.get(path, headers=floor.headers("Ann"))
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


@pytest.mark.parametrize("number", ["%C2%B2", "%D9%A1", "9" * 30, "-1", "1e0", ""])
def test_rounds_with_numbers_that_are_none(floor: Floor, number: str) -> None:
    answer = floor.http.get(f"/api/rounds/t1.{number}", headers=floor.headers("Ann"))
    assert (answer.status_code, answer.json()["code"]) == (404, "not_found")


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

    monkeypatch.setattr(floor.context.room, "open_stages", broken)
    answer = floor.http.get("/api/lobby")
    assert (answer.status_code, answer.json()["code"]) == (500, "fault")
    assert "As" not in answer.text.replace("Ask", "")
