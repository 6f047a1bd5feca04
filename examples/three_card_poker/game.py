"""Three Card Poker as a game of the catalogue: who is dealt what, who is asked, and section 5."""

from pathlib import Path

from croupier.cards import physical
from croupier.money import say_money
from croupier.rulebook import Rules
from croupier.table import Citations, Draft, Furniture, Purpose, Role
from croupier.table.against_house import Case, HouseGame, looked, of_dealer
from croupier.table.bots import Bot
from croupier.table.courses import DISCARD, PUT_IN_ORDER, RETURN_BET, STANDS, VOID, Row
from croupier.table.facts import BURN, DEALER, Spot
from croupier.table.mistakes import Kind
from three_card_poker.state import Seat, State

FOLDER = Path(__file__).parent
EDITIONS = FOLDER / "editions"
CARDS_EACH = 3
_DEAL = ("initial_deal",)
_COUNT: tuple[Kind, ...] = ("left_out", "short", "surplus")
_ORDER: tuple[Kind, ...] = ("missed_burn", "extra_burn", "wrong_start", "exchanged")


class ThreeCardPoker(HouseGame[State]):
    dock = ((Purpose.FOLD,), (Purpose.READY,), (Purpose.RAISE,))
    bets = {"ante": "main", "play": "main"}  # noqa: RUF012
    bet_titles = {"ante": "Ante", "play": "Play", "pair_plus": "Pair Plus"}  # noqa: RUF012
    priced = ("main", "pair_plus")
    mathematics = "three_card_poker.mathematics:ThreeCardMathematics"
    pages = FOLDER / "pages"
    languages = FOLDER / "languages"
    rows: tuple[Row[Case], ...] = (
        Row(kinds=_COUNT, deals=_DEAL, when=of_dealer, rules=("dealer_hand_wrong",), course=VOID),
        Row(kinds=_COUNT, deals=_DEAL, rules=("hand_wrong",), course=RETURN_BET),
        Row(kinds=("extra_hand",), deals=_DEAL, rules=("hand_without_ante",), course=DISCARD),
        Row(kinds=_ORDER, deals=_DEAL, when=looked, rules=("wrong_order_late",), course=STANDS),
        Row(
            kinds=_ORDER,
            deals=_DEAL,
            rules=("incorrect_dealing",),
            judge=Role.PIT_SUPERVISOR,
            question="Can the cards be put in order, or is the Round void?",
            choices=(PUT_IN_ORDER, VOID),
        ),
        Row(kinds=("exposed",), deals=_DEAL, when=of_dealer, rules=("dealer_card_seen",), course=VOID),
        Row(kinds=("exposed",), deals=_DEAL, rules=("card_seen",), course=STANDS),
        Row(
            kinds=("together",),
            deals=_DEAL,
            rules=("matters_not_provided_for",),
            judge=Role.SHIFT_MANAGER,
            question="Two cards came at once: do they stand as they lie?",
            choices=(STANDS, VOID),
        ),
    )

    def bot(self, number: int) -> Bot:
        from three_card_poker.bots import ChartBot

        return ChartBot()

    def initial(self, rules: Rules) -> State:
        return State(device=physical("card_shoe", 1))

    def furniture(self, rules: Rules) -> Furniture:
        from three_card_poker.terms import ThreeCardTerms

        terms = ThreeCardTerms.of(rules)
        stakes = f"${say_money(terms.ante_min)} – ${say_money(terms.ante_max)}"
        return Furniture(terms.seats, 1, terms.action_clock_seconds, stakes=stakes)

    def due(self, state: State) -> tuple[str, tuple[int, ...]] | None:
        return ("initial_deal", state.in_play) if state.phase == "betting" and state.in_play else None

    def plan(self, rules: Rules, deal: str, places: tuple[int, ...]) -> tuple[Spot, ...]:
        around = (*(Spot("hand", number) for number in places), DEALER)
        return (BURN, *around * CARDS_EACH)

    def after_deal(self, state: State) -> State:
        return state.to("deciding")

    def go_on(self, draft: Draft[State]) -> None:
        from three_card_poker.play import settle_round

        if not draft.state.in_play:
            self.conclude(draft)
        elif not self.undecided(draft.state):
            settle_round(draft)

    def undecided(self, state: State) -> tuple[int, ...]:
        deciding = state.in_play if state.phase == "deciding" else ()
        return tuple(number for number in deciding if not state.seats[number].play)

    def has_acted(self, state: State) -> bool:
        """Whoever plays or folds has looked first."""
        return any(not state.seats[n].ante or state.seats[n].play for n in state.deals[-1].places)

    def goes_on(self, state: State) -> bool:
        return bool(state.deals) and state.deals[-1].is_complete

    def by_silence(self, draft: Draft[State], seat: int, citations: Citations) -> None:
        from three_card_poker.play import give_up

        give_up(draft, seat, citations)


THREE_CARD_POKER = ThreeCardPoker("three-card-poker", Seat, spots=("ante", "play", "pair_plus"))
