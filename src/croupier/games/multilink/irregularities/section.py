"""Section 5 on the cards: what lies wrong, when it is noticed, and what follows. One row for each mistake."""

from collections.abc import Callable, Iterable, Sequence

from msgspec import Struct

from croupier.cards import Card
from croupier.games.multilink import events as e
from croupier.games.multilink.face_down import told_apart
from croupier.games.multilink.game import MULTILINK
from croupier.games.multilink.irregularities.choices import cancel, offer_options
from croupier.games.multilink.irregularities.courses import (
    affected_as_they_lie,
    affected_by_moving,
    exchange,
    index_of,
    play_on,
    put_back,
    put_in_order,
    void,
)
from croupier.games.multilink.plan import (
    COMMUNITY,
    DEALER_HAND,
    HOLE,
    are_whole_hands,
    came,
    cards_of,
    spots_of,
    wrong,
)
from croupier.games.multilink.state import State, at_stake, has_seen, is_early
from croupier.games.multilink.terms import STREET_BETS, terms
from croupier.games.multilink.turns import is_shoe
from croupier.links.terms import house_role
from croupier.rulebook import Behaviour, Rules
from croupier.table import Draft, Matter, Role
from croupier.table.courses import (
    CANCEL,
    EXCHANGE,
    OFFER,
    PUT_BACK,
    PUT_IN_ORDER,
    RANK,
    STANDS,
    VOID,
    Course,
    Row,
    Verdict,
    verdicts,
)
from croupier.table.facts import (
    DEALER_PLACE,
    AnyFact,
    BurnSeen,
    FoundUp,
    Seen,
    Spot,
    Together,
    in_their_order,
    place_at,
    spot_at,
)
from croupier.table.matters import ask
from croupier.table.mistakes import Kind, Mistake

COUNT: tuple[Kind, ...] = ("short", "surplus", "left_out")
ORDER: tuple[Kind, ...] = ("wrong_start", "exchanged")
MOVED: tuple[Kind, ...] = ("left_out", "extra_hand", *ORDER)
EVERY: tuple[Kind, ...] = (
    *COUNT, *ORDER, "extra_hand", "missed_burn", "extra_burn", "together", "exposed", "other",
)  # fmt: skip
_HOLE = (HOLE,)
_STREETS = (*STREET_BETS, COMMUNITY, DEALER_HAND)
_ALL = (HOLE, *_STREETS)
WRONG_COUNT = "wrong_number_of_community_or_dealer_cards"
_MISDEAL = ("misdeal_unseen", "voiding_events")
_ERROR = "dealing_error_options"


class Case(Struct, frozen=True):
    """What the rows ask about: the table, and all that lies wrong."""

    rules: Rules
    state: State
    mistakes: tuple[Mistake, ...]

    @property
    def has_looked(self) -> bool:
        return has_seen(self.state)

    @property
    def is_first(self) -> bool:
        """Nothing has followed the Hole Cards."""
        return self.state.phase == "first" and not is_early(self.state)

    @property
    def is_settled(self) -> bool:
        """The Round was settled: its cards have been compared, and none can be put in order."""
        return self.state.settled_in != "idle"

    @property
    def are_whole(self) -> bool:
        return not self.is_settled and not self.state.coming and are_whole_hands(self.rules, self.state)


When = Callable[[Case, Mistake], bool]


def looked(case: Case, mistake: Mistake) -> bool:
    return case.has_looked


def unseen(case: Case, mistake: Mistake) -> bool:
    return not case.has_looked


def moved_unseen(case: Case, mistake: Mistake) -> bool:
    return case.are_whole and not case.has_looked


def moved_onto_an_empty_box(case: Case, mistake: Mistake) -> bool:
    return case.are_whole and mistake.kind in ("left_out", "extra_hand")


def packets_moved_up(case: Case, mistake: Mistake) -> bool:
    """The packets behind one that is nobody's can be moved, whole as they are."""
    return mistake.kind == "extra_hand" and case.is_first and not is_shoe(case.rules)


