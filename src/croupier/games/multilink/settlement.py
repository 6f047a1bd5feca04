"""From the showdown to the end of the Round: what hands are worth, the jackpot claimed, each box settled."""

from collections.abc import Iterator
from functools import partial
from itertools import combinations
from typing import Any

from msgspec.structs import replace

from croupier.cards import Card, Category, category, rank_value, strength, words_of
from croupier.cards.ranking import CARDS_MAX
from croupier.games.multilink import commands as c
from croupier.games.multilink import events as e
from croupier.games.multilink.decisions import street_amount
from croupier.games.multilink.face_down import asked_for, name, unknown_at
from croupier.games.multilink.game import MULTILINK
from croupier.games.multilink.permissions import Here, expect, nothing_open, while_due
from croupier.games.multilink.plan import (
    COMMUNITY,
    HOLE,
    in_dealing_order,
    wrong,
)
from croupier.games.multilink.state import (
    BetResult,
    Box,
    State,
    has_fault_now,
    in_play,
    is_unknown,
    live_progressive,
    swept,
)
from croupier.games.multilink.terms import STREET_BETS, terms
from croupier.games.multilink.turns import due
from croupier.links.messages import Claim
from croupier.messages import Message
from croupier.money import FixedPrize, ForOne, JackpotShare, Pay
from croupier.rulebook import Citation, Rules
from croupier.rulebook.edition import PayLine
from croupier.table import Draft, Moment, Offer, Role, refuse
from croupier.table.facts import DEALER_PLACE, Spot
from croupier.table.mistakes import Mistake
from croupier.table.offers import Target, within

# What a hand is worth


FIVE = 5
_ACE, _KING, _JACK = 14, 13, 11


def bonus_key(cards: tuple[Card, ...], dealer: tuple[Card, ...]) -> str | None:
    """The highest Bonus line of two Hole Cards; the Dealer's matter only for Aces in both hands."""
    if len(cards) != 2:
        return None
    high, low = sorted(map(rank_value, cards), reverse=True)
    if high == low:
        if high == _ACE:
            has_dealer_aces = len(dealer) == 2 and all(rank_value(card) == _ACE for card in dealer)
            return "aces_both" if has_dealer_aces else "aces"
        return "high_pair" if high >= _JACK else "low_pair"
    if high != _ACE or low < _JACK:
        return None
    suited = "suited" if cards[0][1] == cards[1][1] else "unsuited"
    return f"ace_king_{suited}" if low == _KING else f"ace_queen_or_jack_{suited}"


def progressive_line(rules: Rules, cards: tuple[Card, ...], board: tuple[Card, ...]) -> PayLine | None:
    """The line of the jackpot table that two Hole Cards make with the first Community Cards."""
    if len(cards) + len(board) < FIVE:
        return None
    return terms(rules).progressive.line(category(best((*cards, *board))).name.lower())


def best(cards: tuple[Card, ...]) -> int:
    """What five of these are worth, also where nobody has noticed that there are too many or too few."""
    if len(cards) < FIVE:
        return 0
    return strength(cards) if len(cards) <= CARDS_MAX else max(map(strength, combinations(cards, CARDS_MAX)))


def minor_prize(pays: Pay, stake: int) -> int:
    """Everything the player receives for a line that is not a share of the jackpot."""
    if isinstance(pays, ForOne):
        return pays.multiple * stake
    assert isinstance(pays, FixedPrize)
    return pays.cents


def is_major(line: PayLine) -> bool:
    return isinstance(line.pays, JackpotShare)


# One box: what becomes of each of its bets, and why


_EQUAL_CATEGORY = {
    Category.STRAIGHT: "equal_category_straights",
    Category.STRAIGHT_FLUSH: "equal_category_straights",
    Category.ONE_PAIR: "equal_category_pairs",
    Category.FIVE_ODD_CARDS: "equal_category_odd_cards",
}


