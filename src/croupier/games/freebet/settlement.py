"""What wagers come to: the one place that turns outcomes into chips, and gives chips back without one."""

import math
from fractions import Fraction
from functools import partial
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from croupier.games.freebet import commands as c
from croupier.games.freebet import events as e
from croupier.games.freebet.control import current, is_held_up, is_left, is_party, markers_for
from croupier.games.freebet.game import FREEBET, chips_down
from croupier.games.freebet.permissions import during
from croupier.games.freebet.plan import discarded, left_out
from croupier.games.freebet.points import HIGHEST, is_natural, is_pair, is_ten, total
from croupier.games.freebet.state import (
    Area,
    Breaches,
    Hand,
    Insurance,
    SideWager,
    Stake,
    State,
    Status,
    Wager,
    coming_cards,
)
from croupier.games.freebet.terms import Terms
from croupier.money import Cents, divide_half_up, round_down, round_up
from croupier.rulebook import Rules
from croupier.table import Citations, Draft, Moment, Offer, Role

Outcome = tuple[e.Result, tuple[str, ...]]

_COMPARED = ("main_outcome", "point_total", "own_computation")
_WON = ("main_pays", *_COMPARED)


def outcome_of(terms: Terms, hand: Hand, dealer_total: int, dealer_natural: bool) -> Outcome:
    """How a hand that has not busted fares against the Dealer's final hand, and the rules that say so."""
    stands_off = dealer_total == terms.dealer_stand_off_total
    if hand.status == "blackjack":
        if dealer_natural:
            return "stood_off", ("blackjacks_stand_off", "even_money", "stand_off")
        extra = ("blackjack_beats_22",) if stands_off else ()
        return "blackjack", ("main_pays", "blackjack", "blackjack_paid", "blackjack_wins", *extra)
    if dealer_natural:
        return "lost_to_blackjack", ("dealer_blackjack_wins", "blackjack")
    if stands_off:
        return "stood_off", ("dealer_22_stands_off", "stand_off", "bust")
    if dealer_total > HIGHEST:
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
    terms = Terms.of(rules)
    original = wager.value if stake.has_wager else 0
    if result in ("lost", "bust"):
        return original + stake.added, 0
    if result == "lost_to_blackjack":
        return original, 0
    if result == "won":
        return 0, pay(terms, "main", "regular", original + stake.added + stake.markers * wager.value)
    if result == "blackjack":
        return 0, pay(terms, "main", "blackjack", original, terms.blackjack_rounding)
    if result == "even_money":
        return 0, original
    if result == "surrendered":
        share = Fraction(original * (100 - terms.surrender_percent), 100)
        return original - rounded(share, terms.surrender_rounding, terms.lowest_chip), 0
    return 0, 0


def rounded(exact: Fraction, mode: str, chip: Cents) -> Cents:
    """To the cent (a half cent is the player's), or up or down to the lowest chip."""
    if mode == "up":
        return round_up(math.ceil(exact), chip)
    if mode == "down":
        return round_down(math.floor(exact), chip)
    return divide_half_up(exact.numerator, exact.denominator)


def pay(terms: Terms, table: str, key: str, stake: Cents, mode: str = "exact") -> Cents:
    return rounded(terms.pays(table, key) * stake, mode, terms.lowest_chip)


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
        is_split = area.hands[index].is_split
        if is_split or is_doubled(wager, stake):
            keys = (*keys, "original_wager_lost")
        if is_doubled(wager, stake):
            keys = (*keys, "doubled_against_dealer_blackjack")
        if is_split:
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
    elif wager.amount < Terms.of(rules).main_min and not wager.is_void:
        found += rules.cite("under_minimum", reading="FB-A24")
    return found


def is_doubled(wager: Wager, stake: Stake) -> bool:
    """Whether this player has doubled on the hand: more lies there than the wager, or what the split put."""
    return stake.added + stake.markers * wager.value > (0 if stake.has_wager else wager.value)


# Side wagers and Insurance


