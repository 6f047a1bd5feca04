"""Accounts of a table as a dealer says them: ante/5 is Ada's Ante, box 5."""

from collections.abc import Callable, Container, Mapping

from croupier.house.house import Look
from croupier.money import CAGE, Account, Transfer
from croupier.server import wire
from croupier.server.seating import places

NameOf = Callable[[str], str]

_HOUSE: Mapping[Account, str] = {
    CAGE: "the cage",
    "bank": "the House",
    "pot": "the Pot",
    "rake": "the Rake",
    "payable": "the jackpot",
    "jackpot/meter": "the meter of the jackpot",
    "jackpot/reserve": "the reserve of the jackpot",
}
_BETS = {
    "ante": "Ante",
    "bonus": "Bonus bet",
    "progressive": "Progressive bet",
    "flop": "Flop bet",
    "turn": "Turn bet",
    "river": "River bet",
}
# What each document calls a place, by the setting that says how many there are.
_PLACE = {"seats": "seat", "boxes": "box", "areas": "place"}


class Places:
    """Who is where at one moment, for the names on accounts."""

    def __init__(
        self,
        word: str = "place",
        stacks: Mapping[int, str] | None = None,
        bets: Mapping[int, str] | None = None,
    ) -> None:
        self._word = word
        self._stacks = stacks or {}
        self._bets = self._stacks if bets is None else bets

    @classmethod
    def at(cls, name_of: NameOf, look: Look, before: Look | None = None) -> "Places":
        """At a table before and after something: whoever leaves is still named, whoever comes already."""
        game, looks = look.game, [look] if before is None else [before, look]
        stacks: dict[int, str] = {}
        bets: dict[int, str] = {}
        for each in looks:
            for place in range(1, places(each.rules) + 1):
                if (player := game.player_at(each.state, place)) is None:
                    continue
                home = game.place_of(each.state, player)
                if home is not None:
                    stacks.setdefault(home, name_of(player))
                # Whoever bets at a place where they do not sit owns the bet, not whoever sits there.
                if home != place or place not in bets:
                    bets[place] = name_of(player)
        return cls(place_word(look.rules.settings), stacks, bets)

    def movements(self, transfers: tuple[Transfer, ...]) -> tuple[wire.Movement, ...]:
        return tuple(
            wire.Movement(
                source=each.source,
                target=each.target,
                cents=each.cents,
                source_words=self.words(each.source),
                target_words=self.words(each.target),
            )
            for each in transfers
        )

    def words(self, account: Account) -> str:
        """A stack names its place, and so does a bet; one on a shared area, the area and its owner."""
        kind, *numbers = account.split("/")
        if account in _HOUSE or not numbers or not all(number.isdecimal() for number in numbers):
            return _HOUSE.get(account, account.replace("/", " "))
        own = int(numbers[-1])
        if kind == "stack":
            name = self._stacks.get(own)
            return f"{name}'s chips" if name else f"the chips of {self._word} {own}"
        bet = _BETS.get(kind, kind.replace("_", " "))
        if len(numbers) > 1:
            name = self._stacks.get(own)
            return (
                f"{name}'s bet, area {numbers[0]}"
                if name
                else f"the bet of {self._word} {own}, area {numbers[0]}"
            )
        name = self._bets.get(own)
        return f"{name}'s {bet}, {self._word} {own}" if name else f"the {bet} of {self._word} {own}"


def place_word(settings: Container[str]) -> str:
    return next((word for name, word in _PLACE.items() if name in settings), "place")


NOWHERE = Places()
