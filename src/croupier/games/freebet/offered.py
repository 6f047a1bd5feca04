"""What is offered between the initial and the subsequent deal: surrender, Insurance, even money."""

from collections.abc import Iterator
from functools import partial
from typing import Literal, NoReturn

from msgspec.structs import replace

from croupier.games.freebet import commands as c
from croupier.games.freebet import events as e
from croupier.games.freebet.claims import insurable, resolve_claims, without_claim
from croupier.games.freebet.control import controller, is_held_up, is_short, is_unsplit
from croupier.games.freebet.game import FREEBET
from croupier.games.freebet.permissions import (
    available,
    during,
    named_place,
    own_place,
    present,
    refuse_amount,
    require_going_on,
    whole_chips,
)
from croupier.games.freebet.points import is_ace
from croupier.games.freebet.settlement import Back, Outcome, return_insurance, settle_stake
from croupier.games.freebet.state import (
    Area,
    Insurance,
    Offered,
    State,
    Wager,
    is_asked,
    is_early,
    stake_of,
    wager_of,
    with_offer,
)
from croupier.games.freebet.terms import Terms
from croupier.games.freebet.turns import advance, refuse_without_cards, settle_interim
from croupier.messages import Message
from croupier.rulebook import Rules
from croupier.table import Ask, Draft, Moment, Offer, Role, refuse
from croupier.table.offers import within

# What both offers share


def require_calm(at: Moment[State]) -> None:
    """Nothing is offered or answered while the Round itself is in question."""
    require_going_on(at)
    if is_asked(at.state, "cards"):
        at.refuse("incorrect_dealing_early", "the Round is interrupted; wait for the ruling")


def require_dealt(at: Moment[State], rule: str) -> None:
    """Offered once. What the Dealer forgot to offer may still be, until the subsequent deal commences."""
    if at.state.phase != "dealt" and not is_offer_due(at.state):
        at.refuse(rule, "this is offered once, before the subsequent deal commences")
    require_calm(at)


def is_offer_due(state: State) -> bool:
    """Whether play has gone on without an offer, and no further card has been asked for yet."""
    is_open = state.phase == "playing" and state.offer.is_skipped and not state.has_begun
    return is_open and not is_held_up(state)


def require_upcard(at: Moment[State]) -> None:
    if at.state.upcard is None:
        rule = "dealer_first_card_missed_early" if is_early(at.state) else "dealer_first_card_missed_late"
        at.refuse(rule, "the Dealer has no card yet: report the cards")


def is_against_ace(state: State) -> bool:
    return state.upcard is not None and is_ace(state.upcard)


def own_wagers(at: Moment[State]) -> Iterator[dict[str, int]]:
    """The areas on which who asks has a wager."""
    place = present(at)
    if place is not None:
        for number, area in at.state.areas.items():
            if area.hands and wager_of(area, place):
                yield {"area": number}


def own_wager(at: Moment[State], number: int, rule: str) -> tuple[int, int, Wager]:
    """Place, area and wager meant by a player who answers an offer."""
    require_calm(at)
    place = own_place(at)
    own = [n for n, area in at.state.areas.items() if wager_of(area, place) and area.hands]
    number = own[0] if number == 0 and len(own) == 1 else number
    bare = [n for n, area in at.state.areas.items() if wager_of(area, place) and n not in own]
    if bare and number in ((0, *bare) if not own else bare):
        refuse_without_cards(at, place, number or bare[0])
    if number not in own:
        said = "say which of your wagers you mean; you have one on area: {areas:list}"
        at.refuse(rule, said, areas=own or [Message("none")])
    wager = wager_of(at.state.areas[number], place)
    assert wager is not None
    return place, number, wager


def close_offer(draft: Draft[State], offer: Literal["surrender", "insure"]) -> None:
    keys = ("surrender_offered",) if offer == "surrender" else ("insurance_offered", "insurance")
    draft.emit(e.OfferClosed(offer=offer, at=draft.at, citations=draft.cite(*keys)))
    settle_interim(draft)
    advance(draft)