class _Work:
    """A settlement being worked out: results and the rules that led to them."""

    __slots__ = ("box", "hand", "keys", "number", "readings", "results", "rules", "state")

    def __init__(self, draft: Draft[State], number: int, box: Box) -> None:
        self.rules: Rules = draft.rules
        self.state: State = draft.state
        self.number = number
        self.box = box
        self.hand: str = box.status if box.ante else "without an Ante"
        self.keys: list[str] = []
        self.readings: list[tuple[str, str]] = []
        self.results: list[BetResult] = []

    def cite(self, *keys: str, reading: str | None = None) -> None:
        if reading is None:
            self.keys.extend(keys)
        else:
            self.readings.extend((key, reading) for key in keys)

    def citations(self) -> tuple[Citation, ...]:
        cited = self.rules.cite(*dict.fromkeys(self.keys)) if self.keys else ()
        for key, reading in dict.fromkeys(self.readings):
            cited += self.rules.cite(key, reading=reading)
        return cited


def settle_box(draft: Draft[State], number: int, box: Box) -> e.BoxSettled:
    work = _Work(draft, number, box)
    if box.status == "in" and box.ante:
        _compared(work)
    elif box.ante:
        _out(work)
    if box.bonus:
        _bonus(work)
    if box.progressive:
        _progressive(work)
    results = tuple(work.results)
    return e.BoxSettled(
        player=box.player,
        seat=box.seat,
        box=number,
        status=box.status,
        hand=work.hand,
        results=results,
        taken=sum(result.taken for result in results),
        paid=sum(result.winnings for result in results),
        citations=work.citations(),
    )


def _compared(work: _Work) -> None:
    """The player's best five against the Dealer's."""
    state, box, rules = work.state, work.box, work.rules
    mine, dealers = best((*box.cards, *state.board)), best((*state.dealer, *state.board))
    if not mine:
        work.hand = "too few cards"
        work.cite("player_loses")
        _main(work, "lost", "lost")
        return
    work.hand = words_of(mine)
    kind = category(mine)
    work.keys += ["main_and_bonus_pays", "objective", "five_card_hand", "hand_ranking", "card_ranking"]
    if kind is Category.STRAIGHT:
        work.cite("hand_ranking", reading="ML-A23")
    if dealers and mine != dealers and kind == category(dealers):
        work.cite("equal_category")
        if kind in _EQUAL_CATEGORY:
            work.cite(_EQUAL_CATEGORY[kind])
    if mine > dealers:
        work.cite("player_wins")
        is_ante_paid = kind >= Category[terms(rules).ante_pays_from.upper()]
        _main(work, "won", "won" if is_ante_paid else "not_paid")
    elif mine < dealers:
        work.cite("player_loses")
        _main(work, "lost", "lost")
    else:
        work.cite("stand_off_meaning")
        work.cite("stand_off", reading="ML-A22")
        _main(work, "stood_off", "stood_off")


def _main(work: _Work, streets: str, ante: str) -> None:
    box, rules = work.box, work.rules
    _one(work, "ante", box.ante, min(box.ante, terms(rules).ante_max), ante)
    for bet in STREET_BETS:
        stake = getattr(box, bet)
        if stake:
            wanted = street_amount(rules, box, bet)
            if stake != wanted:
                work.cite(
                    "oversized_street_bet" if stake > wanted else "undersized_street_bet", reading="ML-A10"
                )
            _one(work, bet, stake, min(stake, wanted), streets)


def _one(work: _Work, bet: str, stake: int, counted: int, outcome: str, winnings: int | None = None) -> None:
    """Settle `counted` of a stake; the rest goes back."""
    if bet in ("ante", "bonus") and stake > counted:
        work.cite("over_maximum_unnoticed", reading="ML-A36")
    if bet in ("ante", "bonus") and stake < terms(work.rules).least(bet):
        work.cite("under_minimum_unnoticed", reading="ML-A37")
    if outcome == "won" and winnings is None:
        winnings = terms(work.rules).main_winnings(bet, counted)
    work.results.append(
        BetResult(
            bet=bet,  # type: ignore[arg-type]
            stake=stake,
            outcome=outcome,  # type: ignore[arg-type]
            taken=counted if outcome == "lost" else 0,
            winnings=winnings or 0,
            surplus=stake - counted,
        )
    )


