"""What can happen at a table: first the ordinary course of the game, then what irregularities lead to."""

from typing import Literal

from msgspec import Struct, field

from croupier.cards import Card
from croupier.games.multilink.state import Bet, BetResult, Phase, Status
from croupier.links.messages import BANK, PAYABLE, Claim
from croupier.money import CAGE, Cents, Transfer, stack
from croupier.table import Actor, Event, blank, deals
from croupier.table.facts import Came, Laid, Spot
from croupier.table.mistakes import Mistake


class ChipsAtSeat(Event, frozen=True, kw_only=True):
    """Chips that a player brings to the table or takes away from it."""

    seat: int
    player: str
    chips: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(CAGE, stack(self.seat), self.chips),)


class OnBox(Event, frozen=True, kw_only=True):
    """What becomes of a player's bets on a box; the chips come from `seat` and go back there."""

    player: str
    seat: int
    box: int


class AtBox(Event, frozen=True, kw_only=True):
    box: int


class SeatTaken(ChipsAtSeat, frozen=True, kw_only=True):
    words = "{player} takes the seat at box {seat} with {chips}"


class ChipsBought(ChipsAtSeat, frozen=True, kw_only=True):
    words = "{player} buys chips for {chips}"


class SeatLeft(ChipsAtSeat, frozen=True, kw_only=True):
    words = "{player} leaves the table with {chips}"

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(stack(self.seat), CAGE, self.chips),)


class BettingOpened(Event, frozen=True, kw_only=True):
    words = "Place your bets, please"
    round: int


class BetPlaced(OnBox, frozen=True, kw_only=True):
    """Chips onto a box. `how` tells whether the player, or staff on request, or nobody noticed."""

    words = "{player} bets {amount} on the {bet} of box {box}"
    bet: Bet
    amount: Cents
    how: Literal["placed", "on_request", "unnoticed"] = "placed"

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(stack(self.seat), f"{self.bet}/{self.box}", self.amount),)


class OneHandAnnounced(Event, frozen=True, kw_only=True):
    """The Dealer tells a player with a second hand."""

    words = "{player} may look at one hand only and plays the others without viewing them"
    player: str


class BetsReturned(OnBox, frozen=True, kw_only=True):
    """Some bets of a box go back to the player while the Round goes on.

    `is_unregistered` tells the link that an accepted jackpot bet is among them as a whole.
    """

    words = "Bets on box {box} go back"
    refunds: dict[Bet, Cents]
    is_unregistered: bool = False

    def transfers(self) -> tuple[Transfer, ...]:
        return _refund(self.box, self.seat, self.refunds)


class MinimumAdvised(AtBox, frozen=True, kw_only=True):
    words = "The bet on box {box} is below the minimum: raise it or take it back"
    bets: tuple[Bet, ...] = ("ante", "bonus")


class BettingFinished(Event, frozen=True, kw_only=True):
    words = "{player} has no more to bet"
    player: str


class BettingClosed(Event, frozen=True, kw_only=True):
    """No more bets. `progressive` are the jackpot bets accepted, for the link to register."""

    words = "No more bets"
    round: int
    progressive: dict[int, Cents]


class CardLaid(deals.CardLaid, frozen=True, kw_only=True):
    """One card of a deal that is under way, or one too many after it."""

    unnoticed = ("spots",)
    place_word = "box"
    at: int
    is_full: bool = False  # the hand has all its cards with this one


class CommunityCardsDealt(Event, frozen=True, kw_only=True):
    words = "The Community Cards lie face down"
    sealed = ("cards", "drawn")
    unnoticed = ("spots",)
    cards: tuple[Card, ...]
    drawn: tuple[Card, ...]  # all of them in the order they left the device
    spots: tuple[Spot, ...] = ()  # where each of those lies, unless as planned


