"""What staff report: cards that lie wrong, wrong cards, absent players, chips pulled off the layout."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import partial
from typing import TypeAlias, get_args

from msgspec.structs import replace

from croupier.games.freebet import commands as c
from croupier.games.freebet import events as e
from croupier.games.freebet.control import (
    bet_areas,
    controller,
    is_asked_first,
    is_leftover_choice_open,
)
from croupier.games.freebet.game import FREEBET
from croupier.games.freebet.irregularities.courses import CARRY_OUT
from croupier.games.freebet.irregularities.section import EARLY_VOID, ROWS, Case
from croupier.games.freebet.irregularities.wrong_cards import move_card
from croupier.games.freebet.permissions import during, named_place, players_who
from croupier.games.freebet.plan import INITIAL, laid_down, wrong
from croupier.games.freebet.settlement import void_round
from croupier.games.freebet.state import (
    DEALT,
    Area,
    Aside,
    Insurance,
    SideWager,
    State,
    Wager,
    astray_card,
    coming_cards,
    is_asked,
    is_early,
    wager_of,
    with_wager,
)
from croupier.games.freebet.turns import advance
from croupier.table import Draft, Moment, Offer, Role, deals, refuse
from croupier.table.courses import Verdict, verdicts
from croupier.table.dealing import Fault, ReportFault
from croupier.table.deals import refuse_contradiction
from croupier.table.facts import (
    DEALER_PLACE,
    AnyFact,
    BegunAt,
    Burnt,
    Due,
    Fact,
    InPairs,
    Laid,
    LiesAt,
    NoHand,
    StrayHand,
    Swapped,
    Together,
    TooFew,
    TooMany,
    as_it_came,
)
from croupier.table.matters import ask, refer
from croupier.table.mistakes import Kind, Mistake
from croupier.table.offers import Target, within

# Noticing


@within("closed", *DEALT)
def reports(at: Moment[State]) -> Iterator[Target]:
    yield {"deal": None, "facts": ()}


@FREEBET.action(c.ReportCards, Role.DEALER, each=reports)
def report_cards(at: Moment[State], deal: str | None, facts: tuple[AnyFact, ...]) -> Offer:
    refuse_contradiction(at, facts, lambda fact: (_RULE,))
    found = corrected(at, [fact for fact in facts if isinstance(fact, Reordered | Together)])
    state = at.state if found is None else FREEBET.evolve(at.state, found)
    astray, known = astray_card(state), wrong(at.rules, state)
    is_tied = any(isinstance(fact, Together) for fact in facts)
    if is_asked(state, "cards") or not (astray or known or is_tied):
        at.refuse(_RULE, "nothing is wrong with the cards on the table, or it is known already")
    is_offered = astray is not None and is_leftover_choice_open(state)
    if is_asked_first(state) or is_offered:
        at.refuse(_RULE, "a question is open; answer it first")
    for fact in facts:
        require_so(at, fact, known, astray)
    return Offer(at.cite(_RULE), facts=(found, int(is_tied)), group="irregularity")


_RULE = "incorrect_dealing"
Reordered = BegunAt | InPairs | LiesAt | Swapped  # the right cards, in other places than recorded
_CLAIMED: dict[type[Fact], tuple[Kind, ...]] = {
    TooMany: ("surplus", "short", "left_out"),
    TooFew: ("surplus", "short", "left_out"),
    NoHand: ("short", "left_out"),
    StrayHand: ("extra_hand",),
    Burnt: ("missed_burn", "extra_burn"),
}


def require_so(at: Moment[State], fact: Fact, known: Sequence[Mistake], astray: Aside | None) -> None:
    """All cards lie face up, so that what is said of them has to be seen there."""
    if isinstance(fact, Reordered | Together):
        return
    if type(fact) not in _CLAIMED:
        at.refuse(_RULE, "all cards lie face up here: say where they went")
    place = getattr(fact, "place", 0)
    if isinstance(fact, TooMany) and astray and place in (0, astray.area or DEALER_PLACE):
        return
    kinds = _CLAIMED[type(fact)]
    is_so = any(each.kind in kinds and place in (0, each.place) for each in known)
    at.require(is_so, _RULE, "the cards on the table show nothing like it: amend an entry that is wrong")


def corrected(at: Moment[State], facts: Sequence[AnyFact]) -> e.CardsFound | None:
    """The order in which the cards came, as it is seen now.

    Once one was asked for, what lies there counts.
    """
    if not facts:
        return None
    state, areas = at.state, bet_areas(at.state)
    if coming_cards(state):
        at.refuse(_RULE, "the cards are being dealt one by one: say of each where it goes")
    is_first = state.phase in DEALT and is_early(state)
    at.require(is_first, _RULE, "this is said before anything else has happened: refer the matter")
    laid = laid_down(state)
    lie = tuple([each.spot for each in laid])
    plan = [Due(spot) for spot in state.planned or lie]
    deals.require_sensible(at, facts, plan, areas, (), lambda fact: (_RULE,))
    spots = tuple([due.spot for due in as_it_came(plan, facts, areas)])
    if Counter(spots) != Counter(lie):
        at.refuse(_RULE, "the numbers of cards are others: say how many lie where")
    if spots == lie:
        return None
    own = {spot: iter([each.card for each in laid if each.spot == spot]) for spot in lie}
    found = tuple([Laid(next(own[spot]), spot) for spot in spots])
    planned = tuple([due.spot for due in plan])
    return e.CardsFound(deal=INITIAL, laid=found, planned=planned, citations=at.cite(_RULE))


@FREEBET.after(e.CardsFound)
def cards_found(state: State, event: e.CardsFound) -> State:
    is_planned = tuple([each.spot for each in event.laid]) == event.planned
    return replace(state, laid=() if is_planned else event.laid, planned=() if is_planned else event.planned)


@report_cards.taken
def cards_lie_wrong(draft: Draft[State], command: c.ReportCards, offer: Offer) -> None:
    found, tied = offer.facts
    if found is not None:
        draft.emit(found)
    if astray := astray_card(draft.state):
        move_card(draft, astray)
    else:
        notice(draft, tied)


def notice(draft: Draft[State], tied: int = 0) -> None:
    about = wrong(draft.rules, draft.state)
    if tied:
        about = (*about, Mistake("together", INITIAL, count=tied + 1))
    follow(draft, verdicts(ROWS, Case(draft.rules, draft.state), about))


def follow(draft: Draft[State], found: tuple[Verdict, ...]) -> None:
    """What needs nobody's decision is done; what does is asked in one question."""
    asked = [each for each in found if each.row.judge]
    for each in found:
        for mistake in each.mistakes if each.row.judge is None else ():
            CARRY_OUT[each.row.course](draft, each.row, mistake)
    if not asked:
        advance(draft)
        return
    first, about = asked[0].row, tuple(mistake for each in asked for mistake in each.mistakes)
    if first.judge is Role.SHIFT_MANAGER:
        refer(draft, first.question, mistakes=about)
        return
    rules = (*dict.fromkeys(rule for each in asked for rule in each.row.rules), EARLY_VOID)
    told = {"reading": first.reading, "mistakes": about}
    ask(draft, "cards", Role.PIT_SUPERVISOR, first.question, first.choices, *rules, **told)


