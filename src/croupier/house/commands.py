"""Where commands are carried out: decided, written, acknowledged; tried again if somebody else was first."""

import asyncio
import time
from collections.abc import Awaitable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import structlog
from msgspec.structs import replace

from croupier.cards import DECK
from croupier.cards.shuffle import seed_bytes
from croupier.house.answers import Acknowledged, Answer, Declined, Outdated, declined
from croupier.house.floor import state as f
from croupier.house.journal import Appended, Batch, Conflict, Entry, Overdrawn, StoreUnavailable
from croupier.house.ledger import Books
from croupier.house.links import Linked, awaits_prize, concerns_link
from croupier.house.live_table import LiveTable, Proposal
from croupier.house.shuffles import Filled
from croupier.house.stamps import new_id
from croupier.rulebook import RulebookError
from croupier.table import SYSTEM, Accepted, AdoptRules, Command, Purpose, Recorded, Refusal
from croupier.table.messages import place_field

if TYPE_CHECKING:
    from croupier.house.house import House

log = structlog.get_logger("croupier.house")

_PAUSE_S = 0.05


class Commands:
    """Carries out commands at tables that are locked for us."""

    def __init__(self, house: "House") -> None:
        self._house = house

    async def carry_out(
        self,
        live: LiveTable,
        commands: Sequence[Command],
        expect: int | None = None,
        is_recovery: bool = False,
    ) -> Answer:
        """At a table that the caller is `using`."""
        prepared = tuple(self.prepared(live, command) for command in commands)
        until, is_told = time.monotonic() + self._house.patience_s, False
        while True:
            try:
                return await self._attempt(live, prepared, expect, is_recovery)
            except Conflict:
                await self._refresh(live)
            except Overdrawn as short:
                return too_little(short)
            except StoreUnavailable as away:
                if not away.is_passing or time.monotonic() > until:
                    raise
                if not is_told:
                    log.warning("store unavailable", reason=str(away), table=live.name)
                    is_told = True
                await asyncio.sleep(_PAUSE_S)
                await self._refresh(live, is_patient=True)

    async def _attempt(
        self, live: LiveTable, commands: tuple[Command, ...], expect: int | None, is_recovery: bool
    ) -> Answer:
        is_brought = is_recovery and live.game.wire is not None and live.game.wire.is_prize(commands[0])
        if awaits_prize(live) and not is_brought:
            await self._bring_prizes(live)
        if expect is not None and not live.is_current_for(commands[0], expect):
            return await self._no(live, commands[-1], Outdated(live.version))
        decided = tuple(map(live.table.as_decided, commands))
        if self._house.limits.concern(live, decided):
            await self._house.freshen_limits()
        card = self._house.card(live.name)
        if (barred := _barred(card, commands, is_recovery)) is not None:
            return await self._no(live, commands[-1], barred)
        if not is_recovery and (limited := self._house.limits.stops(live, decided)) is not None:
            return await self._no(live, commands[-1], limited)
        if (stopped := await self._house.arrivals.stop(live, commands)) is not None:
            return await self._no(live, commands[-1], stopped)
        adopted = self._new_rules(live, card)
        filled = await self._house.shuffles.fill(live, commands, adopted[0] if adopted else None)
        proposal = self._propose(live, card, (*adopted, *filled.commands))
        if isinstance(proposal, Refusal | Declined):
            return await self._no(live, commands[-1], proposal)
        if not card.link or not concerns_link(proposal):
            return await self._finish(live, filled, Linked(proposal, None, ()), None)
        async with self._house.links.using(card.link) as jackpot:
            linked = self._house.links.connect(live, proposal, jackpot)
            return await self._finish(live, filled, linked, jackpot)

    async def _bring_prizes(self, live: LiveTable) -> None:
        """What the link has paid is paid: nothing that is asked now may come before it, held Round or not."""
        async with self._house.links.using(self._house.card(live.name).link) as jackpot:
            owed = await asyncio.to_thread(self._house.links.owed, jackpot, live)
        for command in owed:
            await self._attempt(live, (self.prepared(live, command),), None, is_recovery=True)

    def _propose(
        self, live: LiveTable, card: f.TableCard, commands: tuple[Command, ...]
    ) -> Proposal | Refusal | Declined:
        proposal = live.propose(commands)
        if isinstance(proposal, Refusal):
            return proposal
        opens = live.game.is_round_open(proposal.table.state) and not live.is_round_open
        if opens and card.status == "paused":
            return declined("table {table} is paused; the next Round starts when it goes on", table=live.name)
        return proposal

    def _new_rules(self, live: LiveTable, card: f.TableCard) -> tuple[AdoptRules, ...]:
        """Rules ordered by the house, or an edition that has come into force, apply from the next Round."""
        if live.is_round_open or not (card.ordered or card.follows_in_force):
            return ()
        edition, settings = card.ordered or (live.rules.edition.id, dict(live.rules.chosen))
        if card.ordered is None:
            edition = self._in_force(card.game) or edition
        if (edition, settings) == (live.rules.edition.id, dict(live.rules.chosen)):
            return ()
        at = self._house.clock.stamp()
        adopt = AdoptRules(by=SYSTEM, at=at, id=new_id(), edition=edition, settings=settings)
        outcome = live.table.decide(adopt)
        if isinstance(outcome, Accepted):
            return (adopt,)
        event = f.RulesNotTakenUp(table=live.name, edition=edition, reason=outcome.reason)
        self._house.later(self._house.record(self._house.floor, lambda _: [event], SYSTEM, "TakeUpRules"))
        return ()

    def _in_force(self, game: str) -> str | None:
        moment = datetime.fromtimestamp(self._house.clock.peek() / 1000, UTC)
        try:
            return self._house.catalogue.library.in_force(game, moment).id
        except RulebookError:
            return None  # none yet: the table keeps the edition it was opened with

    async def _finish(
        self, live: LiveTable, filled: Filled, linked: Linked, jackpot: LiveTable | None
    ) -> Answer:
        """Write what was decided, at the table and on its link; then it is so, and everybody hears of it."""
        house, card = self._house, self._house.card(live.name)
        batch = live.writings(linked.proposal, Books(live.game, live.name, card.link))
        batch += house.shuffles.writings(live, filled, linked.proposal)
        if jackpot is not None and linked.link is not None:
            batch += house.links.writings(jackpot, linked.link)
        try:
            appended = await self.append(batch)
        except Conflict as conflict:
            if jackpot is not None and conflict.stream == jackpot.stream:
                house.listeners.tell(await asyncio.to_thread(jackpot.catch_up))
            raise
        if appended.is_repeat:
            return await self.answered_before(live, filled.commands[-1]) or Outdated(live.version)
        own = [entry for entry in appended.entries if entry.stream == live.stream]
        happened = live.settle(linked.proposal, own)
        house.listeners.tell(happened)
        await house.shuffles.settle(filled, live.name, appended.entries)
        if jackpot is not None and linked.link is not None:
            house.listeners.tell(house.links.settle(jackpot, linked.link, appended.entries))
        self._note_rules(live, card)
        for table, command in linked.others:
            house.later(house.submit(table, command))
        return Acknowledged(happened, last_of(own, filled.commands[-1].id))

    def append(self, batch: Batch) -> Awaitable[Appended]:
        return self._house.journal.append_in_loop(batch)

    def _note_rules(self, live: LiveTable, card: f.TableCard) -> None:
        """The floor learns which rules a table has taken up."""
        if live.noted is not None and live.noted[0] is live.rules and live.noted[1] is card:
            return  # neither has changed since they were compared
        live.noted = (live.rules, card)
        now = (live.rules.edition.id, dict(live.rules.chosen))
        if now == (card.edition, card.settings) and card.ordered is None:
            return
        if card.ordered is not None and now != card.ordered:
            return
        event = f.RulesTakenUp(table=live.name, edition=now[0], settings=now[1])
        self._house.later(self._house.record(self._house.floor, lambda _: [event], SYSTEM, "TakeUpRules"))

    async def _no(
        self, live: LiveTable, command: Command, answer: Refusal | Declined | Outdated
    ) -> Acknowledged | Refusal | Declined | Outdated:
        """Say no, unless the command was carried out before, or another process has moved the table on."""
        journal = self._house.journal
        now, entry = await asyncio.to_thread(
            lambda: (journal.version(live.stream), journal.find(live.stream, command.id))
        )
        if now > live.version:
            raise Conflict(live.stream, live.version, now)
        return answer if entry is None else await self._first_answer(live, entry)

    async def answered_before(self, live: LiveTable, command: Command) -> Acknowledged | None:
        """The first answer to a command that is in the journal already."""
        entry = await asyncio.to_thread(self._house.journal.find, live.stream, command.id)
        return None if entry is None else await self._first_answer(live, entry)

    async def _first_answer(self, live: LiveTable, entry: Entry) -> Acknowledged:
        await self._refresh(live)
        happened = live.tell(entry, live.read(entry), in_round=False)
        return Acknowledged(happened, entry.last, is_repeat=True)

    async def _refresh(self, live: LiveTable, is_patient: bool = False) -> None:
        try:
            self._house.listeners.tell(await asyncio.to_thread(live.catch_up))
            await self._house.shuffles.catch_up(live.name)
        except StoreUnavailable:
            if not is_patient:
                raise

    def prepared(self, live: LiveTable, command: Command) -> Command:
        """The command with the house's clock, an id, and fresh entropy where it shuffles."""
        values: dict[str, Any] = {"at": self._house.clock.stamp(), "id": command.id or new_id()}
        if self._house.card(live.name).has_one_screen and type(command).purpose is Purpose.RELOCATE:
            place: int = getattr(command, place_field(type(command)) or "", 0)
            values["recorded"] = Recorded(place, has_chips=True)  # real chips come along
        if "seed" in command.__struct_fields__ and self._house.card(live.name).cards != "rehearsal":
            is_virtual = self._house.card(live.name).cards == "virtual"
            # Of what is only foreseen: a shuffle that is made takes the seed that was committed to.
            length = seed_bytes(len(DECK) * live.game.furniture(live.rules).decks)
            values["seed"] = self._house.shuffles.random(length).hex() if is_virtual else ""
            if "first_cards" in command.__struct_fields__ and is_virtual:
                values["first_cards"] = ()
        return replace(command, **values)


def _barred(card: f.TableCard, commands: Sequence[Command], is_recovery: bool) -> Declined | None:
    if not card.has_one_screen and any(command.recorded is not None for command in commands):
        return Declined("at this table players have screens of their own: nobody writes down what they do")
    if card.status == "closed":
        return declined("table {table} is closed; choose another from the lobby", table=card.id)
    if card.interruption is not None and not is_recovery:
        said = "Round {round} was interrupted; the pit decides how it goes on"
        return declined(said, round=card.interruption.round)
    return None


def last_of(entries: Sequence[Entry], command_id: str) -> int:
    """The last event of a command. What a link answers in the same transaction comes after it, and is not its
    own: a repetition is answered from the journal, and has to be answered alike."""
    return next(entry.last for entry in entries if entry.command_id == command_id)


def too_little(short: Overdrawn) -> Declined:
    said = "the account holds {held:money}; {wanted:money} is more than that"
    return declined(said, held=short.balance, wanted=short.wanted)
