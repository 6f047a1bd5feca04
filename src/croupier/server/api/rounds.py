"""Rounds over HTTP: found, shown, replayed, verified, exported."""

from collections.abc import Iterator
from typing import Annotated, Any, Literal

import msgspec
from litestar import Controller, Response, get
from litestar.params import FromPath, QueryParameter
from msgspec import Struct

from croupier.house.answers import Happened
from croupier.house.history.rounds import Check, Fairness, NoSuchRound, Recall, Rounds
from croupier.house.journal import RoundRow
from croupier.house.ledger.accounts import Places
from croupier.house.likeness import like
from croupier.house.live_table import LiveTable
from croupier.house.people import Person
from croupier.messages import Message, called, in_english, reason_of, spaced
from croupier.phh import export
from croupier.server.context import By, Context, Here, acting_role
from croupier.server.errors import Rejected
from croupier.server.sockets import wire
from croupier.server.sockets.scene import happening
from croupier.table import Actor, Event, Game, Role, position, say
from croupier.table.table import position_for
from croupier.table.words import announce

# Notations that tools of others read; one that only its own game knows is written by the game.
WRITERS = {"phh": export}


class RoundLine(Struct, frozen=True, kw_only=True):
    id: str
    table: str
    title: str
    game: str
    notation: str  # in which the Round can be exported besides JSON; "" for none
    edition: str
    opened_at: int
    closed_at: int | None
    status: Literal["open", "concluded", "void"]
    players: tuple[str, ...]
    won: tuple[int, ...]  # by each of them, by the Round itself; below zero, lost; empty until it is over
    own: int | None  # of that, by who asks; None for who did not play, and until it is over
    paragraphs: tuple[str, ...]
    first: int
    last: int | None


class Balance(Struct, frozen=True, kw_only=True):
    place: int
    player: str
    name: str
    before: int
    after: int
    bought: int
    cashed: int
    won: int  # by the Round itself; below zero, lost


class RoundPage(RoundLine, frozen=True, kw_only=True):
    happenings: tuple[wire.Happening, ...]
    balances: tuple[Balance, ...]
    commitment: str
    seed: str  # empty for players, unless the house publishes seeds


class FoundRounds(Struct, frozen=True):
    rounds: list[RoundLine]
    next: int | None


class ReplayStep(Struct, frozen=True, kw_only=True):
    seq: int
    words: str
    view: Any
    position: str  # as this viewer may know it: ?? for cards that they cannot see


class Verified(Struct, frozen=True):
    is_verified: bool
    checks: tuple[Check, ...]


class RoundFairness(Fairness, frozen=True, kw_only=True):
    """What the viewer can check alone, and what the house discloses of its seeds."""

    publishes: str


