"""What requests about tables carry."""

from typing import Annotated, Any, Literal

from litestar.params import HeaderParameter, PathParameter
from msgspec import Meta, Struct, field

from croupier.server.sockets import wire
from croupier.table import Role

# A client that does not know whether a request was done sends it again under the same key: it is done once.
IdempotencyKey = Annotated[
    str | None, HeaderParameter(name="Idempotency-Key", pattern=wire.ID, description="done once under a key")
]
Text = Annotated[str, Meta(min_length=1, max_length=200)]
SettingText = Annotated[str, Meta(max_length=200)]
TableId = Annotated[str, PathParameter(max_length=64)]
Place = Annotated[int, Meta(ge=1, le=99)]
Chips = Annotated[int, Meta(ge=1, le=10**12)]


class Reason(Struct, frozen=True, forbid_unknown_fields=True):
    reason: Text


class NewTable(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    edition: Text
    title: Annotated[str, Meta(max_length=80)] = ""
    settings: dict[str, SettingText] = {}
    link: Annotated[str, Meta(max_length=64)] = ""
    is_practice: bool = False
    is_physical: bool = False
    bots: Annotated[int, Meta(ge=0, le=9)] = 0


class NewRules(Struct, frozen=True, forbid_unknown_fields=True):
    edition: Text
    settings: dict[str, SettingText]


class TakeSeat(Struct, frozen=True, forbid_unknown_fields=True):
    place: Place
    chips: Chips


class OtherSeat(Struct, frozen=True, forbid_unknown_fields=True):
    place: Place


class DealerMode(Struct, frozen=True, forbid_unknown_fields=True):
    mode: Literal["auto", "person"]


class BotCount(Struct, frozen=True, forbid_unknown_fields=True):
    count: Annotated[int, Meta(ge=0, le=9)]


class CommandBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The socket's message, and the role one acts in."""

    id: wire.CommandId
    expect: wire.Sequence
    command: dict[str, Any]
    type: Literal["command"] = "command"
    role: Role = field(default=Role.PLAYER, name="as")


class PreviewBody(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    id: wire.CommandId
    command: dict[str, Any]
    type: Literal["preview"] = "preview"
    role: Role = field(default=Role.DEALER, name="as")
