"""Reading one table of an edition file: no unknown field, none missing, each of its type."""

from collections.abc import Collection, Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any

from croupier.rulebook.errors import EditionError, suggest

_NAMES: Mapping[type, str] = {
    str: "text",
    int: "a whole number",
    bool: "true or false",
    list: "a list",
    dict: "a table",
}


class Table:
    """A table of the file and where it stands, so that every complaint says where."""

    def __init__(self, file: Path, key: str, content: object) -> None:
        self.file, self.key = file, key
        if not isinstance(content, dict):
            raise EditionError(file, key, f"should be a table, not {content!r}")
        self.content: dict[str, Any] = content

    def only(self, fields: Collection[str]) -> None:
        """Refuse any field that is not one of these."""
        for name in self.content:
            if name not in fields:
                raise self.error(name, f"unknown field; {suggest(name, fields)}")

    def text(self, name: str, default: str | None = None) -> str:
        value = self._get(name, str, default)
        if not isinstance(value, str):
            raise self.error(name, f"should be text, not {value!r}")
        if not value.strip():
            raise self.error(name, "is empty: it has to be filled in")
        return value

    def text_or_none(self, name: str) -> str | None:
        return self.text(name) if name in self.content else None

    def integer(self, name: str) -> int:
        value = self._get(name, int, None)
        if type(value) is not int:
            raise self.error(name, f"should be a whole number, not {value!r}")
        return value

    def texts(self, name: str, default: tuple[str, ...] | None = None) -> tuple[str, ...]:
        """A list of different texts; empty only where a default allows it to be left out."""
        value = self._get(name, list, list(default) if default is not None else None)
        if not isinstance(value, list) or not all(isinstance(item, str) for item in value):
            raise self.error(name, f"should be a list of texts, not {value!r}")
        if not value and default is None:
            raise self.error(name, "is empty; it should list at least one")
        if len(set(value)) < len(value):
            raise self.error(name, "lists the same thing twice")
        return tuple(value)

    def one_of(self, name: str, allowed: Collection[str]) -> str:
        value = self._get(name, str, None)
        if value not in allowed:
            near = f", {suggest(str(value), allowed)}" if get_close_matches(str(value), allowed) else ""
            raise self.error(name, f"{value!r} is not allowed{near}; allowed: {', '.join(allowed)}")
        return str(value)

    def raw(self, name: str) -> Any:
        """A value whose type depends on another field."""
        if name not in self.content:
            raise self.error(name, "missing")
        return self.content[name]

    def tables(self) -> list["Table"]:
        """Every field of this table as a table of its own."""
        return [Table(self.file, f"{self.key}.{name}", content) for name, content in self.content.items()]

    def error(self, name: str, problem: str) -> EditionError:
        between = ": " if " " in self.key else "."  # paragraph 5.12: gist, but settings.rake.max
        return EditionError(self.file, f"{self.key}{between}{name}" if self.key else name, problem)

    def _get(self, name: str, kind: type, default: object) -> object:
        if name in self.content:
            return self.content[name]
        if default is None:
            raise self.error(name, f"missing; it should be {_NAMES[kind]}")
        return default
