"""What is said shortly at a Multi-Link table, and the phrase that says it in full."""

from collections.abc import Mapping

from croupier.table.words import ShortForm

_STREETS = ("flop", "turn", "river")
# Which bet it is follows from the moment: only one of them is offered.
_BETS = ("ante", *(f"{street} bet" for street in _STREETS))

SHORT_FORMS: Mapping[str, ShortForm] = {
    "bet": tuple(f"{bet}" for bet in _BETS[1:]),
    "bet {amount}": tuple(f"{bet} {{amount}}" for bet in _BETS),
    "bet on box {box}": tuple(f"{bet} on box {{box}}" for bet in _BETS[1:]),
    "bet {amount} on box {box}": tuple(f"{bet} {{amount}} on box {{box}}" for bet in _BETS),
    **{
        f"{verb} the {street} {card}": f"{verb} the {street}"
        for verb in ("deal", "reveal")
        for street, card in zip(_STREETS, ("cards", "card", "card"), strict=True)
    },
    "settle the bets": "settle",
    "report a power failure": "report a technical interruption: power failure",
    "report a joker": "report a foreign card",
    "{player} is absent": 'report that "{player}" has walked away',
    "{player} is back": 'report that "{player}" is back',
}
