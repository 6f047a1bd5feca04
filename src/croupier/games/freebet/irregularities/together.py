"""Cards drawn together whose order nobody knows: who may choose, and what becomes of the rest."""

from collections.abc import Iterator
from itertools import combinations

from msgspec.structs import replace

from croupier.cards import Card
from croupier.games.freebet import commands as c
from croupier.games.freebet import events as e
from croupier.games.freebet.control import (
    Target,
    ask_controller,
    controller,
    current,
    is_choice_open,
    is_leftover_choice_open,
    when_left,
)
from croupier.games.freebet.dealing import next_initial
from croupier.games.freebet.drawing import after_late_first_card, draw, found_late, named, with_card
from croupier.games.freebet.game import FREEBET
from croupier.games.freebet.irregularities.detriment import worst_cards
from croupier.games.freebet.irregularities.reports import notice
from croupier.games.freebet.offered import offer_late
from croupier.games.freebet.plan import DEALER, due
from croupier.games.freebet.points import HIGHEST, count, total
from croupier.games.freebet.state import (
    TOGETHER,
    Aside,
    State,
    Why,
    cards_aside,
    with_aside,
    with_hand,
    without_matter,
)
from croupier.games.freebet.terms import Terms
from croupier.games.freebet.turns import advance, after_card, end_hand, is_split_ace
from croupier.rulebook import Rules
from croupier.table import Draft, GiveRuling, Matter, Moment, Offer, Role
from croupier.table.matters import MatterOpened
from croupier.table.offers import within

DECLINE = "none"
_COUNT_MAX = 4


@within("closed", "playing")
def disclosures(at: Moment[State]) -> Iterator[dict[str, int]]:
    if at.state.phase == "closed" or due(at.rules, at.state) is not None:
        yield from ({"count": 2, "disclosed": seen} for seen in (0, 1, 2))


@FREEBET.action(c.DrawTogether, Role.DEALER, each=disclosures)
def draw_together(at: Moment[State], count: int, disclosed: int) -> Offer:
    """Two or more cards at once. The undisclosed ones stay the next in the device, order to be chosen.

    In the initial deal no hand is acted upon yet, so nobody chooses: like any deal that went wrong then, it
    is put right if its order can be found out, else the Round is void.
    """
    state = at.state
    is_initial = state.phase == "closed"
    target = DEALER if is_initial and next_initial(at, None, ()) else due(at.rules, state)
    if target is None or state.held:
        said = "this is about cards drawn from the device for a hand in play that was due one"
        at.refuse("simultaneous_cards", said)
    most = min(_COUNT_MAX, state.device.remaining)
    if not 2 <= count <= most or not 0 <= disclosed <= count:
        said = "2 to {most} cards together, of which none to all are disclosed"
        at.refuse("simultaneous_cards", said, most=most)
    asks = () if is_initial else named(state, *["seen card"] * disclosed)
    return Offer(at.cite("simultaneous_cards"), asks, facts=target, group="irregularity")


@draw_together.taken
def draws_together(draft: Draft[State], command: c.DrawTogether, offer: Offer) -> None:
    if draft.state.phase == "closed":
        notice(draft, tied=command.count - 1)
        return
    area = offer.facts[0]
    disclosed = draw(draft, command.disclosed, command.cards, "simultaneous_cards")
    draft.emit(
        e.CardsDrawnTogether(
            count=command.count,
            disclosed=disclosed,
            area=area,
            at=draft.at,
            citations=draft.cite(*together_rules(area, command.disclosed)),
        )
    )
    if len(disclosed) != 1:
        ask_which(draft, area, command.count)


def together_rules(area: int, disclosed: int) -> tuple[str, ...]:
    several = "several_seen" if area else "both_seen"
    seen = ("none_seen", "one_seen")[disclosed] if disclosed < 2 else several
    prefix = "simultaneous" if area else "dealer_simultaneous"
    return (f"{prefix}_{seen}", f"{prefix}_{seen}_rest", "withdrawal_when_dissatisfied")


@FREEBET.after(e.CardsDrawnTogether)
def cards_drawn_together(state: State, event: e.CardsDrawnTogether) -> State:
    named = event.disclosed if state.device.source == "physical" else ()
    device = state.device.draw(len(event.disclosed), named)[1]
    why: Why = "next" if len(event.disclosed) == 1 else "seen"
    cards = [Aside(card, why, event.area) for card in event.disclosed]
    return replace(state, device=device, aside=(*state.aside, *cards), withdraw_right=True)


