"""What an actor may do now. Pages, bots, terminal and agents read this; nothing else knows what is legal."""

from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import UNSET, Struct, UnsetType

from croupier.money import Cents, say_money
from croupier.table.messages import Citations, Command, label_of, place_field
from croupier.table.purposes import PLACE_FIELDS, Purpose
from croupier.table.roles import Actor
from croupier.table.words import Field, fields

T = TypeVar("T")
_KEPT = 1 << 12  # offers that are remembered: amounts of a raise hardly ever come again


class Ask(Struct, frozen=True):
    """One blank an option leaves to the actor, with its bounds."""

    field: str
    kind: Literal["money", "integer", "choice", "cards", "text"]
    minimum: int = 0
    maximum: int = 0
    step: int = 1
    choices: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()  # what each card is, in the order they come, if that is known
    destinations: tuple[str, ...] = ()  # the place that each of them goes to: several cards may go to one
    unseen: int = 0  # so many of the first cards go face down, and may be unknown: "??"
    settled: int = 0  # so many cards can be no others: they were put back, or lie face up
    other_than: int = 0  # an amount that stands already

    def allows(self, value: Any) -> bool:
        """Whether an answer lies within the bounds. Cards and text are judged where they are taken."""
        if self.kind in ("money", "integer"):
            is_within = self.minimum <= value <= self.maximum and (value - self.minimum) % self.step == 0
            return bool(is_within and (not self.other_than or value != self.other_than))
        return value in self.choices if self.kind == "choice" else True

    @property
    def bounds(self) -> str:
        """What may be filled in, in words."""
        if self.kind == "money":
            besides = f", other than {say_money(self.other_than)}" if self.other_than else ""
            return f"{say_money(self.minimum)} to {say_money(self.maximum)}{besides}"
        if self.kind == "integer":
            return f"{self.minimum} to {self.maximum}"
        if self.kind == "choice":
            return " | ".join(self.choices)
        return "1 card" if self.kind == "cards" and self.minimum == 1 else f"{self.minimum} cards"

    def __str__(self) -> str:
        if self.kind == "cards":
            return self.bounds
        return self.field if self.kind == "text" else f"{self.field} {self.bounds}"


BURNT = "Burnt Card"
_ORDINALS = ("first", "second", "third", "fourth")  # nothing is dealt more cards at a time, mistakes included

# The ordinary course of the game, something that went wrong, or the House running its table.
Group = Literal["play", "irregularity", "house"]


def by_name(table: Mapping[type[Command], T]) -> dict[str, T]:
    """The same table by the names that options carry, for code that knows a game by its commands."""
    return {kind.__name__: value for kind, value in table.items()}


class Option(Struct, frozen=True):
    """A command the actor may give: its purpose and place, its blanks, and the paragraph that allows it."""

    command: str
    words: str
    citations: Citations
    fixed: dict[str, Any] = {}
    asks: tuple[Ask, ...] = ()
    group: Group = "play"
    costs: Cents = 0  # taken from the actor's chips, where neither a blank nor a fixed amount says it
    purpose: Purpose = Purpose.CONDUCT
    place: int | None = None  # the seat, box or area it is about
    label: str = ""  # what stands on its button
    spot: str = ""  # where on that place a bet lies: "ante", "pair"
    words_here: str = ""  # its words for somebody who knows the place: "stand", not "stand on area 3"
    words_anywhere: str | UnsetType = UNSET  # of a report: the same wherever it has happened, "box …"
    warning: str | UnsetType = UNSET  # asked once more before it is taken: "surrender a Blackjack?"

    def __str__(self) -> str:
        blanks = ", ".join([*map(str, self.asks), *([say_money(self.costs)] if self.costs else [])])
        return f"{self.words} ({blanks})" if blanks else self.words


def offer(
    kind: type[Command],
    citations: Citations,
    *asks: Ask,
    group: Group = "play",
    costs: Cents = 0,
    **fixed: Any,
) -> Option:
    """An option for `kind`, with some fields settled and the others asked for.

    The same offers come again and again: equal ones are the same object for as long as it is remembered.
    """
    try:
        return _offered(kind, citations, asks, group, costs, tuple(fixed.items()))
    except TypeError:  # a value that cannot be a key, such as a list
        return _offered.__wrapped__(kind, citations, asks, group, costs, tuple(fixed.items()))


@lru_cache(maxsize=_KEPT)
def _offered(
    kind: type[Command],
    citations: Citations,
    asks: tuple[Ask, ...],
    group: Group,
    costs: Cents,
    fixed: tuple[tuple[str, Any], ...],
) -> Option:
    blanks = tuple([ask.field for ask in asks]) if asks else ()
    is_report = group == "irregularity"
    try:
        told = _told(kind, blanks, fixed, is_report)
    except TypeError:
        told = _told.__wrapped__(kind, blanks, fixed, is_report)
    name, words, purpose, place, label, spot, here, anywhere = told
    settled = dict(fixed)
    return Option(
        name, words, citations, settled, asks, group, costs, purpose, place, label, spot, here, anywhere
    )


