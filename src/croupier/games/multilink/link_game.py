"""The jackpot link behind the protocol of a game, so that the house journals and tests it the same way."""

from collections.abc import Mapping

from msgspec import Struct

from croupier.games.multilink import link_messages as m
from croupier.games.multilink.link_state import Hit, LinkState, is_tied, waiting
from croupier.money import Account, Cents, say_money
from croupier.rulebook import Rules
from croupier.table import Actor, Command, Game, OpenDecision, Option, Role, money, offer, text

_MOST = 100_000_000_00


class LinkView(Struct, frozen=True):
    """What the display shows. Everything but the meter is for staff."""

    meter: Cents
    is_enabled: bool
    reserve: Cents | None = None
    hits: tuple[Hit, ...] = ()
    waiting: tuple[str, ...] = ()


class JackpotLink(Game[LinkState]):
    def initial(self, rules: Rules) -> LinkState:
        return LinkState()

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

    def holdings(self, state: LinkState) -> Mapping[Account, Cents]:
        return {m.METER: state.meter, m.RESERVE: state.reserve}

    def facts(self, rules: Rules, state: LinkState) -> Mapping[str, object]:
        return {"meter": say_money(state.meter), "reserve": say_money(state.reserve)}

    def view_type(self) -> type[LinkView]:
        return LinkView

    def view(self, rules: Rules, state: LinkState, viewer: Actor) -> LinkView:
        if viewer.role is Role.PLAYER:
            return LinkView(state.meter, state.is_enabled)
        claims = tuple(f"box {claim.box} of table {entry.table}" for entry, claim in waiting(state))
        return LinkView(state.meter, state.is_enabled, state.reserve, state.hits, claims)

    def decisions(self, rules: Rules, state: LinkState) -> tuple[OpenDecision, ...]:
        if not waiting(state) or not is_tied(state):
            return ()
        cites = rules.cite("major_winners_several_tables", reading="ML-A39")
        question = "hands of several tables were dealt at the same time: who is paid next?"
        claims = tuple(f"box {claim.box} of table {entry.table}" for entry, claim in waiting(state))
        return (OpenDecision("order_of_winners", Role.PIT_MANAGER, question, claims, cites),)

    def options(self, rules: Rules, state: LinkState, actor: Actor) -> tuple[Option, ...]:
        return tuple(
            option
            for option in self._all(rules, state)
            if actor.role.may_act_as(self.authority(self.commands_by_name[option.command]))
        )

    def _all(self, rules: Rules, state: LinkState) -> list[Option]:
        if not state.is_open:
            return [offer(m.OpenLink, rules.cite("progressive_jackpot"), group="house")]
        jackpot, later = rules.cite("progressive_jackpot"), rules.cite("progressive_fault_later_rounds")
        found = [offer(m.EnableLink, later, text("reason"), group="house")]
        if state.is_enabled:
            found = [offer(m.DisableLink, later, text("reason"), group="irregularity")]
        if not waiting(state):
            asks = (money("meter", state.meter + 1, max(_MOST, state.meter + 1)), text("reason"))
            found.append(offer(m.CorrectMeter, rules.cite("matters_not_provided_for"), *asks, group="house"))
        for entry, claim in waiting(state):
            cites = rules.cite("major_winners_several_tables")
            fixed = {"table": entry.table, "box": claim.box}
            found.append(offer(m.PayNext, cites, text("reason"), group="house", **fixed))
        terms = {"rate": "20%", "reserve_share": "0%", "amount": 0}
        asks = (money("reset_value", 0, _MOST), text("reason"))
        found.append(offer(m.ChangeTerms, jackpot, *asks, group="house", **terms))
        return found


LINK = JackpotLink("rws-multilink-link")
