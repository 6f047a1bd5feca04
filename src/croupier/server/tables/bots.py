"""Bots of the house: they sit down, play from their view and options, and are marked as what they are."""

from croupier.house.answers import Acknowledged
from croupier.house.floor.desk import Desk
from croupier.house.house import House, Look
from croupier.house.people import People
from croupier.players import bots_for
from croupier.server.tables.moves import taken
from croupier.server.tables.seating import chips_of, free_places, players, stake
from croupier.table import SYSTEM, Actor, Command, Role
from croupier.table.bots import Bot

_MAX = 9
_KNOWN_MAX = 64  # more than ever sit at a table
_POOR = 5  # a bot with less than a fifth of what it brought goes and fetches more


def _outermost(look: Look, free: list[int]) -> int:
    """From both ends of the table, so that the middle is left to people."""
    middle = (look.game.furniture(look.rules).places + 1) / 2
    return max(free, key=lambda place: (abs(place - middle), place))


class Company:
    """The bots of one table. Their accounts are named after it: "Ada t1 (bot)"."""

    def __init__(self, house: House, desk: Desk, people: People, table: str, game: str, chips: int) -> None:
        self._house, self._desk, self._people, self._table = house, desk, people, table
        self._chips = chips
        self._bots: dict[str, Bot] = {f"{name} {table}": bot for name, bot in bots_for(game, _MAX).items()}
        self._has_passed: set[tuple[str, int]] = set()
        self._known: dict[str, Bot | None] = {}  # whether somebody is a bot never changes

    def bot(self, player: str) -> Bot | None:
        """The bot behind a player, if it is one of ours."""
        if player in self._known:
            return self._known[player]
        person = self._people.get(player)
        if person is None:
            return None
        if len(self._known) >= _KNOWN_MAX:
            self._known.clear()  # people come and go
        found = self._bots.get(person.name.removesuffix(" (bot)")) if person.is_bot else None
        self._known[player] = found
        return found

    # Playing

    def choose(self, look: Look, place: int, player: str, command_id: str) -> Command | None:
        """What the bot at a place does now; None if it lets the dealer go on."""
        bot = self.bot(player)
        assert bot is not None, f"{player} is not a bot of this table"
        actor = Actor(player, Role.PLAYER, place)
        options = look.options(actor)
        choice = bot.choose(look.game.view(look.rules, look.state, actor), options)
        if choice is None:
            self.passes(player, look.version)
            return None
        option, values = choice
        return taken(option, actor, look.game, values, command_id)

    def passes(self, player: str, version: int) -> None:
        self._has_passed = {known for known in self._has_passed if known[1] == version}
        self._has_passed.add((player, version))

    def has_passed(self, player: str, version: int) -> bool:
        return (player, version) in self._has_passed

    # Coming and going

    async def seat(self, look: Look, count: int) -> bool:
        """Bring the number of bots nearer to `count`, between Rounds; True if something was done."""
        here = {player: place for place, player in players(look).items() if self.bot(player) is not None}
        for player, place in here.items():
            if len(here) > count or chips_of(look, place) < stake(look, self._chips) // _POOR:
                return await self._leave(look, player, place)
        free = free_places(look)
        # At a practice table one place is its owner's, however many bots were asked for.
        kept = 1 if look.card.owner and look.card.owner not in players(look).values() else 0
        if len(here) >= count or len(free) <= kept:
            return False
        for name in self._bots:
            person = await self._people.bot(name, self._chips)
            if person.id not in here:
                return await self._sit(look, person.id, _outermost(look, free))
        return False

    async def _sit(self, look: Look, player: str, place: int) -> bool:
        chips = stake(look, self._chips)
        short = chips - self._house.ledger.balance(f"player/{player}")
        if short > 0:
            await self._desk.deposit(SYSTEM, player, short, "chips for a bot", from_house=True)
        answer = await self._desk.sit(Actor(player, Role.PLAYER, place), self._table, place, chips)
        return isinstance(answer, Acknowledged)

    async def _leave(self, look: Look, player: str, place: int) -> bool:
        actor = Actor(player, Role.PLAYER, place)
        option = look.game.leaving(look.rules, look.state, actor)
        if option is None:
            return False
        command = taken(option, actor, look.game, {}, f"leave:{look.version}")
        return isinstance(await self._house.submit(self._table, command, look.version), Acknowledged)
