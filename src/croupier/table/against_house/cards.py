"""A deal by plan: what came, what is wrong with it, and what follows by the rows of the game's section 5.

A deal is called by the rule key that says how it is done, such as `initial_deal`. Facts that staff say with
the deal or report afterwards make it the deal as it came; mistakes are computed from that, and noticed when
somebody reports them. Nobody can play on while a hand has too many or too few cards.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import TYPE_CHECKING, Any

from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import Card, OutOfCards
from croupier.messages import reason_of
from croupier.rulebook import Rules
from croupier.table import deals
from croupier.table.against_house.messages import (
    CardsLaid,
    CardsPutInOrder,
    CardsReported,
    CardsStand,
    DealCard,
    DealCards,
    DealEnded,
    DealReopened,
    HandDiscarded,
    HandsTurnedUp,
    ReportCards,
)
from croupier.table.against_house.state import Came, Dealt, HouseState
from croupier.table.courses import (
    DISCARD,
    DRAW_NOW,
    PUT_IN_ORDER,
    RETURN_BET,
    STANDS,
    VOID,
    Course,
    Row,
    verdicts,
)
from croupier.table.deals import FinishDeal, goes_to, still_due
from croupier.table.drafts import Draft
from croupier.table.facts import (
    BURN,
    DEALER,
    DEALER_PLACE,
    AnyFact,
    BegunAt,
    Burnt,
    Due,
    FoundUp,
    LiesAt,
    Looked,
    NoHand,
    NotLooked,
    Seen,
    Spot,
    StrayHand,
    Swapped,
    Together,
    TooFew,
    TooMany,
    as_it_came,
    spot_at,
)
from croupier.table.facts import DISCARD as DISCARDS
from croupier.table.matters import Matter, ask
from croupier.table.messages import Citations, GiveRuling
from croupier.table.mistakes import Mistake, exposed, in_order, mistakes
from croupier.table.offers import Moment, Offer, Target
from croupier.table.options import Ask
from croupier.table.roles import Role
from croupier.table.rulings import refuse_while_open

if TYPE_CHECKING:
    from croupier.table.against_house.game import HouseGame

INITIAL_DEAL = "initial_deal"
_RULE = "incorrect_dealing"
_PLAIN = ("left_out", "short", "surplus", "extra_hand")  # whoever looks sees it
_MARKS = (Seen, FoundUp, Together, Swapped, BegunAt, LiesAt)  # leave every card on the table


class Case(Struct, frozen=True):
    """What the rows ask about: the table, all that lies wrong, and whether a player has looked."""

    rules: Rules
    state: Any
    mistakes: tuple[Mistake, ...]

    @property
    def has_looked(self) -> bool:
        return bool(self.state.has_looked)


def looked(case: Case, mistake: Mistake) -> bool:
    return case.has_looked


def not_looked(case: Case, mistake: Mistake) -> bool:
    return not case.has_looked


def of_dealer(case: Case, mistake: Mistake) -> bool:
    return mistake.place == DEALER_PLACE


def current(game: "HouseGame[Any]", state: HouseState) -> Dealt | None:
    """The deal under way, or the one that is due."""
    if state.is_dealing:
        return state.deals[-1]
    due = game.due(state)
    if due is None or any(each.deal == due[0] for each in state.deals):
        return None
    return Dealt(*due)


def left_of(game: "HouseGame[Any]", rules: Rules, dealt: Dealt) -> list[Spot]:
    plan = map(Due, game.plan(rules, dealt.deal, dealt.places))
    return [each.spot for each in still_due(plan, dealt.came)]


def wrong(game: "HouseGame[Any]", rules: Rules, state: HouseState) -> tuple[Mistake, ...]:
    """All that lies otherwise than planned in the last deal, but for what was ruled to lie right."""
    if not state.deals:
        return ()
    last = state.deals[-1]
    plan = list(map(Due, game.plan(rules, last.deal, last.places)))
    came = [each.due for each in last.came]
    found = (*mistakes(last.deal, plan, came, last.is_complete), *exposed(last.deal, came))
    return tuple(each for each in found if each not in state.stands)


def is_plain(found: Sequence[Mistake]) -> bool:
    return any(each.kind in _PLAIN for each in found)


def deal_by_plan(game: "HouseGame[Any]") -> None:
    """Give a game everything in this file."""
    _whole_deals(game)
    _card_by_card(game)
    _reports(game)
    _effects(game)


# The deal, or what is left of it


def due(game: "HouseGame[Any]", at: Moment[Any]) -> tuple[Dealt, list[Spot]]:
    refuse_while_open(at.rules, at.state.open)
    dealt = current(game, at.state)
    if dealt is None:
        at.refuse(INITIAL_DEAL, "no cards are due now")
    return dealt, left_of(game, at.rules, dealt)


def named(state: HouseState, spots: Sequence[Spot]) -> tuple[Ask, ...]:
    return deals.named(state.device, [goes_to(spot, "seat") for spot in spots])


def drawn(draft: Draft[Any], spots: Sequence[Spot], cards: tuple[Card, ...]) -> tuple[Card, ...]:
    burns = next((at for at, spot in enumerate(spots) if spot != BURN), len(spots))
    return deals.drawn(draft, len(spots), cards, {}, INITIAL_DEAL, burns)


def require_cards(at: Moment[Any], count: int) -> None:
    left = at.state.device.remaining
    at.require(count <= left, "card_shoe", "{error}", error=reason_of(OutOfCards(needed=count, left=left)))


def owners(state: HouseState, came: Sequence[Came]) -> dict[int, str]:
    places = {each.spot.place for each in came if each.spot.kind == "hand"}
    return {place: state.seats[place].player for place in sorted(places) if place in state.seats}


def _whole_deals(game: "HouseGame[Any]") -> None:
    def to_be_seen(at: Moment[Any]) -> Iterator[dict[str, Any]]:
        """The deal as it should be, and each thing that can be seen to be otherwise."""
        dealt = current(game, at.state)
        yield {"facts": ()}
        if dealt is None or dealt.came:
            return
        plan = game.plan(at.rules, dealt.deal, dealt.places)
        found: list[AnyFact] = [Burnt(plan.count(BURN) - 1), Burnt(plan.count(BURN) + 1)]
        found = found if BURN in plan else []
        for place in (*dealt.places, *([DEALER_PLACE] if DEALER in plan else [])):
            found += [NoHand(place), TooFew(1, place), TooMany(1, place)]
        seats = range(1, game.furniture(at.rules).places + 1)
        found += [StrayHand(number) for number in seats if number not in dealt.places]
        found += [Swapped(one, other) for one, other in pairwise(dealt.places)]
        yield from ({"facts": (fact,)} for fact in found)

    @game.action(DealCards, Role.DEALER, each=to_be_seen)
    def deal_cards(at: Moment[Any], facts: tuple[AnyFact, ...]) -> Offer:
        dealt, left = due(game, at)
        plan = [Due(spot) for spot in left]
        at.require(not (facts and dealt.came), _RULE, "the deal has begun: say of each card where it goes")
        require_sensible(game, at, facts, dealt.places, plan)
        came = as_it_came(plan, facts, dealt.places)
        require_cards(at, len(came))
        asks = named(at.state, [each.spot for each in came])
        rule = _RULE if facts else dealt.deal
        return Offer(at.cite(rule), asks, facts=(dealt, came), group="irregularity" if facts else "play")

    @deal_cards.taken
    def is_dealt(draft: Draft[Any], command: DealCards, offer: Offer) -> None:
        dealt, dues = offer.facts
        cards = drawn(draft, [each.spot for each in dues], command.cards)
        came = tuple(
            Came(card, each.spot, each.is_tied, each.is_seen or each.is_found_up)
            for card, each in zip(cards, dues, strict=True)
        )
        lay(game, draft, dealt, came, is_complete=True)


def require_sensible(
    game: "HouseGame[Any]",
    at: Moment[Any],
    facts: Sequence[AnyFact],
    places: tuple[int, ...],
    plan: list[Due],
) -> None:
    """What cannot be said of this deal is refused before anything comes; a hand here lies at some seat."""
    others = [number for number in range(1, game.furniture(at.rules).places + 1) if number not in places]
    nowhere = any(isinstance(fact, StrayHand) and not fact.place for fact in facts)
    at.require(not nowhere, _RULE, "say at which seat: {seats:list}", seats=others)
    deals.require_sensible(at, facts, plan, places, others, lambda fact: (_RULE,), (Looked, NotLooked))


def lay(
    game: "HouseGame[Any]", draft: Draft[Any], dealt: Dealt, came: tuple[Came, ...], *, is_complete: bool
) -> None:
    draft.emit(
        CardsLaid(
            deal=dealt.deal,
            places=dealt.places,
            came=came,
            owners=owners(draft.state, came),
            is_open=game.deals_face_up,
            is_complete=is_complete,
            citations=draft.cite(dealt.deal),
        )
    )
    if is_complete and not is_plain(wrong(game, draft.rules, draft.state)):
        game.go_on(draft)


# Card by card


def _card_by_card(game: "HouseGame[Any]") -> None:
    def next_cards(at: Moment[Any]) -> Iterator[dict[str, Any]]:
        dealt = current(game, at.state)
        left = left_of(game, at.rules, dealt) if dealt else []
        if not left:
            return
        yield {"to": None}
        for place in (DEALER_PLACE, *range(1, game.furniture(at.rules).places + 1)):
            if spot_at(place) != left[0]:
                yield {"to": place}

    @game.action(DealCard, Role.DEALER, each=next_cards)
    def deal_card(at: Moment[Any], to: int | None) -> Offer:
        dealt, left = due(game, at)
        spot = left[0] if to is None else spot_at(to)
        seats = range(1, game.furniture(at.rules).places + 1)
        at.require(to is None or to in (DEALER_PLACE, *seats), _RULE, "name a seat of this table")
        is_elsewhere = to is None or spot != left[0]
        said = "the card belongs there: name where it went instead, or nothing"
        at.require(is_elsewhere, _RULE, said)
        require_cards(at, 1)
        group = "house" if to is None else "irregularity"
        cites = at.cite(dealt.deal if to is None else _RULE)
        return Offer(cites, named(at.state, [spot]), facts=(dealt, spot), group=group)  # type: ignore[arg-type]

    @deal_card.taken
    def deals_card(draft: Draft[Any], command: DealCard, offer: Offer) -> None:
        dealt, spot = offer.facts
        (card,) = drawn(draft, [spot], command.cards)
        came = (Came(card, spot),)
        left = left_of(game, draft.rules, replace(dealt, came=dealt.came + came))
        lay(game, draft, dealt, came, is_complete=not left)

    @game.action(FinishDeal, Role.DEALER)
    def finish_deal(at: Moment[Any]) -> Offer:
        refuse_while_open(at.rules, at.state.open)
        is_begun = at.state.is_dealing and at.state.deals[-1].came
        at.require(is_begun, INITIAL_DEAL, "no deal is under way card by card")
        return Offer(at.cite(_RULE), group="irregularity")

    @finish_deal.taken
    def finished(draft: Draft[Any], command: FinishDeal, offer: Offer) -> None:
        draft.emit(DealEnded(citations=offer.citations))
        if not is_plain(wrong(game, draft.rules, draft.state)):
            game.go_on(draft)


# Noticing, and what follows


def _reports(game: "HouseGame[Any]") -> None:
    def reports(at: Moment[Any]) -> Iterator[Target]:
        """What the table knows to be wrong, and each card that may have been seen."""
        state = at.state
        if state.phase == "idle" or not state.deals or state.open:
            return
        if wrong(game, at.rules, state):
            yield {"facts": ()}
            if not state.has_looked:
                yield {"facts": (Looked(),)}
        if not game.deals_face_up:
            cards = sum(each.spot != BURN for each in state.deals[-1].came)
            yield from ({"facts": (Seen(number),)} for number in range(1, cards + 1))

    @game.action(ReportCards, Role.DEALER, each=reports)
    def report_cards(at: Moment[Any], facts: tuple[AnyFact, ...]) -> Offer:
        state = at.state
        refuse_while_open(at.rules, state.open)
        is_dealt = state.phase != "idle" and state.deals
        at.require(is_dealt, _RULE, "no cards lie on the table; earlier Rounds stand as settled")
        marks = [fact for fact in facts if isinstance(fact, _MARKS)]
        others = [fact for fact in facts if not isinstance(fact, (*_MARKS, Looked, NotLooked))]
        at.require(not others, _RULE, "say with the deal how many cards came, or have its record amended")
        last = state.deals[-1]
        dues = [each.due for each in last.came]
        require_sensible(game, at, marks, last.places, dues)
        came = tuple(
            Came(each.card, new.spot, new.is_tied, new.is_seen or new.is_found_up)
            for each, new in zip(last.came, as_it_came(dues, marks, last.places), strict=True)
        )
        denied = any(isinstance(fact, NotLooked) for fact in facts)
        said = any(isinstance(fact, Looked) for fact in facts) or state.has_looked
        has_looked = not denied and (said or game.has_acted(state))
        now = replace(state, deals=(*state.deals[:-1], replace(last, came=came)), has_looked=has_looked)
        about = wrong(game, at.rules, now)
        at.require(about, _RULE, "everything lies as it should: say what is to be seen, or play on")
        found = verdicts(game.rows, Case(at.rules, now, about), about)
        rules = dict.fromkeys(rule for each in found for rule in each.row.rules[:1])
        return Offer(at.cite(*rules), facts=(came, has_looked), group="irregularity")

    @report_cards.taken
    def reported(draft: Draft[Any], command: ReportCards, offer: Offer) -> None:
        came, has_looked = offer.facts
        draft.emit(
            CardsReported(
                came=came,
                owners=owners(draft.state, came),
                is_open=game.deals_face_up,
                has_looked=has_looked,
                citations=offer.citations,
            )
        )
        follow(game, draft)

    @game.ruling("cards")
    def ruled(draft: Draft[Any], command: GiveRuling, matter: Matter) -> None:
        case = Case(draft.rules, draft.state, matter.mistakes)
        rows = [each.row for each in verdicts(game.rows, case, matter.mistakes)]
        rules = matter.rules
        if command.choice == VOID:
            rules = tuple(dict.fromkeys(rule for row in rows for rule in row.voids or row.rules))
        carry_out(game, draft, command.choice, matter.mistakes, rules, matter.reading)  # type: ignore[arg-type]
        if draft.state.phase != "idle" and not draft.state.is_dealing:
            follow(game, draft)


def follow(game: "HouseGame[Any]", draft: Draft[Any]) -> None:
    """What needs nobody's decision is done; what does is asked, one who decides after the other."""
    about = wrong(game, draft.rules, draft.state)
    found = verdicts(game.rows, Case(draft.rules, draft.state, about), about)
    for each in found:
        if each.row.judge is None:
            carry_out(game, draft, each.row.course, each.mistakes, each.row.rules, each.row.reading)
    asked = [each for each in found if each.row.judge is not None]
    if asked:
        first = asked[0].row
        same = [each for each in asked if each.row.judge is first.judge]
        _ask(draft, first, tuple(mistake for each in same for mistake in each.mistakes))
    elif draft.state.phase != "idle" and not draft.state.is_dealing:
        game.go_on(draft)


