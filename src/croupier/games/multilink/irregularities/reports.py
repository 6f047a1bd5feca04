"""What staff see of the cards: one report for all of it, by facts."""

from collections import Counter
from collections.abc import Iterator, Sequence
from typing import NoReturn

from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import UNKNOWN, Card
from croupier.games.multilink import commands as c
from croupier.games.multilink import events as e
from croupier.games.multilink.face_down import asked_for, name, place_of, told_apart
from croupier.games.multilink.game import MULTILINK
from croupier.games.multilink.irregularities.section import (
    WRONG_COUNT,
    decided,
    exposures,
    follow,
    lying,
    seen_in,
    tied_mistakes,
)
from croupier.games.multilink.permissions import nothing_open, require_round
from croupier.games.multilink.plan import (
    COMMUNITY,
    DEALER_HAND,
    HOLE,
    came,
    hands_due,
    is_moving_hands,
    planned,
    spots_of,
    under_way,
    wrong,
)
from croupier.games.multilink.settlement import miscounts, taken_back
from croupier.games.multilink.state import State, at_stake, dealt_in, has_seen, is_early
from croupier.games.multilink.turns import is_shoe
from croupier.table import Draft, Moment, Offer, Role
from croupier.table.courses import STANDS, VOID
from croupier.table.deals import refuse_contradiction
from croupier.table.facts import (
    BURN,
    DEALER_PLACE,
    AnyFact,
    BegunAt,
    BurnSeen,
    Burnt,
    InPairs,
    LiesAt,
    NoHand,
    Otherwise,
    Seen,
    Spot,
    StrayHand,
    Swapped,
    Together,
    TooFew,
    TooMany,
    as_it_came,
    in_their_order,
)
from croupier.table.mistakes import Kind, Mistake
from croupier.table.offers import Target

Reordered = BegunAt | InPairs | LiesAt | Swapped  # the right cards, in other places than recorded
_COUNT: tuple[Kind, ...] = ("short", "surplus", "left_out")
_CLAIMED: dict[type[AnyFact], tuple[Kind, ...]] = {
    TooMany: _COUNT,
    TooFew: _COUNT,
    NoHand: _COUNT,
    StrayHand: ("extra_hand",),
    Burnt: ("missed_burn", "extra_burn"),
}
_SAID: dict[type[AnyFact], Kind] = {
    TooMany: "surplus",
    TooFew: "short",
    NoHand: "left_out",
    StrayHand: "extra_hand",
}


class Seeing(Struct, frozen=True):
    """What a report comes to: the record corrected, what lies wrong, what shows, what came together."""

    mistakes: tuple[Mistake, ...]
    found: e.CardsFound | None = None
    shown: tuple[Card, ...] = ()
    tied: tuple[int, ...] = ()


def _reports(at: Moment[State]) -> Iterator[Target]:
    """What is known to lie wrong, and each card that could be seen."""
    rules, state = at.rules, at.state
    if state.phase == "idle" and state.settled_in != "idle" and state.unplanned and not state.open:
        yield {"deal": None, "facts": ()}
    if state.phase in ("idle", "betting"):
        return
    if wrong(rules, state):
        yield {"deal": None, "facts": ()}
    deals = (*came(rules, state), *([under_way(rules, state)] if state.coming else []))
    for deal in deals:
        pairs, counted = lying(rules, state, deal), Counter[Spot]()
        for at_, (spot, card) in enumerate(pairs, 1):
            counted[spot] += 1
            number = at_ - counted[BURN] if spot.kind == "board" else counted[spot]
            if is_hidden(state, spot, card):
                yield {"deal": deal, "facts": (_seen(spot, number),)}
    hands = [n for n in at_stake(state) if state.boxes[n].cards]
    if hands or any(each.spot.kind == "hand" for each in state.coming):
        yield {"deal": None, "facts": (Otherwise(),)}
    if deals and is_shoe(rules) and not state.coming and is_just_come(state, deals[-1]):
        spots = spots_of(rules, state, deals[-1])
        first = 1 if spots and spots[0].kind != "burn" else 0
        numbers = range(first, sum(spot.kind != "burn" for spot in spots))
        yield from ({"deal": deals[-1], "facts": (Together(n + 1, n),)} for n in numbers)


def _seen(spot: Spot, number: int) -> AnyFact:
    if spot.kind == "burn":
        return BurnSeen()
    place = spot.place if spot.kind == "hand" else DEALER_PLACE if spot.kind == "dealer" else 0
    return Seen(number, place)


