"""What lies where: every card that has left the device, in the order it came, and how staff say it.

A game says in a plan where the cards of a deal go. What really happened is told by facts, each a difference
that somebody can see: nothing was burnt, one too many lies at seat 2, card 3 was seen. Any number of them
together make the deal as it came (`as_it_came`), so nothing has to foresee which mistakes meet. Nobody
reports a kind of mistake: those are computed from what lies there (`croupier.table.mistakes`).
"""

from collections.abc import Callable, Iterable, Sequence
from itertools import combinations, groupby
from typing import Annotated, ClassVar, Literal, TypeAlias, TypeVar

from msgspec import Meta, Struct
from msgspec.structs import astuple, replace

from croupier.cards import Card

Place: TypeAlias = Annotated[int, Meta(extra={"spoken": "place"})]  # a seat, box or area
SpotKind = Literal["burn", "hand", "board", "dealer", "discard"]


class Spot(Struct, frozen=True):
    """Where a card lies. A place without a part in the Round has one too: so a stray hand is said."""

    kind: SpotKind
    place: int = 0  # the seat, box or area of a hand
    part: str = ""  # of the board: "flop"


BURN, DISCARD, DEALER = Spot("burn"), Spot("discard"), Spot("dealer")
DEALER_PLACE = -1  # how facts name the Dealer's own hand: "one too many at the dealer"


def spot_at(place: int) -> Spot:
    return DEALER if place == DEALER_PLACE else Spot("hand", place)


def place_at(spot: Spot) -> int:
    return DEALER_PLACE if spot == DEALER else spot.place


class Due(Struct, frozen=True):
    """A card of a deal and the spot it goes to."""

    spot: Spot
    is_seen: bool = False  # lies face up although the plan has it face down
    is_found_up: bool = False  # face up in the device when its turn came
    is_tied: bool = False  # came together with the one before it: nobody knows which was first


class Laid(Struct, frozen=True):
    """A card on the table, and its spot."""

    card: Card
    spot: Spot
    is_tied: bool = False  # came together with the one before it

    @property
    def due(self) -> Due:
        return Due(self.spot, is_tied=self.is_tied)


class Came(Struct, frozen=True):
    """A deal that did not come as planned: where its cards lie, in the order they came.

    Which of them were seen, and which came together with the one before, by their place in that order.
    """

    deal: str = ""
    spots: tuple[Spot, ...] = ()
    seen: tuple[int, ...] = ()
    tied: tuple[int, ...] = ()

    @property
    def dues(self) -> list[Due]:
        return [Due(spot, at in self.seen, is_tied=at in self.tied) for at, spot in enumerate(self.spots)]


def as_came(deal: str, dues: Sequence[Due]) -> Came:
    spots = tuple([due.spot for due in dues])
    seen = tuple([at for at, due in enumerate(dues) if due.is_seen])
    return Came(deal, spots, seen, tuple([at for at, due in enumerate(dues) if due.is_tied]))


F = TypeVar("F", bound="Fact")

# How staff say what happened. Each is a step from the plan towards the deal as it came.


class Fact(Struct, frozen=True, tag=True):
    """Something to be seen on the table that is not as planned. `words` as those of a command."""

    words: ClassVar[tuple[str, ...]] = ()

    def change(self, dues: list[Due], places: Sequence[int]) -> list[Due]:
        """The deal with this in it. `places` take part, in the order they are dealt to."""
        return dues


class Burnt(Fact, frozen=True):
    """How many cards were burnt before the deal."""

    words = ("nothing burnt", "{count} burnt")
    count: int = 0

    def change(self, dues: list[Due], places: Sequence[int]) -> list[Due]:
        return [Due(BURN)] * self.count + [due for due in dues if due.spot != BURN]


class TooMany(Fact, frozen=True):
    """More cards at a spot than planned: at a place, or on the street that is dealt."""

    words = ("{count} too many", "{count} too many at {place}")
    count: int = 1
    place: Place = 0

    def change(self, dues: list[Due], places: Sequence[int]) -> list[Due]:
        """They lie behind the others of a packet; where cards go round, they come last of all."""
        spot = spot_at(self.place) if self.place else _street(dues)
        if spot is None:
            return dues
        last = max((at for at, due in enumerate(dues) if due.spot == spot), default=-1)
        at = last + 1 if last >= 0 and are_packets(dues) else len(dues)
        return [*dues[:at], *[Due(spot)] * self.count, *dues[at:]]


