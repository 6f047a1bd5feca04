"""Rounds of play, found again: recalled, replayed, verified."""

from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
from msgspec import Struct

from croupier.cards import Card, Device, FairOrder, Seal, commitment, decks, shuffle
from croupier.house.answers import Happened, are_void
from croupier.house.floor import state as f
from croupier.house.history.index import of_paragraph, of_player, seated
from croupier.house.history.programs import Deciders
from croupier.house.history.proofs import (
    Follower,
    OpenedShuffle,
    SealedShuffle,
    Seen,
    SeenCard,
    device_of,
    opened,
)
from croupier.house.journal import Entry, Journal, RoundRow, Span
from croupier.house.journal.chain import breaks_between
from croupier.house.journal.sealing import Sealer
from croupier.house.ledger import Books
from croupier.house.live_table import LiveTable
from croupier.house.stamps import FOR_EVER
from croupier.messages import Message, Told
from croupier.money import CAGE, Account, Cents, Transfer
from croupier.rulebook import Rules
from croupier.table import (
    Accepted,
    Actor,
    CardsShuffled,
    Catalogue,
    Command,
    Event,
    Game,
    RecordAmended,
    RulesAdopted,
)

_WINDOW = 400  # events to look back at a time for the shuffle a Round was dealt from
_DIGITS = 15  # of the number of a Round, at most


class NoSuchRound(Told, LookupError):  # noqa: N818
    """There is no Round of this id."""


class Check(Struct, frozen=True):
    name: str
    is_good: bool
    found: str


class Verdict(Struct, frozen=True):
    """What verifying a Round found out."""

    round: str
    checks: tuple[Check, ...]

    @property
    def is_verified(self) -> bool:
        return all(check.is_good for check in self.checks)


class Recall(Struct, frozen=True):
    """All that is known of a Round. Show events through `for_viewer` only."""

    row: RoundRow
    happened: tuple[Happened, ...]
    before: dict[Account, Cents]
    after: dict[Account, Cents]
    players: dict[int, str]
    is_void: bool
    commitment: str = ""
    shuffled: int = 0  # the version of the shuffle
    seed: str = ""  # empty until the order it made is used up; for auditors, and as the house publishes it

    @property
    def bought(self) -> Counter[Account]:
        """Chips that came to the table from outside meanwhile: no gain."""
        return self._moved(lambda each: each.target if each.source == CAGE else "")

    @property
    def cashed(self) -> Counter[Account]:
        """Chips that left the table meanwhile: no loss."""
        return self._moved(lambda each: each.source if each.target == CAGE else "")

    def _moved(self, account: Callable[[Transfer], Account]) -> Counter[Account]:
        found: Counter[Account] = Counter()
        for happened in self.happened:
            for transfer in happened.event.transfers():
                if name := account(transfer):
                    found[name] += transfer.cents
        return found

    def won(self, account: Account) -> Cents:
        """What the Round itself brought; below zero, what it cost."""
        gained = self.after.get(account, 0) - self.before.get(account, 0)
        return gained - self.bought[account] + self.cashed[account]

    @property
    def paragraphs(self) -> tuple[str, ...]:
        cited = (cite.paragraph for each in self.happened for cite in each.event.citations)
        return tuple(dict.fromkeys(cited))


class Fairness(Struct, frozen=True, kw_only=True):
    """What one viewer may check of a Round: what was sealed, each card they saw, and what has been opened."""

    round: str
    shuffles: tuple[SealedShuffle, ...]
    cards: tuple[SeenCard, ...]
    opened: tuple[OpenedShuffle, ...] = ()


