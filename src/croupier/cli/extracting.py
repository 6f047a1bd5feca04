"""Everything that can be said, by the house or by a game from elsewhere, and catalogues brought up to date.

Sentences of the engine are read off its types: events, commands and facts with their phrases, labels and
choices. What else is said, in Python and in the pages, is found where it is said.
"""

import ast
import inspect
import pkgutil
import re
import textwrap
from collections import defaultdict
from collections.abc import Iterator
from importlib import import_module
from io import BytesIO
from itertools import combinations
from pathlib import Path
from typing import Any, TypeVar

from babel import Locale
from babel.messages.catalog import Catalog
from babel.messages.pofile import read_po, write_po
from msgspec import Struct

import croupier
from croupier.cards import DeviceError
from croupier.cards.card import RANKS, rank_name
from croupier.cards.ranking_tables import Category
from croupier.games import FINISHED, catalogue
from croupier.languages import forms_of
from croupier.languages.page_words import in_page
from croupier.messages import parts_of_hands, somebody, spaced, titled
from croupier.rulebook import Library, library
from croupier.table import Game
from croupier.table.courses import RANK
from croupier.table.facts import KINDS as FACTS
from croupier.table.messages import Command, Event, label_of
from croupier.table.options import _ORDINALS, asked_for
from croupier.table.roles import Role
from croupier.table.words import _NOT_SAID, fields, mentioning, template_of

SOURCE = Path(croupier.__file__).parent
_ROOMS = ("cards", "money", "table", "games", "links", "house")  # whose types say something


class Source(Struct, frozen=True):
    """A package that says something, with the games that it brings and its pages."""

    package: str
    folder: Path
    games: tuple[Game[Any], ...]
    editions: Library
    pages: Path | None


def of_the_house() -> Source:
    games = tuple(catalogue().game(name) for name in FINISHED)
    return Source("croupier", SOURCE, games, library(), SOURCE / "web")


def of_guest(game: Game[Any], books: Library) -> Source:
    """What a game from elsewhere says, in the package it comes in."""
    package = type(game).__module__.partition(".")[0]
    folder = Path(inspect.getfile(import_module(package))).parent
    return Source(package, folder, (game,), books, game.pages)


def guests() -> list[Source]:
    shelf = catalogue()
    return [of_guest(shelf.game(name), shelf.library) for name in shelf.games if name not in FINISHED]


