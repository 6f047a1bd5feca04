"""Cards onto the table: whole deals or card by card, as planned or as they came."""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from msgspec.structs import replace

from croupier.cards import UNKNOWN, Card, DuplicateCard, ForeignCard, OutOfCards, PutBack, words
from croupier.games.multilink import commands as c
from croupier.games.multilink import events as e
from croupier.games.multilink.decisions import tell_link_of_look
from croupier.games.multilink.face_down import asked_for, name, unknown_at
from croupier.games.multilink.game import MULTILINK
from croupier.games.multilink.irregularities.courses import play_on
from croupier.games.multilink.irregularities.section import notice_said
from croupier.games.multilink.permissions import Here, expect, what_is_due, while_due
from croupier.games.multilink.plan import (
    COMMUNITY,
    DEALER_HAND,
    HOLE,
    hands_due,
    plan_for,
    planned,
    spots_of,
    streets_out,
    waiting,
)
from croupier.games.multilink.state import State, has_seen, is_early
from croupier.games.multilink.terms import STREET_BETS, StreetBet, terms
from croupier.games.multilink.turns import Due as Step
from croupier.games.multilink.turns import due, is_shoe
from croupier.rulebook import Rules
from croupier.table import (
    Action,
    Ask,
    CardsShuffled,
    Draft,
    Moment,
    Offer,
    Role,
    ShuffleCards,
    cards_for,
    deals,
    loaded,
    shuffled,
)
from croupier.table.deals import (
    DealCard,
    FinishDeal,
    Undrawn,
    called,
    cards_of,
    goes_to,
    let_burns_be_named,
    lying,
)
from croupier.table.facts import (
    BURN,
    DEALER,
    DEALER_PLACE,
    AnyFact,
    BegunAt,
    BurnSeen,
    Burnt,
    Came,
    Due,
    InPairs,
    Laid,
    NoHand,
    Seen,
    Spot,
    SpotKind,
    StrayHand,
    Swapped,
    Together,
    TooEarly,
    TooFew,
    TooMany,
    as_it_came,
    spot_at,
)
from croupier.table.offers import Target
from croupier.table.options import Group

_DEALS: dict[str, str] = {
    "deal_community": COMMUNITY,
    "deal_hole": HOLE,
    "deal_flop": "flop",
    "deal_turn": "turn",
    "deal_river": "river",
    "dealer_hand": DEALER_HAND,
}


def deal_due(rules: Rules, state: State) -> str:
    """The deal that is due or under way; nothing if none comes from the device."""
    found = due(rules, state)
    is_drawn = found != "dealer_hand" or is_shoe(rules)
    return _DEALS.get(found, "") if is_drawn else ""


def rule_of(rules: Rules, deal: str) -> str:
    """The paragraph on a deal, for the device of this table."""
    if deal == COMMUNITY:
        return "community_packet_shuffler"
    if deal == HOLE:
        return terms(rules).by_device("hole_cards")
    if deal == DEALER_HAND:
        return "dealer_hand_shoe" if is_shoe(rules) else "river_and_dealer_hand_shuffler"
    return f"{deal}_shoe" if is_shoe(rules) else _SHUFFLER[deal]


def plans(rules: Rules) -> dict[str, tuple[Due, ...]]:
    """Every deal of this device by its rule."""
    deals = (HOLE, *STREET_BETS, DEALER_HAND) if is_shoe(rules) else (COMMUNITY, HOLE)
    return {rule_of(rules, deal): plan_for(terms(rules), deal, (1, 2)) for deal in deals}


MULTILINK.plans = plans


_SHUFFLER = {
    "flop": "flop_shuffler",
    "turn": "turn_shuffler",
    "river": "river_and_dealer_hand_shuffler",
}


# The shuffle


@MULTILINK.action(ShuffleCards, Role.DEALER, "single_deck")
def shuffle_cards(at: Moment[State]) -> Offer:
    """In the ordinary course when the cards are due; otherwise because the House wants them shuffled."""
    if not can_shuffle(at.state):
        at.refuse("single_deck", "this Round has its cards; the deck is shuffled before the next one")
    is_due = at.state.phase == "idle" or (
        at.state.phase == "closed" and not is_deck_ready(at.rules, at.state)
    )
    return Offer(at.cite("single_deck"), group="play" if is_due else "house")


