"""A real provider of single sign-on (Canaille) as a process of its own, with staff who have accounts there.

`python -m tests.server.provider PORT BACK` serves until it is stopped; BACK is where it may send browsers.
"""

import os
import socket
import subprocess
import sys
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urljoin, urlsplit

import httpx

from tests.patience import PATIENCE_S

ROOT = Path(__file__).parents[2]
CLIENT, SECRET, PASSWORD = "the-floor", "a secret & such", "a password at the provider"
STAFF = {"dora": "floor-dealers", "mona": "floor-managers", "vera": "visitors"}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def provider(back: str) -> Iterator[str]:
    """Where it is, once it answers."""
    port = free_port()
    issuer = f"http://localhost:{port}"
    process = subprocess.Popen(
        [sys.executable, "-W", "ignore", "-m", "tests.server.provider", str(port), back],
        cwd=ROOT,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=os.environ | {"AUTHLIB_INSECURE_TRANSPORT": "1"},
    )
    try:
        until = time.monotonic() + PATIENCE_S
        while True:
            assert process.poll() is None, "the provider has ended"
            try:
                httpx.get(f"{issuer}/.well-known/openid-configuration", timeout=PATIENCE_S).raise_for_status()
                break
            except httpx.TransportError:
                assert time.monotonic() < until
                time.sleep(0.05)
        yield issuer
    finally:
        process.terminate()
        process.wait(PATIENCE_S)


class _Form(HTMLParser):
    """The fields of a page's form: a browser sends back what it was given."""

    def __init__(self, page: str) -> None:
        super().__init__()
        self.fields: dict[str, str] = {}
        self.action = ""
        self.feed(page)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if tag == "form" and not self.fields:
            self.action = given.get("action") or ""
        if tag == "input" and given.get("name"):
            self.fields[given["name"] or ""] = given.get("value") or ""


def sign_in_there(browser: httpx.Client, address: str, name: str) -> str:
    """What a person does at the provider's pages: name, password, consent. Where they are sent then."""
    answer = browser.get(address)
    for _ in range(12):
        if answer.is_redirect:
            where = urljoin(str(answer.url), answer.headers["location"])
            if urlsplit(where).path == "/api/sign-on/answer":
                return where
            answer = browser.get(where)
            continue
        assert answer.status_code == 200, answer.text[:2000]
        form = _Form(answer.text)
        if "login" in form.fields:
            form.fields["login"] = name
        if "password" in form.fields:
            form.fields["password"] = PASSWORD
        if 'value="accept"' in answer.text:
            form.fields["answer"] = "accept"
        answer = browser.post(urljoin(str(answer.url), form.action), data=form.fields)
    raise AssertionError(f"the provider does not come to an end: {answer.url} {answer.text[:2000]}")


def _serve(port: int, back: str) -> None:
    from canaille import create_app
    from canaille.app import models
    from canaille.backends import Backend
    from joserfc.jwk import JWKRegistry
    from werkzeug.serving import make_server

    key = JWKRegistry.generate_key("RSA", 2048)
    key.ensure_kid()
    app = create_app(
        config={
            "ENV_FILE": None,
            "SECRET_KEY": uuid.uuid4().hex,
            "PREFERRED_URL_SCHEME": "http",
            "SERVER_NAME": f"localhost:{port}",
            "CANAILLE": {
                "DATABASE": "memory",
                "JAVASCRIPT": False,
                "ACL": {"DEFAULT": {"PERMISSIONS": ["use_oidc"], "READ": ["user_name", "groups"]}},
            },
            "CANAILLE_OIDC": {"ACTIVE_JWKS": [key.as_dict(private=True)]},
        }
    )
    with app.app_context():
        for name, group in STAFF.items():
            user = models.User(
                user_name=name,
                formatted_name=f"{name.title()} Lim",
                family_name="Lim",
                given_name=name.title(),
                emails=[f"{name}@example.org"],
                password=PASSWORD,
            )
            Backend.instance.save(user)
            Backend.instance.save(models.Group(display_name=group, members=[user]))
        floor = models.Client(
            client_id=CLIENT,
            client_secret=SECRET,
            client_name="The floor",
            client_uri=back,
            redirect_uris=[back],
            grant_types=["authorization_code"],
            response_types=["code"],
            scope=["openid", "profile", "groups"],
            token_endpoint_auth_method="client_secret_basic",
            id_token_signed_response_alg="RS256",
        )
        Backend.instance.save(floor)
        floor.audience = [floor]  # tokens are for the floor itself
        Backend.instance.save(floor)
    make_server("localhost", port, app, threaded=True).serve_forever()


if __name__ == "__main__":
    _serve(int(sys.argv[1]), sys.argv[2])
