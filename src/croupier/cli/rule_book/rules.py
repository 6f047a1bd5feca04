"""`croupier rules`: the editions, their paragraphs, their differences, and who exercises them."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table as Grid
from rich.text import Text

from croupier.cli.console import editions_like, fail, out, readable_errors
from croupier.cli.drafts import Commands
from croupier.games import books
from croupier.rulebook import Edition
from croupier.rulebook.errors import suggest

if TYPE_CHECKING:
    from croupier.rulebook.document import Alignment

app = Commands(
    help="Read the rule books: list, show a paragraph, compare editions, see what is exercised.",
    no_args_is_help=True,
    rich_markup_mode="rich",
)

_EXECUTABLE = {"yes": "executed", "partly": "executed in part", "no": "not executable"}
_EditionName = Annotated[
    str, typer.Argument(help="An edition, such as rws-poker@7.", autocompletion=editions_like)
]


@app.command("list", epilog="Example: [bold]croupier rules list[/]")
def list_editions() -> None:
    """List all editions with the hour they take effect."""
    grid = Grid(box=None, header_style="bold")
    for heading in ("edition", "in force from", "paragraphs", "readings"):
        grid.add_column(heading, no_wrap=True)
    grid.add_column("title and operator")
    with readable_errors():
        for edition in books().editions():
            grid.add_row(
                edition.id,
                edition.effective.isoformat(" ", "minutes"),
                str(len(edition.paragraphs)),
                str(len(edition.readings)),
                f"{edition.title}, {edition.operator}",
            )
    out.print(grid)


@app.command(epilog="Example: [bold]croupier rules show rws-poker@7 3.12.3[/]")
def show(
    name: _EditionName,
    paragraph: Annotated[str | None, typer.Argument(help="A paragraph number, or a rule key.")] = None,
) -> None:
    """Show one paragraph: gist, rule key, the same rule in other editions, readings. Or list them all."""
    with readable_errors():
        edition = books().get(name)
        if paragraph is None:
            _list_paragraphs(edition)
            return
        for number in _numbers(edition, paragraph):
            _show_paragraph(edition, number)


def _numbers(edition: Edition, name: str) -> tuple[str, ...]:
    if name in edition.paragraphs:
        return (name,)
    if name in edition.rules:
        return edition.rules[name]
    known = [*edition.paragraphs, *edition.rules]
    return fail(f"{edition.id} has no paragraph or rule {name!r}; {suggest(name, known)}")


def _list_paragraphs(edition: Edition) -> None:
    grid = Grid(box=None, show_header=False)
    grid.add_column(style="cyan", no_wrap=True)
    grid.add_column()
    for paragraph in edition.paragraphs.values():
        grid.add_row(paragraph.number, paragraph.gist)
    out.print(grid)


def _show_paragraph(edition: Edition, number: str) -> None:
    from croupier.rulebook.compare import same_rule

    paragraph = edition.paragraphs[number]
    out.print(Text(f"{edition.id} ¶{number}", style="bold cyan"), Text(f"  {paragraph.kind}", style="dim"))
    out.print(Text(paragraph.gist))
    keys = ", ".join(edition.keys_of(number))
    out.print(Text(f"rule {keys}; {_EXECUTABLE[paragraph.executable]}", style="dim"))
    for place in same_rule(edition, number, books().editions(edition.game)).elsewhere:
        borrowed = ", which has no paragraph of its own for it" if place.is_borrowed else ""
        out.print(Text(f"same rule: {place.edition} ¶{', '.join(place.paragraphs)}{borrowed}", style="dim"))
    _show_plan(edition, number)
    if not _show_courses(edition, number):
        _show_what_follows(edition, number)
    _show_code(edition, number)
    for reading in edition.readings_on(number):
        setting = f" (setting {', '.join(reading.settings)})" if reading.settings else ""
        out.print(Text(f"reading {reading.id}: {reading.title}", style="magenta"))
        out.print(Text(f"  {reading.taken}{setting}"))


def _show_plan(edition: Edition, number: str) -> None:
    """Where the cards of a deal go that the paragraph orders, with two hands, from whichever device."""
    from croupier.games import catalogue, find
    from croupier.table.deals import called

    game, setting = find(edition.game), edition.settings.get("device")
    if game is None:
        return
    for device in setting.choices if setting else ("",):
        rules = catalogue().rules(edition.id, {"device": device} if device else {})
        word = game.furniture(rules).place_word
        for rule, dues in game.plans(rules).items():
            if number in edition.rules.get(rule, ()):
                spots = ", ".join(str(called(each.spot, word)) for each in dues)
                out.print(Text(f"plan: {spots}", style="green"))


def _show_courses(edition: Edition, number: str) -> bool:
    """Mistakes of a deal that the paragraph decides, and what follows from each; whether there is one."""
    from croupier.games import catalogue, find

    game = find(edition.game)
    rows = game.section(catalogue().rules(edition.id, {})) if game else ()
    found = [row for row in rows if any(number in edition.rules[rule] for rule in row.rules)]
    for row in found:
        when = f" ({row.condition})" if row.condition else ""
        out.print(Text(f"mistake: {row.mistake}{when}: {row.consequence}", style="green"))
    return bool(found)


def _show_what_follows(edition: Edition, number: str) -> None:
    """Of an irregularity that no row of the table is about: what the code that cites it does."""
    import inspect

    from croupier.games import find
    from croupier.rulebook.sources import named_beside, places_of

    game = find(edition.game)
    if game is None or edition.paragraphs[number].kind != "irregularity":
        return
    places = places_of(edition, number, Path(inspect.getfile(type(game))).parent)
    events = {event.__name__: event for event in game.events}
    for name in named_beside(places, events):
        out.print(Text(f"follows: {events[name].words}", style="green"))


def _show_code(edition: Edition, number: str) -> None:
    """The files that cite the paragraph's rules or read its numbers, with the functions that do."""
    import inspect

    from croupier.games import find
    from croupier.rulebook.sources import places_of

    game = find(edition.game)
    if game is None:
        return
    package = Path(inspect.getfile(type(game))).parent
    by_file: dict[Path, list[str]] = {}
    for place in places_of(edition, number, package):
        names = by_file.setdefault(place.file, [])
        name = f"{place.function or 'line'}:{place.line}"
        if not any(each.partition(":")[0] == place.function for each in names):
            names.append(name)
    for file, names in by_file.items():
        where = Path("games") / file.relative_to(package.parent)
        out.print(Text(f"code: {where.as_posix()}  {', '.join(names)}", style="dim"))


