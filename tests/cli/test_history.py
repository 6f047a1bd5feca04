"""The ledger of paragraphs comes from the history of scenarios."""

import shutil
import subprocess
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from croupier.cli import app

BOOK = Path(__file__).parents[2] / "scenarios" / "rws-poker"
OLD, NEW = BOOK / "settlement" / "walk.scenario", BOOK / "seats" / "joining.scenario"


def croupier(*arguments: str) -> Result:
    return CliRunner().invoke(app, arguments, env={"COLUMNS": "200", "TERM": "dumb"})


def git(folder: Path, *words: str) -> None:
    who = ("-c", "user.name=Ann", "-c", "user.email=ann@example.org")
    subprocess.run(["git", "-C", str(folder), *who, *words], check=True, capture_output=True)


@pytest.fixture
def scenarios(tmp_path: Path) -> Path:
    """A book with one scenario of the last release and one that came afterwards."""
    folder = tmp_path / "scenarios" / "rws-poker"
    folder.mkdir(parents=True)
    git(tmp_path, "init")
    for file in (OLD, NEW):
        shutil.copy(file, folder)
        git(tmp_path, "add", ".")
        git(tmp_path, "commit", "-m", file.stem)
        if file is OLD:
            git(tmp_path, "tag", "v1")
    return folder.parent


def _title(file: Path) -> str:
    return file.read_text().partition("\n")[0].removeprefix("scenario: ")


def test_what_came_since_the_last_release_stands_under_its_paragraphs(scenarios: Path) -> None:
    text = croupier("rules", "history", "rws-poker@7", "--scenarios", str(scenarios)).stdout
    assert _title(NEW) in text
    assert _title(OLD) not in text
    assert "since v1" in text


def test_on_the_day_of_a_release_it_tells_what_that_release_brought(scenarios: Path) -> None:
    git(scenarios, "tag", "v2")
    text = croupier("rules", "history", "rws-poker@7", "--scenarios", str(scenarios)).stdout
    assert _title(NEW) in text
    assert "since v1" in text


def test_a_scenario_that_changed_is_told_apart(scenarios: Path) -> None:
    (scenarios / "rws-poker" / OLD.name).write_text(OLD.read_text() + "# A remark.\n")
    git(scenarios, "commit", "-am", "changed")
    text = croupier("rules", "history", "rws-poker@7", "--scenarios", str(scenarios)).stdout
    (line, *_) = [line for line in text.splitlines() if _title(OLD) in line]
    assert "changed" in line


@pytest.mark.parametrize("since", ["v9", "-v"])
def test_a_release_that_git_does_not_know(since: str, scenarios: Path) -> None:
    found = croupier("rules", "history", "rws-poker@7", f"--since={since}", "--scenarios", str(scenarios))
    assert found.exit_code == 2
    assert "git does not know" in found.stderr
    assert "git tag" in found.stderr
