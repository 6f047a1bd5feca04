"""What a Free Bet Blackjack table knows."""

from collections.abc import Callable, Iterator
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import Card, Device, physical
from croupier.money import Cents
from croupier.table.card_by_card import Laid

from .points import is_natural

Bet = Literal["pair", "busted", "pot_of_gold"]
BETS: tuple[Bet, ...] = ("pair", "busted", "pot_of_gold")

Phase = Literal[
    "idle", "betting", "claims", "closed", "dealt", "surrender", "insurance", "playing", "complete"
]
Status = Literal["open", "stood", "bust", "blackjack", "done"]

# Places up to the number of areas are the seats at them; higher places are for people standing behind.
PLACES_MAX = 40


class Player(Struct, frozen=True, gc=False):
    """Somebody with chips at the table."""

    name: str
    chips: Cents
    is_absent: bool = False
    is_restricted: bool = False  # to one playing area, by the Pit Manager
    is_ready: bool = False


class Wager(Struct, frozen=True, gc=False):
    """A main wager: the chips put down before the Round, and what its player did with it."""

    place: int
    amount: Cents
    value: Cents  # as it will be settled: never above the table maximum
    is_live: bool = True
    is_out: bool = False  # surrendered, returned or withdrawn
    is_void: bool = False  # under the minimum once too often: returned after any outcome
    markers: int = 0  # Free Bet Markers its player used on this area
    busted: Cents = 0  # added chips lost on busted hands
    led: int = 0  # of the markers, those used while controlling the area
    is_short: bool = False  # under the minimum, and nobody noticed in time
    is_pulled: bool = False  # taken off the layout after the close: played as if it lay there
    has_surrendered: bool = False


class SideWager(Struct, frozen=True, gc=False):
    bet: Bet
    place: int
    amount: Cents
    value: Cents
    is_void: bool = False
    is_short: bool = False
    is_pulled: bool = False


class Insurance(Struct, frozen=True, gc=False):
    """Insurance of the wager of `holder`, placed by `place` (mostly the same player)."""

    holder: int
    place: int
    amount: Cents
    is_pulled: bool = False


class Stake(Struct, frozen=True, gc=False):
    """What one player has on one hand."""

    place: int
    has_wager: bool  # the original wager lies on this hand
    added: Cents = 0  # chips added by doubling or splitting
    markers: int = 0


class Hand(Struct, frozen=True):
    number: int
    cards: tuple[Card, ...]
    stakes: tuple[Stake, ...] = ()
    status: Status = "open"
    wants_card: bool = False
    is_split: bool = False
    is_doubled: bool = False
    is_unlike: bool = False  # split from two different ten-value cards
    has_late_card: bool = False  # its second card came late and counts as a drawn one
    is_skipped: bool = False  # the Dealer went past it

    @property
    def is_playable(self) -> bool:
        """Whether its turn is now or still to come."""
        return self.status == "open" and not self.is_skipped

    @property
    def is_blackjack(self) -> bool:
        """By its cards, whatever has become of it since."""
        return is_natural(self.cards) and not self.is_split and not self.has_late_card


class Area(Struct, frozen=True):
    """One playing area, wagers front to back."""

    wagers: tuple[Wager, ...] = ()
    sides: tuple[SideWager, ...] = ()
    insurances: tuple[Insurance, ...] = ()
    hands: tuple[Hand, ...] = ()
    controller_markers: int = 0
    takes_no_cards: bool = False  # refused a card dealt in error
    is_one_card_known: bool = False  # the missing second card has been noticed
    has_settled_pairs: bool = False
    control_from: int = 0  # the place behind whose wager control is looked for, where it surrendered
    strays: int = 0  # cards of a deal card by card that came here after the last wager had gone


# An area, the bet claimed on it, and whose wager is insured.
Spot = tuple[int, str, int]


