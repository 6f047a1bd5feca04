"""`croupier evidence`: what a test laboratory asks for, in one file.

Paragraph by paragraph: the gist, how it is read, the scenarios that show it (played as it is written), the
code that does it; then statistical tests of the shuffle and the exact figures of every bet. The program's
hash says which program it is about.
"""

import hashlib
import inspect
from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.console import editions_like, fail, out, readable_errors

if TYPE_CHECKING:
    from croupier.rulebook import Edition
    from croupier.table.coverage import Row

EXAMPLES = "Example: [bold]croupier evidence mbs-freebet@3 -o book.pdf[/]."
_SHUFFLES = 3_000


def evidence(
    name: Annotated[
        str, typer.Argument(metavar="EDITION", help="Such as rws-poker@7.", autocompletion=editions_like)
    ],
    output: Annotated[Path, typer.Option("--output", "-o", help="The file to write: .html or .pdf.")],
    figures: Annotated[bool, typer.Option(help="The exact figures of every bet too.")] = True,
    scenarios: Annotated[Path | None, typer.Option(help="Where the scenarios are.")] = None,
    tests: Annotated[Path | None, typer.Option(help="Where the tests are.")] = None,
) -> None:
    """Write the evidence book of an edition: every paragraph with what shows it, and the exact figures."""
    from croupier.cli.rule_book.coverage import folder_of, rows_of
    from croupier.rulebook import library

    if output.suffix.lower() not in (".html", ".htm", ".pdf"):
        fail(f"{output}: a book is a page or a print of it; give a name that ends in .html or .pdf")
    where = folder_of("scenarios", scenarios), folder_of("tests", tests)
    with readable_errors():
        edition = library().get(name)
        with out.status("playing the scenarios"):
            rows = rows_of(edition, *where)
        lines = [*_head(edition, rows, figures), *_paragraphs(edition, rows)]
        lines += [*_readings(edition, *where), *_courses(edition), *_shuffles(edition)]
        lines += _figures(edition) if figures else ()
        _write(output, "\n".join(lines) + "\n")
    missing = sum(row.is_missing for row in rows)
    out.print(f"{output}: {len(rows)} paragraphs, {missing} executable ones that nothing shows")
    if missing:
        raise typer.Exit(1)


def _head(edition: "Edition", rows: "list[Row]", has_figures: bool) -> Iterator[str]:
    from croupier import __version__
    from croupier.analysis.reports.paper import STYLE, cover
    from croupier.house.journal.program import program_hash

    executable = [row for row in rows if row.is_executable]
    shown = sum(not row.is_missing for row in executable)
    title = f"Evidence for {edition.id}"
    yield f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title>'
    yield f"<style>{STYLE}</style>"
    lines = (
        f"{edition.title}; {edition.operator}, version {edition.version}.",
        f"Written {datetime.now(UTC):%Y-%m-%d %H:%M} UTC by croupier {__version__}.",
        f"Program {program_hash()}.",
        f"{len(rows)} paragraphs, {len(executable)} of them executable, {shown} of those shown by scenarios "
        "or tests. Every scenario named here was played for this book, and passed.",
    )
    contents = [("paragraphs", "Paragraphs"), ("readings", "Readings")]
    contents += [("courses", "Cards that lie wrong"), ("shuffle", "The shuffle")]
    contents += [("figures", "Exact figures")] if has_figures else []
    yield cover(title, lines, contents)


def _paragraphs(edition: "Edition", rows: "list[Row]") -> Iterator[str]:
    from croupier.games import catalogue
    from croupier.rulebook.sources import places_of

    package = Path(inspect.getfile(type(catalogue().game(edition.game)))).parent
    yield '<h2 id="paragraphs">Paragraphs</h2><table class="book"><thead><tr>'
    yield '<th style="width:6.5em">paragraph'
    yield '<th style="width:28%">gist and readings<th>shown by<th style="width:24%">done by</tr></thead>'
    for row in rows:
        number = row.paragraph.number
        readings = "".join(
            f"<li><b>{escape(reading.id)}</b> {escape(reading.title)}: {escape(reading.taken)}"
            for reading in edition.readings_on(number)
        )
        shown = _shown(row.witnesses) if row.witnesses else _nobody(row)
        places = {
            (place.file.relative_to(package.parent).as_posix(), place.function)
            for place in places_of(edition, number, package)
        }
        yield f'<tr id="p{escape(number)}"><td>{escape(number)}<td>{escape(row.paragraph.gist)}'
        yield f"<ul>{readings}</ul><td>{shown}<td>{_grouped(sorted(places))}</tr>"
    yield "</table>"


def _readings(edition: "Edition", scenarios: Path, tests: Path) -> Iterator[str]:
    """What the document leaves open, what is done here, what a house may choose instead, and who shows it."""
    from croupier.table.coverage import readings_shown

    yield '<h2 id="readings">Readings</h2><table class="book">'
    yield '<thead><tr><th style="width:6em">reading<th style="width:16%">left open'
    yield '<th style="width:20%">what is done'
    yield '<th>shown by<th style="width:18%">alternatives</tr></thead>'
    for shown in readings_shown(edition, scenarios, tests):
        reading = shown.reading
        where = ", ".join(
            f'<a href="#p{escape(number)}">{escape(number)}</a>' for number in reading.paragraphs
        )
        choices = "".join(
            f"<li><code>{escape(chosen)}</code>{_shown(witnesses)}"
            for chosen, witnesses in shown.alternatives.items()
        )
        yield f'<tr id="r{escape(reading.id)}"><td>{escape(reading.id)}<td>{escape(reading.title)} ({where})'
        yield f"<td>{escape(reading.taken)}<td>{_shown(shown.witnesses)}<td><ul>{choices}</ul></tr>"
    yield "</table>"


