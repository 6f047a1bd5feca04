"""The plain text of a document, as a guide for a draft: which of its paragraphs moved, changed or are new.

Only numbers, counts and figures leave here, never a sentence: the words of an edition are our own.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

from msgspec import Struct

from croupier.rulebook.edition import Edition
from croupier.rulebook.errors import RulebookError
from croupier.rulebook.numbers import Renumbering, above, as_moves, with_mentions

_NUMBERED = re.compile(r"(\d+(?:\.\d+)+)\.?\s+(.*)")
_SECTION = re.compile(r"(\d+)\.\s+\S.*")
_LETTERED = re.compile(r"([a-z]|[ivx]+)[.)]\s+(.*)")
_APPENDIX = re.compile(r"(Appendix [A-Z])\b(.*)", re.IGNORECASE)
_WORD = re.compile(r"[a-z]+|\d+(?:[.,]\d+)*%?")
_SPELT = frozenset("one two three four five six seven eight nine ten twelve twice half".split())  # noqa: SIM905
# Words of a paragraph that must be the same for it to be the same paragraph elsewhere.
_ALIKE = 0.5
_GIST_ALIKE = 0.2


class Change(Struct, frozen=True):
    """A paragraph that both texts have, in other words: how many differ, and which figures."""

    number: str
    differing: int
    words: int
    figures_before: tuple[str, ...]
    figures_after: tuple[str, ...]


class Alignment(Struct, frozen=True):
    """What became of each paragraph; `kept` leads from every old number to its new one."""

    kept: Mapping[str, str]
    new: tuple[str, ...]
    gone: tuple[str, ...]
    changed: tuple[Change, ...]


def read_text(text: str, like: Edition) -> dict[str, str]:
    """The paragraphs of a plain text by number, as `like` writes numbers: 1.5a or 1.5.a, 5.2(tail)."""
    dot = "." if any(re.search(r"\d\.[a-z]$", number) for number in like.paragraphs) else ""
    found: dict[str, str] = {}
    numbered = place = ""
    for given in text.splitlines():
        line = re.sub(r"\*\*|__|\\", "", given).strip(" #-*\t\ufeff")
        if match := _NUMBERED.match(line):
            numbered = place = match[1]
            found[place] = match[2]
        elif match := _SECTION.match(line):
            numbered, place = "", f"{match[1]}(lead)"
        elif match := _APPENDIX.match(line):
            place, numbered = match[1].title(), ""
            found[place] = match[2]
        elif numbered and (match := _LETTERED.match(line)):
            place = f"{numbered}{dot}{match[1]}"
            found[place] = match[2]
        elif line:
            place = _unnumbered(given, numbered, place, like)
            found[place] = f"{found.get(place, '')} {line}".strip()
    found.pop("", None)  # what stands before the first section
    if not any(_NUMBERED.match(f"{number} ") for number in found):
        raise RulebookError("this text has no numbered paragraphs, such as '5.12 A Player who ...'")
    return found


def _unnumbered(line: str, numbered: str, place: str, like: Edition) -> str:
    """Where a line without a number belongs: a table, a list, what follows one, or what stands before it."""
    table = f"{numbered}(table)"
    if not numbered or "\t" in line:
        return table if table in like.paragraphs else numbered or place
    if place in (numbered, table):
        return place
    if re.match(r"\s*-\s", line) and place[-1].isalpha():  # an item whose letter was lost
        return f"{place[:-1]}{chr(ord(place[-1]) + 1)}"
    tails = (f"{head}(tail)" for head in above(numbered))
    return next((tail for tail in tails if tail in like.paragraphs), f"{numbered}(tail)")


def align(base: Edition, new: Mapping[str, str], old: Mapping[str, str] | None) -> Alignment:
    """Pair the paragraphs of a new text with those of an edition, by the old text or else by our gists."""
    # A drawing has no words to be known by.
    known = [
        number
        for number in base.paragraphs
        if number in (old or new) or (old is None and number[0].isdigit())
    ]
    before = {number: base.paragraphs[number].gist if old is None else old[number] for number in known}
    after = {each: new[each] for each in new if each in base.paragraphs or not each.endswith(")")}
    scores = _by_gist(before, after) if old is None else _by_text(before, after)
    pairs = _paired(scores, _GIST_ALIKE if old is None else _ALIKE)
    _by_place(list(before), list(after), pairs)
    names = list(after)
    kept = {number: names[pairs[row]] for row, number in enumerate(before) if row in pairs}
    moved, taken = Renumbering(as_moves(kept)), set(kept.values())
    # What was not found goes where its neighbours go.
    kept |= {each: moved.new(each) for each in base.paragraphs if each not in before}
    changes = (_change(before[was], new[now], now) for was, now in kept.items() if was in before)
    return Alignment(
        {number: kept[number] for number in base.paragraphs if number in kept},
        tuple(number for number in after if number not in taken and number not in kept.values()),
        tuple(number for number in base.paragraphs if number not in kept),
        () if old is None else tuple(change for change in changes if change is not None),
    )


def _paired(scores: Sequence[Sequence[float]], alike: float) -> dict[int, int]:
    """Which old paragraph is which new one: first those that are alike in order, then what moved."""
    pairs = dict(_in_order(scores, alike))
    left = sorted(
        (
            (score, -row, -column)
            for row, line in enumerate(scores)
            for column, score in enumerate(line)
            if row not in pairs and column not in pairs.values() and score >= max(alike, _ALIKE)
        ),
        reverse=True,
    )
    for _, row, column in left:
        if -row not in pairs and -column not in pairs.values():
            pairs[-row] = -column
    return pairs


def _by_text(before: Mapping[str, str], after: Mapping[str, str]) -> list[list[float]]:
    """How like the old and the new words are; of two that are equally like, the same number wins."""
    olds, news = ([(number, _phrases(text)) for number, text in each.items()] for each in (before, after))
    return [[_likeness(one, other) + 0.05 * (was == now) for now, other in news] for was, one in olds]


def _by_gist(before: Mapping[str, str], after: Mapping[str, str]) -> list[list[float]]:
    """How much of our gist a text has, rare words first; numbers of one shape, or the same, count too."""
    texts = {number: {word[:5] for word in _words(text)} for number, text in after.items()}
    common = Counter(word for words in texts.values() for word in words)
    scores = []
    for was, gist in before.items():
        weights = {word: 1 / common[word] for word in {each[:5] for each in _words(gist)} if word in common}
        total = sum(weights.values()) or 1.0
        scores.append(
            [
                sum(weight for word, weight in weights.items() if word in words) / total
                + 0.2 * (_shape(was) == _shape(now))
                + 0.2 * (was == now)
                for now, words in texts.items()
            ]
        )
    return scores


def _shape(number: str) -> str:
    return re.sub(r"\d+", "0", number)


def _in_order(scores: Sequence[Sequence[float]], alike: float) -> list[tuple[int, int]]:
    """The pairs that keep the order of both texts and are most alike together."""
    rows, columns = len(scores), len(scores[0]) if scores else 0
    best = [[0.0] * (columns + 1) for _ in range(rows + 1)]
    for row in range(rows - 1, -1, -1):
        for column in range(columns - 1, -1, -1):
            score = scores[row][column]
            both = score + best[row + 1][column + 1] if score >= alike else 0.0
            best[row][column] = max(both, best[row + 1][column], best[row][column + 1])
    pairs, row, column = [], 0, 0
    while row < rows and column < columns:
        if (
            scores[row][column] >= alike
            and best[row][column] == scores[row][column] + best[row + 1][column + 1]
        ):
            pairs.append((row, column))
            row, column = row + 1, column + 1
        elif best[row][column] == best[row + 1][column]:
            row += 1
        else:
            column += 1
    return pairs


def _by_place(old: Sequence[str], new: Sequence[str], pairs: dict[int, int]) -> None:
    """One that was rewritten altogether is known by its neighbours, or else by its number."""
    for row, number in enumerate(old):
        if row in pairs:
            continue
        before = pairs.get(row - 1, -1 if row == 0 else None)
        after = pairs.get(row + 1, len(new) if row == len(old) - 1 else None)
        between = before is not None and after == before + 2
        place = before + 1 if between and before is not None else new.index(number) if number in new else None
        if place is not None and place not in pairs.values():
            pairs[row] = place


def _words(text: str) -> list[str]:
    """The words of a text without the numbers of paragraphs, which may move."""
    return _WORD.findall(with_mentions(text, lambda number: "").lower())


def _phrases(text: str) -> Counter[str]:
    """Single words and pairs of them."""
    words = _words(text)
    return Counter([*words, *(f"{one} {other}" for one, other in pairwise(words))])


def _likeness(one: Counter[str], other: Counter[str]) -> float:
    """The share that two texts have in common, from 0 to 1."""
    together = one.total() + other.total()
    return 2 * (one & other).total() / together if together else 1.0


def _change(was: str, now: str, number: str) -> Change | None:
    before, after = Counter(_words(was)), Counter(_words(now))
    if before == after:
        return None
    gone, come = before - after, after - before
    return Change(number, max(gone.total(), come.total()), after.total(), _figures(gone), _figures(come))


def _figures(words: Counter[str]) -> tuple[str, ...]:
    return tuple(sorted(word for word in words if word[0].isdigit() or word in _SPELT))
