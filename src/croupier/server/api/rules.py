"""The rule book over HTTP: editions, paragraphs in our own words, readings, what a new edition changes."""

import time
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Annotated, Any, TypeVar

from litestar import Controller, get
from litestar.datastructures import CacheControlHeader
from litestar.params import PathParameter
from msgspec import Struct, to_builtins

from croupier.house.likeness import like
from croupier.languages import spoken
from croupier.messages import Message, titled
from croupier.rulebook import RulebookError
from croupier.rulebook.compare import Comparison, Elsewhere, compare, same_rule
from croupier.rulebook.edition import Edition, Paragraph, PayTable, Reading, Setting
from croupier.rulebook.settings import write_value
from croupier.server.context import By, Context, Here, Visitor
from croupier.server.errors import Rejected
from croupier.table import Purpose
from croupier.table.game import TableShape
from croupier.table.options import named
from croupier.teaching import first_hands

T = TypeVar("T")

_KEPT_S = 60.0
_KEPT_MAX = 2_000
EditionId = Annotated[str, PathParameter(max_length=64)]


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
    title: str
    type: str
    default: str
    minimum: str | None
    maximum: str | None
    choices: tuple[str, ...]
    labels: tuple[str, ...]  # what the choices are called
    words: str
    paragraphs: tuple[str, ...]


class PayLineText(Struct, frozen=True):
    key: str
    title: str
    pays: str
    words: str


class PayTableText(Struct, frozen=True):
    name: str
    title: str
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
    return like(
        EditionLine,
        edition,
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
    return like(
        ParagraphPage,
        paragraph,
        kind=Message(paragraph.kind),
        rules=edition.keys_of(paragraph.number),
        readings=tuple(reading.id for reading in edition.readings_on(paragraph.number)),
    )


def _setting(setting: Setting) -> SettingLine:
    def text(value: Any) -> str | None:
        return None if value is None else write_value(setting.type, value)

    choices = (True, False) if setting.type == "boolean" else setting.choices
    written = tuple(write_value(setting.type, choice) for choice in choices)
    return like(
        SettingLine,
        setting,
        title=titled(setting.name),
        default=write_value(setting.type, setting.default),
        minimum=text(setting.minimum),
        maximum=text(setting.maximum),
        choices=written,
        labels=tuple(map(named, written)),
    )


def _paytable(table: PayTable) -> PayTableText:
    lines = tuple(PayLineText(line.key, titled(line.key), str(line.pays), line.words) for line in table.lines)
    return PayTableText(table.name, titled(table.name), table.paragraph, lines)


def find_edition(context: Context, name: str) -> Edition:
    if name not in context.catalogue.library.ids:
        raise Rejected("not_found", "there is no edition {edition}", edition=name)
    return context.catalogue.library.said_in(spoken().name, name)


class GameLine(Struct, frozen=True, kw_only=True):
    """A game as pages speak of it and draw it."""

    name: str
    title: str
    short_title: str
    shape: TableShape
    dock: tuple[tuple[Purpose, ...], ...]  # a player's buttons from left to right, and what each is for
    first_hands: int  # that teach it to somebody who knows nothing of it
    pages: str  # where a game from elsewhere has its felt and its lessons: "/guests/casino-war"


async def kept(context: Context, visitor: Visitor, key: tuple[str, ...], work: Callable[[], T]) -> T:
    """A page of the book, worked out once a minute: after a restart everybody asks for the same at once."""
    now, known, key = time.monotonic(), context.book, (spoken().name, *key)
    if key not in known or now - known[key][0] > _KEPT_S:
        if len(known) >= _KEPT_MAX:
            known.clear()
        known[key] = (now, await visitor.beside(work))
    page: T = known[key][1]
    return page


class GamesController(Controller):
    path = "/api/games"
    tags = ("rules",)
    opt = {"is_public": True}  # noqa: RUF012 - Litestar's own shape
    cache_control = CacheControlHeader(max_age=300)

    @get(cost="book")
    async def games(self, context: Here, visitor: By) -> list[GameLine]:
        def work() -> list[GameLine]:
            found = [context.catalogue.game(name) for name in context.catalogue.games]
            return [
                like(
                    GameLine,
                    game,
                    title=Message(game.title),
                    short_title=Message(game.short_title),
                    first_hands=len(first_hands(game)),
                    pages=f"/guests/{game.name}" if game.pages else "",
                )
                for game in found
            ]

        return await kept(context, visitor, ("games",), work)


class RulesController(Controller):
    path = "/api/editions"
    tags = ("rules",)
    opt = {"is_public": True}  # noqa: RUF012 - Litestar's own shape
    cache_control = CacheControlHeader(max_age=300)

    @get(cost="book")
    async def editions(self, context: Here, visitor: By) -> list[EditionLine]:
        def work() -> list[EditionLine]:
            return [edition_line(context, edition) for edition in context.catalogue.library.editions()]

        return await kept(context, visitor, ("editions",), work)

    @get("/{edition:str}", cost="book")
    async def edition(self, context: Here, visitor: By, edition: EditionId) -> EditionPage:
        key = ("edition", edition)
        return await kept(context, visitor, key, lambda: _edition(context, edition))

    @get("/{edition:str}/paragraphs/{number:str}", cost="book")
    async def paragraph(
        self, context: Here, visitor: By, edition: EditionId, number: EditionId
    ) -> ParagraphWithNeighbours:
        key = ("paragraph", edition, number)
        return await kept(context, visitor, key, lambda: _with_neighbours(context, edition, number))

    @get("/{edition:str}/changes/{other:str}", cost="book")
    async def changes(self, context: Here, visitor: By, edition: EditionId, other: EditionId) -> Comparison:
        key = ("changes", edition, other)
        return await kept(context, visitor, key, lambda: _changes(context, edition, other))


def _edition(context: Context, edition: str) -> EditionPage:
    found = find_edition(context, edition)
    line = edition_line(context, found)
    return like(
        EditionPage,
        line,
        paragraphs=tuple(_paragraph(found, each) for each in found.paragraphs.values()),
        readings=tuple(found.readings.values()),
        settings=tuple(map(_setting, found.settings.values())),
        paytables=tuple(map(_paytable, found.paytables.values())),
        changes=tuple(to_builtins(change) for change in found.changes),
    )


def _with_neighbours(context: Context, edition: str, number: str) -> ParagraphWithNeighbours:
    found = find_edition(context, edition)
    if number not in found.paragraphs:
        raise Rejected("not_found", "{edition} has no paragraph {number}", edition=found.id, number=number)
    page = _paragraph(found, found.paragraphs[number])
    others = context.catalogue.library.editions(found.game)
    return like(ParagraphWithNeighbours, page, elsewhere=same_rule(found, number, others).elsewhere)


def _changes(context: Context, edition: str, other: str) -> Comparison:
    old, new = find_edition(context, edition), find_edition(context, other)
    if old.game != new.game:
        raise Rejected("not_found", "{one} and {other} are different games", one=old.id, other=new.id)
    return compare(old, new)
