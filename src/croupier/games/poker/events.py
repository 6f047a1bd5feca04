"""What can happen on a poker table, in the ordinary course of the game and when something has gone wrong."""

from msgspec.structs import replace

from croupier.cards import Card, Seal, brief_of
from croupier.games.poker.state import Blind, Due, Street
from croupier.money import CAGE, Cents, Transfer, stack
from croupier.table import Actor, Answer, Event, Role, blank

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

    def phrase(self) -> str:
        if self.small_blind_seat:
            return self.words
        return self.words.replace("Small Blind {small_blind_seat}", "no Small Blind")


class ButtonPlaced(Event, frozen=True, kw_only=True):
    words = "The Dealer Button is placed at seat {button}"
    button: int


class BlindMissed(AtSeat, frozen=True, kw_only=True):
    words = "Seat {seat} is absent and misses the {blind}"
    blind: Blind


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


class HoleCardsDealt(Event, frozen=True, kw_only=True):
    """Face down. `drawn` is everything that left the device; `to_match` and `floor` open the betting."""

    words = "The Hole Cards are dealt"
    private = ("hands", "drawn", "burnt", "packet")
    owners: dict[int, str]
    hands: dict[int, tuple[Card, ...]]
    drawn: tuple[Card, ...]
    burnt: tuple[Card, ...] = ()
    packet: tuple[Card, ...] = ()
    discarded: tuple[Card, ...] = ()
    to_match: Cents
    floor: Cents
    mistake: str = ""
    mistake_seat: int = 0

    def for_viewer(self, viewer: Actor) -> Event:
        own = {n: cards if self.owners.get(n) == viewer.id else () for n, cards in self.hands.items()}
        return replace(blank(self, ("drawn", "burnt", "packet")), hands=own)


class StreetDealt(Event, frozen=True, kw_only=True):
    """Community Cards, turned up. `drawn` have left the device: the burn, what was discarded, the cards."""

    words = "The {street}: {cards}"
    sealed = ("burnt", "drawn")
    street: Street
    cards: tuple[Card, ...]
    burnt: tuple[Card, ...] = ()
    drawn: tuple[Card, ...] = ()
    discarded: tuple[Card, ...] = ()
    is_burn_missed: bool = False
    surplus: int = 0
    floor: Cents = 0


class StreetLaid(Event, frozen=True, kw_only=True):
    """Community Cards dealt and still face down."""

    words = "The {street} lies face down"
    sealed = ("burnt", "cards")
    street: Street
    cards: tuple[Card, ...]
    burnt: tuple[Card, ...] = ()
    is_burn_missed: bool = False


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


class IntentionSpoken(AtSeat, frozen=True, kw_only=True):
    words = "Seat {seat} says: {text}"
    text: str


# Showdown and settlement


class MarkerFlipped(Event, frozen=True, kw_only=True):
    words = "The Game Marker shows SHOWDOWN; seat {first} shows first"
    first: int


class HandShown(AtSeat, frozen=True, kw_only=True):
    words = "Seat {seat} shows {cards}: {ranking}"
    cards: tuple[Card, ...]
    strength: int
    ranking: str

    def aside(self) -> tuple[int, str]:
        return self.seat, brief_of(self.strength) if self.strength else self.ranking


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
    name: str
    amount: Cents
    rake: Cents
    eligible: tuple[int, ...]
    won: dict[int, Cents]
    result: str

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


class QuestionRaised(Event, frozen=True, kw_only=True):
    """The document leaves this to a person; the Round waits."""

    words = "For the {role} to decide: {text}"
    key: str
    role: Role
    text: str
    choices: tuple[str, ...]
    rule: str
    reading: str | None = None


class MatterResolved(Event, frozen=True, kw_only=True):
    words = "Ruled on {key}: {choice}. {reason}"
    key: Answer
    choice: Answer
    reason: str


class DealUndone(Event, frozen=True, kw_only=True):
    """The Hole Cards go back on top in the order they came, to be dealt again as they should have been."""

    words = "The Initial Deal is taken back, to be dealt again in the right order"


class BettingRoundAnnulled(BetsReturned, frozen=True, kw_only=True):
    """Bets made on wrong cards go back; who folded stays out."""

    words = "The Bets of this Betting Round go back"


class StreetUndone(Event, frozen=True, kw_only=True):
    """A street goes back on top in the order it came, to be dealt again with its burn."""

    words = "The {street} is taken back, to be dealt again in the right order"
    street: Street


class SurplusReturned(Event, frozen=True, kw_only=True):
    """The card too many goes back on top and will be the next Burnt Card."""

    words = "{cards} goes back on top; the {street} stands"
    street: Street
    cards: tuple[Card, ...]


class StreetTakenBack(Event, frozen=True, kw_only=True):
    """Cards of a street go back with its burn and are shuffled with the rest before it is dealt again."""

    words = "The {street} is taken back and the stub is to be shuffled"
    sealed = ("burnt",)
    street: Street
    cards: tuple[Card, ...]
    burnt: tuple[Card, ...]
    shuffle: str = "burn_returned"  # the rule under which the rest is shuffled
    is_face_down: bool = False  # it was not turned up, and nobody sees it go

    def for_viewer(self, viewer: Actor) -> Event:
        return blank(self, ("cards", "burnt") if self.is_face_down else ("burnt",))


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
    "check": "a check",
    "fold": "a fold",
    "raise_to": "a raise to {amount}",
    "all_in": "an all-in of {amount}",
}


class ActionRetracted(AtSeat, frozen=True, kw_only=True):
    words = "Seat {seat} takes back a {action} of {amount} made Out of Turn"
    action: str
    amount: Cents
    skipped: tuple[int, ...]
    lasts: bool = False  # what it leaves binds for the whole Betting Round

    def phrase(self) -> str:
        what = _TAKEN_BACK.get(self.action)
        return self.words.replace("a {action} of {amount}", what) if what else self.words


class WagerForfeited(AtSeat, frozen=True, kw_only=True):
    words = "The {amount} of seat {seat} Out of Turn remains in the Pot"
    amount: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(stack(self.seat), POT, self.amount),)


class HandSeen(AtSeat, frozen=True, kw_only=True):
    """An all-in player's cards were seen: what becomes of the hand is asked."""

    words = "Seat {seat} has exposed {cards}"
    cards: tuple[Card, ...]


class HandExposed(AtSeat, frozen=True, kw_only=True):
    words = "Seat {seat} has exposed {cards}: the hand is folded"
    cards: tuple[Card, ...]
