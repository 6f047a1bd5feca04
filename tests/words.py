"""The templates of everything that can be said, and the catalogues brought up to date: `make words`.

    python -m tests.words

Sentences of the engine are read off its types: events, commands and facts with their phrases, labels and
choices. What else is said, in Python and in the pages, is found where it is said.
"""

import ast
import inspect
import pkgutil
import re
import textwrap
from collections import defaultdict
from collections.abc import Iterable, Iterator
from importlib import import_module
from io import BytesIO
from itertools import combinations
from pathlib import Path
from typing import TypeVar

from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po

import croupier
from croupier.cards.card import RANKS, rank_name
from croupier.cards.ranking_tables import Category
from croupier.games import FINISHED, catalogue
from croupier.house.register import HouseEvent
from croupier.languages import FOLDER, TEMPLATES, names
from croupier.languages.page_words import in_page
from croupier.messages import parts_of_hands, somebody, spaced, titled
from croupier.rulebook import library
from croupier.table.courses import RANK
from croupier.table.facts import KINDS as FACTS
from croupier.table.messages import Command, Event, label_of
from croupier.table.options import _ORDINALS, asked_for
from croupier.table.roles import Role
from croupier.table.words import _NOT_SAID, fields, mentioning, template_of

SOURCE = Path(croupier.__file__).parent
WEB = SOURCE / "web"

# Which argument of which call is a template: by its place, or by its name.
_CALLS: dict[str, tuple[int | str, ...]] = {
    "refuse": (1,),
    "refusal": (1,),
    "require": (2,),
    "Message": (0,),
    "Rejected": (1,),
    "Problem": (1,),
    "PhraseError": (0,),
    "Declined": (0,),
    "declined": (0,),
    "_notice": (1,),
    "Outdated": (0,),
    "Doorman": (2,),
    "Notice": ("reason",),
    "Offer": ("warning",),
    "Matter": ("question",),
    "Course": ("question",),
    "Row": ("question",),
    "ask": (3, "question"),
    "play_on": (1,),
    "void": (1,),
    "refer": (1,),
}
# Which arguments are names of decisions and of choices: `play_on` is told as "play on".
_NAMES: dict[str, tuple[int | str, ...]] = {
    "ask": (1, 4, "choices"),
    "Matter": ("key", "choices"),
    "Row": ("choices",),
    "ruling": (0,),
}
# Words that sentences are put together from.
_PARTS = (
    *("English", " or ", " and ", ", ", "nobody", "no cards", "yes", "no", "the dealer", "system"),
    *(f"{word} {{number}}" for word in ("seat", "place", "Seat", "Place", "box", "area")),
)


def templates() -> dict[str, set[str]]:
    """Everything that can be said, and the files it comes from."""
    found: dict[str, set[str]] = defaultdict(set)
    for template, file in (*_of_types(), *_of_words(), *_of_editions(), *_in_python(), *_in_pages()):
        is_name = re.fullmatch(r"[a-z]+(_[a-z]+)+", template)  # of a paragraph, or of an error
        has_words = re.search(r"[^\W\d_]", re.sub(r"\{[^}]*\}", "", template)) and not is_name
        if has_words or template in _PARTS:
            found[template].add(file)
    return dict(found)


def _of_words() -> Iterator[tuple[str, str]]:
    for words in _PARTS:
        yield words, "messages.py"
    for role in Role:
        yield from ((words, "table/roles.py") for words in (role.words, somebody(role)))
    for rank in RANKS:
        yield from ((rank_name(rank, plural=is_many), "cards/card.py") for is_many in (False, True))
    yield from ((kind.title, "cards/ranking_words.py") for kind in Category)
    yield from ((part.template, "messages.py") for part in parts_of_hands().values())
    yield from ((course.replace("_", " "), "table/courses.py") for course in RANK)
    yield from ((ordinal, "table/options.py") for ordinal in _ORDINALS)


