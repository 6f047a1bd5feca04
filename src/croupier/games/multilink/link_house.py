"""The House running its link: off and on, new terms, corrections."""

from fractions import Fraction

from croupier.games.multilink import link_messages as m
from croupier.games.multilink.link import LinkDraft, let_in, require_open
from croupier.games.multilink.link_game import LINK
from croupier.games.multilink.link_state import waiting
from croupier.money import say_money
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
        draft.refuse("progressive_jackpot", f"{text!r} is no percentage; write 20% or 2.5%")
    if not 0 <= value <= 100:
        draft.refuse("progressive_jackpot", f"{text} is not between 0% and 100%")
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
        draft.refuse("matters_not_provided_for", f"the meter shows {say_money(command.meter)} already")
    draft.emit(
        m.MeterCorrected(
            by=command.by.id,
            before=draft.state.meter,
            after=command.meter,
            reason=command.reason,
            citations=draft.rules.cite("matters_not_provided_for"),
        )
    )