@app.command(epilog="Example: [bold]croupier rules settings mbs-freebet@3[/]")
def settings(
    name: _EditionName,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")] = False,
) -> None:
    """List what an edition fixes and what it leaves open: parameters, pay lines, settings, readings."""
    from croupier.cli.rule_book.settings import print_settings, show_settings

    with readable_errors():
        (print_settings if as_json else show_settings)(books().get(name))


@app.command(
    epilog="Examples: [bold]croupier rules draft rws-poker@8 --from rws-poker@7 --editions drafts[/]; "
    "[bold]croupier rules draft rws-poker@8 --from rws-poker@7 --from-text version-8.txt "
    "--old-text version-7.txt[/]"
)
def draft(
    name: Annotated[str, typer.Argument(help="The new edition, such as rws-poker@8.")],
    base: Annotated[str, typer.Option("--from", help="The edition it is based on.")],
    from_text: Annotated[
        Path | None, typer.Option(help="The new document as plain text: see what moved and what is new.")
    ] = None,
    old_text: Annotated[
        Path | None, typer.Option(help="The old document as plain text: see also what changed in words.")
    ] = None,
) -> None:
    """Write a draft edition, a small file that says only what differs, to --editions or else to drafts/."""
    import os
    from datetime import UTC, datetime

    from croupier.rulebook.drafting import write_draft
    from croupier.rulebook.library import EDITIONS, Library

    with readable_errors():
        folder = Path(os.environ.get(EDITIONS, "").split(os.pathsep)[0] or "drafts")
        books = Library(*([folder] if folder.is_dir() else []))
        if name in books.ids:
            fail(f"{name} is there already; a draft is a later version of {books.get(base).game}")
        found = _aligned(books.get(base), from_text, old_text)
        file = write_draft(folder, name, books.get(base), datetime.now(UTC), found)
        if found is None:
            out.print(f"{file}: says nothing new yet; change it, then: croupier rules check {folder}")
        else:
            moved = sum(old != new for old, new in found.kept.items())
            out.print(
                f"{file}: {moved} paragraphs moved, {len(found.changed)} changed in words, "
                f"{len(found.new)} new, {len(found.gone)} gone; complete it, then: "
                f"croupier rules check {folder}"
            )


