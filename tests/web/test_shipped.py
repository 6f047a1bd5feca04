"""What ships is complete, needs nothing from elsewhere, and speaks of paragraphs that exist."""

import json
import re
from pathlib import Path

import pytest

import croupier
from croupier.rulebook import library
from tests.web.playing import EDITIONS

WEB = Path(croupier.__file__).parent / "web"
_CODE = sorted(path for path in WEB.rglob("*") if path.suffix in (".js", ".css", ".html", ".json", ".svg"))


@pytest.mark.parametrize("path", _CODE, ids=lambda path: path.relative_to(WEB).as_posix())
def test_nothing_is_fetched_from_elsewhere(path: Path) -> None:
    addresses = re.findall(
        r"""(?:src|href|url|from|import|fetch)\W{1,3}(https?://[^"')\s]+)""", path.read_text()
    )
    assert addresses == []


@pytest.mark.parametrize("path", sorted(WEB.rglob("*.js")), ids=lambda path: path.relative_to(WEB).as_posix())
def test_every_import_leads_somewhere(path: Path) -> None:
    found = re.findall(r"""^(?:import|await import).*"([^"]+)"\)?;""", path.read_text(), re.MULTILINE)
    missing = [name for name in found if not (path.parent / name).exists()]
    assert missing == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_can_be_learned(edition: str) -> None:
    paragraphs = library().get(edition).paragraphs
    lessons = [
        each
        for each in json.loads((WEB / "lessons.json").read_text())["lessons"]
        if each["edition"] == edition
    ]
    assert len(lessons) >= 20
    assert [each["paragraph"] for each in lessons if each["paragraph"] not in paragraphs] == []
    assert [each["title"] for each in lessons if not each["command"] or not each["lines"]] == []


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_has_its_par_sheet(edition: str) -> None:
    assert edition in (WEB / "par" / f"{edition}.html").read_text()
