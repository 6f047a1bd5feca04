"""What dealer and pit may do now, irregularities included."""

from collections.abc import Iterator
from itertools import takewhile
from typing import get_args

from croupier.cards import strength
from croupier.games.poker import commands as c
from croupier.games.poker import commands as r
from croupier.games.poker.blinds import plan
from croupier.games.poker.dealing import (
    early_cards,
    hole_cards,
    opening_burns,
    refilled_cards,
    street_cards,
)
from croupier.games.poker.irregularities.exposure import early_streets, who_could_expose
from croupier.games.poker.irregularities.streets import is_burn_reportable
from croupier.games.poker.out_of_turn import who_could_jump
from croupier.games.poker.showdown import can_flip_marker, must_show
from croupier.games.poker.state import CARDS_IN, State, Street, is_laid, next_street
from croupier.games.poker.terms import Terms, terms
from croupier.games.poker.turns import limits
from croupier.money import round_up
from croupier.rulebook import Rules
from croupier.table import (
    Actor,
    Ask,
    GiveRuling,
    Option,
    ShuffleCards,
    cards,
    cards_for,
    choice,
    integer,
    money,
    offer,
    text,
)
from croupier.table.options import Group

LOOKED = choice("looked", "nobody_has_looked", "somebody_has_looked")


def pit_options(rules: Rules, state: State, actor: Actor) -> Iterator[Option]:
    """Everything a member of staff might be asked to do; the game keeps what the role allows."""
    question = state.question
    if question is not None:
        if actor.role.may_act_as(question.role):
            ruling = choice("choice", *question.choices)
            cites = rules.cite(question.rule, reading=question.reading)
            yield offer(GiveRuling, cites, ruling, decision=question.key)
    else:
        yield from _course(rules, terms(rules), state)
        yield from _gone_wrong(rules, terms(rules), state)
        yield offer(
            r.ReferMatter, rules.cite("matters_not_provided_for"), text("matter"), group="irregularity"
        )
    yield from _any_time(rules, state)
    yield from _house(rules, terms(rules), state)


def _named(state: State, places: list[str], field: str = "cards") -> list[Ask]:
    """A physical device has its cards named as they come, each for its place."""
    return [cards_for(field, places)] if state.device.source == "physical" and places else []


# The ordinary course


def _course(rules: Rules, table: Terms, state: State) -> Iterator[Option]:
    if state.phase in ("idle", "blinds") and not state.trouble.wrong_deal:
        group: Group = "house" if state.is_shuffled else "play"
        yield offer(ShuffleCards, rules.cite("single_deck"), group=group)
    if state.phase == "idle" and plan(table, state) is not None:
        button = choice("button", "placed", "forgotten")
        yield offer(c.AnnounceBlinds, rules.cite("commencement"), button)
    if state.phase != "idle" and not state.positions.is_button_placed:
        yield offer(c.PlaceButton, rules.cite("commencement"))
    if state.trouble.is_stub_shuffle_due:
        yield _stub(rules, state)
    if state.trouble.wrong_deal == "redeal" or _is_ready_to_deal(state, table):
        yield from _hole_cards(rules, table, state)
    if state.phase == "betting" and not state.trouble.wrong_deal:
        yield from _for_a_player(rules, table, state)
    if state.phase == "dealing" and not state.trouble.wrong_deal:
        yield from _streets(rules, table, state)
    if can_flip_marker(rules, state):
        yield offer(c.FlipMarker, rules.cite("showdown"))
    if state.phase == "showdown":
        number = state.to_act
        value = strength(state.hand(number).cards + state.board)
        kind = c.TurnUpHand if must_show(state, number, value) else c.CollectHand
        yield offer(kind, rules.cite("others_show"), seat=number)
    if state.phase == "settling":
        yield offer(c.Settle, rules.cite("resolving_pots"))


def _stub(rules: Rules, state: State) -> Option:
    """Chance is the House's to supply, as for every shuffle; only a person's cards have to be named."""
    return offer(
        c.ShuffleStub,
        rules.cite(state.trouble.shuffle_rule),
        *_named(state, refilled_cards(state), "first_cards"),
    )


