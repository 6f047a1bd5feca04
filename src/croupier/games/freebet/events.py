"""What happens at a Free Bet Blackjack table: first what goes as it should, then what has gone wrong."""

from typing import ClassVar, Literal

from croupier.cards import Card, Seal
from croupier.games.freebet.commands import Requested
from croupier.games.freebet.state import Aside, Bet
from croupier.money import CAGE, Account, Cents, Transfer, stack
from croupier.table import Event, deals
from croupier.table.facts import Laid, Spot

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

# After an event that carries `at` somebody may be asked anew, whose time runs from there (`FreeBet.after`).

# Where chips lie

BANK: Account = "bank"


def bets(area: int, place: int) -> Account:
    """All that a player has on one area."""
    return f"bet/{area}/{place}"


def moves(*transfers: Transfer) -> tuple[Transfer, ...]:
    return tuple(transfer for transfer in transfers if transfer.cents)


class InArea(Event, frozen=True, kw_only=True):
    area: int


class AtPlace(Event, frozen=True, kw_only=True):
    place: int


class AtArea(Event, frozen=True, kw_only=True):
    """What a player does on an area. Who sits there is called by the area, everybody else by the place."""

    own_words: ClassVar[str] = ""
    area: int
    place: int

    def phrase(self) -> str:
        return self.own_words if self.place == self.area else self.words


class Placed(AtArea, frozen=True, kw_only=True):
    """Chips that a player puts on an area."""

    amount: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        return moves(Transfer(stack(self.place), bets(self.area, self.place), self.amount))


# Bets, cards and settlements


class SatDown(AtPlace, frozen=True, kw_only=True):
    words = "{player} takes place {place} with {chips}"
    player: str
    chips: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(CAGE, stack(self.place), self.chips),)


class ChipsBought(AtPlace, frozen=True, kw_only=True):
    words = "Place {place} buys {amount}"
    amount: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(CAGE, stack(self.place), self.amount),)


class LeftTable(AtPlace, frozen=True, kw_only=True):
    words = "Place {place} leaves with {chips}"
    chips: Cents
    keeps_memory: bool  # whether wagers under the minimum stay remembered

    def transfers(self) -> tuple[Transfer, ...]:
        return moves(Transfer(stack(self.place), CAGE, self.chips))


class PlayerRestricted(AtPlace, frozen=True, kw_only=True):
    words = "Place {place} may wager on one area only"
    otherwise = ("is_restricted", "Place {place} may wager on several areas again")
    is_restricted: bool


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
    bet: Requested
    amount: Cents  # with a main wager go the side wagers that cannot stay without it
    others: dict[int, Cents]  # side wagers of other places that lose their main wager

    def transfers(self) -> tuple[Transfer, ...]:
        back = {self.place: self.amount} | self.others
        return moves(*(Transfer(bets(self.area, place), stack(place), n) for place, n in back.items()))


class PlayerReady(AtPlace, frozen=True, kw_only=True):
    words = "Place {place} has no further bets"


class TotalAnnounced(InArea, frozen=True, kw_only=True):
    words = "{said} is announced for area {area}; the cards count {total}, and that decides"
    said: int
    total: int


class PlacementStands(InArea, frozen=True, kw_only=True):
    words = "The {bet} of area {area}, placed on behalf of place {place}, stands as it lies"
    bet: Requested
    place: int


class ControlAnnounced(InArea, frozen=True, kw_only=True):
    words = "{player} controls area {area}"
    place: int
    player: str


class BetClaimed(InArea, frozen=True, kw_only=True):
    words = "Place {place} claims {bet} on area {area} for {amount}"
    bet: Literal["pair", "busted", "pot_of_gold", "insurance"]
    place: int
    amount: Cents
    holder: int = 0
    is_void: bool = False


class ClaimTakenBack(InArea, frozen=True, kw_only=True):
    words = "Place {place} no longer claims {bet} on area {area}"
    bet: Requested
    place: int


class ClaimRefused(InArea, frozen=True, kw_only=True):
    words = "Place {place} does not get {bet} on area {area}"
    bet: Literal["pair", "busted", "pot_of_gold", "insurance"]
    place: int
    holder: int = 0


class ClaimsTied(InArea, frozen=True, kw_only=True):
    words = "Equal claims on {bet} of area {area}: the claimants must agree"
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
    sealed = ("burnt",)
    unnoticed = ("laid", "planned")
    hands: dict[int, tuple[Card, ...]]
    dealer: tuple[Card, ...]
    cards: tuple[Card, ...]
    burnt: tuple[Card, ...] = ()  # with the deal itself
    laid: tuple[Laid, ...] = ()  # all of them, where they do not lie as planned
    planned: tuple[Spot, ...] = ()


class CardLaid(deals.CardLaid, frozen=True, kw_only=True):
    """One card of an initial deal that is under way."""

    place_word = "area"
    is_open: bool = True


class SurrenderOffered(Event, frozen=True, kw_only=True):
    words = "Surrender?"


class InsuranceOffered(Event, frozen=True, kw_only=True):
    words = "Insurance?"


