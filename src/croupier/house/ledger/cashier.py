"""The cashier's window: money onto players' accounts and off them."""

import asyncio
from collections.abc import Sequence

import msgspec
from msgspec import Struct
from msgspec.structs import replace

from croupier.house.answers import Acknowledged, Answer, Declined, Held, declined, needs
from croupier.house.house import House
from croupier.house.journal import Entry, Journal
from croupier.house.ledger import CASH, HOUSE_FUNDS, player_account
from croupier.house.register import HouseEvent, Register
from croupier.money import Account, Cents, Transfer
from croupier.table import Actor, Role


class MoneyMoved(HouseEvent, frozen=True, kw_only=True):
    """The cashier's window: cash in, cash out, or chips from the house for bots and demonstrations."""

    matters = "money"
    words = "{cents} from {source} to {target}: {reason}"
    source: Account
    target: Account
    cents: Cents
    reason: str
    second: str = ""  # who confirmed it, where the house wants two

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(self.source, self.target, self.cents),)


class MoneyReversed(HouseEvent, frozen=True, kw_only=True):
    """What was booked stays booked; this takes it back, once."""

    matters = "money"
    words = "{cents} from {source} to {target}, taking back receipt {receipt}: {reason}"
    source: Account
    target: Account
    cents: Cents
    reason: str
    receipt: int
    second: str = ""

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(self.source, self.target, self.cents),)


Moved = MoneyMoved | MoneyReversed


class Window(Struct, frozen=True):
    """What a player's own stream comes to, beside the books: which receipts were taken back."""

    reversed: frozenset[int] = frozenset()


_PLAYER = "player/"
_MONEY: msgspec.json.Decoder[HouseEvent] = msgspec.json.Decoder(MoneyMoved | MoneyReversed)


def _after(window: Window, event: HouseEvent, at: int) -> Window:
    if isinstance(event, MoneyReversed):
        return Window(window.reversed | {event.receipt})
    return window


def window(stream: str, journal: Journal) -> Register[Window]:
    """A player's own stream."""
    return Register(stream, Window(), _after, _MONEY, journal)


_AGAIN = Declined("somebody else moved money of this player meanwhile")


class Cashier:
    """Every movement is an entry in the player's own stream."""

    def __init__(self, house: House) -> None:
        self._house = house

    async def deposit(
        self,
        by: Actor,
        player: str,
        cents: Cents,
        reason: str,
        *,
        from_house: bool = False,
        command_id: str = "",
    ) -> Answer:
        """Money onto a player's account: cash, or the house's own for bots and demonstrations.

        With a `command_id` of the sender's it can be sent again, to any process, and is booked once: the id
        is written in the transaction of the booking. Under one id something else is declined.
        """
        source = HOUSE_FUNDS if from_house else CASH
        moved = MoneyMoved(source=source, target=player_account(player), cents=cents, reason=reason)
        return await self._move(by, player, moved, command_id)

    async def withdraw(
        self, by: Actor, player: str, cents: Cents, reason: str, *, command_id: str = ""
    ) -> Answer:
        moved = MoneyMoved(source=player_account(player), target=CASH, cents=cents, reason=reason)
        return await self._move(by, player, moved, command_id)

    async def reverse(self, by: Actor, number: int, reason: str, *, command_id: str = "") -> Answer:
        """Take back what a receipt says, by a booking of its own; a receipt's number is its place in the
        journal. What the player has spent meanwhile cannot be taken."""
        entry = await asyncio.to_thread(self._house.journal.at, number)
        booked = money_in(entry) if entry is not None else None
        if entry is None or booked is None or CASH not in (booked.source, booked.target):
            return declined("there is no receipt {number} of the cashier's window", number=number)
        if isinstance(booked, MoneyReversed):
            said = "receipt {number} takes back {other} already; book it anew instead"
            return declined(said, number=number, other=booked.receipt)
        reversed = MoneyReversed(
            source=booked.target, target=booked.source, cents=booked.cents, reason=reason, receipt=number
        )
        return await self._move(by, entry.stream.removeprefix(_PLAYER), reversed, command_id)

    async def _hold(self, by: Actor, player: str, moved: Moved, command_id: str) -> Held | Declined | None:
        """What keeps one person from moving this alone. Asked anew when more of the same player's was moved
        meanwhile: what was added up for the answer is then no longer what is in the store."""
        return None

    async def _move(self, by: Actor, player: str, moved: Moved, command_id: str) -> Answer:
        if by.role is not Role.SYSTEM and (no := needs(by, Role.PIT_MANAGER)):
            return no
        if moved.cents <= 0:
            return Declined("name an amount above zero")
        answer: Answer = _AGAIN
        while answer is _AGAIN:
            answer = await self._move_at(by, player, moved, command_id)
        if isinstance(answer, Acknowledged) and answer.is_repeat:
            first = answer.happened[0]
            assert isinstance(first.event, Moved)
            if (replace(first.event, second=moved.second), first.by) != (moved, by.id):
                return Declined("this key was used for another booking; nothing is booked under it again")
        return answer

    async def _move_at(self, by: Actor, player: str, moved: Moved, command_id: str) -> Answer:
        """Book it if the player's stream, which the append names, is still as it was when it was allowed."""
        register = window(f"{_PLAYER}{player}", self._house.journal)
        if isinstance(moved, MoneyReversed):
            await asyncio.to_thread(register.catch_up)
        else:
            register.version = self._house.journal.version(register.stream)
        seen = register.version

        def decide(state: Window) -> Sequence[HouseEvent] | Declined:
            if isinstance(moved, MoneyReversed) and moved.receipt in state.reversed:
                return declined("receipt {number} has been taken back already", number=moved.receipt)
            return [moved] if register.version == seen else _AGAIN

        if command_id and (before := await self._booked_before(register, command_id)) is not None:
            return before
        if isinstance(no := decide(register.state), Declined):
            return no
        if not moved.second and (held := await self._hold(by, player, moved, command_id)) is not None:
            return held
        command = "ReverseMoney" if isinstance(moved, MoneyReversed) else "MoveMoney"
        return await self._house.record(register, decide, by, command, command_id=command_id)

    async def _booked_before(self, register: Register[Window], command_id: str) -> Acknowledged | None:
        """What was done under this very id is answered as the first time."""
        entry = await asyncio.to_thread(self._house.journal.find, register.stream, command_id)
        return None if entry is None else Acknowledged(register.read(entry), entry.last, is_repeat=True)


def money_in(entry: Entry) -> Moved | None:
    """What an entry moved over the window; None if it is no entry of the window's."""
    if not entry.stream.startswith(_PLAYER):
        return None
    event = _MONEY.decode(entry.events[0])
    assert isinstance(event, Moved)
    return event
