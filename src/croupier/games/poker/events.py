"""What can happen on a poker table, in the ordinary course of the game and when something has gone wrong."""

import msgspec
from msgspec.structs import replace

from croupier.cards import Card, Seal, brief_of
from croupier.games.poker.state import Blind, Due, Street
from croupier.messages import Message, called
from croupier.money import CAGE, Cents, Transfer, stack
from croupier.table import Actor, Event, blank
from croupier.table.facts import Came, Laid, Spot

POT = "pot"
RAKE = "rake"


class AtSeat(Event, frozen=True, kw_only=True):
    seat: int

    def aside(self) -> tuple[int, str] | None:
        head = "Seat {seat} "
        phrase = self.phrase()
        return (self.seat, phrase.removeprefix(head)) if phrase.startswith(head) else None


# Sitting down


class PlayerSeated(AtSeat, frozen=True, kw_only=True):
    words = "{player} takes seat {seat} with {chips}"
    player: str
    chips: Cents
    is_relocated: bool = False

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(CAGE, stack(self.seat), self.chips),)


class StakeIncreased(AtSeat, frozen=True, kw_only=True):
    words = "Seat {seat} adds {chips}"
    chips: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(CAGE, stack(self.seat), self.chips),)


class PlayerLeft(AtSeat, frozen=True, kw_only=True):
    words = "{player} leaves seat {seat} with {chips}"
    player: str
    chips: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(stack(self.seat), CAGE, self.chips),) if self.chips else ()


class SeatLeft(AtSeat, frozen=True, kw_only=True):
    words = "Seat {seat} is away"
    has_announced_return: bool

    @property
    def empties(self) -> int:
        return self.seat


class SeatResumed(AtSeat, frozen=True, kw_only=True):
    words = "Seat {seat} is back"


# The Round


class BlindsAnnounced(Event, frozen=True, kw_only=True):
    words = (
        "Place your Blind Bets, please. Button at {button}, "
        "Small Blind {small_blind_seat}, Big Blind {big_blind_seat}"
    )
    button: int
    orbit: int
    is_button_placed: bool
    small_blind_position: int
    small_blind_seat: int
    big_blind_seat: int
    order: tuple[int, ...]
    dues: tuple[Due, ...]
    keeps_taken: bool = False  # what players left with is remembered beyond the Orbit

    otherwise = (
        "small_blind_seat",
        "Place your Blind Bets, please. Button at {button}, no Small Blind, Big Blind {big_blind_seat}",
    )


class ButtonPlaced(Event, frozen=True, kw_only=True):
    words = "The Dealer Button is placed at seat {button}"
    button: int


class BlindMissed(AtSeat, frozen=True, kw_only=True):
    words = "Seat {seat} is absent and misses the {blind}"
    blind: Blind


class BlindAskedFor(AtSeat, frozen=True, kw_only=True):
    words = "Seat {seat} is asked for the blind"


class SeatDealtOut(AtSeat, frozen=True, kw_only=True):
    words = "Seat {seat} does not post and is dealt out"


class BetsReturned(Event, frozen=True, kw_only=True):
    """Chips go from the Pot back to those who put them in."""

    refunds: dict[int, Cents]

    def transfers(self) -> tuple[Transfer, ...]:
        return tuple(Transfer(POT, stack(seat), cents) for seat, cents in self.refunds.items())


class BlindsWithdrawn(BetsReturned, frozen=True, kw_only=True):
    """Somebody due in this Round is not there: what was posted goes back and the blinds are called again."""

    words = "The blinds are called again"


class Payment(AtSeat, frozen=True, kw_only=True):
    """Chips put in before the deal: `live` counts as a bet, `dead` only goes to the Pot."""

    live: Cents
    dead: Cents = 0
    is_all_in: bool = False

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(stack(self.seat), POT, self.live + self.dead),)


class SmallBlindPosted(Payment, frozen=True, kw_only=True):
    words = "Seat {seat} posts the Small Blind, {live}"


class BigBlindPosted(Payment, frozen=True, kw_only=True):
    words = "Seat {seat} posts the Big Blind, {live}"


class EntryPaid(Payment, frozen=True, kw_only=True):
    words = "Seat {seat} pays to join: {live} as a bet, {dead} dead"


