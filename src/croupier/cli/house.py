"""`croupier audit|round|backup|restore|appoint|accept-loss|key|export|archive|faults`: care of a house."""

import datetime as dt
from collections.abc import Awaitable, Callable, Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table as Grid
from rich.text import Text

from croupier.cli.console import fail, out, paragraphs
from croupier.cli.drafts import Commands
from croupier.messages import in_english, reason_of

if TYPE_CHECKING:
    from croupier.house.anchor import Head
    from croupier.house.answers import Answer
    from croupier.house.audit import DayReport, Report
    from croupier.house.history.rounds import Recall, Rounds
    from croupier.house.house import House
    from croupier.house.journal import Journal
    from croupier.house.journal.sealing import Sealer
    from croupier.house.ledger.accounts import Places

Where = Annotated[str | None, typer.Option("--store", help="A SQLite file, or postgresql://...")]
Key = Annotated[Path | None, typer.Option("--key", help="The key file; beside a SQLite store if not given.")]
Settings = Annotated[
    Path | None, typer.Option("--config", help="The settings of the house, which name store and key.")
]
RoundId = Annotated[str, typer.Argument(help="A Round, such as t1.17.")]

_AUDITS = (
    "Examples: [bold]croupier audit --store house.db[/]; "
    "[bold]croupier audit --config /etc/croupier/house.toml --day 2026-11-16[/]."
)
_BACKUPS = (
    "Examples: [bold]croupier backup copy --store house.db[/]; "
    "[bold]croupier backup tuesday --earlier monday --config house.toml[/]."
)
_RESTORES = "Example: [bold]croupier restore copy --store new.db[/]."
_APPOINTS = "Example: [bold]croupier appoint --config house.toml[/], with the program that is to take over."
_LOSSES = 'Example: [bold]croupier accept-loss --store house.db --reason "the disk of Monday failed"[/].'
_EXPORTS = (
    "Examples: [bold]croupier export /srv/siem --config house.toml[/], by a timer every minute; "
    "[bold]croupier export /srv/siem --to https://siem.example/croupier --config house.toml[/]."
)
_ARCHIVES = "Example: [bold]croupier archive house.db --before 2026-08[/], while the house is closed."
_FAULTS = "Example: [bold]croupier faults --kills 20 --writes 40 --no-postgres[/], which takes a few minutes."
_ROUND = "Example: [bold]croupier round {} t1.17 --store house.db[/]."

_KEYS = "Example: [bold]croupier key {} --config /etc/croupier/house.toml[/]."

key_app = Commands(no_args_is_help=True, help="Another key for what is sealed and signed.")
round_app = Commands(no_args_is_help=True, help="Recall, replay and verify one Round of play.")


def settled(where: str | None, key: Path | None, config: Path | None) -> tuple[str, Path]:
    """Store and key file, as `serve` with the same file, environment and options would find them."""
    from croupier.server.config import ConfigError, read_config

    try:
        found = read_config(config, store=where, key_file=str(key) if key else None)
    except ConfigError as error:
        fail(reason_of(error))
    return found.store, found.key


def audit(
    store: Where = None,
    key: Key = None,
    config: Settings = None,
    known: Annotated[
        str, typer.Option("--known", help="A head noted earlier, POSITION:HASH, that must still be there.")
    ] = "",
    anchor: Annotated[
        Path | None,
        typer.Option("--anchor", help="Heads that the house noted; from its settings if not given."),
    ] = None,
    day: Annotated[
        str,
        typer.Option("--day", help="Only what happened on a day, such as 2026-11-16: quick in any house."),
    ] = "",
) -> None:
    """Check the whole house: hash chain, books, meters, and every table played again."""
    if day:
        _audit_day(day, *settled(store, key, config))
        return
    from croupier.games import catalogue
    from croupier.house.audit import Audit
    from croupier.house.journal.sealing import Sealer

    where, key_file = settled(store, key, config)
    with opened(where) as journal:
        sealer = Sealer.existing(key_file)
        with out.status("reading") as status:
            anchors = _anchors(anchor, config, journal, sealer)
            report = Audit(journal, catalogue(), sealer).run(status.update, _head(known), anchors)
    out.print(
        f"{report.entries} entries, {report.events} events, {report.tables} tables, "
        f"{report.links} jackpots, {report.rounds} Rounds"
    )
    _judge(report, report.entries)
    but = ", but for what another program decided; audit that with the other one" if report.notes else ""
    out.print(
        Text(f"The chain holds, the books balance, and every table plays again the same{but}.", style="green")
    )


