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


def words(key: str) -> str:
    """A key in words: `chart_ev` is "chart expectation"."""
    return " ".join(_WORDS.get(part, part) for part in key.split("_"))