class Rounds:
    """The rounds in a journal. Needs the key: the orders are sealed."""

    def __init__(self, journal: Journal, catalogue: Catalogue, sealer: Sealer) -> None:
        self.journal = journal
        self.catalogue = catalogue
        self._sealer = sealer
        self._floor = f.floor_register(journal)

    def row(self, name: str) -> RoundRow:
        table, _, number = name.rpartition(".")
        if table and number.isascii() and number.isdecimal() and len(number) <= _DIGITS:
            rows = self.journal.rounds("stream = ? AND number = ?", (f"table/{table}", int(number)), 1)
            if rows:
                return rows[0]
        raise NoSuchRound("there is no Round {name}", name=name)

    def search(
        self,
        *,
        table: str = "",
        player: str = "",
        paragraph: str = "",
        since: int = 0,
        until: int | None = None,
        limit: int = 50,
    ) -> Iterator[RoundRow]:
        """Rounds by table, time, player and paragraph, the latest first."""
        stream, until = f"table/{table}" if table else "", until if until is not None else FOR_EVER
        wanted = [of_player(player)] * bool(player) + [of_paragraph(paragraph)] * bool(paragraph)
        where, values = "opened_at >= ? AND opened_at < ?", [since, until]
        if table:
            where += " AND stream = ?"
            values.append(stream)  # type: ignore[arg-type]
        if not wanted:
            yield from self.journal.rounds(where, values, limit, Span(since=since, until=until))
            return
        yield from self.journal.rounds_indexed(wanted, since, until, stream, limit)

    # Recalling

    def recall(self, name: str) -> Recall:
        """A Round with all that happened in it, the chips before and after, and the shuffle's commitment."""
        row = self.row(name)
        shuffled = self._shuffle_before(row, self._table(row.table, 1))
        if shuffled is None:
            return self.played(row)
        version, event = shuffled
        seed = event.seed if self.is_used_up(row.table, version) else ""
        return msgspec.structs.replace(
            self.played(row), commitment=event.commitment, shuffled=version, seed=seed
        )

    def played(self, row: RoundRow) -> Recall:
        """The same without looking for the shuffle, which may lie far back: enough for a list."""
        live = self._table(row.table, row.first - 1)
        before = dict(live.game.holdings(live.state))
        happened: list[Happened] = []
        opening: dict[int, str] = {}
        for entry in self._entries(row):
            happened += live.apply((entry,))
            opening = opening or seated(live.game, live.state)
        return Recall(
            row=row,
            happened=tuple(happened),
            before=before,
            after=dict(live.game.holdings(live.state)),
            players=seated(live.game, live.state) | opening,
            is_void=are_void(happened),
        )

    def replay(self, name: str) -> Iterator[tuple[Happened, Game[Any], Rules, Any]]:
        """Event after event, with the state each led to."""
        for live, _, happened in self._walk(name):
            yield happened, live.game, live.rules, live.state

    def steps(self, name: str) -> tuple[Game[Any], Rules, list[tuple[Any, Event]]]:
        """Event after event, with the state that each came into."""
        walk = [(live, before, happened.event) for live, before, happened in self._walk(name)]
        table = walk[-1][0]  # no Round is without events
        return table.game, table.rules, [(before, event) for _, before, event in walk]

    def _walk(self, name: str) -> Iterator[tuple[LiveTable, Any, Happened]]:
        """The table after each event, and the state before it."""
        row = self.row(name)
        live = self._table(row.table, row.first - 1)
        for entry in self._entries(row):
            for happened in live.tell(entry, live.read(entry), in_round=True):
                before = live.state
                live.table.apply(happened.event)
                yield live, before, happened

    def _table(self, table: str, version: int, use_snapshots: bool = True) -> LiveTable:
        return LiveTable(table, self.catalogue, self.journal, self._sealer, version, use_snapshots)

    def _entries(self, row: RoundRow) -> list[Entry]:
        return self.journal.read(f"table/{row.table}", after=row.first - 1, until=row.last)

    def _shuffle_before(
        self, row: RoundRow, live: LiveTable, until: int | None = None
    ) -> tuple[int, CardsShuffled] | None:
        """The last sealed order from before the end of the Round, or before `until`: version and event."""
        until = until if until is not None else row.last or self.journal.version(live.stream)
        found: tuple[int, CardsShuffled] | None = None
        while until > 0 and found is None:
            for entry in self.journal.read(live.stream, after=max(until - _WINDOW, 0), until=until):
                for version, event in enumerate(live.read(entry), start=entry.first):
                    if isinstance(event, CardsShuffled):
                        found = version, event
            until -= _WINDOW
        return found

    def is_used_up(self, table: str, version: int) -> bool:
        """Whether no card of the order shuffled at this version can be dealt any more."""
        self._floor.catch_up()
        card = self._floor.state.tables.get(table)
        return (card is not None and card.status == "closed") or self._shuffle_after(
            table, version
        ) is not None

    def used_up_at(self, row: RoundRow, version: int) -> int:
        """When the order shuffled at this version was replaced; the end of the Round, if the table closed."""
        following = self._shuffle_after(row.table, version)
        return following.at if following is not None else row.closed_at or row.opened_at

    def _shuffle_after(self, table: str, version: int) -> Entry | None:
        """The next shuffle of all cards."""
        live = self._table(table, 1)
        until = self.journal.version(live.stream)
        for start in range(version, until, _WINDOW):
            for entry in self.journal.read(live.stream, after=start, until=min(start + _WINDOW, until)):
                events = live.read(entry)[max(version + 1 - entry.first, 0) :]
                if any(isinstance(event, CardsShuffled) for event in events):
                    return entry
        return None

    # Proving

    def fairness(self, name: str, viewer: Actor, opens: bool = False) -> Fairness:
        """What `viewer` may check of a Round. `opens`: with seeds and orders too, once they are used up."""
        row = self.row(name)
        shuffled = self._shuffle_before(row, self._table(row.table, 1), row.first - 1)
        start = shuffled[0] if shuffled else row.first
        live = self._table(row.table, start - 1)
        follower, seen = Follower(), Seen(viewer)
        for _, version, before, event in self._followed(live, start, row.last):
            drawn = follower.heard(version, before, event, device_of(live.state))
            if version >= row.first:
                seen.heard(follower, drawn, event, live)
        shuffles = [tree for tree in follower.trees if tree is follower.trees[0] or tree.version >= row.first]
        used = [tree for tree in shuffles if opens and row.last and self.is_used_up(row.table, tree.version)]
        return Fairness(
            round=name,
            shuffles=tuple(SealedShuffle(seq=tree.version, seal=tree.seal) for tree in shuffles),
            cards=seen.cards(row.first),
            opened=tuple(map(opened, used)),
        )

    def dealt_from(self, table: str, version: int) -> Iterator[tuple[LiveTable, int, Device | None, Event]]:
        """Everything from a shuffle on until the next one; the table, and the device before each event."""
        following = self._shuffle_after(table, version)
        until = following.first - 1 if following is not None else None
        return self._followed(self._table(table, version - 1), version, until)

    def _followed(
        self, live: LiveTable, start: int, until: int | None
    ) -> Iterator[tuple[LiveTable, int, Device | None, Event]]:
        """Event after event, each applied, with the device as it was before it."""
        for entry in self.journal.read(live.stream, after=start - 1, until=until):
            for version, event in enumerate(live.read(entry), start=entry.first):
                before = device_of(live.state)
                if isinstance(event, RecordAmended) and not live.table.knows_before(event.struck):
                    live.load(version - 1, use_snapshots=False)
                live.table.apply(event)
                yield live, version, before, event

    # Verifying

    def verify(self, name: str, use_snapshots: bool = True) -> Verdict:
        """Recompute everything: the order from its seed, the deal and the settlement from the commands."""
        self._floor.catch_up()
        row = self.row(name)
        if row.last is None:
            return Verdict(name, (Check("round", False, Message("the Round is not over yet")),))
        shuffled = self._shuffle_before(row, self._table(row.table, 1))
        start = min(row.first, shuffled[0]) if shuffled else row.first
        live = self._table(row.table, start - 1, use_snapshots)
        entries = self.journal.read(live.stream, after=start - 1, until=row.last)
        checks = [self._check_chain(entries), _check_shuffle(shuffled[1] if shuffled else None)]
        card = self._floor.state.tables.get(row.table)
        books = Books(live.game, row.table, card.link if card else "")
        replayed, money = _play_again(live, entries, books, Deciders(self.journal))
        return Verdict(name, (*checks, replayed, self._check_money(money)))

    def _check_chain(self, entries: list[Entry]) -> Check:
        first, last = entries[0].position, entries[-1].position
        found = list(breaks_between(self.journal.everything(after=max(first - 2, 0)), first, last))
        words = Message("positions {first} to {last} follow from each other", {"first": first, "last": last})
        return Check("chain", not found, found[0].words if found else words)

    def _check_money(self, expected: dict[int, Counter[Account]]) -> Check:
        """The books say what the events say."""
        sql = "SELECT coalesce(sum(cents), 0) FROM posting WHERE account = ? AND position = ?"
        moved = 0
        for position, changes in expected.items():
            for account, cents in changes.items():
                booked = self.journal.store.everywhere(sql, (account, position), Span(position, position))
                if sum(int(part) for (part,) in booked) != cents:
                    said = "{account} was booked otherwise at position {position}"
                    values = {"account": account, "position": position}
                    return Check("money", False, Message(said, values))
                moved += max(cents, 0)
        return Check(
            "money", True, Message("{cents:money} moved, each chip posted on both sides", {"cents": moved})
        )


