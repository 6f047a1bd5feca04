"""A player of plain sense: bets small, looks, folds the worst hands, presses what has improved."""

import random

import msgspec

from croupier.cards import Card, Category, category, rank_value, strength
from croupier.games.multilink.view import View
from croupier.table import Option
from croupier.table.bots import Choice

_HIGH = 10  # a hand with a ten or better is worth seeing the flop with


class SensibleBot:
    """Knows its options and its view, nothing else."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, view: msgspec.Struct, options: tuple[Option, ...]) -> Choice:
        assert isinstance(view, View)
        found = {option.command: option for option in options if option.group == "play"}
        if "ChooseOption" in found:
            choices = found["ChooseOption"].asks[0].choices
            return found["ChooseOption"], {"choice": choices[0]}
        if view.phase == "betting":
            return self._bet(view, options, found)
        if "LookAtHand" in found:
            return found["LookAtHand"], {}
        return self._decide(view, found)

    def _bet(self, view: View, options: tuple[Option, ...], found: dict[str, Option]) -> Choice:
        """The smallest Ante on the own box, sometimes a side bet, and no more."""
        own = next((seat for seat, name in view.names.items() if name == view.you), None)
        mine = {option.command: option for option in options if option.fixed.get("box") == own}
        bets = view.boxes[own].bets if own in view.boxes else {}
        if "ante" not in bets:
            wanted = "PlaceAnte"
        elif "progressive" not in bets and self._random.random() < 0.5:
            wanted = "PlaceProgressive"
        elif "bonus" not in bets and self._random.random() < 0.25:
            wanted = "PlaceBonus"
        else:
            wanted = ""
        if wanted in mine:
            return mine[wanted], {ask.field: ask.minimum for ask in mine[wanted].asks}
        return (found["FinishBetting"], {}) if "FinishBetting" in found else None

    def _decide(self, view: View, found: dict[str, Option]) -> Choice:
        cards = view.boxes[view.to_decide].cards if view.to_decide in view.boxes else ()
        is_worth_it = _is_playable(cards) if "Fold" in found else _has_improved(cards, view.board)
        bets = ("PlaceFlop", "PlaceTurn", "PlaceRiver")
        wanted = bets if is_worth_it else ()
        for name in (*wanted, "Check", "Fold", "PlaceFlop"):
            if name in found:
                return found[name], {}
        return None


def _is_playable(cards: tuple[Card, ...]) -> bool:
    """A pair, one suit, or a high card; hands it has not seen are played."""
    if len(cards) < 2:
        return True
    ranks = [rank_value(card) for card in cards]
    return ranks[0] == ranks[1] or cards[0][1] == cards[1][1] or max(ranks) >= _HIGH


def _has_improved(cards: tuple[Card, ...], board: tuple[Card, ...]) -> bool:
    """A pair or better that the board alone does not show."""
    if len(cards) < 2 or not 3 <= len(board) <= 5:
        return False
    made = category(strength((*cards, *board)))
    shown = {rank_value(card) for card in board}
    has_own_part = any(rank_value(card) in shown for card in cards) or rank_value(cards[0]) == rank_value(
        cards[1]
    )
    return made >= Category.STRAIGHT or (made >= Category.ONE_PAIR and has_own_part)
