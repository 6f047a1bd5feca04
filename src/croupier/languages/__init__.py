"""Languages: catalogues of gettext, one file each, from English templates to what is said instead.

`croupier.pot` lists every template that the program and its pages can say (`make words` writes it anew and
brings the catalogues up to date); `zh.po` and `ms.po` are catalogues. Another language is another file.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.languages.pseudo import decorated
from croupier.messages import ENGLISH, Language, parts

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

FOLDER = Path(__file__).parent
_folders = [FOLDER]  # and those that games from elsewhere bring
TEMPLATES = FOLDER / "croupier.pot"
PSEUDO = "en-XA"  # English with every letter decorated: what stays plain is in no catalogue


def bring(folder: Path) -> None:
    """Also say what the catalogues of this folder know."""
    if folder not in _folders:
        _folders.append(folder)
        for kept in (names, translations, language):
            kept.cache_clear()


@cache
def names() -> tuple[str, ...]:
    """The languages there are, English first."""
    return ("en", *sorted({path.stem for folder in _folders for path in folder.glob("*.po")}))


@cache
def catalogue(name: str) -> "Catalog":
    """The catalogue of a language; that of English are the templates themselves."""
    if name in ("en", PSEUDO):
        return _read(TEMPLATES, None)
    return _read(FOLDER / f"{name}.po", name)


def _read(path: Path, locale: str | None) -> "Catalog":
    from babel.messages.pofile import read_po  # here, because English needs none and waits for none

    with path.open("rb") as file:
        return read_po(file, locale=locale)


def _catalogues(name: str) -> "Iterator[Catalog]":
    """The catalogue of a language with those of guests, which have the last word on their own sentences."""
    if name in ("en", PSEUDO):
        yield catalogue(name)
        return
    yield from (_read(path, name) for folder in _folders if (path := folder / f"{name}.po").is_file())


@cache
def translations(name: str) -> dict[str, str]:
    """What is said instead of which template. One that lost a value, or asks for another, is not said."""
    found = {}
    for entry in (entry for each in _catalogues(name) for entry in each):
        if not (entry.id and isinstance(entry.id, str)):
            continue
        if name == PSEUDO:
            found[entry.id] = decorated(entry.id)
        elif isinstance(entry.string, str) and entry.string and not entry.fuzzy:
            found[entry.id] = entry.string
    return found


def untranslated(name: str) -> list[str]:
    """The templates that it says in English."""
    known = translations(name)
    return [
        entry.id
        for entry in catalogue("en")
        if isinstance(entry.id, str) and entry.id and entry.id not in known
    ]


def has_same_values(template: str, said: str) -> bool:
    """Whether a translation mentions the values of its template, as the same kinds, and no others."""

    def values(text: str) -> set[tuple[str | None, str]]:
        return {(field, kind) for _, field, kind in parts(text) if field is not None}

    return values(template) == values(said)


@cache
def language(name: str) -> Language:
    """The language of that name; English where there is none."""
    if name != PSEUDO and (name == "en" or name not in names()):
        return ENGLISH
    words = translations(name)

    def translate(template: str) -> str:
        return words.get(template, template)

    joined_by = {"or": translate(" or "), "and": translate(" and "), "list": translate(", ")}
    return Language(name, translate, joined_by, comma=translate(", "))


def preferred(accepted: str) -> str:
    """The language for somebody who sends this in `Accept-Language`: "zh-SG,zh;q=0.9,en;q=0.8" is "zh"."""
    wanted = []
    for number, part in enumerate(accepted[:200].split(",")):
        tag, _, weight = part.strip().partition(";q=")
        known = tag if tag == PSEUDO else tag.split("-")[0].lower()
        try:
            wanted.append((-float(weight or 1), number, known))
        except ValueError:
            continue
    return next((name for _, _, name in sorted(wanted) if name == PSEUDO or name in names()), "en")


_spoken: ContextVar[Language] = ContextVar("language", default=ENGLISH)


def spoken() -> Language:
    """The language of whoever is being answered."""
    return _spoken.get()


def speak(answered_in: Language) -> None:
    """From here on, in this request or at this terminal."""
    _spoken.set(answered_in)


@contextmanager
def speaking(answered_in: Language) -> Iterator[None]:
    token = _spoken.set(answered_in)
    try:
        yield
    finally:
        _spoken.reset(token)