def _out(work: _Work) -> None:
    """Folded, or not shown: the main bets are lost, except where the House gives street bets back."""
    if work.box.status == "refused":
        work.cite("refusing_to_show", reading="ML-A15")
        _main(work, "lost" if terms(work.rules).refusal_street_bets == "lost" else "returned", "lost")
        return
    work.cite("fold", terms(work.rules).by_device("fold_decision"))
    if work.box.flop:  # a hand in for the finish folds only when it is left behind
        work.cite("absent_with_decisions", reading="ML-A16")
    _main(work, "lost", "lost")


def _bonus(work: _Work) -> None:
    box, rules = work.box, work.rules
    work.cite("bonus_bet")
    if not box.ante:
        work.cite("bonus_bet", reading="ML-A32")
        _one(work, "bonus", box.bonus, 0, "returned")
        return
    counted = min(box.bonus, terms(rules).bonus_max)
    is_judged = box.status == "in" or (
        box.status == "refused" and box.is_proved and terms(rules).refusal_bonus_provable
    )
    key = bonus_key(box.cards, work.state.dealer) if is_judged else None
    if key is None:
        _one(work, "bonus", box.bonus, counted, "lost")
        return
    work.cite("main_and_bonus_pays", reading="ML-A13")
    work.cite("bonus_bet", reading="ML-A12")
    winnings = terms(rules).bonus_winnings(key, counted)
    if winnings == terms(rules).bonus_winnings_max(counted):
        work.cite("bonus_cap", reading="ML-A11")
    _one(work, "bonus", box.bonus, counted, "won", winnings)
    work.results[-1] = replace(work.results[-1], line=key)


def judged_line(rules: Rules, state: State, number: int) -> PayLine | None:
    """The jackpot line of a live bet, if its hand makes one, may be looked at and is known."""
    if not _is_judged(rules, state, number) or is_unknown(state, number):
        return None
    board = state.board[: terms(rules).progressive_board_cards]
    return progressive_line(rules, state.boxes[number].cards, board)


def _is_judged(rules: Rules, state: State, number: int) -> bool:
    """Whether the flopped hand is held against the jackpot list, whatever comes of it."""
    box = state.boxes[number]
    if state.board_shown < terms(rules).progressive_board_cards or not box.registered:
        return False
    is_hidden = (box.status == "refused" and not box.is_proved) or is_unannounced(rules, box)
    return not is_hidden


def is_unannounced(rules: Rules, box: Box) -> bool:
    """Folded cards that are collected unseen, where nobody looks for winners but their players."""
    is_looked_at = terms(rules).auto_detect_progressive_hands or box.is_shown
    return box.status == "folded" and not is_looked_at


def _progressive(work: _Work) -> None:
    box, rules = work.box, work.rules
    if not box.ante:
        work.cite("progressive_without_ante")
        _one(work, "progressive", box.progressive, 0, "returned")
        return
    if not box.registered:
        if not terms(rules).takes_progressive(box.progressive):
            work.cite("bets_within_limits", reading="ML-A08")
        else:
            work.cite("fault_without_progressive")
        _one(work, "progressive", box.progressive, 0, "returned")
        return
    if box.progressive != terms(rules).progressive_bet:
        work.cite("bets_within_limits", reading="ML-A08")
    work.cite("progressive_qualifies")
    if _is_judged(rules, work.state, work.number):  # the list decides on a lost bet as well
        work.cite("progressive_paid", "progressive_pays", "progressive_hand", "progressive_ranking")
    line = judged_line(rules, work.state, work.number)
    if line is None:
        if is_unannounced(rules, box):
            work.cite("announcing_progressive_hand", reading="ML-A43")
        _one(work, "progressive", box.progressive, box.registered, "lost")
        return
    by_link = is_major(line) or terms(rules).minor_paid_from == "meter"
    prize = 0 if by_link else minor_prize(line.pays, box.registered)
    if not is_major(line):
        work.cite("progressive_pays", reading="ML-A42")
    work.cite("progressive_pays", reading="ML-A07")
    if has_fault_now(work.state):
        work.cite("progressive_fault_seen")
    taken = 0 if terms(rules).returns_stake(line.pays) else box.registered
    surplus = box.progressive - box.registered
    work.results.append(BetResult("progressive", box.progressive, "won", taken, prize, surplus, line.key))


