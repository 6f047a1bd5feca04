"""The situation of a table in one line of text: what FEN is to chess.

    rws-poker@7(small_blind=5) phase=betting street=1 to_act=3 pot=15 seats=[(player=Ann chips=95.50) - ...]

First the edition with the settings that differ from its defaults, then every field of the state that is not
as at an empty table: money in dollars, cards as AsKd, a Struct in round brackets, a list in square ones, a
dictionary in braces, `-` for nothing. The types of the game's own state say how a field is read, so a game
has nothing to write for this. A position without the order of the shoe is one whose next cards nobody knows:
they are named as they come, or `in_some_order` shuffles them. `??` is a card on the table that whoever wrote
the position could not see; it comes by chance too.
"""

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from enum import Enum
from types import NoneType, UnionType
from typing import Annotated, Any, Literal, NoReturn, TypeVar, Union, get_args, get_origin, get_type_hints

from msgspec import Meta, Struct
from msgspec.structs import fields as struct_fields
from msgspec.structs import replace

from croupier.cards import DECK, Card, CardError, Device, parse_cards, physical, shuffle
from croupier.messages import Told, reason_of
from croupier.money import MoneyError, parse_money, say_money
from croupier.rulebook import Rules

S = TypeVar("S", bound=Struct)

_BARE = re.compile(r"[A-Za-z0-9_.@/:'+][A-Za-z0-9_.@/:'+-]*")
_TOKEN = re.compile(r'\s*(?:("(?:[^"\\]|\\.)*")|([()\[\]{}=])|([^\s()\[\]{}="]+))')
_CLOSES = {"(": ")", "[": "]", "{": "}"}
UNKNOWN = Card("??")


class PositionError(Told, ValueError):
    """Text that is not a position; it says where and what was expected."""


# Writing


def write(rules: Rules, empty: Any, state: Any, *, with_shoe: bool = False) -> str:
    """The position of a table. Without its shoe nobody can read from it what comes next."""
    if not with_shoe:
        state = _without_order(state)
    chosen = " ".join(f"{name}={_bare(value)}" for name, value in sorted(rules.chosen.items()))
    head = f"{rules.edition.id}({chosen})" if chosen else rules.edition.id
    return " ".join([head, *_said(type(state), state, empty)])


def _without_order(state: Any) -> Any:
    device: Device = state.device
    if device.source == "physical":
        return state
    return replace(state, device=replace(physical(device.kind, device.decks), out=device.out))


def for_viewer(state: S, view: Any) -> S:
    """The same with `??` for every card that is nowhere in this view of it, and nothing about burnt ones."""
    seen = set(_cards_of(type(view), view))
    device: Device = state.device  # type: ignore[attr-defined]
    bare = replace(state, device=physical(device.kind, device.decks))
    masked = _mapped(type(bare), bare, lambda card: card if card in seen else UNKNOWN)
    known = tuple(_only_once(_cards_of(type(bare), masked), device.decks))
    return replace(masked, device=replace(bare.device, out=known))  # type: ignore[attr-defined,no-any-return]


def has_unknown(state: Struct) -> bool:
    """Whether cards lie on the table that the position does not tell; a burn may stay unknown for ever."""
    device: Device = state.device  # type: ignore[attr-defined]
    return UNKNOWN in _cards_of(type(state), replace(state, device=replace(device, out=())))


def in_some_order(state: S, seed: bytes) -> S:
    """The same situation with cards to deal from: those that nobody has seen, shuffled."""
    device: Device = state.device  # type: ignore[attr-defined]
    bare = replace(state, device=replace(device, out=(), undealt=()))
    gone = Counter(device.out) | Counter(_only_once(_cards_of(type(bare), bare), device.decks))
    left = list((Counter(DECK * device.decks) - gone).elements())
    order = list(shuffle(tuple(left), seed))
    filled = _mapped(type(bare), bare, lambda card: order.pop() if card == UNKNOWN else card)
    on_table = Counter(_only_once(_cards_of(type(bare), filled), device.decks))
    gone_before = [order.pop() if card == UNKNOWN else card for card in device.out]
    out = (*gone_before, *(on_table - Counter(gone_before)).elements())
    known = replace(device, source="virtual", undealt=tuple(order), out=out)
    return replace(filled, device=known)  # type: ignore[no-any-return]


def _only_once(cards: list[Card], decks: int) -> Iterator[Card]:
    """Each card as often as there can be one: a state may name a card in several of its fields."""
    for card, count in Counter(cards).items():
        if card != UNKNOWN:
            yield from [card] * min(count, decks)


def _cards_of(hint: Any, value: Any) -> list[Card]:
    found: list[Card] = []

    def note(card: Card) -> Card:
        found.append(card)
        return card

    _mapped(hint, value, note)
    return found


