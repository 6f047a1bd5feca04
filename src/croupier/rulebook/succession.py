"""A successor says only what differs from the edition it is based on; this makes the whole of both.

The file of a successor has the sections of a complete one, each with only what changed, and two of its own:

- `[renumbered]`: old paragraph number = new one, with all beneath it; `"5.7+"` moves those after it too.
  Everything that cites the paragraph follows, and our own words that mention its number.
- `[removed]`: per section, the names that are gone; `"table.line"` is a pay line, `"setting.field"` a field.

Both name what the predecessor has, and are applied to it first. Then what the successor gives is laid over
it, field by field.
Changes are not inherited: they tell what *this* edition changed.
"""

from collections.abc import Collection, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from croupier.rulebook.errors import EditionError, suggest
from croupier.rulebook.fields import Table
from croupier.rulebook.numbers import AND_AFTER, Renumbering, above, ends_in_a_figure, in_document_order

Document: TypeAlias = dict[str, Any]

# Sections that are tables of tables, and those that are rules = paragraphs or policies = names.
_NAMED = ("parameters", "settings", "readings")
_FLAT = ("rules", "policies")
_REMOVABLE = ("paragraphs", "rules", "parameters", "paytables", "policies", "settings", "readings")
SUCCESSION = ("renumbered", "removed")
_INHERITED = ("operator", "title")
# Fields in our own words, which may mention paragraphs.
OUR_WORDS = ("gist", "title", "taken", "words", "informative")
# What every entry of a section has: one without it is meant to correct an entry of the predecessor.
_WHOLE = {"parameters": "paragraph", "settings": "type", "readings": "title", "paytables": "paragraph"}


def succeed(path: Path, base: Document, own: Document) -> Document:
    """The complete document of a successor: its predecessor's `base` with its `own` differences."""
    removed = _removed(path, base, own.get("removed", {}))
    whole = _without(removed, _renumber(path, base, own.get("renumbered", {}), removed["paragraphs"]))
    return {
        "edition": {name: base["edition"][name] for name in _INHERITED} | own["edition"],
        "paragraph": _paragraphs(path, whole["paragraph"], own.get("paragraph", [])),
        **{name: {**whole.get(name, {}), **own.get(name, {})} for name in _FLAT},
        **{name: _overlay(path, name, whole.get(name, {}), own.get(name, {})) for name in _NAMED},
        "paytables": _paytables(path, whole.get("paytables", {}), own.get("paytables", {})),
        "change": own.get("change", []),
    }


def _renumber(path: Path, base: Document, moves: object, gone: Collection[str]) -> Document:
    """The predecessor with its paragraphs under their new numbers, wherever they are cited or mentioned."""
    table = Table(path, "renumbered", moves)
    numbers = {row["number"] for row in base["paragraph"]}
    _check_moves(table, numbers)
    # What cites a paragraph that is gone must not cite another that takes its number.
    moved = Renumbering(table.content, {number: f"{number} of {base['edition']['id']}" for number in gone})
    return {
        "paragraph": [
            _moved(row, moved, numbers) | {"number": moved.new(row["number"])}
            for row in base["paragraph"]
            if row["number"] not in gone
        ],
        "rules": {key: [moved.new(number) for number in cited] for key, cited in base["rules"].items()},
        "policies": base.get("policies", {}),
        **{
            section: {name: _moved(entry, moved, numbers) for name, entry in base.get(section, {}).items()}
            for section in (*_NAMED, "paytables")
        },
    }


def _check_moves(table: Table, numbers: Collection[str]) -> None:
    heads = {head for number in numbers for head in above(number)}
    for old in table.content:
        new, start = table.text(old), old.removesuffix(AND_AFTER)
        if start not in heads:
            raise table.error(old, f"the predecessor has no such paragraph; {suggest(start, numbers)}")
        if start != old and not (ends_in_a_figure(start) and ends_in_a_figure(new)):
            problem = f"{start} and {new} must both end in a figure, to count on from them"
            raise table.error(old, problem)


def _moved(entry: Mapping[str, Any], moved: Renumbering, numbers: Collection[str]) -> Document:
    """An entry that cites the new numbers, in words that mention the new ones."""
    there = dict(entry)
    if "paragraph" in there:
        there["paragraph"] = moved.new(there["paragraph"])
    if "paragraphs" in there:
        there["paragraphs"] = [moved.new(number) for number in there["paragraphs"]]
    for field in OUR_WORDS:
        if isinstance(there.get(field), str):
            there[field] = moved.follow(there[field], numbers)
    return there


