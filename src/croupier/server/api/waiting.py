"""When everyone last acted, who waits for a seat, who gets the next one, who moves to another table."""

import secrets
from typing import Annotated

from litestar import Controller, delete, get, post
from litestar.params import JSONBody, PathParameter, QueryParameter
from msgspec import Struct
from msgspec.structs import replace

from croupier.house.arrivals import NOBODY
from croupier.house.floor.state import TableCard
from croupier.house.house import Look
from croupier.messages import Message
from croupier.server.api.bodies import Chips, Place, TableId, Text
from croupier.server.context import By, Context, Here, accepted
from croupier.server.errors import Rejected
from croupier.server.sockets.orders import check_seating, stamped_id
from croupier.server.sockets.scene import CLOCK
from croupier.server.tables.moves import taken
from croupier.server.tables.seating import chips_of, free_places, players
from croupier.table import Actor, Ask, Command, Purpose, Recorded, Refusal, Role
from croupier.table.recording import is_guest

PersonId = Annotated[str, PathParameter(max_length=64)]

Named = Annotated[str, QueryParameter(min_length=2, max_length=64)]
_PATRONS_MAX = 8

_LOOK_BACK = 20_000  # events: hours at a busy table; a search further back would keep the store busy


class Waiting(Struct, frozen=True):
    player: str
    name: str


class Attendance(Struct, frozen=True, kw_only=True):
    """When a player at the table last did something there; None if that was long ago, or never."""

    place: int
    player: str
    name: str
    last_acted: int | None


class Position(Struct, frozen=True):
    position: int


class WaitingList(Struct, frozen=True, kw_only=True):
    """Who waits, the first one first; where they could sit, and with how much."""

    waiting: tuple[Waiting, ...]
    places: tuple[int, ...]
    chips: Ask | None


class GiveSeat(Struct, frozen=True, forbid_unknown_fields=True):
    place: Place
    chips: Chips


class Patron(Struct, frozen=True, kw_only=True):
    """A player of the house, as whom a dealer may seat somebody: no balance, no limits."""

    player: str  # for `recorded.player`
    name: str
    place: int | None  # where they sit at this table
    is_welcome: bool  # False for who has excluded themselves, or reached a limit of their own


class Arrival(Struct, frozen=True, kw_only=True):
    """Somebody who has just left another real table of the game, and comes with what was there."""

    player: str
    name: str
    source: str
    source_title: str
    chips: int
    left_at: int


class Relocation(Struct, frozen=True, forbid_unknown_fields=True):
    player: Text
    source: Text
    place: Place


class Seated(Struct, frozen=True, kw_only=True):
    table: str
    place: int
    chips: int
    seq: int