class MissedBlindsPaid(Payment, frozen=True, kw_only=True):
    words = "Seat {seat} pays missed blinds: {live} as a bet, {dead} dead"


def own_cards(
    owners: dict[int, str], hands: dict[int, tuple[Card, ...]], viewer: Actor
) -> dict[int, tuple[Card, ...]]:
    """Everybody sees who has cards, and only the own ones."""
    return {number: cards if owners.get(number) == viewer.id else () for number, cards in hands.items()}


class HoleCardsDealt(Event, frozen=True, kw_only=True):
    """Face down. `drawn` is everything that left the device; `to_match` and `floor` open the betting."""

    words = "The Hole Cards are dealt"
    private = ("hands", "drawn", "burnt", "packet", "strays")
    owners: dict[int, str]
    hands: dict[int, tuple[Card, ...]]
    drawn: tuple[Card, ...]
    burnt: tuple[Card, ...] = ()
    packet: tuple[Card, ...] = ()
    discarded: tuple[Card, ...] = ()
    strays: dict[int, tuple[Card, ...]] = msgspec.field(default_factory=dict)  # where nobody plays
    spots: tuple[Spot, ...] = ()  # in the order the cards came, where that was not as planned
    to_match: Cents
    floor: Cents

    def for_viewer(self, viewer: Actor) -> Event:
        own = own_cards(self.owners, self.hands, viewer)
        return replace(blank(self, ("drawn", "burnt", "packet", "strays", "spots")), hands=own)


class StreetDealt(Event, frozen=True, kw_only=True):
    """Community Cards, turned up. `drawn` have left the device: the burn, what was discarded, the cards."""

    words = "The {street}: {cards}"
    sealed = ("burnt", "drawn", "astray")
    unnoticed = ("spots",)
    street: Street
    cards: tuple[Card, ...]
    burnt: tuple[Card, ...] = ()
    drawn: tuple[Card, ...] = ()
    discarded: tuple[Card, ...] = ()
    surplus: int = 0
    astray: dict[int, tuple[Card, ...]] = msgspec.field(default_factory=dict)  # cards of it at a hand
    floor: Cents = 0
    spots: tuple[Spot, ...] = ()  # in the order they came, where that was not as planned


class StreetLaid(Event, frozen=True, kw_only=True):
    """Community Cards dealt and still face down."""

    words = "The {street} lies face down"
    sealed = ("burnt", "cards", "drawn", "astray")
    unnoticed = ("spots",)
    street: Street
    cards: tuple[Card, ...]
    burnt: tuple[Card, ...] = ()
    drawn: tuple[Card, ...] = ()  # all of them in their order
    discarded: tuple[Card, ...] = ()  # found face up
    astray: dict[int, tuple[Card, ...]] = msgspec.field(default_factory=dict)
    spots: tuple[Spot, ...] = ()


# Betting


class Checked(AtSeat, frozen=True, kw_only=True):
    words = "Seat {seat} checks"


class Folded(AtSeat, frozen=True, kw_only=True):
    words = "Seat {seat} folds"


class Wager(AtSeat, frozen=True, kw_only=True):
    """Chips over the line: `amount` now, which makes `to` in this Betting Round."""

    amount: Cents
    to: Cents
    is_all_in: bool = False

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(stack(self.seat), POT, self.amount),)


class Called(Wager, frozen=True, kw_only=True):
    words = "Seat {seat} calls {to}"


class BetMade(Wager, frozen=True, kw_only=True):
    words = "Seat {seat} bets {to}"
    floor: Cents
    owed: Cents = 0  # by the others, where that is more than was bet


class Raised(Wager, frozen=True, kw_only=True):
    words = "Seat {seat} raises to {to}"
    floor: Cents


class ShortAllInMade(Wager, frozen=True, kw_only=True):
    """More than a call, too little for a Raise."""

    words = "Seat {seat} is all-in for {to}, which is no Raise"
    short_excess: Cents
    reopens: bool


class PlacementStands(AtSeat, frozen=True, kw_only=True):
    words = "The bet placed on behalf of seat {seat} stands as it lies"


class IntentionSpoken(AtSeat, frozen=True, kw_only=True):
    words = "Seat {seat} says: {text}"
    text: str


