"""Who joins or comes back in a history: what the payments of a file say about the time before it."""

from msgspec import Struct
from msgspec.structs import replace

from croupier.games.poker.state import Blind, Positions, Seat, State
from croupier.phh.history import HEADS_UP, Paid, Phh, PhhError

ABSENT, WAITING = "who is absent", "who waits"
BOTH: tuple[Blind, ...] = ("big_blind", "small_blind")


class Debt(Struct, frozen=True):
    """A reason to pay before the deal: so many Big Blinds and Small Blinds as a bet, so many dead."""

    live: tuple[int, int]
    dead: tuple[int, int]
    missed: tuple[Blind, ...] = ()
    setting: tuple[str, str] = ("", "")

    def paid(self, big: int, stack: int) -> Paid:
        live = min(self.live[0] * big + self.live[1] * big // 2, stack)
        return Paid(-live, min(self.dead[0] * big + self.dead[1] * big // 2, stack - live))


_DEBTS = (
    Debt(live=(1, 0), dead=(0, 0), setting=("entry_payment", "live")),
    Debt(live=(0, 0), dead=(1, 0), setting=("entry_payment", "dead")),
    Debt(live=(1, 0), dead=(0, 1), missed=BOTH, setting=("missed_small_blind", "dead")),
    Debt(live=(0, 0), dead=(0, 1), missed=BOTH[1:], setting=("missed_small_blind", "dead")),
    Debt(live=(1, 1), dead=(0, 0), missed=BOTH, setting=("missed_small_blind", "live")),
    Debt(live=(0, 1), dead=(0, 0), missed=BOTH[1:], setting=("missed_small_blind", "live")),
)


def debts(phh: Phh) -> dict[int, Debt]:
    """The players, from 1, who pay something other than a blind."""
    found = {}
    for player, stack in enumerate(phh.starting_stacks, 1):
        paid = phh.paid_by(player)
        if paid.blind < 0 or paid.ante:
            found[player] = _debt(phh, paid, stack)
    return found


def _debt(phh: Phh, paid: Paid, stack: int) -> Debt:
    for debt in _DEBTS:
        if debt.paid(phh.big_blind, stack) == paid:
            return debt
    raise PhhError("antes and payments: who joins pays the Big Blind, who comes back the blinds missed")


def debt_settings(phh: Phh) -> dict[str, str]:
    """How the House must count such payments for the file to be right."""
    return dict(debt.setting for debt in debts(phh).values())


def seats_of(phh: Phh) -> dict[int, int]:
    """Seats by player. One is left for a Small Blind who is not there, or for somebody else's button."""
    count = len(phh.starting_stacks)
    first = 3 if is_small_blind_absent(phh) else 2
    seats = {n: first + n - 1 for n in range(1, count + 1)}
    return seats if is_button_elsewhere(phh) else seats | {count: 1}


def is_button_elsewhere(phh: Phh) -> bool:
    """The last player comes back, or has the Big Blind: the button is with somebody who waits or is away."""
    count = len(phh.starting_stacks)
    last = debts(phh).get(count)
    if count == HEADS_UP:
        return phh.paid_by(count).blind == phh.big_blind
    return last is not None and bool(last.missed)


def is_small_blind_absent(phh: Phh) -> bool:
    """The Big Blind is next to the button, or opposite it where two players are left and one bets nothing."""
    count = len(phh.starting_stacks)
    if phh.has_small_blind or is_button_elsewhere(phh):
        return False
    is_next = phh.paid_by(1).blind > 0
    return is_next and (count > HEADS_UP or phh.paid_by(count).blind == 0)


def with_debts(phh: Phh, state: State) -> State:
    """The table as it must have been: in a later Orbit, with newcomers, absentees and those who come back."""
    owed = debts(phh)
    seats = list(state.seats)
    for player, number in seats_of(phh).items():
        debt = owed.get(player)
        is_new = debt is not None and not debt.missed
        seats[number - 1] = replace(
            state.seat(number),
            is_new=is_new,
            is_relocated=debt is None and phh.paid_by(player).blind == 0 and is_due_small_blind(phh, player),
            missed=debt.missed if debt else (),
        )
    if is_button_elsewhere(phh):
        seats[0] = Seat(WAITING, phh.big_blind, is_new=False, missed=BOTH)
    if is_small_blind_absent(phh):
        seats[1] = Seat(ABSENT, phh.big_blind, is_new=False, is_away=True)
    # A later Orbit, and the button where the file has it.
    return replace(state, seats=tuple(seats), positions=Positions(button=1, orbit=2, is_button_staying=True))


def is_due_small_blind(phh: Phh, player: int) -> bool:
    """Whose place is left of the button, or on it where two players are left."""
    is_heads_up = len(phh.starting_stacks) == HEADS_UP and not is_button_elsewhere(phh)
    return not is_small_blind_absent(phh) and player == (HEADS_UP if is_heads_up else 1)
