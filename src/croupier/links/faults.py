"""Malfunctions on the link: tables tell of theirs, the House orders how they go on."""

from msgspec.structs import replace

from croupier.links import messages as m
from croupier.links.game import LINK
from croupier.links.meter import LinkDraft, pay_due, require_open
from croupier.links.state import (
    Entry,
    LinkState,
    TableFault,
    boxes_at,
    courses_for,
    undecided,
)
from croupier.links.terms import house_role
from croupier.messages import Message
from croupier.table import Role

_LATER = "progressive_fault_later_rounds"
_COURSE_RULES: dict[str, str] = {
    "close_table": "fault_close_table",
    "block_box": "fault_block_box",
    "without_progressive": "fault_without_progressive",
}


def _require_table(draft: LinkDraft, table: str) -> None:
    require_open(draft)
    if table not in draft.state.tables:
        said = "table {table} is not on this link; on it: {tables:list}"
        draft.refuse(_LATER, said, table=table, tables=tuple(draft.state.tables) or (Message("none"),))


@LINK.on(m.ReportBoxFault, Role.DEALER, _LATER)
def report_box_fault(draft: LinkDraft, command: m.ReportBoxFault) -> None:
    _require_table(draft, command.table)
    most = boxes_at(draft.rules, draft.state, command.table)
    if not 1 <= command.box <= most:
        draft.refuse("boxes", "table {table} has boxes 1 to {most}", table=command.table, most=most)
    fault = draft.state.faults.get(command.table)
    if fault is not None and fault.includes(command.box):
        said = "a fault of table {table} is known; no jackpot bet is taken there"
        draft.refuse(_LATER, said, table=command.table)
    about = {"by": command.by.id, "table": command.table, "box": command.box, "reason": command.reason}
    draft.emit(m.BoxFaultReported(**about, citations=draft.rules.cite(_LATER, "coin_spot")))  # type: ignore[arg-type]


@LINK.on(m.TakeCourse, house_role, _LATER)
def take_course(draft: LinkDraft, command: m.TakeCourse) -> None:
    """Everywhere means every table whose course has not been chosen yet."""
    faults, waiting = draft.state.faults, undecided(draft.state)
    free = [table for table in waiting if faults[table].ordered in ("", command.course)]
    tables = free if command.table == m.ALL_TABLES else [command.table]
    if not tables or not set(tables) <= set(waiting):
        said = "no course is open at table {table}; open at: {tables:list}"
        draft.refuse(_LATER, said, "ML-A39", table=command.table, tables=waiting or [Message("none")])
    for table in tables:
        possible = courses_for(faults[table])
        if command.course not in possible and faults[table].ordered:
            said = (
                "{course} has been ordered at table {table}, which has not answered yet; "
                "give it again if it does not"
            )
            draft.refuse(_LATER, said, "ML-A39", course=faults[table].ordered, table=table)
        if command.course not in possible:
            said = "at table {table} the courses are {courses:list}"
            draft.refuse(_LATER, said, "ML-A39", table=table, courses=possible)
    cites = draft.rules.cite(_LATER, _COURSE_RULES[command.course], reading="ML-A39")
    for table in tables:
        draft.emit(
            m.CourseOrdered(
                by=command.by.id, table=table, course=command.course, reason=command.reason, citations=cites
            )
        )


@LINK.on(m.ReportTableRepaired, Role.PIT_MANAGER, _LATER)
def report_table_repaired(draft: LinkDraft, command: m.ReportTableRepaired) -> None:
    fault = draft.state.faults.get(command.table)
    if fault is None or fault.repaired_by:
        said = "no fault of table {table} is known that is not repaired"
        draft.refuse(_LATER, said, table=command.table)
    if fault.is_by_link and not draft.state.is_enabled:
        draft.refuse(_LATER, "the link itself does not work; enable it once it does")
    about = {"by": command.by.id, "table": command.table, "reason": command.reason}
    draft.emit(m.RepairReported(**about, citations=draft.rules.cite(_LATER)))