def _ask(draft: Draft[Any], row: Row[Any], about: tuple[Mistake, ...]) -> None:
    assert row.judge is not None
    told = {"reading": row.reading, "mistakes": about}
    ask(draft, "cards", row.judge, row.question, row.choices, *row.rules, **told)


def carry_out(
    game: "HouseGame[Any]",
    draft: Draft[Any],
    course: Course,
    about: tuple[Mistake, ...],
    rules: tuple[str, ...],
    reading: str | None,
) -> None:
    cites = draft.cite(*rules, reading=reading)
    if course == VOID:
        game.void(draft, "the cards lie wrong", *rules, reading=reading)
    elif course == PUT_IN_ORDER:
        put_in_order(game, draft, cites)
    elif course == STANDS:
        draft.emit(CardsStand(stands=about, citations=cites))
    elif course == DRAW_NOW:
        draft.emit(DealReopened(citations=cites))
    else:
        assert course in (RETURN_BET, DISCARD), f"{game.name}: nothing carries out {course}"
        for place in dict.fromkeys(each.place for each in about):
            if course == RETURN_BET:
                game.cancel(draft, place, cites)
            draft.emit(HandDiscarded(seat=place, citations=cites))


def put_in_order(game: "HouseGame[Any]", draft: Draft[Any], cites: Citations) -> None:
    last = draft.state.deals[-1]
    plan = [Due(spot) for spot in game.plan(draft.rules, last.deal, last.places)]
    out = [each for each in last.came if each.spot == DISCARDS]
    lying = [each for each in last.came if each.spot != DISCARDS]
    moved, back = in_order(plan, [each.card for each in lying])
    came = (
        *out,
        *(Came(new.card, new.spot, is_seen=old.is_seen) for new, old in zip(moved, lying, strict=False)),
    )
    draft.emit(
        CardsPutInOrder(
            came=came,
            back=back,
            owners=owners(draft.state, came),
            is_open=game.deals_face_up,
            is_complete=len(moved) == len(plan),
            citations=cites,
        )
    )


