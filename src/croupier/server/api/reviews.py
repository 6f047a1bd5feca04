"""Rounds graded after the fact: each decision by its worth, luck apart from skill, one's own only.

A Round that is not over is not looked at: nobody gets advice on a hand that is still played.
"""

from collections.abc import Iterator
from typing import Annotated

from litestar import Controller, get
from litestar.params import FromPath, QueryParameter
from msgspec import Struct

from croupier.analysis.advice.adviser import Away
from croupier.analysis.advice.advising import Choice, Lying
from croupier.analysis.advice.grading import Account, Decision, Review
from croupier.analysis.figures import AnalysisError
from croupier.house.history.rounds import NoSuchRound, Recall, Rounds
from croupier.house.journal import RoundRow
from croupier.house.likeness import like
from croupier.messages import called, reason_of
from croupier.server.api.rounds import From, Text, UpTo
from croupier.server.context import By, Context, Here, Visitor
from croupier.server.errors import Rejected
from croupier.table import Option

KEPT_MAX = 5_000
"""Grades that a process remembers; others are worked out again."""
Limit = Annotated[int, QueryParameter(ge=1, le=30)]
IsPractice = Annotated[bool | None, QueryParameter(name="practice")]


class Mistake(Struct, frozen=True, kw_only=True):
    """A decision that was not the best, to be played again from its position."""

    lesson: str  # under which the trainer remembers it
    place: int
    situation: str
    taken: str
    best: str
    cost: int  # cents
    choices: tuple[Choice, ...]
    options: tuple[Option, ...]
    position: str
    lying: Lying
    method: str


class RoundReview(Struct, frozen=True, kw_only=True):
    round: str
    table: str
    title: str
    game: str
    edition: str
    is_practice: bool
    opened_at: int
    closed_at: int
    result: int
    price: int  # what the bets bring on average, played best: mostly below zero
    mistakes: int  # what the decisions gave away: zero or below
    luck: int  # the rest
    decisions: int  # that are graded
    ungraded: int  # of which nothing is known: most bets and raises of Poker
    best: int  # of those that are graded
    is_exact: bool
    lying: Lying
    marks: tuple[str, ...]
    big_blind: int  # 0 where there is none
    worst: tuple[Mistake, ...]  # the dearest first


class Reviewed(Struct, frozen=True):
    rounds: tuple[RoundReview, ...]  # the latest first
    next: int | None


class Reviewer:
    """One person's Rounds."""

    def __init__(self, context: Context, visitor: Visitor) -> None:
        self._context, self._visitor = context, visitor
        house = context.house
        self.player = visitor.person.id
        self.rounds = Rounds(house.journal, house.catalogue, house.sealer)

    async def find(self, game: str, is_practice: bool | None, limit: int, **wanted: object) -> Reviewed:
        rows = await self._visitor.beside(lambda: self._rows(limit, **wanted))
        chosen = [row for row in rows if row.last is not None and self._fits(row, game, is_practice)]
        found = [await self.review(row) for row in chosen]
        is_full = len(rows) == limit
        return Reviewed(tuple(each for each in found if each), rows[-1].opened_at if is_full else None)

    def _rows(self, limit: int, **wanted: object) -> list[RoundRow]:
        return list(self.rounds.search(player=self.player, limit=limit, **wanted))  # type: ignore[arg-type]

    def _fits(self, row: RoundRow, game: str, is_practice: bool | None) -> bool:
        card = self._context.house.floor.state.tables[row.table]
        return game in ("", card.game) and is_practice in (None, card.is_practice)

    async def one(self, name: str) -> RoundReview | None:
        try:
            row = await self._visitor.beside(lambda: self.rounds.row(name))
        except NoSuchRound as error:
            raise Rejected("not_found", reason_of(error)) from None
        if row.last is None:
            raise Rejected("refused", "the Round is not over yet; look at it then")
        found = await self.review(row)
        if found is None:
            recall = await self._visitor.beside(lambda: self.rounds.played(row))
            if self.player not in recall.players.values():
                raise Rejected("not_allowed", "this is for those who took part in the Round")
        return found

    async def review(self, row: RoundRow) -> RoundReview | None:
        """None for who did not play in it, for a Round without effect, and where there is no mathematics."""
        kept, key = self._context.reviews, (row.id, self.player, row.last or 0)
        if key not in kept:
            kept[key] = await self._graded(row)
            while len(kept) > KEPT_MAX:
                del kept[next(iter(kept))]
        found: RoundReview | None = kept[key]
        return found

    async def _graded(self, row: RoundRow) -> RoundReview | None:
        recall = await self._visitor.beside(lambda: self.rounds.played(row))
        game = self._context.house.catalogue.game(self._context.house.floor.state.tables[row.table].game)
        if recall.is_void or not game.advice or self.player not in recall.players.values():
            return None
        _, rules, steps = await self._visitor.beside(lambda: self.rounds.steps(row.id))
        try:
            found = await self._visitor.elsewhere(self._context.adviser.review(rules, steps, self.player))
        except AnalysisError as error:
            raise Rejected("refused", reason_of(error)) from None
        except Away:
            raise Rejected("unavailable", "grades are away for a moment; ask again") from None
        return self._line(row, recall, found)

    def _line(self, row: RoundRow, recall: Recall, found: Review) -> RoundReview:
        card = self._context.house.floor.state.tables[row.table]
        none = Account(place=0, player=self.player, result=0, price=0, mistakes=0)
        own = found.accounts or (none,)  # nothing asked, nothing paid
        result = sum(
            recall.won(f"stack/{place}") for place, who in recall.players.items() if who == self.player
        )
        price, mistakes = (
            round(sum(amounts)) for amounts in zip(*((a.price, a.mistakes) for a in own), strict=True)
        )
        return like(
            RoundReview,
            row,
            card,
            round=row.id,
            title=called(card.title),
            closed_at=row.closed_at or row.opened_at,
            result=result,
            price=price,
            mistakes=mistakes,
            luck=result - price - mistakes,
            decisions=len(found.decisions),
            ungraded=len(found.ungraded),
            best=sum(each.is_best for each in found.decisions),
            is_exact=all(each.is_exact for each in found.decisions),
            lying=own[0].lying,
            marks=own[0].marks,
            big_blind=found.measure,
            worst=tuple(_mistakes(row.id, found)),
        )


def _mistakes(name: str, found: Review) -> Iterator[Mistake]:
    numbered = {id(each): number for number, each in enumerate(found.decisions)}
    for each in found.worst:
        yield _mistake(f"own-{name.replace('.', '-').lower()}-{numbered[id(each)]}", each)


def _mistake(lesson: str, each: Decision) -> Mistake:
    return like(Mistake, each, lesson=lesson, cost=round(each.cost_cents))


class ReviewController(Controller):
    path = "/api/reviews"
    tags = ("rounds",)

    @get(cost="read")
    async def find(
        self,
        context: Here,
        visitor: By,
        since: From = None,
        before: UpTo = None,
        table: Text = None,
        game: Text = None,
        is_practice: IsPractice = None,
        limit: Limit = 20,
    ) -> Reviewed:
        """Your own Rounds that are over, each decision graded, the latest first."""
        wanted = {"table": table or "", "since": since or 0, "until": before}
        return await Reviewer(context, visitor).find(game or "", is_practice, limit, **wanted)

    @get("/{round:str}", cost="read")
    async def one(self, context: Here, visitor: By, round: FromPath[str]) -> RoundReview | None:
        """One Round of yours, graded; nothing of a void one, or of a game without advice."""
        return await Reviewer(context, visitor).one(round)