def _judge(report: "Report | DayReport", last: int) -> None:
    """The head of the chain and what was found; whatever is wrong ends the command with 1."""
    out.print(f"head {last}:{report.head}", style="dim")
    for finding in report.findings:
        out.print(Text(f"{finding.check}: {finding.words}", style="bold red"))
    for note in report.notes:
        out.print(Text(f"{note.check}: {note.words}", style="yellow"))
    if not report.is_good:
        raise typer.Exit(1)


def _audit_day(day: str, where: str, key_file: Path) -> None:
    from croupier.games import catalogue
    from croupier.house.audit import DayAudit
    from croupier.house.journal.sealing import Sealer

    since, until = gaming_day(day)
    with opened(where) as journal, out.status("reading") as status:
        audit = DayAudit(journal, catalogue(), Sealer.existing(key_file))
        report = audit.run(since, until, status.update)
    if report.last < report.first:
        out.print(f"Nothing was written on {day}.")
        return
    out.print(
        f"positions {report.first} to {report.last}, {report.events} events, {report.tables} tables, "
        f"{report.links} jackpots"
    )
    _judge(report, report.last)
    out.print(Text("The day's chain, its books and its tables are as they were written.", style="green"))


@round_app.command("show", epilog=_ROUND.format("show"))
def show_round(name: RoundId, store: Where = None, key: Key = None, config: Settings = None) -> None:
    """What happened in a Round: who did what, what followed, which paragraph, which chips moved."""
    from croupier.house.history.rounds import NoSuchRound
    from croupier.money import say_money
    from croupier.table import say

    with rounds_of(*settled(store, key, config)) as rounds:
        try:
            recall = rounds.recall(name)
        except NoSuchRound as error:
            fail(reason_of(error))
        grid = Grid(box=None, show_header=False, padding=(0, 2, 0, 0))
        for happened in recall.happened:
            who = f"{happened.by} ({happened.role})"
            grid.add_row(who, Text(say(happened.event)), paragraphs(happened.event.citations))
        out.print(Text(f"Round {name}  [{recall.row.edition}]", style="bold"))
        out.print(grid)
        words = _places(rounds, recall).listed
        held = {account: words(account) for account in sorted({*recall.before, *recall.after})}
        width = max(map(len, held.values()), default=0)
        for account, told in held.items():
            before, after = recall.before.get(account, 0), recall.after.get(account, 0)
            if before or after:
                line = f"{told:<{width}} {say_money(before):>12} -> {say_money(after):>12}"
                out.print(Text(line + _explained(recall, account)))
        out.print(f"commitment {recall.commitment or 'none'}")
        out.print(f"seed       {recall.seed or 'not told yet'}")


@round_app.command("replay", epilog=_ROUND.format("replay"))
def replay_round(name: RoundId, store: Where = None, key: Key = None, config: Settings = None) -> None:
    """The table after every event, as an auditor sees it."""
    from croupier.house.history.rounds import NoSuchRound
    from croupier.table import Actor, Role, say

    auditor = Actor("auditor", Role.AUDITOR)
    with rounds_of(*settled(store, key, config)) as rounds:
        try:
            for happened, game, rules, state in rounds.replay(name):
                out.print(Text(f"{happened.version}  {say(happened.event)}", style="bold"))
                for line in game.picture(game.view(rules, state, auditor)):
                    out.print(f"    {line}", style="dim", markup=False)
        except NoSuchRound as error:
            fail(reason_of(error))


@round_app.command("verify", epilog=_ROUND.format("verify"))
def verify_round(name: RoundId, store: Where = None, key: Key = None, config: Settings = None) -> None:
    """Recompute the order from its seed, and deal and settlement from the commands."""
    from croupier.house.history.rounds import NoSuchRound

    with rounds_of(*settled(store, key, config)) as rounds:
        try:
            verdict = rounds.verify(name)
        except NoSuchRound as error:
            fail(reason_of(error))
    for check in verdict.checks:
        style = "green" if check.is_good else "bold red"
        out.print(Text(f"{check.name:<8} {check.found}", style=style))
    if not verdict.is_verified:
        raise typer.Exit(1)


