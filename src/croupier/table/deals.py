"""A deal as it comes, whole or card by card: what is asked for, what may be said of it, and what lies there.

A game states its plan and does with the cards what its document says; what lies between the two is the same
in all games, and here. A card that went elsewhere leaves its own spot waiting.
The deal is complete once every spot has its card, or when the dealer says that it ends as it is.
"""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from typing import Any, ClassVar, TypeAlias

from msgspec.structs import replace

from croupier.cards import UNKNOWN, Card, Device, DeviceError
from croupier.messages import Message, reason_of
from croupier.table.drafts import Draft
from croupier.table.facts import (
    BURN,
    DEALER,
    DEALER_PLACE,
    DISCARD,
    AnyFact,
    BegunAt,
    BurnSeen,
    Burnt,
    Came,
    Due,
    Fact,
    FoundUp,
    InPairs,
    Laid,
    LiesAt,
    NoHand,
    Place,
    Seen,
    Spot,
    SpotKind,
    StrayHand,
    Swapped,
    Together,
    TooFew,
    TooMany,
    are_packets,
    as_it_came,
    contradiction,
    spot_at,
)
from croupier.table.game import Game
from croupier.table.messages import Citations, Event, Report, Routine, blank, refuse
from croupier.table.mistakes import Mistake, exposed, mistakes
from croupier.table.offers import Moment, Offer, Target
from croupier.table.options import Ask, cards, cards_for
from croupier.table.roles import Actor, Role
from croupier.table.subjects import Destination
from croupier.table.words import say

At: TypeAlias = Moment[Any] | Draft[Any]


# What lies where


def cards_of(laid: Iterable[Laid]) -> tuple[Card, ...]:
    return tuple([each.card for each in laid])


def lying(laid: Iterable[Laid], kind: SpotKind) -> tuple[Card, ...]:
    """The cards at one kind of spot, in the order they came."""
    return tuple([each.card for each in laid if each.spot.kind == kind])


def hands(laid: Iterable[Laid]) -> dict[int, tuple[Card, ...]]:
    """The cards of each hand, by its place; the Dealer's lies elsewhere."""
    found: dict[int, tuple[Card, ...]] = {}
    for each in laid:
        if each.spot.kind == "hand":
            found[each.spot.place] = (*found.get(each.spot.place, ()), each.card)
    return found


def still_due(plan: Iterable[Due], laid: Iterable[Laid]) -> list[Due]:
    """What waits for a card, the next one first. What was discarded lies at no spot of the plan.

    A burn that was passed over is forgotten.
    """
    left = [each.spot for each in laid]
    is_past_the_burn = any(spot not in (BURN, DISCARD) for spot in left)
    found = []
    for due in plan:
        if due.spot in left:
            left.remove(due.spot)
        elif due.spot != BURN or not is_past_the_burn:
            found.append(due)
    return found


# Deals that did not come as planned are kept; of all others the plan says where their cards lie


def unplanned(plan: Iterable[Due], laid: Iterable[Laid]) -> tuple[Spot, ...]:
    """The spots of a deal as it came; none if that is as planned."""
    found = tuple([each.spot for each in laid if each.spot != DISCARD])
    return () if found == tuple([due.spot for due in plan]) else found


def spots_of(kept: Iterable[Came], deal: str, plan: Iterable[Due]) -> tuple[Spot, ...]:
    """Where the cards of a deal lie, in the order they came."""
    known = next((each.spots for each in kept if each.deal == deal), None)
    return tuple([due.spot for due in plan]) if known is None else known


def with_deal(kept: tuple[Came, ...], deal: str, spots: tuple[Spot, ...]) -> tuple[Came, ...]:
    """With one deal as it came; none of its spots where that is as planned."""
    others = tuple([each for each in kept if each.deal != deal])
    return (*others, Came(deal, spots)) if spots else others


