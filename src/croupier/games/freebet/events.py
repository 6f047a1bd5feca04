"""What happens at a Free Bet Blackjack table while everything goes as it should."""

from typing import Literal

from croupier.cards import Card
from croupier.money import CAGE, Cents, Transfer
from croupier.table import Event, mentioning

from .placed import BANK, AtArea, Placed, bets, free_or_paid, moves, stack
from .state import Bet

Kind = Literal["main", "pair", "busted", "pot_of_gold", "insurance"]
Result = Literal[
    "won",
    "lost",
    "stood_off",
    "blackjack",
    "even_money",
    "bust",
    "surrendered",
    "lost_to_blackjack",
    "returned",
    "withdrawn",
]


class SatDown(Event, frozen=True, kw_only=True):
    words = "{player} takes place {place} with {chips}"
    place: int
    player: str
    chips: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(CAGE, stack(self.place), self.chips),)


class ChipsBought(Event, frozen=True, kw_only=True):
    words = "Place {place} buys {amount}"
    place: int
    amount: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(CAGE, stack(self.place), self.amount),)


class LeftTable(Event, frozen=True, kw_only=True):
    words = "Place {place} leaves with {chips}"
    place: int
    chips: Cents
    keeps_memory: bool  # whether wagers under the minimum stay remembered

    def transfers(self) -> tuple[Transfer, ...]:
        return moves(Transfer(stack(self.place), CAGE, self.chips))


class PlayerRestricted(Event, frozen=True, kw_only=True):
    words = "Place {place} may wager on one area only"
    place: int
    is_restricted: bool

    def phrase(self) -> str:
        return self.words if self.is_restricted else "Place {place} may wager on several areas again"


class WagersRestricted(Event, frozen=True, kw_only=True):
    words = "At most {wagers} wagers on an area"
    wagers: int


class BettingOpened(Event, frozen=True, kw_only=True):
    words = "Place your bets, please"
    is_shuffle_missed: bool = False


class WagerPlaced(Placed, frozen=True, kw_only=True):
    """`value` is what the whole wager will be settled at; `is_void` if it will be returned in any case."""

    words = "Place {place} wagers {amount} on area {area}"
    own_words = "Area {area} wagers {amount}"
    value: Cents
    is_void: bool = False
    is_short: bool = False


class SideWagerPlaced(Placed, frozen=True, kw_only=True):
    words = "Place {place} bets {amount} on the {bet} of area {area}"
    own_words = "Area {area} bets {amount} on its {bet}"
    bet: Bet
    value: Cents
    is_void: bool = False
    is_short: bool = False


class WagerTakenBack(AtArea, frozen=True, kw_only=True):
    words = "Place {place} takes back the {bet} of area {area}, {amount}"
    own_words = "Area {area} takes back its {bet}, {amount}"
    bet: Literal["main", "pair", "busted", "pot_of_gold"]
    amount: Cents  # with a main wager go the side wagers that cannot stay without it
    others: dict[int, Cents]  # side wagers of other places that lose their main wager

    def transfers(self) -> tuple[Transfer, ...]:
        back = {self.place: self.amount} | self.others
        return moves(*(Transfer(bets(self.area, place), stack(place), n) for place, n in back.items()))


class PlayerReady(Event, frozen=True, kw_only=True):
    words = "Place {place} has no further bets"
    place: int


class ControlAnnounced(Event, frozen=True, kw_only=True):
    words = "{player} controls area {area}"
    area: int
    place: int
    player: str


class BetClaimed(Event, frozen=True, kw_only=True):
    words = "Place {place} claims {bet} on area {area} for {amount}"
    area: int
    bet: Literal["pair", "busted", "pot_of_gold", "insurance"]
    place: int
    amount: Cents
    holder: int = 0


class ClaimRefused(Event, frozen=True, kw_only=True):
    words = "Place {place} does not get {bet} on area {area}"
    area: int
    bet: Literal["pair", "busted", "pot_of_gold", "insurance"]
    place: int
    holder: int = 0


class ClaimsTied(Event, frozen=True, kw_only=True):
    words = "Equal claims on {bet} of area {area}: the claimants must agree"
    area: int
    bet: Literal["pair", "busted", "pot_of_gold", "insurance"]
    holder: int
    claimants: tuple[int, ...]


class BettingClosing(Event, frozen=True, kw_only=True):
    words = "No more bets; the claims are settled"


class BettingClosed(Event, frozen=True, kw_only=True):
    words = "No more bets"


class CardBurnt(Event, frozen=True, kw_only=True):
    words = "A card is burnt"