# What may be chosen


def ask_which(draft: Draft[State], area: int, count: int) -> None:
    numbers = tuple(str(number) for number in range(1, count + 1))
    matter = Matter(
        key=TOGETHER, role=Role.PLAYER, question="", choices=numbers, rules=(), where=area, holds="cards"
    )
    matter = replace(drawn_together(draft.rules, draft.state, matter), seat=None)
    draft.emit(MatterOpened(matter=matter, at=draft.at, citations=matter.cites(draft.rules)))


@FREEBET.asks(TOGETHER)
def drawn_together(rules: Rules, state: State, asked: Matter) -> Matter:
    """Whose choice it is changes with who leaves."""
    disclosed, target = cards_aside(state, "seen"), current(state)
    keys = together_rules(asked.where, len(disclosed))
    if not disclosed:
        choices = asked.choices
        question = "Cards drawn together, none seen: which one comes first?"
    elif asked.where == 0:
        choices = worst_cards(rules, state, disclosed)
        question = "Cards drawn together and seen: the one most detrimental to the Dealer's hand is taken"
    else:
        assert target is not None
        choices = player_choices(rules, state, target, disclosed)
        keys = (*keys, *_without_a_say(state, target))
        question = "Cards drawn together and seen: which are taken?"
    found = ask_controller(state, asked.where, TOGETHER, question, choices, keys)
    return replace(found, where=asked.where, holds=asked.holds, number=asked.number)


@FREEBET.asking
def leftover_cards(rules: Rules, state: State) -> Iterator[Matter]:
    target = current(state) if is_leftover_choice_open(state) else None
    if target is not None:
        keys = ("simultaneous_several_seen_rest", *_without_a_say(state, target))
        choices = player_choices(rules, state, target, cards_aside(state, "left"))
        hand = state.areas[target[0]].hands[target[1]]
        if hand.is_doubled or len(hand.cards) < 2:  # it has to get a card
            choices = tuple(each for each in choices if each != DECLINE)
        question = "Take of the cards left over?"
        yield ask_controller(state, target[0], "leftover_cards", question, choices, keys, "FB-A25")


def player_choices(rules: Rules, state: State, target: Target, cards: tuple[Card, ...]) -> tuple[str, ...]:
    """One or more of the disclosed cards, as long as the hand may draw; or none. Split Aces draw once.

    Where nobody is there to choose the hand draws as an absent player's does: it takes a card or it stands.
    """
    hand = state.areas[target[0]].hands[target[1]]
    is_absent, terms = controller(state, target[0]) is None, Terms.of(rules)
    found: dict[str, None] = {}
    for size in range(1, len(cards) + 1):
        if size > 1 and (hand.is_doubled or is_split_ace(hand)):
            break
        for chosen in combinations(cards, size):
            before = (*hand.cards, *chosen[:-1])
            stands = (
                is_absent and len(before) > 1 and not hand.wants_card and terms.absent_stands(*count(before))
            )
            if (total(before) < HIGHEST or size == 1) and not stands:
                found[" ".join(chosen)] = None
    return tuple(found) if found and is_absent else (*found, DECLINE)


def _without_a_say(state: State, target: Target) -> tuple[str, ...]:
    return ("absent_player",) if controller(state, target[0]) is None else ()


# Choosing


@FREEBET.ruling(TOGETHER, tells=True)
def choose(draft: Draft[State], command: GiveRuling, found: Matter) -> None:
    if not cards_aside(draft.state, "seen"):
        cites = found.cites(draft.rules)
        draft.emit(e.HiddenCardChosen(position=int(command.choice), citations=cites))
        advance(draft)
    elif found.role is Role.PIT_MANAGER:
        choose_for_dealer(draft, command)
    else:
        choose_disclosed(draft, command, found)


@FREEBET.ruling("leftover_cards", tells=True)
def choose_disclosed(draft: Draft[State], command: GiveRuling, found: Matter) -> None:
    """A player takes cards of those disclosed, first of the draw itself, then of what the last one left."""
    state, choice = draft.state, command.choice
    target = current(state)
    assert target is not None
    is_first = found.key == TOGETHER
    offered = cards_aside(state, "seen") if is_first else cards_aside(state, "left")
    taken: tuple[Card, ...] = () if choice == DECLINE else tuple(Card(text) for text in choice.split())
    rest = list(offered)
    for card in taken:
        rest.remove(card)
    keys: tuple[str, ...] = ("simultaneous_several_seen" if is_first else "simultaneous_several_seen_rest",)
    stands = not taken and (is_first or Terms.of(draft.rules).declined_leftover_means_stand)
    if stands:
        keys = (*keys, "refused_card_means_stand")
    draft.emit(
        e.DisclosedCardsChosen(
            area=target[0],
            taken=taken,
            left=(*cards_aside(state, "left"), *rest) if is_first else (),
            burnt=() if is_first else tuple(rest),
            at=draft.at,
            citations=draft.cite(*keys, reading=None if is_first else "FB-A25"),
        )
    )
    if taken:
        after_card(draft, *target)
    elif stands:
        end_hand(draft, *target, "refused_card_means_stand")
    advance(draft)