@shuffle_cards.taken
def cards_are_shuffled(draft: Draft[State], command: ShuffleCards, offer: Offer) -> None:
    chosen = terms(draft.rules)
    draft.emit(shuffled(command, chosen.kind_of_device, chosen.decks, offer.citations))


def can_shuffle(state: State) -> bool:
    """Before the first card of a Round."""
    is_untouched = not state.board and not state.coming
    return state.phase in ("idle", "betting") or (state.phase == "closed" and is_untouched)


def is_deck_ready(rules: Rules, state: State) -> bool:
    return bool(state.board) or is_deck_fresh(rules, state)


def is_deck_fresh(rules: Rules, state: State) -> bool:
    """Shuffled, nothing of it used, in the device of this table. What nobody shuffled may hold any cards."""
    return state.is_shuffled and not state.device.out and state.device.kind == terms(rules).device


def require_fresh_deck(draft: Here) -> None:
    if not is_deck_fresh(draft.rules, draft.state):
        draft.refuse("cards_not_shuffled", "the cards are not shuffled: shuffle them before the deal")


# Cards out of the device


def named(state: State, dues: Sequence[Due]) -> tuple[Ask, ...]:
    """A physical device has its cards named as they come, each for its spot."""
    if state.device.source != "physical" or not dues:
        return ()
    known = sum(card != UNKNOWN for card in state.device.undealt[: len(dues)])
    is_up = state.face_up is not None and known <= state.face_up_after < len(dues)
    is_seen = [each.is_seen or each.is_found_up for each in dues]
    if is_up:
        is_seen[state.face_up_after] = True
    unseen = min(face_down(state, dues), is_seen.index(True) if any(is_seen) else len(dues))
    return (cards_for("cards", [goes_to(each.spot, "box") for each in dues], known + is_up, unseen),)


def face_down(state: State, dues: Sequence[Due]) -> int:
    """How many of the first cards lie face down, so that nobody need know them.

    The Dealer's from a Card Shoe are the only ones that come face up.
    """
    is_up = state.device.kind == "card_shoe" and any(each.spot == DEALER for each in dues)
    return sum(each.spot == BURN for each in dues) if is_up else len(dues)


_UNDRAWN: Undrawn = {
    OutOfCards: ("insufficient_cards", "insufficient cards"),
    DuplicateCard: ("wrong_deck_count", "extra cards"),
    ForeignCard: ("foreign_card", "a foreign card"),
    PutBack: ("reconstruction", ""),
}


def draw(draft: Draft[State], dues: Sequence[Due], named: Sequence[Card], rule: str) -> tuple[Laid, ...]:
    """The next cards, each at its spot; a device that cannot give them is a case of its own."""
    drawn = deals.drawn(draft, len(dues), named, _UNDRAWN, rule, face_down(draft.state, dues))
    _require_face_up(draft, drawn)
    laid = deals.as_dealt(dues, drawn)
    if any(
        each.card == UNKNOWN and due.is_seen and due.spot != BURN
        for each, due in zip(laid, dues, strict=True)
    ):
        draft.refuse("exposed_card", "a card was seen: name it; only those face down may be unknown")
    return laid


def _require_face_up(draft: Draft[State], drawn: tuple[Card, ...]) -> None:
    """A card that lies face up is used when it comes, no sooner and no later."""
    card, after = draft.state.face_up, draft.state.face_up_after
    if card is None or (drawn[after] == card if after < len(drawn) else card not in drawn):
        return
    said = "{card:card} lies face up and is the next card"
    if after > 0:
        said = "{card:card} lies face up and comes after {count} more"
    draft.refuse("face_up_card", said, card=card, count=after)


_KINDS: tuple[SpotKind, ...] = ("burn", "board", "dealer")


