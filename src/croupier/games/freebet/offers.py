"""Surrender, Insurance and even money, offered between the initial and the subsequent deal."""

from typing import Literal

from croupier.money import say_money
from croupier.table import Command, Draft, Role

from . import commands as c
from . import events as e
from .claims import resolve_claims
from .control import controller, is_held_up, is_unsplit
from .flow import advance, settle_interim
from .game import FREEBET
from .incidents import LateInsuranceApproved, OfferSkipped
from .places import named_place, own_place, require_chips, require_power
from .points import is_ace
from .reports import ApproveLateInsurance, SkipOffer
from .settlement import settle_stake
from .stakes import half_of
from .state import State, Wager, stake_of, wager_of


@FREEBET.on(c.OfferSurrender, Role.DEALER)
def offer_surrender(draft: Draft[State], command: c.OfferSurrender) -> None:
    require_dealt(draft, "surrender_offered")
    upcard = draft.state.upcard
    if upcard is None:
        draft.refuse("dealer_first_card_missed_early", "the Dealer has no card yet: report the misdeal")
    if is_ace(upcard):
        draft.refuse("surrender", "there is no surrender against an Ace; offer Insurance")
    draft.emit(e.SurrenderOffered(citations=draft.rules.cite("surrender", "surrender_offered")))


@FREEBET.on(c.OfferInsurance, Role.DEALER)
def offer_insurance(draft: Draft[State], command: c.OfferInsurance) -> None:
    require_dealt(draft, "insurance_offered")
    upcard = draft.state.upcard
    if upcard is None or not is_ace(upcard):
        draft.refuse("insurance", "Insurance is offered against an Ace only; offer surrender")
    draft.emit(e.InsuranceOffered(citations=draft.rules.cite("insurance", "insurance_offered")))


def require_dealt(draft: Draft[State], rule: str) -> None:
    if draft.state.phase != "dealt":
        draft.refuse(rule, "this is offered once, right after the initial deal")
    require_calm(draft)


@FREEBET.on(SkipOffer, Role.DEALER)
def skip_offer(draft: Draft[State], command: SkipOffer) -> None:
    require_dealt(draft, "surrender_offered")
    upcard = draft.state.upcard
    is_insurance = upcard is not None and is_ace(upcard)
    rule = "insurance_offered" if is_insurance else "surrender_offered"
    draft.emit(OfferSkipped(is_insurance=is_insurance, citations=draft.rules.cite(rule)))
    settle_interim(draft)
    advance(draft)


@FREEBET.on(ApproveLateInsurance, Role.PIT_SUPERVISOR, "insurance_forgotten")
def approve_late_insurance(draft: Draft[State], command: ApproveLateInsurance) -> None:
    state = draft.state
    if not state.insurance_forgotten or state.phase not in ("playing", "complete"):
        draft.refuse("insurance_forgotten", "Insurance has not been forgotten in this Round")
    if len(state.dealer) > 1:
        draft.refuse("insurance_forgotten", "the Dealer has a second card: it is too late for Insurance")
    if is_held_up(state):
        draft.refuse("insurance_forgotten", "a question is open; answer it first")
    cites = draft.rules.cite("insurance_forgotten", reading="FB-A46")
    draft.emit(LateInsuranceApproved(citations=cites))
    draft.emit(e.InsuranceOffered(citations=draft.rules.cite("insurance_forgotten", "insurance_offered")))


def offer_late(draft: Draft[State]) -> None:
    """The Dealer's first card came late: surrender or Insurance is offered now."""
    upcard = draft.state.upcard
    assert upcard is not None
    cites = draft.rules.cite("late_surrender_or_insurance", reading="FB-A18")
    if is_ace(upcard):
        draft.emit(e.InsuranceOffered(citations=cites))
    else:
        draft.emit(e.SurrenderOffered(citations=cites))


def require_calm(draft: Draft[State]) -> None:
    """Nothing is offered or answered while the Round itself is in question."""
    require_power(draft)
    state = draft.state
    if state.rebuild or state.referred:
        draft.refuse("incorrect_dealing", "the Round is interrupted; wait for the ruling")


