"""What the auto-dealer gives to a table: the routine, time called, somebody leaving; all from `options`."""

import secrets
from collections.abc import Mapping
from typing import Any

from croupier.cards import new_seed
from croupier.rulebook import Rules
from croupier.table import SYSTEM, Actor, Ask, Command, Game, Option
from croupier.table.options import fill

# By these names the games report a player who does not act: time called by the House, or the player gone.
OVERDUE = ("CallTime", "ReportAbsent")

# By this a player who was reported gone counts as present again.
RETURNING = ("ReportReturn",)

# By these a player goes for good.
LEAVING = ("LeaveGame", "LeaveTable", "LeaveSeat")

_SECRETS = ("seed", "first_cards")


def overdue(game: Game[Any], rules: Rules, state: Any, place: int) -> Option | None:
    """How the document answers a player who let the time run out; None if it just goes on without them."""
    return _reported(OVERDUE, game, rules, state, place)


def returning(game: Game[Any], rules: Rules, state: Any, place: int) -> Option | None:
    """How it is noted that a player is back, where the dealer has noted that they were gone."""
    return _reported(RETURNING, game, rules, state, place)


def _reported(names: tuple[str, ...], game: Game[Any], rules: Rules, state: Any, place: int) -> Option | None:
    player = game.player_at(state, place)
    options = game.options(rules, state, SYSTEM)
    for name in names:
        for option in options:
            if option.command == name and not option.asks and _is_about(option, place, player):
                return option
    return None


def _is_about(option: Option, place: int, player: str | None) -> bool:
    fixed = option.fixed
    return any(fixed.get(name) == place for name in ("seat", "box", "area", "place")) or (
        player is not None and fixed.get("player") == player
    )


def leaving(game: Game[Any], rules: Rules, state: Any, actor: Actor) -> Option | None:
    """How this player may leave the table now, if they may."""
    options = {option.command: option for option in game.options(rules, state, actor) if not option.asks}
    return next((options[name] for name in LEAVING if name in options), None)


def takes_seed(kind: type[Command]) -> bool:
    return "seed" in kind.__struct_fields__


def seed_for(rules: Rules) -> str:
    """Fresh entropy, enough to reach every order of the decks in use."""
    return new_seed(rules.integer("decks") if "decks" in rules.settings else 1).hex()


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
        values["seed"] = seed_for(rules)
    return fill(kind, _without_secrets(option), SYSTEM, id=id, **values)


def _without_secrets(option: Option) -> Option:
    asks = tuple(ask for ask in option.asks if ask.field not in _SECRETS)
    return Option(option.command, option.words, option.citations, option.fixed, asks, option.group)


def _chance(ask: Ask) -> Any:
    """What chance may decide, such as where the cards are cut."""
    if ask.kind in ("money", "integer"):
        return ask.minimum + ask.step * secrets.randbelow((ask.maximum - ask.minimum) // ask.step + 1)
    return secrets.choice(ask.choices) if ask.kind == "choice" else None


def taken(option: Option, by: Actor, game: Game[Any], values: Mapping[str, Any], id: str) -> Command:
    """The command for an option that somebody chose."""
    return fill(game.commands_by_name[option.command], option, by, id=id, **values)