# Effects


def _last(state: Any, **changes: Any) -> Any:
    return replace(state, deals=(*state.deals[:-1], replace(state.deals[-1], **changes)))


def without_hand(state: Any, number: int) -> Any:
    """The cards of a seat are out of the Round, and nobody knows any more whose they were."""
    spot, deals = Spot("hand", number), []
    for dealt in state.deals:
        came = tuple(replace(each, spot=DISCARDS) if each.spot == spot else each for each in dealt.came)
        deals.append(replace(dealt, came=came, places=tuple(n for n in dealt.places if n != number)))
    return replace(state, deals=tuple(deals))


def _effects(game: "HouseGame[Any]") -> None:
    @game.after(CardsLaid)
    def cards_laid(state: Any, event: CardsLaid) -> Any:
        if not state.is_dealing:
            state = replace(state, deals=(*state.deals, Dealt(event.deal, event.places)))
        device = state.device.without(tuple(each.card for each in event.came))
        came = state.deals[-1].came + event.came
        state = _last(replace(state, device=device), came=came, is_complete=event.is_complete)
        return game.after_deal(state) if event.is_complete else state

    @game.after(DealEnded)
    def deal_ended(state: Any, event: DealEnded) -> Any:
        return game.after_deal(_last(state, is_complete=True))

    @game.after(DealReopened)
    def deal_reopened(state: Any, event: DealReopened) -> Any:
        return _last(state, is_complete=False)

    @game.after(CardsReported)
    def cards_reported(state: Any, event: CardsReported) -> Any:
        return _last(replace(state, has_looked=event.has_looked), came=event.came)

    @game.after(CardsPutInOrder)
    def cards_put_in_order(state: Any, event: CardsPutInOrder) -> Any:
        device = state.device.put_on_top(event.back)
        return _last(replace(state, device=device), came=event.came, is_complete=event.is_complete)

    @game.after(HandDiscarded)
    def hand_discarded(state: Any, event: HandDiscarded) -> Any:
        return without_hand(state, event.seat)

    @game.after(CardsStand)
    def cards_stand(state: Any, event: CardsStand) -> Any:
        return replace(state, stands=state.stands + event.stands)

    @game.after(HandsTurnedUp)
    def hands_turned_up(state: Any, event: HandsTurnedUp) -> Any:
        spots = tuple(Spot("hand", number) if number else DEALER for number in event.hands)
        return replace(state, turned_up=state.turned_up + spots)
