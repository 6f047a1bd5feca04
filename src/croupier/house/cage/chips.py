"""Chips by what each is worth: so many of 25 dollars, so many of 100."""

from collections.abc import Iterable

from croupier.money import Cents, say_money

Counts = dict[int, int]  # how many chips of each value, in cents

LOOSE: Cents = 1  # what no chip of a set can pay is kept in cents


def value(counts: Counts) -> Cents:
    return sum(cents * count for cents, count in counts.items())


def together(one: Counts, other: Counts) -> Counts:
    return _whole({cents: one.get(cents, 0) + other.get(cents, 0) for cents in {*one, *other}})


def without(one: Counts, other: Counts) -> Counts:
    """May be below nothing: chips that came by play are known only once they are counted."""
    return _whole({cents: one.get(cents, 0) - other.get(cents, 0) for cents in {*one, *other}})


def _whole(counts: Counts) -> Counts:
    return {cents: counts[cents] for cents in sorted(counts, reverse=True) if counts[cents]}


def made_up(cents: Cents, denominations: Iterable[Cents]) -> Counts:
    """An amount in as few chips as the set allows; what is left over in loose cents."""
    counts: Counts = {}
    for chip in (*sorted(denominations, reverse=True), LOOSE):
        count, cents = divmod(cents, chip)
        if count:
            counts[chip] = counts.get(chip, 0) + count
    return counts


def say(counts: Counts) -> str:
    return (
        ", ".join(f"{counts[cents]} of {say_money(cents)}" for cents in sorted(counts, reverse=True))
        or "none"
    )
