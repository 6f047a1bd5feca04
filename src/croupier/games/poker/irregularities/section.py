"""Section 5 on the cards: what lies wrong, when it is noticed, and what follows. One row for each mistake."""

from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from msgspec import Struct
from msgspec.structs import replace

from croupier.games.poker.commands import ReportCards
from croupier.games.poker.game import POKER
from croupier.games.poker.irregularities.courses import (
    HOUSE,
    MANAGER,
    ask,
    current_street,
    is_restorable,
    look_at,
    take_back,
    void,
)
from croupier.games.poker.permissions import (
    Targets,
    refuse_while_asked,
    refuse_while_open,
    require_round,
    require_sensible,
)
from croupier.games.poker.plan import HOLE_CARDS, came_of, planned, wrong
from croupier.games.poker.state import STREETS, State, is_laid, is_street_coming, next_street
from croupier.games.poker.terms import Terms, terms
from croupier.rulebook import Behaviour, Rules
from croupier.table import Draft, Moment, Offer, Role, refuse
from croupier.table.courses import (
    PUT_IN_ORDER,
    REFUSE,
    STANDS,
    TAKE_BACK,
    VOID,
    Course,
    Row,
    Verdict,
    verdicts,
)
from croupier.table.deals import LATER
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

DEAL = (HOLE_CARDS,)
COUNT: tuple[Kind, ...] = ("short", "surplus")
HANDS: tuple[Kind, ...] = ("left_out", "extra_hand")
BURN: tuple[Kind, ...] = ("missed_burn",)
ORDER: tuple[Kind, ...] = ("wrong_start", "exchanged")
EXPOSED: tuple[Kind, ...] = ("exposed",)
EVERY: tuple[Kind, ...] = (*COUNT, *HANDS, *BURN, *ORDER, *EXPOSED, "extra_burn", "together")
_COUNT, _HAND = "wrong_number_of_cards", "missing_or_extra_hand"
_OPEN = "matters_not_provided_for"


class Case(Struct, frozen=True):
    """What the rows ask about: the table, all that lies wrong, and whether a player has seen own cards."""

    table: Terms
    state: State
    mistakes: tuple[Mistake, ...]
    has_looked: bool

    @property
    def is_board_seen(self) -> bool:
        """Once the board is seen the order of the deal cannot be restored."""
        return bool(self.state.board)

    @property
    def is_any_seen(self) -> bool:
        """Of a wrong number any card counts that was seen, also one exposed in the deal."""
        return self.has_looked or bool(self.state.exposed) or self.is_board_seen


def order_seen_voids(case: Case, mistake: Mistake) -> bool:
    return looked_or_board_seen(case, mistake) and case.table.wrong_order_seen == "void"


def as_it_lies(case: Case, mistake: Mistake) -> bool:
    """Nobody has seen what would move."""
    is_unseen = mistake.deal in STREETS or not case.has_looked
    return is_unseen and is_restorable(case.state, case.mistakes)


def not_bet_on(case: Case, mistake: Mistake) -> bool:
    """The Betting Round that the street opens has not begun."""
    state = case.state
    return state.phase == "dealing" or (state.phase == "betting" and not (state.acted or state.prematures))


def any_seen(case: Case, mistake: Mistake) -> bool:
    return case.is_any_seen


def looked(case: Case, mistake: Mistake) -> bool:
    return case.has_looked


def board_seen(case: Case, mistake: Mistake) -> bool:
    return case.is_board_seen


def looked_or_board_seen(case: Case, mistake: Mistake) -> bool:
    return case.has_looked or case.is_board_seen


def unseen(case: Case, mistake: Mistake) -> bool:
    return not looked_or_board_seen(case, mistake)


def several_exposed(case: Case, mistake: Mistake) -> bool:
    """Cards of the Initial Deal, those that were discarded in it among them."""
    seen = {each.place: each.count for each in (*case.state.stands, *case.mistakes) if each.kind == "exposed"}
    return sum(seen.values()) + len(case.state.discarded) >= case.table.exposed_cards_void


def in_time(case: Case, mistake: Mistake) -> bool:
    """Before the Betting Round after the next street has begun; where none follows, before the settlement."""
    state = case.state
    return state.street <= STREETS.index(mistake.deal) + 2 and state.phase != "idle"


def restorable_in_time(case: Case, mistake: Mistake) -> bool:
    return in_time(case, mistake) and restorable(case, mistake)


def last_in_time(case: Case, mistake: Mistake) -> bool:
    """No other street lacks its burn, and none has followed: face up or down, it is the last one."""
    return in_time(case, mistake) and is_restorable(case.state, case.mistakes, is_face_up_judged=True)


def restorable(case: Case, mistake: Mistake) -> bool:
    """Only the street that lies face down lacks its burn, so nobody has seen a card in a wrong place."""
    missed = [each.deal for each in case.mistakes if each.kind == "missed_burn" and in_time(case, each)]
    is_down = is_laid(case.state) or is_street_coming(case.state)
    return is_down and missed == [mistake.deal] == [next_street(case.state)]