# Showdown and settlement


class MarkerFlipped(Event, frozen=True, kw_only=True):
    words = "The Game Marker shows SHOWDOWN; seat {first} shows first"
    first: int


class CardsNamed(Event, frozen=True, kw_only=True):
    """Cards that lay face down, unknown to the table, are turned up: at a seat, or Community Cards."""

    words = "The cards {cards} are named"
    seat: int = 0
    cards: tuple[Card, ...]
    places: tuple[int, ...]  # which of the cards that have left the device these are


class HandShown(AtSeat, frozen=True, kw_only=True):
    words = "Seat {seat} shows {cards}: {ranking}"
    cards: tuple[Card, ...]
    strength: int
    ranking: str

    @property
    def brief(self) -> Message:
        return called(brief_of(self.strength) if self.strength else self.ranking)

    def aside(self) -> tuple[int, str]:
        return self.seat, "{brief}"


class HandMucked(AtSeat, frozen=True, kw_only=True):
    words = "Seat {seat} does not show"


class UncalledReturned(AtSeat, frozen=True, kw_only=True):
    words = "Seat {seat} takes back {amount} that nobody called"
    amount: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(POT, stack(self.seat), self.amount),)


class PotAwarded(Event, frozen=True, kw_only=True):
    """One pot: what the House takes and what each winner gets. Pot 0 is the Main Pot."""

    words = "{name} of {amount}, rake {rake}: {result}"
    pot: int
    amount: Cents
    rake: Cents
    eligible: tuple[int, ...]
    won: dict[int, Cents]

    @property
    def name(self) -> Message:
        return Message("Side Pot {number}", {"number": self.pot}) if self.pot else Message("Main Pot")

    @property
    def result(self) -> Message:
        shares = [
            Message("{seat:seat} wins {amount:money}", {"seat": seat, "amount": cents})
            for seat, cents in self.won.items()
        ]
        return Message("{shares:list}", {"shares": shares})

    def transfers(self) -> tuple[Transfer, ...]:
        paid = tuple(Transfer(POT, stack(seat), cents) for seat, cents in self.won.items() if cents)
        return (Transfer(POT, RAKE, self.rake), *paid) if self.rake else paid


class RoundConcluded(Event, frozen=True, kw_only=True):
    words = "The Round is settled"
    ends_round = True


class RoundVoided(BetsReturned, frozen=True, kw_only=True):
    words = "The Round is void; all Bets go back"
    voids_round = True
    exposed: tuple[Card, ...] = ()
    is_button_moving: bool = False  # where the House lets it go on all the same


class InterruptionSurvived(Event, frozen=True, kw_only=True):
    words = "An outcome is established: the Round goes on after the interruption"


class CardsFound(Event, frozen=True, kw_only=True):
    """The cards of a deal lie otherwise than recorded, as somebody has seen."""

    words = "The cards are looked at"
    private = ("hands", "strays")
    unnoticed = ("came",)
    came: Came
    owners: dict[int, str] = msgspec.field(default_factory=dict)
    hands: dict[int, tuple[Card, ...]] = msgspec.field(default_factory=dict)
    strays: dict[int, tuple[Card, ...]] = msgspec.field(default_factory=dict)
    exposed: tuple[Card, ...] = ()
    is_noted: bool = False  # said with the deal itself: nobody has looked again

    def phrase(self) -> str:
        return "How the cards came is noted" if self.is_noted else self.words

    def for_viewer(self, viewer: Actor) -> Event:
        own = own_cards(self.owners, self.hands, viewer)
        return replace(blank(self, ("came", "strays")), hands=own)


class CardsPutInOrder(Event, frozen=True, kw_only=True):
    """Each card goes where the plan has it; what is left over goes back on top, what is missing is dealt."""

    words = "The cards are put in the order in which they should have been dealt"
    private = ("hands", "burnt", "packet", "back", "drawn", "coming")
    deal: str
    owners: dict[int, str] = msgspec.field(default_factory=dict)
    hands: dict[int, tuple[Card, ...]] = msgspec.field(default_factory=dict)
    burnt: tuple[Card, ...] = ()  # all that are
    packet: tuple[Card, ...] = ()  # community cards of it; face down but for a street that was turned up
    back: tuple[Card, ...] = ()
    drawn: tuple[Card, ...] = ()
    coming: tuple[Laid, ...] = ()  # where cards are missing whose names nobody knows yet
    spots: tuple[Spot, ...] = ()  # in the order of coming, where a ruling has amended the plan
    is_face_up: bool = False  # a street that was turned up; dealt again where a card of it is missing

    def for_viewer(self, viewer: Actor) -> Event:
        own = own_cards(self.owners, self.hands, viewer)
        down = () if self.is_face_up else ("packet",)
        return replace(blank(self, ("burnt", "back", "drawn", "coming", *down)), hands=own)