@lru_cache(maxsize=_KEPT)
def _told(
    kind: type[Command], blanks: tuple[str, ...], fixed: tuple[tuple[str, Any], ...], is_report: bool
) -> tuple[str, str, Purpose, int | None, str, str, str, str | UnsetType]:
    """What an option says of itself, whatever its bounds."""
    settled, where = dict(fixed), place_field(kind)
    bet = settled.get("bet") or "" if kind.purpose in (Purpose.BET, Purpose.WITHDRAW) else ""
    place = settled.get(where) if where else None
    words = _words(kind, kind.words, blanks, fixed)
    here = _words_here(kind, where, blanks, fixed) if where and place is not None else words
    anywhere = _words_anywhere(kind, blanks, fixed) if is_report else UNSET
    spot = kind.spot or bet
    return kind.__name__, words, kind.purpose, place, label_of(kind), spot, here or words, anywhere


_WHERE = (*PLACE_FIELDS, "other", "player")


def _words_anywhere(
    kind: type[Command], blanks: tuple[str, ...], fixed: tuple[tuple[str, Any], ...]
) -> str | UnsetType:
    """The words with the places and people left open; nothing if it is about none."""
    open_ones = tuple((name, "…" if name in _WHERE and value else value) for name, value in fixed)
    return _words(kind, kind.words, blanks, open_ones) if open_ones != fixed else UNSET


def _words_here(
    kind: type[Command], where: str, blanks: tuple[str, ...], fixed: tuple[tuple[str, Any], ...]
) -> str:
    """The phrase that leaves the place out, or else what stands on the button; "" if neither says it all."""
    rest = tuple((name, value) for name, value in fixed if name != where)
    needed = [*blanks, *(name for name, value in rest if value not in ((), "", None))]
    phrases = [
        text
        for text in kind.words
        if "{" + where + "}" not in text and all("{" + name + "}" in text for name in needed)
    ]
    if phrases:
        return _words(kind, phrases, blanks, rest)
    return "" if needed else label_of(kind)


def _words(
    kind: type[Command],
    known: Sequence[str],
    blanks: tuple[str, ...],
    fixed: tuple[tuple[str, Any], ...],
) -> str:
    """The phrase that has all the blanks and says most of what is settled, and least of what is not.

    A place that is the command's own default says nothing: "deal the card to the dealer", not "to area 0".
    """
    spoken = fields(kind)
    shown = {name: "{" + name + "}" for name in kind.__struct_fields__}
    shown |= {name: _plain(spoken[name], value) for name, value in fixed}
    phrases = [text for text in known if all("{" + name + "}" in text for name in blanks)]
    usual = {each.name: each.default for each in msgspec.structs.fields(kind) if each.name in PLACE_FIELDS}
    said = {name for name, value in fixed if value not in ((), "", None, usual.get(name))}
    unsaid = {name for name, _ in fixed} - said

    def mentioned(text: str, names: set[str]) -> int:
        return sum("{" + name + "}" in text for name in names)

    phrase = max(
        phrases, key=lambda text: (mentioned(text, said), -mentioned(text, unsaid)), default=kind.__name__
    )
    return phrase.format(**shown)


def money(field: str, minimum: int, maximum: int, step: int = 1) -> Ask:
    return Ask(field, "money", minimum=minimum, maximum=maximum, step=step)


def integer(field: str, minimum: int, maximum: int) -> Ask:
    return Ask(field, "integer", minimum=minimum, maximum=maximum)


def choice(field: str, *choices: str) -> Ask:
    return Ask(field, "choice", choices=choices)


def cards(field: str, count: int) -> Ask:
    return Ask(field, "cards", minimum=count, maximum=count)


def cards_for(field: str, places: Sequence[str], settled: int = 0) -> Ask:
    """A card for each place, in the order they are dealt; where a place gets several they are counted."""
    so_far: Counter[str] = Counter()
    labels = []
    for place in places:
        so_far[place] += 1
        is_counted = places.count(place) > 1
        labels.append(f"{place}, {_ORDINALS[so_far[place] - 1]} card" if is_counted else place)
    unseen = sum(1 for _ in takewhile(lambda place: place == BURNT, places))
    return Ask(
        field,
        "cards",
        minimum=len(places),
        maximum=len(places),
        labels=tuple(labels),
        destinations=tuple(places),
        unseen=unseen,
        settled=settled,
    )


def text(field: str) -> Ask:
    return Ask(field, "text")


def fill(kind: type[Command], option: Option, by: Actor, **values: Any) -> Command:
    """The command an option stands for, once its blanks are filled in."""
    missing = [ask.field for ask in option.asks if ask.field not in values]
    if missing:
        raise TypeError(f"{option.words}: still to be filled in: {', '.join(missing)}")
    body = (
        msgspec.to_builtins(option.fixed) | values | {"by": msgspec.to_builtins(by), "type": option.command}
    )
    return msgspec.convert(body, kind)


def _plain(field: Field, value: Any) -> str:
    return field.say(value) if field.kind == "money" else str(value).replace("_", " ")
