"""Settled Rounds out of a table's events, as PHH."""

from collections.abc import Callable, Iterable
from typing import Any

from msgspec import Struct

from croupier.games.poker import events as e
from croupier.money import Balances, stack
from croupier.phh.history import HEADS_UP, UNKNOWN, Phh, PhhError, dollars, posting_order
from croupier.rulebook import library
from croupier.rulebook.settings import write_value
from croupier.table import Event, RulesAdopted
from croupier.table.amending import standing


def export(events: Iterable[Event], number: int | None = None) -> str:
    """A settled Round from a table's events, from the opening of the table on; the last Round by default."""
    books, rounds = Balances(), 0
    found: Phh | PhhError | None = None
    recorder: _Recorder | None = None
    rake: tuple[str, ...] = ()
    for event in standing(events):
        if isinstance(event, RulesAdopted):
            rake = _rake(event)
        if isinstance(event, e.BlindsAnnounced):
            rounds += 1
            recorder = _Recorder(event, {n: books[stack(n)] for n in event.order}, rake)
        books.post(event.transfers())
        if recorder is not None:
            recorder.hear(event)
            if isinstance(event, e.RoundConcluded):
                if number in (None, rounds):
                    found = recorder.problem or recorder.history({n: books[stack(n)] for n in recorder.order})
                recorder = None
            elif isinstance(event, e.RoundVoided | e.BlindsWithdrawn):
                recorder = None
    if found is None:
        raise PhhError("no such Round has been settled")
    if isinstance(found, PhhError):
        raise found
    return found.write()


def _rake(adopted: RulesAdopted) -> tuple[str, ...]:
    """Percentage and cap of a table: the format has no word for them, and without them nobody can settle."""
    names = ("rake_percent", "rake_cap")
    if adopted.edition not in library().ids:
        return tuple(adopted.settings.get(name, "") for name in names)
    known = library().get(adopted.edition).settings
    return tuple(
        str(adopted.settings.get(name, write_value(known[name].type, known[name].default))) for name in names
    )


class _Street(Struct, frozen=True):
    """Where a street begins in the record, should it be taken back."""

    name: str
    at: int
    out: frozenset[int]
    all_in: frozenset[int]