@FREEBET.after(e.OfferClosed)
def offer_closed(state: State, event: e.OfferClosed) -> State:
    offer = Offered(is_skipped=state.offer.is_skipped, is_too_late=state.offer.is_too_late)
    return replace(state, phase="playing", offer=offer)


@FREEBET.after(e.OfferDeclined)
def offer_declined(state: State, event: e.OfferDeclined) -> State:
    key = (event.area, event.place)
    was = state.offer
    declined = (*was.declined, key) if state.phase == "insurance" else was.declined
    return with_offer(state, answered=(*was.answered, key), declined=declined)


@FREEBET.action(c.SkipOffer, Role.DEALER, each=during("dealt"))
def skip_offer(at: Moment[State]) -> Offer:
    at.require(at.state.phase == "dealt", "surrender_offered", "an offer is due right after the initial deal")
    require_calm(at)
    return Offer(at.cite("insurance_forgotten"), group="irregularity")


@skip_offer.taken
def skip(draft: Draft[State], command: c.SkipOffer, offer: Offer) -> None:
    rule = "insurance_offered" if is_against_ace(draft.state) else "surrender_offered"
    draft.emit(e.OfferSkipped(citations=draft.cite(rule)))
    settle_interim(draft)
    advance(draft)


@FREEBET.after(e.OfferSkipped)
def offer_skipped(state: State, event: e.OfferSkipped) -> State:
    return with_offer(replace(state, phase="playing"), is_skipped=True)


# Surrender


@FREEBET.action(c.OfferSurrender, Role.DEALER, each=during("dealt", "playing"))
def offer_surrender(at: Moment[State]) -> Offer:
    require_dealt(at, "surrender_offered")
    require_upcard(at)
    if is_against_ace(at.state):
        said = "there is no surrender against an Ace; offer Insurance"
        refuse(at.cite("surrender_offered", "surrender"), said)
    cites = at.cite("surrender", "surrender_offered")
    return Offer(at.cite("surrender_offered"), event=e.SurrenderOffered, under=cites)


@FREEBET.after(e.SurrenderOffered)
def surrender_offered(state: State, event: e.SurrenderOffered) -> State:
    return with_offer(replace(state, phase="surrender"), answered=(), is_skipped=False)


to_answer = within("surrender")(lambda at: own_wagers(at))


@FREEBET.action(c.Surrender, Role.PLAYER, each=to_answer)
def surrender(at: Moment[State], area: int) -> Offer:
    place, number, _ = own_wager(at, area, "surrender")
    there = at.state.areas[number]
    if at.state.phase != "surrender":
        if is_against_ace(at.state):
            at.refuse("surrender", "there is no surrender against an Ace")
        rules = (
            ["surrender", "surrender_offered"] if at.state.has_begun else ["surrender_offered", "surrender"]
        )
        if not is_unsplit(there):
            rules = ["no_surrender_after_split"]
        said = "surrender is possible only between its offer and its closing, before any split"
        if is_offer_due(at.state):
            said = "surrender has not been offered yet: ask the dealer for it before the next card"
        refuse(at.cite(*rules), said)
    at.require(is_unsplit(there), "no_surrender_after_split", "a split hand cannot be surrendered; play it")
    if is_short(there):
        rule = "player_short_of_cards_early" if is_early(at.state) else "one_card_hand_late"
        said = "area {area} has one card only: the dealer reports the cards first"
        at.refuse(rule, said, area=number)
    if at.state.has_begun and len(there.hands[0].cards) > 2 and not may_surrender_drawn(at.rules):
        said = "this hand has drawn a card and cannot be surrendered here; play it"
        at.refuse("late_surrender_or_insurance", said, reading="FB-A18")
    stake = stake_of(there.hands[0], place)
    if stake is None or there.hands[0].status == "bust":
        at.refuse("surrender", "this wager is decided already")
    warning = "Surrender a Blackjack?" if there.hands[0].status == "blackjack" else ""
    cites = at.cite("surrender", "surrender_offered")
    return Offer(cites, facts=(place, number, stake), warning=warning)


