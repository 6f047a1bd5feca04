"""The table in a dealer's words, for scenarios."""

from collections.abc import Mapping

from croupier.cards import Card, show
from croupier.games.poker.limits import limits
from croupier.games.poker.pots import pots, uncalled
from croupier.games.poker.state import State
from croupier.games.poker.terms import terms
from croupier.money import say_money
from croupier.rulebook import Rules


def say_cards(cards: tuple[Card, ...]) -> str:
    return " ".join(map(show, cards)) or "nothing"


def facts(rules: Rules, state: State) -> Mapping[str, object]:
    seated = [(str(n), seat) for n, seat in enumerate(state.seats, 1) if seat is not None]
    hands = [(str(number), hand) for number, hand in state.hands]
    found = {
        "phase": state.phase,
        "betting round": str(state.street),
        "button": str(state.positions.button),
        "orbit": str(state.positions.orbit),
        "small blind": str(state.positions.small_blind_seat or "nobody"),
        "big blind": str(state.positions.big_blind_seat),
        "order": " ".join(map(str, state.order)),
        "board": say_cards(state.board),
        "burnt": say_cards(state.burnt),
        "seen by accident": say_cards(state.exposed),
        "pot": say_money(state.pot),
        "active": " ".join(map(str, state.active)),
        "stack": {n: say_money(seat.chips) for n, seat in seated},
        "away": " ".join(n for n, seat in seated if seat.is_away) or "nobody",
        "missed": {n: " and ".join(seat.missed) for n, seat in seated if seat.missed},
        "missed turns": {n: str(seat.missed_turns) for n, seat in seated},
        "due": {
            str(due.seat): f"{say_money(due.live)} live {say_money(due.dead)} dead" for due in state.dues
        },
        "bet": {n: say_money(hand.bet) for n, hand in hands},
        "hand": {n: say_cards(hand.cards) for n, hand in hands},
        "shown": {n: say_cards(hand.shown) for n, hand in hands if hand.shown},
        "cards left": str(state.device.remaining),
        "to show": str(state.to_act) if state.phase == "showdown" else "nobody",
    }
    return found | _turn(rules, state) | _pots(state)


def _turn(rules: Rules, state: State) -> dict[str, object]:
    if state.phase != "betting":
        return {"to act": "nobody", "to call": "0", "min raise to": "0", "can raise": "no"}
    bounds = limits(terms(rules), state, state.to_act)
    return {
        "to act": str(state.to_act),
        "to call": say_money(bounds.to_call),
        "min raise to": say_money(bounds.raise_min),
        "can raise": "yes" if bounds.raise_max else "no",
    }


def _pots(state: State) -> dict[str, object]:
    if state.phase in ("idle", "blinds"):
        return {"pots": {}}
    names = ["main", *(f"side{index}" for index in range(1, len(state.order)))]
    found = pots(state, uncalled(state))
    return {"pots": {name: say_money(pot.amount) for name, pot in zip(names, found, strict=False)}}
