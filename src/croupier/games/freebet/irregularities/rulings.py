"""What people decide: on a wrong deal, on what no rule covers, and players who withdraw because of it."""

from collections.abc import Callable, Iterator
from functools import partial

from msgspec.structs import replace

from croupier.games.freebet import commands as c
from croupier.games.freebet import events as e
from croupier.games.freebet.control import current, is_stopped, pass_on
from croupier.games.freebet.game import FREEBET, chips_down
from croupier.games.freebet.irregularities.courses import is_restorable, put_in_order, restore
from croupier.games.freebet.irregularities.interruptions import refuse_withdrawal
from croupier.games.freebet.irregularities.running_out import has_run_out, may_refill
from croupier.games.freebet.irregularities.section import NOT_PROVIDED_FOR
from croupier.games.freebet.permissions import own_place, require_power
from croupier.games.freebet.plan import wrong
from croupier.games.freebet.settlement import (
    Back,
    has_anything,
    return_area,
    return_insurance,
    return_player,
    return_side,
    void_round,
)
from croupier.games.freebet.state import (
    DEALT,
    HELD,
    Aside,
    State,
    is_asked,
    is_early,
    with_aside,
    without_matter,
)
from croupier.games.freebet.turns import advance, end_hand, go_on
from croupier.rulebook import Rules
from croupier.table import Draft, GiveRuling, Matter, Moment, Offer, Role
from croupier.table.courses import DISCARD, END_HAND, PUT_IN_ORDER, RETURN_BET, STANDS, VOID, Course
from croupier.table.facts import DISCARD as DISCARDS
from croupier.table.matters import MATTER, MatterResolved
from croupier.table.offers import within
from croupier.table.rulings import Carried, refers

_OPEN = "matters_not_provided_for"


@FREEBET.after(MatterResolved)
def matter_resolved(state: State, event: MatterResolved) -> State:
    """What stands as it lies is what was planned, from here on."""
    target = current(state)
    if event.choice == "finish_first" and target:
        return replace(state, dealer_after=target[0])
    if not event.stands:
        return state
    return replace(state, planned=tuple(each.spot for each in state.laid if each.spot != DISCARDS))


# A deal that is noticed to be wrong early


@FREEBET.ruling("cards")
def ruled_on_cards(draft: Draft[State], command: GiveRuling, found: Matter) -> None:
    if command.choice == "void":
        void_round(draft, "early_misdeal_void", reading="FB-A55")
    else:
        own = [rule for rule in found.rules if rule != "early_misdeal_void"]
        put_in_order(draft, *dict.fromkeys((*own, "incorrect_dealing_early")), reading="FB-A55")


# Matters not provided for: every course, on any hand or bet


def require_unreferred(at: Moment[State]) -> None:
    if at.state.phase == "idle" or is_asked(at.state, MATTER):
        at.refuse(_OPEN, "no Round is being played, or a matter is referred already")


def course_of(choice: str) -> Course:
    """What a choice is in the table of courses, wherever it is carried out."""
    if choice in _COURSES:
        return _COURSES[choice]
    return next(course for word, course in _KINDS if choice.startswith(word))


_COURSES: dict[str, Course] = {"play_on": STANDS, "void": VOID, "put_in_order": PUT_IN_ORDER}
_KINDS: tuple[tuple[str, Course], ...] = (
    ("discard_", DISCARD), ("stand_", END_HAND), ("return_", RETURN_BET),
)  # fmt: skip


def possible(rules: Rules, state: State) -> dict[str, Carried]:
    """What the table of courses leaves open and can be carried out now, by name."""
    found = _carried_out(rules, state)
    return {each: found[each] for each in found if course_of(each) in NOT_PROVIDED_FOR.choices}


def _carried_out(rules: Rules, state: State) -> dict[str, Carried]:
    """Without a card to deal the Round cannot go on."""
    after = replace(without_matter(state, MATTER), riffle=replace(state.riffle, is_allowed=True))
    void: dict[str, Carried] = {"void": _void}
    if has_run_out(rules, after) and not may_refill(rules, after):
        return void
    found: dict[str, Carried] = {"play_on": _play_on} | void
    if state.phase == "betting" or (state.phase == "claims" and not state.dealer):
        return found
    if wrong(rules, state) and (is_early(state) or is_restorable(state)):
        found["put_in_order"] = _in_order
    if state.held:
        found["discard_the_next_card"] = _discard
    if target := current(state) if state.phase == "playing" else None:
        found[f"stand_area_{target[0]}"] = partial(_stand, number=target[0], index=target[1])
    for number in dict.fromkeys(number for number, _ in chips_down(state)):
        found[f"return_area_{number}"] = _returning(_area, number)
        area = state.areas[number]
        for bet in dict.fromkeys(side.bet for side in area.sides):
            found[f"return_the_{bet}_of_area_{number}"] = _returning(partial(_side, bet=bet), number)
        if area.insurances:
            found[f"return_the_insurance_of_area_{number}"] = _returning(_insurance, number)
    return found


