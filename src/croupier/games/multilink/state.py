"""What a Multi-Link table knows."""

from collections.abc import Iterator, Mapping
from typing import Any, Literal

from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import UNKNOWN, Card, Device, physical
from croupier.money import Cents
from croupier.table.facts import Came, Laid
from croupier.table.matters import Matter, answerable
from croupier.table.mistakes import Mistake
from croupier.table.roles import Role

Bet = Literal["ante", "bonus", "progressive", "flop", "turn", "river"]
BETS: tuple[Bet, ...] = ("ante", "bonus", "progressive", "flop", "turn", "river")
BET_TITLES: Mapping[str, str] = {bet: "Ante" if bet == "ante" else f"{bet.capitalize()} bet" for bet in BETS}

Phase = Literal[
    "idle",  # between Rounds
    "betting",  # "Place your Bets, please"
    "closed",  # "No more Bets"; nothing dealt yet
    "first",  # Hole Cards out: fold or Flop
    "flop_down",  # the street lies face down (Card Shoe only)
    "second",  # Flop Cards up: Turn or check
    "turn_down",
    "third",  # Turn Card up: River or check
    "river_down",
    "board",  # River Card up
    "showdown",  # the Dealer's Hand is up
    "jackpot",  # a share of the jackpot is being paid
]
Status = Literal["in", "folded", "refused", "cancelled"]


class BetResult(Struct, frozen=True):
    """One bet: of `stake`, `surplus` never counted, `taken` stays with the House, the rest goes home."""

    bet: Bet
    stake: Cents
    outcome: Literal["won", "lost", "stood_off", "returned", "not_paid"]
    taken: Cents = 0
    winnings: Cents = 0
    surplus: Cents = 0
    line: str = ""


class Box(Struct, frozen=True):
    """One betting box with chips on it. `seat` is where the bettor's other chips are."""

    player: str
    seat: int
    ante: Cents = 0
    bonus: Cents = 0
    progressive: Cents = 0
    flop: Cents = 0
    turn: Cents = 0
    river: Cents = 0
    cards: tuple[Card, ...] = ()
    dealt_at: int = 0  # when the hand was full
    status: Status = "in"
    has_decided: bool = False
    is_examined: bool = False  # by its own player
    is_shown: bool = False  # face up for everyone
    has_left: bool = False
    is_proved: bool = False
    advised: tuple[Bet, ...] = ()  # bets that were too small when the player was told so
    registered: Cents = 0  # of the progressive bet, what the link has taken in
    prize: int = -1  # what the link has paid; -1 while nothing has come
    posted: tuple[BetResult, ...] = ()  # what became of its bets in the settlement

    @property
    def is_in(self) -> bool:
        return self.status == "in" and self.ante > 0

    @property
    def staked(self) -> int:
        return self.ante + self.bonus + self.progressive + self.flop + self.turn + self.river


class Player(Struct, frozen=True):
    """Somebody at the table."""

    seat: int
    chips: Cents
    is_ready: bool = False


class Fault(Struct, frozen=True):
    """The jackpot equipment is not fully functional; box 0 is the system as a whole."""

    box: int = 0
    course: Literal["", "close_table", "block_box", "without_progressive"] = ""
    round: int = 0  # the Round it struck, 0 if none was under way
    others: tuple[int, ...] = ()  # further boxes that have failed since

    @property
    def boxes(self) -> tuple[int, ...]:
        return (self.box, *self.others)

    def covers(self, number: int) -> bool:
        """Whether the equipment of this box does not work."""
        return self.box == 0 or number == self.box or number in self.others

    def blocks(self, number: int) -> bool:
        return self.course == "block_box" and self.covers(number)

    def includes(self, box: int) -> bool:
        """Whether a further report would tell nothing new: no jackpot bet is left for it to concern."""
        if self.course in ("close_table", "without_progressive"):
            return True
        return self.covers(box) if box else self.box == 0


