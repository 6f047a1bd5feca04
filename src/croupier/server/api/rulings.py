"""The pocket rulings page: what a book says to whatever can go wrong, for any table, also one of no house.

Nothing of a table of this house is in it and nothing is kept, so nobody has to sign in.
"""

from typing import Annotated

from litestar import Controller, get
from litestar.datastructures import CacheControlHeader
from litestar.params import QueryParameter
from msgspec import Struct

from croupier.server.api.rules import EditionId, find_edition
from croupier.server.context import By, Context, Here
from croupier.server.errors import Rejected
from croupier.table.casebook import Case, casebook

_DEVICE = "device"  # what every edition calls the setting that says where cards come from
Device = Annotated[
    str, QueryParameter(max_length=64, description="Where the cards come from, if the book has several ways.")
]


class Rulings(Struct, frozen=True, kw_only=True):
    """The cases of an edition, and the paragraphs they name, in our own words."""

    edition: str
    game: str
    device: str
    devices: tuple[str, ...]  # none where the book knows only one
    gists: dict[str, str]
    cases: tuple[Case, ...]


class RulingsController(Controller):
    path = "/api/rulings"
    tags = ("rulings",)
    opt = {"is_public": True}  # noqa: RUF012 - Litestar's own shape
    cache_control = CacheControlHeader(max_age=300)

    @get("/{edition:str}", cost="book")
    async def rulings(self, context: Here, visitor: By, edition: EditionId, device: Device = "") -> Rulings:
        """Everything that can go wrong under an edition, when it is noticed, and what follows."""
        book = find_edition(context, edition)
        setting = book.settings.get(_DEVICE)
        devices = tuple(map(str, setting.choices)) if setting else ()
        device = device or (str(setting.default) if setting else "")
        if device and device not in devices:
            raise Rejected(
                "not_found", "{edition} does not know the device '{device}'", edition=book.id, device=device
            )
        key = book.id, device
        if key not in context.rulings:  # worked out once: it follows from the book alone
            context.rulings[key] = await visitor.beside(lambda: _cases(context, *key))
        cases = context.rulings[key]
        named = dict.fromkeys(number for case in cases for number in _paragraphs(case))
        return Rulings(
            edition=book.id,
            game=book.game,
            device=device,
            devices=devices,
            gists={number: book.paragraphs[number].gist for number in named},
            cases=cases,
        )


def _cases(context: Context, edition: str, device: str) -> tuple[Case, ...]:
    return casebook(context.catalogue.table(edition, {_DEVICE: device} if device else {}))


def _paragraphs(case: Case) -> list[str]:
    answers = [answer for noticed in case.noticed for answer in noticed.answers]
    asked = [number for answer in answers for each in answer.asks for number in each.paragraphs]
    return [number for answer in answers for number in answer.paragraphs] + asked
