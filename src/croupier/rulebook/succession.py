"""A successor says only what differs from the edition it is based on; this makes the whole of both.

The file of a successor has the sections of a complete one, each with only what changed, and two of its own:

- `[renumbered]`: old paragraph number = new one. Everything that cites the paragraph follows.
- `[removed]`: per section, the names that are gone; `"table.line"` is a pay line, `"setting.field"` a field.

Both are applied to the predecessor first. Then what the successor gives is laid over it, field by field.
Changes are not inherited: they tell what *this* edition changed.
"""

import re
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, TypeAlias

from croupier.rulebook.errors import EditionError, suggest
from croupier.rulebook.fields import Table

Document: TypeAlias = dict[str, Any]

# Sections that are tables of tables, and those that are rules = paragraphs or policies = names.
_NAMED = ("parameters", "settings", "readings")
_FLAT = ("rules", "policies")
_REMOVABLE = ("paragraphs", "rules", "parameters", "paytables", "policies", "settings", "readings")
SUCCESSION = ("renumbered", "removed")
_INHERITED = ("operator", "title")


def succeed(path: Path, base: Document, own: Document) -> Document:
    """The complete document of a successor: its predecessor's `base` with its `own` differences."""
    whole = _without(path, _renumber(path, base, own.get("renumbered", {})), own.get("removed", {}))
    return {
        "edition": {name: base["edition"][name] for name in _INHERITED} | own["edition"],
        "paragraph": _paragraphs(path, whole["paragraph"], own.get("paragraph", [])),
        **{name: {**whole.get(name, {}), **own.get(name, {})} for name in _FLAT},
        **{name: _overlay(path, name, whole.get(name, {}), own.get(name, {})) for name in _NAMED},
        "paytables": _paytables(path, whole.get("paytables", {}), own.get("paytables", {})),
        "change": own.get("change", []),
    }


def _renumber(path: Path, base: Document, moved: object) -> Document:
    """The predecessor with its paragraphs under their new numbers, wherever they are cited."""
    table = Table(path, "renumbered", moved)
    numbers = {row["number"] for row in base["paragraph"]}
    for old in table.content:
        table.text(old)
        if old not in numbers:
            raise table.error(old, f"the predecessor has no such paragraph; {suggest(old, numbers)}")
    new: Callable[[str], str] = lambda number: table.content.get(number, number)  # noqa: E731
    return {
        "paragraph": [row | {"number": new(row["number"])} for row in base["paragraph"]],
        "rules": {key: [new(number) for number in cited] for key, cited in base["rules"].items()},
        "policies": base.get("policies", {}),
        **{
            section: {name: _moved(entry, new) for name, entry in base.get(section, {}).items()}
            for section in (*_NAMED, "paytables")
        },
    }


def _moved(entry: Mapping[str, Any], new: Callable[[str], str]) -> dict[str, Any]:
    moved = dict(entry)
    if "paragraph" in moved:
        moved["paragraph"] = new(moved["paragraph"])
    if "paragraphs" in moved:
        moved["paragraphs"] = [new(number) for number in moved["paragraphs"]]
    return moved


def _without(path: Path, base: Document, removed: object) -> Document:
    table = Table(path, "removed", removed)
    table.only(_REMOVABLE)
    gone = {section: set(table.texts(section, ())) for section in _REMOVABLE}
    rows = {row["number"]: row for row in base["paragraph"]}
    _all_known(table, "paragraphs", gone["paragraphs"], rows)
    whole: Document = {
        "paragraph": [row for row in base["paragraph"] if row["number"] not in gone["paragraphs"]]
    }
    for section in _FLAT:
        _all_known(table, section, gone[section], base[section])
        whole[section] = {name: value for name, value in base[section].items() if name not in gone[section]}
    for section in (*_NAMED, "paytables"):
        _all_known(table, section, gone[section], _parts(base[section]))
        whole[section] = {
            name: _without_parts(name, entry, gone[section])
            for name, entry in base[section].items()
            if name not in gone[section]
        }
    return whole


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


def _all_known(table: Table, section: str, names: set[str], known: Any) -> None:
    for name in sorted(names):
        if name not in known:
            raise table.error(section, f"the predecessor has no {name!r}; {suggest(name, known)}")


def _overlay(path: Path, section: str, base: Document, own: object) -> Document:
    """Named entries field by field: what the successor does not say stays."""
    given = Table(path, section, own).tables()
    return base | {
        table.key.partition(".")[2]: {**base.get(table.key.partition(".")[2], {}), **table.content}
        for table in given
    }


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
        known = merged.get(name, {})
        lines = {row["key"]: row for row in known.get("lines", [])}
        for row in rows_of(path, f"{table.key}.lines", table.content.get("lines", [])):
            lines = _with_line(row, lines)
        merged[name] = {**known, **table.content, "lines": list(lines.values())}
    return merged


def _with_line(row: Table, lines: dict[str, Document]) -> dict[str, Document]:
    key, place = row.text("key"), row.text_or_none("after")
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
    """The entries of a section that is written as `[[section]]`."""
    if not isinstance(rows, list):
        raise EditionError(path, section, f"should be written as [[{section}]], once for each")
    return [Table(path, f"{section}[{place}]", row) for place, row in enumerate(rows, start=1)]


def in_document_order(number: str) -> tuple[tuple[int, int, str], ...]:
    """Sorts paragraph numbers as documents print them: 1(lead), 1.5, 1.5a, 1.5(tail), 1.10, Appendix A."""
    return tuple(_part(part) for part in re.findall(r"\d+|\(\w+\)|[A-Za-z]+", number))


def _part(part: str) -> tuple[int, int, str]:
    if part.isdigit():
        return (1, int(part), "")
    if part.startswith("("):
        return (3 if part == "(tail)" else 0, 0, part)
    return (4 if part == "Appendix" else 2, 0, part)
