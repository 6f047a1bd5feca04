"""What a poker table knows."""

from typing import Literal

from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import UNKNOWN, Card, Device, physical
from croupier.money import Cents
from croupier.table.facts import DISCARD, Came, Laid, Spot
from croupier.table.matters import Matter
from croupier.table.mistakes import Mistake

# idle: between Rounds. blinds: announced, being posted. betting: somebody is to act. dealing: the next street
# is due. closed: the Final Betting Round is over, the marker is not flipped. showdown: hands are being shown.
# settling: who wins is known, the pots are to be pushed.
Phase = Literal["idle", "blinds", "betting", "dealing", "closed", "showdown", "settling"]
Street = Literal["flop", "turn", "river"]
DueKind = Literal["small_blind", "big_blind", "entry", "missed_blinds"]
Blind = Literal["small_blind", "big_blind"]

SEATS_MAX = 10
HEADS_UP = 2
STREETS: tuple[Street, ...] = ("flop", "turn", "river")
CARDS_IN = {"flop": 3, "turn": 1, "river": 1}
_NEXT: dict[int, Street] = {0: STREETS[0], 3: STREETS[1], 4: STREETS[2]}


class Premature(Struct, frozen=True):
    """An action made Out of Turn and taken back: it binds its maker once the turn comes."""

    action: str
    amount: Cents
    skipped: tuple[int, ...]  # the seats that should have acted before
    folded: int = 0  # how many of them have folded since
    answer: Literal["none", "check", "smaller", "larger"] = "none"  # their last action other than a fold
    lasts: bool = False  # what it leaves binds for the whole Betting Round

    @property
    def limits_on(self) -> bool:
        """Whether its maker, having answered, may not raise later either."""
        return self.lasts and self.action != "fold" and self.answer in ("check", "smaller")


class Forfeit(Struct, frozen=True):
    """Chips that stayed in the Pot for an action Out of Turn."""

    amount: Cents
    betting_round: int


class Hand(Struct, frozen=True):
    """A player's part in the Round."""

    cards: tuple[Card, ...] = ()
    bet: Cents = 0  # over the line in this Betting Round
    total: Cents = 0  # live chips in all Betting Rounds
    dead: Cents = 0  # chips that count for nobody's bet
    is_active: bool = True
    shown: tuple[Card, ...] = ()  # what everybody has seen of the cards
    has_shown: bool = False  # at the showdown; or, no longer active, declined to
    strength: int = 0
    premature: Premature | None = None
    is_limited: bool = False  # no raise in this Betting Round any more, where the limit lasts
    forfeit: Forfeit | None = None  # of the dead chips

    @property
    def has_mucked(self) -> bool:
        return self.has_shown and not self.is_active


class Seat(Struct, frozen=True):
    """A place with its player, and what the player owes before being dealt in."""

    player: str
    chips: Cents
    is_new: bool = True
    is_relocated: bool = False
    is_away: bool = False
    has_announced_return: bool = True
    missed: tuple[Blind, ...] = ()
    missed_turns: int = 0
    missed_rounds: int = 0  # that were played while he was away
    has_waited: bool = False  # back with the button on the seat, until it had passed
    hand: Hand | None = None


class Due(Struct, frozen=True):
    """What a seat has to pay before the deal: `live` is a bet, `dead` only goes to the Pot."""

    seat: int
    kind: DueKind
    live: Cents
    dead: Cents = 0
    is_paid: bool = False
    is_asked: bool = False  # for the blind once more, having let the announcement pass


class Positions(Struct, frozen=True):
    """Where button and blinds are, and what the next Round needs to know of them."""

    button: int = 0
    orbit: int = 0
    is_button_placed: bool = False
    is_button_staying: bool = False  # the last Round was void
    next_button: int = 0  # the empty seat that the button goes to after a Round without its Small Blind
    small_blind_position: int = 0
    small_blind_seat: int = 0  # 0: a Round without a Small Blind
    big_blind_seat: int = 0
    posted: tuple[int, ...] = ()  # whose blind was in when the blinds had to be called again, and who is away


class ShuffleDue(Struct, frozen=True):
    """Cards were taken back: before anything else the rest is shuffled with them."""

    rule: str  # under which it is done
    refill: int = 0  # community cards of a packet to be replaced after it
    refill_at: int = 0  # their place in it


class Bettors(Struct, frozen=True):
    """Who raised and who bet first in a Betting Round: it decides who shows first."""

    raisers: tuple[int, ...] = ()
    first: int = 0


class Seats:
    """Who sits where, and who of them is in the Round: what every rule asks of the state."""

    __slots__ = ()
    seats: tuple[Seat | None, ...]
    order: tuple[int, ...]

    def seat(self, number: int) -> Seat:
        seat = self.seats[number - 1]
        assert seat is not None, f"nobody sits at {number}"
        return seat

    def hand(self, number: int) -> Hand:
        hand = self.seat(number).hand
        assert hand is not None, f"seat {number} is not in the Round"
        return hand

    def dealt(self, number: int) -> tuple[Seat, Hand]:
        """Somebody in the Round, and their part in it."""
        seat = self.seats[number - 1]
        assert seat is not None
        assert seat.hand is not None
        return seat, seat.hand

    @property
    def hands(self) -> list[tuple[int, Hand]]:
        """Everyone dealt in, from the button's left."""
        seats, found = self.seats, []
        for number in self.order:
            seat = seats[number - 1]
            assert seat is not None
            assert seat.hand is not None
            found.append((number, seat.hand))
        return found

    @property
    def active(self) -> list[int]:
        """Seats that have not folded, from the button's left."""
        return active_among(self.seats, self.order)

    def with_seat(self, number: int, seat: Seat | None) -> tuple[Seat | None, ...]:
        """All seats with one of them changed."""
        seats = list(self.seats)
        seats[number - 1] = seat
        return tuple(seats)


