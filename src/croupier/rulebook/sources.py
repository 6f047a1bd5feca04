"""Which files of a game do what a paragraph says: found in the source, by the rule keys and terms named."""

import ast
import re
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path

from msgspec import Struct

from croupier.rulebook.edition import Edition

# A key that is written without the device it is for: `flop` for `flop_shoe` and `flop_shuffler`.
_DEVICES = ("_shoe", "_shuffler")


class Place(Struct, frozen=True, order=True):
    """A line of source that names a rule."""

    file: Path
    line: int
    function: str
    key: str


def places_of(edition: Edition, paragraph: str, package: Path) -> tuple[Place, ...]:
    """Where a game's code cites a paragraph's rules or reads its parameters, file by file."""
    keys = set(edition.keys_of(paragraph))
    keys |= {key.removesuffix(device) for key in keys for device in _DEVICES}
    terms = {name for name, each in edition.parameters.items() if each.paragraph == paragraph}
    terms |= {name for name, each in edition.settings.items() if paragraph in each.paragraphs}
    found = [place for file in sorted(package.rglob("*.py")) for place in _places(file, keys, terms)]
    return tuple(sorted(set(found)))


def named_beside(places: Iterable[Place], names: Collection[str]) -> tuple[str, ...]:
    """Those of these names that the functions of these places use, in the order in which they do."""
    functions = dict.fromkeys((place.file, place.function) for place in places)
    found: dict[str, None] = {}
    for file, name in functions:
        for node in ast.parse(file.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.FunctionDef) and node.name == name:
                used = (getattr(each, "attr", getattr(each, "id", "")) for each in ast.walk(node))
                found |= dict.fromkeys(each for each in used if each in names)
    return tuple(found)


class Words(Struct, frozen=True):
    """Every text and name that some source has; `patterns` are texts that it puts together."""

    texts: frozenset[str]
    patterns: tuple[re.Pattern[str], ...]

    def __contains__(self, key: object) -> bool:
        return isinstance(key, str) and any(
            each in self.texts or any(pattern.fullmatch(each) for pattern in self.patterns)
            for each in (key, *(key.removesuffix(device) for device in _DEVICES))
        )


def words_of(packages: Iterable[Path]) -> Words:
    """What the code of a game and of the core names."""
    texts: set[str] = set()
    patterns: set[str] = set()
    for package in packages:
        for file in package.rglob("*.py"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str):
                    texts.add(node.value)
                elif isinstance(node, ast.Attribute):
                    texts.add(node.attr)
                elif isinstance(node, ast.AnnAssign) and isinstance(node.target, ast.Name):
                    texts.add(node.target.id)  # a field of a game's terms
                elif isinstance(node, ast.JoinedStr) and (pattern := _pattern(node)):
                    patterns.add(pattern)
    return Words(frozenset(texts), tuple(re.compile(each) for each in sorted(patterns)))


def _pattern(node: ast.JoinedStr) -> str | None:
    """A key that is put together, f"{prefix}_priority"; a sentence is none."""
    parts = [part.value if isinstance(part, ast.Constant) else None for part in node.values]
    if not re.fullmatch(r"\w*[a-z]{4}\w*", "".join(str(part) for part in parts if part is not None)):
        return None
    return "".join(r"\w+" if part is None else re.escape(str(part)) for part in parts)


def _places(file: Path, keys: Collection[str], terms: Collection[str]) -> Iterator[Place]:
    text = file.read_text(encoding="utf-8")
    if not any(name in text for name in (*keys, *terms)):
        return
    tree = ast.parse(text)
    for node, function in _walk(tree, ""):
        if isinstance(node, ast.Call):
            for argument in (*node.args, *(keyword.value for keyword in node.keywords)):
                for key in _texts(argument):
                    if key in keys or key in terms:
                        yield Place(file, argument.lineno, function, key)
        elif isinstance(node, ast.Attribute) and node.attr in terms:
            yield Place(file, node.lineno, function, node.attr)
        elif isinstance(node, ast.Assign | ast.Return) and function and node.value is not None:
            for each in ast.walk(node.value):  # "one_rule" if it is so else "another"
                if isinstance(each, ast.Constant) and each.value in keys and "_" in str(each.value):
                    yield Place(file, each.lineno, function, str(each.value))


def _texts(node: ast.expr) -> Iterator[str]:
    """The texts of an argument: itself, or the members of a tuple of keys."""
    if isinstance(node, ast.Constant) and isinstance(node.value, str):
        yield node.value
    elif isinstance(node, ast.Tuple | ast.List | ast.Starred):
        for child in ast.iter_child_nodes(node):
            if isinstance(child, ast.expr):
                yield from _texts(child)


def _walk(node: ast.AST, function: str) -> Iterator[tuple[ast.AST, str]]:
    for child in ast.iter_child_nodes(node):
        inside = child.name if isinstance(child, ast.FunctionDef) and not function else function
        yield child, inside
        yield from _walk(child, inside)
