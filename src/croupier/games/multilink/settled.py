"""What the House made of each bet of a Round, read from its events."""

from collections import Counter
from collections.abc import Iterable, Sequence

from msgspec.structs import replace

from croupier.games.multilink import events as me
from croupier.games.multilink.state import BetResult
from croupier.money import Cents
from croupier.table import Event
from croupier.table.settled import BetReader, SettledBet

_STREETS = ("ante", "flop", "turn", "river")


def _multilink(events: Sequence[Event]) -> list[SettledBet]:
    paid: Counter[int] = Counter()
    for event in events:
        if isinstance(event, me.JackpotHandedOver):
            paid[event.box] += event.amount
        elif isinstance(event, me.JackpotTakenBack):
            paid.clear()
    found: list[SettledBet] = []
    meter: Cents | None = None
    is_claimed = False
    for event in events:
        is_claimed = is_claimed or isinstance(event, me.JackpotClaimed)
        if isinstance(event, me.MeterShown) and not is_claimed:
            meter = event.meter
        elif isinstance(event, me.RoundVoided):
            # What the jackpot has paid stands, although the bet went back with all others.
            stakes = {box: event.refunds[box].bets["progressive"] for box in paid}
            return found + [_prize(box, stakes[box], prize, meter) for box, prize in paid.items()]
        elif isinstance(event, me.BoxSettled):
            found += _box(event.box, event.seat, event.results, paid[event.box], meter)
        elif isinstance(event, me.SettlementTakenBack):
            for box, was in event.boxes.items():
                for bet in _box(box, was.seat, was.results, 0, meter):
                    _take_out(found, bet)
    return found


def _take_out(found: list[SettledBet], bet: SettledBet) -> None:
    """A bet whose settlement is taken back is none; one that was read earlier is counted the other way."""
    if bet in found:
        found.remove(bet)
    else:
        found.append(_undone(bet))


def _prize(box: int, stake: Cents, prize: Cents, meter: Cents | None) -> SettledBet:
    fate = f"box {box}"
    return SettledBet(name="progressive", fate=fate, base=stake, staked=stake, net=-prize, meter=meter)


def _undone(bet: SettledBet) -> SettledBet:
    return replace(bet, base=-bet.base, staked=-bet.staked, net=-bet.net)


def _box(
    box: int, seat: int, results: Sequence[BetResult], paid: Cents, meter: Cents | None
) -> Iterable[SettledBet]:
    decided = {result.bet: result for result in results if result.outcome != "returned"}
    fate = f"box {box}"
    main = [decided[bet] for bet in _STREETS if bet in decided]
    if main:
        # Street bets given back to a hand that was not shown do not undo the Ante.
        yield SettledBet(
            name="main",
            fate=fate,
            base=sum(result.stake - result.surplus for result in main if result.bet == "ante"),
            staked=sum(result.stake - result.surplus for result in main),
            net=sum(result.taken - result.winnings for result in main),
            place=seat,
        )
    for name, prize in (("bonus", 0), ("progressive", paid)):
        if name in decided:
            result = decided[name]
            stake = result.stake - result.surplus
            net = result.taken - result.winnings - prize
            shown = meter if name == "progressive" else None
            yield SettledBet(name=name, fate=fate, base=stake, staked=stake, net=net, meter=shown, place=seat)


READER = BetReader(
    (
        me.BoxSettled,
        me.SettlementTakenBack,
        me.JackpotHandedOver,
        me.JackpotTakenBack,
        me.JackpotClaimed,
        me.MeterShown,
        me.RoundVoided,
    ),
    _multilink,
    standing=(me.MeterShown,),
)
