"""What the Round under way has brought so far, and what is added to the totals when it is over.

It follows a table entry by entry, live and in a replay alike, and decides nothing.
"""

import hashlib
from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from typing import Any

import msgspec
from msgspec import Struct, field
from msgspec.structs import replace

from croupier.house.history.index import seated
from croupier.house.journal.counts import BETS, RULES, STAYS, TABLES, Count, Note
from croupier.house.ledger import PAYABLE, day_of
from croupier.house.totals import HOUR_MS, NOTED_WIN_CENTS
from croupier.money import CAGE, Account, Cents, Transfer, stack, stack_at
from croupier.rulebook import Rules
from croupier.table import Event, Game, Purpose, RecordAmended
from croupier.table.amending import TRAIL
from croupier.table.gratuities import TIPS
from croupier.table.settled import RAKE, SettledBet

_PAYERS = ("bank", PAYABLE)
_PLAY = ""  # the row of a stay that is about its Rounds, not about one bet

# How long ago somebody may have left one table who is brought to another with the chips of the first.
LEFT_MS = 30 * 60_000
_COMES_AND_GOES = frozenset(
    (Purpose.SIT, Purpose.LEAVE, Purpose.RELOCATE, Purpose.SEATING, Purpose.REPORT, Purpose.TIME_OUT)
)

# What a command was for tells whether somebody will ask about it.
_NOTED = {
    Purpose.REPORT: "irregularity",
    Purpose.INTERRUPTION: "interruption",
    Purpose.REFER: "referral",
    Purpose.RULING: "ruling",
    Purpose.MANAGE: "management",
}


class Heard(Struct, frozen=True, kw_only=True):
    """One entry of a table, and the table before and after it."""

    game: Game[Any]
    rules: Rules
    stream: str
    events: Sequence[Event]
    moves: Sequence[Sequence[Transfer]]  # the chips that each event moves
    before: Any
    after: Any
    was_open: bool  # whether a Round was, and is
    is_open: bool
    at: int
    purpose: Purpose | None
    staff: str  # whoever gave the command, if a member of the staff did


class Counted(Struct, frozen=True):
    """What one entry adds to the totals, and why somebody will ask about it."""

    counts: tuple[Count, ...] = ()
    notes: tuple[Note, ...] = ()


class Flow(Struct, frozen=True):
    """Chips that went from a player's stack onto the table, and came back."""

    out: Cents = 0
    back: Cents = 0


_NO_FLOW = Flow()


class Left(Struct, frozen=True):
    """With what somebody has left a table, and when."""

    chips: Cents
    at: int


