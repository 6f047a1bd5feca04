"""Tables for a demonstration: one of every edition that can be played, with bots, and a jackpot."""

from itertools import count

from croupier.house.answers import Acknowledged
from croupier.house.floor.desk import Desk
from croupier.house.house import House
from croupier.rulebook import Edition
from croupier.server.config import Config
from croupier.server.logs import log
from croupier.table import SYSTEM, Actor, Role

_BOTS = 3
_JACKPOT = "jackpot"
# The house itself sets up its demonstration, before anybody is there.
_HOUSE = Actor(SYSTEM.id, Role.SHIFT_MANAGER)


async def open_demo_tables(config: Config, house: House, desk: Desk) -> None:
    """Open what is not open yet. A table that somebody closed stays closed."""
    playable, library = house.catalogue.games, house.catalogue.library
    chosen = config.demo_tables
    editions = [
        edition
        for edition in library.editions()
        if edition.game in playable and (chosen is None or edition.id in chosen)
    ]
    link = await _open_jackpot(house, desk, [edition for edition in editions if _has_jackpot(edition)])
    for edition in editions:
        table = edition.id.replace("@", "-").partition("-")[2]
        if table in house.floor.state.tables:
            continue
        linked = link if _has_jackpot(edition) else ""
        answer = await desk.open_table(_HOUSE, table, edition.id, title=_free_title(house), link=linked)
        if not isinstance(answer, Acknowledged):
            log.warning("no table for the demonstration", edition=edition.id, reason=answer.reason)
            continue
        await desk.set_bots(_HOUSE, table, _BOTS)


async def _open_jackpot(house: House, desk: Desk, editions: list[Edition]) -> str:
    """One link for all tables that can be on one, under the newest of their editions."""
    if not editions:
        return ""
    if _JACKPOT not in house.floor.state.links:
        answer = await desk.open_link(_HOUSE, _JACKPOT, editions[-1].id, title="Jackpot")
        if not isinstance(answer, Acknowledged):
            log.warning("no jackpot for the demonstration", reason=answer.reason)
            return ""
    return _JACKPOT


def _free_title(house: House) -> str:
    """Tables go by numbers, as on any floor; no two are called alike."""
    taken = {card.title for card in house.floor.state.tables.values()}
    return next(title for number in count(1) if (title := f"Table {number}") not in taken)


def _has_jackpot(edition: Edition) -> bool:
    return "increment_rate" in edition.settings
