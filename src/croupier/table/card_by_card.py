"""A deal that comes card by card: a scanner sends one at a time, and what goes wrong is said at that card.

A game says where the cards of the deal that is due go, in their order. A card may go elsewhere than it
should: its own place then still waits for one. The deal is complete once every place has its card, or when
the dealer says that it ends as it is.
"""

from collections.abc import Callable, Collection, Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import UNKNOWN, Card, DeviceError
from croupier.table.drafts import Draft
from croupier.table.game import Game
from croupier.table.messages import Event, Report, blank
from croupier.table.offers import Moment, Offer, Target
from croupier.table.options import BURNT, cards
from croupier.table.roles import Actor, Role


class Laid(Struct, frozen=True):
    """A card of a deal under way, and where it lies."""

    card: Card
    to: str


class CardLaid(Event, frozen=True, kw_only=True):
    """One card of a deal that is under way; nobody sees one that lies face down."""

    words = "A card is dealt: {to}"
    private = ("cards",)
    to: str
    cards: tuple[Card, ...]
    is_open: bool = False

    def for_viewer(self, viewer: Actor) -> Event:
        return self if self.is_open else blank(self, ("cards",))


class FinishDeal(Report, frozen=True, kw_only=True):
    """The deal is over although somebody has not all the cards due: it is what lies there."""

    words = ("the deal ends here",)


def still_due(places: Sequence[str], coming: Sequence[Laid]) -> list[str]:
    """The places that wait for a card, the next one first. A burn that was passed over is forgotten.

    A card that was discarded lies at none of them: the burn is due after it as before.
    """
    laid = [each.to for each in coming]
    is_past_the_burn = any(to != BURNT and to in places for to in laid)
    found = []
    for place in places:
        if place in laid:
            laid.remove(place)
        elif place != BURNT or not is_past_the_burn:
            found.append(place)
    return found


def cards_at(coming: Sequence[Laid], place: str) -> tuple[Card, ...]:
    return tuple(laid.card for laid in coming if laid.to == place)


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
            draft.refuse("wrong_deck_count", "{error}", error=str(error))
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
