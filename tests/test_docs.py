"""What a person can use is documented."""

import doctest
import re
from pathlib import Path

import pytest

from croupier.cli import app
from croupier.table.scenario.expectation import _CHECKS
from croupier.table.scenario.script import _HEADER

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
