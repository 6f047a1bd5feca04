"""A person deals at a live table: everything that is asked for is theirs to say, and is taken."""

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from croupier.games import catalogue
from croupier.server.app import create_app
from croupier.server.config import Config
from croupier.table import Role

from .conftest import MANAGER, Floor, build

_COURSE = ("AnnounceBlinds", "ShuffleCards", "DealHoleCards")


class Dealer:
    """Dan deals by what the table offers him, with cards in a fixed order if he has to name them."""

    def __init__(self, floor: Floor, table: str) -> None:
        self.floor, self.table = floor, table
        self.cards: Iterator[str] = (rank + suit for suit in "shdc" for rank in "23456789TJQKA")
        self.given = 0
        assert floor.call("PUT", f"/api/tables/{table}/dealer", {"mode": "person"}, by="Dan").is_success

    def offered(self) -> dict[str, Any]:
        scene = self.floor.call("GET", f"/api/tables/{self.table}/snapshot?as=dealer", by="Dan").json()
        return {"seq": scene["seq"]} | {each["command"]: each for each in reversed(scene["options"])}

    def give(self, command: str, **values: object) -> Any:
        offered = self.offered()
        option = offered[command]
        for ask in option["asks"]:
            if ask["kind"] == "cards":
                values[ask["field"]] = [next(self.cards) for _ in range(ask["minimum"])]
        self.given += 1
        body = {"type": "command", "id": f"d{self.given}", "as": "dealer", "expect": offered["seq"]}
        body["command"] = {"type": command} | option["fixed"] | values
        return self.floor.call("POST", f"/api/tables/{self.table}/commands", body, by="Dan")

    def deal_until(self, wanted: str) -> None:
        until = time.monotonic() + 20
        while wanted not in (offered := self.offered()):
            assert time.monotonic() < until, sorted(offered)
            step = next((step for step in _COURSE if offered.get(step, {}).get("group") == "play"), "")
            if step:
                self.give(step, **({"button": "placed"} if step == "AnnounceBlinds" else {}))
            time.sleep(0.02)


@pytest.mark.parametrize(("cards", "asked"), [("virtual", []), ("physical", ["first_cards"])])
def test_a_dealer_who_exposed_a_card_can_shuffle_the_rest_of_the_deck(
    tmp_path: Path, cards: Any, asked: list[str]
) -> None:
    """The console asked for a seed, which nobody may send, or for cards, which were refused: a dead end."""
    context = build(str(tmp_path / "house.db"), tmp_path, Config(pace_ms=0, thinking_ms=0), catalogue())
    with TestClient(create_app(context)) as client:
        floor = Floor(client, context)
        floor.token("Dan", Role.DEALER)
        settings = {"device": "electronic_shuffler"}
        floor.run(context.desk.open_table(MANAGER, "t1", "rws-poker@7", settings, cards=cards))
        dealer = Dealer(floor, "t1")
        floor.run(context.desk.set_bots(MANAGER, "t1", 3))
        dealer.deal_until("ExposeEarly")
        assert dealer.give("ExposeEarly").json()["type"] == "ack"
        dealer.deal_until("ShuffleStub")
        option = dealer.offered()["ShuffleStub"]
        assert [ask["field"] for ask in option["asks"]] == asked
        assert "ack" in (answer := dealer.give("ShuffleStub").text), answer
