"""Drafts of new editions: a first file that says nothing yet, or what the text of the new version shows."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from pathlib import Path

from croupier.rulebook.document import Alignment, Change
from croupier.rulebook.edition import Edition, Parameter
from croupier.rulebook.errors import RulebookError
from croupier.rulebook.numbers import as_moves
from croupier.rulebook.settings import write_value


def draft_text(name: str, base: Edition, now: datetime, found: Alignment | None = None) -> str:
    """The file of a successor: what its text shows, if there is one; all else stands in it as comments."""
    game, _, version = name.partition("@")
    if game != base.game or not version.isdigit() or int(version) <= base.version:
        raise RulebookError(
            "{name}: a draft from {edition} is a later version of {game}",
            name=name,
            edition=base.id,
            game=base.game,
        )
    moved = {} if found is None else found.kept
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
        *(_NO_PARAGRAPHS if found is None else _paragraphs(base, found)),
        "# [parameters]",
        *(_parameter(parameter, moved) for parameter in base.parameters.values()),
        "",
        *_paytables(base, moved),
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


_NO_PARAGRAPHS = (
    "# [renumbered]           # old paragraph number = new one; a + after the old one: and all after it",
    "# [removed]              # paragraphs, rules, parameters, paytables, policies, settings, readings",
    "",
    "# [[paragraph]]          # one that changed (its number and what changed), or a new one",
    '# number = ""',
    '# kind = ""',
    '# executable = "yes"',
    '# gist = ""',
    "",
)


def _paragraphs(base: Edition, found: Alignment) -> Iterator[str]:
    """What the text of the new version shows; what it means is for a person to say."""
    yield "[renumbered]"
    yield from (f'"{old}" = "{new}"' for old, new in as_moves(found.kept).items())
    yield ""
    if found.gone:
        yield "[removed]               # remove what stood in them, too"
        yield f"paragraphs = {_list(found.gone)}"
        yield f"rules = {_list(key for key, cited in base.rules.items() if set(cited) <= set(found.gone))}"
        yield ""
    if found.new:
        yield "[rules]                 # give each new paragraph a key that code can cite, or an old key"
        yield from (f'# KEY = ["{number}"]' for number in found.new)
        yield ""
    for number in found.new:
        yield from (
            "[[paragraph]]",
            f'number = "{number}"',
            'kind = ""',
            'executable = "yes"',
            'gist = ""',
            "",
        )
    was = {new: old for old, new in found.kept.items()}
    for change in found.changed:
        yield f"# {change.number}: {_difference(change)}. Does the gist still hold?"
        yield "# [[paragraph]]"
        yield f'# number = "{change.number}"'
        yield f'# gist = "{base.paragraphs[was[change.number]].gist}"'
        yield ""


def _difference(change: Change) -> str:
    figures = f"; figures {_all(change.figures_before)} -> {_all(change.figures_after)}"
    has_figures = change.figures_before or change.figures_after
    return f"{change.differing} of {change.words} words differ{figures if has_figures else ''}"


def _all(figures: Iterable[str]) -> str:
    return ", ".join(figures) or "none"


def _list(texts: Iterable[str]) -> str:
    return f"[{', '.join(map(repr, texts))}]".replace("'", '"')


def _effective(base: Edition, now: datetime) -> datetime:
    """The first of January after now and after the predecessor, at the predecessor's hour."""
    year = max(now.year, base.effective.year) + 1
    return base.effective.replace(year=year, month=1, day=1)


def _parameter(parameter: Parameter, moved: Mapping[str, str]) -> str:
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
    return f"# {parameter.name} = {{ value = {text} }}   # {_number(parameter.paragraph, moved)}{told}"


def _number(paragraph: str, moved: Mapping[str, str]) -> str:
    """What a paragraph of the predecessor is called now; a part of one, as "4.1(tail)", moves with it."""
    whole, bracket, part = paragraph.partition("(")
    return f"{moved.get(whole, whole)}{bracket}{part}"


def _paytables(base: Edition, moved: Mapping[str, str]) -> Iterator[str]:
    for name, table in base.paytables.items():
        yield f"# [paytables.{name}]       # {_number(table.paragraph, moved)}"
        yield "# lines = ["
        yield from (f'#     {{ key = "{line.key}", pays = "{line.pays}" }},' for line in table.lines)
        yield "# ]"
        yield ""


def write_draft(
    directory: Path, name: str, base: Edition, now: datetime, found: Alignment | None = None
) -> Path:
    """Write a draft, never over a file that is there."""
    text = draft_text(name, base, now, found)
    directory.mkdir(parents=True, exist_ok=True)
    file = directory / f"{name}.toml"
    try:
        with file.open("x", encoding="utf-8") as out:
            out.write(text)
    except FileExistsError:
        raise RulebookError(
            "{file} is there already; remove it, or draft another version", file=file
        ) from None
    return file
