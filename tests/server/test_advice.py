"""Advice is for one's own seat at a practice table, from what one may see, and never at a live table."""

import itertools
import pickle
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.analysis.advice.adviser import AdviceProcess
from croupier.analysis.advice.advising import Advice
from croupier.analysis.advice.answering import Request, Worked
from croupier.cards import DECK
from croupier.games import catalogue
from tests.patience import PATIENCE_S
from tests.server.conftest import FAST, MANAGER, Floor, build, serving

EDITIONS = {"rws-poker@7": 500_00, "rws-multilink@3": 500_00, "mbs-freebet@3": 500_00}
_LIKED = ("PlaceAnte", "PlaceWager", "FinishBetting", "Ready", "LookAtHand", "PostSmallBlind", "PostBigBlind")
_DECISIONS = {"Call", "Check", "PlaceFlop", "PlaceTurn", "Hit", "PlayOn", "DeclineInsurance"}


@pytest.fixture
def hall(tmp_path: Path) -> Iterator[Floor]:
    context = build(str(tmp_path / "house.db"), tmp_path, FAST, catalogue())
    with serving(context) as client:
        yield Floor(client, context)


def practice(hall: Floor, edition: str, by: str) -> str:
    """A table without a clock: working advice out for the first time takes longer than a player may think."""
    body = {"edition": edition, "is_practice": True, "settings": {"action_clock_seconds": "0"}}
    answer = hall.call("POST", "/api/tables", body, by=by)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["id"])


def sit(hall: Floor, table: str, by: str, edition: str, bots: int = 0) -> None:
    """The bots sit down afterwards, so that the place is free."""
    body = {"place": 1, "chips": EDITIONS[edition]}
    answer = hall.call("POST", f"/api/tables/{table}/seat", body, by=by)
    assert answer.status_code == 201, answer.text
    if bots:
        assert hall.call("PUT", f"/api/tables/{table}/bots", {"count": bots}, by=by).status_code == 200


def decision(hall: Floor, table: str, by: str) -> Any:
    """Play on until the cards ask for a decision; gives the snapshot of that moment."""
    bet_in: set[str] = set()
    end = time.monotonic() + PATIENCE_S
    for number in itertools.count():
        assert time.monotonic() < end, "no decision came"
        moment = hall.call("GET", f"/api/tables/{table}/snapshot", by=by).json()
        offered = {option["command"]: option for option in reversed(moment["options"])}
        if offered.keys() & _DECISIONS and "LookAtHand" not in offered:
            return moment
        liked = next((name for name in _LIKED if name in offered), "")
        if liked in ("PlaceAnte", "PlaceWager"):
            if moment["round"] in bet_in:  # one bet, then the dealer may go on
                liked = next((name for name in ("FinishBetting", "Ready") if name in offered), "")
            bet_in.add(moment["round"])
        if liked:
            option = offered[liked]
            asked = {ask["field"]: ask["minimum"] for ask in option["asks"]}
            command = {"type": liked, **option["fixed"], **asked}
            body = {"id": f"n{number}", "expect": moment["seq"], "command": command}
            hall.call("POST", f"/api/tables/{table}/commands", body, by=by)
        time.sleep(0.005)
    raise AssertionError


@pytest.mark.parametrize("edition", EDITIONS)
def test_at_a_practice_table_every_offered_action_is_valued(hall: Floor, edition: str) -> None:
    # Alone where one can be: then nobody else moves the table on while we look.
    table = practice(hall, edition, "Ann")
    sit(hall, table, "Ann", edition, bots=2 if edition == "rws-poker@7" else 0)
    moment = decision(hall, table, "Ann")
    answer = hall.call("GET", f"/api/tables/{table}/advice", by="Ann")
    assert answer.status_code == 200, answer.text
    found = answer.json()
    assert found["seq"] == moment["seq"]
    offered = {option["command"] for option in moment["options"]}
    assert {choice["command"] for choice in found["choices"]} <= offered
    assert found["method"]
    if edition != "rws-poker@7":
        assert sum(choice["is_best"] for choice in found["choices"]) == 1
        assert found["words"].startswith("Best: ")


