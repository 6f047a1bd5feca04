"""`croupier evidence`: what a test laboratory asks for, in one file.

Paragraph by paragraph: the gist, how it is read, the scenarios that show it (played as it is written), the
code that does it; then statistical tests of the shuffle and the exact figures of every bet. The program's
hash says which program it is about.
"""

import hashlib
import inspect
from collections.abc import Iterator
from datetime import UTC, datetime
from html import escape
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from croupier.cli.console import editions_like, fail, out, readable_errors

if TYPE_CHECKING:
    from croupier.rulebook import Edition
    from croupier.table.coverage import Row

EXAMPLES = "Example: [bold]croupier evidence mbs-freebet@3 -o book.pdf[/], in the repository."
_SHUFFLES = 3_000
_STYLE = (
    "body{font:15px/1.5 system-ui,sans-serif;max-width:70em;margin:2em auto;padding:0 1em}"
    "table{border-collapse:collapse;width:100%}td,th{border-top:1px solid #bbb;padding:.4em;text-align:left;"
    "vertical-align:top}code{font-size:.9em}.missing{color:#b00020;font-weight:bold}.quiet{color:#555}"
    "ul{margin:0;padding-left:1.2em}@media print{body{font-size:10px;max-width:none}tr{break-inside:avoid}}"
)


def evidence(
    name: Annotated[
        str, typer.Argument(metavar="EDITION", help="Such as rws-poker@7.", autocompletion=editions_like)
    ],
    output: Annotated[Path, typer.Option("--output", "-o", help="The file to write: .html or .pdf.")],
    figures: Annotated[bool, typer.Option(help="The exact figures of every bet too.")] = True,
    scenarios: Annotated[Path, typer.Option(help="Where the scenarios are.")] = Path("scenarios"),
    tests: Annotated[Path, typer.Option(help="Where the tests are.")] = Path("tests"),
) -> None:
    """Write the evidence book of an edition: every paragraph with what shows it, and the exact figures."""
    from croupier.cli.rule_book.coverage import rows_of
    from croupier.rulebook import library

    if output.suffix.lower() not in (".html", ".htm", ".pdf"):
        fail(f"{output}: a book is a page or a print of it; give a name that ends in .html or .pdf")
    for folder in (scenarios, tests):
        if not folder.is_dir():
            fail(f"{folder} is not a folder here; run this in the repository, or say where it is")
    with readable_errors():
        edition = library().get(name)
        with out.status("playing the scenarios"):
            rows = rows_of(edition, scenarios, tests)
        lines = [*_head(edition, rows), *_paragraphs(edition, rows), *_shuffles(edition)]
        lines += _figures(edition) if figures else ()
        _write(output, "\n".join(lines) + "\n")
    missing = sum(row.is_missing for row in rows)
    out.print(f"{output}: {len(rows)} paragraphs, {missing} executable ones that nothing shows")
    if missing:
        raise typer.Exit(1)


def _head(edition: "Edition", rows: "list[Row]") -> Iterator[str]:
    from croupier import __version__
    from croupier.house.journal.program import program_hash

    executable = [row for row in rows if row.is_executable]
    shown = sum(not row.is_missing for row in executable)
    title = f"Evidence for {edition.id}"
    yield f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{escape(title)}</title>'
    yield f"<style>{_STYLE}</style><h1>{escape(title)}</h1>"
    yield f"<p>Written {datetime.now(UTC):%Y-%m-%d %H:%M} UTC by croupier {__version__}, program "
    yield f"<code>{program_hash()}</code>.</p>"
    yield f"<p>{len(rows)} paragraphs, {len(executable)} of them executable, {shown} of those shown by "
    yield "scenarios or tests. Every scenario named here was played for this book, and passed.</p>"


def _paragraphs(edition: "Edition", rows: "list[Row]") -> Iterator[str]:
    from croupier.games import GAMES
    from croupier.rulebook.sources import places_of

    package = Path(inspect.getfile(type(GAMES[edition.game]()))).parent
    yield "<h2>Paragraphs</h2><table><tr><th>paragraph<th>gist and readings<th>shown by<th>done by</tr>"
    for row in rows:
        number = row.paragraph.number
        readings = "".join(
            f"<li><b>{escape(reading.id)}</b> {escape(reading.title)}: {escape(reading.taken)}"
            for reading in edition.readings_on(number)
        )
        shown = _list(row.witnesses) if row.witnesses else _nobody(row)
        places = {
            f"{place.file.relative_to(package.parent).as_posix()} {place.function}".strip()
            for place in places_of(edition, number, package)
        }
        yield f'<tr id="p{escape(number)}"><td>{escape(number)}<td>{escape(row.paragraph.gist)}'
        yield f"<ul>{readings}</ul><td>{shown}<td>{_list(sorted(places))}</tr>"
    yield "</table>"


def _list(names: "tuple[str, ...] | list[str]") -> str:
    return "<ul>" + "".join(f"<li><code>{escape(name)}</code>" for name in names) + "</ul>"


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
    yield f"<h2>The shuffle</h2><p>{_SHUFFLES} virtual shuffles of {cards} cards; seed number n is SHAKE-256 "
    yield "of <code>evidence n</code>, from 0. A p-value is the chance of a result at least as far off by "
    yield f"chance alone; one below {0.01 / len(BATTERY):.4f} would speak against the shuffle (for all "
    yield "of them together: 1 in 100).</p><table><tr><th>test<th>what it looks at<th>p-value</tr>"
    for test in BATTERY:
        words = (inspect.getdoc(test) or "").splitlines()[0]
        name = test.__name__.replace("_", " ")
        yield f"<tr><td>{escape(name)}<td>{escape(words)}<td>{test(orders):.4f}</tr>"
    yield "</table>"


def _figures(edition: "Edition") -> Iterator[str]:
    from croupier.analysis.catalogue import adopt, edge

    with out.status("reckoning every bet"):
        found = edge(adopt(edition.id, {}))
    yield "<h2>Exact figures</h2><table>"
    yield "<tr><th>bet<th>house edge<th>deviation<th>expectation<th>for<th>paragraphs</tr>"
    for each in found:
        error = "" if each.exact is True else f" ± {100 * float(each.exact):.4f}%"
        held = ", ".join(f"{key.replace('_', ' ')}: {value}" for key, value in each.assumed.items())
        expectation = each.rational or f"{each.ev:.8f}"
        yield f"<tr><td>{escape(each.bet)}<td>{100 * each.house_edge:.4f}%{error} of {escape(each.unit)}"
        yield f"<td>{each.sd:.4f}<td>{escape(expectation)}<td>{escape(held)}"
        yield f"<td>{', '.join(each.paragraphs)}</tr>"
    yield "</table>"
