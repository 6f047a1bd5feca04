"""An edition said in another language: the same figures, cards and paragraphs, in other words."""

import tomllib
from collections.abc import Iterator, Mapping
from pathlib import Path

from msgspec.structs import replace

from croupier.rulebook.edition import Edition
from croupier.rulebook.errors import EditionError
from croupier.rulebook.numbers import Renumbering, mentions, with_mentions

Words = Mapping[str, str]
"""From our own words in English to those of another language."""


def read_words(file: Path) -> dict[str, str]:
    """The words of one game: the sections of the file are for its reader only."""
    words: dict[str, str] = {}
    for section, entries in tomllib.loads(file.read_text(encoding="utf-8")).items():
        for english, said in entries.items():
            if not isinstance(said, str) or not said:
                raise EditionError(file, section, f"{english!r} has no translation")
            if words.setdefault(english, said) != said:
                raise EditionError(file, section, f"{english!r} is translated in two ways")
    return words


def texts(edition: Edition) -> Iterator[str]:
    """Everything in an edition that is said in our own words."""
    yield from (paragraph.gist for paragraph in edition.paragraphs.values())
    for reading in edition.readings.values():
        yield from (reading.title, reading.taken)
    yield from (setting.words for setting in edition.settings.values())
    yield from (line.words for table in edition.paytables.values() for line in table.lines)
    for change in edition.changes:
        yield from (change.subject, change.before, change.after)


def said(text: str, words: Words) -> str | None:
    """A text in these words; None where they do not know it.

    They also know a text that mentions other paragraphs: a successor renumbers, and our words follow.
    """
    if text in words:
        return words[text]
    for english, other in words.items():
        if mentions(english) and _bare(english) == _bare(text):
            moved = Renumbering(dict(zip(mentions(english), mentions(text), strict=True)))
            return with_mentions(other, moved.new)
    return None


def _bare(text: str) -> str:
    return with_mentions(text, lambda number: "§")


def translated(edition: Edition, words: Words) -> Edition:
    """The same edition in these words; what they do not know stays as it is."""

    def say(text: str) -> str:
        return said(text, words) or text

    return replace(
        edition,
        paragraphs={
            number: replace(paragraph, gist=say(paragraph.gist))
            for number, paragraph in edition.paragraphs.items()
        },
        readings={
            name: replace(reading, title=say(reading.title), taken=say(reading.taken))
            for name, reading in edition.readings.items()
        },
        settings={
            name: replace(setting, words=say(setting.words)) for name, setting in edition.settings.items()
        },
        paytables={
            name: replace(table, lines=tuple(replace(line, words=say(line.words)) for line in table.lines))
            for name, table in edition.paytables.items()
        },
        changes=tuple(
            replace(change, subject=say(change.subject), before=say(change.before), after=say(change.after))
            for change in edition.changes
        ),
    )
