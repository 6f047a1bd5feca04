"""Every line of what certified systems must show has a test that names it; docs/house.md lists them."""

import re
from pathlib import Path

ROOT = Path(__file__).parents[2]
LINES = range(1, 35)

_TEST = re.compile(r"def (test_trust_(\d+)_\w+)\(")
_ROW = re.compile(r"^\| (\d+) \|[^|]+\| (.+) \|$", re.MULTILINE)


def _tests() -> dict[int, set[str]]:
    """The tests that name each number, with their files."""
    found: dict[int, set[str]] = {}
    for file in (ROOT / "tests").rglob("test_*.py"):
        for name, number in _TEST.findall(file.read_text()):
            found.setdefault(int(number), set()).add(f"{file.relative_to(ROOT / 'tests')}::{name}")
    return found


def _listed() -> dict[int, list[str]]:
    """What docs/house.md says shows each line."""
    text = (ROOT / "docs" / "house.md").read_text().partition("## What must be shown")[2]
    return {int(number): re.findall(r"`([^`]+)`", tests) for number, tests in _ROW.findall(text)}


def test_every_line_has_a_test_that_names_its_number() -> None:
    assert [number for number in LINES if number not in _tests()] == []
    assert sorted(_tests()) == list(LINES)  # and no test names a number that there is not


def test_the_list_names_tests_that_are_there() -> None:
    listed, there = _listed(), _tests()
    assert sorted(listed) == list(LINES)
    for number, named in listed.items():
        assert named, number
        files = {test.partition("::")[0] for test in there[number]}
        assert set(named) <= files, number
