"""What is said shortly at a poker table, and the phrase that says it in full."""

from collections.abc import Mapping

from croupier.games.poker.permissions import seat_of
from croupier.money import parse_money, say_money
from croupier.table import Actor, PhraseError
from croupier.table.words import Now, ShortForm


def called(now: Now, by: Actor, amount: str) -> str:
    """ "Call 20" is a call where 20 is what there is to match, or to put in; any other amount is none."""
    said, state = parse_money(amount), now.state
    option = next((each for each in now.offered(by) if each.command == "Call"), None)
    if option is not None and said not in (state.current_bet, option.costs):
        raise PhraseError(
            "a call to {bet:money} puts in {costs:money}, not {said:money}",
            bet=state.current_bet,
            costs=option.costs,
            said=said,
        )
    return "call"


def raised(now: Now, by: Actor, amount: str) -> str:
    return f"raise to {say_money(now.state.current_bet + parse_money(amount))}"


def absent(now: Now, by: Actor, player: str) -> str:
    if not (seat := seat_of(now.state, player)):
        raise PhraseError("{person:person} has no seat here", person=player)
    return f"report seat {seat} absent"


_CARDS = {
    "flop": ("flop", "flop cards"),
    "turn": ("turn", "turn card"),
    "river": ("river", "river card"),
}

SHORT_FORMS: Mapping[str, ShortForm] = {
    "place your blind bets": "announce the blinds",
    "post": ("post the small blind", "post the big blind", "pay to join", "pay the missed blinds"),
    "small blind": "post the small blind",
    "big blind": "post the big blind",
    **{
        f"{verb} the {said}": f"deal the {street}"
        for street, names in _CARDS.items()
        for said in names
        for verb in ("deal", "flip", "reveal")
    },
    "flip the marker to showdown": "flip the marker",
    "call {amount}": called,
    "raise by {amount}": raised,
    "settle": "settle the pots",
    "report a joker": "report a foreign card",
    "{player} is absent": absent,
}
