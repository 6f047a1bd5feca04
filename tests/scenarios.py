"""Scenarios as pytest items: one per file and edition, failing with the line and what was found."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from croupier.table import Catalogue
from croupier.table.scenario import SUFFIX, Performance, play, read_script


class ScenarioFile(pytest.File):
    catalogue: Catalogue

    @classmethod
    def collect_from(
        cls, path: Path, parent: pytest.Collector, catalogue: Catalogue
    ) -> "ScenarioFile | None":
        if path.suffix != SUFFIX:
            return None
        file = cls.from_parent(parent, path=path)
        file.catalogue = catalogue
        return file

    def collect(self) -> Iterator[pytest.Item]:
        script = read_script(self.path)
        for edition in script.editions:
            yield ScenarioItem.from_parent(self, name=edition)


class ScenarioFailed(Exception):  # noqa: N818 - the outcome of a test
    pass


class ScenarioItem(pytest.Item):
    def runtest(self) -> None:
        assert isinstance(self.parent, ScenarioFile)
        catalogue = self.parent.catalogue
        performance = play(read_script(self.path), self.name, catalogue.game, catalogue.rules)
        if not performance.passed:
            raise ScenarioFailed(report(performance))

    def repr_failure(self, excinfo: pytest.ExceptionInfo[BaseException], style: object = None) -> str:
        if isinstance(excinfo.value, ScenarioFailed):
            return str(excinfo.value)
        return str(super().repr_failure(excinfo))

    def reportinfo(self) -> tuple[Path, int, str]:
        return self.path, 0, f"{self.path.name} [{self.name}]"


def report(performance: Performance) -> str:
    lines = [
        f"{performance.script.path}:{failure.line}: {failure.text}\n    {failure.problem}"
        for failure in performance.failures
    ]
    return "\n".join(lines)