def _is_ready_to_deal(state: State, table: Terms) -> bool:
    is_paid = state.phase == "blinds" and all(due.is_paid for due in state.dues)
    return is_paid and state.is_shuffled and table.is_shoe == (state.device.kind == "card_shoe")


def _hole_cards(rules: Rules, table: Terms, state: State) -> Iterator[Option]:
    players, cites = len(state.order), rules.cite("initial_deal")

    def ask(mistake: str | None = None, seat: int = 0) -> list[Ask]:
        is_named = state.device.source == "physical"
        return _named(state, hole_cards(table, state, mistake, seat)) if is_named else []

    yield offer(c.DealHoleCards, cites, *ask())
    if state.trouble.wrong_deal == "redeal":
        return
    at_a_seat = ("with_a_surplus_card_to", "one_card_short_at", "leaving_out")
    wrong = [("without_burning", 0)] if opening_burns(table) else []
    wrong += [(mistake, number) for mistake in at_a_seat for number in state.order]
    for mistake, number in (*wrong, ("with_an_extra_hand", 0)):
        where = {"seat": number} if number else {}
        asks = ask(mistake, number)
        yield offer(c.DealHoleCards, cites, *asks, group="irregularity", mistake=mistake, **where)
    # Which cards are exposed moves the places of those after them: they are counted only.
    places = table.hole_cards * players
    for count in range(1, min(table.exposed_cards_void, 2) + 1):
        more = 0 if count >= table.exposed_cards_void else count
        named = [cards(each.field, each.minimum + more) for each in ask() if more]
        if count == 1:
            blank = integer("exposed", 1, places)
            yield offer(c.DealHoleCards, cites, blank, *named, group="irregularity")
        else:
            blank = integer("exposed_too", 2, places)
            yield offer(c.DealHoleCards, cites, blank, *named, group="irregularity", exposed=1)


def _streets(rules: Rules, table: Terms, state: State) -> Iterator[Option]:
    if is_laid(state):
        yield offer(c.TurnUpCards, rules.cite("community_cards"))
        return
    street = next_street(state)
    if street is None or state.trouble.is_stub_shuffle_due:
        return
    cites = rules.cite("community_cards")
    if not table.is_shoe:
        yield offer(c.DealStreet, cites, street=street)
        return
    yield offer(c.DealStreet, cites, *_named(state, street_cards(street)), street=street)
    for mistake in get_args(c.StreetMistake):
        asks = _named(state, street_cards(street, mistake))
        yield offer(c.DealStreet, cites, *asks, group="irregularity", street=street, mistake=mistake)


def _for_a_player(rules: Rules, table: Terms, state: State) -> Iterator[Option]:
    """Chips put in for the player whose turn it is, at that player's request; and the clock."""
    number, cites = state.to_act, rules.cite("bets_on_request")
    bounds = limits(table, state, number)
    if bounds.to_call and bounds.verdict != "check":
        yield offer(c.PlaceOnRequest, cites, group="house", seat=number, action="call")
    if bounds.raise_max:
        yield offer(c.PlaceOnRequest, cites, group="house", seat=number, action="all_in")
    if bounds.raise_max and bounds.raise_min < bounds.raise_max:
        action = "raise_to" if state.current_bet else "bet"
        top = bounds.raise_max - (bounds.raise_max - bounds.raise_min) % table.lowest_chip
        amount = money("amount", bounds.raise_min, top, table.lowest_chip)
        yield offer(c.PlaceOnRequest, cites, amount, group="house", seat=number, action=action)
    yield offer(c.CallTime, rules.cite("matters_not_provided_for"), group="house", seat=number)


# What can have gone wrong


def _gone_wrong(rules: Rules, table: Terms, state: State) -> Iterator[Option]:
    if state.street and state.phase != "idle" and state.trouble.wrong_deal != "redeal":
        is_mixed = state.trouble.is_stub_shuffle_due and not state.board
        looked = choice("looked", "somebody_has_looked") if is_mixed else LOOKED
        problem = choice("problem", "wrong_number_of_cards", "hand_left_out", "extra_hand")
        cites = rules.cite("wrong_number_of_cards", "missing_or_extra_hand")
        yield offer(r.ReportWrongDeal, cites, problem, looked, group="irregularity")
        if state.trouble.is_opening_burn_missed:
            cites = rules.cite("missed_opening_burn")
            yield offer(r.ReportMissedOpeningBurn, cites, looked, group="irregularity")
    if is_burn_reportable(state):
        yield offer(r.ReportMissedBurn, rules.cite("missed_street_burn"), group="irregularity")
    for street in early_streets(state):
        yield from _exposed_early(rules, table, state, street)
    if state.phase == "betting" and not state.trouble.wrong_deal:
        for number in who_could_jump(state):
            yield from _out_of_turn(rules, table.lowest_chip, state, number)
    for number in who_could_expose(state):
        how_many = integer("count", 1, len(state.hand(number).cards))
        cites = rules.cite("exposed_hole_card")
        yield offer(r.ReportHandExposed, cites, how_many, group="irregularity", seat=number)