_CAN_BE_RESTORED = {
    "flop": "Can the flop be restored, or is it shuffled back?",
    "turn": "Can the turn be restored, or is it shuffled back?",
    "river": "Can the river be restored, or is it shuffled back?",
}


def of_street(name: str) -> tuple[Row[Case], ...]:
    """A street with a card too many."""
    return (
        Row(
            kinds=("surplus",),
            deals=(name,),
            when=not_bet_on,
            rules=(f"surplus_{name}_cards",),
            judge=HOUSE,
            question=_CAN_BE_RESTORED[name],
            choices=(PUT_IN_ORDER, TAKE_BACK),
            reading="IR11",
        ),
    )


_NO_PARAGRAPH = "The cards lie otherwise than they should, and no paragraph says what follows."
_RESTORE = "Can the Initial Deal be restored to its intended order?"

ROWS: tuple[Row[Case], ...] = (
    Row(
        kinds=EXPOSED,
        deals=DEAL,
        when=several_exposed,
        rules=("voiding_events", "cards_exposed_in_initial_deal", "round_voided"),
        course=VOID,
        reading="IR3",
    ),
    Row(
        kinds=("extra_hand",),  # a card of a street that lies at a hand: it has one too many
        deals=STREETS,
        when=any_seen,
        rules=("voiding_events", _COUNT, "round_voided"),
        course=VOID,
    ),
    Row(
        kinds=("extra_hand",),
        deals=STREETS,
        rules=(_COUNT,),
        judge=HOUSE,
        question="Can the street be restored to its intended order?",
        choices=(PUT_IN_ORDER, VOID),
        voids=("voiding_events", _COUNT, "round_voided"),
        reading="IR4",
    ),
    Row(
        kinds=COUNT, deals=DEAL, when=any_seen, rules=("voiding_events", _COUNT, "round_voided"), course=VOID
    ),
    Row(
        kinds=HANDS,
        deals=DEAL,
        when=looked,
        rules=("voiding_events", _HAND, f"{_HAND}_seen", "round_voided"),
        course=VOID,
    ),
    Row(
        kinds=HANDS,
        deals=DEAL,
        when=board_seen,
        rules=("voiding_events", _HAND, f"{_HAND}_unseen", "round_voided"),
        course=VOID,
    ),
    Row(
        kinds=BURN,
        deals=DEAL,
        when=looked_or_board_seen,
        rules=("missed_opening_burn", "round_voided"),
        course=VOID,
        reading="IR5",
    ),
    Row(
        kinds=COUNT,
        deals=DEAL,
        rules=(_COUNT,),
        judge=HOUSE,
        question=_RESTORE,
        choices=(PUT_IN_ORDER, VOID),
        voids=("voiding_events", _COUNT, "round_voided"),
        reading="IR4",
    ),
    Row(
        kinds=HANDS,
        deals=DEAL,
        rules=(f"{_HAND}_unseen",),
        judge=HOUSE,
        question=_RESTORE,
        choices=(PUT_IN_ORDER, VOID),
        voids=("voiding_events", _HAND, f"{_HAND}_unseen", "round_voided"),
        reading="IR4",
    ),
    Row(
        kinds=BURN,
        deals=DEAL,
        rules=("missed_opening_burn",),
        judge=HOUSE,
        question="Can the cards be restored, the first one as the Burnt Card?",
        choices=(PUT_IN_ORDER, VOID),
        voids=("missed_opening_burn", "round_voided"),
        reading="IR5",
    ),
    Row(
        kinds=ORDER,
        deals=DEAL,
        when=order_seen_voids,
        rules=(_OPEN, "round_voided"),
        course=VOID,
        reading="IR31",
    ),
    Row(
        kinds=ORDER,
        deals=DEAL,
        when=unseen,
        rules=("reconstruction", _OPEN),
        judge=HOUSE,
        question=_RESTORE,
        choices=(PUT_IN_ORDER, STANDS, VOID),
        voids=(_OPEN, "round_voided"),
    ),
    *of_street("flop"),
    *of_street("turn"),
    *of_street("river"),
)
LAST: tuple[Row[Case], ...] = (
    Row(kinds=BURN, deals=STREETS, rules=("missed_street_burn",), course=REFUSE, reading="IR6"),
    Row(
        kinds=("extra_burn",),
        deals=(*DEAL, *STREETS),
        when=as_it_lies,
        rules=(_OPEN,),
        judge=MANAGER,
        question=_NO_PARAGRAPH,
        choices=(PUT_IN_ORDER, STANDS, TAKE_BACK, VOID),
        voids=(_OPEN, "round_voided"),
        reading="IR30",
    ),
    Row(
        kinds=EVERY,
        deals=(*DEAL, *STREETS),
        rules=(_OPEN,),
        judge=MANAGER,
        question=_NO_PARAGRAPH,
        choices=(STANDS, PUT_IN_ORDER, TAKE_BACK, VOID),
        voids=(_OPEN, "round_voided"),
    ),
)

