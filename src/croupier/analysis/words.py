"""The names that people read instead of keys."""

_NAMES = {
    "main": "Main wager",
    "pair": "Pair",
    "busted": "Busted",
    "pot_of_gold": "Pot of Gold",
    "insurance": "Insurance",
    "bonus": "Bonus",
    "progressive": "Progressive Jackpot",
    "rake": "Rake",
}
_WORDS = {"ev": "expectation", "sd": "standard deviation"}


def bet_name(bet: str) -> str:
    """A bet as it is printed on the layout; several of them as they are."""
    if " + " in bet:
        return bet
    return _NAMES.get(bet, bet.replace("_", " ").capitalize())


def bet_key(text: str) -> str:
    """The key of a bet that was named as it is printed; anything else as it stands."""
    return next((key for key, name in _NAMES.items() if name.casefold() == text.strip().casefold()), text)


_PERCENT = ("ev", "edge", "costs", "risk")


def number(key: str, value: float | str) -> str:
    """A figure of a bet's details: parts of a stake in percent, as the bet's own edge is."""
    if isinstance(value, str):
        return value
    if any(part in _PERCENT for part in key.split("_")):
        return f"{100 * value:.4f}%"
    return f"{value:,.2f}" if abs(value) >= 1000 else f"{value:.6g}"


def words(key: str) -> str:
    """A key in words: `chart_ev` is "chart expectation"."""
    return " ".join(_WORDS.get(part, part) for part in key.split("_"))
