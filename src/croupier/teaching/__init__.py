"""Hands that teach a game to somebody who knows nothing of it: positions with the cards that come."""

from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import new_seed, parse_cards
from croupier.messages import Message
from croupier.table.catalogue import Catalogue
from croupier.table.game import Game

_DECKS = 8  # a seed that is long enough for any shoe


class FirstHand(Struct, frozen=True, kw_only=True):
    """What lies there, what to try and why; and what the hand has shown, for whoever has played it."""

    title: Message
    words: Message
    after: Message
    position: str  # behind the name of the edition
    cards: str = ""  # that come next; those behind them come by chance


def first_hands(game: Game[Any]) -> tuple[FirstHand, ...]:
    return game.part("first_hands") or ()


def dealt(hand: FirstHand, edition: str, catalogue: Catalogue) -> str:
    """The position with the order of its shoe, from which the hand is the same each time."""
    table: Any = catalogue.at(edition + hand.position, new_seed(_DECKS))
    device, first = table.state.device, parse_cards(hand.cards)
    rest = list(device.undealt)
    for card in first:
        rest.remove(card)
    table.state = replace(table.state, device=replace(device, undealt=(*first, *rest)))
    return str(table.position(with_shoe=True))