class ControlPassed(AtArea, frozen=True, kw_only=True):
    words = "Place {place} surrendered: control of area {area} passes to the wagers behind"
    own_words = "Area {area} surrendered: control passes to the wagers behind"


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
    at: int = 0


class CardCalled(InArea, frozen=True, kw_only=True):
    words = "Area {area} asks for a card"


class HandStood(InArea, frozen=True, kw_only=True):
    words = "Area {area} stands"
    hand: int  # index among the hands of the area
    at: int = 0


class Committed(Placed, frozen=True, kw_only=True):
    """A double or a split: an amount for a paid one, a Free Bet Marker for a free one."""

    free_words: ClassVar[str]
    own_free_words: ClassVar[str]
    hand: int
    is_free: bool
    is_controller: bool
    asked: tuple[int, ...] = ()  # others on the hand who may follow
    at: int = 0

    def phrase(self) -> str:
        """With a Free Bet Marker there is no amount to say."""
        if not self.is_free:
            return super().phrase()
        return self.own_free_words if self.place == self.area else self.free_words


class HandDoubled(Committed, frozen=True, kw_only=True):
    words = "Place {place} doubles area {area} for {amount}"
    own_words = "Area {area} doubles for {amount}"
    free_words = "Place {place} doubles area {area} with a marker"
    own_free_words = "Area {area} doubles with a marker"


class HandSplit(Committed, frozen=True, kw_only=True):
    words = "Place {place} splits area {area} for {amount}"
    own_words = "Area {area} splits for {amount}"
    free_words = "Place {place} splits area {area} with a marker"
    own_free_words = "Area {area} splits with a marker"


class WagerKept(AtArea, frozen=True, kw_only=True):
    words = "Place {place} keeps the wager as it is on area {area}"
    own_words = "Area {area} keeps the wager as it is"


class CardDealt(InArea, frozen=True, kw_only=True):
    words = "{card} to area {area}"
    hand: int
    card: Card
    is_next_card: bool = False  # it lay on the table already and counted as the next from the device
    at: int = 0


class DealerCardDealt(Event, frozen=True, kw_only=True):
    words = "{card} to the Dealer"
    card: Card
    is_next_card: bool = False
    at: int = 0


class DealerCompleted(Event, frozen=True, kw_only=True):
    words = "The Dealer has {total}"
    total: int


class WagerSettled(AtArea, frozen=True, kw_only=True):
    """What becomes of chips on an area: the House takes part, pays winnings, the rest goes home.

    `hand` is the index of the hand for a main wager. `stake` are all chips this settles.
    """

    words = "Area {area}, place {place}, {bet} {result}"
    own_words = "Area {area}, {bet} {result}"
    mentions = ("{taken} taken", "{winnings} paid")
    bet: Kind
    result: Result
    stake: Cents
    taken: Cents = 0
    winnings: Cents = 0
    hand: int = 0
    holder: int = 0
    is_interim: bool = False

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
    ends_round = True
    short: dict[str, int]  # players whose wager under the minimum was settled, and when


# What has gone wrong (section 5), and rulings


class WagerPulled(AtArea, frozen=True, kw_only=True):
    """The chips count as on the layout wherever they are: won or lost by the outcome, a loss being owed."""

    words = "Place {place} pulled the {bet} of area {area} after the close: it wins or loses all the same"
    own_words = "Area {area} pulled its {bet} after the close: it wins or loses all the same"
    bet: Requested


class CardsFound(Event, frozen=True, kw_only=True):
    """A deal did not come as it was recorded: the cards lie where they lie, and came in another order."""

    words = "The {deal} did not come as recorded"
    deal: str
    laid: tuple[Laid, ...]
    planned: tuple[Spot, ...]


class CardsPutInOrder(Event, frozen=True, kw_only=True):
    """Each card goes where the plan has it; what is left over comes next, what is missing is dealt."""

    words = "The cards are put in the order in which they should have been dealt"
    laid: tuple[Laid, ...]  # without the burn; late, the cards of the hands that change
    drawn: tuple[Card, ...] = ()
    held: tuple[Aside, ...] = ()  # all that come next from here on
    is_complete: bool = True
    is_late: bool = False


class PlayStands(Event, frozen=True, kw_only=True):
    """Nothing changes: the document lets play go on as it is."""

    words = "Play continues as it is"
    clears: Literal["", "burn", "astray"] = ""


class OfferSkipped(Event, frozen=True, kw_only=True):
    words = "Play goes on without the offer"


class LateInsuranceApproved(Event, frozen=True, kw_only=True):
    words = "Late Insurance is allowed"


class DealerCardMissing(Event, frozen=True, kw_only=True):
    words = "The Dealer has no first card"
    at: int = 0


class UnbetCardsDiscarded(InArea, frozen=True, kw_only=True):
    words = "Area {area} has no wager: its cards are discarded"


class OneCardFound(InArea, frozen=True, kw_only=True):
    words = "Area {area} has one card: its players choose to act or to withdraw"
    is_late: bool  # the second card will count as a drawn one
    at: int = 0


