"""What players do, written down by the dealer who saw it: a table with real cards has one screen.

The decision is the player's, under the player's paragraph; the record is the dealer's. So a recorded command
is decided as the player's own, and leads to the same events: only who gave it differs. "On request", "time"
and "passed over" stay what the documents mean by them.
"""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from msgspec import UNSET
from msgspec.structs import replace

from croupier.messages import Message
from croupier.money import Cents
from croupier.rulebook import Rules
from croupier.table import gratuities
from croupier.table.messages import Accepted, Command, Recorded, Refusal, Refused, refuse
from croupier.table.options import Option
from croupier.table.purposes import Purpose
from croupier.table.roles import Actor, Role
from croupier.table.words import UNKNOWN_STACK

if TYPE_CHECKING:
    from croupier.table.game import Game

LATE_MS_MAX = 120_000  # how long after it was seen something may be entered with its own time
GUEST = "guest:"  # begins the id of a person at the table whom the house knows by the seat only


def is_guest(player: str) -> bool:
    return player.startswith(GUEST)


def guest_place(player: str) -> int:
    """Where a guest sat down."""
    return int(player.split(":")[1])


def guest_name(player: str) -> str:
    """What a guest is called: "Guest 3"."""
    return f"Guest {guest_place(player)}"


def open_stack(game: "Game[Any]") -> Cents:
    """With how much a guest sits down whose chips nobody counts; 0 where players bet against each other."""
    is_at_table_stakes = any(kind.purpose is Purpose.CALL for kind in game.commands)
    return 0 if is_at_table_stakes else UNKNOWN_STACK


def decide(game: "Game[Any]", rules: Rules, state: Any, command: Command) -> Accepted[Any] | Refusal:
    """As the game decides it: what was recorded, as the command of who did it."""
    if isinstance(command, gratuities.KINDS):
        return gratuities.decide(game, rules, state, command)
    if command.recorded is not None:
        try:
            command = as_decided(game, rules, state, command)
        except Refused as refused:
            return refused.refusal
    return game.decide(rules, state, command)


def behind(game: "Game[Any]", rules: Rules, state: Any, command: Command) -> Command:
    """The command of who decides it, as far as that is clear."""
    if command.recorded is None:
        return command
    try:
        return as_decided(game, rules, state, command)
    except Refused:
        return command


def as_decided(game: "Game[Any]", rules: Rules, state: Any, command: Command) -> Command:
    """The player's own command behind a record; Refused if it cannot be one."""
    record = command.recorded
    assert record is not None
    under, kind = rules.cite("acting_in_position"), type(command)
    if not command.by.role.is_staff:
        refuse(under, "what others do is recorded by a dealer or above, not by {by:role}", by=command.by.role)
    if kind.purpose is Purpose.RELOCATE:  # brought by staff, with chips that are written down
        return replace(command, recorded=None)
    if not game.is_for_players(rules, kind):
        refuse(under, "this is nothing that a player does: say it without a place")
    seen = record.seen(command.at)
    if not command.at - LATE_MS_MAX <= seen <= command.at:
        template = "what was seen is entered within {seconds} seconds, and not before it happens"
        refuse(under, template, seconds=LATE_MS_MAX // 1000)
    player = _who(game, state, command, record)
    if player is None:
        refuse(under, "nobody decides at place {place}: seat somebody there first", place=record.place)
    by = Actor(player, Role.PLAYER, game.place_of(state, player))
    return replace(command, by=by, at=seen, recorded=None)


def _who(game: "Game[Any]", state: Any, command: Command, record: Recorded) -> str | None:
    """Whose decision it is. Who sits down is known to the house by name, or is a guest."""
    if type(command).purpose is not Purpose.SIT:
        return game.decides_at(state, record.place, command)
    return record.player or f"{GUEST}{record.place}:{command.at}"


def options(game: "Game[Any]", rules: Rules, state: Any) -> Iterator[Option]:
    """What players may do now, each at their place, and guests who may sit down: for who writes it down."""
    word = game.furniture(rules).place_word
    for place in range(1, game.furniture(rules).places + 1):
        player = game.player_at(state, place)
        if player is not None and game.place_of(state, player) == place:
            by = Actor(player, Role.PLAYER, place)
            yield from (_at(place, word, each) for each in game.options(rules, state, by))
            yield from (_at(place, word, each) for each in gratuities.options(game, rules, state, place))
    for each in game.options(rules, state, Actor(GUEST, Role.PLAYER)):
        if each.purpose is Purpose.SIT and each.place is not None:
            yield _at(each.place, word, each)


def _at(place: int, word: str, option: Option) -> Option:
    bare = option.words_bare
    return replace(
        option,
        words=_seen_at(place, word, option.words_here or option.words),
        words_bare=bare if bare is UNSET else _seen_at(place, word, bare),
        recorded=place,
    )


def _seen_at(place: int, word: str, said: str) -> Message:
    return Message("{word:name} {number}: {said}", {"word": word, "number": place, "said": said})
