"""Lobby and tables over HTTP."""

import secrets
from typing import Annotated

from litestar import Controller, delete, get, post, put
from litestar.config.compression import CompressionConfig
from litestar.middleware import DefineMiddleware
from litestar.middleware.compression import CompressionMiddleware
from litestar.params import JSONBody, QueryParameter
from msgspec import Struct
from msgspec.structs import replace

from croupier.house.floor.state import TableCard
from croupier.house.ledger import PRACTICE_TABLES
from croupier.house.stamps import HOUSE_ZONE
from croupier.languages import spoken
from croupier.messages import reason_of
from croupier.rulebook import RulebookError
from croupier.server.api.approvals import MAY_WAIT
from croupier.server.api.bodies import (
    BotCount,
    CommandBody,
    DealerMode,
    IdempotencyKey,
    NewRules,
    NewTable,
    OtherSeat,
    PreviewBody,
    Reason,
    TableId,
    TakeSeat,
)
from croupier.server.api.jackpots.links import Jackpot, jackpot_of
from croupier.server.api.rules import EditionLine, edition_line
from croupier.server.context import By, Context, Here, Visitor, accepted
from croupier.server.errors import Rejected
from croupier.server.sockets import wire
from croupier.server.sockets.orders import actor_at, check_not_dealing, role_at, stamped_id
from croupier.server.sockets.outbox import Outbox
from croupier.server.sockets.scene import RAIL
from croupier.server.sockets.table_socket import foresee, give
from croupier.server.sockets.viewer import Viewer
from croupier.server.sockets.wire import Ack, Preview, TableLine
from croupier.server.tables.moves import taken
from croupier.server.tables.seating import chips_of, players
from croupier.table import Actor, Recorded, Role
from croupier.table.table import position_for


class Seat(Struct, frozen=True, kw_only=True):
    table: str
    place: int
    chips: int
    seq: int


class Leaving(Struct, frozen=True):
    is_leaving: bool  # False once the seat has been left


class Position(Struct, frozen=True, kw_only=True):
    seq: int
    position: str


class Lobby(Struct, frozen=True, kw_only=True):
    """All of it; or, after a mark, what has changed since."""

    mark: str
    is_whole: bool
    is_demo: bool
    sign_on: str = ""  # what staff sign in with besides a password, in words
    tables: list[TableLine]
    jackpots: list[Jackpot]
    editions: list[EditionLine]
    felts: dict[str, wire.Felt] = {}  # what lies on each table now
    zone: str = HOUSE_ZONE


def card_of(context: Context, table: str) -> TableCard:
    card = context.house.floor.state.tables.get(table)
    if card is None:
        raise Rejected("not_found", "there is no table {table}; choose one from the lobby", table=table[:64])
    return card


async def line_of(context: Context, table: str) -> TableLine:
    card_of(context, table)
    return (await context.room.stage(table)).line()


async def expect_questions(context: Context, table: str) -> None:
    """Somebody who has come to a practice table may soon ask for advice."""
    if card_of(context, table).is_practice:
        context.adviser.get_ready((await context.room.stage(table)).look.rules)


def manager_of(context: Context, visitor: Visitor, card: TableCard, needed: Role) -> Actor:
    """Who may run this table: staff who do not play at it, or the owner of a practice table."""
    person = visitor.person
    if card.is_practice and card.owner == person.id:
        return Actor(person.id, Role.SHIFT_MANAGER)
    by = visitor.acting_as(needed)
    check_not_playing(context, card.id, person.id)
    return by


def check_not_playing(context: Context, table: str, person: str) -> None:
    """A player at a table does not manage it."""
    look = context.house.glance(table)
    if look is not None and look.game.place_of(look.state, person) is not None:
        raise Rejected("not_allowed", "players cannot act for the House at their own table")


class LobbyController(Controller):
    path = "/api/lobby"
    tags = ("tables",)
    opt = {"is_public": True}  # noqa: RUF012 - Litestar's own shape
    # Everybody gets the same, so that nothing secret can be guessed from its length.
    middleware = (
        DefineMiddleware(CompressionMiddleware, config=CompressionConfig(backend="gzip", minimum_size=1_000)),
    )

    @get(cost="look")
    async def lobby(
        self, context: Here, visitor: By, after: Annotated[str, QueryParameter(max_length=64)] = ""
    ) -> Lobby:
        room = context.room
        stages = {f"table {stage.name}": stage for stage in room.open_stages()}
        felts = {f"felt {stage.name}": stage.felt() for stage in stages.values()}
        jackpots = {
            f"jackpot {link}": await jackpot_of(context, visitor, link)
            for link in context.house.floor.state.links
        }
        things: dict[str, object] = {name: stage.steady() for name, stage in stages.items()}
        things |= felts
        things |= {name: replace(jackpot, at=0) for name, jackpot in jackpots.items()}
        mark, new = room.changes.since(after, things)
        wanted = things.keys() if new is None else new
        editions = context.catalogue.library.editions() if new is None else ()
        return Lobby(
            mark=mark,
            is_whole=new is None,
            is_demo=context.config.is_demo,
            sign_on=context.config.sign_on_title if context.sign_on is not None else "",
            tables=[stage.line() for name, stage in stages.items() if name in wanted],
            jackpots=[jackpot for name, jackpot in jackpots.items() if name in wanted],
            editions=[edition_line(context, edition) for edition in editions],
            felts={name.removeprefix("felt "): felt for name, felt in felts.items() if name in wanted},
        )