class Running(Struct, frozen=True):
    """So far."""

    told: tuple[Event, ...] = ()  # what the game reads its bets from
    lengths: tuple[int, ...] = ()  # how many of them there were before each of the last events
    dealer: str = ""  # who deals; "" for the auto-dealer
    opened_at: int = 0
    is_void: bool = False
    flows: dict[str, Flow] = field(default_factory=dict)  # by player, since the last Round was over
    owners: dict[int, str] = field(default_factory=dict)  # who had chips at a place in this Round
    stays: dict[str, int] = field(default_factory=dict)  # who sits here, and since which Round's opening
    left: dict[str, Left] = field(default_factory=dict)  # who has left a moment ago, and may come elsewhere

    def after(self, heard: Heard) -> "tuple[Running, Counted]":
        was_open, is_open = heard.was_open, heard.is_open
        running = self._dealt(heard)
        if is_open and not was_open:
            running = running._opened(heard)
        running = running._read(heard, was_open or is_open)
        running, counts = running._moved(heard)
        if heard.purpose in _COMES_AND_GOES:
            running = running._gone(heard)
        if was_open and not is_open:
            counts += running._closing(heard)
            running = running._closed(heard)
        return running, Counted(tuple(counts), tuple(notes_of(heard)))

    def _dealt(self, heard: Heard) -> "Running":
        if heard.purpose is not Purpose.ROUTINE or heard.staff == self.dealer:
            return self
        return replace(self, dealer=heard.staff)

    def _opened(self, heard: Heard) -> "Running":
        here = set(seated(heard.game, heard.after).values())
        stays = {player: since for player, since in self.stays.items() if player in here}
        fresh = dict.fromkeys(sorted(here - stays.keys()), heard.at)
        return replace(self, opened_at=heard.at, is_void=False, stays=stays | fresh)

    def _read(self, heard: Heard, is_in_round: bool) -> "Running":
        reader = heard.game.settled_bets()
        if reader is None:
            is_void = self.is_void or any(event.voids_round for event in heard.events)
            return self if is_void == self.is_void else replace(self, is_void=is_void)
        told, lengths, is_void = self.told, self.lengths, self.is_void
        for event in heard.events:
            if isinstance(event, RecordAmended):
                if not is_in_round:
                    continue  # somebody's coming or going: no bet is read from it
                told, lengths = told[: lengths[-event.struck]], lengths[: -event.struck]
                continue
            if is_in_round:
                lengths = (*lengths[1 - TRAIL :], len(told))
            is_void = is_void or event.voids_round
            if is_in_round and isinstance(event, reader.kinds):
                told = (*told, event)
            elif isinstance(event, reader.standing):
                told = (event,)
        return replace(self, told=told, lengths=lengths, is_void=is_void)

    def _moved(self, heard: Heard) -> "tuple[Running, list[Count]]":
        if not any(heard.moves):
            return self, []
        brought = taken = 0
        flows, owners = dict(self.flows), dict(self.owners)
        for event, moves in zip(heard.events, heard.moves, strict=True):
            is_struck = isinstance(event, RecordAmended)  # chips go back the way they came
            for move in moves:
                source, target = (move.target, move.source) if is_struck else (move.source, move.target)
                cents = -move.cents if is_struck else move.cents
                if TIPS in (source, target):
                    continue  # neither lost nor staked
                if CAGE in (source, target):
                    brought += cents * (source == CAGE)
                    taken += cents * (target == CAGE)
                    continue
                for account, out, back in ((source, cents, 0), (target, 0, cents)):
                    if not (place := stack_at(account)):
                        continue
                    player = sitting(heard.game, heard.before, place)
                    if (player := player or sitting(heard.game, heard.after, place)) is not None:
                        known = flows.get(player, _NO_FLOW)
                        flows[player] = Flow(known.out + out, known.back + back)
                        owners[place] = player
        running = replace(self, flows=flows, owners=owners)
        return running, self._at_table(heard, (0, 0, brought, taken)) if brought or taken else []

    def _gone(self, heard: Heard) -> "Running":
        """Who was here and is not any more, with all that lay there. Whoever is here has not left."""
        game, before = heard.game, heard.before
        here = set(seated(game, heard.after).values())
        left = {
            player: each
            for player, each in self.left.items()
            if player not in here and heard.at - each.at < LEFT_MS
        }
        for player in set(seated(game, before).values()) - here:
            place = game.place_of(before, player)
            chips = game.holdings(before).get(stack(place), 0) if place is not None else 0
            left[player] = Left(chips, heard.at)
        return self if left == self.left else replace(self, left=left)

    def _at_table(self, heard: Heard, sums: tuple[int, ...]) -> list[Count]:
        rules, count = rules_of(heard.rules)
        return [count, Count(TABLES.name, (_hour(heard.at), heard.stream, rules, self.dealer), sums)]

    def _closing(self, heard: Heard) -> list[Count]:
        reader = heard.game.settled_bets()
        bets = reader.read(self.told) if reader is not None else []
        rules, _ = rules_of(heard.rules)
        key = (_hour(heard.at), heard.stream, rules, self.dealer)
        return [
            *self._at_table(heard, (1, int(self.is_void), 0, 0)),
            *_of_bets(key, bets),
            *self._of_stays(heard, rules, bets),
        ]

    def _of_stays(self, heard: Heard, rules: str, bets: Iterable[SettledBet]) -> Iterable[Count]:
        day, _ = day_of(heard.at)
        for player, since in self.stays.items():
            flow = self.flows.get(player, _NO_FLOW)
            key = (player, day, heard.stream, since, rules, _PLAY)
            sums = (1, int(not flow.out), 0, 0, flow.out, flow.out - flow.back, 0)
            yield Count(STAYS.name, key, sums, (heard.at,))
        for bet in bets:
            owner = self.owners.get(bet.place)
            if owner in self.stays:
                key = (owner, day, heard.stream, self.stays[owner], rules, bet.name)
                sums = (0, 0, 1, bet.base, bet.staked, bet.net, (bet.meter or 0) * bet.base)
                yield Count(STAYS.name, key, sums, (heard.at,))

    def _closed(self, heard: Heard) -> "Running":
        reader = heard.game.settled_bets()
        shown = [event for event in self.told if reader is not None and isinstance(event, reader.standing)]
        here = {player: since for player, since in self.stays.items() if _is_here(heard, player)}
        return Running(told=tuple(shown[-1:]), dealer=self.dealer, stays=here, left=self.left)


