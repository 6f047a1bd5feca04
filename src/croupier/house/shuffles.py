"""Shuffles that nobody steers: the house commits to a seed, players' devices add to it, then it is used.

All of it is in one stream for each table, in this order, so the chain of the journal proves the order: the
commitment, what was added, and where it was used, written in the same transaction as the shuffle itself.
"""

import asyncio
import secrets
from collections.abc import Sequence
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import DECK, Contribution, Entropy, commitment
from croupier.cards.fair import CONTRIBUTION_BYTES
from croupier.cards.shuffle import seed_bytes
from croupier.house.answers import Answer, Declined, declined
from croupier.house.journal import Entry, Journal, Writing
from croupier.house.journal.sealing import Sealer
from croupier.house.live_table import LiveTable, Proposal
from croupier.house.register import HouseEvent, Register, decoder_of
from croupier.rulebook import Rules
from croupier.table import SYSTEM, Actor, AdoptRules, Command, Event

if TYPE_CHECKING:
    from croupier.house.house import House

# Written down with every commitment: what will count.
RULE = (
    "Counts what stands in this stream between the commitment and its use, from players who sit at the table "
    "then; of several contributions of one player the last; whoever has none is left out."
)
CONTRIBUTIONS_MAX = 8  # of one player to one shuffle


class SeedCommitted(HouseEvent, frozen=True, kw_only=True):
    """The house has drawn the seed of the next shuffle, and can take no other."""

    words = "The seed of shuffle {number} at {table} is committed to: {commitment}"
    sealed = ("seed",)
    table: str
    number: int
    commitment: str
    seed: str  # encrypted
    rule: str = RULE


class EntropyGiven(HouseEvent, frozen=True, kw_only=True):
    words = "{player} adds to shuffle {number} at {table}"
    table: str
    number: int
    player: str
    bytes: str


class SeedUsed(HouseEvent, frozen=True, kw_only=True):
    """The shuffle is the event of this version in the table's stream."""

    words = "Shuffle {number} at {table} is made"
    table: str
    number: int
    version: int


class NextShuffle(Struct, frozen=True):
    """What is known of the next shuffle of a table: who may add to which commitment."""

    number: int = 0
    commitment: str = ""  # empty while there is none
    seed: str = ""
    at: int = 0
    given: tuple[Contribution, ...] = ()

    def entropy(self, seated: Sequence[str]) -> Entropy:
        """By the rule."""
        last: dict[str, Contribution] = {}
        for each in self.given:
            last.pop(each.player, None)
            last[each.player] = each
        counting = tuple(each for each in last.values() if each.player in seated)
        return Entropy(counting, tuple(name for name in seated if name not in last), self.number)


_DECODER = decoder_of(__name__)


decoded = _DECODER.decode


def shuffles_stream(table: str) -> str:
    return f"shuffles/{table}"


def after(shuffle: NextShuffle, event: HouseEvent, at: int) -> NextShuffle:
    match event:
        case SeedCommitted():
            return NextShuffle(event.number, event.commitment, event.seed, at)
        case EntropyGiven():
            return replace(shuffle, given=(*shuffle.given, Contribution(event.player, event.bytes)))
        case SeedUsed():
            return NextShuffle(event.number)
    raise TypeError(f"{type(event).__name__} is not an event of a shuffle")


def shuffles_register(table: str, journal: Journal, sealer: Sealer | None = None) -> Register[NextShuffle]:
    return Register(shuffles_stream(table), NextShuffle(), after, _DECODER, journal, sealer)


def seated(live: LiveTable) -> tuple[str, ...]:
    places = range(1, live.game.furniture(live.rules).places + 1)
    found = (live.game.player_at(live.state, place) for place in places)
    return tuple(dict.fromkeys(player for player in found if player is not None))


class Filled(Struct, frozen=True):
    """Commands with their seeds; which seeds had to be drawn for them; which seed went into which command."""

    commands: tuple[Command, ...]
    before: tuple[HouseEvent, ...] = ()
    used: tuple[tuple[int, int], ...] = ()  # number of the shuffle, index of the command