def _mapped(hint: Any, value: Any, change: Callable[[Card], Card]) -> Any:
    """The same value with each of its cards changed; the types say what is a card."""
    hint = _for_value(hint, value)
    if get_origin(hint) is Annotated:
        hint = get_args(hint)[0]
    if hint is Card and value is not None:
        return change(value)
    if isinstance(value, Struct):
        hints = get_type_hints(type(value), include_extras=True)
        names = value.__struct_fields__
        return replace(value, **{name: _mapped(hints[name], getattr(value, name), change) for name in names})
    if isinstance(value, Mapping) and get_args(hint):
        return {key: _mapped(get_args(hint)[1], each, change) for key, each in value.items()}
    if isinstance(value, tuple) and get_args(hint):
        inside = zip(_inside(hint, len(value)), value, strict=True)
        return tuple(_mapped(each, item, change) for each, item in inside)
    return value


def _said(kind: type[Struct], value: Struct, usual: Struct | None) -> Iterator[str]:
    hints = get_type_hints(kind, include_extras=True)
    for field in struct_fields(kind):
        here = getattr(value, field.name)
        default = getattr(usual, field.name) if usual is not None else field.default
        if here != default:
            yield f"{field.name}={_write(hints[field.name], here)}"


def _write(hint: Any, value: Any) -> str:
    hint = _for_value(hint, value)
    if value is None:
        return "-"
    if isinstance(value, Struct):
        return f"({' '.join(_said(type(value), value, None))})"
    if _is_money(hint):
        return say_money(value).replace(",", "")
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        keys, values = get_args(hint)
        inside = " ".join(f"{_write(keys, key)}={_write(values, each)}" for key, each in value.items())
        return "{" + inside + "}"
    if isinstance(value, tuple):
        inside_hints = _inside(hint, len(value))
        if value and all(each is Card for each in inside_hints):
            return "".join(value)
        return f"[{' '.join(_write(each, item) for each, item in zip(inside_hints, value, strict=True))}]"
    return str(value) if isinstance(value, int) else _bare(value.value if isinstance(value, Enum) else value)


def _bare(text: str) -> str:
    return text if _BARE.fullmatch(text) or text == UNKNOWN else json.dumps(text, ensure_ascii=False)


# Reading


class Read(Struct, frozen=True):
    """A position as text: the edition, its settings, and the fields of the state as they were written."""

    edition: str
    settings: dict[str, str]
    fields: dict[str, Any]


def read(text: str) -> Read:
    """Take a position apart; what its fields mean is for the state of its game."""
    tokens = list(_tokens(text))
    if not tokens:
        raise PositionError("a position begins with its edition, as in rws-poker@7")
    edition, settings = tokens.pop(0), {}
    if tokens and tokens[0] == "(":
        settings = _fields(tokens, ")")
    fields = _fields(tokens, "")
    if "@" not in edition:
        raise PositionError(
            "'{edition}' is not an edition; a position begins with one, as in rws-poker@7", edition=edition
        )
    return Read(edition, {name: _plain(value, name) for name, value in settings.items()}, fields)


def build(empty: S, found: Read) -> S:
    """The state that a position describes; fields that it does not mention are as at an empty table."""
    known = get_type_hints(type(empty), include_extras=True)
    hints = {name: known[name] for name in type(empty).__struct_fields__}
    return replace(empty, **{name: _read(hints, name, value) for name, value in found.fields.items()})


def _tokens(text: str) -> Iterator[str]:
    at = 0
    text = text.rstrip()
    while at < len(text):
        match = _TOKEN.match(text, at)
        if match is None:
            raise PositionError(
                "cannot read from '{rest}' on: is a quotation mark missing?", rest=text[at : at + 20]
            )
        yield next(group for group in match.groups() if group is not None)
        at = match.end()


def _fields(tokens: list[str], until: str) -> dict[str, Any]:
    """name=value ..., as far as the closing bracket or the end."""
    if until:
        tokens.pop(0)
    found: dict[str, Any] = {}
    while tokens and tokens[0] != until:
        name = tokens.pop(0)
        if not tokens or tokens.pop(0) != "=":
            raise PositionError("'{name}' should be followed by = and a value", name=name)
        found[name] = _value(tokens, name)
    if until and not tokens:
        raise PositionError("a bracket is not closed: {bracket} is missing", bracket=until)
    if until:
        tokens.pop(0)
    return found


def _value(tokens: list[str], name: str) -> Any:
    if not tokens or tokens[0] in ")]}=":
        raise PositionError("{name} has no value", name=name)
    if tokens[0] in ("(", "{"):
        return _fields(tokens, _CLOSES[tokens[0]])
    if tokens[0] != "[":
        return tokens.pop(0)
    tokens.pop(0)
    found = []
    while tokens and tokens[0] != "]":
        found.append(_value(tokens, name))
    if not tokens:
        raise PositionError("{name}: a bracket is not closed: {bracket} is missing", name=name, bracket="]")
    tokens.pop(0)
    return found


