"""Which key takes an offer and how it looks: by what it is for, the same in every game and on the pages."""

from typing import Literal

from croupier.table import Option, Purpose

Look = Literal["danger", "neutral", "primary", "free"]

# From left to right: what gives up, what costs nothing or only matches, what puts money in, what is free.
ORDER: tuple[Look, ...] = ("danger", "neutral", "primary", "free")

_DANGER = {Purpose.FOLD, Purpose.SURRENDER, Purpose.MUCK, Purpose.LEAVE}
_PRIMARY = {
    *(Purpose.BET, Purpose.RAISE, Purpose.ALL_IN, Purpose.DOUBLE, Purpose.SPLIT, Purpose.INSURE),
    *(Purpose.POST, Purpose.READY, Purpose.BUY, Purpose.RETURN, Purpose.SHOW, Purpose.LOOK),
}

_KEYS = {
    Purpose.FOLD: "f",
    Purpose.SURRENDER: "f",
    Purpose.MUCK: "f",
    Purpose.CHECK: "c",
    Purpose.CALL: "c",
    Purpose.DECLINE: "c",
    Purpose.BET: "r",
    Purpose.RAISE: "r",
    Purpose.ALL_IN: "a",
    Purpose.HIT: "h",
    Purpose.STAND: "s",
    Purpose.SHOW: "s",
    Purpose.DOUBLE: "d",
    Purpose.SPLIT: "p",
    Purpose.INSURE: "i",
    Purpose.EVEN_MONEY: "v",
    Purpose.LOOK: "l",
    Purpose.POST: "enter",
    Purpose.READY: "enter",
    Purpose.RETURN: "enter",
    Purpose.WITHDRAW: "x",
    Purpose.BUY: "b",
    Purpose.SIT_OUT: "o",
}

# What a key says on the screen itself, whatever is offered.
RESERVED = frozenset("qzex")

# How much is chosen at the desk itself, beside the button.
SIZED = (Purpose.BET, Purpose.RAISE, Purpose.DOUBLE, Purpose.INSURE)


def is_free(option: Option) -> bool:
    """Doubled or split with a marker of the House."""
    return option.purpose in (Purpose.DOUBLE, Purpose.SPLIT) and not option.asks and not option.costs


def look_of(option: Option) -> Look:
    if is_free(option):
        return "free"
    if option.purpose in _DANGER:
        return "danger"
    return "primary" if option.purpose in _PRIMARY else "neutral"


def keys_of(options: list[Option]) -> list[str]:
    """A key for each: its purpose's; where that is taken, the first letter of its label that is free."""
    usual = [_KEYS.get(option.purpose, "") for option in options]
    # What is free is meant first: D doubles with a marker where the House offers one.
    first: dict[str, int] = {}
    for index in sorted(range(len(options)), key=lambda index: not is_free(options[index])):
        if usual[index]:
            first.setdefault(usual[index], index)
    taken = set(first) | RESERVED
    found = []
    for index, option in enumerate(options):
        key = usual[index] if first.get(usual[index]) == index else _letter(option, taken)
        taken.add(key)
        found.append(key)
    return found


def _letter(option: Option, taken: set[str]) -> str:
    letters = [letter for letter in f"{option.label} {option.words}".lower() if letter.isalpha()]
    return next((letter for letter in (*letters, *"jknuwy") if letter not in taken), "")