@round_app.command(
    "fairness",
    epilog="Example: [bold]croupier round fairness t1.17 --store house.db > fairness.json[/], "
    "for docs/verify.py.",
)
def prove_round(
    name: RoundId,
    player: Annotated[
        str, typer.Option(help="As this player, by id, may check it; without one, everything.")
    ] = "",
    store: Where = None,
    key: Key = None,
    config: Settings = None,
) -> None:
    """What was sealed before the deal and the proof of each card, as JSON for docs/verify.py."""
    import msgspec

    from croupier.house.history.rounds import NoSuchRound
    from croupier.table import Actor, Role

    viewer = Actor(player, Role.PLAYER) if player else Actor("auditor", Role.AUDITOR)
    with rounds_of(*settled(store, key, config)) as rounds:
        try:
            found = rounds.fairness(name, viewer, opens=not player)
        except NoSuchRound as error:
            fail(reason_of(error))
    typer.echo(msgspec.json.format(msgspec.json.encode(found, enc_hook=in_english), indent=1).decode())


def backup(
    target: Annotated[Path, typer.Argument(help="A new folder for the copy.")],
    store: Where = None,
    key: Key = None,
    config: Annotated[Path | None, typer.Option("--config", help="The settings; copied too.")] = None,
    without_key: Annotated[
        bool, typer.Option("--without-key", help="Leave the key out: the copy alone opens nothing.")
    ] = False,
    earlier: Annotated[
        Path | None,
        typer.Option(
            "--earlier", help="A backup on the same disk: its archives are linked, not copied again."
        ),
    ] = None,
) -> None:
    """Copy the whole house, key, archives and configuration included, while it runs."""
    from croupier.house.backup import backup as copy

    if target.exists():
        fail(f"{target} is there already: name a new folder")
    where, key_file = settled(store, key, config)
    with said_plainly(where):
        label = copy(where, key_file, target, config, has_key=not without_key, earlier=earlier)
    out.print(f"{target}: head {label.position}:{label.head}")
    if label.archives:
        out.print(f"Archives in it: {', '.join(label.archives)}")
    if without_key:
        out.print(
            f"The key is not in it: keep a copy of {key_file} elsewhere, and put it back before a restore."
        )
    else:
        out.print("The key is in it: anybody who has this copy can read every card and seed. Keep it safe.")


def restore(
    source: Annotated[Path, typer.Argument(help="The folder of a backup.")],
    store: Where = None,
    key: Key = None,
    config: Annotated[Path | None, typer.Option("--config", help="The settings, put back too.")] = None,
) -> None:
    """Put a backup into an empty place and check that it is whole."""
    from croupier.house.backup import restore as put_back
    from croupier.house.journal import JournalError, without_password

    where, key_file = settled(store, key, config if config and config.exists() else None)
    try:
        label = put_back(source, where, key_file, config)
    except (JournalError, OSError) as error:
        fail(reason_of(error))
    out.print(f"{without_password(where)}: head {label.position}:{label.head}")


def appoint(store: Where = None, key: Key = None, config: Settings = None) -> None:
    """Let this program take over a house that another of the same version, or a later one, serves."""
    from croupier.house.history.programs import appoint as let

    _order_house(*settled(store, key, config), let)


def accept_loss(
    reason: Annotated[str, typer.Option("--reason", help="Why, for the record: what happened to the store.")],
    store: Where = None,
    key: Key = None,
    config: Settings = None,
) -> None:
    """Go on with a store that has gone back: what was acknowledged and is not in it any more is lost."""
    _order_house(*settled(store, key, config), lambda house: house.accept_loss(reason))


def _order_house(where: str, key_file: Path, order: "Callable[[House], Awaitable[Answer]]") -> None:
    """An order of the operator, which goes into the record of the house."""
    import asyncio

    from croupier.games import catalogue
    from croupier.house.answers import Acknowledged
    from croupier.house.house import House
    from croupier.table import say

    async def work() -> "Answer":
        house = House.open(where, catalogue(), key_file)
        try:
            return await order(house)
        finally:
            await house.close()

    with said_plainly(where):
        answer = asyncio.run(work())
    if not isinstance(answer, Acknowledged):
        fail(answer.reason)
    out.print(say(answer.happened[0].event))