class TableController(Controller):
    path = "/api/tables"
    tags = ("tables",)

    # Looking

    @get("/{table:str}", cost="look", opt={"is_public": True})
    async def table(self, context: Here, table: TableId) -> TableLine:
        return await line_of(context, table)

    @get("/{table:str}/snapshot", cost="look", opt={"is_public": True})
    async def snapshot(
        self,
        context: Here,
        visitor: By,
        table: TableId,
        role: Annotated[Role, QueryParameter(name="as")] = Role.PLAYER,
    ) -> wire.Snapshot:
        card = card_of(context, table)
        stage = await context.room.stage(table)
        role = role_at(card, visitor.known, role)
        if visitor.known is not None:
            actor_at(stage.look, visitor.known, role)  # no role that the socket would refuse
        return stage.snapshot_for(Viewer(visitor.known, role, Outbox(1), stage.voice(spoken().name)))

    @get("/{table:str}/position", cost="look", opt={"is_public": True})
    async def position(
        self,
        context: Here,
        visitor: By,
        table: TableId,
        role: Annotated[Role, QueryParameter(name="as")] = Role.PLAYER,
    ) -> Position:
        """The situation in one line, with the cards that this viewer sees and no others."""
        card = card_of(context, table)
        look = (await context.room.stage(table)).look
        role = role_at(card, visitor.known, role)
        actor = actor_at(look, visitor.known, role) if visitor.known is not None else RAIL
        return Position(seq=look.version, position=position_for(look.game, look.rules, look.state, actor))

    # Running

    @post(cost="act", responses=MAY_WAIT)
    async def open_table(self, context: Here, visitor: By, data: JSONBody[NewTable]) -> TableLine:
        person = visitor.person
        if data.is_practice:
            by = Actor(person.id, Role.PLAYER)
            owned = [card for card in context.house.floor.state.tables.values() if card.owner == person.id]
            if sum(card.status != "closed" for card in owned) >= context.config.practice_tables_max:
                raise Rejected("too_many", "you have as many practice tables as one may have; close one")
        else:
            by = visitor.acting_as(Role.PIT_MANAGER)
        name = new_table_id(context, data)
        accepted(
            await context.desk.open_table(
                by,
                name,
                data.edition,
                data.settings,
                title=data.title,
                cards="physical" if data.is_physical else "rehearsal" if data.is_practice else "virtual",
                link=data.link,
                is_practice=data.is_practice,
            )
        )
        if data.bots:
            manager = manager_of(context, visitor, card_of(context, name), Role.PIT_MANAGER)
            accepted(await context.desk.set_bots(manager, name, data.bots))
        await expect_questions(context, name)
        return await line_of(context, name)

    @post("/{table:str}/pause", cost="act", status_code=200)
    async def pause(self, context: Here, visitor: By, table: TableId, data: JSONBody[Reason]) -> TableLine:
        by = manager_of(context, visitor, card_of(context, table), Role.PIT_SUPERVISOR)
        accepted(await context.desk.pause(by, table, data.reason))
        return await line_of(context, table)

    @post("/{table:str}/resume", cost="act", status_code=200)
    async def resume(self, context: Here, visitor: By, table: TableId) -> TableLine:
        by = manager_of(context, visitor, card_of(context, table), Role.PIT_SUPERVISOR)
        accepted(await context.desk.resume(by, table))
        return await line_of(context, table)

    @post("/{table:str}/close", cost="act", status_code=200)
    async def close(self, context: Here, visitor: By, table: TableId, data: JSONBody[Reason]) -> TableLine:
        by = manager_of(context, visitor, card_of(context, table), Role.PIT_MANAGER)
        await send_home(context, by, table)
        accepted(await context.desk.close(by, table, data.reason))
        return await line_of(context, table)

    @put("/{table:str}/rules", cost="act", responses=MAY_WAIT)
    async def change_rules(
        self, context: Here, visitor: By, table: TableId, data: JSONBody[NewRules]
    ) -> TableLine:
        by = manager_of(context, visitor, card_of(context, table), Role.PIT_MANAGER)
        accepted(await context.desk.change_rules(by, table, data.edition, data.settings))
        return await line_of(context, table)

    @put("/{table:str}/dealer", cost="act")
    async def set_dealer(
        self, context: Here, visitor: By, table: TableId, data: JSONBody[DealerMode]
    ) -> TableLine:
        by = manager_of(context, visitor, card_of(context, table), Role.DEALER)
        actor_at((await context.room.stage(table)).look, visitor.person, by.role)
        accepted(await context.desk.set_dealer(by, table, data.mode))
        return await line_of(context, table)

    @put("/{table:str}/bots", cost="act")
    async def set_bots(
        self, context: Here, visitor: By, table: TableId, data: JSONBody[BotCount]
    ) -> TableLine:
        by = manager_of(context, visitor, card_of(context, table), Role.PIT_MANAGER)
        accepted(await context.desk.set_bots(by, table, data.count))
        return await line_of(context, table)

    # Sitting

    @post("/{table:str}/seat", cost="act")
    async def sit(
        self,
        context: Here,
        visitor: By,
        table: TableId,
        data: JSONBody[TakeSeat],
        key: IdempotencyKey = None,
    ) -> Seat:
        card_of(context, table)
        player = visitor.acting_as(Role.PLAYER)
        check_not_dealing((await context.room.stage(table)).look, player)
        seated = Actor(player.id, Role.PLAYER, data.place)
        named = stamped_id(seated, key) if key else ""
        sat = await context.desk.sit(seated, table, data.place, data.chips, command_id=named)
        answer = accepted(sat)
        if player.id in context.house.card(table).waiting:
            await context.desk.stop_waiting(player, table)
        await expect_questions(context, table)
        return Seat(table=table, place=data.place, chips=data.chips, seq=answer.version)

    @put("/{table:str}/seat", cost="act")
    async def move(self, context: Here, visitor: By, table: TableId, data: JSONBody[OtherSeat]) -> Seat:
        """To another place with all chips: one sits there, or still where one sat."""
        card_of(context, table)
        player = visitor.acting_as(Role.PLAYER)
        moved = Actor(player.id, Role.PLAYER, data.place)
        answer = accepted(await context.desk.move(moved, table, data.place))
        await expect_questions(context, table)
        look = (await context.room.stage(table)).look
        return Seat(table=table, place=data.place, chips=chips_of(look, data.place), seq=answer.version)

    @delete("/{table:str}/seat", cost="act", status_code=200)
    async def leave(self, context: Here, visitor: By, table: TableId) -> Leaving:
        """Now if the rules let one; otherwise as soon as they do."""
        player = visitor.person.id
        card_of(context, table)
        stage = await context.room.stage(table)
        look = stage.look
        place = look.game.place_of(look.state, player)
        if place is None:
            raise Rejected("refused", "you do not sit at this table")
        actor = Actor(player, Role.PLAYER, place)
        option = look.game.leaving(look.rules, look.state, actor)
        if option is not None:
            id = stamped_id(actor, f"leave-{secrets.token_hex(8)}")
            accepted(await context.house.submit(table, taken(option, actor, look.game, {}, id), look.version))
            return Leaving(False)
        if player not in context.house.card(table).leaving:
            accepted(await context.desk.ask_to_leave(actor, table))
        return Leaving(True)

    @delete("/{table:str}/leaving", cost="act", status_code=200)
    async def stay(self, context: Here, visitor: By, table: TableId) -> Leaving:
        """A player who was about to leave stays after all."""
        player = visitor.acting_as(Role.PLAYER)
        card_of(context, table)
        accepted(await context.desk.end_leaving(player, table))
        return Leaving(False)

    # Acting without a socket

    @post("/{table:str}/commands", cost="act", status_code=200)
    async def command(self, context: Here, visitor: By, table: TableId, data: JSONBody[CommandBody]) -> Ack:
        person, card = visitor.person, card_of(context, table)
        role = role_at(card, person, data.role)
        stage = await context.room.stage(table)
        message = wire.GiveCommand(data.id, data.expect, data.command)
        answer = await give(context, stage, person, role, message)
        return Ack(id=data.id, seq=answer.version)

    @post("/{table:str}/preview", cost="look", status_code=200)
    async def preview(
        self, context: Here, visitor: By, table: TableId, data: JSONBody[PreviewBody]
    ) -> Preview:
        person, card = visitor.person, card_of(context, table)
        role = role_at(card, person, data.role)
        stage = await context.room.stage(table)
        return await foresee(context, stage, person, role, wire.AskPreview(data.id, data.command))


def new_table_id(context: Context, data: NewTable) -> str:
    """A readable id nobody has: poker-7-k3f9."""
    try:
        game = context.catalogue.library.get(data.edition).game
    except RulebookError as error:
        raise Rejected("refused", reason_of(error)) from None
    prefix = f"{PRACTICE_TABLES if data.is_practice else ''}{game.partition('-')[2] or game}"
    while (name := f"{prefix}-{secrets.token_hex(3)}") in context.house.floor.state.tables:
        pass  # one in eight houses with two thousand tables comes upon one that it has
    return name


async def send_home(context: Context, by: Actor, table: str) -> None:
    """Let everyone leave who may, before a table closes; who may not keeps it open."""
    stage = await context.room.stage(table)
    for place, player in players(stage.look).items():
        look = await context.house.look(table)
        if look.round or not chips_of(look, place):
            continue
        actor = Actor(player, Role.PLAYER, place)
        option = look.game.leaving(look.rules, look.state, actor)
        if option is not None:
            going = taken(option, actor, look.game, {}, f"clock:close-{look.version}")
            if look.card.has_one_screen:  # with the chips in their hands: nothing goes onto an account
                going = replace(going, by=by, recorded=Recorded(place))
            await context.house.submit(table, going)
