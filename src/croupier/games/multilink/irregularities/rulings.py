"""What people decide: on cards that lie wrong, and the Shift Manager on what is not provided for."""

from functools import partial
from typing import cast

from croupier.games.multilink import commands as c
from croupier.games.multilink.betting import return_bets
from croupier.games.multilink.game import MULTILINK
from croupier.games.multilink.irregularities.choices import offer_options
from croupier.games.multilink.irregularities.courses import (
    Ruled,
    cancel_hand,
    play_on,
    provided,
    provides,
    put_in_order,
    refer,
    report,
    ruling,
    void,
)
from croupier.games.multilink.irregularities.section import Case, is_restorable, ruled
from croupier.games.multilink.permissions import in_clear_round, require_clear_round
from croupier.games.multilink.plan import wrong
from croupier.games.multilink.state import State, at_stake, in_play
from croupier.games.multilink.terms import STREET_BETS, StreetBet
from croupier.rulebook import Rules
from croupier.table import Draft, GiveRuling, Matter, Moment, Offer, Role, text
from croupier.table.courses import Course

_OPEN = "matters_not_provided_for"


@ruling("cards")
def cards_are_ruled_on(draft: Draft[State], command: GiveRuling, matter: Matter) -> None:
    ruled(draft, cast(Course, command.choice), matter, command.at)


# Matters not provided for: every course, on any hand or bet


@MULTILINK.action(c.ReferMatter, Role.DEALER, _OPEN, each=in_clear_round)
def refer_matter(at: Moment[State]) -> Offer:
    require_clear_round(at, _OPEN)
    return report(at, _OPEN, text("matter"))


@refer_matter.taken
def matter_is_referred(draft: Draft[State], command: c.ReferMatter, offer: Offer) -> None:
    draft.require(command.matter.strip(), _OPEN, "say what is to be decided")
    refer(draft, "{said}", said=command.matter[:200])


@provides
def possible(rules: Rules, state: State) -> dict[str, Ruled]:
    """All that can be ruled on a matter now, by name."""
    found: dict[str, Ruled] = {"play_on": _play_on, "void": _void}
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


def _play_on(draft: Draft[State], command: GiveRuling) -> None:
    play_on(draft, command.reason or "ruled by the shift manager", _OPEN)


def _void(draft: Draft[State], command: GiveRuling) -> None:
    void(draft, "ruled by the shift manager", _OPEN)


def _put_in_order(draft: Draft[State], command: GiveRuling) -> None:
    put_in_order(draft, "reconstruction", _OPEN)


def _offer_the_choice(draft: Draft[State], command: GiveRuling) -> None:
    offer_options(draft, at_stake(draft.state), command.at, is_reconstructed=False, rules=(_OPEN,))


def _cancel(draft: Draft[State], command: GiveRuling, number: int) -> None:
    cancel_hand(draft, number, draft.cite(_OPEN))


def _return_bets(draft: Draft[State], command: GiveRuling, bet: StreetBet) -> None:
    for number, box in draft.state.boxes.items():
        if getattr(box, bet):
            return_bets(draft, number, (bet,), draft.cite(_OPEN))


@ruling("matter")
def matter_is_ruled_on(draft: Draft[State], command: GiveRuling, matter: Matter) -> None:
    provided(draft.rules, draft.state)[command.choice](draft, command)
