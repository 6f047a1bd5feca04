"""What an edition file says in one place must agree with what it says in another."""

from collections.abc import Collection, Iterable

from croupier.rulebook.edition import Edition
from croupier.rulebook.errors import EditionError, suggest

# What the table core cites, whatever the game.
REQUIRED_RULES: dict[str, str] = {
    "round_of_play": "what a Round is, from its opening call to its settlement",
    "matters_not_provided_for": "who decides what the document leaves open",
    "acting_in_position": "who may act for a position",
    "void": "what it means that a Round is void",
    "bets_on_request": "staff placing bets that a player asked for",
}


def cross_check(edition: Edition) -> None:
    """Refuse an edition that refers to something it does not have, or leaves a paragraph without a key."""
    _check_required(edition)
    _check_paragraphs(edition)
    _check_coverage(edition)
    _check_policies(edition)
    _check_settings(edition)
    _check_readings(edition)
    _check_changes(edition)


def _check_required(edition: Edition) -> None:
    for key, meaning in REQUIRED_RULES.items():
        if key not in edition.rules:
            raise EditionError(edition.file, f"rules.{key}", f"missing; every edition names {meaning}")


def _cited(edition: Edition) -> Iterable[tuple[str, Collection[str]]]:
    """Every place that cites paragraphs, with what it cites."""
    yield from ((f"rules.{key}", numbers) for key, numbers in edition.rules.items())
    yield from ((f"parameters.{name}", (item.paragraph,)) for name, item in edition.parameters.items())
    yield from ((f"paytables.{name}", (item.paragraph,)) for name, item in edition.paytables.items())
    yield from ((f"settings.{name}", item.paragraphs) for name, item in edition.settings.items())
    yield from ((f"readings.{name}", item.paragraphs) for name, item in edition.readings.items())


def _check_paragraphs(edition: Edition) -> None:
    for place, numbers in _cited(edition):
        for number in numbers:
            if number not in edition.paragraphs:
                nearest = suggest(number, edition.paragraphs)
                raise EditionError(edition.file, place, f"there is no paragraph {number!r}; {nearest}")


def _check_coverage(edition: Edition) -> None:
    named = {number for numbers in edition.rules.values() for number in numbers}
    for number in edition.paragraphs:
        if number not in named:
            raise EditionError(edition.file, "rules", f"no rule key names paragraph {number}")


def _check_policies(edition: Edition) -> None:
    for key in edition.policies:
        if key not in edition.rules:
            nearest = suggest(key, edition.rules)
            raise EditionError(edition.file, f"policies.{key}", f"there is no such rule key; {nearest}")


def _check_settings(edition: Edition) -> None:
    for name, setting in edition.settings.items():
        place = f"settings.{name}"
        for field in ("not_below", "multiple_of"):
            other = getattr(setting, field)
            if other is not None and other not in edition.settings:
                nearest = suggest(other, edition.settings)
                raise EditionError(
                    edition.file, f"{place}.{field}", f"there is no setting {other!r}; {nearest}"
                )
        if setting.reading is None:
            continue
        reading = edition.readings.get(setting.reading)
        if reading is None:
            nearest = suggest(setting.reading, edition.readings)
            raise EditionError(
                edition.file, f"{place}.reading", f"there is no reading {setting.reading!r}; {nearest}"
            )
        if name not in reading.settings:
            raise EditionError(
                edition.file,
                f"{place}.reading",
                f"reading {reading.id} does not name this setting as its switch",
            )


def _check_readings(edition: Edition) -> None:
    for name, reading in edition.readings.items():
        for setting in reading.settings:
            if setting not in edition.settings:
                nearest = suggest(setting, edition.settings)
                raise EditionError(
                    edition.file, f"readings.{name}.settings", f"there is no setting {setting!r}; {nearest}"
                )


def _check_changes(edition: Edition) -> None:
    for change in edition.changes:
        for key in change.rules:
            if key not in edition.rules:
                nearest = suggest(key, edition.rules)
                raise EditionError(
                    edition.file,
                    f"change {change.subject!r}: rules",
                    f"there is no rule key {key!r}; {nearest}",
                )