def _removed(path: Path, base: Document, removed: object) -> dict[str, set[str]]:
    """What is gone, section by section, by the names that the predecessor has for it."""
    table = Table(path, "removed", removed)
    table.only(_REMOVABLE)
    known: dict[str, Collection[str]] = {"paragraphs": {row["number"] for row in base["paragraph"]}}
    known |= {section: base.get(section, {}) for section in _FLAT}
    known |= {section: _parts(base.get(section, {})) for section in (*_NAMED, "paytables")}
    gone = {section: set(table.texts(section, ())) for section in _REMOVABLE}
    for section, names in gone.items():
        for name in sorted(names - set(known[section])):
            raise table.error(section, f"the predecessor has no {name!r}; {suggest(name, known[section])}")
    return gone


def _without(gone: Mapping[str, set[str]], base: Document) -> Document:
    return {
        "paragraph": base["paragraph"],
        **{
            section: {name: value for name, value in base[section].items() if name not in gone[section]}
            for section in _FLAT
        },
        **{
            section: {
                name: _without_parts(name, entry, gone[section])
                for name, entry in base[section].items()
                if name not in gone[section]
            }
            for section in (*_NAMED, "paytables")
        },
    }


def _parts(section: Document) -> set[str]:
    """What may be removed: an entry, a field of it, or a line of a pay table."""
    parts = set(section)
    for name, entry in section.items():
        parts.update(f"{name}.{part}" for part in (*entry, *(row["key"] for row in entry.get("lines", []))))
    return parts


def _without_parts(name: str, entry: Document, gone: set[str]) -> Document:
    kept = {field: value for field, value in entry.items() if f"{name}.{field}" not in gone}
    if "lines" in kept:
        kept["lines"] = [row for row in kept["lines"] if f"{name}.{row['key']}" not in gone]
    return kept


def _overlay(path: Path, section: str, base: Document, own: object) -> Document:
    """Named entries field by field: what the successor does not say stays."""
    merged = dict(base)
    for table in Table(path, section, own).tables():
        name = table.key.partition(".")[2]
        _check_corrected(table, name, base, _WHOLE[section])
        merged[name] = {**base.get(name, {}), **table.content}
    return merged


def _check_corrected(table: Table, name: str, base: Collection[str], needed: str) -> None:
    """An entry that the predecessor lacks and that is not whole is a slip of the pen."""
    if name not in base and needed not in table.content:
        problem = f"the predecessor has none of this name, {suggest(name, base)} (a new one needs {needed!r})"
        raise EditionError(table.file, table.key, problem)


def _paragraphs(path: Path, base: list[Document], own: object) -> list[Document]:
    """All paragraphs in the order of their numbers; an entry for a known number corrects it."""
    found: dict[str, Document] = {}
    for row in base:
        if found.setdefault(row["number"], row) is not row:
            problem = f"two paragraphs become {row['number']}; renumber or remove the other too"
            raise EditionError(path, "renumbered", problem)
    for table in rows_of(path, "paragraph", own):
        number = table.text("number")
        found[number] = {**found.get(number, {}), **table.content}
    return sorted(found.values(), key=lambda row: in_document_order(row["number"]))


def _paytables(path: Path, base: Document, own: object) -> Document:
    """Pay tables line by line: a known line is corrected, a new one goes to the end or `after` another."""
    merged = dict(base)
    for table in Table(path, "paytables", own).tables():
        name = table.key.partition(".")[2]
        _check_corrected(table, name, base, _WHOLE["paytables"])
        known = merged.get(name, {})
        lines = {row["key"]: row for row in known.get("lines", [])}
        for row in rows_of(path, f"{table.key}.lines", table.content.get("lines", [])):
            lines = _with_line(row, lines)
        merged[name] = {**known, **table.content, "lines": list(lines.values())}
    return merged


def _with_line(row: Table, lines: dict[str, Document]) -> dict[str, Document]:
    key, place = row.text("key"), row.text_or_none("after")
    _check_corrected(row, key, lines, "words")
    line = {**lines.get(key, {}), **{name: value for name, value in row.content.items() if name != "after"}}
    if place is None:
        return lines | {key: line}
    if place not in lines:
        raise row.error("after", f"there is no line {place!r}; {suggest(place, lines)}")
    placed: dict[str, Document] = {}
    for name, other in lines.items():
        if name != key:
            placed[name] = other
        if name == place:
            placed[key] = line
    return placed


def rows_of(path: Path, section: str, rows: object) -> list[Table]:
    """The entries of a section that is written as `[[section]]`, each called by what a person knows it by."""
    if not isinstance(rows, list):
        raise EditionError(path, section, f"should be written as [[{section}]], once for each")
    return [Table(path, _called(section, place, row), row) for place, row in enumerate(rows, start=1)]


def _called(section: str, place: int, row: object) -> str:
    match row:
        case {"number": str(number)} if number:
            return f"paragraph {number}"
        case {"key": str(key)} if key:
            return f"{section.removesuffix('.lines')}.{key}"
        case {"subject": str(subject)} if subject:
            return f"change {subject!r}"
    return f"{section}[{place}]"
