"""Messages are put together from pieces that are encoded once: they say what each viewer may know."""

import asyncio
import gc
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bench.telling import PLAYERS, played, stage_for
from croupier.client import changed_view
from croupier.games import catalogue
from croupier.house.house import House
from croupier.house.offered import Offered
from croupier.house.people import Person
from croupier.server.sockets import wire
from croupier.server.sockets.outbox import Outbox
from croupier.server.sockets.scene import happening, is_for
from croupier.server.sockets.viewer import Viewer
from croupier.server.sockets.voices import Voice
from croupier.server.tables.stage import Stage
from croupier.table import Role

PARTS = {"options", "decisions", "clock", "awaited", "round", "table", "you", "changes"}
GAMES = ("rws-poker@7", "mbs-freebet@3", "rws-multilink@3")


def person(name: str, role: Role) -> Person:
    return Person(id=name, name=name, roles=(role,))


def kept_in(messages: list[bytes]) -> Outbox:
    def write(message: bytes) -> bool:
        messages.append(message)
        return True

    return Outbox(1, write=write)


@pytest.mark.parametrize("edition", GAMES)
def test_messages_from_pieces_are_what_each_viewer_may_know(edition: str, tmp_path: Path) -> None:
    house = House.open(str(tmp_path / "house.db"), catalogue(), tmp_path / "house.key")
    moments = asyncio.run(played(house, "t", edition, commands=120))
    stage = stage_for(house, moments[0][1])
    sent: dict[Viewer, list[bytes]] = {}

    def watch(who: Person | None, role: Role) -> Viewer:
        messages: list[bytes] = []
        viewer = Viewer(who, role, kept_in(messages), stage.voice("en"))
        stage.viewers[viewer], sent[viewer] = None, messages
        return viewer

    players = [watch(person(name, Role.PLAYER), Role.PLAYER) for name in PLAYERS]
    rail, other_rail = watch(None, Role.PLAYER), watch(None, Role.PLAYER)
    watch(person("Pit", Role.PIT_MANAGER), Role.PIT_MANAGER)
    watch(person("Audit", Role.AUDITOR), Role.AUDITOR)
    players[0].is_replaced = True  # another connection has taken the seat
    second = watch(person(PLAYERS[0], Role.PLAYER), Role.PLAYER)

    known: dict[Viewer, dict[str, Any]] = {}  # as a client puts it together
    had: dict[tuple[Viewer, str], object] = {}
    for happened, look in moments[1:]:
        stage._take_in(happened, look)
        for viewer, messages in sent.items():
            actor = viewer.at(look.offered.homes)
            body = msgspec.json.decode(messages[-1], type=wire.Events)  # all that the protocol promises
            message: dict[str, Any] = msgspec.json.decode(messages[-1])
            told = known[viewer] = known.get(viewer, {}) | message
            told["view"] = changed_view(told["view"], message.get("changes", {}))
            for part in PARTS & message.keys():
                assert had.get((viewer, part)) != message[part], f"{part} was sent again"
                had[viewer, part] = message[part]
            options = look.options(actor) if viewer.can_act else ()
            assert told["view"] == plain(look.game.view(look.rules, look.state, actor), stage)
            assert told["options"] == plain(options, stage)
            assert told["events"] == [
                plain(happening(each, actor, stage.name_of, stage._tail[-1]._places), stage)
                for each in happened
            ]
            assert [each["is_yours"] for each in told["decisions"]] == [
                viewer.can_act and is_for(each, actor) for each in look.offered.decisions
            ]
            assert (body.seq, body.first) == (look.version, happened[0].version)
        assert sent[rail][-1] == sent[other_rail][-1]
    assert sent[rail][-1] is sent[other_rail][-1], "watchers get the very same bytes"
    assert msgspec.json.decode(sent[second][0])["you"]["place"] == 1
    assert "you" not in msgspec.json.decode(sent[second][-1]), "what has not changed is not sent again"


@pytest.mark.parametrize("edition", GAMES)
def test_what_was_told_does_not_hold_the_table_as_it_was_then(edition: str, tmp_path: Path) -> None:
    house = House.open(str(tmp_path / "house.db"), catalogue(), tmp_path / "house.key")
    moments = asyncio.run(played(house, "t", edition, commands=40))
    stage = stage_for(house, moments[0][1])
    stage.viewers[Viewer(None, Role.PLAYER, Outbox(1, write=lambda message: True), stage.voice("en"))] = None
    for happened, look in moments[1:]:
        stage._take_in(happened, look)
    seen, waiting = set[int](), [stage._tail]
    while waiting:
        # Voices are the stage's own, whatever happens.
        if id(each := waiting.pop()) not in seen and not isinstance(each, type | Voice):
            seen.add(id(each))
            waiting += gc.get_referents(each)
            assert not isinstance(each, Offered), "memory would grow with every command"
    assert len(seen) > len(stage._tail) > 0


def plain(value: Any, stage: Stage) -> Any:
    """As a client reads it."""
    return msgspec.json.decode(stage.voice("en").encode(value))


@pytest.mark.parametrize("edition", GAMES)
def test_a_restarted_house_tells_the_round_as_it_was_told(edition: str, tmp_path: Path) -> None:
    """Who comes after a restart, to watch, to play or to work, reads what those heard who were there."""
    house = House.open(str(tmp_path / "house.db"), catalogue(), tmp_path / "house.key")
    moments = asyncio.run(played(house, "t", edition, commands=150))
    followed = stage_for(house, moments[0][1])
    for happened, look in moments[1:]:
        followed._take_in(happened, look)

    async def after_a_restart() -> None:
        stage = stage_for(house, moments[-1][1])
        await stage.start()
        began = followed._round_first
        assert began
        assert stage._round_first == began
        for who, role in (
            (None, Role.PLAYER),
            *((person(name, Role.PLAYER), Role.PLAYER) for name in PLAYERS),
            (person("Pit", Role.PIT_MANAGER), Role.PIT_MANAGER),
        ):
            messages: list[bytes] = []
            viewer = Viewer(who, role, kept_in(messages), stage.voice("en"))
            past = stage.snapshot_for(viewer).past
            assert past < began
            await stage.reach_back(past)
            stage.resume(viewer, past)
            told = msgspec.json.decode(messages[-1])
            assert told["type"] == "events"
            assert [each["seq"] for each in told["events"]] == list(range(past + 1, stage.look.version + 1))
            actor = viewer.at(stage.look.offered.homes)
            heard = [each for each in followed._tail if each.happened.version > past]
            assert told["events"] == [
                msgspec.json.decode(each.for_viewer(actor, followed.voice("en"))) for each in heard
            ]
        await stage.stop()

    asyncio.run(after_a_restart())
    asyncio.run(house.close())
