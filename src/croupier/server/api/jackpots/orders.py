"""What the House may do with a jackpot link now, and doing it: nothing here knows the commands by name."""

from typing import Any

from litestar import Controller, get, post
from litestar.params import JSONBody
from msgspec import Struct

from croupier.house.likeness import like
from croupier.links.game import LINK
from croupier.links.state import LinkState
from croupier.rulebook import Rules
from croupier.server.api.approvals import MAY_WAIT
from croupier.server.api.jackpots.links import LinkId, card_of
from croupier.server.context import By, Here, accepted
from croupier.server.errors import Rejected
from croupier.server.sockets import wire
from croupier.server.sockets.orders import STAMPED, check_fields, command_from, fields_in, kind_in, stamped_id
from croupier.server.sockets.scene import is_for
from croupier.table import Actor, Command, Option, Role

# Sees everything that anybody of the House may do.
_HIGHEST = Actor("(house)", Role.SHIFT_MANAGER)


class LinkOption(Option, frozen=True, kw_only=True):
    """With the role it needs and whether you hold it."""

    role: Role
    is_yours: bool


class LinkOptions(Struct, frozen=True, kw_only=True):
    seq: int
    view: Any
    options: tuple[LinkOption, ...]
    decisions: tuple[wire.Decision, ...]


class LinkCommand(Struct, frozen=True, forbid_unknown_fields=True):
    id: wire.CommandId
    command: dict[str, Any]


class LinkAck(Struct, frozen=True):
    id: str
    seq: int


class LinkOrderController(Controller):
    path = "/api/jackpots"
    tags = ("jackpots",)

    @get("/{link:str}/options", cost="look")
    async def options(self, context: Here, visitor: By, link: LinkId) -> LinkOptions:
        """Everything that can be done with the link now, by whom, under which paragraphs."""
        actor = visitor.looking_as(Role.DEALER, Role.AUDITOR)
        card_of(context, link)
        async with context.house.links.using(link) as live:
            return LinkOptions(
                seq=live.version,
                view=LINK.view(live.rules, live.state, actor),
                options=tuple(
                    _option(live.rules, option, actor)
                    for option in LINK.options(live.rules, live.state, _HIGHEST)
                ),
                decisions=tuple(
                    wire.Decision.of(decision, is_for(decision, actor))
                    for decision in LINK.decisions(live.rules, live.state)
                ),
            )

    @post("/{link:str}/commands", cost="act", status_code=200, responses=MAY_WAIT)
    async def command(self, context: Here, visitor: By, link: LinkId, data: JSONBody[LinkCommand]) -> LinkAck:
        """One of the options, its blanks filled in. A repeated id is done once."""
        actor = visitor.acting_as(Role.DEALER)
        card_of(context, link)
        command = _read(data, actor)
        done = await visitor.look_up(lambda: context.house.journal.find(f"link/{link}", command.id))
        if done is not None:
            return LinkAck(data.id, done.last)
        async with context.house.links.using(link) as live:
            _check_offered(live.rules, live.state, type(command))
        answer = accepted(await context.desk.order_link(link, command))
        return LinkAck(data.id, answer.version)


def _read(data: LinkCommand, actor: Actor) -> Command:
    """Who, when and under which id are the server's to say."""
    kind, given = kind_in(data.command, LINK), fields_in(data.command)
    check_fields(kind, given, STAMPED)
    return command_from(kind, given, actor, stamped_id(actor, data.id))


def _check_offered(rules: Rules, state: LinkState, kind: type[Command]) -> None:
    """What tables tell their link is not for people to say, and not everything goes at every moment."""
    offered = {option.command for option in LINK.options(rules, state, _HIGHEST)}
    if kind.__name__ not in offered:
        raise Rejected("refused", "not now; possible are {commands:list}", commands=sorted(offered))


def _option(rules: Rules, option: Option, actor: Actor) -> LinkOption:
    role = LINK.authority(rules, LINK.commands_by_name[option.command])
    return like(LinkOption, option, role=role, is_yours=actor.role.may_act_as(role))
