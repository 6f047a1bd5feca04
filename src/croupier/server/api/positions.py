"""Playing on from a position: nothing is kept here, the position itself is all there is of the table.

The caller gives a position and says who they are there; bots and the routine do the rest until they are
asked again. No chips of the house are in it, so nobody has to sign in.
"""

from collections.abc import Callable
from typing import Annotated, Any

from litestar import Controller, get, post
from litestar.params import FromPath, JSONBody, PathParameter
from msgspec import Meta, Struct

from croupier.cards import new_seed
from croupier.house.likeness import like
from croupier.messages import called, reason_of
from croupier.players import bots_for
from croupier.rulebook import Citation, RulebookError
from croupier.server.context import By, Context, Here
from croupier.server.errors import Rejected
from croupier.server.sockets import wire
from croupier.server.sockets.orders import STAMPED, check_fields, command_from, fields_in, kind_in
from croupier.server.sockets.scene import is_for
from croupier.server.tables.moves import shuffling, takes_seed
from croupier.table import Accepted, Actor, Command, PositionError, Refusal, Role, Table, say
from croupier.table.bots import Bot
from croupier.table.driver import Driver
from croupier.teaching import dealt, first_hands

POSITION_CHARS_MAX = 16_000
DECKS_MAX = 8  # a seed that is long enough for any shoe
_TURNS_MAX = 300
_YOU = "you"