def lay(draft: Draft[State], deal: str, laid: Sequence[Laid], at: int, facts: Sequence[AnyFact] = ()) -> None:
    """The deal is complete: each card where it lies."""
    rules, state = draft.rules, draft.state
    burnt, board, dealer = (lying(laid, kind) for kind in _KINDS)
    hands, spots = deals.hands(laid), deals.unplanned(planned(rules, state, deal), laid)
    told: dict[str, Any] = {"drawn": cards_of(laid), "spots": spots}
    if deal == COMMUNITY:
        cites = draft.cite(rule_of(rules, deal), "community_cards")
        draft.emit(e.CommunityCardsDealt(cards=board, citations=cites, **told))
    elif deal == HOLE:
        _lay_hands(draft, burnt, hands, dealer, at, told)
    elif deal == DEALER_HAND:
        _open_dealer(draft, dealer, told)
    else:
        _lay_street(draft, deal, burnt, board, hands, at, told)
    notice_said(draft, deal, facts, at)


# A whole deal


def require_whole(draft: Here, rule: str) -> None:
    draft.require(not draft.state.coming, rule, "this deal goes card by card: deal the next card")


def _facts_of(wanted: Step, *facts: AnyFact) -> Callable[[Moment[State]], Iterator[Target]]:
    """The deal as it should be, and what can be seen of it to be otherwise."""

    def each(at: Moment[State]) -> Iterator[Target]:
        if due(at.rules, at.state) == wanted and not at.state.coming:
            yield {"facts": ()}
            yield from ({"facts": (fact,)} for fact in facts)

    return each


_COUNTS = (TooMany(1), TooFew(1), TooMany(2), TooFew(2))


def whole(at: Moment[State], deal: str, facts: tuple[AnyFact, ...]) -> Offer:
    """A deal with all that is to be seen of it."""
    rules, state, rule = at.rules, at.state, rule_of(at.rules, deal)
    require_sensible(at, deal, facts)
    dues = as_it_came(planned(rules, state, deal), facts, hands_due(state) or (0,))
    return Offer(at.cite(rule), named(state, dues), facts=dues, group="irregularity" if facts else "play")


def comes(draft: Draft[State], command: c.Deal, deal: str, dues: Sequence[Due]) -> None:
    laid = draw(draft, dues, command.cards, rule_of(draft.rules, deal))
    lay(draft, deal, laid, command.at, command.facts)


@MULTILINK.action(
    c.DealCommunityCards,
    Role.DEALER,
    "community_packet_shuffler",
    each=_facts_of("deal_community", *_COUNTS),
)
def deal_community_cards(at: Moment[State], facts: tuple[AnyFact, ...]) -> Offer:
    rule = "community_packet_shuffler"
    expect(at, "deal_community", rule)
    require_whole(at, rule)
    require_fresh_deck(at)
    return whole(at, COMMUNITY, facts)


@deal_community_cards.taken
def community_cards_are_dealt(draft: Draft[State], command: c.DealCommunityCards, offer: Offer) -> None:
    comes(draft, command, COMMUNITY, offer.facts)


def _hole_facts(at: Moment[State]) -> Iterator[Target]:
    if due(at.rules, at.state) != "deal_hole" or at.state.coming:
        return
    boxes, shoe = hands_due(at.state), is_shoe(at.rules)
    single: list[AnyFact] = [Burnt(0), Burnt(2)] if shoe else []
    if len(boxes) > 1:
        single += [BegunAt(boxes[1]), *([InPairs()] if shoe else [])]
    for number in boxes if shoe else (*boxes, DEALER_PLACE):
        single += [replace(fact, place=number) for fact in _COUNTS[:2]]
    single += [NoHand(number) for number in boxes]
    empty = empty_boxes(at.rules, at.state)
    single += [Swapped(number, empty[0]) for number in boxes if empty]
    single += [StrayHand(number) for number in empty]
    yield {"facts": ()}
    yield from ({"facts": (fact,)} for fact in single)


@MULTILINK.action(c.DealHoleCards, Role.DEALER, "hole_cards_shoe", each=_hole_facts)
def deal_hole_cards(at: Moment[State], facts: tuple[AnyFact, ...]) -> Offer:
    rule = rule_of(at.rules, HOLE)
    expect(at, "deal_hole", rule)
    require_whole(at, rule)
    if is_shoe(at.rules):
        require_fresh_deck(at)
    return whole(at, HOLE, facts)


