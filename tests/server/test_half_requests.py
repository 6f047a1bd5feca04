"""Connections that bring half a request, and addresses that proxies tell: against a house as it is served."""

import asyncio
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from tests.patience import PATIENCE_S
from tests.server.houses import HouseProcess

HALF = {
    "nothing": b"",
    "half a head": b"GET /api/lobby HTTP/1.1\r\nHost: x\r\n",
    "half a body": b"POST /api/session HTTP/1.1\r\nHost: x\r\nX-Croupier: 1\r\nContent-Length: 90\r\n\r\n{",
    "a second half": b"GET /healthz HTTP/1.1\r\nHost: x\r\n\r\nGET /api/lob",
}
SIGN_IN = {"name": "Ann", "password": "a wrong password"}


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[HouseProcess]:
    folder = tmp_path_factory.mktemp("halves")
    where = str(folder / "house.db")
    process = HouseProcess(where, folder, "one", request_seconds=1, sign_ins_per_minute=3).ready()
    yield process
    process.stop()


def _port(house: HouseProcess) -> int:
    return int(house.url.rpartition(":")[2])


@pytest.mark.parametrize("sent", HALF)
def test_half_a_request_is_not_waited_for_for_ever(house: HouseProcess, sent: str) -> None:
    """A second is all it has here; a connection that only rests has 75."""
    with socket.create_connection(("127.0.0.1", _port(house)), timeout=PATIENCE_S) as half:
        half.sendall(HALF[sent])
        while half.recv(65_536):
            pass  # the answer to a first, whole request; then the end
    faults = [
        line for line in httpx.get(f"{house.url}/metrics").text.splitlines() if "_faults_total{" in line
    ]
    assert faults == [], "whoever goes is no fault of ours"


def test_a_refusal_comes_after_the_whole_request(house: HouseProcess) -> None:
    """One that comes while a proxy is still sending may be lost there."""
    head = b"POST /api/session HTTP/1.1\r\nHost: x\r\nX-Croupier: 1\r\nOrigin: https://evil.example\r\n"
    head += b"Content-Length: 2\r\n\r\n"
    answers = []
    for body in (b"{", b"{}"):
        with socket.create_connection(("127.0.0.1", _port(house)), timeout=PATIENCE_S) as line:
            line.sendall(head)
            line.sendall(body)
            answers.append(line.recv(65_536))
    assert answers[0] == b""  # let go, as every half of a request
    assert answers[1].startswith(b"HTTP/1.1 403 ")


def test_three_hundred_halves_at_once(house: HouseProcess) -> None:
    async def hold() -> None:
        streams = [await asyncio.open_connection("127.0.0.1", _port(house)) for _ in range(300)]
        for number, (_, writer) in enumerate(streams):
            writer.write(list(HALF.values())[number % 3])
        async with asyncio.timeout(PATIENCE_S):
            for reader, writer in streams:
                await reader.read()
                writer.close()

    asyncio.run(hold())
    assert httpx.get(f"{house.url}/healthz").status_code == 200


def _tries(url: str) -> list[int]:
    """Each attempt claims another address."""
    return [
        httpx.post(
            f"{url}/api/session",
            json=SIGN_IN,
            headers={"X-Croupier": "1", "X-Forwarded-For": f"203.0.113.{number}"},
            timeout=PATIENCE_S,
        ).status_code
        for number in range(5)
    ]


def test_trust_22_nobody_guesses_from_addresses_that_he_claims(house: HouseProcess) -> None:
    assert _tries(house.url)[-1] == 429


def test_a_proxy_that_the_house_names_is_believed(tmp_path: Path) -> None:
    where = str(tmp_path / "house.db")
    process = HouseProcess(where, tmp_path, "one", sign_ins_per_minute=3, proxies="127.0.0.1").ready()
    try:
        assert _tries(process.url) == [401] * 5
    finally:
        process.stop()
