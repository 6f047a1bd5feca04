"""Every door has a price: what costs more than a look-up is worked out beside the tables, on a budget."""

import ast
import asyncio
import re
import threading
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar, get

import croupier.server.api
from bench.doors import doors
from croupier.house.allowance import Allowance
from croupier.house.lanes import Busy, Lanes
from croupier.house.people import Session
from croupier.server.errors import Rejected
from croupier.server.reading import BESIDE, COSTS, Budget, Reading
from croupier.table import Role
from tests.patience import PATIENCE_S

from .conftest import PASSWORD, Floor
from .test_attacks import asked, body_for, concrete

EVERY_ROLE = [role for role in Role if role is not Role.SYSTEM]
# Look-ups that have to be answered whatever was asked for before, or that are made once.
_OWN_THREADS = {
    ("operations.py", "healthz"),
    ("operations.py", "program_page"),
    ("approvals.py", "check_money"),  # before something is written, which has a pace
    ("approvals.py", "is_booked_alone"),
}

# What the bench asks for where a path has the name of a file.
_A_FILE = {"/{name:path}": "/core/draw.js", "/guests/{game:str}/{name:path}": "/guests/1/layout.js"}


def costs(app: Litestar) -> dict[tuple[str, str], str]:
    """By method and path, of all routes there are; "" for one that does not say."""
    found = {}
    for route in app.routes:
        for handler in getattr(route, "route_handlers", None) or [route.route_handler]:  # type: ignore[union-attr]
            for method in sorted(getattr(handler, "http_methods", ["SOCKET"])):
                if method != "OPTIONS":  # the framework's own answer, from a constant
                    found[method, str(route.path)] = str(handler.opt.get("cost", ""))
    return found


def test_trust_32_every_route_says_what_it_costs(floor: Floor) -> None:
    found = costs(floor.http.app)
    assert len(found) > 100
    assert {where: cost for where, cost in found.items() if cost not in COSTS} == {}
    assert set(found.values()) == set(COSTS), "a price that nothing has"


def test_a_route_that_does_not_say_is_noticed() -> None:
    @get("/api/new", sync_to_thread=False)
    def new() -> str:
        return "costly"

    assert costs(Litestar([new], openapi_config=None)) == {("GET", "/api/new"): ""}


def threads(source: str) -> set[str]:
    """Functions that take a thread by themselves."""
    found = set()
    for outer in ast.walk(ast.parse(source)):
        if isinstance(outer, ast.FunctionDef | ast.AsyncFunctionDef):
            for node in ast.walk(outer):
                is_thread = isinstance(node, ast.Attribute) and node.attr in ("to_thread", "run_in_executor")
                is_sync = isinstance(node, ast.keyword) and node.arg == "sync_to_thread"
                if is_thread or (is_sync and getattr(node.value, "value", None)):  # type: ignore[attr-defined]
                    found.add(outer.name)
    return found


def test_trust_32_no_endpoint_takes_a_thread_outside_of_its_budget() -> None:
    folder = Path(croupier.server.api.__file__).parent
    found = {(file.name, name) for file in folder.rglob("*.py") for name in threads(file.read_text())}
    assert found <= _OWN_THREADS
    assert threads(
        "@get(sync_to_thread=True)\ndef a(): ...\nasync def b():\n await asyncio.to_thread(a)"
    ) == {"a", "b"}