def may_surrender_drawn(rules: Rules) -> bool:
    """Whether a hand that has drawn may be surrendered once the Dealer's late first card has come."""
    return Terms.of(rules).late_surrender_scope == "unsplit"


@surrender.taken
def surrenders(draft: Draft[State], command: c.Surrender, offer: Offer) -> None:
    place, number, stake = offer.facts
    keys = [*filter(None, (draft.state.offer.late_rule,)), "surrender", "surrender_meaning"]
    passes = False
    if len(draft.state.areas[number].hands[0].stakes) > 1:
        keys.append("surrender_individually")
        if controller(draft.state, number) == place:
            keys.append("control_after_surrender")
            passes = Terms.of(draft.rules).control_after_surrender == "behind"
    settle_stake(draft, number, 0, stake, ("surrendered", tuple(keys)), is_interim=True, reading="FB-A08")
    if passes:
        cites = draft.cite("control_after_surrender", reading="FB-A07")
        draft.emit(e.ControlPassed(area=number, place=place, citations=cites))


@FREEBET.after(e.ControlPassed)
def control_passed(state: State, event: e.ControlPassed) -> State:
    return state.with_area(event.area, replace(state.areas[event.area], control_from=event.place))


@FREEBET.action(c.PlayOn, Role.PLAYER, each=to_answer)
def play_on(at: Moment[State], area: int) -> Offer:
    place, number, _ = own_wager(at, area, "surrender_offered")
    if at.state.phase != "surrender" or (number, place) in at.state.offer.answered:
        at.refuse("surrender_offered", "nobody asks you about surrender now")
    declined, cites = partial(e.OfferDeclined, area=number, place=place), at.cite("surrender_offered")
    return Offer(at.cite("surrender", "surrender_offered"), event=declined, under=cites)


@FREEBET.action(c.CloseSurrender, Role.DEALER, each=during("surrender"))
def close_surrender(at: Moment[State]) -> Offer:
    at.require(at.state.phase == "surrender", "surrender_offered", "surrender is not open")
    require_calm(at)
    return Offer(at.cite("surrender_offered"))


@close_surrender.taken
def closes_surrender(draft: Draft[State], command: c.CloseSurrender, offer: Offer) -> None:
    close_offer(draft, "surrender")


@FREEBET.action(c.OfferInsurance, Role.DEALER, each=during("dealt", "playing"))
def offer_insurance(at: Moment[State]) -> Offer:
    require_dealt(at, "insurance_offered")
    require_upcard(at)
    if not is_against_ace(at.state):
        said = "Insurance is offered against an Ace only; offer surrender"
        refuse(at.cite("insurance_offered", "insurance"), said)
    cites = at.cite("insurance", "insurance_offered")
    return Offer(at.cite("insurance_offered"), event=e.InsuranceOffered, under=cites)


@FREEBET.after(e.InsuranceOffered)
def insurance_offered(state: State, event: e.InsuranceOffered) -> State:
    return with_offer(replace(state, phase="insurance"), answered=(), declined=(), is_skipped=False)


def require_insurance(at: Moment[State]) -> None:
    if at.state.upcard is not None and not is_against_ace(at.state):
        at.refuse("insurance", "Insurance is placed only when the Dealer's first card is an Ace")
    require_one_dealer_card(at)
    if at.state.phase != "insurance":
        rule = "insurance_offered" if at.state.phase == "dealt" else "insurance_before_subsequent_deal"
        if at.state.offer.is_skipped:
            rule = "insurance_forgotten"
        at.refuse(rule, "Insurance may be placed only between its offer and its closing")


