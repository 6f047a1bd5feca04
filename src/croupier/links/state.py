"""What the jackpot link knows."""

from msgspec import Struct
from msgspec.structs import replace

from croupier.links.messages import Claim, Course, Share, Terms
from croupier.links.terms import link_terms
from croupier.money import Cents
from croupier.rulebook import Rules

HITS_KEPT = 25
_MS = 1000
COURSES: tuple[Course, ...] = ("close_table", "block_box", "without_progressive")


class Paid(Struct, frozen=True):
    """A prize of a Round that is not over: what it would take to give it back."""

    box: int
    line: str
    amount: Cents
    from_meter: Cents
    number: int  # prizes and corrections on the link so far, this one included
    is_reset: bool = False
    left_over: Cents = 0
    from_reserve: Cents = 0
    from_bank: Cents = 0
    # What held until this prize reset the meter, where new terms waited for that.
    old_terms: Terms | None = None


class Entry(Struct, frozen=True):
    """A Round with jackpot bets that is not over yet; without any only where looks count for all tables."""

    table: str
    round: int
    bets: dict[int, int]
    shares: dict[int, Share] = {}  # what has been added to the meter, per box
    is_held: bool = False  # the meter has not grown for it yet
    terms: Terms | None = None  # how held bets will let it grow: as when they were accepted
    dealt: dict[int, int] = {}  # when each hand was full
    claims: tuple[Claim, ...] = ()
    is_judged: bool = False  # it has said what it claims, if anything
    has_won: bool = False
    paid: tuple[Paid, ...] = ()  # the first paid first
    is_over: bool = False  # waits only for its held bets to be added
    payouts_before: int = 0  # prizes paid on the link when its bets were registered
    registered: Cents = -1  # the meter before a fault struck this Round; -1 if none has
    registered_after: int = 0  # prizes and corrections before that
    is_asked: bool = False  # the link has failed, and the table has not said what becomes of the Round
    is_seen: bool = False  # somebody at its table has looked, where the table tells of it
    is_stopped: bool = False  # a ruling is open on it: nothing more of it is paid
    locked: int = 0  # the box whose prize a manager has to check before it is paid
    locked_amount: Cents = 0


class Hit(Struct, frozen=True):
    """A prize that was paid."""

    table: str
    round: int
    box: int
    line: str
    amount: Cents
    before: Cents
    after: Cents
    dealt_at: int
    at: int


class TableFault(Struct, frozen=True):
    """Equipment of a table that does not work; box 0 is the whole system."""

    boxes: tuple[int, ...] = ()
    course: str = ""
    ordered: str = ""  # the course that is on its way to the table
    is_by_link: bool = False  # the link itself is down
    repaired_by: str = ""  # it works again, and the table hears of it when its Round is over

    def includes(self, box: int) -> bool:
        """Whether a further report would tell nothing new."""
        return self.course in ("close_table", "without_progressive") or 0 in self.boxes or box in self.boxes


class LinkState(Struct, frozen=True):
    """meter = opening + contributions + top_ups - payouts + corrections, at every event."""

    is_open: bool = False
    is_enabled: bool = True
    terms: Terms = Terms((0, 1), 0, (0, 1), 0)
    next_terms: Terms | None = None
    old_terms: Terms | None = None  # those that the reset under way has replaced
    tables: tuple[str, ...] = ()
    boxes: dict[str, int] = {}  # how many each table has, where it has said so
    faults: dict[str, TableFault] = {}
    disabled_at: Cents = 0  # what the meter showed when the link was disabled last
    disabled_after: int = 0  # prizes and corrections before that
    meter: Cents = 0
    reserve: Cents = 0
    opening: Cents = 0
    contributions: Cents = 0
    top_ups: Cents = 0
    payouts: Cents = 0
    corrections: Cents = 0
    disturbances: int = 0  # prizes and corrections so far: after one, nothing earlier is reversed
    entries: dict[str, Entry] = {}
    hits: tuple[Hit, ...] = ()
    check_from: Cents = 0  # prizes of so much and more are checked first; 0 for none

    def with_entry(self, entry: Entry) -> "LinkState":
        return replace(self, entries=self.entries | {key_of(entry.table, entry.round): entry})


def key_of(table: str, round: int) -> str:
    return f"{table}/{round}"


def boxes_at(rules: Rules, state: LinkState, table: str) -> int:
    return state.boxes.get(table) or link_terms(rules).boxes


def undecided(state: LinkState) -> list[str]:
    """Tables that wait for the House to choose how to go on."""
    return [table for table, fault in state.faults.items() if not fault.course]


def courses_for(fault: TableFault) -> tuple[Course, ...]:
    """A box can be blocked only where a box, not the whole system, is at fault. What has been ordered can be
    given again, in case it was lost on its way, but not changed: the table takes the first it hears."""
    if fault.ordered:
        return tuple(course for course in COURSES if course == fault.ordered)
    return ("close_table", "without_progressive") if 0 in fault.boxes else COURSES


def waiting(state: LinkState) -> list[tuple[Entry, Claim]]:
    """Claims still to be paid, in the order the hands were dealt; within a table clockwise from the first."""
    found = [(entry, claim) for entry in state.entries.values() for claim in entry.claims]
    return sorted(found, key=lambda pair: (pair[1].dealt_at, pair[0].table, pair[1].turn, pair[1].box))


def earlier_and_open(rules: Rules, state: LinkState, claim: Claim) -> list[Entry]:
    """Rounds that could still claim with hands dealt no later than this claim's, so near to it in time that
    both wins would count as simultaneous."""
    window = link_terms(rules).simultaneity_window
    since = claim.dealt_at - window * _MS if window else 0
    return [
        entry
        for entry in state.entries.values()
        if not entry.is_judged
        and any(box in entry.bets and since <= at <= claim.dealt_at for box, at in entry.dealt.items())
    ]


def is_held_up(state: LinkState) -> bool:
    """Whether tables have yet to say what a failure of the link makes of their Rounds."""
    return any(entry.is_asked for entry in state.entries.values())


def locked(state: LinkState) -> tuple[Entry, Claim] | None:
    """The prize that waits for a manager's check: it is next, whatever is claimed meanwhile."""
    for entry, claim in waiting(state):
        if entry.locked == claim.box:
            return entry, claim
    return None


def next_at_each_table(state: LinkState) -> dict[str, Claim]:
    """Of each table the claim that is paid before its others: the House orders tables only."""
    found: dict[str, Claim] = {}
    for entry, claim in waiting(state):
        found.setdefault(entry.table, claim)
    return found


def payable_next(state: LinkState) -> dict[str, Claim]:
    """Those of them that the House may have paid now: no question is open on them or on the whole link."""
    if is_held_up(state) or locked(state) is not None:
        return {}
    stopped = {entry.table for entry in state.entries.values() if entry.is_stopped and entry.claims}
    return {table: claim for table, claim in next_at_each_table(state).items() if table not in stopped}


def is_tied(state: LinkState) -> bool:
    """Whether hands of several tables were dealt at the very same time: the House decides the order."""
    claims = waiting(state)
    if locked(state) is not None:
        return False  # the order was decided when it was locked
    first = claims[0][1].dealt_at
    return len({entry.table for entry, claim in claims if claim.dealt_at == first}) > 1