def _is_here(heard: Heard, player: str) -> bool:
    return heard.game.place_of(heard.after, player) is not None


def _of_bets(key: tuple[Any, ...], bets: Sequence[SettledBet]) -> list[Count]:
    """Bets on the same fate win and lose together: what lay on it counts as one stake."""
    stakes: Counter[tuple[str, str]] = Counter()
    for bet in bets:
        stakes[bet.name, bet.fate] += bet.base
    known: set[tuple[str, str]] = set()
    found = []
    for bet in bets:
        fate = (bet.name, bet.fate)
        stake = 0 if bet.name == RAKE else stakes[fate]  # every pot is of another size
        sums = (1, int(fate not in known), bet.base, bet.staked, bet.net, (bet.meter or 0) * bet.base)
        known.add(fate)
        found.append(Count(BETS.name, (*key, bet.name, stake), sums))
    return found


def notes_of(heard: Heard) -> list[Note]:
    """Voids, large wins, and what the staff decided or reported; not the ordinary course of a Round."""
    found = []
    if heard.purpose is not None and heard.purpose in _NOTED:
        found.append(Note(_NOTED[heard.purpose]))
    for offset, (event, moves) in enumerate(zip(heard.events, heard.moves, strict=True)):
        if isinstance(event, RecordAmended):
            continue
        if event.voids_round:
            back = sum(move.cents for move in moves if stack_at(move.target))
            found.append(Note("void", back, offset=offset))
        won: dict[Account, Cents] = {}
        for move in moves:
            if move.source in _PAYERS and stack_at(move.target):
                won[move.target] = won.get(move.target, 0) + move.cents
        for account, cents in won.items():
            if cents >= NOTED_WIN_CENTS:
                player = sitting(heard.game, heard.before, stack_at(account)) or ""
                found.append(Note("large_win", cents, player, offset))
    return found


def sitting(game: Game[Any], state: Any, place: int) -> str | None:
    """Whose stack is at a place. Somebody else may have bet there."""
    player = game.player_at(state, place)
    if player is None or game.place_of(state, player) == place:
        return player
    return next((each for each in seated(game, state).values() if game.place_of(state, each) == place), None)


def rules_of(rules: Rules) -> tuple[str, Count]:
    """The short name of an edition with its settings, and the row that says what it stands for."""
    settings = msgspec.json.encode(dict(rules.chosen), order="sorted").decode()
    name = _named(rules.edition.id, settings)
    return name, Count(RULES.name, (name, rules.edition.id, settings))


@cache
def _named(edition: str, settings: str) -> str:
    return hashlib.sha256(f"{edition} {settings}".encode()).hexdigest()[:16]


def _hour(at: int) -> int:
    return at - at % HOUR_MS


class Kept(Struct, frozen=True):
    """The same in a snapshot: events as they are written, because only the game knows their types."""

    told: tuple[msgspec.Raw, ...]
    rest: Running


def kept(running: Running) -> Kept:
    told = tuple(msgspec.Raw(msgspec.json.encode(event)) for event in running.told)
    return Kept(told, replace(running, told=()))


def restored(kept: Kept, game: Game[Any]) -> Running:
    decode = game.event_decoder.decode
    return replace(kept.rest, told=tuple(decode(bytes(each)) for each in kept.told))
