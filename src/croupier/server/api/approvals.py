"""What waits for a second person, over HTTP."""

from typing import Annotated

from litestar import Controller, get, post
from litestar.openapi import ResponseSpec
from litestar.params import JSONBody, PathParameter
from msgspec import Struct

from croupier.house.approvals import Approval, Status
from croupier.house.likeness import like
from croupier.messages import called
from croupier.server.api.bodies import Reason
from croupier.server.context import By, Context, Here, accepted
from croupier.server.errors import Rejected
from croupier.table import Role

ApprovalId = Annotated[str, PathParameter(max_length=64)]


class ApprovalLine(Struct, frozen=True, kw_only=True):
    id: str
    kind: str
    words: str
    reason: str
    role: Role
    by: str
    by_name: str
    at: int
    expires_at: int
    status: Status
    second: str
    second_name: str
    answer: str
    is_yours: bool  # whether you asked for it, and so can only take it back


# For endpoints that may have to wait.
MAY_WAIT = {202: ResponseSpec(ApprovalLine, description="It waits for a second person; nothing is done yet.")}


def line_of(context: Context, approval: Approval, person: str) -> ApprovalLine:
    name_of = context.people.name_of
    names = {"by_name": name_of(approval.by), "second_name": approval.second and name_of(approval.second)}
    told = {"words": approval.told, "reason": called(approval.reason), "answer": called(approval.answer)}
    return like(ApprovalLine, approval, is_yours=approval.by == person, **told, **names)


class ApprovalController(Controller):
    path = "/api/approvals"
    tags = ("approvals",)

    @get(cost="look")
    async def approvals(self, context: Here, visitor: By) -> list[ApprovalLine]:
        """What waits for a second person, then the last that are over."""
        by = visitor.looking_as(Role.PIT_MANAGER, Role.AUDITOR)
        return [line_of(context, each, by.id) for each in context.approvals.listed()]

    @post("/{approval:str}/confirm", cost="act", status_code=200)
    async def confirm(self, context: Here, visitor: By, approval: ApprovalId) -> ApprovalLine:
        """By another person than the one who asked: it is done with it."""
        by = visitor.acting_as(Role.PIT_MANAGER)
        known(context, approval)
        accepted(await context.approvals.confirm(by, approval))
        return line_of(context, known(context, approval), by.id)

    @post("/{approval:str}/refuse", cost="act", status_code=200)
    async def refuse(
        self, context: Here, visitor: By, approval: ApprovalId, data: JSONBody[Reason]
    ) -> ApprovalLine:
        """By the second person, or taken back by the one who asked."""
        by = visitor.acting_as(Role.PIT_MANAGER)
        known(context, approval)
        accepted(await context.approvals.refuse(by, approval, data.reason))
        return line_of(context, known(context, approval), by.id)


def known(context: Context, id: str) -> Approval:
    if (found := context.approvals.find(id)) is None:
        raise Rejected("not_found", "nothing of that name waits for a second person")
    return found
