"""What goes wrong with a rule book, said so that a person can put it right."""

from collections.abc import Iterable
from difflib import get_close_matches
from pathlib import Path

from croupier.messages import Message, Told

_SHOWN_AT_MOST = 12


class RulebookError(Told):
    """Anything wrong with an edition, a setting or a policy."""


class EditionError(RulebookError):
    """An edition file that cannot be trusted: where, what is wrong, and what is allowed."""

    def __init__(self, file: Path, key: str, problem: str) -> None:
        super().__init__("{file}: {key}: {problem}", file=file.name, key=key, problem=problem)
        self.file, self.key, self.problem = file, key, problem


class SettingError(RulebookError):
    """A house's choice that the edition does not allow, and the paragraphs that say so where one does."""

    def __init__(self, problem: str, paragraphs: tuple[str, ...] = ()) -> None:
        named = Message("{problem} ({paragraphs:list})", {"problem": problem, "paragraphs": paragraphs})
        super().__init__(named if paragraphs else problem)
        self.paragraphs = paragraphs


class PolicyError(RulebookError):
    """An edition and the code do not agree on which behaviours exist."""


class UnknownKeyError(RulebookError, KeyError):
    """A rule key, setting, parameter or pay table that this edition does not have."""

    def __str__(self) -> str:  # KeyError would print the quoted repr
        return str(self.args[0])


def suggest(word: str, known: Iterable[str]) -> Message:
    """End a message with the nearest known word, or with all of them when they are few."""
    words = sorted(known)
    if close := get_close_matches(word, words, n=1):
        return Message("did you mean '{nearest}'?", {"nearest": close[0]})
    if 0 < len(words) <= _SHOWN_AT_MOST:
        return Message("known are {known:list}", {"known": words})
    if words:
        return Message("none of the {count} known ones is like it", {"count": len(words)})
    return Message("there are none here")
