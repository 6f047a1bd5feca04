"""`croupier envs prove`: the batches that agents learn on, against the live tables."""

from typing import Annotated, Any

import typer

from croupier.cli.console import editions_like, fail, out

app = typer.Typer(help="Environments for learning agents.", no_args_is_help=True)
_CHUNK = 500

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


@app.command()
def prove(
    editions: Annotated[
        list[str] | None, typer.Argument(help="Which; if nothing is said, all.", autocompletion=editions_like)
    ] = None,
    rounds: Annotated[str, typer.Option(help="Rounds for each edition, such as 1e6.")] = "10000",
    seed: Annotated[int, typer.Option(help="Another seed, other cards and settings.")] = 1,
) -> None:
    """Play Rounds at live tables and in batches, on the same cards and decisions, and compare to the cent.

    Settings and readings of the house are drawn anew every few hundred Rounds.
    """
    import random

    from croupier.games import catalogue

    wanted = int(float(rounds))
    shelf = catalogue()
    known = list(shelf.library.ids)
    for edition in editions or known:
        if edition not in known:
            fail(f"there is no edition {edition!r}; there are {', '.join(known)}")
        _prove(edition, wanted, random.Random(f"{seed} {edition}"))


def _prove(edition: str, rounds: int, chance: Any) -> None:
    from rich.progress import track

    from croupier.envs import proof
    from croupier.envs.poker.setup import NobodyIsAsked
    from croupier.games import catalogue

    rules = catalogue().rules(edition, {})
    game = rules.edition.game
    chunks = -(-rounds // _CHUNK)
    played = 0
    for _ in track(range(chunks), description=edition, console=out):
        number = min(_CHUNK, rounds - played)
        settings = _settings(rules, game, chance)
        seed = chance.getrandbits(60)
        try:
            if game == "mbs-freebet":
                played += proof.freebet(number, seed, edition=edition, settings=settings, **_freebet(chance))
            elif game == "rws-multilink":
                played += proof.multilink(
                    number, seed, edition=edition, settings=settings, **_multilink(chance)
                )
            else:
                settings["table_stake_min"] = "25"
                played += proof.poker(number, seed, edition=edition, settings=settings, **_poker(chance))
        except NobodyIsAsked:
            continue  # stakes so small that nobody decides anything have been drawn
        except proof.Difference as found:
            fail(str(found))
    out.print(f"{edition}: {played:,} Rounds agree in all that is seen, may be done and is won")


def _settings(rules: Any, game: str, chance: Any) -> dict[str, Any]:
    """Every reading that is a choice or a switch, and the numbers that matter, drawn at random."""
    drawn = {name: chance.choice(values) for name, values in _SWITCHES[game].items()}
    for name, setting in rules.edition.settings.items():
        if name not in drawn and setting.reading and name not in _NOT_IN_REGULAR_PLAY:
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
