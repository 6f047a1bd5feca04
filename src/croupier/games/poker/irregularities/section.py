"""Section 5 on the cards: what lies wrong, when it is noticed, and what follows. One row for each mistake."""

from collections.abc import Callable

from msgspec import Struct
from msgspec.structs import replace

from croupier.games.poker.game import POKER
from croupier.games.poker.irregularities.courses import (
    HOUSE,
    MANAGER,
    current_street,
    is_order_known,
    is_restorable,
    take_back_under,
    void,
)
from croupier.games.poker.plan import HOLE_CARDS, plans, wrong
from croupier.games.poker.state import STREETS, State, is_laid, is_street_coming, next_street
from croupier.games.poker.terms import Terms, terms
from croupier.rulebook import Behaviour, Rules
from croupier.table import Draft, Matter
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
from croupier.table.matters import ask
from croupier.table.mistakes import Kind, Mistake

DEAL = (HOLE_CARDS,)
COUNT: tuple[Kind, ...] = ("short", "surplus")
HANDS: tuple[Kind, ...] = ("left_out", "extra_hand")
BURN: tuple[Kind, ...] = ("missed_burn",)
ORDER: tuple[Kind, ...] = ("wrong_start", "exchanged")
EXPOSED: tuple[Kind, ...] = ("exposed",)
TIED: tuple[Kind, ...] = ("together",)  # beside another mistake of the deal it is part of that
EVERY: tuple[Kind, ...] = (*COUNT, *HANDS, *BURN, *ORDER, *EXPOSED, "extra_burn", *TIED)
WRONG_COUNT, WRONG_HANDS = "wrong_number_of_cards", "missing_or_extra_hand"
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
    return is_unseen and is_restorable(case.table, case.state, case.mistakes)


def beside(case: Case, mistake: Mistake, kinds: tuple[Kind, ...]) -> bool:
    """Whether the deal has such a mistake: of cards that came together, whether another one besides."""
    return any(each.deal == mistake.deal and each.kind in kinds for each in case.mistakes)


def order_unknown(case: Case, mistake: Mistake) -> bool:
    return not is_order_known(case.table, case.state, mistake.deal)


def wrong_number(case: Case, mistake: Mistake) -> bool:
    """Of a hand: in the deal of a street it has a card of that."""
    return beside(case, mistake, COUNT if mistake.deal == HOLE_CARDS else ("extra_hand",))


def wrong_number_unknown(case: Case, mistake: Mistake) -> bool:
    return wrong_number(case, mistake) and order_unknown(case, mistake)


def wrong_hands(case: Case, mistake: Mistake) -> bool:
    return beside(case, mistake, HANDS)


def burn_missed(case: Case, mistake: Mistake) -> bool:
    return beside(case, mistake, BURN)


def surplus_unknown_not_bet_on(case: Case, mistake: Mistake) -> bool:
    return surplus_not_bet_on(case, mistake) and order_unknown(case, mistake)


def surplus_not_bet_on(case: Case, mistake: Mistake) -> bool:
    """The Betting Round that the street opens has not begun."""
    if not beside(case, mistake, ("surplus",)):
        return False
    state = case.state
    if is_laid(state) and mistake.deal == next_street(state):  # it came too early: others bet on the last one
        return True
    return state.phase == "dealing" or (state.phase == "betting" and not (state.acted or state.prematures))


def any_seen(case: Case, mistake: Mistake) -> bool:
    return case.is_any_seen


def looked(case: Case, mistake: Mistake) -> bool:
    return case.has_looked


def not_restorable(case: Case, mistake: Mistake) -> bool:
    return case.is_board_seen or order_unknown(case, mistake)


def looked_or_not_restorable(case: Case, mistake: Mistake) -> bool:
    return case.has_looked or not_restorable(case, mistake)


def looked_or_board_seen(case: Case, mistake: Mistake) -> bool:
    return case.has_looked or case.is_board_seen


def unseen(case: Case, mistake: Mistake) -> bool:
    """Of the order nobody has seen anything, and it is known."""
    return beside(case, mistake, ORDER) and not looked_or_not_restorable(case, mistake)


def several_exposed(case: Case, mistake: Mistake) -> bool:
    """Cards of the Initial Deal, those that were discarded in it among them."""
    seen = {each.place: each.count for each in (*case.state.stands, *case.mistakes) if each.kind == "exposed"}
    return sum(seen.values()) + len(case.state.discarded) >= case.table.exposed_cards_void


def in_time(case: Case, mistake: Mistake) -> bool:
    """Before the Betting Round after the next street has begun; where none follows, before the settlement."""
    state = case.state
    if not beside(case, mistake, BURN):
        return False
    return state.street <= STREETS.index(mistake.deal) + 2 and state.phase != "idle"


def restorable_in_time(case: Case, mistake: Mistake) -> bool:
    return in_time(case, mistake) and restorable(case, mistake) and not order_unknown(case, mistake)


def last_in_time(case: Case, mistake: Mistake) -> bool:
    """No other street lacks its burn, and none has followed: face up or down, it is the last one."""
    return in_time(case, mistake) and is_restorable(
        case.table, case.state, case.mistakes, is_face_up_judged=True
    )


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


