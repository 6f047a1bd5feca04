"""The cashier's window: money onto players' accounts and off them."""

import msgspec

from croupier.house.answers import Answer, Declined
from croupier.house.house import House
from croupier.house.ledger import CASH, HOUSE_FUNDS, player_account
from croupier.house.register import HouseEvent, Register
from croupier.money import Account, Cents, Transfer
from croupier.table import Actor, Role


class MoneyMoved(HouseEvent, frozen=True, kw_only=True):
    """The cashier's window: cash in, cash out, or chips from the house for bots and demonstrations."""

    words = "{cents} from {source} to {target}: {reason}"
    source: Account
    target: Account
    cents: Cents
    reason: str

    def transfers(self) -> tuple[Transfer, ...]:
        return (Transfer(self.source, self.target, self.cents),)


_MONEY: msgspec.json.Decoder[HouseEvent] = msgspec.json.Decoder(MoneyMoved)


class Cashier:
    """Every movement is an entry in the player's own stream."""

    def __init__(self, house: House) -> None:
        self._house = house

    async def deposit(
        self, by: Actor, player: str, cents: Cents, reason: str, *, from_house: bool = False
    ) -> Answer:
        """Money onto a player's account: cash, or the house's own for bots and demonstrations."""
        source = HOUSE_FUNDS if from_house else CASH
        return await self._move(by, player, source, player_account(player), cents, reason)

    async def withdraw(self, by: Actor, player: str, cents: Cents, reason: str) -> Answer:
        return await self._move(by, player, player_account(player), CASH, cents, reason)

    async def _move(
        self, by: Actor, player: str, source: Account, target: Account, cents: Cents, reason: str
    ) -> Answer:
        if by.role is not Role.SYSTEM and (no := needs(by, Role.PIT_MANAGER)):
            return no
        if cents <= 0:
            return Declined("name an amount above zero")
        register: Register[None] = Register(
            f"player/{player}", None, lambda state, event, at: None, _MONEY, self._house.journal
        )
        register.version = self._house.journal.version(register.stream)
        moved = MoneyMoved(source=source, target=target, cents=cents, reason=reason)
        return await self._house.record(register, lambda _: [moved], by, "MoveMoney")


def needs(by: Actor, role: Role) -> Declined | None:
    """Why `by` may not do what a `role` does, if so."""
    if by.role.may_act_as(role):
        return None
    return Declined(f"this is for a {role.words} or above, not for a {by.role.words}")
