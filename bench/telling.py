"""Telling viewers alone, `python -m bench.telling`: from what a command led to, to the bytes of its messages.

Each game is played once, by six players who take what costs little, with the same cards every time; what was
told then is told again and again to six players and two watchers whose sockets take everything. So there is
nothing in it of deciding, of the journal and of the network, and two programs can be compared. The last word
of a line is a digest of what was sent: whether both sent the same. `--profile` shows where the time goes.
"""

from __future__ import annotations

import asyncio
import cProfile
import hashlib
import pstats
import random
import sys
import tempfile
import time
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import Any

import msgspec
from msgspec.structs import replace

from croupier.faults.autoplay import DEALER, seat_bots
from croupier.games import catalogue
from croupier.house.answers import Acknowledged, Happened
from croupier.house.floor.desk import Desk
from croupier.house.floor.presence import Presence
from croupier.house.house import House, Look
from croupier.house.offered import Offered
from croupier.house.people import Person
from croupier.server.serving import settle_down
from croupier.server.sockets import wire
from croupier.server.sockets.outbox import Outbox
from croupier.server.sockets.viewer import Viewer
from croupier.server.tables.clock import TimeBanks
from croupier.server.tables.stage import Stage
from croupier.table import Actor, Ask, Command, Option, Role, fill

GAMES = ("rws-poker@7", "mbs-freebet@3", "rws-multilink@3")
PLAYERS = tuple(f"player-{number}" for number in range(1, 7))
COMMANDS, REPEATS = 400, 25
MANAGER = Actor("manager", Role.SHIFT_MANAGER)
_STAKE, _CHEAP = 2_000_00, 40_00

Moment = tuple[tuple[Happened, ...], Look]


