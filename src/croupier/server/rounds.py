"""Rounds over HTTP: found, shown, replayed, verified, exported."""

import asyncio
from collections.abc import Callable
from typing import Annotated, Literal, TypeVar

import msgspec
from litestar import Controller, Response, get
from litestar.params import FromPath, QueryParameter

from croupier.server.context import By, Here
from croupier.server.errors import Rejected
from croupier.server.history import FoundRounds, History, ReplayStep, RoundPage, Verified

T = TypeVar("T")
Text = Annotated[str | None, QueryParameter(max_length=64)]
Moment = Annotated[int | None, QueryParameter(ge=0, le=2**53)]
From = Annotated[int | None, QueryParameter(name="from", ge=0, le=2**53)]
Limit = Annotated[int, QueryParameter(ge=1, le=100)]


async def _in_thread(work: Callable[[], T]) -> T:
    return await asyncio.to_thread(work)


class RoundController(Controller):
    path = "/api/rounds"
    tags = ("rounds",)

    @get()
    async def find(
        self,
        context: Here,
        visitor: By,
        since: From = None,
        to: Moment = None,
        table: Text = None,
        player: Text = None,
        paragraph: Text = None,
        before: Moment = None,
        limit: Limit = 30,
    ) -> FoundRounds:
        history = History(context, visitor.person)
        if not history.sees_everyone:
            player = visitor.person.id
        elif player and (named := context.people.roster.named(player)) is not None:
            player = named.id
        until = min((each for each in (to, before) if each is not None), default=None)
        return await _in_thread(
            lambda: history.find(
                table=table or "",
                player=player or "",
                paragraph=paragraph or "",
                since=since or 0,
                until=until,
                limit=limit,
            )
        )

    @get("/{round:str}")
    async def page(self, context: Here, visitor: By, round: FromPath[str]) -> RoundPage:
        history = History(context, visitor.person)
        return await _in_thread(lambda: history.page(round))

    @get("/{round:str}/replay")
    async def replay(self, context: Here, visitor: By, round: FromPath[str], to: Moment = None) -> ReplayStep:
        history = History(context, visitor.person)
        return await _in_thread(lambda: history.replay(round, to))

    @get("/{round:str}/verify")
    async def verify(self, context: Here, visitor: By, round: FromPath[str]) -> Verified:
        """Recompute the shuffle, the deal, the settlement and the chain."""
        history = History(context, visitor.person)

        def work() -> Verified:
            if history.recall(round).row.last is None:
                raise Rejected("refused", "the Round is not over yet; verify it then")
            verdict = history.rounds.verify(round)
            return Verified(verdict.is_verified, verdict.checks)

        return await _in_thread(work)

    @get("/{round:str}/export")
    async def export(
        self,
        context: Here,
        visitor: By,
        round: FromPath[str],
        format: Annotated[Literal["json", "phh"], QueryParameter()] = "json",
    ) -> Response[bytes]:
        history = History(context, visitor.person)

        def work() -> bytes:
            page = history.page(round)
            if page.last is None:
                raise Rejected("refused", "the Round is not over yet; export it then")
            if format == "json":
                return msgspec.json.format(msgspec.json.encode(page), indent=1)
            return written_as_phh(history, round)

        body = await _in_thread(work)
        media = "application/json" if format == "json" else "text/plain; charset=utf-8"
        name = "".join(each for each in round if each.isalnum() or each in "._-")
        headers = {"Content-Disposition": f'attachment; filename="{name}.{format}"'}
        return Response(body, media_type=media, headers=headers)


def written_as_phh(history: History, round: str) -> bytes:
    """A poker hand in the notation that hand-history tools share; ? for cards the viewer may not know."""
    from croupier.games.poker.phh import PhhError, export

    recall = history.recall(round)
    if history.game_of(recall) != "rws-poker":
        raise Rejected("refused", "only poker is written in this notation; export JSON instead")
    try:
        return export(history.events_until(recall)).encode()
    except PhhError as error:
        raise Rejected("refused", f"{error}; export JSON instead") from None