# Cards that are wrong, or wrongly seen


@within("betting", "claims", "closed", *DEALT)
def faults(at: Moment[State]) -> Iterator[dict[str, str]]:
    yield from ({"fault": fault} for fault in get_args(Fault) if fault != "insufficient_cards")


@FREEBET.action(ReportFault, Role.DEALER, each=faults)
def report_fault(at: Moment[State], fault: Fault) -> Offer:
    if fault == "insufficient_cards":
        at.refuse("cards_run_out", "the cards of the discard holder are riffled and used: the Round goes on")
    if at.state.phase == "idle":
        cites = at.cite("earlier_rounds_stand", "wrong_or_unshuffled_cards")
        refuse(cites, "no Round is being played: all earlier outcomes stand; shuffle whole decks")
    return Offer(at.cite("wrong_or_unshuffled_cards"), group="irregularity")


@report_fault.taken
def cards_are_faulty(draft: Draft[State], command: ReportFault, offer: Offer) -> None:
    keys = ("wrong_or_unshuffled_cards", "void", "earlier_rounds_stand")
    void_round(draft, *keys, reading="FB-A16", shuffle_due="wrong_or_unshuffled_cards")


@FREEBET.action(c.ReportFaceUpCard, Role.DEALER, each=during("closed", *DEALT))
def report_face_up_card(at: Moment[State]) -> Offer:
    has_begun = coming_cards(at.state) or at.state.phase in DEALT
    at.require(has_begun, "face_up_card", "the first card of the Round has not been dealt")
    return Offer(at.cite("face_up_card"), event=e.PlayStands, group="irregularity")