def not_moved_up_unseen(case: Case, mistake: Mistake) -> bool:
    return not case.has_looked and not packets_moved_up(case, mistake)


def before_the_flop(case: Case, mistake: Mistake) -> bool:
    return case.is_first


def of_player_settled(case: Case, mistake: Mistake) -> bool:
    return mistake.place > 0 and case.is_settled


def of_dealer_settled(case: Case, mistake: Mistake) -> bool:
    return of_dealer(case, mistake) and case.is_settled


def of_player_void(case: Case, mistake: Mistake) -> bool:
    return mistake.place > 0 and not case.has_looked and terms(case.rules).wrong_count_unseen == "void"


def of_player_repairable(case: Case, mistake: Mistake) -> bool:
    return mistake.place > 0 and bool(possible(case, (PUT_BACK, PUT_IN_ORDER)))


def of_player(case: Case, mistake: Mistake) -> bool:
    return mistake.place > 0


def of_dealer(case: Case, mistake: Mistake) -> bool:
    return mistake.deal != HOLE or mistake.place == DEALER_PLACE


def of_dealer_unseen_void(case: Case, mistake: Mistake) -> bool:
    """Where the House holds cards dealt wrongly before anybody looked to be void whatever lies wrong."""
    is_void = terms(case.rules).wrong_board_unseen == "void"
    return is_void and of_dealer(case, mistake) and not case.has_looked


def of_dealer_repairable(case: Case, mistake: Mistake) -> bool:
    return of_dealer(case, mistake) and bool(possible(case, (PUT_BACK, PUT_IN_ORDER)))


def street_repairable(case: Case, mistake: Mistake) -> bool:
    return mistake.deal != HOLE and is_restorable(case)


def several_exposed(case: Case, mistake: Mistake) -> bool:
    """One that was exposed before counts as well."""
    exposed = sum(each.count for each in case.mistakes if each.kind == "exposed")
    return not case.has_looked and exposed + case.state.exposed >= terms(case.rules).exposed_cards_void


def at_one_place(case: Case, mistake: Mistake) -> bool:
    """Which card of one place came first changes nothing there, unless one of them is too many."""
    is_surplus = any(each.kind == "surplus" and each.deal == mistake.deal for each in case.mistakes)
    return mistake.count == 1 and not is_surplus


def as_from_shoe(case: Case, mistake: Mistake) -> bool:
    """The paragraph names the shoe only; a house may hold a shuffler to it as well."""
    return is_shoe(case.rules) or terms(case.rules).simultaneous_shuffler_policy == "as_card_shoe"


# Whether the order can be restored


def possible(case: Case, courses: Iterable[Course]) -> tuple[Course, ...]:
    """Those of these courses that can be carried out."""
    can = {PUT_IN_ORDER: is_restorable, PUT_BACK: can_put_back}
    return tuple(each for each in courses if each not in can or can[each](case))


def is_restorable(case: Case) -> bool:
    """All that lies wrong, together: nothing that would move has been followed by what stays."""
    known = wrong(case.rules, case.state)
    hole = [each for each in known if each.deal == HOLE]
    others = {each.deal for each in known if each.deal != HOLE}
    if hole and not case.is_first and not case.are_whole and not _is_dealers_surplus(case, hole):
        return False
    return _are_last(case, others) if is_shoe(case.rules) else _is_packet_restorable(case, known)


def _is_dealers_surplus(case: Case, hole: Sequence[Mistake]) -> bool:
    """The last packet of a shuffler: nothing comes after it."""
    is_dealers = all((each.kind, each.place) == ("surplus", DEALER_PLACE) for each in hole)
    return is_dealers and not is_shoe(case.rules)


def _is_packet_restorable(case: Case, known: Sequence[Mistake]) -> bool:
    """Community Cards that are short are so for good once others have followed them."""
    community = [each for each in known if each.deal == COMMUNITY]
    if not community or (case.state.phase == "closed" and not case.state.coming):
        return True
    return case.is_first and all(each.kind == "surplus" for each in community)


