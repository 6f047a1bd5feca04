"""The cashier's window: money onto players' accounts and off them."""

import msgspec

from croupier.house.answers import Acknowledged, Answer, Declined
from croupier.house.house import House
from croupier.house.journal import Journal
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

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(self.source, self.target, self.cents),)


_MONEY: msgspec.json.Decoder[HouseEvent] = msgspec.json.Decoder(MoneyMoved)


def window(stream: str, journal: Journal) -> Register[None]:
    """A player's own stream; what it comes to is in the books."""
    return Register(stream, None, lambda state, event, at: None, _MONEY, journal)


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

    async def _move(self, by: Actor, player: str, moved: MoneyMoved, command_id: str) -> Answer:
        if by.role is not Role.SYSTEM and (no := needs(by, Role.PIT_MANAGER)):
            return no
        if moved.cents <= 0:
            return Declined("name an amount above zero")
        register = window(f"player/{player}", self._house.journal)
        register.version = self._house.journal.version(register.stream)
        answer = await self._house.record(register, lambda _: [moved], by, "MoveMoney", command_id=command_id)
        if isinstance(answer, Acknowledged) and answer.is_repeat:
            first = answer.happened[0]
            if (first.event, first.by) != (moved, by.id):
                return Declined("this key was used for another booking; nothing is booked under it again")
        return answer


def needs(by: Actor, role: Role) -> Declined | None:
    """Why `by` may not do what a `role` does, if so."""
    if by.role.may_act_as(role):
        return None
    return Declined(f"this is for a {role.words} or above, not for a {by.role.words}")
