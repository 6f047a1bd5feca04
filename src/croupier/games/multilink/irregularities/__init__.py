"""What can go wrong at a table (section 5), by kind: reported as a fact, ruled on, and carried to its end."""

# ruff: noqa: F401 - a room registers by being imported
from croupier.games.multilink.irregularities import (
    exposure,
    faults,
    misdeals,
    other_errors,
    questions,
    reconstruction,
    rulings,
    voids,
    walking_away,
    wrong_bets,
)
