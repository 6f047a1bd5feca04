"""One table in the memory of this process: a copy of what its stream says, and decisions made from it."""

from collections import deque
from collections.abc import Iterable, Sequence
from typing import Any

import msgspec
from msgspec import Struct

from croupier.house.answers import Happened, given_at, kind_of, told
from croupier.house.history import index
from croupier.house.journal import Entry, Journal, RoundPart, Writing
from croupier.house.journal.codec import Codec
from croupier.house.journal.sealing import Sealer
from croupier.house.ledger import Books
from croupier.house.offered import Offered
from croupier.house.totals import running
from croupier.house.totals.running import Counted, Heard, Running
from croupier.messages import in_english
from croupier.rulebook import Rules
from croupier.table import (
    SYSTEM,
    Accepted,
    AdoptRules,
    AmendRecord,
    Catalogue,
    Command,
    Event,
    Game,
    Purpose,
    RecordAmended,
    Refusal,
    Role,
    Table,
)

SNAPSHOT_EVERY = 256  # events; opening a table replays fewer than this
_REMEMBERED = 64  # how far back an expected version may lie


class Step(Struct, frozen=True):
    """One command that was accepted but is not yet durable."""

    command: Command
    accepted: Accepted[Any]
    before: Any
    first: int
    edition: str


class Proposal(Struct, frozen=True):
    """What some commands would lead to, all together."""

    table: Table[Any]
    steps: tuple[Step, ...]
    rounds: int


class _Kept(Struct):
    """A snapshot: enough to go on from here."""

    edition: str
    settings: dict[str, Any]
    rounds: int
    running: running.Kept
    state: msgspec.Raw


class _Written(Struct, frozen=True):
    """What was worked out when a proposal was written down, for when it is durable: nothing is done twice."""

    proposal: Proposal
    rounds: tuple[int, ...]  # how many Rounds there have been, after each step
    is_in_round: tuple[bool, ...]
    keys: set[str]
    running: Running