def is_hidden(state: State, spot: Spot, card: Card) -> bool:
    """Whether a card lies face down, and nobody but its owner knows it."""
    if card in state.public:
        return False
    if spot.kind == "hand" and spot.place in state.boxes:
        box = state.boxes[spot.place]
        return not box.is_shown and box.status != "cancelled"
    if spot.kind == "board":
        return card not in state.shown_board
    return not (spot.kind == "dealer" and state.is_dealer_shown)


@MULTILINK.action(c.ReportCards, Role.DEALER, "misdeal_unseen", each=_reports)
def report_cards(at: Moment[State], deal: str | None, facts: tuple[AnyFact, ...]) -> Offer:
    rule = _rule_for(deal, facts)
    facts = tuple(in_their_order(facts))
    refuse_contradiction(at, facts, lambda fact: (rule,))
    if at.state.phase == "idle" and at.state.settled_in != "idle":
        return settled_wrong(at, deal, facts, rule)
    require_round(at, rule)
    if not _is_exposure(facts):
        nothing_open(at, rule)
    seeing = looked_at(at, deal, facts, rule)
    state = at.state if seeing.found is None else MULTILINK.evolve(at.state, seeing.found)
    verdict = decided(at.rules, state, seeing.mistakes)
    if any(each.row.course not in (VOID, STANDS) or each.row.judge for each in verdict):
        nothing_open(at, rule)
    rules = dict.fromkeys(key for each in verdict for key in each.row.rules[:1])
    asks = asked_for(at.rules, state, _unknown(seeing.shown))
    return Offer(at.cite(*rules), asks, facts=seeing, group="irregularity")


def _unknown(shown: Sequence[Card]) -> list[int]:
    return [place for card in shown if (place := place_of(card)) is not None]


def settled_wrong(at: Moment[State], deal: str | None, facts: tuple[AnyFact, ...], rule: str) -> Offer:
    """Until the next opening call a wrong number of cards undoes the settlement; nothing else does."""
    nothing_open(at, rule)
    if not is_miscount(facts):
        require_round(at, rule)
    before = MULTILINK.evolve(at.state, taken_back(at))
    if not facts and not miscounts(at.rules, before):
        require_round(at, rule)
    seeing = looked_at(Moment(at.rules, before, at.by, at.now), deal, facts, rule)
    state = before if seeing.found is None else MULTILINK.evolve(before, seeing.found)
    known = miscounts(at.rules, state)
    about = tuple(each for each in seeing.mistakes if each in known or each.kind in _COUNT)
    if not about:
        require_round(at, rule)
    rules = dict.fromkeys(each.row.rules[0] for each in decided(at.rules, state, about))
    cites = at.cite(*rules, reading="ML-A35")
    return Offer(cites, facts=replace(seeing, mistakes=about), group="irregularity")


def is_miscount(facts: tuple[AnyFact, ...]) -> bool:
    return all(isinstance(fact, TooMany | TooFew | NoHand) for fact in facts)


@report_cards.taken
def cards_lie_wrong(draft: Draft[State], command: c.ReportCards, offer: Offer) -> None:
    seeing: Seeing = offer.facts
    if draft.state.phase == "idle":
        draft.emit(taken_back(draft))
    if seeing.found is not None:
        draft.emit(seeing.found)
    name(draft, _unknown(seeing.shown), command.cards, "exposed_card")
    named = iter(command.cards)
    shown = tuple(card if place_of(card) is None else next(named) for card in seeing.shown)
    follow(draft, seeing.mistakes, command.at, seeing.tied, shown)


def _is_exposure(facts: tuple[AnyFact, ...]) -> bool:
    return bool(facts) and all(isinstance(fact, Seen | BurnSeen) for fact in facts)


def _rule_for(deal: str | None, facts: tuple[AnyFact, ...]) -> str:
    """The paragraph that a report is about, by what is said."""
    kinds = {type(fact) for fact in facts}
    if Burnt in kinds:
        return "missed_burn"
    if Together in kinds:
        return "simultaneous_cards"
    if Otherwise in kinds:
        return "dealing_error_options"
    if kinds & {Seen, BurnSeen}:
        return "exposed_card"
    if deal not in (None, HOLE):
        return WRONG_COUNT
    return "wrong_number_in_hand" if kinds & {TooMany, TooFew, NoHand} else "misdeal_unseen"