class Situation(Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A position, who you are in it, and what you do there; without a command one only looks."""

    position: Annotated[str, Meta(max_length=POSITION_CHARS_MAX)]
    role: Role = Role.PLAYER
    place: Annotated[int, Meta(ge=0, le=99)] | None = None  # by default the player who is asked
    command: dict[str, Any] | None = None
    plays_on: bool = True  # until you are asked; otherwise nothing follows but your own command


class Said(Struct, frozen=True, kw_only=True):
    by: str
    words: str
    citations: tuple[Citation, ...]


class NotDone(Struct, frozen=True):
    reason: str
    citations: tuple[Citation, ...]


class Played(Struct, frozen=True, kw_only=True):
    position: str  # with everybody's cards: it is your own practice
    snapshot: wire.Snapshot
    said: tuple[Said, ...]
    refused: NotDone | None
    is_over: bool
    left: Any = None  # the view before the Round ended: its cards lie there until the next ones come


class FirstHandLine(Struct, frozen=True, kw_only=True):
    """One of a game's first hands: what lies there and what to try, and what it has shown."""

    title: str
    words: str
    after: str
    position: str


class PositionController(Controller):
    path = "/api/positions"
    tags = ("positions",)
    opt = {"is_public": True}  # noqa: RUF012 - Litestar's own shape

    @post(cost="play", status_code=200)
    async def play(self, context: Here, visitor: By, data: JSONBody[Situation]) -> Played:
        """The table of a position, after your command if you give one."""
        return await visitor.beside(lambda: _played(context, data))

    @get("/first/{game:str}", cost="book")
    async def first(
        self, context: Here, visitor: By, game: FromPath[Annotated[str, PathParameter(max_length=64)]]
    ) -> list[FirstHandLine]:
        """The first hands of a game, in its newest edition, for somebody who knows nothing of it."""
        return await visitor.beside(lambda: _first(context, game))


def _first(context: Context, game: str) -> list[FirstHandLine]:
    if game not in context.catalogue.games:
        raise Rejected("not_found", "there is no game {game}", game=game)
    newest = context.catalogue.library.editions(game)[-1].id
    return [
        FirstHandLine(
            title=each.title,
            words=each.words,
            after=each.after,
            position=dealt(each, newest, context.catalogue),
        )
        for each in first_hands(context.catalogue.game(game))
    ]


def _played(context: Context, data: Situation) -> Played:
    if data.role is Role.SYSTEM:
        raise Rejected("not_allowed", "nobody but the house itself acts as the system")
    try:
        table = context.catalogue.at(data.position, new_seed(DECKS_MAX))
        return _Practice(table, data, context.room.bot_name).played()
    except (PositionError, RulebookError) as error:
        raise Rejected("refused", reason_of(error)) from None
    except Rejected:
        raise
    except Exception as error:
        # A position may say what no table can be in; games need not expect that.
        problem = "nothing can be played from this position ({error})"
        raise Rejected("refused", problem, error=type(error).__name__) from None


class _Practice:
    def __init__(self, table: Table[Any], data: Situation, name_of: Callable[[str], str] = str) -> None:
        self.table, self.data, self.name_of = table, data, name_of
        self.has_shoe = "undealt=" in data.position  # who knows what comes next is told it again
        game, state = table.game, table.state
        places = range(1, game.furniture(table.rules).places + 1)
        self.seated = {place: name for place in places if (name := game.player_at(state, place)) is not None}
        self.you = self._you()
        others = [name for name in self.seated.values() if name != self.you.id]
        bots: dict[str, Bot] = dict(zip(others, bots_for(game.name, len(others)).values(), strict=False))
        self.said: list[Said] = []
        self.lying = state
        self.left: Any = None
        self.driver = Driver(table, bots, listener=self._note)

    def _you(self) -> Actor:
        if self.data.role is not Role.PLAYER:
            return Actor(_YOU, self.data.role)
        asked = self.table.game.awaited(self.table.rules, self.table.state)
        place = self.data.place or next(iter(asked), next(iter(self.seated), 0))
        return Actor(self.seated.get(place, _YOU), Role.PLAYER, place or None)

    def _note(self, command: Command, outcome: Accepted[Any] | Refusal) -> None:
        if isinstance(outcome, Refusal):
            return
        self.said += [
            Said(by=command.by.id, words=say(event.for_viewer(self.you)), citations=event.citations)
            for event in outcome.events
        ]
        if any(event.ends_round for event in outcome.events):
            self.left = self.table.game.view(self.table.rules, self.lying, self.you)
        self.lying = outcome.state

    def played(self) -> Played:
        refused = None
        if self.data.command is not None:
            outcome = self.driver.give(self._command(self.data.command))
            if isinstance(outcome, Refusal):
                refused = NotDone(outcome.reason, outcome.citations)
        if refused is None and self.data.plays_on:
            self._play_on()
        table = self.table
        return Played(
            position=table.position(with_shoe=self.has_shoe),
            snapshot=self._snapshot(),
            said=tuple(self.said),
            refused=refused,
            is_over=not table.game.is_round_open(table.state),
            left=self.left,
        )

    def _play_on(self) -> None:
        game, table = self.table.game, self.table
        for _ in range(_TURNS_MAX):
            is_asked = self.you.seat in game.awaited(table.rules, table.state)
            if is_asked or self.you.role is not Role.PLAYER or not game.is_round_open(table.state):
                return
            if game.decisions(table.rules, table.state) or not self.driver.turn():
                return

    def _command(self, body: dict[str, Any]) -> Command:
        game = self.table.game
        kind, given = kind_in(body, game), fields_in(body)
        check_fields(kind, given, STAMPED)
        if takes_seed(kind):
            given |= shuffling(kind, game, self.table.rules)
        return command_from(kind, given, self.you)

    def _snapshot(self) -> wire.Snapshot:
        table, game = self.table, self.table.game
        you = Actor(self.you.id, self.you.role, game.place_of(table.state, self.you.id) or self.you.seat)
        decisions = game.decisions(table.rules, table.state)
        return wire.Snapshot(
            seq=0,
            view=game.view(table.rules, table.state, you),
            options=game.options(table.rules, table.state, you),
            decisions=tuple(wire.Decision.of(each, is_for(each, you)) for each in decisions),
            clock=None,
            awaited=game.awaited(table.rules, table.state),
            round=None,
            at=0,
            table=self._line(len(decisions)),
            you=wire.You(id=you.id, name=you.id, role=you.role, place=you.seat),
        )

    def _line(self, decisions: int) -> wire.TableLine:
        rules = self.table.rules
        furniture = self.table.game.furniture(rules)
        return like(
            wire.TableLine,
            furniture,
            id="position",
            title=called(rules.edition.title),
            game=rules.edition.game,
            edition=rules.edition.id,
            status="open",
            is_practice=True,
            dealer="auto" if self.you.role is Role.PLAYER else "person",
            signage=tuple(
                wire.Sign.of(each, rules.settings[name])
                for name, each in rules.edition.settings.items()
                if each.type in ("money", "percent")
            ),
            settings={name: str(value) for name, value in rules.chosen.items()},
            seats=tuple(
                wire.SeatLine(
                    place=place,
                    player=name,
                    name=self.name_of(name),
                    is_bot=name != self.you.id,
                    is_away=False,
                    is_connected=True,
                )
                for place, name in self.seated.items()
            ),
            decisions=decisions,
        )
