"""What on the table is meant, as values that programs compare: where a card goes, what a report is about."""

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Literal, TypeAlias

from msgspec import Struct

from croupier.table.facts import BurnSeen, Burnt, Fact, FoundUp, Spot, SpotKind, spot_at
from croupier.table.messages import Command, place_field
from croupier.table.purposes import PLACE_FIELDS, Purpose

# What can be touched: cards by their spot, chips, a player's plate, the device, or only the table itself.
SubjectKind: TypeAlias = Literal[SpotKind, "chips", "player", "device", "table"]
_DEALT_TO = {
    **{part: Spot("board", 0, part) for part in ("flop", "turn", "river")},
    "community_cards": Spot("board"),
    "dealer_hand": Spot("dealer"),
}


class Destination(Struct, frozen=True):
    """Where a card goes: as it is said, and its spot where it has one."""

    said: str
    kind: SpotKind | Literal[""] = ""
    place: int = 0
    part: str = ""


class Subject(Struct, frozen=True):
    """What one touches on the felt to say something; 0 for any place."""

    kind: SubjectKind
    place: int = 0
    part: str = ""


def subjects(
    kind: type[Command], fixed: Mapping[str, Any], is_money_asked: bool, goes: Iterable[Destination] = ()
) -> tuple[Subject, ...]:
    """What something that went wrong is about: its cards if it speaks of any, then chips, then who did it."""
    if "facts" in fixed or kind.purpose is Purpose.ROUTINE:
        return tuple(dict.fromkeys(_of_cards(fixed, goes)))
    field = place_field(kind)
    place = fixed.get(field, 0) if field else 0
    if kind.about:
        return (Subject(kind.about, place),)
    if is_money_asked or "bet" in fixed:
        return (Subject("chips", place),)
    is_somebodys = "player" in fixed or any(fixed.get(name) for name in PLACE_FIELDS)
    return (Subject("player", place),) if is_somebodys else (Subject("table"),)


def _of_cards(fixed: Mapping[str, Any], goes: Iterable[Destination]) -> Iterator[Subject]:
    facts: tuple[Fact, ...] = fixed.get("facts", ())
    if any(isinstance(fact, Burnt | BurnSeen) or fact == FoundUp() for fact in facts):
        yield Subject("burn")
    said = {getattr(each, name, 0) for each in facts for name in ("place", "other")}
    places = sorted({*said, fixed.get("to") or 0} - {0})
    for place in places:
        yield _subject(spot_at(place))
    if not places:
        yield from _dealt(fixed, goes)
    if any(isinstance(fact, FoundUp) for fact in facts):
        yield Subject("device")


def _dealt(fixed: Mapping[str, Any], goes: Iterable[Destination]) -> Iterator[Subject]:
    """The spots of the deal it is said of, wherever in it that is."""
    known = [each for each in goes if each.kind not in ("", "burn", "discard")]
    if known:
        yield from (Subject(each.kind, 0, each.part) for each in known if each.kind)
    else:
        name = fixed.get("street") or fixed.get("deal") or ""
        yield _subject(_DEALT_TO.get(name, Spot("hand")))


def _subject(spot: Spot) -> Subject:
    return Subject(spot.kind, max(0, spot.place), spot.part)
