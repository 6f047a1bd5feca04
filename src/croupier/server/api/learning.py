"""The trainer's memory: what a person knows, and when it is asked again. Guests have their browser's."""

from typing import Annotated

from litestar import Controller, get, put
from litestar.params import FromPath, JSONBody, PathParameter
from msgspec import Meta, Struct

from croupier.house.people.learning import Box, Learned, answered, learned
from croupier.server.context import By, Here, accepted
from croupier.table import Actor, Role

LessonId = FromPath[Annotated[str, PathParameter(pattern="^[a-z0-9-]{1,80}$", max_length=80)]]


class LessonAnswer(Struct, frozen=True, forbid_unknown_fields=True):
    is_right: Annotated[bool, Meta(description="Whether the answer was right.")]


class LearningController(Controller):
    path = "/api/learning"
    tags = ("learning",)

    @get(cost="look")
    async def learning(self, context: Here, visitor: By) -> Learned:
        """Every lesson you have answered, with its box and when it is due."""
        return await learned(context.house, visitor.person.id)

    @put("/{lesson:str}", cost="act")
    async def answer(self, context: Here, visitor: By, lesson: LessonId, data: JSONBody[LessonAnswer]) -> Box:
        by = Actor(visitor.person.id, Role.PLAYER)
        answer, now = await answered(context.house, by, lesson, data.is_right)
        accepted(answer)
        return now.lessons[lesson]