missed_street_burn: Behaviour[Callable[[Terms], tuple[Row[Case], ...]]] = Behaviour(
    POKER.policies, "missed_street_burn"
)


@missed_street_burn("reconstruct_or_reshuffle")
def reconstruct_or_reshuffle(table: Terms) -> tuple[Row[Case], ...]:
    """Turned up, the card that should have been burnt has been seen: the order cannot be restored.

    The House may want to judge that too.
    """
    is_judged = table.missed_burn_face_up == "house"
    return (
        Row(
            kinds=BURN,
            deals=STREETS,
            when=last_in_time if is_judged else restorable_in_time,
            rules=("missed_street_burn",),
            judge=HOUSE,
            question="Can the street be restored, its first card as the Burnt Card?",
            choices=(PUT_IN_ORDER, TAKE_BACK),
            reading="IR7",
        ),
        Row(
            kinds=BURN,
            deals=STREETS,
            when=in_time,
            rules=("missed_street_burn",),
            course=TAKE_BACK,
            reading="IR7",
        ),
    )


@missed_street_burn("manager_decides")
def manager_decides(table: Terms) -> tuple[Row[Case], ...]:
    if table.v6_missed_burn == "as_v7":
        return reconstruct_or_reshuffle(table)
    asked: Row[Case] = Row(
        kinds=BURN,
        deals=STREETS,
        when=in_time,
        rules=("missed_street_burn",),
        judge=MANAGER,
        question="The Burnt Card was forgotten: does the street stand?",
        choices=(STANDS, TAKE_BACK, VOID),
        voids=("missed_street_burn", "round_voided"),
        reading="IR17",
    )
    choices = (STANDS, PUT_IN_ORDER, TAKE_BACK, VOID)
    return replace(asked, when=restorable_in_time, choices=choices), asked


def rows(rules: Rules) -> tuple[Row[Case], ...]:
    """The table of this edition."""
    return (*ROWS, *missed_street_burn.by(rules)(terms(rules)), *LAST)


POKER.section = rows


# Noticing


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
    TooMany: _COUNT,
    TooFew: _COUNT,
    NoHand: _HAND,
    StrayHand: _HAND,
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
    return (_HAND,) if mistake.kind in HANDS else (_COUNT,) if mistake.kind in COUNT else ("initial_deal",)


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


def notice_surplus(draft: Draft[State]) -> None:
    """A card too many on a street, or one of it at a hand, is plain to see: nobody has to report it."""
    table, state, kinds = terms(draft.rules), draft.state, ("surplus", "extra_hand")
    about = tuple(each for each in wrong(table, state) if each.kind in kinds and each.deal in STREETS)
    case = Case(table, state, about, has_looked=True)
    follow_verdicts(draft, verdicts(rows(draft.rules), case, about))


def follow_verdicts(draft: Draft[State], found: tuple[Verdict, ...]) -> None:
    """What needs nobody's decision is done; what does is asked in one question for each who decides."""
    if found[0].row.course == VOID and found[0].row.judge is None:
        keys = dict.fromkeys(rule for each in found for rule in each.row.rules)
        void(draft, *keys, reading=found[0].row.reading)
        return
    for each in found:
        if each.row.judge is None and each.row.course == TAKE_BACK:
            rule, shuffle = "missed_street_burn", "missed_street_burn_reshuffle"
            take_back(draft, each.mistakes, rule, shuffle, shuffle=shuffle, reading=each.row.reading)
    for judge in dict.fromkeys(each.row.judge for each in found if each.row.judge):
        asked = [each for each in found if each.row.judge is judge]
        first = asked[0].row
        about = tuple(mistake for each in asked for mistake in each.mistakes)
        possible = possible_courses(draft, first, about)
        ask(
            draft,
            "cards",
            judge,
            first.question,
            possible,
            *dict.fromkeys(rule for each in asked for rule in each.row.rules),
            reading=first.reading,
            mistakes=about,
        )


def possible_courses(draft: Draft[State], row: Row[Case], about: tuple[Mistake, ...]) -> tuple[Course, ...]:
    """Of a row, those that can be carried out; the Shift Manager may judge a street that lies face up too."""
    state, is_open = draft.state, row.rules[0] == _OPEN
    is_judged = is_open or terms(draft.rules).missed_burn_face_up == "house"
    impossible = [] if is_restorable(state, about, is_judged) else [PUT_IN_ORDER]
    is_street = state.board and not is_laid(state) and not state.coming and not state.surplus
    if is_open and not (is_street and {each.deal for each in about} == {current_street(state)}):
        impossible.append(TAKE_BACK)
    return tuple(each for each in row.choices if each not in impossible)


def void_rules(rules: Rules, mistakes: tuple[Mistake, ...]) -> tuple[str, ...]:
    """Under which a void is declared that somebody was asked about."""
    asked = [
        next(
            row
            for row in rows(rules)
            if row.judge and mistake.kind in row.kinds and mistake.deal in row.deals
        )
        for mistake in mistakes
    ]
    return tuple(dict.fromkeys(rule for row in asked for rule in row.voids or row.rules))