def require_one_dealer_card(at: Moment[State]) -> None:
    """Once a second card has lain on the Dealer's hand nobody insures, wherever the card went from there."""
    if at.state.offer.is_too_late or len(at.state.dealer) > 1:
        said = "the Dealer has a second card: it is too late for Insurance"
        at.refuse("insurance_forgotten", said, reading="FB-A71")


def amount_to_insure(at: Moment[State], rule: str, most: int, chips: int) -> Ask:
    """Any whole chips up to the share of the wager that may be insured."""
    ask = whole_chips(at, Terms.of(at.rules).lowest_chip, min(most, chips))
    if ask is None:
        said = "at most {most:money} insure this wager; you have {chips:money} free"
        at.refuse(rule, said, most=most, chips=chips)
    return ask


# For oneself


to_insure = within("insurance")(lambda at: own_wagers(at))


@FREEBET.action(c.Insure, Role.PLAYER, each=to_insure)
def insure(at: Moment[State], area: int) -> Offer:
    return insure_for(at, area)


def insure_for(at: Moment[State], area: int) -> Offer:
    """Of the player's own wager, in one go or several: the whole is bounded."""
    place, number, wager = own_wager(at, area, "insurance")
    require_insurance(at)
    if (number, place) in at.state.offer.declined and not may_change_mind(at, number, place):
        said = "you have declined, and others may have claimed it"
        at.refuse("insurance_by_others", said, reading="FB-A58")
    most = insurable(at.rules, wager) - insured(at.state.areas[number], place, place)
    at.require(most > 0, "insurance", "this wager is insured already")
    ask = amount_to_insure(at, "insurance", most, available(at.state, place))
    in_time = at.state.offer.late_rule or "insurance_before_subsequent_deal"
    return Offer(
        at.cite("insurance", "insurance_offered"),
        (ask,),
        facts=(place, wager, most),
        event=partial(e.InsurancePlaced, area=number, place=place, holder=place),
        under=at.cite("insurance", "insurance_wager_meaning", in_time),
    )


def may_change_mind(at: Moment[State], number: int, place: int) -> bool:
    """Whether who has declined may insure after all: in some houses until somebody else claims it."""
    is_claimed = any(claim.spot == (number, "insurance", place) for claim in at.state.claims)
    return Terms.of(at.rules).insurance_after_decline == "until_claimed" and not is_claimed


def insured(area: Area, holder: int, place: int) -> int:
    """What a player has put on the insurance line for the holder's wager, mostly his own."""
    return sum(each.amount for each in area.insurances if (each.holder, each.place) == (holder, place))


@insure.outside
def refuse_insurance(
    at: Moment[State], command: c.Insure | c.PlaceForPlayer, offer: Offer, ask: Ask
) -> NoReturn:
    place, wager, most = offer.facts
    if 0 < command.amount <= most:
        refuse_amount(at, "insurance", command.amount, available(at.state, place))
    percent = Terms.of(at.rules).insurance_percent_max
    said = "Insurance is up to {percent}% of the wager of {wager:money}: at most {most:money}"
    at.refuse("insurance", said, percent=percent, wager=wager.value, most=most)


@FREEBET.after(e.InsurancePlaced)
def insurance_placed(state: State, event: e.InsurancePlaced) -> State:
    area = state.areas[event.area]
    key = (event.holder, event.place)
    others = tuple(each for each in area.insurances if (each.holder, each.place) != key)
    insurance = Insurance(*key, insured(area, *key) + event.amount)
    state = state.with_area(event.area, replace(area, insurances=(*others, insurance)))
    state = without_claim(state, event.area, "insurance", event.holder, event.place)
    was, own = state.offer, (event.area, event.place)
    declined = tuple(each for each in was.declined if each != own)
    if event.holder != event.place:
        declined = was.declined  # his own wager elsewhere on the area is another matter
    state = with_offer(state, answered=(*was.answered, own), declined=declined)
    return state.with_chips(event.place, -event.amount)