def wrong(
    kept: Iterable[Came],
    plan_of: Callable[[str], Sequence[Due]],
    under_way: str = "",
    coming: Iterable[Laid] = (),
    stands: Collection[Mistake] = (),
) -> tuple[Mistake, ...]:
    """All that lies otherwise than planned, but for what was ruled to lie right."""
    found: list[Mistake] = []
    for each in kept:
        found += mistakes(each.deal, plan_of(each.deal), each.dues)
        found += exposed(each.deal, each.dues)
    if under_way:
        lies = [each.due for each in coming]
        found += mistakes(under_way, plan_of(under_way), lies, is_complete=False)
    return tuple([each for each in found if each not in stands])


# What is asked for, and what comes


_HANDS = {"seat": "seat {number}", "box": "box {number}", "area": "area {number}"}
_STREETS = {"flop": "Flop", "turn": "Turn Card", "river": "River Card"}
_SPOTS = {"burn": "Burnt Card", "dealer": "Dealer", "discard": "discarded card", "hand": "extra hand"}


def called(spot: Spot, place_word: str) -> Message:
    """What a spot is called where cards are named; `place_word` is the document's for a place."""
    if spot.kind == "board":
        return Message(_STREETS[spot.part])
    if spot.kind == "hand" and spot.place:
        return Message(_HANDS[place_word], {"number": spot.place})
    return Message(_SPOTS[spot.kind])


def goes_to(spot: Spot, place_word: str) -> Destination:
    """The same for pages, which compare where it is and show what it is called."""
    return Destination(called(spot, place_word), spot.kind, max(0, spot.place), spot.part)


def named(
    device: Device, places: Sequence[str | Destination], unseen: int | None = None, field: str = "cards"
) -> tuple[Ask, ...]:
    """A physical device has its cards named as they come, each for its place; some may lie face down."""
    if device.source != "physical" or not places:
        return ()
    again = sum(card != UNKNOWN for card in device.undealt[: len(places)])
    return (cards_for(field, places, again, unseen),)


# The rule under which a device cannot have given such cards, and what is to be reported then.
Undrawn: TypeAlias = Mapping[type[DeviceError], tuple[str, str]]


def drawn(
    at: At, count: int, cards: Sequence[Card], undrawn: Undrawn, rule: str, face_down: int = 0
) -> tuple[Card, ...]:
    """The next cards, the first of them face down; refused under `rule` where no other is said."""
    try:
        found: tuple[Card, ...] = at.state.device.draw(count, cards, face_down)[0]
    except DeviceError as error:
        key, fault = undrawn.get(type(error), (rule, ""))
        template = "{error}; name the cards again, or report {fault}" if fault else "{error}"
        at.refuse(key, template, error=reason_of(error), fault=fault)
    return found


def as_dealt(dues: Sequence[Due], cards: Sequence[Card]) -> tuple[Laid, ...]:
    """Each card at its spot."""
    return tuple([Laid(card, due.spot, due.is_tied) for due, card in zip(dues, cards, strict=True)])


# What may be said of a deal

_OF_HANDS = (TooMany, TooFew, NoHand, Swapped, BegunAt)
_OF_CARDS = (LiesAt, Seen, FoundUp, Together)
_OF_ROUNDS = (StrayHand, NoHand, BegunAt, Swapped, InPairs)
LATER = (BegunAt, InPairs, Swapped, *_OF_CARDS)  # said of the same cards once they lie there
_OF_DEALS = (*_OF_HANDS, *_OF_CARDS, *_OF_ROUNDS, Burnt, BurnSeen)


