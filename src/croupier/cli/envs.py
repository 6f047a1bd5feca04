"""`croupier envs prove|record|baselines`: what agents learn on, Rounds as data, what to compare with."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from itertools import islice
from pathlib import Path
from typing import Annotated, Any

import typer

from croupier.cli.console import count, editions_like, fail, out, readable_errors
from croupier.cli.drafts import Commands
from croupier.cli.extras import need
from croupier.messages import reason_of

app = Commands(help="Environments for learning agents.", no_args_is_help=True)
_CHUNK = 500
_Job = tuple[str, int, int, dict[str, Any]]  # game, Rounds, a seed, and what a table is set up with

# Settings that move money in regular play, by game; each is tried with each of its values.
_SWITCHES: dict[str, dict[str, tuple[Any, ...]]] = {
    "mbs-freebet": {
        "decks": (1, 2, 6, 8),
        "burn_policy": ("none", "per_shoe", "per_round"),
        "lowest_chip": ("0.50", "1.00"),
    },
    "rws-multilink": {
        "device": ("card_shoe", "electronic_shuffler"),
        "increment_rate": ("20%", "33.3%"),
        "increment_amount": ("0", "0.07"),
        "reserve_share": ("0%", "12.5%"),
        "opening_value": ("0", "777.77"),
        "progressive_bet": ("5.00", "13.00"),
    },
    "rws-poker": {
        "small_blind": ("5", "2.50", "25"),
        "lowest_chip": ("0.50", "2.50"),
        "rake_percent": ("5%", "2.5%", "0%"),
        "rake_cap": ("30", "3", "0"),
    },
}
_NOT_IN_REGULAR_PLAY = frozenset({"device"})


@app.command(epilog="Example: [bold]croupier envs prove rws-poker@7 --rounds 1000[/].")
def prove(
    names: Annotated[
        list[str] | None,
        typer.Argument(
            metavar="[EDITION]...", help="Which; if nothing is said, all.", autocompletion=editions_like
        ),
    ] = None,
    rounds: Annotated[int, typer.Option(parser=count, help="Rounds for each edition, such as 1e6.")] = 10_000,
    seed: Annotated[int, typer.Option(help="Another seed, other cards and settings.")] = 1,
    workers: Annotated[int, typer.Option(help="Processes that share the work.", min=1, max=64)] = 1,
) -> None:
    """Play Rounds at live tables and in batches, on the same cards and decisions, and compare to the cent.

    Settings and readings of the house are drawn anew every few hundred Rounds.
    """
    need("gymnasium", "pettingzoo")
    import random

    from croupier.games import catalogue

    known = [each for each in catalogue().library.ids if each.partition("@")[0] in _SWITCHES]
    for edition in names or known:
        if edition not in known:
            fail(f"there is no edition {edition!r} for agents; there are {', '.join(known)}")
        with _told():
            _prove(edition, rounds, random.Random(f"{seed} {edition}"), workers)


@app.command(
    epilog="Example: [bold]croupier envs record mbs-freebet@3 --rounds 1e4 -o data[/], then "
    "minari.load_dataset with MINARI_DATASETS_PATH=data."
)
def record(
    edition: Annotated[str, typer.Argument(help="Such as mbs-freebet@3.", autocompletion=editions_like)],
    folder: Annotated[Path, typer.Option("--output", "-o", help="Where Minari keeps its data sets.")],
    rounds: Annotated[int, typer.Option(parser=count, help="How many Rounds, an episode each.")] = 10_000,
    seed: Annotated[int, typer.Option(help="Another seed, other cards and actions.")] = 1,
    player: Annotated[
        str, typer.Option(help="Who plays: random, learned, best (Free Bet), own-pair (Multi-Link).")
    ] = "random",
    name: Annotated[str, typer.Option(help="The data set's id; from edition and player if not given.")] = "",
) -> None:
    """Write Rounds, played at random or by a baseline, as an offline data set that Minari reads."""
    need("gymnasium", "pettingzoo", "minari")
    from croupier.envs.recording import record as write

    found = name or f"croupier/{edition.replace('@', '-')}-{player}-v0"
    with _told():
        write(edition, rounds, seed, found, folder, player)
    out.print(f"{folder / found}: {rounds} episodes", markup=False)


@app.command(epilog="Example: [bold]croupier envs baselines mbs-freebet@3 --rounds 1e7[/].")
def baselines(
    edition: Annotated[
        str, typer.Argument(help="Of Free Bet or Multi-Link.", autocompletion=editions_like)
    ] = "mbs-freebet@3",
    rounds: Annotated[int, typer.Option(parser=count, help="How many Rounds each plays.")] = 1_000_000,
    seed: Annotated[int, typer.Option(help="Another seed, other cards.")] = 1,
) -> None:
    """What chance, simple rules, a learned table and the exact mathematics win: to compare an agent with."""
    need("gymnasium")
    from rich.table import Table

    from croupier.envs.baselines import BASELINES, measured, tables

    known = BASELINES.get(edition.partition("@")[0])
    if known is None:
        fail(f"there are no baselines for {edition!r}; Poker's are players of `croupier arena`")
    found = Table("baseline", "percent of the wager a Round", "95%", "Rounds")
    with _told():
        for name, made in known.items():
            batch = tables(edition)
            result = measured(batch, made(batch), rounds, seed)
            row = (f"{100 * result.mean:+.3f}", f"± {100 * result.error:.3f}", f"{result.rounds:,}")
            found.add_row(name, *row)
    out.print(found)


@contextmanager
def _told() -> Iterator[None]:
    """What an edition does not let happen is said in a line, also what only a table or a batch finds out."""
    with readable_errors():
        try:
            yield
        except ValueError as error:
            fail(reason_of(error))


def _prove(edition: str, rounds: int, chance: Any, workers: int) -> None:
    from rich.progress import Progress

    from croupier.envs.proof import Difference

    played = 0
    jobs = _jobs(edition, chance, min(rounds, _CHUNK))
    with Progress(console=out) as progress, _Workers(workers) as at_work:
        task = progress.add_task(edition, total=rounds)
        while played < rounds:  # now and then stakes are drawn with which nobody decides anything
            try:
                for number in at_work(_chunk, islice(jobs, -(-(rounds - played) // _CHUNK))):
                    played += number
                    progress.update(task, completed=played)
            except Difference as found:
                fail(str(found))
    out.print(f"{edition}: {played:,} Rounds agree in all that is seen, may be done and is won")


def _jobs(edition: str, chance: Any, rounds: int) -> Iterator[_Job]:
    """What is played next, without end."""
    from croupier.games import catalogue

    rules = catalogue().rules(edition, {})
    game = rules.edition.game
    while True:
        settings, seed = _settings(rules, game, chance), chance.getrandbits(60)
        wanted = {"mbs-freebet": _freebet, "rws-multilink": _multilink, "rws-poker": _poker}[game](chance)
        if game == "rws-poker":
            settings["table_stake_min"] = "25"
        yield game, rounds, seed, {"edition": edition, "settings": settings, **wanted}


def _chunk(job: _Job) -> int:
    """Some Rounds at one table; how many it were."""
    from croupier.envs import proof
    from croupier.envs.poker.setup import NobodyIsAsked

    game, rounds, seed, wanted = job
    plays: dict[str, Callable[..., int]] = {
        "mbs-freebet": proof.freebet,
        "rws-multilink": proof.multilink,
        "rws-poker": proof.poker,
    }
    try:
        return plays[game](rounds, seed, **wanted)
    except NobodyIsAsked:
        return 0


class _Workers:
    """`map`, in so many processes."""

    def __init__(self, count: int) -> None:
        self._pool = ProcessPoolExecutor(count) if count > 1 else None

    def __enter__(self) -> Callable[..., Iterable[int]]:
        return self._pool.map if self._pool else map

    def __exit__(self, *reason: object) -> None:
        if self._pool:
            self._pool.shutdown(cancel_futures=True)


def _settings(rules: Any, game: str, chance: Any) -> dict[str, Any]:
    """Every reading that is a choice or a switch, and the numbers that matter, drawn at random."""
    from croupier.envs.freebet import setup as freebet
    from croupier.envs.multilink import setup as multilink
    from croupier.envs.poker import setup as poker

    left_alone = _NOT_IN_REGULAR_PLAY | freebet.USUAL | multilink.USUAL | poker.USUAL.keys()
    drawn = {name: chance.choice(values) for name, values in _SWITCHES[game].items()}
    for name, setting in rules.edition.settings.items():
        if name not in drawn and setting.reading and name not in left_alone:
            choices = setting.choices or ((True, False) if setting.type == "boolean" else ())
            if choices:
                drawn[name] = chance.choice(list(choices))
    return drawn


def _freebet(chance: Any) -> dict[str, Any]:
    sides = ("pair", "busted", "pot_of_gold")
    return {
        "areas": chance.choice((1, 1, 2, 3)),
        "wager": chance.choice((25_00, 35_00, 45_00)),
        "sides": chance.choice(((), sides, ("busted",))),
        "betting": chance.choice(("fixed", "choose")),
        "shoe": chance.choice(("cut_card", "fresh")),
    }


def _multilink(chance: Any) -> dict[str, Any]:
    boxes = chance.choice((1, 1, 2, 3))
    return {
        "boxes": boxes,
        "looks_at": chance.randint(1, boxes),
        "sides": chance.choice(((), ("bonus", "progressive"), ("progressive",))),
        "betting": chance.choice(("fixed", "choose")),
    }


def _poker(chance: Any) -> dict[str, Any]:
    seats = chance.choice((2, 3, 4, 6, 10))
    return {
        "seats": seats,
        "stakes": [chance.choice((25_00, 50_00, 125_00, 200_00, 375_00, 1_000_00)) for _ in range(seats)],
        "session": chance.random() < 0.5,
        "sizes": chance.choice(((50, 100, 200), (), (33, 75))),
    }