# The whole table


_FACE_UP = "box {box} lies face up already; wait for the settlement"


@within("showdown")
def _own_boxes(at: Moment[State]) -> Iterator[Target]:
    if at.state.phase == "showdown":
        yield from ({"box": number} for number, box in at.state.boxes.items() if box.player == at.by.id)


@MULTILINK.action(c.RefuseToShow, Role.PLAYER, "refusing_to_show", each=_own_boxes)
def refuse_to_show(at: Moment[State], box: int) -> Offer:
    found = _require_showdown(at, at.by.id, box, "in", "you have no hand to show there")
    if found.is_shown:
        at.refuse("refusing_to_show", _FACE_UP, box=box)
    refused = partial(e.ShowingRefused, box=box)
    return Offer(at.cite("refusing_to_show", reading="ML-A15"), event=refused, group="irregularity")


def _provable(at: Moment[State]) -> Iterator[Target]:
    if at.state.phase not in ("idle", "betting", "closed", "jackpot"):
        yield from ({"box": number} for number, box in at.state.boxes.items() if box.player == at.by.id)


@MULTILINK.action(c.ProveHand, Role.PLAYER, "refusing_to_show", each=_provable)
def prove_hand(at: Moment[State], box: int) -> Offer:
    folded = at.state.boxes.get(box)
    if folded is not None and folded.player == at.by.id and is_unannounced(at.rules, folded):
        return _announced(at, box, folded)
    found = _require_showdown(at, at.by.id, box, "refused", "only a hand that was not shown needs proving")
    if found.is_proved:
        at.refuse("refusing_to_show", _FACE_UP, box=box)
    return _proving(at, box, "refusing_to_show", "ML-A15")


def _announced(at: Moment[State], number: int, box: Box) -> Offer:
    """The jackpot hand of who has folded, once the flop has made it and before the cards are collected."""
    rule, reading = "announcing_progressive_hand", "ML-A43"
    nothing_open(at, rule)
    is_live = number in live_progressive(at.state)
    at.require(is_live, rule, "box {box} has no jackpot bet that counts", reading, box=number)
    is_made = at.state.board_shown >= terms(at.rules).progressive_board_cards
    at.require(is_made, rule, "a jackpot hand is announced once the flop lies face up", reading)
    at.require(at.state.phase != "jackpot", rule, "the cards have been collected", reading)
    return _proving(at, number, rule, reading)


def _proving(at: Moment[State], number: int, rule: str, reading: str) -> Offer:
    places = unknown_at(at.rules, at.state, Spot("hand", number))
    return Offer(at.cite(rule, reading=reading), asked_for(at.rules, at.state, places), facts=places)


@prove_hand.taken
def hand_is_proved(draft: Draft[State], command: c.ProveHand, offer: Offer) -> None:
    name(draft, offer.facts, command.cards, "refusing_to_show")
    cards = draft.state.boxes[command.box].cards
    draft.emit(e.HandProved(box=command.box, cards=cards, citations=offer.citations))


def _require_showdown(draft: Here, name: str, number: int, status: str, reason: str) -> Box:
    nothing_open(draft, "refusing_to_show")
    box = draft.state.boxes.get(number)
    if box is None or box.player != name:
        draft.refuse("refusing_to_show", "the hand of box {box} is not yours to show", box=number)
    if draft.state.phase != "showdown":
        said = "hands are shown once the Dealer's Hand is open and before the settlement"
        draft.refuse("refusing_to_show", said)
    if box.status != status or not box.ante:
        draft.refuse("refusing_to_show", "box {box}: {reason}", box=number, reason=Message(reason))
    return box