def require_sensible(
    at: At,
    facts: Sequence[AnyFact],
    plan: Sequence[Due],
    places: Sequence[int],
    others: Sequence[int],
    rules_of: Callable[[Fact], tuple[str, ...]],
    also: tuple[type[Fact], ...] = (),
) -> None:
    """What cannot be said of this deal is refused before anything comes: nothing is recorded and ignored.

    `places` take part, `others` of the table do not; `also` are further kinds that the game knows.
    """
    if not facts:
        return
    dealer = [DEALER_PLACE] if any(due.spot == DEALER for due in plan) else []
    is_street = any(due.spot.kind == "board" for due in plan) and not places
    taking_part = [*places, *dealer] or [0]
    refuse_contradiction(at, facts, rules_of)
    came = as_it_came(plan, facts, places or (0,))
    count = sum(due.spot != BURN for due in came)
    for fact in facts:
        cites, about = at.cite(*rules_of(fact)), _places_of(fact)
        if not isinstance(fact, (*_OF_DEALS, *also)):
            refuse(cites, "this cannot be said with the deal: say where its cards lie, or report it")
        elif isinstance(fact, Burnt):
            if not fact.count and all(due.spot != BURN for due in plan):
                refuse(cites, "no card is burnt before this deal: it is right without")
        elif is_street and (isinstance(fact, _OF_ROUNDS) or (isinstance(fact, _OF_HANDS) and about != {0})):
            refuse(cites, "this is said of the hands, and none are dealt now")
        elif isinstance(fact, StrayHand):
            if fact.place and fact.place not in others:
                said = "an extra hand lies at nobody's place: say none, or one of {others:list}"
                refuse(cites, said, others=others)
        elif isinstance(fact, _OF_HANDS):
            possible = {*taking_part, *(others if isinstance(fact, Swapped) else ())}
            if not about <= possible or not about & {*taking_part}:
                refuse(cites, "name one that is dealt to: {places:list}", places=places)
        elif isinstance(fact, _OF_CARDS):
            numbers = {fact.card, fact.other} if isinstance(fact, Together) else {fact.card}
            least = 0 if isinstance(fact, FoundUp | Together) and came and came[0].spot == BURN else 1
            is_pair = isinstance(fact, Together)
            if len(numbers) <= is_pair or not all(least <= number <= count for number in numbers):
                refuse(cites, "count the cards in the order they came, from 1 to {count}", count=count)
            if not about <= {0, *taking_part, *others, DEALER_PLACE}:
                refuse(cites, "name a place of this table")
            if is_pair and max(numbers) - min(numbers) > 1 and not are_packets(plan):
                refuse(cites, "cards of a shoe that came together came one behind the other")
        refuse_unless_true(cites, fact, plan, came)
        if is_swallowed(fact, facts, plan, places or (0,)):
            refuse(
                cites, "{fact} goes with nothing else that is said: say where the cards lie", fact=say(fact)
            )


def is_swallowed(fact: Fact, facts: Sequence[Fact], plan: Sequence[Due], places: Sequence[int]) -> bool:
    """Alone it makes another deal of it, with the others it does not: it would be heard and ignored."""
    rest = [each for each in facts if each != fact]
    makes_none = as_it_came(plan, facts, places) == as_it_came(plan, rest, places)
    return makes_none and as_it_came(plan, [fact], places) != [*plan]


def refuse_contradiction(
    at: At, facts: Sequence[AnyFact], rules_of: Callable[[Fact], tuple[str, ...]]
) -> None:
    """What cannot both be so would depend on what was said first."""
    pair = contradiction(facts)
    if pair is not None:
        one, other = map(say, pair)
        said = "{one} and {other} cannot both be said: say once what lies there"
        refuse(at.cite(*rules_of(pair[1])), said, one=one, other=other)


def refuse_unless_true(cites: Citations, fact: Fact, plan: Sequence[Due], came: Sequence[Due]) -> None:
    """What is said has to hold of the whole deal, with all else that is said of it."""
    if isinstance(fact, NoHand) and fact.place and any(due.spot == spot_at(fact.place) for due in came):
        refuse(cites, "{fact} goes with nothing else that is said: say where the cards lie", fact=say(fact))
    if isinstance(fact, TooFew):
        own = spot_at(fact.place) if fact.place else plan[-1].spot
        if sum(each.spot == own for each in plan) < fact.count:
            refuse(cites, "so many cards cannot be missing there")


def _places_of(fact: Fact) -> set[int]:
    fields = ("place",) if isinstance(fact, Together) else ("place", "other")
    return {getattr(fact, field) for field in fields if field in fact.__struct_fields__}


# Card by card


