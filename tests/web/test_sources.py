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
_IN_AN_EVENT = re.compile(r"\bevent\??\.(?:cards|hands|ranking|results|winnings|won|pot|seat|box|area)\b")
# Words are there to be read by people: nothing is to be found out from them.
_ON_WORDS = re.compile(
    r"\b(?:words|label|reason|ranking|hands\[[^\]]*\]|optionWords\([^)]*\)) *\)?\??\."
    r"(?:split|match|startsWith|endsWith|includes|indexOf)\("
    r"|\.(?:test|exec)\([\w.?]*\b(?:words|label|reason|ranking|said|where|destinations?)\b"
    r"|(?:\b(?:words|label|reason|ranking|where)|optionWords\(.*\)) *\)?\.replace(?:All)?\("
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


def test_no_page_looks_into_an_event_of_a_game() -> None:
    looking = [f"{where} {line.strip()}" for where, line in _lines() if _IN_AN_EVENT.search(line)]
    assert looking == [], "ask layouts/knows.js"


# Who searches reads words, and a full stop may be put behind them.
_MAY_READ = ("core/search.js", "core/words/")
_FULL_STOP = '.replace(/[.:;]?$/, ".")'


def test_nothing_is_found_out_from_words() -> None:
    reading = [
        f"{file.relative_to(WEB).as_posix()}:{number} {line.strip()}"
        for file in sorted(WEB.rglob("*.js"))
        if not file.relative_to(WEB).as_posix().startswith(_MAY_READ)
        for number, line in enumerate(file.read_text().splitlines(), 1)
        if _ON_WORDS.search(line.replace(_FULL_STOP, ""))
    ]
    assert reading == [], "ask for the value that the words were made of"


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
    for line in ("if (event.cards?.length)", "return event.area ?? event.box;"):
        assert _IN_AN_EVENT.search(line), line
    for line in (
        'hand.ranking.split(",")[0]',
        'each.words.includes("wins")',
        "/pair/.test(each.words)",
        'optionWords(option, values).replace(/ as$/, "")',
        'optionWords(said, {...blank, ...values}).replace(/ as$/, "")',
        "/burnt/i.test(destinations[0])",
        "/dealer/i.test(where)",
        'new RegExp("burn", "i").test(option.words)',
    ):
        assert _ON_WORDS.search(line), line
