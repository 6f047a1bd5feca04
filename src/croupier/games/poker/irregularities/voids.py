"""What ends a Round without a result: interruptions, faulty cards, a wrong Initial Deal."""

from collections.abc import Callable

from msgspec.structs import replace

from croupier.games.poker.commands import (
    ReportFault,
    ReportInterruption,
    ReportMissedOpeningBurn,
    ReportWrongDeal,
)
from croupier.games.poker.dealing import put_back
from croupier.games.poker.events import DealUndone, InterruptionSurvived, RoundVoided
from croupier.games.poker.game import POKER
from croupier.games.poker.irregularities.questions import HOUSE, ask
from croupier.games.poker.permissions import refuse_while_open
from croupier.games.poker.pots import pots, pots_before_betting, uncalled
from croupier.games.poker.rounds import (
    bets_to_return,
    between_rounds,
    positions_after,
    positions_repeated,
    with_chips,
)
from croupier.games.poker.state import State
from croupier.games.poker.terms import terms
from croupier.games.poker.turns import BOARD_FULL
from croupier.rulebook import Behaviour
from croupier.table import Ask, Command, Draft, Moment, Offer, Role, choice, refuse

_FAULTS = {
    "foreign_card": "foreign_card",
    "shortage": "wrong_deck_count",
    "excess": "wrong_deck_count",
    "insufficient_cards": "insufficient_cards",
    "unshuffled_cards": "cards_not_shuffled",
}


def void(draft: Draft[State], *keys: str, reading: str | None = None) -> None:
    """All Bets of this Round go back; earlier Rounds stand."""
    cites = draft.cite(*keys, "void", "void_bets_returned", reading=reading)
    is_moving = terms(draft.rules).button_after_void == "move"
    refunds = bets_to_return(draft.state)
    draft.emit(RoundVoided(refunds=refunds, is_button_moving=is_moving, citations=cites))


def require_round(at: Moment[State], *keys: str) -> None:
    if at.state.phase == "idle":
        cites = at.cite(*keys, "round_voided", "round_of_play", reading="IR14")
        refuse(cites, "no Round is open, and settled Rounds stand")


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


# A wrong Initial Deal


@POKER.action(ReportWrongDeal, Role.DEALER)
def report_wrong_deal(at: Moment[State]) -> Offer:
    refuse_while_open(at)
    require_round(at, "voiding_events")
    if not at.state.street or at.state.trouble.wrong_deal == "redeal":
        at.refuse("initial_deal", "nobody has been dealt cards yet: deal them")
    problems = _problems(at)
    cites = at.cite(*dict.fromkeys(_PROBLEMS[problem] for problem in problems))
    return Offer(cites, (choice("problem", *problems), _looked(at.state)), group="irregularity")


_COUNT, _HAND = "wrong_number_of_cards", "missing_or_extra_hand"
_PROBLEMS = {_COUNT: _COUNT, "hand_left_out": _HAND, "extra_hand": _HAND}
_REPORTED_AS = {
    "leaving_out": "hand_left_out",
    "with_an_extra_hand": "extra_hand",
    "with_a_surplus_card_to": _COUNT,
    "one_card_short_at": _COUNT,
}


def _problems(at: Moment[State]) -> list[str]:
    """Mistakes that the table knows are called by their names; of others it takes the dealer's word."""
    return known_problems(at.state) or list(_PROBLEMS)


def known_problems(state: State) -> list[str]:
    return list(dict.fromkeys(_REPORTED_AS[mistake] for mistake in state.trouble.mistakes))


def _looked(state: State) -> Ask:
    """Cards put back on top must not be mixed with those that are to be shuffled.

    A hand that lies open has been seen by everybody, whoever exposed it.
    """
    is_mixed = state.trouble.is_stub_shuffle_due and not state.board
    is_unseen = not is_mixed and not _is_hand_open(state)
    return choice("looked", *(("nobody_has_looked",) if is_unseen else ()), "somebody_has_looked")


def _is_hand_open(state: State) -> bool:
    return any(hand.shown for _, hand in state.hands)


@report_wrong_deal.taken
def deal_is_wrong(draft: Draft[State], command: ReportWrongDeal, offer: Offer) -> None:
    require_seat_named(draft, command)
    has_looked = command.looked == "somebody_has_looked"
    if has_looked or draft.state.board:  # once the board is seen the order of the deal cannot be restored
        broken = [_PROBLEMS[problem] for problem in (command.problem, *known_problems(draft.state))]
        hand = (_HAND, f"{_HAND}_{'seen' if has_looked else 'unseen'}") if _HAND in broken else ()
        void(draft, "voiding_events", *[_COUNT] * (_COUNT in broken), *hand, "round_voided")
        return
    if is_miscount_seen(draft.state, command.problem):
        void(draft, "voiding_events", _COUNT, "round_voided")
        return
    rule = _COUNT if command.problem == _COUNT else f"{_HAND}_unseen"
    text = "Can the Initial Deal be restored to its intended order?"
    ask(draft, "wrong_deal", HOUSE, text, ("reconstruct", "void"), rule, "IR4")