class DealCard(Routine, frozen=True, kw_only=True):
    """One card of the deal that is due, as a scanner sends it; where it went if not to its own spot."""

    words: ClassVar[tuple[str, ...]] = (
        "deal the next card",
        "deal the next card {cards}",
        "deal the next card: {facts}",
        "deal the next card: {facts} as {cards}",
        "deal the next card to {to}",
        "deal the next card to {to}: {cards}",
        "deal the next card to {to}: {facts}",
        "deal the next card to {to}: {facts} as {cards}",
    )
    cards: tuple[Card, ...] = ()
    to: Place | None = None
    facts: tuple[AnyFact, ...] = ()


class FinishDeal(Report, frozen=True, kw_only=True):
    """The deal is over although somebody has not all the cards due: it is what lies there."""

    words = ("the deal ends here",)


class CardLaid(Event, frozen=True, kw_only=True):
    """One card of a deal that is under way, or one too many after it; nobody sees one that lies face down."""

    words = "A card is dealt: {where}"
    private = ("cards",)
    place_word: ClassVar[str] = "seat"
    spot: Spot
    cards: tuple[Card, ...]
    is_open: bool = False
    is_tied: bool = False
    spots: tuple[Spot, ...] = ()  # of the whole deal, where this is one too many

    @property
    def where(self) -> Message:
        return called(self.spot, self.place_word)

    def for_viewer(self, viewer: Actor) -> Event:
        return blank(self, ("is_tied", "spots") if self.is_open else ("cards", "is_tied", "spots"))


# A burn that nobody saw


class NameBurntCard(Report, frozen=True, kw_only=True):
    """A Burnt Card that nobody had seen has been looked at after all."""

    words = ("the unknown burnt card is {cards}",)
    cards: tuple[Card, ...]


class BurntCardNamed(Event, frozen=True, kw_only=True):
    words = "A Burnt Card is named"
    sealed = ("cards",)
    cards: tuple[Card, ...]


def let_burns_be_named(
    game: Game[Any], reading: str, seen: Callable[[Any], Collection[Card]] = lambda state: ()
) -> None:
    """For a game whose state has a `device`, the `burnt` cards of the Round, and cards `coming`.

    `seen` are further cards that lie elsewhere, although they have not left the device.
    """

    def is_unknown(state: Any) -> bool:
        """Cards that have been shuffled since lie among the others."""
        return UNKNOWN in state.burnt and UNKNOWN in state.device.out

    def unknown(at: Moment[Any]) -> tuple[Target, ...]:
        return ({},) if is_unknown(at.state) else ()

    @game.action(NameBurntCard, Role.DEALER, "burnt_card", each=unknown)
    def name_burnt_card(at: Moment[Any]) -> Offer:
        at.require(is_unknown(at.state), "burnt_card", "every Burnt Card of this Round is known", reading)
        cites = at.cite("burnt_card", reading=reading)
        return Offer(cites, (cards("cards", 1),), group="irregularity")

    @name_burnt_card.taken
    def is_named(draft: Draft[Any], command: NameBurntCard, offer: Offer) -> None:
        state = draft.state
        try:
            state.device.draw(1, command.cards)
        except DeviceError as error:
            draft.refuse("wrong_deck_count", "{error}", error=reason_of(error))
        elsewhere = (*(laid.card for laid in state.coming), *state.device.undealt, *seen(state))
        if command.cards[0] in elsewhere:
            said = "{card:card} lies elsewhere: it was not burnt"
            draft.refuse("wrong_deck_count", said, card=command.cards[0])
        draft.emit(BurntCardNamed(cards=command.cards, citations=offer.citations))

    @game.after(BurntCardNamed)
    def burnt_card_named(state: Any, event: BurntCardNamed) -> Any:
        device = replace(state.device, out=_named(state.device.out, event.cards[0]))
        return replace(state, device=device, burnt=_named(state.burnt, event.cards[0]))


def _named(cards: tuple[Card, ...], card: Card) -> tuple[Card, ...]:
    at = cards.index(UNKNOWN)
    return (*cards[:at], card, *cards[at + 1 :])
