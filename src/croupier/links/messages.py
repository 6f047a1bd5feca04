"""What the jackpot link is asked and what happens on it. One link serves any number of tables."""

from typing import Literal

from msgspec import Struct, field

from croupier.money import Cents, Transfer
from croupier.table import Command, Event, Purpose

BANK = "bank"
# Between the link's books and the table's: what the link has paid and the table has yet to hand over.
PAYABLE = "payable"
METER = "jackpot/meter"
RESERVE = "jackpot/reserve"


class Terms(Struct, frozen=True):
    """How the meter grows. Percentages are exact: numerator and denominator."""

    rate: tuple[int, int]
    amount: Cents
    reserve_share: tuple[int, int]
    reset_value: Cents


class Share(Struct, frozen=True):
    """What one jackpot bet has added."""

    meter: Cents
    reserve: Cents


Course = Literal["close_table", "block_box", "without_progressive"]
ALL_TABLES = "all"


class Claim(Struct, frozen=True):
    """A hand to be paid by the link: a share of the jackpot, or a sum where the meter pays that too."""

    box: int
    line: str
    percent: int
    amount: Cents
    dealt_at: int
    turn: int = 0  # among the claims of its Round, by the order of the deal


# Commands


class OpenLink(Command, frozen=True, kw_only=True):
    """Without a value the meter opens at its reset value."""

    words = ("open the link", "open the link at {meter}")
    purpose = Purpose.MANAGE
    meter: Cents | None = None


class JoinLink(Command, frozen=True, kw_only=True):
    words = ("join table {table}",)
    purpose = Purpose.EQUIPMENT
    table: str
    boxes: int = 0


class RegisterBets(Command, frozen=True, kw_only=True):
    words = ("register the bets of round {round} at table {table}",)
    purpose = Purpose.EQUIPMENT
    table: str
    round: int
    bets: dict[int, Cents]


class RecordDeal(Command, frozen=True, kw_only=True):
    """When the players of a Round had their full Hands: each of `hands` by itself, or all of them."""

    words = ("record that round {round} at table {table} was dealt at {dealt_at}",)
    purpose = Purpose.EQUIPMENT
    table: str
    round: int
    dealt_at: int
    hands: dict[int, int] = field(default_factory=dict)


class NoteLook(Command, frozen=True, kw_only=True):
    """Somebody has seen own cards, where that counts for every table of the link."""

    words = ("note a look in round {round} at table {table}",)
    purpose = Purpose.EQUIPMENT
    table: str
    round: int


class ReturnBets(Command, frozen=True, kw_only=True):
    words = ("return bets of round {round} at table {table}",)
    purpose = Purpose.EQUIPMENT
    table: str
    round: int
    boxes: tuple[int, ...]


class RegisterClaims(Command, frozen=True, kw_only=True):
    words = ("register the claims of round {round} at table {table}",)
    purpose = Purpose.EQUIPMENT
    table: str
    round: int
    claims: tuple[Claim, ...]


class CloseRound(Command, frozen=True, kw_only=True):
    words = ("close round {round} at table {table}",)
    purpose = Purpose.EQUIPMENT
    table: str
    round: int


class VoidRound(Command, frozen=True, kw_only=True):
    words = ("void round {round} at table {table}",)
    purpose = Purpose.EQUIPMENT
    table: str
    round: int


class TakeBackPrizes(Command, frozen=True, kw_only=True):
    """A void Round whose prizes the players have given back."""

    words = ("take back the prizes of round {round} at table {table}",)
    purpose = Purpose.EQUIPMENT
    table: str
    round: int


class StopPayments(Command, frozen=True, kw_only=True):
    """A ruling is open on a Round: nothing more of it is paid."""

    words = ("stop the prizes of round {round} at table {table}",)
    purpose = Purpose.EQUIPMENT
    table: str
    round: int


class ResumePayments(Command, frozen=True, kw_only=True):
    words = ("go on with the prizes of round {round} at table {table}",)
    purpose = Purpose.EQUIPMENT
    table: str
    round: int


class PayNext(Command, frozen=True, kw_only=True):
    """The House decides conclusively who is paid next."""

    words = ("pay box {box} of table {table} next: {reason}",)
    purpose = Purpose.MANAGE
    table: str
    box: int
    reason: str


class SetPrizeCheck(Command, frozen=True, kw_only=True):
    """Prizes of so much and more wait for a manager to look; 0 for none."""

    words = ("check prizes of {check_from} and more: {reason}",)
    purpose = Purpose.MANAGE
    check_from: Cents
    reason: str


class CheckPrize(Command, frozen=True, kw_only=True):
    """A manager has looked at the cards and the deck, and says who saw it: the prize is paid."""

    words = ("check the prize of box {box} of table {table}: {cards}; deck {deck}; witnesses {witnesses}",)
    purpose = Purpose.MANAGE
    table: str
    box: int
    cards: str
    deck: str
    witnesses: str
    note: str = ""