def _of_editions() -> Iterator[tuple[str, str]]:
    for edition in library().editions():
        file = f"rulebook/{edition.game}"
        yield edition.title, file
        for setting in edition.settings.values():
            bare = re.sub(r"_(min|max|seconds)$", "", setting.name)
            yield from ((titled(name), file) for name in (setting.name, bare))
            yield from ((str(choice).replace("_", " "), file) for choice in setting.choices)
        for table in edition.paytables.values():
            yield titled(table.name), file
            yield from ((titled(line.key), file) for line in table.lines)
        yield from ((titled(name), file) for name in edition.parameters)
        yield from ((paragraph.kind, file) for paragraph in edition.paragraphs.values())


def _of_types() -> Iterator[tuple[str, str]]:
    for game in map(catalogue().game, FINISHED):
        titles = (game.title, game.short_title, game.chips_at, *game.bet_titles.values())
        yield from ((title, _file(type(game))) for title in titles)
    for module in pkgutil.walk_packages(croupier.__path__, "croupier."):
        if module.name.split(".")[1] in ("table", "games", "links", "house"):
            import_module(module.name)
    for kind in _below(Event):
        for phrase in _phrases(kind):
            yield template_of(kind, phrase), _file(kind)
            if kind.aside is not Event.aside and phrase.startswith("Seat {seat} "):
                aside = template_of(kind, phrase.removeprefix("Seat {seat} "))
                yield aside.replace(":money}", ":dollars}"), _file(kind)
    for event in _below(HouseEvent):
        yield spaced(event.__name__), _file(event)
    for command in _below(Command):
        yield from ((template_of(command, phrase), _file(command)) for phrase in command.words)
        yield label_of(command), _file(command)
        yield from ((asked_for(name), _file(command)) for name in fields(command) if name not in _NOT_SAID)
    for fact in FACTS:
        yield from ((template_of(fact, phrase), _file(fact)) for phrase in fact.words)
    for spoken in (*_below(Event), *_below(Command), *FACTS):
        for field in fields(spoken).values():
            yield from ((choice.replace("_", " "), _file(spoken)) for choice in field.choices)


T = TypeVar("T")


def _below(kind: type[T]) -> list[type[T]]:
    found: list[type[T]] = []
    for below in kind.__subclasses__():
        found += [below, *_below(below)]
    return [each for each in dict.fromkeys(found) if each.__module__.startswith("croupier.")]


def _phrases(kind: type[Event]) -> Iterator[str]:
    """The sentences of an event: `words` and its like, and those that `phrase` chooses from."""
    for phrase in _bare_phrases(kind):
        for count in range(len(kind.mentions) + 1):
            yield from (mentioning(phrase, also) for also in combinations(kind.mentions, count))


def _bare_phrases(kind: type[Event]) -> Iterator[str]:
    for name in dir(kind):
        if name.endswith("words") and isinstance(words := getattr(kind, name), str) and words:
            yield words
    yield from filter(None, kind.otherwise[1:])
    for method in (kind.phrase, kind.aside):
        if method.__module__.startswith("croupier.") and method.__module__ != "croupier.table.messages":
            tree = ast.parse(textwrap.dedent(inspect.getsource(method)))
            docs = ast.get_docstring(tree.body[0])  # type: ignore[arg-type]
            yield from (text for text in _strings(tree) if " " in text and text != docs and text[-1] != " ")
            names = [node.id for node in ast.walk(tree) if isinstance(node, ast.Name)]
            tables = [getattr(import_module(method.__module__), name, None) for name in names]
            yield from (words for table in tables if isinstance(table, dict) for words in table.values())


def _file(kind: type) -> str:
    return Path(inspect.getfile(kind)).relative_to(SOURCE).as_posix()