def settle_side(draft: Draft[State], number: int, side: SideWager, line: str, keys: tuple[str, ...]) -> None:
    """A side wager that wins by this line of its pay table, or loses where there is none."""
    winnings, terms = 0, Terms.of(draft.rules)
    if line:
        winnings = pay(terms, "main" if side.bet == "pair" else side.bet, line, side.value)
    result: e.Result = "won" if line else "lost"
    taken = 0 if line else side.value
    if side.is_void:
        result, taken, winnings, keys = "returned", 0, 0, ("under_minimum",)
    found = draft.cite(*keys, reading="FB-A14" if side.bet == "busted" and line else None)
    if side.is_pulled:
        found += draft.cite("late_withdrawal_ignored", reading="FB-A39")
    if side.amount > side.value:
        found += draft.cite("over_maximum")
    elif side.amount < terms.limits(side.bet)[0] and not side.is_void:
        found += draft.cite("under_minimum", reading="FB-A24")
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
    """The Pair wagers of an area, on its first two cards, independent of the Dealer's hand."""
    area = draft.state.areas[number]
    for side in area.sides:
        if side.bet == "pair":
            cards = area.hands[0].cards[:2]
            wins = is_pair(cards, Terms.of(draft.rules).pair_ten_face)
            keys: tuple[str, ...] = ("pair_wager", "pair_wager_meaning", "pair", "interim_settlement")
            if is_ten(cards[0]) and is_ten(cards[1]):
                keys = (*keys, "face_values")
            settle_side(draft, number, side, "pair" if wins else "", (*keys, "main_pays"))


def settle_busted(draft: Draft[State], number: int, side: SideWager) -> None:
    dealer = draft.state.dealer
    line = Terms.of(draft.rules).busted_line(len(dealer)) if total(dealer) > HIGHEST else ""
    keys = ("busted_wager", "busted_wager_meaning", "busted_pays", *(("bust",) if line else ()))
    settle_side(draft, number, side, line, keys)


def settle_pot_of_gold(draft: Draft[State], number: int, side: SideWager) -> None:
    """By the player's own markers on the area; without a wager there, by those of its controller."""
    area = draft.state.areas[number]
    markers = markers_for(draft.rules, draft.state, number, side.place)
    keys: tuple[str, ...] = ("pot_of_gold_wager", "pot_of_gold_wager_meaning", "pot_of_gold_pays")
    if all(wager.place != side.place for wager in area.wagers):
        keys = (*keys, "outsider_pot_of_gold")
    settle_side(draft, number, side, Terms.of(draft.rules).pot_of_gold_line(markers), keys)


def settle_insurances(draft: Draft[State], number: int) -> None:
    wins = is_ten(draft.state.dealer[1])
    for insurance in draft.state.areas[number].insurances:
        winnings = pay(Terms.of(draft.rules), "main", "insurance", insurance.amount) if wins else 0
        found = draft.cite("insurance", "insurance_wager_meaning", "main_pays")
        if insurance.is_pulled:
            found += draft.cite("late_withdrawal_ignored", reading="FB-A39")
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
                citations=found,
            )
        )


def settle_area(draft: Draft[State], number: int) -> None:
    """Every bet that is still open there."""
    area, dealer = draft.state.areas[number], draft.state.dealer
    for index, hand in enumerate(area.hands):
        if hand.stakes:
            outcome = outcome_of(Terms.of(draft.rules), hand, total(dealer), is_natural(dealer))
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
            return_side(draft, number, side, Back(("one_card_hand_late",), "FB-A37"))
        else:
            settle_pairs(draft, number)
    if is_natural(dealer) and Terms.of(draft.rules).dealer_blackjack_loss == "capped_at_original":
        for wager in area.wagers:
            if wager.busted:
                cites = draft.cite("original_wager_lost", reading="FB-A03")
                draft.emit(
                    e.AdditionsRefunded(area=number, place=wager.place, amount=wager.busted, citations=cites)
                )


# The end of a Round


@FREEBET.action(c.SettleRound, Role.DEALER, each=during("complete"))
def settle_wagers(at: Moment[State]) -> Offer:
    if at.state.phase == "playing" and not is_held_up(at.state):
        if current(at.state) is not None:
            at.refuse("drawing", "every hand is acted upon before the Dealer's hand is completed and settled")
        at.refuse("dealer_draws", "the Dealer's hand is not complete: deal the Dealer's cards first")
    if at.state.phase != "complete":
        at.refuse("round_of_play", "wagers are settled when the Dealer's hand is complete")
    at.require(not is_held_up(at.state), "round_of_play", "a question is open; answer it first")
    if missed := left_out(at.state):
        said = "area {area} has a wager and no cards: report the cards"
        at.refuse("wager_without_cards_late", said, area=missed[0])
    return Offer(at.cite("round_of_play"))


@settle_wagers.taken
def settled(draft: Draft[State], command: c.SettleRound, offer: Offer) -> None:
    for number in draft.state.areas:
        settle_area(draft, number)
    conclude(draft, command.at)


def conclude(draft: Draft[State], at: int) -> None:
    state = draft.state
    short = {state.players[place].name: at for place in state.breaches.short}
    cites = draft.cite("round_of_play")
    if state.breaches.is_any:
        cites += draft.cite("limit_breaches_settled")
    draft.emit(e.RoundConcluded(short=short, citations=cites))


