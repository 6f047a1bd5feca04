"""What can happen at a table in the ordinary course of the game."""

from typing import Literal

from msgspec import Struct, field

from croupier.cards import Card
from croupier.games.multilink.state import Bet, Place, Status
from croupier.links.messages import BANK, PAYABLE, Claim
from croupier.money import CAGE, Cents, Transfer
from croupier.table import Actor, Event, blank, mentioning


def _stack(seat: int) -> str:
    return f"stack/{seat}"


class SeatTaken(Event, frozen=True, kw_only=True):
    words = "{player} takes the seat at box {seat} with {chips}"
    seat: int
    player: str
    chips: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(CAGE, _stack(self.seat), self.chips),)


class ChipsBought(Event, frozen=True, kw_only=True):
    words = "{player} buys chips for {chips}"
    seat: int
    player: str
    chips: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(CAGE, _stack(self.seat), self.chips),)


class SeatLeft(Event, frozen=True, kw_only=True):
    words = "{player} leaves the table with {chips}"
    seat: int
    player: str
    chips: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(_stack(self.seat), CAGE, self.chips),)


class BettingOpened(Event, frozen=True, kw_only=True):
    words = "Place your bets, please"
    round: int


class BetPlaced(Event, frozen=True, kw_only=True):
    """Chips onto a box. `how` tells whether the player, or staff on request, or nobody noticed."""

    words = "{player} bets {amount} on the {bet} of box {box}"
    player: str
    seat: int
    box: int
    bet: Bet
    amount: Cents
    how: Literal["placed", "on_request", "unnoticed"] = "placed"

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(_stack(self.seat), f"{self.bet}/{self.box}", self.amount),)


class OneHandAnnounced(Event, frozen=True, kw_only=True):
    """The Dealer tells a player with a second hand."""

    words = "{player} may look at one hand only and plays the others without viewing them"
    player: str


class BetsReturned(Event, frozen=True, kw_only=True):
    """Some bets of a box go back to the player while the Round goes on.

    `is_unregistered` tells the link that an accepted jackpot bet is among them as a whole.
    """

    words = "Bets on box {box} go back"
    player: str
    seat: int
    box: int
    refunds: dict[Bet, Cents]
    is_unregistered: bool = False

    def transfers(self) -> tuple[Transfer, ...]:
        return _refund(self.box, self.seat, self.refunds)


class MinimumAdvised(Event, frozen=True, kw_only=True):
    words = "The bet on box {box} is below the minimum: raise it or take it back"
    box: int


class BettingFinished(Event, frozen=True, kw_only=True):
    words = "{player} has no more to bet"
    player: str


class BettingClosed(Event, frozen=True, kw_only=True):
    """No more bets. `progressive` are the jackpot bets accepted, for the link to register."""

    words = "No more bets"
    round: int
    progressive: dict[int, Cents]


class CardDealt(Event, frozen=True, kw_only=True):
    """One card of a deal that is under way."""

    words = "A card is dealt: {to}"
    sealed = ("cards",)
    to: str
    place: Place
    box: int = 0
    cards: tuple[Card, ...]
    at: int
    is_full: bool = False  # the hand has all its cards with this one


class CommunityCardsDealt(Event, frozen=True, kw_only=True):
    words = "The Community Cards lie face down"
    sealed = ("cards",)
    cards: tuple[Card, ...]
    mistake: str = ""

    def for_viewer(self, viewer: Actor) -> Event:
        return blank(self, ("cards", "mistake"))


class HoleCardsDealt(Event, frozen=True, kw_only=True):
    """In dealing order. `dealer` only from an Electronic Card Shuffler."""

    words = "The Hole Cards are dealt"
    sealed = ("burnt", "hands", "dealer", "drawn")
    burnt: tuple[Card, ...]
    hands: dict[int, tuple[Card, ...]]
    dealer: tuple[Card, ...] = ()
    drawn: tuple[Card, ...]  # all of them in the order they left the device
    at: int
    round: int
    mistake: str = ""
    stray: int = 0  # whose hand was laid on an empty box
    times: dict[int, int] = field(
        default_factory=dict
    )  # when each hand was full, where they were dealt card by card

    def for_viewer(self, viewer: Actor) -> Event:
        return blank(self, ("burnt", "hands", "dealer", "drawn", "mistake"))


