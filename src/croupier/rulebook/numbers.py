"""Paragraph numbers: their order in a document, where they move, and where our own words mention them."""

import re
from collections.abc import Callable, Collection, Iterator, Mapping
from types import MappingProxyType

# 1(lead), 1.5, 1.5a, 1.19ii, 1.5(tail), 3.1.2(table), Appendix A
_PART = re.compile(r"\d+|\(\w+\)|[A-Za-z]+")
# A number as a sentence mentions it: with a dot in it, and no amount of money, percentage or part of one.
_MENTION = re.compile(r"(?<![\w.,$])(?:\d+(?:\.\d+)+(?:[a-z]{1,4}|\(\w+\))?|Appendix [A-Z])(?![\w%]|[.,]\d)")
AND_AFTER = "+"


def in_document_order(number: str) -> tuple[tuple[int, int, str], ...]:
    """Sorts paragraph numbers as documents print them: 1(lead), 1.5, 1.5a, 1.5(tail), 1.10, Appendix A."""
    return tuple(_order(part) for part in _PART.findall(number))


def _order(part: str) -> tuple[int, int, str]:
    if part.isdigit():
        return (1, int(part), "")
    if part.startswith("("):
        return (3 if part == "(tail)" else 0, 0, part)
    return (4 if part == "Appendix" else 2, 0, part)


def above(number: str) -> Iterator[str]:
    """The number and those it stands under, the nearest first: 3.9.1a, 3.9.1, 3.9, 3."""
    ends = [part.end() for part in _PART.finditer(number)]
    yield from (number[:end] for end in reversed(ends))


def mentions(text: str) -> tuple[str, ...]:
    """Whatever a text mentions that looks like the number of a paragraph."""
    return tuple(_MENTION.findall(text))


def with_mentions(text: str, new: Callable[[str], str]) -> str:
    """The same text with each number that it mentions replaced."""
    return _MENTION.sub(lambda found: new(found.group()), text)


class Renumbering:
    """Where paragraphs go: `"3.15" = "3.12"` moves it and all beneath it.

    `"5.7+" = "5.9"` also moves those after it in its list, each with all beneath it. The line that is nearest
    to a number counts.
    """

    def __init__(self, moves: Mapping[str, str], gone: Mapping[str, str] = MappingProxyType({})) -> None:
        self._gone = gone  # what is said instead of a number that is no more
        self._moves = {old: new for old, new in moves.items() if not old.endswith(AND_AFTER)}
        self._shifts = [
            (_split(old.removesuffix(AND_AFTER)), _split(new))
            for old, new in moves.items()
            if old.endswith(AND_AFTER)
        ]

    def new(self, number: str) -> str:
        if number in self._gone:
            return self._gone[number]
        for head in above(number):
            moved = self._moves.get(head) or self._shifted(head)
            if moved is not None:
                return moved + number[len(head) :]
        return number

    def follow(self, text: str, known: Collection[str]) -> str:
        """Our own words with the paragraphs they mention under their new numbers."""
        return with_mentions(text, lambda number: self.new(number) if number in known else number)

    def _shifted(self, head: str) -> str | None:
        before, place = _split(head)
        starts = [(start, new) for (stem, start), new in self._shifts if stem == before and start <= place]
        if not starts or place < 0:
            return None
        start, (stem, first) = max(starts)
        return f"{stem}{first + place - start}"


def _split(number: str) -> tuple[str, int]:
    """What stands before the last figure, and that figure; -1 where a number ends in a letter."""
    stem = number.rstrip("0123456789")
    return stem, int(number[len(stem) :] or -1)


def ends_in_a_figure(number: str) -> bool:
    return _split(number)[1] >= 0


def as_moves(pairs: Mapping[str, str]) -> dict[str, str]:
    """The fewest lines of `[renumbered]` that move each number of the old document where it went.

    `pairs` has every number that both documents have, moved or not, in the old document's order.
    """
    lines: dict[str, str] = {}
    for old, new in pairs.items():
        if Renumbering(lines).new(old) != new:
            follows = pairs.get(_next(old)) == _next(new)
            lines[f"{old}{AND_AFTER}" if follows else old] = new
    return lines


def _next(number: str) -> str:
    stem, place = _split(number)
    return f"{stem}{place + 1}" if place >= 0 else ""
