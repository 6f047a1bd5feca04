"""Languages: catalogues of gettext, one file each, from English templates to what is said instead.

`zh.po` and `ms.po` are catalogues. Each has every template that the program and its pages can say, translated
or not (`make words` brings them up to date). Another language is another file.
"""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from functools import cache
from gettext import c2py
from pathlib import Path
from typing import TYPE_CHECKING

from croupier.languages.pseudo import decorated
from croupier.messages import ENGLISH, FORMS, Language, parts

if TYPE_CHECKING:
    from babel.messages.catalog import Catalog

FOLDER = Path(__file__).parent
_folders = [FOLDER]  # and those that games from elsewhere bring
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
    """The catalogue of a language; the pseudo language is read off any."""
    return _read(FOLDER / f"{names()[1] if name == PSEUDO else name}.po", name.partition("-")[0])


def _read(path: Path, locale: str | None) -> "Catalog":
    from babel.messages.pofile import read_po  # here, because English needs none and waits for none

    with path.open("rb") as file:
        return read_po(file, locale=locale)


def _catalogues(name: str) -> "Iterator[Catalog]":
    """The catalogue of a language with those of guests, which have the last word on their own sentences."""
    for folder in _folders:
        for path in folder.glob("*.po" if name == PSEUDO else f"{name}.po"):
            yield _read(path, path.stem)


@cache
def translations(name: str) -> dict[str, str]:
    """What is said instead of which template. One that lost a value, or asks for another, is not said."""
    found = {}
    for entry in (entry for each in _catalogues(name) for entry in each):
        template = written_as(entry.id)
        if not template:
            continue
        if name == PSEUDO:
            said = decorated(template)
        elif entry.fuzzy or not (said := written_as(entry.string)):
            continue
        found[template] = said
        # The form for one may be said by itself elsewhere, and gettext keeps no second entry for it.
        one, other = template.partition(FORMS)[0], said.partition(FORMS)[0]
        if has_same_values(one, other):
            found[one] = other
    return found


def written_as(forms: str | Iterable[str] | None) -> str:
    """One template, where a catalogue has a form for each number; nothing if one of them is missing."""
    if isinstance(forms, str):
        return forms
    each = tuple(forms or ())
    return FORMS.join(each) if all(each) else ""


def forms_of(template: str) -> str | tuple[str, ...]:
    """The same the other way round: how a template stands in a catalogue."""
    return tuple(template.split(FORMS)) if FORMS in template else template


def templates() -> set[str]:
    """All that the catalogues ask for."""
    return {written_as(entry.id) for each in _catalogues(PSEUDO) for entry in each} - {""}


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
    form_for = c2py(catalogue(name).plural_expr)
    return Language(name, translate, joined_by, comma=translate(", "), form_for=form_for)


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
