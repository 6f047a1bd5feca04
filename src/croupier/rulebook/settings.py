"""Checking what a house chose against what the edition allows."""

from collections.abc import Mapping
from fractions import Fraction

from croupier.messages import Message, Told, reason_of
from croupier.money import MoneyError, format_money, parse_money
from croupier.rulebook.edition import Setting, Value, ValueType
from croupier.rulebook.errors import SettingError, suggest

_YES = frozenset({"yes", "true", "on"})
_NO = frozenset({"no", "false", "off"})
_EXPECTED: Mapping[str, str] = {
    "money": Message("an amount such as 25 or 1,014.50 (as a number: whole cents)"),
    "integer": Message("a whole number"),
    "percent": Message("a percentage such as 5 or 2.5%"),
    "choice": Message("one of the choices"),
    "boolean": Message("yes or no"),
    "text": Message("text"),
}


class UnreadableValue(Told, ValueError):  # noqa: N818 - not ours: somebody's slip
    """Text or a value that cannot be what a setting asks for."""


def read_value(kind: ValueType, given: object) -> Value:
    """Read text or a native value as `kind`; ValueError says what is expected."""
    value = _read_text(kind, given.strip()) if isinstance(given, str) else _read_native(kind, given)
    if value is None:
        raise UnreadableValue("'{given}' is not {expected}", given=str(given), expected=_EXPECTED[kind])
    return value


def _read_text(kind: ValueType, text: str) -> Value | None:
    if kind in ("choice", "text"):
        return text
    if kind == "boolean":
        return True if text.lower() in _YES else False if text.lower() in _NO else None
    try:
        if kind == "money":
            return parse_money(text)
        return int(text) if kind == "integer" else Fraction(text.removesuffix("%").rstrip())
    except (MoneyError, ValueError, ZeroDivisionError):
        return None


def _read_native(kind: ValueType, given: object) -> Value | None:
    if isinstance(given, bool):
        return given if kind == "boolean" else None
    if kind in ("money", "integer") and isinstance(given, int):
        return given
    if kind == "percent" and isinstance(given, int | Fraction):
        return Fraction(given)
    return None


def write_value(kind: ValueType, value: Value) -> str:
    """Write a value as text that `read_value` reads back."""
    if kind == "money" and isinstance(value, int):
        return format_money(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Fraction):
        return f"{value.numerator if value.denominator == 1 else _decimal(value)}%"
    return str(value)


def _decimal(value: Fraction) -> str:
    """A terminating fraction in decimals, any other as n/d; both are read back exactly."""
    for places in range(1, 7):
        scaled = value * 10**places
        if scaled.denominator == 1:
            digits = str(abs(scaled.numerator)).rjust(places + 1, "0")
            return f"{'-' if value < 0 else ''}{digits[:-places]}.{digits[-places:]}"
    return str(value)


def allowed(setting: Setting) -> str:
    """What a house may choose, in words."""
    if setting.choices:
        return ", ".join(write_value(setting.type, choice) for choice in setting.choices)
    low, high = setting.minimum, setting.maximum
    if low is not None and high is not None:
        values = {"least": write_value(setting.type, low), "most": write_value(setting.type, high)}
        return Message("{least} to {most}", values)
    if low is not None:
        return Message("{least} or more", {"least": write_value(setting.type, low)})
    if high is not None:
        return Message("{most} or less", {"most": write_value(setting.type, high)})
    return _EXPECTED[setting.type]


def alternatives(setting: Setting, chosen: Value) -> list[Value]:
    """What a House may choose instead, where that is a choice and no amount."""
    choices = (True, False) if setting.type == "boolean" else setting.choices
    return [choice for choice in choices if choice != chosen]


def check_value(setting: Setting, given: object) -> Value:
    """The native value of a house's choice; SettingError names it and what is allowed."""
    try:
        value = read_value(setting.type, given)
    except ValueError as error:
        values = {"name": setting.name, "problem": reason_of(error), "allowed": allowed(setting)}
        problem = Message("{name}: {problem}; allowed: {allowed}", values)
        raise SettingError(problem, setting.paragraphs) from None
    if not _is_allowed(setting, value):
        shown = write_value(setting.type, value)
        values = {"name": setting.name, "shown": shown, "allowed": allowed(setting)}
        problem = Message("{name}: {shown} is not allowed; allowed: {allowed}", values)
        raise SettingError(problem, setting.paragraphs)
    return value


def _is_allowed(setting: Setting, value: Value) -> bool:
    if setting.choices:
        return value in setting.choices
    if isinstance(value, str):
        return True
    low, high = setting.minimum, setting.maximum
    above = low is None or isinstance(low, str) or value >= low
    return above and (high is None or isinstance(high, str) or value <= high)


def _refuse_unknown(settings: Mapping[str, Setting], chosen: Mapping[str, object]) -> None:
    if unknown := next((name for name in chosen if name not in settings), None):
        values = {"name": unknown, "nearest": suggest(unknown, settings)}
        raise SettingError(Message("{name}: the edition has no such setting; {nearest}", values))


def accepted(settings: Mapping[str, Setting], chosen: Mapping[str, object]) -> dict[str, Value]:
    """The same for what a house chose under an earlier program: taken then, so no bound is asked again."""
    _refuse_unknown(settings, chosen)
    return {
        name: read_value(setting.type, chosen[name]) if name in chosen else setting.default
        for name, setting in settings.items()
    }


def settle(settings: Mapping[str, Setting], chosen: Mapping[str, object]) -> dict[str, Value]:
    """Every setting with its value: the house's where it chose one, otherwise the default."""
    _refuse_unknown(settings, chosen)
    values = {
        name: check_value(setting, chosen[name]) if name in chosen else setting.default
        for name, setting in settings.items()
    }
    for setting in settings.values():
        _check_against_others(setting, values)
    return values


def _check_against_others(setting: Setting, values: Mapping[str, Value]) -> None:
    floor, unit, value = setting.not_below, setting.multiple_of, values[setting.name]
    problem, is_unset = Message(""), value == setting.minimum == 0  # where nothing stands for no limit
    if floor is not None and not is_unset and _is_below(value, values[floor], setting.times):
        least = write_value(setting.type, values[floor])
        said = {"times": setting.times, "floor": floor, "least": least}
        template = "it may not be below {floor}, which is {least}"
        if setting.times > 1:
            template = "it may not be below {times} times {floor}, which is {least}"
        problem = Message(template, said)
    elif unit is not None and _is_uneven(value, values[unit]):
        said = {"unit": unit, "amount": write_value(setting.type, values[unit])}
        problem = Message("it is paid in units of {unit}, which is {amount}", said)
    if problem:
        shown = write_value(setting.type, value)
        told = {"name": setting.name, "shown": shown, "problem": problem}
        raise SettingError(Message("{name}: {shown} is not allowed; {problem}", told), setting.paragraphs)


def _is_below(value: Value, floor: Value, times: int) -> bool:
    return not isinstance(value, str) and not isinstance(floor, str) and value < times * floor


def _is_uneven(value: Value, unit: Value) -> bool:
    return isinstance(value, int) and isinstance(unit, int) and value % unit != 0