def is_miscount_seen(state: State, *problems: str) -> bool:
    """Of a wrong number any card counts that was seen, also one exposed in the deal; else Hole Cards do."""
    return bool(state.exposed) and _COUNT in (*problems, *known_problems(state))


def require_seat_named(draft: Draft[State], command: ReportWrongDeal) -> None:
    """A seat need not be named; if it is, it is one dealt in, but for an extra hand."""
    is_extra, order = command.problem == "extra_hand", draft.state.order
    seats = tuple(range(1, terms(draft.rules).seats + 1)) if is_extra else order
    if command.seat and command.seat not in seats:
        rule = "missing_or_extra_hand" if command.problem != "wrong_number_of_cards" else command.problem
        draft.refuse(rule, f"name one of these seats, or none: {', '.join(map(str, sorted(seats)))}")


missed_opening_burn: Behaviour[Callable[[Moment[State]], None]] = Behaviour(
    POKER.policies, "missed_opening_burn"
)


@POKER.action(ReportMissedOpeningBurn, Role.DEALER)
def report_missed_opening_burn(at: Moment[State]) -> Offer:
    refuse_while_open(at)
    require_round(at, "missed_opening_burn")
    missed_opening_burn.by(at.rules)(at)
    return Offer(at.cite("missed_opening_burn"), (_looked(at.state),), group="irregularity")


@missed_opening_burn("no_burn_due")
def no_burn_due(at: Moment[State]) -> None:
    at.refuse(
        "missed_opening_burn", "no card is burnt before the Hole Cards here: the deal is right, play on"
    )


@missed_opening_burn("reconstruct_or_void")
def reconstruct_or_void(at: Moment[State]) -> None:
    if not terms(at.rules).opening_burns:
        no_burn_due(at)
    if not at.state.street:
        at.refuse("missed_opening_burn", "nobody has been dealt cards yet: deal them")
    if not at.state.trouble.is_opening_burn_missed:
        at.refuse("missed_opening_burn", "the first card of this Round was discarded: play on")


@report_missed_opening_burn.taken
def opening_burn_was_missed(draft: Draft[State], command: ReportMissedOpeningBurn, offer: Offer) -> None:
    if command.looked == "somebody_has_looked" or draft.state.board:
        void(draft, "missed_opening_burn", "round_voided", reading="IR5")
        return
    if is_miscount_seen(draft.state):
        void(draft, "voiding_events", _COUNT, "round_voided")
        return
    text = "Can the cards be restored, the first one as the Burnt Card?"
    ask(draft, "opening_burn", HOUSE, text, ("reconstruct", "void"), "missed_opening_burn", "IR5")


@report_wrong_deal.outside
@report_missed_opening_burn.outside
def not_as_it_lies(at: Moment[State], command: Command, offer: Offer, ask: Ask) -> None:
    if ask.field == "problem":
        names = " or ".join(ask.choices).replace("_", " ")
        refuse(offer.citations, f"the deal is wrong in another way: report {names}")
    if _is_hand_open(at.state):
        refuse(offer.citations, "a hand lies open: report that somebody has looked")
    at.refuse(at.state.trouble.shuffle_rule, "shuffle the remaining cards first, then report this")


# Effects


@POKER.after(RoundVoided)
def round_voided(state: State, event: RoundVoided) -> State:
    seats = with_chips(state, event.refunds)
    positions = positions_after(state) if event.is_button_moving else positions_repeated(state)
    after = between_rounds(state, seats, positions)
    return replace(after, exposed=after.exposed + event.exposed)


@POKER.after(DealUndone)
def deal_undone(state: State, event: DealUndone) -> State:
    seats = list(state.seats)
    for number, hand in state.hands:
        seats[number - 1] = replace(state.seat(number), hand=replace(hand, cards=()))
    # A card that was exposed and discarded is not used any more.
    back = tuple(card for card in state.device.out if card not in state.exposed)
    return replace(
        put_back(state, back),
        coming=(),
        seats=tuple(seats),
        burnt=(),
        packet=(),
        # A street that lay face down has gone back too: its burn is not missing any more.
        trouble=state.troubled(
            is_opening_burn_missed=False, is_street_burn_missed=False, wrong_deal="redeal", wrong_seat=0
        ),
    )
