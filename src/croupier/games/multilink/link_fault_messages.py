"""Malfunctions as the link knows them: what tables report to it, and what the House orders through it."""

from typing import Literal

from croupier.money import Cents
from croupier.table import Command, Event, Purpose

Course = Literal["close_table", "block_box", "without_progressive"]
ALL_TABLES = "all"

# Commands of people


class ReportBoxFault(Command, frozen=True, kw_only=True):
    """The betting device of one box does not work."""

    words = ("report a fault of box {box} at table {table}: {reason}",)
    purpose = Purpose.REPORT
    table: str
    box: int
    reason: str


class TakeCourse(Command, frozen=True, kw_only=True):
    """How later Rounds are played until the fault is repaired: at one table, or at all that wait for it."""

    words = ("take the course {course} at table {table}: {reason}",)
    purpose = Purpose.MANAGE
    table: str
    course: Course
    reason: str


class ReportTableRepaired(Command, frozen=True, kw_only=True):
    """The equipment of a table works again; a Round under way is finished as it was begun."""

    words = ("report that table {table} works again: {reason}",)
    purpose = Purpose.MANAGE
    table: str
    reason: str


# Commands of the system: what a table has said


class NoteFault(Command, frozen=True, kw_only=True):
    """Box 0 is the whole system. `is_void`: the Round of the table is void by it, as it will say next."""

    words = ("note a fault of box {box} at table {table}",)
    purpose = Purpose.EQUIPMENT
    table: str
    box: int
    is_void: bool = False


class NoteCourse(Command, frozen=True, kw_only=True):
    words = ("note the course {course} at table {table}",)
    purpose = Purpose.EQUIPMENT
    table: str
    course: str


class NoteRepair(Command, frozen=True, kw_only=True):
    """`left` are the boxes that still do not work, and `course` how they are played until then."""

    words = ("note that table {table} works again",)
    purpose = Purpose.EQUIPMENT
    table: str
    left: tuple[int, ...] = ()
    course: str = ""


# Events


class BoxFaultReported(Event, frozen=True, kw_only=True):
    words = "{by} reports a fault of box {box} at table {table}: {reason}"
    by: str
    table: str
    box: int
    reason: str


class CourseOrdered(Event, frozen=True, kw_only=True):
    words = "{by} orders {course} at table {table}: {reason}"
    by: str
    table: str
    course: Course
    reason: str


class RepairReported(Event, frozen=True, kw_only=True):
    words = "{by} reports that table {table} works again: {reason}"
    by: str
    table: str
    reason: str


class FaultNoted(Event, frozen=True, kw_only=True):
    """`meter` is what was registered before: a Round that goes on is paid on it."""

    words = "Table {table} has a fault (box {box}); {meter} was registered before"
    table: str
    box: int
    meter: Cents
    is_void: bool = False


class CourseNoted(Event, frozen=True, kw_only=True):
    words = "Table {table} goes on: {course}"
    table: str
    course: str


class RepairNoted(Event, frozen=True, kw_only=True):
    words = "Table {table} has taken up the jackpot again"
    table: str
    left: tuple[int, ...] = ()
    course: str = ""
