"""What ships is complete, needs nothing from elsewhere, and speaks of paragraphs that exist."""

import functools
import json
import re
from pathlib import Path

import pytest

import croupier
from croupier.cards import new_seed
from croupier.games import catalogue
from croupier.rulebook import library
from croupier.server.lessons import read
from croupier.table import Accepted, Actor, Phrasebook, Refusal, Role
from tests.web.playing import EDITIONS

WEB = Path(croupier.__file__).parent / "web"
_CODE = sorted(path for path in WEB.rglob("*") if path.suffix in (".js", ".css", ".html", ".json", ".svg"))


def test_the_pages_can_be_installed_as_an_app() -> None:
    """Every picture of the manifest is there, in the size that it says, and one may be cut to any shape."""
    manifest = json.loads((WEB / "manifest.json").read_text())
    for icon in manifest["icons"]:
        body = (WEB / icon["src"].lstrip("/")).read_bytes()
        if icon["type"] == "image/png":
            wide, high = (int.from_bytes(body[at : at + 4], "big") for at in (16, 20))
            assert icon["sizes"] == f"{wide}x{high}"
    assert [icon["sizes"] for icon in manifest["icons"] if icon.get("purpose") == "maskable"] == ["512x512"]
    assert (WEB / "icons/icon-apple.png").exists()


@pytest.mark.parametrize("path", _CODE, ids=lambda path: path.relative_to(WEB).as_posix())
def test_nothing_is_fetched_from_elsewhere(path: Path) -> None:
    addresses = re.findall(
        r"""(?:src|href|url|from|import|fetch)\W{1,3}(https?://[^"')\s]+)""", path.read_text()
    )
    assert addresses == []


@pytest.mark.parametrize("path", sorted(WEB.rglob("*.js")), ids=lambda path: path.relative_to(WEB).as_posix())
def test_every_import_leads_somewhere(path: Path) -> None:
    found = re.findall(r"""^(?:import|await import)[^"]*"([^"]+)"\)?;""", path.read_text(), re.MULTILINE)
    missing = [name for name in found if not (path.parent / name).exists()]
    assert missing == []


def _imports(path: Path) -> set[Path]:
    found = re.findall(r"""^import[^"]*"([^"]+)";""", path.read_text(), re.MULTILINE)
    return {(path.parent / name).resolve() for name in found}


def _late(path: Path) -> set[Path]:
    """What comes when the first of its kind is wanted."""
    found = re.findall(r"""\blate\("[a-z-]+", \(\) => [^;]*?import\("([^"]+)"\)""", path.read_text())
    return {(path.parent / name).resolve() for name in found}


def test_what_is_fetched_ahead_is_what_a_page_is_made_of() -> None:
    """All of it, or files come one after the other again; nothing else: it would not be used."""
    first = re.findall(r'modulepreload" href="/([^"]+)\.js"', (WEB / "index.html").read_text())
    lists = re.findall(r'"([a-z-]+-page)":\s+"([^"]+)"', (WEB / "core/router.js").read_text())
    assert {page for page, _ in lists} == {"lobby-page", "table-page"}
    for page, parts in lists:
        whole, due = set[Path](), [(WEB / f"pages/{page}.js").resolve()]
        while due:
            path = due.pop()
            due += _imports(path) - whole
            whole.add(path)
        needed = {path.relative_to(WEB).with_suffix("").as_posix() for path in whole} - set(first)
        assert sorted(parts.split()) == sorted(needed), page


@functools.cache
def _makers() -> dict[str, Path]:
    """Which file makes an element."""
    return {
        tag: file.resolve()
        for file in WEB.rglob("*.js")
        for tag in re.findall(r"""customElements\.define\("([a-z-]+)\"""", file.read_text())
    }


@pytest.mark.parametrize("path", sorted(WEB.rglob("*.js")), ids=lambda path: path.relative_to(WEB).as_posix())
def test_whoever_draws_an_element_imports_it(path: Path) -> None:
    """Pages come one by one: what nobody has imported yet would stay an empty tag."""
    makers = _makers()
    drawn = set(re.findall(r"""\bh\(\s*"([a-z]+(?:-[a-z]+)+)\"""", path.read_text())) & makers.keys()
    known = _imports(path) | {path.resolve()}
    known |= {each for file in known for each in _late(file)}
    assert sorted(tag for tag in drawn if makers[tag] not in known) == []


