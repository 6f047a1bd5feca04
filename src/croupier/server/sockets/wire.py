"""Messages of the table socket, as they stand on the wire. docs/protocol.md explains them."""

import re
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Meta, Struct, UnsetType

from croupier.house.likeness import like
from croupier.messages import titled
from croupier.rulebook import Citation
from croupier.rulebook.edition import Setting
from croupier.rulebook.settings import write_value
from croupier.server.errors import Code, Rejected
from croupier.table import OpenDecision, Option, Role
from croupier.table.options import named

MESSAGE_BYTES_MAX = 16 * 1024

# In Python alone $ is before a line's end too.
ID = r"^[A-Za-z0-9._-]{1,64}(?!\n)$"
CommandId = Annotated[str, Meta(pattern=ID)]
Sequence = Annotated[int, Meta(ge=0, le=2**53)]
Digest = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}$")]


class Incoming(Struct, frozen=True, tag_field="type", forbid_unknown_fields=True):
    """What a client sends."""


class GiveCommand(Incoming, frozen=True, tag="command"):
    id: CommandId
    expect: Sequence
    command: dict[str, Any]


class AskPreview(Incoming, frozen=True, tag="preview"):
    id: CommandId
    command: dict[str, Any]


class Resume(Incoming, frozen=True, tag="resume"):
    after: Sequence


class Ping(Incoming, frozen=True, tag="ping"):
    n: Sequence = 0


class AskShuffle(Incoming, frozen=True, tag="next_shuffle"):
    """To which seed has the house committed itself for the next shuffle?"""

    id: CommandId


class Contribute(Incoming, frozen=True, tag="contribute"):
    """Bytes of one's own for the next shuffle."""

    id: CommandId
    commitment: Digest
    bytes: Digest


Message = GiveCommand | AskPreview | Resume | Ping | AskShuffle | Contribute
Order = GiveCommand | AskPreview | AskShuffle | Contribute  # what is answered by its id
_decoder: msgspec.json.Decoder[Message] = msgspec.json.Decoder(Message)


def read(text: str | bytes) -> Message:
    """A client's message; Rejected says what is wrong with it."""
    body = text.encode() if isinstance(text, str) else text
    if len(body) > MESSAGE_BYTES_MAX:
        raise Rejected(
            "too_large",
            "a message has at most {most} bytes, this one {bytes}",
            most=MESSAGE_BYTES_MAX,
            bytes=len(body),
        )
    try:
        return _decoder.decode(body)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise Rejected(
            "malformed", "not a message of this protocol: {error}", error=_first_line(error)
        ) from None


def _first_line(error: Exception) -> str:
    return re.sub(r"\s+", " ", str(error))[:200]


class Outgoing(Struct, frozen=True, kw_only=True, tag_field="type"):
    """What the server sends."""


class Who(Struct, frozen=True):
    """Somebody, as others may know them."""

    id: str
    name: str
    role: Role


class Movement(Struct, frozen=True, kw_only=True):
    """Chips from one account to another, and what a dealer calls the two."""

    source: str
    target: str
    cents: int
    source_words: str
    target_words: str


class Aside(Struct, frozen=True):
    """What can stand beside a place: "calls $10", "One Pair, Kings"."""

    place: int
    words: str