class History:
    """What one viewer may know of Rounds."""

    def __init__(self, context: Context, person: Person) -> None:
        self._context, self._person = context, person
        house = context.house
        self.rounds = Rounds(house.journal, house.catalogue, house.sealer)
        self.sees_everyone = _looks(person) is not None
        self._publication = context.config.publication

    def line(self, row: RoundRow, recall: Recall) -> RoundLine:
        card = self._context.house.floor.state.tables[row.table]
        is_open = row.last is None
        won = {} if is_open else {place: recall.won(f"stack/{place}") for place in recall.players}
        return like(
            RoundLine,
            row,
            card,
            title=called(card.title),
            notation=self._context.house.catalogue.game(card.game).notation,
            status="open" if is_open else "void" if recall.is_void else "concluded",
            players=tuple(self._context.room.name_of(player) for player in recall.players.values()),
            won=tuple(won.values()),
            own=next(
                (won.get(place) for place, player in recall.players.items() if player == self._person.id),
                None,
            ),
            paragraphs=recall.paragraphs,
        )

    def recall(self, name: str) -> Recall:
        """A Round this person took part in, or answers for."""
        try:
            recall = self.rounds.recall(name)
        except NoSuchRound as error:
            raise Rejected("not_found", reason_of(error)) from None
        if not self.sees_everyone and self._person.id not in recall.players.values():
            raise Rejected("not_allowed", "this is for those who took part in the Round, and for staff")
        return recall

    def sees_all(self, recall: Recall) -> bool:
        """Once a Round is over, those who answer for it, and did not play in it, may see all of it."""
        return recall.row.last is not None and self._is_outside(recall, Role.PIT_MANAGER, Role.AUDITOR)

    def _is_outside(self, recall: Recall, *roles: Role) -> bool:
        is_player = self._person.id in recall.players.values()
        return not is_player and any(acting_role(self._person, role) is not None for role in roles)

    def _opens(self, recall: Recall) -> bool:
        """Whether seeds are for this person: an auditor's, or a player's where the house publishes them."""
        if recall.row.last is None:
            return False
        now = self._context.house.clock.peek()
        return self._is_outside(recall, Role.AUDITOR) or self._publication.is_due(
            self.rounds, recall.row, recall.shuffled, now
        )

    def fairness(self, name: str) -> RoundFairness:
        recall = self.recall(name)
        found = self.rounds.fairness(name, self._viewer(), self._opens(recall))
        return like(RoundFairness, found, publishes=self._publication.words)

    def page(self, name: str) -> RoundPage:
        recall = self.recall(name)
        line = self.line(recall.row, recall)
        edition = self._context.catalogue.library.get(recall.row.edition)
        game = self._context.catalogue.game(edition.game)
        places = Places.of_round(self._context.room.name_of, recall, game)
        return like(
            RoundPage,
            line,
            happenings=tuple(self._happening(each, recall, places) for each in recall.happened),
            balances=tuple(
                Balance(
                    place=place,
                    player=player,
                    name=self._context.room.name_of(player),
                    before=recall.before.get(f"stack/{place}", 0),
                    after=recall.after.get(f"stack/{place}", 0),
                    bought=recall.bought[f"stack/{place}"],
                    cashed=recall.cashed[f"stack/{place}"],
                    won=recall.won(f"stack/{place}"),
                )
                for place, player in recall.players.items()
            ),
            commitment=recall.commitment,
            seed=recall.seed if self._opens(recall) else "",
        )

    def _happening(self, happened: Happened, recall: Recall, places: Places) -> wire.Happening:
        shown = happening(happened, self._viewer(), self._context.room.name_of, places)
        shown = msgspec.structs.replace(shown, label=Message(spaced(happened.command)))
        # What is sealed stays so: the order goes on into the next Round.
        if not self.sees_all(recall) or type(happened.event).sealed:
            return shown
        body = msgspec.to_builtins(happened.event, str_keys=True)
        body.pop("citations", None)
        said = announce(happened.event, places.name_at)
        return msgspec.structs.replace(shown, event=body, words=say(happened.event), said=said)

    def _viewer(self) -> Actor:
        role = _looks(self._person)
        return Actor(self._person.id, role if role is not None else Role.PLAYER)

    def replay(self, name: str, to: int | None) -> ReplayStep:
        """The table as this viewer saw it after an event."""
        recall = self.recall(name)
        last = None
        for happened, _, rules, state in self.rounds.replay(name):
            last = happened, rules, state
            if to is not None and happened.version >= to:
                break
        if last is None:
            raise Rejected("not_found", "nothing has happened in this Round")
        happened, rules, state = last
        game = self._context.catalogue.game(rules.edition.game)
        viewer = self._viewer()
        seated = Actor(viewer.id, viewer.role, game.place_of(state, viewer.id))
        words = say(happened.event.for_viewer(viewer))
        return ReplayStep(
            seq=happened.version,
            words=words,
            view=game.view(rules, state, seated),
            position=position.write(rules, game.initial(rules), state)
            if self.sees_all(recall)
            else position_for(game, rules, state, seated),
        )

    def game_of(self, recall: Recall) -> Game[Any]:
        house = self._context.house
        return house.catalogue.game(house.floor.state.tables[recall.row.table].game)

    def events_until(self, recall: Recall) -> Iterator[Event]:
        """The table's events up to the end of the Round, as this viewer may see those of the Round."""
        house, row = self._context.house, recall.row
        live = LiveTable(row.table, house.catalogue, house.journal, house.sealer, 1, False)
        viewer, sees_all = self._viewer(), self.sees_all(recall)
        for entry in house.journal.read(f"table/{row.table}", until=row.last):
            for event in live.read(entry):
                yield event if sees_all and not type(event).sealed else _veiled(event, viewer)

    def find(self, **wanted: Any) -> FoundRounds:
        rows = list(self.rounds.search(**wanted))
        lines = [self.line(row, self.rounds.played(row)) for row in rows]
        is_full = len(rows) == wanted["limit"]
        return FoundRounds(lines, rows[-1].opened_at if is_full else None)


