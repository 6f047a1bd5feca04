"""Reading an edition file. It loads whole and consistent, or not at all."""

import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime
from pathlib import Path
from typing import Any, TypeAlias, cast, get_args

from croupier.money import MoneyError, format_money, parse_money, parse_pay
from croupier.rulebook.crosscheck import cross_check
from croupier.rulebook.edition import (
    Change,
    Edition,
    Effect,
    Executable,
    Kind,
    Paragraph,
    Parameter,
    PayLine,
    PayTable,
    Reading,
    Setting,
    Value,
    ValueType,
)
from croupier.rulebook.errors import EditionError, SettingError
from croupier.rulebook.fields import Table
from croupier.rulebook.settings import check_value, read_value
from croupier.rulebook.succession import SUCCESSION, Document, rows_of, succeed

_REQUIRED = ("edition", "paragraph", "rules")
_OPTIONAL = ("parameters", "paytables", "policies", "settings", "readings", "change")

# The fields that each kind of table may have.
_NUMBERS = ("money", "integer", "percent")
FIELDS: Mapping[str, tuple[str, ...]] = {
    "edition": ("id", "game", "version", "operator", "title", "effective", "based_on"),
    "paragraph": ("number", "kind", "executable", "gist"),
    "parameters": ("value", "paragraph", "type", "informative"),
    "paytables": ("paragraph", "lines"),
    "lines": ("key", "pays", "words"),
    "settings": (
        "type",
        "default",
        "min",
        "max",
        "choices",
        "not_below",
        "times",
        "multiple_of",
        "paragraphs",
        "words",
        "reading",
    ),
    "readings": ("title", "paragraphs", "taken", "settings"),
    "change": ("since", "subject", "before", "after", "rules", "effect"),
}


FindFile: TypeAlias = Callable[[str], Path]


def load_edition(path: Path, find: FindFile | None = None) -> Edition:
    """Read and check an edition file; EditionError says what to put right, and where.

    `find` gives the file of the edition that a successor is based on; without it, one that lies beside it.
    """
    document = read_document(path, find or (lambda name: path.with_name(f"{name}.toml")))
    rules = Table(path, "rules", document["rules"])
    policies = Table(path, "policies", document.get("policies", {}))
    parameters = {
        table.key.partition(".")[2]: _parameter(table) for table in _each(path, document, "parameters")
    }
    edition = Edition(
        **_header(path, document),
        file=path,
        paragraphs=_paragraphs(path, document["paragraph"]),
        rules={key: rules.texts(key) for key in rules.content},
        parameters=parameters,
        paytables={
            table.key.partition(".")[2]: _paytable(table) for table in _each(path, document, "paytables")
        },
        policies={key: policies.text(key) for key in policies.content},
        settings={
            table.key.partition(".")[2]: _setting(table)
            for table in _with_numbers(_each(path, document, "settings"), parameters)
        },
        readings={
            table.key.partition(".")[2]: _reading(table) for table in _each(path, document, "readings")
        },
        changes=tuple(_change(table) for table in rows_of(path, "change", document.get("change", []))),
    )
    cross_check(edition)
    return edition


def read_document(path: Path, find: FindFile) -> Document:
    """The complete content of an edition file, with what a successor leaves to its predecessor."""
    own = _parse(path, path.read_text(encoding="utf-8"))
    header = _complete_header(path, own)
    whole = Table(path, "", own)
    based_on = header.text_or_none("based_on")
    if based_on is None:
        whole.only(_REQUIRED + _OPTIONAL)
        for section in _REQUIRED:
            whole.raw(section)
        return own
    whole.only(_REQUIRED + _OPTIONAL + SUCCESSION)
    game, _, version = based_on.partition("@")
    if game != header.text("game") or not version.isdigit() or int(version) >= header.integer("version"):
        raise header.error("based_on", f"{based_on!r} should be an earlier version of {header.text('game')}")
    found = find(based_on)
    if not found.is_file():
        raise header.error("based_on", f"there is no edition {based_on!r} here")
    return succeed(path, read_document(found, find), own)


def read_effective(path: Path) -> datetime:
    """Only the moment from which an edition is in force, without reading its paragraphs."""
    lines: list[str] = []
    with path.open(encoding="utf-8") as file:
        for line in file:
            if line.startswith("[") and not line.startswith("[edition]"):
                break
            lines.append(line)
    return _effective(_complete_header(path, _parse(path, "".join(lines))))


def _parse(path: Path, text: str) -> dict[str, Any]:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise EditionError(path, "file", f"is not valid TOML: {error}") from None


def _each(path: Path, document: Mapping[str, Any], section: str) -> list[Table]:
    return Table(path, section, document.get(section, {})).tables()


def _complete_header(path: Path, document: Document) -> Table:
    """The header, game and version taken from the id where a successor leaves them out."""
    if next(iter(document), None) != "edition":
        raise EditionError(path, "edition", "should be the first section of the file")
    table = Table(path, "edition", document["edition"])
    table.only(FIELDS["edition"])
    if "based_on" in table.content:
        game, _, version = table.text("id").partition("@")
        table.content.setdefault("game", game)
        table.content.setdefault("version", int(version) if version.isdigit() else version)
    return table


def _header(path: Path, document: Document) -> dict[str, Any]:
    table = _complete_header(path, document)
    game, version = table.text("game"), table.integer("version")
    if table.text("id") != f"{game}@{version}":
        raise table.error("id", f"should be {game}@{version}, from game and version")
    if path.name != f"{game}@{version}.toml":
        raise table.error("id", f"the file should be called {game}@{version}.toml")
    return {
        "id": table.text("id"),
        "game": game,
        "version": version,
        "operator": table.text("operator"),
        "title": table.text("title"),
        "effective": _effective(table),
        "based_on": table.text_or_none("based_on"),
    }