class DisableLink(Command, frozen=True, kw_only=True):
    words = ("disable the link: {reason}",)
    purpose = Purpose.REPORT
    reason: str


class EnableLink(Command, frozen=True, kw_only=True):
    words = ("enable the link: {reason}",)
    purpose = Purpose.MANAGE
    reason: str


class ChangeTerms(Command, frozen=True, kw_only=True):
    """New terms wait until the current jackpot has been won. Percentages as text: "20%"."""

    words = (
        "change the terms to {rate} and {amount}, reserve {reserve_share}, reset {reset_value}: {reason}",
    )
    purpose = Purpose.MANAGE
    rate: str
    amount: Cents
    reserve_share: str
    reset_value: Cents
    reason: str


class CorrectMeter(Command, frozen=True, kw_only=True):
    words = ("correct the meter to {meter}: {reason}",)
    purpose = Purpose.MANAGE
    meter: Cents
    reason: str


# Malfunctions: what people report and order, and what tables have said


class ReportBoxFault(Command, frozen=True, kw_only=True):
    """The betting device of one box does not work."""

    words = ("report a fault of box {box} at table {table}: {reason}",)
    purpose = Purpose.REPORT
    table: str
    box: int
    reason: str


class TakeCourse(Command, frozen=True, kw_only=True):
    """How later Rounds are played until the fault is repaired: at one table, or at all that wait for it."""

    words = (
        "take the course {course} at all tables: {reason}",
        "take the course {course} at table {table}: {reason}",
    )
    purpose = Purpose.MANAGE
    table: str = ALL_TABLES
    course: Course
    reason: str


class ReportTableRepaired(Command, frozen=True, kw_only=True):
    """The equipment of a table works again; a Round under way is finished as it was begun."""

    words = ("report that table {table} works again: {reason}",)
    purpose = Purpose.MANAGE
    table: str
    reason: str


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


class LinkOpened(Event, frozen=True, kw_only=True):
    words = "The link opens at {meter}"
    meter: Cents
    terms: Terms

    def transfers(self) -> tuple[Transfer, ...]:
        return _move(BANK, METER, self.meter)


class TableJoined(Event, frozen=True, kw_only=True):
    words = "Table {table} is on the link"
    table: str
    boxes: int = 0


class BetsHeld(Event, frozen=True, kw_only=True):
    """Accepted, but the meter grows later: a prize is being paid, or the House lets the Round end first."""

    words = "The jackpot bets of round {round} at table {table} wait"
    table: str
    round: int
    bets: dict[int, Cents]


class BetsRegistered(Event, frozen=True, kw_only=True):
    """The meter grows."""

    words = "Round {round} at table {table} adds {meter} to the meter and {reserve} to the reserve"
    table: str
    round: int
    bets: dict[int, Cents]
    shares: dict[int, Share]
    meter: Cents
    reserve: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        return _move(BANK, METER, self.meter) + _move(BANK, RESERVE, self.reserve)


class DealRecorded(Event, frozen=True, kw_only=True):
    words = "Round {round} at table {table} was dealt at {dealt_at}"
    table: str
    round: int
    dealt_at: int
    hands: dict[int, int] = field(default_factory=dict)  # where hands were full at different times


class LookNoted(Event, frozen=True, kw_only=True):
    words = "Somebody at table {table} has seen own cards in round {round}"
    table: str
    round: int


class ContributionsReversed(Event, frozen=True, kw_only=True):
    """Returned bets take their growth with them."""

    words = "Returned bets of round {round} at table {table} take {meter} off the meter again"
    table: str
    round: int
    boxes: tuple[int, ...]
    meter: Cents
    reserve: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        return _move(METER, BANK, self.meter) + _move(RESERVE, BANK, self.reserve)


class ReturnLogged(Event, frozen=True, kw_only=True):
    """Bets went back but the meter keeps what they added, or never had it."""

    words = "Returned bets of round {round} at table {table} leave the meter as it is: {why}"
    table: str
    round: int
    boxes: tuple[int, ...]
    why: str


class ClaimsRegistered(Event, frozen=True, kw_only=True):
    words = "Table {table} claims the jackpot"
    table: str
    round: int
    claims: tuple[Claim, ...]


class PaymentsStopped(Event, frozen=True, kw_only=True):
    words = "A ruling is open on round {round} at table {table}: nothing more of it is paid"
    table: str
    round: int


class PaymentsResumed(Event, frozen=True, kw_only=True):
    words = "Round {round} at table {table} is paid on"
    table: str
    round: int


class OrderDecided(Event, frozen=True, kw_only=True):
    words = "The House pays box {box} of table {table} next: {reason}"
    table: str
    box: int
    by: str
    reason: str


