"""What somebody has learned: one stream for each person, so that it comes back wherever they sign in.

Spaced repetition in boxes: a right answer moves a lesson one box up, a wrong one back to the first; each box
waits longer than the one before.
"""

import asyncio

from msgspec import Struct

from croupier.house.answers import Answer
from croupier.house.house import House
from croupier.house.register import HouseEvent, Register, decoder_of
from croupier.table import Actor

_DAY_MS = 86_400_000
WAITS_MS = (0, _DAY_MS, 3 * _DAY_MS, 7 * _DAY_MS, 21 * _DAY_MS)


class LessonAnswered(HouseEvent, frozen=True, kw_only=True):
    words = "A lesson was answered"
    lesson: str
    is_right: bool


class Box(Struct, frozen=True):
    """How well a lesson is known, from 0, and when it is asked again."""

    box: int
    due: int


class Learned(Struct, frozen=True):
    lessons: dict[str, Box] = {}


def after(learned: Learned, event: HouseEvent, at: int) -> Learned:
    assert isinstance(event, LessonAnswered)
    known = learned.lessons.get(event.lesson)
    up = min((known.box if known else 0) + 1, len(WAITS_MS) - 1)
    box = up if event.is_right else 0
    return Learned({**learned.lessons, event.lesson: Box(box, at + WAITS_MS[box])})


def _register(house: House, person: str) -> Register[Learned]:
    found: Register[Learned] = Register(
        f"learner/{person}", Learned(), after, decoder_of(__name__), house.journal, house.sealer
    )
    found.restore()
    return found


async def learned(house: House, person: str) -> Learned:
    return (await asyncio.to_thread(_register, house, person)).state


async def answered(house: House, by: Actor, lesson: str, is_right: bool) -> tuple[Answer, Learned]:
    """Write an answer down."""
    register = await asyncio.to_thread(_register, house, by.id)
    event = LessonAnswered(lesson=lesson, is_right=is_right)
    answer = await house.record(register, lambda state: [event], by, "AnswerLesson")
    return answer, register.state
