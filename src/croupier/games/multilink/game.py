"""Multi-Link Progressive Texas Hold'em Poker as a game of the catalogue."""

from collections.abc import Mapping
from functools import lru_cache

import msgspec
from msgspec.structs import replace

from croupier.cards import physical
from croupier.games.multilink import events as e
from croupier.games.multilink import view as views
from croupier.games.multilink.plan import wrong
from croupier.games.multilink.settled import READER
from croupier.games.multilink.short_forms import SHORT_FORMS
from croupier.games.multilink.state import BET_TITLES, BETS, State, asked, choosing
from croupier.games.multilink.terms import MultiLinkTerms, terms
from croupier.games.multilink.turns import asked_now
from croupier.links import LinkAttendant, LinkPost, Wire
from croupier.money import Account, Cents, say_money, stack
from croupier.rulebook import Rules
from croupier.table import SYSTEM, Actor, Draft, Furniture, Game, Matter, OpenDecision, Option, Purpose, Role
from croupier.table.game import Attendant, Common
from croupier.table.mistakes import Mistake


class MultiLink(Game[State]):
    title = "Multi-Link Progressive Texas Hold’em"
    short_title = "Multi-Link"
    shape = "bow"
    dock = ((Purpose.FOLD,), (Purpose.CHECK, Purpose.LOOK), (Purpose.BET, Purpose.RETURN))
    short_forms = SHORT_FORMS
    first_hands = "croupier.teaching.multilink:FIRST_HANDS"
    bots = "croupier.players.multilink:SensibleBot"
    chips_at = "box"
    bet_titles = BET_TITLES
    bet_reader = READER
    amending_reading = "ML-A58"
    priced = ("main", "bonus", "progressive")
    mathematics = "croupier.analysis.multilink.provider:MultiLink"
    advice = "croupier.analysis.multilink.seat"
    terminal = "croupier.cli.terminal.layouts.multilink:MultiLinkLayout"

    def initial(self, rules: Rules) -> State:
        return State(device=physical(terms(rules).kind_of_device))

    def furniture(self, rules: Rules) -> Furniture:
        return _furniture(rules)

    def place_of(self, state: State, player: str) -> int | None:
        found = state.players.get(player)
        return found.seat if found else None

    def player_at(self, state: State, place: int) -> str | None:
        """The player who has bet on the box, or sits there."""
        if place in state.boxes and state.phase != "idle" and state.boxes[place].staked:
            return state.boxes[place].player
        for name, player in state.players.items():
            if player.seat == place:
                return name
        return None

    def holdings(self, state: State) -> Mapping[Account, Cents]:
        stacks = {stack(player.seat): player.chips for player in state.players.values()}
        bets = {f"{bet}/{n}": getattr(box, bet) for n, box in state.boxes.items() for bet in BETS}
        return stacks | bets

    def less(self, state: State, place: int, cents: Cents) -> State:
        (player,) = [name for name, player in state.players.items() if player.seat == place]
        return replace(state, players=state.with_chips(player, -cents))

    def facts(self, rules: Rules, state: State) -> Mapping[str, object]:
        return views.facts(rules, state)

    def view(self, rules: Rules, state: State, viewer: Actor) -> views.View:
        return views.view(rules, state, viewer)

    def picture(self, view: msgspec.Struct) -> list[str]:
        assert isinstance(view, views.View)
        return views.picture(view)

    def middle(self, view: msgspec.Struct) -> tuple[str, ...]:
        assert isinstance(view, views.View)
        hidden = ("??",) * (view.dealer_count - len(view.dealer))
        return (*view.dealer, *hidden, *view.board)

    def options_basis(self, rules: Rules, state: State, actor: Actor) -> object | None:
        """For who sits and is not asked to decide: the own chips and boxes, and which boxes are others'."""
        player = state.players.get(actor.id)
        if player is None or actor.role is not Role.PLAYER or state.phase in ("showdown", "jackpot"):
            return None
        own, asked, has_ante = [], 0, False
        is_free = terms(rules).decision_order == "free"
        others = {each.seat for each in state.players.values()} - {player.seat}
        for number, box in state.boxes.items():
            has_ante = has_ante or box.ante > 0
            if box.player == actor.id:
                own.append((number, box))
            elif box.staked:
                others.add(number)
            if (not asked or is_free) and box.status == "in" and box.ante and not box.has_decided:
                asked = number
                if state.phase != "betting" and box.player == actor.id:
                    return None
        held_up = (state.open, state.fault, state.is_link_open)
        if state.phase == "betting":
            # More chips than the largest bet are as good as any.
            table = terms(rules)
            chips = min(player.chips, max(table.ante_max, table.bonus_max, table.progressive_bet))
            return player.seat, chips, player.is_ready, tuple(own), frozenset(others), has_ante, held_up
        hands: object = tuple(own)
        if not state.open:  # whether there is a hand to look at; and with bets nobody leaves
            hands = tuple(
                [(n, box.staked > 0, len(box.cards), box.status, box.is_examined) for n, box in own]
            )
        return state.phase, player.seat, hands, held_up

    def awaited(self, rules: Rules, state: State) -> tuple[int, ...]:
        if state.open:
            return choosing(state)
        if state.phase == "betting":
            return tuple(sorted(p.seat for p in state.players.values() if not p.is_ready))
        if state.phase in ("first", "second", "third"):
            return tuple(asked_now(rules, state))
        return ()

    def routine(self, rules: Rules, state: State) -> Option | None:
        from croupier.games.multilink.routine import routine

        return routine(rules, state)

    def overdue(self, rules: Rules, state: State, place: int) -> Option | None:
        """The bets stand and the game goes on; a table may wait for its first bet as long as it likes."""
        if state.phase == "betting" and not any(box.staked for box in state.boxes.values()):
            return None
        return self.offered(rules, state, SYSTEM, Purpose.TIME_OUT, place)

    def decisions(self, rules: Rules, state: State) -> tuple[OpenDecision, ...]:
        """Players choose for each of their boxes; everything else is a ruling."""
        own = (each.decision(rules) for each in asked(state) if each.role is Role.PLAYER)
        return (*own, *super().decisions(rules, state))

    def pending(self, rules: Rules, state: State) -> tuple[Matter, ...]:
        return tuple(each for each in super().pending(rules, state) if each.role is not Role.PLAYER)

    def wrong(self, rules: Rules, state: State) -> tuple[Mistake, ...]:
        return wrong(rules, state)

    def after_ruling(self, draft: Draft[State], before: State) -> None:
        from croupier.games.multilink.settlement import after_answer

        if before.open:
            after_answer(draft)

    def attendants(self, rules: Rules) -> tuple[Attendant, ...]:
        return (LinkAttendant(self.wire, rules),)

    def common(self, rules: Rules, tables: tuple[str, ...]) -> Common:
        return LinkPost(self.wire, rules, tables)

    @property
    def wire(self) -> Wire:
        from croupier.games.multilink.linking import WIRE

        return WIRE


@lru_cache
def _furniture(rules: Rules) -> Furniture:
    chosen = terms(rules)
    stakes = f"${say_money(chosen.ante_min)} – ${say_money(chosen.ante_max)}"
    return Furniture(chosen.boxes, chosen.decks, chosen.action_clock_seconds, "box", stakes)


MULTILINK = MultiLink("rws-multilink")
MULTILINK.policies.binding(MultiLinkTerms)
MULTILINK.tells(e.PlacementStands, e.OneHandAnnounced, e.PlayContinues, e.QuestionClosed, e.LateErrorNoted)
MULTILINK.tells(e.RegisteredRecorded, e.NoticeDisplayed, e.CardsSeen)
