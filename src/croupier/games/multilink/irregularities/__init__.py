"""What can go wrong at a table (section 5), by kind: reported as a fact, ruled on, and carried to its end."""

# ruff: noqa: F401 - a room registers by being imported
from croupier.games.multilink.irregularities import (
    absence,
    choices,
    courses,
    exposure,
    faults,
    interruptions,
    reports,
    rulings,
    section,
    wrong_bets,
)