class TooFew(Fact, frozen=True):
    """Fewer cards at a spot than planned: the last ones are missing."""

    words = ("{count} too few", "{count} too few at {place}")
    count: int = 1
    place: Place = 0

    def change(self, dues: list[Due], places: Sequence[int]) -> list[Due]:
        spot = spot_at(self.place) if self.place else _street(dues)
        left, missing = [], self.count
        for due in reversed(dues):
            if missing and due.spot == spot:
                missing -= 1
            else:
                left.append(due)
        return left[::-1]


class NoHand(Fact, frozen=True):
    """Somebody who takes part got no cards."""

    words = ("a hand left out", "{place} left out")
    place: Place = 0

    def change(self, dues: list[Due], places: Sequence[int]) -> list[Due]:
        return [due for due in dues if not self.place or due.spot != spot_at(self.place)]


class StrayHand(Fact, frozen=True):
    """Cards were dealt to a place without a part in the Round, or to none at all."""

    words = ("an extra hand", "an extra hand at {place}")
    place: Place = 0

    def change(self, dues: list[Due], places: Sequence[int]) -> list[Due]:
        """It comes where it lies, clockwise; what is nobody's at all comes last each time around.

        Where places count up from the first hand dealt, one below all others comes before it. Where nobody
        has got a card there is none beside whom it could lie.
        """
        served = list(dict.fromkeys(due.spot.place for due in dues if due.spot.kind == "hand"))
        if not served:
            return dues
        is_first = 0 < self.place < min(served) == served[0]
        ahead = [each for each in served if each < self.place] if self.place else [served[-1]]
        beside = Spot("hand", served[0] if is_first else max(ahead or served))
        found: list[Due] = []
        for spot, run in groupby(dues, lambda due: due.spot):
            cards = list(run)
            for hand in [cards] if are_packets(dues) else [[due] for due in cards]:
                stray = [Due(Spot("hand", self.place))] * len(hand) if spot == beside else []
                found += [*stray, *hand] if is_first else [*hand, *stray]
        return found


class BegunAt(Fact, frozen=True):
    """The deal began at another place than it should have."""

    words = ("begun at {place}",)
    place: Place

    def change(self, dues: list[Due], places: Sequence[int]) -> list[Due]:
        """At the Dealer only where everybody gets a packet."""
        if self.place == DEALER_PLACE and are_packets(dues):
            places = (*places, DEALER_PLACE)
        if self.place not in places:
            return dues
        at = places.index(self.place)
        goes = dict(zip(places, (*places[at:], *places[:at]), strict=True))
        return [_moved(due, goes) for due in dues]


class InPairs(Fact, frozen=True):
    """Everybody got all cards at once, where they should have gone round."""

    words = ("two at a time",)

    def change(self, dues: list[Due], places: Sequence[int]) -> list[Due]:
        order = list(dict.fromkeys(due.spot for due in dues))
        return sorted(dues, key=lambda due: order.index(due.spot))


class Swapped(Fact, frozen=True):
    """The cards of one place lie at another, and the other way around."""

    words = ("the cards of {place} at {other}",)
    place: Place
    other: Place

    def change(self, dues: list[Due], places: Sequence[int]) -> list[Due]:
        return [_moved(due, {self.place: self.other, self.other: self.place}) for due in dues]


class LiesAt(Fact, frozen=True):
    """One card of the deal, counted from 1 without the burn, lies at another place than it should."""

    words = ("card {card} at {place}",)
    card: int
    place: Place

    def change(self, dues: list[Due], places: Sequence[int]) -> list[Due]:
        return _marked(dues, self.card, lambda due: replace(due, spot=spot_at(self.place)))


class Seen(Fact, frozen=True):
    """A card of the deal was seen, counted from 1 without the burn, or among those of one place.

    0 where one card is spoken of.
    """

    words = ("seen", "card {card} seen", "card {card} of {place} seen")
    card: int = 0
    place: Place = 0

    def change(self, dues: list[Due], places: Sequence[int]) -> list[Due]:
        number = self.card
        if self.place:
            spots = [due.spot for due in dues if due.spot != BURN]
            lying = [at for at, spot in enumerate(spots, 1) if spot == spot_at(self.place)]
            number = lying[self.card - 1] if 0 < self.card <= len(lying) else len(dues) + 1
        return _marked(dues, number, lambda due: replace(due, is_seen=True))


class BurnSeen(Fact, frozen=True):
    """The burn of the deal was seen."""

    words = ("the burn seen",)

    def change(self, dues: list[Due], places: Sequence[int]) -> list[Due]:
        return _marked(dues, 0, lambda due: replace(due, is_seen=True))


class FoundUp(Fact, frozen=True):
    """A card lay face up in the device when its turn came; 0 where it was due as the burn."""

    words = ("the burn found face up", "card {card} found face up")
    card: int = 0

    def change(self, dues: list[Due], places: Sequence[int]) -> list[Due]:
        return _marked(dues, self.card, lambda due: replace(due, is_found_up=True))


