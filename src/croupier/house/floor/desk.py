"""The floor desk: tables open, pause and close; rules for the next Round; waiting lists; signage."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec.structs import replace

from croupier.house.answers import Acknowledged, Answer, Declined, declined, needs
from croupier.house.floor import state as f
from croupier.house.house import House
from croupier.house.journal import Batch, Writing
from croupier.house.ledger import PRACTICE_TABLES
from croupier.house.ledger.accounts import NameOf, Places
from croupier.house.ledger.cashier import Cashier
from croupier.house.register import HouseEvent, Register
from croupier.house.stamps import new_id
from croupier.links.messages import OpenLink
from croupier.messages import Message, reason_of
from croupier.money import Cents, say_money
from croupier.rulebook import RulebookError, Rules
from croupier.table import Actor, Command, Role, RulesAdopted
from croupier.table.options import fill


class Desk(Cashier):
    """What pit staff do to the floor. Every method answers Acknowledged, or says why not."""

    def __init__(self, house: House, name_of: NameOf = str) -> None:
        super().__init__(house)
        self._name_of = name_of

    @property
    def _floor(self) -> Register[f.Floor]:
        return self._house.floor

    async def open_table(
        self,
        by: Actor,
        table: str,
        edition: str,
        settings: Mapping[str, Any] | None = None,
        *,
        title: str = "",
        cards: f.Cards = "virtual",
        link: str = "",
        is_practice: bool = False,
        follows_in_force: bool = False,
    ) -> Answer:
        """Open a table under an edition with the house's settings."""
        if not is_practice and (no := needs(by, Role.PIT_MANAGER)):
            return no
        try:
            rules = self._house.catalogue.rules(edition, settings or {})
        except RulebookError as error:
            return Declined(reason_of(error))
        opened = f.TableOpened(
            table=table,
            edition=edition,
            settings=dict(rules.chosen),
            title=title or rules.edition.title,
            cards=cards,
            link=link,
            owner=by.id if is_practice else "",
            follows_in_force=follows_in_force,
        )

        def decide(floor: f.Floor) -> Sequence[HouseEvent] | Declined:
            if problem := id_problem(table, "a table's id"):
                return problem
            if table in floor.tables:
                return declined("there is a table {table} already; choose another id", table=table)
            if table.startswith(PRACTICE_TABLES) != is_practice:
                return declined(
                    "ids of practice tables, and no others, begin with {start}", start=PRACTICE_TABLES
                )
            if is_practice and link:
                return Declined("chips for practice do not feed a jackpot")
            if link and link not in floor.links:
                return declined("there is no jackpot {link}; open it first", link=link)
            if link and floor.links[link].game != rules.edition.game:
                return declined(
                    "jackpot {link} is for tables of {game}", link=link, game=floor.links[link].game
                )
            return [opened]

        opening = self._opening(rules, f"table/{table}", by)
        return await self._house.record(self._floor, decide, by, "OpenTable", lambda: opening)

    async def open_link(
        self,
        by: Actor,
        link: str,
        edition: str,
        settings: Mapping[str, Any] | None = None,
        *,
        title: str = "",
        meter: Cents | None = None,
    ) -> Answer:
        """Open a jackpot for tables to join; without a value the meter opens at its reset value."""
        if no := needs(by, Role.PIT_MANAGER):
            return no
        try:
            rules = self._house.catalogue.rules(edition, settings or {})
        except RulebookError as error:
            return Declined(reason_of(error))
        opened = f.LinkOpened(
            link=link,
            game=rules.edition.game,
            edition=edition,
            settings=dict(rules.chosen),
            title=title or link,
        )

        def decide(floor: f.Floor) -> Sequence[HouseEvent] | Declined:
            if problem := id_problem(link, "a jackpot's id"):
                return problem
            if link in floor.links:
                return declined("there is a jackpot {link} already; choose another id", link=link)
            return [opened]

        opening = self._opening(rules, f"link/{link}", by)
        answer = await self._house.record(self._floor, decide, by, "OpenLink", lambda: opening)
        if isinstance(answer, Acknowledged):
            return await self._house.order_link(link, OpenLink(by=by, meter=meter))
        return answer

    async def order_link(self, link: str, command: Command) -> Answer:
        """What the house orders a jackpot to do, once it is open."""
        return await self._house.order_link(link, command)

    async def pause(self, by: Actor, table: str, reason: str) -> Answer:
        """No new Round; the one under way is finished."""
        event = f.TablePaused(table=table, reason=reason)
        return await self._change(by, Role.PIT_SUPERVISOR, table, event, {"open"}, "PauseTable")

    async def resume(self, by: Actor, table: str) -> Answer:
        event = f.TableResumed(table=table)
        return await self._change(by, Role.PIT_SUPERVISOR, table, event, {"paused"}, "ResumeTable")

    async def close(self, by: Actor, table: str, reason: str) -> Answer:
        """Close for good. Chips must have gone home and no Round may be open."""
        owner = self._floor.state.tables[table].owner if table in self._floor.state.tables else ""
        needed = Role.PLAYER if owner and owner == by.id else Role.PIT_MANAGER
        try:
            async with self._house.using(table) as live:
                if live.is_round_open:
                    return Declined(
                        "a Round is under way; pause the table and close it when the Round is over"
                    )
                left = {name: cents for name, cents in live.game.holdings(live.state).items() if cents}
                if left:
                    words = Places.at(self._name_of, live).listed
                    held = ", ".join(f"{words(name)}: {say_money(left[name])}" for name in sorted(left))
                    return declined(
                        "chips are still on the table ({held}); let the players leave first", held=held
                    )
                event = f.TableClosed(table=table, reason=reason)
                return await self._change(by, needed, table, event, {"open", "paused"}, "CloseTable")
        except KeyError:
            return _no_table(table)

    async def change_rules(self, by: Actor, table: str, edition: str, settings: Mapping[str, Any]) -> Answer:
        """Another edition or other settings, from the next Round on."""
        try:
            rules = self._house.catalogue.rules(edition, settings)
        except RulebookError as error:
            return Declined(reason_of(error))
        card = self._floor.state.tables.get(table)
        if card is None:
            return _no_table(table)
        if rules.edition.game != card.game:
            said = "table {table} plays {game}; {edition} needs a table of its own"
            return declined(said, table=table, game=card.game, edition=edition)
        event = f.RulesOrdered(
            table=table,
            edition=edition,
            settings=dict(rules.chosen),
            previous=card.edition,
            previous_settings=card.settings,
        )
        return await self._change(by, Role.PIT_MANAGER, table, event, {"open", "paused"}, "ChangeRules")

    async def set_dealer(self, by: Actor, table: str, mode: str) -> Answer:
        """A person takes the table over from the auto-dealer or another dealer, or gives it back."""
        card = self._floor.state.tables.get(table)
        if mode == "auto" and card is not None and card.has_one_screen:
            return Declined("real cards are dealt by a person: the next dealer takes the table over")
        event = f.DealerSet(table=table, mode="person" if mode == "person" else "auto", name=by.id)
        return await self._change(by, Role.DEALER, table, event, {"open", "paused"}, "SetDealer")

    async def set_bots(self, by: Actor, table: str, count: int) -> Answer:
        event = f.BotsSet(table=table, count=count)
        return await self._change(by, Role.PIT_MANAGER, table, event, {"open", "paused"}, "SetBots")

    async def wait_for_seat(self, by: Actor, table: str) -> Answer:
        def decide(floor: f.Floor) -> Sequence[HouseEvent] | Declined:
            if (card := floor.tables.get(table)) is None or card.status == "closed":
                return _no_table(table)
            if by.id in card.waiting:
                return declined(
                    "you are number {number} on the list already", number=card.waiting.index(by.id) + 1
                )
            return [f.WaitingJoined(table=table, player=by.id)]

        return await self._house.record(self._floor, decide, by, "JoinWaitingList")

    async def stop_waiting(self, by: Actor, table: str, player: str | None = None) -> Answer:
        event = f.WaitingLeft(table=table, player=player or by.id)
        said = "{player:person} is not on the list of table {table}"
        return await self._strike(by, event, "waiting", said, "LeaveWaitingList")

    async def ask_to_leave(self, by: Actor, table: str) -> Answer:
        """Remember that a player goes as soon as the rules allow it."""

        def decide(floor: f.Floor) -> Sequence[HouseEvent] | Declined:
            if (card := floor.tables.get(table)) is None or card.status == "closed":
                return _no_table(table)
            if by.id in card.leaving:
                return Declined("you leave as soon as the rules allow it already")
            return [f.LeavingAsked(table=table, player=by.id)]

        return await self._house.record(self._floor, decide, by, "AskToLeave")

    async def end_leaving(self, by: Actor, table: str, player: str | None = None) -> Answer:
        """The player stays after all, or has left."""
        event = f.LeavingEnded(table=table, player=player or by.id)
        said = "{player:person} has not asked to leave table {table}"
        return await self._strike(by, event, "leaving", said, "EndLeaving")

    async def _strike(
        self, by: Actor, event: f.WaitingLeft | f.LeavingEnded, listed: str, said: str, command: str
    ) -> Answer:
        """Off a list of the table's."""

        def decide(floor: f.Floor) -> Sequence[HouseEvent] | Declined:
            card = floor.tables.get(event.table)
            if card is None or event.player not in getattr(card, listed):
                return declined(said, player=event.player, table=event.table)
            return [event]

        return await self._house.record(self._floor, decide, by, command)

    async def sit(
        self, player: Actor, table: str, place: int, chips: Cents, *, command_id: str = ""
    ) -> Answer:
        """Take a place with chips from the player's account; off the lists with it.

        With a `command_id` of the sender's it can be sent again and is done once.
        """
        try:
            async with self._house.using(table) as live:
                commands = live.game.seat(player, place, chips)
                if command_id:
                    named = enumerate(commands)
                    commands = tuple(replace(each, id=f"{command_id}.{n}") for n, each in named)
                    before = await self._house.commands.answered_before(live, commands[-1])
                    if before is not None:
                        return before
                if (taken := live.game.place_of(live.state, player.id)) is not None:
                    return declined("you sit at place {place} already; one seat each at a table", place=taken)
                answer = await self._house.commands.carry_out(live, commands)
        except KeyError:
            return _no_table(table)
        if isinstance(answer, Acknowledged):
            if player.id in self._house.card(table).waiting:
                await self.stop_waiting(player, table)
            if player.id in self._house.card(table).leaving:
                await self.end_leaving(player, table)
        return answer

    async def move(self, player: Actor, table: str, place: int) -> Answer:
        """Up from one place and down at another with all chips: both, or neither."""
        try:
            async with self._house.using(table) as live:
                at = live.game.place_of(live.state, player.id)
                if at is None:
                    return declined("you do not sit at this table")
                seated = Actor(player.id, Role.PLAYER, at)
                option = live.game.leaving(live.rules, live.state, seated)
                if option is None:
                    return declined("the Round has begun: move when it is over")
                chips = dict(live.game.holdings(live.state)).get(f"stack/{at}", 0)
                up = fill(live.game.commands_by_name[option.command], option, seated, id=new_id())
                down = live.game.seat(Actor(player.id, Role.PLAYER, place), place, chips)
                return await self._house.commands.carry_out(live, (up, *down))
        except KeyError:
            return _no_table(table)

    def _opening(self, rules: Rules, stream: str, by: Actor) -> Batch:
        """The first entry of a table's or link's stream: the rules it adopts."""
        adopted = RulesAdopted(
            edition=rules.edition.id, settings=dict(rules.chosen), citations=rules.cite("round_of_play")
        )
        return (
            Writing(
                stream=stream,
                expected=0,
                events=(msgspec.json.encode(adopted),),
                command_id=new_id(),
                by=by.id,
                role=by.role.value,
                at=self._house.clock.stamp(),
            ),
        )

    async def _change(
        self,
        by: Actor,
        role: Role,  # a practice table is its owner's
        table: str,
        event: HouseEvent,
        statuses: set[str],
        command: str,
    ) -> Answer:
        def decide(floor: f.Floor) -> Sequence[HouseEvent] | Declined:
            card = floor.tables.get(table)
            if card is None:
                return _no_table(table)
            if card.status not in statuses:
                said = "table {table} is {status:name}; this needs it {needed:or}"
                needed = tuple(map(Message, sorted(statuses)))
                return declined(said, table=table, status=card.status, needed=needed)
            return [event]

        needs_staff = role if role is not Role.PLAYER else None
        return await self._house.record(self._floor, decide, by, command, role=needs_staff)


def _no_table(table: str) -> Declined:
    return declined("there is no table {table}; choose one from the lobby", table=table)


def id_problem(name: str, what: str) -> Declined | None:
    """Ids go into paths and accounts: nothing in them may need quoting."""
    if name and all(each.isalnum() or each in "-_" for each in name):
        return None
    return declined("{what} has letters, digits, - and _ only", what=Message(what))
