"""What the House made of each wager of a Round, read from its events."""

from collections import Counter
from collections.abc import Iterable, Sequence

from croupier.games.freebet import events as fe
from croupier.money import Cents
from croupier.table import Event
from croupier.table.settled import BetReader, SettledBet

_BACK = ("returned", "withdrawn")


class _Layout:
    """The layout of Free Bet Blackjack while a Round is read. Keys are bet, area, place, insured place."""

    def __init__(self) -> None:
        self.value: dict[tuple[str, int, int, int], Cents] = {}
        self.added: Counter[tuple[str, int, int, int]] = Counter()
        self.net: Counter[tuple[str, int, int, int]] = Counter()
        self.decided: dict[tuple[str, int, int, int], None] = {}

    def take(self, event: Event) -> None:
        if isinstance(event, fe.WagerPlaced):
            self.value["main", event.area, event.place, 0] = event.value
        elif isinstance(event, fe.SideWagerPlaced):
            self.value[event.bet, event.area, event.place, 0] = event.value
        elif isinstance(event, fe.HandDoubled | fe.HandSplit):
            self.added["main", event.area, event.place, 0] += event.amount
        elif isinstance(event, fe.AdditionsRefunded):
            self.net["main", event.area, event.place, 0] -= event.amount
        elif isinstance(event, fe.CardsTakenBack):
            self.added.subtract({("main", event.later, place, 0): n for place, n in event.added.items()})
            self.net.subtract({("main", event.later, place, 0): n for place, n in event.lost.items()})
        elif isinstance(event, fe.WagerSettled) and event.result not in _BACK:
            key = (event.bet, event.area, event.place, event.holder)
            self.value.setdefault(key, event.stake)
            self.net[key] += event.taken - event.winnings
            self.decided[key] = None

    def bets(self) -> Iterable[SettledBet]:
        for key in self.decided:
            name, area, place, _ = key
            base = self.value[key]
            # The Dealer's hand alone decides these, for the whole table at once.
            fate = "dealer" if name in ("busted", "insurance") else f"area {area}"
            staked = base + self.added[key]
            yield SettledBet(name=name, fate=fate, base=base, staked=staked, net=self.net[key], place=place)


def _freebet(events: Sequence[Event]) -> list[SettledBet]:
    if any(isinstance(event, fe.RoundVoided) and event.net for event in events):
        return []  # reversed; where the House lets stand what was paid (FB-A16), it counts
    layout = _Layout()
    for event in events:
        layout.take(event)
    return list(layout.bets())


READER = BetReader(
    (
        fe.WagerPlaced,
        fe.SideWagerPlaced,
        fe.HandDoubled,
        fe.HandSplit,
        fe.WagerSettled,
        fe.AdditionsRefunded,
        fe.CardsTakenBack,
        fe.RoundVoided,
    ),
    _freebet,
)