def miscounts(rules: Rules, state: State) -> tuple[Mistake, ...]:
    """Wrong numbers of cards that matter to the settlement, as far as the table knows of them."""
    is_board_used = bool(in_play(state)) or (state.board_shown > 0 and bool(live_progressive(state)))
    found = []
    for each in wrong(rules, state):
        is_astray = each.kind == "extra_hand" and each.deal != HOLE and each.place in state.boxes
        if each.kind not in ("left_out", "short", "surplus") and not is_astray:
            continue
        is_hand = is_astray or (each.deal == HOLE and each.place > 0)
        is_dealers = each.place == DEALER_PLACE
        is_board = each.deal in (COMMUNITY, *STREET_BETS)
        if is_hand or (is_board and is_board_used) or (is_dealers and state.is_dealer_shown):
            found.append(each)
    return tuple(found)


@MULTILINK.action(c.ShowHands, Role.DEALER, "refusing_to_show", each=while_due("settle"))
def show_hands(at: Moment[State]) -> Offer:
    """For a dealer who wants to read what to pay and take; otherwise the settlement does it."""
    expect(at, "settle", "refusing_to_show")
    _require_turned_over(at, "refusing_to_show")
    lines = _jackpot_lines(at)
    hands = _face_down(at.state, lines)
    at.require(hands, "refusing_to_show", "every hand that counts lies face up: settle the bets")
    cites = at.cite("refusing_to_show", reading="ML-A60")
    return Offer(cites, event=partial(e.HandsShown, hands=hands), under=cites + _shown_under(at, lines))


def to_turn_over(rules: Rules, state: State) -> list[int]:
    """Hands that count and that nobody has named yet."""
    live = live_progressive(state)
    return [
        number
        for number, box in state.boxes.items()
        if is_unknown(state, number) and (box.is_in or (number in live and _is_judged(rules, state, number)))
    ]


def _require_turned_over(at: Here, rule: str) -> None:
    if left := to_turn_over(at.rules, at.state):
        at.refuse(rule, "turn over and name the hands of boxes {boxes:list} first", boxes=left)


def _unknown_hands(at: Moment[State]) -> Iterator[Target]:
    if due(at.rules, at.state) == "settle":
        yield from ({"box": number} for number in to_turn_over(at.rules, at.state))


@MULTILINK.action(c.TurnOverHand, Role.DEALER, "hand", each=_unknown_hands)
def turn_over_hand(at: Moment[State], box: int) -> Offer:
    expect(at, "settle", "hand")
    if box not in (left := to_turn_over(at.rules, at.state)):
        said = "hands that are to be turned over: boxes {boxes:list}"
        at.refuse("hand", said if left else "every hand that counts is known: settle the bets", boxes=left)
    places = unknown_at(at.rules, at.state, Spot("hand", box))
    cites = at.cite("hand", reading="ML-A60")
    return Offer(cites, asked_for(at.rules, at.state, places), facts=places)


@turn_over_hand.taken
def hand_is_turned_over(draft: Draft[State], command: c.TurnOverHand, offer: Offer) -> None:
    name(draft, offer.facts, command.cards, "hand")
    cards = draft.state.boxes[command.box].cards
    draft.emit(e.HandsShown(hands={command.box: cards}, citations=offer.citations))


@MULTILINK.action(c.Settle, Role.DEALER, "round_of_play", each=while_due("settle"))
def settle(at: Moment[State]) -> Offer:
    expect(at, "settle", "round_of_play")
    _require_turned_over(at, "round_of_play")
    return Offer(at.cite("round_of_play"))


@settle.taken
def bets_are_settled(draft: Draft[State], command: c.Settle, offer: Offer) -> None:
    lines = _jackpot_lines(draft)
    if hands := _face_down(draft.state, lines):
        draft.emit(e.HandsShown(hands=hands, citations=_shown_under(draft, lines)))
    claims = _claims(draft, lines)
    if not claims:
        finish(draft)
        return
    keys = ["progressive_paid", "progressive_qualifies", "progressive_pays", "progressive_hand"]
    keys += ["progressive_ranking", "order_of_major_winners"]
    keys += ["major_winners_same_table"] if len(claims) > 1 else []
    cites = draft.cite(*keys, reading="ML-A05")
    draft.emit(e.JackpotClaimed(round=draft.state.round, claims=claims, citations=cites))


