"""A person deals at a live table: everything that is asked for is theirs to say, and is taken."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.games import catalogue
from croupier.table import Role

from .conftest import FAST, MANAGER, Floor, build, serving
from .sockets import sit

_COURSE = ("AnnounceBlinds", "ShuffleCards", "DealHoleCards")
_PLAYERS = ("Ann", "Ben", "Cat")
_ANSWERS = ("PostSmallBlind", "PostBigBlind", "PayToJoin", "Check", "Call")


class Dealer:
    """Dan deals by what the table offers him, with cards in a fixed order if he has to name them."""

    def __init__(self, floor: Floor, table: str) -> None:
        self.floor, self.table = floor, table
        self.cards: Iterator[str] = (rank + suit for suit in "shdc" for rank in "23456789TJQKA")
        self.given = 0
        assert floor.call("PUT", f"/api/tables/{table}/dealer", {"mode": "person"}, by="Dan").is_success

    def offered(self) -> dict[str, Any]:
        return self._offered("Dan", "dealer")

    def _offered(self, who: str, role: str) -> dict[str, Any]:
        scene = self.floor.call("GET", f"/api/tables/{self.table}/snapshot?as={role}", by=who).json()
        options = {each["command"]: each for each in reversed(scene["options"])}
        early = [each for each in scene["options"] if "too early" in each["words"]]
        return {"seq": scene["seq"]} | options | ({"too early": early[0]} if early else {})

    def give(self, command: str, **values: object) -> Any:
        return self._give("Dan", "dealer", self.offered(), command, **values)

    def _give(self, who: str, role: str, offered: dict[str, Any], command: str, **values: object) -> Any:
        option = offered[command]
        for ask in option["asks"]:
            if ask["kind"] == "cards":
                values[ask["field"]] = [next(self.cards) for _ in range(ask["minimum"])]
        self.given += 1
        body = {"type": "command", "id": f"d{self.given}", "as": role, "expect": offered["seq"]}
        body["command"] = {"type": option["command"]} | option["fixed"] | values
        return self.floor.call("POST", f"/api/tables/{self.table}/commands", body, by=who)

    def deal_until(self, wanted: str) -> None:
        """Everybody acts in turn, and nobody by themselves: what is offered is there when it is taken."""
        for _ in range(100):
            offered = self.offered()
            if wanted in offered:
                return
            step = next((step for step in _COURSE if offered.get(step, {}).get("group") == "play"), "")
            if step:
                self.give(step, **({"button": "placed"} if step == "AnnounceBlinds" else {}))
            else:
                self._let_players_act()
        raise AssertionError(f"{wanted} was never offered; last {sorted(offered)}")

    def _let_players_act(self) -> None:
        for name in _PLAYERS:
            offered = self._offered(name, "player")
            if answer := next((each for each in _ANSWERS if each in offered), ""):
                assert "ack" in (said := self._give(name, "player", offered, answer).text), said


@pytest.mark.parametrize(("cards", "asked"), [("virtual", []), ("physical", ["first_cards"])])
def test_a_dealer_who_exposed_a_card_can_shuffle_the_rest_of_the_deck(
    tmp_path: Path, cards: Any, asked: list[str]
) -> None:
    """The console asked for a seed, which nobody may send, or for cards, which were refused: a dead end."""
    context = build(str(tmp_path / "house.db"), tmp_path, FAST, catalogue())
    with serving(context) as client:
        floor = Floor(client, context)
        floor.token("Dan", Role.DEALER)
        settings = {"device": "electronic_shuffler"}
        floor.run(context.desk.open_table(MANAGER, "t1", "rws-poker@7", settings, cards=cards))
        dealer = Dealer(floor, "t1")
        for place, name in enumerate(_PLAYERS, start=1):
            sit(floor, "t1", name, place)
        dealer.deal_until("too early")
        assert dealer.give("too early").json()["type"] == "ack"
        dealer.deal_until("ShuffleStub")
        option = dealer.offered()["ShuffleStub"]
        assert [ask["field"] for ask in option["asks"]] == asked
        assert "ack" in (answer := dealer.give("ShuffleStub").text), answer