def _read(hints: Mapping[str, Any], name: str, value: Any) -> Any:
    if name not in hints:
        raise PositionError("there is no '{name}'; known are {known:list}", name=name, known=list(hints))
    return _convert(hints[name], value, name)


def _convert(hint: Any, value: Any, name: str) -> Any:
    if get_origin(hint) in (Union, UnionType):
        return _one_of(hint, value, name)
    if _is_money(hint):
        try:
            return parse_money(_plain(value, name))
        except MoneyError as error:
            raise PositionError("{name}: {problem}", name=name, problem=reason_of(error)) from None
    origin = get_origin(hint) or hint
    if origin is Annotated:
        return _convert(get_args(hint)[0], value, name)
    if origin is Literal:
        return _choice(get_args(hint), value, name)
    if isinstance(origin, type) and issubclass(origin, Struct):
        return _struct(origin, value, name)
    if isinstance(origin, type) and issubclass(origin, Enum):
        return origin(_choice([each.value for each in origin], value, name))
    if origin is dict:
        keys, values = get_args(hint)
        return {_convert(keys, key, name): _convert(values, each, name) for key, each in _pairs(value, name)}
    if origin is tuple:
        return _tuple(hint, value, name)
    return _simple(hint, value, name)


def _one_of(hint: Any, value: Any, name: str) -> Any:
    kinds = [each for each in get_args(hint) if each is not NoneType]
    if value == "-" and len(kinds) < len(get_args(hint)):
        return None
    return _convert(kinds[0], value, name)


def _choice(choices: Any, value: Any, name: str) -> Any:
    text = _plain(value, name)
    if text not in choices:
        raise PositionError(
            "{name}: '{given}' should be one of {choices:list}", name=name, given=text, choices=choices
        )
    return text


def _struct(kind: type[Struct], value: Any, name: str) -> Struct:
    hints = get_type_hints(kind, include_extras=True)
    found = {each: _read(hints, each, inside) for each, inside in _pairs(value, name)}
    missing = [field.name for field in struct_fields(kind) if field.required and field.name not in found]
    if missing:
        raise PositionError("{name}: {missing:list} missing", name=name, missing=missing)
    return kind(**found)


def _tuple(hint: Any, value: Any, name: str) -> tuple[Any, ...]:
    if isinstance(value, str) and Card in get_args(hint):
        return tuple(_cards(value, name))
    if not isinstance(value, list):
        _wrong(name, "a list in square brackets", value)
    inside = _inside(hint, len(value))
    if len(inside) != len(value):
        _wrong(name, f"{len(inside)} values", value)
    return tuple(_convert(each, item, name) for each, item in zip(inside, value, strict=True))


def _simple(hint: Any, value: Any, name: str) -> Any:
    text = _plain(value, name)
    if hint is bool:
        return _choice(("yes", "no"), text, name) == "yes"
    if hint is int:
        try:
            return int(text)
        except ValueError:
            _wrong(name, "a whole number", text)
    if hint is Card:
        found = _cards(text, name)
        return found[0] if len(found) == 1 else _wrong(name, "one card", text)
    return text


def _cards(text: str, name: str) -> list[Card]:
    pairs = re.findall(r"..", text) if len(text) % 2 == 0 else [text]
    try:
        return [UNKNOWN if pair == UNKNOWN else parse_cards(pair)[0] for pair in pairs]
    except CardError as error:
        raise PositionError("{name}: {problem}", name=name, problem=reason_of(error)) from None


def _pairs(value: Any, name: str) -> list[tuple[str, Any]]:
    return list(value.items()) if isinstance(value, dict) else _wrong(name, "name=value in brackets", value)


def _plain(value: Any, name: str) -> str:
    if not isinstance(value, str):
        _wrong(name, "one value", value)
    return json.loads(value) if value.startswith('"') else value


def _wrong(name: str, wanted: str, value: Any) -> NoReturn:
    raise PositionError(
        "{name}: '{given}' should be {wanted:text}", name=name, given=str(value), wanted=wanted
    )


# Types


def _is_money(hint: Any) -> bool:
    marks = getattr(hint, "__metadata__", ())
    return any(isinstance(mark, Meta) and (mark.extra or {}).get("unit") == "cents" for mark in marks)


def _for_value(hint: Any, value: Any) -> Any:
    """Of a union, the alternative that a value is written by."""
    if get_origin(hint) in (Union, UnionType):
        return next((each for each in get_args(hint) if (each is NoneType) == (value is None)), hint)
    return hint


def _inside(hint: Any, count: int) -> list[Any]:
    """The types of the items of a tuple."""
    inside = get_args(hint)
    return [inside[0]] * count if len(inside) == 2 and inside[1] is Ellipsis else list(inside)
