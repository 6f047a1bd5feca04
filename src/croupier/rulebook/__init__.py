"""Editions as data: what the approved documents say, and which paragraph says it."""

from croupier.rulebook.citation import Citation
from croupier.rulebook.compare import Comparison, Difference, SameRule, compare, same_rule
from croupier.rulebook.crosscheck import REQUIRED_RULES
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
from croupier.rulebook.policies import Behaviour, Policies, Policy
from croupier.rulebook.rules import Rules
from croupier.rulebook.settings import allowed, write_value
from croupier.rulebook.terms import Lines, Names, Terms

__all__ = [
    "REQUIRED_RULES",
    "Behaviour",
    "Change",
    "Citation",
    "Comparison",
    "Difference",
    "Edition",
    "EditionError",
    "Library",
    "Lines",
    "Names",
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
    "SameRule",
    "Setting",
    "SettingError",
    "Terms",
    "UnknownKeyError",
    "Value",
    "allowed",
    "compare",
    "in_force",
    "library",
    "load_edition",
    "same_rule",
    "write_value",
]
