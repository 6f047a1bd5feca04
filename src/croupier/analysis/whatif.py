"""What if the book said something else: an edition with some of its numbers changed, within bounds.

    adopt_with("mbs-freebet@3", {"dealer_draws_to_soft": "16", "main.blackjack": "6 to 5", "decks": "8"})

A name is a parameter, a pay line (`table.line`), a setting or a reading; the section may stand before it, as
in `paytables.main.blackjack`.
"""

from collections.abc import Mapping
from fractions import Fraction
from typing import TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from croupier.analysis.figures import AnalysisError
from croupier.analysis.known import require_known
from croupier.cards import Category
from croupier.games import catalogue
from croupier.messages import reason_of
from croupier.money import MoneyError, parse_money, parse_pay
from croupier.rulebook import Edition, Parameter, Rules, write_value
from croupier.rulebook.compare import parameter_text
from croupier.rulebook.errors import suggest

Bounds: TypeAlias = tuple[int, int] | tuple[str, ...]

# What the mathematics can reckon with, for the parameters that it reads; whole numbers, or a choice of words.
BOUNDS: Mapping[str, Mapping[str, Bounds]] = {
    "mbs-freebet": {
        "free_double_totals": (4, 20),
        "surrender_percent": (0, 100),
        "insurance_percent_max": (1, 100),
        "hands_per_area_max": (2, 4),
        "ace_splits_max": (1, 3),
        "dealer_draws_to": (11, 20),
        "dealer_draws_to_soft": (11, 20),
        "dealer_stand_off_total": (22, 26),  # or none
    },
    "rws-multilink": {
        "flop_multiple": (1, 10),
        "turn_multiple": (1, 10),
        "river_multiple": (1, 10),
        "ante_pays_from": tuple(category.name.lower() for category in Category),
        "bonus_cap": (1_00, 1_000_000_00),
    },
    "rws-poker": {
        "big_blind_multiple": (1, 4),
        "initial_raise_big_blinds": (1, 20),
        "rake_ceiling": (0, 100),
    },
}
NONE = "none"
OPTIONAL = frozenset({"dealer_stand_off_total"})
"""Parameters that an edition may have not: NONE."""
_CEILINGS = {"rake_ceiling": "rake_percent"}
"""Parameters that are the bound of a setting; one that is lowered takes the setting's default with it."""
_PREFIXES = ("parameters.", "paytables.", "settings.", "readings.")


class Change(Struct, frozen=True):
    """One number that is not the approved one."""

    name: str
    before: str
    after: str
    paragraph: str


class WhatIf(Struct, frozen=True):
    """Rules with changes, and what they are."""

    rules: Rules
    changes: tuple[Change, ...]


def adopt_with(edition: str, changes: Mapping[str, object]) -> WhatIf:
    """Adopt an edition with changed parameters, pay lines, settings and readings, each within its bounds."""
    found = approved = catalogue().library.get(edition)
    chosen: dict[str, object] = {}
    told: list[Change] = []
    for given, value in changes.items():
        name = _plain(given)
        table, _, line = name.partition(".")
        if name in approved.parameters:
            found = _with_parameter(found, name, str(value))
        elif table in approved.paytables:
            found = _with_line(found, table, line, str(value))
        elif name in approved.settings:
            chosen[name] = value
            continue
        elif name in approved.readings:
            chosen[switch(approved, name)] = value
            continue
        else:
            lines = [
                f"{each}.{line.key}" for each, table in approved.paytables.items() for line in table.lines
            ]
            known = [*approved.parameters, *lines, *approved.settings, *approved.readings]
            raise AnalysisError(
                "{edition} has no '{given}' to change; {known}; `croupier rules settings {edition}` "
                "lists them",
                edition=edition,
                given=given,
                known=suggest(name, known),
            )
        told.append(_told(approved, found, name))
    rules = Rules.adopt(found, chosen)
    require_known(rules)
    told += [_setting_told(approved, name, after) for name, after in rules.chosen.items()]
    return WhatIf(rules, tuple(change for change in told if change.before != change.after))


def _plain(name: str) -> str:
    for prefix in _PREFIXES:
        name = name.removeprefix(prefix)
    return name


def switch(edition: Edition, reading: str) -> str:
    """The setting that a reading is switched by."""
    settings = edition.readings[reading].settings
    if len(settings) != 1:
        which = ", ".join(settings) or "none; it cannot be switched"
        raise AnalysisError(
            "{reading} does not name one setting; its settings are: {which}", reading=reading, which=which
        )
    return settings[0]


