"""The progressive jackpot link: one meter, any number of tables.

A prize is paid as soon as no Round whose hands were dealt earlier can still claim one. So prizes are paid in
the order in which hands were dealt, whichever table reports first. While a prize waits the meter stands
still; bets accepted meanwhile are held and added afterwards.
"""

from collections.abc import Iterator

from msgspec.structs import replace

from croupier.links import messages as m
from croupier.links.game import LINK
from croupier.links.messages import Claim
from croupier.links.state import (
    HITS_KEPT,
    Entry,
    Hit,
    LinkState,
    Paid,
    earlier_and_open,
    is_held_up,
    is_tied,
    key_of,
    locked,
    next_at_each_table,
    waiting,
)
from croupier.links.terms import house_role, link_terms
from croupier.messages import Message
from croupier.money import divide, divide_half_up
from croupier.rulebook import Rules
from croupier.table import Draft, Role

LinkDraft = Draft[LinkState]


def terms_of(rules: Rules) -> m.Terms:
    """The terms the House has set."""
    chosen = link_terms(rules)
    return m.Terms(
        rate=chosen.increment_rate.as_integer_ratio(),
        amount=chosen.increment_amount,
        reserve_share=chosen.reserve_share.as_integer_ratio(),
        reset_value=chosen.reset_value,
    )


@LINK.on(m.OpenLink, Role.PIT_MANAGER, "progressive_jackpot")
def open_link(draft: LinkDraft, command: m.OpenLink) -> None:
    if draft.state.is_open:
        draft.refuse("progressive_jackpot", "the link is open already")
    terms = terms_of(draft.rules)
    meter = terms.reset_value if command.meter is None else command.meter
    if meter < 0:
        draft.refuse("progressive_jackpot", "a meter opens at nothing or more")
    cites = draft.rules.cite("progressive_jackpot", reading="ML-A02")
    draft.emit(m.LinkOpened(meter=meter, terms=terms, citations=cites))


@LINK.on(m.JoinLink, Role.DEALER, "progressive_jackpot")
def join_link(draft: LinkDraft, command: m.JoinLink) -> None:
    require_open(draft)
    if not command.table or command.table in draft.state.tables:
        said = "table {table} cannot join: give a name that is new here"
        draft.refuse("progressive_jackpot", said, table=repr(command.table))
    draft.emit(
        m.TableJoined(
            table=command.table, boxes=command.boxes, citations=draft.rules.cite("progressive_jackpot")
        )
    )


def require_open(draft: LinkDraft) -> None:
    if not draft.state.is_open:
        draft.refuse("progressive_jackpot", "the link is not open; a pit manager opens it")


# Growing


@LINK.on(m.RegisterBets, Role.SYSTEM, "progressive_jackpot")
def register_bets(draft: LinkDraft, command: m.RegisterBets) -> None:
    require_open(draft)
    state = draft.state
    if not state.is_enabled:
        draft.refuse("fault_without_progressive", "the jackpot is disabled: it neither grows nor pays")
    if command.table not in state.tables:
        draft.refuse("progressive_jackpot", "table {table} has not joined the link", table=command.table)
    if key_of(command.table, command.round) in state.entries or not command.bets:
        draft.refuse("progressive_jackpot", "these bets are registered already, or there are none")
    if min(command.bets.values()) <= 0:
        draft.refuse("progressive_bet", "a jackpot bet is more than nothing")
    if is_late(draft.rules) or stands_still(draft.rules, state):
        cites = draft.rules.cite("progressive_jackpot", reading="ML-A02")
        bets = command.bets
        draft.emit(m.BetsHeld(table=command.table, round=command.round, bets=bets, citations=cites))
    else:
        grow(draft, Entry(command.table, command.round, command.bets))


def stands_still(rules: Rules, state: LinkState) -> bool:
    """Whether bets accepted now wait, since prizes are being paid; one that is checked keeps its amount."""
    is_frozen = link_terms(rules).freeze_increments_during_payment
    return bool(waiting(state)) if is_frozen else locked(state) is not None


