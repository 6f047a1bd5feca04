"""Missed burns, misdeals, wrong numbers of cards, cards that came together: what the deal got wrong."""

from collections.abc import Callable, Iterator

from msgspec.structs import replace

from croupier.cards import Card
from croupier.games.multilink import commands as c
from croupier.games.multilink import events as e
from croupier.games.multilink.dealing import (
    board_expected,
    burns,
    hands_dealt,
    hands_due,
    has_wrong_count,
    has_wrong_number,
    hole_cards_out,
    is_burn_passed_over,
    miscounted_streets,
    misplaced_so_far,
    off,
)
from croupier.games.multilink.flow import boxes_where, in_clear_round, is_shoe
from croupier.games.multilink.game import MULTILINK
from croupier.games.multilink.irregularities.questions import (
    ask,
    cancel_hand,
    judge_of_order,
    offer_options,
    report,
    require_clear_round,
    ruling,
    void,
)
from croupier.games.multilink.irregularities.reconstruction import (
    can_put_back_surplus,
    can_take_back,
    remove_surplus,
    take_back,
)
from croupier.games.multilink.state import (
    State,
    Trouble,
    at_stake,
    dealt_in,
    has_seen,
)
from croupier.games.multilink.terms import terms
from croupier.links.terms import house_role
from croupier.rulebook import Behaviour, Rules
from croupier.table import Citations, Draft, GiveRuling, Moment, Offer, Role
from croupier.table.offers import Target

REPAIR = ("reconstruct", "cannot")
MOVE_UP = (
    "reconstruct",
    "move_up",
    "cannot",
)  # the card too many goes back alone, or those behind it move up
MOVABLE = ("from_the_wrong_box", "onto_an_empty_box")  # whole hands can be moved to where they belong
EXTRA_HAND = "with_an_extra_hand"
MISPLACED = "misplaced"
MISDEALS = (*MOVABLE, EXTRA_HAND, "two_at_a_time", MISPLACED)

# Whether a burn missed before these cards can still be made good.
missed_burn_late: Behaviour[Callable[[State, str], bool]] = Behaviour(MULTILINK.policies, "missed_burn_late")
# What the others may do when one hand was cancelled for its number of cards.
wrong_number_in_hand: Behaviour[Callable[[Draft[State], int], None]] = Behaviour(
    MULTILINK.policies, "wrong_number_in_hand"
)


def mistake_in(state: State, *kinds: str) -> str | None:
    """The latest mistake of one of these kinds: "flop without_burning"."""
    return next((m for m in reversed(state.mistakes) if m.split()[1] in kinds), None)


# The Burnt Card


@MULTILINK.action(c.ReportMissedBurn, Role.DEALER, "missed_burn", each=in_clear_round)
def report_missed_burn(at: Moment[State]) -> Offer:
    require_clear_round(at, "missed_burn")
    mistake = mistake_in(at.state, "without_burning")
    if mistake is None and is_burn_passed_over(at.rules, at.state):
        at.refuse("missed_burn", "deal the remaining cards, then report it")
    if mistake is None and not is_shoe(at.rules):
        at.refuse("missed_burn", "an Electronic Card Shuffler burns no card; play on", "ML-A26")
    if mistake is None:
        at.refuse("missed_burn", "every Burnt Card of this Round was discarded; play on")
    return report(at, "missed_burn", facts=mistake.split()[0])


@report_missed_burn.taken
def missed_burn_is_reported(draft: Draft[State], command: c.ReportMissedBurn, offer: Offer) -> None:
    _judge_missed_burn(draft, offer.facts)


def _judge_missed_burn(draft: Draft[State], street: str) -> None:
    state = draft.state
    if not missed_burn_late.by(draft.rules)(state, street):
        void(draft, f"no card was burnt before the {street} cards", "missed_burn", reading="ML-A26")
        return
    question = f"no card was burnt before the {street} cards: can they be reconstructed?"
    rules = ("missed_burn", "reconstruction")
    ask(draft, "missed_burn", question, REPAIR, rules, "ML-A48", house_role(draft.rules))


@missed_burn_late("void")
def is_repairable_unseen(state: State, street: str) -> bool:
    """Only while nobody has seen any card."""
    return not has_seen(state) and _is_face_down(state, street)


