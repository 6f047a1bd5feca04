"""What goes into a game and what comes out: commands, events, refusals, open decisions."""

from functools import cache
from typing import Annotated, Any, ClassVar, Generic, Literal, NoReturn, TypeAlias, TypeVar

from msgspec import Meta, Struct

from croupier.messages import Message, spaced
from croupier.money import Transfer
from croupier.rulebook import Citation
from croupier.table.purposes import PLACE_FIELDS, Purpose
from croupier.table.roles import Actor, Role

S = TypeVar("S")
Citations = tuple[Citation, ...]
# One of the answers to a question, as commands name it: `play_on` is told as "play on".
Answer: TypeAlias = Annotated[str, Meta(extra={"spoken": "choice"})]
# The same as it is said, in one word or several: "play on", "2h 3h".
Said: TypeAlias = Annotated[str, Meta(extra={"spoken": "words"})]


class Recorded(Struct, frozen=True):
    """That staff write down what somebody else did, at which place, and when it was seen."""

    place: int
    at: int = 0  # milliseconds since 1970; 0 for now, or for so many seconds before it is entered:
    seconds_ago: int = 0
    player: str = ""  # who sits down, where the house knows them; a guest otherwise
    has_chips: bool = False  # a guest brings chips along: no cash goes into the box for them

    def seen(self, entered: int) -> int:
        """When it was seen, if it was entered then."""
        return self.at or entered - 1000 * self.seconds_ago


class Command(Struct, frozen=True, kw_only=True, tag=True):
    """Something somebody wants done. Carries who, when, and whatever chance supplied.

    `words` are the phrases a dealer would use, first the preferred one, with fields in braces;
    scenarios, the terminal and the transcript all read them. `purpose` is what it is for, and `label` what
    stands on its button; without one, its name in words.
    """

    words: ClassVar[tuple[str, ...]] = ()
    purpose: ClassVar[Purpose]
    label: ClassVar[str] = ""
    spot: ClassVar[str] = ""  # where on its place a bet lies, for games with a printed layout
    # What one touches on the table to say it, where its fields do not tell.
    about: ClassVar[Literal["", "hand", "chips", "player", "device"]] = ""

    by: Actor
    at: int = 0  # milliseconds since 1970, stamped by the one clock of the house
    id: str = ""  # the sender's own id, so that a repeated command is done once
    recorded: Recorded | None = None  # set where `by` has seen it and another one has decided it


class Routine(Command, frozen=True, kw_only=True):
    """The ordinary course of a Round, by who deals it."""

    purpose = Purpose.ROUTINE


class Report(Command, frozen=True, kw_only=True):
    """Something went wrong: what somebody has seen happen."""

    purpose = Purpose.REPORT


@cache
def place_field(kind: type[Command]) -> str | None:
    """The field in which a command says where it belongs, if it does."""
    return next((name for name in PLACE_FIELDS if name in kind.__struct_fields__), None)


@cache
def label_of(kind: type[Command]) -> str:
    """What stands on the button: "RaiseTo" is "Raise to"."""
    return kind.label or spaced(kind.__name__)


class Event(Struct, frozen=True, kw_only=True, tag=True):
    """Something that has happened, with the paragraph that made it happen."""

    words: ClassVar[str] = ""
    # A yes-or-no field, and the sentence where it says no: ("is_absent", "Place {place} is back").
    otherwise: ClassVar[tuple[str, str]] = ("", "")
    # Amounts that are said behind a colon where there are any: ("{taken} taken", "{paid} paid").
    mentions: ClassVar[tuple[str, ...]] = ()
    # Whether it declares the Round void, and whether the Round is over with it.
    voids_round: ClassVar[bool] = False
    ends_round: ClassVar[bool] = False
    # Fields nobody may see while the Round lasts; encrypted at rest.
    sealed: ClassVar[tuple[str, ...]] = ()
    # Fields that some may see, as `for_viewer` says; encrypted at rest as well.
    private: ClassVar[tuple[str, ...]] = ()
    # Fields that tell nobody's cards and are no viewer's to know: a mistake that nobody has noticed.
    unnoticed: ClassVar[tuple[str, ...]] = ()

    citations: Citations

    def phrase(self) -> str:
        """The sentence to say, where one does not fit every such event."""
        field, words = self.otherwise
        return words if field and not getattr(self, field) else self.words

    def transfers(self) -> tuple[Transfer, ...]:
        """The chips this event moves."""
        return ()

    def aside(self) -> tuple[int, str] | None:
        """What can stand beside the place it is about, as a phrase: (4, "calls {to}")."""
        return None

    @property
    def empties(self) -> int | None:
        """The place whose player is away from now on, where that is what has happened."""
        return None

    def for_viewer(self, viewer: Actor) -> "Event":
        """The event as `viewer` may see it. Events with hidden cards say more here."""
        hidden = self.sealed + self.unnoticed
        return blank(self, hidden) if hidden else self


def blank(event: Event, fields: tuple[str, ...]) -> Event:
    """A copy with these fields emptied: () for cards, "" for text."""
    values: dict[str, Any] = {name: getattr(event, name) for name in event.__struct_fields__}
    values |= {name: type(values[name])() for name in fields}
    return type(event)(**values)


class Refusal(Struct, frozen=True):
    """Why a command was not carried out, and what may be done instead. Nothing has changed."""

    citations: Citations
    message: Message

    def __post_init__(self) -> None:
        assert self.citations, f"a refusal names its paragraph: {self.message}"
        assert self.message, "a refusal says what may be done instead"

    @property
    def reason(self) -> str:
        """The message, which is a string in English."""
        return self.message


class Accepted(Struct, Generic[S], frozen=True):
    """What a command led to, and the state after it."""

    events: tuple[Event, ...]
    state: S


class Refused(Exception):  # noqa: N818 - it is not our error: somebody asked for what the rules do not allow
    """Carries a Refusal out of the depths of a handler."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.reason)
        self.refusal = refusal


def refusal(citations: Citations, template: str, /, **values: Any) -> Refusal:
    return Refusal(citations, Message(template, values))


def refuse(citations: Citations, template: str, /, **values: Any) -> NoReturn:
    raise Refused(Refusal(citations, Message(template, values)))


class OpenDecision(Struct, frozen=True):
    """A question the document leaves to a person: which one, whose it is, and what may be answered."""

    key: str
    role: Role
    question: str
    choices: tuple[str, ...]
    citations: Citations
    seat: int | None = None  # set where the choice belongs to one player


class GiveRuling(Command, frozen=True, kw_only=True):
    """Answer an open decision."""

    words = (
        "rule {choice} on {decision}",
        "rule {choice} on {decision} because {reason}",
        "rule {choice}",
    )
    purpose = Purpose.RULING

    decision: str = ""  # unsaid, the only question that is open to who answers
    choice: Said
    reason: str = ""


class AdoptRules(Command, frozen=True, kw_only=True):
    """Open the table under an edition and settings, or change them from the next Round."""

    words = ("adopt {edition}",)
    purpose = Purpose.MANAGE

    edition: str
    settings: dict[str, Any] = {}


class RulesAdopted(Event, frozen=True, kw_only=True):
    """The edition and settings that Rounds follow from here on."""

    words = "The table plays {edition}"

    edition: str
    settings: dict[str, Any]
