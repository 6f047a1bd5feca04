"""What goes wrong with a rule book, said so that a person can put it right."""

from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path

_SHOWN_AT_MOST = 12


class RulebookError(Exception):
    """Anything wrong with an edition, a setting or a policy."""


class EditionError(RulebookError):
    """An edition file that cannot be trusted: where, what is wrong, and what is allowed."""

    def __init__(self, file: Path, key: str, problem: str) -> None:
        super().__init__(f"{file.name}: {key}: {problem}")
        self.file, self.key, self.problem = file, key, problem


class SettingError(RulebookError):
    """A house's choice that the edition does not allow, and the paragraphs that say so where one does."""

    def __init__(self, problem: str, paragraphs: tuple[str, ...] = ()) -> None:
        super().__init__(f"{problem} ({', '.join(paragraphs)})" if paragraphs else problem)
        self.paragraphs = paragraphs


class PolicyError(RulebookError):
    """An edition and the code do not agree on which behaviours exist."""


class UnknownKeyError(RulebookError, KeyError):
    """A rule key, setting, parameter or pay table that this edition does not have."""

    def __str__(self) -> str:  # KeyError would print the quoted repr
        return str(self.args[0])


def suggest(word: str, known: Iterable[str]) -> str:
    """End a message with the nearest known word, or with all of them when they are few."""
    words = sorted(known)
    if close := get_close_matches(word, words, n=1):
        return f"did you mean {close[0]!r}?"
    if 0 < len(words) <= _SHOWN_AT_MOST:
        return f"known are {', '.join(words)}"
    return f"none of the {len(words)} known ones is like it" if words else "there are none here"
