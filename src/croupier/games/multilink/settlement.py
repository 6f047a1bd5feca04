"""From the showdown to the end of the Round: showing, claiming the jackpot, settling box by box."""

from collections.abc import Iterator
from typing import NoReturn

from msgspec.structs import replace

from croupier.games.multilink import commands as c
from croupier.games.multilink import events as e
from croupier.games.multilink import findings as f
from croupier.games.multilink.box_settlement import judged_line, settle_box
from croupier.games.multilink.counts import miscount
from croupier.games.multilink.dealing_evolve import swept
from croupier.games.multilink.flow import Here, expect, no_trouble, while_due
from croupier.games.multilink.game import MULTILINK
from croupier.games.multilink.pays import is_major, minor_prize
from croupier.games.multilink.state import (
    Box,
    State,
    Trouble,
    has_fault_now,
    in_dealing_order,
    live_progressive,
)
from croupier.games.multilink.terms import terms
from croupier.links.messages import Claim
from croupier.money import JackpotShare
from croupier.rulebook.edition import PayLine
from croupier.table import Draft, Moment, Offer, Role
from croupier.table.offers import Target


def _own_boxes(at: Moment[State]) -> Iterator[Target]:
    if at.state.phase == "showdown":
        yield from ({"box": number} for number, box in at.state.boxes.items() if box.player == at.by.id)


@MULTILINK.action(c.RefuseToShow, Role.PLAYER, "refusing_to_show", each=_own_boxes)
def refuse_to_show(at: Moment[State], box: int) -> Offer:
    _require_showdown(at, at.by.id, box, "in", "you have no hand to show there")
    return Offer(at.cite("refusing_to_show", reading="ML-A15"), group="irregularity")


@refuse_to_show.taken
def showing_is_refused(draft: Draft[State], command: c.RefuseToShow, offer: Offer) -> None:
    draft.emit(e.ShowingRefused(box=command.box, citations=offer.citations))


@MULTILINK.action(c.ProveHand, Role.PLAYER, "refusing_to_show", each=_own_boxes)
def prove_hand(at: Moment[State], box: int) -> Offer:
    found = _require_showdown(at, at.by.id, box, "refused", "only a hand that was not shown needs proving")
    if found.is_proved:
        at.refuse("refusing_to_show", f"box {box} lies face up already; wait for the settlement")
    return Offer(at.cite("refusing_to_show", reading="ML-A15"), facts=found.cards)


@prove_hand.taken
def hand_is_proved(draft: Draft[State], command: c.ProveHand, offer: Offer) -> None:
    draft.emit(e.HandProved(box=command.box, cards=offer.facts, citations=offer.citations))


def _require_showdown(draft: Here, name: str, number: int, status: str, reason: str) -> Box:
    no_trouble(draft, "refusing_to_show")
    box = draft.state.boxes.get(number)
    if draft.state.phase != "showdown" or box is None or box.player != name:
        draft.refuse("refusing_to_show", "hands are shown once the Dealer's Hand is open, each by its player")
    if box.status != status or not box.ante:
        draft.refuse("refusing_to_show", f"box {number}: {reason}")
    return box


def _refuse_miscount(draft: Here, where: str, box: int) -> NoReturn:
    state, rule = draft.state, "wrong_number_of_community_or_dealer_cards"
    if where == "stray":
        draft.refuse("misdeal_unseen", f"the hand of box {box} lies on an empty box: report a misdeal")
    if where == "box":
        said = f"box {box} has {len(state.boxes[box].cards)} cards"
        draft.refuse("wrong_number_in_hand", f"{said}: report a wrong number of cards in box {box}")
    if where == "community":
        said = f"there are {len(state.board)} Community Cards"
        draft.refuse(rule, f"{said}: report a wrong number of community cards")
    draft.refuse(rule, f"the Dealer has {len(state.dealer)} cards: report a wrong number of dealer cards")


@MULTILINK.action(c.Settle, Role.DEALER, "round_of_play", each=while_due("settle"))
def settle(at: Moment[State]) -> Offer:
    expect(at, "settle", "round_of_play")
    if wrong := miscount(at.rules, at.state):
        _refuse_miscount(at, *wrong)
    return Offer(at.cite("round_of_play"))


@settle.taken
def bets_are_settled(draft: Draft[State], command: c.Settle, offer: Offer) -> None:
    lines = {
        n: line for n in live_progressive(draft.state) if (line := judged_line(draft.rules, draft.state, n))
    }
    _show_hands(draft, lines)
    claims = _claims(draft, lines)
    if not claims:
        finish(draft)
        return
    keys = ["progressive_paid", "progressive_qualifies", "progressive_pays", "progressive_hand"]
    keys += ["progressive_ranking", "order_of_major_winners"]
    keys += ["major_winners_same_table"] if len(claims) > 1 else []
    cites = draft.rules.cite(*keys, reading="ML-A05")
    draft.emit(e.JackpotClaimed(round=draft.state.round, claims=claims, citations=cites))


def _show_hands(draft: Draft[State], lines: dict[int, PayLine]) -> None:
    """Hands in play are shown; so is any folded one that wins on the jackpot bet, announced or not."""
    state = draft.state
    shown = {
        number: box.cards
        for number, box in state.boxes.items()
        if not box.is_shown and (box.is_in or number in lines) and (state.board_shown or box.is_in)
    }
    if not shown:
        return
    cites = draft.rules.cite("hand")
    if lines:
        cites += draft.rules.cite("announcing_progressive_hand", reading="ML-A43")
        cites += draft.rules.cite("announcing_progressive_hand", reading="ML-A24")
    draft.emit(e.HandsShown(hands=shown, citations=cites))