@missed_burn_late("repair")
def is_repairable_face_down(state: State, street: str) -> bool:
    """Also later, as long as the street itself lies face down."""
    return _is_face_down(state, street) and (street != "hole" or not has_seen(state))


def _is_face_down(state: State, street: str) -> bool:
    return state.phase == ("first" if street == "hole" else f"{street}_down")


@ruling("missed_burn")
def carry_missed_burn(draft: Draft[State], command: GiveRuling, trouble: Trouble) -> None:
    if command.choice == "cannot":
        void(draft, "a card was not burnt and the cards cannot be reconstructed", "missed_burn")
        return
    mistake = mistake_in(draft.state, "without_burning")
    assert mistake is not None
    take_back(draft, mistake.split()[0], "missed_burn")
    offer_options(draft, at_stake(draft.state), command.at, is_reconstructed=True, rules=("missed_burn",))


# Hole Cards in the wrong places


@MULTILINK.action(c.ReportMisdeal, Role.DEALER, "misdeal_unseen", each=in_clear_round)
def report_misdeal(at: Moment[State]) -> Offer:
    require_clear_round(at, "misdeal_unseen")
    mistake = mistake_in(at.state, *MISDEALS) or _misplaced_under_way(at)
    if mistake is None:
        at.refuse("misdeal_unseen", "the Hole Cards lie where they belong; play on")
    if not dealt_in(at.state):
        at.refuse("misdeal_unseen", "every hand has been given up, and none is left to put right")
    return report(at, "misdeal_unseen", facts=mistake)


def _misplaced_under_way(at: Moment[State]) -> str | None:
    """A card that lies with another hand before the deal is complete. What can be put in order is so once
    all cards are out."""
    pairs = misplaced_so_far(at.rules, at.state)
    if pairs and has_seen(at.state):
        said = "deal the remaining cards, then report it: somebody says whether they can be put in order"
        at.refuse("dealing_error_options", said)
    # A shuffler's packets are whole hands as soon as they come.
    is_whole = not is_shoe(at.rules) and all(
        len(set(side)) == len(pairs) for side in zip(*pairs, strict=True)
    )
    if pairs and is_whole:
        at.refuse("misdeal_unseen", "deal the remaining cards, then report it: whole hands can be moved")
    return f"hole {MISPLACED}" if pairs else None


@report_misdeal.taken
def misdeal_is_reported(draft: Draft[State], command: c.ReportMisdeal, offer: Offer) -> None:
    state, mistake, is_seen = draft.state, offer.facts, has_seen(draft.state)
    is_movable = mistake.endswith(MOVABLE) or (
        mistake.endswith(MISPLACED) and _are_whole_hands(draft.rules, state)
    )
    # Packets of a shuffler move up by whole hands; cards of a shoe that went around one box more do not.
    is_orderly = is_movable or (mistake.endswith(EXTRA_HAND) and not is_shoe(draft.rules))
    if is_seen and not state.stray and state.phase != "first":
        _play_on_as_dealt(draft, mistake, command.at)
    elif not is_seen and not is_orderly:
        void(draft, "the Hole Cards were dealt wrongly", "misdeal_unseen", "voiding_events")
    else:
        question = "the Hole Cards were dealt wrongly: can they be reconstructed?"
        if is_movable:
            question = "the hands lie in the wrong boxes: can they be moved as a whole?"
        rules = ("dealing_error_options" if is_seen else "misdeal_unseen", "reconstruction")
        choices, role = ("move_hands", "cannot") if is_movable else REPAIR, judge_of_order(draft.rules)
        ask(draft, "misdeal", question, choices, rules, "ML-A48", role)


def _play_on_as_dealt(draft: Draft[State], mistake: str, at: int) -> None:
    """Somebody has looked, and the cards cannot be put in order: everybody chooses."""
    draft.emit(e.MistakeSettled(mistake=mistake, citations=draft.cite("dealing_error_options")))
    offer_options(draft, at_stake(draft.state), at, is_reconstructed=False)


