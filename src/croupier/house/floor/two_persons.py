"""The desk under the rule of two persons: what is above the house's limits waits until another confirms it.

Whoever calls the desk is under it. What was confirmed is carried out past it, in the name of who asked.
"""

import asyncio
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from croupier.house.answers import Acknowledged, Answer, Declined, Held
from croupier.house.approvals import Approval, Approvals
from croupier.house.cage.limits import Limits, moved_today
from croupier.house.floor.desk import Desk
from croupier.house.house import House
from croupier.house.ledger import CASH
from croupier.house.ledger.accounts import NameOf
from croupier.house.ledger.cashier import MoneyReversed, Moved
from croupier.links.game import LINK
from croupier.links.messages import ChangeTerms, CorrectMeter
from croupier.messages import Message, called
from croupier.money import Cents
from croupier.rulebook import RulebookError
from croupier.table import Actor, Command, Refusal, Role

_ABOVE = Message("settings above the house's limit")


class TwoPersonsDesk(Desk):
    def __init__(
        self, house: House, approvals: Approvals, limits: Limits, setting: Cents, name_of: NameOf = str
    ) -> None:
        """`limits` are for money, `setting` is the highest amount of a table that one person sets."""
        super().__init__(house, name_of)
        self._approvals, self._limits, self._setting = approvals, limits, setting
        approvals.kinds |= {
            "money": self._move_money,
            "rules": self._change_rules,
            "table": self._open_table,
            "new_link": self._open_link,
            "link": self._order_link,
        }

    async def _held(
        self, by: Actor, kind: str, details: Mapping[str, Any], words: Message, reason: str, **more: Any
    ) -> Held | Declined:
        asked = await self._approvals.ask(by, kind, details, words=words, reason=reason, **more)
        return asked if isinstance(asked, Declined) else Held(asked.id, words)

    # Money at the window

    def why_two(self, role: Role, person: str, cents: Cents) -> str:
        """Why a second person would have to look at money over the window; "" if not."""
        house, limits = self._house, self._limits
        already = (
            moved_today(house.journal, person, cents > 0, house.clock.peek()) if limits.player_day else 0
        )
        return limits.why_two(role, abs(cents), already)

    async def _hold(self, by: Actor, player: str, moved: Moved, command_id: str) -> Held | Declined | None:
        """The second person is not the one it is for."""
        if CASH not in (moved.source, moved.target):
            return None
        cents = moved.cents if moved.source == CASH else -moved.cents
        if not await asyncio.to_thread(self.why_two, by.role, player, cents):
            return None
        template = "{amount:money} off the account of {name}"
        if isinstance(moved, MoneyReversed):
            template = "receipt {receipt} of {amount:money} taken back, on the account of {name}"
        elif cents > 0:
            template = "{amount:money} onto the account of {name}"
        receipt = moved.receipt if isinstance(moved, MoneyReversed) else ""
        values = {"receipt": receipt, "amount": moved.cents, "name": self._name_of(player)}
        words = Message(template, values)
        details = {"person": player, "moved": msgspec.to_builtins(moved), "command_id": command_id}
        return await self._held(
            by, "money", details, words, moved.reason, concerns=player, command_id=command_id
        )

    async def _move_money(self, approval: Approval) -> Answer:
        wanted = approval.details
        moved = replace(msgspec.convert(wanted["moved"], Moved), second=approval.second)
        return await self._move(approval.asker, wanted["person"], moved, approval.command_id)

    # Settings

    def _high(self, edition: str, given: Mapping[str, Any], now: Mapping[str, Any]) -> list[Message]:
        """Amounts above the house's limit that are changed, in words."""
        try:
            rules = self._house.catalogue.rules(edition, given)
        except RulebookError:
            return []  # the desk says what is wrong
        settings = rules.edition.settings
        return [
            Message("{setting:text} {amount:money}", {"setting": settings[name].words, "amount": value})
            for name, value in rules.settings.items()
            if settings[name].type == "money" and isinstance(value, int) and value > self._setting
            if name in rules.chosen and rules.chosen[name] != now.get(name)
        ]

    async def change_rules(self, by: Actor, table: str, edition: str, settings: Mapping[str, Any]) -> Answer:
        card = self._floor.state.tables.get(table)
        if (
            card is not None
            and not card.is_practice
            and (high := self._high(edition, settings, card.settings))
        ):
            values = {"title": called(card.title), "table": table, "settings": high}
            words = Message("table {title} ({table}): {settings:list}", values)
            details = {"table": table, "edition": edition, "settings": settings}
            return await self._held(by, "rules", details, words, _ABOVE)
        return await super().change_rules(by, table, edition, settings)

    async def _change_rules(self, approval: Approval) -> Answer:
        return await super().change_rules(approval.asker, **approval.details)

    async def open_table(
        self, by: Actor, table: str, edition: str, settings: Mapping[str, Any] | None = None, **more: Any
    ) -> Answer:
        if not more.get("is_practice") and (high := self._high(edition, settings or {}, {})):
            values = {"table": table, "edition": edition, "settings": high}
            words = Message("a new table {table} of {edition}: {settings:list}", values)
            details = {"table": table, "edition": edition, "settings": settings, **more}
            return await self._held(by, "table", details, words, _ABOVE)
        return await super().open_table(by, table, edition, settings, **more)

    async def _open_table(self, approval: Approval) -> Answer:
        if approval.details["table"] in self._floor.state.tables:  # before a crash
            return Acknowledged((), self._floor.version, is_repeat=True)
        return await super().open_table(approval.asker, **approval.details)

    # Jackpots

    async def open_link(
        self, by: Actor, link: str, edition: str, settings: Mapping[str, Any] | None = None, **more: Any
    ) -> Answer:
        high, meter = self._high(edition, settings or {}, {}), more.get("meter") or 0
        if meter > self._limits.house:
            high.append(Message("the meter at {amount:money}", {"amount": meter}))
        if high:
            values = {"title": more.get("title", ""), "settings": high}
            words = Message("a new jackpot {title}: {settings:list}", values)
            details = {"link": link, "edition": edition, "settings": settings, **more}
            return await self._held(by, "new_link", details, words, Message("above the house's limit"))
        return await super().open_link(by, link, edition, settings, **more)

    async def _open_link(self, approval: Approval) -> Answer:
        if approval.details["link"] in self._floor.state.links:
            return Acknowledged((), self._floor.version, is_repeat=True)
        return await super().open_link(approval.asker, **approval.details)

    async def order_link(self, link: str, command: Command) -> Answer:
        """A meter corrected by more, or a reset value higher, than the house lets one person do waits."""
        async with self._house.links.using(link) as live:
            meter, role = live.state.meter, LINK.authority(live.rules, type(command))
            is_refused = isinstance(live.table.decide(command), Refusal)  # the link says so itself
        title = self._floor.state.links[link].title
        if isinstance(command, CorrectMeter) and abs(command.meter - meter) > self._limits.house:
            values = {"title": title, "before": meter, "after": command.meter}
            words = Message("the meter of {title} from {before:money} to {after:money}", values)
        elif isinstance(command, ChangeTerms) and command.reset_value > self._setting:
            values = {"title": title, "amount": command.reset_value}
            words = Message("the reset value of {title}: {amount:money}", values)
        else:
            words = None
        if is_refused or not words:
            return await super().order_link(link, command)
        assert isinstance(command, CorrectMeter | ChangeTerms)
        details = {"link": link, "command": msgspec.to_builtins(command), "command_id": command.id}
        named = f"{link}:{command.id}"
        return await self._held(
            command.by, "link", details, words, command.reason, role=role, command_id=named
        )

    async def _order_link(self, approval: Approval) -> Answer:
        kinds = {kind.__name__: kind for kind in (CorrectMeter, ChangeTerms)}
        body = approval.details["command"]
        return await super().order_link(approval.details["link"], msgspec.convert(body, kinds[body["type"]]))