@deal_hole_cards.taken
def hole_cards_are_dealt(draft: Draft[State], command: c.DealHoleCards, offer: Offer) -> None:
    comes(draft, command, HOLE, offer.facts)


def _lay_hands(
    draft: Draft[State],
    burnt: tuple[Card, ...],
    hands: dict[int, tuple[Card, ...]],
    dealer: tuple[Card, ...],
    at: int,
    told: dict[str, Any],
) -> None:
    state = draft.state
    times = {each.spot.place: 0 for each in state.coming if each.spot.kind == "hand"}
    times = {number: state.boxes[number].dealt_at for number in times if number in state.boxes}
    keys = (rule_of(draft.rules, HOLE), "hole_cards", "hand")
    draft.emit(
        e.HoleCardsDealt(
            burnt=burnt,
            hands=hands,
            dealer=dealer,
            at=at,
            round=state.round,
            times=times,
            is_full=not terms(draft.rules).is_full_with_flop,
            citations=draft.cite(*keys, "burnt_card") if burnt else draft.cite(*keys),
            **told,
        )
    )


def empty_boxes(rules: Rules, state: State) -> list[int]:
    """Boxes where no chips lie and no hand belongs."""
    return [number for number in range(1, terms(rules).boxes + 1) if number not in state.boxes]


def require_sensible(at: Moment[State], deal: str, facts: Sequence[AnyFact]) -> None:
    """What cannot be said of this deal is refused before anything comes."""
    rule, plan = rule_of(at.rules, deal), planned(at.rules, at.state, deal)
    places = hands_due(at.state) if deal == HOLE else []
    others = empty_boxes(at.rules, at.state) if deal == HOLE else hands_due(at.state)
    deals.require_sensible(at, facts, plan, places, others, lambda fact: (rule,))
    kinds = [type(fact) for fact in facts]
    is_burn_due = any(each.spot == BURN for each in plan)
    if Burnt in kinds or InPairs in kinds:
        said = "an Electronic Card Shuffler burns nothing and deals packets of two"
        at.require(is_burn_due if Burnt in kinds else is_shoe(at.rules), rule, said)
    is_alone = len(places) + any(each.spot == DEALER for each in plan) < 2
    at.require(
        not (is_alone and {BegunAt, InPairs} & {*kinds}), rule, "with one hand there is no wrong order"
    )
    is_one_pair = kinds.count(Together) < 2
    at.require(is_one_pair, rule, "of cards that came together say one pair, and report the other then")
    came = as_it_came(plan, facts, places or (0,))
    is_burnt = BurnSeen not in kinds or any(each.spot == BURN for each in came)
    at.require(is_burnt, rule, "no card was burnt that could have been seen")
    for fact in facts:
        if isinstance(fact, StrayHand):
            at.require(
                fact.place, rule, "say which box without a bet: one of boxes {boxes:list}", boxes=others
            )


# The streets


def _street_facts(at: Moment[State]) -> Iterator[Target]:
    deal, state = deal_due(at.rules, at.state), at.state
    if deal in STREET_BETS and not state.coming:
        single = ((), (Burnt(0),), *((fact,) for fact in _COUNTS), (Burnt(2),), (Burnt(0), TooMany(1)))
        yield from ({"street": deal, "facts": facts} for facts in single)
    if early := early_street(at.rules, state):
        yield {"street": early, "facts": (TooEarly(),)}


def early_street(rules: Rules, state: State) -> str:
    """The street that could come too early now, from a shoe: somebody has to decide first."""
    is_deciding = state.phase in ("first", "second", "third") and due(rules, state) == "decide"
    return STREET_BETS[streets_out(state)] if is_deciding and is_shoe(rules) and not is_early(state) else ""