class CardAstray(InArea, frozen=True, kw_only=True):
    """A card was laid on another hand than it was due to; area 0 is the Dealer's."""

    words = "{card} was laid on area {area} by mistake"
    card: Card
    is_next_card: bool

    def phrase(self) -> str:
        return self.words if self.area else "{card} was laid on the Dealer's hand by mistake"


class CardMoved(InArea, frozen=True, kw_only=True):
    words = "{card} goes to where it was due"
    card: Card
    is_offered: bool = False  # who was due it may refuse it


class CardDrawnInError(Event, frozen=True, kw_only=True):
    words = "{card} was drawn in error and counts as the next card"
    card: Card
    is_dealers: bool = False  # it lay on the Dealer's hand


class ErrorCardDiscarded(Event, frozen=True, kw_only=True):
    words = "{card} was drawn to the Dealer's completed hand and is discarded"
    card: Card


class CardRefused(InArea, frozen=True, kw_only=True):
    words = "Area {area} refuses the card and takes no more"
    otherwise = ("is_for_area", "Area {area} refuses the card for this hand")
    is_for_area: bool = True  # or for the hand in play only


class CardsDrawnTogether(Event, frozen=True, kw_only=True):
    words = "{count} cards came together; disclosed: {disclosed}"
    count: int
    disclosed: tuple[Card, ...]
    area: int
    at: int = 0


class HiddenCardChosen(Event, frozen=True, kw_only=True):
    words = "Card {position} of those drawn together comes first"
    position: int


class DisclosedCardsChosen(InArea, frozen=True, kw_only=True):
    """From cards drawn together: `taken` for this hand; `left` are offered on, `burnt` leave play."""

    words = "Of the cards drawn together {taken} are taken; left: {left}; removed: {burnt}"
    taken: tuple[Card, ...]
    left: tuple[Card, ...]
    burnt: tuple[Card, ...]
    at: int = 0


class AreaPassedOver(InArea, frozen=True, kw_only=True):
    words = "The Dealer passes over area {area}"


class PassedOverTooLate(InArea, frozen=True, kw_only=True):
    words = "Area {area} has not acted in time: its hand stands"


class CardsTakenBack(InArea, frozen=True, kw_only=True):
    """The area after the skipped one is as it was before; its cards come next again."""

    words = "Area {area} acts now; next: {cards}"
    later: int
    cards: tuple[Card, ...]
    added: dict[int, Cents]  # chips that go back to the players' stacks
    lost: dict[int, Cents]  # chips collected from busted hands, back on the layout
    of_dealer: int = 0  # how many of the cards were the Dealer's

    def transfers(self) -> tuple[Transfer, ...]:
        back = [Transfer(bets(self.later, place), stack(place), cents) for place, cents in self.added.items()]
        down = [Transfer(BANK, bets(self.later, place), cents) for place, cents in self.lost.items()]
        return moves(*down, *back)


class RoundVoided(Event, frozen=True, kw_only=True):
    """All wagers go back, and what this Round has already paid or taken is reversed."""

    words = "The Round is void"
    voids_round = True
    bets: dict[str, Cents]  # "area/place" -> chips still down
    net: dict[int, Cents]  # place -> what the player had won (or, below zero, lost)
    shuffle_due: str = ""

    def transfers(self) -> tuple[Transfer, ...]:
        back = [Transfer(f"bet/{key}", stack(int(key.partition("/")[2])), n) for key, n in self.bets.items()]
        won = [Transfer(stack(place), BANK, cents) for place, cents in self.net.items() if cents > 0]
        lost = [Transfer(BANK, stack(place), -cents) for place, cents in self.net.items() if cents < 0]
        return moves(*back, *won, *lost)


class DiscardsRiffled(Event, frozen=True, kw_only=True):
    """The order is sealed as after any shuffle."""

    words = "The discards are riffled once"
    sealed = ("order", "seed")
    discards: int
    order: tuple[Card, ...]
    seed: str
    cuts: int  # the place that cuts, 0 for the Dealer
    seal: Seal | None = None
    at: int = 0


class CardsCut(Event, frozen=True, kw_only=True):
    words = "The cards are cut at {position}"
    position: int


class PlayerAbsent(AtPlace, frozen=True, kw_only=True):
    words = "Place {place} is not present"
    otherwise = ("is_absent", "Place {place} is back")
    is_absent: bool

    @property
    def empties(self) -> int | None:
        return self.place if self.is_absent else None


class TimeCalled(InArea, frozen=True, kw_only=True):
    """These places count as not present, for the decision that they are asked on this area."""

    words = "Area {area} has not acted in time"
    places: tuple[int, ...]
    at: int = 0


class PowerFailed(Event, frozen=True, kw_only=True):
    words = "The power has failed"


class PlayResumed(Event, frozen=True, kw_only=True):
    words = "Play goes on"


class RiffleAllowed(Event, frozen=True, kw_only=True):
    words = "The discards may be riffled"


class NextCardDiscarded(Event, frozen=True, kw_only=True):
    words = "{card} is discarded"
    card: Card
