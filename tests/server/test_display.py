"""The jackpot display resumes where it was: no win is missed, none is told twice."""

import json
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

from croupier.games import catalogue
from croupier.links import messages as m
from croupier.links.messages import Claim
from croupier.server.api.jackpots.display import _APART_S
from croupier.table import SYSTEM
from tests.patience import PATIENCE_S, finish, until

from .conftest import FAST, MANAGER, Served, build
from .houses import patient

EDITION = "rws-multilink@3"


def win(served: Served, round: int) -> None:
    """A Round at a table that is known to the link only: one bet, one straight flush."""
    about: dict[str, Any] = {"by": SYSTEM, "table": "elsewhere", "round": round}
    claim = Claim(1, "straight_flush", 10, 0, round)
    for command in (
        m.RegisterBets(**about, bets={1: 5_00}),
        m.RecordDeal(**about, dealt_at=round),
        m.RegisterClaims(**about, claims=(claim,)),
        m.CloseRound(**about),
    ):
        answer = served.run(served.context.house.order_link("main", command))
        assert type(answer).__name__ == "Acknowledged", answer


async def listen(
    url: str, count: int, after: str | None = None, until: int | None = None
) -> list[tuple[str, str, Any]]:
    """So many messages of the stream, or as many as come until it shows an amount: kind, id, body."""
    headers = {} if after is None else {"Last-Event-ID": after}
    found: list[tuple[str, str, Any]] = []
    fields: dict[str, str] = {}
    async with (
        patient(url) as client,
        client._http.stream(
            "GET", "/api/jackpots/main/stream", headers=headers, timeout=PATIENCE_S
        ) as answer,
    ):
        async for line in answer.aiter_lines():
            name, _, value = line.partition(":")
            fields[name] = value.strip()
            if not line and "data" in fields:
                found.append((fields["event"], fields["id"], json.loads(fields["data"])))
                fields = {}
            if len(found) == count or (until and found and found[-1][2].get("display") == until):
                break
    return found


def test_a_display_that_was_away_hears_of_the_wins_it_missed(tmp_path: Path) -> None:
    with Served(lambda: build(str(tmp_path / "house.db"), tmp_path, FAST, catalogue())) as served:
        served.run(served.context.desk.open_link(MANAGER, "main", EDITION, title="Main", meter=10_000_00))
        served.run(served.context.house.order_link("main", m.JoinLink(by=SYSTEM, table="elsewhere")))
        win(served, 1)
        ((kind, seen, _),) = finish(listen(served.url, 1))
        assert kind == "meter"  # a new display has missed nothing
        win(served, 2)
        win(served, 3)
        missed = finish(listen(served.url, 3, seen))
        assert [kind for kind, _, _ in missed] == ["hit", "hit", "meter"]
        assert [body["round"] for kind, _, body in missed if kind == "hit"] == ["elsewhere.2", "elsewhere.3"]
        assert missed[2][2]["display"] == missed[1][2]["display_after"]
        everything = finish(listen(served.url, 4, "0"))
        assert [body.get("round") for _, _, body in everything][:3] == [f"elsewhere.{n}" for n in (1, 2, 3)]
        for forged in ("-1", "x", "9" * 15, "9" * 400):
            assert [kind for kind, _, _ in finish(listen(served.url, 1, forged))] == ["meter"]


def test_a_busy_link_is_told_a_few_times_a_second_and_nothing_piles_up(tmp_path: Path) -> None:
    with Served(lambda: build(str(tmp_path / "house.db"), tmp_path, FAST, catalogue())) as served:
        house = served.context.house
        served.run(served.context.desk.open_link(MANAGER, "main", EDITION, title="Main", meter=10_000_00))
        with ThreadPoolExecutor(1) as hand:
            listening = hand.submit(finish, listen(served.url, 1_000, until=9_999_00))
            until(lambda: house.listeners.wanted("link/main"))
            began = time.monotonic()
            for more in range(1, 101):
                correct = m.CorrectMeter(by=MANAGER, meter=10_000_00 - more, reason="counted")
                served.run(house.order_link("main", correct))
            told = listening.result()
            pauses = (time.monotonic() - began) / _APART_S
        assert len(told) <= pauses + 2
        shown = [body["display"] for _, _, body in told]
        assert shown == sorted(shown, reverse=True)
