"""Which of several seen cards is worst for the Dealer: what the House would make of each, on average.

Where the Dealer has to draw on, every card that is not in sight may come next; what the device really holds
next plays no part, for nobody knows it.
"""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from functools import lru_cache

from croupier.cards import DECK, Card
from croupier.games.freebet.plan import open_bets
from croupier.games.freebet.points import HIGHEST, VALUE, is_ten, total
from croupier.games.freebet.settlement import amounts, outcome_of, pay
from croupier.games.freebet.state import Area, State
from croupier.games.freebet.terms import Terms
from croupier.rulebook import Rules

# How often each of the values 1 (an Ace) to 10 is among the cards not in sight.
Unseen = tuple[int, ...]


def worst_cards(rules: Rules, state: State, cards: tuple[Card, ...]) -> tuple[str, ...]:
    """The card (or equal ones) that gives the House the lowest result, then the lower standing."""
    compared = standing if Terms.of(rules).detrimental_rule == "bust_chance" else expected_result
    results = {card: compared(rules, state, card) for card in cards}
    worst = min(results.values())
    return tuple(dict.fromkeys(card for card in cards if results[card] == worst))


def finals_with(rules: Rules, state: State, dealer: tuple[Card, ...]) -> dict[tuple[int, int], Fraction]:
    """(total, cards drawn) -> how likely this hand of the Dealer ends there, if a bet makes him draw on."""
    has_hand, _, _, has_busted = open_bets(state)
    terms = Terms.of(rules)
    draws_on = has_hand or (has_busted and terms.dealer_draws_for_busted)
    if len(dealer) > 1 and not draws_on:  # whatever else is open is decided by the second card
        return {(total(dealer), 0): Fraction(1)}
    hard = sum(1 if each[0] == "A" else VALUE[each[0]] for each in dealer)
    has_ace = any(each[0] == "A" for each in dealer)
    return final_hands(terms.dealer_draws_to, terms.dealer_draws_to_soft, hard, has_ace, unseen(state))


def standing(rules: Rules, state: State, card: Card) -> tuple[Fraction, Fraction]:
    """The hand alone: how unlikely it is to go over with this card, then the points that it stands on."""
    finals = finals_with(rules, state, (*state.dealer, card))
    stands = [(reached, chance) for (reached, _), chance in finals.items() if reached <= HIGHEST]
    points = sum((reached * chance for reached, chance in stands), Fraction(0))
    return sum((chance for _, chance in stands), Fraction(0)), points


def expected_result(rules: Rules, state: State, card: Card) -> tuple[Fraction, int]:
    """What the House makes of the open bets on average with this card, and the Dealer's standing with it."""
    dealer, terms = (*state.dealer, card), Terms.of(rules)
    points, finals = total(dealer), finals_with(rules, state, dealer)
    result = Fraction(_insurance_result(terms, state, dealer))
    for (reached, drawn), chance in finals.items():
        natural = reached == HIGHEST and len(dealer) + drawn == 2
        areas = (
            _area_result(rules, area, reached, natural, len(dealer) + drawn) for area in state.areas.values()
        )
        result += chance * sum(areas)
    return result, points if points <= HIGHEST else 0


def _area_result(rules: Rules, area: Area, reached: int, natural: bool, cards: int) -> int:
    result, terms = 0, Terms.of(rules)
    for hand in area.hands:
        for stake in hand.stakes:
            wager = next(w for w in area.wagers if w.place == stake.place)
            taken, winnings = amounts(rules, wager, stake, outcome_of(terms, hand, reached, natural)[0])
            result += taken - winnings
    for side in area.sides:
        if side.bet == "busted":
            line = terms.busted_line(cards) if reached > HIGHEST else ""
            result += -pay(terms, "busted", line, side.value) if line else side.value
    return result


def _insurance_result(terms: Terms, state: State, dealer: tuple[Card, ...]) -> int:
    """Insurance is decided by the second card alone."""
    if len(dealer) != 2:
        return 0
    amount = sum(insurance.amount for area in state.areas.values() for insurance in area.insurances)
    return -pay(terms, "main", "insurance", amount) if is_ten(dealer[1]) else amount


def unseen(state: State) -> Unseen:
    """All cards of the decks in use but those in sight, by value."""
    seen = Counter(_value(card) for card in in_sight(state))
    whole = Counter(_value(card) for card in DECK)
    return tuple(whole[value] * state.device.decks - seen[value] for value in range(1, 11))


def in_sight(state: State) -> Iterator[Card]:
    yield from state.dealer
    yield from (each.card for each in state.aside)
    for area in state.areas.values():
        for hand in area.hands:
            yield from hand.cards


def _value(card: Card) -> int:
    return min(VALUE[card[0]], 10) if card[0] != "A" else 1


@lru_cache(maxsize=64)
def final_hands(
    draws_to: int, draws_to_soft: int, hard: int, has_ace: bool, left: Unseen
) -> dict[tuple[int, int], Fraction]:
    """(total, cards drawn) -> how likely the Dealer ends there, drawing as the rules demand."""
    ways: Counter[tuple[int, int]] = Counter()
    _draw_on((draws_to, draws_to_soft), hard, has_ace, 0, 1, list(left), ways)
    cards = sum(left)
    chances = {}
    for (reached, drawn), number in ways.items():
        orders = 1
        for at in range(drawn):
            orders *= cards - at
        chances[reached, drawn] = Fraction(number, orders)
    return chances


def _draw_on(
    draws: tuple[int, int],
    hard: int,
    has_ace: bool,
    drawn: int,
    ways: int,
    left: list[int],
    found: Counter[tuple[int, int]],
) -> None:
    """Count the orders of cards that lead to each end, `ways` of which have led here."""
    is_soft = has_ace and hard + 10 <= HIGHEST
    points = hard + 10 if is_soft else hard
    if points > draws[is_soft]:
        found[points, drawn] += ways
        return
    for value in range(1, 11):
        if number := left[value - 1]:
            left[value - 1] -= 1
            _draw_on(draws, hard + value, has_ace or value == 1, drawn + 1, ways * number, left, found)
            left[value - 1] += 1