class Cheap:
    """Takes something of the ordinary play, mostly what costs little: as the players of `croupier load`."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)

    def choose(self, options: tuple[Option, ...]) -> tuple[Option, dict[str, Any]] | None:
        offered = [option for option in options if option.group == "play"]
        if not offered:
            return None
        prices = [each.costs + sum(a.minimum for a in each.asks if a.kind == "money") for each in offered]
        (option,) = self._random.choices(offered, [40 if price < _CHEAP else 1 for price in prices])
        return option, {ask.field: self._fill(ask) for ask in option.asks}

    def _fill(self, ask: Ask) -> Any:
        if ask.kind in ("money", "integer"):
            return ask.minimum
        return self._random.choice(ask.choices) if ask.choices else ""


async def played(house: House, table: str, edition: str, commands: int = COMMANDS) -> list[Moment]:
    """What each command of a game led to, and the table after it."""
    desk, chance = Desk(house), random.Random(7)
    shuffled = random.Random(5)
    house.shuffles.random = lambda nbytes=None: shuffled.randbytes(nbytes or 32)
    link = "main" if edition.startswith("rws-multilink") else ""
    if link:
        await desk.open_link(MANAGER, link, edition)
    await desk.open_table(MANAGER, table, edition, link=link)
    await seat_bots(house, table, dict.fromkeys(PLAYERS), _STAKE, 10_000_000_00)  # type: ignore[arg-type]
    bots = {name: Cheap(number) for number, name in enumerate(PLAYERS)}
    found: list[Moment] = []
    while len(found) < commands:
        look = await house.look(table)
        answer = await house.submit(table, _next(look, bots, chance))
        if isinstance(answer, Acknowledged):
            happened = tuple(each for each in answer.happened if each.stream == f"table/{table}")
            found.append((happened, await house.look(table)))
    return found


def _next(look: Look, bots: dict[str, Cheap], chance: random.Random) -> Command:
    """Somebody who is asked acts, or else the dealer."""
    awaited = list(look.offered.awaited)
    chance.shuffle(awaited)
    for place in awaited:
        name = look.offered.players[place]
        actor = Actor(name, Role.PLAYER, place)
        if (chosen := bots[name].choose(look.options(actor))) is not None:
            return _filled(look, chosen[0], actor, chosen[1])
    routine = look.offered.routine
    assert routine is not None, f"{look.name} stands still"
    return _filled(look, routine, DEALER, {ask.field: "" for ask in routine.asks})


def _filled(look: Look, option: Option, by: Actor, values: dict[str, Any]) -> Command:
    return fill(look.game.commands_by_name[option.command], option, by, **values)


def stage_for(house: House, look: Look) -> Stage:
    """A stage at this moment, which follows nothing by itself."""
    stage = Stage(
        house,
        look.name,
        presence=Presence(house.journal),
        betting_seconds=10,
        banks=TimeBanks(4, 15),
        name_of=str.title,
        describe=_line,
    )
    stage.look, stage.rounds = look, 0
    return stage


def _line(stage: Stage, seats: Mapping[int, str]) -> wire.TableLine:
    return wire.TableLine(
        id=stage.name,
        title="",
        game="",
        edition="",
        status="open",
        is_practice=False,
        owner=None,
        dealer="auto",
        dealer_name=None,
        signage=(),
        settings={},
        places=len(PLAYERS),
        place_word="",
        stakes="",
        seats=(),
        waiting=(),
        rounds_per_hour=0,
        rounds=0,
        link=None,
        seq=0,
        decisions=0,
    )


def told(house: House, moments: Sequence[Moment], write: Callable[[bytes], bool]) -> float:
    """Seconds of processor that it took to tell all of it, with nothing known yet of what may be done."""
    offered, chain = None, []
    for happened, look in moments:
        offered = Offered(look.offered._table, offered)
        chain.append((happened, replace(look, offered=offered)))
    stage = stage_for(house, chain[0][1])
    people = [Person(id=name, name=name, roles=(Role.PLAYER,)) for name in PLAYERS]
    for person in (*people, None, None):
        stage.viewers[Viewer(person, Role.PLAYER, Outbox(4, write=write), stage.voice("en"))] = None
    start = time.process_time()
    for happened, look in chain[1:]:
        before = stage.look.offered
        stage._take_in(happened, look)
        before.forget()
    return time.process_time() - start


async def main(words: list[str]) -> None:
    for edition in [game for game in GAMES if any(word in game for word in words)] or GAMES:
        with tempfile.TemporaryDirectory(prefix="croupier-bench-") as folder:
            house = House.open(str(Path(folder) / "house.db"), catalogue(), Path(folder) / "house.key")
            moments = await played(house, "t", edition)
            sent = _sent(house, moments)
            settle_down()
            if "--profile" in words:
                _profile(house, moments)
            took = [told(house, moments, lambda message: True) / (COMMANDS - 1) * 1e6 for _ in range(REPEATS)]
            size = sum(map(len, sent)) / len(sent)
            best, middle = min(took), median(took)
            print(f"{edition}: {best:.0f} µs a command at best, {middle:.0f} in the middle;", end=" ")
            print(f"messages of {size:.0f} bytes, {_digest(sent)}")


def _sent(house: House, moments: Sequence[Moment]) -> list[bytes]:
    sent: list[bytes] = []

    def write(message: bytes) -> bool:
        sent.append(message)
        return True

    told(house, moments, write)
    return sent


def _profile(house: House, moments: Sequence[Moment]) -> None:
    profile = cProfile.Profile(time.process_time)
    profile.enable()
    told(house, moments, lambda message: True)
    profile.disable()
    pstats.Stats(profile).sort_stats("tottime").print_stats(40).sort_stats("cumtime").print_stats(40)


def _digest(sent: Sequence[bytes]) -> str:
    """Of what a client reads, whatever the order of keys and whenever it was."""
    text = msgspec.json.encode([_plain(msgspec.json.decode(each)) for each in sent])
    return hashlib.sha256(text).hexdigest()[:12]


def _plain(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: 0 if key in ("at", "ends_at") else _plain(value[key]) for key in sorted(value)}
    return [_plain(each) for each in value] if isinstance(value, list) else value


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1:]))
