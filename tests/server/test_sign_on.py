"""Single sign-on: staff come in by a provider that the house trusts, and nobody comes in by anything less."""

import asyncio
import base64
import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import httpx
import pytest
from joserfc import jwt
from joserfc.jwk import ECKey, KeySet, OctKey
from msgspec.structs import replace

from croupier.server.config import ConfigError, read_config
from croupier.server.sign_on.provider import Identity, NotRecognised, Provider, ProviderAway
from croupier.server.sign_on.settings import SignOn
from croupier.table import Role
from tests.patience import PATIENCE_S

from .conftest import FAST, PASSWORD, Floor, build, serving
from .provider import CLIENT, SECRET, provider, sign_in_there

BACK = "http://testserver.local/api/sign-on/answer"
ROLES = ("floor-dealers=dealer", "floor-managers=shift_manager")


@pytest.fixture(scope="module")
def issuer() -> Iterator[str]:
    with provider(BACK) as where:
        yield where


@pytest.fixture
def house(tmp_path: Path, issuer: str) -> Iterator[Floor]:
    config = replace(
        FAST,
        sign_on_issuer=issuer,
        sign_on_client=CLIENT,
        sign_on_secret=SECRET,
        sign_on_scopes=("openid", "profile", "groups"),
        sign_on_roles=ROLES,
    )
    context = build(str(tmp_path / "house.db"), tmp_path, config)
    with serving(context, base_url="http://testserver.local") as client:
        yield Floor(client, context)


def visit(floor: Floor, address: str) -> Any:
    """As a browser does when a person follows a link."""
    return floor.http.get(address, follow_redirects=False)


def come(floor: Floor, name: str, to: str = "/pit") -> Any:
    sent = visit(floor, f"/api/sign-on?to={to}")
    assert sent.status_code == 302
    with httpx.Client(timeout=PATIENCE_S) as browser:
        back = sign_in_there(browser, sent.headers["location"], name)
    assert back.startswith(BACK)
    return visit(floor, back.removeprefix("http://testserver.local"))


def test_staff_come_in_with_the_roles_that_the_provider_tells(house: Floor) -> None:
    """Against a real provider: its pages, its keys, its token and userinfo endpoints."""
    assert house.http.get("/api/lobby").json()["sign_on"] == "the company's account"
    asked = parse_qs(urlsplit(visit(house, "/api/sign-on").headers["location"]).query)
    assert (asked["response_type"], asked["code_challenge_method"]) == (["code"], ["S256"])
    assert asked["redirect_uri"] == [BACK]

    came = come(house, "dora")
    assert came.headers["location"] == "/#/sign-in?sign-on=done&to=/pit"
    cookie = next(each for each in came.headers.get_list("set-cookie") if each.startswith("croupier="))
    assert "samesite=strict" in cookie.lower()
    assert "httponly" in cookie.lower()
    me = house.http.get("/api/me").json()
    assert (me["name"], me["roles"], me["has_password"]) == ("Dora Lim", ["dealer"], False)

    again = come(house, "dora")
    assert "sign-on=done" in again.headers["location"]
    assert house.http.get("/api/me").json()["id"] == me["id"]  # the same account

    assert "sign-on=done" in come(house, "mona").headers["location"]
    assert house.http.get("/api/me").json()["roles"] == ["shift_manager"]
    refused = house.http.put(
        f"/api/people/{me['id']}/roles", json={"roles": ["shift_manager"]}, headers={"X-Croupier": "1"}
    )
    assert (refused.status_code, "single sign-on" in refused.json()["reason"]) == (409, True)

    house.http.cookies.clear()
    assert "sign-on=no-role" in come(house, "vera").headers["location"]
    assert house.http.get("/api/me").status_code == 401

    # Passwords stay, for those who have one; nobody locks an account that has none by guessing.
    house.token("Ann")
    for _ in range(6):
        wrong = house.call("POST", "/api/session", {"name": "Dora Lim", "password": PASSWORD})
        assert wrong.status_code == 401
    assert not house.context.people.get(me["id"]).held_off_until  # type: ignore[union-attr]
    house.http.cookies.clear()
    assert "sign-on=done" in come(house, "dora").headers["location"]


