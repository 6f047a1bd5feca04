"""A scenario as written: the header, the steps and what is expected after each."""

import re
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from croupier.rulebook import library

SUFFIX = ".scenario"
_HEADER = ("scenario", "edition", "covers", "assumes", "set", "tables", "position", "seat", "note")
_MEANWHILE = "meanwhile "
_ONLY = re.compile(r"@(\d+)(\+?)\s+(.*)")
_SPEAKER = re.compile(r"([^:]+):\s*(.*)")


class ScenarioError(ValueError):
    """A scenario that cannot be read, with the line to look at."""

    def __init__(self, path: Path, line: int, problem: str) -> None:
        super().__init__(f"{path}:{line}: {problem}")


class Line(Struct, frozen=True):
    """One line, its number in the file, and the version it is limited to (0: every version).

    "@6" is for version 6 alone, "@7+" for 7 and what follows it.
    """

    number: int
    text: str
    only: int = 0
    and_later: bool = False

    def applies_to(self, version: int) -> bool:
        return self.only in (0, version) or (self.and_later and version > self.only)


class Step(Struct, frozen=True):
    """Somebody does something (speaker "cards" loads the device), then expectations."""

    line: Line
    speaker: str
    text: str
    expectations: tuple[Line, ...]
    where: str = ""  # the table, where there are several
    is_meanwhile: bool = False  # at the same time as the step before


class Seating(Struct, frozen=True):
    line: Line
    place: int
    name: str
    chips: str
    where: str = ""


class Script(Struct, frozen=True):
    """The whole file."""

    path: Path
    title: str
    editions: tuple[str, ...]
    covers: tuple[Line, ...]
    assumes: tuple[str, ...]
    settings: tuple[Line, ...]
    tables: tuple[str, ...]
    position: tuple[Line, ...]
    seatings: tuple[Seating, ...]
    notes: tuple[str, ...]
    steps: tuple[Step, ...]


def read_script(path: Path) -> Script:
    """Read a scenario file, refusing what nobody could play."""
    header: dict[str, list[Line]] = {key: [] for key in _HEADER}
    steps: list[Step] = []
    for number, raw in enumerate(path.read_text().splitlines(), start=1):
        text = re.sub(r"(^|\s)#.*", "", raw).rstrip()
        if not text.strip():
            continue
        line = _limited(Line(number, text.strip()))
        if raw[0] in " \t":
            if not steps:
                raise ScenarioError(
                    path, number, "an indented line expects something after a step, but there is no step yet"
                )
            steps[-1] = _with_expectation(steps[-1], line)
            continue
        match = _SPEAKER.fullmatch(line.text)
        if match is None:
            raise ScenarioError(
                path, number, f"{line.text!r}: write who, a colon and what they do: 'dealer: deal the flop'"
            )
        speaker, said = match[1].strip(), match[2].strip()
        if speaker in header:
            header[speaker].append(replace(line, text=said))
        else:
            steps.append(_step(line, speaker, said))
    return _script(path, header, steps)


def _limited(line: Line) -> Line:
    match = _ONLY.fullmatch(line.text)
    return Line(line.number, match[3], int(match[1]), match[2] == "+") if match else line


def _step(line: Line, speaker: str, said: str) -> Step:
    """ "meanwhile South/dealer": when, where and who."""
    is_meanwhile = speaker.startswith(_MEANWHILE)
    where, _, name = speaker.removeprefix(_MEANWHILE).rpartition("/")
    return Step(line, name.strip(), said, (), where.strip(), is_meanwhile)


def _with_expectation(step: Step, line: Line) -> Step:
    return replace(step, expectations=(*step.expectations, line))


def _script(path: Path, header: dict[str, list[Line]], steps: list[Step]) -> Script:
    if not header["scenario"]:
        raise ScenarioError(path, 1, "'scenario:' is missing at the top")
    editions = _editions(path, [name for line in header["edition"] for name in items(line.text)])
    if not steps:
        raise ScenarioError(path, 1, "nothing happens: there are no steps")
    tables = tuple(name for line in header["tables"] for name in items(line.text))
    return Script(
        path=path,
        title=header["scenario"][0].text,
        editions=editions,
        covers=_split(header["covers"]),
        assumes=tuple(name for line in header["assumes"] for name in items(line.text)),
        settings=_split(header["set"]),
        tables=tables,
        position=tuple(header["position"]),
        seatings=tuple(_seating(path, line, tables) for line in header["seat"]),
        notes=tuple(line.text for line in header["note"]),
        steps=tuple(steps),
    )


def _editions(path: Path, named: list[str]) -> tuple[str, ...]:
    """The editions to play: those named, one and all later ones, or all of a game, such as this folder's."""
    books = library()
    if not named:
        folder = next((parent.name for parent in path.absolute().parents if parent.name in books.games), None)
        if folder is None:
            problem = "'edition:' is missing at the top, and the file is in no game's folder"
            raise ScenarioError(path, 1, problem)
        named = [folder]
    return tuple(edition for name in named for edition in _named(name, books.ids))


def _named(name: str, known: tuple[str, ...]) -> list[str]:
    game, _, version = name.partition("@")
    if version and not re.fullmatch(r"\d+\+", version):
        return [name]
    of_game = [each for each in known if each.startswith(f"{game}@")]
    return [each for each in of_game if int(each.partition("@")[2]) >= int(version.removesuffix("+") or 0)]


def items(text: str) -> list[str]:
    """Things separated by comma and space; "1,014" stays whole."""
    return [item.strip() for item in re.split(r",\s+", text) if item.strip()]


def _split(lines: list[Line]) -> tuple[Line, ...]:
    return tuple(_limited(replace(line, text=item)) for line in lines for item in items(line.text))


def _seating(path: Path, line: Line, tables: tuple[str, ...]) -> Seating:
    words = line.text.split()
    where = words.pop(0) if tables and words[:1] and words[0] in tables else ""
    if len(words) != 3 or not words[0].isdigit() or bool(tables) != bool(where):
        before, example = ("table, ", f"{tables[0]} ") if tables else ("", "")
        said = f"write {before}place, name and chips: 'seat: {example}1 Ann 1,000'"
        raise ScenarioError(path, line.number, f"{line.text!r}: {said}")
    return Seating(line, int(words[0]), words[1], words[2], where)
