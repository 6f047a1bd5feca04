"""The jackpot link behind the protocol of a game, so that the house journals and tests it the same way."""

from collections.abc import Mapping

from msgspec import Struct

from croupier.links import messages as m
from croupier.links.state import (
    Hit,
    LinkState,
    TableFault,
    is_tied,
    locked,
    payable_next,
    waiting,
)
from croupier.links.terms import house_role
from croupier.messages import Message
from croupier.money import Account, Cents, say_money
from croupier.rulebook import Rules
from croupier.table import Actor, Command, Furniture, Game, OpenDecision, Option, Role


class LinkView(Struct, frozen=True):
    """What the display shows. Everything but the meter is for staff."""

    meter: Cents
    is_enabled: bool
    reserve: Cents | None = None
    hits: tuple[Hit, ...] = ()
    waiting: tuple[str, ...] = ()
    faults: dict[str, TableFault] = {}
    checked: str = ""  # the prize that a manager has to look at before it is paid
    check_from: Cents = 0


def place_of(table: str, box: int) -> Message:
    return Message("box {box} of table {table}", {"box": box, "table": table})


def checked_words(state: LinkState) -> str:
    if (held := locked(state)) is None:
        return ""
    entry, claim = held
    values = {"amount": entry.locked_amount, "box": claim.box, "table": entry.table}
    return Message("prize of {amount:money} at box {box} of table {table}", values)


_CHECKING = "the prize of {amount:money} at box {box} of table {table}: are the cards and the deck in order?"


class JackpotLink(Game[LinkState]):
    def initial(self, rules: Rules) -> LinkState:
        return LinkState()

    def furniture(self, rules: Rules) -> Furniture:
        return Furniture(0)

    def is_round_open(self, state: LinkState) -> bool:
        return bool(state.entries)

    def seat(self, player: Actor, place: int, chips: Cents) -> tuple[Command, ...]:
        return ()

    def place_of(self, state: LinkState, player: str) -> int | None:
        return None

    def player_at(self, state: LinkState, place: int) -> str | None:
        return None

    def awaited(self, rules: Rules, state: LinkState) -> tuple[int, ...]:
        return ()

    def routine(self, rules: Rules, state: LinkState) -> Option | None:
        return None

    def overdue(self, rules: Rules, state: LinkState, place: int) -> Option | None:
        return None

    def holdings(self, state: LinkState) -> Mapping[Account, Cents]:
        return {m.METER: state.meter, m.RESERVE: state.reserve}

    def facts(self, rules: Rules, state: LinkState) -> Mapping[str, object]:
        claims = ", ".join(f"box {claim.box} of {entry.table}" for entry, claim in waiting(state))
        hits = [f"box {hit.box} of {hit.table} {say_money(hit.amount)}" for hit in state.hits]
        return {
            "meter": say_money(state.meter),
            "reserve": say_money(state.reserve),
            "enabled": "yes" if state.is_enabled else "no",
            "waiting": claims or "nobody",
            "checked": checked_words(state) or "none",
            "paid": {str(number): hit for number, hit in enumerate(hits, start=1)},
            "fault": {table: fault.course or "no course yet" for table, fault in state.faults.items()},
        }

    def view_type(self) -> type[LinkView]:
        return LinkView

    def view(self, rules: Rules, state: LinkState, viewer: Actor) -> LinkView:
        if viewer.role is Role.PLAYER:
            return LinkView(state.meter, state.is_enabled, checked=checked_words(state))
        claims = tuple(place_of(entry.table, claim.box) for entry, claim in waiting(state))
        return LinkView(
            state.meter,
            state.is_enabled,
            state.reserve,
            state.hits,
            claims,
            state.faults,
            checked_words(state),
            state.check_from,
        )

    def decisions(self, rules: Rules, state: LinkState) -> tuple[OpenDecision, ...]:
        if (held := locked(state)) is not None:
            entry, claim = held
            cites = rules.cite("progressive_qualifies", "order_of_major_winners")
            values = {"amount": entry.locked_amount, "box": claim.box, "table": entry.table}
            question = Message(_CHECKING, values)
            choices = (str(place_of(entry.table, claim.box)),)
            return (OpenDecision("prize_check", Role.PIT_MANAGER, question, choices, cites),)
        if not waiting(state) or not is_tied(state) or not payable_next(state):
            return ()
        cites = rules.cite("major_winners_several_tables", reading="ML-A39")
        question = Message("hands of several tables were dealt at the same time: who is paid next?")
        first = waiting(state)[0][1].dealt_at
        tied = {t: claim for t, claim in payable_next(state).items() if claim.dealt_at == first}
        claims = tuple(str(place_of(table, claim.box)) for table, claim in tied.items())
        return (OpenDecision("order_of_winners", house_role(rules), question, claims, cites),)

    def options(self, rules: Rules, state: LinkState, actor: Actor) -> tuple[Option, ...]:
        from croupier.links.options import link_options

        return tuple(
            option
            for option in link_options(rules, state)
            if actor.role.may_act_as(self.authority(rules, self.commands_by_name[option.command]))
        )


LINK = JackpotLink("rws-multilink-link")
