"""A real nginx and a real Caddy before a real house, with our own certificate: pages, cookies, sockets."""

import datetime as dt
import os
import re
import shutil
import signal
import ssl
import subprocess
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import httpx
import pytest
import websockets
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from croupier.faults.database import Database
from tests.patience import PATIENCE_S, finish, until
from tests.server.houses import HouseProcess

DEPLOY = Path(__file__).parents[2] / "deploy"
_NGINX = """
daemon off;
pid {folder}/nginx.pid;
error_log {folder}/error.log;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/body;
    proxy_temp_path {folder}/proxy;
    fastcgi_temp_path {folder}/fastcgi;
    uwsgi_temp_path {folder}/uwsgi;
    scgi_temp_path {folder}/scgi;
    {site}
}}
"""


def certificate(folder: Path) -> None:
    """For floor.example, by ourselves."""
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "floor.example")])
    now = dt.datetime.now(dt.UTC)
    made = (
        x509.CertificateBuilder()
        .subject_name(name)
        .issuer_name(name)
        .public_key(key.public_key())
        .serial_number(1)
        .not_valid_before(now - dt.timedelta(days=1))
        .not_valid_after(now + dt.timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName([x509.DNSName("floor.example")]), critical=False)
        .sign(key, hashes.SHA256())
    )
    (folder / "floor.example.pem").write_bytes(made.public_bytes(serialization.Encoding.PEM))
    (folder / "floor.example.key").write_bytes(
        key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
    )


def nginx(folder: Path, *houses: str) -> list[str]:
    """The site that ships, but for ports and paths."""
    site = (DEPLOY / "nginx.conf").read_text().replace("127.0.0.1:8000", houses[0])
    if len(houses) > 1:
        site = site.replace("# server 127.0.0.1:8001", f"server {houses[1]}")
    site = site.replace("/etc/ssl/", f"{folder}/")
    site = site.replace("listen 80;", f"listen unix:{folder}/plain.sock;")
    site = site.replace("listen 443 ssl;", f"listen unix:{folder}/tls.sock ssl;")
    (folder / "nginx.conf").write_text(_NGINX.format(folder=folder, site=site))
    return [program("nginx"), "-c", f"{folder}/nginx.conf", "-p", str(folder)]


def caddy(folder: Path, *houses: str) -> list[str]:
    """The site that ships, but for its address and a certificate that nobody has to be asked for."""
    site = (DEPLOY / "Caddyfile").read_text().replace("127.0.0.1:8000", " ".join(houses))
    here = f"bind unix/{folder}/tls.sock\n\ttls {folder}/floor.example.pem {folder}/floor.example.key"
    site = site.replace("{$SITE:floor.example} {", f"https://floor.example {{\n\t{here}")
    site = site.replace("{\n\tservers", "{\n\tadmin off\n\tauto_https disable_redirects\n\tservers")
    (folder / "Caddyfile").write_text(site)
    return [program("caddy"), "run", "--adapter", "caddyfile", "--config", f"{folder}/Caddyfile"]


def program(name: str) -> str:
    found = shutil.which(name, path=os.environ["PATH"] + ":/usr/sbin:/usr/local/sbin")
    assert found is not None, f"install {name}: tests/web/install-chromium does"
    return found


