"""Cents, odds and double-entry transfers."""

from croupier.money.cents import (
    Cents,
    MoneyError,
    divide,
    divide_half_up,
    format_money,
    parse_money,
    round_down,
    round_up,
    say_money,
)
from croupier.money.in_words import in_chinese, in_english
from croupier.money.odds import FixedPrize, ForOne, JackpotShare, Pay, ToOne, parse_pay
from croupier.money.transfer import CAGE, Account, Balances, Transfer, stack, stack_at

__all__ = [
    "CAGE",
    "Account",
    "Balances",
    "Cents",
    "FixedPrize",
    "ForOne",
    "JackpotShare",
    "MoneyError",
    "Pay",
    "ToOne",
    "Transfer",
    "divide",
    "divide_half_up",
    "format_money",
    "in_chinese",
    "in_english",
    "parse_money",
    "parse_pay",
    "round_down",
    "round_up",
    "say_money",
    "stack",
    "stack_at",
]