class BettingRoundAnnulled(BetsReturned, frozen=True, kw_only=True):
    """Bets made on wrong cards go back; who folded stays out."""

    words = "The Bets of this Betting Round go back"


class SurplusReturned(Event, frozen=True, kw_only=True):
    """The card too many goes back on top and will be the next Burnt Card."""

    words = "{cards} goes back on top; the {street} stands"
    unnoticed = ("spots",)
    street: Street
    cards: tuple[Card, ...]
    spots: tuple[Spot, ...] = ()  # of what is left, where that is still not as planned


class StreetTakenBack(Event, frozen=True, kw_only=True):
    """Cards of a street go back with its burn and are shuffled with the rest before it is dealt again."""

    words = "The {street} is taken back and the stub is to be shuffled"
    sealed = ("burnt", "astray")
    street: Street
    cards: tuple[Card, ...]
    burnt: tuple[Card, ...]
    astray: dict[int, tuple[Card, ...]] = msgspec.field(default_factory=dict)  # those that lay at a hand
    shuffle: str = "burn_returned"  # the rule under which the rest is shuffled
    is_face_down: bool = False  # it was not turned up, and nobody sees it go

    def for_viewer(self, viewer: Actor) -> Event:
        return blank(self, (*(("cards",) if self.is_face_down else ()), "burnt", "astray"))


class StreetExposed(Event, frozen=True, kw_only=True):
    """Cards of a street seen too early, taken back with its burn. `at` is their place in a packet."""

    words = "The {street} {cards} is exposed too early and taken back"
    sealed = ("burnt",)
    street: Street
    cards: tuple[Card, ...]
    burnt: tuple[Card, ...]
    at: int = 0


class StubShuffled(Event, frozen=True, kw_only=True):
    words = "The remaining cards are shuffled"
    sealed = ("order", "seed", "refill")
    order: tuple[Card, ...]
    seed: str
    refill: tuple[Card, ...] = ()
    seal: Seal | None = None


_TAKEN_BACK = {
    "check": "Seat {seat} takes back a check made Out of Turn",
    "fold": "Seat {seat} takes back a fold made Out of Turn",
    "raise_to": "Seat {seat} takes back a raise to {amount} made Out of Turn",
    "all_in": "Seat {seat} takes back an all-in of {amount} made Out of Turn",
}


class ActionRetracted(AtSeat, frozen=True, kw_only=True):
    words = "Seat {seat} takes back a {action} of {amount} made Out of Turn"
    action: str
    amount: Cents
    skipped: tuple[int, ...]
    lasts: bool = False  # what it leaves binds for the whole Betting Round
    binds: bool = True  # no: its maker stays bound by an earlier one

    def phrase(self) -> str:
        return _TAKEN_BACK.get(self.action, self.words)


class WagerForfeited(AtSeat, frozen=True, kw_only=True):
    words = "The {amount} of seat {seat} Out of Turn remains in the Pot"
    amount: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(stack(self.seat), POT, self.amount),)


class HandRuledOut(AtSeat, frozen=True, kw_only=True):
    words = "The hand of seat {seat} is out of the Round"


class BettingReopened(Event, frozen=True, kw_only=True):
    words = "The Betting Round begins again"


class HandSeen(AtSeat, frozen=True, kw_only=True):
    """An all-in player's cards were seen: what becomes of the hand is asked."""

    words = "Seat {seat} has exposed {cards}"
    cards: tuple[Card, ...]


class HandExposed(AtSeat, frozen=True, kw_only=True):
    words = "Seat {seat} has exposed {cards}: the hand is folded"
    cards: tuple[Card, ...]
