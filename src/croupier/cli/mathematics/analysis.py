"""The mathematics on the command line: edge, strategy, equity, simulate, report."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.console import Console
from rich.text import Text

from croupier.cli.console import count, editions_like, fail, out, readable_errors
from croupier.cli.extras import need
from croupier.cli.mathematics.figures import show_bet, show_equity, show_run, show_table
from croupier.cli.mathematics.writing import AsCsv, AsXlsx, write_tables
from croupier.messages import reason_of

if TYPE_CHECKING:
    from croupier.analysis.figures import Asked, Table
    from croupier.analysis.simulation import Runner
    from croupier.analysis.whatif import WhatIf
    from croupier.rulebook import Rules

_aside = Console(stderr=True, highlight=False)

Edition = Annotated[str, typer.Argument(help="Such as rws-multilink@3.", autocompletion=editions_like)]
Settings = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=VALUE", help="A house setting, or a reading such as ML-A04=reset."),
]
With = Annotated[
    list[str] | None,
    typer.Option(
        "--with",
        metavar="NAME=VALUE",
        help="What if: a parameter, pay line, setting or reading, such as dealer_draws_to_soft=16.",
    ),
]
Decks = Annotated[int | None, typer.Option(help="How many decks, where the game leaves it open.")]
Meter = Annotated[str | None, typer.Option(help="The jackpot meter in dollars, such as 250000.")]
BetSize = Annotated[str | None, typer.Option(help="The bet in dollars, where its size matters.")]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON for other programs.")]


def register(app: typer.Typer) -> None:
    """Add the commands to the main app."""
    for function, *arguments in (
        (
            edge,
            "rws-multilink@3",
            "mbs-freebet@3 --bet pair --decks 8",
            "rws-multilink@3 --meter 250000 --json",
        ),
        (strategy, "mbs-freebet@3 -o card.pdf", "mbs-freebet@3 --cards 8s8d --dealer 6c"),
        (equity, "AsKs QhQd", "AsKs 'QQ+, AKs' --board 2c7d9h"),
        (simulate, "mbs-freebet@3 --rounds 1e7", "rws-multilink@3 --rounds 1e9 --checkpoint run.json"),
        (report, "rws-multilink@3 -o par.html", "mbs-freebet@3 --decks 8 -o par.pdf"),
    ):
        name = function.__name__
        examples = "; ".join(f"[bold]croupier {name} {each}[/]" for each in arguments)
        app.command(name, epilog=f"Examples: {examples}.")(function)


@contextmanager
def reckoning(words: str | None = "Counting") -> Iterator[None]:
    """Mistakes in what was typed become one line; a first compilation is announced.

    A terminal shows `words` meanwhile; None where the command shows progress of its own.
    """
    from croupier.analysis.figures import AnalysisError
    from croupier.analysis.notice import when_compiling
    from croupier.cards import CardError
    from croupier.money import MoneyError

    with readable_errors():
        try:
            with (
                _aside.status(words) if words else nullcontext(),
                when_compiling(lambda notice: _aside.print(Text(notice, style="dim"))),
            ):
                yield
        except (AnalysisError, CardError, MoneyError) as error:
            fail(reason_of(error))


def rules_of(
    edition: str, settings: list[str] | None, decks: int | None, changes: list[str] | None = None
) -> "Rules":
    """The rules asked about."""
    return what_if(edition, settings, decks, changes).rules


def what_if(
    edition: str, settings: list[str] | None, decks: int | None, changes: list[str] | None
) -> "WhatIf":
    """The rules asked about; what is not as approved is told aside."""
    from croupier.analysis.whatif import adopt_with

    chosen = _pairs(settings, "--set ML-A04=reset")
    if decks is not None:
        chosen["decks"] = decks
    found = adopt_with(edition, {**chosen, **_pairs(changes, "--with dealer_draws_to_soft=16")})
    for change in found.changes if changes else ():
        _aside.print(
            Text(f"with {change.name} {change.after}, approved {change.before}  ¶{change.paragraph}")
        )
    return found


def _pairs(texts: list[str] | None, example: str) -> dict[str, object]:
    pairs: dict[str, object] = {}
    for text in texts or ():
        name, equals, value = text.partition("=")
        if not equals:
            fail(f"{text!r} sets nothing; write NAME=VALUE, such as {example}")
        pairs[name.strip()] = value.strip()
    return pairs


def asked_of(meter: str | None, bet_size: str | None) -> "Asked":
    from croupier.analysis.figures import AnalysisError, Asked
    from croupier.money import parse_money

    asked = Asked(
        None if meter is None else parse_money(meter),
        None if bet_size is None else parse_money(bet_size),
    )
    if asked.meter is not None and asked.meter < 0:
        raise AnalysisError("a meter of {meter} is below zero; give 0 or more", meter=meter)
    if asked.bet_size is not None and asked.bet_size <= 0:
        raise AnalysisError("a bet of {bet_size} is not a bet; give 0.01 or more", bet_size=bet_size)
    return asked


def print_json(value: Any) -> None:
    import msgspec

    sys.stdout.write(msgspec.json.format(msgspec.json.encode(value, enc_hook=str), indent=2).decode() + "\n")


def edge(
    edition: Edition,
    bet: Annotated[str | None, typer.Option(help="One bet only, such as bonus or 'Pot of Gold'.")] = None,
    decks: Decks = None,
    meter: Meter = None,
    bet_size: BetSize = None,
    settings: Settings = None,
    changes: With = None,
    as_json: AsJson = False,
    csv: AsCsv = None,
    xlsx: AsXlsx = None,
) -> None:
    """House edge, deviation and outcomes of every bet, exact."""
    with reckoning():
        from croupier.analysis.catalogue import edge as edge_of
        from croupier.analysis.words import bet_key

        bet = None if bet is None else bet_key(bet)
        figures = edge_of(rules_of(edition, settings, decks, changes), bet, asked_of(meter, bet_size))
    if as_json:
        print_json(figures)
        return
    if csv or xlsx:
        from croupier.analysis.reports.tables import figure_tables

        write_tables(figure_tables(figures), csv, xlsx)
        return
    for each in figures:
        show_bet(each, with_outcomes=bet is not None)


def strategy(
    edition: Edition,
    cards: Annotated[str | None, typer.Option(help="Your cards, such as AsKd: what to do now.")] = None,
    board: Annotated[str, typer.Option(help="Multi-Link: the cards on the board, with --cards.")] = "",
    dealer: Annotated[
        str | None, typer.Option(help="Free Bet: the dealer's card, with --cards; all of them without it.")
    ] = None,
    marker: Annotated[
        bool, typer.Option("--marker", help="Free Bet: the hand carries a Free Bet Marker only.")
    ] = False,
    output: Annotated[
        Path | None, typer.Option("--output", "-o", help="A card in colours to print: .html or .pdf.")
    ] = None,
    decks: Decks = None,
    settings: Settings = None,
    changes: With = None,
    as_json: AsJson = False,
    csv: AsCsv = None,
    xlsx: AsXlsx = None,
) -> None:
    """The best way to play, as charts or a card to print; or, with --cards, for one hand."""
    if output is not None:
        _check_page(output, "a card")
        if cards is not None:
            fail("a card is for all hands; leave --cards out, or leave --output out")
    with reckoning():
        from croupier.analysis.catalogue import strategy_of
        from croupier.analysis.figures import Asked

        asked = what_if(edition, settings, decks, changes)
        rules = asked.rules
        if board and cards is None:
            fail("a board alone has no decision; give your two cards too: --cards AsKd --board 2c7d9h")
        if cards is None and (dealer or marker):
            fail("without your cards there is no decision; give them too: --cards Tc6d --dealer 9h")
        if cards is not None:
            table = _advice(rules, cards, board, dealer, marker)
            if csv or xlsx:
                write_tables((table,), csv, xlsx)
            else:
                print_json(table) if as_json else show_table(table)
            return
        found = strategy_of(rules, Asked())
        if output is not None:
            from croupier.analysis.reports.card import card

            _write_page(card(rules, found, asked.changes if changes else ()), output)
            return
    if as_json:
        print_json(found)
        return
    if csv or xlsx:
        write_tables(found.charts, csv, xlsx)
        return
    out.print(Text(found.title, style="bold"))
    out.print(found.text)
    for chart in found.charts:
        show_table(chart)


def _advice(rules: "Rules", cards: str, board: str, dealer: str | None, marker: bool) -> "Table":
    from croupier.analysis.figures import AnalysisError
    from croupier.cards import parse_cards

    game = rules.edition.game
    if game == "mbs-freebet":
        from croupier.analysis.freebet.advice import advice as freebet_advice

        if board:
            raise AnalysisError("Free Bet Blackjack has no board; give the dealer's card: --dealer 9h")
        first = parse_cards(dealer) if dealer else []
        if len(first) > 1:
            raise AnalysisError("the dealer shows one card, not {count}; give one, like 9h", count=len(first))
        return freebet_advice(rules, parse_cards(cards), first[0] if first else None, marker_only=marker)
    if dealer or marker:
        raise AnalysisError(
            "--dealer and --marker are for mbs-freebet; {edition} has neither", edition=rules.edition.id
        )
    if game != "rws-multilink":
        raise AnalysisError(
            "--cards is for rws-multilink and mbs-freebet; `croupier equity` answers for {edition}",
            edition=rules.edition.id,
        )
    from croupier.analysis.multilink.advice import advice

    return advice(rules, parse_cards(cards), parse_cards(board))


def equity(
    hands: Annotated[
        list[str] | None, typer.Argument(help="Two to ten hands or ranges: AsKs, 'QQ+, AKs', random.")
    ] = None,
    board: Annotated[str, typer.Option(help="Cards on the board, such as 2c7d9h.")] = "",
    samples: Annotated[int | None, typer.Option(help="Sample so many deals instead of counting all.")] = None,
    seed: Annotated[int, typer.Option(help="Seed of the sample.")] = 1,
    at: Annotated[str, typer.Option(help="Take hands and board from this position of a Poker table.")] = "",
    as_json: AsJson = False,
) -> None:
    """What part of the pot each hand wins on average, all cards dealt."""
    if at:
        hands, board = _from_position(at)
    if not hands:
        fail("name two to ten hands, as in: croupier equity AsKs QhQd; or a position with --at")
    with reckoning():
        from croupier.analysis.poker.equity import equity as equity_of
        from croupier.cards import parse_cards

        found = equity_of(hands, parse_cards(board), samples=samples, seed=seed)
    if as_json:
        print_json(found)
        return
    show_equity(found)


def _from_position(text: str) -> tuple[list[str], str]:
    """The hands that are still in, and the board."""
    with readable_errors():
        from croupier.games import catalogue
        from croupier.games.poker.state import State

        state = catalogue().at(text).state
        if not isinstance(state, State):
            fail("hands and board are read from a position of Poker")
        return ["".join(hand.cards) for _, hand in state.hands if hand.is_active], "".join(state.board)


def simulate(
    edition: Edition,
    rounds: Annotated[int, typer.Option(parser=count, help="How many, such as 1e9.")] = 100_000_000,
    seed: Annotated[int, typer.Option(help="The same seed gives the same totals, wherever it runs.")] = 1,
    batch: Annotated[int, typer.Option(help="Rounds per batch; part of what fixes the totals.")] = 1_000_000,
    cores: Annotated[int | None, typer.Option(help="How many; all if not given.")] = None,
    dask: Annotated[str | None, typer.Option(metavar="ADDRESS", help="A Dask scheduler to run on.")] = None,
    checkpoint: Annotated[
        Path | None, typer.Option(help="Keep totals in this file and take the run up from it.")
    ] = None,
    decks: Decks = None,
    meter: Meter = None,
    bet_size: BetSize = None,
    settings: Settings = None,
    changes: With = None,
    as_json: AsJson = False,
) -> None:
    """Play many rounds: every bet's expectation with its standard error.

    Multi-Link is played best, Free Bet by its best chart, Poker by bots.
    """
    with reckoning(None):
        from croupier.analysis.catalogue import provider_of
        from croupier.analysis.simulation import Plan, check_plan

        rules = rules_of(edition, settings, decks, changes)
        plan = Plan(rounds, seed, batch)
        check_plan(plan)
        with _runner(dask, cores) as runner:
            simulator = provider_of(rules).simulator(rules, asked_of(meter, bet_size))
            _run(simulator, plan, runner, checkpoint, as_json)


@contextmanager
def _runner(dask: str | None, cores: int | None) -> Iterator["Runner"]:
    from os import cpu_count

    from croupier.analysis.figures import AnalysisError
    from croupier.analysis.simulation import here, on_cores, on_dask

    if cores is not None and cores < 1:
        raise AnalysisError("{cores} cores cannot play; give 1 or more", cores=cores)
    if dask is None:
        count = cores or cpu_count() or 1
        yield here if count == 1 else on_cores(count)
        return
    from distributed import Client

    try:
        client: Any = Client(dask, timeout="10s")  # type: ignore[no-untyped-call]
    except (OSError, ValueError) as error:
        raise AnalysisError(
            "no Dask scheduler answers at {dask} ({error}); give one like tcp://host:8786",
            dask=dask,
            error=reason_of(error),
        ) from None
    try:
        yield on_dask(client)
    finally:
        client.close()


def _run(simulator: Any, plan: Any, runner: "Runner", checkpoint: Path | None, as_json: bool) -> None:
    from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn

    from croupier.analysis.simulation import Checkpoint, estimates
    from croupier.analysis.simulation import simulate as play

    columns = (
        TextColumn("{task.completed:,}"),
        BarColumn(),
        TimeRemainingColumn(),
        TextColumn("{task.fields[words]}"),
    )
    with Progress(*columns, console=_aside) as progress:
        task = progress.add_task("rounds", total=plan.rounds, words="")

        def told(run: Checkpoint) -> None:
            first = estimates(run.tally, simulator.stakes)[0]
            unit = "" if first.bet == "rake" else "%"
            words = f"{first.bet} {100 * first.ev:+.4f}{unit} ± {100 * first.standard_error:.4f}{unit}"
            progress.update(task, completed=run.tally.rounds, words=words)

        run = play(simulator, plan, runner, checkpoint=checkpoint, told=told)
    found = estimates(run.tally, simulator.stakes)
    if as_json:
        print_json({"run": run, "estimates": found})
        return
    show_run(run, found)


def report(
    edition: Edition,
    output: Annotated[Path, typer.Option("--output", "-o", help="The file to write: .html or .pdf.")],
    decks: Decks = None,
    meter: Meter = None,
    bet_size: BetSize = None,
    settings: Settings = None,
    changes: With = None,
) -> None:
    """A par sheet in one file: every bet, risk, strategy, plots, each figure with its paragraph."""
    _check_page(output, "a report")
    need("matplotlib")
    with reckoning("Counting and drawing"):
        from croupier.analysis.reports.report import report as report_of

        found = what_if(edition, settings, decks, changes)
        page = report_of(found.rules, asked_of(meter, bet_size), found.changes if changes else ())
        _write_page(page, output)


def _check_page(output: Path, what: str) -> None:
    if output.suffix.lower() not in (".html", ".htm", ".pdf"):
        fail(f"{output}: {what} is a page or a print of it; give a name that ends in .html or .pdf")
    need("jinja2")


def _write_page(page: str, output: Path) -> None:
    from croupier.analysis.reports.printing import pdf

    content = pdf(page) if output.suffix.lower() == ".pdf" else page.encode()
    output.write_bytes(content)
    out.print(f"{output}: {len(content) // 1024:,} KB")