def _are_last(case: Case, deals: set[str]) -> bool:
    """The deals that are wrong have to be the latest ones, and nobody has decided on what would change.

    What is too many of a street can go even then.
    """
    if not deals:
        return True
    state, order = case.state, came(case.rules, case.state)
    if set(order[len(order) - len(deals) :]) != deals:
        return False
    latest, known = order[-1], wrong(case.rules, state)
    is_down = state.phase == f"{latest}_down" or is_early(state)
    boxes = [box for box in state.boxes.values() if box.is_in]
    is_decided = any(box.has_decided and not box.has_left for box in boxes)
    is_free = is_down or latest in ("river", DEALER_HAND) or not is_decided
    behind = [each for each in known if each.deal in deals and (each.deal != latest or not is_free)]
    return (is_free or len(deals) == 1) and all(each.kind == "surplus" for each in behind)


def can_put_back(case: Case) -> bool:
    """What is too many of a packet can leave it alone, whatever has followed."""
    is_followed = case.state.phase != "closed" or bool(case.state.coming)
    known = [each for each in wrong(case.rules, case.state) if each.kind != "extra_hand"]
    is_surplus = bool(known) and all(each.kind == "surplus" for each in known)
    is_dealers = any(each.place == DEALER_PLACE for each in known)
    return is_surplus and is_followed and not is_dealers and not is_shoe(case.rules)


def burn_unseen(case: Case, mistake: Mistake) -> bool:
    """Only while nobody has seen any card."""
    return not case.has_looked and _is_face_down(case, mistake)


def burn_face_down(case: Case, mistake: Mistake) -> bool:
    """Also later, as long as the street itself lies face down."""
    return _is_face_down(case, mistake) and (mistake.deal != HOLE or not case.has_looked)


def _is_face_down(case: Case, mistake: Mistake) -> bool:
    deal, state = mistake.deal, case.state
    is_latest = came(case.rules, state)[-1:] == (deal,)
    return case.is_first if deal == HOLE else state.phase == f"{deal}_down" or (is_early(state) and is_latest)


# The table

missed_burn_late: Behaviour[When] = Behaviour(MULTILINK.policies, "missed_burn_late")
missed_burn_late("void")(burn_unseen)
missed_burn_late("repair")(burn_face_down)

# One card seen before anybody has looked: the rule that decides, by a choice or by a void Round.
exposed_card: Behaviour[Callable[[Rules], str]] = Behaviour(MULTILINK.policies, "exposed_card")


@exposed_card("affected_player_chooses")
def its_own_paragraph(rules: Rules) -> str:
    """The paragraph on exposed cards itself gives the choice."""
    return "exposed_card"


@exposed_card("ordinary_dealing_error")
def the_general_paragraph(rules: Rules) -> str:
    """The paragraph is silent, so the general one on dealing errors applies; a stricter house takes it for
    cards dealt wrongly that nobody has seen."""
    return "misdeal_unseen" if terms(rules).v2_512_unseen_card == "void" else _ERROR


_MOVE = "The hands lie in the wrong boxes: can they be moved as a whole?"
_HAND = "A hand has a wrong number of cards: can it be put in order?"
_HANDS = "The Hole Cards were dealt wrongly: can they be put in order?"


def rows(rules: Rules) -> tuple[Row[Case], ...]:
    """The table of this edition and house."""
    order = Role(terms(rules).reconstruction_authority)
    return (
        *_settled(order),
        *_burns(rules),
        *_exposed(rules),
        *_together(rules),
        *_moved(order),
        *_hands(order),
        *_board(order),
        Row(kinds=("other",), deals=_ALL, when=unseen, rules=_MISDEAL, course=VOID),
        Row(
            kinds=("other",),
            deals=_ALL,
            rules=(_ERROR, "reconstruction"),
            judge=order,
            question="A dealing error: the cards show nothing that could be put in order.",
            choices=(STANDS,),
            reading="ML-A48",
        ),
        Row(
            kinds=EVERY,
            deals=_ALL,
            rules=("matters_not_provided_for",),
            judge=Role.SHIFT_MANAGER,
            question="The cards lie otherwise than they should, and no paragraph says what follows.",
            choices=(STANDS, PUT_IN_ORDER, VOID),
        ),
    )


