"""What anybody may ask at the door costs little, and an account is safe from who found it open."""

import time
from typing import Any, NoReturn

import msgspec
import pytest

from croupier.house.people.guesses import GUESSES_MAX
from croupier.server.api.money.statements import statement_of
from croupier.server.config import Config
from croupier.table import SYSTEM, Role

from .conftest import FAST, MANAGER, PASSWORD, Floor
from .sockets import sit

NEW = "quite another password"


def test_trust_32_the_description_of_the_endpoints_is_made_once(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = floor.call("GET", "/api/openapi.json")
    assert first.json()["openapi"].startswith("3.")

    def again(app: Any) -> NoReturn:
        raise AssertionError("it is made again for every client that asks")

    monkeypatch.setattr("croupier.server.app.described", again)
    assert floor.call("GET", "/api/openapi.json").content == first.content


@pytest.mark.parametrize("origin", ["http://[", "http://]/", "null", "http://elsewhere.example"])
def test_a_malformed_origin_is_refused_and_is_no_fault(floor: Floor, origin: str) -> None:
    answer = floor.call("GET", "/api/lobby", headers={"Origin": origin})
    assert (answer.status_code, answer.json()["code"]) == (403, "cross_site")


@pytest.mark.parametrize(
    "name",
    ["Auto-dealer", "auto dealer", "System", "The House", "Ada (bot)", "ada [BOT]", "Bot", "Ada bot"],
)
def test_nobody_passes_for_the_house(floor: Floor, name: str) -> None:
    token = floor.run(floor.context.people._invite(SYSTEM, (Role.PLAYER,)))
    for path, body in ((f"/api/invitations/{token}", {"password": PASSWORD}), ("/api/demo", {})):
        answer = floor.call("POST", path, body | {"name": name})
        assert answer.status_code == 409
        assert "the house's own" in answer.json()["reason"]


def test_trust_24_a_program_that_says_so_is_named_so(floor: Floor) -> None:
    answer = floor.call("POST", "/api/demo", {"name": "Ada", "is_bot": True})
    assert (answer.status_code, answer.json()["name"]) == (201, "Ada (bot)")
    assert floor.call("POST", "/api/demo", {"name": "Robot Bob"}).status_code == 201


def test_trust_32_the_hashes_of_the_program_are_made_once(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = floor.call("GET", "/api/program")
    assert len(first.json()["program"]) == 64

    def again() -> NoReturn:
        raise AssertionError("it is made again for every client that asks")

    monkeypatch.setattr("croupier.server.api.operations.program", again)
    assert floor.call("GET", "/api/program").content == first.content


@pytest.mark.parametrize("id", ["a\n", "\n", "a\nb", ""])
def test_a_command_id_is_what_its_pattern_says(floor: Floor, id: str) -> None:
    floor.open_table()
    body = {"id": id, "expect": 1, "command": {"type": "Stay", "seat": 1}}
    answer = floor.call("POST", "/api/tables/t1/commands", body, by="Ann")
    assert (answer.status_code, answer.json()["code"]) == (400, "malformed")


def _faults(floor: Floor) -> float:
    return floor.context.metrics.registry.get_sample_value("croupier_faults_total", {"where": "http"}) or 0.0


def test_faults_over_http_are_counted(floor: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken() -> None:
        raise RuntimeError("broken")

    monkeypatch.setattr(floor.context.room, "open_stages", broken)
    assert floor.http.get("/api/lobby").status_code == 500
    assert _faults(floor) == 1
    assert floor.call("GET", "/api/me").status_code == 401
    assert _faults(floor) == 1, "a client's mistake is none of ours"


class TestBudget:
    @pytest.fixture
    def config(self) -> Config:
        return msgspec.structs.replace(FAST, reading_ms_per_second=1)

    def test_trust_32_costly_questions_have_a_budget(
        self, floor: Floor, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """By what they cost, for each session and each address; what costs nothing is answered on."""
        monkeypatch.setattr("croupier.server.reading._REST", 0.0)
        monkeypatch.setattr("croupier.server.api.money.statements.statement_of", _costly(statement_of, 1.0))
        answers = [floor.call("GET", "/api/statement", by="Ann").status_code for _ in range(5)]
        assert answers[0] == 200
        assert answers[1:] == [429] * 4, "20 ms were saved up, and 1,000 spent"
        assert floor.call("GET", "/api/rounds", by="Ben").status_code == 429, "the same address"
        assert floor.call("GET", "/api/me", by="Ann").status_code == 200
        assert floor.call("GET", "/api/lobby").status_code == 200


def _costly(work: Any, seconds: float) -> Any:
    def costs(*values: Any) -> Any:
        until = time.thread_time() + seconds
        while time.thread_time() < until:
            pass
        return work(*values)

    return costs


def test_changing_a_password_ends_all_other_sessions(floor: Floor) -> None:
    floor.token("Ann")
    other = floor.call("POST", "/api/session", {"name": "Ann", "password": PASSWORD}).json()["token"]
    elsewhere = {"Authorization": f"Bearer {other}"}
    assert floor.call("GET", "/api/me", headers=elsewhere).status_code == 200
    assert floor.call("PUT", "/api/me/password", {"old": PASSWORD, "new": NEW}, by="Ann").status_code == 204
    assert floor.call("GET", "/api/me", by="Ann").status_code == 200, "the session that asked goes on"
    assert floor.call("GET", "/api/me", headers=elsewhere).status_code == 401


def test_trust_22_a_session_left_open_is_no_place_to_guess(floor: Floor) -> None:
    floor.token("Ann")

    def guess(old: str) -> str:
        return str(floor.call("PUT", "/api/me/password", {"old": old, "new": NEW}, by="Ann").json()["reason"])

    answers = [guess("a wrong password") for _ in range(GUESSES_MAX)]
    assert "wait some minutes" not in answers[-1]
    assert "wait some minutes" in guess(PASSWORD)
    assert floor.call("GET", "/api/me", by="Ann").status_code == 200, "the session goes on"
    assert _enter(floor, "Ann").status_code == 201, "and nobody else is held up"


def _enter(floor: Floor, name: str, password: str = PASSWORD, cookie: str = "") -> Any:
    floor.http.cookies.clear()
    body = {"name": name, "password": password}
    return floor.call("POST", "/api/session", body, headers={"Cookie": cookie} if cookie else {})


def _mark(answer: Any) -> str:
    return f"croupier-device={answer.cookies['croupier-device']}"


def test_trust_22_guesses_of_strangers_lock_nobody_out(floor: Floor) -> None:
    """Five wrong passwords ended all sessions of an account and kept its owner out for 15 minutes."""
    floor.token("Mona", Role.SHIFT_MANAGER)
    known = _mark(_enter(floor, "Mona"))
    for _ in range(2 * GUESSES_MAX):
        assert _enter(floor, "Mona", "a wrong password").status_code == 401
    assert floor.call("GET", "/api/me", by="Mona").status_code == 200, "whoever is in stays in"
    assert _enter(floor, "Mona").status_code == 401, "the right password, but on a new device"
    assert _enter(floor, "Mona", cookie=known).status_code == 201
    assert floor.call("POST", "/api/people/mona/unlock", by="Mona").status_code == 200
    assert _enter(floor, "Mona").status_code == 201


def test_a_known_device_is_known_to_one_account_and_guesses_no_longer_than_a_new_one(floor: Floor) -> None:
    floor.token("Mona", Role.SHIFT_MANAGER)
    floor.token("Ann")
    known = _mark(_enter(floor, "Mona"))
    hers = floor.context.people.knows
    mark = known.partition("=")[2]
    assert (hers("Mona", mark), hers("Ann", mark), hers("Mona", "forged"), hers("No", mark)) == (
        *(True, False, False),
        False,
    )
    for _ in range(GUESSES_MAX):
        assert _enter(floor, "Mona", "a wrong password", known).status_code == 401
    assert not hers("Mona", mark), "now it is as good as new"
    assert _enter(floor, "Mona", cookie=known).status_code == 201, "and new devices are let in still"


class TestStrangersAtTheSameAddress:
    @pytest.fixture
    def config(self) -> Config:
        return msgspec.structs.replace(FAST, sign_ins_per_minute=3)

    def test_trust_22_they_do_not_hold_up_a_known_device(self, floor: Floor) -> None:
        floor.token("Mona", Role.SHIFT_MANAGER)
        known = _mark(_enter(floor, "Mona"))
        tried = [_enter(floor, "Nobody", "a wrong password").status_code for _ in range(4)]
        assert tried == [401, 401, 429, 429]
        assert _enter(floor, "Mona").status_code == 429
        assert _enter(floor, "Mona", cookie=known).status_code == 201


def test_a_failed_sign_in_says_where_it_came_from(floor: Floor) -> None:
    floor.token("Aud", Role.AUDITOR)
    _enter(floor, "Aud", "a wrong password")
    entry = floor.context.house.journal.read("people")[-1]
    assert b'"address":"testclient"' in entry.events[0]
    last = floor.call("GET", "/api/reports/significant", by="Aud").json()[0]
    assert (last["head"], last["person"], last["reason"]) == ("failed_sign_in", "aud", "testclient")


def test_trust_30_whoever_plays_at_a_table_does_not_manage_it(floor: Floor) -> None:
    floor.run(floor.context.desk.open_table(MANAGER, "t1", "high-card@1"))
    floor.run(floor.context.desk.open_table(MANAGER, "t2", "high-card@1"))
    floor.token("Max", Role.PLAYER, Role.SHIFT_MANAGER)
    sit(floor, "t1", "Max", 1)
    paused = {"t1": 403, "t2": 200}
    for table, status in paused.items():
        answer = floor.call("POST", f"/api/tables/{table}/pause", {"reason": "a break"}, by="Max")
        assert answer.status_code == status, (table, answer.content)
        looked = floor.call("GET", f"/api/tables/{table}/snapshot?as=shift_manager", by="Max")
        assert looked.status_code == status, (table, looked.content)
    assert floor.call("GET", "/api/tables/t1/snapshot", by="Max").status_code == 200
