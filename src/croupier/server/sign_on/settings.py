"""What an operator says about the provider, checked before the house opens."""

from collections.abc import Mapping
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from msgspec import Struct

from croupier.rulebook.errors import suggest
from croupier.table import Role

if TYPE_CHECKING:
    from croupier.server.config import Config

_HERE = {"localhost", "127.0.0.1", "::1"}
_ROLES = {role.value: role for role in Role if role is not Role.SYSTEM}


class SignOn(Struct, frozen=True, kw_only=True):
    issuer: str
    client: str
    secret: str
    title: str
    scopes: tuple[str, ...]
    claim: str
    roles: Mapping[str, Role]  # by what the provider's claim says


def sign_on_of(config: "Config") -> SignOn | None:
    """None where no provider is named; ValueError says what does not fit."""
    if not config.sign_on_issuer:
        return None
    if not is_safe(config.sign_on_issuer):
        raise ValueError(f"sign_on_issuer: {config.sign_on_issuer!r} does not begin with https://")
    if not config.sign_on_client:
        raise ValueError("sign_on_client: say what the house is called at the provider")
    if "openid" not in config.sign_on_scopes:
        raise ValueError("sign_on_scopes: openid is one of them, or it is no OpenID Connect")
    if not config.sign_on_roles:
        raise ValueError(
            'sign_on_roles: say what the claim\'s values mean, such as ["floor-dealers=dealer"]; '
            "without it nobody has a role"
        )
    return SignOn(
        issuer=config.sign_on_issuer,
        client=config.sign_on_client,
        secret=config.sign_on_secret,
        title=config.sign_on_title,
        scopes=config.sign_on_scopes,
        claim=config.sign_on_claim,
        roles=dict(map(_meaning, config.sign_on_roles)),
    )


def is_safe(address: str) -> bool:
    """Nobody between us and the provider can read along; on this machine there is nobody."""
    parts = urlsplit(address)
    return parts.scheme == "https" or (parts.scheme == "http" and parts.hostname in _HERE)


def _meaning(text: str) -> tuple[str, Role]:
    said, is_pair, role = (part.strip() for part in text.rpartition("="))
    if not (said and is_pair):
        raise ValueError(f'sign_on_roles: {text!r} is not of the form "what the claim says=role"')
    return said, role_named("sign_on_roles", role)


def role_named(setting: str, role: str) -> Role:
    if role not in _ROLES:
        raise ValueError(f"{setting}: there is no role {role!r}; {suggest(role, _ROLES)}")
    return _ROLES[role]
