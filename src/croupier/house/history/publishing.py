"""Whether the seed of a shuffle is ever shown to players: it opens folded hands, burns and the rest."""

from typing import TYPE_CHECKING

from msgspec import Struct

from croupier.house.history.proofs import Drawn, Follower, Seen, device_of
from croupier.house.journal import RoundRow
from croupier.messages import Message
from croupier.table import Actor, Event, Role

if TYPE_CHECKING:
    from croupier.house.history.rounds import Rounds

_DAY_MS = 86_400_000
_RAIL = Actor("", Role.PLAYER)  # somebody who only watches


_AFTER_DAYS = (
    "The seed is shown to those who took part {days:count} day after the last card, which opens every card "
    "of the shuffle: folded hands, burnt cards and the rest of the deck. | The seed is shown to those who "
    "took part {days:count} days after the last card, which opens every card of the shuffle: folded hands, "
    "burnt cards and the rest of the deck."
)
_ONCE_SHOWN = (
    "The seed is shown to those who took part if every hand was turned up, which opens every card of the "
    "shuffle: folded hands, burnt cards and the rest of the deck."
)
_NEVER = "The seed is never shown to players: folded hands, burns and the rest of the deck stay closed."


class Publication(Struct, frozen=True):
    """The house's choice. Auditors have the seeds in any case, once no card of the order can be dealt."""

    when: str = "never"  # "days", "shown"
    days: int = 30

    @property
    def words(self) -> Message:
        """What it discloses, for those who play under it."""
        if self.when == "days":
            return Message(_AFTER_DAYS, {"days": self.days})
        return Message(_ONCE_SHOWN if self.when == "shown" else _NEVER)

    def is_due(self, rounds: "Rounds", row: RoundRow, shuffled: int, now: int) -> bool:
        """Whether players of this Round may have the seed of the shuffle at this version."""
        if self.when == "never" or row.last is None or not rounds.is_used_up(row.table, shuffled):
            return False
        if self.when == "days":
            return now - rounds.used_up_at(row, shuffled) >= self.days * _DAY_MS
        return are_all_shown(rounds, row.table, shuffled)


def are_all_shown(rounds: "Rounds", table: str, shuffled: int) -> bool:
    """Whether everybody has seen every card dealt from this shuffle, burnt ones excepted."""
    follower, seen = Follower(), Seen(_RAIL)
    dealt: list[Drawn] = []
    for live, version, before, event in rounds.dealt_from(table, shuffled):
        drawn = follower.heard(version, before, event, device_of(live.state))
        seen.heard(follower, drawn, event, live)
        burnt = getattr(event, "burnt", ())
        dealt += [each for each in drawn if each.card not in burnt and not _is_burn(event)]
    return all(seen.has(each) for each in dealt)


def _is_burn(event: Event) -> bool:
    """A card laid aside unseen: the event names none, and hides none."""
    kind = type(event)
    return not (kind.sealed or kind.private) and not any("card" in name for name in kind.__struct_fields__)