def own_wager(draft: Draft[State], command: Command, number: int, rule: str) -> tuple[int, int, Wager]:
    """Place, area and wager meant by a player who answers an offer."""
    require_calm(draft)
    place = own_place(draft, command)
    own = [n for n, area in draft.state.areas.items() if wager_of(area, place) and area.hands]
    number = own[0] if number == 0 and len(own) == 1 else number
    if number not in own:
        where = ", ".join(map(str, own)) or "none"
        draft.refuse(rule, f"say which of your wagers you mean; you have one on area: {where}")
    wager = wager_of(draft.state.areas[number], place)
    assert wager is not None
    return place, number, wager


@FREEBET.on(c.Surrender, Role.PLAYER)
def surrender(draft: Draft[State], command: c.Surrender) -> None:
    place, number, _ = own_wager(draft, command, command.area, "surrender")
    if draft.state.phase != "surrender":
        upcard = draft.state.upcard
        against_ace = upcard is not None and is_ace(upcard)
        split = not is_unsplit(draft.state.areas[number])
        rule = "no_surrender_after_split" if split else "surrender_offered"
        draft.refuse(
            "surrender" if against_ace else rule,
            "there is no surrender against an Ace"
            if against_ace
            else "surrender is possible only between its offer and its closing, before any split",
        )
    area = draft.state.areas[number]
    if not is_unsplit(area):
        draft.refuse("no_surrender_after_split", "a split hand cannot be surrendered; play it")
    stake = stake_of(area.hands[0], place)
    if stake is None or area.hands[0].status == "bust":
        draft.refuse("surrender", "this wager is decided already")
    was_controller = controller(draft.state, number) == place
    keys = ["surrender", "surrender_meaning"]
    if len(area.hands[0].stakes) > 1:
        keys.append("surrender_individually")
        if was_controller:
            keys.append("control_after_surrender")
    settle_stake(draft, number, 0, stake, ("surrendered", tuple(keys)), is_interim=True, reading="FB-A08")


@FREEBET.on(c.PlayOn, Role.PLAYER)
def play_on(draft: Draft[State], command: c.PlayOn) -> None:
    place, number, _ = own_wager(draft, command, command.area, "surrender_offered")
    if draft.state.phase != "surrender" or (number, place) in draft.state.answered:
        draft.refuse("surrender_offered", "nobody asks you about surrender now")
    cites = draft.rules.cite("surrender_offered")
    draft.emit(e.OfferDeclined(area=number, place=place, citations=cites))


@FREEBET.on(c.CloseSurrender, Role.DEALER)
def close_surrender(draft: Draft[State], command: c.CloseSurrender) -> None:
    if draft.state.phase != "surrender":
        draft.refuse("surrender_offered", "surrender is not open")
    require_calm(draft)
    close_offer(draft, "surrender")


def close_offer(draft: Draft[State], offer: Literal["surrender", "insure"]) -> None:
    keys = ("surrender_offered",) if offer == "surrender" else ("insurance_offered", "insurance")
    draft.emit(e.OfferClosed(offer=offer, citations=draft.rules.cite(*keys)))
    settle_interim(draft)
    advance(draft)


# Insurance


def require_insurance(draft: Draft[State]) -> None:
    upcard = draft.state.upcard
    if upcard is not None and not is_ace(upcard):
        draft.refuse("insurance", "Insurance is placed only when the Dealer's first card is an Ace")
    if draft.state.phase != "insurance" or draft.state.is_closing:
        rule = "insurance_before_subsequent_deal"
        if draft.state.insurance_forgotten or len(draft.state.dealer) > 1:
            rule = "insurance_forgotten"
        draft.refuse(rule, "Insurance may be placed only between its offer and its closing")


