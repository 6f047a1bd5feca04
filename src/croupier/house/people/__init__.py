"""Who may come in, and as what: accounts, sessions, invitations."""

from croupier.house.people.people import WRONG, People, Session
from croupier.house.people.roster import Person, Roster

__all__ = ["WRONG", "People", "Person", "Roster", "Session"]