def test_a_session_is_renewed_in_its_place(house: Floor) -> None:
    """A dealer at a real table signs in again without leaving it; whoever else comes begins a session."""
    come(house, "dora")
    token = house.http.cookies["croupier"]
    come(house, "dora", "/pit&renew=true")
    assert house.http.cookies["croupier"] == token
    assert len(house.http.get("/api/me/sign-ins").json()) == 1
    come(house, "mona", "/pit&renew=true")
    assert house.http.cookies["croupier"] != token
    refused = house.http.post(
        "/api/session/renewal", json={"password": PASSWORD}, headers={"X-Croupier": "1"}
    )
    assert (refused.status_code, "single sign-on" in refused.json()["reason"]) == (409, True)


def test_an_answer_counts_once_and_in_the_browser_that_began(house: Floor) -> None:
    sent = visit(house, "/api/sign-on")
    with httpx.Client(timeout=PATIENCE_S) as browser:
        back = sign_in_there(browser, sent.headers["location"], "dora").removeprefix(
            "http://testserver.local"
        )
    begun = dict(house.http.cookies)
    house.http.cookies.clear()
    assert "sign-on=not-done" in visit(house, back).headers["location"]  # another browser
    for name, value in begun.items():
        house.http.cookies.set(name, value)
    forged = back.replace("state=", "state=x")
    assert "sign-on=not-done" in visit(house, forged).headers["location"]
    for name, value in begun.items():
        house.http.cookies.set(name, value)
    assert "sign-on=done" in visit(house, back).headers["location"]
    house.http.cookies.clear()
    for name, value in begun.items():
        house.http.cookies.set(name, value)
    assert "sign-on=not-done" in visit(house, back).headers["location"]  # the provider takes a code once
    assert house.http.get("/api/me").status_code == 401


def test_nobody_is_sent_elsewhere_afterwards(house: Floor) -> None:
    for to in ("https://evil.example", "//evil.example", "javascript:x"):
        visit(house, f"/api/sign-on?to={to}")
        where = visit(house, "/api/sign-on/answer?error=access_denied").headers["location"]
        assert where.startswith("/#/sign-in?sign-on=not-done&to=/")


def test_a_house_without_it_has_no_such_address(floor: Floor) -> None:
    assert visit(floor, "/api/sign-on").status_code == 404
    assert floor.http.get("/api/lobby").json()["sign_on"] == ""


# What a provider, or somebody who passes for one, may send

ISSUER = "https://login.example"
SETTINGS = SignOn(
    issuer=ISSUER,
    client="floor",
    secret="s",
    title="",
    scopes=("openid",),
    claim="realm.roles",
    roles={"dealers": Role.DEALER, "auditors": Role.AUDITOR},
)
KEY, OTHER = ECKey.generate_key("P-256", {"kid": "1"}), ECKey.generate_key("P-256", {"kid": "1"})
RIGHT = {"iss": ISSUER, "aud": "floor", "sub": "7", "realm": {"roles": ["dealers", "others"]}}


class There:
    """A provider in memory: what it says is what a test gives it."""

    def __init__(self) -> None:
        self.token = ""
        self.told: dict[str, Any] = {"sub": "7"}
        self.keys: list[Any] = [KEY]
        self.issuer = ISSUER
        self.posted: dict[str, list[str]] = {}

    def __call__(self, request: httpx.Request) -> httpx.Response:
        match request.url.path:
            case "/.well-known/openid-configuration":
                ends = ("authorization_endpoint", "token_endpoint", "jwks_uri", "userinfo_endpoint")
                return httpx.Response(
                    200, json={"issuer": self.issuer} | {end: f"{ISSUER}/{end}" for end in ends}
                )
            case "/jwks_uri":
                return httpx.Response(200, json=KeySet(self.keys).as_dict(private=False))
            case "/token_endpoint":
                self.posted = parse_qs(request.content.decode())
                return httpx.Response(200, json={"id_token": self.token, "access_token": "a"})
            case "/userinfo_endpoint":
                return httpx.Response(200, json=self.told)
        return httpx.Response(404)


def _signed(header: dict[str, str], claims: dict[str, Any], key: Any) -> str:
    if header["alg"] != "none":
        return jwt.encode(header, claims, key)
    parts = (base64.urlsafe_b64encode(json.dumps(each).encode()).decode() for each in (header, claims))
    return ".".join(part.rstrip("=") for part in (*parts, ""))