class StreetDealt(Event, frozen=True, kw_only=True):
    words = "The {street} lies face down"
    sealed = ("burnt", "cards")
    street: Literal["flop", "turn", "river"]
    burnt: tuple[Card, ...]
    cards: tuple[Card, ...]
    mistake: str = ""

    def for_viewer(self, viewer: Actor) -> Event:
        return blank(self, ("burnt", "cards", "mistake"))


class StreetRevealed(Event, frozen=True, kw_only=True):
    words = "The {street}: {cards}"
    street: Literal["flop", "turn", "river"]
    cards: tuple[Card, ...]
    at: int


class DealerHandOpened(Event, frozen=True, kw_only=True):
    words = "The Dealer has {cards}: {hand}"
    cards: tuple[Card, ...]
    hand: str
    is_drawn: bool
    mistake: str = ""


class HandExamined(Event, frozen=True, kw_only=True):
    """The player looks: from here on they know the cards."""

    words = "{player} looks at the hand of box {box}"
    private = ("cards",)
    player: str
    box: int
    cards: tuple[Card, ...]

    def for_viewer(self, viewer: Actor) -> Event:
        return self if viewer.id == self.player else blank(self, ("cards",))


class Folded(Event, frozen=True, kw_only=True):
    """The bets stay where they are until the settlement takes them."""

    words = "Box {box} folds"
    box: int
    at: int
    why: Literal["decided", "walked_away", "out_of_time"] = "decided"


class StreetBetPlaced(Event, frozen=True, kw_only=True):
    words = "Box {box} bets {amount} on the {bet}"
    player: str
    seat: int
    box: int
    bet: Literal["flop", "turn", "river"]
    amount: Cents
    at: int
    is_unnoticed: bool = False

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(_stack(self.seat), f"{self.bet}/{self.box}", self.amount),)


class Checked(Event, frozen=True, kw_only=True):
    words = "Box {box} checks"
    box: int
    at: int
    why: Literal["decided", "walked_away", "out_of_time"] = "decided"


class ShowingRefused(Event, frozen=True, kw_only=True):
    words = "Box {box} will not be shown and counts as folded"
    box: int


class HandProved(Event, frozen=True, kw_only=True):
    words = "Box {box} shows {cards} for the side bets"
    box: int
    cards: tuple[Card, ...]


class HandsShown(Event, frozen=True, kw_only=True):
    """Everything that is compared or paid lies face up."""

    words = "The hands are shown"
    hands: dict[int, tuple[Card, ...]]


class JackpotClaimed(Event, frozen=True, kw_only=True):
    words = "The jackpot has been hit; the link decides the order and what is paid"
    round: int
    claims: tuple[Claim, ...]


class JackpotHandedOver(Event, frozen=True, kw_only=True):
    words = "Box {box} is paid {amount} by the jackpot"
    box: int
    seat: int
    amount: Cents
    meter: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(PAYABLE, _stack(self.seat), self.amount),) if self.amount else ()


class BetResult(Struct, frozen=True):
    """One bet: of `stake`, `surplus` never counted, `taken` stays with the House, the rest goes home."""

    bet: Bet
    stake: Cents
    outcome: Literal["won", "lost", "stood_off", "returned", "not_paid"]
    taken: Cents = 0
    winnings: Cents = 0
    surplus: Cents = 0
    line: str = ""


class BoxSettled(Event, frozen=True, kw_only=True):
    words = "Box {box}, {hand}"
    player: str
    seat: int
    box: int
    status: Status
    hand: str
    results: tuple[BetResult, ...]
    taken: Cents
    paid: Cents

    def phrase(self) -> str:
        return mentioning(self.words, {"{taken} taken": self.taken, "{paid} paid": self.paid})

    def transfers(self) -> tuple[Transfer, ...]:
        moves: list[Transfer] = []
        stack = _stack(self.seat)
        for result in self.results:
            spot = f"{result.bet}/{self.box}"
            if result.taken:
                moves.append(Transfer(spot, BANK, result.taken))
            if result.stake > result.taken:
                moves.append(Transfer(spot, stack, result.stake - result.taken))
            if result.winnings:
                moves.append(Transfer(BANK, stack, result.winnings))
        return tuple(moves)


class RoundConcluded(Event, frozen=True, kw_only=True):
    words = "The Round is over"
    ends_round = True
    round: int


class MeterShown(Event, frozen=True, kw_only=True):
    words = "The display shows {meter}"
    meter: Cents
    is_open: bool


def _refund(box: int, seat: int, refunds: dict[Bet, int]) -> tuple[Transfer, ...]:
    return tuple(Transfer(f"{bet}/{box}", _stack(seat), cents) for bet, cents in refunds.items())