# Players who are not there to decide


@FREEBET.action(c.ReportAbsent, Role.DEALER, each=players_who(lambda player: not player.is_absent))
def report_absent(at: Moment[State], player: str) -> Offer:
    place = named_place(at, player)
    if at.state.players[place].is_absent:
        at.refuse("absent_player", "{player} is noted as absent already", player=player)
    return Offer(at.cite("absent_player"), facts=place, group="irregularity")


@report_absent.taken
def is_gone(draft: Draft[State], command: c.ReportAbsent, offer: Offer) -> None:
    keys, place, areas = ["absent_player"], offer.facts, draft.state.areas
    if any(len(area.wagers) > 1 and controller(draft.state, n) == place for n, area in areas.items()):
        keys.append("absent_player_replaced")
    before, cites = draft.state, draft.cite(*keys, reading="FB-A28")
    draft.emit(e.PlayerAbsent(place=place, is_absent=True, citations=cites))
    FREEBET.drop_matters(draft, before)
    advance(draft)


@FREEBET.action(c.ReportReturn, Role.DEALER, each=players_who(lambda player: player.is_absent))
def report_return(at: Moment[State], player: str) -> Offer:
    place = named_place(at, player)
    if not at.state.players[place].is_absent:
        at.refuse("absent_player", "{player} is not noted as absent", player=player)
    back = partial(e.PlayerAbsent, place=place, is_absent=False)
    return Offer(at.cite("absent_player"), event=back, group="irregularity")


@FREEBET.after(e.PlayerAbsent)
def player_absent(state: State, event: e.PlayerAbsent) -> State:
    """What the absent player was asked to follow is answered by going on without him."""
    place = event.place
    state = state.with_player(place, is_absent=event.is_absent)
    if not event.is_absent:
        return state
    return replace(state, following=state.following.without(place) if state.following else None)


# Chips pulled off the layout after the close


@within("claims", "closed", *DEALT)
def bets_on_the_layout(at: Moment[State]) -> Iterator[dict[str, object]]:
    for number, area in at.state.areas.items():
        bets: list[tuple[int, c.Requested]] = [(wager.place, "main") for wager in area.wagers]
        bets += [(side.place, side.bet) for side in area.sides]
        bets += [(insurance.place, "insurance") for insurance in area.insurances]
        for place, bet in dict.fromkeys(bets):
            yield {"player": at.state.players[place].name, "area": number, "bet": bet}


@FREEBET.action(c.ReportPulledWager, Role.DEALER, each=bets_on_the_layout)
def report_pulled_wager(at: Moment[State], player: str, area: int, bet: c.Requested) -> Offer:
    place, state = named_place(at, player), at.state
    if state.phase not in ("claims", "closed", *DEALT):
        at.refuse("late_withdrawal_ignored", "before the closing call a player may take a wager back")
    if all(each.is_pulled for each in find_bets(state, area, place, bet)):
        said = "{player} has no such wager on area {area}, or it is noted as pulled already"
        at.refuse("late_withdrawal_ignored", said, player=player, area=area)
    cites = at.cite("late_withdrawal_ignored", reading="FB-A39")
    return Offer(cites, event=partial(e.WagerPulled, area=area, place=place, bet=bet), group="irregularity")


OnLayout: TypeAlias = Wager | SideWager | Insurance


def find_bets(state: State, number: int, place: int, bet: c.Requested) -> Iterator[OnLayout]:
    """What this player still has on the layout there; Insurance may be of several wagers."""
    area = state.areas.get(number, Area())
    if bet == "main":
        wager = wager_of(area, place)
        return iter((wager,) if wager else ())
    if bet == "insurance":
        return (each for each in area.insurances if each.place == place)
    return (side for side in area.sides if (side.bet, side.place) == (bet, place))


@FREEBET.after(e.WagerPulled)
def wager_pulled(state: State, event: e.WagerPulled) -> State:
    area, place = state.areas[event.area], event.place
    if event.bet == "main":
        return state.with_area(event.area, with_wager(area, place, is_pulled=True))
    if event.bet == "insurance":
        line = tuple(replace(n, is_pulled=True) if n.place == place else n for n in area.insurances)
        return state.with_area(event.area, replace(area, insurances=line))
    key = (event.bet, place)
    sides = tuple(replace(s, is_pulled=True) if (s.bet, s.place) == key else s for s in area.sides)
    return state.with_area(event.area, replace(area, sides=sides))