@MULTILINK.action(c.DealStreet, Role.DEALER, "flop_shoe", each=_street_facts)
def deal_street(at: Moment[State], street: StreetBet, facts: tuple[AnyFact, ...]) -> Offer:
    if any(isinstance(fact, TooEarly) for fact in facts):
        at.require(
            street == early_street(at.rules, at.state),
            "dealing_error_options",
            "the {street:name} cannot come too early now",
            street=street,
        )
        facts = tuple(fact for fact in facts if not isinstance(fact, TooEarly))
        return replace(whole(at, street, facts), group="irregularity")
    step: Step = f"deal_{street}"  # type: ignore[assignment]
    expect(at, step, rule_of(at.rules, street))
    require_whole(at, f"{street}_shoe")
    return whole(at, street, facts)


@deal_street.taken
def street_is_dealt(draft: Draft[State], command: c.DealStreet, offer: Offer) -> None:
    is_early = due(draft.rules, draft.state) == "decide"
    comes(draft, command, command.street, offer.facts)
    if is_early:
        why = "nobody is affected: it is turned up when it is due"
        play_on(draft, why, "dealing_error_options", reading="ML-A69")


_DEALING = {
    "flop": ("flop_shoe", "flop_cards"),
    "turn": ("turn_shoe", "turn_card"),
    "river": ("river_shoe", "river_card"),
}


def _lay_street(
    draft: Draft[State],
    street: str,
    burnt: tuple[Card, ...],
    cards: tuple[Card, ...],
    hands: dict[int, tuple[Card, ...]],
    at: int,
    told: dict[str, Any],
) -> None:
    keys = (*_DEALING[street], "community_cards", *(("burnt_card",) if burnt else ()))
    makes_full = street == "flop" and terms(draft.rules).is_full_with_flop
    is_played = any(box.is_in for box in draft.state.boxes.values())
    is_early = due(draft.rules, draft.state) == "decide"
    draft.emit(
        e.StreetDealt(
            street=street,  # type: ignore[arg-type]
            burnt=burnt,
            cards=cards,
            hands=hands,
            is_early=is_early,
            full_at=at if makes_full else 0,
            citations=draft.cite(*keys, reading=None if is_played else "ML-A01"),
            **told,
        )
    )


def _revealing(kind: type[c.Reveal], street: StreetBet, wanted: Step, *cards: str) -> Action[State, c.Reveal]:
    """`cards` are the rules on those cards."""
    spot = Spot("board", part=street)

    @MULTILINK.action(kind, Role.DEALER, cards[0], each=while_due(wanted))
    def reveal(at: Moment[State]) -> Offer:
        rule = rule_of(at.rules, street)
        expect(at, wanted, rule, cards[0])
        places = unknown_at(at.rules, at.state, spot)
        return Offer(at.cite(rule, *cards), asked_for(at.rules, at.state, places), facts=places)

    @reveal.taken
    def is_revealed(draft: Draft[State], command: c.Reveal, offer: Offer) -> None:
        name(draft, offer.facts, command.cards, cards[0])
        state, upto = draft.state, len(draft.state.board)
        if not is_shoe(draft.rules):
            upto = state.board_shown + terms(draft.rules).cards_of(street)
        shown, is_first = state.board[state.board_shown : upto], not has_seen(state)
        draft.emit(e.StreetRevealed(street=street, cards=shown, at=command.at, citations=offer.citations))
        if is_first:
            tell_link_of_look(draft)

    return reveal


reveal_flop = _revealing(c.RevealFlop, "flop", "reveal_flop", "flop_cards", "community_cards")
reveal_turn = _revealing(c.RevealTurn, "turn", "reveal_turn", "turn_card")
reveal_river = _revealing(c.RevealRiver, "river", "reveal_river", "river_card")


# The Dealer's hand


def _dealer_facts(at: Moment[State]) -> Iterator[Target]:
    counts = [replace(fact, place=DEALER_PLACE) for fact in _COUNTS[:3]]
    return _facts_of("dealer_hand", *(counts if is_shoe(at.rules) else ()))(at)


