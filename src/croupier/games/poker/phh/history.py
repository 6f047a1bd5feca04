"""Poker Hand History: one Round as a file of the open PHH format, out of our events and back into the engine.

Players are numbered from the button's left, as the format wants them; amounts are in dollars.
"""

import re
import tomllib
from collections.abc import Iterable
from decimal import Decimal

from msgspec import Struct

from croupier.cards import Card, CardError, parse_cards
from croupier.games.poker import events as e
from croupier.games.poker.incidents import HandExposed, RoundVoided, WagerForfeited
from croupier.money import Balances
from croupier.table import Event

VARIANT = "NT"
UNKNOWN = "????"  # two cards that the reader of this history may not know
_CENTS = 100


class PhhError(ValueError):
    """A history that is not a no-limit hold'em hand, or a Round that the format cannot tell."""


class Phh(Struct, frozen=True):
    """One hand. Money in cents; `finishing_stacks` is empty where the file does not give them."""

    blinds: tuple[int, ...]
    starting_stacks: tuple[int, ...]
    actions: tuple[str, ...]
    finishing_stacks: tuple[int, ...] = ()
    players: tuple[str, ...] = ()
    min_bet: int = 0

    def write(self) -> str:
        lines = [
            f'variant = "{VARIANT}"',
            "ante_trimming_status = true",
            f"antes = {_array(['0'] * len(self.starting_stacks))}",
            f"blinds_or_straddles = {_array(map(_dollars, self.blinds))}",
            f"min_bet = {_dollars(self.min_bet)}",
            f"starting_stacks = {_array(map(_dollars, self.starting_stacks))}",
            f"actions = {_array(map(_quoted, self.actions))}",
        ]
        if self.players:
            lines.append(f"players = {_array(map(_quoted, self.players))}")
        if self.finishing_stacks:
            lines.append(f"finishing_stacks = {_array(map(_dollars, self.finishing_stacks))}")
        return "\n".join(lines) + "\n"


def _array(items: Iterable[str]) -> str:
    return "[" + ", ".join(items) + "]"


def _quoted(text: str) -> str:
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _dollars(cents: int) -> str:
    whole, rest = divmod(cents, _CENTS)
    return str(whole) if not rest else f"{whole}.{rest:02d}"


# Reading


def read_phh(text: str) -> Phh:
    """Read one hand; PhhError says what is missing or cannot be played here."""
    try:
        fields = tomllib.loads(text, parse_float=Decimal)
    except tomllib.TOMLDecodeError as error:
        raise PhhError(f"not a PHH file: {error}") from None
    if fields.get("variant") != VARIANT:
        raise PhhError(
            f"variant {fields.get('variant')!r}: only {VARIANT}, no-limit Texas hold'em, is played here"
        )
    missing = [name for name in ("blinds_or_straddles", "starting_stacks", "actions") if name not in fields]
    if missing:
        raise PhhError(f"missing: {', '.join(missing)}")
    if any(fields.get("antes", ())):
        raise PhhError("antes: this game has none")
    blinds = _amounts(fields["blinds_or_straddles"])
    if len([blind for blind in blinds if blind]) != 2 or any(blinds[2:]) or blinds[1] != 2 * blinds[0]:
        raise PhhError("blinds: two are posted, the second twice the first, and there are no straddles")
    return Phh(
        blinds=blinds,
        starting_stacks=_amounts(fields["starting_stacks"]),
        actions=tuple(_without_comment(action) for action in fields["actions"]),
        finishing_stacks=_amounts(fields.get("finishing_stacks", ())),
        players=tuple(map(str, fields.get("players", ()))),
        min_bet=_cents(fields.get("min_bet", 0)),
    )


def _without_comment(action: str) -> str:
    return action.partition("#")[0].strip()


def _amounts(values: Iterable[object]) -> tuple[int, ...]:
    return tuple(_cents(value) for value in values)


def _cents(value: object) -> int:
    if isinstance(value, bool) or not isinstance(value, int | Decimal):
        raise PhhError(f"{value!r} is not an amount")
    cents = Decimal(value) * _CENTS
    if cents != int(cents) or cents < 0:
        raise PhhError(f"{value} is not an amount in whole cents")
    return int(cents)