class HoleCardsDealt(Event, frozen=True, kw_only=True):
    """In dealing order. `dealer` only from an Electronic Card Shuffler."""

    words = "The Hole Cards are dealt"
    sealed = ("burnt", "hands", "dealer", "drawn")
    unnoticed = ("spots",)
    burnt: tuple[Card, ...]
    hands: dict[int, tuple[Card, ...]]
    dealer: tuple[Card, ...] = ()
    drawn: tuple[Card, ...]
    spots: tuple[Spot, ...] = ()
    at: int
    round: int
    # When each hand was full, where they were dealt card by card.
    times: dict[int, int] = field(default_factory=dict)
    is_full: bool = True  # False where a hand is full only with the flop


class StreetDealt(Event, frozen=True, kw_only=True):
    words = "The {street} lies face down"
    sealed = ("burnt", "cards", "drawn")
    unnoticed = ("spots", "hands")
    street: Literal["flop", "turn", "river"]
    burnt: tuple[Card, ...]
    cards: tuple[Card, ...]
    drawn: tuple[Card, ...]
    spots: tuple[Spot, ...] = ()
    hands: dict[int, tuple[Card, ...]] = field(default_factory=dict)  # what went to a box instead
    is_early: bool = False
    full_at: int = 0  # when it made the hands full, where they were not before


class StreetRevealed(Event, frozen=True, kw_only=True):
    words = "The {street}: {cards}"
    street: Literal["flop", "turn", "river"]
    cards: tuple[Card, ...]
    at: int


class DealerHandOpened(Event, frozen=True, kw_only=True):
    words = "The Dealer has {cards}: {hand}"
    unnoticed = ("spots",)
    cards: tuple[Card, ...]
    hand: str
    drawn: tuple[Card, ...] = ()
    spots: tuple[Spot, ...] = ()


class Look(Event, frozen=True, kw_only=True):
    """Only who has looked knows the cards from here on."""

    private = ("cards",)
    player: str
    box: int
    cards: tuple[Card, ...]

    def for_viewer(self, viewer: Actor) -> Event:
        return self if viewer.id == self.player else blank(self, ("cards",))


class HandExamined(Look, frozen=True, kw_only=True):
    words = "{player} looks at the hand of box {box}"


class CardsSeen(Event, frozen=True, kw_only=True):
    """For the link, where a look at one table counts for all of them."""

    words = "Somebody at this table has seen own cards"
    round: int


class Folded(AtBox, frozen=True, kw_only=True):
    """The bets stay where they are until the settlement takes them."""

    words = "Box {box} folds"
    at: int
    why: Literal["decided", "walked_away", "out_of_time"] = "decided"
    is_look: bool = False  # the House takes it for a look at the cards


class StreetBetPlaced(OnBox, frozen=True, kw_only=True):
    words = "Box {box} bets {amount} on the {bet}"
    bet: Literal["flop", "turn", "river"]
    amount: Cents
    at: int
    is_unnoticed: bool = False
    is_look: bool = False  # the House takes it for a look at the cards

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(stack(self.seat), f"{self.bet}/{self.box}", self.amount),)


class Checked(AtBox, frozen=True, kw_only=True):
    words = "Box {box} checks"
    at: int
    why: Literal["decided", "walked_away", "out_of_time"] = "decided"


class ShowingRefused(AtBox, frozen=True, kw_only=True):
    words = "Box {box} will not be shown and counts as folded"


class HandProved(AtBox, frozen=True, kw_only=True):
    words = "Box {box} shows {cards} for the side bets"
    cards: tuple[Card, ...]


class HandsShown(Event, frozen=True, kw_only=True):
    """Everything that is compared or paid lies face up."""

    words = "The hands are shown"
    hands: dict[int, tuple[Card, ...]]


class CardsNamed(Event, frozen=True, kw_only=True):
    """Cards that lay face down, unknown to the table, are turned up."""

    words = "The cards {cards} are named"
    cards: tuple[Card, ...]
    places: tuple[int, ...]  # which of the cards that have left the device these are
    spots: tuple[Spot, ...]  # where each of them lies
    numbers: tuple[int, ...]  # and which of the cards there it is