@MULTILINK.action(c.OpenDealerHand, Role.DEALER, "dealer_hand_shoe", each=_dealer_facts)
def open_dealer_hand(at: Moment[State], facts: tuple[AnyFact, ...]) -> Offer:
    rule = rule_of(at.rules, DEALER_HAND)
    expect(at, "dealer_hand", rule)
    require_whole(at, rule)
    if is_shoe(at.rules):
        own = tuple(_of_dealer(fact) for fact in facts)
        dues = as_it_came(planned(at.rules, at.state, DEALER_HAND), own, (0,))
        at.require(dues, rule, "the Dealer's Hand is opened with a card or more")
        return whole(at, DEALER_HAND, own)
    places = unknown_at(at.rules, at.state, DEALER)
    return Offer(at.cite(rule), asked_for(at.rules, at.state, places), facts=places)


def _of_dealer(fact: AnyFact) -> AnyFact:
    """A number is said of a place, and here there is no other."""
    is_count = isinstance(fact, TooMany | TooFew) and not fact.place
    return replace(fact, place=DEALER_PLACE) if is_count else fact


@open_dealer_hand.taken
def dealer_hand_is_opened(draft: Draft[State], command: c.OpenDealerHand, offer: Offer) -> None:
    if is_shoe(draft.rules):
        comes(draft, command, DEALER_HAND, offer.facts)
        return
    rule = rule_of(draft.rules, DEALER_HAND)
    if command.facts or (command.cards and not offer.facts):
        draft.refuse(rule, "the Dealer's packet lies there already: turn it over")
    name(draft, offer.facts, command.cards, rule)
    _open_dealer(draft, draft.state.dealer, {})


def _open_dealer(draft: Draft[State], cards: tuple[Card, ...], told: dict[str, Any]) -> None:
    state, chosen = draft.state, terms(draft.rules)
    is_right = len(cards) == chosen.dealer_cards and len(state.board) == chosen.community_cards
    cites = draft.cite(
        rule_of(draft.rules, DEALER_HAND), "five_card_hand", reading="ML-A44" if chosen.is_shoe else None
    )
    hand = words((*cards, *state.board)) if is_right else ""
    draft.emit(e.DealerHandOpened(cards=cards, hand=hand, citations=cites, **told))


# Card by card


def _next_cards(at: Moment[State]) -> Iterator[Target]:
    rules, state = at.rules, at.state
    if not (state.coming or state.device.source == "physical"):
        return
    deal = deal_due(rules, state)
    if not deal:
        yield from ({"to": spot.place or None, "facts": (TooMany(),)} for spot in spots_open(rules, state))
        return
    left = waiting(rules, state, deal)
    yield {"to": None, "facts": ()}
    if left and left[0].spot == BURN and not state.coming:
        yield {"to": None, "facts": (Burnt(0),)}
    elif deal == HOLE:
        yield from ({"to": n, "facts": ()} for n in hands_due(state) if left[0].spot != Spot("hand", n))


@MULTILINK.action(DealCard, Role.DEALER, "hand", each=_next_cards)
def deal_card(at: Moment[State], to: int | None, facts: tuple[AnyFact, ...]) -> Offer:
    """The next card of the deal that is due; `to` where it went to another hand than its own."""
    rules, state = at.rules, at.state
    deal = deal_due(rules, state)
    if not deal:
        return surplus_card(at, to, facts)
    rule, left = rule_of(rules, deal), waiting(rules, state, deal)
    if not state.coming and deal in (COMMUNITY, HOLE) and not state.board:
        require_fresh_deck(at)
    for fact in facts:
        if isinstance(fact, Burnt) and not fact.count:
            is_burn_due = left[0].spot == BURN and not state.coming
            said = "no card is to be burnt now: the next belongs to {place}"
            at.require(is_burn_due, rule, said, place=called(left[0].spot, "box"))
            left = [each for each in left if each.spot != BURN]
        elif isinstance(fact, Burnt):
            left = [Due(BURN), *left]
        elif not isinstance(fact, Seen):
            at.refuse(rule, "of one card it is said where it went, and whether it was seen")
    spot = left[0].spot if to is None else spot_at(to)
    if to is not None and not (to == DEALER_PLACE or 1 <= to <= terms(rules).boxes):
        at.refuse(rule, "name a box of this table, or the Dealer")
    is_wrong = bool(facts) or spot != left[0].spot
    group: Group = "irregularity" if is_wrong else "play" if state.coming else "house"
    return Offer(at.cite(rule), named(state, [Due(spot)]), facts=spot, group=group)


