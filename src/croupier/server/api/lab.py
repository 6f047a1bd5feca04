"""The lab over HTTP: what can be turned, and what every bet becomes."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

from litestar import Controller, get
from litestar.params import PathParameter, QueryParameter

from croupier.analysis.advice.adviser import AdviceError, Away
from croupier.analysis.figures import AnalysisError, Section
from croupier.analysis.lab import Knob, LabAnswer, LabCounter, knobs
from croupier.messages import reason_of
from croupier.server.api.rules import find_edition, kept
from croupier.server.context import By, Here
from croupier.server.errors import Rejected

EditionId = Annotated[str, PathParameter(max_length=64)]
Changes = Annotated[
    list[str] | None,
    QueryParameter(name="with", max_items=60, description="NAME=VALUE, once for each change."),
]


class LabController(Controller):
    path = "/api/lab"
    tags = ("rules",)
    opt = {"is_public": True}  # noqa: RUF012 - Litestar's own shape

    @get("/{edition:str}/knobs", cost="book")
    async def knobs(self, context: Here, visitor: By, edition: EditionId) -> list[Knob]:
        """Parameters, pay lines and settings of an edition, with what is approved and the bounds."""
        key = ("knobs", edition)
        return await kept(context, visitor, key, lambda: list(knobs(find_edition(context, edition))))

    @get("/{edition:str}", cost="away")
    async def figures(
        self, context: Here, visitor: By, edition: EditionId, changes: Changes = None
    ) -> LabAnswer:
        """Edge, deviation and outcomes of every bet with these changes, beside the approved ones."""
        found = find_edition(context, edition)
        with _said():
            return await visitor.elsewhere(context.laboratory.ask(found.id, _given(changes)))

    @get("/{edition:str}/counting", cost="away")
    async def counting(
        self,
        context: Here,
        visitor: By,
        edition: EditionId,
        changes: Changes = None,
        penetration: Annotated[float, QueryParameter(ge=0.1, le=0.9)] = 0.75,
        areas: Annotated[int, QueryParameter(ge=1, le=7)] = 1,
        spread: Annotated[int, QueryParameter(ge=1, le=100)] = 8,
    ) -> LabCounter:
        """Free Bet from a shoe: every bet by true count, and what the best ramps of bets make of it."""
        found = find_edition(context, edition)
        with _said():
            return await visitor.elsewhere(
                context.laboratory.counting(found.id, _given(changes), penetration, areas, spread)
            )

    @get("/{edition:str}/weak-spots", cost="away")
    async def weak_spots(
        self, context: Here, visitor: By, edition: EditionId, changes: Changes = None
    ) -> Section:
        """Where the game can be hurt with these changes: up to a minute if nobody has asked before."""
        found = find_edition(context, edition)
        with _said():
            return await visitor.elsewhere(context.laboratory.weak_spots(found.id, _given(changes)))


@get(
    "/par/{name:str}",
    cost="away",
    opt={"is_public": True},
    include_in_schema=False,
    media_type="text/html",
)
async def par_sheet(context: Here, visitor: By, name: EditionId) -> str:
    """The par sheet of an edition or a draft, as a page to read, print or keep."""
    edition, is_page, more = name.partition(".html")
    if not is_page or more:
        raise Rejected("not_found", "there is no such page")
    found = find_edition(context, edition)
    with _said():
        return await visitor.elsewhere(context.laboratory.par_sheet(found.id))


def _given(changes: list[str] | None) -> dict[str, str]:
    given: dict[str, str] = {}
    for text in changes or ():
        name, equals, value = text.partition("=")
        if not equals or len(text) > 200:
            raise Rejected("malformed", "a change is written NAME=VALUE")
        given[name.strip()] = value.strip()
    return given


@contextmanager
def _said() -> Iterator[None]:
    """What the laboratory cannot do, as the house says it."""
    try:
        yield
    except AnalysisError as error:
        raise Rejected("refused", reason_of(error)) from None
    except Away:
        raise Rejected("unavailable", "the lab is busy; ask again in a moment") from None
    except AdviceError:
        raise Rejected("refused", "the lab has no answer to this") from None