class LiveTable:
    """Call `propose`, append the writings, then `settle` with what the journal answered."""

    def __init__(
        self,
        name: str,
        catalogue: Catalogue,
        journal: Journal,
        sealer: Sealer,
        until: int | None = None,
        use_snapshots: bool = True,
        link: Game[Any] | None = None,
        has_one_screen: bool = False,
    ) -> None:
        self.name = name
        self._has_one_screen = has_one_screen
        self.stream = f"link/{name}" if link is not None else f"table/{name}"
        self._link = link
        self._journal = journal
        self._sealer = sealer
        self._catalogue = catalogue
        self._written: _Written | None = None
        self.load(until, use_snapshots)

    # From the journal to memory

    def load(self, until: int | None = None, use_snapshots: bool = True) -> None:
        """The last snapshot and what came after it; `until` gives the table as it was at a version."""
        kept = self._journal.snapshot(self.stream, until) if use_snapshots else None
        if kept is not None and self._restore(kept.version, kept.body):
            self.apply(self._journal.read(self.stream, after=kept.version, until=until))
            return
        entries = self._journal.read(self.stream, until=1)
        if not entries:
            raise KeyError(self.name)
        opening = msgspec.json.decode(entries[0].events[0], type=dict[str, Any])
        self._begin(self._catalogue.accepted_rules(opening["edition"], opening["settings"]))
        entries = self._journal.read(self.stream, until=until)
        if until is None and use_snapshots:
            self._apply_and_keep(entries)
        else:
            self.apply(entries)

    def _apply_and_keep(self, entries: list[Entry]) -> None:
        """A new program has no snapshots yet: keep them in passing, for all who look at earlier Rounds."""
        for entry in entries:
            before = self.version
            self.apply((entry,))
            if self.version // SNAPSHOT_EVERY > before // SNAPSHOT_EVERY:
                body = self._snapshot(self.table, self.rounds, self.running, self.version)
                self._journal.keep_snapshot(self.stream, self.version, body)

    def _begin(self, rules: Rules) -> None:
        self.game = self._link or self._catalogue.game(rules.edition.game)
        self.codec = Codec(self.game, self._sealer)
        self.table: Table[Any] = Table(
            self.game, rules, self._catalogue.rules, self._catalogue.accepted_rules
        )
        self.table.has_one_screen = self._has_one_screen
        self.rounds = 0
        self.keys: set[str] = set()  # by which the Round under way is found, as far as seen here
        self.running = Running()
        self.counted: tuple[Counted, ...] = ()  # of each entry that was taken in last
        self.noted: tuple[Rules, object] | None = None  # rules and card of the floor, once compared
        self.recent: deque[Offered] = deque(maxlen=_REMEMBERED)
        self._restored = 0  # the version of the snapshot that was read

    def _restore(self, version: int, body: bytes) -> bool:
        kept = msgspec.json.decode(self._sealer.open(body, f"{self.stream}/{version}"), type=_Kept)
        rules = self._catalogue.accepted_rules(kept.edition, kept.settings)
        self._begin(rules)
        try:
            self.table.state = msgspec.json.decode(kept.state, type=type(self.table.state))
        except msgspec.ValidationError:
            return False
        self.table.version, self.rounds = version, kept.rounds
        self._restored = version
        self.running = running.restored(kept.running, self.game)
        self._remember()
        return True

    def apply(self, entries: Iterable[Entry]) -> tuple[Happened, ...]:
        """Take in entries that are in the journal already; what happened in them."""
        happened: list[Happened] = []
        counted: list[Counted] = []
        for entry in entries:
            if entry.first != self.version + 1:
                continue
            events = self.read(entry)
            if type(events[0]) is RecordAmended and not self.table.knows_before(events[0].struck):
                self.load(self.version, use_snapshots=False)  # the snapshot was taken in between
            was_open, before = self.is_round_open, self.state
            for event in events:
                self.table.apply(event)
            self._remember_command(entry, events, before)
            if self.is_round_open and not was_open:
                self.rounds += 1
            self._note_keys(events, was_open, self.state)
            counted.append(self._count(entry, events, before))
            self._remember(entry.by)
            happened += self.tell(entry, events, was_open or self.is_round_open)
        self.counted = tuple(counted)
        return tuple(happened)

    def _remember_command(self, entry: Entry, events: tuple[Event, ...], before: Any) -> None:
        """What staff entered may be amended; other commands need not be read for it."""
        if entry.command and Role(entry.role).is_staff:
            self.table.remember(self.read_command(entry), events, before)
        else:
            self.table.forget()

    def _count(self, entry: Entry, events: Sequence[Event], before: Any) -> Counted:
        if entry.first == 1:
            return Counted()  # the table opens: that is the floor's to count
        purpose, is_staff = self._purpose(kind_of(entry)), Role(entry.role).is_staff
        heard = self._heard(events, before, self.state, given_at(entry), purpose, entry.by * is_staff)
        self.running, counted = self._counted(self.running, heard)
        return counted

    def _purpose(self, command: str) -> Purpose | None:
        shared = {each.__name__: each for each in (AdoptRules, AmendRecord)}
        kind = shared.get(command) or self.game.commands_by_name.get(command)
        return kind.purpose if kind is not None else None

    def _heard(
        self,
        events: Sequence[Event],
        before: Any,
        after: Any,
        at: int,
        purpose: Purpose | None,
        staff: str,
        rules: Rules | None = None,
    ) -> Heard:
        return Heard(
            game=self.game,
            rules=rules or self.rules,
            stream=self.stream,
            events=events,
            moves=[event.transfers() for event in events],
            before=before,
            after=after,
            was_open=self.game.is_round_open(before),
            is_open=self.game.is_round_open(after),
            at=at,
            purpose=purpose,
            staff=staff,
        )

    def _counted(self, so_far: Running, heard: Heard) -> tuple[Running, Counted]:
        """A jackpot link has no Rounds of its own, but is asked about as well."""
        if self._link is not None:
            return so_far, Counted(notes=tuple(running.notes_of(heard)))
        return so_far.after(heard)

    def catch_up(self) -> tuple[Happened, ...]:
        """What others have done to the table meanwhile."""
        return self.apply(self._journal.read(self.stream, after=self.version))

    # What it knows

    @property
    def version(self) -> int:
        return self.table.version

    @property
    def rules(self) -> Rules:
        return self.table.rules

    @property
    def state(self) -> Any:
        return self.table.state

    @property
    def offered(self) -> Offered:
        if not self.recent:
            self._remember()
        return self.recent[-1]

    @property
    def is_round_open(self) -> bool:
        return self.game.is_round_open(self.table.state)

    @property
    def round(self) -> str:
        """The id of the Round under way, or ""."""
        return f"{self.name}.{self.rounds}" if self.is_round_open else ""

    def is_current_for(self, command: Command, version: int) -> bool:
        """Whether what its sender may do has stayed the same since `version`, at every step in between.

        It is not enough that the same may be done now: a late click must not land in the next Round. But what
        somebody writes down in one go is not out of date because of its own beginning.
        """
        if version == self.version:
            return True
        later = self._since(version)
        if not later:
            return False
        actor = command.by
        is_entered = command.recorded is not None or (actor.role.is_staff and self.table.has_one_screen)
        if is_entered and all(each.led_by == actor.id for each in later[:-1]):
            return True
        if any(each.rules is not self.rules for each in later):
            return False
        if actor == SYSTEM:  # it goes by the routine: all that it might do besides is much more
            now = self.offered.routine
            return now is not None and all(each.routine == now for each in later)
        options = self.offered.options(actor)
        return all(each.options(actor) == options for each in later)

    def _since(self, version: int) -> list[Offered]:
        """The latest first, as far back as a version; nothing if it is not remembered."""
        later: list[Offered] = []
        for each in reversed(self.recent):
            if each.version >= version:
                later.append(each)
            if each.version <= version:
                return later if each.version == version else []
        return []

    # Deciding

    def propose(self, commands: Sequence[Command]) -> Proposal | Refusal:
        """Decide commands one after the other; the first refusal undoes them all."""
        if type(commands[-1]) is AmendRecord and self.version == self._restored:
            self.load(self.version, use_snapshots=False)  # a snapshot does not say what was before it
        scratch = self.table.__copy__()
        steps: list[Step] = []
        for command in commands:
            before, first, edition = scratch.state, scratch.version + 1, scratch.rules.edition.id
            outcome = scratch.submit(command)
            if isinstance(outcome, Refusal):
                return outcome
            steps.append(Step(command, outcome, before, first, edition))
        return Proposal(scratch, tuple(steps), self.rounds)

    def writings(self, proposal: Proposal, books: Books) -> tuple[Writing, ...]:
        """The proposal as the journal takes it; the last one carries a snapshot when one is due."""
        rounds, known, so_far = self.rounds, self.keys, self.running
        written: list[Writing] = []
        counts: list[int] = []
        in_round: list[bool] = []
        for step in proposal.steps:
            heard = self._heard_in(step, proposal.table.rules)
            part, rounds = self._part(step, heard, rounds, known)
            counts.append(rounds)
            in_round.append(heard.was_open or heard.is_open)
            if part is not None and (part.opens or part.keys):
                known = set(part.keys) if part.opens else known.union(part.keys)
            so_far, counted = self._counted(so_far, heard)
            written.append(self._writing(step, heard, part, books, counted))
        self._written = _Written(proposal, tuple(counts), tuple(in_round), known, so_far)
        version = proposal.table.version
        if version // SNAPSHOT_EVERY > self.version // SNAPSHOT_EVERY:
            kept = self._snapshot(proposal.table, rounds, so_far, version)
            written[-1] = msgspec.structs.replace(written[-1], snapshot=kept)
        return tuple(written)

    def _heard_in(self, step: Step, rules: Rules) -> Heard:
        command, accepted = step.command, step.accepted
        staff = command.by.id if command.by.role.is_staff else ""
        return self._heard(
            accepted.events, step.before, accepted.state, command.at, type(command).purpose, staff, rules
        )

    def _writing(
        self, step: Step, heard: Heard, part: RoundPart | None, books: Books, counted: Counted
    ) -> Writing:
        command, events, codec = step.command, step.accepted.events, self.codec
        return Writing(
            stream=self.stream,
            expected=step.first - 1,
            events=tuple(
                [
                    codec.write_event(event, f"{self.stream}/{step.first + offset}")
                    for offset, event in enumerate(events)
                ]
            ),
            command=codec.write_command(command, f"{self.stream}/{step.first}"),
            command_id=command.id,
            by=command.by.id,
            role=command.by.role.value,
            at=command.at,
            postings=books.posted(heard.moves, events, step.before, step.accepted.state, command),
            round=part,
            counts=counted.counts,
            notes=counted.notes,
        )

    def _part(self, step: Step, heard: Heard, rounds: int, known: set[str]) -> tuple[RoundPart | None, int]:
        was_open, is_open = heard.was_open, heard.is_open
        opens, closes = is_open and not was_open, was_open and not is_open
        rounds += opens
        if not (was_open or is_open) or self._link is not None:
            return None, rounds
        found = index.of_entry(self.game, step.accepted.events, was_open, step.accepted.state)
        fresh = tuple(sorted(found if opens else found - known))
        return RoundPart(rounds, step.edition, opens, closes, fresh), rounds

    def _snapshot(self, table: Table[Any], rounds: int, so_far: Running, version: int) -> bytes:
        kept = _Kept(
            table.rules.edition.id,
            dict(table.rules.chosen),
            rounds,
            running.kept(so_far),
            msgspec.Raw(msgspec.json.encode(table.state, enc_hook=in_english)),
        )
        return self._sealer.seal(msgspec.json.encode(kept), f"{self.stream}/{version}")

    def settle(self, proposal: Proposal, entries: Sequence[Entry]) -> tuple[Happened, ...]:
        """The proposal is durable: it is the table now."""
        known = self._written
        assert known is not None, "a proposal is written down before it is settled"
        assert known.proposal is proposal, "another proposal was written down meanwhile"
        happened: list[Happened] = []
        walk = zip(proposal.steps, entries, known.rounds, known.is_in_round, strict=True)
        for step, entry, self.rounds, in_round in walk:
            happened += self.tell(entry, step.accepted.events, in_round, type(step.command).__name__)
        self.keys, self.running, self._written = known.keys, known.running, None
        self.table = proposal.table
        self._remember(*{step.command.by.id for step in proposal.steps})
        return tuple(happened)

    # Reading entries

    def read(self, entry: Entry) -> tuple[Event, ...]:
        return tuple(
            self.codec.read_event(body, f"{self.stream}/{entry.first + offset}")
            for offset, body in enumerate(entry.events)
        )

    def read_command(self, entry: Entry) -> Command:
        return self.codec.read_command(entry.command, f"{self.stream}/{entry.first}")

    def tell(
        self, entry: Entry, events: Sequence[Event], in_round: bool, kind: str | None = None
    ) -> tuple[Happened, ...]:
        """What an entry says to listeners; `kind` is that of its command, where it is known."""
        return told(entry, events, f"{self.name}.{self.rounds}" if in_round else "", kind)

    def _note_keys(self, events: Sequence[Event], was_open: bool, after: Any) -> None:
        if not was_open:
            self.keys = set()
        if self._link is None and (was_open or self.game.is_round_open(after)):
            self.keys |= index.of_entry(self.game, events, was_open, after)

    def _remember(self, *led_by: str) -> None:
        before = self.recent[-1] if self.recent else None
        self.recent.append(Offered(self.table, before, led_by[0] if len(led_by) == 1 else ""))
        if before is not None:
            before.forget()