refers(FREEBET, require_unreferred, possible)


def _play_on(draft: Draft[State], command: GiveRuling, found: Matter) -> None:
    if has_run_out(draft.rules, draft.state):
        draft.emit(e.RiffleAllowed(citations=draft.cite(_OPEN)))
    advance(draft)


def _void(draft: Draft[State], command: GiveRuling, found: Matter) -> None:
    void_round(draft, _OPEN)


@FREEBET.after(e.RiffleAllowed)
def riffle_allowed(state: State, event: e.RiffleAllowed) -> State:
    return replace(state, riffle=replace(state.riffle, is_allowed=True))


def _in_order(draft: Draft[State], command: GiveRuling, found: Matter) -> None:
    (put_in_order if is_early(draft.state) else restore)(draft, _OPEN)
    advance(draft)


def _discard(draft: Draft[State], command: GiveRuling, found: Matter) -> None:
    card = draft.state.held[0].card
    draft.emit(e.NextCardDiscarded(card=card, citations=draft.cite(_OPEN)))
    advance(draft)


@FREEBET.after(e.NextCardDiscarded)
def next_card_discarded(state: State, event: e.NextCardDiscarded) -> State:
    aside = with_aside(state, HELD, *state.held[1:], Aside(event.card, "removed"))
    return replace(state, aside=aside)


def _stand(draft: Draft[State], command: GiveRuling, found: Matter, number: int, index: int) -> None:
    end_hand(draft, number, index, _OPEN)
    advance(draft)


def _returning(back: Callable[[Draft[State], int], None], number: int) -> Carried:
    def returned(draft: Draft[State], command: GiveRuling, found: Matter) -> None:
        before = draft.state
        back(draft, number)
        if draft.state.phase != "idle":
            pass_on(draft, before)
            go_on(draft, command.at)

    return returned


def _area(draft: Draft[State], number: int) -> None:
    return_area(draft, number, Back((_OPEN,)))


def _side(draft: Draft[State], number: int, bet: str) -> None:
    for side in draft.state.areas[number].sides:
        if side.bet == bet:
            return_side(draft, number, side, Back((_OPEN,)))


def _insurance(draft: Draft[State], number: int) -> None:
    for insurance in draft.state.areas[number].insurances:
        return_insurance(draft, number, insurance, Back((_OPEN,)))


@within("dealt", "surrender", "insurance", "playing")
def dissatisfied(at: Moment[State]) -> Iterator[dict[str, int]]:
    if at.state.withdraw_right:
        yield from ({"area": number} for number in at.state.areas)


@FREEBET.action(c.WithdrawFromArea, Role.PLAYER, each=dissatisfied)
def withdraw_from_area(at: Moment[State], area: int) -> Offer:
    """A player dissatisfied with how a mistake was put right takes back what is undecided."""
    place, state = own_place(at), at.state
    require_power(at)
    if not state.withdraw_right or state.phase not in DEALT:
        refuse_withdrawal(at)
        at.refuse(
            "withdrawal_when_dissatisfied",
            "wagers may be withdrawn only right after certain mistakes, before any further card",
        )
    if state.phase == "complete":
        at.refuse(
            "withdrawal_when_dissatisfied",
            "the Dealer's hand is complete, so every wager is won or lost; wait for the settlement",
            reading="FB-A42",
        )
    # A choice that is open leaves no later moment: the card chosen may complete a hand.
    if is_stopped(state):
        at.refuse("withdrawal_when_dissatisfied", "a question is open; it has to be answered first")
    if area not in state.areas or not has_anything(state, area, place):
        at.refuse("withdrawal_when_dissatisfied", "you have nothing undecided on area {area}", area=area)
    return Offer(at.cite("withdrawal_when_dissatisfied"), facts=place, group="irregularity")


@withdraw_from_area.taken
def withdraws(draft: Draft[State], command: c.WithdrawFromArea, offer: Offer) -> None:
    before = draft.state
    back = Back(("withdrawal_when_dissatisfied",), "FB-A42", "withdrawn")
    return_player(draft, command.area, offer.facts, back)
    pass_on(draft, before)
    go_on(draft, command.at)