@FREEBET.after(e.RoundConcluded)
def round_concluded(state: State, event: e.RoundConcluded) -> State:
    settled = state.breaches.settled | event.short
    return cleared(state, breaches=Breaches(settled)) if event.short else cleared(state)


def cleared(state: State, **changes: Any) -> State:
    """The table between two Rounds: what lasts is the players, the device and what is remembered."""
    players = {
        place: replace(player, is_ready=False) if player.is_ready else player
        for place, player in state.players.items()
    }
    blank = State(
        round=state.round,
        players=players,
        device=state.device,
        shoe="burnt" if state.shoe == "burnt_now" else state.shoe,
        shuffle_due=state.shuffle_due,
        wagers_max=state.wagers_max,
        breaches=Breaches(state.breaches.settled),
    )
    return replace(blank, **changes) if changes else blank


# What a settlement does to the table


@FREEBET.after(e.WagerSettled)
def wager_settled(state: State, event: e.WagerSettled) -> State:
    area = _without_bet(state.areas[event.area], event)
    gain = event.winnings - event.taken
    player = state.players[event.place]
    player = replace(player, chips=player.chips + event.stake + gain)
    changes: dict[str, Any] = {}
    if state.following and event.bet == "main" and event.area == state.following.area:
        changes["following"] = state.following.without(event.place)
    if event.place in state.breaches.short and event.result in ("returned", "withdrawn"):
        changes["breaches"] = replace(state.breaches, short=_without_short(state, area, event))
    if coming_cards(state) and is_left(area):  # who leaves in the middle of the deal leaves the cards behind
        changes["laid"] = discarded(state.laid, event.area)
    return replace(
        state,
        areas=state.areas | {event.area: area},
        players=state.players | {event.place: player},
        net=state.net | {event.place: state.net.get(event.place, 0) + gain} if gain else state.net,
        has_interim=state.has_interim or event.is_interim,
        **changes,
    )


def _without_short(state: State, after: Area, event: e.WagerSettled) -> tuple[int, ...]:
    """A wager under the minimum that goes back without a result has not been settled once."""
    gone = _short_bets(state.areas[event.area], event.place) - _short_bets(after, event.place)
    if not gone:
        return state.breaches.short
    short = state.breaches.short
    at = short.index(event.place)
    return (*short[:at], *short[at + 1 :])


def _short_bets(area: Area, place: int) -> set[str]:
    found = {side.bet for side in area.sides if side.place == place and side.is_short}
    is_main = any(wager.place == place and wager.is_short and wager.is_live for wager in area.wagers)
    return found | {"main"} if is_main else {*found}


def _without_bet(area: Area, event: e.WagerSettled) -> Area:
    if event.bet == "main":
        return _without_stake(area, event)
    if event.bet == "insurance":
        gone = (event.holder, event.place)
        return replace(area, insurances=tuple(n for n in area.insurances if (n.holder, n.place) != gone))
    key = (event.bet, event.place)
    sides = tuple(side for side in area.sides if (side.bet, side.place) != key)
    has_settled = area.has_settled_pairs or (event.bet == "pair" and event.result in ("won", "lost"))
    return replace(area, sides=sides, has_settled_pairs=has_settled)


def _without_stake(area: Area, event: e.WagerSettled) -> Area:
    """`hand` is -1 for a wager whose area never got cards."""
    has_wager, added = event.hand < 0, 0
    if event.hand >= 0:
        hand = area.hands[event.hand]
        for stake in hand.stakes:
            if stake.place == event.place:
                has_wager, added = stake.has_wager, stake.added
        stakes = tuple(stake for stake in hand.stakes if stake.place != event.place)
        status: Status = hand.status if stakes or hand.status == "bust" else "done"
        hand = replace(hand, stakes=stakes, status=status)
        area = replace(area, hands=(*area.hands[: event.hand], hand, *area.hands[event.hand + 1 :]))
    busted = added if event.result == "bust" else 0
    has_surrendered = event.result == "surrendered"
    is_out = has_surrendered or event.result in ("returned", "withdrawn")
    if not (has_wager or busted or is_out):
        return area
    wagers = tuple(
        replace(
            w,
            is_live=w.is_live and not has_wager,
            busted=w.busted + busted,
            is_out=is_out,
            has_surrendered=has_surrendered,
        )
        if w.place == event.place
        else w
        for w in area.wagers
    )
    return replace(area, wagers=wagers)


@FREEBET.after(e.AdditionsRefunded)
def additions_refunded(state: State, event: e.AdditionsRefunded) -> State:
    state = replace(state, net=state.net | {event.place: state.net.get(event.place, 0) + event.amount})
    return state.with_chips(event.place, event.amount)


# Bets that go back without a result: returned, withdrawn, or void with the whole Round