def looked_at(at: Moment[State], deal: str | None, facts: tuple[AnyFact, ...], rule: str) -> Seeing:
    rules, state, coming = at.rules, at.state, under_way(at.rules, at.state)
    deals = (*came(rules, state), *([coming] if coming else []))
    meant = _meant(at, deal, deals, facts)
    found = _corrected(at, meant, facts, rule)
    now = state if found is None else MULTILINK.evolve(state, found)
    tied = _tied(at, meant, facts)
    pairs = _shown(at, meant, facts)
    known = wrong(rules, now)
    about = [each for each in known if deal is None or _is_of(each, deal)]
    if any(type(fact) in _CLAIMED for fact in facts):
        about = _claimed(at, meant, deal, facts, about, rule)
    elif facts and found is None and not any(isinstance(fact, Reordered) for fact in facts):
        about = []
    about += [_other(at, meant, fact) for fact in facts if isinstance(fact, Otherwise)]
    if tied:
        about = list(tied_mistakes(rules, state, meant, tied))
    about += exposures(rules, lying(rules, state, meant) if meant else [], meant, pairs, tied)
    if about and not dealt_in(state) and all(each.deal == HOLE for each in about):
        at.refuse(rule, "every hand has been given up, and none is left to put right")
    if not about:
        _refuse_right(at, deal, rule)
    if state.coming:
        _require_whole_deal(at, about, rule)
    return Seeing(tuple(about), found, tuple(card for _, card in pairs), tied)


def _meant(at: Moment[State], deal: str | None, deals: tuple[str, ...], facts: tuple[AnyFact, ...]) -> str:
    """The deal that a report is about: without a name the latest, or the latest with a burn."""
    if deal == DEALER_HAND and not is_shoe(at.rules):
        return HOLE
    if deal is not None:
        return deal
    if any(isinstance(fact, BurnSeen) for fact in facts):
        burnt = [n for n in deals if any(s.kind == "burn" for s, _ in lying(at.rules, at.state, n))]
        deals = tuple(burnt)
    return deals[-1] if deals else ""


def _is_of(mistake: Mistake, deal: str) -> bool:
    is_dealers = mistake.place == DEALER_PLACE
    if deal == DEALER_HAND:
        return is_dealers
    return mistake.deal == deal


def _corrected(at: Moment[State], deal: str, facts: tuple[AnyFact, ...], rule: str) -> e.CardsFound | None:
    """The cards lie where they lie; that they came in another order is what is said."""
    said = [fact for fact in facts if isinstance(fact, Reordered)]
    if not said:
        return None
    rules, state = at.rules, at.state
    if deal not in came(rules, state):
        at.refuse(rule, "deal the remaining cards, then report it")
    plan, lie = planned(rules, state, deal), spots_of(rules, state, deal)
    spots = tuple([due.spot for due in as_it_came(plan, said, hands_due(state) or (0,))])
    if Counter(spots) != Counter(lie):
        at.refuse(rule, "the numbers of cards are others: say how many lie where")
    if spots == lie:
        return None
    own = {spot: iter([card for at_, card in lying(rules, state, deal) if at_ == spot]) for spot in lie}
    now = iter([next(own[spot]) for spot in spots])
    out, before = state.device.out, 0
    for each in came(rules, state):
        count = len(spots_of(rules, state, each))
        if each == deal:
            out = (*out[:before], *now, *out[before + count :])
        before += count
    is_planned = spots == tuple(due.spot for due in plan)
    cites = at.cite("dealing_error_options")
    return e.CardsFound(deal=deal, spots=() if is_planned else spots, cards=out, citations=cites)


def _claimed(
    at: Moment[State],
    meant: str,
    deal: str | None,
    facts: tuple[AnyFact, ...],
    known: list[Mistake],
    rule: str,
) -> list[Mistake]:
    """What the table knows of it; of real cards also what it does not know, by the dealer's word."""
    found: list[Mistake] = []
    for fact in facts:
        if type(fact) not in _CLAIMED:
            continue
        place = getattr(fact, "place", 0)
        same = [each for each in known if each.kind in _CLAIMED[type(fact)] and place in (0, each.place)]
        if same:
            found += [each for each in same if each not in found]
        elif at.state.device.source == "physical" and type(fact) in _SAID and _can_be(at, meant, fact):
            found.append(Mistake(_SAID[type(fact)], meant, place, getattr(fact, "count", 1)))
        else:
            _refuse_right(at, deal, rule, place)
    return found


def _can_be(at: Moment[State], deal: str, fact: AnyFact) -> bool:
    """Whether there is such a place to have other cards than were entered."""
    place, boxes = getattr(fact, "place", 0), hands_due(at.state)
    if isinstance(fact, StrayHand):
        return place > 0 and place not in at.state.boxes
    return place in (*boxes, DEALER_PLACE) if deal in (HOLE, DEALER_HAND) else not place


