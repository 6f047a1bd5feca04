"""Chips move between people, bets and the House, and the wire says so in words."""

from pathlib import Path
from typing import Any

import pytest

from croupier.games import catalogue
from croupier.games.multilink import MULTILINK
from croupier.house.ledger.accounts import NOWHERE, AccountWords, Places
from croupier.table import Role

from .conftest import FAST, MANAGER, Floor, build, serving
from .sockets import Seat, connect, sit


@pytest.mark.parametrize(
    ("account", "words"),
    [
        ("stack/5", "Ada's chips"),
        ("stack/6", "the chips of box 6"),
        ("ante/5", "Ada's Ante, box 5"),
        ("progressive/7", "Ben's Progressive bet, box 7"),
        ("turn/6", "the Turn bet of box 6"),
        ("bet/2/5", "Ada's bet, area 2"),
        ("bet/2/6", "the bet of box 6, area 2"),
        ("pot", "the Pot"),
        ("rake", "the Rake"),
        ("bank", "the House"),
        ("cage", "the cage"),
        ("payable", "the jackpot"),
        ("jackpot/meter", "the meter of the jackpot"),
        ("something/else", "something else"),
    ],
)
def test_an_account_as_a_dealer_says_it(account: str, words: str) -> None:
    places = Places(MULTILINK, {5: "Ada", 3: "Ben"}, {5: "Ada", 7: "Ben"})
    assert places.words(account) == words


def test_without_anybody_there_are_places() -> None:
    assert NOWHERE.words("bet/5") == "the bet of place 5"


@pytest.mark.parametrize(
    ("account", "words"),
    [
        ("stack/5", "Ada's chips at box 5"),
        ("stack/6", "the chips of box 6"),
        ("ante/5", "Ada's Ante, box 5"),
        ("bank", "the House bank"),
        ("rake", "the Rake"),
    ],
)
def test_an_account_in_a_list_says_where_it_is(account: str, words: str) -> None:
    assert Places(MULTILINK, {5: "Ada"}).listed(account) == words


@pytest.mark.parametrize(
    ("account", "words"),
    [
        ("table/t1/stack/5", "Ada's chips at box 5, table t1"),
        ("table/t1/ante/5", "Ada's Ante, box 5, table t1"),
        ("table/t1/pot", "the Pot, table t1"),
        ("table/t1/bank", "the House bank, table t1"),
        ("table/t2/stack/3", "the chips of place 3, table t2"),
        ("table/t2/rake", "the Rake, table t2"),
        ("link/main/jackpot/meter", "the meter of jackpot main"),
        ("link/main/jackpot/reserve", "the reserve of jackpot main"),
        ("link/jackpot/jackpot/meter", "the meter of the jackpot"),
        ("link/main/payable", "prizes of jackpot main on their way"),
        ("link/main/bank", "the House bank of jackpot main"),
        ("link/main/cage", "the cage, jackpot main"),
        ("player/ada", "ADA's account"),
        ("cash", "cash at the cashier's window"),
        ("house_funds", "the House's funds for bots and demonstrations"),
        ("practice_chips", "chips for practice"),
        ("table", "table"),
        ("something_else", "something else"),
    ],
)
def test_an_account_of_the_house_as_a_cashier_says_it(account: str, words: str) -> None:
    assert AccountWords(str.upper, {"t1": Places(MULTILINK, {5: "Ada"})}).words(account) == words