def _with_parameter(edition: Edition, name: str, text: str) -> Edition:
    bounds = BOUNDS.get(edition.game, {}).get(name)
    if bounds is None:
        known = ", ".join(BOUNDS.get(edition.game, {})) or "none"
        raise AnalysisError(
            "no figure depends on {name}; those that can be changed are {known}", name=name, known=known
        )
    parameter = edition.parameters[name]
    if name in OPTIONAL and text == NONE:
        rest = {each: value for each, value in edition.parameters.items() if each != name}
        return replace(edition, parameters=rest)
    value = _read(parameter, bounds, text)
    changed = replace(edition, parameters={**edition.parameters, name: replace(parameter, value=value)})
    if name not in _CEILINGS:
        return changed
    setting = edition.settings[_CEILINGS[name]]
    bound = replace(setting, maximum=Fraction(value), default=min(setting.default, Fraction(value)))  # type: ignore[arg-type]
    return replace(changed, settings={**edition.settings, setting.name: bound})


def _read(parameter: Parameter, bounds: Bounds, text: str) -> int | str | tuple[int, ...]:
    allowed = allowed_words(parameter, bounds)
    refused = AnalysisError(
        "{name}: {text} is not possible; it may be {allowed}",
        name=parameter.name,
        text=text,
        allowed=allowed,
    )
    low, high = bounds[0], bounds[-1]
    if isinstance(low, str) or isinstance(high, str):
        if text not in bounds:
            raise refused
        return text
    try:
        if parameter.is_money:
            values = [parse_money(text)]
        elif isinstance(parameter.value, tuple):
            values = [int(part) for part in text.replace(",", " ").split()]
        else:
            is_percent = "percent" in parameter.name or parameter.name in _CEILINGS
            values = [int(text.removesuffix("%") if is_percent else text)]
    except (MoneyError, ValueError):
        raise refused from None
    if not all(low <= value <= high for value in values):
        raise refused
    return tuple(sorted(set(values))) if isinstance(parameter.value, tuple) else values[0]


def allowed_words(parameter: Parameter, bounds: Bounds) -> str:
    """What a parameter may be, in words."""
    low, high = bounds[0], bounds[-1]
    if isinstance(low, str) or isinstance(high, str):
        return ", ".join(map(str, bounds))
    if parameter.is_money:
        return f"{low // 100:,}.00 to {high // 100:,}.00"
    or_none = f", or {NONE}" if parameter.name in OPTIONAL else ""
    return f"{'whole numbers from ' if isinstance(parameter.value, tuple) else ''}{low} to {high}{or_none}"


def _with_line(edition: Edition, table: str, key: str, text: str) -> Edition:
    pays = edition.paytables[table]
    line = pays.line(key)
    if line is None:
        raise AnalysisError(
            "{table} has no line '{key}'; {lines}",
            table=table,
            key=key,
            lines=suggest(key, [each.key for each in pays.lines]),
        )
    try:
        paid = parse_pay(text)
    except MoneyError as error:
        raise AnalysisError("{table}.{key}: {error}", table=table, key=key, error=reason_of(error)) from None
    if type(paid) is not type(line.pays):
        raise AnalysisError(
            "{table}.{key} is written like {pays}; '{text}' is of another kind",
            table=table,
            key=key,
            pays=line.pays,
            text=text,
        )
    lines = tuple(replace(each, pays=paid) if each.key == key else each for each in pays.lines)
    return replace(edition, paytables={**edition.paytables, table: replace(pays, lines=lines)})


def _told(approved: Edition, found: Edition, name: str) -> Change:
    if name in approved.parameters:
        before, after = approved.parameters[name], found.parameters.get(name)
        now = NONE if after is None else parameter_text(after)
        return Change(name, parameter_text(before), now, before.paragraph)
    table, _, key = name.partition(".")
    was, line = approved.paytables[table].line(key), found.paytables[table].line(key)
    assert was is not None
    assert line is not None
    return Change(name, str(was.pays), str(line.pays), approved.paytables[table].paragraph)


def _setting_told(approved: Edition, name: str, after: str) -> Change:
    setting = approved.settings[name]
    return Change(name, write_value(setting.type, setting.default), after, ", ".join(setting.paragraphs))
