"""What a person can use is documented."""

import doctest
import re
from pathlib import Path

import pytest

from croupier.cards import CardError
from croupier.cli import app
from croupier.games import catalogue
from croupier.table import Actor, Role
from croupier.table.scenario import play_all, read_script
from croupier.table.scenario.expectation import _CHECKS
from croupier.table.scenario.script import _HEADER
from croupier.table.words import Phrasebook, PhraseError

ROOT = Path(__file__).parents[1]
# The first page of the site leads to generated pages: test_site builds it without a warning.
DOCS = [
    ROOT / "README.md",
    ROOT / "ARCHITECTURE.md",
    *sorted(page for page in (ROOT / "docs").glob("*.md") if page.name != "index.md"),
]


def test_every_command_is_in_the_readme() -> None:
    readme = (ROOT / "README.md").read_text()
    names = [
        command.name or command.callback.__name__ for command in app.registered_commands if command.callback
    ]
    names += [group.name for group in app.registered_groups if group.name]
    assert [name for name in names if not re.search(rf"croupier {name}\b", readme)] == []


def test_every_line_of_a_scenario_is_documented() -> None:
    text = (ROOT / "docs" / "scenarios.md").read_text()
    assert [key for key in _HEADER if f"`{key}:`" not in text] == []
    words = [re.match(r"[a-z ]+", pattern.pattern) for pattern, _ in _CHECKS]
    assert [word[0].strip() for word in words if word and f"`{word[0].strip()}" not in text] == []


@pytest.mark.parametrize("page", DOCS, ids=lambda page: page.name)
def test_links_lead_somewhere(page: Path) -> None:
    links = re.findall(r"\]\((?!http)([^)#]+)", page.read_text())
    assert [link for link in links if not (page.parent / link).exists()] == []


@pytest.mark.parametrize(("name", "least"), [("python.md", 30), ("agents.md", 20)])
def test_the_python_of_the_docs_does_what_it_shows(name: str, least: int) -> None:
    page = ROOT / "docs" / name
    text = re.sub(r"^```.*$", "", page.read_text(), flags=re.MULTILINE)
    shown = doctest.DocTestParser().get_doctest(text, {}, page.name, str(page), 0)
    found = doctest.DocTestRunner().run(shown)
    assert found.attempted > least
    assert found.failed == 0


def _blocks() -> list[tuple[str, str]]:
    """What the pages show in a scenario's words: whole ones, and steps that stand alone."""
    pages = [*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")]
    fenced = re.compile(r"^```\n(.*?)^```$", re.MULTILINE | re.DOTALL)
    return [(page.name, text) for page in sorted(pages) for text in fenced.findall(page.read_text())]


_SCENARIOS = [(page, text) for page, text in _blocks() if text.startswith("scenario:")]
_STEP = re.compile(r"(?:meanwhile )?(?:\w+/)?(?:dealer|supervisor|manager|shift manager): (.+)")


@pytest.mark.parametrize(("page", "text"), _SCENARIOS, ids=[text.splitlines()[0] for _, text in _SCENARIOS])
def test_a_scenario_in_the_docs_is_played(page: str, text: str, tmp_path: Path) -> None:
    file = tmp_path / "shown.scenario"
    file.write_text(text)
    shelf = catalogue()
    for performance in play_all(read_script(file), shelf.game, shelf.rules):
        assert performance.failures == [], page


def test_a_step_in_the_docs_is_understood_by_a_game() -> None:
    shelf, unknown = catalogue(), []
    books = [Phrasebook(shelf.game(game).commands) for game in shelf.games]
    steps = [
        (page, found[1])
        for page, text in _blocks()
        if not text.startswith("scenario:")
        for found in map(_STEP.fullmatch, text.splitlines())
        if found
    ]
    for page, step in steps:
        if not any(_understood(book, step) for book in books):
            unknown.append((page, step))
    assert steps
    assert unknown == []


def _understood(book: Phrasebook, step: str) -> bool:
    try:
        book.read(step, Actor("dealer", Role.DEALER), 0)
    except (PhraseError, CardError):
        return False
    return True