class Claim(Struct, frozen=True, gc=False):
    """A wish to bet on another's playing area; `holder` is set for the insurance of that player's wager."""

    area: int
    bet: Literal["pair", "busted", "pot_of_gold", "insurance"]
    place: int
    amount: Cents
    holder: int = 0

    @property
    def spot(self) -> Spot:
        return self.area, self.bet, self.holder


# What the controller did that others on the hand may follow.
Kind = Literal["split", "double"]


class Following(Struct, frozen=True, gc=False):
    """The controller has split or doubled; others on the hand may follow until the next card."""

    kind: Kind
    area: int
    hand: int  # index of the hand; the new hand of a split comes right behind it
    asked: tuple[int, ...]
    is_free: bool = False  # the controller paid nothing

    def without(self, place: int) -> "Following | None":
        """Once this player has answered or left: nothing more to follow where nobody else is asked."""
        asked = tuple(each for each in self.asked if each != place)
        return replace(self, asked=asked) if asked else None


class Together(Struct, frozen=True):
    """Cards drawn together whose order nobody knows, and who is to get one."""

    disclosed: tuple[Card, ...]
    count: int
    area: int  # 0 for the Dealer


class Skip(Struct, frozen=True):
    """A hand the Dealer went past, and its area and the following ones as they were before."""

    area: int
    later: dict[int, Area]
    dealt: tuple[tuple[int, Card], ...] = ()
    is_riffled: bool = False  # the discards were riffled since, cards of busted hands among them
    before: "Skip | None" = None  # another one, passed over earlier
    hand: int = 0  # its index, which stays: hands that are made later come behind it

    def all(self) -> "Iterator[Skip]":
        """This one and those before it, the latest first."""
        yield self
        if self.before:
            yield from self.before.all()

    def each(self, change: "Callable[[Skip], Skip]") -> "Skip":
        """The same change to this one and those before it."""
        return replace(change(self), before=self.before.each(change) if self.before else None)

    def with_dealt(self, *dealt: tuple[int, Card]) -> "Skip":
        return self.each(lambda skip: replace(skip, dealt=(*skip.dealt, *dealt)))


