"""The map of rooms in ARCHITECTURE.md, made from the docstrings. `python -m tests.rooms` writes it anew."""

import ast
import re
import tomllib
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "croupier"
PAGE = ROOT / "ARCHITECTURE.md"
# Packages whose every file is on the map: the ones that people look for something in.
_IN_DETAIL = ("rulebook", "table", "house", "server")
_MAP = re.compile(r"(?<=<!-- rooms: python -m tests\.rooms -->\n).*?(?=<!-- end of rooms -->)", re.DOTALL)


def drawn() -> str:
    """The page with the map as it should be."""
    page = PAGE.read_text(encoding="utf-8")
    assert _MAP.search(page), "ARCHITECTURE.md has no place for the map of rooms"
    return _MAP.sub(lambda _: f"\n{_levels()}\n{''.join(map(_rooms, _IN_DETAIL))}", page)


def _levels() -> str:
    """One line for each package, the highest level first, as import-linter knows them."""
    linter = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    levels = [re.findall(r"croupier\.(\w+)", level) for level in linter["contracts"][0]["layers"]]
    rows = [
        f"| {number} | `{name}` | {said(SOURCE / name)} |"
        for number, names in enumerate(reversed(levels), start=1)
        for name in sorted(names)
    ]
    return "\n".join(["| level | package | what is in it |", "|---|---|---|", *reversed(rows)]) + "\n"


def _rooms(package: str) -> str:
    rows = [f"| `{room.stem}{'/' * room.is_dir()}` | {said(room)} |" for room in _within(SOURCE / package)]
    return "\n".join(
        [f"### `{package}`, room by room\n", "| room | what is in it |", "|---|---|", *rows, "\n"]
    )


def _within(package: Path) -> Iterator[Path]:
    for room in sorted(package.iterdir(), key=lambda each: each.stem):
        is_module = room.suffix == ".py" and not room.name.startswith("__")
        if is_module or (room / "__init__.py").is_file():
            yield room


def said(room: Path) -> str:
    """The first sentence of a docstring."""
    file = room / "__init__.py" if room.is_dir() else room if room.suffix else room.with_suffix(".py")
    text = ast.get_docstring(ast.parse(file.read_text(encoding="utf-8"))) or ""
    first = " ".join(text.partition("\n\n")[0].split())
    sentence = re.match(r".*?\.(?=\s+[A-Z]|$)", first)
    return (sentence.group() if sentence else first).rstrip(".:").replace("|", r"\|")


if __name__ == "__main__":
    PAGE.write_text(drawn(), encoding="utf-8")