def _courses(edition: "Edition") -> Iterator[str]:
    """Which mistake of a deal is decided by which paragraph, what follows, and who says so."""
    from croupier.games import catalogue

    rules = catalogue().rules(edition.id, {})
    yield '<h2 id="courses">Cards that lie wrong</h2><p>A mistake is a difference between what the procedure '
    yield "intends and what lies there. Each finds the first row that fits; rows about different cards all "
    yield "apply, and a void goes before everything else.</p>"
    yield '<table class="book"><thead><tr><th>mistake<th>when<th>what follows<th>paragraphs</tr></thead>'
    for row in catalogue().game(edition.game).section(rules):
        numbers = dict.fromkeys(number for rule in row.rules for number in edition.rules[rule])
        links = ", ".join(f'<a href="#p{escape(number)}">{escape(number)}</a>' for number in numbers)
        yield f"<tr><td>{escape(row.mistake)}<td>{escape(row.condition)}<td>{escape(row.consequence)}"
        yield f"<td>{links}</tr>"
    yield "</table>"


def _shown(witnesses: Iterable[str]) -> str:
    return _grouped(map(_witness, witnesses))


def _witness(name: str) -> tuple[str, str]:
    """A test in its file, a scenario in its folder."""
    if "::" in name:
        file, _, test = name.partition("::")
        return file, test
    folder, _, scenario = name.rpartition("/")
    return folder, scenario


def _grouped(names: Iterable[tuple[str, str]]) -> str:
    """What is in one file or folder stands behind its name."""
    found: dict[str, list[str]] = {}
    for place, name in names:
        found.setdefault(place, []).append(name)
    return "".join(
        f"<p><b>{escape(place)}</b> {escape(', '.join(filter(None, each)))}</p>"
        for place, each in found.items()
    )


def _nobody(row: "Row") -> str:
    if row.is_missing:
        return '<span class="missing">nothing</span>'
    return '<span class="quiet">not executable</span>'


def _write(output: Path, page: str) -> None:
    if output.suffix.lower() != ".pdf":
        output.write_text(page, "utf-8")
        return
    from croupier.analysis.figures import AnalysisError
    from croupier.analysis.reports.printing import pdf

    try:
        output.write_bytes(pdf(page))
    except AnalysisError as error:
        fail(str(error))


def _shuffles(edition: "Edition") -> Iterator[str]:
    """The battery that the suite holds shuffles against, on seeds that anybody can make again."""
    from croupier.cards.shuffle import seed_bytes, shuffle
    from croupier.cards.shuffle_statistics import BATTERY
    from croupier.games import catalogue

    rules = catalogue().rules(edition.id, {})
    cards = 52 * catalogue().game(edition.game).furniture(rules).decks
    with out.status("shuffling"):
        orders = [
            shuffle(range(cards), hashlib.shake_256(f"evidence {number}".encode()).digest(seed_bytes(cards)))
            for number in range(_SHUFFLES)
        ]
    yield f'<h2 id="shuffle">The shuffle</h2><p>{_SHUFFLES} virtual shuffles of {cards} cards; seed number n '
    yield "is SHAKE-256 "
    yield "of <code>evidence n</code>, from 0. A p-value is the chance of a result at least as far off by "
    yield f"chance alone; one below {0.01 / len(BATTERY):.4f} would speak against the shuffle (for all "
    yield 'of them together: 1 in 100).</p><table class="book">'
    yield "<tr><th>test<th>what it looks at<th>p-value</tr>"
    for test in BATTERY:
        words = (inspect.getdoc(test) or "").splitlines()[0]
        name = test.__name__.replace("_", " ")
        yield f"<tr><td>{escape(name)}<td>{escape(words)}<td>{test(orders):.4f}</tr>"
    yield "</table>"


def _figures(edition: "Edition") -> Iterator[str]:
    from croupier.analysis.catalogue import adopt, edge

    with out.status("reckoning every bet"):
        found = edge(adopt(edition.id, {}))
    yield '<h2 id="figures">Exact figures</h2><table class="book">'
    yield "<tr><th>bet<th>house edge<th>deviation<th>expectation<th>for<th>paragraphs</tr>"
    for each in found:
        scale, sign = (1, "") if each.price else (100, "%")
        error = "" if each.exact is True else f" ± {scale * float(each.exact):.4f}{sign}"
        held = ", ".join(f"{key.replace('_', ' ')}: {value}" for key, value in each.assumed.items())
        expectation = each.rational or f"{each.ev:.8f}"
        yield f"<tr><td>{escape(each.bet)}<td>{each.priced}{error} of {escape(each.unit)}"
        yield f"<td>{escape(each.deviates)}<td>{escape(expectation)}<td>{escape(held)}"
        yield f"<td>{', '.join(each.paragraphs)}</tr>"
    yield "</table>"