def choose_for_dealer(draft: Draft[State], command: GiveRuling) -> None:
    card, is_first = Card(command.choice), not draft.state.dealer
    rest = list(cards_aside(draft.state, "seen"))
    rest.remove(card)
    cites = draft.cite(
        "dealer_simultaneous_both_seen",
        "dealer_simultaneous_both_seen_rest",
        *(("dealer_first_card_missed_late",) if is_first else ()),
        reading="FB-A26",
    )
    draft.emit(
        e.DisclosedCardsChosen(
            area=0, taken=(card,), left=(), burnt=tuple(rest), at=draft.at, citations=cites
        )
    )
    if is_first:
        offer_late(draft)
    else:
        advance(draft)


@FREEBET.after(e.HiddenCardChosen)
def hidden_card_chosen(state: State, event: e.HiddenCardChosen) -> State:
    """The chosen card comes first; nobody can tell the order inside a physical device."""
    device, at = state.device, event.position - 1
    if device.source == "virtual":
        cards = device.undealt
        device = replace(device, undealt=(cards[at], *cards[:at], *cards[at + 1 :]))
    return replace(without_matter(state, TOGETHER), device=device)


@FREEBET.after(e.DisclosedCardsChosen)
def disclosed_cards_chosen(state: State, event: e.DisclosedCardsChosen) -> State:
    burnt = [Aside(card, "removed") for card in event.burnt]
    offered = [Aside(card, "left", event.area) for card in event.left]
    aside = with_aside(state, ("seen", "left"), *offered, *burnt)
    changes: dict[str, object] = {
        "aside": found_late(aside) if event.taken else aside,
        "following": None,
        "has_begun": True,
    }
    if is_choice_open(state):
        changes["withdraw_right"] = True
        state = without_matter(state, TOGETHER)
    if state.skip and (event.area or state.dealer):
        changes["skip"] = state.skip.with_dealt(*((event.area, card) for card in event.taken))
    if event.area == 0:
        changes["dealer"] = (*state.dealer, *event.taken)
        if event.taken and not state.dealer:
            changes |= after_late_first_card(state)
        elif event.taken:
            changes["offer"] = replace(state.offer, is_too_late=True)
        return replace(state, **changes)
    area = state.areas[event.area]
    index = next(n for n, hand in enumerate(area.hands) if hand.is_playable)
    hand = replace(area.hands[index], wants_card=False)
    for card in event.taken:
        hand = with_card(hand, card)
    return state.with_area(event.area, with_hand(area, index, hand), **changes)


# When somebody withdraws meanwhile


@when_left
def choose_without(draft: Draft[State], before: State) -> None:
    state, cites = draft.state, draft.cite("simultaneous_several_seen_rest", reading="FB-A25")
    offered: tuple[Card, ...] = ()
    burnt: tuple[Card, ...] = ()
    area = next((each.where for each in state.open if each.key == TOGETHER), 0)
    if area and not is_due_a_card(state, area):
        if not cards_aside(state, "seen"):
            draft.emit(e.HiddenCardChosen(position=1, citations=draft.cite("simultaneous_none_seen_rest")))
            return
        offered = (*cards_aside(state, "left"), *cards_aside(state, "seen"))  # to the next player
    elif is_leftover_choice_open(before) and current(state) != current(before):
        burnt = cards_aside(state, "left")
    if offered or burnt:
        draft.emit(
            e.DisclosedCardsChosen(area=0, taken=(), left=offered, burnt=burnt, at=draft.at, citations=cites)
        )


def is_due_a_card(state: State, number: int) -> bool:
    """Whether the hand in play is of this area and gets the next card."""
    target = current(state)
    if target is None or target[0] != number:
        return False
    hand = state.areas[number].hands[target[1]]
    return hand.wants_card or len(hand.cards) < 2 or controller(state, number) is None
