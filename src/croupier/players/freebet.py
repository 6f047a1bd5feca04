"""A player who follows a chart, with one set of columns for real chips and one for hands that cost nothing.

The chart was worked out for an endless shoe: it maximises the expected result of each hand by itself under
the recommended readings, the Dealer taking one card up and tying all live hands with 22.
"""

from typing import Final

import msgspec

from croupier.games.freebet.points import VALUE
from croupier.games.freebet.view import HandView, View
from croupier.table import Option
from croupier.table.bots import Choice

# Against a Dealer's 2, 3, ... 10, Ace: H hit, S stand, D double with chips, F free double.
_HARD: Final = {12: "HHHSSHHHHH", 13: "HSSSSHHHHH", 14: "SSSSSHHHHH", 15: "SSSSSHHHHH", 16: "SSSSSHHHHH"}
_SOFT: Final = {17: "HHHHDHHHHH", 18: "SSSDDSSHHH"}
_FREE_HARD: Final = _HARD | {14: "HSSSSHHHHH", 17: "SSSSSHHHSH"}
_FREE_SOFT: Final = {
    16: "HHHHDHHHHH",
    17: "HHHHDHHHHH",
    18: "HHDDDSHHHH",
    19: "SSSDDSSSSS",
    20: "SSSSDSSSSS",
}
# Hard totals worth giving up half the wager for.
_SURRENDER: Final = {9: (16,), 10: (14, 15, 16, 17)}


class ChartBot:
    """Wagers the same on its own area every Round, and plays by the chart."""

    def __init__(self, stake: int | None = None, area: int | None = None) -> None:
        self._stake = stake
        self._area = area

    def choose(self, view: msgspec.Struct, options: tuple[Option, ...]) -> Choice:
        assert isinstance(view, View)
        by_name: dict[str, list[Option]] = {}
        for option in options:
            by_name.setdefault(option.command, []).append(option)
        if view.phase == "betting":
            return self._bet(view, by_name)
        if view.phase == "surrender":
            return _surrender(view, by_name)
        if view.phase == "insurance":
            return _first(by_name, "DeclineInsurance", "GiveRuling")
        if "GiveRuling" in by_name:
            return _answer(by_name["GiveRuling"][0])
        if "CutCards" in by_name:
            option = by_name["CutCards"][0]
            return option, {"position": option.asks[0].maximum // 2}
        return _play(view, by_name)

    def _bet(self, view: View, by_name: dict[str, list[Option]]) -> Choice:
        place = view.own_place
        if any(wager.place == place for area in view.areas.values() for wager in area.wagers):
            return _first(by_name, "Ready")
        wagers = by_name.get("PlaceWager", [])
        wanted = self._area or place
        mine = [option for option in wagers if option.fixed["area"] == wanted] or wagers
        if not mine:
            return _first(by_name, "Ready")
        ask = mine[0].asks[0]
        stake = ask.minimum if self._stake is None else min(max(self._stake, ask.minimum), ask.maximum)
        return mine[0], {"amount": stake - (stake - ask.minimum) % ask.step}


def _first(by_name: dict[str, list[Option]], *names: str) -> Choice:
    for name in names:
        if name in by_name:
            return _answer(by_name[name][0])
    return None


def _answer(option: Option) -> Choice:
    """The first answer to each blank: the document's default comes first."""
    return option, {ask.field: ask.choices[0] if ask.choices else ask.minimum for ask in option.asks}


def _surrender(view: View, by_name: dict[str, list[Option]]) -> Choice:
    for option in by_name.get("Surrender", []):
        hand = view.areas[option.fixed["area"]].hands[0]
        is_pair = len(hand.cards) == 2 and _value(hand, 0) == _value(hand, 1) != 10
        if not hand.is_soft and not is_pair and hand.total in _SURRENDER.get(_upcard(view), ()):
            return option, {}
    return _first(by_name, "PlayOn")


def _play(view: View, by_name: dict[str, list[Option]]) -> Choice:
    if view.in_play is None:
        return None
    area, index = view.in_play
    hand = view.areas[area].hands[index]
    if "KeepWager" in by_name:
        return _first(by_name, "FreeSplit", "FreeDouble", "KeepWager")
    if "FreeSplit" in by_name and _value(hand, 0) != 5:
        return _first(by_name, "FreeSplit")
    if "FreeDouble" in by_name:
        return _first(by_name, "FreeDouble")
    return _by_chart(view, hand, by_name)


def _by_chart(view: View, hand: HandView, by_name: dict[str, list[Option]]) -> Choice:
    if not view.dealer:
        return _first(by_name, "Stand" if hand.total > 16 else "Hit")
    wanted = chart(hand, _upcard(view), view.own_place or 0)
    if wanted == "D" and "Double" in by_name:
        option = by_name["Double"][0]
        return option, {"amount": option.asks[0].maximum}
    if wanted == "D":
        wanted = "H" if hand.total < 18 else "S"
    return _first(by_name, "Hit" if wanted == "H" else "Stand", "Stand")


def chart(hand: HandView, upcard: int, place: int) -> str:
    """What the chart says for this hand against the Dealer's card."""
    stake = next((stake for stake in hand.stakes if stake.place == place), None)
    is_free = stake is not None and not stake.has_wager and not stake.added
    if hand.is_soft:
        row = (_FREE_SOFT if is_free else _SOFT).get(hand.total)
        return row[upcard - 2] if row else "S" if hand.total >= 19 else "H"
    row = (_FREE_HARD if is_free else _HARD).get(hand.total)
    return row[upcard - 2] if row else "S" if hand.total >= 17 else "H"


def _upcard(view: View) -> int:
    return VALUE[view.dealer[0][0]]


def _value(hand: HandView, at: int) -> int:
    return VALUE[hand.cards[at][0]]


def seat(number: int) -> ChartBot:
    return ChartBot()
