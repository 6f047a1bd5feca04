"""What ends a Round without a result although the cards lie right: interruptions, faulty cards."""

from collections.abc import Callable

from croupier.games.poker.commands import ReportInterruption
from croupier.games.poker.events import InterruptionSurvived
from croupier.games.poker.game import POKER
from croupier.games.poker.irregularities.courses import void
from croupier.games.poker.permissions import require_round
from croupier.games.poker.pots import pots, pots_before_betting, uncalled
from croupier.games.poker.state import State
from croupier.games.poker.turns import BOARD_FULL
from croupier.rulebook import Behaviour
from croupier.table import Draft, Moment, Offer, Role, choice
from croupier.table.dealing import ReportFault

_FAULTS = {
    "a_foreign_card": "foreign_card",
    "missing_cards": "wrong_deck_count",
    "extra_cards": "wrong_deck_count",
    "insufficient_cards": "insufficient_cards",
    "unshuffled_cards": "cards_not_shuffled",
}


# A technical interruption


@POKER.action(ReportInterruption, Role.DEALER)
def report_interruption(at: Moment[State]) -> Offer:
    require_round(at, "technical_interruption")
    return Offer(at.cite("technical_interruption"), group="irregularity")


outcome_established: Behaviour[Callable[[State], bool]] = Behaviour(POKER.policies, "outcome_established")


@report_interruption.taken
def is_interrupted(draft: Draft[State], command: ReportInterruption, offer: Offer) -> None:
    if outcome_established.by(draft.rules)(draft.state):
        cites = draft.cite("technical_interruption", "interruption_outcome_established", reading="IR1")
        draft.emit(InterruptionSurvived(citations=cites))
    else:
        void(draft, "technical_interruption", "interruption_no_outcome", reading="IR1")


@outcome_established("any_folded_bet")
def any_folded_bet(state: State) -> bool:
    """A Bet is lost once somebody with chips in has folded, or once a pot is decided."""
    is_lost = any(not hand.is_active and hand.total + hand.dead for _, hand in state.hands)
    return is_lost or pot_decided(state)


@outcome_established("pot_decided")
def pot_decided(state: State) -> bool:
    """Some pot has its winner: nobody else is in it, or the board and the betting are complete."""
    if state.phase == "blinds":
        return False
    if len(state.active) == 1:  # he has won, be it nothing but his own Bet
        return True
    is_complete = len(state.board) == BOARD_FULL and state.phase in ("closed", "showdown", "settling")
    found = pots_before_betting(state) if state.phase == "betting" else pots(state, uncalled(state))
    return is_complete or any(pot.amount and len(pot.eligible) == 1 for pot in found)


# Faulty cards


@POKER.action(ReportFault, Role.DEALER)
def report_fault(at: Moment[State]) -> Offer:
    require_round(at, "voiding_events")
    return Offer(at.cite("voiding_events"), (choice("fault", *_FAULTS),), group="irregularity")


@report_fault.taken
def cards_are_faulty(draft: Draft[State], command: ReportFault, offer: Offer) -> None:
    void(draft, "voiding_events", _FAULTS[command.fault], "round_voided")