def test_every_route_has_its_page_and_every_page_its_route() -> None:
    routed = set(re.findall(r"""route\("[^"]+", "([a-z/-]+)\"""", (WEB / "app.js").read_text()))
    assert routed | {"nowhere-page"} == {
        path.relative_to(WEB / "pages").with_suffix("").as_posix() for path in (WEB / "pages").rglob("*.js")
    }


def test_what_is_fetched_ahead_is_what_every_page_needs() -> None:
    ahead = re.findall(r'rel="modulepreload" href="/([^"]+)"', (WEB / "index.html").read_text())
    needed = {WEB / "elements" / "floor-app.js", WEB / "core" / "page.js", *_imports(WEB / "app.js")}
    found = set[Path]()
    while needed:
        path = needed.pop()
        found.add(path)
        needed |= _imports(path) - found
    assert {(WEB / name).resolve() for name in ahead} == {path.resolve() for path in found}


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_edition_can_be_learned(edition: str) -> None:
    paragraphs = library().get(edition).paragraphs
    lessons = json.loads((WEB / "lessons" / f"{edition}.json").read_text())["lessons"]
    assert len(lessons) >= 25
    assert len({each["id"] for each in lessons}) == len(lessons)
    assert [each["paragraph"] for each in lessons if each["paragraph"] not in paragraphs] == []
    assert {each["kind"] for each in lessons} == {"next", "not", "trouble"}
    wrong = [each for each in lessons if each["kind"] == "trouble"]
    assert len(wrong) >= 25, "lessons about something that went wrong"
    assert {paragraphs[each["paragraph"]].kind for each in wrong} == {"irregularity"}
    assert {each["follows"] for each in wrong} == {"on", "asked", "void"}
    assert all(bool(each["asked"]) == (each["follows"] == "asked") for each in wrong)


@pytest.mark.parametrize("edition", EDITIONS)
def test_every_lesson_has_one_right_answer_at_the_table_that_it_shows(edition: str) -> None:
    """The felt is set up from the position alone, and the game itself is asked."""
    for lesson in json.loads((WEB / "lessons" / f"{edition}.json").read_text())["lessons"]:
        table = catalogue().at(lesson["position"], new_seed(8))
        by = Actor(lesson["by"], Role(lesson["role"]), lesson["place"])
        game, rules, state = table.game, table.rules, table.state
        if lesson["kind"] == "trouble":
            outcome = table.decide(Phrasebook(game.commands).read(str(read(lesson["said"])), by, 0))
            assert isinstance(outcome, Accepted), lesson["id"]
            asked = game.decisions(rules, outcome.state)
            assert [each.role for each in asked[:1]] == [each for each in [lesson["asked"]] if each]
            cited = {c.paragraph for matter in asked for c in matter.citations}
            cited |= {c.paragraph for event in outcome.events for c in event.citations}
            assert set(lesson["paragraphs"]) <= cited
            is_void = any(event.voids_round for event in outcome.events)
            assert lesson["follows"] == ("asked" if asked else "void" if is_void else "on")
            continue
        offered = {option.words for option in game.options(rules, state, by)}
        words = [str(read(each["words"])) for each in lesson["buttons"]]
        right = words.pop(lesson["right"])
        if lesson["kind"] == "next":
            routine = game.routine(rules, state)
            assert routine is not None
            assert routine.words == right, lesson["id"]
            assert lesson["paragraph"] in {each.paragraph for each in routine.citations}
            for other in words:
                refused = table.decide(Phrasebook(game.commands).read(other, by, 0))
                assert isinstance(refused, Refusal), (lesson["id"], other)
            continue
        assert set(words) <= offered, lesson["id"]
        outcome = table.decide(Phrasebook(game.commands).read(right, by, 0))
        assert isinstance(outcome, Refusal), lesson["id"]
        assert lesson["paragraph"] == outcome.citations[0].paragraph
        assert read(lesson["reason"]) == outcome.reason, lesson["id"]
        hands = re.sub(r"burnt=(\?\?)+", "", lesson["position"])  # a Burnt Card is hidden one by one
        assert "????" in hands or "??" not in hands