def grow(draft: LinkDraft, entry: Entry) -> None:
    """Each accepted bet adds its part, in whole cents; a part of that is kept aside."""
    terms = entry.terms or draft.state.terms
    shares = {box: _share(terms, bet) for box, bet in entry.bets.items()}
    cites = draft.rules.cite("progressive_jackpot", reading="ML-A02")
    if any(bet * terms.rate[0] % (100 * terms.rate[1]) for bet in entry.bets.values()):
        cites += draft.rules.cite("progressive_jackpot", reading="ML-A55")
    draft.emit(
        m.BetsRegistered(
            table=entry.table,
            round=entry.round,
            bets=entry.bets,
            shares=shares,
            meter=sum(share.meter for share in shares.values()),
            reserve=sum(share.reserve for share in shares.values()),
            citations=cites,
        )
    )


def _share(terms: m.Terms, bet: int) -> m.Share:
    whole = divide_half_up(bet * terms.rate[0], 100 * terms.rate[1]) + terms.amount
    reserve = divide_half_up(whole * terms.reserve_share[0], 100 * terms.reserve_share[1])
    return m.Share(whole - reserve, reserve)


@LINK.on(m.RecordDeal, Role.SYSTEM, "major_winners_several_tables")
def record_deal(draft: LinkDraft, command: m.RecordDeal) -> None:
    entry = require_entry(draft, command.table, command.round)
    cites = draft.rules.cite("major_winners_several_tables", reading="ML-A06")
    draft.emit(
        m.DealRecorded(
            table=entry.table,
            round=entry.round,
            dealt_at=command.dealt_at,
            hands=command.hands,
            citations=cites,
        )
    )


@LINK.on(m.NoteLook, Role.SYSTEM, "progressive_fault_seen")
def note_look(draft: LinkDraft, command: m.NoteLook) -> None:
    require_open(draft)
    cites = draft.rules.cite("progressive_fault_seen", reading="ML-A30")
    draft.emit(m.LookNoted(table=command.table, round=command.round, citations=cites))


def require_entry(draft: LinkDraft, table: str, round: int) -> Entry:
    entry = draft.state.entries.get(key_of(table, round))
    if entry is None:
        said = "round {round} at table {table} has no jackpot bets registered"
        draft.refuse("progressive_jackpot", said, round=round, table=table)
    return entry


# Going back


@LINK.on(m.ReturnBets, Role.SYSTEM, "void_bets_returned")
def return_bets(draft: LinkDraft, command: m.ReturnBets) -> None:
    entry = require_entry(draft, command.table, command.round)
    boxes = tuple(box for box in command.boxes if box in entry.bets)
    if not boxes:
        draft.refuse("void_bets_returned", "none of these boxes has a jackpot bet registered")
    undo(draft, entry, boxes)
    pay_due(draft, command.at)


def undo(draft: LinkDraft, entry: Entry, boxes: tuple[int, ...]) -> None:
    """Take returned bets off the meter, unless the House keeps them or a prize was paid in between."""
    rules, state = draft.rules, draft.state
    why = ""
    if entry.is_held:
        why = "they had not been added yet"
    elif not link_terms(rules).reverse_increment_on_return:
        why = "the House leaves the growth where it is"
    elif state.disturbances != entry.payouts_before:
        why = "a prize has been paid in between"
    elif is_checked_meanwhile(state, entry, boxes):
        why = "a prize is being checked, and is paid at the value displayed"
    cites = rules.cite("progressive_jackpot", "void_bets_returned", reading="ML-A03")
    place = {"table": entry.table, "round": entry.round, "boxes": boxes}
    if why:
        draft.emit(m.ReturnLogged(**place, why=why, citations=cites))  # type: ignore[arg-type]
        return
    shares = [entry.shares[box] for box in boxes]
    draft.emit(
        m.ContributionsReversed(
            **place,  # type: ignore[arg-type]
            meter=sum(share.meter for share in shares),
            reserve=sum(share.reserve for share in shares),
            citations=cites,
        )
    )


def is_checked_meanwhile(state: LinkState, entry: Entry, boxes: tuple[int, ...]) -> bool:
    """Whether another hand's turn to be paid had come: the check takes time, but changes no amount."""
    held = locked(state)
    return held is not None and not (
        key_of(held[0].table, held[0].round) == key_of(entry.table, entry.round) and held[1].box in boxes
    )


@LINK.on(m.VoidRound, Role.SYSTEM, "void_bets_returned")
def void_round(draft: LinkDraft, command: m.VoidRound) -> None:
    entry = require_entry(draft, command.table, command.round)
    if entry.bets:
        undo(draft, entry, tuple(entry.bets))
    close(draft, command.table, command.round, command.at)


