"""What a winning bet pays. "to 1" and "for 1" are different promises, so they are different types."""

import re
from fractions import Fraction
from typing import TypeAlias

from msgspec import Struct

from croupier.money.cents import Cents, MoneyError, parse_money, say_money


class ToOne(Struct, frozen=True, tag="to"):
    """Winnings on top of the stake, which the player keeps: "3 to 2"."""

    numerator: int
    denominator: int = 1

    @property
    def ratio(self) -> Fraction:
        return Fraction(self.numerator, self.denominator)

    def winnings(self, stake: Cents) -> Fraction:
        """Exact winnings in cents; the caller applies the rounding that the house has set."""
        return stake * self.ratio

    def __str__(self) -> str:
        return f"{self.numerator} to {self.denominator}"


class ForOne(Struct, frozen=True, tag="for"):
    """Everything the player receives, the stake being kept by the House: "400 for 1"."""

    multiple: int

    def __str__(self) -> str:
        return f"{self.multiple} for 1"


class FixedPrize(Struct, frozen=True, tag="fixed"):
    """A sum of money whatever the stake: "2,000.00 fixed"."""

    cents: Cents

    def __str__(self) -> str:
        return f"{say_money(self.cents)} fixed"


class JackpotShare(Struct, frozen=True, tag="jackpot"):
    """A share of the progressive jackpot as displayed: "10% of jackpot"."""

    percent: int

    def __str__(self) -> str:
        return f"{self.percent}% of jackpot"


Pay: TypeAlias = ToOne | ForOne | FixedPrize | JackpotShare

_TO = re.compile(r"(\d[\d,]*) to (\d+)")
_FOR = re.compile(r"(\d[\d,]*) for 1")
_FIXED = re.compile(r"(\S+) fixed")
_SHARE = re.compile(r"(\d{1,3})% of jackpot")


def parse_pay(text: str) -> Pay:
    """Read one line of a pay table."""
    if match := _TO.fullmatch(text):
        return ToOne(int(match[1].replace(",", "")), int(match[2]))
    if match := _FOR.fullmatch(text):
        return ForOne(int(match[1].replace(",", "")))
    if match := _FIXED.fullmatch(text):
        return FixedPrize(parse_money(match[1]))
    if (match := _SHARE.fullmatch(text)) and int(match[1]) <= 100:
        return JackpotShare(int(match[1]))
    raise MoneyError(
        "'{text}' is not a pay line; write '3 to 2', '400 for 1', '2,000.00 fixed' or '10% of jackpot'",
        text=text,
    )