class Dealt(Struct, frozen=True):
    """What an action line deals: Hole Cards to a player (from 1), or the board (player 0)."""

    player: int
    cards: tuple[Card, ...]  # empty where the file does not know them


def read_deal(action: str) -> Dealt | None:
    """The cards of a dealing line, or None if it is something else."""
    match = re.fullmatch(r"d (?:dh p(\d+)|db) (\S+)", action)
    if match is None:
        return None
    text = match[2]
    try:
        cards = () if set(text) == {"?"} else parse_cards(text)
    except CardError as error:
        raise PhhError(f"{action!r}: {error}") from None
    return Dealt(int(match[1] or 0), cards)


# Writing


def export(events: Iterable[Event], number: int | None = None) -> str:
    """A settled Round from a table's events, from the opening of the table on; the last Round by default."""
    books, rounds = Balances(), 0
    found: Phh | None = None
    recorder: _Recorder | None = None
    for event in events:
        if isinstance(event, e.BlindsAnnounced):
            rounds += 1
            recorder = _Recorder(event, {n: books[e.stack(n)] for n in event.order})
        books.post(event.transfers())
        if recorder is not None:
            recorder.hear(event)
            if isinstance(event, e.RoundConcluded):
                if number in (None, rounds):
                    found = recorder.history({n: books[e.stack(n)] for n in recorder.order})
                recorder = None
            elif isinstance(event, RoundVoided | e.BlindsWithdrawn):
                recorder = None
    if found is None:
        raise PhhError("no such Round has been settled")
    return found.write()


class _Recorder:
    """Listens to one Round."""

    def __init__(self, announced: e.BlindsAnnounced, stacks: dict[int, int]) -> None:
        self.order = announced.order
        self.stacks = stacks
        self.announced = announced
        self.owners: dict[int, str] = {}
        self.blinds: dict[str, int] = {}
        self.actions: list[str] = []

    def hear(self, event: Event) -> None:
        if isinstance(event, e.Payment):
            self._blind(event)
        elif isinstance(event, WagerForfeited):
            raise PhhError("chips forfeited Out of Turn cannot be told in PHH")
        elif isinstance(event, e.HoleCardsDealt):
            self.owners = dict(event.owners)
            hands = {n: "".join(event.hands.get(n, ())) or UNKNOWN for n in self.order}
            self.actions += [f"d dh {self._name(n)} {hands[n]}" for n in self.order]
        elif isinstance(event, e.StreetDealt):
            self.actions.append(f"d db {''.join(event.cards)}")
        elif isinstance(event, e.Checked | e.Called):
            self.actions.append(f"{self._name(event.seat)} cc")
        elif isinstance(event, e.Folded | HandExposed):
            self.actions.append(f"{self._name(event.seat)} f")
        elif isinstance(event, e.BetMade | e.Raised | e.ShortAllInMade):
            self.actions.append(f"{self._name(event.seat)} cbr {_dollars(event.to)}")
        elif isinstance(event, e.HandShown):
            self.actions.append(f"{self._name(event.seat)} sm {''.join(event.cards)}")
        elif isinstance(event, e.HandMucked):
            self.actions.append(f"{self._name(event.seat)} sm -")

    def _blind(self, event: e.Payment) -> None:
        if not isinstance(event, e.SmallBlindPosted | e.BigBlindPosted):
            raise PhhError("payments to join and missed blinds cannot be told in PHH")
        due = next(due for due in self.announced.dues if due.seat == event.seat)
        self.blinds[due.kind] = due.live

    def _name(self, seat: int) -> str:
        return f"p{self.order.index(seat) + 1}"

    def history(self, stacks: dict[int, int]) -> Phh:
        if set(self.blinds) != {"small_blind", "big_blind"}:
            raise PhhError("a Round without a Small Blind cannot be told in PHH")
        blinds = [self.blinds["small_blind"], self.blinds["big_blind"]]
        return Phh(
            blinds=(*blinds, *[0] * (len(self.order) - 2)),
            starting_stacks=tuple(self.stacks[n] for n in self.order),
            actions=tuple(self.actions),
            finishing_stacks=tuple(stacks[n] for n in self.order),
            players=tuple(self.owners[n] for n in self.order),
            min_bet=self.blinds["big_blind"],
        )
