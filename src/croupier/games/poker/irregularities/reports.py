"""What staff see of the cards: one report for all of it, by facts."""

from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from msgspec.structs import replace

from croupier.games.poker.commands import ReportCards
from croupier.games.poker.game import POKER
from croupier.games.poker.irregularities.courses import (
    current_street,
    look_at,
)
from croupier.games.poker.irregularities.section import (
    COUNT,
    EXPOSED,
    HANDS,
    ORDER,
    WRONG_COUNT,
    WRONG_HANDS,
    Case,
    follow_verdicts,
    rows,
)
from croupier.games.poker.permissions import (
    Targets,
    refuse_while_asked,
    refuse_while_open,
    require_round,
    require_sensible,
)
from croupier.games.poker.plan import HOLE_CARDS, came_of, planned, wrong
from croupier.games.poker.state import STREETS, State, is_laid, is_street_coming
from croupier.games.poker.terms import terms
from croupier.rulebook import Behaviour
from croupier.table import Draft, Moment, Offer, Role, refuse
from croupier.table.courses import (
    REFUSE,
    verdicts,
)
from croupier.table.deals import LATER, refuse_contradiction
from croupier.table.facts import (
    AnyFact,
    BegunAt,
    Burnt,
    Came,
    InPairs,
    LiesAt,
    Looked,
    NoHand,
    NotLooked,
    Seen,
    StrayHand,
    Swapped,
    Together,
    TooFew,
    TooMany,
    as_came,
    as_it_came,
)
from croupier.table.mistakes import Kind, Mistake

_CLAIMED: dict[type[AnyFact], tuple[Kind, ...]] = {
    TooMany: COUNT,
    TooFew: COUNT,
    NoHand: ("left_out",),
    StrayHand: ("extra_hand",),
    BegunAt: ORDER,
    Swapped: ORDER,
    InPairs: ORDER,
    LiesAt: (*ORDER, *COUNT, *HANDS),
    Together: ("together",),
    Seen: EXPOSED,
    Burnt: ("missed_burn", "extra_burn"),
}
_BROKEN: dict[type[AnyFact], str] = {
    TooMany: WRONG_COUNT,
    TooFew: WRONG_COUNT,
    NoHand: WRONG_HANDS,
    StrayHand: WRONG_HANDS,
    Burnt: "missed_opening_burn",
}
_CALLED: dict[Kind, str] = {
    "left_out": "hand left out",
    "extra_hand": "extra hand",
    "surplus": "wrong number of cards",
    "short": "wrong number of cards",
    "missed_burn": "nothing burnt",
    "extra_burn": "more than one burnt",
    "wrong_start": "begun at another seat",
    "exchanged": "cards at each other's seats",
    "together": "cards that came together",
    "exposed": "cards that were seen",
}


def reports(at: Moment[State]) -> Targets:
    """What lies wrong, or what the dealer can see that the table does not know."""
    state = at.state
    if state.phase == "idle" or state.open or not (state.street or state.coming):
        return ()
    known = wrong(terms(at.rules), state)
    looks: list[tuple[AnyFact, ...]] = [(Looked(),)] if is_hand_open(state) else [(NotLooked(),), (Looked(),)]
    if any(each.deal == HOLE_CARDS for each in known):
        return tuple({"deal": HOLE_CARDS, "facts": look} for look in looks)
    found: list[dict[str, Any]] = [{"deal": None, "facts": ()}] if known else []
    if state.street and not state.coming:
        claims: tuple[AnyFact, ...] = (TooMany(), NoHand(), StrayHand())
        found += [{"deal": HOLE_CARDS, "facts": (claim, *look)} for claim in claims for look in looks]
    return tuple(found)


@POKER.action(ReportCards, Role.DEALER, each=reports)
def report_cards(at: Moment[State], deal: str | None, facts: tuple[AnyFact, ...]) -> Offer:
    refuse_while_asked(at)
    is_burn = deal == HOLE_CARDS and any(isinstance(fact, Burnt) for fact in facts)
    require_round(at, "missed_opening_burn" if is_burn else "voiding_events")
    state = at.state
    if not state.street and not state.coming:
        at.refuse("initial_deal", "nobody has been dealt cards yet: deal them")
    refuse_contradiction(at, facts, lambda fact: ("voiding_events",))
    has_looked = looked_by(at, facts)
    if state.shuffle_due is not None and not state.board and not has_looked:
        at.refuse(state.shuffle_due.rule, "shuffle the remaining cards first, then report this")
    about, came = noticed(at, deal, facts)
    case = Case(terms(at.rules), state, about, has_looked)
    found = verdicts(rows(at.rules), case, about)
    if all(each.row.course == REFUSE and each.row.judge is None for each in found):
        refuse_late(at)
    rules = dict.fromkeys(rule for each in found for rule in each.row.rules[:1])
    return Offer(at.cite(*rules), facts=(came, found), group="irregularity")


def refuse_late(at: Moment[State]) -> NoReturn:
    at.refuse(
        "missed_street_burn",
        "no street of this Betting Round lacks its Burnt Card; one noticed later stands",
        reading="IR6",
    )


def is_hand_open(state: State) -> bool:
    """A hand that lies open has been seen by everybody, whoever exposed it."""
    return any(hand.shown for _, hand in state.hands)