@LINK.on(m.CloseRound, Role.SYSTEM, "round_of_play")
def close_round(draft: LinkDraft, command: m.CloseRound) -> None:
    entry = require_entry(draft, command.table, command.round)
    if entry.claims:
        draft.refuse("order_of_major_winners", "the Round has claims that are not paid yet")
    close(draft, command.table, command.round, command.at)


def close(draft: LinkDraft, table: str, round: int, at: int) -> None:
    """Held bets are never lost: they stay until they are added, unless a won Round adds none."""
    entry = draft.state.entries[key_of(table, round)]
    is_kept = entry.is_held and bool(entry.bets) and not (is_late(draft.rules) and entry.has_won)
    cites = draft.rules.cite("round_of_play")
    draft.emit(m.RoundClosed(table=table, round=round, is_kept=is_kept, citations=cites))
    pay_due(draft, at)


def is_late(rules: Rules) -> bool:
    """Whether the meter grows only after a Round that nobody won."""
    return link_terms(rules).increment_timing == "after_round_if_unwon"


# Paying


@LINK.on(m.RegisterClaims, Role.SYSTEM, "order_of_major_winners")
def register_claims(draft: LinkDraft, command: m.RegisterClaims) -> None:
    entry = require_entry(draft, command.table, command.round)
    boxes = [claim.box for claim in command.claims]
    if not boxes or len(set(boxes)) < len(boxes) or not set(boxes) <= set(entry.bets) or entry.is_judged:
        draft.refuse("progressive_qualifies", "a claim needs a registered jackpot bet and is made once")
    cites = draft.rules.cite("progressive_qualifies", "order_of_major_winners")
    draft.emit(
        m.ClaimsRegistered(table=entry.table, round=entry.round, claims=command.claims, citations=cites)
    )
    pay_due(draft, command.at)


@LINK.on(m.StopPayments, Role.SYSTEM, "matters_not_provided_for")
def stop_payments(draft: LinkDraft, command: m.StopPayments) -> None:
    entry = require_entry(draft, command.table, command.round)
    if entry.is_stopped or not entry.claims:
        draft.refuse("matters_not_provided_for", "no prize of that Round waits to be paid")
    cites = draft.rules.cite("matters_not_provided_for", reading="ML-A33")
    draft.emit(m.PaymentsStopped(table=entry.table, round=entry.round, citations=cites))


@LINK.on(m.ResumePayments, Role.SYSTEM, "order_of_major_winners")
def resume_payments(draft: LinkDraft, command: m.ResumePayments) -> None:
    entry = require_entry(draft, command.table, command.round)
    if not entry.is_stopped:
        draft.refuse("order_of_major_winners", "the prizes of that Round have not been stopped")
    cites = draft.rules.cite("order_of_major_winners")
    draft.emit(m.PaymentsResumed(table=entry.table, round=entry.round, citations=cites))
    pay_due(draft, command.at)


def _place(entry: Entry, claim: Claim) -> Message:
    return Message("box {box} of table {table}", {"box": claim.box, "table": entry.table})


@LINK.on(m.PayNext, house_role, "major_winners_several_tables")
def pay_next(draft: LinkDraft, command: m.PayNext) -> None:
    found = [
        (entry, claim)
        for entry, claim in waiting(draft.state)
        if entry.table == command.table and claim.box == command.box
    ]
    if not found:
        claims = [_place(*each) for each in waiting(draft.state)] or [Message("none")]
        said = "no such claim waits; waiting: {claims:list}"
        draft.refuse("major_winners_several_tables", said, claims=claims)
    if found[0][0].is_stopped:
        said = "a ruling is open on that Round: nothing more of it is paid before it is given"
        draft.refuse("matters_not_provided_for", said)
    if is_held_up(draft.state):
        draft.refuse("progressive_fault", "tables have yet to say what the failure makes of their Rounds")
    if (held := locked(draft.state)) is not None:
        said = "the prize of {place} is being checked; it is paid first"
        draft.refuse("order_of_major_winners", said, place=_place(*held))
    first = next_at_each_table(draft.state)[command.table]
    if first.box != command.box:
        said = "the deal decides within a table: box {box} of table {table} is paid before"
        draft.refuse("major_winners_same_table", said, box=first.box, table=command.table)
    cites = draft.rules.cite("major_winners_several_tables", reading="ML-A39")
    draft.emit(
        m.OrderDecided(
            table=command.table, box=command.box, by=command.by.id, reason=command.reason, citations=cites
        )
    )
    if not is_locked(draft, *found[0]):
        pay(draft, *found[0], command.at)
        pay_due(draft, command.at)


