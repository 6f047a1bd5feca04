"""What a Free Bet Blackjack table knows."""

from collections.abc import Callable, Iterator
from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import Card, Device, physical
from croupier.games.freebet.points import is_natural
from croupier.money import Cents
from croupier.table.facts import Laid, Spot
from croupier.table.matters import Matter

Bet = Literal["pair", "busted", "pot_of_gold"]
BETS: tuple[Bet, ...] = ("pair", "busted", "pot_of_gold")

Phase = Literal[
    "idle", "betting", "claims", "closed", "dealt", "surrender", "insurance", "playing", "complete"
]
DEALT: tuple[Phase, ...] = ("dealt", "surrender", "insurance", "playing", "complete")
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
    silent: tuple[int, ...] = ()  # places whose time for the decision on the hand in play is over
    control_from: int = 0  # the place behind whose wager control is looked for, where it surrendered


# An area, the bet claimed on it, and whose wager is insured.
Claimed = tuple[int, str, int]


class Claim(Struct, frozen=True, gc=False):
    """A wish to bet on another's playing area; `holder` is set for the insurance of that player's wager."""

    area: int
    bet: Literal["pair", "busted", "pot_of_gold", "insurance"]
    place: int
    amount: Cents
    holder: int = 0
    is_void: bool = False  # under the minimum once too often, and not noticed
    is_tied: bool = False  # others of equal standing claim the same

    @property
    def spot(self) -> Claimed:
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


# next: counts as the next card. error: so too, but nobody asked for it, and it may be refused. astray: on
# another hand than it was due to. seen: of several that came together, to be chosen from. left: of these, for
# the next area. removed: out of play.
Why = Literal["next", "error", "astray", "seen", "left", "removed"]
HELD: tuple[Why, ...] = ("next", "error")


class Aside(Struct, frozen=True):
    """A card of the Round that lies on no hand, or on a wrong one."""

    card: Card
    why: Why
    area: int = 0  # whose hand it lies on, or to whom it is offered; 0 for the Dealer
    is_late: bool = False  # further cards have been dealt since, and nobody has noticed
    is_refused: bool = False  # by a player it came to first


class Offered(Struct, frozen=True):
    """The offer of surrender or Insurance: who has answered it, and whether it was forgotten."""

    answered: tuple[tuple[int, int], ...] = ()  # (area, place)
    declined: tuple[tuple[int, int], ...] = ()  # of these, Insurance
    late_rule: str = ""  # by which it is open after the subsequent deal has commenced
    is_skipped: bool = False  # nothing was offered, and no card has come since
    is_too_late: bool = False  # a second card has lain on the Dealer's hand: no Insurance any more


class Riffle(Struct, frozen=True):
    """The discards, riffled when the cards ran out."""

    cuts: int = -1  # the place that cuts them; 0 for the Dealer, -1 for nobody
    count: int = 0
    is_allowed: bool = False  # by the Gaming Shift Manager


class Breaches(Struct, frozen=True):
    """Wagers outside the limits that nobody noticed before the deal."""

    settled: dict[str, int] = {}  # who has had one under the minimum settled, and when
    is_any: bool = False  # in this Round
    short: tuple[int, ...] = ()  # places with one under the minimum now


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


# no_cards: never shuffled. unburnt: no card burnt since. burnt: in an earlier Round. burnt_now: in this one.
Shoe = Literal["no_cards", "unburnt", "burnt", "burnt_now"]
TOGETHER = "drawn_together"


