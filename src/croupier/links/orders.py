"""The House running its link: off and on, new terms, corrections."""

from fractions import Fraction

from msgspec.structs import replace

from croupier.links import messages as m
from croupier.links.game import LINK
from croupier.links.meter import LinkDraft, let_in, require_open
from croupier.links.state import Entry, LinkState, waiting
from croupier.table import Role


@LINK.on(m.DisableLink, Role.DEALER, "progressive_fault_later_rounds")
def disable_link(draft: LinkDraft, command: m.DisableLink) -> None:
    require_open(draft)
    if not draft.state.is_enabled:
        draft.refuse("progressive_fault_later_rounds", "the link is disabled already")
    meter = draft.state.meter
    cites = draft.rules.cite("progressive_fault_later_rounds")
    draft.emit(m.LinkDisabled(by=command.by.id, meter=meter, reason=command.reason, citations=cites))


@LINK.on(m.EnableLink, Role.PIT_MANAGER, "progressive_fault_later_rounds")
def enable_link(draft: LinkDraft, command: m.EnableLink) -> None:
    if draft.state.is_enabled:
        draft.refuse("progressive_fault_later_rounds", "the link is not disabled")
    meter = draft.state.meter
    cites = draft.rules.cite("progressive_fault_later_rounds")
    draft.emit(m.LinkEnabled(by=command.by.id, meter=meter, reason=command.reason, citations=cites))
    let_in(draft)


@LINK.on(m.ChangeTerms, Role.PIT_MANAGER, "progressive_jackpot")
def change_terms(draft: LinkDraft, command: m.ChangeTerms) -> None:
    require_open(draft)
    rate, share = _percent(draft, command.rate), _percent(draft, command.reserve_share)
    if command.amount < 0 or command.reset_value < 0:
        draft.refuse("progressive_jackpot", "amounts are nothing or more")
    terms = m.Terms(
        (rate.numerator, rate.denominator),
        command.amount,
        (share.numerator, share.denominator),
        command.reset_value,
    )
    cites = draft.rules.cite("progressive_jackpot", reading="ML-A02")
    draft.emit(m.TermsAnnounced(by=command.by.id, terms=terms, reason=command.reason, citations=cites))


def _percent(draft: LinkDraft, text: str) -> Fraction:
    try:
        value = Fraction(text.strip().removesuffix("%"))
    except (ValueError, ZeroDivisionError):
        said = "{text} is not a percentage; write 20% or 2.5%"
        draft.refuse("progressive_jackpot", said, text=repr(text))
    if not 0 <= value <= 100:
        draft.refuse("progressive_jackpot", "{text} is not between 0% and 100%", text=text)
    return value


@LINK.on(m.CorrectMeter, Role.SHIFT_MANAGER, "matters_not_provided_for")
def correct_meter(draft: LinkDraft, command: m.CorrectMeter) -> None:
    require_open(draft)
    if command.meter < 0 or not command.reason:
        draft.refuse("matters_not_provided_for", "say what the meter should show, nothing or more, and why")
    if waiting(draft.state):
        draft.refuse(
            "order_of_major_winners", "prizes wait to be paid at the value displayed; correct it after them"
        )
    if command.meter == draft.state.meter:
        draft.refuse("matters_not_provided_for", "the meter shows {meter:money} already", meter=command.meter)
    draft.emit(
        m.MeterCorrected(
            by=command.by.id,
            before=draft.state.meter,
            after=command.meter,
            reason=command.reason,
            citations=draft.rules.cite("matters_not_provided_for"),
        )
    )


# Events


@LINK.after(m.LinkDisabled)
def link_disabled(state: LinkState, event: m.LinkDisabled) -> LinkState:
    """Every Round under way is paid on what was registered; no prize before each table has answered."""
    entries = {
        key: entry if entry.is_over else _struck(state, entry, event.meter)
        for key, entry in state.entries.items()
    }
    # A table that has not heard yet that the link worked in between need not: it does not work.
    faults = {
        table: replace(fault, repaired_by="") if fault.is_by_link else fault
        for table, fault in state.faults.items()
    }
    return replace(
        state,
        is_enabled=False,
        disabled_at=event.meter,
        disabled_after=state.disturbances,
        entries=entries,
        faults=faults,
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
    """Tables that were stopped by the link go on by the word of the person who enabled it."""
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