def spots_open(rules: Rules, state: State) -> list[Spot]:
    """Where one card more than due can lie: the deal is complete and nobody has acted on it yet."""
    if state.open or not is_shoe(rules):
        return []
    if state.phase.endswith("_down"):
        return [Spot("board", part=state.phase.removesuffix("_down"))]
    if state.phase == "showdown":
        return [DEALER]
    is_untouched = state.phase == "first" and not any(box.has_decided for box in state.boxes.values())
    return [Spot("hand", number) for number in hands_due(state)] if is_untouched else []


def surplus_card(at: Moment[State], to: int | None, facts: tuple[AnyFact, ...]) -> Offer:
    possible = spots_open(at.rules, at.state)
    spot = possible[0] if to is None and len(possible) == 1 else spot_at(to or 0)
    if spot not in possible or not all(isinstance(fact, TooMany | Seen) for fact in facts):
        at.refuse("hand", "{due}", due=what_is_due(at.state, due(at.rules, at.state)))
    return Offer(at.cite("hand"), named(at.state, [Due(spot)]), facts=spot, group="irregularity")


@deal_card.taken
def card_is_dealt(draft: Draft[State], command: DealCard, offer: Offer) -> None:
    """With its last card the deal is complete."""
    spot, rules, state = offer.facts, draft.rules, draft.state
    deal = deal_due(rules, state)
    is_seen = any(isinstance(fact, Seen) for fact in command.facts)
    drawn = draw(draft, [Due(spot, is_seen=is_seen)], command.cards, rule_of(rules, deal or HOLE))
    had = sum(each.spot == spot for each in state.coming)
    book = terms(rules)
    is_full = spot.kind == "hand" and had == book.hole_cards - 1 and not book.is_full_with_flop
    laid = e.CardLaid(
        spot=spot,
        cards=cards_of(drawn),
        at=command.at,
        is_full=is_full,
        citations=offer.citations,
    )
    draft.emit(laid if deal else replace(laid, is_full=False, spots=_with_surplus(rules, state, spot)))
    seen = (Seen(len(state.coming) + 1),) if is_seen else ()
    if deal and not waiting(rules, draft.state, deal):
        lay(draft, deal, draft.state.coming, command.at, _counted(draft.state, seen))
    elif seen:
        notice_said(draft, deal, _counted(draft.state, seen), command.at)


def _counted(state: State, seen: tuple[Seen, ...]) -> tuple[Seen, ...]:
    """The number of a card without the burn."""
    burns = sum(each.spot == BURN for each in state.coming)
    return tuple(Seen(fact.card - burns) for fact in seen if fact.card > burns)


def _with_surplus(rules: Rules, state: State, spot: Spot) -> tuple[Spot, ...]:
    deal = spot.part or (DEALER_HAND if spot == DEALER else HOLE)
    return (*spots_of(rules, state, deal), spot)


@MULTILINK.action(FinishDeal, Role.DEALER, "hand")
def finish_deal(at: Moment[State]) -> Offer:
    """The deal is what lies there, whoever lacks a card."""
    deal = deal_due(at.rules, at.state)
    at.require(deal and at.state.coming, "hand", "no deal is under way card by card")
    return Offer(at.cite(rule_of(at.rules, deal)), facts=deal, group="irregularity")


@finish_deal.taken
def deal_is_finished(draft: Draft[State], command: FinishDeal, offer: Offer) -> None:
    lay(draft, offer.facts, draft.state.coming, command.at)


let_burns_be_named(MULTILINK, "ML-A59", lambda state: () if state.face_up is None else (state.face_up,))


# Events


