"""What the staff may do now: the routine of the game, rulings, and everything that can have gone wrong."""

from collections.abc import Iterator

from msgspec.structs import replace

from croupier.games.multilink import commands as c
from croupier.games.multilink import reports as r
from croupier.games.multilink.betting import can_close, has_nobody_to_bet
from croupier.games.multilink.conduct import can_walk_away
from croupier.games.multilink.counts import miscount
from croupier.games.multilink.dealing import can_shuffle, hands_due, is_deck_fresh, next_places
from croupier.games.multilink.destinations import community_cards, dealer_cards, hole_cards, street_cards
from croupier.games.multilink.flow import due, is_shoe
from croupier.games.multilink.irregularity_options import irregularities, mistakes, named
from croupier.games.multilink.state import State
from croupier.games.multilink.troubles import open_rulings
from croupier.rulebook import Rules
from croupier.table import Command, GiveRuling, Option, Role, ShuffleCards, choice, offer
from croupier.table.options import Group

_REVEALS: dict[str, tuple[type[Command], str]] = {
    "reveal_flop": (c.RevealFlop, "flop_cards"),
    "reveal_turn": (c.RevealTurn, "turn_card"),
    "reveal_river": (c.RevealRiver, "river_card"),
    "settle": (c.Settle, "round_of_play"),
}
_STREETS: dict[str, tuple[type[Command], str]] = {
    "deal_flop": (c.DealFlop, "flop_shoe"),
    "deal_turn": (c.DealTurn, "turn_shoe"),
    "deal_river": (c.DealRiver, "river_shoe"),
}


def routine(rules: Rules, state: State) -> Option | None:
    found = due(rules, state)
    if found == "idle":
        return _idle(rules, state)
    if found == "betting":
        is_waiting = state.fault is not None and not state.fault.course
        if is_waiting or not (can_close(rules, state) or has_nobody_to_bet(state)):
            return None
        return offer(c.CloseBetting, rules.cite("betting_closes"))
    if found == "settle" and (wrong := miscount(rules, state)):
        return _report(rules, *wrong)
    return dealing(rules, state)


def _report(rules: Rules, where: str, box: int) -> Option:
    """What is wrong with the cards, as whoever is about to settle notices it."""
    if where == "stray":
        return offer(r.ReportMisdeal, rules.cite("misdeal_unseen"), group="irregularity")
    if where == "box":
        return offer(r.ReportWrongNumber, rules.cite("wrong_number_in_hand"), group="irregularity", box=box)
    cites = rules.cite("wrong_number_of_community_or_dealer_cards")
    return offer(r.ReportWrongCount, cites, group="irregularity", where=where)


def _idle(rules: Rules, state: State) -> Option | None:
    if not is_deck_fresh(rules, state):
        return offer(ShuffleCards, rules.cite("single_deck"))
    return _opening(rules, state)


def _opening(rules: Rules, state: State) -> Option | None:
    is_closed = state.fault is not None and state.fault.course in ("", "close_table")
    if not state.players or is_closed or state.trouble is not None:
        return None
    return offer(c.AnnounceBets, rules.cite("betting_opens"))


def dealing(rules: Rules, state: State) -> Option | None:
    """The next step of the deal, with a blank for the cards where a person names them."""
    found = due(rules, state)
    if found == "settle" and miscount(rules, state):
        return None  # the wrong number has to be reported first
    if found in _REVEALS:
        kind, rule = _REVEALS[found]
        return offer(kind, rules.cite(rule))
    if state.coming:
        return next_card(rules, state)
    if found in _STREETS:
        kind, rule = _STREETS[found]
        return offer(kind, rules.cite(rule), *named(state, street_cards(rules, found[5:])))  # type: ignore[arg-type]
    if found in ("deal_community", "deal_hole") and not is_deck_ready(rules, state):
        return offer(ShuffleCards, rules.cite("single_deck")) if can_shuffle(state) else None
    if found == "deal_community":
        asks = named(state, community_cards(rules))
        return offer(c.DealCommunityCards, rules.cite("community_packet_shuffler"), *asks)
    if found == "deal_hole":
        rule = "hole_cards_shoe" if is_shoe(rules) else "hole_cards_shuffler"
        asks = named(state, hole_cards(rules, hands_due(rules, state)))
        return offer(c.DealHoleCards, rules.cite(rule), *asks)
    if found == "dealer_hand":
        rule = "dealer_hand_shoe" if is_shoe(rules) else "river_and_dealer_hand_shuffler"
        asks = named(state, dealer_cards(rules)) if is_shoe(rules) else ()
        return offer(c.OpenDealerHand, rules.cite(rule), *asks)
    return None


def next_card(rules: Rules, state: State) -> Option:
    places, rule = next_places(rules, state)
    return offer(c.DealCard, rules.cite(rule), *named(state, places[len(state.coming) :][:1]))


def is_deck_ready(rules: Rules, state: State) -> bool:
    if state.board:
        return True
    return is_deck_fresh(rules, state)


def staff_options(rules: Rules, state: State, role: Role) -> Iterator[Option]:
    for trouble in open_rulings(state):
        if not trouble.choosing and role.may_act_as(trouble.role):
            cites = rules.cite(*trouble.rules, reading=trouble.reading)
            yield offer(GiveRuling, cites, choice("choice", *trouble.choices), decision=trouble.kind)
    step = dealing(rules, state)
    is_due = step is not None and step.command == ShuffleCards.__name__
    if can_shuffle(state):
        group: Group = "play" if is_due or state.phase == "idle" else "house"
        yield offer(ShuffleCards, rules.cite("single_deck"), group=group)
    if state.fault is not None and state.phase == "idle":
        later = rules.cite("progressive_fault_later_rounds")
        yield offer(r.ReportProgressiveRepaired, later, group="house")
        if state.fault.others:
            for box in state.fault.boxes:
                yield offer(r.ReportProgressiveRepaired, later, group="house", box=box)
    if state.phase != "betting" and step is not None and not is_due:
        yield step
        if not state.coming and state.device.source == "physical" and next_places(rules, state)[0]:
            yield replace(next_card(rules, state), group="house")
        yield from mistakes(rules, state)
    yield from irregularities(rules, state)
    for name in {box.player for box in state.boxes.values()}:
        if can_walk_away(state, name):
            cites = rules.cite("absent_with_decisions", "absent_without_decisions")
            yield offer(r.ReportWalkAway, cites, group="irregularity", player=name)
