"""How long somebody has been asked, and until when they may answer."""

from collections.abc import Iterable

from msgspec import Struct

from croupier.house.offered import Offered

_BACK_MS = 1_000


class Countdown(Struct, frozen=True):
    """Who is asked, since when, and how long they have; 0 seconds for as long as they like."""

    places: tuple[int, ...] = ()
    since: int = 0
    seconds: int = 0
    is_window: bool = False  # the dealer may go on without them, as when bets are open
    bank_ms: int = 0  # what the one who is asked may take besides
    bank_seconds: int = 0  # and how much of it is one time bank

    @property
    def ends_at(self) -> int:
        return self.since + self.seconds * 1000

    @property
    def closes_at(self) -> int:
        return self.ends_at + self.bank_ms

    @property
    def has_limit(self) -> bool:
        return bool(self.places) and self.seconds > 0


class TimeBanks:
    """Time besides the clock that each player may take for decisions, a bank at a time, until it is used up.

    What somebody has used follows from when they answered, so every process knows it without being told. Each
    Round gives a second of it back.
    """

    def __init__(self, count: int, seconds: int) -> None:
        self.seconds = seconds
        self._whole_ms = count * seconds * 1000
        self._used_ms: dict[str, int] = {}

    def left_ms(self, player: str) -> int:
        return max(0, self._whole_ms - self._used_ms.get(player, 0))

    def answered(self, player: str, asked: Countdown, at: int) -> None:
        if asked.bank_ms and at > asked.ends_at:
            used = self._used_ms.get(player, 0) + at - asked.ends_at
            self._used_ms[player] = min(used, self._whole_ms)

    def round_is_over(self, here: Iterable[str]) -> None:
        """Who has left and comes back begins anew."""
        left = {player: self._used_ms.get(player, 0) - _BACK_MS for player in here}
        self._used_ms = {player: used for player, used in left.items() if used > 0}


def countdown(before: Countdown, offered: Offered, at: int, betting_seconds: int) -> Countdown:
    """The question after something happened at `at`.

    Fewer people being asked is the same question: those who have answered do not give the others more time.
    """
    places = offered.awaited
    if not places:
        return Countdown()
    is_window = offered.routine is not None
    seconds = offered.seconds_to_answer
    if seconds is None:
        seconds = betting_seconds if is_window else offered.seconds_to_act
    is_same = set(places) < set(before.places)
    return Countdown(places, before.since if is_same else at, seconds, is_window)
