"""Which scenarios and tests exercise which paragraph."""

import ast
from collections.abc import Iterable, Iterator
from pathlib import Path

from msgspec import Struct

from croupier.rulebook import Edition, Paragraph
from croupier.table.catalogue import Catalogue
from croupier.table.scenario import SUFFIX, play, read_script

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