def test_trust_32_whoever_has_spent_it_all_gets_nothing_costly(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All routes, as somebody in every role: none works anything out beside its budget."""
    floor.open_table()
    floor.token("Ann", *EVERY_ROLE)
    spent = Allowance(0.001, 1.0)
    spent.spend(100.0)
    worked: list[Any] = []
    monkeypatch.setattr(floor.context.reading, "purses", lambda *_: [spent])
    monkeypatch.setattr("croupier.server.reading._timed", lambda work: worked.append(work) or (None, 0.0))  # type: ignore[func-returns-value]
    for (method, path), cost in costs(floor.http.app).items():
        if cost not in BESIDE:
            continue
        where = concrete(path).replace("nothing", "high-card@1")
        body = {"position": "x"} if cost == "play" else body_for(method, where)
        answer = floor.call(method, asked(where), body, by="Ann")
        assert (answer.status_code, worked) == (429, []), (method, path, answer.text)
        assert "wait" in answer.json()["reason"]


def test_an_audit_waits_for_the_one_before_it_and_a_third_comes_again(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    floor.token("Aud", Role.AUDITOR)
    goes_on, begun = threading.Event(), threading.Event()

    def slow(breathe: Any) -> str:
        begun.set()
        goes_on.wait(PATIENCE_S)
        breathe()
        return "done"

    async def three() -> list[Any]:
        first = [asyncio.create_task(floor.context.reading.audit(slow)) for _ in range(2)]
        await asyncio.to_thread(begun.wait)
        with pytest.raises(Busy):
            await floor.context.reading.audit(slow)
        goes_on.set()
        return await asyncio.gather(*first)

    assert floor.run(three()) == ["done", "done"]
    assert floor.call("POST", "/api/reports/audit", by="Aud").json()["is_good"]


def test_a_crowd_of_one_kind_or_network_holds_up_nobody_else() -> None:
    async def work() -> None:
        reading = Reading(100)
        flood = Budget(reading, "play", "", "2001:db8:1:2::1")
        same = Budget(reading, "play", "", "2001:db8:1:2:ffff::9")
        for purse in flood._purses():
            purse.spend(4.01)  # twenty seconds of an address's budget
        with pytest.raises(Rejected):
            await same.beside(lambda: 1)
        assert await Budget(reading, "read", "", "2001:db8:1:2::1").beside(lambda: 1) == 1, "another kind"
        assert await Budget(reading, "play", "", "2001:db8:1:3::1").beside(lambda: 2) == 2, "another network"
        reading.close()

    asyncio.run(work())


def test_who_waits_for_an_answer_from_elsewhere_pays_for_its_own_work_only() -> None:
    """Where a machine was busy or still compiled, players were refused advice for having waited."""

    async def answered(seconds: float) -> tuple[str, float]:
        await asyncio.sleep(0.2)
        return "advice", seconds

    async def work() -> None:
        reading = Reading(1)  # twenty milliseconds saved up
        one = Budget(reading, "away", "ann", "192.0.2.1")
        for _ in range(2):
            assert await one.elsewhere(answered(0.001)) == "advice"
        assert await one.elsewhere(answered(1.0)) == "advice"
        with pytest.raises(Rejected, match="wait"):
            await one.elsewhere(answered(0.0))
        reading.close()

    asyncio.run(work())


def test_lanes_are_served_in_turn_or_in_order() -> None:
    async def served(lanes: Lanes) -> str:
        order: list[str] = []

        async def wait(name: str) -> None:
            await lanes.enter(name)
            order.append(name)
            lanes.leave()

        await lanes.enter("a")
        waiting = [asyncio.create_task(wait(name)) for name in "bbbaa"]
        await asyncio.sleep(0)
        gone = asyncio.create_task(wait("a"))
        await asyncio.sleep(0)
        gone.cancel()
        lanes.leave()
        await asyncio.gather(*waiting)
        await asyncio.wait_for(wait("a"), PATIENCE_S)
        return "".join(order)

    assert asyncio.run(served(Lanes("ab", 4))) == "ababba"
    assert asyncio.run(served(Lanes("ab", 4, is_ordered=True))) == "aabbba"


def test_a_lane_that_is_full_takes_nobody_and_the_other_does() -> None:
    async def work() -> None:
        lanes = Lanes("ab", 1)
        await lanes.enter("a")
        waiting = asyncio.create_task(lanes.enter("a"))
        await asyncio.sleep(0)
        with pytest.raises(Busy):
            await lanes.enter("a")
        other = asyncio.create_task(lanes.enter("b"))
        await asyncio.sleep(0)
        for _ in range(2):
            lanes.leave()
            await asyncio.sleep(0)
        assert waiting.done()
        assert other.done()

    asyncio.run(work())


def test_trust_22_who_guesses_does_not_keep_a_known_device_waiting(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A manager waited 93 seconds behind strangers who tried passwords."""
    floor.token("Mona", Role.SHIFT_MANAGER)
    people = floor.context.people
    mark = floor.call("POST", "/api/session", {"name": "Mona", "password": PASSWORD}).cookies[
        "croupier-device"
    ]
    goes_on, order = threading.Event(), []
    real = people._matches

    def slow(person: Any, password: str) -> bool:
        goes_on.wait(PATIENCE_S)
        order.append(password)
        return real(person, password)

    monkeypatch.setattr(people, "_matches", slow)

    async def crowd() -> tuple[list[Any], Any]:
        strangers = [asyncio.create_task(people.sign_in("Nobody", f"guess {n}")) for n in range(100)]
        await asyncio.sleep(0)
        mona = asyncio.create_task(people.sign_in("Mona", PASSWORD, device=mark))
        await asyncio.sleep(0)
        goes_on.set()
        return await asyncio.gather(*strangers, return_exceptions=True), await mona

    answers, mona = floor.run(crowd())
    assert isinstance(mona, Session)
    assert order[:2] == ["guess 0", PASSWORD], "next, after the one that had begun"
    assert [isinstance(answer, Busy) for answer in answers].count(True) == 67, (
        "33 wait, the others come again"
    )


def test_the_bench_of_doors_has_all_of_them(floor: Floor) -> None:
    """Every question, and whatever costs anything beside the tables."""
    described = floor.http.get("/api/openapi.json").json()
    tried = {
        (method, path.partition("?")[0].removesuffix(".html")) for method, path, _ in doors(described, {})
    }
    for (method, path), cost in costs(floor.http.app).items():
        is_question = method == "GET" and cost not in ("socket", "sign_in")
        if not (is_question or cost in (*BESIDE, "audit")) or "/schema" in path:
            continue
        assert (method, _A_FILE.get(path) or re.sub(r"{\w+:\w+}", "1", path)) in tried, (method, path)


def test_a_page_of_the_book_is_worked_out_once_for_everybody(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    paths = ("/api/games", "/api/editions", "/api/editions/high-card@1", "/api/lab/high-card@1/knobs")
    first = [floor.http.get(path).content for path in paths]

    async def again(*_: Any) -> None:
        raise AssertionError("it is worked out again for every client that asks")

    monkeypatch.setattr(floor.context.reading, "ask", again)
    assert [floor.http.get(path).content for path in paths] == first
    assert floor.http.get("/api/editions/nothing@1").status_code == 500, "what is not there is not kept"