MULTILINK.section = rows


def _settled(order: Role) -> tuple[Row[Case], ...]:
    """A wrong number of cards that is noticed between the settlement and the next opening call."""
    return (
        Row(
            kinds=(*COUNT, *ORDER, "extra_hand"),
            deals=_ALL,
            when=of_dealer_settled,
            rules=(WRONG_COUNT,),
            judge=order,
            question="The Round was settled with a wrong number of cards. Is it void, or does it stand?",
            choices=(VOID, STANDS),
            voids=(WRONG_COUNT, "voiding_events"),
            reading="ML-A35",
        ),
        Row(
            kinds=COUNT,
            deals=_HOLE,
            when=of_player_settled,
            rules=("wrong_number_in_hand",),
            judge=order,
            question="The Round was settled with a wrong number of cards in a hand. Is the hand invalidated?",
            choices=(CANCEL, STANDS),
            reading="ML-A35",
        ),
    )


def _burns(rules: Rules) -> tuple[Row[Case], ...]:
    return (
        Row(
            kinds=("missed_burn",),
            deals=_ALL,
            when=missed_burn_late.by(rules),
            rules=("missed_burn", "reconstruction"),
            judge=house_role(rules),
            question="No card was burnt: can the cards be put in order?",
            choices=(PUT_IN_ORDER, VOID),
            voids=("missed_burn",),
            reading="ML-A48",
        ),
        Row(kinds=("missed_burn",), deals=_ALL, rules=("missed_burn",), course=VOID, reading="ML-A26"),
    )


def _exposed(rules: Rules) -> tuple[Row[Case], ...]:
    rule = exposed_card.by(rules)(rules)
    kinds: tuple[Kind, ...] = ("exposed",)
    return (
        Row(kinds=kinds, deals=_ALL, when=looked, rules=("exposed_card",), course=STANDS, reading="ML-A25"),
        Row(
            kinds=kinds,
            deals=_ALL,
            when=several_exposed,
            rules=("cards_exposed_unseen", "voiding_events"),
            course=VOID,
            reading="ML-A25",
        ),
        Row(
            kinds=kinds,
            deals=_ALL,
            rules=_MISDEAL if rule in _MISDEAL else (rule,),
            course=VOID if rule in _MISDEAL else OFFER,
            reading="ML-A25",
        ),
    )


def _together(rules: Rules) -> tuple[Row[Case], ...]:
    asked: Row[Case] = Row(
        kinds=("together",),
        deals=_ALL,
        when=as_from_shoe,
        rules=("simultaneous_cards",),
        judge=Role.PIT_SUPERVISOR,
        question="Which of the two cards came first: as they lie, or the other one?",
        choices=(STANDS, EXCHANGE),
    )
    shuffler = ("matters_not_provided_for", _ERROR)
    return (
        Row(
            kinds=asked.kinds,
            deals=_ALL,
            when=at_one_place,
            rules=("simultaneous_cards_options",),
            course=OFFER,
            reading="ML-A28",
        ),
        asked,
        Row(
            kinds=asked.kinds,
            deals=_ALL,
            rules=shuffler,
            judge=Role.SHIFT_MANAGER,
            question=asked.question,
            choices=asked.choices,
            reading="ML-A49",
        ),
    )


