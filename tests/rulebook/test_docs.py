"""The page about the format speaks of every section and field that the loader knows."""

from pathlib import Path

import pytest

from croupier.rulebook import REQUIRED_RULES
from croupier.rulebook.load import FIELDS

PAGE = (Path(__file__).parents[2] / "docs" / "rulebook.md").read_text(encoding="utf-8")


@pytest.mark.parametrize(("section", "field"), [(name, field) for name in FIELDS for field in FIELDS[name]])
def test_field_is_documented_under_its_section(section: str, field: str) -> None:
    heading = "paytables" if section == "lines" else section
    part = next(part for part in PAGE.split("\n## ") if part.lstrip("`[").startswith(heading))
    assert f"`{field}`" in part


@pytest.mark.parametrize("section", ["rules", "policies"])
def test_section_is_documented(section: str) -> None:
    assert f"\n## `[{section}]`\n" in PAGE


@pytest.mark.parametrize("key", REQUIRED_RULES)
def test_required_key_is_documented(key: str) -> None:
    assert f"`{key}`" in PAGE
