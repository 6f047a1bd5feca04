"""The floor: which tables are open, under what rules, who waits for a seat, which Rounds were interrupted."""

from typing import Any, Literal

from msgspec import Struct, field
from msgspec.structs import replace

from croupier.house.journal import Journal
from croupier.house.journal.sealing import Sealer
from croupier.house.likeness import like
from croupier.house.register import HouseEvent, Register, decoder_of
from croupier.table import Citations

Status = Literal["open", "paused", "closed"]
Cards = Literal["virtual", "physical", "rehearsal"]


class TableOpened(HouseEvent, frozen=True, kw_only=True):
    matters = "table"
    words = "Table {table} opens under {edition}"
    table: str
    edition: str
    settings: dict[str, Any]
    title: str
    cards: Cards
    link: str = ""
    owner: str = ""  # who opened a practice table
    follows_in_force: bool = True


class TablePaused(HouseEvent, frozen=True, kw_only=True):
    matters = "table"
    words = "Table {table} pauses once its Round is over: {reason}"
    table: str
    reason: str


class TableResumed(HouseEvent, frozen=True, kw_only=True):
    matters = "table"
    words = "Table {table} goes on"
    table: str


class TableClosed(HouseEvent, frozen=True, kw_only=True):
    matters = "table"
    words = "Table {table} closes: {reason}"
    table: str
    reason: str


class RulesOrdered(HouseEvent, frozen=True, kw_only=True):
    """To be adopted before the next Round."""

    matters = "settings"
    words = "Table {table} plays {edition} from its next Round"
    table: str
    edition: str
    settings: dict[str, Any]
    previous: str
    previous_settings: dict[str, Any]


class RulesTakenUp(HouseEvent, frozen=True, kw_only=True):
    words = "Table {table} has taken up {edition}"
    table: str
    edition: str
    settings: dict[str, Any]


class RulesNotTakenUp(HouseEvent, frozen=True, kw_only=True):
    matters = "settings"
    words = "Table {table} cannot take up {edition}: {reason}"
    table: str
    edition: str
    reason: str


class DealerSet(HouseEvent, frozen=True, kw_only=True):
    words = "Table {table} is dealt by {mode} {name}"
    table: str
    mode: Literal["auto", "person"]
    name: str = ""


class BotsSet(HouseEvent, frozen=True, kw_only=True):
    words = "{count} bots keep table {table} going"
    table: str
    count: int


class WaitingJoined(HouseEvent, frozen=True, kw_only=True):
    words = "{player} waits for a seat at {table}"
    table: str
    player: str


class WaitingLeft(HouseEvent, frozen=True, kw_only=True):
    words = "{player} no longer waits at {table}"
    table: str
    player: str


class LeavingAsked(HouseEvent, frozen=True, kw_only=True):
    words = "{player} leaves {table} as soon as the rules allow it"
    table: str
    player: str


class LeavingEnded(HouseEvent, frozen=True, kw_only=True):
    """They have left, or stay after all."""

    words = "{player} no longer waits to leave {table}"
    table: str
    player: str


class RoundInterrupted(HouseEvent, frozen=True, kw_only=True):
    """A restart found this Round open; its document says what may become of it."""

    matters = "interruption"
    words = "Round {round} was interrupted"
    table: str
    round: str
    course: str
    confirm_by: int


class InterruptionResolved(HouseEvent, frozen=True, kw_only=True):
    matters = "interruption"
    words = "Round {round}: {course}"
    table: str
    round: str
    course: str
    is_automatic: bool


class LinkOpened(HouseEvent, frozen=True, kw_only=True):
    matters = "table"
    words = "Jackpot {link} opens"
    link: str
    game: str
    edition: str
    settings: dict[str, Any]
    title: str


class Interruption(Struct, frozen=True):
    round: str
    at: int
    course: str
    confirm_by: int
    citations: Citations = ()


class TableCard(Struct, frozen=True, kw_only=True):
    """What the floor knows of a table without opening it."""

    id: str
    title: str
    edition: str
    settings: dict[str, Any]
    cards: Cards
    link: str = ""
    owner: str = ""
    follows_in_force: bool = True
    status: Status = "open"
    dealer: Literal["auto", "person"] = "auto"
    dealer_name: str = ""
    dealer_since: int = 0
    bots: int = 0
    waiting: tuple[str, ...] = ()
    leaving: tuple[str, ...] = ()  # who goes as soon as the rules allow it
    ordered: tuple[str, dict[str, Any]] | None = None  # rules for the next Round
    interruption: Interruption | None = None

    @property
    def game(self) -> str:
        return self.edition.partition("@")[0]

    @property
    def is_practice(self) -> bool:
        return bool(self.owner)

    @property
    def has_one_screen(self) -> bool:
        """Real cards and chips: the dealer writes down what players do, at the pace of people."""
        return self.cards == "physical"


