"""Whom staff may bring to a table, and with which chips: nobody spends what another has on an account."""

import asyncio
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from croupier.house.answers import Declined, declined
from croupier.house.floor.state import TableCard
from croupier.house.ledger import PRACTICE_TABLES, player_account
from croupier.house.live_table import LiveTable
from croupier.house.totals.running import LEFT_MS, Left
from croupier.table import Command, Purpose
from croupier.table.recording import is_guest

if TYPE_CHECKING:
    from croupier.house.house import House

NOBODY = "only a player of the house is named, and nobody who works here: they take a seat themselves"
_NOT_HERE = "a player is relocated from another table of the game, right after leaving it"


class Arrivals:
    """Asked before every command that names somebody who is to come."""

    def __init__(self, house: "House") -> None:
        self._house = house

    async def stop(self, live: LiveTable, commands: Sequence[Command]) -> Declined | None:
        """Why nobody comes in this way, if so."""
        for command in commands:
            named = _named(command)
            if not named or live.name.startswith(PRACTICE_TABLES):
                continue
            is_relocated = type(command).purpose is Purpose.RELOCATE
            if not (is_relocated and is_guest(named)) and not self.may_be_brought(live.name, named):
                return Declined(NOBODY)
            if is_relocated:
                stopped = await self._relocated(live, named, getattr(command, "chips", 0))
                if stopped is not None:
                    return stopped
        return None

    def may_be_brought(self, table: str, person: str) -> bool:
        """By others: a player of the house, and never who deals there."""
        return self._house.is_patron(person) and self._house.card(table).dealer_name != person

    async def _relocated(self, live: LiveTable, player: str, chips: int) -> Declined | None:
        """From another table of the game, with all that was there; limits hold as for who sits down."""
        if not is_guest(player):
            await self._house.freshen_limits()
            if words := self._house.limits.reached(player):
                return Declined(words)
        sources = self.sources(live.name, player)
        found = (await asyncio.to_thread(self.left, live.name, sources)).get(player)
        if found is None:
            return Declined(_NOT_HERE)
        card, left = found
        if chips != left.chips:
            said = "the player left {table} with {chips:money}: bring all of it"
            return declined(said, table=card.title, chips=left.chips)
        return None

    def sources(self, table: str, player: str = "") -> list[TableCard]:
        """Tables that this one may take players from, and itself."""
        here = self._house.card(table)
        cards = [each for each in self._house.floor.state.tables.values() if _is_alike(each, here)]
        if not here.has_one_screen:
            # Chips on a screen go onto the account: the books say at once where from.
            source, _ = self._house.ledger.last_posting(player_account(player))
            cards = [each for each in cards if source.startswith(f"table/{each.id}/")]
        return [card for card in cards if card.status != "closed" or self._house.version(card.id)]

    def left(self, table: str, sources: Sequence[TableCard]) -> dict[str, tuple[TableCard, Left]]:
        """Who has just left another of these tables, and sits at none; read beside the tables."""
        now = self._house.clock.peek()
        found = _latest([(card, self._read(card)) for card in sources])
        return {
            player: (card, left)
            for player, (card, left) in found.items()
            if card.id != table and left.chips and now - left.at < LEFT_MS
        }

    def _read(self, card: TableCard) -> LiveTable:
        """As the journal has it: perhaps another process serves that table."""
        house = self._house
        return LiveTable(card.id, house.catalogue, house.journal, house.sealer)


def _named(command: Command) -> str:
    """Who is brought, where the command says it."""
    if type(command).purpose is Purpose.RELOCATE:
        return str(getattr(command, "player", ""))
    return command.recorded.player if command.recorded is not None else ""


def _is_alike(card: TableCard, here: TableCard) -> bool:
    """Real chips go to tables with real chips, others to others."""
    same = (card.game, card.has_one_screen) == (here.game, here.has_one_screen)
    return same and not card.is_practice


def _latest(lives: Sequence[tuple[TableCard, LiveTable]]) -> Mapping[str, tuple[TableCard, Left]]:
    """By player, the table left last; nobody who sits at one of them."""
    found: dict[str, tuple[TableCard, Left]] = {}
    for card, live in lives:
        for player, left in live.running.left.items():
            if player not in found or found[player][1].at < left.at:
                found[player] = (card, left)
    seated = {player for _, live in lives for player in live.offered.players.values()}
    return {player: each for player, each in found.items() if player not in seated}
