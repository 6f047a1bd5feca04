"""The books of the house: postings, statements, the cashier, and accounts in words."""

from croupier.house.ledger.ledger import (
    AWAY,
    CASH,
    HOUSE_FUNDS,
    PAYABLE,
    PRACTICE_CHIPS,
    PRACTICE_TABLES,
    Books,
    Ledger,
    StatementLine,
    box_of,
    day_of,
    direct,
    player_account,
)

__all__ = [
    "AWAY",
    "CASH",
    "HOUSE_FUNDS",
    "PAYABLE",
    "PRACTICE_CHIPS",
    "PRACTICE_TABLES",
    "Books",
    "Ledger",
    "StatementLine",
    "box_of",
    "day_of",
    "direct",
    "player_account",
]