class ClockSet(HouseEvent, frozen=True, kw_only=True):
    """Somebody set the machine's clock. The time of the house went on as it was, or leapt forward with it."""

    words = "The machine's clock was set by {milliseconds} ms"
    milliseconds: int


class ProgramAppointed(HouseEvent, frozen=True, kw_only=True):
    """The operator lets a program take over that is not newer than the one that decides."""

    matters = "program"
    words = "Program {program} may take over"
    program: str


class TailLost(HouseEvent, frozen=True, kw_only=True):
    """The operator goes on with a store that has gone back behind what was acknowledged."""

    matters = "loss"
    words = "What was acknowledged up to position {lost} is lost; the house goes on from {position}: {reason}"
    position: int
    lost: int
    reason: str


class KeyUsed(HouseEvent, frozen=True, kw_only=True):
    """The operator has put another key in the place of the one that sealed and signed until now."""

    matters = "program"
    words = "From here on the key {key} seals and signs"
    key: str  # its public half


class Loss(Struct, frozen=True):
    """What the operator goes on without: positions after `position`, up to `lost`, as they were before."""

    position: int
    lost: int
    at: int


class LinkCard(Struct, frozen=True):
    id: str
    game: str
    edition: str
    settings: dict[str, Any]
    title: str


class Floor(Struct, frozen=True):
    tables: dict[str, TableCard] = field(default_factory=dict)
    links: dict[str, LinkCard] = field(default_factory=dict)
    appointed: tuple[str, int] = ("", 0)  # a program that may take over, and since when
    losses: tuple[Loss, ...] = ()

    def title_of(self, table: str) -> str:
        """As people call it; a table that is gone by its id."""
        return self.tables[table].title if table in self.tables else table

    def tables_on(self, link: str) -> tuple[str, ...]:
        return tuple(
            card.id for card in self.tables.values() if card.link == link and card.status != "closed"
        )


def after(floor: Floor, event: HouseEvent, at: int) -> Floor:
    """The floor once this has happened."""
    if isinstance(event, LinkOpened):
        return replace(floor, links=floor.links | {event.link: like(LinkCard, event, id=event.link)})
    if isinstance(event, ClockSet | KeyUsed):
        return floor
    if isinstance(event, TailLost):
        return replace(floor, losses=(*floor.losses, like(Loss, event, at=at)))
    if isinstance(event, ProgramAppointed):
        return replace(floor, appointed=(event.program, at))
    if isinstance(event, TableOpened):
        dealer = "person" if event.cards == "physical" else "auto"
        opened = like(TableCard, event, id=event.table, dealer=dealer, dealer_since=at)
        return replace(floor, tables=floor.tables | {event.table: opened})
    name: str = event.table  # type: ignore[attr-defined]
    return replace(floor, tables=floor.tables | {name: _changed(floor.tables[name], event, at)})


def _changed(card: TableCard, event: HouseEvent, at: int) -> TableCard:
    match event:
        case TablePaused():
            return replace(card, status="paused")
        case TableResumed():
            return replace(card, status="open")
        case TableClosed():
            return replace(card, status="closed", waiting=(), leaving=(), ordered=None, interruption=None)
        case RulesOrdered():
            return replace(card, ordered=(event.edition, event.settings))
        case RulesTakenUp():
            return replace(card, ordered=None, edition=event.edition, settings=event.settings)
        case RulesNotTakenUp():
            return replace(card, ordered=None, follows_in_force=False)
        case DealerSet():
            name = event.name if event.mode == "person" else ""
            return replace(card, dealer=event.mode, dealer_name=name, dealer_since=at)
        case BotsSet():
            return replace(card, bots=event.count)
        case WaitingJoined():
            return replace(card, waiting=(*card.waiting, event.player))
        case WaitingLeft():
            return replace(card, waiting=tuple(each for each in card.waiting if each != event.player))
        case LeavingAsked():
            return replace(card, leaving=(*card.leaving, event.player))
        case LeavingEnded():
            return replace(card, leaving=tuple(each for each in card.leaving if each != event.player))
        case RoundInterrupted():
            return replace(card, interruption=like(Interruption, event, at=at))
        case InterruptionResolved():
            return replace(card, interruption=None)
    raise TypeError(f"{type(event).__name__} is not an event of the floor")


def floor_register(journal: Journal, sealer: Sealer | None = None) -> Register[Floor]:
    return Register("floor", Floor(), after, decoder_of(__name__), journal, sealer)