def _check_shuffle(event: Event | None) -> Check:
    if not isinstance(event, CardsShuffled) or event.source == "physical":
        return Check("shuffle", True, Message("the cards were shuffled by a person, and named as they came"))
    if not event.seed:
        return Check("shuffle", True, Message("a rehearsal: the cards were given"))
    seed = bytes.fromhex(event.seed)
    cards: tuple[Card, ...] = decks(event.decks)
    if commitment(seed) != event.commitment:
        return Check("shuffle", False, Message("the seed is not the one that was committed to"))
    if event.seal is None:
        if shuffle(cards, seed) != event.order:
            return Check("shuffle", False, Message("the seed does not give the order that was dealt from"))
        said = "commitment {commitment} fits the seed, and the seed the order"
        return Check("shuffle", True, Message(said, {"commitment": event.commitment}))
    return _check_seal(event, event.seal, FairOrder.made(cards, seed, event.seal.entropy, event.seal.label))


def _check_seal(event: CardsShuffled, seal: Seal, fair: FairOrder) -> Check:
    if seal.commitment != event.commitment:
        return Check("shuffle", False, Message("two commitments are given for one seed"))
    if fair.order != event.order:
        return Check(
            "shuffle", False, Message("seed and contributions do not give the order that was dealt from")
        )
    if fair.root != seal.root:
        return Check("shuffle", False, Message("the cards are not those under the root that was published"))
    said = (
        "commitment {commitment} fits the seed; with {count:count} contribution it gives the order and its "
        "root | commitment {commitment} fits the seed; with {count:count} contributions it gives the order "
        "and its root"
    )
    values = {"commitment": event.commitment, "count": len(seal.contributions)}
    return Check("shuffle", True, Message(said, values))