class State(Struct, frozen=True):
    phase: Phase = "idle"
    round: int = 0
    players: dict[int, Player] = {}
    areas: dict[int, Area] = {}
    dealer: tuple[Card, ...] = ()
    device: Device = physical("card_shoe", 6)
    shoe: Shoe = "no_cards"
    shuffle_due: str = ""  # the rule that demands a shuffle before the next Round
    riffle: Riffle = Riffle()
    # Cards that do not lie on a hand, or not as they should
    laid: tuple[Laid, ...] = ()  # an initial deal that is under way, or did not come as planned
    planned: tuple[Spot, ...] = ()  # once complete: where it should have gone, as amended by rulings
    aside: tuple[Aside, ...] = ()
    # Wagers
    wagers_max: int = 0  # set by a Pit Manager; 0 for the House's own limit
    breaches: Breaches = Breaches()
    net: dict[int, Cents] = {}  # what each player has won or lost in this Round so far
    claims: tuple[Claim, ...] = ()
    offer: Offered = Offered()
    following: Following | None = None
    withdraw_right: bool = False
    # How far the Round has come, and what waits
    has_interim: bool = False  # something was paid or taken on the initial deal
    has_begun: bool = False  # the subsequent deal has commenced
    has_power_failed: bool = False
    dealer_after: int | None = None  # the area after whose hand the Dealer's missing first card comes; 0: now
    skip: Skip | None = None  # the area passed over last
    open: tuple[Matter, ...] = ()
    asked_at: int = 0  # since when the time of who is asked runs

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
    def held(self) -> tuple[Aside, ...]:
        """Cards on the table that come before those of the device, in this order."""
        return lying_aside(self, *HELD)


def place_of(state: State, player: str) -> int | None:
    for place, each in state.players.items():  # asked for every option: a plain loop is faster
        if each.name == player:
            return place
    return None


def is_early(state: State) -> bool:
    """No interim settlement has taken place and the subsequent deal has not commenced."""
    return not (state.has_interim or state.has_begun)


def lying_aside(state: State, *why: Why) -> tuple[Aside, ...]:
    return tuple([each for each in state.aside if each.why in why]) if state.aside else ()


def cards_aside(state: State, *why: Why) -> tuple[Card, ...]:
    return tuple([each.card for each in lying_aside(state, *why)])


def with_aside(state: State, why: tuple[Why, ...], *cards: Aside) -> tuple[Aside, ...]:
    """All that lies aside, with these cards instead of those that lay there for such a reason."""
    return (*[each for each in state.aside if each.why not in why], *cards)


def astray_card(state: State) -> Aside | None:
    return next((each for each in state.aside if each.why == "astray"), None)


def contested(state: State) -> tuple[Claim, ...]:
    """Claims of equal standing, whose claimants have to agree."""
    return tuple([claim for claim in state.claims if claim.is_tied]) if state.claims else ()


def coming_cards(state: State) -> tuple[Laid, ...]:
    """The initial deal while it goes card by card and is under way."""
    return state.laid if state.phase == "closed" else ()


def with_offer(state: State, **changes: object) -> State:
    return replace(state, offer=replace(state.offer, **changes))


def is_asked(state: State, *keys: str) -> bool:
    """Whether one of these questions is open."""
    return any(each.key in keys for each in state.open)


def places_asked(state: State, key: str) -> tuple[int, ...]:
    """The places that are asked this."""
    return tuple([each.seat for each in state.open if each.key == key and each.seat])


def is_round_asked(state: State) -> bool:
    """Whether an open question stops the whole Round; others hold up the next card only."""
    return any(each.holds == "everything" for each in state.open)


def without_matter(state: State, key: str) -> State:
    return replace(state, open=tuple(each for each in state.open if each.key != key))


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
    """What changes a hand ends the decision on it: whose time was over is asked the next one again."""
    silent = {"silent": ()} if area.silent else {}
    return replace(area, hands=(*area.hands[:index], hand, *area.hands[index + 1 :]), **silent)


def with_stake(hand: Hand, stake: Stake) -> Hand:
    """The hand with this stake in place of the player's former one, or behind the others."""
    if any(s.place == stake.place for s in hand.stakes):
        return replace(hand, stakes=tuple(stake if s.place == stake.place else s for s in hand.stakes))
    return replace(hand, stakes=(*hand.stakes, stake))
