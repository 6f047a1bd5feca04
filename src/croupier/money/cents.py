"""Money is a whole number of cents; floats never touch it."""

import re
from typing import Annotated, TypeAlias

from msgspec import Meta

# An int to the type checker; the mark lets messages be spoken and read in dollars.
Cents: TypeAlias = Annotated[int, Meta(extra={"unit": "cents"})]

_AMOUNT = re.compile(r"(?P<sign>-?)\$?(?P<dollars>\d{1,3}(?:,\d{3})+|\d+)(?:\.(?P<cents>\d{1,2}))?")


class MoneyError(ValueError):
    """Text that is not an amount of money: a template and its values."""

    def __init__(self, template: str, /, **values: object) -> None:
        super().__init__(template.format(**values) if values else template)
        self.template, self.values = template, values


def parse_money(text: str) -> Cents:
    """Read "1,014.50" as 101450 cents."""
    match = _AMOUNT.fullmatch(text.strip())
    if match is None:
        raise MoneyError(
            "'{text}' is not an amount; write dollars and at most two decimals, like 25 or 1,014.50",
            text=text,
        )
    dollars = int(match["dollars"].replace(",", ""))
    cents = int((match["cents"] or "0").ljust(2, "0"))
    return -(dollars * 100 + cents) if match["sign"] else dollars * 100 + cents


def format_money(cents: Cents) -> str:
    """Write 101450 cents as "1,014.50"; parse_money reads it back."""
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100:,}.{abs(cents) % 100:02d}"


def say_money(cents: Cents) -> str:
    """Write an amount the way a dealer says it: whole dollars without decimals."""
    return format_money(cents).removesuffix(".00")


def round_down(cents: Cents, unit: Cents) -> Cents:
    """The largest multiple of the chip `unit` that is not above `cents`."""
    return cents - cents % unit


def round_up(cents: Cents, unit: Cents) -> Cents:
    """The smallest multiple of the chip `unit` that is not below `cents`."""
    return cents + -cents % unit


def divide(numerator: int, denominator: int, rounding: str) -> int:
    """Whole-number division rounded "down", "up" or "half_up", for amounts that are not negative."""
    if rounding == "half_up":
        return divide_half_up(numerator, denominator)
    return numerator // denominator if rounding == "down" else -(-numerator // denominator)


def divide_half_up(numerator: int, denominator: int) -> int:
    """Whole-number division with exact halves rounded up, for amounts that are not negative."""
    return (2 * numerator + denominator) // (2 * denominator)
