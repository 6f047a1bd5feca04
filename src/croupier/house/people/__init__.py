"""Who may come in, and as what: accounts, sessions, invitations."""

from croupier.house.people.people import WRONG, People
from croupier.house.people.roster import Person, Roster
from croupier.house.people.sessions import Session, Terms

__all__ = ["WRONG", "People", "Person", "Roster", "Session", "Terms"]