def _asked(
    kinds: tuple[Kind, ...], when: When, rule: str, judge: Role, question: str, *choices: Course
) -> Row[Case]:
    """Whether Hole Cards can be put in order."""
    return Row(
        kinds=kinds,
        deals=_HOLE,
        when=when,
        rules=(rule, "reconstruction"),
        judge=judge,
        question=question,
        choices=choices,
        voids=_MISDEAL,
        reading="ML-A48",
    )


def _moved(order: Role) -> tuple[Row[Case], ...]:
    """Hole Cards in the wrong places, the numbers right."""
    wrongly: tuple[Kind, ...] = (*ORDER, "extra_hand", "extra_burn")
    return (
        _asked(MOVED, moved_unseen, "misdeal_unseen", order, _MOVE, PUT_IN_ORDER, VOID),
        _asked(MOVED, moved_onto_an_empty_box, _ERROR, order, _MOVE, PUT_IN_ORDER, CANCEL),
        Row(
            kinds=wrongly,
            deals=_HOLE,
            when=not_moved_up_unseen,
            rules=_MISDEAL,
            course=VOID,
        ),
        _asked(wrongly, unseen, "misdeal_unseen", order, _HANDS, PUT_IN_ORDER, VOID),
        _asked(wrongly, before_the_flop, _ERROR, order, _HANDS, PUT_IN_ORDER, STANDS),
        Row(kinds=wrongly, deals=_HOLE, rules=(_ERROR,), course=STANDS, reading="ML-A28"),
    )


def _hands(order: Role) -> tuple[Row[Case], ...]:
    """A wrong number of cards in a player's hand."""
    rule = "wrong_number_in_hand"
    return (
        Row(
            kinds=COUNT,
            deals=_HOLE,
            when=of_player_void,
            rules=(*_MISDEAL, rule),
            course=VOID,
            reading="ML-A27",
        ),
        _asked(COUNT, of_player_repairable, rule, order, _HAND, PUT_BACK, PUT_IN_ORDER, CANCEL),
        Row(kinds=COUNT, deals=_HOLE, when=of_player, rules=(rule,), course=CANCEL, reading="ML-A27"),
    )


def _board(order: Role) -> tuple[Row[Case], ...]:
    """A wrong number of Community Cards or in the Dealer's Hand."""
    kinds: tuple[Kind, ...] = (*COUNT, *ORDER, "extra_hand")
    restored: tuple[Kind, ...] = ("extra_burn",)
    return (
        Row(
            kinds=kinds,
            deals=_ALL,
            when=of_dealer_unseen_void,
            rules=(*_MISDEAL, WRONG_COUNT),
            course=VOID,
            reading="ML-A68",
        ),
        Row(
            kinds=kinds,
            deals=_ALL,
            when=of_dealer_repairable,
            rules=(WRONG_COUNT, "reconstruction"),
            judge=order,
            question="There is a wrong number of cards: can they be put in order?",
            choices=(PUT_BACK, PUT_IN_ORDER, VOID),
            voids=(WRONG_COUNT, "voiding_events"),
            reading="ML-A48",
        ),
        Row(kinds=kinds, deals=_ALL, when=of_dealer, rules=(WRONG_COUNT, "voiding_events"), course=VOID),
        Row(
            kinds=restored,
            deals=_STREETS,
            when=street_repairable,
            rules=(_ERROR, "reconstruction"),
            judge=order,
            question="More than one card was burnt: can the cards be put in order?",
            choices=(PUT_IN_ORDER, STANDS),
            reading="ML-A48",
        ),
        Row(kinds=restored, deals=_STREETS, rules=(_ERROR,), course=STANDS, reading="ML-A28"),
    )


def decided(rules: Rules, state: State, mistakes: tuple[Mistake, ...]) -> tuple[Verdict, ...]:
    return verdicts(rows(rules), Case(rules, state, mistakes), mistakes)


# What follows