@FREEBET.action(c.DeclineInsurance, Role.PLAYER, each=to_insure)
def decline_insurance(at: Moment[State], area: int) -> Offer:
    place, number, _ = own_wager(at, area, "insurance")
    require_insurance(at)
    at.require(
        (number, place) not in at.state.offer.answered, "insurance_offered", "you have answered already"
    )
    declined = partial(e.OfferDeclined, area=number, place=place)
    cites = at.cite("insurance_offered", "insurance_by_others")
    return Offer(at.cite("insurance", "insurance_offered"), event=declined, under=cites)


@FREEBET.action(c.TakeEvenMoney, Role.PLAYER, each=to_insure)
def take_even_money(at: Moment[State], area: int) -> Offer:
    place, number, _ = own_wager(at, area, "even_money")
    state, hand = at.state, at.state.areas[number].hands[0]
    is_late_ace = state.offer.late_rule == "late_surrender_or_insurance"
    is_begun = state.has_begun and not (is_late_ace and Terms.of(at.rules).even_money_after_late_ace)
    is_late = state.phase != "insurance" or is_begun
    if is_late and is_late_ace:
        said = "the subsequent deal has commenced: no even money after a late Ace"
        at.refuse("even_money", said, reading="FB-A62")
    if is_late or hand.status != "blackjack":
        at.refuse("even_money", "even money is for a Blackjack against an Ace, before the subsequent deal")
    return Offer(at.cite("even_money"), facts=(place, number, stake_of(hand, place)))


@take_even_money.taken
def takes_even_money(draft: Draft[State], command: c.TakeEvenMoney, offer: Offer) -> None:
    place, number, stake = offer.facts
    for insurance in draft.state.areas[number].insurances:
        if insurance.place == place and insurance.holder == place:
            return_insurance(draft, number, insurance, Back(("even_money",)))
    outcome: Outcome = ("even_money", ("even_money", "interim_settlement"))
    settle_stake(draft, number, 0, stake, outcome, is_interim=True, reading="FB-A38")


# For others


def left_to_others(at: Moment[State], number: int, wager: Wager) -> int:
    """What others may insure of a wager: all if it was declined, and in some houses what was left over."""
    place = wager.place
    forfeits = at.state.players[place].is_absent and Terms.of(at.rules).forfeited_insurance == "others"
    own = [each.amount for each in at.state.areas[number].insurances if each.holder == each.place == place]
    if (number, place) in at.state.offer.declined or (forfeits and not own):
        return insurable(at.rules, wager)
    is_free = bool(own) and Terms.of(at.rules).insurance_by_others == "remainder"
    return insurable(at.rules, wager) - sum(own) if is_free else 0


@within("insurance")
def to_insure_for_others(at: Moment[State]) -> Iterator[dict[str, object]]:
    place = present(at)
    if place is not None:
        for number, area in at.state.areas.items():
            for wager in area.wagers:
                if wager.place != place and wager.is_live and left_to_others(at, number, wager):
                    yield {"area": number, "player": at.state.players[wager.place].name}


@FREEBET.action(c.InsureOther, Role.PLAYER, each=to_insure_for_others)
def insure_other(at: Moment[State], player: str, area: int) -> Offer:
    place, holder = own_place(at), named_place(at, player)
    require_calm(at)
    require_insurance(at)
    own = "your own wager is insured without a name: “insure area {area} for” an amount"
    at.require(holder != place, "insurance", own, area=area)
    wager = wager_of(at.state.areas[area], holder) if area in at.state.areas else None
    most = left_to_others(at, area, wager) if wager else 0
    if most <= 0:
        at.refuse(
            "insurance_by_others",
            "only Insurance that another player has declined altogether may be taken",
            reading="FB-A09",
        )
    chips = available(at.state, place, (area, "insurance", holder))
    ask = amount_to_insure(at, "insurance_by_others", most, chips)
    return Offer(
        at.cite("insurance_by_others"),
        (ask,),
        facts=(most, chips),
        event=partial(e.BetClaimed, area=area, bet="insurance", place=place, holder=holder),
        under=at.cite("insurance_by_others", "insurance_priority", reading="FB-A09"),
    )


