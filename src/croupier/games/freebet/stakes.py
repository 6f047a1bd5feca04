"""How much may be put on the layout, whoever places it."""

from croupier.rulebook import Rules
from croupier.table import Ask, money

from .places import available
from .state import State, Wager


def half_of(rules: Rules, wager: Wager) -> int:
    """The most that may insure a wager, in whole chips."""
    half = wager.value * int(rules.parameter("insurance_percent_max")) // 100
    return half - half % rules.money("lowest_chip")


def stakes(rules: Rules, state: State, place: int, bet: str, already: int, area: int = 0) -> Ask | None:
    """How much may be put down, or added, in whole chips."""
    chip = rules.money("lowest_chip")
    least = max(rules.money(f"{bet}_min") - already, chip)
    most = min(rules.money(f"{bet}_max") - already, available(state, place, (area, bet, 0)))
    least, most = least + -least % chip, most - most % chip
    return money("amount", least, most, chip) if least <= most else None