class Back(Struct, frozen=True):
    """Why bets go back: returned to players, or withdrawn by one."""

    rules: tuple[str, ...]
    reading: str | None = None
    result: e.Result = "returned"
    keeps_busted: bool = False  # where the Dealer's hand decides that wager


def give_back(
    draft: Draft[State],
    number: int,
    place: int,
    bet: e.Kind,
    chips: Cents,
    back: Back,
    hand: int = 0,
    holder: int = 0,
) -> None:
    settled = partial(e.WagerSettled, area=number, place=place, bet=bet, hand=hand, holder=holder)
    cites = draft.cite(*back.rules, reading=back.reading)
    draft.emit(settled(result=back.result, stake=chips, citations=cites))


def return_main(draft: Draft[State], number: int, place: int, back: Back) -> None:
    """All that one player has on the hands of an area, markers vanishing without value."""
    area = draft.state.areas[number]
    wager = next((w for w in area.wagers if w.place == place), None)
    if wager is None:
        return
    if wager.is_live and not any(s.has_wager and s.place == place for h in area.hands for s in h.stakes):
        give_back(draft, number, place, "main", wager.amount, back, hand=-1)
    for index, hand in enumerate(area.hands):
        for stake in hand.stakes:
            if stake.place == place:
                chips = stake.added + (wager.amount if stake.has_wager else 0)
                give_back(draft, number, place, "main", chips, back, hand=index)


def return_side(draft: Draft[State], number: int, side: SideWager, back: Back) -> None:
    give_back(draft, number, side.place, side.bet, side.amount, back)


def return_insurance(draft: Draft[State], number: int, insurance: Insurance, back: Back) -> None:
    place, holder = insurance.place, insurance.holder
    give_back(draft, number, place, "insurance", insurance.amount, back, holder=holder)


def return_player(draft: Draft[State], number: int, place: int, back: Back) -> None:
    """Everything undecided that a player has on an area; with the last wager go the others' side bets.

    Markers of a controller who leaves vanish, and Pot of Gold wagers that counted them go back as well.
    """
    return_main(draft, number, place, back)
    area = draft.state.areas[number]
    is_empty = not any(is_party(area, wager) for wager in area.wagers)
    has_led = any(wager.place == place and wager.led for wager in area.wagers)
    bettors = {wager.place for wager in area.wagers}
    insurance_stays = back.result == "withdrawn" and Terms.of(draft.rules).insured_withdraws == "stays"
    for side in area.sides:
        if back.keeps_busted and side.bet == "busted":
            continue
        if side.place == place:
            return_side(draft, number, side, back)
        elif is_empty:
            return_side(draft, number, side, Back(back.rules, "FB-A37"))
        elif has_led and side.bet == "pot_of_gold" and side.place not in bettors:
            return_side(draft, number, side, Back(back.rules, "FB-A11"))
    for insurance in area.insurances:
        if insurance.place == place:
            return_insurance(draft, number, insurance, back)
        elif (is_empty or insurance.holder == place) and not insurance_stays:
            return_insurance(draft, number, insurance, Back(back.rules, "FB-A66"))


def return_area(draft: Draft[State], number: int, back: Back) -> None:
    for wager in draft.state.areas[number].wagers:
        return_player(draft, number, wager.place, back)


def is_busted_kept(rules: Rules) -> bool:
    """Whether a Busted wager, which the Dealer's hand alone decides, stays when the main wager goes back."""
    return not Terms.of(rules).return_sides_with_main


def has_anything(state: State, number: int, place: int) -> bool:
    return (number, place) in chips_down(state) or any(
        stake.place == place for hand in state.areas[number].hands for stake in hand.stakes
    )


def void_round(draft: Draft[State], *keys: str, reading: str | None = None, shuffle_due: str = "") -> None:
    """The Round has no result: every wager goes back and, if the House reads it so, every payment too."""
    down = {f"{area}/{place}": cents for (area, place), cents in chips_down(draft.state).items()}
    is_reversed = Terms.of(draft.rules).void_reverses_interim
    net = {place: cents for place, cents in draft.state.net.items() if cents and is_reversed}
    cites = draft.cite(*keys, reading=reading)
    draft.emit(e.RoundVoided(bets=down, net=net, shuffle_due=shuffle_due, citations=cites))


@FREEBET.after(e.RoundVoided)
def round_voided(state: State, event: e.RoundVoided) -> State:
    for key, cents in event.bets.items():
        state = state.with_chips(int(key.partition("/")[2]), cents)
    for place, cents in event.net.items():
        state = state.with_chips(place, -cents)
    return cleared(state, shuffle_due=event.shuffle_due or state.shuffle_due)