@insure_other.outside
def refuse_other(at: Moment[State], command: c.InsureOther, offer: Offer, ask: Ask) -> NoReturn:
    most, chips = offer.facts
    if 0 < command.amount <= most:
        refuse_amount(at, "insurance_by_others", command.amount, chips)
    percent = Terms.of(at.rules).insurance_percent_max
    said = "at most {percent}% of that wager: {most:money}"
    at.refuse("insurance_by_others", said, percent=percent, most=most)


@FREEBET.action(c.CloseInsurance, Role.DEALER, each=during("insurance"))
def close_insurance(at: Moment[State]) -> Offer:
    at.require(at.state.phase == "insurance", "insurance_offered", "Insurance is not open")
    require_calm(at)
    return Offer(at.cite("insurance_offered"))


@close_insurance.taken
def closes_insurance(draft: Draft[State], command: c.CloseInsurance, offer: Offer) -> None:
    if draft.state.claims:
        draft.emit(e.InsuranceClosing(citations=draft.cite("insurance_offered", "insurance_priority")))
        resolve_claims(draft)
    else:
        close_offer(draft, "insure")


@FREEBET.after(e.InsuranceClosing)
def insurance_closing(state: State, event: e.InsuranceClosing) -> State:
    return replace(state, phase="claims")


# Late


def is_reopened(at: Moment[State]) -> bool:
    """Whether a second card that lay on the Dealer's hand too early leaves Insurance to a supervisor."""
    policy, dealer = Terms.of(at.rules).insurance_after_second_card, at.state.dealer
    return at.state.offer.is_too_late and len(dealer) == 1 and policy == "supervisor"


@FREEBET.action(
    c.ApproveLateInsurance,
    Role.PIT_SUPERVISOR,
    "insurance_forgotten",
    each=during("dealt", "insurance", "playing", "complete"),
)
def approve_late_insurance(at: Moment[State]) -> Offer:
    state = at.state
    is_unplaced = is_against_ace(state) and state.phase in ("dealt", "insurance") and is_reopened(at)
    is_forgotten = state.offer.is_skipped and is_against_ace(state) and state.phase in ("playing", "complete")
    if not (is_unplaced or is_forgotten):
        at.refuse("insurance_forgotten", "Insurance has not been forgotten in this Round")
    if not is_reopened(at):
        require_one_dealer_card(at)
    at.require(not is_held_up(state), "insurance_forgotten", "a question is open; answer it first")
    return Offer(at.cite("insurance_forgotten", reading="FB-A46"), group="irregularity")


@approve_late_insurance.taken
def approves(draft: Draft[State], command: c.ApproveLateInsurance, offer: Offer) -> None:
    draft.emit(e.LateInsuranceApproved(citations=offer.citations))
    draft.emit(e.InsuranceOffered(citations=draft.cite("insurance_forgotten", "insurance_offered")))


@FREEBET.after(e.LateInsuranceApproved)
def late_insurance_approved(state: State, event: e.LateInsuranceApproved) -> State:
    return with_offer(state, is_too_late=False, late_rule="insurance_forgotten")


def offer_late(draft: Draft[State]) -> None:
    """The Dealer's first card came late: surrender or Insurance is offered now."""
    cites = draft.cite("late_surrender_or_insurance", reading="FB-A18")
    if is_against_ace(draft.state):
        draft.emit(e.InsuranceOffered(citations=cites))
    else:
        draft.emit(e.SurrenderOffered(citations=cites))
