"""Positions over HTTP: shown as far as one may see, and played on from."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.games import catalogue
from croupier.table import Role

from .conftest import Floor, build, serving
from .sockets import connect, sit

# Ann has the button with Ace and King and owes 5; Ben's cards are nobody's business.
HEADS_UP = (
    "rws-poker@7 phase=betting street=1 to_act=1 pot=15 current_bet=10 floor=10 order=[1 2] round=1"
    " positions=(button=1 orbit=1 is_button_placed=yes small_blind_position=1"
    " small_blind_seat=1 big_blind_seat=2)"
    " seats=[(player=Ann chips=195 is_new=no hand=(cards=AsKs bet=5 total=5))"
    " (player=Ben chips=190 is_new=no hand=(cards=???? bet=10 total=10)) - - - - - - - -]"
    " device=(kind=card_shoe source=physical decks=1 out=AsKs)"
)


@pytest.fixture
def dealt(floor: Floor) -> Floor:
    """Ann has bet and looks at her card; the House's lies face down."""
    table = floor.open_table()
    sit(floor, table, "Ann", 1)
    floor.token("Dee", Role.DEALER)
    floor.token("Aud", Role.AUDITOR)
    with connect(floor, table, "Ann") as ann:
        ann.offered("PlaceBet")
        ann.give("PlaceBet", amount=10_00)
        ann.offered("Stay")
    return floor


def test_a_player_gets_his_own_card_and_no_other(dealt: Floor) -> None:
    state = dealt.context.house.glance("t1").state  # type: ignore[union-attr]
    own, house = state.boxes[1].card, state.house_card
    line = dealt.call("GET", "/api/tables/t1/position", by="Ann").json()["position"]
    assert f"card={own}" in line
    assert "house_card=??" in line
    assert house not in line.replace(f"card={own}", "")
    for who, role in (("Dee", "dealer"), (None, "player")):
        line = dealt.call("GET", f"/api/tables/t1/position?as={role}", by=who).json()["position"]
        assert own not in line
        assert house not in line
        assert "undealt" not in line


def test_nobody_looks_in_a_role_that_is_not_theirs(dealt: Floor) -> None:
    assert dealt.call("GET", "/api/tables/t1/position?as=dealer", by="Ann").status_code == 403
    assert dealt.call("GET", "/api/tables/t1/position?as=dealer").status_code == 401
    assert dealt.call("GET", "/api/tables/nowhere/position").status_code == 404


def test_a_replay_tells_the_auditor_everything_and_a_player_what_he_saw(dealt: Floor) -> None:
    state = dealt.context.house.glance("t1").state  # type: ignore[union-attr]
    house = state.house_card
    seq = dealt.context.house.glance("t1").version  # type: ignore[union-attr]
    replay = f"/api/rounds/t1.1/replay?to={seq}"
    assert "house_card=??" in dealt.call("GET", replay, by="Aud").json()["position"], "the Round is open"
    with connect(dealt, "t1", "Ann") as ann:
        ann.offered("Stay")
        ann.give("Stay")
        ann.offered("PlaceBet")
    assert f"house_card={house}" in dealt.call("GET", replay, by="Aud").json()["position"]
    assert "house_card=??" in dealt.call("GET", replay, by="Ann").json()["position"]


@pytest.fixture(scope="module")
def real(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Floor]:
    """A server with the real games; nothing is kept by what is tested here."""
    folder: Path = tmp_path_factory.mktemp("positions")
    context = build(str(folder / "house.db"), folder, catalogue=catalogue())
    with serving(context) as client:
        yield Floor(client, context)


def play(floor: Floor, **more: Any) -> Any:
    return floor.call("POST", "/api/positions", {"position": HEADS_UP, **more})


def test_whoever_is_asked_is_you_and_the_offers_are_the_games(real: Floor) -> None:
    found = play(real).json()
    snapshot = found["snapshot"]
    assert (snapshot["you"]["place"], snapshot["you"]["name"]) == (1, "Ann")
    offers = {each["command"]: each for each in snapshot["options"]}
    assert offers["Call"]["costs"] == 5_00
    assert offers["RaiseTo"]["asks"][0]["minimum"] == 20_00
    seats = snapshot["view"]["seats"]
    assert "".join(seats[0]["cards"] if isinstance(seats, list) else seats["1"]["cards"]) == "AsKs"
    assert "????" not in found["position"], "cards that nobody knew have come by chance"
    assert not found["is_over"]


def test_a_command_is_decided_and_the_others_play_on(real: Floor) -> None:
    done = play(real, command={"type": "Fold"}).json()
    assert done["refused"] is None
    assert done["is_over"]
    assert any(each["citations"] for each in done["said"])
    wrong = play(real, command={"type": "RaiseTo", "amount": 15_00}).json()
    assert wrong["refused"]["citations"][0]["paragraph"] == "3.5"
    assert wrong["said"] == []


def test_without_playing_on_only_the_command_happens(real: Floor) -> None:
    done = play(real, command={"type": "Call"}, plays_on=False).json()
    assert done["snapshot"]["awaited"] == [2]


@pytest.mark.parametrize(
    "body",
    [
        {"position": ""},
        {"position": "rws-poker@7 phase=dancing"},
        {"position": "rws-poker@999"},
        {"position": "rws-poker@7(small_blind=2.50)"},
        {"position": HEADS_UP.replace("to_act=1", "to_act=9")},
        {"position": HEADS_UP.replace("order=[1 2]", "order=[7 8]"), "command": {"type": "Call"}},
        {"position": HEADS_UP.replace("AsKs", "AsAs")},
        {"position": HEADS_UP, "role": "system"},
        {"position": HEADS_UP, "command": {"type": "Dance"}},
        {"position": HEADS_UP, "command": {"type": "Call", "by": {"id": "x", "role": "dealer"}}},
        {"position": HEADS_UP, "command": {"type": "RaiseTo", "amount": 10**30}},
        {"position": "rws-poker@7 " + "x" * 20_000},
        {"position": "rws-poker@7 seats=" + "[" * 5_000},
    ],
)
def test_what_cannot_be_played_is_refused_and_nothing_breaks(real: Floor, body: dict[str, Any]) -> None:
    answer = real.call("POST", "/api/positions", body)
    assert answer.status_code < 500, answer.text
    if answer.status_code == 200:
        assert answer.json()["snapshot"]["table"]["game"] == "rws-poker"
    else:
        assert answer.json()["reason"]
