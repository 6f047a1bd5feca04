"""Settling the pots: what nobody called goes back, the rake, the winners."""

from itertools import cycle

from msgspec.structs import replace

from croupier.cards import UNKNOWN, Category, category, strength
from croupier.games.poker import commands as c
from croupier.games.poker import events as e
from croupier.games.poker.game import POKER
from croupier.games.poker.permissions import refuse_while_open, refuse_wrong_deal
from croupier.games.poker.pots import Pot, Uncalled, pots, uncalled
from croupier.games.poker.rounds import between_rounds, positions_after, with_chips, with_debts_settled
from croupier.games.poker.state import State
from croupier.games.poker.terms import Terms, terms
from croupier.games.poker.turns import BOARD_FULL
from croupier.money import round_down
from croupier.money.raking import WALKS, collect, walk_base
from croupier.rulebook import Rules
from croupier.table import Draft, Moment, Offer, Role

_MAIN_POT = ("pot", "main_pot", "rake", "rake_meaning")
_SIDE_POT = ("pot", "side_pot", "rake", "rake_meaning")
_SHOWDOWN = ("objective", "winning_hand", "highest_hand_wins")
_ALL_IN_MAIN = ("resolving_pots", "all_in_eligibility", "all_in_winner")
_ALL_IN_SIDE = ("resolving_pots", "all_in_eligibility", "side_pot_winner")
_EQUAL: dict[Category, tuple[str, str]] = {
    Category.STRAIGHT: ("equal_category", "equal_category_straights"),
    Category.STRAIGHT_FLUSH: ("equal_category", "equal_category_straights"),
    Category.ONE_PAIR: ("equal_category", "equal_category_pairs"),
    Category.FIVE_ODD_CARDS: ("equal_category", "equal_category_odd_cards"),
}


@POKER.action(c.Settle, Role.DEALER)
def settle(at: Moment[State]) -> Offer:
    refuse_while_open(at)
    if at.state.phase != "settling":
        at.refuse("resolving_pots", "the pots are settled once it is known who wins them")
    refuse_wrong_deal(at)
    return Offer(at.cite("resolving_pots"))


@settle.taken
def is_settled(draft: Draft[State], command: c.Settle, offer: Offer) -> None:
    state, rules, table = draft.state, draft.rules, terms(draft.rules)
    returned = uncalled(state)
    found = _claimed(table, state, pots(state, returned))
    rakes = rake(table, state, found, returned)
    is_walk = table.walk_rake_base != "matched" and is_walked(state)
    if returned:
        cites = rules.cite("uncalled_not_raked", reading="RK3" if is_walk else "RK5")
        if not state.is_marker_flipped and not state.hand(returned.seat).is_active:
            cites += rules.cite("all_in_eligibility", reading="SP5")
        draft.emit(e.UncalledReturned(seat=returned.seat, amount=returned.amount, citations=cites))
    strengths = _strengths(state)
    for index, (pot, taken) in enumerate(zip(found, rakes, strict=True)):
        draft.emit(award(rules, table, state, index, pot, taken, strengths))
    draft.emit(e.RoundConcluded(citations=rules.cite("round_of_play")))


def _claimed(table: Terms, state: State, found: list[Pot]) -> list[Pot]:
    """A pot that everybody has left is the last contributor's, or in some houses the Active Players'.

    Who declined to show against another pot's hand has not left the one that he was alone in.
    """
    if table.side_pot_left_alone == "last_contributor":
        return found
    stayed = {number for number, hand in state.hands if hand.is_active or hand.has_mucked}
    return [
        pot if stayed.intersection(pot.eligible) else Pot(pot.amount, tuple(state.active)) for pot in found
    ]


def _strengths(state: State) -> dict[int, int]:
    """The hands that were shown; hands turned up before the river are ranked now."""
    if not state.is_marker_flipped or len(state.board) < BOARD_FULL:
        return {}
    return {
        number: hand.strength or (0 if UNKNOWN in hand.cards else strength(hand.cards + state.board))
        for number, hand in state.hands
        if hand.is_active
    }


# Rake


def rake(table: Terms, state: State, found: list[Pot], returned: Uncalled | None) -> list[int]:
    """What the House takes from each pot, Main Pot first, up to the cap."""
    if not table.rake_numerator or (not state.board and not table.rake_before_flop):
        return [0] * len(found)
    amounts = [pot.amount for pot in found]
    bases = list(amounts)
    if is_walked(state) and returned:
        blind = state.positions.big_blind_seat
        others = sum(hand.total + hand.dead for n, hand in state.hands if n != blind)
        bases[0] = walk_base(WALKS[table.walk_rake_base], amounts[0], returned.amount, others)
    return _collected(table, amounts, bases)


