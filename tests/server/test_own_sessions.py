"""One's own sessions, and the second factor of an account."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from croupier.house.people.guesses import GUESSES_MAX
from croupier.house.people.people import SLOWER, WRONG
from croupier.house.people.second_factor import STEP_MS, code_at
from croupier.table import Role
from tests.house.helpers import Time

from .conftest import PASSWORD, Floor

RFC = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"  # the secret of RFC 6238, appendix B: 12345678901234567890


@pytest.fixture
def time() -> Time:
    return Time()


@pytest.fixture
def now(time: Time) -> Callable[[], int]:
    return time


def _enter(floor: Floor, code: str = "") -> Any:
    body = {"name": "Mia", "password": PASSWORD} | ({"code": code} if code else {})
    return floor.call("POST", "/api/session", body)


def _bearer(token: str) -> dict[str, str]:
    return {"Authorization": f"Bearer {token}"}


def test_whoever_sees_a_session_that_is_not_theirs_ends_it(floor: Floor, time: Time) -> None:
    floor.token("Mia", Role.PIT_MANAGER)
    time.now += 1_000
    other = _enter(floor).json()["token"]
    listed = floor.call("GET", "/api/me/sign-ins", by="Mia").json()
    assert [each["is_this"] for each in listed] == [False, True]
    assert other not in str(listed)
    assert floor.call("GET", "/api/me", headers=_bearer(other)).status_code == 200
    assert floor.call("DELETE", f"/api/me/sign-ins/{listed[0]['id']}", by="Mia").status_code == 204
    assert floor.call("GET", "/api/me", headers=_bearer(other)).status_code == 401
    assert floor.call("GET", "/api/me", by="Mia").status_code == 200
    assert len(floor.call("GET", "/api/me/sign-ins", by="Mia").json()) == 1


def test_nobody_ends_somebody_else_s_session(floor: Floor) -> None:
    floor.token("Mia", Role.PIT_MANAGER)
    hers = floor.call("GET", "/api/me/sign-ins", by="Mia").json()[0]["id"]
    assert floor.call("DELETE", f"/api/me/sign-ins/{hers}", by="Ann").status_code == 409
    assert floor.call("GET", "/api/me", by="Mia").status_code == 200


@pytest.mark.parametrize(
    ("seconds", "code"),
    [(59, "287082"), (1111111109, "081804"), (1234567890, "005924"), (2000000000, "279037")],
)
def test_codes_are_those_of_the_standard(seconds: int, code: str) -> None:
    assert code_at(RFC, seconds * 1000 // STEP_MS) == code


def _with_device(floor: Floor, time: Time) -> tuple[str, list[str]]:
    floor.token("Mia", Role.PIT_MANAGER)
    secret = floor.call("POST", "/api/me/second-factor", by="Mia").json()["secret"]
    assert not floor.call("GET", "/api/me", by="Mia").json()["has_second_factor"]
    body = {"password": PASSWORD, "secret": secret, "code": "000000"}
    wrong = floor.call("PUT", "/api/me/second-factor", body, by="Mia")
    assert wrong.status_code == 409
    body["code"] = code_at(secret, time.now // STEP_MS)
    answer = floor.call("PUT", "/api/me/second-factor", body, by="Mia")
    assert answer.status_code == 200, answer.text
    assert floor.call("GET", "/api/me", by="Mia").json()["has_second_factor"]
    return secret, answer.json()["codes"]


def test_trust_22_with_a_second_factor_the_password_alone_opens_nothing(floor: Floor, time: Time) -> None:
    secret, _ = _with_device(floor, time)
    alone, nobody = _enter(floor), floor.call("POST", "/api/session", {"name": "No", "password": PASSWORD})
    assert (alone.status_code, alone.text) == (nobody.status_code, nobody.text), (
        "nobody learns which was wrong"
    )
    for wrong in ("000000", "é" * 6, "x"):
        assert _enter(floor, wrong).status_code == 401
    code = code_at(secret, time.now // STEP_MS)
    assert _enter(floor, code).status_code == 201
    assert _enter(floor, code).status_code == 401, "a code that somebody saw is good no more"
    time.now += STEP_MS
    assert _enter(floor, code_at(secret, time.now // STEP_MS)).status_code == 201


def test_a_recovery_code_is_good_once(floor: Floor, time: Time) -> None:
    _, codes = _with_device(floor, time)
    assert len(set(codes)) == 10
    assert _enter(floor, codes[3]).status_code == 201
    assert _enter(floor, codes[3]).status_code == 401
    assert _enter(floor, codes[4]).status_code == 201


def test_trust_22_guessing_codes_keeps_new_devices_out(floor: Floor, time: Time) -> None:
    secret, _ = _with_device(floor, time)
    for number in range(GUESSES_MAX):
        assert _enter(floor, f"{number:06d}").status_code == 401
    assert _enter(floor, code_at(secret, time.now // STEP_MS)).status_code == 401


def test_the_second_factor_goes_only_by_itself(floor: Floor, time: Time) -> None:
    secret, _ = _with_device(floor, time)
    path = "/api/me/second-factor/remove"
    assert floor.call("POST", path, {"password": PASSWORD, "code": "000000"}, by="Mia").status_code == 409
    good = {"password": PASSWORD, "code": code_at(secret, time.now // STEP_MS)}
    assert floor.call("POST", path, good, by="Mia").status_code == 204
    assert _enter(floor).status_code == 201


def test_another_device_takes_the_place_of_one_only_after_a_code_of_the_first(
    floor: Floor, time: Time
) -> None:
    _with_device(floor, time)
    secret = floor.call("POST", "/api/me/second-factor", by="Mia").json()["secret"]
    body = {"password": PASSWORD, "secret": secret, "code": code_at(secret, time.now // STEP_MS)}
    answer = floor.call("PUT", "/api/me/second-factor", body, by="Mia")
    assert (answer.status_code, "remove it first" in answer.json()["reason"]) == (409, True)


def test_trust_22_guesses_at_the_same_moment_count_one_by_one(floor: Floor) -> None:
    """All of them looked at the account before the first had failed."""
    people = floor.context.people
    floor.token("Mia", Role.PIT_MANAGER)
    person = people.roster.named("Mia")
    assert person is not None

    async def guess() -> list[object]:
        wrong = [people.sign_in("Mia", f"a wrong password {n}") for n in range(GUESSES_MAX)]
        return await asyncio.gather(*wrong, people.sign_in("Mia", PASSWORD))

    async def guess_inside() -> list[object]:
        tried = (f"a wrong password {n}" for n in range(GUESSES_MAX + 3))
        return await asyncio.gather(*(people.change_password(person.id, old, PASSWORD) for old in tried))

    assert floor.run(guess()) == [WRONG] * (GUESSES_MAX + 1)
    assert people.roster.people[person.id].is_held_off(floor.context.house.clock.peek())
    assert floor.run(guess_inside()) == [WRONG] * GUESSES_MAX + [SLOWER] * 3
    assert floor.call("GET", "/api/me", by="Mia").status_code == 200


def test_the_secret_of_a_device_is_sealed_in_the_store(floor: Floor, time: Time) -> None:
    secret, codes = _with_device(floor, time)
    written = b"".join(body for entry in floor.context.house.journal.everything() for body in entry.events)
    assert secret.encode() not in written
    assert not any(code.encode() in written for code in codes)
