"""The documentation site is built without a warning, fetches nothing, and leads to every page."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.rulebook import Library
from tests.patience import PATIENCE_S

ROOT = Path(__file__).parents[1]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("site")
    done = subprocess.run(
        # Not --quiet: then mkdocs counts no warnings, and --strict has nothing to fail on.
        [sys.executable, "-m", "mkdocs", "build", "--strict", "--site-dir", str(folder)],
        cwd=ROOT,
        capture_output=True,
        text=True,
        timeout=4 * PATIENCE_S,
        check=False,
        env=os.environ | {"NO_MKDOCS_2_WARNING": "1"},
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def test_every_page_of_docs_is_on_the_way_to_somewhere(site: Path) -> None:
    home = (site / "index.html").read_text()
    pages = [path.stem for path in (ROOT / "docs").glob("*.md")]
    assert [page for page in pages if f'href="{page}.html"' not in home and page != "index"] == []


def test_every_edition_has_its_reference(site: Path) -> None:
    for edition in Library().editions():  # without guests that another test has invited
        text = (site / "reference" / "editions" / f"{edition.id}.html").read_text()
        assert [number for number in edition.paragraphs if f"<td>{number}</td>" not in text] == []


_FETCHED = re.compile(r"""<(?:script|link|img)[^>]+(?:src|href)=["']?(https?://[^"' >]+)""")


@pytest.mark.parametrize("page", ["poker", "multilink", "freebet"])
def test_the_page_of_a_game_names_every_reading_that_a_house_may_choose(page: str) -> None:
    text = (ROOT / "docs" / f"{page}.md").read_text()
    books = [book for book in Library().editions() if book.game.partition("-")[2] == page]
    wanted = {name for book in books for name, setting in book.settings.items() if setting.reading}
    assert len(wanted) > 10
    assert sorted(name for name in wanted if f"`{name}`" not in text) == []


def test_nothing_is_fetched_from_elsewhere(site: Path) -> None:
    for page in site.rglob("*.html"):
        assert _FETCHED.findall(page.read_text()) == [], page.name