_WHY: dict[Kind, str] = {
    "missed_burn": "a card was not burnt",
    "extra_burn": "more than one card was burnt",
    "exposed": "cards were exposed before anybody looked",
    "together": "cards came together",
    "wrong_start": "the Hole Cards were dealt wrongly",
    "exchanged": "the Hole Cards were dealt wrongly",
    "extra_hand": "the cards were dealt wrongly",
    "other": "the cards were dealt wrongly",
    "left_out": "a wrong number of cards",
    "short": "a wrong number of cards",
    "surplus": "a wrong number of cards",
}


def follow(
    draft: Draft[State],
    mistakes: tuple[Mistake, ...],
    at: int,
    tied: tuple[int, ...] = (),
    shown: tuple[Card, ...] = (),
) -> None:
    """What needs nobody's decision is done; what does is asked in one question. `shown` were exposed."""
    found = decided(draft.rules, draft.state, mistakes)
    if shown:
        _show(draft, found, mistakes, shown)
    row = found[0].row
    if row.course == VOID and row.judge is None:
        void(draft, _WHY[found[0].mistakes[0].kind], *row.rules, reading=row.reading)
        return
    asked = strictest_first(found)
    if not asked:
        for each in found:
            carry_out(draft, each.row.course, each.row, each.mistakes, at, tied)
        return
    row = asked[0].row
    choices = possible(Case(draft.rules, draft.state, mistakes), row.choices)
    first = asked[0].mistakes[0]
    question = row.question
    if question == _HAND:
        question = _OF_HAND[first.kind == "surplus", first.count == 1]
    about = {"mistakes": mistakes, "cards": tied, "where": max(first.place, 0), "said": str(first.count)}
    judge = row.judge or Role.SHIFT_MANAGER
    ask(draft, "cards", judge, question, choices, *row.rules, reading=row.reading, **about)


def _show(
    draft: Draft[State], found: Sequence[Verdict], mistakes: Sequence[Mistake], shown: tuple[Card, ...]
) -> None:
    exposed = [each for each in mistakes if each.kind == "exposed"]
    rows = [each.row for each in found if each.row.course == VOID or is_about(each, "exposed")]
    is_look = terms(draft.rules).exposure_counts_as_seen and any(each.place > 0 for each in exposed)
    cites = draft.cite((rows or [found[0].row])[0].rules[0])
    if is_look:
        cites += draft.cite("exposed_card", reading="ML-A67")
    if len(exposed) < len(shown):
        cites += draft.cite("simultaneous_cards", reading="ML-A73")
    draft.emit(e.CardsExposed(cards=shown, counted=len(exposed), is_look=is_look, citations=cites))


def strictest_first(found: Iterable[Verdict]) -> list[Verdict]:
    """What a person is asked about: one question serves all, with the strictest of what may be ruled.

    Which of two cards came first is asked before anything else.
    """

    def strictness(verdict: Verdict) -> tuple[bool, int]:
        choices = verdict.row.choices
        return EXCHANGE not in choices, RANK.index(choices[-1])

    return sorted((each for each in found if each.row.judge is not None), key=strictness)


def is_about(verdict: Verdict, kind: Kind) -> bool:
    return any(each.kind == kind for each in verdict.mistakes)


_OF_HAND: dict[tuple[bool, bool], str] = {  # whether cards are too many, and whether it is one
    (True, True): "Box {where} has a card too many: can the hand be put in order?",
    (True, False): "Box {where} has {said} cards too many: can the hand be put in order?",
    (False, True): "Box {where} is a card short: can the hand be put in order?",
    (False, False): "Box {where} has {said} cards too few: can the hand be put in order?",
}


def ruled(draft: Draft[State], choice: Course, matter: Matter, at: int) -> None:
    """The answer to the question about the cards."""
    mistakes = tuple(each for each in matter.mistakes if each.kind != "exposed")
    found = decided(draft.rules, draft.state, mistakes)
    carry_out(draft, choice, strictest_first(found)[0].row, mistakes, at, matter.cards)