class Happening(Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One event as one viewer may see it."""

    seq: int
    at: int
    by: Who
    command: str
    round: str | None
    words: str
    event: dict[str, Any]
    citations: tuple[Citation, ...]
    transfers: tuple[Movement, ...]
    is_system_decision: bool = False
    is_void: bool = False  # it declares the Round void
    ends_round: bool = False  # the Round is over with it
    empties: int | None = None  # the place whose player is away from now on
    aside: Aside | None = None
    said: str = ""  # its words with the player's name instead of the place they begin with
    label: str = ""  # what its command is called, in the record of a Round


class You(Struct, frozen=True, kw_only=True):
    id: str | None
    name: str
    role: Role
    place: int | None
    is_connected: bool = True
    is_leaving: bool = False
    waiting: int | None = None  # which one on the list for a seat


class Clock(Struct, frozen=True):
    """Who has until when to act."""

    places: tuple[int, ...]
    ends_at: int
    seconds: int
    bank_ms: int = 0  # what the one who is asked may take besides, once it is over
    bank_seconds: int = 0  # how much of it is one time bank


class Decision(Struct, frozen=True, kw_only=True):
    """A ruling that waits, and whether you may give it."""

    key: str
    role: Role
    question: str
    choices: tuple[str, ...]
    labels: tuple[str, ...]  # what the choices are called
    citations: tuple[Citation, ...]
    seat: int | None
    is_yours: bool

    @classmethod
    def of(cls, decision: OpenDecision, is_yours: bool) -> "Decision":
        return like(cls, decision, labels=tuple(map(named, decision.choices)), is_yours=is_yours)


class Sign(Struct, frozen=True):
    """One line of what a table has to display."""

    name: str
    title: str  # the name in words, without a "min" or "max"
    words: str
    value: str
    paragraphs: tuple[str, ...]

    @classmethod
    def of(cls, setting: Setting, value: Any) -> "Sign":
        bare = re.sub(r"_(min|max|seconds)$", "", setting.name)
        shown = write_value(setting.type, value)
        return cls(setting.name, titled(bare), setting.words, shown, setting.paragraphs)


class NextRules(Struct, frozen=True, kw_only=True):
    """What was ordered for the next Round; `signage` has the lines that change."""

    edition: str
    settings: dict[str, str]
    signage: tuple[Sign, ...]


class SeatLine(Struct, frozen=True, kw_only=True):
    place: int
    player: str
    name: str
    is_bot: bool
    is_away: bool
    is_connected: bool
    is_leaving: bool = False  # goes as soon as the rules allow it
    lost_at: int = 0  # since when there is no connection, where that is known


class Held(Struct, frozen=True, kw_only=True):
    """A Round that a restart interrupted: what its document foresees, who confirms it and until when."""

    course: str
    words: str
    citations: tuple[Citation, ...]
    role: Role
    confirm_by: int


TableStatus = Literal["open", "paused", "closed", "interrupted"]


class Felt(Struct, frozen=True, kw_only=True):
    """A table from across the room, as anybody may see it."""

    cards: tuple[str, ...]  # in its middle; "??" lies face down
    chips: int  # at stake
    awaited: tuple[int, ...]
    said: str  # what happened last, in words
    rounds_per_hour: int


class TableLine(Struct, frozen=True, kw_only=True):
    """A table as the lobby shows it."""

    id: str
    title: str
    game: str
    edition: str
    status: TableStatus
    is_practice: bool
    dealer: Literal["auto", "person"]
    signage: tuple[Sign, ...]
    settings: dict[str, str]
    places: int
    place_word: str  # seat, box, area
    stakes: str  # what one plays for: "$5 / $10"
    seats: tuple[SeatLine, ...]
    decisions: int
    owner: str | None = None
    dealer_name: str | None = None
    waiting: tuple[str, ...] = ()
    rounds_per_hour: int = 0
    rounds: int = 0
    link: str | None = None
    seq: int = 0
    bots: int = 0  # how many the house keeps at the table
    is_real: bool = False  # real cards and chips: a person deals, at the pace of people, on one screen
    open_stack: int = 0  # with how much a guest sits down there whose chips nobody counts, where that can be
    next_rules: NextRules | None = None
    held: Held | None = None


class Snapshot(Outgoing, frozen=True, kw_only=True, tag="snapshot"):
    """All that a viewer knows at one moment."""

    seq: int
    at: int
    view: Any
    options: tuple[Option, ...]  # or the same, encoded already
    decisions: tuple[Decision, ...]
    clock: Clock | None
    awaited: tuple[int, ...]
    round: str | None
    table: TableLine
    you: You
    past: int = 0  # what happened after this number can be asked for: the Round under way and some more


class Events(Outgoing, frozen=True, kw_only=True, tag="events"):
    """What happened, and of what a viewer knows the parts that are not as this connection has them."""

    seq: int
    at: int
    first: int
    events: tuple[Happening, ...]
    view: Any | UnsetType = UNSET
    changes: dict[str, Any] | UnsetType = UNSET  # instead of the view: what changed in it, "seats/3"
    options: tuple[Option, ...] | UnsetType = UNSET
    decisions: tuple[Decision, ...] | UnsetType = UNSET
    clock: Clock | UnsetType | None = UNSET
    awaited: tuple[int, ...] | UnsetType = UNSET
    round: str | UnsetType | None = UNSET
    table: TableLine | UnsetType = UNSET
    you: You | UnsetType = UNSET


class Ack(Outgoing, frozen=True, kw_only=True, tag="ack"):
    id: str
    seq: int


class NextShuffle(Outgoing, frozen=True, kw_only=True, tag="next_shuffle"):
    """What the house has committed itself to, and what of yours is in the record for it."""

    id: str
    number: int
    commitment: str
    bytes: str | None


class RefusedMessage(Outgoing, frozen=True, kw_only=True, tag="refused"):
    id: str
    code: Code
    reason: str
    citations: tuple[Citation, ...] = ()


class ForeseenEvent(Struct, frozen=True):
    words: str
    citations: tuple[Citation, ...]
    transfers: tuple[Movement, ...]
    event: dict[str, Any] = {}  # as the viewer would get it once it has happened


class ForeseenPlayer(Struct, frozen=True, kw_only=True):
    """What a player would have in front of them."""

    place: int
    player: str
    name: str
    before: int
    after: int


class ForeseenPlace(Struct, frozen=True, kw_only=True):
    """What the dealer would pay at a seat, box or area, and take there. A bet that goes home is neither."""

    place: int
    pays: int
    takes: int


class Preview(Outgoing, frozen=True, kw_only=True, tag="preview"):
    id: str
    events: tuple[ForeseenEvent, ...]
    players: tuple[ForeseenPlayer, ...]
    decisions: tuple[Decision, ...]
    places: tuple[ForeseenPlace, ...] = ()  # where chips would move


NoticeCode = Literal[
    "limit",
    "replaced",
    "interrupted",
    "recovered",
    "leaving",
    "paused",
    "resumed",
    "closed",
    "rules",
    "dealer",
    "store",
]


class Notice(Outgoing, frozen=True, kw_only=True, tag="notice"):
    code: NoticeCode
    reason: str
    citations: tuple[Citation, ...] = ()


class SessionTold(Outgoing, frozen=True, kw_only=True, tag="session"):
    """To staff at a table with real cards: whether they have to show again who they are, and until when."""

    is_due: bool
    due_at: int  # the session's own end; from then on it lasts as long as the Round does
    ends_at: int  # the latest end, in mid-Round too
    way: Literal["password", "sign_on"]
    needs_code: bool  # of a second factor, with the password


class Pong(Outgoing, frozen=True, kw_only=True, tag="pong"):
    n: int
    at: int
