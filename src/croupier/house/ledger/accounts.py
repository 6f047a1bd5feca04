"""Accounts as a dealer and a cashier say them: ante/5 is Ada's Ante, box 5."""

from collections.abc import Callable, Iterable, Mapping
from functools import cached_property
from typing import Any, Protocol

from croupier.house.history.rounds import Recall
from croupier.house.house import House
from croupier.house.ledger import AWAY, CASH, HOUSE_FUNDS, PAYABLE, PRACTICE_CHIPS
from croupier.house.offered import Offered, Whereabouts, whereabouts
from croupier.house.people.roster import Roster
from croupier.messages import Message
from croupier.money import CAGE, Account
from croupier.rulebook import Rules
from croupier.table import Game
from croupier.table.gratuities import TIPS

NameOf = Callable[[str], str]

_HOUSE: Mapping[Account, str] = {
    CAGE: "the cage",
    "bank": "the House",
    "pot": "the Pot",
    "rake": "the Rake",
    AWAY: "chips that guests took along",
    TIPS: "the toke box",
    PAYABLE: "the jackpot",
    "jackpot/meter": "the meter of the jackpot",
    "jackpot/reserve": "the reserve of the jackpot",
}

# In the books of the whole house, where nobody stands at the table the account belongs to.
_BOOKS: Mapping[Account, str] = {
    CASH: "cash at the cashier's window",
    HOUSE_FUNDS: "the House's funds for bots and demonstrations",
    PRACTICE_CHIPS: "chips for practice",
    "cage/chips": "chips in the cage",
    "chips_issued": "all chips that the House has issued",
}
_CHIPS = {
    "float": "chips in the rack",
    "in_play": "chips that players hold",
    "uncounted": "chips that a count has not found",
    "box": "cash in the drop box",
    "box_difference": "cash that a count of the box has not found",
}
_LINK: Mapping[Account, str] = {
    "bank": "the House bank of {jackpot}",
    PAYABLE: "prizes of {jackpot} on their way",
    "jackpot/meter": "the meter of {jackpot}",
    "jackpot/reserve": "the reserve of {jackpot}",
}


class Seating(Protocol):
    """A table at one moment: a look at it, or the table itself."""

    @property
    def game(self) -> Game[Any]: ...
    @property
    def rules(self) -> Rules: ...
    @property
    def state(self) -> Any: ...
    @property
    def offered(self) -> Offered: ...


class Places:
    """Who is where at one moment, for the names on accounts."""

    def __init__(
        self,
        game: Game[Any] | None = None,
        stacks: Mapping[int, str] | None = None,
        bets: Mapping[int, str] | None = None,
    ) -> None:
        self._call_by(game)
        self._stacks = stacks or {}
        self._bets = self._stacks if bets is None else bets

    def _call_by(self, game: Game[Any] | None) -> None:
        self._word = game.chips_at if game else "place"
        self._titles = game.bet_titles if game else {}
        self._said: dict[Account, Message] = {}

    @classmethod
    def at(cls, name_of: NameOf, now: Seating, before: Seating | None = None) -> "Places":
        """At a table before and after something: whoever leaves is still named, whoever comes already.

        Worked out when the first account is named; many a thing that happens moves no chips.
        """
        return _PlacesThen(name_of, now, before)

    @classmethod
    def of_round(cls, name_of: NameOf, recall: Recall, game: Game[Any]) -> "Places":
        names = {place: name_of(player) for place, player in recall.players.items()}
        return cls(game, names)

    def name_at(self, place: int) -> str | None:
        """Who sits there."""
        return self._stacks.get(place)

    def words(self, account: Account) -> Message:
        """Beside what happened: a stack by its owner, a bet by its owner and place."""
        said = self._said.get(account)
        if said is None:
            said = self._said[account] = self._words(account)
        return said

    def _words(self, account: Account) -> Message:
        kind, *numbers = account.split("/")
        if account in _HOUSE or not numbers or not all(number.isdecimal() for number in numbers):
            return Message(_HOUSE.get(account, account.replace("/", " ")))
        own = int(numbers[-1])
        name = (self._bets if kind != "stack" and len(numbers) == 1 else self._stacks).get(own)
        values = {"name": name, "word": self._word, "place": own, "area": numbers[0]}
        values["bet"] = self._titles.get(kind, kind)
        if kind == "stack":
            return Message("{name}'s chips" if name else "the chips of {word:name} {place}", values)
        if len(numbers) > 1:
            return Message(
                "{name}'s bet, area {area}" if name else "the bet of {word:name} {place}, area {area}", values
            )
        return Message(
            "{name}'s {bet:name}, {word:name} {place}" if name else "the {bet:name} of {word:name} {place}",
            values,
        )

    def listed(self, account: Account) -> Message:
        """In a list of accounts, where nothing else says which seat or which bank is meant."""
        kind, _, place = account.partition("/")
        if account == "bank":
            return Message("the House bank")
        words = self.words(account)
        is_named = kind == "stack" and place.isdecimal() and int(place) in self._stacks
        if not is_named:
            return words
        return Message("{words} at {word:name} {place}", {"words": words, "word": self._word, "place": place})