@ruling("misdeal")
def carry_misdeal(draft: Draft[State], command: GiveRuling, trouble: Trouble) -> None:
    state, rule = draft.state, trouble.rules[0]
    mistake = mistake_in(state, *MISDEALS)
    assert mistake is not None
    if command.choice == "cannot" and not has_seen(state):
        void(draft, "the Hole Cards were dealt wrongly", "misdeal_unseen", "voiding_events")
    elif command.choice == "cannot" and state.stray:
        cancel_hand(draft, state.stray_of, draft.cite("option_refund", reading="ML-A48"))
    elif command.choice == "cannot":
        _play_on_as_dealt(draft, mistake, command.at)
    elif command.choice == "reconstruct":
        take_back(draft, "hole", rule)
        offer_options(draft, at_stake(state), command.at, is_reconstructed=True)
    else:
        cites = draft.cite("reconstruction", rule)
        draft.emit(e.HandsMoved(hands=_where_they_belong(draft.rules, state), citations=cites))
        draft.emit(e.MistakeSettled(mistake=mistake, citations=cites))
        offer_options(draft, at_stake(state), command.at, is_reconstructed=True)


def _are_whole_hands(rules: Rules, state: State) -> bool:
    """Whether misplaced cards lie together as they should, only not in their own boxes."""
    meant, dealt = _as_intended(rules, state), {n: box.cards for n, box in state.boxes.items() if box.cards}
    return bool(dealt) and sorted(dealt.values()) == sorted(meant.get(number, ()) for number in dealt)


def _where_they_belong(rules: Rules, state: State) -> dict[int, tuple[Card, ...]]:
    """The hand on the empty box to its own, misplaced ones each to its box; otherwise to the box before."""
    if state.stray:
        return {state.stray_of: state.stray}
    boxes = [number for number, box in state.boxes.items() if box.cards]
    if is_misplaced(state):
        meant = _as_intended(rules, state)
        return {number: meant[number] for number in boxes}
    dealt = [*boxes[1:], boxes[0]]
    return {box: state.boxes[got].cards for box, got in zip(boxes, dealt, strict=True)}


# A wrong number of cards in a hand


@MULTILINK.action(
    c.ReportWrongNumber, Role.DEALER, "wrong_number_in_hand", each=boxes_where(has_wrong_number)
)
def report_wrong_number(at: Moment[State], box: int) -> Offer:
    require_clear_round(at, "wrong_number_in_hand")
    if not has_wrong_number(at.rules, at.state, box):
        at.refuse("wrong_number_in_hand", f"the hand of box {box} has the right number; play on")
    return report(at, "wrong_number_in_hand")


@report_wrong_number.taken
def wrong_number_is_reported(draft: Draft[State], command: c.ReportWrongNumber, offer: Offer) -> None:
    state = draft.state
    if not has_seen(state) and terms(draft.rules).wrong_count_unseen == "void":
        why = f"box {command.box} got a wrong number of cards"
        void(draft, why, "misdeal_unseen", "voiding_events", "wrong_number_in_hand", reading="ML-A27")
    elif "hole without_burning" in state.mistakes:
        _judge_missed_burn(draft, "hole")  # stricter once somebody has looked, and it settles the number too
    elif can_repair_hand(draft.rules, state, command.box):
        is_surplus = has_surplus(draft.rules, state, command.box)
        off_by = abs(len(state.boxes[command.box].cards) - terms(draft.rules).hole_cards)
        found = f"{'a card' if off_by == 1 else f'{off_by} cards'} too {'many' if is_surplus else 'few'}"
        question = f"box {command.box} has {found}: can the hand be reconstructed?"
        rules = ("wrong_number_in_hand", "reconstruction")
        choices = MOVE_UP if is_surplus and can_move_up(draft.rules, state) else REPAIR
        role = judge_of_order(draft.rules)
        ask(draft, "wrong_number", question, choices, rules, "ML-A48", role, box=command.box)
    else:
        _cancel_wrong_hand(draft, command.box, command.at)


def has_surplus(rules: Rules, state: State, number: int) -> bool:
    return len(state.boxes[number].cards) > terms(rules).hole_cards


def can_repair_hand(rules: Rules, state: State, number: int) -> bool:
    """While nothing has followed the hands, they can be dealt again: the cards behind a missing one move up.
    Later a card too many can still leave a packet, unless it is another hand's."""
    if state.phase == "first":
        return True
    return not is_shoe(rules) and has_surplus(rules, state, number) and not is_misplaced(state)


