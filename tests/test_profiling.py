"""The profile of a command counts functions that there are."""

import ast
from pathlib import Path

import pytest

import croupier
from bench.profiling import _LINES

_SOURCES = sorted(Path(croupier.__file__).parent.rglob("*.py"))


@pytest.mark.parametrize(("end", "name"), [each for _, functions in _LINES for each in functions])
def test_every_line_of_the_profile_counts_one_function(end: str, name: str) -> None:
    files = [file for file in _SOURCES if file.as_posix().endswith(f"/{end}")]
    assert len(files) == 1, f"{end} is {len(files)} files"
    tree = ast.walk(ast.parse(files[0].read_text()))
    found = [each for each in tree if isinstance(each, ast.FunctionDef | ast.AsyncFunctionDef)]
    assert [each.name for each in found].count(name) == 1, f"{end} has no function {name}, or several"
