"""What one person alone may move over the cashier's window."""

from msgspec import Struct

from croupier.house.journal import Journal
from croupier.house.ledger import CASH, day_of, player_account
from croupier.messages import Message
from croupier.money import Cents
from croupier.table import Role

_TODAY = (
    "SELECT coalesce(sum(abs(cents)), 0) FROM posting"
    " WHERE account = ? AND other = ? AND at >= ? AND at < ? AND (cents > 0) = ?"
)


class Limits(Struct, frozen=True, kw_only=True):
    """In cents. `house` holds for everybody; of the others 0 is none."""

    house: Cents
    pit_manager: Cents = 0
    shift_manager: Cents = 0
    player_day: Cents = 0  # one player, one gaming day, one direction, at any window

    def why_two(self, role: Role, cents: Cents, already: Cents) -> str:
        """Why a second person must look; "" if none need to. `already` went the same way today."""
        own = self.shift_manager if role is Role.SHIFT_MANAGER else self.pit_manager
        if cents > self.house:
            return Message("one person alone moves up to {most:money}", {"most": self.house})
        if own and cents > own:
            return Message("{role:role} alone moves up to {most:money}", {"role": role, "most": own})
        if self.player_day and already + cents > self.player_day:
            said = "one player's day is {most:money}, and {already:money} went already"
            return Message(said, {"most": self.player_day, "already": already})
        return ""


def moved_today(journal: Journal, person: str, is_in: bool, at: int) -> Cents:
    """Cash onto a player's account, or off it, in the gaming day around a moment."""
    begin, end = day_of(at)
    values = (player_account(person), CASH, begin, end, is_in)
    return int(journal.store.query(_TODAY, values)[0][0])
