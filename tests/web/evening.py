"""An evening at a real table: guests come and go, things go wrong, and somebody outside counts the chips."""

import random
from itertools import count

from playwright.sync_api import APIRequestContext

from tests.web.real import RealDealer

_SITE = {"X-Croupier": "1"}
_FLOAT = {100_00: 1_000, 25_00: 200, 5_00: 200, 1_00: 200, 25: 200, 5: 200}
_LOW = 100_00  # who has less buys more, or goes home

# What goes wrong at each game: the command, and words of the one that is meant.
WRONG = {
    "rws-poker": (
        ("ReportCards", "a hand left out and nobody has looked"),
        ("ReportOutOfTurn", "out of turn"),
        ("ReferMatter", "refer to the shift manager"),
    ),
    "mbs-freebet": (
        ("ReportPulledWager", "pulled the main"),
        ("ReportFault", "foreign card"),
        ("ReferMatter", "refer to the shift manager"),
    ),
    "rws-multilink": (
        ("ReportPlacement", "placed wrongly"),
        ("ReportFault", "foreign card"),
        ("ReferMatter", "refer to the shift manager"),
    ),
}


class Evening:
    """Deals Rounds, and counts the chips by what lies on the screen, as a camera over the table would.

    Every chip was in the rack at first: what is neither in front of a guest nor carried away is in the rack.
    """

    def __init__(self, dealer: RealDealer, boss: APIRequestContext, table: str, game: str) -> None:
        self.dealer, self.boss, self.table, self.game = dealer, boss, table, game
        self.chance = random.Random(len(game))
        self.opening = sum(cents * number for cents, number in _FLOAT.items())
        self.sold = self.brought = self.carried_away = self.misread = 0
        self.wrong: list[str] = []
        dealer.side_bets = 0.1

    def count_in(self) -> None:
        """A set of chips, and a float of it in the rack."""
        chips = self.table
        self._post("/api/cage/sets", {"id": chips, "title": chips, "denominations": list(_FLOAT)})
        self._post(f"/api/cage/sets/{chips}/stock", {"counts": _counts(_FLOAT), "reason": "bought"})
        self._post(f"/api/tables/{self.table}/float", {"chips": chips, "counts": _counts(_FLOAT)})

    def deal(self, rounds: int) -> None:
        for place in (1, 2, 4):
            self.seat(place)
        self.dealer.seat(5, way="chips")
        self.brought = 500_00
        troubles = {1 + number * rounds // 3: each for number, each in enumerate(WRONG[self.game])}
        for number in range(1, rounds + 1):
            self._deal_round(troubles.get(number))
            self._guests_come_and_go(number)

    def hit_the_jackpot(self) -> int:
        """A Royal Flush of the first box with the flop, its cards named as they are turned up."""
        dealer = self.dealer
        box, folds = dealer.seated[0], dealer.folds
        before = self.has(box)
        dealer.cards, dealer.folds = iter(("Qs", "Js", "Ts", "2d", "3d", "9c", "9d", "As", "Ks")), 0.0
        dealer.deal_until(lambda seen: seen["bets"])
        for spot in ("ci", "coin"):
            dealer.touch(f".sq.{spot}.can[data-place='{box}']")
            dealer.page.locator(f".ar:has([data-place='{box}']) .sq.{spot}.has").wait_for()
        self._deal_round(None)
        dealer.folds = folds
        return self.has(box) - before

    def _deal_round(self, trouble: tuple[str, str] | None) -> None:
        dealer, has_begun = self.dealer, False
        for _ in count():
            seen = dealer.look()
            has_begun = has_begun or seen["isRound"]
            if has_begun and not seen["isRound"]:
                break
            if trouble and any(trouble[0] == name and trouble[1] in words for name, words in seen["wrong"]):
                dealer.goes_wrong(*trouble)
                self.wrong.append(trouble[0])
                trouble = None
                continue
            named = dealer.named
            dealer.act(seen)
            if dealer.named > named and not self.misread and dealer.look()["canStrike"]:
                dealer.touch(".take-back:enabled")
                self.misread += 1
        assert trouble is None, f"{trouble} could not be said"

    def _guests_come_and_go(self, number: int) -> None:
        for place in self.dealer.seated:
            if self.has(place) < _LOW:
                self.dealer.sells(place)
                self.sold += 500_00
        if number % 3 == 0:
            place = self.chance.choice(self.dealer.seated)
            self.carried_away += self.has(place)
            self.dealer.sends_home(place)
            empty = [each for each in (1, 2, 3, 4, 5) if each not in self.dealer.seated]
            self.seat(self.chance.choice(empty))

    def seat(self, place: int) -> None:
        self.dealer.seat(place)
        self.sold += 500_00

    def has(self, place: int) -> int:
        """What lies in front of a guest, as it stands on the plate."""
        return cents(self.dealer.page.locator(f".pod[data-place='{place}'] .whom b").inner_text())

    def chips_agree(self) -> None:
        """Rack, drop and result by the books are what the camera says; then they are counted."""
        there = sum(map(self.has, self.dealer.seated))
        rack = self.opening + self.brought - self.carried_away - there
        page = self.boss.get("/api/cage").json()
        line = next(each for each in page["racks"] if each["table"] == self.table)
        assert line["rack"] == rack
        assert line["drop"] == self.sold
        assert line["by_chips"] == rack - self.opening + self.sold
        assert line["difference"] == 0
        box = next(each for each in page["boxes"] if each["table"] == self.table)
        assert box["cents"] == self.sold
        self._post(f"/api/tables/{self.table}/box", {"cents": self.sold})
        self._post(f"/api/tables/{self.table}/count", {"counts": _counts(_made_up(rack)), "is_closing": True})

    def _post(self, path: str, body: dict[str, object]) -> None:
        answer = self.boss.post(path, data=body, headers=_SITE)
        assert answer.ok, answer.text()


def cents(words: str) -> int:
    return round(float(words.replace("$", "").replace(",", "")) * 100)


def _counts(chips: dict[int, int]) -> list[dict[str, int]]:
    return [{"cents": worth, "count": number} for worth, number in chips.items() if number]


def _made_up(total: int) -> dict[int, int]:
    found = {}
    for worth in _FLOAT:
        found[worth], total = divmod(total, worth)
    return found
