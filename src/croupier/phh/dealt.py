"""The cards that a history tells, dealt or shown: every hand once, and no card in two places."""

import re

from msgspec import Struct

from croupier.cards import Card, CardError, parse_card
from croupier.phh.history import Phh, PhhError

HOLE_CARDS = 2
UNKNOWN_CARD = "??"
_STREETS = (3, 1, 1)
_HOLE = re.compile(r"d dh p(\d+) (\S+)")
_BOARD = re.compile(r"d db (\S+)")
_SHOWN = re.compile(r"p(\d+) sm(?: (\S+))?")
_MUCKED = "-"


class Dealt(Struct):
    """Hands by player, as far as the file tells them, and the board street by street."""

    hands: dict[int, tuple[Card, ...]]
    streets: list[tuple[Card, ...]]
    shown: set[int]  # who turns the hand over

    @property
    def board(self) -> tuple[Card, ...]:
        return tuple(card for street in self.streets for card in street)


def is_street(action: str) -> bool:
    return action.startswith("d db ")


def is_hand(action: str) -> bool:
    return action.startswith("d dh ")


def read_dealt(phh: Phh) -> Dealt:
    """All cards of the file; PhhError where they cannot be the cards of one Round."""
    found = Dealt({}, [], set())
    for index, action in enumerate(phh.actions):
        try:
            _read(found, action, len(phh.starting_stacks))
        except PhhError as error:
            raise PhhError(f"{action!r}: {error}", index) from None
    return found


def _read(found: Dealt, action: str, players: int) -> None:
    if match := _HOLE.fullmatch(action):
        _deal(found, _player(match[1], players), _cards(match[2]))
    elif match := _SHOWN.fullmatch(action):
        _show(found, _player(match[1], players), match[2])
    elif match := _BOARD.fullmatch(action):
        _deal_street(found, _cards(match[1]))
    elif action.startswith("d "):
        raise PhhError("write 'd dh p1 AsKd' or 'd db 2c3d4h'")


def _player(number: str, players: int) -> int:
    if not 1 <= int(number) <= players:
        raise PhhError(f"there are players p1 to p{players}")
    return int(number)


def _cards(text: str) -> tuple[Card | None, ...]:
    pairs = [text[at : at + 2] for at in range(0, len(text), 2)]
    try:
        return tuple(None if pair == UNKNOWN_CARD else parse_card(pair) for pair in pairs)
    except CardError as error:
        raise PhhError(str(error)) from None


def _deal(found: Dealt, player: int, cards: tuple[Card | None, ...]) -> None:
    before = found.hands.get(player, ())
    if len(before) + len(cards) > HOLE_CARDS:
        raise PhhError(f"p{player} has {HOLE_CARDS} cards, not more")
    known = tuple(card for card in cards if card is not None)
    _only_once(found, known)
    found.hands[player] = before + known


def _show(found: Dealt, player: int, text: str | None) -> None:
    told = () if text == _MUCKED else _cards(text or "")
    shown = tuple(card for card in told if card is not None)
    if text and not shown:  # thrown in: "-", or "????" where nobody has seen it
        return
    found.shown.add(player)
    dealt = found.hands.get(player, ())
    new = tuple(card for card in shown if card not in dealt)
    if len(shown) > HOLE_CARDS or len(dealt) + len(new) > HOLE_CARDS:
        raise PhhError(f"p{player} was dealt {''.join(dealt) or 'two cards'}")
    _only_once(found, new)
    found.hands[player] = dealt + new


def _deal_street(found: Dealt, cards: tuple[Card | None, ...]) -> None:
    known = tuple(card for card in cards if card is not None)
    if len(known) < len(cards):
        raise PhhError("the file does not tell these cards of the board")
    due = _STREETS[len(found.streets)] if len(found.streets) < len(_STREETS) else 0
    if len(known) != due:
        raise PhhError("the board is three cards, then one, then one, and it is dealt once")
    _only_once(found, known)
    found.streets.append(known)


def _only_once(found: Dealt, cards: tuple[Card, ...]) -> None:
    seen = [card for hand in found.hands.values() for card in hand] + list(found.board)
    for place, card in enumerate(cards):
        if card in seen or card in cards[:place]:
            raise PhhError(f"{card} is in two places")
