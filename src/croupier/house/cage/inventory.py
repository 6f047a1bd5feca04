"""Chips between the cage and the tables: floats, fills, credits, counts, colour-ups and drop boxes."""

import asyncio
from collections.abc import Callable, Sequence

import msgspec

from croupier.house.answers import Acknowledged, Answer, Declined, declined, needs
from croupier.house.cage import messages as m
from croupier.house.cage.cage import cage_register
from croupier.house.cage.chips import LOOSE, Counts, made_up, say, value
from croupier.house.cage.racks import drop_since, expected, prizes_since, table_books
from croupier.house.cage.state import CageState, ChipSet
from croupier.house.floor.desk import id_problem
from croupier.house.floor.state import TableCard
from croupier.house.house import House
from croupier.house.ledger import box_of
from croupier.house.likeness import like
from croupier.house.register import HouseEvent
from croupier.money import Cents, say_money
from croupier.table import Actor, Role

_Decide = Callable[[CageState], Sequence[HouseEvent] | Declined]
_FOUR = "asked, approved, delivered and received are four people; you have signed this slip already"
_GONE = Declined("this slip does not wait any more; somebody has finished or refused it")


class Inventory:
    """Every method answers Acknowledged, or says why not. With an id of the sender's each is done once."""

    def __init__(self, house: House) -> None:
        self._house, self.register = house, house.opened(cage_register)

    @property
    def state(self) -> CageState:
        return self.register.state

    # Chips of the house

    async def make_set(self, by: Actor, chips: str, title: str, denominations: Sequence[Cents]) -> Answer:
        worth = tuple(sorted({*denominations}))
        made = m.ChipSetMade(chips=chips, title=title, denominations=worth)

        def decide(state: CageState) -> Sequence[HouseEvent] | Declined:
            if problem := id_problem(chips, "the id of a set of chips"):
                return problem
            if chips in state.sets:
                return declined("there is a set of chips {chips} already; choose another id", chips=chips)
            if not worth or worth[0] <= 0:
                return Declined("name what the chips are worth, each more than nothing")
            return [made]

        return await self._record(by, decide, "MakeChipSet", role=Role.SHIFT_MANAGER)

    async def stock(self, by: Actor, chips: str, counts: Counts, reason: str, id: str = "") -> Answer:
        """New chips into the cage; counts below zero are chips taken out of use."""

        def decide(state: CageState) -> Sequence[HouseEvent] | Declined:
            if (known := state.sets.get(chips)) is None:
                return _no_set(chips)
            if problem := _strange(known, counts) or _short(known, {c: -n for c, n in counts.items()}):
                return problem
            if not any(counts.values()):
                return Declined("name how many chips")
            return [m.ChipsStocked(chips=chips, counts=counts, cents=value(counts), reason=reason)]

        return await self._record(by, decide, "StockChips", id, role=Role.SHIFT_MANAGER)

    # Opening and counting

    async def open_float(self, by: Actor, table: str, chips: str, counts: Counts, id: str = "") -> Answer:
        """Chips from the cage, counted into the rack of a table."""
        if isinstance(card := self._card(table), Declined):
            return card
        now = await asyncio.to_thread(table_books, self._house.journal, table)
        position, _ = await asyncio.to_thread(self._house.journal.head)

        def decide(state: CageState) -> Sequence[HouseEvent] | Declined:
            if (known := state.sets.get(chips)) is None:
                return _no_set(chips)
            if table in state.racks:
                return declined(
                    "table {table} is open already, with {booked:money}",
                    table=table,
                    booked=state.racks[table].booked,
                )
            if problem := _countable(known, counts) or _short(known, counts):
                return problem
            opened = {"cents": value(counts), "is_by_play": card.cards != "physical"}
            more = {"table": table, "chips": chips, "counts": counts, "position": position}
            return [like(m.FloatOpened, now, **opened, **more)]

        return await self._record(by, decide, "OpenFloat", id, role=Role.PIT_SUPERVISOR)

    async def count(
        self,
        by: Actor,
        table: str,
        counts: Counts,
        *,
        is_closing: bool = False,
        reason: str = "",
        id: str = "",
    ) -> Answer:
        """What is in the rack, by hand; at a virtual table what play says. Closing takes it to the cage."""
        if isinstance(card := self._card(table), Declined):
            return card
        now = await asyncio.to_thread(table_books, self._house.journal, table)

        def decide(state: CageState) -> Sequence[HouseEvent] | Declined:
            if (rack := state.racks.get(table)) is None:
                return _not_open(table)
            if any(each.table == table and not each.delivered_by for each in state.transfers.values()):
                return Declined("a fill or credit of this table waits; finish or refuse it first")
            known, due = state.sets[rack.chips], expected(rack, now)
            if due < 0:
                return declined(
                    "the rack is {short:money} short of what was paid out of it: fill it first", short=-due
                )
            found = made_up(due, known.denominations) if rack.is_by_play else counts
            if not rack.is_by_play and (problem := _countable(known, found)):
                return problem
            if value(found) != due and not reason.strip():
                return declined(_NOT_AS_DUE, counted=value(found), due=due)
            prizes = prizes_since(self._house.journal, table, card.link, rack.position)
            return [
                like(
                    m.RackCounted,
                    now,
                    table=table,
                    counts=found,
                    cents=value(found),
                    expected=due,
                    from_play=due - rack.booked,
                    drop=drop_since(rack, now, prizes),
                    prizes=prizes,
                    first_round=min(rack.round + 1, now.round),
                    last_round=now.round,
                    is_closing=is_closing,
                    reason=reason,
                )
            ]

        command = "CloseFloat" if is_closing else "CountRack"
        return await self._record(by, decide, command, id, role=Role.PIT_SUPERVISOR)

    async def colour_up(self, by: Actor, table: str, taken: Counts, given: Counts, id: str = "") -> Answer:
        def decide(state: CageState) -> Sequence[HouseEvent] | Declined:
            if (rack := state.racks.get(table)) is None:
                return _not_open(table)
            known = state.sets[rack.chips]
            if problem := _countable(known, taken) or _countable(known, given):
                return problem
            if value(taken) != value(given):
                said = "{taken:money} is not {given:money}: as much back as taken"
                return declined(said, taken=value(taken), given=value(given))
            return [m.ColouredUp(table=table, taken=taken, given=given, cents=value(taken), by=by.id)]

        return await self._record(by, decide, "ColourUp", id, role=Role.DEALER)

    # Fills and credits: the dealer asks, the pit approves, the cage delivers, the table receives; four people

    async def ask(self, by: Actor, way: m.Way, table: str, counts: Counts, slip: str) -> Answer:
        def decide(state: CageState) -> Sequence[HouseEvent] | Declined:
            if (rack := state.racks.get(table)) is None:
                return _not_open(table)
            known = state.sets[rack.chips]
            problem = _countable(known, counts) or (_short(known, counts) if way == "fill" else None)
            if problem:
                return problem
            return [
                m.ChipsAsked(slip=slip, way=way, table=table, counts=counts, cents=value(counts), by=by.id)
            ]

        return await self._record(by, decide, "AskChips", slip, role=Role.DEALER)

    async def approve(self, by: Actor, slip: str) -> Answer:
        def decide(state: CageState) -> Sequence[HouseEvent] | Declined:
            if (asked := state.transfers.get(slip)) is None or asked.approved_by:
                return _GONE
            if by.id == asked.asked_by:
                return Declined("somebody else than who asked approves it for the pit")
            return [m.ChipsApproved(slip=slip, by=by.id)]

        return await self._record(by, decide, "ApproveChips", role=Role.PIT_SUPERVISOR)

    async def hand_over(self, by: Actor, slip: str) -> Answer:
        """The cage's own confirmation: the chips move, in the rack and in the books."""

        def decide(state: CageState) -> Sequence[HouseEvent] | Declined:
            if (asked := state.transfers.get(slip)) is None or asked.delivered_by:
                return _GONE
            if not asked.approved_by:
                return Declined("the pit has to approve it first")
            if by.id in asked.signed:
                return Declined(_FOUR)
            if (rack := state.racks.get(asked.table)) is None:
                return _not_open(asked.table)
            if asked.way == "fill" and (problem := _short(state.sets[rack.chips], asked.counts)):
                return problem
            return [like(m.ChipsMoved, asked, by=by.id)]

        return await self._record(by, decide, "HandOverChips", role=Role.PIT_MANAGER)

    async def receive(self, by: Actor, slip: str) -> Answer:
        """The table's confirmation, once the chips have been counted down on the felt."""

        def decide(state: CageState) -> Sequence[HouseEvent] | Declined:
            if (asked := state.transfers.get(slip)) is None:
                return _GONE
            if not asked.delivered_by:
                return Declined("the cage has to deliver it first")
            if by.id in asked.signed:
                return Declined(_FOUR)
            return [m.ChipsReceived(slip=slip, by=by.id)]

        return await self._record(by, decide, "ReceiveChips", role=Role.DEALER)

    async def refuse(self, by: Actor, slip: str, reason: str) -> Answer:
        """By the pit or the cage, or by who asked: it was a mistake."""

        def decide(state: CageState) -> Sequence[HouseEvent] | Declined:
            if (asked := state.transfers.get(slip)) is None or asked.delivered_by:
                return _GONE
            if by.id != asked.asked_by and (no := needs(by, Role.PIT_SUPERVISOR)):
                return no
            return [m.ChipsRefused(slip=slip, by=by.id, reason=reason)]

        return await self._record(by, decide, "RefuseChips", role=Role.DEALER)

    # Cash at the table

    async def drop(self, by: Actor, table: str, person: str, cents: Cents, id: str = "") -> Answer:
        """Cash that a player lays down at a physical table: into the box, onto the account."""
        if isinstance(card := self._card(table), Declined):
            return card
        if card.cards != "physical":
            return Declined("cash is laid down at physical tables; elsewhere the cashier's window takes it")
        if cents <= 0 or by.id == person:
            return Declined("name an amount above zero, for somebody else")
        dropped = m.CashDropped(table=table, person=person, cents=cents)
        return await self._record(by, lambda _: [dropped], "DropCash", id, role=Role.PIT_SUPERVISOR)

    async def count_box(self, by: Actor, table: str, cents: Cents, reason: str = "", id: str = "") -> Answer:
        """The cash of a table's box goes to the cashier; what does not match is booked and shown."""
        due = -await asyncio.to_thread(self._house.ledger.balance, box_of(table))

        def decide(state: CageState) -> Sequence[HouseEvent] | Declined:
            if not due:
                return declined(
                    "nothing was laid down at table {table} since its box was counted last", table=table
                )
            if cents < 0:
                return Declined("name what is in the box, nothing or more")
            if cents != due and not reason.strip():
                return declined(_NOT_AS_DUE, counted=cents, due=due)
            return [m.BoxCounted(table=table, cents=cents, expected=due, reason=reason)]

        return await self._record(by, decide, "CountBox", id, role=Role.PIT_MANAGER)

    async def _record(self, by: Actor, decide: _Decide, command: str, id: str = "", *, role: Role) -> Answer:
        """What was done before under this id is not done again, nor refused because it is done."""
        register = self.register
        answer = await self._house.record(register, decide, by, command, command_id=id, role=role)
        if not id or isinstance(answer, Acknowledged):
            return answer
        entry = await asyncio.to_thread(self._house.journal.find, register.stream, id)
        if entry is None or (entry.by, msgspec.json.decode(entry.command)["type"]) != (by.id, command):
            return answer
        return Acknowledged(register.read(entry), entry.last, is_repeat=True)

    def _card(self, table: str) -> TableCard | Declined:
        card = self._house.floor.state.tables.get(table)
        if card is None:
            return declined("there is no table {table}; choose one from the lobby", table=table)
        if card.is_practice:
            return Declined("chips for practice are worth nothing; nobody counts them")
        return card


