"""`croupier evidence`: what a test laboratory asks for, in one file.

Paragraph by paragraph: the gist, how it is read, the scenarios that show it (played as it is written), the
code that does it; reading by reading: the alternatives, what shows them and what they cost; every mistake of
a deal with every other; then statistical tests of the shuffle and the exact figures of every bet. The
program's hash says which program it is about.
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
from croupier.messages import reason_of

if TYPE_CHECKING:
    from croupier.rulebook import Edition
    from croupier.table.casebook import When
    from croupier.table.coverage import Row
    from croupier.table.pairs import Matrix

EXAMPLES = "Example: [bold]croupier evidence mbs-freebet@3 -o book.pdf[/]."
_SHUFFLES = 3_000
_WITNESSES_MAX, _PLACES_MAX = 8, 40
_SHOWN_BY, _DONE_BY, _INSTEAD = (
    f'<span class="quiet">{words}</span> ' for words in ("shown by", "done by", "instead")
)


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
    from croupier.games import books

    if output.suffix.lower() not in (".html", ".htm", ".pdf"):
        fail(f"{output}: a book is a page or a print of it; give a name that ends in .html or .pdf")
    where = folder_of("scenarios", scenarios), folder_of("tests", tests)
    with readable_errors():
        edition = books().get(name)
        with out.status("playing the scenarios"):
            rows = rows_of(edition, *where)
        lines = [*_head(edition, rows, figures), *_paragraphs(edition, rows)]
        lines += [*_readings(edition, *where, figures), *_courses(edition), *_pairs(edition)]
        lines += _shuffles(edition)
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
    contents += [("courses", "Cards that lie wrong"), ("pairs", "Two mistakes at once")]
    contents += [("shuffle", "The shuffle")]
    contents += [("figures", "Exact figures")] if has_figures else []
    yield cover(title, lines, contents)


def _paragraphs(edition: "Edition", rows: "list[Row]") -> Iterator[str]:
    from croupier.games import catalogue
    from croupier.rulebook.sources import places_of

    package = Path(inspect.getfile(type(catalogue().game(edition.game)))).parent
    yield '<h2 id="paragraphs">Paragraphs</h2>'
    for row in rows:
        number = row.paragraph.number
        places = {
            (place.file.relative_to(package.parent).as_posix(), place.function)
            for place in places_of(edition, number, package)
        }
        yield f'<section class="entry" id="p{escape(number)}"><h3>{escape(number)}</h3><div>'
        yield f"<p>{escape(row.paragraph.gist)}</p>"
        for reading in edition.readings_on(number):
            yield f"<p>{_to_reading(reading.id)} {escape(reading.title)}: {escape(reading.taken)}</p>"
        yield f"<p>{_SHOWN_BY + _shown(row.witnesses) if row.witnesses else _nobody(row)}</p>"
        yield f"<p>{_DONE_BY}{_grouped(sorted(places), _PLACES_MAX)}</p>" if places else ""
        yield "</div></section>"


def _readings(edition: "Edition", scenarios: Path, tests: Path, has_figures: bool) -> Iterator[str]:
    """What the document leaves open, what is done here, what a house may choose instead, and who shows it."""
    from croupier.analysis.catalogue import adopt
    from croupier.analysis.readings import prices_of
    from croupier.table.coverage import readings_shown

    prices: dict[str, list[str]] = {}
    for price in prices_of(adopt(edition.id, {})) if has_figures else ():
        prices.setdefault(f"{price.setting} {price.value}", []).append(f"{price.about}: {price.change}")
    yield '<h2 id="readings">Readings</h2><p>What the document leaves open, what is done here, and what a '
    yield "House may choose instead. Where that moves what a bet returns, the change for the player stands "
    yield "beside it; the others decide what follows a mistake, who goes first or what may be done.</p>"
    for shown in readings_shown(edition, scenarios, tests):
        reading = shown.reading
        yield f'<section class="entry" id="r{escape(reading.id)}"><h3>{escape(reading.id)}</h3><div>'
        yield f"<p><b>{escape(reading.title)}</b> ({_to_paragraphs(reading.paragraphs)})</p>"
        yield f"<p>{escape(reading.taken)}</p>"
        yield f"<p>{_SHOWN_BY}{_shown(shown.witnesses)}</p>" if shown.witnesses else ""
        for chosen, witnesses in shown.alternatives.items():
            priced = "; ".join(prices.get(chosen, ()))
            yield f"<p>{_INSTEAD}<code>{escape(chosen)}</code> {escape(priced)} "
            yield f"{_shown(witnesses, _WITNESSES_MAX)}</p>"
        yield "</div></section>"


def _courses(edition: "Edition") -> Iterator[str]:
    """Which mistake of a deal is decided by which paragraph, what follows, and who says so."""
    from croupier.games import catalogue

    rules = catalogue().rules(edition.id, {})
    yield '<h2 id="courses">Cards that lie wrong</h2><p>A mistake is a difference between what the procedure '
    yield "intends and what lies there. Each finds the first row that fits; rows about different cards all "
    yield "apply, and a void goes before everything else.</p>"
    yield '<table class="book"><thead><tr><th style="width:38%">mistake<th style="width:17%">when'
    yield "<th>what follows<th>paragraphs</tr></thead>"
    for row in catalogue().game(edition.game).section(rules):
        numbers = dict.fromkeys(number for rule in row.rules for number in edition.rules[rule])
        yield f"<tr><td>{escape(row.mistake)}<td>{escape(row.condition)}<td>{escape(row.consequence)}"
        yield f"<td>{_to_paragraphs(numbers)}</tr>"
    yield "</table>"


def _pairs(edition: "Edition") -> Iterator[str]:
    """Every mistake of a step with every other, by the moment it is noticed: which paragraph, and who."""
    from croupier.games import catalogue
    from croupier.table import Table
    from croupier.table.pairs import pairs

    shelf = catalogue()
    table = Table(shelf.game(edition.game), shelf.rules(edition.id, {}), shelf.rules)
    yield '<h2 id="pairs">Two mistakes at once</h2><p>Each was played: an ordinary Round with both '
    yield "mistakes in one step, at two places where they are about places, and what followed when they were "
    yield "noticed. A mistake with itself is one alone; what is empty cannot be said together. Where nobody "
    yield "is named, the paragraphs decide.</p>"
    with out.status("playing two mistakes at once"):
        found = pairs(table)
    for matrix in found:
        yield f'<div class="whole"><h3>{escape(_noticed(matrix))}</h3>'
        yield '<table class="book pairs"><thead><tr><th>'
        yield "".join(f"<th>{escape(kind.replace('_', ' '))}" for kind in matrix.mistakes)
        yield "</tr></thead>"
        for at, one in enumerate(matrix.mistakes):
            yield f"<tr><th>{escape(one.replace('_', ' '))}" + "<td>" * at
            for other in matrix.mistakes[at:]:
                decided = matrix.decided.get((one, other))
                yield "<td>" + (_to_paragraphs(decided.paragraphs) if decided else "")
                yield f"<br><i>{decided.by.words}</i>" if decided and decided.by else ""
            yield "</tr>"
        yield "</table></div>"


def _noticed(matrix: "Matrix") -> str:
    """When it is noticed, in words: "“deal the flop” done wrongly, noticed at once"."""

    def said(when: "When") -> str:
        step = [f"after “{when.step}”"] if when.step else []
        acted = [f"once {when.acted} has acted"] if when.acted != "nobody" else []
        return ", ".join(step + acted) or "at once"

    span = said(matrix.since)
    if matrix.until != matrix.since:
        is_same_step = matrix.until.step == matrix.since.step
        span += f", and until {matrix.until.acted} has acted"
        span += "" if is_same_step else f" after “{matrix.until.step}”"
    seen = f"; {matrix.seen}" if matrix.seen else ""
    return f"“{matrix.step}” done wrongly, noticed {span}{seen}"


def _to_paragraphs(numbers: Iterable[str]) -> str:
    return ", ".join(f'<a href="#p{escape(number)}">{escape(number)}</a>' for number in numbers)


def _to_reading(name: str) -> str:
    return f'<a href="#r{escape(name)}"><b>{escape(name)}</b></a>'


def _shown(witnesses: Iterable[str], most: int | None = None) -> str:
    """Tests in their file, scenarios in their folder."""
    return _grouped([_witness(name) for name in witnesses], most)


def _witness(name: str) -> tuple[str, str]:
    if "::" in name:
        file, _, test = name.partition("::")
        return file, test
    folder, _, scenario = name.rpartition("/")
    return folder, scenario


def _grouped(names: list[tuple[str, str]], most: int | None = None) -> str:
    """What is in one file or folder stands behind its name; so many of them, and how many more."""
    found: dict[str, list[str]] = {}
    for place, name in names[:most]:
        found.setdefault(place, []).append(name)
    more = len(names) - len(names[:most])
    return "; ".join(
        f"<b>{escape(place)}</b> {escape(', '.join(filter(None, each)))}" for place, each in found.items()
    ) + (f", and {more} more" if more else "")


def _nobody(row: "Row") -> str:
    if row.is_missing:
        return '<span class="missing">nothing shows it</span>'
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
        fail(reason_of(error))


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
    yield '<thead><tr><th style="width:20%">test<th>what it looks at<th style="width:12%">p-value'
    yield "</tr></thead>"
    for test in BATTERY:
        words = (inspect.getdoc(test) or "").splitlines()[0]
        name = test.__name__.replace("_", " ")
        yield f"<tr><td>{escape(name)}<td>{escape(words)}<td>{test(orders):.4f}</tr>"
    yield "</table>"


def _figures(edition: "Edition") -> Iterator[str]:
    from croupier.analysis.catalogue import adopt, edge
    from croupier.analysis.words import bet_name

    with out.status("reckoning every bet"):
        found = edge(adopt(edition.id, {}))
    yield '<h2 id="figures">Exact figures</h2><table class="book">'
    yield '<thead><tr><th style="width:9%">bet<th style="width:14%">house edge<th style="width:16%">deviation'
    yield '<th style="width:19%">expectation<th>for<th style="width:13%">paragraphs</tr></thead>'
    for each in found:
        scale, sign = (1, "") if each.price else (100, "%")
        error = "" if each.exact is True else f" ± {scale * float(each.exact):.4f}{sign}"
        held = ", ".join(f"{key.replace('_', ' ')}: {value}" for key, value in each.assumed.items())
        expectation = each.rational or f"{each.ev:.8f}"
        yield f"<tr><td>{escape(bet_name(each.bet))}<td>{each.priced}{error} of {escape(each.unit)}"
        yield f"<td>{escape(each.deviates)}<td>{escape(expectation)}<td>{escape(held)}"
        yield f"<td>{', '.join(each.paragraphs)}</tr>"
    yield "</table>"