def _jackpot_lines(at: Here) -> dict[int, PayLine]:
    """Boxes that win on the jackpot bet; announced or not, unless the House leaves that to players."""
    live = live_progressive(at.state)
    return {number: line for number in live if (line := judged_line(at.rules, at.state, number))}


def _face_down(state: State, lines: dict[int, PayLine]) -> dict[int, tuple[Card, ...]]:
    """What is still to be turned over: hands in play, and any folded one that wins on the jackpot bet."""
    return {
        number: box.cards
        for number, box in state.boxes.items()
        if not box.is_shown and (box.is_in or number in lines)
    }


def _shown_under(at: Here, lines: dict[int, PayLine]) -> tuple[Citation, ...]:
    cites = at.cite("hand")
    if lines:
        cites += at.cite("announcing_progressive_hand", reading="ML-A43")
        cites += at.cite("announcing_progressive_hand", reading="ML-A24")
    return cites


def _claims(draft: Draft[State], lines: dict[int, PayLine]) -> tuple[Claim, ...]:
    """What the link pays: shares of the jackpot and, where the House says so, the minor prizes too."""
    state, rules = draft.state, draft.rules
    from_meter = terms(rules).minor_paid_from == "meter"
    return tuple(
        Claim(
            box=number,
            line=line.key,
            percent=line.pays.percent if isinstance(line.pays, JackpotShare) else 0,
            amount=0 if is_major(line) else minor_prize(line.pays, state.boxes[number].registered),
            dealt_at=state.boxes[number].dealt_at,
            turn=turn,
        )
        for turn, number in enumerate(in_dealing_order(rules, state, lines))
        if (is_major(line := lines[number]) or from_meter) and state.boxes[number].prize < 0
    )


@MULTILINK.on(c.PayJackpot, Role.SYSTEM, "order_of_major_winners")
def pay_jackpot(draft: Draft[State], command: c.PayJackpot) -> None:
    state = draft.state
    is_this_round = command.round in (0, state.round)
    if state.phase != "jackpot" or command.box not in state.claims or not is_this_round:
        said = "box {box} waits for no payment from the jackpot"
        draft.refuse("order_of_major_winners", said, box=command.box)
    draft.require(command.amount >= 0, "progressive_pays", "a prize is not negative")
    keys = ["progressive_paid", "progressive_pays", "order_of_major_winners"]
    keys += ["major_winners_same_table"] if len(state.claims) > 1 else []
    keys += ["progressive_fault_seen"] if has_fault_now(state) else []
    draft.emit(
        e.JackpotHandedOver(
            box=command.box,
            seat=state.boxes[command.box].seat,
            amount=command.amount,
            meter=command.meter,
            citations=draft.cite(*keys),
        )
    )
    resume(draft)


def resume(draft: Draft[State]) -> None:
    """A Round that waited only for its prizes ends once they are paid and nothing else is open."""
    state = draft.state
    if state.phase == "jackpot" and not state.claims and not state.open:
        finish(draft)


def after_answer(draft: Draft[State]) -> None:
    """Prizes that the question held up are paid on."""
    state = draft.state
    if not state.open and state.phase == "jackpot" and state.claims:
        draft.emit(e.QuestionClosed(round=state.round, citations=draft.cite("order_of_major_winners")))
    resume(draft)


def finish(draft: Draft[State]) -> None:
    """Settle every box and end the Round."""
    for number, box in draft.state.boxes.items():
        if box.staked:
            draft.emit(settle_box(draft, number, box))
    is_empty = all(box.status == "cancelled" for box in draft.state.boxes.values())
    cites = draft.cite("round_of_play", reading="ML-A47" if is_empty else None)
    draft.emit(e.RoundConcluded(round=draft.state.round, citations=cites))


