"""What people decide: the House on restoring cards, the Shift Manager on what is not provided for."""

from collections.abc import Callable

from msgspec.structs import replace

from croupier.games.poker.commands import ReferMatter
from croupier.games.poker.events import DealUndone, MatterResolved, QuestionRaised
from croupier.games.poker.game import POKER
from croupier.games.poker.irregularities.exposure import fold_exposed
from croupier.games.poker.irregularities.questions import MANAGER, ask
from croupier.games.poker.irregularities.streets import (
    reshuffle_street,
    reshuffle_surplus,
    return_surplus,
    undo_street,
)
from croupier.games.poker.irregularities.voids import void
from croupier.games.poker.permissions import refuse_while_asked
from croupier.games.poker.seating import call_blinds_again
from croupier.games.poker.showdown import fold_refused, show_refused
from croupier.games.poker.state import Question, State
from croupier.table import Draft, GiveRuling, Moment, Offer, Pending, Role, text


@POKER.action(ReferMatter, Role.DEALER)
def refer_matter(at: Moment[State]) -> Offer:
    refuse_while_asked(at)
    return Offer(at.cite("matters_not_provided_for"), (text("matter"),), group="irregularity")


@refer_matter.taken
def is_referred(draft: Draft[State], command: ReferMatter, offer: Offer) -> None:
    draft.require(command.matter.strip(), "matters_not_provided_for", "say what is to be decided")
    choices = ("play_on", "void") if draft.state.phase != "idle" else ("play_on",)
    ask(draft, "matter", MANAGER, command.matter[:200], choices, "matters_not_provided_for")


def ruled(draft: Draft[State], command: GiveRuling, found: Pending) -> None:
    (rule,) = found.rules
    resolved = MatterResolved(
        key=found.key, choice=command.choice, reason=command.reason, citations=found.cites(draft.rules)
    )
    draft.emit(resolved)
    _CARRY_OUT[found.key, command.choice](draft, rule)


def play_on(draft: Draft[State], rule: str) -> None:
    """The ruling itself is the event; who has left meanwhile is not waited for with the blinds."""
    call_blinds_again(draft)


def void_round(draft: Draft[State], rule: str) -> None:
    void(draft, *_HEADS.get(rule, ()), rule, "round_voided")


_HEADS = {  # of the list that a ground for a void stands in
    "wrong_number_of_cards": ("voiding_events",),
    "missing_or_extra_hand_unseen": ("voiding_events", "missing_or_extra_hand"),
}


def undo_deal(draft: Draft[State], rule: str) -> None:
    """What the state does not know to be wrong already lies in its intended order."""
    if not (draft.state.trouble.wrong_deal or draft.state.trouble.is_opening_burn_missed):
        return
    draft.emit(DealUndone(citations=draft.cite(rule, "reconstruction")))


def fold_all_in(draft: Draft[State], rule: str) -> None:
    number = draft.state.trouble.exposed_seat
    fold_exposed(draft, number, draft.state.hand(number).shown)


_CARRY_OUT: dict[tuple[str, str], Callable[[Draft[State], str], None]] = {
    ("matter", "play_on"): play_on,
    ("matter", "void"): void_round,
    ("wrong_deal", "reconstruct"): undo_deal,
    ("wrong_deal", "void"): void_round,
    ("opening_burn", "reconstruct"): undo_deal,
    ("opening_burn", "void"): void_round,
    ("missed_burn", "reconstruct"): undo_street,
    ("missed_burn", "reshuffle"): reshuffle_street,
    ("missed_burn", "stands"): play_on,
    ("missed_burn", "void"): void_round,
    ("exposed_board", "replace"): play_on,
    ("exposed_board", "void"): void_round,
    ("exposed_all_in", "fold"): fold_all_in,
    ("exposed_all_in", "play_on"): play_on,
    ("refused_to_show", "show"): show_refused,
    ("refused_to_show", "fold"): fold_refused,
    ("surplus_cards", "reconstruct"): return_surplus,
    ("surplus_cards", "reshuffle"): reshuffle_surplus,
}


POKER.ruling(*dict.fromkeys(key for key, _ in _CARRY_OUT))(ruled)


# Effects


@POKER.after(QuestionRaised)
def question_raised(state: State, event: QuestionRaised) -> State:
    question = Question(event.key, event.role, event.text, event.choices, event.rule, event.reading)
    return replace(state, question=question)


@POKER.after(MatterResolved)
def matter_resolved(state: State, event: MatterResolved) -> State:
    has_stood = event.key == "missed_burn" and event.choice == "stands"
    trouble = state.troubled(is_street_burn_missed=False, unburnt=()) if has_stood else state.trouble
    return replace(state, question=None, trouble=trouble)