def is_misplaced(state: State) -> bool:
    return mistake_in(state, MISPLACED) is not None


def can_move_up(rules: Rules, state: State) -> bool:
    """Whether cards behind a packet that is a card too large can come as they would have without it."""
    return not is_shoe(rules) and state.phase == "first" and not is_misplaced(state)


@ruling("wrong_number")
def carry_wrong_number(draft: Draft[State], command: GiveRuling, trouble: Trouble) -> None:
    if command.choice == "cannot":
        _cancel_wrong_hand(draft, trouble.box, command.at)
        return
    state, number, rules = draft.state, trouble.box, ("wrong_number_in_hand",)
    affected = [number]
    is_removed = has_surplus(draft.rules, state, number) and not is_misplaced(state)
    if is_removed and command.choice != "move_up":
        remove_surplus(draft, "box", number, *rules)
    else:
        meant = _as_intended(draft.rules, state)
        affected = [n for n, box in state.boxes.items() if box.cards != meant.get(n, ())]
        take_back(draft, "hole", *rules)
    affected = [n for n in at_stake(draft.state) if n in affected]
    offer_options(draft, affected, command.at, is_reconstructed=True, rules=rules)


def _as_intended(rules: Rules, state: State) -> dict[int, tuple[Card, ...]]:
    """The hands that the cards dealt so far would make in the order intended."""
    hands: dict[int, tuple[Card, ...]] = {}
    is_burnt = "hole without_burning" not in state.mistakes
    cards = hole_cards_out(state)[burns(rules, "hole") if is_burnt else 0 :]
    for number, card in zip(hands_dealt(rules, hands_due(rules, state)), cards, strict=False):
        hands[number] = (*hands.get(number, ()), card)
    return hands


def _cancel_wrong_hand(draft: Draft[State], number: int, at: int) -> None:
    """With it any other hand that lacks its cards or has some of another's: neither can be played on."""
    cites = draft.cite("wrong_number_in_hand", reading="ML-A27")
    cancel_hand(draft, number, cites)
    for other in [n for n in draft.state.boxes if has_wrong_number(draft.rules, draft.state, n)]:
        cancel_hand(draft, other, cites)
    _settle_misplaced(draft, cites)
    wrong_number_in_hand.by(draft.rules)(draft, at)


def _settle_misplaced(draft: Draft[State], citations: Citations) -> None:
    """Once every hand that is left has its own cards, nothing of a card that went elsewhere is to be told."""
    state, mistake = draft.state, mistake_in(draft.state, MISPLACED)
    meant = _as_intended(draft.rules, state)
    if mistake and all(state.boxes[number].cards == meant.get(number) for number in dealt_in(state)):
        draft.emit(e.MistakeSettled(mistake=mistake, citations=citations))


@wrong_number_in_hand("others_choose")
def others_choose(draft: Draft[State], at: int) -> None:
    rules = ("wrong_number_in_hand",)
    offer_options(draft, at_stake(draft.state), at, is_reconstructed=False, rules=rules)


@wrong_number_in_hand("others_play_on")
def others_play_on(draft: Draft[State], at: int) -> None:
    """The edition says nothing about the others; a house may still give them the general choice."""
    if terms(draft.rules).v2_515_others_choice:
        offer_options(draft, at_stake(draft.state), at, is_reconstructed=False, reading="ML-A27")


# A wrong number of Community Cards or in the Dealer's Hand


WRONG_COUNT = "wrong_number_of_community_or_dealer_cards"


def _wrong_counts(at: Moment[State]) -> Iterator[Target]:
    if at.state.phase != "idle":
        places = ("community", "dealer")
        yield from ({"where": where} for where in places if has_wrong_count(at.rules, at.state, where))


@MULTILINK.action(c.ReportWrongCount, Role.DEALER, WRONG_COUNT, each=_wrong_counts)
def report_wrong_count(at: Moment[State], where: str) -> Offer:
    require_clear_round(at, WRONG_COUNT)
    if not has_wrong_count(at.rules, at.state, where):
        at.refuse(WRONG_COUNT, f"the {where} cards have the right number; play on")
    return report(at, WRONG_COUNT)


