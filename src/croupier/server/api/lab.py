"""The lab over HTTP: what can be turned, and what every bet becomes."""

from typing import Annotated

from litestar import Controller, get
from litestar.params import PathParameter, QueryParameter

from croupier.analysis.figures import AnalysisError
from croupier.analysis.lab import Knob, LabAnswer, knobs
from croupier.server.advice.adviser import AdviceError, Away
from croupier.server.api.rules import find_edition
from croupier.server.context import Here
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

    @get("/{edition:str}/knobs", sync_to_thread=True)
    def knobs(self, context: Here, edition: EditionId) -> list[Knob]:
        """Parameters, pay lines and settings of an edition, with what is approved and the bounds."""
        return list(knobs(find_edition(context, edition)))

    @get("/{edition:str}")
    async def figures(self, context: Here, edition: EditionId, changes: Changes = None) -> LabAnswer:
        """Edge, deviation and outcomes of every bet with these changes, beside the approved ones."""
        found = find_edition(context, edition)
        given: dict[str, str] = {}
        for text in changes or ():
            name, equals, value = text.partition("=")
            if not equals or len(text) > 200:
                raise Rejected("malformed", "a change is written NAME=VALUE")
            given[name.strip()] = value.strip()
        try:
            return await context.laboratory.ask(found.id, given)
        except AnalysisError as error:
            raise Rejected("refused", str(error)) from None
        except Away:
            raise Rejected("unavailable", "the lab is busy; ask again in a moment") from None
        except AdviceError:
            raise Rejected("refused", "the lab has no answer to this") from None