def _veiled(event: Event, viewer: Actor) -> Event:
    """As the viewer may see it; hidden hands keep their places, with a question mark for every card."""
    shown = event.for_viewer(viewer)
    hands: dict[int, tuple[str, ...]] | None = getattr(event, "hands", None)
    if shown is event or not isinstance(hands, dict):
        return shown
    known = getattr(shown, "hands", {})
    veiled = {place: known.get(place) or ("??",) * len(cards) for place, cards in hands.items()}
    return msgspec.structs.replace(shown, hands=veiled)


def _looks(person: Person) -> Role | None:
    """The role in which somebody looks at other people's Rounds, if any."""
    for role in (Role.AUDITOR, Role.DEALER):
        if (held := acting_role(person, role)) is not None:
            return held
    return None


Text = Annotated[str | None, QueryParameter(max_length=64)]
UpTo = Annotated[int | None, QueryParameter(ge=0, le=2**53)]
From = Annotated[int | None, QueryParameter(name="from", ge=0, le=2**53)]
Limit = Annotated[int, QueryParameter(ge=1, le=100)]


class RoundController(Controller):
    path = "/api/rounds"
    tags = ("rounds",)

    @get(cost="read")
    async def find(
        self,
        context: Here,
        visitor: By,
        since: From = None,
        to: UpTo = None,
        table: Text = None,
        player: Text = None,
        paragraph: Text = None,
        before: UpTo = None,
        limit: Limit = 30,
    ) -> FoundRounds:
        history = History(context, visitor.person)
        if not history.sees_everyone:
            player = visitor.person.id
        elif player and (named := context.people.roster.named(player)) is not None:
            player = named.id
        until = min((each for each in (to, before) if each is not None), default=None)
        return await visitor.beside(
            lambda: history.find(
                table=table or "",
                player=player or "",
                paragraph=paragraph or "",
                since=since or 0,
                until=until,
                limit=limit,
            ),
        )

    @get("/{round:str}", cost="read")
    async def page(self, context: Here, visitor: By, round: FromPath[str]) -> RoundPage:
        history = History(context, visitor.person)
        return await visitor.beside(lambda: history.page(round))

    @get("/{round:str}/replay", cost="read")
    async def replay(self, context: Here, visitor: By, round: FromPath[str], to: UpTo = None) -> ReplayStep:
        history = History(context, visitor.person)
        return await visitor.beside(lambda: history.replay(round, to))

    @get("/{round:str}/verify", cost="read")
    async def verify(self, context: Here, visitor: By, round: FromPath[str]) -> Verified:
        """Recompute the shuffle, the deal, the settlement and the chain."""
        history = History(context, visitor.person)

        def work() -> Verified:
            if history.recall(round).row.last is None:
                raise Rejected("refused", "the Round is not over yet; verify it then")
            verdict = history.rounds.verify(round)
            return Verified(verdict.is_verified, verdict.checks)

        return await visitor.beside(work)

    @get("/{round:str}/fairness", cost="read")
    async def fairness(self, context: Here, visitor: By, round: FromPath[str]) -> RoundFairness:
        """What was sealed before the deal, and the proof of each card that the viewer saw."""
        history = History(context, visitor.person)
        return await visitor.beside(lambda: history.fairness(round))

    @get("/{round:str}/export", cost="read")
    async def export(
        self,
        context: Here,
        visitor: By,
        round: FromPath[str],
        format: Annotated[Literal["json", "phh"], QueryParameter()] = "json",
    ) -> Response[bytes]:
        history = History(context, visitor.person)

        def work() -> bytes:
            page = history.page(round)
            if page.last is None:
                raise Rejected("refused", "the Round is not over yet; export it then")
            if format == "json":
                return msgspec.json.format(msgspec.json.encode(page, enc_hook=in_english), indent=1)
            return written(history, round, format)

        body = await visitor.beside(work)
        media = "application/json" if format == "json" else "text/plain; charset=utf-8"
        name = "".join(each for each in round if each.isalnum() or each in "._-")
        headers = {"Content-Disposition": f'attachment; filename="{name}.{format}"'}
        return Response(body, media_type=media, headers=headers)


def written(history: History, round: str, notation: str) -> bytes:
    """A Round in the notation that tools for its game share; ? for cards the viewer may not know."""
    recall = history.recall(round)
    game = history.game_of(recall)
    if game.notation != notation:
        raise Rejected(
            "refused",
            "{game} is not written as {notation}; export JSON instead",
            game=game.name,
            notation=notation,
        )
    try:
        write = WRITERS.get(notation, game.written)
        return write(history.events_until(recall)).encode()
    except ValueError as error:
        raise Rejected("refused", "{problem}; export JSON instead", problem=reason_of(error)) from None