class InitialCardsDealt(Event, frozen=True, kw_only=True):
    """`hands` has the cards of each area; `cards` are all of them in the order they were dealt."""

    words = "The initial cards: {cards}"
    hands: dict[int, tuple[Card, ...]]
    dealer: tuple[Card, ...]
    cards: tuple[Card, ...]
    exchanged: int = 0
    is_unburnt: bool = False


class SurrenderOffered(Event, frozen=True, kw_only=True):
    words = "Surrender?"


class InsuranceOffered(Event, frozen=True, kw_only=True):
    words = "Insurance?"


class OfferDeclined(AtArea, frozen=True, kw_only=True):
    words = "Place {place} declines on area {area}"
    own_words = "Area {area} declines"


class InsurancePlaced(Placed, frozen=True, kw_only=True):
    words = "Place {place} insures the wager of place {holder} on area {area} for {amount}"
    own_words = "Area {area} insures for {amount}"
    holder: int

    def phrase(self) -> str:
        if self.place != self.holder:
            return self.words
        return self.own_words if self.place == self.area else "Place {place} insures area {area} for {amount}"


class InsuranceClosing(Event, frozen=True, kw_only=True):
    words = "The claims to declined Insurance are settled"


class OfferClosed(Event, frozen=True, kw_only=True):
    words = "The option to {offer} is closed"
    offer: Literal["surrender", "insure"]


class CardCalled(Event, frozen=True, kw_only=True):
    words = "Area {area} asks for a card"
    area: int


class HandStood(Event, frozen=True, kw_only=True):
    words = "Area {area} stands"
    area: int
    hand: int  # index among the hands of the area


class HandDoubled(Placed, frozen=True, kw_only=True):
    """An amount for a paid double, a Free Bet Marker for a free one."""

    words = "Place {place} doubles area {area} for {amount}"
    own_words = "Area {area} doubles for {amount}"
    hand: int
    is_free: bool
    is_controller: bool
    asked: tuple[int, ...] = ()  # others on the hand who may follow

    def phrase(self) -> str:
        return free_or_paid(super().phrase(), self.is_free)


class HandSplit(Placed, frozen=True, kw_only=True):
    words = "Place {place} splits area {area} for {amount}"
    own_words = "Area {area} splits for {amount}"
    hand: int
    is_free: bool
    is_controller: bool
    asked: tuple[int, ...] = ()

    def phrase(self) -> str:
        return free_or_paid(super().phrase(), self.is_free)


class WagerKept(AtArea, frozen=True, kw_only=True):
    words = "Place {place} keeps the wager as it is on area {area}"
    own_words = "Area {area} keeps the wager as it is"


class CardDealt(Event, frozen=True, kw_only=True):
    words = "{card} to area {area}"
    area: int
    hand: int
    card: Card
    is_next_card: bool = False  # it lay on the table already and counted as the next from the device


class DealerCardDealt(Event, frozen=True, kw_only=True):
    words = "{card} to the Dealer"
    card: Card
    is_next_card: bool = False


class DealerCompleted(Event, frozen=True, kw_only=True):
    words = "The Dealer has {total}"
    total: int


class WagerSettled(AtArea, frozen=True, kw_only=True):
    """What becomes of chips on an area: the House takes part, pays winnings, the rest goes home.

    `hand` is the index of the hand for a main wager. `stake` are all chips this settles.
    """

    words = "Area {area}, place {place}, {bet} {result}"
    own_words = "Area {area}, {bet} {result}"
    bet: Kind
    result: Result
    stake: Cents
    taken: Cents = 0
    winnings: Cents = 0
    hand: int = 0
    holder: int = 0
    is_interim: bool = False

    def phrase(self) -> str:
        moved = {"{taken} taken": self.taken, "{winnings} paid": self.winnings}
        return mentioning(super().phrase(), moved)

    def transfers(self) -> tuple[Transfer, ...]:
        down, own = bets(self.area, self.place), stack(self.place)
        return moves(
            Transfer(down, BANK, self.taken),
            Transfer(down, own, self.stake - self.taken),
            Transfer(BANK, own, self.winnings),
        )


class AdditionsRefunded(AtArea, frozen=True, kw_only=True):
    """Chips added to hands that busted before the Dealer's Blackjack, where the loss is capped."""

    words = "Place {place} gets {amount} back on area {area}: the loss is one original wager"
    own_words = "Area {area} gets {amount} back: the loss is one original wager"
    amount: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(BANK, stack(self.place), self.amount),)


class RoundConcluded(Event, frozen=True, kw_only=True):
    words = "The Round is over"
    short: dict[str, int]  # players whose wager under the minimum was settled, and when