class State(Struct, frozen=True):
    phase: Phase = "idle"
    round: int = 0
    players: dict[int, Player] = {}
    places: dict[str, int] = {}
    areas: dict[int, Area] = {}
    dealer: tuple[Card, ...] = ()
    device: Device = physical("card_shoe", 6)
    unseen: int = 0  # cards that left a physical device face down
    next_cards: tuple[Card, ...] = ()  # cards on the table that count as the next from the device
    coming: tuple[Laid, ...] = ()  # of an initial deal that goes card by card and is under way
    dealt: tuple[Card, ...] = ()  # the initial deal in the order it was dealt
    dealt_first: tuple[int, ...] = ()  # the areas that were to get a first card then
    dealt_second: tuple[int, ...] = ()  # and a second one
    net: dict[int, Cents] = {}  # what each player has won or lost in this Round so far
    is_shuffled: bool = False
    is_shoe_burnt: bool = False
    is_round_burnt: bool = False
    burn_missed: bool = False
    shuffle_due: str = ""  # the rule that demands a shuffle before the next Round
    wagers_max: int = 0  # set by a Pit Manager; 0 for the House's own limit
    short: dict[str, int] = {}  # who has had a wager under the minimum settled, and when
    short_now: tuple[int, ...] = ()  # places with a wager under the minimum in this Round
    has_breach: bool = False  # a wager outside the limits is being played
    answered: tuple[tuple[int, int], ...] = ()  # (area, place) that answered the offer
    declined: tuple[tuple[int, int], ...] = ()  # (area, place) that declined Insurance
    claims: tuple[Claim, ...] = ()
    tie: tuple[Claim, ...] = ()
    is_closing: bool = False  # Insurance closes as soon as the claims are settled
    following: Following | None = None
    has_interim: bool = False  # something was paid or taken on the initial deal
    has_begun: bool = False  # the subsequent deal has commenced
    insurance_forgotten: bool = False
    is_offer_skipped: bool = False  # neither surrender nor Insurance was offered, and no card has come since
    late_offer: str = ""  # the rule by which an offer is open after the subsequent deal has commenced
    exchanged: int = 0  # this area and the next got each other's first cards
    misplaced: tuple[int, Card] | None = None  # a card laid on this area instead of where it was due
    is_misplaced_late: bool = False  # further cards have been dealt since, and nobody has noticed
    error_card: Card | None = None  # a card nobody asked for
    error_cards_more: tuple[Card, ...] = ()  # others behind it, which nobody asked for either
    rebuild: Literal["", "asked", "due"] = ""
    dealer_card_first: bool = False  # the Dealer's missing first card comes before any other
    finishing: int = 0  # the area whose player finishes first
    late_choice: tuple[int, ...] = ()  # places asked whether to finish the hand before the Dealer draws
    one_card: tuple[tuple[int, int], ...] = ()  # (area, place) asked what to do with a one-card hand
    together: Together | None = None
    removed: tuple[Card, ...] = ()  # cards shown and taken out of play in this Round
    leftovers: tuple[Card, ...] = ()  # disclosed cards offered to the area leftovers_from the one served
    leftovers_after: int = 0
    skip: Skip | None = None  # the area passed over last
    withdraw_right: bool = False
    power_failed: bool = False  # in this Round
    power: tuple[int, ...] | None = None  # places that may still withdraw after a power failure
    cut_due: int = -1  # place that cuts the riffled discards; 0 for the Dealer, -1 for nobody
    riffled: int = 0  # how many cards were riffled
    may_riffle: bool = False  # the Gaming Shift Manager allowed it
    referred: str = ""

    def with_area(self, number: int, area: Area, **changes: object) -> "State":
        return replace(self, areas=self.areas | {number: area}, **changes)

    def with_player(self, place: int, **changes: object) -> "State":
        return replace(self, players=self.players | {place: replace(self.players[place], **changes)})

    def with_chips(self, place: int, change: int) -> "State":
        return self.with_player(place, chips=self.players[place].chips + change)

    @property
    def upcard(self) -> Card | None:
        return self.dealer[0] if self.dealer else None

    @property
    def is_early(self) -> bool:
        """No interim settlement has taken place and the subsequent deal has not commenced."""
        return not (self.has_interim or self.has_begun)

    @property
    def is_error_card_next(self) -> bool:
        """Whether a card that nobody asked for comes next; cards taken back come before it."""
        return self.error_card is not None and self.next_cards[:1] == (self.error_card,)

    @property
    def remaining(self) -> int:
        return self.device.remaining - self.unseen


def wager_of(area: Area, place: int) -> Wager | None:
    """This player's live main wager on the area."""
    for wager in area.wagers:
        if wager.place == place and wager.is_live:
            return wager
    return None


def stake_of(hand: Hand, place: int) -> Stake | None:
    for stake in hand.stakes:
        if stake.place == place:
            return stake
    return None


def own_markers(area: Area, place: int) -> int | None:
    """Markers that a player with a wager on the area has used there."""
    return next((wager.markers for wager in area.wagers if wager.place == place), None)


def with_wager(area: Area, place: int, **changes: object) -> Area:
    return replace(
        area,
        wagers=tuple(replace(w, **changes) if w.place == place else w for w in area.wagers),
    )


def with_hand(area: Area, index: int, hand: Hand) -> Area:
    return replace(area, hands=(*area.hands[:index], hand, *area.hands[index + 1 :]))


def with_stake(hand: Hand, stake: Stake) -> Hand:
    """The hand with this stake in place of the player's former one, or behind the others."""
    if any(s.place == stake.place for s in hand.stakes):
        return replace(hand, stakes=tuple(stake if s.place == stake.place else s for s in hand.stakes))
    return replace(hand, stakes=(*hand.stakes, stake))
