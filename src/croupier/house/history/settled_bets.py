"""Which bets a Round settled, what lay on them and what the House made of each: read from its events.

Only events that seal nothing are needed, so nobody has to hold the key to read this.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import Struct

from croupier.games.freebet import events as fe
from croupier.games.multilink import events as me
from croupier.games.multilink import findings as mf
from croupier.games.poker import events as pe
from croupier.money import Cents
from croupier.table import Event

RAKE = "rake"

_STREETS = ("ante", "flop", "turn", "river")
_BACK = ("returned", "withdrawn")


class Bet(Struct, frozen=True, kw_only=True):
    """One bet that was decided. Bets of a Round on the same `fate` win and lose together."""

    name: str
    fate: str
    base: Cents  # what the mathematics counts by: the Ante, the original wager, the side bet itself
    staked: Cents  # all that was at risk on it
    net: Cents  # what the House won; below zero, lost
    meter: Cents | None = None  # what the jackpot display showed


class Reader(Struct, frozen=True):
    """How the bets of one game are read from a Round's events, in order."""

    kinds: tuple[type[Event], ...]
    read: Callable[[Sequence[Event]], list[Bet]]


def _multilink(events: Sequence[Event]) -> list[Bet]:
    paid: Counter[int] = Counter()
    for event in events:
        if isinstance(event, me.JackpotHandedOver):
            paid[event.box] += event.amount
    found: list[Bet] = []
    meter: Cents | None = None
    is_claimed = False
    for event in events:
        is_claimed = is_claimed or isinstance(event, me.JackpotClaimed)
        if isinstance(event, me.MeterShown) and not is_claimed:
            meter = event.meter
        elif isinstance(event, mf.RoundVoided):
            return []
        elif isinstance(event, me.BoxSettled):
            found += _box(event, paid[event.box], meter)
    return found


def _box(event: me.BoxSettled, paid: Cents, meter: Cents | None) -> Iterable[Bet]:
    decided = {result.bet: result for result in event.results if result.outcome != "returned"}
    fate = f"box {event.box}"
    main = [decided[bet] for bet in _STREETS if bet in decided]
    if main:
        # Street bets given back to a hand that was not shown do not undo the Ante.
        yield Bet(
            name="main",
            fate=fate,
            base=sum(result.stake - result.surplus for result in main if result.bet == "ante"),
            staked=sum(result.stake - result.surplus for result in main),
            net=sum(result.taken - result.winnings for result in main),
        )
    for name, prize in (("bonus", 0), ("progressive", paid)):
        if name in decided:
            result = decided[name]
            stake = result.stake - result.surplus
            net = result.taken - result.winnings - prize
            shown = meter if name == "progressive" else None
            yield Bet(name=name, fate=fate, base=stake, staked=stake, net=net, meter=shown)


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

    def bets(self) -> Iterable[Bet]:
        for key in self.decided:
            name, area, _, _ = key
            base = self.value[key]
            # The Dealer's hand alone decides these, for the whole table at once.
            fate = "dealer" if name in ("busted", "insurance") else f"area {area}"
            yield Bet(name=name, fate=fate, base=base, staked=base + self.added[key], net=self.net[key])


def _freebet(events: Sequence[Event]) -> list[Bet]:
    if any(isinstance(event, fe.RoundVoided) for event in events):
        return []
    layout = _Layout()
    for event in events:
        layout.take(event)
    return list(layout.bets())


def _poker(events: Sequence[Event]) -> list[Bet]:
    return [
        Bet(name=RAKE, fate=f"pot {event.pot}", base=event.amount, staked=event.amount, net=event.rake)
        for event in events
        if isinstance(event, pe.PotAwarded) and event.amount
    ]


READERS: Mapping[str, Reader] = {
    "rws-multilink": Reader(
        (me.BoxSettled, me.JackpotHandedOver, me.JackpotClaimed, me.MeterShown, mf.RoundVoided), _multilink
    ),
    "mbs-freebet": Reader(
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
    ),
    "rws-poker": Reader((pe.PotAwarded,), _poker),
}
