"""Pay lines: three kinds of promise that are never mixed up."""

from fractions import Fraction

import pytest

from croupier.money import FixedPrize, ForOne, JackpotShare, MoneyError, Pay, ToOne, parse_pay


@pytest.mark.parametrize(
    ("text", "pay"),
    [
        ("3 to 2", ToOne(3, 2)),
        ("1,000 to 1", ToOne(1000)),
        ("400 for 1", ForOne(400)),
        ("2,000.00 fixed", FixedPrize(200_000)),
        ("100% of jackpot", JackpotShare(100)),
    ],
)
def test_lines_are_read(text: str, pay: Pay) -> None:
    assert parse_pay(text) == pay


@pytest.mark.parametrize("text", ["3 for 2", "101% of jackpot", "three to two", "", "5", "x fixed"])
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(MoneyError):
        parse_pay(text)


def test_three_to_two_is_exact() -> None:
    assert ToOne(3, 2).winnings(25) == Fraction(75, 2)  # half a cent: rounding is for the House


@pytest.mark.parametrize("text", ["3 to 2", "400 for 1", "2,000 fixed", "10% of jackpot"])
def test_lines_are_written_as_they_are_read(text: str) -> None:
    assert str(parse_pay(text)) == text
