"""The index of Rounds: by what one is found again, who sat at the table, and the paragraphs that were cited.

Its keys are written in the transaction of the entry they come from, so that a search reads no Rounds.
"""

from collections.abc import Iterable
from typing import Any

from croupier.house.ledger import player_account
from croupier.money import Account
from croupier.table import Event, Game


def seated(game: Game[Any], state: Any) -> dict[int, str]:
    """Who sits where, going by the accounts that name a place."""
    places = sorted({int(name.rpartition("/")[2]) for name in game.holdings(state) if _is_place(name)})
    found = {place: game.player_at(state, place) for place in places}
    return {place: player for place, player in found.items() if player is not None}


def of_paragraph(paragraph: str) -> str:
    return paragraph


def of_player(player: str) -> str:
    return player_account(player)


def of_entry(game: Game[Any], events: Iterable[Event], was_open: bool, after: Any) -> set[str]:
    """The keys of one entry in a Round: what it cites; who sits there when it opens or closes the Round."""
    found = {of_paragraph(cite.paragraph) for event in events for cite in event.citations}
    if was_open != game.is_round_open(after):
        found.update(of_player(player) for player in seated(game, after).values())
    return found


def _is_place(account: Account) -> bool:
    return account.rpartition("/")[2].isdigit()
