"""Limits that players have set for themselves, announced in time; a player who has reached one leaves."""

from croupier.server.sockets import wire
from croupier.server.tables.room import Room
from croupier.server.tables.seating import players
from croupier.table import Actor, Role


class Limiting:
    """Looked at every second or so; costs nothing for players who have set no limit."""

    def __init__(self, room: Room) -> None:
        self._room = room
        self._said: dict[tuple[str, str], str] = {}  # what was announced last, by table and player

    async def look(self) -> None:
        limits = self._room.house.limits
        if not limits.register.state.people:
            return
        for stage in list(self._room.stages.values()):
            if stage.look.card.is_practice:
                continue
            for place, player in players(stage.look).items():
                if player not in limits.register.state.people:
                    continue
                reached = limits.reached(player)
                self._announce(stage.name, player, reached or limits.nears(player))
                if reached and player not in self._room.house.card(stage.name).leaving:
                    await self._room.desk.ask_to_leave(Actor(player, Role.PLAYER, place), stage.name)

    def _announce(self, table: str, player: str, words: str) -> None:
        """To the player alone, and again only when there is something new to say."""
        key = (table, player)
        if not words or self._said.get(key) == words:
            return
        self._said[key] = words
        for viewer in list(self._room.stages[table].viewers):
            if viewer.player == player:
                viewer.send(wire.Notice(code="limit", reason=words))
