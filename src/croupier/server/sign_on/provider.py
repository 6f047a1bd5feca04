"""The provider, as this house speaks to it: OpenID Connect Core 1.0, by code and PKCE (RFC 7636)."""

import asyncio
import base64
import hashlib
import hmac
import secrets
import time
from typing import Any
from urllib.parse import quote, urlencode

import httpx
import msgspec
from joserfc import jwt
from joserfc.errors import JoseError
from joserfc.jwk import KeySet
from msgspec import Struct

from croupier.server.sign_on.settings import SignOn, is_safe
from croupier.table import Role

# Signatures by a key that only the provider has. Never "none", nor HMAC with what the house knows too.
_ALGORITHMS = ["RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA"]
_KNOWN_S = 3_600.0  # how long what the provider says about itself is taken for good
_KEYS_S = 30.0  # at most this often for its keys, whatever keys tokens claim to be signed with
_PATIENCE_S = 10.0
_LEEWAY_S = 60  # between its clock and ours
_ANSWER_BYTES_MAX = 256 * 1024


class NotRecognised(Exception):  # noqa: N818 - a refusal, not a fault of ours
    """The provider's answer does not prove who it is. What is wrong is for the log, not for the visitor."""


class ProviderAway(Exception):  # noqa: N818 - somebody else's fault
    """The provider does not answer, or not as OpenID Connect says."""


class Began(Struct, frozen=True):
    """What one browser began, kept in a sealed cookie of its own: any process can go on with it."""

    state: str
    nonce: str
    verifier: str
    back: str  # where the provider sends the browser
    to: str  # where the visitor wanted to go
    until: float
    renews: str = ""  # the session that goes on with this, where the visitor has one


class Identity(Struct, frozen=True):
    """Whom the provider vouches for."""

    subject: str
    name: str
    roles: tuple[Role, ...]


class _Metadata(Struct, frozen=True):
    """OpenID Connect Discovery 1.0, what of it is needed."""

    issuer: str
    authorization_endpoint: str
    token_endpoint: str
    jwks_uri: str
    userinfo_endpoint: str = ""
    token_endpoint_auth_methods_supported: tuple[str, ...] = ("client_secret_basic",)


class _Tokens(Struct, frozen=True):
    id_token: str
    access_token: str = ""