def after_drawing(state: State, drawn: tuple[Card, ...]) -> State:
    """Cards that came one by one have left the device already."""
    if state.coming:
        return replace(state, coming=())
    count = len(drawn)
    is_to_come = state.face_up_after >= count
    return replace(
        state,
        device=state.device.without(drawn),
        face_up=state.face_up if is_to_come else None,
        face_up_after=state.face_up_after - count if is_to_come else 0,
    )


@MULTILINK.after(e.CardLaid)
def card_laid(state: State, event: e.CardLaid) -> State:
    (card,), spot = event.cards, event.spot
    coming = state.coming
    state = after_drawing(replace(state, coming=()), event.cards)
    if spot.kind == "hand" and spot.place in state.boxes:
        state = state.with_box(spot.place, dealt_at=event.at)
    if not event.spots:
        return replace(state, coming=(*coming, Laid(card, spot)))
    deal = spot.part or (DEALER_HAND if spot == DEALER else HOLE)
    others = tuple(each for each in state.unplanned if each.deal != deal)
    state = replace(state, unplanned=(*others, Came(deal, event.spots)))
    if spot.kind == "hand":
        return state.with_box(spot.place, cards=(*state.boxes[spot.place].cards, card))
    if spot == DEALER:
        return replace(state, dealer=(*state.dealer, card))
    return replace(state, board=(*state.board, card))


@MULTILINK.after(CardsShuffled)
def cards_shuffled(state: State, event: CardsShuffled) -> State:
    return replace(state, device=loaded(event), is_shuffled=True, face_up=None)


def _noted(state: State, deal: str, spots: tuple[Spot, ...]) -> tuple[Came, ...]:
    return (*state.unplanned, Came(deal, spots)) if spots else state.unplanned


@MULTILINK.after(e.CommunityCardsDealt)
def community_cards_dealt(state: State, event: e.CommunityCardsDealt) -> State:
    noted = _noted(state, COMMUNITY, event.spots)
    return replace(after_drawing(state, event.drawn), board=event.cards, unplanned=noted)


@MULTILINK.after(e.HoleCardsDealt)
def hole_cards_dealt(state: State, event: e.HoleCardsDealt) -> State:
    boxes = {
        number: replace(box, cards=event.hands[number], dealt_at=event.times.get(number, event.at))
        if number in event.hands
        else box
        for number, box in state.boxes.items()
    }
    return replace(
        after_drawing(state, event.drawn),
        phase="first",
        boxes=boxes,
        burnt=event.burnt,
        dealer=event.dealer,
        asked_at=event.at,
        unplanned=_noted(state, HOLE, event.spots),
    )


@MULTILINK.after(e.StreetDealt)
def street_dealt(state: State, event: e.StreetDealt) -> State:
    if event.full_at or event.hands:
        boxes = {
            number: replace(
                box, dealt_at=event.full_at or box.dealt_at, cards=box.cards + event.hands.get(number, ())
            )
            for number, box in state.boxes.items()
        }
        state = replace(state, boxes=boxes)
    return replace(
        after_drawing(state, event.drawn),
        phase=state.phase if event.is_early else f"{event.street}_down",
        burnt=state.burnt + event.burnt,
        board=state.board + event.cards,
        unplanned=_noted(state, event.street, event.spots),
    )


_AFTER_REVEAL = {"flop": "second", "turn": "third", "river": "board"}


@MULTILINK.after(e.StreetRevealed)
def street_revealed(state: State, event: e.StreetRevealed) -> State:
    """The next window opens; hands that were left to be checked down have nothing to decide."""
    boxes = {
        number: replace(box, has_decided=event.street == "river" or box.has_left)
        for number, box in state.boxes.items()
    }
    return replace(
        state,
        phase=_AFTER_REVEAL[event.street],
        boxes=boxes,
        board_shown=state.board_shown + len(event.cards),
        asked_at=event.at,
    )


@MULTILINK.after(e.DealerHandOpened)
def dealer_hand_opened(state: State, event: e.DealerHandOpened) -> State:
    return replace(
        after_drawing(state, event.drawn) if event.drawn else state,
        phase="showdown",
        dealer=event.cards,
        is_dealer_shown=True,
        unplanned=_noted(state, DEALER_HAND, event.spots),
    )
