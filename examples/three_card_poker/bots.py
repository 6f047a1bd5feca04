"""A player who bets the least and plays with Queen, six and four or better."""

from typing import Any

from msgspec import Struct

from croupier.table import Option, Purpose
from croupier.table.against_house import HouseView
from croupier.table.bots import Choice
from three_card_poker.hands import Worth, worth

Q64: Worth = (0, 12, 6, 4)


class ChartBot:
    def choose(self, view: Struct, options: tuple[Option, ...]) -> Choice:
        assert isinstance(view, HouseView)
        by_purpose = {option.purpose: option for option in options if option.group == "play"}
        if (fold := by_purpose.get(Purpose.FOLD)) and fold.place is not None:
            is_good = worth(view.seats[fold.place].cards) >= Q64
            return by_purpose.get(Purpose.RAISE, fold) if is_good else fold, {}
        bet = by_purpose.get(Purpose.READY) or by_purpose.get(Purpose.BET)
        blanks: dict[str, Any] = {ask.field: ask.minimum for ask in bet.asks} if bet else {}
        return (bet, blanks) if bet else None
