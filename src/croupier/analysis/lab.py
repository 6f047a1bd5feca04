"""The lab: an edition's numbers as knobs, and what every bet becomes when some of them are turned."""

from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Literal, TypeAlias

from msgspec import Struct

from croupier.analysis.answers import answered
from croupier.analysis.catalogue import bets_of, edge_of
from croupier.analysis.concerns import Concern, concerns_at_hand, vulnerability
from croupier.analysis.figures import AnalysisError, Asked, BetFigures, Outcome, Section
from croupier.analysis.whatif import BOUNDS, Change, WhatIf, adopt_with
from croupier.analysis.words import bet_name
from croupier.rulebook import Edition, Rules, library, write_value
from croupier.rulebook.compare import parameter_text

Kind: TypeAlias = Literal["number", "list", "choice", "pay", "money", "percent", "flag", "text"]
_SETTING_KINDS: Mapping[str, Kind] = {
    "integer": "number",
    "money": "money",
    "percent": "percent",
    "choice": "choice",
    "boolean": "flag",
    "text": "text",
}


COUNTED_GAME = "mbs-freebet"
COUNTS = "counts"
"""The question which simple count follows each bet best."""
_UNSEEN = 5e-7  # in the last digit that is shown


class Knob(Struct, frozen=True, kw_only=True):
    """Something that can be turned; values are texts as `--with` reads them."""

    name: str
    section: Literal["parameter", "pay line", "setting"]
    kind: Kind
    approved: str
    minimum: str | None = None
    maximum: str | None = None
    choices: tuple[str, ...] = ()
    words: str = ""
    paragraphs: tuple[str, ...]
    readings: tuple[str, ...] = ()
    """The readings that it switches, by their numbers in the record of readings."""


class LabBet(Struct, frozen=True, kw_only=True):
    """One bet as it is now, beside the approved one."""

    bet: str
    name: str
    unit: str
    house_edge: float
    approved_edge: float
    priced: str
    approved_priced: str
    """The same in words."""
    change: str
    """What the House takes more or less than approved; "" for nothing."""
    is_exact: bool
    rational: str | None
    sd: float
    approved_sd: float
    hit_frequency: float | None
    skewness: float | None
    outcomes: tuple[Outcome, ...]
    paragraphs: tuple[str, ...]


class LabAnswer(Struct, frozen=True, kw_only=True):
    edition: str
    changes: tuple[Change, ...]
    bets: tuple[LabBet, ...]
    draft: str
    """The file of a draft edition with these changes."""
    concerns: tuple[Concern, ...] = ()
    """The jackpot as the House sees it, and where the game can be hurt."""


class LabCurve(Struct, frozen=True, kw_only=True):
    """A bet by its true count: [true count, how often, expectation, standard error]."""

    bet: str
    name: str
    good_from: int | None
    points: tuple[tuple[int, float, float, float], ...]


class LabRamp(Struct, frozen=True, kw_only=True):
    """What the best ramp of bets makes of a bet, in units of the smallest."""

    bet: str
    name: str
    looks_on: bool
    """Where the count is not good: bets nothing, or one unit."""
    per_100: float
    error: float
    score: float
    n0: float | None


class LabCounter(Struct, frozen=True, kw_only=True):
    """What a player sees who counts the cards of the shoe."""

    curves: tuple[LabCurve, ...]
    ramps: tuple[LabRamp, ...]


def knobs(edition: Edition) -> tuple[Knob, ...]:
    """Everything that the mathematics of an edition can be asked about."""
    return (*_parameters(edition), *_pay_lines(edition), *_settings(edition))


def _parameters(edition: Edition) -> tuple[Knob, ...]:
    found = []
    for name, bounds in BOUNDS.get(edition.game, {}).items():
        parameter = edition.parameters.get(name)
        if parameter is None:
            continue
        low, high = bounds[0], bounds[-1]
        is_choice = isinstance(low, str)
        kind: Kind = "choice" if is_choice else "money" if parameter.is_money else "number"
        found.append(
            Knob(
                name=name,
                section="parameter",
                kind="list" if isinstance(parameter.value, tuple) else kind,
                approved=parameter_text(parameter),
                minimum=None if is_choice else _bound(low, parameter.is_money),
                maximum=None if is_choice else _bound(high, parameter.is_money),
                choices=tuple(map(str, bounds)) if is_choice else (),
                paragraphs=(parameter.paragraph,),
            )
        )
    return tuple(found)


def _bound(value: int | str, is_money: bool) -> str:
    return write_value("money", value) if is_money and isinstance(value, int) else str(value)


def _pay_lines(edition: Edition) -> tuple[Knob, ...]:
    return tuple(
        Knob(
            name=f"{name}.{line.key}",
            section="pay line",
            kind="pay",
            approved=str(line.pays),
            words=line.words,
            paragraphs=(table.paragraph,),
        )
        for name, table in edition.paytables.items()
        for line in table.lines
    )


def _settings(edition: Edition) -> tuple[Knob, ...]:
    return tuple(
        Knob(
            name=setting.name,
            section="setting",
            kind=_SETTING_KINDS[setting.type],
            approved=write_value(setting.type, setting.default),
            minimum=None if setting.minimum is None else write_value(setting.type, setting.minimum),
            maximum=None if setting.maximum is None else write_value(setting.type, setting.maximum),
            choices=tuple(write_value(setting.type, choice) for choice in setting.choices),
            words=setting.words,
            paragraphs=setting.paragraphs,
            readings=tuple(reading.id for reading in edition.readings_of(setting.name)),
        )
        for setting in edition.settings.values()
    )


