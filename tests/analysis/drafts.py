"""Editions with some numbers changed, as a draft would change them."""

from collections.abc import Mapping

from msgspec.structs import replace

from croupier.money import parse_pay
from croupier.rulebook import Edition, Library


def draft(
    base: str, parameters: Mapping[str, int] | None = None, lines: Mapping[str, str] | None = None
) -> Edition:
    """An edition with other parameters and pay lines: {"main.flop": "2 to 1"}."""
    edition = Library().get(base)
    numbers = {
        name: replace(edition.parameters[name], value=value) for name, value in (parameters or {}).items()
    }
    tables = dict(edition.paytables)
    for name, pays in (lines or {}).items():
        table, key = name.split(".")
        changed = tuple(
            replace(line, pays=parse_pay(pays)) if line.key == key else line for line in tables[table].lines
        )
        assert changed != tables[table].lines, name
        tables[table] = replace(tables[table], lines=changed)
    return replace(edition, parameters={**edition.parameters, **numbers}, paytables=tables)