class JackpotClaimed(Event, frozen=True, kw_only=True):
    words = "The jackpot has been hit; the link decides the order and what is paid"
    round: int
    claims: tuple[Claim, ...]


class JackpotHandedOver(AtBox, frozen=True, kw_only=True):
    words = "Box {box} is paid {amount} by the jackpot"
    seat: int
    amount: Cents
    meter: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(PAYABLE, stack(self.seat), self.amount),) if self.amount else ()


class PrizeBack(Struct, frozen=True):
    seat: int
    player: str
    amount: Cents


class JackpotTakenBack(Event, frozen=True, kw_only=True):
    """Prizes of a Round that is void go back to the jackpot."""

    words = "What the jackpot has paid in this Round goes back to it"
    round: int
    prizes: dict[int, PrizeBack]

    def transfers(self) -> tuple[Transfer, ...]:
        return tuple(
            Transfer(stack(prize.seat), PAYABLE, prize.amount)
            for prize in self.prizes.values()
            if prize.amount
        )


class BoxSettled(OnBox, frozen=True, kw_only=True):
    words = "Box {box}, {hand}"
    mentions = ("{taken} taken", "{paid} paid")
    status: Status
    hand: str
    results: tuple[BetResult, ...]
    taken: Cents
    paid: Cents

    def aside(self) -> tuple[int, str] | None:
        return (self.box, self.hand.partition(",")[0]) if self.status == "in" else None

    def transfers(self) -> tuple[Transfer, ...]:
        return _posting(self.box, self.seat, self.results)


def _posting(box: int, seat: int, results: tuple[BetResult, ...]) -> tuple[Transfer, ...]:
    moves: list[Transfer] = []
    home = stack(seat)
    for result in results:
        spot = f"{result.bet}/{box}"
        if result.taken:
            moves.append(Transfer(spot, BANK, result.taken))
        if result.stake > result.taken:
            moves.append(Transfer(spot, home, result.stake - result.taken))
        if result.winnings:
            moves.append(Transfer(BANK, home, result.winnings))
    return tuple(moves)


class Posted(Struct, frozen=True):
    """What became of a box in the settlement."""

    player: str
    seat: int
    results: tuple[BetResult, ...]


class SettlementTakenBack(Event, frozen=True, kw_only=True):
    """All chips lie as they did before it, for a mistake that was noticed before the next Round."""

    words = "The settlement is taken back: there was a wrong number of cards"
    round: int
    boxes: dict[int, Posted]

    def transfers(self) -> tuple[Transfer, ...]:
        moves = [move for box, was in self.boxes.items() for move in _posting(box, was.seat, was.results)]
        return tuple(Transfer(move.target, move.source, move.cents) for move in reversed(moves))


class RoundConcluded(Event, frozen=True, kw_only=True):
    words = "The Round is over"
    ends_round = True
    round: int


class MeterShown(Event, frozen=True, kw_only=True):
    words = "The display shows {meter}"
    meter: Cents
    is_open: bool


def _refund(box: int, seat: int, refunds: dict[Bet, int]) -> tuple[Transfer, ...]:
    return tuple(Transfer(f"{bet}/{box}", stack(seat), cents) for bet, cents in refunds.items())


# What an irregularity leads to.


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


class HandCancelled(OnBox, frozen=True, kw_only=True):
    """One hand is invalidated: its cards are out of the Round and all its bets go back."""

    words = "The hand of box {box} is invalidated and its bets go back"
    round: int
    refunds: dict[Bet, Cents]

    def transfers(self) -> tuple[Transfer, ...]:
        return _refund(self.box, self.seat, self.refunds)


class PlayContinues(Event, frozen=True, kw_only=True):
    words = "Play goes on: {why}"
    why: str


class QuestionClosed(Event, frozen=True, kw_only=True):
    """Prizes of the Round that were stopped by an open question are paid on."""

    words = "The question is answered; the jackpot is paid on"
    round: int