def pay_due(draft: LinkDraft, at: int) -> None:
    """Pay what can no longer be preceded by an earlier hand; then let held bets in."""
    while claims := waiting(draft.state):
        entry, claim = claims[0]
        if entry.is_stopped or is_held_up(draft.state) or locked(draft.state) is not None:
            return
        if earlier_and_open(draft.rules, draft.state, claim) or is_tied(draft.state):
            return
        if is_locked(draft, entry, claim):
            return
        pay(draft, entry, claim, at)
    let_in(draft)


def let_in(draft: LinkDraft) -> None:
    """Add the bets that were held, once nothing waits to be paid and the link works."""
    if waiting(draft.state) or not draft.state.is_enabled:
        return
    for entry in draft.state.entries.values():
        if entry.is_held and entry.bets and (entry.is_over or not is_late(draft.rules)):
            grow(draft, entry)


def is_locked(draft: LinkDraft, entry: Entry, claim: Claim) -> bool:
    """Whether a prize whose turn it is has to be checked first. The display stands still until it is paid."""
    limit = draft.state.check_from
    bring_in(draft, entry)
    amount = worth(draft.rules, draft.state, entry, claim)
    if not limit or amount < limit:
        return False
    draft.emit(
        m.PrizeLocked(
            table=entry.table,
            round=entry.round,
            box=claim.box,
            line=claim.line,
            amount=amount,
            citations=draft.rules.cite("progressive_qualifies", "order_of_major_winners"),
        )
    )
    return True


@LINK.on(m.CheckPrize, Role.PIT_MANAGER, "progressive_qualifies")
def check_prize(draft: LinkDraft, command: m.CheckPrize) -> None:
    """The prize is paid by the check itself: nothing can come between the two."""
    held = locked(draft.state)
    if held is None or (held[0].table, held[1].box) != (command.table, command.box):
        said = "no such prize waits to be checked; waiting: {place}"
        draft.refuse("progressive_qualifies", said, place=_place(*held) if held else Message("none"))
    if held[0].is_stopped:
        said = "a ruling is open on that Round: nothing more of it is paid before it is given"
        draft.refuse("matters_not_provided_for", said)
    if is_held_up(draft.state):
        draft.refuse("progressive_fault", "tables have yet to say what the failure makes of their Rounds")
    if not all(each.strip() for each in (command.cards, command.deck, command.witnesses)):
        draft.refuse("progressive_qualifies", "note the cards, the deck and who saw it")
    draft.emit(
        m.PrizeChecked(
            by=command.by.id,
            table=command.table,
            round=held[0].round,
            box=command.box,
            cards=command.cards,
            deck=command.deck,
            witnesses=command.witnesses,
            note=command.note,
            citations=draft.rules.cite("progressive_qualifies", "order_of_major_winners"),
        )
    )
    pay(draft, *held, command.at)
    pay_due(draft, command.at)


@LINK.on(m.SetPrizeCheck, Role.SHIFT_MANAGER, "progressive_pays")
def set_prize_check(draft: LinkDraft, command: m.SetPrizeCheck) -> None:
    """A prize that is being checked stays so; the next is held against the new figure."""
    require_open(draft)
    if command.check_from < 0:
        draft.refuse("progressive_pays", "say from which amount, nothing or more; 0 has no prize checked")
    draft.emit(
        m.PrizeCheckSet(
            by=command.by.id,
            check_from=command.check_from,
            before=draft.state.check_from,
            reason=command.reason,
            citations=draft.rules.cite("progressive_pays"),
        )
    )


