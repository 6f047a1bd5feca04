"""From an option to the command that the auto-dealer or a bot gives, with whatever chance supplies."""

import secrets
from collections.abc import Mapping
from typing import Any

from msgspec.structs import replace

from croupier.cards import Entropy, new_seed
from croupier.rulebook import Rules
from croupier.table import SYSTEM, Actor, Ask, Command, Game, Option
from croupier.table.options import fill

_SECRETS = ("seed", "first_cards", "entropy")


def takes_seed(kind: type[Command]) -> bool:
    return "seed" in kind.__struct_fields__


def takes_entropy(kind: type[Command]) -> bool:
    """Whether it shuffles, and players may add to it."""
    return "entropy" in kind.__struct_fields__


def shuffling(kind: type[Command], game: Game[Any], rules: Rules) -> dict[str, Any]:
    """What a command needs for the house to shuffle: its own seed and what players added take their place."""
    seed = new_seed(game.furniture(rules).decks).hex()
    return {"seed": seed, "entropy": Entropy()} if takes_entropy(kind) else {"seed": seed}


def dealt(game: Game[Any], rules: Rules, option: Option, id: str, *, is_virtual: bool) -> Command | None:
    """The command a routine option stands for; None where only a person can fill it in."""
    kind = game.commands_by_name[option.command]
    values: dict[str, Any] = {}
    for ask in option.asks:
        if ask.field in _SECRETS:
            continue
        if (value := _chance(ask)) is None:
            return None
        values[ask.field] = value
    if is_virtual and takes_seed(kind):
        values |= shuffling(kind, game, rules)
    return fill(kind, _without_secrets(option), SYSTEM, id=id, **values)


def _without_secrets(option: Option) -> Option:
    asks = tuple(ask for ask in option.asks if ask.field not in _SECRETS)
    return replace(option, asks=asks)


def _chance(ask: Ask) -> Any:
    """What chance may decide, such as where the cards are cut."""
    if ask.kind in ("money", "integer"):
        return ask.minimum + ask.step * secrets.randbelow((ask.maximum - ask.minimum) // ask.step + 1)
    return secrets.choice(ask.choices) if ask.kind == "choice" else None


def taken(option: Option, by: Actor, game: Game[Any], values: Mapping[str, Any], id: str) -> Command:
    """The command for an option that somebody chose."""
    return fill(game.commands_by_name[option.command], option, by, id=id, **values)