def lab(edition: str, changes: Mapping[str, str]) -> LabAnswer:
    """Every bet under the changes; AnalysisError, SettingError or MoneyError say what cannot be."""
    found, approved = adopt_with(edition, changes), adopt_with(edition, {})
    nothing = Asked()
    bets = tuple(
        _bet(edge_of(found.rules, bet, nothing), edge_of(approved.rules, bet, nothing))
        for bet in bets_of(found.rules)
    )
    return LabAnswer(
        edition=edition,
        changes=found.changes,
        bets=bets,
        draft=draft_of(edition, found),
        concerns=concerns_at_hand(found.rules, approved.rules),
    )


def weak_spots(edition: str, changes: Mapping[str, str]) -> Section:
    """Where the game can be hurt under the changes: too long for somebody who turns a knob to wait for."""
    return vulnerability(adopt_with(edition, changes).rules)


COUNTED_ROUNDS = 2_000_000


def counter(
    edition: str, changes: Mapping[str, str], penetration: float, areas: int, spread: int
) -> LabCounter:
    """The counter's view under the changes, by the simple counts that are best for the approved edition."""
    rules, approved = adopt_with(edition, changes).rules, adopt_with(edition, {}).rules
    if rules.edition.game != COUNTED_GAME:
        raise AnalysisError(
            "only Free Bet Blackjack is dealt from a shoe that keeps its cards between Rounds"
        )
    from croupier.analysis.freebet.known_cards import counter as view

    dealt = view.Dealt(penetration, areas, COUNTED_ROUNDS)
    tags = answered(COUNTS, approved, Asked(), dict[str, tuple[int, ...]], counts_of)
    found = view.curves(rules, dealt, tags)
    curves = tuple(
        LabCurve(
            bet=bet,
            name=bet_name(bet),
            good_from=curve.good_from,
            points=tuple((p.true_count, p.often, p.ev, p.error) for p in curve.points if p.often),
        )
        for bet, curve in found.items()
    )
    ramps = [(bet, view.best_ramp(curve, spread, least=0), True) for bet, curve in found.items()]
    ramps.insert(0, ("main", view.best_ramp(found["main"], spread, least=1), False))
    return LabCounter(
        curves=curves,
        ramps=tuple(
            LabRamp(
                bet=bet,
                name=bet_name(bet),
                looks_on=looks_on,
                per_100=made.per_100,
                error=made.error,
                score=made.score,
                n0=made.n0 if made.score else None,
            )
            for bet, made, looks_on in ramps
        ),
    )


def counts_of(rules: Rules) -> dict[str, tuple[int, ...]]:
    """The best simple count of each bet."""
    from croupier.analysis.freebet.known_cards.effects import all_effects, simple_count

    return {bet: simple_count(effects).tags for bet, effects in all_effects(rules).items()}


def _bet(now: BetFigures, before: BetFigures) -> LabBet:
    from croupier.analysis.risk.rounds import moments  # NumPy, which the house itself can do without

    shape = moments(now) if now.bet != "rake" else None
    return LabBet(
        bet=now.bet,
        name=bet_name(now.bet),
        unit=now.unit,
        house_edge=now.house_edge,
        approved_edge=before.house_edge,
        priced=now.priced,
        approved_priced=before.priced,
        change=_moved((1 if now.price else 100) * (now.house_edge - before.house_edge)),
        is_exact=now.exact is True,
        rational=now.rational,
        sd=now.sd,
        approved_sd=before.sd,
        hit_frequency=shape.hit_frequency if shape else None,
        skewness=shape.skewness if shape else None,
        outcomes=now.outcomes,
        paragraphs=now.paragraphs,
    )


def _moved(change: float) -> str:
    return f"{'+' if change > 0 else '−'}{abs(change):.4f}" if abs(change) > _UNSEEN else ""


def draft_of(edition: str, found: WhatIf) -> str:
    """A draft edition that says what was changed, ready for `croupier rules check`."""
    base, changed = library().get(edition), found.rules.edition
    name = f"{base.game}@{max(each.version for each in library().editions(base.game)) + 1}"
    year = max(base.effective.year, datetime.now(UTC).year) + 1
    effective = base.effective.replace(year=year, month=1, day=1)
    lines = [
        f"# {base.title}: a draft from the lab, based on {edition}.",
        "# Set `effective` and say what changes for people, then: croupier rules check DIR",
        "",
        "[edition]",
        f'id = "{name}"',
        f'based_on = "{edition}"',
        f"effective = {effective.isoformat()}",
    ]
    if gone := [each for each in base.parameters if each not in changed.parameters]:
        lines += ["", "[removed]", f"parameters = {gone}".replace("'", '"')]
    parameters = [each for each in changed.parameters if changed.parameters[each] != base.parameters[each]]
    if parameters:
        lines += ["", "[parameters]"]
        lines += [f"{each} = {{ value = {_toml(changed, each)} }}" for each in parameters]
    for table, pays in changed.paytables.items():
        moved = [line for line in pays.lines if line != base.paytables[table].line(line.key)]
        if moved:
            lines += ["", f"[paytables.{table}]", "lines = ["]
            lines += [f'    {{ key = "{line.key}", pays = "{line.pays}" }},' for line in moved]
            lines.append("]")
    for setting, value in found.rules.chosen.items():
        kind = base.settings[setting].type
        text = f'"{value}"' if kind not in ("boolean", "integer") else value
        text = {"yes": "true", "no": "false"}.get(text, text) if kind == "boolean" else text
        lines += ["", f"[settings.{setting}]", f"default = {text}"]
    return "\n".join(lines) + "\n"


def _toml(edition: Edition, name: str) -> str:
    parameter = edition.parameters[name]
    if isinstance(parameter.value, tuple):
        return f"[{', '.join(map(str, parameter.value))}]"
    is_text = parameter.is_money or isinstance(parameter.value, str)
    return f'"{parameter_text(parameter)}"' if is_text else str(parameter.value)