def recognised(there: There, claims: dict[str, Any], key: Any = KEY, algorithm: str = "ES256") -> Identity:
    async def work() -> Identity:
        at = Provider(SETTINGS, httpx.AsyncClient(transport=httpx.MockTransport(there)))
        _, began = await at.begin("https://floor.example/api/sign-on/answer", "/", 60)
        now = int(time.time())
        full = {"nonce": began.nonce, "iat": now, "exp": now + 60} | claims
        header = {"alg": algorithm, "kid": "1"}
        left = {name: value for name, value in full.items() if value is not None}
        there.token = _signed(header, left, key)
        found = await at.recognise(began, "code", began.state)
        assert there.posted["code_verifier"] == [began.verifier]
        await at.close()
        return found

    return asyncio.run(work())


def test_what_is_right_is_recognised() -> None:
    assert recognised(There(), RIGHT) == Identity("7", "7", (Role.DEALER,))


def test_keys_that_the_provider_changed_are_asked_for_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.server.sign_on.provider._KEYS_S", -1.0)
    there = There()
    at = Provider(SETTINGS, httpx.AsyncClient(transport=httpx.MockTransport(there)))

    async def work() -> Identity:
        _, began = await at.begin("https://floor.example/", "/", 60)
        now = int(time.time())
        claims = {**RIGHT, "nonce": began.nonce, "iat": now, "exp": now + 60}
        there.token = jwt.encode({"alg": "ES256", "kid": "1"}, claims, KEY)
        await at.recognise(began, "code", began.state)
        there.keys = [OTHER]
        there.token = jwt.encode({"alg": "ES256", "kid": "1"}, claims, OTHER)
        return await at.recognise(began, "code", began.state)

    assert asyncio.run(work()).subject == "7"


def test_roles_may_be_told_at_the_userinfo_endpoint() -> None:
    there = There()
    there.told = {"sub": "7", "name": "Dora  Lim", "realm": {"roles": "auditors dealers"}}
    found = recognised(there, RIGHT | {"realm": None})
    assert (found.name, set(found.roles)) == ("Dora Lim", {Role.DEALER, Role.AUDITOR})


@pytest.mark.parametrize(
    ("claims", "key", "algorithm"),
    [
        (RIGHT | {"iss": "https://evil.example"}, KEY, "ES256"),
        (RIGHT | {"aud": ["another"]}, KEY, "ES256"),
        (RIGHT | {"aud": ["floor", "another"], "azp": "another"}, KEY, "ES256"),
        (RIGHT | {"nonce": "another"}, KEY, "ES256"),
        (RIGHT | {"nonce": None}, KEY, "ES256"),
        (RIGHT | {"exp": 1}, KEY, "ES256"),
        (RIGHT | {"exp": None}, KEY, "ES256"),
        (RIGHT | {"sub": None}, KEY, "ES256"),
        (RIGHT, OTHER, "ES256"),
        (RIGHT, OctKey.import_key(KEY.as_pem(private=False).hex()), "HS256"),
        (RIGHT, KEY, "none"),
    ],
    ids=[
        "issuer",
        "audience",
        "party",
        "nonce",
        "no nonce",
        "old",
        "for ever",
        "nobody",
        "key",
        "hmac",
        "none",
    ],
)
def test_a_token_that_proves_nothing_is_refused(claims: dict[str, Any], key: Any, algorithm: str) -> None:
    with pytest.raises(NotRecognised):
        recognised(There(), claims, key, algorithm)


def test_userinfo_about_somebody_else_is_refused() -> None:
    there = There()
    there.told = {"sub": "8", "realm": {"roles": ["dealers"]}}
    with pytest.raises(NotRecognised):
        recognised(there, RIGHT | {"realm": None})


def test_metadata_of_another_issuer_is_refused() -> None:
    there = There()
    there.issuer = "https://evil.example"
    with pytest.raises(ProviderAway):
        recognised(there, RIGHT)


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"sign_on_issuer": "http://login.example"}, "https://"),
        ({"sign_on_client": ""}, "sign_on_client"),
        ({"sign_on_roles": ("a=deeler",)}, "dealer"),
        ({"sign_on_roles": ("dealer",)}, "sign_on_roles"),
        ({"sign_on_roles": ("a=system",)}, "no role"),
        ({"sign_on_roles": ()}, "nobody has a role"),
        ({"sign_on_scopes": ("profile",)}, "openid"),
    ],
)
def test_settings_that_cannot_work_stop_the_start(given: dict[str, Any], words: str) -> None:
    whole = {"sign_on_issuer": ISSUER, "sign_on_client": "floor", "sign_on_roles": ROLES}
    assert read_config(None, {}, **whole).signing_on is not None
    with pytest.raises(ConfigError, match=words):
        read_config(None, {}, **(whole | given))