def looked_by(at: Moment[State], facts: tuple[AnyFact, ...]) -> bool:
    """Whether somebody has seen own cards: as it is said, and else as it must be presumed."""
    is_open = is_hand_open(at.state)
    if any(isinstance(fact, NotLooked) for fact in facts):
        if is_open:
            rule = next((_BROKEN[type(fact)] for fact in facts if type(fact) in _BROKEN), "voiding_events")
            at.refuse(rule, "a hand lies open: report that somebody has looked")
        return False
    table, state = terms(at.rules), at.state
    is_presumed = bool(state.acted) and table.look_presumed == "at_first_action"
    is_seen = bool(state.exposed) and table.exposed_card_is_seen == "everywhere"
    return is_open or is_presumed or is_seen or any(isinstance(fact, Looked) for fact in facts)


def noticed(
    at: Moment[State], deal: str | None, facts: tuple[AnyFact, ...]
) -> tuple[tuple[Mistake, ...], Came | None]:
    """The mistakes that are spoken of: those the table knows, or the dealer's word for others.

    What is seen of cards that the table knows puts its record right.
    """
    table, state = terms(at.rules), at.state
    known = wrong(table, state)
    claims = [fact for fact in facts if type(fact) in _CLAIMED]
    about = tuple(each for each in known if deal in (None, each.deal))
    if deal is None and any(isinstance(fact, Burnt) for fact in claims):
        about = tuple(each for each in about if each.deal in STREETS)
    kinds = {kind for fact in claims for kind in _CLAIMED[type(fact)]}
    if about and (not claims or any(each.kind in kinds for each in about)):
        return about, None
    later = [fact for fact in claims if isinstance(fact, LATER)]
    if later:
        came = put_right(at, deal or HOLE_CARDS, later)
        kept = tuple(each for each in state.unplanned if each.deal != came.deal)
        found = wrong(table, replace(state, unplanned=(*kept, came)))
        if not found:
            at.refuse("reconstruction", "so the cards lie as they should: amend the record")
        return found, came
    if any(isinstance(fact, Burnt) for fact in claims):
        refuse_burn(at, deal)
    if about:
        kinds_there = {each.kind for each in about}
        names = list(dict.fromkeys(called for kind, called in _CALLED.items() if kind in kinds_there))
        cites = at.cite(*dict.fromkeys(rule for each in about for rule in _rules_of(each)))
        refuse(cites, "the deal is wrong in another way: report {names:or}", names=names)
    if not claims:
        at.refuse("initial_deal", "everything lies as it should: say what is to be seen, or play on")
    is_lying = bool(state.board or is_laid(state)) and not state.coming
    if deal in STREETS and is_lying and deal == current_street(state) and table.is_shoe:
        surplus = [
            fact.count for fact in claims if isinstance(fact, TooMany)
        ]  # nobody knows which card it is
        if surplus:
            return (Mistake("surplus", deal, count=surplus[0]),), None
    if deal in STREETS:
        at.refuse("community_cards", "the {deal:name} lies as it should: play on", deal=deal)
    placed = [fact for fact in claims if getattr(fact, "place", 0)]  # nobody has to say where
    require_sensible(at, placed, planned(table, state, HOLE_CARDS), HOLE_CARDS)
    return tuple(
        Mistake(_CLAIMED[type(fact)][0], HOLE_CARDS, getattr(fact, "place", 0)) for fact in claims
    ), None


def put_right(at: Moment[State], deal: str, facts: Sequence[AnyFact]) -> Came:
    """A complete deal as it is seen to have come, the Hole Cards or the street that lies there."""
    state = at.state
    if state.coming:
        at.refuse("initial_deal", "the cards are being dealt one by one: say of each where it goes")
    if deal in STREETS:
        is_last = bool(state.board or is_laid(state)) and current_street(state) == deal
        at.require(is_last, "community_cards", "this is said of the street that was dealt last")
    came = came_of(terms(at.rules), state, deal)
    require_sensible(at, facts, came.dues, deal)
    return as_came(deal, as_it_came(came.dues, facts, state.order if deal == HOLE_CARDS else (0,)))


def _rules_of(mistake: Mistake) -> tuple[str, ...]:
    return (
        (WRONG_HANDS,)
        if mistake.kind in HANDS
        else (WRONG_COUNT,)
        if mistake.kind in COUNT
        else ("initial_deal",)
    )


missed_opening_burn: Behaviour[Callable[[Moment[State]], None]] = Behaviour(
    POKER.policies, "missed_opening_burn"
)


def refuse_burn(at: Moment[State], deal: str | None) -> NoReturn:
    """Nothing is missing where somebody says so."""
    if deal == HOLE_CARDS:
        missed_opening_burn.by(at.rules)(at)
        at.refuse("missed_opening_burn", "the first card of this Round was discarded: play on")
    if at.state.coming and not is_street_coming(at.state):
        refuse_while_open(at)
    if not terms(at.rules).is_shoe:
        said = "a shuffler's Community Cards are turned up without a burn: play on"
        at.refuse("missed_street_burn", said, reading="IR12")
    refuse_late(at)


@missed_opening_burn("no_burn_due")
def no_burn_due(at: Moment[State]) -> None:
    at.refuse(
        "missed_opening_burn", "no card is burnt before the Hole Cards here: the deal is right, play on"
    )


@missed_opening_burn("reconstruct_or_void")
def reconstruct_or_void(at: Moment[State]) -> None:
    if not terms(at.rules).opening_burns:
        no_burn_due(at)


@report_cards.taken
def cards_lie_wrong(draft: Draft[State], command: ReportCards, offer: Offer) -> None:
    came, found = offer.facts
    if came is not None:
        look_at(draft, came, offer.citations)
    follow_verdicts(draft, found)
