"""What an irregularity leads to."""

from msgspec import Struct

from croupier.cards import Card
from croupier.games.multilink.events import _refund
from croupier.games.multilink.state import Bet, Trouble
from croupier.money import Cents, Transfer
from croupier.table import Actor, Event, Role, blank


class Refund(Struct, frozen=True):
    seat: int
    player: str
    bets: dict[Bet, Cents]


class RoundVoided(Event, frozen=True, kw_only=True):
    """Every bet of the Round goes back; earlier Rounds stand."""

    words = "The Round is void: all bets go back ({why})"
    voids_round = True
    round: int
    why: str
    refunds: dict[int, Refund]

    def transfers(self) -> tuple[Transfer, ...]:
        return tuple(
            move for box, refund in self.refunds.items() for move in _refund(box, refund.seat, refund.bets)
        )


class HandCancelled(Event, frozen=True, kw_only=True):
    """One hand is invalidated: its cards are out of the Round and all its bets go back."""

    words = "The hand of box {box} is invalidated and its bets go back"
    player: str
    seat: int
    box: int
    round: int
    refunds: dict[Bet, Cents]

    def transfers(self) -> tuple[Transfer, ...]:
        return _refund(self.box, self.seat, self.refunds)


class RulingAsked(Event, frozen=True, kw_only=True):
    words = "{role} decides: {question}"
    role: Role
    question: str
    trouble: Trouble


class RulingGiven(Event, frozen=True, kw_only=True):
    words = "{by} rules: {choice}"
    by: str
    kind: str
    choice: str
    at: int
    reason: str = ""


class OptionsOffered(Event, frozen=True, kw_only=True):
    """Each box may go on or take its bets back."""

    words = "After the dealing error the players choose"
    trouble: Trouble


class OptionChosen(Event, frozen=True, kw_only=True):
    words = "Box {box} chooses: {choice}"
    box: int
    choice: str
    at: int
    is_default: bool = False


class PlayContinues(Event, frozen=True, kw_only=True):
    words = "Play goes on: {why}"
    why: str


class QuestionClosed(Event, frozen=True, kw_only=True):
    """Prizes of the Round that were stopped by an open question are paid on."""

    words = "The question is answered; the jackpot is paid on"
    round: int


class CardsTakenBack(Event, frozen=True, kw_only=True):
    """Reconstruction: the cards go back onto the rest in the order they came, to be dealt again properly."""

    words = "The {what} cards go back and are dealt again"
    sealed = ("cards",)
    what: str
    cards: tuple[Card, ...]
    burnt: int


class HandsMoved(Event, frozen=True, kw_only=True):
    """Reconstruction by moving cards between the boxes."""

    words = "The hands are moved to where they belong"
    sealed = ("hands",)
    hands: dict[int, tuple[Card, ...]]


class BurntCardExchanged(Event, frozen=True, kw_only=True):
    """Of two cards that came together the other one is the Burnt Card."""

    words = "The Burnt Card and the first card of the {street} change places"
    sealed = ("burnt", "cards")
    street: str
    burnt: tuple[Card, ...]
    cards: tuple[Card, ...]


class SurplusRemoved(Event, frozen=True, kw_only=True):
    """Reconstruction: the card too many goes back onto the rest."""

    words = "The surplus card goes back"
    sealed = ("cards",)
    where: str
    box: int
    cards: tuple[Card, ...]


class MistakeSettled(Event, frozen=True, kw_only=True):
    """The mistake has been dealt with and is not to be reported again."""

    words = "The dealing error has been dealt with"
    mistake: str


class CardsExposed(Event, frozen=True, kw_only=True):
    words = "Wrongly exposed: {cards}"
    cards: tuple[Card, ...]


class FaceUpCardFound(Event, frozen=True, kw_only=True):
    words = "{cards} lies face up and is used when it comes"
    cards: tuple[Card, ...]
    after: int = 0


class HandPeekedAt(Event, frozen=True, kw_only=True):
    """A player has seen a hand besides the one they may look at."""

    words = "{player} has examined the hand of box {box} as well"
    private = ("cards",)
    player: str
    box: int
    cards: tuple[Card, ...]

    def for_viewer(self, viewer: Actor) -> Event:
        return self if viewer.id == self.player else blank(self, ("cards",))


class PlayerLeft(Event, frozen=True, kw_only=True):
    words = "{player} has walked away"
    player: str
    staying: tuple[int, ...]  # boxes that are played to the end without their player


class LateErrorNoted(Event, frozen=True, kw_only=True):
    words = "An earlier Round stands as it was settled: {error}"
    error: str


class ProgressiveFaultFound(Event, frozen=True, kw_only=True):
    """Box 0 is the whole system. The meter is what was registered before the fault."""

    words = "The jackpot equipment is at fault (box {box}); {meter} was registered before"
    box: int
    meter: Cents
    is_void: bool = False  # the Round is void by it


class RegisteredRecorded(Event, frozen=True, kw_only=True):
    """The link's figure, where the table's display was behind."""

    words = "The link had registered {meter} before the fault"
    meter: Cents


class CourseTaken(Event, frozen=True, kw_only=True):
    words = "Until the fault is repaired: {course}"
    course: str
    by: str


class NoticeDisplayed(Event, frozen=True, kw_only=True):
    words = "A notice says that no jackpot bets are accepted or paid"


class ProgressiveRepaired(Event, frozen=True, kw_only=True):
    """`left` are boxes that still do not work; `course` is how they are played meanwhile."""

    words = "The jackpot equipment works again"
    left: tuple[int, ...] = ()
    course: str = ""