@key_app.command("new", epilog=_KEYS.format("new"))
def new_key(key: Key = None, config: Settings = None) -> None:
    """Put the next key into the key file. It opens, and does not seal before `croupier key use`."""
    from croupier.house.journal.sealing import SealError, add_key

    _, key_file = settled(None, key, config)
    try:
        public = add_key(key_file)
    except (SealError, OSError) as error:
        fail(reason_of(error))
    out.print(f"{key_file}: the key {public} waits. Copy the file to every machine, then: croupier key use")


@key_app.command("use", epilog=_KEYS.format("use"))
def use_key(store: Where = None, key: Key = None, config: Settings = None) -> None:
    """From now on the key that waits seals and signs, once it is in the record of the house."""
    from croupier.house.floor.state import KeyUsed
    from croupier.house.journal.sealing import use_key as put_first
    from croupier.house.journal.sealing import waiting_key
    from croupier.table import SYSTEM

    where, key_file = settled(store, key, config)

    async def use(house: "House") -> "Answer":
        event = KeyUsed(key=waiting_key(key_file))
        answer = await house.record(house.floor, lambda _: [event], SYSTEM, "UseKey")
        put_first(key_file)
        return answer

    _order_house(where, key_file, use)


def export(
    folder: Annotated[Path, typer.Argument(help="Where the files go; each goes on where the last ended.")],
    store: Where = None,
    key: Key = None,
    config: Settings = None,
    to: Annotated[
        str, typer.Option("--to", help="An https address that takes what it has not yet, file by file.")
    ] = "",
    check: Annotated[
        bool, typer.Option("--check", help="Only look whether the files are as signed.")
    ] = False,
) -> None:
    """Significant events and settled Rounds since the last time, in a signed file of lines of JSON."""
    from croupier.server.sign_on.settings import is_safe

    if to and not is_safe(to):
        fail(f"{to} is not an address that nobody else can read: use https")
    from croupier.house.export import export as write
    from croupier.house.export import problems
    from croupier.house.journal.sealing import Sealer

    where, key_file = settled(store, key, config)
    with opened(where) as journal:
        sealer = Sealer.existing(key_file)
        if check:
            if found := list(problems(folder, sealer.public_keys)):
                fail("\n".join(found))
            out.print(f"{folder}: as this house signed it")
            return
        slip = write(journal, folder, sealer.signer)
    if slip is None:
        out.print("Nothing is new.")
    else:
        out.print(
            f"{folder / slip.file}: {slip.lines} lines, positions {slip.first} to {slip.last}; key {slip.key}"
        )
    if to:
        _deliver(folder, to)


def _deliver(folder: Path, to: str) -> None:
    import httpx

    from croupier.house.export import deliver

    try:
        for slip in deliver(folder, to):
            out.print(f"{to}: has taken {slip.file}")
    except httpx.HTTPError as error:
        fail(f"{to}: {error or type(error).__name__}; it is sent again the next time")


