"""Where one can sit, and with how much: read from the rules and from what the game offers."""

from collections.abc import Mapping
from typing import Any

from croupier.house.house import Look
from croupier.house.offered import seated
from croupier.table import Actor, Role


def free_places(look: Look) -> list[int]:
    """Places where nobody sits."""
    return [
        place
        for place in range(1, look.game.furniture(look.rules).places + 1)
        if look.game.player_at(look.state, place) is None
    ]


def players(look: Look) -> Mapping[int, str]:
    """Who sits where; at a table that is only foreseen as well."""
    if look.state is look.offered.state:
        return look.offered.players
    return seated(look.game, look.rules, look.state)


def stake(look: Look, wanted: int) -> int:
    """An amount near `wanted` that the table takes from somebody who sits down."""
    newcomer = Actor("(newcomer)", Role.PLAYER)
    for option in look.options(newcomer):
        for ask in option.asks:
            if ask.kind == "money" and ask.field == "chips":
                return max(ask.minimum, min(wanted, ask.maximum))
    return wanted


def chips_of(look: Look, place: int) -> int:
    """What somebody has in front of them."""
    holdings: dict[str, Any] = dict(look.game.holdings(look.state))
    return int(holdings.get(f"stack/{place}", 0))
