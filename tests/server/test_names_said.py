"""People called Al and E, or worse: nobody's name changes the words around it, in any language."""

from collections.abc import Mapping

import msgspec
import pytest

from croupier.games import catalogue
from croupier.server.sockets.voices import Voices
from croupier.table import Actor, Phrasebook, Refusal, Role
from croupier.table.words import announce, say

LINES = (
    ("dealer", "announce the blinds"),
    ("one", "post the small blind"),
    ("other", "post the big blind"),
    ("other", "post the big blind"),  # refused
    ("one", "leave the game"),
)
SEATS = {1: "one", 2: "other"}


def said(language: str, names: Mapping[str, str]) -> list[str]:
    """What two people at a table of Poker are told: what happened, and why something is refused."""
    voice = Voices(names.__getitem__).of(language)
    table = catalogue().table("rws-poker@7")
    read = Phrasebook(table.game.commands).read
    actors = {who: Actor(who, Role.PLAYER, seat) for seat, who in SEATS.items()}
    for seat, who in SEATS.items():
        for command in table.game.seat(actors[who], seat, 1_000_00):
            table.submit(command)
    found: list[object] = []
    for who, line in LINES:
        outcome = table.submit(read(line, actors.get(who) or Actor(who, Role.DEALER)))
        if isinstance(outcome, Refusal):
            found.append(outcome.message)
        else:
            found += [announce(event, lambda seat: names[SEATS[seat]]) for event in outcome.events]
            found += [say(event) for event in outcome.events]
    return [msgspec.json.decode(voice.encode(each)) for each in found]


@pytest.mark.parametrize("language", ["en", "zh", "ms"])
@pytest.mark.parametrize(
    "names", [("Al", "E"), ("{amount:money}", "<b>Al</b>"), ("seat", "two"), ("one", "other")], ids="/".join
)
def test_a_name_stands_where_a_name_belongs(language: str, names: tuple[str, str]) -> None:
    """As with names that are in no word of any language, but for the names themselves."""
    expected = said(language, {"one": "Q1Q", "other": "Q2Q"})
    assert any("Q1Q" in line for line in expected)
    named = [line.replace("Q1Q", names[0]).replace("Q2Q", names[1]) for line in expected]
    assert said(language, dict(zip(("one", "other"), names, strict=True))) == named