@LINK.on(m.TakeBackPrizes, Role.SYSTEM, "void_bets_returned")
def take_back_prizes(draft: LinkDraft, command: m.TakeBackPrizes) -> None:
    """The last paid first. What a reset has put on the meter goes too, unless others have been paid since."""
    entry, last = require_entry(draft, command.table, command.round), draft.state.disturbances
    if not entry.paid:
        draft.refuse("void_bets_returned", "no prize of that Round has been paid")
    cites = draft.rules.cite("void", "void_bets_returned", reading="ML-A33")
    for paid in reversed(entry.paid):
        is_latest, before = paid.number == last, draft.state.meter
        last -= is_latest
        draft.emit(
            m.PrizeTakenBack(
                table=entry.table,
                round=entry.round,
                box=paid.box,
                line=paid.line,
                amount=paid.amount,
                to_meter=paid.from_meter,
                before=before,
                after=before + paid.from_meter,
                is_latest=is_latest,
                citations=cites,
            )
        )
        if is_latest and paid.is_reset:
            put = paid.from_reserve + paid.from_bank
            draft.emit(
                m.ResetUndone(
                    meter=draft.state.meter + paid.left_over - put,
                    left_over=paid.left_over,
                    to_reserve=paid.from_reserve,
                    to_bank=paid.from_bank,
                    citations=cites,
                )
            )


def bring_in(draft: LinkDraft, entry: Entry) -> None:
    """The Round's own bets are in the value that is displayed when it is paid."""
    if entry.is_held and draft.state.is_enabled and not is_late(draft.rules):
        grow(draft, entry)


def worth(rules: Rules, state: LinkState, entry: Entry, claim: Claim) -> int:
    if not claim.percent:
        return claim.amount
    return divide(_value_for(state, entry) * claim.percent, 100, link_terms(rules).money_rounding)


def pay(draft: LinkDraft, entry: Entry, claim: Claim, at: int) -> None:
    """One prize at the value displayed, the Round's own bets included; then the display moves."""
    bring_in(draft, draft.state.entries[key_of(entry.table, entry.round)])
    rules, before = draft.rules, draft.state.meter
    effect = link_terms(rules).partial_win_effect if 0 < claim.percent < 100 else "deduct"
    amount = worth(draft.rules, draft.state, entry, claim)
    from_meter = 0 if effect == "none" else min(amount, before)
    keys = ["progressive_pays", "progressive_jackpot", "order_of_major_winners", "major_winners_same_table"]
    keys += ["major_winners_several_tables"] if len(draft.state.tables) > 1 else []
    keys += ["progressive_fault_seen"] if entry.registered >= 0 else []
    cites = rules.cite(*keys, reading="ML-A38" if claim.percent else "ML-A42")
    for reading in _fault_readings(draft.state, entry, claim, amount):
        cites += rules.cite("progressive_fault_seen", reading=reading)
    draft.emit(
        m.JackpotPaid(
            table=entry.table,
            round=entry.round,
            box=claim.box,
            line=claim.line,
            amount=amount,
            from_meter=from_meter,
            before=before,
            after=before - from_meter,
            dealt_at=claim.dealt_at,
            at=at,
            citations=cites,
        )
    )
    if claim.percent == 100 or effect == "reset":
        reset(draft, entry)


def _value_for(state: LinkState, entry: Entry) -> int:
    """The value displayed; after a fault what was registered before it, unless the display has moved since
    by a prize or a correction."""
    is_before_fault = entry.registered >= 0 and entry.registered_after == state.disturbances
    return entry.registered if is_before_fault else state.meter


def _fault_readings(state: LinkState, entry: Entry, claim: Claim, amount: int) -> Iterator[str]:
    """What the document leaves open on a prize after a malfunction."""
    if entry.registered < 0:
        return
    if entry.registered_after != state.disturbances:
        yield "ML-A52"
    if entry.is_held:
        yield "ML-A53"
    if claim.percent == 100 and amount != state.meter:
        yield "ML-A54"


def reset(draft: LinkDraft, entry: Entry) -> None:
    """The jackpot begins again at its reset value, under new terms if some were waiting."""
    cites = draft.rules.cite("progressive_jackpot", reading="ML-A04")
    if draft.state.next_terms is not None:
        draft.emit(m.TermsAdopted(terms=draft.state.next_terms, citations=cites))
    state = draft.state
    target = state.terms.reset_value
    from_reserve = min(target, state.reserve + state.meter)
    draft.emit(
        m.MeterReset(
            meter=target,
            left_over=state.meter,
            from_reserve=from_reserve,
            from_bank=target - from_reserve,
            won_by=key_of(entry.table, entry.round),
            citations=cites,
        )
    )


