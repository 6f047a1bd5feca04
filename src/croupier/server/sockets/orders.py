"""From a client's message to a command of the game: who, when and where are the server's to say."""

from collections.abc import Iterable, Mapping, Set
from functools import cache
from typing import Any

import msgspec

from croupier.house.floor.state import TableCard
from croupier.house.house import Look
from croupier.house.people import Person
from croupier.messages import Message
from croupier.server.context import acting_role
from croupier.server.errors import Rejected
from croupier.server.tables.moves import shuffling, takes_seed
from croupier.table import Actor, Command, Game, Role

NUMBER_MAX = 10**15
STAMPED = frozenset({"by", "at", "id", "seed", "entropy"})


def role_at(card: TableCard, person: Person | None, role: Role) -> Role:
    """The role in which a person may look at a table; Rejected if they may not."""
    if role is Role.SYSTEM:
        raise Rejected("not_allowed", "nobody but the house itself acts as the system")
    if role is Role.PLAYER:
        return role
    if person is None:
        raise Rejected("sign_in", "sign in to act as {role:role}", role=role)
    if card.owner == person.id or acting_role(person, role) is not None:
        return role
    raise Rejected("not_allowed", "you do not act as {role:role} here", role=role)


def actor_at(look: Look, person: Person, role: Role) -> Actor:
    """A person at a table. Who plays here does not deal here, except at their own practice table."""
    place = look.game.place_of(look.state, person.id)
    if role is Role.PLAYER:
        return Actor(person.id, role, place)
    if place is not None and look.card.owner != person.id:
        raise Rejected("not_allowed", "players cannot act for the House at their own table")
    return Actor(person.id, role)


def read_command(look: Look, actor: Actor, body: Mapping[str, Any], id: str) -> Command:
    """The command in a message; Rejected says what is wrong with it."""
    kind, given = kind_in(body, look.game), fields_in(body)
    first_is_own = _may_name_first(kind, given, look, actor)
    check_fields(kind, given, STAMPED if first_is_own else STAMPED | {"first_cards"})
    if look.card.cards == "rehearsal" and takes_seed(kind) and not given.get("first_cards"):
        given |= msgspec.to_builtins(shuffling(kind, look.game, look.rules))
    return command_from(kind, given, actor, stamped_id(actor, id))


def kind_in(body: Mapping[str, Any], game: Game[Any]) -> type[Command]:
    """What kind of command a message is."""
    name = body.get("type")
    if not isinstance(name, str) or (kind := game.commands_by_name.get(name)) is None:
        raise Rejected("malformed", "there is no such command in {game}", game=game.name)
    return kind


def fields_in(body: Mapping[str, Any]) -> dict[str, Any]:
    """What its sender says."""
    check_numbers(body)
    return {field: value for field, value in body.items() if field != "type"}


def check_fields(kind: type[Command], given: Iterable[str], forbidden: Set[str]) -> None:
    for field in given:
        if field in forbidden:
            raise Rejected("malformed", "{field} is not the sender's to say", field=field)
        if field not in kind.__struct_fields__:
            known = [name for name in kind.__struct_fields__ if name not in forbidden] or [Message("nothing")]
            said = "{command} has no {field}; it asks for {known:list}"
            raise Rejected("malformed", said, command=kind.__name__, field=field[:40], known=known)


def command_from(kind: type[Command], given: dict[str, Any], by: Actor, id: str = "") -> Command:
    """The command, in the sender's own place if it names none."""
    stamped = {"type": kind.__name__, "by": msgspec.to_builtins(by), "id": id}
    if "seat" in kind.__struct_fields__ and by.seat is not None:
        given = {"seat": by.seat} | given
    try:
        return msgspec.convert(given | stamped, kind)
    except (msgspec.ValidationError, OverflowError) as error:
        raise Rejected(
            "malformed", "{command}: {error}", command=kind.__name__, error=str(error)[:200]
        ) from None


def check_numbers(body: Mapping[str, Any]) -> None:
    """No number so large that a store, or a client in another language, could not keep it."""
    waiting: list[Any] = [body]
    while waiting:
        each = waiting.pop()
        if isinstance(each, dict):
            waiting += each.values()
        elif isinstance(each, list):
            waiting += each
        elif isinstance(each, int) and abs(each) > NUMBER_MAX:
            raise Rejected("malformed", "numbers go up to {most}", most=f"{NUMBER_MAX:,}")


def check_seating(look: Look, player: Actor) -> None:
    """One seat each at a table, and none for its dealer, by whichever way one sits down."""
    if (place := look.game.place_of(look.state, player.id)) is not None:
        raise Rejected("refused", "you sit at place {place} already; one seat each at a table", place=place)
    check_not_dealing(look, player)


def check_not_dealing(look: Look, player: Actor) -> None:
    card = look.card
    if card.dealer == "person" and card.dealer_name == player.id and card.owner != player.id:
        raise Rejected("not_allowed", "the dealer of a table cannot play there")


def is_seating(look: Look, command: Command) -> bool:
    """Whether this is the game's own command for sitting down."""
    return type(command) in _seating(look.game)


@cache
def _seating(game: Game[Any]) -> frozenset[type[Command]]:
    return frozenset(map(type, game.seat(Actor("(somebody)", Role.PLAYER), 1, 1)))


def stamped_id(actor: Actor, id: str) -> str:
    """Ids are the sender's own: nobody can repeat, or take, another's."""
    return f"p:{actor.id}:{id}"


def _may_name_first(kind: type[Command], given: Mapping[str, Any], look: Look, actor: Actor) -> bool:
    """Whether first cards are the sender's to say: in a rehearsal, or where physical ones are asked for."""
    if look.card.cards != "physical" or "first_cards" not in given:
        return look.card.cards == "rehearsal"
    offered = look.options(actor)
    asks = [ask.field for option in offered if option.command == kind.__name__ for ask in option.asks]
    return "first_cards" in asks
