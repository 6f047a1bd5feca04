"""Hands and ranges as players write them: "AsKs", "QQ+, AKs", "A5s-A2s", "random"."""

import re
from collections.abc import Iterator

from croupier.analysis.figures import AnalysisError
from croupier.analysis.kernels.cards import CARD, class_name, numbers
from croupier.cards import RANKS, CardError, parse_cards

Holding = tuple[int, int]

_CLASS = re.compile(r"([2-9TJQKA])([2-9TJQKA])([so]?)", re.IGNORECASE)
_ANY = frozenset({"random", "any", "*"})
ALLOWED = (
    "two cards (AsKs), a starting hand (QQ, AKs, AKo, AK), one and better (QQ+, ATs+), "
    "a stretch (99-66, A5s-A2s), several of these separated by commas, or random"
)


def parse_range(text: str) -> tuple[Holding, ...]:
    """All holdings that a text stands for, each once, lower card first."""
    found: dict[Holding, None] = {}
    for token in (part.strip() for part in text.split(",")):
        found.update(dict.fromkeys(_token(token)))
    return tuple(sorted(found))


def _token(token: str) -> Iterator[Holding]:
    if token.lower() in _ANY:
        yield from ((low, high) for high in CARD for low in range(high))
    elif token.endswith("+"):
        yield from _and_better(token)
    elif "-" in token:
        yield from _stretch(token)
    elif _CLASS.fullmatch(token):
        yield from _class(*_read(token))
    else:
        yield _two_cards(token)


def _two_cards(token: str) -> Holding:
    try:
        cards = numbers(parse_cards(token))
    except CardError:
        raise AnalysisError(
            "'{token}' is not a hand; write {allowed}", token=token, allowed=ALLOWED
        ) from None
    if len(cards) != 2:
        raise AnalysisError(
            "'{token}' is {count} cards; a hand has two. Write {allowed}",
            token=token,
            count=len(cards),
            allowed=ALLOWED,
        )
    if cards[0] == cards[1]:
        raise AnalysisError("'{token}' has the same card twice; one deck has each card once", token=token)
    return min(cards), max(cards)


def _read(token: str) -> tuple[int, int, str]:
    """High rank, low rank, "s", "o" or "" for both."""
    match = _CLASS.fullmatch(token)
    if match is None:
        raise AnalysisError("'{token}' is not a starting hand; write {allowed}", token=token, allowed=ALLOWED)
    one, other = (RANKS.index(rank.upper()) for rank in match.groups()[:2])
    kind = match[3].lower()
    if one == other and kind:
        raise AnalysisError(
            "'{token}': a pair is neither suited nor offsuit; write {pair}", token=token, pair=token[:2]
        )
    return max(one, other), min(one, other), kind


def _class(high: int, low: int, kind: str) -> Iterator[Holding]:
    wanted = RANKS[high] + RANKS[low]
    names = {wanted} if high == low else {wanted + each for each in (kind or "so")}
    for one in range(4 * low, 4 * low + 4):
        for other in range(4 * high, 4 * high + 4):
            if one < other and class_name(one, other) in names:
                yield one, other


def _and_better(token: str) -> Iterator[Holding]:
    """QQ+ is QQ to AA; ATs+ is ATs to AKs: the higher card stays."""
    high, low, kind = _read(token[:-1])
    if high == low:
        for rank in range(high, len(RANKS)):
            yield from _class(rank, rank, "")
    else:
        for rank in range(low, high):
            yield from _class(high, rank, kind)


def _stretch(token: str) -> Iterator[Holding]:
    first, _, last = token.partition("-")
    one, other = _read(first.strip()), _read(last.strip())
    is_pairs = one[0] == one[1] and other[0] == other[1]
    if one[2] != other[2] or not (is_pairs or (one[0] == other[0] and one[0] > max(one[1], other[1]))):
        raise AnalysisError(
            "'{token}' is not a stretch of one kind; write one like 99-66 or A5s-A2s", token=token
        )
    for rank in range(min(one[1], other[1]), max(one[1], other[1]) + 1):
        yield from _class(rank if is_pairs else one[0], rank, one[2])