# Events


@LINK.after(m.LinkOpened)
def link_opened(state: LinkState, event: m.LinkOpened) -> LinkState:
    return replace(state, is_open=True, terms=event.terms, meter=event.meter, opening=event.meter)


@LINK.after(m.TableJoined)
def table_joined(state: LinkState, event: m.TableJoined) -> LinkState:
    boxes = state.boxes | {event.table: event.boxes} if event.boxes else state.boxes
    return replace(state, tables=(*state.tables, event.table), boxes=boxes)


@LINK.after(m.BetsHeld)
def bets_held(state: LinkState, event: m.BetsHeld) -> LinkState:
    return state.with_entry(Entry(event.table, event.round, event.bets, is_held=True, terms=state.terms))


@LINK.after(m.BetsRegistered)
def bets_registered(state: LinkState, event: m.BetsRegistered) -> LinkState:
    old = state.entries.get(key_of(event.table, event.round), Entry(event.table, event.round, event.bets))
    entry = replace(old, shares=event.shares, is_held=False, payouts_before=state.disturbances)
    return replace(
        _dropped(state, entry) if entry.is_over else state.with_entry(entry),
        meter=state.meter + event.meter,
        contributions=state.contributions + event.meter,
        reserve=state.reserve + event.reserve,
    )


@LINK.after(m.DealRecorded)
def deal_recorded(state: LinkState, event: m.DealRecorded) -> LinkState:
    entry = state.entries[key_of(event.table, event.round)]
    hands = event.hands or dict.fromkeys(entry.bets, event.dealt_at)
    return state.with_entry(replace(entry, dealt=entry.dealt | hands))


@LINK.after(m.LookNoted)
def look_noted(state: LinkState, event: m.LookNoted) -> LinkState:
    """Of a Round without jackpot bets the link knows nothing but that."""
    entry = state.entries.get(key_of(event.table, event.round), Entry(event.table, event.round, {}))
    return state.with_entry(replace(entry, is_seen=True))


def _without(entry: Entry, boxes: tuple[int, ...]) -> Entry:
    return replace(
        entry,
        bets={box: bet for box, bet in entry.bets.items() if box not in boxes},
        shares={box: share for box, share in entry.shares.items() if box not in boxes},
        claims=tuple(claim for claim in entry.claims if claim.box not in boxes),
        locked=0 if entry.locked in boxes else entry.locked,
    )


@LINK.after(m.ContributionsReversed)
def contributions_reversed(state: LinkState, event: m.ContributionsReversed) -> LinkState:
    entry = _without(state.entries[key_of(event.table, event.round)], event.boxes)
    return replace(
        state.with_entry(entry),
        meter=state.meter - event.meter,
        contributions=state.contributions - event.meter,
        reserve=state.reserve - event.reserve,
    )


@LINK.after(m.ReturnLogged)
def return_logged(state: LinkState, event: m.ReturnLogged) -> LinkState:
    return state.with_entry(_without(state.entries[key_of(event.table, event.round)], event.boxes))


@LINK.after(m.ClaimsRegistered)
def claims_registered(state: LinkState, event: m.ClaimsRegistered) -> LinkState:
    entry = state.entries[key_of(event.table, event.round)]
    return state.with_entry(replace(entry, claims=event.claims, is_judged=True))


@LINK.after(m.PaymentsStopped)
def payments_stopped(state: LinkState, event: m.PaymentsStopped) -> LinkState:
    entry = state.entries[key_of(event.table, event.round)]
    return state.with_entry(replace(entry, is_stopped=True))


@LINK.after(m.PaymentsResumed)
def payments_resumed(state: LinkState, event: m.PaymentsResumed) -> LinkState:
    entry = state.entries[key_of(event.table, event.round)]
    return state.with_entry(replace(entry, is_stopped=False))


@LINK.after(m.PrizeCheckSet)
def prize_check_set(state: LinkState, event: m.PrizeCheckSet) -> LinkState:
    return replace(state, check_from=event.check_from)


@LINK.after(m.PrizeLocked)
def prize_locked(state: LinkState, event: m.PrizeLocked) -> LinkState:
    entry = state.entries[key_of(event.table, event.round)]
    return state.with_entry(replace(entry, locked=event.box, locked_amount=event.amount))