class _PlacesThen(Places):
    """At one moment, or just before and after it."""

    def __init__(self, name_of: NameOf, now: Seating, before: Seating | None) -> None:
        self._name_of, self._moments = name_of, [now] if before is None else [before, now]
        self._call_by(now.game)

    @cached_property
    def _named(self) -> tuple[dict[int, str], dict[int, str]]:
        name_of = self._name_of
        stacks: dict[int, str] = {}
        bets: dict[int, str] = {}
        known: Whereabouts = []
        for each in self._moments:
            found = _whereabouts(each)
            if found == known:
                continue  # nobody has come or gone in between, as nearly always
            known = found
            for place, player, home in found:
                name = name_of(player)
                if home is not None:
                    stacks.setdefault(home, name)
                # Whoever bets at a place where they do not sit owns the bet, not whoever sits there.
                if home != place or place not in bets:
                    bets[place] = name
        return stacks, bets

    @property
    def _stacks(self) -> Mapping[int, str]:  # type: ignore[override]
        return self._named[0]

    @property
    def _bets(self) -> Mapping[int, str]:  # type: ignore[override]
        return self._named[1]


class PlacesHere:
    """Who is where at one table from moment to moment: the same places for as long as nobody comes or goes.

    So names on accounts are made once, and nothing that was told holds on to the table as it was then.
    """

    def __init__(self, name_of: NameOf) -> None:
        self._name_of = name_of
        self._here: Whereabouts = []
        self._places: Places | None = None

    def between(self, before: Seating, now: Seating) -> Places:
        """Whoever leaves is still named, whoever comes already."""
        here = _whereabouts(now)
        is_same = _whereabouts(before) == here
        if is_same and self._places is not None and here == self._here:
            return self._places
        then = _PlacesThen(self._name_of, now, before)
        made = Places(now.game, then._stacks, then._bets)
        # Who came through another process may be without a name here for a moment.
        if is_same and all(self._name_of(player) != player for _, player, _ in here):
            self._here, self._places = here, made
        return made


def _whereabouts(moment: Seating) -> Whereabouts:
    """Worked out already, but for what is only foreseen."""
    offered = moment.offered
    if offered.state is moment.state:
        return offered.whereabouts
    return whereabouts(moment.game, moment.rules, moment.state)


NOWHERE = Places()


class AccountWords:
    """The accounts of the whole house: the same words, with the table or jackpot they belong to."""

    def __init__(
        self, owner_of: NameOf, tables: Mapping[str, Places], titles: Mapping[str, str] | None = None
    ) -> None:
        self._owner_of, self._tables, self._titles = owner_of, tables, titles or {}

    @classmethod
    async def now(cls, house: House, roster: Roster, accounts: Iterable[Account]) -> "AccountWords":
        """As people sit now at the tables that these accounts name."""
        name_of = roster.name_of
        parts = [account.split("/") for account in accounts if account.startswith("table/")]
        tables = sorted({part[1] for part in parts if part[-1].isdecimal()})
        sitting = {table: Places.at(name_of, await house.look(table)) for table in tables}
        return cls(roster.full_name_of, sitting)

    @classmethod
    def beside(cls, house: House, name_of: NameOf, player: str, account: Account) -> "AccountWords":
        """For the other side of a posting on a player's account: at a table, the player's own chips."""
        kind, _, rest = account.partition("/")
        table, _, own = rest.partition("/")
        place = own.rpartition("/")[2]
        if table not in house.floor.state.tables:
            return cls(name_of, {})
        card = house.card(table)
        titles = {table: card.title}
        if kind != "table" or not place.isdecimal():
            return cls(name_of, {}, titles)
        game = house.catalogue.game(house.catalogue.library.get(card.edition).game)
        return cls(name_of, {table: Places(game, {int(place): name_of(player)})}, titles)

    def words(self, account: Account) -> Message:
        kind, _, rest = account.partition("/")
        name, _, own = rest.partition("/")
        if kind == "player" and rest:
            return Message("{owner}'s account", {"owner": self._owner_of(rest)})
        if kind == "table" and own:
            return _at(self._tables.get(name, NOWHERE).listed(own), self._table(name))
        if kind in _CHIPS and rest:
            return _at(Message(_CHIPS[kind]), self._table(rest))
        if kind == "link" and own:
            # A house with one calls it so.
            jackpot = Message("the jackpot" if name == "jackpot" else "jackpot {name}", {"name": name})
            if own in _LINK:
                return Message(_LINK[own], {"jackpot": jackpot})
            return _at(NOWHERE.listed(own), jackpot)
        return Message(_BOOKS.get(account, account.replace("_", " ")))

    def _table(self, name: str) -> str:
        """By its title where a person reads the own statement; books of many tables go by the id."""
        return self._titles.get(name) or Message("table {name}", {"name": name})


def _at(words: Message, where: str) -> Message:
    return Message("{words}, {where}", {"words": words, "where": where})