class Provider:
    def __init__(self, settings: SignOn, http: httpx.AsyncClient | None = None) -> None:
        self.settings = settings
        self._http = http or httpx.AsyncClient(timeout=_PATIENCE_S, follow_redirects=False)
        self._metadata: _Metadata | None = None
        self._metadata_at = 0.0
        self._keys: KeySet | None = None
        self._keys_at = 0.0
        self._asking = asyncio.Lock()

    async def close(self) -> None:
        await self._http.aclose()

    # The way there

    async def begin(self, back: str, to: str, patience_s: float) -> tuple[str, Began]:
        """Where to send the browser, and what has to be remembered until it comes back."""
        metadata = await self._described()
        began = Began(
            state=secrets.token_urlsafe(24),
            nonce=secrets.token_urlsafe(24),
            verifier=secrets.token_urlsafe(48),
            back=back,
            to=to,
            until=time.time() + patience_s,
        )
        challenge = base64.urlsafe_b64encode(hashlib.sha256(began.verifier.encode()).digest())
        asked = {
            "response_type": "code",
            "client_id": self.settings.client,
            "redirect_uri": back,
            "scope": " ".join(self.settings.scopes),
            "state": began.state,
            "nonce": began.nonce,
            "code_challenge": challenge.decode().rstrip("="),
            "code_challenge_method": "S256",
        }
        joint = "&" if "?" in metadata.authorization_endpoint else "?"
        return metadata.authorization_endpoint + joint + urlencode(asked), began

    # And back

    async def recognise(self, began: Began, code: str, state: str, issuer: str = "") -> Identity:
        """Who the provider says it is; NotRecognised if anything about the answer is not as it must be."""
        if time.time() > began.until or not hmac.compare_digest(began.state.encode(), state.encode()):
            raise NotRecognised("the answer belongs to no sign-in that this browser began")
        if issuer and issuer != self.settings.issuer:
            raise NotRecognised("another provider answered (RFC 9207)")
        metadata = await self._described()
        tokens = await self._exchange(metadata, began, code)
        claims = await self._verified(metadata, tokens.id_token, began.nonce)
        subject = str(claims["sub"])
        if self.settings.claim not in claims and metadata.userinfo_endpoint and tokens.access_token:
            claims |= await self._told(metadata, tokens.access_token, subject)
        return Identity(subject, _name(claims, subject), self._roles(claims))

    async def _exchange(self, metadata: _Metadata, began: Began, code: str) -> _Tokens:
        body = {
            "grant_type": "authorization_code",
            "code": code,
            "redirect_uri": began.back,
            "code_verifier": began.verifier,
        }
        client, secret = self.settings.client, self.settings.secret
        auth: httpx.Auth = httpx.Auth()
        if secret and "client_secret_basic" in metadata.token_endpoint_auth_methods_supported:
            auth = httpx.BasicAuth(quote(client, ""), quote(secret, ""))  # RFC 6749, 2.3.1
        else:
            body |= {"client_id": client} | ({"client_secret": secret} if secret else {})
        try:
            answer = await self._http.post(metadata.token_endpoint, data=body, auth=auth)
        except httpx.HTTPError as error:
            raise ProviderAway(f"the token endpoint: {error!r}") from None
        if answer.status_code >= 500:
            raise ProviderAway(f"the token endpoint answers {answer.status_code}")
        if answer.status_code != 200:
            raise NotRecognised(f"the code was not taken: {answer.status_code} {answer.text[:200]!r}")
        try:
            return msgspec.json.decode(answer.content, type=_Tokens)
        except msgspec.DecodeError as error:
            raise ProviderAway(f"the token endpoint: {error}") from None

    async def _verified(self, metadata: _Metadata, token: str, nonce: str) -> dict[str, Any]:
        """An ID token's claims, once signature, issuer, audience, times and nonce are right (3.1.3.7)."""
        try:
            claims = jwt.decode(token, await self._key_set(metadata), algorithms=_ALGORITHMS).claims
        except (JoseError, ValueError):
            # It may have changed its keys since we asked.
            keys = await self._key_set(metadata, is_fresh=True)
            try:
                claims = jwt.decode(token, keys, algorithms=_ALGORITHMS).claims
            except (JoseError, ValueError) as error:
                raise NotRecognised(f"the ID token's signature: {error}") from None
        required = jwt.JWTClaimsRegistry(
            now=lambda: int(time.time()),
            leeway=_LEEWAY_S,
            iss={"essential": True, "value": self.settings.issuer},
            aud={"essential": True, "values": [self.settings.client]},
            sub={"essential": True},
            exp={"essential": True},
            iat={"essential": True},
            nonce={"essential": True, "value": nonce},
        )
        try:
            required.validate(claims)
        except JoseError as error:
            raise NotRecognised(f"the ID token: {error}") from None
        if claims.get("azp", self.settings.client) != self.settings.client:
            raise NotRecognised("the ID token was made for another party")
        return dict(claims)

    async def _told(self, metadata: _Metadata, access_token: str, subject: str) -> dict[str, Any]:
        """What the provider keeps at its userinfo endpoint. It counts only for the same subject (5.3.2)."""
        headers = {"Authorization": f"Bearer {access_token}"}
        told: dict[str, Any] = await self._get(metadata.userinfo_endpoint, dict[str, Any], headers)
        if told.get("sub") != subject:
            raise NotRecognised("the userinfo endpoint speaks of somebody else")
        return told

    def _roles(self, claims: dict[str, Any]) -> tuple[Role, ...]:
        """A claim is a list, or words in one text; "a.b" is a claim within a claim."""
        found: Any = claims
        if self.settings.claim in claims:
            found = claims[self.settings.claim]
        else:
            for part in self.settings.claim.split("."):
                found = found.get(part) if isinstance(found, dict) else None
        said = found.split() if isinstance(found, str) else found if isinstance(found, list) else ()
        meant = {self.settings.roles[each] for each in said if each in self.settings.roles}
        return tuple(role for role in Role if role in meant)

    # What it says about itself

    async def _described(self) -> _Metadata:
        async with self._asking:
            if self._metadata is not None and time.monotonic() - self._metadata_at < _KNOWN_S:
                return self._metadata
            address = self.settings.issuer.rstrip("/") + "/.well-known/openid-configuration"
            found: _Metadata = await self._get(address, _Metadata)
            if found.issuer != self.settings.issuer:
                raise ProviderAway(f"{address} speaks for {found.issuer!r}")
            for each in (found.authorization_endpoint, found.token_endpoint, found.jwks_uri):
                if not is_safe(each):
                    raise ProviderAway(f"{each!r} does not begin with https://")
            self._metadata, self._metadata_at = found, time.monotonic()
            return found

    async def _key_set(self, metadata: _Metadata, *, is_fresh: bool = False) -> KeySet:
        async with self._asking:
            age = time.monotonic() - self._keys_at
            if self._keys is None or age > (_KEYS_S if is_fresh else _KNOWN_S):
                found = await self._get(metadata.jwks_uri, dict[str, Any])
                try:
                    self._keys = KeySet.import_key_set(found)
                except (JoseError, ValueError, KeyError, TypeError) as error:
                    raise ProviderAway(f"{metadata.jwks_uri}: {error!r}") from None
                self._keys_at = time.monotonic()
            return self._keys

    async def _get(self, address: str, kind: type[Any], headers: dict[str, str] | None = None) -> Any:
        try:
            answer = await self._http.get(address, headers=headers)
            answer.raise_for_status()
            if len(answer.content) > _ANSWER_BYTES_MAX:
                raise ProviderAway(f"{address}: the answer is too long")
            return msgspec.json.decode(answer.content, type=kind)
        except (httpx.HTTPError, msgspec.DecodeError) as error:
            raise ProviderAway(f"{address}: {error!r}") from None


def _name(claims: dict[str, Any], subject: str) -> str:
    for claim in ("name", "preferred_username", "email"):
        if isinstance(value := claims.get(claim), str) and value.strip():
            return " ".join(value.split())[:32]
    return subject[:32]