class _Recorder:
    """Listens to one Round. What the format cannot tell is a problem only if this Round is asked for."""

    def __init__(
        self, announced: e.BlindsAnnounced, stacks: dict[int, int], rake: tuple[str, ...] = ()
    ) -> None:
        self.rake = rake
        self.order = announced.order
        self.stacks = stacks
        self.dues = {due.seat: due for due in announced.dues}
        self.owners: dict[int, str] = {}
        self.blinds: dict[int, int] = {}
        self.antes: dict[int, int] = {}
        self.hands: list[str] = []
        self.actions: list[str] = []
        self.shows: dict[int, str] = {}
        self.streets: list[_Street] = []
        self.out: set[int] = set()
        self.all_in: set[int] = set()
        self.last = announced.big_blind_seat  # who acted last; 0 at the beginning of a later street
        self.pending: set[int] = set()  # who has a decision left in this Betting Round
        self.problem: PhhError | None = None
        if len(self.order) == HEADS_UP and announced.button == announced.big_blind_seat:
            self.problem = PhhError("a Big Blind on the button that acts first cannot be told in PHH")

    def hear(self, event: Event) -> None:
        if self.problem is not None:
            return
        try:
            for kinds, told in _TOLD:
                if isinstance(event, kinds):
                    told(self, event)
                    return
        except PhhError as problem:
            self.problem = problem

    def blind(self, event: e.SmallBlindPosted | e.BigBlindPosted) -> None:
        self.blinds[event.seat] = self.dues[event.seat].live  # the format cuts it to the stack by itself
        self._went_in(event.seat, event.is_all_in)

    def payment(self, event: e.Payment) -> None:
        self.blinds[event.seat], self.antes[event.seat] = -event.live, event.dead
        self._went_in(event.seat, event.is_all_in)

    def deal(self, event: e.HoleCardsDealt) -> None:
        self.owners = dict(event.owners)
        hands = {n: "".join(event.hands.get(n, ())) or UNKNOWN for n in self.order}
        self.hands = [f"d dh {self._name(n)} {hands[n]}" for n in self.order]
        if not self.actions:  # dealt again, the betting stands as it was
            self.pending = self._able()

    def street(self, event: e.StreetDealt) -> None:
        street = _Street(event.street, len(self.actions), frozenset(self.out), frozenset(self.all_in))
        self.streets.append(street)
        self.actions.append(f"d db {''.join(event.cards)}")
        self.last, self.pending = 0, self._able()

    def surplus(self, event: e.SurplusReturned) -> None:
        self.actions[-1] = self.actions[-1].removesuffix("".join(event.cards))

    def put_in_order(self, event: e.CardsPutInOrder) -> None:
        """Hole Cards lie otherwise than they were told; a street that was restored lay face down."""
        if event.hands:
            self.hands = [f"d dh {self._name(n)} {''.join(event.hands[n])}" for n in self.order]

    def taken_back(self, event: e.StreetTakenBack) -> None:
        """As if it had never been dealt; but who folded on it stays out, and there is no word for that."""
        if not self.streets or self.streets[-1].name != event.street:
            return  # it lay face down
        street = self.streets.pop()
        if self.out != street.out:
            raise PhhError("a fold on cards that were taken back cannot be told in PHH")
        del self.actions[street.at :]
        self.all_in, self.pending = set(street.all_in), set()
        self.shows = {}

    def check_or_call(self, event: e.Checked | e.Called) -> None:
        self.actions.append(f"{self._name(event.seat)} cc")
        self._acted(event.seat, isinstance(event, e.Called) and event.is_all_in)

    def wager(self, event: e.Wager) -> None:
        self.actions.append(f"{self._name(event.seat)} cbr {dollars(event.to)}")
        self.pending = self._able()
        self._acted(event.seat, event.is_all_in)

    def fold(self, event: e.Folded | e.HandExposed) -> None:
        if event.seat != self._to_act():
            raise PhhError("a hand given up before its turn cannot be told in PHH")
        self.actions.append(f"{self._name(event.seat)} f")
        self.out.add(event.seat)
        self._acted(event.seat, False)

    def forfeit(self, event: e.WagerForfeited) -> None:
        raise PhhError("chips forfeited Out of Turn cannot be told in PHH")

    def show(self, event: e.HandShown) -> None:
        self.shows[event.seat] = "".join(event.cards)

    def muck(self, event: e.HandMucked) -> None:
        self.shows[event.seat] = "-"

    def _went_in(self, seat: int, is_all_in: bool) -> None:
        if is_all_in:
            self.all_in.add(seat)

    def _acted(self, seat: int, is_all_in: bool) -> None:
        self.last = seat
        self.pending.discard(seat)
        self._went_in(seat, is_all_in)

    def _able(self) -> set[int]:
        return set(self.order) - self.out - self.all_in

    def _to_act(self) -> int:
        start = self.order.index(self.last) + 1 if self.last else 0
        ring = self.order[start:] + self.order[:start]
        return next((n for n in ring if n in self.pending), 0)

    def _name(self, seat: int) -> str:
        return f"p{self.order.index(seat) + 1}"

    def history(self, stacks: dict[int, int]) -> Phh:
        shows = [f"{self._name(n)} sm {cards}" for n, cards in self.shows.items()]
        antes = posting_order(tuple(self.antes.get(n, 0) for n in self.order))
        return Phh(
            blinds=posting_order(tuple(self.blinds.get(n, 0) for n in self.order)),
            antes=antes if any(antes) else (),
            starting_stacks=tuple(self.stacks[n] for n in self.order),
            actions=(*self.hands, *self.actions, *shows),
            finishing_stacks=tuple(stacks[n] for n in self.order),
            players=tuple(self.owners[n] for n in self.order),
            min_bet=max(self.blinds.values()),
            rake=self.rake,
        )


_TOLD: tuple[tuple[Any, Callable[[_Recorder, Any], None]], ...] = (
    (e.SmallBlindPosted | e.BigBlindPosted, _Recorder.blind),
    (e.Payment, _Recorder.payment),
    (e.HoleCardsDealt, _Recorder.deal),
    (e.StreetDealt, _Recorder.street),
    (e.SurplusReturned, _Recorder.surplus),
    (e.CardsPutInOrder, _Recorder.put_in_order),
    (e.StreetTakenBack, _Recorder.taken_back),
    (e.Checked | e.Called, _Recorder.check_or_call),
    (e.Wager, _Recorder.wager),
    (e.Folded | e.HandExposed, _Recorder.fold),
    (e.WagerForfeited, _Recorder.forfeit),
    (e.HandShown, _Recorder.show),
    (e.HandMucked, _Recorder.muck),
)