class PrizeCheckSet(Event, frozen=True, kw_only=True):
    words = "{by} has prizes of {check_from} and more checked: {reason}"
    by: str
    check_from: Cents
    before: Cents
    reason: str


class PrizeLocked(Event, frozen=True, kw_only=True):
    """Its turn has come, and nobody else's before it is paid."""

    words = "The prize of {amount} at box {box} of table {table} is being checked"
    table: str
    round: int
    box: int
    line: str
    amount: Cents


class PrizeChecked(Event, frozen=True, kw_only=True):
    words = "{by} has checked the prize of box {box} of table {table}: {cards}; {deck}; seen by {witnesses}"
    by: str
    table: str
    round: int
    box: int
    cards: str
    deck: str
    witnesses: str
    note: str = ""


class JackpotPaid(Event, frozen=True, kw_only=True):
    words = "Box {box} of table {table} is paid {amount} at a meter of {before}; it shows {after}"
    table: str
    round: int
    box: int
    line: str
    amount: Cents
    from_meter: Cents
    before: Cents
    after: Cents
    dealt_at: int
    at: int

    def transfers(self) -> tuple[Transfer, ...]:
        return _move(METER, PAYABLE, self.from_meter) + _move(BANK, PAYABLE, self.amount - self.from_meter)


class PrizeTakenBack(Event, frozen=True, kw_only=True):
    """A prize of a void Round; `is_latest` unless others were paid or the meter was corrected since."""

    words = "The prize of {amount} at box {box} of table {table} goes back; the meter shows {after}"
    table: str
    round: int
    box: int
    line: str
    amount: Cents
    to_meter: Cents
    before: Cents
    after: Cents
    is_latest: bool

    def transfers(self) -> tuple[Transfer, ...]:
        return _move(PAYABLE, METER, self.to_meter) + _move(PAYABLE, BANK, self.amount - self.to_meter)


class ResetUndone(Event, frozen=True, kw_only=True):
    """The prize that reset the meter has gone back: so has what the reset had put there."""

    words = "The reset of the meter is undone; it shows {meter}"
    meter: Cents
    left_over: Cents
    to_reserve: Cents
    to_bank: Cents

    def transfers(self) -> tuple[Transfer, ...]:
        return (
            _move(METER, BANK, self.to_bank)
            + _move(METER, RESERVE, self.to_reserve)
            + _move(RESERVE, METER, self.left_over)
        )


class TermsAdopted(Event, frozen=True, kw_only=True):
    words = "The new terms of the jackpot hold from here"
    terms: Terms


class MeterReset(Event, frozen=True, kw_only=True):
    """What was left goes to the reserve; the reserve funds the reset value as far as it can."""

    words = "The meter is reset to {meter}"
    meter: Cents
    left_over: Cents
    from_reserve: Cents
    from_bank: Cents
    won_by: str = ""  # the Round whose prize has emptied it

    def transfers(self) -> tuple[Transfer, ...]:
        return (
            _move(METER, RESERVE, self.left_over)
            + _move(RESERVE, METER, self.from_reserve)
            + _move(BANK, METER, self.from_bank)
        )


class RoundClosed(Event, frozen=True, kw_only=True):
    """Bets that are still held stay until the meter has taken them in."""

    words = "Round {round} at table {table} is over"
    table: str
    round: int
    is_kept: bool


class LinkDisabled(Event, frozen=True, kw_only=True):
    words = "The link is disabled at {meter}: {reason}"
    by: str
    meter: Cents
    reason: str


class LinkEnabled(Event, frozen=True, kw_only=True):
    words = "The link is enabled at {meter}: {reason}"
    by: str
    meter: Cents
    reason: str


class TermsAnnounced(Event, frozen=True, kw_only=True):
    words = "New terms wait for the current jackpot to be won: {reason}"
    by: str
    terms: Terms
    reason: str


class MeterCorrected(Event, frozen=True, kw_only=True):
    words = "{by} corrects the meter from {before} to {after}: {reason}"
    by: str
    before: Cents
    after: Cents
    reason: str

    def transfers(self) -> tuple[Transfer, ...]:
        change = self.after - self.before
        return _move(BANK, METER, change) if change > 0 else _move(METER, BANK, -change)


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
    """Without a course the House is asked anew."""

    words = "Table {table} goes on: {course}"
    table: str
    course: str

    def phrase(self) -> str:
        return self.words if self.course else "How table {table} goes on is decided anew"


class RepairNoted(Event, frozen=True, kw_only=True):
    words = "Table {table} has taken up the jackpot again"
    table: str
    left: tuple[int, ...] = ()
    course: str = ""


def _move(source: str, target: str, cents: int) -> tuple[Transfer, ...]:
    return (Transfer(source, target, cents),) if cents else ()