def _other(at: Moment[State], deal: str, fact: Otherwise) -> Mistake:
    rule, state = "dealing_error_options", at.state
    is_dealt = state.phase not in ("betting", "closed") or any(s.spot.kind == "hand" for s in state.coming)
    if not is_dealt or not at_stake(state):
        at.refuse(rule, "no hand has been dealt that an error could concern")
    if fact.place and fact.place not in at_stake(state):
        at.refuse(rule, "box {box} is not in the Round", box=fact.place)
    return Mistake("other", deal or HOLE, fact.place)


def _tied(at: Moment[State], deal: str, facts: tuple[AnyFact, ...]) -> tuple[int, ...]:
    fact = next((fact for fact in facts if isinstance(fact, Together)), None)
    if fact is None:
        return ()
    rule, rules, state = "simultaneous_cards", at.rules, at.state
    if deal not in came(rules, state) or not is_just_come(state, deal):
        said = "name cards that were dealt last and lie face down, or the Dealer's Hand before the settlement"
        at.refuse(rule, said)
    pairs = lying(rules, state, deal)
    count = sum(spot.kind != "burn" for spot, _ in pairs)
    low, high = sorted((fact.card, fact.other))
    has_burn = any(spot.kind == "burn" for spot, _ in pairs)
    if low == high or high > count or low < (0 if has_burn else 1):
        at.refuse(rule, "count the cards in the order they came, from 1 to {count}", count=count)
    if is_shoe(rules) and high != low + 1:
        at.refuse(rule, "cards of a shoe that came together came one behind the other")
    burnt = [card for spot, card in pairs if spot.kind == "burn"]
    if not low and burnt[-1] == UNKNOWN:
        at.refuse(rule, "nobody had seen this Burnt Card: name it first", "ML-A59")
    return (low, high)


def is_just_come(state: State, deal: str) -> bool:
    """Whether nothing has followed a deal, and nobody has seen it turned up."""
    if deal == HOLE:
        return state.phase == "first" and not is_early(state)
    if deal == DEALER_HAND:
        return state.phase == "showdown"
    return state.phase == f"{deal}_down" or (is_early(state) and deal != COMMUNITY)


def _shown(at: Moment[State], deal: str, facts: tuple[AnyFact, ...]) -> list[tuple[Spot, Card]]:
    found: list[tuple[Spot, Card]] = []
    pairs = lying(at.rules, told_apart(at.rules, at.state), deal) if deal else []
    for fact in facts:
        if not isinstance(fact, Seen | BurnSeen):
            continue
        cards = seen_in(pairs, fact)
        if any(spot.kind == "burn" and place_of(card) is not None for spot, card in cards):
            at.refuse("exposed_card", "nobody had seen this Burnt Card: name it first", reading="ML-A59")
        if not cards or not is_hidden(at.state, *cards[0]) or cards[0] in found:
            at.refuse("exposed_card", "there is no such face-down card; name a hand that has been dealt")
        found += cards
    return found


def _require_whole_deal(at: Moment[State], about: list[Mistake], rule: str) -> None:
    """What can be put in order is so once all cards are out."""
    rules, state = at.rules, at.state
    coming = [each for each in about if each.deal == under_way(rules, state)]
    if any(each.kind == "missed_burn" for each in coming):
        at.refuse("missed_burn", "deal the remaining cards, then report it")
    if not any(each.kind not in ("exposed", "other") for each in coming):
        return
    if has_seen(state):
        said = "deal the remaining cards, then report it: somebody says whether they can be put in order"
        at.refuse("dealing_error_options", said)
    if is_moving_hands(rules, state):
        at.refuse("misdeal_unseen", "deal the remaining cards, then report it: whole hands can be moved")


def _refuse_right(at: Moment[State], deal: str | None, rule: str, place: int = 0) -> NoReturn:
    """Nothing is wrong where somebody says so."""
    if rule == "missed_burn":
        if at.state.coming and wrong(at.rules, at.state):
            at.refuse(rule, "deal the remaining cards, then report it")
        if not is_shoe(at.rules):
            at.refuse(rule, "an Electronic Card Shuffler burns no card; play on", "ML-A26")
        at.refuse(rule, "every Burnt Card of this Round was discarded; play on")
    if rule == "wrong_number_in_hand":
        at.refuse(rule, "the hand of box {box} has the right number; play on", box=place)
    if rule == WRONG_COUNT:
        at.refuse(rule, "the {where:name} cards have the right number; play on", where=deal)
    at.refuse(rule, "the Hole Cards lie where they belong; play on")
