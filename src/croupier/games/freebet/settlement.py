"""What wagers come to: the one place that turns outcomes into chips."""

import math
from fractions import Fraction

from croupier.money import Cents, ToOne, divide_half_up, round_down, round_up
from croupier.rulebook import Rules
from croupier.table import Citations, Draft

from . import events as e
from .points import is_natural, is_pair, is_ten, total
from .returns import return_side
from .state import Area, Hand, SideWager, Stake, State, Wager, markers_of

Outcome = tuple[e.Result, tuple[str, ...]]

_COMPARED = ("main_outcome", "point_total", "own_computation")
_WON = ("main_pays", *_COMPARED)


def outcome_of(hand: Hand, dealer_total: int, dealer_natural: bool) -> Outcome:
    """How a hand that has not busted fares against the Dealer's final hand, and the rules that say so."""
    if hand.status == "blackjack":
        if dealer_natural:
            return "stood_off", ("blackjacks_stand_off", "even_money", "stand_off")
        extra = ("blackjack_beats_22",) if dealer_total == 22 else ()
        return "blackjack", ("main_pays", "blackjack", "blackjack_paid", "blackjack_wins", *extra)
    if dealer_natural:
        return "lost_to_blackjack", ("dealer_blackjack_wins", "blackjack")
    if dealer_total == 22:
        return "stood_off", ("dealer_22_stands_off", "stand_off", "bust")
    if dealer_total > 22:
        return "won", ("dealer_bust_wins", "bust", *_WON)
    points = total(hand.cards)
    if points > dealer_total:
        return "won", ("higher_total_wins", *_WON)
    if points < dealer_total:
        return "lost", ("lower_total_loses", *_COMPARED)
    return "stood_off", ("equal_totals_stand_off", "stand_off", *_COMPARED)


def settle_stake(
    draft: Draft[State],
    number: int,
    index: int,
    stake: Stake,
    outcome: Outcome,
    is_interim: bool = False,
    reading: str | None = None,
) -> None:
    """One player's chips and markers on one hand."""
    result, keys = outcome
    area = draft.state.areas[number]
    wager = next(w for w in area.wagers if w.place == stake.place)
    if wager.is_void:
        result, keys = "returned", ("under_minimum",)
    taken, winnings = amounts(draft.rules, wager, stake, result)
    draft.emit(
        e.WagerSettled(
            area=number,
            place=stake.place,
            bet="main",
            result=result,
            stake=stake.added + (wager.amount if stake.has_wager else 0),
            taken=taken,
            winnings=winnings,
            hand=index,
            is_interim=is_interim,
            citations=_citations(draft.rules, area, index, wager, stake, result, keys, reading),
        )
    )


def amounts(rules: Rules, wager: Wager, stake: Stake, result: e.Result) -> tuple[Cents, Cents]:
    """What the House takes of a stake and what it pays on top."""
    original = wager.value if stake.has_wager else 0
    if result in ("lost", "bust"):
        return original + stake.added, 0
    if result == "lost_to_blackjack":
        return original, 0
    if result == "won":
        return 0, original + stake.added + stake.markers * wager.value
    if result == "blackjack":
        return 0, pay(rules, "main", "blackjack", original, rules["blackjack_rounding"])
    if result == "even_money":
        return 0, original
    if result == "surrendered":
        kept = rounded(Fraction(original, 2), rules["surrender_rounding"], rules["lowest_chip"])
        return original - kept, 0
    return 0, 0


def rounded(exact: Fraction, mode: str, chip: Cents) -> Cents:
    """To the cent (a half cent is the player's), or up or down to the lowest chip."""
    if mode == "up":
        return round_up(math.ceil(exact), chip)
    if mode == "down":
        return round_down(math.floor(exact), chip)
    return divide_half_up(exact.numerator, exact.denominator)


def pay(rules: Rules, table: str, key: str, stake: Cents, mode: str = "exact") -> Cents:
    line = rules.paytable(table).line(key)
    assert line is not None
    assert isinstance(line.pays, ToOne)
    return rounded(line.pays.winnings(stake), mode, rules["lowest_chip"])


def _citations(
    rules: Rules,
    area: Area,
    index: int,
    wager: Wager,
    stake: Stake,
    result: e.Result,
    keys: tuple[str, ...],
    reading: str | None,
) -> Citations:
    if result == "lost_to_blackjack":
        if stake.added or stake.markers or area.hands[index].is_doubled:
            keys = (*keys, "original_wager_lost", "doubled_against_dealer_blackjack")
        if area.hands[index].is_split:
            keys = (*keys, "split_against_dealer_blackjack", "dealer_blackjack_original_wager_only")
        reading = "FB-A03" if len(keys) > 2 else reading
    if area.hands[index].is_split and is_natural(area.hands[index].cards):
        keys = (*keys, "split_never_blackjack")
    found = rules.cite(*keys, reading=reading)
    if wager.is_pulled:
        found += rules.cite("late_withdrawal_ignored", reading="FB-A39")
    if stake.markers:
        found += rules.cite("marker_pays_original_wager", reading="FB-A01")
    if wager.amount > wager.value:
        found += rules.cite("over_maximum", reading="FB-A53" if stake.markers else None)
    elif wager.amount < rules["main_min"] and not wager.is_void:
        found += rules.cite("under_minimum", reading="FB-A24")
    return found


