"""Tables that are spoken to, as in a scenario, for tests that need many variations of one situation."""

from typing import Any

from croupier.cards import parse_cards
from croupier.games.freebet import FREEBET, State
from croupier.games.freebet.state import place_of
from croupier.table import SYSTEM, Actor, Phrasebook, Refusal, Role, ShuffleCards, Table
from tests.games.freebet.tables import CHIPS, DEALER, MANAGER, SHIFT_MANAGER, SUPERVISOR, done, refused, table

PHRASES = Phrasebook(FREEBET.commands)
STAFF = {"dealer": DEALER, "supervisor": SUPERVISOR, "manager": MANAGER, "shift manager": SHIFT_MANAGER}
OPENING = "dealer: place your bets; Ann: wager 100 on area 1"
DEAL = "dealer: no more bets; dealer: deal the initial cards"
NO_SURRENDER = "dealer: offer surrender; dealer: surrender is closed"
FINISH = "dealer: settle the wagers"


def say(made: Table[State], lines: str, at: int = 0) -> None:
    """ "Ann: stand; dealer: deal a card", each of which must be accepted."""
    for line in lines.split(";"):
        who, _, text = line.partition(":")
        done(made, PHRASES.read(text.strip(), speaker(made, who.strip()), at))


def speaker(made: Table[State], who: str) -> Actor:
    return STAFF.get(who) or Actor(who, Role.PLAYER, place_of(made.state, who))


def dealt(cards: str, **settings: Any) -> Table[State]:
    """A table with Ann at area 1 and Ben behind her, these cards to come, no burn unless asked for."""
    made = table({"burn_policy": "none"} | settings, {"Ann": 1, "Ben": 8})
    done(made, ShuffleCards(by=SYSTEM, first_cards=parse_cards(cards)))
    return made


def gain(made: Table[State], place: int = 1) -> int:
    """What a player has won, in dollars if whole."""
    cents = made.state.players[place].chips - CHIPS
    return cents // 100 if cents % 100 == 0 else cents


def refuses(made: Table[State], line: str) -> Refusal:
    """The refusal of what somebody says; nothing has changed."""
    who, _, text = line.partition(":")
    return refused(made, PHRASES.read(text.strip(), speaker(made, who.strip())))


def paragraph(refusal: Refusal) -> str:
    """The paragraph a refusal rests on."""
    return refusal.citations[0].paragraph
