"""What voids a Round, what interrupts it, and what comes too late."""

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from croupier.cards import UNKNOWN
from croupier.games.multilink import commands as c
from croupier.games.multilink import events as e
from croupier.games.multilink.game import MULTILINK
from croupier.games.multilink.irregularities.courses import (
    VOID_AFTER_JACKPOT,
    emit_void,
    play_on,
    report,
    take_back_prizes,
    void,
)
from croupier.games.multilink.permissions import in_round, nothing_open, require_round
from croupier.games.multilink.settlement import bonus_key, miscounts
from croupier.games.multilink.state import State, live_progressive
from croupier.games.multilink.terms import terms
from croupier.rulebook import Behaviour, Rules
from croupier.table import Draft, GiveRuling, Matter, Moment, Offer, Role, text
from croupier.table.dealing import Fault, ReportFault
from croupier.table.offers import Target

# What is wrong with the cards themselves ends the Round, whoever has looked.
_FAULTS: dict[str, str] = {
    "a_foreign_card": "foreign_card",
    "missing_cards": "wrong_deck_count",
    "extra_cards": "wrong_deck_count",
    "insufficient_cards": "insufficient_cards",
    "unshuffled_cards": "cards_not_shuffled",
}
_WHY_VOID: dict[str, str] = {
    "a_foreign_card": "a card that does not belong to the deck was found",
    "missing_cards": "the deck has a shortage of cards",
    "extra_cards": "the deck has an excess of cards",
    "insufficient_cards": "the cards do not suffice for the Round",
    "unshuffled_cards": "the cards were not shuffled",
}


def _faults(at: Moment[State]) -> Iterator[Target]:
    yield from ({"fault": fault} for _ in in_round(at) for fault in _FAULTS)


@MULTILINK.action(ReportFault, Role.DEALER, "voiding_events", each=_faults)
def report_fault(at: Moment[State], fault: Fault) -> Offer:
    rule = _FAULTS[fault]
    require_round(at, rule)
    if any(each.key == VOID_AFTER_JACKPOT for each in at.state.open):
        nothing_open(at, rule)  # somebody is deciding already whether the Round is void
    return report(at, rule)


@report_fault.taken
def cards_are_faulty(draft: Draft[State], command: ReportFault, offer: Offer) -> None:
    void(draft, _WHY_VOID[command.fault], _FAULTS[command.fault], "voiding_events")


@MULTILINK.ruling(VOID_AFTER_JACKPOT)
def carry_void_after_jackpot(draft: Draft[State], command: GiveRuling, matter: Matter) -> None:
    """Prizes that were paid stay paid, unless all is void; the rest goes back, or is settled after all."""
    if command.choice == "void_all":
        take_back_prizes(draft)
    if command.choice != "settle":
        emit_void(draft, "ruled by the shift manager", draft.cite(*matter.rules, reading="ML-A33"))
    elif found := miscounts(draft.rules, draft.state):
        draft.emit(e.MistakesStand(mistakes=found, citations=draft.cite(*matter.rules, reading="ML-A33")))


# Technical interruption


# What has been decided already, in words; nothing if a Round has no outcome yet.
outcome_established: Behaviour[Callable[[Rules, State], str]] = Behaviour(
    MULTILINK.policies, "outcome_established_by"
)


@MULTILINK.action(c.ReportInterruption, Role.DEALER, "technical_interruption", each=in_round)
def report_interruption(at: Moment[State]) -> Offer:
    require_round(at, "technical_interruption")
    return report(at, "technical_interruption")


@report_interruption.taken
def interruption_is_reported(draft: Draft[State], command: c.ReportInterruption, offer: Offer) -> None:
    established = outcome_established.by(draft.rules)(draft.rules, draft.state)
    if established:
        keys = ("technical_interruption", "interruption_outcome_established")
        play_on(draft, established, *keys, reading="ML-A29")
        return
    keys = ("technical_interruption", "interruption_no_outcome")
    void(draft, "a technical interruption before any outcome", *keys, reading="ML-A29")


@outcome_established("shown_results")
def shown_results(rules: Rules, state: State) -> str:
    """What everyone could see: a fold, a flop up with a jackpot bet alive, a hand being paid."""
    if any(box.status in ("folded", "refused") for box in state.boxes.values()):
        return "an outcome is established: a hand has folded"
    if state.board_shown >= terms(rules).progressive_board_cards and live_progressive(state):
        return "an outcome is established: the flop has decided a jackpot bet"
    return "an outcome is established: hands have been compared" if state.is_dealer_shown else ""


@outcome_established("logically_decided")
def logically_decided(rules: Rules, state: State) -> str:
    """Also what follows from cards that nobody has turned over yet."""
    count = terms(rules).progressive_board_cards
    if shown := shown_results(rules, state):
        return shown
    for box in state.boxes.values():
        if UNKNOWN in (*box.cards, *state.board[:count]):
            continue
        if len(box.cards) == 2 and box.bonus and bonus_key(box.cards, ()) is None:
            return "an outcome is established: a Bonus bet has lost on its Hole Cards"
        if len(box.cards) == 2 and box.registered and len(state.board) >= count:
            return "an outcome is established: the flop decides a jackpot bet"
    return ""


# Too late


@MULTILINK.action(c.ReportLateError, Role.DEALER, "late_discovery")
def report_late_error(at: Moment[State]) -> Offer:
    if at.state.round - (at.state.phase != "idle") < 1:
        at.refuse("late_discovery", "there is no earlier Round; report what is wrong with this one")
    cites = at.cite("late_discovery", reading="ML-A35")
    return replace(report(at, "late_discovery", text("error")), event=e.LateErrorNoted, under=cites)