def _exposed_early(rules: Rules, table: Terms, state: State, street: Street) -> Iterator[Option]:
    cites = rules.cite("exposed_flop_card" if street == "flop" else "exposed_turn_or_river")
    for count in range(1, CARDS_IN[street] + 1):
        asks = _named(state, early_cards(street, count) if table.is_shoe else [])
        yield offer(r.ExposeEarly, cites, *asks, group="irregularity", street=street, count=count)


def _out_of_turn(rules: Rules, chip: int, state: State, number: int) -> Iterator[Option]:
    cites, hand = rules.cite("out_of_turn"), state.hand(number)
    free = "check" if hand.bet >= state.current_bet else "call"
    action = choice("action", free, "all_in", "fold", "fold_with_cards_collected")
    yield offer(r.ReportOutOfTurn, cites, action, group="irregularity", seat=number)
    behind = _behind(state, number)
    is_free = free == "check"
    same = takewhile(lambda n: is_free == (state.hand(n).bet >= state.current_bet), behind)
    then = _together(list(same), free)
    if then:
        yield offer(r.ReportOutOfTurn, cites, *then, group="irregularity", seat=number, action=free)
    whole = hand.bet + state.seat(number).chips
    if whole >= round_up(state.current_bet + 1, chip):
        kind = "raise_to" if state.current_bet else "bet"
        least = round_up(state.current_bet + 1, chip)
        amount = money("amount", least, whole, chip)
        chains = _together(behind, "call")
        for asks in ([amount], [amount, *chains])[: 2 if chains else 1]:
            yield offer(r.ReportOutOfTurn, cites, *asks, group="irregularity", seat=number, action=kind)


def _behind(state: State, number: int) -> list[int]:
    """Who may have acted after `number` without waiting either."""
    order, jumpers = state.order, who_could_jump(state)
    place = order.index(number) + 1
    ring = order[place:] + order[:place]
    return [n for n in ring[: ring.index(state.to_act)] if n in jumpers]


def _together(players: list[int], action: str) -> list[Ask]:
    """The next player did the same, or the next two, and so on."""
    same = [f"{number} {action}" for number in players]
    chains = [", ".join(same[: count + 1]) for count in range(len(same))]
    return [choice("then", *chains)] if chains else []


def _any_time(rules: Rules, state: State) -> Iterator[Option]:
    if state.phase == "idle":
        return
    yield offer(r.ReportInterruption, rules.cite("technical_interruption"), group="irregularity")
    fault = choice("fault", "foreign_card", "shortage", "excess", "insufficient_cards", "unshuffled_cards")
    yield offer(r.ReportFault, rules.cite("voiding_events"), fault, group="irregularity")


# The House and its seats


def _house(rules: Rules, table: Terms, state: State) -> Iterator[Option]:
    turns = table.missed_turns_deemed_left
    for number in range(1, table.seats + 1):
        seat = state.seats[number - 1]
        if seat is None:
            stake = money(
                "chips",
                round_up(table.table_stake_min, table.lowest_chip),
                table.table_stake_max,
                table.lowest_chip,
            )
            cites = rules.cite("relocated_player")
            yield offer(c.RelocatePlayer, cites, text("player"), stake, group="house", seat=number)
        elif not seat.is_away:
            yield offer(c.ReportAbsent, rules.cite("missed_blinds"), group="house", seat=number)
        elif seat.hand is None and (seat.missed_turns >= turns or not seat.has_announced_return):
            yield offer(c.DeemGone, rules.cite("deemed_left"), group="house", seat=number)