class State(Struct, frozen=True):
    phase: Phase = "idle"
    round: int = 0
    settled_in: Phase = "idle"  # where the Round stood when it was settled
    players: dict[str, Player] = {}
    boxes: dict[int, Box] = {}
    device: Device = physical("card_shoe")
    is_shuffled: bool = False  # a person's shuffle shows nowhere else
    burnt: tuple[Card, ...] = ()
    board: tuple[Card, ...] = ()
    board_shown: int = 0
    dealer: tuple[Card, ...] = ()
    is_dealer_shown: bool = False
    has_looked: bool = False  # what counts as a look besides those that a hand shows
    unplanned: tuple[Came, ...] = ()  # deals that did not come as planned, noticed or not
    stands: tuple[Mistake, ...] = ()  # what was ruled to lie right
    public: tuple[Card, ...] = ()  # cards everyone has seen although they were meant to be face down
    exposed: int = 0  # how many of them by the Dealer's doing
    face_up: Card | None = None  # lies face up in the device
    face_up_after: int = 0  # so many cards come before it
    coming: tuple[Laid, ...] = ()  # of a deal under way, in the order they came
    asked_at: int = 0
    open: tuple[Matter, ...] = ()  # what waits for an answer
    fault: Fault | None = None
    claims: tuple[int, ...] = ()  # boxes the link has yet to pay
    meter: Cents = 0
    is_link_open: bool = False

    def with_box(self, number: int, **changes: Any) -> "State":
        return replace(self, boxes=self.boxes | {number: replace(self.boxes[number], **changes)})

    def with_chips(self, player: str, cents: int) -> dict[str, Player]:
        """The players after one of them got (or gave) chips."""
        found = self.players[player]
        return self.players | {player: replace(found, chips=found.chips + cents)}

    @property
    def shown_board(self) -> tuple[Card, ...]:
        return self.board[: self.board_shown]


def asked(state: State) -> tuple[Matter, ...]:
    """The open matters that can be answered now: those of staff, or the choices of players."""
    return answerable(state.open)


def choosing(state: State) -> tuple[int, ...]:
    """The boxes whose players choose after a dealing error."""
    return tuple(each.about for each in asked(state) if each.role is Role.PLAYER)


def is_unknown(state: State, number: int) -> bool:
    """Whether the hand of a box holds a card that nobody has told the table."""
    return UNKNOWN in state.boxes[number].cards


def in_play(state: State) -> list[int]:
    """Boxes still in the Round, clockwise from the Dealer's left."""
    return [number for number, box in state.boxes.items() if box.is_in]


def dealt_in(state: State) -> list[int]:
    """Boxes that take part in the Round: those with an Ante."""
    return [number for number, box in state.boxes.items() if box.ante]


def undecided(state: State) -> Iterator[int]:
    """Every box that has to decide yet, clockwise."""
    return (number for number, box in state.boxes.items() if box.is_in and not box.has_decided)


def next_to_decide(state: State) -> int | None:
    """The box that is asked, clockwise."""
    return next(undecided(state), None)


def has_seen(state: State) -> bool:
    """Whether any player has seen own cards: a look at Hole Cards, or for a blind table the flop up."""
    is_shown = state.has_looked or state.board_shown > 0
    return is_shown or any(box.is_examined for box in state.boxes.values())


def live_progressive(state: State) -> list[int]:
    """Boxes whose jackpot bet was accepted and can still be judged, folded hands included."""
    return [
        number
        for number, box in state.boxes.items()
        if box.registered and box.ante and box.status != "cancelled"
    ]


def at_stake(state: State) -> list[int]:
    """Hands that a dealing error can harm: those in the Round, and folded ones whose jackpot bet the flop is
    still to decide."""
    undecided = live_progressive(state) if not state.board_shown else []
    return [number for number, box in state.boxes.items() if box.is_in or number in undecided]


def is_early(state: State) -> bool:
    """Whether the next street of a Card Shoe lies there already, before its moment."""
    if state.device.kind != "card_shoe" or state.phase not in _NEXT_STREET:
        return False
    street = _NEXT_STREET[state.phase]
    return len(state.board) > state.board_shown or any(came.deal == street for came in state.unplanned)


_NEXT_STREET: Mapping[str, str] = {"first": "flop", "second": "turn", "third": "river"}


def has_fault_now(state: State) -> bool:
    """Whether the jackpot equipment failed in this very Round."""
    return state.fault is not None and state.fault.round == state.round


def swept(state: State) -> State:
    """The cards at the end of a Round. What was to be dealt again, or had something wrong, is shuffled."""
    is_shuffled = state.is_shuffled and not (state.phase == "closed" and state.boxes)
    return replace(state, is_shuffled=is_shuffled, coming=())
