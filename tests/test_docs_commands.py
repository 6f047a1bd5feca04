"""Every command that the documentation shows is one that the program takes; those that only read are run."""

import re
import shlex
from collections.abc import Iterator
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner

from croupier.cli import app

ROOT = Path(__file__).parents[1]
PAGES = sorted([*ROOT.glob("*.md"), *(ROOT / "docs").rglob("*.md")])
_SHOWN = re.compile(r"^(?: {4,}|\$ )(?:\.venv/bin/)?croupier( .*)?$", re.MULTILINE)
_INLINE = re.compile(r"`croupier ([a-z][^`\n]*)`")
_COMMANDS = typer.main.get_command(app)
# What only reads, and soon.
_RUN = re.compile(r"^(--version|--help|rules (list|show|diff|settings)\b|run scenarios/\S+\.scenario)")


def _alternatives(line: str) -> Iterator[list[str]]:
    """`round show|replay ID` and `backup | restore` are several commands."""
    words = shlex.split(re.sub(r"\s*\|\s*", "|", line), comments=True)
    at = next((n for n, word in enumerate(words) if "|" in word and not word.startswith("-")), None)
    if at is None:
        yield words
        return
    for choice in words[at].split("|"):
        yield [*words[:at], choice, *words[at + 1 :]]


def _shown() -> list[tuple[str, list[str]]]:
    """Whole lines, meant to be typed."""
    return [
        (page.name, words)
        for page in PAGES
        if page.name != "CHANGELOG.md"
        for line in _SHOWN.findall(page.read_text())
        for words in _alternatives(line)
    ]


def shown_lines() -> list[list[str]]:
    """The words of each, without the name of the program."""
    return [words for _, words in _shown()]


def _mentioned() -> list[tuple[str, list[str]]]:
    """Commands within a sentence, which need not be complete."""
    return [
        (page.name, words)
        for page in PAGES
        for line in _INLINE.findall(page.read_text())
        for words in _alternatives(line)
    ]


def _name(value: str | list[str]) -> str:
    return value if isinstance(value, str) else " ".join(value)[:70]


def _resolved(words: list[str]) -> tuple[typer.core.TyperCommand, list[str]]:
    """The command that is meant, and what is left for it."""
    found, left = _COMMANDS, list(words)
    while left and hasattr(found, "commands") and left[0] in found.commands:
        found = found.commands[left.pop(0)]
    assert not (hasattr(found, "commands") and left and not left[0].startswith("-")), (
        f"there is no command {' '.join(words)!r}; there are {', '.join(found.commands)}"
    )
    return found, left  # type: ignore[return-value]


@pytest.mark.parametrize(("where", "words"), _shown(), ids=_name)
def test_a_command_that_is_shown_is_taken(where: str, words: list[str]) -> None:
    command, left = _resolved(words)
    if left and left[0] in ("--version", "--help", "--install-completion", "-h"):
        return
    if hasattr(command, "commands"):
        return
    command.make_context(words[0], left)  # an unknown option or a missing argument is an error


@pytest.mark.parametrize(("where", "words"), _mentioned(), ids=_name)
def test_a_command_that_is_mentioned_exists(where: str, words: list[str]) -> None:
    command, left = _resolved(words)
    known = {name for each in command.params for name in (*each.opts, *each.secondary_opts)} | {
        "--help",
        "-h",
    }
    used = {word.partition("=")[0] for word in left if re.match(r"--?[a-z]", word)}
    assert used <= known


def _reading() -> list[str]:
    return sorted({" ".join(words) for _, words in _shown() if _RUN.match(" ".join(words))})


@pytest.mark.parametrize("line", _reading())
def test_a_command_that_reads_does_so(line: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(ROOT)
    done = CliRunner().invoke(app, shlex.split(line))
    assert done.exit_code == 0, done.output