def _play_again(
    live: LiveTable, entries: list[Entry], books: Books, deciders: Deciders
) -> tuple[Check, dict[int, Counter[Account]]]:
    """Decide every command again from the state before it: the same events, and so the same money."""
    money: dict[int, Counter[Account]] = {}
    count = 0
    for entry in entries:
        events, before = live.read(entry), live.state
        if _decided(live, entry) != events:
            said = "deciding version {first} to {last} again leads elsewhere"
            if other := deciders.other_at(entry.position):
                said = (
                    "deciding version {first} to {last} again leads elsewhere: it was {other} that decided; "
                    "verify with that one"
                )
            values = {"first": entry.first, "last": entry.last, "other": other}
            return Check("replay", False, Message(said, values)), money
        live.apply((entry,))
        command = live.read_command(entry) if entry.command else None
        changes = money[entry.position] = Counter()
        for posting in books.postings(events, before, live.state, command):
            changes[posting.source] -= posting.cents
            changes[posting.target] += posting.cents
        count += len(events)
    said = (
        "{count:count} event follows from the commands and the cards"
        " | {count:count} events follow from the commands and the cards"
    )
    return Check("replay", True, Message(said, {"count": count})), money


def _decided(live: LiveTable, entry: Entry) -> tuple[Event, ...]:
    if not entry.command:
        return live.read(entry) if isinstance(live.read(entry)[0], RulesAdopted) else ()
    command: Command = live.read_command(entry)
    outcome = live.table.decide_again(command)
    return outcome.events if isinstance(outcome, Accepted) else ()
