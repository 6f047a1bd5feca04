"""Editions as data: what the approved documents say, and which paragraph says it."""

from croupier.rulebook.citation import Citation
from croupier.rulebook.edition import (
    Change,
    Edition,
    Paragraph,
    Parameter,
    PayLine,
    PayTable,
    Reading,
    Setting,
    Value,
)
from croupier.rulebook.errors import (
    EditionError,
    PolicyError,
    RulebookError,
    SettingError,
    UnknownKeyError,
)
from croupier.rulebook.library import Library, in_force, library
from croupier.rulebook.load import load_edition
from croupier.rulebook.policies import Policies, Policy
from croupier.rulebook.rules import Rules

__all__ = [
    "Change",
    "Citation",
    "Edition",
    "EditionError",
    "Library",
    "Paragraph",
    "Parameter",
    "PayLine",
    "PayTable",
    "Policies",
    "Policy",
    "PolicyError",
    "Reading",
    "RulebookError",
    "Rules",
    "Setting",
    "SettingError",
    "UnknownKeyError",
    "Value",
    "in_force",
    "library",
    "load_edition",
]
