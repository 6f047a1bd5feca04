"""What a draft that can be played still leaves to be said, and what in it contradicts itself."""

from collections.abc import Iterator

from croupier.rulebook.compare import Comparison, compare
from croupier.rulebook.edition import Edition
from croupier.rulebook.numbers import Renumbering, mentions
from croupier.rulebook.sources import Words


def findings(draft: Edition, base: Edition | None, code: Words) -> tuple[str, ...]:
    """Every finding as a line that names its place; `code` is what the game and the core name."""
    if base is None:
        return tuple(_uncited(draft, code).values())
    found, known = compare(base, draft), _uncited(base, code)
    told = (
        *_never_in_force(draft, base),
        *_untold(draft, found),
        *_empty_changes(draft, base),
        *_stale_numbers(draft, base),
        *_stale_mentions(draft, base, found),
        *(said for key, said in _uncited(draft, code).items() if key not in known),
    )
    if told or found.behaviour or found.reworded or found.moved:
        return told
    return (f"nothing differs from {base.id} yet",)


def _never_in_force(draft: Edition, base: Edition) -> Iterator[str]:
    if draft.effective <= base.effective:
        yield f"edition.effective: {base.id} takes effect later; {draft.id} would never be in force"


def _untold(draft: Edition, found: Comparison) -> Iterator[str]:
    """What differs without a `[[change]]` that tells people."""
    silent = [each.name for each in found.behaviour if each.kind != "change"]
    if silent and not any(each.kind == "change" for each in found.behaviour):
        yield f"change: nothing tells what {', '.join(silent)} changes for people"
    if unexplained := [each.name for each in found.reworded if each.rules == (each.name,)]:
        yield f"change: nothing explains the new gist of {', '.join(unexplained)}"
    told = {key for change in draft.changes for key in change.rules}
    for rule in found.new_rules:
        if rule.key not in told:
            yield f"change: nothing tells of the new rule {rule.key}"


def _empty_changes(draft: Edition, base: Edition) -> Iterator[str]:
    """A change of behaviour, behind whose rules nothing is different: no table would play otherwise."""
    really = _changed_rules(draft, base)
    for change in draft.changes:
        if change.since == base.id and change.effect == "behaviour" and not really & set(change.rules):
            yield (
                f"change {change.subject!r}: behaviour, but no policy, number, pay line, setting or reading "
                f"of {', '.join(change.rules)} differs; change one, or call it wording"
            )


def _changed_rules(draft: Edition, base: Edition) -> set[str]:
    """Rules that are new, or whose policy, numbers, settings or readings differ."""
    rules = {key for key in draft.rules if key not in base.rules}
    rules |= {key for key in draft.policies if draft.policies[key] != base.policies.get(key)}
    ours, theirs = _substance(draft), _substance(base)
    for edition, mine, others in ((draft, ours, theirs), (base, theirs, ours)):
        for name, (says, numbers) in mine.items():
            if name not in others or others[name][0] != says:
                rules.update(key for number in numbers for key in edition.keys_of(number))
    return rules


def _substance(edition: Edition) -> dict[str, tuple[object, tuple[str, ...]]]:
    """What a table goes by, section and name -> what it says and the paragraphs it stands in."""
    return {
        **{
            f"parameters.{name}": (each.value, (each.paragraph,)) for name, each in edition.parameters.items()
        },
        **{
            f"paytables.{name}.{line.key}": (line.pays, (each.paragraph,))
            for name, each in edition.paytables.items()
            for line in each.lines
        },
        **{
            f"settings.{name}": (
                (each.default, each.minimum, each.maximum, each.choices),
                each.paragraphs,
            )
            for name, each in edition.settings.items()
        },
        **{f"readings.{name}": (each.taken, each.paragraphs) for name, each in edition.readings.items()},
    }


def _stale_numbers(draft: Edition, base: Edition) -> Iterator[str]:
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


def _stale_mentions(draft: Edition, base: Edition, found: Comparison) -> Iterator[str]:
    """Our own words that name a paragraph by the number it had before."""
    moved = Renumbering({move.old: move.new for move in found.moved})
    before = dict(_said(base))
    for place, (where, text) in _said(draft):
        named, was = mentions(text), mentions(before[place][1]) if place in before else ()
        if named == tuple(moved.new(number) for number in was):
            continue
        for number in named:
            gone = number in base.paragraphs and number not in draft.paragraphs
            if gone or (number in was and moved.new(number) != number):
                yield f"{where}: names {number}, which is {moved.new(number)} in {draft.id}: {text!r}"


def _said(edition: Edition) -> Iterator[tuple[str, tuple[str, str]]]:
    """What is said where: a place that both editions have, its name in this one, and the words."""
    for key, numbers in edition.own_paragraphs().items():
        for at, number in enumerate(numbers):
            yield f"{key} {at}", (f"paragraph {number}", edition.paragraphs[number].gist)
    for name, reading in edition.readings.items():
        yield f"readings.{name}", (f"readings.{name}", reading.taken)
    for name, setting in edition.settings.items():
        yield f"settings.{name}", (f"settings.{name}", setting.words)


def _uncited(edition: Edition, code: Words) -> dict[str, str]:
    """Rules that are executed, although no code names them, nor a number or setting of their paragraphs."""
    found: dict[str, str] = {}
    for number, paragraph in edition.paragraphs.items():
        keys = edition.keys_of(number)
        names = (
            *keys,
            *(name for name, each in edition.parameters.items() if each.paragraph == number),
            *(name for name, each in edition.paytables.items() if each.paragraph == number),
            *(name for name, each in edition.settings.items() if number in each.paragraphs),
        )
        if paragraph.executable != "no" and not any(name in code for name in names):
            found[keys[0]] = (
                f"paragraph {number}: no code cites {', '.join(keys)}; write what it does, "
                'or say executable = "no"'
            )
    return found