class Together(Fact, frozen=True):
    """Two cards came at once: nobody knows which was first. The burn is number 0."""

    words = ("card {card} together with {other}", "card {card} together with the burn")
    card: int
    other: int = 0

    def change(self, dues: list[Due], places: Sequence[int]) -> list[Due]:
        return _marked(dues, max(self.card, self.other), lambda due: replace(due, is_tied=True))


class Otherwise(Fact, frozen=True):
    """Something else went wrong in the deal, of which the cards show nothing."""

    words = ("something else wrong", "something else wrong at {place}")
    place: Place = 0


class FaceDown(Fact, frozen=True):
    """A street lies there and is not turned up yet: no mistake by itself."""

    words = ("face down",)


class TooEarly(Fact, frozen=True):
    """A street was dealt before its moment."""

    words = ("too early",)


class Looked(Fact, frozen=True):
    """A player has looked at cards of their own."""

    words = ("somebody has looked",)


class NotLooked(Fact, frozen=True):
    """No player has looked at cards of their own."""

    words = ("nobody has looked",)


AnyFact: TypeAlias = (
    Burnt
    | TooMany
    | TooFew
    | NoHand
    | StrayHand
    | BegunAt
    | InPairs
    | Swapped
    | LiesAt
    | Seen
    | BurnSeen
    | FoundUp
    | Together
    | Otherwise
    | FaceDown
    | TooEarly
    | Looked
    | NotLooked
)
# In the order in which they make a deal, whatever was said first: how the cards went round, who got a hand,
# how many each got, and last what is counted card by card.
KINDS: tuple[type[Fact], ...] = (
    InPairs, BegunAt, StrayHand, Swapped, TooMany, TooFew, NoHand, Burnt, LiesAt, Seen, BurnSeen, FoundUp,
    Together, Otherwise, FaceDown, TooEarly, Looked, NotLooked,
)  # fmt: skip
_AT_MOST_ONE: tuple[tuple[type[Fact], ...], ...] = (  # each says all there is to say of it
    (Burnt,), (BegunAt,), (InPairs,), (BurnSeen,), (FaceDown,), (TooEarly,), (Looked, NotLooked),
)  # fmt: skip


def as_it_came(dues: Iterable[Due], facts: Iterable[Fact], places: Sequence[int]) -> list[Due]:
    """The deal with all that was not as planned: the same in whatever order it was said."""
    found = list(dues)
    for fact in in_their_order(facts):
        found = fact.change(found, places)
    return found


def in_their_order(facts: Iterable[F]) -> list[F]:
    """The same in whatever order they were said."""
    return sorted(facts, key=lambda fact: (KINDS.index(type(fact)), astuple(fact)))


def contradiction(facts: Sequence[Fact]) -> tuple[Fact, Fact] | None:
    """Two that cannot both be so, or that say something of the same cards."""
    pairs = combinations(facts, 2)
    return next(((one, other) for one, other in pairs if _about(one) & _about(other)), None)


def _about(fact: Fact) -> set[object]:
    """What a fact settles: no other may settle it too."""
    for at, kinds in enumerate(_AT_MOST_ONE):
        if isinstance(fact, kinds):
            return {("only", at)}
    match fact:
        case TooMany(place=place) | TooFew(place=place) | NoHand(place=place):
            return {("count", place)}
        case Swapped(place=place, other=other):
            return {("cards", place), ("cards", other)}
        case LiesAt(card=card):
            return {("card", card)}
        case Together(card=card, other=other):
            return {("tie", max(card, other))}
    return {fact}


def are_packets(dues: Sequence[Due]) -> bool:
    """Whether everybody gets all cards at once: several spots get some, each of them two or more in a row."""
    runs = [len(list(each)) for spot, each in groupby(dues, lambda due: due.spot) if spot.kind != "burn"]
    return len(runs) > 1 and min(runs) > 1


def _street(dues: list[Due]) -> Spot | None:
    return next((due.spot for due in reversed(dues) if due.spot.kind == "board"), None)


def _moved(due: Due, goes: dict[int, int]) -> Due:
    place = place_at(due.spot)
    return replace(due, spot=spot_at(goes[place])) if place in goes else due


def _marked(dues: list[Due], number: int, mark: Callable[[Due], Due]) -> list[Due]:
    """The deal with one of its cards marked, counted without the burn; the first burn is number 0."""
    counted = 0
    found = []
    for due in dues:
        counted += due.spot != BURN
        is_meant = counted == number and (due.spot != BURN or not number)
        found.append(mark(due) if is_meant else due)
    return found
