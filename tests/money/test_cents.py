"""Cents are read and written without loss."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from croupier.money import (
    MoneyError,
    divide_half_up,
    format_money,
    parse_money,
    round_down,
    round_up,
    say_money,
)


@pytest.mark.parametrize(
    ("text", "cents"),
    [("0", 0), ("25", 2500), ("1,014.50", 101450), ("0.5", 50), ("-3.07", -307), ("$100,000.00", 10_000_000)],
)
def test_amounts_are_read(text: str, cents: int) -> None:
    assert parse_money(text) == cents


@pytest.mark.parametrize("text", ["", "abc", "1.234", "1,01", "1.", ".5", "1e3", "12,34,567", "--1", "£5"])
def test_what_is_no_amount_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(MoneyError, match=r"1,014\.50"):
        parse_money(text)


@given(st.integers())
def test_writing_and_reading_lose_nothing(cents: int) -> None:
    assert parse_money(format_money(cents)) == cents
    assert parse_money(say_money(cents)) == cents


def test_a_dealer_does_not_say_the_cents_of_whole_dollars() -> None:
    assert (say_money(100_00), say_money(100_50), say_money(1_234_567_00)) == ("100", "100.50", "1,234,567")


@pytest.mark.parametrize(("cents", "down", "up"), [(499, 0, 500), (500, 500, 500), (501, 500, 1000)])
def test_rounding_to_chips(cents: int, down: int, up: int) -> None:
    assert (round_down(cents, 500), round_up(cents, 500)) == (down, up)


@pytest.mark.parametrize(("numerator", "expected"), [(14, 1), (15, 2), (16, 2)])
def test_halves_round_up(numerator: int, expected: int) -> None:
    assert divide_half_up(numerator, 10) == expected
