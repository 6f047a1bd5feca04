"""The trainer's lessons, said in the language of who learns.

A lesson keeps each of its sentences as a template with its values, so that no language is read back from
another. They are said once for each language, as the file is read.
"""

from collections.abc import Mapping
from typing import Any

import msgspec

from croupier.messages import Language, Message

_TEMPLATE, _VALUES = "template", "values"


def written(words: Any) -> Any:
    """A message, or a value of one, as a lesson keeps it."""
    if isinstance(words, Message):
        return {
            _TEMPLATE: words.template,
            _VALUES: {name: written(each) for name, each in words.values.items()},
        }
    return [written(each) for each in words] if isinstance(words, tuple | list) else words


def read(kept: Any) -> Any:
    """The message again, or what else a lesson keeps."""
    if isinstance(kept, list):
        return tuple(map(read, kept))
    if isinstance(kept, Mapping) and set(kept) == {_TEMPLATE, _VALUES}:
        return Message(kept[_TEMPLATE], {name: read(each) for name, each in kept[_VALUES].items()})
    return kept


def said(body: bytes, language: Language) -> bytes:
    """A file of lessons with all its words said."""

    def say(kept: Any) -> Any:
        if isinstance(kept, list):
            return [say(each) for each in kept]
        if not isinstance(kept, dict):
            return kept
        if isinstance(words := read(kept), Message):
            return language.say(words)
        return {name: say(each) for name, each in kept.items()}

    return msgspec.json.encode(say(msgspec.json.decode(body)))