def unknown_number(kinds: tuple[Kind, ...], deals: tuple[str, ...]) -> Row[Case]:
    """Of a hand, where nobody knows which card is too many, or whose is missing."""
    return Row(
        kinds=kinds,
        deals=deals,
        when=wrong_number_unknown,
        rules=(_OPEN,),
        judge=MANAGER,
        question="Nobody knows in which order the cards came: is the Round void?",
        choices=(VOID, PUT_IN_ORDER),
        voids=(_OPEN, "round_voided"),
    )


def of_street(name: str) -> tuple[Row[Case], ...]:
    """A street with a card too many."""
    return (
        Row(
            kinds=("surplus", *TIED),
            deals=(name,),
            when=surplus_unknown_not_bet_on,
            rules=(f"surplus_{name}_cards",),
            course=TAKE_BACK,
        ),
        Row(
            kinds=("surplus", *TIED),
            deals=(name,),
            when=surplus_not_bet_on,
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
        rules=("voiding_events", WRONG_COUNT, "round_voided"),
        course=VOID,
    ),
    unknown_number(("extra_hand", *TIED), STREETS),
    Row(
        kinds=("extra_hand", *TIED),
        deals=STREETS,
        when=wrong_number,
        rules=(WRONG_COUNT,),
        judge=HOUSE,
        question="Can the street be restored to its intended order?",
        choices=(PUT_IN_ORDER, VOID),
        voids=("voiding_events", WRONG_COUNT, "round_voided"),
        reading="IR4",
    ),
    Row(
        kinds=COUNT,
        deals=DEAL,
        when=any_seen,
        rules=("voiding_events", WRONG_COUNT, "round_voided"),
        course=VOID,
    ),
    Row(
        kinds=HANDS,
        deals=DEAL,
        when=looked,
        rules=("voiding_events", WRONG_HANDS, f"{WRONG_HANDS}_seen", "round_voided"),
        course=VOID,
    ),
    Row(
        kinds=HANDS,
        deals=DEAL,
        when=not_restorable,
        rules=("voiding_events", WRONG_HANDS, f"{WRONG_HANDS}_unseen", "round_voided"),
        course=VOID,
    ),
    Row(
        kinds=BURN,
        deals=DEAL,
        when=looked_or_not_restorable,
        rules=("missed_opening_burn", "round_voided"),
        course=VOID,
        reading="IR5",
    ),
    unknown_number((*COUNT, *TIED), DEAL),
    Row(
        kinds=(*COUNT, *TIED),
        deals=DEAL,
        when=wrong_number,
        rules=(WRONG_COUNT,),
        judge=HOUSE,
        question=_RESTORE,
        choices=(PUT_IN_ORDER, VOID),
        voids=("voiding_events", WRONG_COUNT, "round_voided"),
        reading="IR4",
    ),
    Row(
        kinds=(*HANDS, *TIED),
        deals=DEAL,
        when=wrong_hands,
        rules=(f"{WRONG_HANDS}_unseen",),
        judge=HOUSE,
        question=_RESTORE,
        choices=(PUT_IN_ORDER, VOID),
        voids=("voiding_events", WRONG_HANDS, f"{WRONG_HANDS}_unseen", "round_voided"),
        reading="IR4",
    ),
    Row(
        kinds=(*BURN, *TIED),
        deals=DEAL,
        when=burn_missed,
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
        kinds=(*ORDER, *TIED),
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
            kinds=(*BURN, *TIED),
            deals=STREETS,
            when=last_in_time if is_judged else restorable_in_time,
            rules=("missed_street_burn",),
            judge=HOUSE,
            question="Can the street be restored, its first card as the Burnt Card?",
            choices=(PUT_IN_ORDER, TAKE_BACK),
            reading="IR7",
        ),
        Row(
            kinds=(*BURN, *TIED),
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
        kinds=(*BURN, *TIED),
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
POKER.plans = plans


# What follows


def notice_surplus(draft: Draft[State]) -> None:
    """A card too many on a street, or one of it at a hand, is plain to see: nobody has to report it."""
    table, state, kinds = terms(draft.rules), draft.state, ("surplus", "extra_hand")
    known = [each for each in wrong(table, state) if each.deal in STREETS]
    deals = {each.deal for each in known if each.kind in kinds}
    about = tuple(each for each in known if each.kind in (*kinds, *TIED) and each.deal in deals)
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
            take_back_under(draft, each.mistakes, each.row.rules[0], each.row.reading)
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
    is_order_judged = row.choices[0] == VOID
    is_possible = is_restorable(terms(draft.rules), state, about, is_judged, is_order_judged)
    impossible = [] if is_possible else [PUT_IN_ORDER]
    is_street = state.board and not is_laid(state) and not state.coming and not state.surplus
    if is_open and not (is_street and {each.deal for each in about} == {current_street(state)}):
        impossible.append(TAKE_BACK)
    return tuple(each for each in row.choices if each not in impossible)


def void_rules(rules: Rules, matter: Matter) -> tuple[str, ...]:
    """Under which a void is declared that somebody was asked about: those of the rows that asked."""
    asked = [
        row
        for row in rows(rules)
        for mistake in matter.mistakes
        if row.judge is matter.role and {*row.rules} <= {*matter.rules}
        if mistake.kind in row.kinds and mistake.deal in row.deals
    ]
    return tuple(dict.fromkeys(rule for row in asked for rule in row.voids or row.rules))