# Side wagers and Insurance


def settle_side(draft: Draft[State], number: int, side: SideWager, line: str, keys: tuple[str, ...]) -> None:
    """A side wager that wins by this line of its pay table, or loses where there is none."""
    winnings = 0
    if line:
        winnings = pay(draft.rules, "main" if side.bet == "pair" else side.bet, line, side.value)
    result: e.Result = "won" if line else "lost"
    taken = 0 if line else side.value
    if side.is_void:
        result, taken, winnings, keys = "returned", 0, 0, ("under_minimum",)
    found = draft.rules.cite(*keys, reading="FB-A14" if side.bet == "busted" and line else None)
    if side.is_pulled:
        found += draft.rules.cite("late_withdrawal_ignored", reading="FB-A39")
    if side.amount > side.value:
        found += draft.rules.cite("over_maximum")
    elif side.amount < draft.rules[f"{side.bet}_min"] and not side.is_void:
        found += draft.rules.cite("under_minimum", reading="FB-A24")
    draft.emit(
        e.WagerSettled(
            area=number,
            place=side.place,
            bet=side.bet,
            result=result,
            stake=side.amount,
            taken=taken,
            winnings=winnings,
            is_interim=side.bet == "pair",
            citations=found,
        )
    )


def settle_pairs(draft: Draft[State], number: int) -> None:
    """The Pair wagers of an area, on its first two cards, whatever the Dealer may get."""
    area = draft.state.areas[number]
    for side in area.sides:
        if side.bet == "pair":
            cards = area.hands[0].cards[:2]
            wins = is_pair(cards, draft.rules["pair_ten_face"])
            keys: tuple[str, ...] = ("pair_wager", "pair_wager_meaning", "pair", "interim_settlement")
            if is_ten(cards[0]) and is_ten(cards[1]):
                keys = (*keys, "face_values")
            settle_side(draft, number, side, "pair" if wins else "", (*keys, "main_pays"))


def busted_line(dealer_total: int, cards: int) -> str:
    """The line of the pay table that a Dealer's bust wins by, or nothing."""
    return f"cards_{min(cards, 7)}" if dealer_total > 21 else ""


def settle_busted(draft: Draft[State], number: int, side: SideWager) -> None:
    line = busted_line(total(draft.state.dealer), len(draft.state.dealer))
    keys = ("busted_wager", "busted_wager_meaning", "busted_pays", *(("bust",) if line else ()))
    settle_side(draft, number, side, line, keys)


def settle_pot_of_gold(draft: Draft[State], number: int, side: SideWager) -> None:
    """By the player's own markers on the area; without a wager there, by those of whoever controlled it."""
    area = draft.state.areas[number]
    markers = markers_of(area, side.place)
    keys: tuple[str, ...] = ("pot_of_gold_wager", "pot_of_gold_wager_meaning", "pot_of_gold_pays")
    if all(wager.place != side.place for wager in area.wagers):
        keys = (*keys, "outsider_pot_of_gold")
    settle_side(draft, number, side, f"markers_{min(markers, 5)}" if markers else "", keys)


def settle_insurances(draft: Draft[State], number: int) -> None:
    wins = is_ten(draft.state.dealer[1])
    for insurance in draft.state.areas[number].insurances:
        winnings = pay(draft.rules, "main", "insurance", insurance.amount) if wins else 0
        draft.emit(
            e.WagerSettled(
                area=number,
                place=insurance.place,
                holder=insurance.holder,
                bet="insurance",
                result="won" if wins else "lost",
                stake=insurance.amount,
                taken=0 if wins else insurance.amount,
                winnings=winnings,
                citations=draft.rules.cite("insurance", "insurance_wager_meaning", "main_pays"),
            )
        )


def settle_round(draft: Draft[State]) -> None:
    """Every bet that is still open, area by area."""
    for number in draft.state.areas:
        settle_area(draft, number)


def settle_area(draft: Draft[State], number: int) -> None:
    area, dealer = draft.state.areas[number], draft.state.dealer
    for index, hand in enumerate(area.hands):
        if hand.stakes:
            outcome = outcome_of(hand, total(dealer), is_natural(dealer))
            for stake in hand.stakes:
                settle_stake(draft, number, index, stake, outcome)
    if area.insurances:
        settle_insurances(draft, number)
    for side in area.sides:
        if side.bet == "busted":
            settle_busted(draft, number, side)
        elif side.bet == "pot_of_gold":
            settle_pot_of_gold(draft, number, side)
        elif len(area.hands[0].cards) < 2:  # a Pair wager needs two cards, and they never came
            return_side(draft, number, side, "returned", ("one_card_hand_late",), "FB-A37")
        else:
            settle_pairs(draft, number)
    if is_natural(dealer) and draft.rules["dealer_blackjack_loss"] == "capped_at_original":
        for wager in area.wagers:
            if wager.busted:
                cites = draft.rules.cite("original_wager_lost", reading="FB-A03")
                draft.emit(
                    e.AdditionsRefunded(area=number, place=wager.place, amount=wager.busted, citations=cites)
                )