@pytest.mark.parametrize("edition", EDITIONS)
def test_at_a_live_table_there_is_none_for_anybody(hall: Floor, edition: str) -> None:
    hall.run(hall.context.desk.open_table(MANAGER, "live", edition, {}))
    sit(hall, "live", "Ann", edition)
    for who in ("Ann", "Ben"):
        answer = hall.call("GET", "/api/tables/live/advice", by=who)
        assert (answer.status_code, answer.json()["code"]) == (403, "not_allowed")
        assert set(answer.json()) == {"code", "reason", "citations"}
    assert hall.call("GET", "/api/tables/live/advice").status_code == 401


def test_only_ones_own_seat_is_advised(hall: Floor) -> None:
    table = practice(hall, "rws-poker@7", "Ann")
    assert hall.call("GET", f"/api/tables/{table}/advice", by="Ann").status_code == 409
    assert hall.call("GET", f"/api/tables/{table}/advice", by="Ben").status_code == 409
    assert hall.call("GET", "/api/tables/nowhere/advice", by="Ann").status_code == 404


def test_what_is_hidden_is_never_handed_over(hall: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    """All that leaves for the mathematics is the player's own view and options, and public rules."""
    table = practice(hall, "rws-poker@7", "Ann")
    sit(hall, table, "Ann", "rws-poker@7", bots=2)
    decision(hall, table, "Ann")
    asked: list[Any] = []

    def listen(_: AdviceProcess, request: Request) -> Worked:
        asked.append(request)
        return Worked(Advice(words="listened"), 0.0)

    monkeypatch.setattr(AdviceProcess, "ask", listen)
    hall.call("GET", f"/api/tables/{table}/advice", by="Ann")
    (question,) = asked
    assert question.__struct_fields__ == ("edition", "chosen", "view", "options")
    view = question.view
    hidden = [number for number, seat in view.seats.items() if number != view.own_seat and seat.is_active]
    assert hidden
    assert [view.seats[number].cards for number in hidden] == [()] * len(hidden)
    assert len(view.seats[view.own_seat].cards) == 2
    # As it goes through the pipe: of 52 cards only those that Ann holds, and the board.
    sent = pickle.dumps((view, question.options))
    told = {card for card in DECK if b"\x8c\x02" + card.encode() in sent}
    assert told == {*view.seats[view.own_seat].cards, *view.board}


def test_a_game_without_mathematics_says_so(floor: Floor) -> None:
    body = {"edition": "high-card@1", "is_practice": True}
    table = floor.call("POST", "/api/tables", body, by="Ann").json()["id"]
    floor.call("POST", f"/api/tables/{table}/seat", {"place": 1, "chips": 100_00}, by="Ann")
    answer = floor.call("GET", f"/api/tables/{table}/advice", by="Ann")
    assert (answer.status_code, answer.json()["code"]) == (409, "refused")
    assert "no mathematics" in answer.json()["reason"]


def test_nobody_there_to_work_it_out_is_said(hall: Floor, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("croupier.analysis.advice.adviser.START", "raise SystemExit(3)")
    table = practice(hall, "rws-multilink@3", "Ann")
    sit(hall, table, "Ann", "rws-multilink@3")
    answer = hall.call("GET", f"/api/tables/{table}/advice", by="Ann")
    assert (answer.status_code, answer.json()["code"]) == (503, "unavailable")
    monkeypatch.undo()
    assert hall.call("GET", f"/api/tables/{table}/advice", by="Ann").status_code == 200


def test_who_opens_a_practice_table_finds_advice_prepared(
    hall: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    prepared: list[str] = []
    monkeypatch.setattr(hall.context.adviser, "get_ready", lambda rules: prepared.append(rules.edition.id))
    hall.run(hall.context.desk.open_table(MANAGER, "live", "mbs-freebet@3", {}))
    sit(hall, "live", "Ann", "mbs-freebet@3")
    assert prepared == []
    table = practice(hall, "rws-multilink@3", "Ben")
    assert prepared == ["rws-multilink@3"]
    sit(hall, table, "Ben", "rws-multilink@3")
    assert prepared == ["rws-multilink@3"] * 2