@MULTILINK.on(c.ShowMeter, Role.SYSTEM, "progressive_jackpot")
def show_meter(draft: Draft[State], command: c.ShowMeter) -> None:
    draft.require(command.meter >= 0, "progressive_jackpot", "a meter shows no less than nothing")
    cites = draft.cite("progressive_jackpot")
    draft.emit(e.MeterShown(meter=command.meter, is_open=command.is_open, citations=cites))


# Events


@MULTILINK.after(e.ShowingRefused)
def showing_refused(state: State, event: e.ShowingRefused) -> State:
    return state.with_box(event.box, status="refused")


@MULTILINK.after(e.HandProved)
def hand_proved(state: State, event: e.HandProved) -> State:
    return state.with_box(event.box, is_proved=True, is_shown=True)


@MULTILINK.after(e.HandsShown)
def hands_shown(state: State, event: e.HandsShown) -> State:
    boxes = {
        number: replace(box, is_shown=True) if number in event.hands else box
        for number, box in state.boxes.items()
    }
    return replace(state, boxes=boxes)


@MULTILINK.after(e.JackpotClaimed)
def jackpot_claimed(state: State, event: e.JackpotClaimed) -> State:
    return replace(state, phase="jackpot", claims=tuple(claim.box for claim in event.claims))


@MULTILINK.after(e.JackpotHandedOver)
def jackpot_handed_over(state: State, event: e.JackpotHandedOver) -> State:
    box = replace(state.boxes[event.box], prize=event.amount)
    return replace(
        state,
        boxes=state.boxes | {event.box: box},
        players=state.with_chips(box.player, event.amount),
        claims=tuple(number for number in state.claims if number != event.box),
        meter=event.meter,
    )


@MULTILINK.after(e.BoxSettled)
def box_settled(state: State, event: e.BoxSettled) -> State:
    box = state.boxes[event.box]
    home = sum(map(_home, event.results))
    cleared = replace(box, ante=0, bonus=0, progressive=0, flop=0, turn=0, river=0, posted=event.results)
    return replace(
        state,
        boxes=state.boxes | {event.box: cleared},
        players=state.with_chips(event.player, home),
    )


@MULTILINK.after(e.RoundConcluded)
def round_concluded(state: State, event: e.RoundConcluded) -> State:
    """The cards stay for everyone to look at until the next opening call."""
    standing = state.phase
    if standing == "jackpot":
        is_whole = state.board_shown == len(state.board)
        standing = "showdown" if state.is_dealer_shown else "board" if is_whole else "second"
    return replace(swept(state), phase="idle", settled_in=standing)


def taken_back(at: Here) -> e.SettlementTakenBack:
    """The settlement of the last Round undone, as long as those who were paid are there with their chips."""
    state, rule = at.state, "late_discovery"
    boxes = {n: e.Posted(box.player, box.seat, box.posted) for n, box in state.boxes.items() if box.posted}
    if not boxes or state.settled_in == "idle":
        at.refuse(rule, "no Round of play is under way; an earlier Round stands as it was settled", "ML-A35")
    for was in boxes.values():
        player = state.players.get(was.player)
        if player is None or player.seat != was.seat or player.chips < sum(map(_home, was.results)):
            said = "{player} has left with the chips: refer the payment to the shift manager"
            refuse(at.cite(rule, "matters_not_provided_for", reading="ML-A35"), said, player=was.player)
    return e.SettlementTakenBack(
        round=state.round, boxes=boxes, citations=at.cite(rule, "round_of_play", reading="ML-A35")
    )


def _home(result: BetResult) -> int:
    return result.stake - result.taken + result.winnings


@MULTILINK.after(e.SettlementTakenBack)
def settlement_taken_back(state: State, event: e.SettlementTakenBack) -> State:
    for number, was in event.boxes.items():
        bets: dict[str, Any] = {result.bet: result.stake for result in was.results}
        players = state.with_chips(was.player, -sum(map(_home, was.results)))
        state = replace(state.with_box(number, posted=(), **bets), players=players)
    return replace(state, phase=state.settled_in)


@MULTILINK.after(e.MeterShown)
def meter_shown(state: State, event: e.MeterShown) -> State:
    return replace(state, meter=event.meter, is_link_open=event.is_open)
