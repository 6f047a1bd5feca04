"""Answers to open questions, by the person each belongs to."""

from msgspec.structs import replace

from croupier.cards import Card
from croupier.table import Draft, GiveRuling, OpenDecision, Refusal, Refused, Role, refuse

from . import incidents as i
from .claims import rule_on_tie
from .errors import choose_disclosed, choose_for_dealer, choose_hidden
from .flow import advance
from .game import FREEBET
from .interruptions import answer_power, go_on, pass_on, refuse_withdrawal
from .passing import has_run_out
from .questions import questions
from .returns import return_player, void_round
from .state import State


@FREEBET.on(GiveRuling, Role.DEALER, also=(Role.PLAYER,))
def give_ruling(draft: Draft[State], command: GiveRuling) -> None:
    decision = find(draft, command)
    if command.choice not in decision.choices:
        refuse(decision.citations, f"choose {' or '.join(decision.choices)}, not {command.choice!r}")
    answer(draft, command, decision)


def find(draft: Draft[State], command: GiveRuling) -> OpenDecision:
    """The open question meant, if it is for this person."""
    opened = questions(draft.rules, draft.state)
    meant = [decision for decision in opened if decision.key == command.decision]
    if not meant:
        if command.decision == "power_failure" and draft.state.power_failed:
            refuse_withdrawal(draft)
        keys = ", ".join(dict.fromkeys(decision.key for decision in opened)) or "none"
        draft.refuse("matters_not_provided_for", f"no such decision is open; open: {keys}")
    place = draft.state.places.get(command.by.id)
    for decision in meant:
        if decision.role is Role.PLAYER:
            if command.by.role is Role.PLAYER and decision.seat == place:
                return decision
        elif command.by.role.may_act_as(decision.role):
            return decision
    decision = meant[0]
    whose = f"the player at place {decision.seat}" if decision.seat else f"a {decision.role.words} or above"
    raise Refused(Refusal(decision.citations, f"this is for {whose} to decide"))


def answer(draft: Draft[State], command: GiveRuling, decision: OpenDecision) -> None:
    choice, place, at = command.choice, decision.seat or 0, command.at
    if decision.key == "referred":
        rule_on_matter(draft, choice)
    elif decision.key == "claims":
        rule_on_tie(draft, choice)
    elif decision.key == "misdeal":
        if choice == "void":
            void_round(draft, "early_misdeal_void", reading="FB-A55")
        else:
            cites = draft.rules.cite("incorrect_dealing_early", reading="FB-A55")
            draft.emit(i.RebuildOrdered(citations=cites))
    elif decision.key == "finish_hand":
        cites = draft.rules.cite("finish_hand_before_dealer_card")
        draft.emit(i.FinishChosen(place=place, first=choice == "finish_first", citations=cites))
    elif decision.key == "power_failure":
        answer_power(draft, place, choice, at)
    elif decision.key.startswith("one_card_"):
        answer_one_card(draft, int(decision.key.removeprefix("one_card_")), place, choice, at)
    elif draft.state.together and not draft.state.together.disclosed:
        choose_hidden(draft, int(choice))
    elif draft.state.together and draft.state.together.area == 0:
        choose_for_dealer(draft, Card(choice))
    else:
        choose_disclosed(draft, choice)


def rule_on_matter(draft: Draft[State], choice: str) -> None:
    may_riffle = choice == "continue" and has_run_out(draft.rules, replace(draft.state, referred=""))
    cites = draft.rules.cite("matters_not_provided_for")
    draft.emit(i.MatterRuled(choice=choice, may_riffle=may_riffle, citations=cites))
    if choice == "void":
        void_round(draft, "matters_not_provided_for")
    else:
        advance(draft)


def answer_one_card(draft: Draft[State], number: int, place: int, choice: str, at: int) -> None:
    rule, before = "one_card_hand_played" if choice == "act" else "one_card_hand_withdrawn", draft.state
    cites = draft.rules.cite(rule, reading="FB-A19" if choice == "act" else None)
    draft.emit(i.OneCardAnswered(area=number, place=place, acts=choice == "act", citations=cites))
    if choice != "act":
        return_player(draft, number, place, "withdrawn", ("one_card_hand_withdrawn",), "FB-A37")
        pass_on(draft, before)
    go_on(draft, at)