@LINK.after(m.PrizeChecked)
def prize_checked(state: LinkState, event: m.PrizeChecked) -> LinkState:
    entry = state.entries[key_of(event.table, event.round)]
    return state.with_entry(replace(entry, locked=0, locked_amount=0))


@LINK.after(m.OrderDecided)
def order_decided(state: LinkState, event: m.OrderDecided) -> LinkState:
    return state


@LINK.after(m.JackpotPaid)
def jackpot_paid(state: LinkState, event: m.JackpotPaid) -> LinkState:
    entry = state.entries[key_of(event.table, event.round)]
    left = tuple(claim for claim in entry.claims if claim.box != event.box)
    hit = Hit(
        table=event.table,
        round=event.round,
        box=event.box,
        line=event.line,
        amount=event.amount,
        before=event.before,
        after=event.after,
        dealt_at=event.dealt_at,
        at=event.at,
    )
    number = state.disturbances + 1
    paid = Paid(event.box, event.line, event.amount, event.from_meter, number)
    return replace(
        state.with_entry(replace(entry, claims=left, has_won=True, paid=(*entry.paid, paid))),
        meter=event.after,
        payouts=state.payouts + event.from_meter,
        disturbances=number,
        hits=(*state.hits, hit)[-HITS_KEPT:],
    )


@LINK.after(m.TermsAdopted)
def terms_adopted(state: LinkState, event: m.TermsAdopted) -> LinkState:
    return replace(state, terms=event.terms, next_terms=None, old_terms=state.terms)


@LINK.after(m.PrizeTakenBack)
def prize_taken_back(state: LinkState, event: m.PrizeTakenBack) -> LinkState:
    """Once all of a Round's prizes are back, and nobody else was paid since its bets, their growth can go."""
    entry = state.entries[key_of(event.table, event.round)]
    *left, gone = entry.paid
    number = state.disturbances + 1
    is_first = event.is_latest and gone.number == entry.payouts_before + 1
    entry = replace(
        entry,
        paid=tuple(left),
        has_won=bool(left),
        payouts_before=number if is_first else entry.payouts_before,
    )
    if event.is_latest and gone.old_terms is not None:  # the new ones wait for a win again
        state = replace(state, terms=gone.old_terms, next_terms=state.next_terms or state.terms)
    hits = [
        hit for hit in state.hits if (hit.table, hit.round, hit.box) != (event.table, event.round, event.box)
    ]
    return replace(
        state.with_entry(entry),
        meter=event.after,
        payouts=state.payouts - event.to_meter,
        disturbances=number,
        hits=tuple(hits),
    )


@LINK.after(m.ResetUndone)
def reset_undone(state: LinkState, event: m.ResetUndone) -> LinkState:
    return replace(
        state,
        meter=event.meter,
        reserve=state.reserve + event.to_reserve - event.left_over,
        top_ups=state.top_ups - event.to_reserve - event.to_bank + event.left_over,
    )


@LINK.after(m.MeterReset)
def meter_reset(state: LinkState, event: m.MeterReset) -> LinkState:
    if (entry := state.entries.get(event.won_by)) is not None:
        *others, last = entry.paid
        last = replace(
            last,
            is_reset=True,
            left_over=event.left_over,
            from_reserve=event.from_reserve,
            from_bank=event.from_bank,
            old_terms=state.old_terms,
        )
        state = state.with_entry(replace(entry, paid=(*others, last)))
    return replace(
        state,
        meter=event.meter,
        old_terms=None,
        reserve=state.reserve + event.left_over - event.from_reserve,
        top_ups=state.top_ups + event.from_reserve + event.from_bank - event.left_over,
    )


@LINK.after(m.RoundClosed)
def round_closed(state: LinkState, event: m.RoundClosed) -> LinkState:
    entry = state.entries[key_of(event.table, event.round)]
    if event.is_kept:
        return state.with_entry(replace(entry, is_over=True, is_judged=True, is_asked=False))
    return _dropped(state, entry)


def _dropped(state: LinkState, gone: Entry) -> LinkState:
    key = key_of(gone.table, gone.round)
    return replace(state, entries={name: entry for name, entry in state.entries.items() if name != key})