def _collected(table: Terms, amounts: list[int], bases: list[int]) -> list[int]:
    cells, pots_ = [*amounts, *bases], len(amounts)
    parts, whole = table.rake_numerator, table.rake_denominator
    is_on_total = table.rake_basis == "total"
    collect(cells, 0, pots_, pots_, parts, whole, table.lowest_chip, table.rake_cap, is_on_total)
    return cells[pots_:]


def rake_of_pot(table: Terms, amount: int) -> int:
    """What is taken where there is one pot, after a flop."""
    return _collected(table, [amount], [amount])[0]


def is_walked(state: State) -> bool:
    """Everybody folded to the Big Blind; who is left because the others did not show has won a showdown."""
    is_first = state.street == 1 and not state.board
    return is_first and not state.raisers and state.active == [state.positions.big_blind_seat]


# Winners


def award(
    rules: Rules, table: Terms, state: State, index: int, pot: Pot, taken: int, strengths: dict[int, int]
) -> e.PotAwarded:
    eligible = pot.eligible
    keys: tuple[str, ...] = _SIDE_POT if index else _MAIN_POT
    if strengths:
        best = max([strengths.get(number, 0) for number in eligible])
        winners = [number for number in eligible if strengths.get(number, 0) == best]
        if not best:  # nobody in it shows: whoever was alone in it last had won it
            winners = [max(eligible, key=state.outs.index)]
        keys += _showdown_keys(state, eligible, strengths, best, index)
        if len(strengths) == 1 and not state.hand(*strengths).has_shown:
            keys += ("lone_survivor",)
    else:
        winners = list(eligible)
        keys += ("lone_survivor", "active_player")
    won = divide(table, state, pot.amount - taken, winners)
    if len(winners) > 1:
        keys += ("split_pot",)
    has_left = not any([state.hand(number).is_active for number in eligible])  # noqa: C419 - as above
    return e.PotAwarded(
        pot=index,
        amount=pot.amount,
        rake=taken,
        eligible=eligible,
        won=won,
        citations=rules.cite(*keys, reading="SP5" if has_left else "RK1"),
    )


def _showdown_keys(
    state: State, eligible: tuple[int, ...], strengths: dict[int, int], best: int, index: int
) -> tuple[str, ...]:
    keys: tuple[str, ...] = _SHOWDOWN
    if any([seat.hand and not seat.chips for seat in state.seats if seat]):  # noqa: C419 - a list is faster
        keys += _ALL_IN_SIDE if index else _ALL_IN_MAIN
    if not best:
        return keys
    kind = category(best)
    beaten = [value for number in eligible if (value := strengths.get(number)) and value < best]
    if any([category(value) == kind for value in beaten]):  # noqa: C419 - a list is faster than a generator here
        return keys + _EQUAL.get(kind, ("equal_category",))
    return keys


def divide(table: Terms, state: State, amount: int, winners: list[int]) -> dict[int, int]:
    """Equal shares to the lowest chip, and the chips that are left over."""
    if len(winners) == 1:
        return {winners[0]: amount}
    part = round_down(amount // len(winners), table.lowest_chip)
    won = dict.fromkeys(winners, part)
    rest = amount - part * len(winners)
    is_literal = table.odd_chip_to == "literal"
    takers = state.active if is_literal else winners
    if table.odd_chips == "all_to_first":
        takers = takers[:1]
    for number in cycle(takers):
        if not rest:
            return won
        chip = min(table.lowest_chip, rest)
        won[number] = won.get(number, 0) + chip
        rest -= chip
    return won


# Effects


@POKER.after(e.UncalledReturned)
def uncalled_returned(state: State, event: e.UncalledReturned) -> State:
    seat, hand = state.seat(event.seat), state.hand(event.seat)
    back = replace(seat, chips=seat.chips + event.amount, hand=replace(hand, total=hand.total - event.amount))
    return replace(state, seats=state.with_seat(event.seat, back), pot=state.pot - event.amount)


@POKER.after(e.PotAwarded)
def pot_awarded(state: State, event: e.PotAwarded) -> State:
    return replace(state, seats=with_chips(state, event.won), pot=state.pot - event.amount)


@POKER.after(e.RoundConcluded)
def round_concluded(state: State, event: e.RoundConcluded) -> State:
    return between_rounds(state, with_debts_settled(state), positions_after(state))
