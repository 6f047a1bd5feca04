"""What each event of the link does to its state."""

from msgspec.structs import replace

from croupier.games.multilink import link_messages as m
from croupier.games.multilink.link_game import LINK
from croupier.games.multilink.link_state import HITS_KEPT, Entry, Hit, LinkState, key_of


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


def _without(entry: Entry, boxes: tuple[int, ...]) -> Entry:
    return replace(
        entry,
        bets={box: bet for box, bet in entry.bets.items() if box not in boxes},
        shares={box: share for box, share in entry.shares.items() if box not in boxes},
        claims=tuple(claim for claim in entry.claims if claim.box not in boxes),
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
    return replace(
        state.with_entry(replace(entry, claims=left, has_won=True)),
        meter=event.after,
        payouts=state.payouts + event.from_meter,
        disturbances=state.disturbances + 1,
        hits=(*state.hits, hit)[-HITS_KEPT:],
    )


@LINK.after(m.TermsAdopted)
def terms_adopted(state: LinkState, event: m.TermsAdopted) -> LinkState:
    return replace(state, terms=event.terms, next_terms=None)


@LINK.after(m.MeterReset)
def meter_reset(state: LinkState, event: m.MeterReset) -> LinkState:
    return replace(
        state,
        meter=event.meter,
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


@LINK.after(m.LinkDisabled)
def link_disabled(state: LinkState, event: m.LinkDisabled) -> LinkState:
    """Every Round under way is paid on what was registered; no prize before each table has answered."""
    entries = {
        key: entry if entry.is_over else _struck(state, entry, event.meter)
        for key, entry in state.entries.items()
    }
    return replace(
        state,
        is_enabled=False,
        disabled_at=event.meter,
        disabled_after=state.disturbances,
        entries=entries,
    )


def _struck(state: LinkState, entry: Entry, meter: int) -> Entry:
    """A table that plays without the system already has nothing to answer."""
    known = state.faults.get(entry.table)
    is_asked = known is None or not known.includes(0)
    if entry.registered >= 0:
        return replace(entry, is_asked=is_asked)
    return replace(entry, registered=meter, registered_after=state.disturbances, is_asked=is_asked)


@LINK.after(m.LinkEnabled)
def link_enabled(state: LinkState, event: m.LinkEnabled) -> LinkState:
    """Tables that were stopped by the link go on by the word of whoever enabled it."""
    faults = {
        table: replace(fault, repaired_by=event.by) if fault.is_by_link else fault
        for table, fault in state.faults.items()
    }
    return replace(state, is_enabled=True, disabled_at=0, disabled_after=0, faults=faults)


@LINK.after(m.TermsAnnounced)
def terms_announced(state: LinkState, event: m.TermsAnnounced) -> LinkState:
    return replace(state, next_terms=event.terms)


@LINK.after(m.MeterCorrected)
def meter_corrected(state: LinkState, event: m.MeterCorrected) -> LinkState:
    return replace(
        state,
        meter=event.after,
        corrections=state.corrections + event.after - event.before,
        disturbances=state.disturbances + 1,
    )
