"""Foreign pages and impatient clients."""

import contextlib

import msgspec
import pytest

from croupier.house.allowance import _KNOWN_MAX, Allowance, Allowances
from croupier.server.config import Config
from croupier.server.errors import Rejected
from croupier.server.guard import Doorman, check_origin, networks
from tests.server.conftest import FAST, Floor


@pytest.mark.parametrize(
    ("headers", "is_ours"),
    [
        ({"host": "house:8000"}, True),  # not a browser
        ({"host": "house:8000", "origin": "http://house:8000"}, True),
        ({"host": "house:8000", "origin": "http://house:8001"}, False),
        ({"host": "house:8000", "origin": "http://evil"}, False),
        ({"host": "house:8000", "origin": "http://house:8000.evil"}, False),
        ({"host": "house:8000", "origin": "null"}, False),
        ({"host": "inside", "origin": "https://casino.example"}, True),  # named in the settings
    ],
)
def test_origins(headers: dict[str, str], is_ours: bool) -> None:
    if is_ours:
        check_origin(headers, ("https://casino.example",))
    else:
        with pytest.raises(Rejected) as caught:
            check_origin(headers, ("https://casino.example",))
        assert caught.value.problem.code == "cross_site"


def test_an_allowance_refills_with_time() -> None:
    now = 0.0
    allowance = Allowance(per_second=2, burst=3, clock=lambda: now)
    assert [allowance.take() for _ in range(4)] == [True, True, True, False]
    now = 0.49
    assert not allowance.take()  # 0.98 of a token
    now = 0.5
    assert allowance.take()
    assert not allowance.take()
    now = 1000
    assert [allowance.take() for _ in range(4)] == [True, True, True, False]  # never more than the burst


@pytest.mark.parametrize("first", ["198.51.100.7", "2001:db8:1:2::1"])
def test_whoever_asks_too_often_waits_and_nobody_else(first: str) -> None:
    now = 0.0
    doorman = Doorman(per_second=0.5, burst=2, reason="be slower", clock=lambda: now)
    doorman.admit(first)
    doorman.admit(first)
    with pytest.raises(Rejected) as caught:
        doorman.admit(first)
    assert (caught.value.problem.code, caught.value.problem.reason) == ("too_many", "be slower")
    doorman.admit("203.0.113.9")
    now = 2.0
    doorman.admit(first)


def _admitted(addresses: list[str]) -> int:
    """Of these, each of which asks once."""
    doorman, found = Doorman(1, 2, "be slower", clock=lambda: 0.0), 0
    for address in addresses:
        with contextlib.suppress(Rejected):
            doorman.admit(address)
            found += 1
    return found


def test_addresses_of_one_network_count_together() -> None:
    assert _admitted([f"2001:db8:1:2::{n:x}" for n in range(1, 100)]) == 2, "a /64 is one client"
    assert _admitted([f"2001:db8:1:{n:x}::1" for n in range(1, 100)]) == 16, "and a /48 eight of them"
    assert _admitted([f"198.51.100.{n}" for n in range(1, 100)]) == 16
    assert _admitted([f"::ffff:198.51.{n}.1" for n in range(1, 100)]) == 99
    assert networks("::ffff:198.51.100.7") == networks("198.51.100.7")
    assert networks("a socket file") == ("a socket file", "a socket file")


def test_nobody_is_rid_of_a_debt_by_sending_others_to_ask() -> None:
    known = Allowances(lambda: Allowance(1, 2, clock=lambda: 0.0))
    known.of("guesser").spend(2)
    for number in range(2 * _KNOWN_MAX):
        known.of(number)
    assert known.of("guesser").left == 0


class TestRequests:
    @pytest.fixture
    def config(self) -> Config:
        return msgspec.structs.replace(FAST, requests_per_second=2)

    def test_requests_that_change_something_have_a_pace(self, floor: Floor) -> None:
        """Nobody fills the journal by joining and leaving a list: bursts of twice the pace, then 429."""
        floor.context.pacing._new = lambda: Allowance(2, 4, clock=lambda: 0.0)  # as set up; no time passes
        floor.open_table()
        floor.token("ann")
        tried = [floor.call("POST", "/api/tables/t1/waiting", {}, by="ann").status_code for _ in range(8)]
        assert tried[:4].count(429) == 0
        assert tried[4:] == [429] * 4
        before = floor.context.house.floor.version
        refused = floor.call("DELETE", "/api/tables/t1/waiting", by="ann")
        assert (refused.status_code, refused.json()["code"]) == (429, "too_many")
        assert floor.context.house.floor.version == before
        # Looking costs nothing, and others go on.
        assert floor.call("GET", "/api/tables/t1", by="ann").status_code == 200
        assert floor.call("POST", "/api/tables/t1/waiting", {}, by="bob").status_code != 429