class Shuffles:
    """The next shuffle of every table of the house."""

    def __init__(self, house: "House") -> None:
        self._house = house
        self._registers: dict[str, Register[NextShuffle]] = {}
        self.random = secrets.token_bytes  # where seeds come from

    # For players

    async def next(self, table: str) -> NextShuffle:
        """What a device may add to now; the house commits itself first, if it has not."""
        register = await self._register(table)
        if not register.state.commitment:
            async with self._house.using(table) as live:
                length = _length(live, live.rules)

            def decide(known: NextShuffle) -> Sequence[HouseEvent] | Declined:
                if known.commitment:
                    return Declined("there is one already")
                return [self._committed(table, known.number + 1, length)]

            await self._house.record(register, decide, SYSTEM, "CommitSeed")
        return register.state

    async def contribute(self, by: Actor, table: str, committed: str, added: str) -> Answer:
        """A player's device adds to the next shuffle."""
        if len(added) != 2 * CONTRIBUTION_BYTES or not set(added) <= set("0123456789abcdef"):
            return declined(
                "a contribution is {count} bytes in small hexadecimal digits", count=CONTRIBUTION_BYTES
            )
        look = await self._house.look(table)
        if look.game.place_of(look.state, by.id) is None:
            return Declined("only who sits at the table adds to its shuffle")
        register = await self._register(table)

        def decide(known: NextShuffle) -> Sequence[HouseEvent] | Declined:
            if known.commitment != committed or not committed:
                return Declined("that shuffle is not the next one; ask for the commitment again")
            if sum(each.player == by.id for each in known.given) >= CONTRIBUTIONS_MAX:
                return declined("{count} contributions to one shuffle are enough", count=CONTRIBUTIONS_MAX)
            return [EntropyGiven(table=table, number=known.number, player=by.id, bytes=added)]

        return await self._house.record(register, decide, by, "GiveEntropy")

    def known(self, table: str) -> NextShuffle:
        """As far as this process knows, without waiting."""
        register = self._registers.get(table)
        return register.state if register is not None else NextShuffle()

    # For the house itself

    async def fill(self, live: LiveTable, commands: tuple[Command, ...], adopts: AdoptRules | None) -> Filled:
        """The commands with their seeds and what was added, as the record stands now."""
        wanted = [self._is_ours(live.name, each) for each in commands]
        if not any(wanted):
            return Filled(commands)
        register = await self._register(live.name)
        rules = self._house.catalogue.rules(adopts.edition, adopts.settings) if adopts else live.rules
        length = _length(live, rules)
        known, filled = register.state, list(commands)
        before: list[HouseEvent] = []
        used: list[tuple[int, int]] = []
        for index, command in enumerate(commands):
            if not wanted[index]:
                continue
            if not known.commitment or len(self._opened(live.name, known)) < length:
                fresh = self._committed(live.name, known.number + 1, length)
                before.append(fresh)
                known = after(known, fresh, 0)
            secret = self._opened(live.name, known).hex()
            entropy = known.entropy(seated(live))
            filled[index] = replace(command, seed=secret, entropy=entropy, first_cards=())
            used.append((known.number, index))
            known = NextShuffle(known.number)
        return Filled(tuple(filled), tuple(before), tuple(used))

    def writings(self, live: LiveTable, filled: Filled, proposal: Proposal) -> tuple[Writing, ...]:
        """The use of seeds, and the commitment to the next one, beside the proposal they belong to."""
        if not filled.used:
            return ()
        register = self._registers[live.name]
        ahead = len(proposal.steps) - len(filled.commands)  # rules that are adopted first
        events = list(filled.before)
        for number, index in filled.used:
            step = proposal.steps[ahead + index]
            numbered = enumerate(step.accepted.events, step.first)
            version = next(at for at, event in numbered if _is_sealed(event))
            events.append(SeedUsed(table=live.name, number=number, version=version))
        length = _length(live, proposal.table.rules)
        events.append(self._committed(live.name, filled.used[-1][0] + 1, length))
        last = proposal.steps[ahead + filled.used[-1][1]].command
        return (register.writing(events, last.by, last.at, last.id),)

    async def settle(self, filled: Filled, table: str, entries: Sequence[Entry]) -> None:
        """What was written is so."""
        if filled.used:
            register = self._registers[table]
            own = [each for each in entries if each.stream == register.stream]
            async with self._house.changing(register):
                register.apply(own)
                register.keep()

    async def catch_up(self, table: str, version: int | None = None) -> None:
        """Others may have written to its stream; up to `version`, if that is known."""
        register = self._registers.get(table)
        if register is not None and (version is None or register.version < version):
            async with self._house.changing(register):
                await asyncio.to_thread(register.catch_up)

    def _is_ours(self, table: str, command: Command) -> bool:
        """Whether the house shuffles: at virtual tables always, in a rehearsal where no cards are given."""
        cards = self._house.card(table).cards
        if cards == "physical" or "entropy" not in command.__struct_fields__:
            return False
        return cards == "virtual" or command.entropy is not None  # type: ignore[attr-defined]

    async def _register(self, table: str) -> Register[NextShuffle]:
        if table not in self._registers:
            made = shuffles_register(table, self._house.journal, self._house.sealer)
            await asyncio.to_thread(made.restore)
            self._registers.setdefault(table, made)
        return self._registers[table]

    def _committed(self, table: str, number: int, length: int) -> SeedCommitted:
        seed = self.random(length)
        sealed = self._house.sealer.seal_text(seed, _place(table, number))
        return SeedCommitted(table=table, number=number, commitment=commitment(seed), seed=sealed)

    def _opened(self, table: str, known: NextShuffle) -> bytes:
        return open_seed(self._house.sealer, table, known.number, known.seed)


def open_seed(sealer: Sealer, table: str, number: int, sealed: str) -> bytes:
    return sealer.open_text(sealed, _place(table, number))


def _place(table: str, number: int) -> str:
    return f"{shuffles_stream(table)}/{number}/seed"


def _is_sealed(event: Event) -> bool:
    return getattr(event, "seal", None) is not None


def _length(live: LiveTable, rules: Rules) -> int:
    return seed_bytes(len(DECK) * live.game.furniture(rules).decks)