def carry_out(
    draft: Draft[State],
    course: Course,
    row: Row[Case],
    mistakes: tuple[Mistake, ...],
    at: int,
    tied: tuple[int, ...],
) -> None:
    before, rule = draft.state, row.rules[0]
    if course == VOID:
        keys = row.voids or row.rules
        void(draft, _WHY[mistakes[0].kind], *keys)
    elif course == CANCEL:
        is_moved = Case(draft.rules, before, mistakes).are_whole
        _stand(draft, [each for each in mistakes if each.kind not in COUNT], rule)
        cancel(draft, mistakes, at, is_moved)
    elif Case(draft.rules, before, mistakes).is_settled:
        _stand(draft, mistakes, rule)
    elif tied and course in (STANDS, EXCHANGE) and "together" in {each.kind for each in mistakes}:
        _first_of_two(draft, course, mistakes, at, tied, rule)
    elif course in (PUT_IN_ORDER, PUT_BACK):
        apart = Draft(draft.rules, told_apart(draft.rules, before), draft.appliers, [])
        for moving in (draft, apart):
            if course == PUT_BACK:
                put_back(moving, mistakes, "reconstruction", rule)
            else:
                put_in_order(moving, "reconstruction", rule)
        boxes = affected_by_moving(draft.rules, told_apart(draft.rules, before), apart.state)
        if any(each.kind == "missed_burn" for each in mistakes):
            boxes = at_stake(draft.state)
        _offer(draft, boxes, at, rule, is_reconstructed=True)
    else:
        _stands(draft, row, mistakes, at)


def _first_of_two(
    draft: Draft[State],
    course: Course,
    mistakes: tuple[Mistake, ...],
    at: int,
    tied: tuple[int, ...],
    rule: str,
) -> None:
    """Which of two is received first; what is then too many goes back as the next card."""
    deal = next(each.deal for each in mistakes if each.kind == "together")
    stake = at_stake(draft.state)
    if rule != "simultaneous_cards":  # from a shuffler those choose whose cards they are
        places = [_spot(draft.rules, draft.state, deal, number).place for number in tied]
        stake = [number for number in stake if number in places]
    if course == EXCHANGE:
        exchange(draft, deal, tied, *(("simultaneous_cards",) if rule == "simultaneous_cards" else (rule,)))
    if any(each.kind == "surplus" and each.deal == deal for each in mistakes):
        put_in_order(draft, "reconstruction", rule)
    _offer(draft, stake, at, rule)


def _stands(draft: Draft[State], row: Row[Case], mistakes: tuple[Mistake, ...], at: int) -> None:
    """The cards are played as they lie; who is concerned chooses."""
    rules, state, rule = draft.rules, draft.state, row.rules[0]
    kind = mistakes[0].kind
    if kind == "exposed" and row.course == STANDS:
        play_on(draft, "somebody has looked at a hand already", *row.rules, reading=row.reading)
        return
    if kind == "exposed":
        is_owners = terms(rules).exposed_card_affected == "owner"
        places = [each.place for each in mistakes]
        boxes = [n for n in at_stake(state) if not is_owners or n in places or any(p <= 0 for p in places)]
    elif kind == "together":
        boxes = at_stake(state)
    else:
        boxes = affected_as_they_lie(rules, state, mistakes)
        _stand(draft, [each for each in mistakes if each.kind != "other"], rule)
    _offer(draft, boxes, at, rule, reading=row.reading if kind == "exposed" else None)


def _stand(draft: Draft[State], mistakes: Sequence[Mistake], rule: str) -> None:
    if mistakes:
        draft.emit(e.MistakesStand(mistakes=tuple(mistakes), citations=draft.cite(rule)))


_OFFERED_UNDER = {
    "missed_burn": ("missed_burn",),
    "wrong_number_in_hand": ("wrong_number_in_hand",),
    "exposed_card": ("exposed_card",),
    "simultaneous_cards": ("simultaneous_cards_options",),
    "simultaneous_cards_options": ("simultaneous_cards_options",),
}


