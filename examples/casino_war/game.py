"""Casino War as a game of the catalogue: what is dealt to whom, and who is asked."""

from pathlib import Path

from casino_war.state import Seat, State
from croupier.cards import physical
from croupier.rulebook import Rules
from croupier.table import Citations, Draft, Furniture, Role
from croupier.table.against_house import Case, HouseGame
from croupier.table.courses import PUT_IN_ORDER, STANDS, VOID, Row
from croupier.table.facts import BURN, DEALER, Spot
from croupier.table.mistakes import Kind

EDITIONS = Path(__file__).parent / "editions"
_DEALS = ("initial_deal", "war")
_COUNT: tuple[Kind, ...] = ("left_out", "short", "surplus", "extra_hand")
_REST: tuple[Kind, ...] = ("missed_burn", "extra_burn", "wrong_start", "exchanged", "together", "exposed")


class CasinoWar(HouseGame[State]):
    deals_face_up = True
    bets = {"second": "wager"}  # noqa: RUF012
    rows: tuple[Row[Case], ...] = (
        Row(
            kinds=_COUNT,
            deals=_DEALS,
            rules=("incorrect_dealing",),
            judge=Role.PIT_SUPERVISOR,
            question="Can the cards be put in order, or is the Round void?",
            choices=(PUT_IN_ORDER, VOID),
        ),
        Row(kinds=_REST, deals=_DEALS, rules=("wrong_order_stands",), course=STANDS),
    )

    def initial(self, rules: Rules) -> State:
        return State(device=physical("card_shoe", rules.parameter("decks")))

    def furniture(self, rules: Rules) -> Furniture:
        return Furniture(
            rules.integer("seats"), rules.parameter("decks"), rules.integer("action_clock_seconds")
        )

    def is_shuffle_due(self, rules: Rules, state: State) -> bool:
        from casino_war.terms import WarTerms

        return not state.is_shuffled or state.device.remaining <= WarTerms.of(rules).cut_card_position

    def cards_needed(self, rules: Rules) -> int:
        """A Round in which every seat goes to war needs no more."""
        from casino_war.terms import WarTerms

        return 2 * super().cards_needed(rules) + WarTerms.of(rules).burnt_before_war

    def due(self, state: State) -> tuple[str, tuple[int, ...]] | None:
        deal = {"betting": "initial_deal", "war": "war"}.get(state.phase)
        return (deal, state.wagered) if deal and state.wagered else None

    def plan(self, rules: Rules, deal: str, places: tuple[int, ...]) -> tuple[Spot, ...]:
        from casino_war.terms import WarTerms

        burns = WarTerms.of(rules).burnt_before_war if deal == "war" else 0
        return (*[BURN] * burns, *(Spot("hand", number) for number in places), DEALER)

    def after_bets(self, state: State) -> State:
        """Once every tie has been decided, those at war get their cards."""
        is_war = state.phase == "choosing" and bool(state.wagered) and not self.undecided(state)
        return state.to("war") if is_war else state

    def go_on(self, draft: Draft[State]) -> None:
        from casino_war.play import settle_initial_deal, settle_war

        if not draft.state.wagered:
            self.conclude(draft)
        elif draft.state.phase == "betting":
            settle_initial_deal(draft)
        elif draft.state.phase == "war":
            settle_war(draft)

    def by_silence(self, draft: Draft[State], seat: int, citations: Citations) -> None:
        from casino_war.play import give_up

        give_up(draft, seat, citations)

    def goes_on(self, state: State) -> bool:
        return bool(state.deals) and state.deals[0].is_complete

    def undecided(self, state: State) -> tuple[int, ...]:
        """Those that have tied and not chosen yet."""
        choosing = state.wagered if state.phase == "choosing" else ()
        return tuple(number for number in choosing if not state.seats[number].second)


CASINO_WAR = CasinoWar("casino-war", Seat, spots=("wager", "tie", "second"))
