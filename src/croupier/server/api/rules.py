"""The rule book over HTTP: editions, paragraphs in our own words, readings, what a new edition changes."""

from datetime import UTC, datetime
from typing import Annotated, Any

from litestar import Controller, get
from litestar.datastructures import CacheControlHeader
from litestar.params import PathParameter, QueryParameter
from msgspec import Struct, to_builtins

from croupier.rulebook import RulebookError
from croupier.rulebook.compare import Comparison, Elsewhere, compare, same_rule
from croupier.rulebook.edition import Edition, Paragraph, PayTable, Reading, Setting
from croupier.rulebook.settings import write_value
from croupier.server.context import Context, Here
from croupier.server.errors import Rejected
from croupier.table import Purpose
from croupier.table.game import TableShape

EditionId = Annotated[str, PathParameter(max_length=64)]
Language = Annotated[
    str,
    QueryParameter(max_length=8, description="Of our own words, such as zh; where it is not known, English."),
]


class EditionLine(Struct, frozen=True, kw_only=True):
    id: str
    game: str
    version: int
    operator: str
    title: str
    effective: datetime
    is_in_force: bool
    is_playable: bool
    has_link: bool  # its tables can join a jackpot link


class ParagraphPage(Struct, frozen=True, kw_only=True):
    number: str
    kind: str
    executable: str
    gist: str
    rules: tuple[str, ...]
    readings: tuple[str, ...]


class SettingLine(Struct, frozen=True, kw_only=True):
    name: str
    type: str
    default: str
    minimum: str | None
    maximum: str | None
    choices: tuple[str, ...]
    words: str
    paragraphs: tuple[str, ...]


class PayLineText(Struct, frozen=True):
    key: str
    pays: str
    words: str


class PayTableText(Struct, frozen=True):
    name: str
    paragraph: str
    lines: tuple[PayLineText, ...]


class EditionPage(EditionLine, frozen=True, kw_only=True):
    paragraphs: tuple[ParagraphPage, ...]
    readings: tuple[Reading, ...]
    settings: tuple[SettingLine, ...]
    paytables: tuple[PayTableText, ...]
    changes: tuple[dict[str, Any], ...]


class ParagraphWithNeighbours(ParagraphPage, frozen=True, kw_only=True):
    elsewhere: tuple[Elsewhere, ...]


def edition_line(context: Context, edition: Edition) -> EditionLine:
    is_playable = edition.game in context.catalogue.games
    return EditionLine(
        id=edition.id,
        game=edition.game,
        version=edition.version,
        operator=edition.operator,
        title=edition.title,
        effective=edition.effective,
        is_in_force=_is_in_force(context, edition),
        is_playable=is_playable,
        has_link=is_playable and context.catalogue.game(edition.game).wire is not None,
    )


def _is_in_force(context: Context, edition: Edition) -> bool:
    try:
        return context.catalogue.library.in_force(edition.game, datetime.now(UTC)).id == edition.id
    except RulebookError:
        return False


def _paragraph(edition: Edition, paragraph: Paragraph) -> ParagraphPage:
    return ParagraphPage(
        number=paragraph.number,
        kind=paragraph.kind,
        executable=paragraph.executable,
        gist=paragraph.gist,
        rules=edition.keys_of(paragraph.number),
        readings=tuple(reading.id for reading in edition.readings_on(paragraph.number)),
    )


def _setting(setting: Setting) -> SettingLine:
    def text(value: Any) -> str | None:
        return None if value is None else write_value(setting.type, value)

    return SettingLine(
        name=setting.name,
        type=setting.type,
        default=write_value(setting.type, setting.default),
        minimum=text(setting.minimum),
        maximum=text(setting.maximum),
        choices=tuple(write_value(setting.type, choice) for choice in setting.choices),
        words=setting.words,
        paragraphs=setting.paragraphs,
    )


def _paytable(table: PayTable) -> PayTableText:
    lines = tuple(PayLineText(line.key, str(line.pays), line.words) for line in table.lines)
    return PayTableText(table.name, table.paragraph, lines)


def find_edition(context: Context, name: str, language: str = "en") -> Edition:
    if name not in context.catalogue.library.ids:
        raise Rejected("not_found", f"there is no edition {name!r}")
    return context.catalogue.library.said_in(language, name)


class GameLine(Struct, frozen=True, kw_only=True):
    """A game as pages speak of it and draw it."""

    name: str
    title: str
    short_title: str
    shape: TableShape
    dock: tuple[tuple[Purpose, ...], ...]  # a player's buttons from left to right, and what each is for


class GamesController(Controller):
    path = "/api/games"
    tags = ("rules",)
    opt = {"is_public": True}  # noqa: RUF012 - Litestar's own shape
    cache_control = CacheControlHeader(max_age=300)

    @get(sync_to_thread=True)
    def games(self, context: Here) -> list[GameLine]:
        found = [context.catalogue.game(name) for name in context.catalogue.games]
        return [
            GameLine(
                name=game.name,
                title=game.title,
                short_title=game.short_title,
                shape=game.shape,
                dock=game.dock,
            )
            for game in found
        ]


class RulesController(Controller):
    path = "/api/editions"
    tags = ("rules",)
    opt = {"is_public": True}  # noqa: RUF012 - Litestar's own shape
    cache_control = CacheControlHeader(max_age=300)

    @get(sync_to_thread=True)
    def editions(self, context: Here) -> list[EditionLine]:
        return [edition_line(context, edition) for edition in context.catalogue.library.editions()]

    @get("/{edition:str}", sync_to_thread=True)
    def edition(self, context: Here, edition: EditionId, language: Language = "en") -> EditionPage:
        found = find_edition(context, edition, language)
        line = edition_line(context, found)
        return EditionPage(
            **{name: getattr(line, name) for name in EditionLine.__struct_fields__},
            paragraphs=tuple(_paragraph(found, each) for each in found.paragraphs.values()),
            readings=tuple(found.readings.values()),
            settings=tuple(map(_setting, found.settings.values())),
            paytables=tuple(map(_paytable, found.paytables.values())),
            changes=tuple(to_builtins(change) for change in found.changes),
        )

    @get("/{edition:str}/paragraphs/{number:str}", sync_to_thread=True)
    def paragraph(
        self, context: Here, edition: EditionId, number: EditionId, language: Language = "en"
    ) -> ParagraphWithNeighbours:
        found = find_edition(context, edition, language)
        if number not in found.paragraphs:
            raise Rejected("not_found", f"{found.id} has no paragraph {number}")
        page = _paragraph(found, found.paragraphs[number])
        others = context.catalogue.library.editions(found.game)
        return ParagraphWithNeighbours(
            **{name: getattr(page, name) for name in ParagraphPage.__struct_fields__},
            elsewhere=same_rule(found, number, others).elsewhere,
        )

    @get("/{edition:str}/changes/{other:str}", sync_to_thread=True)
    def changes(
        self, context: Here, edition: EditionId, other: EditionId, language: Language = "en"
    ) -> Comparison:
        old, new = find_edition(context, edition, language), find_edition(context, other, language)
        if old.game != new.game:
            raise Rejected("not_found", f"{old.id} and {new.id} are different games")
        return compare(old, new)
