"""What the House made of each pot of a Round, read from its events."""

from collections.abc import Sequence

from croupier.games.poker import events as pe
from croupier.table import Event
from croupier.table.settled import RAKE, BetReader, SettledBet


def _poker(events: Sequence[Event]) -> list[SettledBet]:
    return [
        SettledBet(name=RAKE, fate=f"pot {event.pot}", base=event.amount, staked=event.amount, net=event.rake)
        for event in events
        if isinstance(event, pe.PotAwarded) and event.amount
    ]


READER = BetReader((pe.PotAwarded,), _poker)