def _offer(
    draft: Draft[State],
    boxes: list[int],
    at: int,
    rule: str,
    is_reconstructed: bool = False,
    reading: str | None = None,
) -> None:
    if not boxes:
        play_on(draft, "no hand is concerned", rule)
        return
    under = _OFFERED_UNDER.get(rule, ())
    if reading or rule == "matters_not_provided_for":
        reading = reading or "ML-A49"
    offer_options(
        draft, boxes, at, is_reconstructed=is_reconstructed, rules=under, reading=reading or "ML-A28"
    )


# What is said with a deal, or of one that lies there


def notice_said(draft: Draft[State], deal: str, facts: Sequence[AnyFact], at: int) -> None:
    """What everybody can see at once: cards that show, or came together, or lay face up in the device."""
    found: list[Mistake] = []
    tied: tuple[int, ...] = ()
    facts = in_their_order(facts)
    for fact in facts:
        if isinstance(fact, FoundUp):
            play_on(draft, "it is used as the next card", "face_up_card", reading="ML-A50")
        elif isinstance(fact, Together):
            tied = (min(fact.card, fact.other), max(fact.card, fact.other))
            found += tied_mistakes(draft.rules, draft.state, deal, tied)
    pairs = lying(draft.rules, draft.state, deal)
    exposed = [pair for fact in facts if isinstance(fact, Seen | BurnSeen) for pair in seen_in(pairs, fact)]
    found += exposures(draft.rules, pairs, deal, exposed, tied)
    if found:
        follow(draft, tuple(found), at, tied, tuple(card for _, card in exposed))


def tied_mistakes(rules: Rules, state: State, deal: str, tied: tuple[int, ...]) -> Iterable[Mistake]:
    """Two cards that came together; the count is how many places are concerned.

    With one too many of a place it matters which of them belongs there.
    """
    spots = {_spot(rules, state, deal, number) for number in tied}
    yield Mistake("together", deal, count=len(spots))
    for each in wrong(rules, state):
        is_there = each.deal == deal and {each.place} == {place_at(spot) for spot in spots}
        if each.kind == "surplus" and is_there:
            yield each


def _spot(rules: Rules, state: State, deal: str, number: int) -> Spot:
    spots = spots_of(rules, state, deal)
    plain = [spot for spot in spots if spot.kind != "burn"]
    return plain[number - 1] if number else next(spot for spot in spots if spot.kind == "burn")


def lying(rules: Rules, state: State, deal: str) -> list[tuple[Spot, Card]]:
    """The cards of a deal that is complete or under way."""
    if deal not in came(rules, state):
        return [(each.spot, each.card) for each in state.coming]
    return list(zip(spots_of(rules, state, deal), cards_of(rules, state, deal), strict=False))


def seen_in(pairs: Sequence[tuple[Spot, Card]], fact: Seen | BurnSeen) -> list[tuple[Spot, Card]]:
    """The card that a fact is about, if it lies there; without a number the first that is no burn."""
    if isinstance(fact, BurnSeen):
        return [pair for pair in pairs if pair[0].kind == "burn"][-1:]
    plain = [pair for pair in pairs if pair[0].kind != "burn"]
    if fact.place:
        plain = [pair for pair in plain if pair[0] == spot_at(fact.place)]
    at = max(fact.card, 1) - 1
    return plain[at : at + 1]


def exposures(
    rules: Rules,
    lying: Sequence[tuple[Spot, Card]],
    deal: str,
    seen: Iterable[tuple[Spot, Card]],
    tied: tuple[int, ...],
) -> list[Mistake]:
    """Cards that came together are for their own paragraph, seen or not."""
    together: list[tuple[Spot, Card]] = []
    if terms(rules).exposed_together == "supervisor":
        together = [lying[index_of([spot for spot, _ in lying], number)] for number in tied]
    apart = [spot for spot, card in seen if (spot, card) not in together]
    return [Mistake("exposed", deal, spot.place if spot.kind == "hand" else 0) for spot in apart]