@report_wrong_count.taken
def wrong_count_is_reported(draft: Draft[State], command: c.ReportWrongCount, offer: Offer) -> None:
    street = _wrong_street(draft.state)
    if command.where == "community" and f"{street} without_burning" in draft.state.mistakes:
        _judge_missed_burn(draft, street)  # as strict or stricter, and it settles the number as well
        return
    if not can_repair_count(draft, command.where):
        void(draft, f"a wrong number of {command.where} cards", WRONG_COUNT, "voiding_events")
        return
    question = f"there is a wrong number of {command.where} cards: can they be reconstructed?"
    rules, role = (WRONG_COUNT, "reconstruction"), judge_of_order(draft.rules)
    is_larger = command.where == "community" and _has_surplus_count(draft.rules, draft.state, command.where)
    choices = MOVE_UP if is_larger and can_move_up(draft.rules, draft.state) else REPAIR
    ask(draft, f"wrong_count_{command.where}", question, choices, rules, "ML-A48", role)


def can_repair_count(draft: Draft[State], where: str) -> bool:
    state = draft.state
    if is_shoe(draft.rules):
        street = "dealer" if where == "dealer" else _wrong_street(state)
        return can_take_back(state, street) or can_put_back_surplus(draft.rules, state, street)
    is_latest = state.phase == _LATEST_PACKET[where] and not state.coming
    return is_latest or _has_surplus_count(draft.rules, state, where)


# While this is the phase, nothing has followed a shuffler's packet that came a card short: it is dealt again.
_LATEST_PACKET = {"community": "closed", "dealer": "first"}


def _has_surplus_count(rules: Rules, state: State, where: str) -> bool:
    if where == "dealer":
        return len(state.dealer) > terms(rules).dealer_cards
    return len(state.board) > board_expected(rules, state)


def _wrong_street(state: State) -> str:
    """The latest of them; the Dealer's Hand has a question of its own."""
    return next(reversed(miscounted_streets(state)), "")


@ruling("wrong_count_community", "wrong_count_dealer")
def carry_wrong_count(draft: Draft[State], command: GiveRuling, trouble: Trouble) -> None:
    where = trouble.key.removeprefix("wrong_count_")
    if command.choice == "cannot":
        void(draft, f"a wrong number of {where} cards", WRONG_COUNT, "voiding_events")
        return
    street = "dealer" if where == "dealer" else _wrong_street(draft.state)
    if is_shoe(draft.rules) and can_take_back(draft.state, street):
        take_back(draft, street, WRONG_COUNT)
    elif not is_shoe(draft.rules) and not _has_surplus_count(draft.rules, draft.state, where):
        take_back(draft, "hole" if where == "dealer" else "community", WRONG_COUNT)
    else:
        if command.choice == "move_up":
            take_back(draft, "hole", WRONG_COUNT)
        remove_surplus(draft, where, 0, WRONG_COUNT)
        told = "hole" if where == "dealer" else street or "community"
        for mistake in draft.state.mistakes:
            what, how = mistake.split()
            if what == told and off(how) > 0:
                draft.emit(e.MistakeSettled(mistake=mistake, citations=draft.cite(WRONG_COUNT)))
    offer_options(draft, at_stake(draft.state), command.at, is_reconstructed=True)


@MULTILINK.after(e.HandsMoved)
def hands_moved(state: State, event: e.HandsMoved) -> State:
    times = {box.cards: box.dealt_at for box in state.boxes.values()}
    boxes = {
        number: replace(box, cards=event.hands[number], dealt_at=times.get(event.hands[number], box.dealt_at))
        if number in event.hands
        else box
        for number, box in state.boxes.items()
    }
    # Whole hands moved to where they belong count as dealt in the order intended; cards exchanged do not.
    are_whole = {state.boxes[number].cards for number in event.hands} == set(event.hands.values())
    is_misdeal = are_whole and mistake_in(state, "from_the_wrong_box", MISPLACED) is not None
    state = replace(state, boxes=boxes, first_dealt=0 if is_misdeal else state.first_dealt)
    return replace(state, stray=(), stray_of=0) if state.stray_of in event.hands else state


@MULTILINK.after(e.MistakeSettled)
def mistake_settled(state: State, event: e.MistakeSettled) -> State:
    return replace(state, mistakes=tuple(m for m in state.mistakes if m != event.mistake))