def archive(
    before: Annotated[str, typer.Option("--before", help="The first month that stays, such as 2026-08.")],
    store: Annotated[str | None, typer.Argument(help="The store; from the settings if not given.")] = None,
    config: Settings = None,
) -> None:
    """Move old months into compact files beside the store, which all other commands read as before."""
    import time

    from croupier.house.journal import open_store
    from croupier.house.journal.archive.moving import archive as move

    where, _ = settled(store, None, config)
    count = 0
    with said_plainly(where), closing(open_store(where)) as found, out.status("reading") as status:
        for moved in move(found, before, time.time_ns() // 1_000_000, status.update):
            month, count = moved.month, count + 1
            words = f"{moved.rounds} Rounds, {month.entries} entries, {moved.size / 1e6:.1f} MB"
            out.print(f"{moved.path}: {words}", soft_wrap=True)
    told = (
        f"{count} month{'s' * (count > 1)} moved." if count else f"There is nothing to move before {before}."
    )
    out.print(told)


def faults(
    kills: Annotated[int, typer.Option(help="Kills at random points.")] = 200,
    writes: Annotated[int, typer.Option(help="Most writes to fail at, one run each; 0 for none.")] = 400,
    postgres: Annotated[bool, typer.Option(help="Also three processes on PostgreSQL.")] = True,
    seed: Annotated[int, typer.Option(help="Where chance begins.")] = 1,
) -> None:
    """Kill the house at random and at every write, under live play, and count what was lost: nothing."""
    from croupier.faults import run_all

    if not run_all(kills=kills, writes=writes, is_postgres=postgres, seed=seed, say=out.print):
        raise typer.Exit(1)


def register(app: typer.Typer) -> None:
    """Mount these commands."""
    app.command("audit", epilog=_AUDITS)(audit)
    app.add_typer(round_app, name="round")
    app.command("backup", epilog=_BACKUPS)(backup)
    app.command("restore", epilog=_RESTORES)(restore)
    app.command("appoint", epilog=_APPOINTS)(appoint)
    app.command("accept-loss", epilog=_LOSSES)(accept_loss)
    app.command("export", epilog=_EXPORTS)(export)
    app.add_typer(key_app, name="key")
    app.command("archive", epilog=_ARCHIVES)(archive)
    app.command("faults", epilog=_FAULTS)(faults)


@contextmanager
def rounds_of(where: str, key: Path) -> "Iterator[Rounds]":
    """The Rounds of a store, closed again at the end."""
    from croupier.games import catalogue
    from croupier.house.history.rounds import Rounds
    from croupier.house.journal.sealing import Sealer

    with opened(where) as journal:
        yield Rounds(journal, catalogue(), Sealer.existing(key))


def _places(rounds: "Rounds", recall: "Recall") -> "Places":
    """Who sat where, so that accounts are called what people call them."""
    from croupier.house.ledger.accounts import Places
    from croupier.house.people.roster import people_register

    people = people_register(rounds.journal)
    people.catch_up()
    edition = rounds.catalogue.library.get(recall.row.edition)
    return Places.of_round(people.state.name_of, recall, rounds.catalogue.game(edition.game))


def _explained(recall: "Recall", account: str) -> str:
    """What the Round did to a player's stack, apart from chips that came and went."""
    from croupier.money import say_money, stack_at

    if not stack_at(account):
        return ""
    parts = (
        ("won" if recall.won(account) >= 0 else "lost", abs(recall.won(account))),
        ("bought", recall.bought[account]),
        ("cashed", recall.cashed[account]),
    )
    return "  " + ", ".join(f"{name} {say_money(cents)}" for name, cents in parts if cents)


def _anchors(file: Path | None, config: Path | None, journal: "Journal", sealer: "Sealer") -> "list[Head]":
    from croupier.house.anchor import noted
    from croupier.house.floor.state import floor_register
    from croupier.server.config import read_config

    named = read_config(config).anchor
    file = file or (Path(named) if named else None)
    if file is None:
        return []
    floor = floor_register(journal, sealer)
    floor.restore()
    try:
        return noted(file, sealer.public_keys, floor.state.losses)
    except (OSError, ValueError) as error:
        fail(reason_of(error))


def gaming_day(text: str) -> tuple[int, int]:
    """From when to when a day goes that somebody has typed, in milliseconds."""
    from croupier.house.ledger import day_of
    from croupier.house.stamps import HOUSE_TIME

    try:
        midnight = dt.datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=HOUSE_TIME)
    except ValueError:
        fail(f"{text} is not a day: write it as 2024-04-13")
    return day_of(round(midnight.timestamp() * 1000))


def _head(text: str) -> tuple[int, str] | None:
    if not text:
        return None
    position, _, digest = text.partition(":")
    if not (position.isascii() and position.isdecimal() and len(position) < 16 and len(digest) == 64):
        fail("write a head as POSITION:HASH, as audit and backup print it")
    return int(position), digest


@contextmanager
def opened(where: str) -> "Iterator[Journal]":
    """A journal to look into, closed again at the end."""
    from croupier.house.journal import open_journal

    with said_plainly(where), closing(open_journal(where)) as journal:
        yield journal


@contextmanager
def said_plainly(where: str) -> "Iterator[None]":
    """What is wrong with a store is said in a sentence. Looking must not create a house."""
    from croupier.house.journal import JournalError, without_password
    from croupier.house.journal.sealing import SealError

    is_file = not where.startswith(("postgresql://", "postgres://"))
    if is_file and not Path(where.removeprefix("sqlite://")).exists():
        fail(f"there is no store at {where}; name one with --store")
    try:
        yield
    except (JournalError, SealError, OSError) as error:
        fail(without_password(f"{where}: {error}"))
