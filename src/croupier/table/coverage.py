"""Which scenarios and tests exercise which paragraph."""

import ast
import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec import Struct

from croupier.rulebook import Edition, Paragraph, Reading, Setting
from croupier.rulebook.edition import Value
from croupier.rulebook.settings import alternatives, read_value, write_value
from croupier.table.catalogue import Catalogue
from croupier.table.scenario import SUFFIX, Script, play, read_script

_MARKER = "paragraphs"


class Witness(Struct, frozen=True):
    """Something that exercises a paragraph: a scenario that claims and cites it, or a marked test."""

    edition: str
    paragraph: str
    where: str


class Row(Struct, frozen=True):
    """One paragraph and who exercises it."""

    paragraph: Paragraph
    witnesses: tuple[str, ...]

    @property
    def is_executable(self) -> bool:
        return self.paragraph.executable != "no"

    @property
    def is_missing(self) -> bool:
        return self.is_executable and not self.witnesses


def coverage(edition: Edition, witnesses: Iterable[Witness]) -> list[Row]:
    """Every paragraph of the edition with its witnesses."""
    found: dict[str, list[str]] = {number: [] for number in edition.paragraphs}
    for witness in witnesses:
        if witness.edition == edition.id and witness.paragraph in found:
            found[witness.paragraph].append(witness.where)
    return [
        Row(paragraph, tuple(dict.fromkeys(found[number])))
        for number, paragraph in edition.paragraphs.items()
    ]


def scenario_witnesses(directory: Path, catalogue: Catalogue, game: str) -> Iterator[Witness]:
    """Scenarios that pass, for the paragraphs they claim; play makes sure that a claim is cited."""
    for path in sorted(directory.rglob(f"*{SUFFIX}")):
        script = read_script(path)
        for edition in script.editions:
            if edition.partition("@")[0] == game:
                performance = play(script, edition, catalogue.game, catalogue.rules)
                if performance.passed:
                    where = path.relative_to(directory.parent).as_posix()
                    yield from (Witness(edition, number, where) for number in performance.covered)


class Shown(Struct, frozen=True):
    """A reading: what relies on it, and for each alternative what plays by it."""

    reading: Reading
    witnesses: tuple[str, ...]
    alternatives: dict[str, tuple[str, ...]]  # "min_open_bet lowest_chip": its scenarios


def readings_shown(edition: Edition, scenarios: Path, tests: Path) -> list[Shown]:
    """Every reading of the edition with what shows it. Limits and amounts are no alternatives."""
    played = [(path, read_script(path)) for path in sorted(scenarios.rglob(f"*{SUFFIX}"))]
    played = [(path, script) for path, script in played if edition.id in script.editions]
    texts = {path: path.read_text() for path in sorted(tests.glob("*/**/test_*.py"))}
    found = []
    for reading in edition.readings.values():
        relying = [_where(path, scenarios) for path, script in played if reading.id in script.assumes]
        relying += [
            _where(path, tests) for path, text in texts.items() if re.search(rf"\b{reading.id}\b", text)
        ]
        chosen_by: dict[str, tuple[str, ...]] = {}
        for setting in (edition.settings[name] for name in reading.settings):
            for value in alternatives(setting, setting.default):
                chosen = f"{setting.name} {write_value(setting.type, value)}"
                chosen_by[chosen] = tuple(
                    _where(path, scenarios) for path, script in played if _is_set(script, setting, value)
                )
        found.append(Shown(reading, tuple(relying), chosen_by))
    return found


def _is_set(script: Script, setting: Setting, value: Value) -> bool:
    given = [line.text.partition(" ") for line in script.settings]
    return any(read_value(setting.type, text) == value for name, _, text in given if name == setting.name)


def _where(path: Path, directory: Path) -> str:
    return path.relative_to(directory.parent).as_posix()


def marked_test_witnesses(directory: Path) -> Iterator[Witness]:
    """Tests marked with @pytest.mark.paragraphs("rws-poker@7 3.5", ...)."""
    for path in sorted(directory.rglob("test_*.py")):
        where, text = path.relative_to(directory.parent).as_posix(), path.read_text()
        if _MARKER not in text:
            continue
        for function in ast.walk(ast.parse(text)):
            if isinstance(function, ast.FunctionDef | ast.ClassDef):
                for name in _marked(function):
                    edition, _, paragraph = name.partition(" ")
                    yield Witness(edition, paragraph, f"{where}::{function.name}")


def _marked(function: ast.FunctionDef | ast.ClassDef) -> Iterator[str]:
    for decorator in function.decorator_list:
        if isinstance(decorator, ast.Call) and ast.unparse(decorator.func).endswith(f"mark.{_MARKER}"):
            for argument in decorator.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value