# Which argument of which call is a template: by its place, or by its name.
CALLS: dict[str, tuple[int | str, ...]] = {
    "refuse": (1,),
    "refusal": (1,),
    "require": (2,),
    "Message": (0,),
    "Rejected": (1,),
    "Problem": (1,),
    "PhraseError": (0,),
    "Declined": (0,),
    "declined": (0,),
    "MoneyError": (0,),
    "CardError": (0,),
    "DeviceError": (0,),
    "WrongSource": (0,),
    "WrongKind": (0,),
    "Told": (0,),
    "RulebookError": (0,),
    "SettingError": (0,),
    "UnknownKeyError": (0,),
    "UnreadableValue": (0,),
    "AnalysisError": (0,),
    "PositionError": (0,),
    "NoSuchRound": (0,),
    "Check": (2,),
    "OpenDecision": (2, "question"),
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
NAMES: dict[str, tuple[int | str, ...]] = {
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


def templates(source: Source) -> set[str]:
    """Everything that it can say."""
    found: set[str] = set()
    of_words = _of_words() if source.package == "croupier" else ()
    in_pages = _in_pages(source.pages) if source.pages else ()
    for template in (*_of_types(source), *of_words, *_of_editions(source), *_in_python(source), *in_pages):
        is_name = re.fullmatch(r"[a-z]+(_[a-z]+)+", template)  # of a paragraph, or of an error
        has_words = re.search(r"[^\W\d_]", re.sub(r"\{[^}]*\}", "", template)) and not is_name
        if has_words or template in _PARTS:
            found.add(template)
    return found


def _of_words() -> Iterator[str]:
    yield from _PARTS
    for role in Role:
        yield from (role.words, somebody(role))
    for rank in RANKS:
        yield from (rank_name(rank, plural=is_many) for is_many in (False, True))
    yield from (kind.title for kind in Category)
    yield from (part.template for part in parts_of_hands().values())
    yield from (course.replace("_", " ") for course in RANK)
    yield from _ORDINALS


def _of_editions(source: Source) -> Iterator[str]:
    names = {game.name for game in source.games}
    for edition in source.editions.editions():
        if edition.game not in names:
            continue
        yield edition.title
        for setting in edition.settings.values():
            bare = re.sub(r"_(min|max|seconds)$", "", setting.name)
            yield from (titled(name) for name in (setting.name, bare))
            yield from (str(choice).replace("_", " ") for choice in setting.choices)
        for table in edition.paytables.values():
            yield titled(table.name)
            yield from (titled(line.key) for line in table.lines)
        yield from (titled(name) for name in edition.parameters)
        yield from (paragraph.kind for paragraph in edition.paragraphs.values())


def _of_types(source: Source) -> Iterator[str]:
    for game in source.games:
        yield from (game.title, game.short_title, game.chips_at, *game.bet_titles.values())
    for module in pkgutil.walk_packages([str(source.folder)], source.package + "."):
        _, room, *_ = module.name.split(".")
        if room in _ROOMS if source.package == "croupier" else not room.startswith(("test_", "conftest")):
            import_module(module.name)
    for kind in _below(Event, source):
        for phrase in _phrases(kind, source):
            yield template_of(kind, phrase)
            if kind.aside is not Event.aside and phrase.startswith("Seat {seat} "):
                aside = template_of(kind, phrase.removeprefix("Seat {seat} "))
                yield aside.replace(":money}", ":dollars}")
    if source.package == "croupier":
        from croupier.house.register import (
            HouseEvent,
        )  # here: guests have none, and need no house for their words

        yield from (spaced(event.__name__) for event in _below(HouseEvent, source))
    for command in _below(Command, source):
        yield from (template_of(command, phrase) for phrase in command.words)
        yield label_of(command)
        yield from (asked_for(name) for name in fields(command) if name not in _NOT_SAID)
    facts = FACTS if source.package == "croupier" else ()
    for fact in facts:
        yield from (template_of(fact, phrase) for phrase in fact.words)
    for spoken in (*_below(Event, source), *_below(Command, source), *facts):
        for field in fields(spoken).values():
            yield from (choice.replace("_", " ") for choice in field.choices)
    yield from (error.said for error in _below(DeviceError, source) if error.said)


T = TypeVar("T")


def _below(kind: type[T], source: Source) -> list[type[T]]:
    found: list[type[T]] = []
    for below in kind.__subclasses__():
        found += [below, *_below(below, source)]
    return [each for each in dict.fromkeys(found) if _is_of(each.__module__, source)]


def _is_of(module: str, source: Source) -> bool:
    return module.partition(".")[0] == source.package


def _phrases(kind: type[Event], source: Source) -> Iterator[str]:
    """The sentences of an event: `words` and its like, and those that `phrase` chooses from."""
    for phrase in _bare_phrases(kind, source):
        for count in range(len(kind.mentions) + 1):
            yield from (mentioning(phrase, also) for also in combinations(kind.mentions, count))


def _bare_phrases(kind: type[Event], source: Source) -> Iterator[str]:
    for name in dir(kind):
        if name.endswith("words") and isinstance(words := getattr(kind, name), str) and words:
            yield words
    yield from filter(None, kind.otherwise[1:])
    for method in (kind.phrase, kind.aside):
        if _is_of(method.__module__, source) and method.__module__ != "croupier.table.messages":
            tree = ast.parse(textwrap.dedent(inspect.getsource(method)))
            docs = ast.get_docstring(tree.body[0])  # type: ignore[arg-type]
            yield from (text for text in _strings(tree) if " " in text and text != docs and text[-1] != " ")
            names = [node.id for node in ast.walk(tree) if isinstance(node, ast.Name)]
            tables = [getattr(import_module(method.__module__), name, None) for name in names]
            yield from (words for table in tables if isinstance(table, dict) for words in table.values())


def _strings(tree: ast.AST) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value


def _in_python(source: Source) -> Iterator[str]:
    for path in sorted(source.folder.rglob("*.py")):
        tree = ast.parse(path.read_text(encoding="utf-8"))
        named = named_in(tree)
        for node in ast.walk(tree):
            if isinstance(node, ast.Call):
                names = taken(node, NAMES.get(called_by(node.func), ()))
                yield from (text.replace("_", " ") for each in names for text in _said_by(each, named))
                said = taken(node, CALLS.get(called_by(node.func), ()))
                yield from (text for each in said for text in _said_by(each, named))


def named_in(tree: ast.AST) -> dict[str, list[ast.expr]]:
    """What each name of a file is given."""
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
    return named


def called_by(function: ast.expr) -> str:
    return function.attr if isinstance(function, ast.Attribute) else getattr(function, "id", "")


def taken(call: ast.Call, takes: tuple[int | str, ...]) -> Iterator[ast.expr]:
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


def _in_pages(folder: Path) -> Iterator[str]:
    for path in sorted(folder.rglob("*.js")):
        yield from in_page(path.read_text(encoding="utf-8"))


# Writing


def updated(path: Path, said: set[str]) -> bytes:
    """The catalogue in this file with every template there is, and no others."""
    fresh = Catalog(charset="utf-8")
    for template in sorted(said):
        fresh.add(forms_of(template))
    with path.open("rb") as file:
        catalog = read_po(file, locale=path.stem)
    if not Locale.parse(path.stem).plural_form.tags:  # no number changes a word; Babel's list lacks Malay
        catalog.mime_headers = [("Plural-Forms", "nplurals=1; plural=0;")]
        for entry in catalog:
            entry.string = entry.string[:1] if isinstance(entry.string, tuple) else entry.string
    catalog.update(fresh, no_fuzzy_matching=True, keep_user_comments=False)
    out = BytesIO()
    write_po(
        out, catalog, sort_output=True, no_location=True, ignore_obsolete=True, omit_header=True, width=0
    )
    return _HEADER.format(plural_forms=catalog.plural_forms).encode() + out.getvalue()


_HEADER = """msgid ""
msgstr ""
"Content-Type: text/plain; charset=utf-8\\n"
"Plural-Forms: {plural_forms}\\n"

"""


def files(source: Source, folder: Path) -> Iterator[tuple[Path, bytes]]:
    """Each catalogue in the folder as it should be."""
    said = templates(source)
    if source.package != "croupier":
        said -= templates(of_the_house())
    for path in sorted(folder.glob("*.po")):
        yield path, updated(path, said)


def catalogues_of(guest: Source) -> Iterator[tuple[Path, bytes]]:
    folder = guest.games[0].languages
    return files(guest, folder) if folder else iter(())
