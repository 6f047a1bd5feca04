"""The cashier's window: money onto players' accounts and off them."""

import asyncio
from collections.abc import Sequence

import msgspec
from msgspec import Struct

from croupier.house.answers import Acknowledged, Answer, Declined
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
        second: str = "",
    ) -> Answer:
        """Money onto a player's account: cash, or the house's own for bots and demonstrations.

        With a `command_id` of the sender's it can be sent again, to any process, and is booked once: the id
        is written in the transaction of the booking. Under one id something else is declined.
        """
        source = HOUSE_FUNDS if from_house else CASH
        account = player_account(player)
        moved = MoneyMoved(source=source, target=account, cents=cents, reason=reason, second=second)
        return await self._move(by, player, moved, command_id)

    async def withdraw(
        self,
        by: Actor,
        player: str,
        cents: Cents,
        reason: str,
        *,
        command_id: str = "",
        second: str = "",
    ) -> Answer:
        account = player_account(player)
        moved = MoneyMoved(source=account, target=CASH, cents=cents, reason=reason, second=second)
        return await self._move(by, player, moved, command_id)

    async def reverse(
        self, by: Actor, number: int, reason: str, *, command_id: str = "", second: str = ""
    ) -> Answer:
        """Take back what a receipt says, by a booking of its own; a receipt's number is its place in the
        journal. What the player has spent meanwhile cannot be taken."""
        entry = await asyncio.to_thread(self._house.journal.at, number)
        booked = money_in(entry) if entry is not None else None
        if entry is None or booked is None or CASH not in (booked.source, booked.target):
            return Declined(f"there is no receipt {number} of the cashier's window")
        if isinstance(booked, MoneyReversed):
            return Declined(f"receipt {number} takes back {booked.receipt} already; book it anew instead")
        reversed = MoneyReversed(
            source=booked.target,
            target=booked.source,
            cents=booked.cents,
            reason=reason,
            receipt=number,
            second=second,
        )
        return await self._move(by, entry.stream.removeprefix(_PLAYER), reversed, command_id)

    async def _move(
        self, by: Actor, player: str, moved: MoneyMoved | MoneyReversed, command_id: str
    ) -> Answer:
        if by.role is not Role.SYSTEM and (no := needs(by, Role.PIT_MANAGER)):
            return no
        if moved.cents <= 0:
            return Declined("name an amount above zero")
        register = window(f"{_PLAYER}{player}", self._house.journal)
        if isinstance(moved, MoneyReversed):
            await asyncio.to_thread(register.catch_up)
        else:
            register.version = self._house.journal.version(register.stream)

        def decide(state: Window) -> Sequence[HouseEvent] | Declined:
            if isinstance(moved, MoneyReversed) and moved.receipt in state.reversed:
                return Declined(f"receipt {moved.receipt} has been taken back already")
            return [moved]

        command = "ReverseMoney" if isinstance(moved, MoneyReversed) else "MoveMoney"
        answer = await self._house.record(register, decide, by, command, command_id=command_id)
        if isinstance(answer, Declined) and command_id:
            answer = await self._booked_before(register, command_id) or answer
        if isinstance(answer, Acknowledged) and answer.is_repeat:
            first = answer.happened[0]
            if (first.event, first.by) != (moved, by.id):
                return Declined("this key was used for another booking; nothing is booked under it again")
        return answer

    async def _booked_before(self, register: Register[Window], command_id: str) -> Acknowledged | None:
        """What is refused because it is done was perhaps done under this very id."""
        entry = await asyncio.to_thread(self._house.journal.find, register.stream, command_id)
        return None if entry is None else Acknowledged(register.read(entry), entry.last, is_repeat=True)


def money_in(entry: Entry) -> MoneyMoved | MoneyReversed | None:
    """What an entry moved over the window; None if it is no entry of the window's."""
    if not entry.stream.startswith(_PLAYER):
        return None
    event = _MONEY.decode(entry.events[0])
    assert isinstance(event, MoneyMoved | MoneyReversed)
    return event


def needs(by: Actor, role: Role) -> Declined | None:
    """Why `by` may not do what a `role` does, if so."""
    if by.role.may_act_as(role):
        return None
    return Declined(f"this is for {role.somebody} or above, not for {by.role.somebody}")
