"""What people decide: on cards that lie wrong, and the Shift Manager on what is not provided for."""

from functools import partial
from typing import cast

from croupier.games.multilink.betting import return_bets
from croupier.games.multilink.game import MULTILINK
from croupier.games.multilink.irregularities.choices import offer_options
from croupier.games.multilink.irregularities.courses import (
    cancel_hand,
    play_on,
    put_in_order,
    void,
)
from croupier.games.multilink.irregularities.section import Case, is_restorable, ruled
from croupier.games.multilink.permissions import in_clear_round, require_clear_round
from croupier.games.multilink.plan import wrong
from croupier.games.multilink.state import State, at_stake, in_play
from croupier.games.multilink.terms import STREET_BETS, StreetBet
from croupier.rulebook import Rules
from croupier.table import Draft, GiveRuling, Matter, Moment
from croupier.table.courses import Course
from croupier.table.rulings import Carried, refers

_OPEN = "matters_not_provided_for"


@MULTILINK.ruling("cards")
def cards_are_ruled_on(draft: Draft[State], command: GiveRuling, matter: Matter) -> None:
    ruled(draft, cast(Course, command.choice), matter, command.at)


# Matters not provided for: every course, on any hand or bet


def possible(rules: Rules, state: State) -> dict[str, Carried]:
    """All that can be ruled on a matter now, by name."""
    found: dict[str, Carried] = {"play_on": _play_on, "void": _void}
    about = wrong(rules, state)
    if about and not state.coming and is_restorable(Case(rules, state, about)):
        found["put_in_order"] = _put_in_order
    if at_stake(state) and state.phase not in ("betting", "closed", "jackpot"):
        found["offer_the_choice"] = _offer_the_choice
    for number in in_play(state) if state.phase not in ("betting", "jackpot") else ():
        found[f"cancel_box_{number}"] = partial(_cancel, number=number)
    for bet in STREET_BETS if state.phase != "jackpot" else ():
        if any(getattr(box, bet) for box in state.boxes.values()):
            found[f"return_the_{bet}_bets"] = partial(_return_bets, bet=bet)
    return found


def require_clear(at: Moment[State]) -> None:
    require_clear_round(at, _OPEN)


refers(MULTILINK, require_clear, possible, in_clear_round)


def _play_on(draft: Draft[State], command: GiveRuling, matter: Matter) -> None:
    play_on(draft, command.reason or "ruled by the shift manager", _OPEN)


def _void(draft: Draft[State], command: GiveRuling, matter: Matter) -> None:
    void(draft, "ruled by the shift manager", _OPEN)


def _put_in_order(draft: Draft[State], command: GiveRuling, matter: Matter) -> None:
    put_in_order(draft, "reconstruction", _OPEN)


def _offer_the_choice(draft: Draft[State], command: GiveRuling, matter: Matter) -> None:
    offer_options(draft, at_stake(draft.state), command.at, is_reconstructed=False, rules=(_OPEN,))


def _cancel(draft: Draft[State], command: GiveRuling, matter: Matter, number: int) -> None:
    cancel_hand(draft, number, draft.cite(_OPEN))


def _return_bets(draft: Draft[State], command: GiveRuling, matter: Matter, bet: StreetBet) -> None:
    for number, box in draft.state.boxes.items():
        if getattr(box, bet):
            return_bets(draft, number, (bet,), draft.cite(_OPEN))