class State(Struct, Seats, frozen=True):
    """Everything about one table. Seat 1 is on the Dealer's left; seats run clockwise."""

    phase: Phase = "idle"
    seats: tuple[Seat | None, ...] = (None,) * SEATS_MAX
    device: Device = physical("card_shoe")
    is_shuffled: bool = False
    # From Round to Round
    round: int = 0
    positions: Positions = Positions()
    taken: tuple[tuple[str, Cents], ...] = ()  # who left with how much, while it is remembered
    owing: tuple[tuple[str, tuple[Blind, ...]], ...] = ()  # who left in it with blinds missed
    # The Round
    order: tuple[int, ...] = ()  # seats dealt in, from the button's left
    dues: tuple[Due, ...] = ()
    missing: tuple[tuple[int, Blind], ...] = ()  # blinds that absent players miss in this Round
    street: int = 0  # the Betting Round, 1 to 4
    pot: Cents = 0
    to_act: int = 0
    acted: int = 0  # one bit for each seat that has acted since the betting was last open to everybody
    current_bet: Cents = 0
    floor: Cents = 0  # the smallest raise
    last_full: Cents = 0  # the bet before short all-ins went beyond it
    short_excess: Cents = 0  # what short all-ins have added since the last Raise
    raisers: tuple[int, ...] = ()  # of the last Betting Round with any betting
    first_bettor: int = 0
    outs: tuple[int, ...] = ()  # seats that have folded or mucked, in that order
    board: tuple[Card, ...] = ()
    packet: tuple[Card, ...] = ()  # community cards lying face down
    burnt: tuple[Card, ...] = ()
    exposed: tuple[Card, ...] = ()  # seen by accident
    discarded: tuple[Card, ...] = ()  # of these, out of play
    strays: tuple[tuple[int, tuple[Card, ...]], ...] = ()  # hands dealt where nobody takes part, by place
    surplus: int = 0  # cards too many on the last street
    coming: tuple[Laid, ...] = ()  # of a deal that goes card by card and is under way
    is_marker_flipped: bool = False
    is_betting_over: bool = False
    prematures: tuple[int, ...] = ()  # seats bound by an action Out of Turn
    earlier: Bettors = Bettors()  # of the Betting Round before, should a street go back
    # What went wrong and is not settled yet
    unplanned: tuple[Came, ...] = ()
    open: tuple[Matter, ...] = ()
    shuffle_due: ShuffleDue | None = None
    stands: tuple[Mistake, ...] = ()  # ruled to lie right as it lies

    def with_hand(self, number: int, **changes: object) -> "State":
        seat, hand = self.dealt(number)
        return replace(self, seats=self.with_seat(number, replace(seat, hand=replace(hand, **changes))))


def active_among(seats: tuple[Seat | None, ...], order: tuple[int, ...]) -> list[int]:
    """Of the seats dealt in, those that have not folded."""
    found = []  # a plain loop is faster here than a comprehension, and knows its types
    for number in order:
        seat = seats[number - 1]
        if seat and seat.hand and seat.hand.is_active:
            found.append(number)
    return found


def is_unknown(state: State, number: int) -> bool:
    """Whether somebody's hand holds a card that nobody has told the table."""
    return UNKNOWN in state.hand(number).cards


def unknown_hands(state: State) -> tuple[int, ...]:
    """Of those who have not folded."""
    return tuple(number for number in state.active if is_unknown(state, number))


def taken_by(state: State, player: str) -> Cents:
    """What a player took away when leaving, as long as it is remembered."""
    return next((chips for name, chips in state.taken if name == player), 0)


def owed_by(state: State, player: str) -> tuple[Blind, ...]:
    """The blinds a player had missed when leaving in this Orbit."""
    return next((missed for name, missed in state.owing if name == player), ())


def next_street(state: State) -> Street | None:
    """The street that is due, by the cards that lie face up."""
    return _NEXT.get(len(state.board))


def is_dealing_hands(state: State) -> bool:
    """The Hole Cards are due, for the first time or again."""
    return state.phase == "blinds" or any(not hand.cards for _, hand in state.hands)


def is_street_coming(state: State) -> bool:
    """A street is dealt card by card and not complete: what lies there of it is face down."""
    return bool(state.coming) and not is_dealing_hands(state)


def coming_at(state: State, spot: Spot) -> tuple[Card, ...]:
    """The cards of the deal under way that lie there."""
    return tuple(laid.card for laid in state.coming if laid.spot == spot)


def seen_by_accident(state: State) -> tuple[Card, ...]:
    return state.exposed + coming_at(state, DISCARD)


def is_laid(state: State) -> bool:
    """A street from the shoe lies face down."""
    return bool(state.packet) and state.device.kind == "card_shoe"