def _strings(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _in_python() -> Iterator[tuple[str, str]]:
    for path in sorted(SOURCE.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        named: dict[str, list[ast.expr]] = defaultdict(list)
        for node in ast.walk(tree):
            if isinstance(node, ast.Assign | ast.AnnAssign) and node.value is not None:
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                for target in targets:
                    if isinstance(target, ast.Name):
                        named[target.id].append(node.value)
                    elif isinstance(target, ast.Tuple) and isinstance(node.value, ast.Tuple):
                        for one, value in zip(target.elts, node.value.elts, strict=False):
                            if isinstance(one, ast.Name):
                                named[one.id].append(value)
        for node in ast.walk(tree):
            if isinstance(node, ast.Call) and (takes := _NAMES.get(_name(node.func))):
                for argument in _taken(node, takes):
                    yield from (
                        (text.replace("_", " "), path.relative_to(SOURCE).as_posix())
                        for text in _said_by(argument, named)
                    )
            if isinstance(node, ast.Call) and (takes := _CALLS.get(_name(node.func))):
                for argument in _taken(node, takes):
                    yield from (
                        (text, path.relative_to(SOURCE).as_posix()) for text in _said_by(argument, named)
                    )


def _name(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def _taken(call: ast.Call, takes: tuple[int | str, ...]) -> Iterator[ast.expr]:
    for each in takes:
        if isinstance(each, int) and each < len(call.args):
            yield call.args[each]
    yield from (keyword.value for keyword in call.keywords if keyword.arg in takes)


def _said_by(node: ast.expr, named: dict[str, list[ast.expr]]) -> Iterator[str]:
    """The templates that an argument can be: written or chosen there, or under a name of the same file."""
    match node:
        case ast.Constant(value=str(text)):
            yield text
        case ast.IfExp(body=one, orelse=other):
            yield from (*_said_by(one, named), *_said_by(other, named))
        case ast.BoolOp(values=values):
            yield from (text for value in values for text in _said_by(value, named))
        case ast.Dict(values=values):
            yield from (text for value in values for text in _said_by(value, named))
        case ast.Tuple(elts=values) | ast.List(elts=values):
            yield from (text for value in values for text in _said_by(value, named))
        case ast.Subscript(value=ast.Name() as table):
            yield from _said_by(table, named)
        case ast.Call(func=ast.Attribute(value=ast.Name() as table, attr="get")):
            yield from _said_by(table, named)
        case ast.Name(id=name):
            values = named.pop(name, [])
            yield from (text for value in values for text in _said_by(value, named))
            if values:
                named[name] = values


def _in_pages() -> Iterator[tuple[str, str]]:
    for path in sorted(WEB.rglob("*.js")):
        file = "web/" + path.relative_to(WEB).as_posix()
        yield from ((template, file) for template in in_page(path.read_text(encoding="utf-8")))


# Writing


def template_catalogue() -> Catalog:
    catalog = Catalog(project="Croupier", charset="utf-8", header_comment="# Written by `make words`.")
    for template, files in sorted(templates().items()):
        catalog.add(template, locations=[(file, 0) for file in sorted(files)])
    return catalog


def updated(name: str, fresh: Catalog) -> Catalog:
    """The catalogue of a language with every template there is, and no others."""
    with (FOLDER / f"{name}.po").open("rb") as file:
        catalog = read_po(file, locale=name)
    catalog.update(fresh, no_fuzzy_matching=True, keep_user_comments=False)
    return catalog


def written(catalog: Catalog) -> bytes:
    """The same for the same words, whenever it is written."""
    out = BytesIO()
    write_po(
        out, catalog, sort_output=True, no_location=True, ignore_obsolete=True, omit_header=True, width=0
    )
    return _HEADER + out.getvalue()


_HEADER = b'msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=utf-8\\n"\n\n'


def files() -> Iterable[tuple[Path, bytes]]:
    fresh = template_catalogue()
    yield TEMPLATES, written(fresh)
    for name in names()[1:]:
        yield FOLDER / f"{name}.po", written(updated(name, fresh))


if __name__ == "__main__":
    for path, body in files():
        path.write_bytes(body)