@FREEBET.on(c.Insure, Role.PLAYER)
def insure(draft: Draft[State], command: c.Insure) -> None:
    place, number, wager = own_wager(draft, command, command.area, "insurance")
    require_insurance(draft)
    most = half_of(draft.rules, wager)
    if any(n.holder == place for n in draft.state.areas[number].insurances):
        draft.refuse("insurance", "this wager is insured already")
    if (number, place) in draft.state.declined:
        draft.refuse("insurance_by_others", "you have declined, and others may have claimed it")
    if not 0 < command.amount <= most:
        draft.refuse(
            "insurance",
            f"Insurance is up to half the wager of {say_money(wager.value)}: at most {say_money(most)}",
        )
    require_chips(draft, place, command.amount, "insurance")
    keys = ("insurance", "insurance_wager_meaning", "insurance_before_subsequent_deal")
    cites = draft.rules.cite(*keys)
    draft.emit(
        e.InsurancePlaced(area=number, place=place, holder=place, amount=command.amount, citations=cites)
    )


@FREEBET.on(c.DeclineInsurance, Role.PLAYER)
def decline_insurance(draft: Draft[State], command: c.DeclineInsurance) -> None:
    place, number, _ = own_wager(draft, command, command.area, "insurance")
    require_insurance(draft)
    if (number, place) in draft.state.answered:
        draft.refuse("insurance_offered", "you have answered already")
    cites = draft.rules.cite("insurance_offered", "insurance_by_others")
    draft.emit(e.OfferDeclined(area=number, place=place, citations=cites))


@FREEBET.on(c.InsureOther, Role.PLAYER)
def insure_other(draft: Draft[State], command: c.InsureOther) -> None:
    place, holder = own_place(draft, command), named_place(draft, command.player)
    require_calm(draft)
    require_insurance(draft)
    wager = wager_of(draft.state.areas[command.area], holder) if command.area in draft.state.areas else None
    if wager is None or (command.area, holder) not in draft.state.declined or holder == place:
        draft.refuse(
            "insurance_by_others",
            "only Insurance that another player has declined altogether may be taken",
            reading="FB-A09",
        )
    most = half_of(draft.rules, wager)
    if not 0 < command.amount <= most:
        draft.refuse("insurance_by_others", f"at most half of that wager: {say_money(most)}")
    require_chips(draft, place, command.amount, "insurance_by_others", (command.area, "insurance", holder))
    cites = draft.rules.cite("insurance_by_others", "insurance_priority", reading="FB-A09")
    draft.emit(
        e.BetClaimed(
            area=command.area,
            bet="insurance",
            place=place,
            amount=command.amount,
            holder=holder,
            citations=cites,
        )
    )


@FREEBET.on(c.TakeEvenMoney, Role.PLAYER)
def take_even_money(draft: Draft[State], command: c.TakeEvenMoney) -> None:
    place, number, _ = own_wager(draft, command, command.area, "even_money")
    area = draft.state.areas[number]
    is_late = draft.state.has_begun or draft.state.is_closing
    if draft.state.phase != "insurance" or is_late or area.hands[0].status != "blackjack":
        draft.refuse("even_money", "even money is for a Blackjack against an Ace, before the subsequent deal")
    for insurance in area.insurances:
        if insurance.place == place and insurance.holder == place:
            draft.emit(
                e.WagerSettled(
                    area=number,
                    place=place,
                    holder=place,
                    bet="insurance",
                    result="returned",
                    stake=insurance.amount,
                    citations=draft.rules.cite("even_money"),
                )
            )
    stake = stake_of(area.hands[0], place)
    assert stake is not None
    outcome: tuple[e.Result, tuple[str, ...]] = ("even_money", ("even_money", "interim_settlement"))
    settle_stake(draft, number, 0, stake, outcome, is_interim=True, reading="FB-A38")


@FREEBET.on(c.CloseInsurance, Role.DEALER)
def close_insurance(draft: Draft[State], command: c.CloseInsurance) -> None:
    if draft.state.phase != "insurance" or draft.state.is_closing:
        draft.refuse("insurance_offered", "Insurance is not open")
    require_calm(draft)
    if draft.state.claims:
        cites = draft.rules.cite("insurance_offered", "insurance_priority")
        draft.emit(e.InsuranceClosing(citations=cites))
        resolve_claims(draft)
    else:
        close_offer(draft, "insure")
