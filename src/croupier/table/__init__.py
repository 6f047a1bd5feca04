"""What every game shares: actors, messages, decide and evolve, options, scenarios."""

from croupier.table.amending import AmendRecord, RecordAmended
from croupier.table.catalogue import Catalogue
from croupier.table.dealing import CardsShuffled, ShuffleCards, in_order, loaded, shuffled
from croupier.table.drafts import Draft
from croupier.table.game import Furniture, Game, IncompleteGameError
from croupier.table.matters import Matter
from croupier.table.messages import (
    Accepted,
    AdoptRules,
    Answer,
    Citations,
    Command,
    Event,
    GiveRuling,
    OpenDecision,
    Recorded,
    Refusal,
    Refused,
    Report,
    Routine,
    RulesAdopted,
    blank,
    refuse,
)
from croupier.table.offers import Action, Moment, Offer
from croupier.table.options import (
    Ask,
    Option,
    cards,
    cards_for,
    choice,
    fill,
    integer,
    money,
    option_of,
    text,
)
from croupier.table.position import PositionError
from croupier.table.purposes import Purpose
from croupier.table.roles import SYSTEM, Actor, Role
from croupier.table.table import FindRules, Table
from croupier.table.words import Phrasebook, PhraseError, say

__all__ = [
    "SYSTEM",
    "Accepted",
    "Action",
    "Actor",
    "AdoptRules",
    "AmendRecord",
    "Answer",
    "Ask",
    "CardsShuffled",
    "Catalogue",
    "Citations",
    "Command",
    "Draft",
    "Event",
    "FindRules",
    "Furniture",
    "Game",
    "GiveRuling",
    "IncompleteGameError",
    "Matter",
    "Moment",
    "Offer",
    "OpenDecision",
    "Option",
    "PhraseError",
    "Phrasebook",
    "PositionError",
    "Purpose",
    "RecordAmended",
    "Recorded",
    "Refusal",
    "Refused",
    "Report",
    "Role",
    "Routine",
    "RulesAdopted",
    "ShuffleCards",
    "Table",
    "blank",
    "cards",
    "cards_for",
    "choice",
    "fill",
    "in_order",
    "integer",
    "loaded",
    "money",
    "option_of",
    "refuse",
    "say",
    "shuffled",
    "text",
]