def test_the_books_statements_and_refusals_speak_of_people(tmp_path: Path) -> None:
    context = build(str(tmp_path / "house.db"), tmp_path, FAST, catalogue())
    with serving(context) as client:
        floor = Floor(client, context)
        floor.token("Aud", Role.AUDITOR)
        for table, edition in (("p", "rws-poker@7"), ("m", "rws-multilink@3"), ("f", "mbs-freebet@3")):
            title = "Dragon" if table == "m" else ""
            floor.run(context.desk.open_table(MANAGER, table, edition, title=title))
            sit(floor, table, "Ann Lee", 3)
        floor.run(context.people.bot("Ada p", 500_00))
        books = floor.call("GET", "/api/reports/trial-balance", by="Aud").json()["accounts"]
        said = {each["account"]: each["words"] for each in books}
        assert said["table/p/stack/3"] == "Ann Lee's chips at seat 3, table p"
        assert said["table/m/stack/3"] == "Ann Lee's chips at box 3, table m"
        assert said["table/f/stack/3"] == "Ann Lee's chips at place 3, table f"
        assert said["player/ann-lee"] == "Ann Lee's account"
        assert said["player/bot-ada-p"] == "Ada p (bot)'s account"  # other tables have another Ada
        assert said["house_funds"] == "the House's funds for bots and demonstrations"
        lines = floor.call("GET", "/api/statement", by="Ann Lee").json()["lines"]
        told = [(line["words"], line["account"]) for line in lines]
        assert told[0] == ("Money moved: the House's funds for bots and demonstrations", "house_funds")
        assert ("Seat taken: Ann Lee's chips at box 3, Dragon", "table/m/stack/3") in told
        no = floor.run(context.desk.close(MANAGER, "p", "the day is over"))
        assert "(Ann Lee's chips at seat 3: 200)" in no.reason


def moves(seat: Seat) -> list[tuple[str, str]]:
    return [
        (move["source_words"], move["target_words"]) for each in seat.events for move in each["transfers"]
    ]


@pytest.mark.parametrize(
    ("edition", "bet", "wanted"),
    [
        ("rws-multilink@3", "PlaceAnte", ("Ann's chips", "Ann's Ante, box 1")),
        ("mbs-freebet@3", "PlaceWager", ("Ann's chips", "Ann's bet, area 1")),
    ],
)
def test_on_the_wire_in_previews_and_in_the_history(
    tmp_path: Path, edition: str, bet: str, wanted: tuple[str, str]
) -> None:
    context = build(str(tmp_path / "house.db"), tmp_path, FAST, catalogue())
    with serving(context) as client:
        floor = Floor(client, context)
        floor.run(context.desk.open_table(MANAGER, "t", edition))
        floor.token("Aud", Role.AUDITOR)
        sit(floor, "t", "Ann", 1)
        with connect(floor, "t", "Ann") as ann, connect(floor, "t", None) as rail:
            option = next(each for each in _offers(ann, bet) if each["fixed"].get("box", 1) == 1)
            values = {ask["field"]: ask["minimum"] for ask in option["asks"]}
            assert ann.give(bet, **option["fixed"], **values)["type"] == "ack"
            for seat in (ann, rail):
                seat.until(lambda each: wanted in moves(each))
            round = ann.scene["round"]
        page = floor.call("GET", f"/api/rounds/{round}", by="Aud").json()
        told = [move for each in page["happenings"] for move in each["transfers"]]
        assert wanted in [(move["source_words"], move["target_words"]) for move in told]


def _offers(seat: Seat, command: str) -> list[dict[str, Any]]:
    seat.offered(command)
    return [each for each in seat.scene["options"] if each["command"] == command]


def test_whoever_leaves_and_whoever_comes_is_named(tmp_path: Path) -> None:
    context = build(str(tmp_path / "house.db"), tmp_path, FAST, catalogue())
    with serving(context) as client:
        floor = Floor(client, context)
        floor.run(context.desk.open_table(MANAGER, "t", "rws-poker@7"))
        with connect(floor, "t", None) as rail:
            rail.until(lambda seat: bool(seat.scene))
            sit(floor, "t", "Ann", 2)
            floor.call("DELETE", "/api/tables/t/seat", by="Ann")
            rail.until(lambda seat: ("Ann's chips", "the cage") in moves(seat))
            assert ("the cage", "Ann's chips") in moves(rail)
