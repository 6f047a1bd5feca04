"""What is said shortly at a Free Bet table, and the phrase that says it in full."""

from collections.abc import Mapping

from croupier.money import say_money
from croupier.table import Actor, PhraseError
from croupier.table.words import Now, ShortForm


def doubled(now: Now, by: Actor, area: str = "") -> str:
    """To double is to add the amount of the wager; whoever could also double free has to say which."""
    where = f" area {area}" if area else ""
    forms = {each.command: each for each in now.offered(by) if not area or each.place in (None, int(area))}
    if "Double" not in forms:
        return f"free double{where}"
    (ask,) = forms["Double"].asks
    if "FreeDouble" in forms:
        template = "say “free double”, or “double for {amount:money}”"
        raise PhraseError(template, amount=ask.maximum)
    return f"double{where} for {say_money(ask.maximum)}"


SHORT_FORMS: Mapping[str, ShortForm] = {
    "double": doubled,
    "double area {area}": doubled,
    "no more bets from me": "no further bets from me",
    "ready": "no further bets from me",
    "deal": ("deal the initial cards", "deal a card"),
    "settle": "settle the wagers",
    "settle the bets": "settle the wagers",
    "report a technical interruption": "report a power failure",
    "report a joker": "report a foreign card",
    "{player} is absent": 'report that "{player}" is absent',
    "{player} is back": 'report that "{player}" is back',
}