def _aligned(base: Edition, new: Path | None, old: Path | None) -> "Alignment | None":
    from croupier.rulebook.document import align, read_text

    if new is None:
        return None if old is None else fail("--old-text is of use only with --from-text")
    texts = [read_text(_text(file), base) if file else None for file in (new, old)]
    assert texts[0] is not None
    return align(base, texts[0], texts[1])


def _text(file: Path) -> str:
    try:
        return file.read_text(encoding="utf-8")
    except (OSError, UnicodeDecodeError) as error:
        return fail(f"{file} cannot be read as text: {error}")


@app.command(epilog="Example: [bold]croupier rules check drafts[/]")
def check(
    folder: Annotated[Path, typer.Argument(help="A folder of draft editions.")],
) -> None:
    """Load every draft in a folder as a table would, and tell what is wrong or missing."""
    from croupier.cli.rule_book.checking import check_folder

    with readable_errors():
        if not check_folder(folder):
            raise typer.Exit(1)


@app.command(
    epilog="Examples: [bold]croupier rules diff rws-poker@6 rws-poker@7[/]; "
    "[bold]croupier rules diff rws-multilink@2 rws-multilink@3 --money[/]; what every reading costs: "
    "[bold]croupier rules diff mbs-freebet@3 mbs-freebet@3 --money[/]; several together: "
    "[bold]croupier rules diff mbs-freebet@3 mbs-freebet@3 --money --set FB-A02=no --set FB-A12=yes[/]"
)
def diff(
    old: Annotated[str, typer.Argument(help="The earlier edition.", autocompletion=editions_like)],
    new: Annotated[str, typer.Argument(help="The later edition.", autocompletion=editions_like)],
    money: Annotated[bool, typer.Option("--money", help="What it does to every bet's return.")] = False,
    settings: Annotated[
        list[str] | None,
        typer.Option("--set", help="With --money: a setting or reading of the later one, such as FB-A04=no."),
    ] = None,
) -> None:
    """Show what a new edition changes: behaviour first, then new, removed, reworded and moved rules."""
    from croupier.cli.rule_book.differences import show_comparison, show_money, show_readings
    from croupier.rulebook.compare import compare

    with readable_errors():
        if settings and not money:
            fail("--set is about money: say --money with it")
        comparison = compare(books().get(old), books().get(new))
        if money and old == new and not settings:
            show_readings(new)
        elif money:
            show_money(old, new, settings)
        else:
            show_comparison(comparison)


@app.command(epilog="Example: [bold]croupier rules coverage rws-poker@7 --missing[/]")
def coverage(
    name: Annotated[
        str | None,
        typer.Argument(help="An edition; without it, a line for each.", autocompletion=editions_like),
    ] = None,
    missing: Annotated[
        bool, typer.Option("--missing", help="Only paragraphs that nobody exercises.")
    ] = False,
    scenarios: Annotated[Path | None, typer.Option(help="Where the scenarios are.")] = None,
    tests: Annotated[Path | None, typer.Option(help="Where the tests are.")] = None,
) -> None:
    """Show, per paragraph, the scenarios and tests that exercise it."""
    from croupier.cli.rule_book import coverage as report

    with readable_errors():
        where = report.folder_of("scenarios", scenarios), report.folder_of("tests", tests)
        if name is None:
            report.show_summary(*where)
        else:
            report.show_edition(books().get(name), *where, missing)


@app.command(epilog="Example: [bold]croupier rules history mbs-freebet@3 --since v1.0.0[/]")
def history(
    name: _EditionName,
    since: Annotated[
        str | None, typer.Option(help="A release or revision; the last release if not said.")
    ] = None,
    scenarios: Annotated[Path | None, typer.Option(help="Where the scenarios are.")] = None,
) -> None:
    """Show, paragraph by paragraph, the scenarios that came or changed since a release."""
    from croupier.cli.rule_book.coverage import folder_of
    from croupier.cli.rule_book.history import show_history

    with readable_errors():
        show_history(books().get(name), folder_of("scenarios", scenarios), since)