class HostController(Controller):
    path = "/api/tables"
    tags = ("tables",)

    @get("/{table:str}/waiting", cost="look")
    async def waiting(self, context: Here, visitor: By, table: TableId) -> WaitingList:
        visitor.looking_as(Role.DEALER, Role.AUDITOR)
        card, look = await _known(context, table)
        return WaitingList(
            waiting=tuple(Waiting(player, context.room.name_of(player)) for player in card.waiting),
            places=tuple(free_places(look)),
            chips=_stake(look),
        )

    @get("/{table:str}/attendance", cost="look")
    async def attendance(self, context: Here, visitor: By, table: TableId) -> list[Attendance]:
        """Who sits there, and when they last did something themselves: the clock's moves are not theirs."""
        visitor.looking_as(Role.DEALER, Role.AUDITOR)
        _, look = await _known(context, table)
        journal, after = context.house.journal, look.version - _LOOK_BACK

        def last(player: str) -> int | None:
            return journal.last_by(f"table/{table}", player, after, CLOCK)

        seated = players(look)
        acted = await visitor.look_up(lambda: {player: last(player) for player in seated.values()})
        name_of = context.room.name_of
        return [
            Attendance(place=place, player=player, name=name_of(player), last_acted=acted[player])
            for place, player in seated.items()
        ]

    @post("/{table:str}/waiting", cost="act")
    async def wait(self, context: Here, visitor: By, table: TableId) -> Position:
        by = visitor.acting_as(Role.PLAYER)
        await _known(context, table)
        accepted(await context.desk.wait_for_seat(by, table))
        return Position(context.house.card(table).waiting.index(by.id) + 1)

    @delete("/{table:str}/waiting", cost="act", status_code=204)
    async def stop_waiting(self, context: Here, visitor: By, table: TableId) -> None:
        by = visitor.acting_as(Role.PLAYER)
        await _known(context, table)
        accepted(await context.desk.stop_waiting(by, table))

    @delete("/{table:str}/waiting/{person:str}", cost="act", status_code=204)
    async def take_off(self, context: Here, visitor: By, table: TableId, person: PersonId) -> None:
        by = visitor.acting_as(Role.PIT_SUPERVISOR)
        await _known(context, table)
        accepted(await context.desk.stop_waiting(by, table, person))

    @post("/{table:str}/waiting/{person:str}/seat", cost="act", status_code=200)
    async def give_seat(
        self, context: Here, visitor: By, table: TableId, person: PersonId, data: JSONBody[GiveSeat]
    ) -> Seated:
        """Somebody from the list sits down, with chips from their account: they have asked for it."""
        by = visitor.acting_as(Role.PIT_SUPERVISOR)
        card, look = await _known(context, table)
        if person not in card.waiting:
            name = context.room.name_of(person)
            raise Rejected("refused", "{name} does not wait for a seat here", name=name)
        newcomer = Actor(person, Role.PLAYER, data.place)
        check_seating(look, newcomer)
        # The journal says by the id who of the staff gave the seat.
        id = stamped_id(by, f"seat-{secrets.token_hex(8)}")
        seating = look.game.seat(newcomer, data.place, data.chips)
        commands = [replace(each, id=f"{id}-{n}") for n, each in enumerate(seating)]
        answer = accepted(await context.house.submit(table, commands))
        accepted(await context.desk.stop_waiting(by, table, person))
        return Seated(table=table, place=data.place, chips=data.chips, seq=answer.version)

    @get("/{table:str}/patrons", cost="read")
    async def patrons(self, context: Here, visitor: By, table: TableId, named: Named) -> list[Patron]:
        """Who may be seated here as themselves: by the number on their card, or by how the name begins."""
        visitor.looking_as(Role.DEALER)
        card, look = await _known(context, table)
        is_meant = card.has_one_screen and not card.is_practice  # elsewhere players sit down by themselves
        arrivals, limits = context.house.arrivals, context.house.limits
        found = [
            person
            for person in context.people.roster.called(named, _PATRONS_MAX * 2)
            if is_meant and arrivals.may_be_brought(table, person.id)
        ][:_PATRONS_MAX]
        await context.house.freshen_limits()
        return await visitor.beside(
            lambda: [
                Patron(
                    player=person.id,
                    name=person.name,
                    place=look.game.place_of(look.state, person.id),
                    is_welcome=not limits.reached(person.id),
                )
                for person in found
            ]
        )

    @get("/{table:str}/arrivals", cost="read")
    async def arrivals(self, context: Here, visitor: By, table: TableId) -> list[Arrival]:
        """Whom the dealer of a real table may relocate to it now, the last one to leave first: with
        `RelocatePlayer`, all of the chips, and a free seat."""
        visitor.looking_as(Role.DEALER)
        card, look = await _known(context, table)
        arrivals = context.house.arrivals
        is_offered = any(kind.purpose is Purpose.RELOCATE for kind in look.game.commands)
        sources = arrivals.sources(table) if is_offered and card.has_one_screen else []
        found = await visitor.beside(lambda: arrivals.left(table, sources))
        coming = [
            Arrival(
                player=player,
                name=context.room.name_of(player),
                source=home.id,
                source_title=home.title,
                chips=left.chips,
                left_at=left.at,
            )
            for player, (home, left) in found.items()
        ]
        return sorted(coming, key=lambda each: -each.left_at)

    @post("/{table:str}/relocations", cost="act", status_code=200)
    async def relocate(
        self, context: Here, visitor: By, table: TableId, data: JSONBody[Relocation]
    ) -> Seated:
        """A player of another table comes here with all the chips that lie there."""
        by = visitor.acting_as(Role.DEALER)
        card, look = await _known(context, table)
        home, source = await _known(context, data.source)
        name = context.room.name_of(data.player)
        if card.is_practice or home.is_practice or context.room.is_bot(data.player):
            raise Rejected("refused", "only players of the House's own tables are relocated, no bots")
        place = source.game.place_of(source.state, data.player)
        if place is None:
            raise Rejected("refused", "{name} does not sit at {table}", name=name, table=home.title)
        check_seating(look, Actor(data.player, Role.PLAYER))
        if home.has_one_screen != card.has_one_screen:
            raise Rejected("refused", "real chips are brought to a table with real chips, others to others")
        if not is_guest(data.player) and not context.house.arrivals.may_be_brought(table, data.player):
            raise Rejected("refused", NOBODY)
        chips = chips_of(source, place)
        coming = _coming(look, by, data, chips)
        if isinstance(refused := await context.house.preview(table, coming), Refusal):
            raise Rejected.by_the_rules(refused)
        going = source.game.leaving(source.rules, source.state, Actor(data.player, Role.PLAYER, place))
        if going is None:
            said = "{name} is in a Round at {table}; pause that table, and relocate then"
            raise Rejected("refused", said, name=name, table=home.title)
        id = stamped_id(by, f"relocate-{secrets.token_hex(8)}")
        leaver = Actor(data.player, Role.PLAYER, place)
        leaving = taken(going, leaver, source.game, {}, id)
        if home.has_one_screen:  # with the chips in their hands
            leaving = replace(leaving, by=by, recorded=Recorded(place))
        accepted(await context.house.submit(data.source, leaving, source.version))
        answer = accepted(await context.house.submit(table, coming))
        return Seated(table=table, place=data.place, chips=chips, seq=answer.version)


async def _known(context: Context, table: str) -> tuple[TableCard, Look]:
    card = context.house.floor.state.tables.get(table)
    if card is None or card.status == "closed":
        raise Rejected("not_found", "there is no table {table}; choose one from the lobby", table=table[:64])
    return card, await context.house.look(table)


def _stake(look: Look) -> Ask | None:
    """What somebody new may bring."""
    options = look.options(Actor("(newcomer)", Role.PLAYER))
    asks = [ask for option in options for ask in option.asks if ask.field == "chips"]
    return asks[0] if asks else None


def _coming(look: Look, by: Actor, data: Relocation, chips: int) -> Command:
    for option in look.options(by):
        if option.purpose is Purpose.RELOCATE and option.place == data.place:
            id = stamped_id(by, f"relocate-{secrets.token_hex(8)}")
            return taken(option, by, look.game, {"player": data.player, "chips": chips}, id)
    if all(kind.purpose is not Purpose.RELOCATE for kind in look.game.commands):
        raise Rejected(
            "refused", "this game's document knows no relocation; let the player leave and sit down"
        )
    free: list[object] = [*free_places(look)] or [Message("none for you")]
    raise Rejected("refused", "seat {seat} is not free; free seats: {free:list}", seat=data.place, free=free)
