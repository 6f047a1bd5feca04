"""Odds and best play at practice tables. At live tables no strategy aid is given to anybody."""

from litestar import Controller, get

from croupier.analysis.advice.adviser import Away
from croupier.analysis.advice.advising import Advice
from croupier.analysis.figures import AnalysisError
from croupier.messages import reason_of
from croupier.server.api.bodies import TableId
from croupier.server.api.tables import card_of
from croupier.server.context import By, Context, Here, Visitor
from croupier.server.errors import Rejected
from croupier.table import Actor, Role


class Advised(Advice, frozen=True, kw_only=True):
    """An answer, and the moment of the table it is for."""

    seq: int


async def advice_for(context: Context, visitor: Visitor, table: str, player: str) -> Advised:
    """From the player's own view and options; nothing else of the table is looked at."""
    card = card_of(context, table)
    if not card.is_practice:
        raise Rejected("not_allowed", "there is no advice at live tables; open a practice table to see odds")
    scene = (await context.room.stage(table)).scene
    look = scene.look
    actor = Actor(player, Role.PLAYER, look.game.place_of(look.state, player))
    if actor.seat is None:
        raise Rejected("refused", "advice is for your own seat; sit down first")
    view = look.game.view(look.rules, look.state, actor)
    options = look.options(actor)
    try:
        asked = context.adviser.ask((table, look.version, player), look.rules, view, options)
        found = await visitor.elsewhere(asked)
    except AnalysisError as error:
        raise Rejected("refused", reason_of(error)) from None
    except Away:
        raise Rejected("unavailable", "advice is away for a moment; ask again") from None
    fields = {name: getattr(found, name) for name in Advice.__struct_fields__}
    return Advised(seq=look.version, **fields)


class AdviceController(Controller):
    path = "/api/tables/{table:str}/advice"
    tags = ("tables",)

    @get(cost="away")
    async def advice(self, context: Here, visitor: By, table: TableId) -> Advised:
        """What each action open to you is worth. Practice tables only."""
        return await advice_for(context, visitor, table, visitor.person.id)
