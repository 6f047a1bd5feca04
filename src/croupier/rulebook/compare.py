"""What one edition changes against another, behaviour first. Pure data; others show it."""

from collections.abc import Iterable, Mapping
from typing import Literal, TypeAlias

from msgspec import Struct

from croupier.messages import Message, pays_words
from croupier.money import format_money
from croupier.rulebook.edition import Edition, Parameter, PayTable, Setting
from croupier.rulebook.errors import RulebookError, UnknownKeyError, suggest
from croupier.rulebook.numbers import Renumbering
from croupier.rulebook.settings import allowed, write_value

Kind: TypeAlias = Literal["change", "policy", "parameter", "pay line", "setting", "wording"]
ABSENT = Message("(none)")


class Difference(Struct, frozen=True):
    """Something that both editions speak about differently; `rules` are the keys it concerns, if known."""

    kind: Kind
    name: str
    before: str
    after: str
    rules: tuple[str, ...] = ()


class RuleText(Struct, frozen=True):
    """A rule that only one of the editions has a paragraph for."""

    key: str
    paragraphs: tuple[str, ...]
    gist: str


class Move(Struct, frozen=True):
    """The same rule under another number. A trap if the old number now means something else."""

    key: str
    old: str
    new: str
    is_trap: bool


class Comparison(Struct, frozen=True):
    """What changes from the old edition to the new one."""

    old: str
    new: str
    behaviour: tuple[Difference, ...]
    new_rules: tuple[RuleText, ...]
    removed_rules: tuple[RuleText, ...]
    reworded: tuple[Difference, ...]
    moved: tuple[Move, ...]


class Elsewhere(Struct, frozen=True):
    """Where another edition has a rule; borrowed if it has no paragraph of its own for it."""

    edition: str
    key: str
    paragraphs: tuple[str, ...]
    is_borrowed: bool


class SameRule(Struct, frozen=True):
    """A paragraph's rule keys, and where the same rules stand in other editions of the game."""

    keys: tuple[str, ...]
    elsewhere: tuple[Elsewhere, ...]


def compare(old: Edition, new: Edition) -> Comparison:
    """Everything that differs between two editions of one game."""
    if old.game != new.game:
        raise RulebookError(
            "{old} and {new} are different games; compare editions of one game", old=old.id, new=new.id
        )
    before, after = old.own_paragraphs(), new.own_paragraphs()
    return Comparison(
        old=old.id,
        new=new.id,
        behaviour=(
            *_changes(old, new, "behaviour"),
            *_policies(old, new),
            *_parameters(old.parameters, new.parameters),
            *_pay_lines(old.paytables, new.paytables),
            *_settings(old.settings, new.settings),
        ),
        new_rules=tuple(_rule(new, key, after[key]) for key in after if key not in before),
        removed_rules=tuple(_rule(old, key, before[key]) for key in before if key not in after),
        reworded=(*_changes(old, new, "wording"), *_with_new_gist(old, new)),
        moved=tuple(_moves(new, before, after)),
    )


def same_rule(edition: Edition, paragraph: str, others: Iterable[Edition]) -> SameRule:
    """The rule keys of a paragraph, and where the same rules stand in the other editions of its game."""
    if paragraph not in edition.paragraphs:
        nearest = suggest(paragraph, edition.paragraphs)
        raise UnknownKeyError(
            "{edition} has no paragraph '{number}'; {nearest}",
            edition=edition.id,
            number=paragraph,
            nearest=nearest,
        )
    keys = edition.keys_of(paragraph)
    found: list[Elsewhere] = []
    for other in others:
        if other.game != edition.game or other.id == edition.id:
            continue
        owned = other.own_paragraphs()
        found.extend(
            Elsewhere(other.id, key, other.rules[key], key not in owned) for key in keys if key in other.rules
        )
    return SameRule(keys, tuple(found))


