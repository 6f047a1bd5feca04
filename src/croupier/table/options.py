"""What an actor may do now. Pages, bots, terminal and agents read this; nothing else knows what is legal."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import takewhile
from typing import Any, Literal, TypeVar

import msgspec
from msgspec import UNSET, Struct, UnsetType

from croupier.messages import Message
from croupier.money import Cents, say_money
from croupier.table.facts import Fact
from croupier.table.messages import Citations, Command, label_of, place_field
from croupier.table.purposes import PLACE_FIELDS, Purpose
from croupier.table.roles import Actor
from croupier.table.subjects import Destination, Subject, subjects
from croupier.table.words import facts_said, say, template_of

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
    label: str | UnsetType = UNSET  # what is asked for, where it is not an amount
    labels: tuple[str, ...] = ()  # what each choice is called, or each card, in the order they come
    destinations: tuple[Destination, ...] = ()  # where each of them goes: several cards may go to one place
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
    def bounds(self) -> Message:
        """What may be filled in, in words."""
        template = "1 card" if self.kind == "cards" and self.minimum == 1 else "{least} cards"
        if self.kind == "money":
            template = "{least:money} to {most:money}"
            if self.other_than:
                template = "{least:money} to {most:money}, other than {besides:money}"
        elif self.kind == "integer":
            template = "{least} to {most}"
        elif self.kind == "choice":
            return Message("{choices:or}", {"choices": tuple(map(named, self.choices))})
        values = {"least": self.minimum, "most": self.maximum, "besides": self.other_than}
        return Message(template, values)

    def __str__(self) -> str:
        if self.kind == "cards":
            return str(self.bounds)
        return self.field if self.kind == "text" else f"{self.field} {self.bounds}"


@lru_cache
def named(choice: str) -> Message:
    """An answer as it is said: `play_on` is "play on"."""
    return Message("{choice:name}", {"choice": choice})


_ORDINALS = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")  # mistakes included

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
    words_bare: str | UnsetType = UNSET  # the same with the blanks left out, "raise": where there are any
    words_anywhere: str | UnsetType = UNSET  # of a report: the same wherever it has happened, "box …"
    recorded: int | UnsetType = UNSET  # the place of who decides, where staff only write it down
    is_next: bool | UnsetType = UNSET  # the dealer's next step, if nothing is wrong; told where people deal
    about: tuple[Subject, ...] | UnsetType = UNSET  # of what went wrong: what one touches to say it
    warning: str | UnsetType = UNSET  # asked once more before it is taken: "surrender a Blackjack?"

    def __str__(self) -> str:
        blanks = ", ".join([*map(str, self.asks), *([say_money(self.costs)] if self.costs else [])])
        return f"{self.words} ({blanks})" if blanks else self.words


def option_of(
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
    name, words, purpose, place, label, spot, here, bare, anywhere = told
    settled = dict(fixed)
    about = _about(kind, settled, asks) if is_report else UNSET
    said = (name, words, citations, settled, asks, group, costs, purpose, place, label, spot, here, bare)
    return Option(*said, words_anywhere=anywhere, about=about)


def _about(kind: type[Command], fixed: dict[str, Any], asks: tuple[Ask, ...]) -> tuple[Subject, ...]:
    goes = next((ask.destinations for ask in asks if ask.kind == "cards"), ())
    return subjects(kind, fixed, any(ask.kind == "money" for ask in asks), goes)


@lru_cache(maxsize=_KEPT)
def _told(
    kind: type[Command], blanks: tuple[str, ...], fixed: tuple[tuple[str, Any], ...], is_report: bool
) -> tuple[str, str, Purpose, int | None, str, str, str, str | UnsetType, str | UnsetType]:
    """What an option says of itself, whatever its bounds."""
    settled, where = dict(fixed), place_field(kind)
    bet = settled.get("bet") or "" if kind.purpose in (Purpose.BET, Purpose.WITHDRAW) else ""
    place = settled.get(where) if where else _place_of(settled.get("facts", ()))
    words = _words(kind, kind.words, blanks, fixed)
    here = _words_here(kind, where, blanks, fixed) if where and place is not None else words
    bare = _words_bare(kind, where, blanks, fixed) if blanks else UNSET
    anywhere = _words_anywhere(kind, blanks, fixed) if is_report else UNSET
    label, spot = Message(label_of(kind)), kind.spot or bet
    return kind.__name__, words, kind.purpose, place, label, spot, here or words, bare, anywhere


def _place_of(facts: Sequence[Any]) -> int | None:
    """The one place that facts are about, if it is one."""
    places = {place for fact in facts if (place := getattr(fact, "place", 0))}
    return places.pop() if len(places) == 1 else None


_WHERE = (*PLACE_FIELDS, "other", "player")
_OF_A_FACT = ("place", "other", "card")  # what a fact is about


def _words_anywhere(
    kind: type[Command], blanks: tuple[str, ...], fixed: tuple[tuple[str, Any], ...]
) -> str | UnsetType:
    """The words with the places and people left open; nothing if it is about none."""
    open_ones = tuple((name, _opened(name, value)) for name, value in fixed)
    anywhere = _words(kind, kind.words, blanks, open_ones)
    return UNSET if anywhere == _words(kind, kind.words, blanks, fixed) else anywhere


def _opened(name: str, value: Any) -> Any:
    if name == "facts":
        return tuple(map(_anywhere, value))
    return "…" if name in _WHERE and value else value


def _anywhere(fact: Fact) -> Message:
    said = say(fact)
    values = {name: "…" if name in _OF_A_FACT else value for name, value in said.values.items()}
    return Message(said.template, values)


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
    return "" if needed else Message(label_of(kind))


def _words_bare(
    kind: type[Command], where: str | None, blanks: tuple[str, ...], fixed: tuple[tuple[str, Any], ...]
) -> str:
    """The phrase that says what is settled but for the place, or else what stands on the button."""
    rest = tuple((name, value) for name, value in fixed if name != where)
    known = {name for name, _ in rest}
    phrases = [text for text in kind.words if set(re.findall(r"{(\w+)}", text)) <= known]
    return _words(kind, phrases, (), rest) if phrases else Message(label_of(kind))


def _words(
    kind: type[Command],
    known: Sequence[str],
    blanks: tuple[str, ...],
    fixed: tuple[tuple[str, Any], ...],
) -> Message:
    """The phrase that has all the blanks and says most of what is settled, and least of what is not.

    A place that is the command's own default says nothing: "deal the card to the dealer", not "to area 0".
    """
    phrases = [text for text in known if all("{" + name + "}" in text for name in blanks)]
    usual = {each.name: each.default for each in msgspec.structs.fields(kind) if each.name in PLACE_FIELDS}
    said = {name for name, value in fixed if value not in ((), "", None, usual.get(name))}
    unsaid = {name for name, _ in fixed} - said

    def mentioned(text: str, names: set[str]) -> int:
        return sum("{" + name + "}" in text for name in names)

    phrase = max(
        phrases, key=lambda text: (mentioned(text, said), -mentioned(text, unsaid)), default=kind.__name__
    )
    facts = {name: facts_said(value) for name, value in fixed if name == "facts"}
    return Message(template_of(kind, phrase), dict(fixed) | facts)


# What a blank asks for, where the name of its field does not say it.
_ASKED_FOR = {
    "exposed": "Which card of the deal, counted from the first",
    "exposed_too": "Which other card of the deal, counted from the first",
    "count": "How many",
    "looked": "Has anybody looked?",
    "problem": "What is wrong",
    "fault": "What is wrong",
    "matter": "What has happened",
    "error": "What went wrong",
    "position": "Where to cut: how many cards from the top",
    "first_cards": "Cards",
    "wagers": "How many wagers",
    "text": "Words",
    "meter": "The meter should show",
    "reset_value": "Reset value",
    "reason": "Reason, for the record",
}


def asked_for(field: str) -> str:
    return _ASKED_FOR.get(field) or field.replace("_", " ").capitalize()


def money(field: str, minimum: int, maximum: int, step: int = 1) -> Ask:
    return Ask(field, "money", minimum=minimum, maximum=maximum, step=step)


def integer(field: str, minimum: int, maximum: int) -> Ask:
    return Ask(field, "integer", minimum=minimum, maximum=maximum, label=Message(asked_for(field)))


def choice(field: str, *choices: str) -> Ask:
    return Ask(
        field, "choice", choices=choices, labels=tuple(map(named, choices)), label=Message(asked_for(field))
    )


def cards(field: str, count: int) -> Ask:
    return Ask(field, "cards", minimum=count, maximum=count, label=Message(asked_for(field)))


def cards_for(
    field: str, places: Sequence[str | Destination], settled: int = 0, unseen: int | None = None
) -> Ask:
    """A card for each place, in the order they are dealt; where a place gets several they are counted.

    Of the first ones burns may be unknown, or as many as it says.
    """
    so_far: Counter[str] = Counter()
    labels = []
    goes = tuple([each if isinstance(each, Destination) else Destination(each) for each in places])
    said = [each.said for each in goes]
    for place in said:
        so_far[place] += 1
        is_counted = said.count(place) > 1
        values = {"place": place, "nth": _ORDINALS[so_far[place] - 1]}
        labels.append(Message("{place}, {nth:name} card", values) if is_counted else place)
    if unseen is None:
        unseen = sum(1 for _ in takewhile(lambda each: each.kind == "burn", goes))
    return Ask(
        field,
        "cards",
        minimum=len(places),
        maximum=len(places),
        labels=tuple(labels),
        destinations=goes,
        unseen=unseen,
        settled=settled,
        label=Message(asked_for(field)),
    )


def text(field: str) -> Ask:
    return Ask(field, "text", label=Message(asked_for(field)))


def fill(kind: type[Command], option: Option, by: Actor, **values: Any) -> Command:
    """The command an option stands for, once its blanks are filled in."""
    missing = [ask.field for ask in option.asks if ask.field not in values]
    if missing:
        raise TypeError(f"{option.words}: still to be filled in: {', '.join(missing)}")
    body = (
        msgspec.to_builtins(option.fixed) | values | {"by": msgspec.to_builtins(by), "type": option.command}
    )
    if option.recorded is not UNSET:
        body.setdefault("recorded", {"place": option.recorded})
    return msgspec.convert(body, kind)