class CardsMoved(Event, frozen=True, kw_only=True):
    """Where all cards lie afterwards. `coming` are those of a deal that still lacks some."""

    sealed = ("hands", "burnt", "board", "dealer", "out", "coming", "back", "drawn")
    unnoticed = ("unplanned",)
    hands: dict[int, tuple[Card, ...]]
    burnt: tuple[Card, ...]
    board: tuple[Card, ...]
    board_shown: int
    dealer: tuple[Card, ...]
    out: tuple[Card, ...]  # all that have left the device, in the order they came
    phase: Phase
    coming: tuple[Laid, ...] = ()
    back: tuple[Card, ...] = ()  # on top of the rest, in this order
    drawn: tuple[Card, ...] = ()
    unplanned: tuple[Came, ...] = ()  # what lies otherwise than planned still


class CardsPutInOrder(CardsMoved, frozen=True, kw_only=True):
    """Reconstruction: each card lies where it would if the deal had been right."""

    words = "The cards are put in the order intended"


class SurplusPutBack(CardsMoved, frozen=True, kw_only=True):
    """Reconstruction: what is too many goes back onto the rest, and nothing else moves."""

    words = "The surplus goes back"


class CardsExchanged(CardsMoved, frozen=True, kw_only=True):
    """Of two cards that came together the other one was first."""

    words = "The cards that came together change places"


class CardsFound(Event, frozen=True, kw_only=True):
    """A deal did not come as it was recorded: what is to be seen goes."""

    words = "The {deal} did not come as recorded"
    sealed = ("cards",)
    deal: str
    spots: tuple[Spot, ...]
    cards: tuple[Card, ...]


class MistakesStand(Event, frozen=True, kw_only=True):
    """What lies wrong has been dealt with and is not to be reported again."""

    words = "The dealing error has been dealt with"
    mistakes: tuple[Mistake, ...]


class CardsExposed(Event, frozen=True, kw_only=True):
    words = "Wrongly exposed: {cards}"
    cards: tuple[Card, ...]
    counted: int  # of them, towards a void Round: not those that came together
    is_look: bool = False  # the House takes it for a look of whose hand it is


class FaceUpCardFound(Event, frozen=True, kw_only=True):
    words = "{cards} lies face up and is used when it comes"
    cards: tuple[Card, ...]
    after: int = 0


class HandPeekedAt(Look, frozen=True, kw_only=True):
    """A player has seen a hand besides the one they may look at."""

    words = "{player} has examined the hand of box {box} as well"


class PlayerLeft(Event, frozen=True, kw_only=True):
    words = "{player} has walked away"
    player: str
    staying: tuple[int, ...]  # boxes that are played to the end without their player


class PlacementStands(AtBox, frozen=True, kw_only=True):
    words = "The {bet} of box {box}, placed on behalf of {player}, stands as it lies"
    player: str
    bet: Bet


class PlayerReturned(Event, frozen=True, kw_only=True):
    words = "{player} is back"
    player: str


class LateErrorNoted(Event, frozen=True, kw_only=True):
    words = "An earlier Round stands as it was settled: {error}"
    error: str


class ProgressiveFaultFound(AtBox, frozen=True, kw_only=True):
    """Box 0 is the whole system. The meter is what was registered before the fault."""

    words = "The jackpot equipment is at fault (box {box}); {meter} was registered before"
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


class CourseReopened(Event, frozen=True, kw_only=True):
    words = "How to go on until the fault is repaired is decided anew"


class NoticeDisplayed(Event, frozen=True, kw_only=True):
    words = "A notice says that no jackpot bets are accepted or paid"


class ProgressiveRepaired(Event, frozen=True, kw_only=True):
    """`left` are boxes that still do not work; `course` is how they are played meanwhile."""

    words = "The jackpot equipment works again"
    left: tuple[int, ...] = ()
    course: str = ""
