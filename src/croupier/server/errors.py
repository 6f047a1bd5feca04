"""What can go wrong between a client and the house, in one shape for HTTP and sockets."""

from typing import Any, Literal

from msgspec import Struct

from croupier.house.answers import Held
from croupier.house.journal import StoreUnavailable
from croupier.messages import Message, reason_of
from croupier.rulebook import Citation
from croupier.table import Refusal

Code = Literal[
    "malformed",
    "sign_in",
    "cross_site",
    "not_allowed",
    "not_found",
    "stale",
    "refused",
    "too_large",
    "too_many",
    "fault",
    "unavailable",
]

STATUS: dict[Code, int] = {
    "malformed": 400,
    "sign_in": 401,
    "cross_site": 403,
    "not_allowed": 403,
    "not_found": 404,
    "stale": 409,
    "refused": 409,
    "too_large": 413,
    "too_many": 429,
    "fault": 500,
    "unavailable": 503,
}

# WebSocket close codes: 4000 plus the HTTP status, so that both read alike.
CLOSE: dict[Code, int] = {code: 4000 + status for code, status in STATUS.items()}
CLOSE_SILENT = 4408


class Problem(Struct, frozen=True):
    """The body of every error."""

    code: Code
    reason: str
    citations: tuple[Citation, ...] = ()


def unavailable(error: StoreUnavailable) -> Problem:
    """What to do about it, if it is not to try again."""
    return Problem(
        "unavailable",
        Message("the store is away for a moment; try again") if error.is_passing else reason_of(error),
    )


class Waiting(Exception):  # noqa: N818 - not an error: 202, it waits for a second person
    """Nothing is done yet: carries what waits to the code that answers the client."""

    def __init__(self, held: Held) -> None:
        super().__init__(held.reason)
        self.approval = held.approval


class Rejected(Exception):  # noqa: N818 - the client's mistake, not ours
    """Carries a Problem to the code that answers the client."""

    def __init__(
        self, code: Code, template: str, /, citations: tuple[Citation, ...] = (), **values: Any
    ) -> None:
        reason = template if isinstance(template, Message) else Message(template, values)
        super().__init__(reason)
        self.problem = Problem(code, reason, citations)

    @classmethod
    def by_the_rules(cls, refusal: Refusal) -> "Rejected":
        return cls("refused", refusal.reason, refusal.citations)