def _claims(draft: Draft[State], lines: dict[int, PayLine]) -> tuple[Claim, ...]:
    """What the link pays: shares of the jackpot and, where the House says so, the minor prizes too."""
    state, rules = draft.state, draft.rules
    from_meter = terms(rules).minor_paid_from == "meter"
    return tuple(
        Claim(
            box=number,
            line=line.key,
            percent=line.pays.percent if isinstance(line.pays, JackpotShare) else 0,
            amount=0 if is_major(line) else minor_prize(line.pays, terms(rules).progressive_bet),
            dealt_at=state.boxes[number].dealt_at,
            turn=turn,
        )
        for turn, number in enumerate(in_dealing_order(state, lines))
        if is_major(line := lines[number]) or from_meter
    )


@MULTILINK.on(c.PayJackpot, Role.SYSTEM, "order_of_major_winners")
def pay_jackpot(draft: Draft[State], command: c.PayJackpot) -> None:
    state = draft.state
    is_this_round = command.round in (0, state.round)
    if state.phase != "jackpot" or command.box not in state.claims or not is_this_round:
        draft.refuse("order_of_major_winners", f"box {command.box} waits for no payment from the jackpot")
    if command.amount < 0:
        draft.refuse("progressive_pays", "a prize is not negative")
    keys = ["progressive_paid", "progressive_pays", "order_of_major_winners"]
    keys += ["major_winners_same_table"] if len(state.claims) > 1 else []
    keys += ["progressive_fault_seen"] if has_fault_now(state) else []
    draft.emit(
        e.JackpotHandedOver(
            box=command.box,
            seat=state.boxes[command.box].seat,
            amount=command.amount,
            meter=command.meter,
            citations=draft.rules.cite(*keys),
        )
    )
    resume(draft)


def resume(draft: Draft[State]) -> None:
    """A Round that waited only for its prizes ends once they are paid and nothing else is open."""
    state = draft.state
    if state.phase == "jackpot" and not state.claims and state.trouble is None:
        finish(draft)


def answered(draft: Draft[State], question: Trouble | None) -> None:
    """After an answer: prizes that the question held up are paid on."""
    state = draft.state
    if question is not None and state.trouble is None and state.phase == "jackpot" and state.claims:
        cites = draft.rules.cite("order_of_major_winners")
        draft.emit(f.QuestionClosed(round=state.round, citations=cites))
    resume(draft)


def finish(draft: Draft[State]) -> None:
    """Settle every box and end the Round."""
    for number, box in draft.state.boxes.items():
        if box.staked:
            draft.emit(settle_box(draft, number, box))
    is_empty = all(box.status == "cancelled" for box in draft.state.boxes.values())
    cites = draft.rules.cite("round_of_play", reading="ML-A47" if is_empty else None)
    draft.emit(e.RoundConcluded(round=draft.state.round, citations=cites))


@MULTILINK.on(c.ShowMeter, Role.SYSTEM, "progressive_jackpot")
def show_meter(draft: Draft[State], command: c.ShowMeter) -> None:
    if command.meter < 0:
        draft.refuse("progressive_jackpot", "a meter shows no less than nothing")
    cites = draft.rules.cite("progressive_jackpot")
    draft.emit(e.MeterShown(meter=command.meter, is_open=command.is_open, citations=cites))


# Events


@MULTILINK.after(e.ShowingRefused)
def showing_refused(state: State, event: e.ShowingRefused) -> State:
    return state.with_box(event.box, status="refused")


@MULTILINK.after(e.HandProved)
def hand_proved(state: State, event: e.HandProved) -> State:
    return state.with_box(event.box, is_proved=True, is_shown=True)


@MULTILINK.after(e.HandsShown)
def hands_shown(state: State, event: e.HandsShown) -> State:
    boxes = {
        number: replace(box, is_shown=True) if number in event.hands else box
        for number, box in state.boxes.items()
    }
    return replace(state, boxes=boxes)


@MULTILINK.after(e.JackpotClaimed)
def jackpot_claimed(state: State, event: e.JackpotClaimed) -> State:
    return replace(state, phase="jackpot", claims=tuple(claim.box for claim in event.claims))


@MULTILINK.after(e.JackpotHandedOver)
def jackpot_handed_over(state: State, event: e.JackpotHandedOver) -> State:
    box = replace(state.boxes[event.box], prize=event.amount)
    return replace(
        state,
        boxes=state.boxes | {event.box: box},
        players=state.with_chips(box.player, event.amount),
        claims=tuple(number for number in state.claims if number != event.box),
        meter=event.meter,
    )


@MULTILINK.after(e.BoxSettled)
def box_settled(state: State, event: e.BoxSettled) -> State:
    box = state.boxes[event.box]
    home = sum(result.stake - result.taken + result.winnings for result in event.results)
    cleared = replace(box, ante=0, bonus=0, progressive=0, flop=0, turn=0, river=0)
    return replace(
        state,
        boxes=state.boxes | {event.box: cleared},
        players=state.with_chips(event.player, home),
    )


@MULTILINK.after(f.QuestionClosed)
def question_closed(state: State, event: f.QuestionClosed) -> State:
    return state


@MULTILINK.after(e.RoundConcluded)
def round_concluded(state: State, event: e.RoundConcluded) -> State:
    """The cards stay for everyone to look at until the next opening call."""
    return replace(swept(state), phase="idle")


@MULTILINK.after(e.MeterShown)
def meter_shown(state: State, event: e.MeterShown) -> State:
    return replace(state, meter=event.meter, is_link_open=event.is_open)