# What tables tell


@LINK.on(m.NoteFault, Role.SYSTEM, _LATER)
def note_fault(draft: LinkDraft, command: m.NoteFault) -> None:
    _require_table(draft, command.table)
    state = draft.state
    meter = state.meter if state.is_enabled else state.disabled_at
    cites = draft.rules.cite(_LATER, "progressive_fault_seen", reading="ML-A30")
    about = {"table": command.table, "box": command.box, "is_void": command.is_void}
    draft.emit(m.FaultNoted(**about, meter=meter, citations=cites))  # type: ignore[arg-type]
    if not command.is_void:
        pay_due(draft, command.at)


@LINK.on(m.NoteCourse, Role.SYSTEM, _LATER)
def note_course(draft: LinkDraft, command: m.NoteCourse) -> None:
    if command.table not in draft.state.faults:
        draft.refuse(_LATER, "no fault of table {table} is known", table=command.table)
    cites = draft.rules.cite(_LATER, reading="ML-A39")
    draft.emit(m.CourseNoted(table=command.table, course=command.course, citations=cites))


@LINK.on(m.NoteRepair, Role.SYSTEM, _LATER)
def note_repair(draft: LinkDraft, command: m.NoteRepair) -> None:
    if command.table not in draft.state.faults:
        draft.refuse(_LATER, "no fault of table {table} is known", table=command.table)
    cites = draft.rules.cite(_LATER)
    draft.emit(m.RepairNoted(table=command.table, left=command.left, course=command.course, citations=cites))


# Events


@LINK.after(m.BoxFaultReported)
def box_fault_reported(state: LinkState, event: m.BoxFaultReported) -> LinkState:
    """The table is told, and says what it has made of it."""
    return state


@LINK.after(m.CourseOrdered)
def course_ordered(state: LinkState, event: m.CourseOrdered) -> LinkState:
    fault = replace(state.faults[event.table], ordered=event.course)
    return replace(state, faults=state.faults | {event.table: fault})


@LINK.after(m.RepairReported)
def repair_reported(state: LinkState, event: m.RepairReported) -> LinkState:
    fault = replace(state.faults[event.table], repaired_by=event.by)
    return replace(state, faults=state.faults | {event.table: fault})


@LINK.after(m.FaultNoted)
def fault_noted(state: LinkState, event: m.FaultNoted) -> LinkState:
    """The Round under way, if any, is paid on what was registered before."""
    known = state.faults.get(event.table, TableFault())
    is_by_link = known.is_by_link or (event.box == 0 and not state.is_enabled)
    fault = TableFault(boxes=(*known.boxes, event.box), is_by_link=is_by_link)
    so_far = state.disturbances if state.is_enabled else state.disabled_after
    entries = {
        key: _answered(entry, event, so_far) if entry.table == event.table and not entry.is_over else entry
        for key, entry in state.entries.items()
    }
    return replace(state, faults=state.faults | {event.table: fault}, entries=entries)


def _answered(entry: Entry, event: m.FaultNoted, so_far: int) -> Entry:
    """A Round that is void is waited for until its growth is off the meter."""
    entry = replace(entry, is_asked=entry.is_asked and event.is_void)
    if entry.registered >= 0:
        return entry
    return replace(entry, registered=event.meter, registered_after=so_far)


@LINK.after(m.CourseNoted)
def course_noted(state: LinkState, event: m.CourseNoted) -> LinkState:
    fault = replace(state.faults[event.table], course=event.course, ordered="")
    return replace(state, faults=state.faults | {event.table: fault})


@LINK.after(m.RepairNoted)
def repair_noted(state: LinkState, event: m.RepairNoted) -> LinkState:
    others = {table: fault for table, fault in state.faults.items() if table != event.table}
    if event.left:
        others[event.table] = TableFault(boxes=event.left, course=event.course)
    return replace(state, faults=others)
