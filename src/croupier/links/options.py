"""What the House may do with its link: malfunctions and their courses, the order of winners, the meter."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from croupier.links import messages as m
from croupier.links.state import (
    COURSES,
    LinkState,
    boxes_at,
    courses_for,
    is_held_up,
    locked,
    payable_next,
    undecided,
    waiting,
)
from croupier.rulebook import Rules
from croupier.table import Option, choice, integer, money, option_of, text

_MOST = 100_000_000_00


def link_options(rules: Rules, state: LinkState) -> Iterator[Option]:
    if not state.is_open:
        yield option_of(m.OpenLink, rules.cite("progressive_jackpot"), group="house")
        return
    yield from _malfunctions(rules, state)
    yield from _courses(rules, state)
    yield from _repairs(rules, state)
    held = locked(state)
    if held is not None and not held[0].is_stopped and not is_held_up(state):
        asks = (text("cards"), text("deck"), text("witnesses"))
        cites = rules.cite("progressive_qualifies", "order_of_major_winners")
        table, box = held[0].table, held[1].box
        yield option_of(m.CheckPrize, cites, *asks, group="house", table=table, box=box)
    for table, claim in payable_next(state).items():
        cites = rules.cite("major_winners_several_tables")
        yield option_of(m.PayNext, cites, text("reason"), group="house", table=table, box=claim.box)
    yield from _meter(rules, state)


def _malfunctions(rules: Rules, state: LinkState) -> Iterator[Option]:
    """The link as a whole, or the device of one box."""
    later, reason = rules.cite("progressive_fault_unseen", "progressive_fault"), text("reason")
    if state.is_enabled:
        yield option_of(m.DisableLink, later, reason, group="irregularity")
    for table in state.tables:
        fault, boxes = state.faults.get(table), boxes_at(rules, state, table)
        if fault is None:
            asks = (integer("box", 1, boxes), reason)
            yield option_of(m.ReportBoxFault, later, *asks, group="irregularity", table=table)
            continue
        for box in range(1, boxes + 1):
            if not fault.includes(box):
                yield option_of(m.ReportBoxFault, later, reason, group="irregularity", table=table, box=box)


def _courses(rules: Rules, state: LinkState) -> Iterator[Option]:
    """How the tables go on until the fault is repaired."""
    possible = {table: courses_for(state.faults[table]) for table in undecided(state)}
    # A box is blocked at its own table only.
    everywhere = [c for c in COURSES if c != "block_box" and any(c in each for each in possible.values())]
    if len(possible) > 1 and everywhere:
        yield _course(rules, tuple(everywhere))
    for table, courses in possible.items():
        yield _course(rules, courses, table=table)


def _course(rules: Rules, courses: tuple[m.Course, ...], **where: Any) -> Option:
    keys = [f"fault_{course}" for course in courses]
    cites = rules.cite("progressive_fault_later_rounds", *keys, reading="ML-A39")
    return option_of(m.TakeCourse, cites, choice("course", *courses), text("reason"), group="house", **where)


def _repairs(rules: Rules, state: LinkState) -> Iterator[Option]:
    later = rules.cite("progressive_fault_later_rounds")
    if not state.is_enabled:
        yield option_of(m.EnableLink, later, text("reason"), group="house")
    for table, fault in state.faults.items():
        if not fault.repaired_by and (state.is_enabled or not fault.is_by_link):
            yield option_of(m.ReportTableRepaired, later, text("reason"), group="house", table=table)


def _meter(rules: Rules, state: LinkState) -> Iterator[Option]:
    """A correction goes up or down; new terms start from those that hold."""
    cites = rules.cite("matters_not_provided_for")
    if not waiting(state):
        up = money("meter", state.meter + 1, max(_MOST, state.meter + 1))
        yield option_of(m.CorrectMeter, cites, up, text("reason"), group="house")
        if state.meter:
            down = money("meter", 0, state.meter - 1)
            yield option_of(m.CorrectMeter, cites, down, text("reason"), group="house")
    terms = state.next_terms or state.terms
    rate, share = (f"{Fraction(*each)}%" for each in (terms.rate, terms.reserve_share))
    asks = (money("amount", 0, _MOST), money("reset_value", 0, _MOST), text("reason"))
    check = (money("check_from", 0, _MOST), text("reason"))
    yield option_of(m.SetPrizeCheck, rules.cite("progressive_pays"), *check, group="house")
    cites = rules.cite("progressive_jackpot")
    yield option_of(m.ChangeTerms, cites, *asks, group="house", rate=rate, reserve_share=share)
