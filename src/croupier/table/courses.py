"""Section 5 of a document as a table: kind of mistake and moment, then paragraph, course and who decides.

Each mistake finds its row, the first that fits. Rows about different cards all apply; a void ends everything,
so where one row of several says void, nothing else is looked at, and nothing may first be repaired to escape
it.
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, Generic, Literal, TypeVar

from msgspec import Struct

from croupier.messages import Message
from croupier.table.mistakes import Kind, Mistake
from croupier.table.roles import Role

# What can be done about cards that lie wrong. A game carries them out on its own state.
Course = Literal[
    "void", "cancel", "return_bet", "take_back", "discard", "put_in_order", "put_back", "exchange", "offer",
    "draw_now", "end_hand", "stands", "refuse",
]  # fmt: skip
RANK: tuple[Course, ...] = (
    "void",
    "cancel",  # a hand is out of the Round, its bets go back
    "return_bet",
    "take_back",
    "discard",
    "put_in_order",
    "put_back",  # what is too many goes back on top, alone
    "exchange",  # two cards change places
    "offer",
    "draw_now",
    "end_hand",  # it gets no further card
    "stands",
    "refuse",
)
(
    VOID, CANCEL, RETURN_BET, TAKE_BACK, DISCARD, PUT_IN_ORDER, PUT_BACK, EXCHANGE, OFFER, DRAW_NOW, END_HAND,
    STANDS, REFUSE,
) = RANK  # fmt: skip
C = TypeVar("C")


def always(case: Any, mistake: Mistake) -> bool:
    return True


class Row(Struct, Generic[C], frozen=True, kw_only=True):
    """One line of the table.

    Where a `judge` is named, what to do is asked; the first of the choices is the one the text suggests.
    """

    kinds: tuple[Kind, ...]
    deals: tuple[str, ...]
    rules: tuple[str, ...]
    when: Callable[[C, Mistake], bool] = always
    course: Course = STANDS
    judge: Role | None = None
    question: str = ""
    choices: tuple[Course, ...] = ()
    voids: tuple[str, ...] = ()  # the rules of a void that the judge decides on, where they are others
    reading: str | None = None

    def fits(self, case: C, mistake: Mistake) -> bool:
        return mistake.kind in self.kinds and mistake.deal in self.deals and self.when(case, mistake)

    @property
    def mistake(self) -> Message:
        """What it is about, in words: "missed burn of flop, turn or river"."""
        values = {"kinds": _named(self.kinds), "deals": _named(self.deals)}
        return Message("{kinds:or} of {deals:or}", values)

    @property
    def condition(self) -> Message:
        """When it applies, where that is not always."""
        name = "" if self.when is always else self.when.__name__
        return Message("{name:name}", {"name": name})

    @property
    def consequence(self) -> Message:
        """What follows, and who decides it."""
        if self.judge is None:
            return Message("{course:name}", {"course": self.course})
        values = {"judge": self.judge, "courses": _named(self.choices)}
        return Message("{judge:role} decides: {courses:or}", values)


def _named(names: Iterable[str]) -> list[Message]:
    return [Message("{name:name}", {"name": name}) for name in names]


class Verdict(Struct, frozen=True):
    """A row and the mistakes it is about."""

    row: Row[Any]
    mistakes: tuple[Mistake, ...]


def verdicts(rows: Sequence[Row[C]], case: C, mistakes: Iterable[Mistake]) -> tuple[Verdict, ...]:
    """What follows from these mistakes, the weightiest first: void alone, or one verdict for each row."""
    found: dict[int, list[Mistake]] = {}
    for mistake in mistakes:
        at = next((at for at, row in enumerate(rows) if row.fits(case, mistake)), None)
        assert at is not None, f"no row of the table fits {mistake}: the last one has to fit everything"
        found.setdefault(at, []).append(mistake)
    all_of_them = [Verdict(rows[at], tuple(about)) for at, about in found.items()]
    void = tuple(each for each in all_of_them if each.row.course == VOID and each.row.judge is None)
    return void or tuple(sorted(all_of_them, key=lambda each: _rank(each.row)))


def _rank(row: Row[Any]) -> int:
    return RANK.index(row.choices[0] if row.judge is not None else row.course)
