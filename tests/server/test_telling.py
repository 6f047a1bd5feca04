"""Messages are put together from pieces that are encoded once: they say what each viewer may know."""

import asyncio
import gc
from pathlib import Path
from typing import Any

import msgspec
import pytest

from bench.telling import PLAYERS, played, stage_for
from croupier.games import catalogue
from croupier.house.house import House
from croupier.house.people import Person
from croupier.house.tables import Offered
from croupier.server.sockets import wire
from croupier.server.sockets.outbox import Outbox
from croupier.server.sockets.scene import happening, is_for
from croupier.server.sockets.viewer import Viewer
from croupier.table import Role

GAMES = ("rws-poker@7", "mbs-freebet@3", "rws-multilink@3")


def person(name: str, role: Role) -> Person:
    return Person(id=name, name=name, roles=(role,))


@pytest.mark.parametrize("edition", GAMES)
def test_messages_from_pieces_are_what_each_viewer_may_know(edition: str, tmp_path: Path) -> None:
    house = House.open(str(tmp_path / "house.db"), catalogue(), tmp_path / "house.key")
    moments = asyncio.run(played(house, "t", edition, commands=120))
    stage = stage_for(house, moments[0][1])
    sent: dict[Viewer, list[bytes]] = {}

    def watch(who: Person | None, role: Role) -> Viewer:
        messages: list[bytes] = []
        viewer = Viewer(who, role, Outbox(1, write=lambda message: not messages.append(message)))  # type: ignore[func-returns-value]
        stage.viewers[viewer], sent[viewer] = None, messages
        return viewer

    players = [watch(person(name, Role.PLAYER), Role.PLAYER) for name in PLAYERS]
    rail, other_rail = watch(None, Role.PLAYER), watch(None, Role.PLAYER)
    watch(person("Pit", Role.PIT_MANAGER), Role.PIT_MANAGER)
    watch(person("Audit", Role.AUDITOR), Role.AUDITOR)
    players[0].is_replaced = True  # another connection has taken the seat
    second = watch(person(PLAYERS[0], Role.PLAYER), Role.PLAYER)

    for happened, look in moments[1:]:
        stage._take_in(happened, look)
        for viewer, messages in sent.items():
            actor = viewer.at(look.offered.homes)
            body = msgspec.json.decode(messages[-1], type=wire.Events)  # all that the protocol promises
            told: dict[str, Any] = msgspec.json.decode(messages[-1])
            options = look.options(actor) if viewer.can_act else ()
            assert told["view"] == plain(look.game.view(look.rules, look.state, actor))
            assert told["options"] == plain(options)
            assert told["events"] == [
                plain(happening(each, actor, stage.name_of, stage._tail[-1]._places)) for each in happened
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
    stage.viewers[Viewer(None, Role.PLAYER, Outbox(1, write=lambda message: True))] = None
    for happened, look in moments[1:]:
        stage._take_in(happened, look)
    seen, waiting = set[int](), [stage._tail]
    while waiting:
        if id(each := waiting.pop()) not in seen and not isinstance(each, type):
            seen.add(id(each))
            waiting += gc.get_referents(each)
            assert not isinstance(each, Offered), "memory would grow with every command"
    assert len(seen) > len(stage._tail) > 0


def plain(value: Any) -> Any:
    """As a client reads it."""
    return msgspec.json.decode(msgspec.json.encode(value))


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
            viewer = Viewer(who, role, Outbox(1, write=lambda message: not messages.append(message)))  # type: ignore[func-returns-value] # noqa: B023
            past = stage.snapshot_for(viewer).past
            assert past < began
            await stage.reach_back(past)
            stage.resume(viewer, past)
            told = msgspec.json.decode(messages[-1])
            assert told["type"] == "events"
            assert [each["seq"] for each in told["events"]] == list(range(past + 1, stage.look.version + 1))
            actor = viewer.at(stage.look.offered.homes)
            heard = [each for each in followed._tail if each.happened.version > past]
            assert told["events"] == [msgspec.json.decode(each.for_viewer(actor)) for each in heard]
        await stage.stop()

    asyncio.run(after_a_restart())
    asyncio.run(house.close())