def number_in(edition: Edition, number: str, written: Edition) -> str | None:
    """The number that a paragraph has in another edition of its game, by its rule key; None if it is gone."""
    if edition.id == written.id:
        return number if number in edition.paragraphs else None
    for key, numbers in written.own_paragraphs().items():
        if number in numbers:
            there = edition.rules.get(key, ())
            return there[min(numbers.index(number), len(there) - 1)] if there else None
    return None


def _changes(old: Edition, new: Edition, effect: str) -> Iterable[Difference]:
    kind: Kind = "change" if effect == "behaviour" else "wording"
    for change in new.changes:
        if change.since == old.id and change.effect == effect:
            yield Difference(kind, change.subject, change.before, change.after, change.rules)


def _pairs(kind: Kind, before: Mapping[str, str], after: Mapping[str, str]) -> Iterable[Difference]:
    """What differs between two mappings of text, in the new one's order and then what is gone."""
    for name in (*after, *(name for name in before if name not in after)):
        was, now = before.get(name, ABSENT), after.get(name, ABSENT)
        if was != now:
            yield Difference(kind, name, was, now)


def _policies(old: Edition, new: Edition) -> Iterable[Difference]:
    for difference in _pairs("policy", old.policies, new.policies):
        yield Difference("policy", difference.name, difference.before, difference.after, (difference.name,))


def _parameters(old: Mapping[str, Parameter], new: Mapping[str, Parameter]) -> Iterable[Difference]:
    return _pairs("parameter", _parameter_texts(old), _parameter_texts(new))


def _parameter_texts(parameters: Mapping[str, Parameter]) -> dict[str, str]:
    return {name: parameter_text(parameter) for name, parameter in parameters.items()}


def parameter_text(parameter: Parameter) -> str:
    value = parameter.value
    if parameter.is_money and isinstance(value, int):
        return format_money(value)
    return ", ".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _pay_lines(old: Mapping[str, PayTable], new: Mapping[str, PayTable]) -> Iterable[Difference]:
    return _pairs("pay line", _pay_texts(old), _pay_texts(new))


def _pay_texts(tables: Mapping[str, PayTable]) -> dict[str, str]:
    return {
        f"{name}.{line.key}": pays_words(line.pays) for name, table in tables.items() for line in table.lines
    }


def _settings(old: Mapping[str, Setting], new: Mapping[str, Setting]) -> Iterable[Difference]:
    return _pairs("setting", _setting_texts(old), _setting_texts(new))


def _setting_texts(settings: Mapping[str, Setting]) -> dict[str, str]:
    return {
        name: Message(
            "{value} (allowed: {allowed})",
            {"value": write_value(setting.type, setting.default), "allowed": allowed(setting)},
        )
        for name, setting in settings.items()
    }


def _rule(edition: Edition, key: str, numbers: tuple[str, ...]) -> RuleText:
    return RuleText(key, numbers, " ".join(edition.paragraphs[number].gist for number in numbers))


def _with_new_gist(old: Edition, new: Edition) -> Iterable[Difference]:
    """Rules whose gist differs although no entry of the new edition explains it."""
    explained = {key for change in new.changes if change.since == old.id for key in change.rules}
    before, after = old.own_paragraphs(), new.own_paragraphs()
    moved = Renumbering({move.old: move.new for move in _moves(new, before, after)})
    for key in after:
        if key in before and key not in explained:
            was, now = _rule(old, key, before[key]).gist, _rule(new, key, after[key]).gist
            if moved.follow(was, old.paragraphs) != now:
                yield Difference("wording", key, was, now, (key,))


def _moves(
    new: Edition, before: Mapping[str, tuple[str, ...]], after: Mapping[str, tuple[str, ...]]
) -> Iterable[Move]:
    """Rules found under another number, in the old edition's order.

    A moved rule's old number is a trap whenever the new edition has that number at all: it then belongs to
    another rule.
    """
    for key, numbers in before.items():
        for was, now in zip(numbers, after.get(key, ()), strict=False):
            if was != now:
                yield Move(key, was, now, was in new.paragraphs)