_NOT_AS_DUE = "{counted:money} counted, {due:money} due: count again, and say so as the reason if it stays"


def _no_set(chips: str) -> Declined:
    return declined("there is no set of chips {chips}; a shift manager makes one", chips=chips)


def _not_open(table: str) -> Declined:
    return declined("the rack of table {table} is not open; count its float in first", table=table)


def _strange(known: ChipSet, counts: Counts) -> Declined | None:
    if unknown := sorted({*counts} - {*known.denominations, LOOSE}):
        worth = list(map(say_money, known.denominations))
        said = "there is no chip of {chip:money} in {title}; there are {worth:list}"
        return declined(said, chip=unknown[0], title=known.title, worth=worth)
    return None


def _countable(known: ChipSet, counts: Counts) -> Declined | None:
    if any(count < 0 for count in counts.values()) or not any(counts.values()):
        return Declined("count chips, none below zero and some of them above")
    return _strange(known, counts)


def _short(known: ChipSet, counts: Counts) -> Declined | None:
    """Why the cage cannot give these chips."""
    for cents, count in counts.items():
        if count > (held := known.stock.get(cents, 0)):
            words = "the cage holds {held} chips of {chip:money}, not {count}; it has {stock}"
            return declined(words, held=held, chip=cents, count=count, stock=say(known.stock))
    return None
