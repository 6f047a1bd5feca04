"""Pages know no game: outside `layouts/` nothing looks into a view or knows a command by its name."""

import re
from collections.abc import Iterator
from pathlib import Path

import croupier

WEB = Path(croupier.__file__).parent / "web"
_IN_A_VIEW = re.compile(
    r"(?<![-\w])view(?:\?\.|\.|\?\.\[|\[)[\w\[(\"']|\{[^{}]*\bview\b[^{}]*\} = (?!this\.(?:seen|last)\b)"
)
_COMMAND = re.compile(
    r"\bcommand(?:\?\.)? *(?:===|!==) *[\"'`]|\.command\)? *\.(?:startsWith|includes|match)\("
)
# The link's own page reads the view of the link, which belongs to no game.
_OF_THE_LINK = re.compile(r"\bdesk\??\.view\b")


def _lines() -> Iterator[tuple[str, str]]:
    for file in sorted(WEB.rglob("*.js")):
        name = file.relative_to(WEB).as_posix()
        if not name.startswith(("layouts/", "core/words/")):
            for number, line in enumerate(file.read_text().splitlines(), 1):
                yield f"{name}:{number}", line


def test_no_page_looks_into_a_view() -> None:
    looking = [
        f"{where} {line.strip()}" for where, line in _lines() if _IN_A_VIEW.search(_OF_THE_LINK.sub("", line))
    ]
    assert looking == [], "ask layouts/knows.js"


def test_no_page_knows_a_command_by_its_name() -> None:
    knowing = [f"{where} {line.strip()}" for where, line in _lines() if _COMMAND.search(line)]
    assert knowing == []


def test_who_looks_is_found() -> None:
    for line in (
        "scene.view.boxes",
        "view?.areas?.[place]",
        "const {view, you} = scene;",
        'view["seats"]',
    ):
        assert _IN_A_VIEW.search(line), line
    for line in ('option.command === "Fold"', "each.command.startsWith(name)"):
        assert _COMMAND.search(line), line
