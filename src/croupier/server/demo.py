"""Tables for a demonstration: one of every edition that can be played, with bots at them."""

from croupier.house.answers import Acknowledged
from croupier.house.desk import Desk
from croupier.house.house import House
from croupier.server.config import Config
from croupier.server.logs import log
from croupier.table import SYSTEM, Actor, Role

_BOTS = 3
# The house itself sets up its demonstration, before anybody is there.
_HOUSE = Actor(SYSTEM.id, Role.SHIFT_MANAGER)


async def open_demo_tables(config: Config, house: House, desk: Desk) -> None:
    """Open what is not open yet. A table that somebody closed stays closed."""
    editions = config.demo_tables
    if editions is None:
        playable, library = house.catalogue.games, house.catalogue.library
        editions = tuple(edition.id for edition in library.editions() if edition.game in playable)
    for edition in editions:
        table = edition.replace("@", "-").partition("-")[2] or edition
        if table in house.floor.state.tables:
            continue
        link = await _jackpot(house, desk, edition)
        answer = await desk.open_table(_HOUSE, table, edition, link=link)
        if not isinstance(answer, Acknowledged):
            log.warning("no table for the demonstration", edition=edition, reason=answer.reason)
            continue
        await desk.set_bots(_HOUSE, table, _BOTS)


async def _jackpot(house: House, desk: Desk, edition: str) -> str:
    """The one jackpot that all tables of a progressive game share; nothing for other games."""
    found = house.catalogue.library.get(edition)
    if "progressive" not in found.paytables:
        return ""
    link = f"{found.game.rpartition('-')[2]}-jackpot"
    if link not in house.floor.state.links:
        await desk.open_link(_HOUSE, link, edition, title="Progressive Jackpot")
    return link
