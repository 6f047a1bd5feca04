"""Drafts of new editions: a first file that says nothing yet, and what is still missing from one."""

from collections.abc import Iterator
from datetime import datetime
from pathlib import Path

from croupier.rulebook.compare import compare
from croupier.rulebook.edition import Edition, Parameter
from croupier.rulebook.errors import RulebookError
from croupier.rulebook.settings import write_value


def draft_text(name: str, base: Edition, now: datetime) -> str:
    """The file of a successor that changes nothing yet; what can be changed stands in it as comments."""
    game, _, version = name.partition("@")
    if game != base.game or not version.isdigit() or int(version) <= base.version:
        raise RulebookError(f"{name}: a draft from {base.id} is a later version of {base.game}")
    lines = [
        f"# {base.title}, version {version}: what differs from {base.id}.",
        f"# `croupier rules show {name}` reads the whole of it; docs/rulebook.md has every section.",
        "",
        "[edition]",
        f'id = "{name}"',
        f'based_on = "{base.id}"',
        f"effective = {_effective(base, now).isoformat()}",
        "",
        "# Take the # away from a section and from what changes in it.",
        "",
        "# [renumbered]           # old paragraph number = new one",
        "# [removed]              # paragraphs, rules, parameters, paytables, policies, settings, readings",
        "",
        "# [[paragraph]]          # one that changed (its number and what changed), or a new one",
        '# number = ""',
        '# kind = ""',
        '# executable = "yes"',
        '# gist = ""',
        "",
        "# [parameters]",
        *(_parameter(parameter) for parameter in base.parameters.values()),
        "",
        *_paytables(base),
        "# [policies]",
        *(f'# {key} = "{value}"' for key, value in base.policies.items()),
        "",
        f"# [settings.NAME]        # `croupier rules settings {base.id}` lists them",
        '# default = ""',
        "",
        "# [[change]]             # say what a person will notice",
        f'# since = "{base.id}"',
        '# subject = ""',
        '# before = ""',
        '# after = ""',
        "# rules = []",
        '# effect = "behaviour"',
    ]
    return "\n".join(lines) + "\n"


def _effective(base: Edition, now: datetime) -> datetime:
    """The first of January after now and after the predecessor, at the predecessor's hour."""
    year = max(now.year, base.effective.year) + 1
    return base.effective.replace(year=year, month=1, day=1)


def _parameter(parameter: Parameter) -> str:
    value = parameter.value
    if parameter.is_money and isinstance(value, int):
        text = f'"{write_value("money", value)}"'
    elif isinstance(value, tuple):
        text = f"[{', '.join(map(str, value))}]"
    elif isinstance(value, bool):
        text = "true" if value else "false"
    else:
        text = str(value) if isinstance(value, int) else f'"{value}"'
    told = "   (informative)" if parameter.informative else ""
    return f"# {parameter.name} = {{ value = {text} }}   # {parameter.paragraph}{told}"


def _paytables(base: Edition) -> Iterator[str]:
    for name, table in base.paytables.items():
        yield f"# [paytables.{name}]       # {table.paragraph}"
        yield "# lines = ["
        yield from (f'#     {{ key = "{line.key}", pays = "{line.pays}" }},' for line in table.lines)
        yield "# ]"
        yield ""


def still_missing(draft: Edition, base: Edition | None) -> tuple[str, ...]:
    """What a draft that loads still leaves to be said."""
    if base is None:
        return ()
    missing: list[str] = []
    if draft.effective <= base.effective:
        missing.append(f"edition.effective: {base.id} takes effect later; {draft.id} would never be in force")
    found = compare(base, draft)
    silent = [each for each in found.behaviour if each.kind != "change"]
    told = any(each.kind == "change" for each in found.behaviour)
    if silent and not told:
        names = ", ".join(each.name for each in silent)
        missing.append(f"change: nothing tells what {names} changes for people")
    unexplained = [
        each.name for each in found.reworded if each.kind == "wording" and each.rules == (each.name,)
    ]
    if unexplained:
        missing.append(f"change: nothing explains the new gist of {', '.join(unexplained)}")
    missing += _stale(draft, base)
    told_of = {key for change in draft.changes for key in change.rules}
    missing += [
        f"change: nothing tells of the new rule {each.key}"
        for each in found.new_rules
        if each.key not in told_of
    ]
    if not missing and not found.behaviour and not found.reworded and not found.moved:
        missing.append(f"nothing differs from {base.id} yet")
    return tuple(missing)


def _stale(draft: Edition, base: Edition) -> Iterator[str]:
    """What was said in the place of a number that changed, and stands there as before."""
    changed: dict[str, list[str]] = {}
    for name, parameter in draft.parameters.items():
        if name in base.parameters and parameter.value != base.parameters[name].value:
            changed.setdefault(parameter.paragraph, []).append(name)
    for number, names in changed.items():
        told, before = draft.paragraphs.get(number), base.parameters[names[0]].paragraph
        if told is not None and before in base.paragraphs and told.gist == base.paragraphs[before].gist:
            yield f"paragraph {number}: {', '.join(names)} changed; does its gist still hold? {told.gist!r}"
        for name, parameter in draft.parameters.items():
            if parameter.informative and parameter.paragraph == number and name not in names:
                yield f"parameters.{name}: {', '.join(names)} changed; is it still {parameter.value}?"


def write_draft(directory: Path, name: str, base: Edition, now: datetime) -> Path:
    """Write a draft, never over a file that is there."""
    text = draft_text(name, base, now)
    directory.mkdir(parents=True, exist_ok=True)
    file = directory / f"{name}.toml"
    try:
        with file.open("x", encoding="utf-8") as out:
            out.write(text)
    except FileExistsError:
        raise RulebookError(f"{file} is there already; remove it, or draft another version") from None
    return file
