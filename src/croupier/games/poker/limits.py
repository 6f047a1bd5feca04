"""What a player may put in: the smallest raise, who may raise at all, what an action Out of Turn binds to.

Handlers, options and view all ask here, so that nothing is offered that would be refused.
"""

from typing import Literal

from msgspec import Struct

from croupier.games.poker.state import State
from croupier.games.poker.terms import Terms
from croupier.games.poker.turn import can_be_answered
from croupier.money import round_up

Verdict = Literal["free", "stands", "check", "call_or_fold", "call_or_raise"]


class Limits(Struct, frozen=True):
    """The bounds of one player's turn, as totals in this Betting Round."""

    to_call: int  # chips still to put in, never more than the player has
    raise_min: int  # smallest bet or raise total; the whole stack where that is less
    raise_max: int  # the whole stack; 0 if the player may not raise
    verdict: Verdict = "free"
    barred: Literal["", "acted", "pointless", "out_of_turn"] = ""


def raise_floor(terms: Terms, state: State) -> int:
    """The smallest total that is a full BET or Raise now."""
    if state.current_bet == 0:
        return terms.open_min
    return round_up(state.current_bet + state.floor, terms.lowest_chip)


def limits(terms: Terms, state: State, number: int) -> Limits:
    """What the player at `number`, whose turn it is, may do."""
    seat, hand = state.seat(number), state.hand(number)
    owed = max(state.current_bet - hand.bet, 0)
    whole = hand.bet + seat.chips
    verdict = verdict_on(terms, state, number) if hand.premature else "free"
    barred: Literal["", "acted", "pointless", "out_of_turn"] = ""
    if verdict in ("check", "call_or_fold"):
        barred = "out_of_turn"
    elif state.acted >> number & 1:
        barred = "acted"
    elif not can_be_answered(state.seats, state.order, number):
        barred = "pointless"
    can_raise = whole > state.current_bet and not barred
    return Limits(
        to_call=min(owed, seat.chips),
        raise_min=min(raise_floor(terms, state), whole) if can_raise else 0,
        raise_max=whole if can_raise else 0,
        verdict=verdict,
        barred=barred,
    )


def verdict_on(terms: Terms, state: State, number: int) -> Verdict:
    """What an action Out of Turn binds its maker to, by what the skipped players have done since."""
    hand = state.hand(number)
    premature = hand.premature
    if premature is None or premature.action == "fold":
        return "free"
    if premature.action == "check":  # it binds behind a check only
        return "check" if premature.answer == "check" and hand.bet >= state.current_bet else "free"
    if premature.folded == len(premature.skipped):
        return "stands"
    if terms.oot_fold_rule == "any" and premature.folded and premature.answer != "larger":
        return "stands"
    if premature.answer == "check" and hand.bet >= state.current_bet:
        return "check"
    if premature.answer == "none":
        return "free"
    # Where somebody checks a live payment, one who still owes the bet cannot check behind: he may call.
    return "call_or_raise" if premature.answer == "larger" else "call_or_fold"
