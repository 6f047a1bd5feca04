"""How long somebody has been asked, and until when they may answer."""

from msgspec import Struct

from croupier.house.offered import Offered


class Countdown(Struct, frozen=True):
    """Who is asked, since when, and how long they have; 0 seconds for as long as they like."""

    places: tuple[int, ...] = ()
    since: int = 0
    seconds: int = 0
    is_window: bool = False  # the dealer may go on without them, as when bets are open

    @property
    def ends_at(self) -> int:
        return self.since + self.seconds * 1000

    @property
    def has_limit(self) -> bool:
        return bool(self.places) and self.seconds > 0


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