def _effective(header: Table) -> datetime:
    effective = header.raw("effective")
    if not isinstance(effective, datetime) or effective.utcoffset() is None:
        raise header.error(
            "effective", "should be a date and time with its offset, like 2023-04-19T08:00:00+08:00"
        )
    return effective


def _paragraphs(path: Path, rows: object) -> dict[str, Paragraph]:
    paragraphs: dict[str, Paragraph] = {}
    for row in rows_of(path, "paragraph", rows):
        row.only(FIELDS["paragraph"])
        number = row.text("number")
        if number in paragraphs:
            raise row.error("number", f"paragraph {number} is already there")
        kind = cast(Kind, row.one_of("kind", get_args(Kind)))
        executable = cast(Executable, row.one_of("executable", get_args(Executable)))
        paragraphs[number] = Paragraph(number, kind, executable, row.text("gist"))
    return paragraphs


def _parameter(table: Table) -> Parameter:
    table.only(FIELDS["parameters"])
    value, is_money = table.raw("value"), "type" in table.content
    if is_money:
        table.one_of("type", ("money",))
        value = _money(table, "value")
    elif isinstance(value, list) and all(type(item) is int for item in value):
        value = tuple(value)
    elif not isinstance(value, bool | int | str):
        raise table.error(
            "value", f"should be a whole number, text, true, false or whole numbers, not {value!r}"
        )
    return Parameter(
        name=table.key.partition(".")[2],
        value=value,
        paragraph=table.text("paragraph"),
        is_money=is_money,
        informative=table.text_or_none("informative"),
    )


def _money(table: Table, name: str) -> int:
    try:
        return parse_money(table.text(name))
    except MoneyError as error:
        raise table.error(name, str(error)) from None


def _paytable(table: Table) -> PayTable:
    table.only(FIELDS["paytables"])
    lines: dict[str, PayLine] = {}
    for row in rows_of(table.file, f"{table.key}.lines", table.raw("lines")):
        row.only(FIELDS["lines"])
        key = row.text("key")
        if key in lines:
            raise row.error("key", f"line {key!r} is already there")
        try:
            lines[key] = PayLine(key, parse_pay(row.text("pays")), row.text("words"))
        except MoneyError as error:
            raise row.error("pays", str(error)) from None
    if not lines:
        raise table.error("lines", "is empty; it should list at least one")
    return PayTable(table.key.partition(".")[2], table.text("paragraph"), tuple(lines.values()))


def _with_numbers(tables: Iterable[Table], parameters: Mapping[str, Parameter]) -> Iterator[Table]:
    """Settings in which a number of the document may stand by its name: max = "rake_ceiling"."""
    for table in tables:
        if table.content.get("type") in _NUMBERS:
            content = {name: _number(given, parameters) for name, given in table.content.items()}
            table = Table(table.file, table.key, content)
        yield table


def _number(given: object, parameters: Mapping[str, Parameter]) -> object:
    if isinstance(given, list):
        return [_number(item, parameters) for item in given]
    if isinstance(given, str) and given in parameters:
        found = parameters[given]
        return format_money(found.value) if found.is_money else str(found.value)  # type: ignore[arg-type]
    return given


def _setting(table: Table) -> Setting:
    table.only(FIELDS["settings"])
    kind = cast(ValueType, table.one_of("type", get_args(ValueType)))
    setting = Setting(
        name=table.key.partition(".")[2],
        type=kind,
        default=_value(table, kind, "default", table.raw("default")),
        paragraphs=table.texts("paragraphs"),
        words=table.text("words"),
        minimum=_value(table, kind, "min", table.raw("min")) if "min" in table.content else None,
        maximum=_value(table, kind, "max", table.raw("max")) if "max" in table.content else None,
        choices=_choices(table, kind),
        not_below=table.text_or_none("not_below"),
        times=int(table.text_or_none("times") or 1),
        multiple_of=table.text_or_none("multiple_of"),
        reading=table.text_or_none("reading"),
    )
    try:
        check_value(setting, setting.default)
    except SettingError as error:
        raise table.error("default", str(error).partition(": ")[2]) from None
    return setting


def _choices(table: Table, kind: ValueType) -> tuple[Value, ...]:
    if kind == "choice" and "choices" not in table.content:
        raise table.error("choices", "missing; a choice should list them")
    choices = table.content.get("choices", [])
    if not isinstance(choices, list):
        raise table.error("choices", f"should be a list, not {choices!r}")
    return tuple(_value(table, kind, "choices", choice) for choice in choices)


def _value(table: Table, kind: ValueType, name: str, given: object) -> Value:
    if kind == "money" and not isinstance(given, str):
        raise table.error(name, f'money is written as text with cents, like "5.00", not {given!r}')
    try:
        return read_value(kind, given)
    except ValueError as error:
        raise table.error(name, str(error)) from None


def _reading(table: Table) -> Reading:
    table.only(FIELDS["readings"])
    return Reading(
        id=table.key.partition(".")[2],
        title=table.text("title"),
        paragraphs=table.texts("paragraphs"),
        taken=table.text("taken"),
        settings=table.texts("settings", ()),
    )


def _change(table: Table) -> Change:
    table.only(FIELDS["change"])
    return Change(
        since=table.text("since"),
        subject=table.text("subject"),
        before=table.text("before"),
        after=table.text("after"),
        rules=table.texts("rules"),
        effect=cast(Effect, table.one_of("effect", get_args(Effect))),
    )