class Front:
    """A proxy before a house, both real."""

    def __init__(self, folder: Path, command: list[str]) -> None:
        self.folder = folder
        with (folder / "error.log").open("a") as log:
            environment = os.environ | {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
            self._process = subprocess.Popen(command, stderr=log, env=environment)
        until((folder / "tls.sock").exists, lambda: (folder / "error.log").read_text())
        self.trust = ssl.create_default_context(cafile=str(folder / "floor.example.pem"))

    def browser(self, socket: str = "tls.sock") -> httpx.Client:
        transport = httpx.HTTPTransport(uds=str(self.folder / socket), verify=self.trust)
        scheme = "https" if socket == "tls.sock" else "http"
        return httpx.Client(transport=transport, base_url=f"{scheme}://floor.example", timeout=PATIENCE_S)

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(PATIENCE_S)


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("h")
    settings = {"is_demo": 1, "is_behind_tls": 1, "origins": "https://floor.example", "pace_ms": 10}
    house = HouseProcess(str(folder / "house.db"), folder, "house", **settings)
    yield house.ready().url.removeprefix("http://")
    house.stop()


@pytest.fixture(scope="module", params=[nginx, caddy])
def front(
    house: str, tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest
) -> Iterator[Front]:
    folder = tmp_path_factory.mktemp("p")
    certificate(folder)
    front = Front(folder, request.param(folder, house))
    yield front
    front.stop()


def _first_message(front: Front, table: str) -> str:
    async def first() -> str | bytes:
        connection = websockets.unix_connect(
            str(front.folder / "tls.sock"),
            f"wss://floor.example/api/tables/{table}/socket",
            ssl=front.trust,
            server_hostname="floor.example",
            origin="https://floor.example",
            open_timeout=PATIENCE_S,
        )
        async with connection as socket:
            return await socket.recv()

    return str(finish(first()))


@pytest.mark.parametrize("front", [nginx], indirect=True)  # Caddy does so by itself, on a port of its own
def test_who_comes_without_tls_is_sent_to_it(front: Front) -> None:
    with front.browser("plain.sock") as browser:
        answer = browser.get("/rules?x=1")
    assert (answer.status_code, answer.headers["location"]) == (301, "https://floor.example/rules?x=1")


def test_pages_and_a_cookie_for_tls_alone(front: Front) -> None:
    with front.browser() as browser:
        page = browser.get("/")
        assert page.status_code == 200
        assert page.headers["strict-transport-security"]
        headers = {"X-Croupier": "1", "Origin": "https://floor.example"}
        entered = browser.post("/api/demo", json={}, headers=headers)
        assert entered.status_code == 201
        assert "secure" in entered.headers["set-cookie"].lower()
        assert browser.get("/api/me").json()["is_demo"]
        foreign = browser.post("/api/demo", json={}, headers=headers | {"Origin": "https://evil.example"})
        assert foreign.status_code == 403


def test_metrics_stay_inside(front: Front) -> None:
    with front.browser() as browser:
        assert browser.get("/metrics").status_code == 403


def test_a_table_over_a_socket(front: Front) -> None:
    assert '"type":"snapshot"' in _first_message(front, "poker-7")


def test_the_jackpots_stream_is_passed_on_as_it_comes(front: Front) -> None:
    with front.browser() as browser:
        jackpot = browser.get("/api/lobby").json()["jackpots"][0]["id"]
        with browser.stream("GET", f"/api/jackpots/{jackpot}/stream") as stream:
            lines = stream.iter_lines()
            assert any(line.startswith("event: meter") for line in lines)


def test_a_network_of_ipv6_is_one_client_however_it_is_written(tmp_path: Path) -> None:
    """nginx leaves out zeros; addresses with some in them were each a client of its own."""
    site = (DEPLOY / "nginx.conf").read_text()
    found = re.search(r"^map \$remote_addr \$client {.*?^}$", site, re.DOTALL | re.MULTILINE)
    assert found is not None
    server = f"""server {{
        listen unix:{tmp_path}/tls.sock;
        set_real_ip_from unix:;
        real_ip_header X-Forwarded-For;
        location / {{ return 200 $client; }}
    }}"""
    (tmp_path / "nginx.conf").write_text(_NGINX.format(folder=tmp_path, site=found[0] + server))
    certificate(tmp_path)
    front = Front(tmp_path, [program("nginx"), "-c", f"{tmp_path}/nginx.conf", "-p", str(tmp_path)])
    with httpx.Client(transport=httpx.HTTPTransport(uds=str(tmp_path / "tls.sock"))) as client:

        def clients(*addresses: str) -> set[str]:
            asked = [{"X-Forwarded-For": each} for each in addresses]
            return {client.get("http://floor.example/", headers=headers).text for headers in asked}

        assert len(clients("2001:db8:1:2:a:b:c:d", "2001:db8:1:2::1", "2001:db8:1:2:0:b:c:0")) == 1
        assert len(clients("2001:db8:1::a:b:c:d", "2001:db8:1::b:c:d", "2001:db8:1::d")) == 1
        assert len(clients("2001:db8:0:1:a:b:c:d", "2001:db8:0:1:1:2:3:4")) == 1
        assert len(clients("2001:db8:0:1:a:b:c:d", "2001:db8:0:2:a:b:c:d", "2001:db8::a:b:c:d")) == 3
        assert len(clients("2001:db8:1:2::1", "2001:db8:1:3::1", "2001:db8:1::1", "2001:db8:2::1")) == 4
        assert clients("203.0.113.7", "::ffff:203.0.113.8") == {"203.0.113.7", "::ffff:203.0.113.8"}
    front.stop()


@pytest.fixture(scope="module")
def houses(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[HouseProcess, HouseProcess]]:
    """Two processes of one house on one PostgreSQL."""
    folder, database = tmp_path_factory.mktemp("h"), Database()
    settings = {"is_demo": 1, "is_behind_tls": 1, "origins": "https://floor.example", "pace_ms": 10}
    settings |= {"key_file": folder / "house.key"}
    first = HouseProcess(database.where, folder, "first", **settings).ready()
    second = HouseProcess(database.where, folder, "second", **settings).ready()
    yield first, second
    for house in (first, second):
        house.stop()
    database.stop()


@pytest.mark.parametrize("proxy", [nginx, caddy])
@pytest.mark.parametrize("which", [0, 1])
def test_a_process_that_is_frozen_is_done_without(
    houses: tuple[HouseProcess, HouseProcess], tmp_path: Path, proxy: Callable[..., list[str]], which: int
) -> None:
    """It takes connections, as the system does for it, and never answers: a proxy that waits for it hangs."""
    certificate(tmp_path)
    front = Front(tmp_path, proxy(tmp_path, *(house.url.removeprefix("http://") for house in houses)))
    try:
        with front.browser() as browser:
            tables = [line["id"] for line in browser.get("/api/lobby").json()["tables"]]
            assert len(tables) > 3, "by chance some belong to each process"
            os.kill(houses[which].pid, signal.SIGSTOP)
            began = time.monotonic()
            for table in tables:
                assert browser.get(f"/api/tables/{table}").status_code == 200
            took = time.monotonic() - began
            assert took < 75, "that is how long a proxy waits that has not been told"
            for table in tables:
                assert '"type":"snapshot"' in _first_message(front, table)
    finally:
        os.kill(houses[which].pid, signal.SIGCONT)
        front.stop()
