"""Before the cards: the opening call, bets on the boxes, the closing call."""

from collections.abc import Iterator
from functools import partial
from typing import Any, NoReturn

from msgspec.structs import replace

from croupier.games.multilink import commands as c
from croupier.games.multilink import events as e
from croupier.games.multilink.decisions import (
    WINDOWS,
    fold_for_absent,
    put_street,
    require_exact,
    street_offer,
)
from croupier.games.multilink.game import MULTILINK
from croupier.games.multilink.permissions import Here, nothing_open, what_is_due, while_due
from croupier.games.multilink.seating import require_player
from croupier.games.multilink.state import BETS, Bet, Box, Player, State, dealt_in
from croupier.games.multilink.terms import STREET_BETS, terms
from croupier.games.multilink.turns import asked_now
from croupier.messages import Message
from croupier.money import round_down, round_up
from croupier.rulebook import Rules
from croupier.table import Ask, Citations, Draft, Moment, Offer, Role, money, refuse
from croupier.table.offers import Target, within

FIRST_OTHER_HAND = 2


# The calls


@MULTILINK.action(c.AnnounceBets, Role.DEALER, "betting_opens", each=while_due("idle"))
def announce_bets(at: Moment[State]) -> Offer:
    if at.state.phase != "idle":
        at.refuse("round_of_play", "a Round of play is under way; it ends with its settlement")
    _require_course(at)
    _require_open_table(at)
    if not at.state.players:
        at.refuse("seated_players_only", "nobody is at the table; a player has to take a seat first")
    cites = at.cite("betting_opens", "round_of_play", "limits_displayed", reading="ML-A41")
    return Offer(cites, event=partial(e.BettingOpened, round=at.state.round + 1))


@MULTILINK.action(c.CloseBetting, Role.DEALER, "betting_closes", each=while_due("betting"))
def close_betting(at: Moment[State]) -> Offer:
    require_betting(at)
    is_idle = all(player.is_ready for player in at.state.players.values())
    if not can_close(at.rules, at.state) and not is_idle:  # who is left, if anybody, has no more to bet
        at.refuse("ante_required", "nobody has an Ante on the layout; wait for one")
    return Offer(at.cite("betting_closes"))


@close_betting.taken
def betting_is_closed(draft: Draft[State], command: c.CloseBetting, offer: Offer) -> None:
    return_short_bets(draft)
    if not dealt_in(draft.state):
        _close_without_ante(draft)
        return
    accepted = registrable(draft.rules, draft.state)
    rules = ["betting_closes", "no_change_after_close", "chip_position"]
    rules += ["progressive_jackpot"] if accepted else []
    draft.emit(e.BettingClosed(round=draft.state.round, progressive=accepted, citations=draft.cite(*rules)))
    for number, box in draft.state.boxes.items():
        if box.has_left and box.is_in:
            fold_for_absent(draft, number, command.at)


def _close_without_ante(draft: Draft[State]) -> None:
    """A Round that nobody takes part in is over as soon as everyone has let the time for bets pass."""
    for number in list(draft.state.boxes):
        return_bets(draft, number, BETS, draft.cite("progressive_without_ante", reading="ML-A32"))
    cites = draft.cite("betting_closes", "ante_required")
    draft.emit(e.BettingClosed(round=draft.state.round, progressive={}, citations=cites))
    cites = draft.cite("round_of_play", reading="ML-A51")
    draft.emit(e.RoundConcluded(round=draft.state.round, citations=cites))


# Bets


@within("betting")
def _boxes_to_bet_on(at: Moment[State]) -> list[Target]:
    if at.state.phase != "betting" or at.by.id not in at.state.players:
        return []
    found: list[Target] | None = at.notes.get("boxes to bet on")
    if found is None:
        found = [{"box": number} for number in open_boxes(at.rules, at.state, at.by.id)]
        at.notes["boxes to bet on"] = found
    return found


@within("betting")
def _boxes_with_ante(at: Moment[State]) -> list[Target]:
    boxes = at.state.boxes
    return [each for each in _boxes_to_bet_on(at) if each["box"] in boxes and boxes[each["box"]].ante]


def _placeable(at: Here, name: str, number: int, bet: Bet) -> Offer:
    """What may be added to a bet of this player now."""
    require_betting(at)
    behind = () if may_bet_on(at.rules, at.state, name, number) else ("standing_player",)
    player = require_player(at, name, *behind)
    require_box(at, name, number, bet)
    box, step = at.state.boxes.get(number, Box(name, player.seat)), terms(at.rules).lowest_chip
    least, most = bounds(at.rules, box, bet)
    least, top = round_up(least, step), round_down(min(most, player.chips), step)
    if least > top or least <= 0 or bet != "ante":
        wanted = most or terms(at.rules).progressive_bet if bet == "progressive" else max(least, step)
        check_amount(at, player, number, box, bet, wanted)
    rules = _placing(player, number, bet)
    cites = at.cite(*rules, reading="ML-A46" if bet == "bonus" else None)
    return Offer(cites, (money("amount", least, top, step),), facts=(player, box))


@MULTILINK.action(c.PlaceAnte, Role.PLAYER, "seated_players_only", each=_boxes_to_bet_on)
def place_ante(at: Moment[State], box: int) -> Offer:
    return _placeable(at, at.by.id, box, "ante")


@MULTILINK.action(c.PlaceBonus, Role.PLAYER, "seated_players_only", each=_boxes_with_ante)
def place_bonus(at: Moment[State], box: int) -> Offer:
    return _placeable(at, at.by.id, box, "bonus")


@within("betting")
def _jackpot_bets(at: Moment[State]) -> Iterator[Target]:
    """The one amount there is, where nothing of it lies there yet."""
    for each in _boxes_with_ante(at):
        if (left := bounds(at.rules, at.state.boxes[each["box"]], "progressive")[1]) > 0:
            yield each | {"amount": left}  # type: ignore[operator]


@MULTILINK.action(c.PlaceProgressive, Role.PLAYER, "seated_players_only", each=_jackpot_bets)
def place_progressive(at: Moment[State], box: int, amount: int) -> Offer:
    offer = _placeable(at, at.by.id, box, "progressive")
    check_amount(at, offer.facts[0], box, offer.facts[1], "progressive", amount)
    return replace(offer, asks=())


def _bets_on_request(at: Moment[State]) -> Iterator[Target]:
    """The Ante of each own box, and the street bets of hands that are asked."""
    for asked in asked_now(at.rules, at.state) if at.state.phase in WINDOWS else ():
        yield {"player": at.state.boxes[asked].player, "box": asked, "bet": WINDOWS[at.state.phase]}
    if at.state.phase == "betting":
        for name, player in at.state.players.items():
            if player.seat not in at.state.boxes and can_bet_on(at.rules, at.state, name, player.seat):
                yield {"player": name, "box": player.seat, "bet": "ante"}


@MULTILINK.action(c.PlaceBetFor, Role.DEALER, "bets_on_request", each=_bets_on_request)
def place_bet_for(at: Moment[State], player: str, box: int, bet: Bet) -> Offer:
    if bet == "flop" or bet == "turn" or bet == "river":
        offer = street_offer(at, player, box, bet)
        exact = (money("amount", offer.costs, offer.costs),)
        offer = replace(offer, asks=exact, facts=(at.state.players[player], at.state.boxes[box]))
    else:
        offer = _placeable(at, player, box, bet)
    return replace(offer, citations=at.cite("bets_on_request") + offer.citations, group="house")


def _bets_lying(at: Moment[State]) -> Iterator[Target]:
    for number, box in at.state.boxes.items() if at.state.phase != "idle" else ():
        yield from ({"player": box.player, "box": number, "bet": bet} for bet in BETS if getattr(box, bet))


@MULTILINK.action(c.ReportPlacement, Role.DEALER, "bets_on_request", each=_bets_lying)
def report_placement(at: Moment[State], player: str, box: int, bet: Bet) -> Offer:
    """It was for the player to look: the bet stands, unless it is taken back before the closing call."""
    if {"player": player, "box": box, "bet": bet} not in _bets_lying(at):
        at.refuse("bets_on_request", "{player} has no such bet on box {box}", player=player, box=box)
    late = () if at.state.phase == "betting" else ("no_change_after_close", "chip_position")
    stands = partial(e.PlacementStands, player=player, box=box, bet=bet)
    return Offer(at.cite("bets_on_request", *late), event=stands, group="irregularity")


def _refuse_amount(at: Moment[State], command: Any, offer: Offer, ask: Ask) -> NoReturn:
    """The paragraph of the limit that the amount breaks."""
    if (street := bet_of(command)) in STREET_BETS:
        require_exact(at, command.box, street, command.amount, offer.costs)
    check_amount(at, offer.facts[0], command.box, offer.facts[1], bet_of(command), command.amount)
    refuse(offer.citations, "bet {least:money} to {most:money}", least=ask.minimum, most=ask.maximum)


def bet_of(command: Any) -> Bet:
    return command.spot or command.bet  # type: ignore[no-any-return]


def _placed(draft: Draft[State], command: Any, offer: Offer) -> None:
    is_request = isinstance(command, c.PlaceBetFor)
    name, bet = command.player if is_request else command.by.id, bet_of(command)
    if bet in STREET_BETS:
        put_street(draft, command.box, bet, command.amount, command.at, offer.citations)
        return
    player, box = offer.facts
    draft.emit(
        e.BetPlaced(
            player=name,
            seat=player.seat,
            box=command.box,
            bet=bet,
            amount=command.amount,
            how="on_request" if is_request else "placed",
            citations=offer.citations,
        )
    )
    hands = [n for n in dealt_in(draft.state) if draft.state.boxes[n].player == name]
    if bet == "ante" and not box.ante and len(hands) == FIRST_OTHER_HAND:
        draft.emit(e.OneHandAnnounced(player=name, citations=draft.cite("other_boxes")))


for _action in (place_ante, place_bonus, place_progressive, place_bet_for):
    _action.outside(_refuse_amount)
    _action.taken(_placed)


def _placing(player: Player, number: int, bet: Bet) -> tuple[str, ...]:
    """The rules that let this bet be placed; on another box than the own one they include the offer to
    look at one hand only."""
    is_other = player.seat != number
    if bet == "ante":
        own = ("ante", "ante_required", "bets_within_limits")
        return (*own, "other_boxes", "seated_player") if is_other else own
    if bet == "bonus":
        return ("bonus_bet", "bets_within_limits")
    return (
        ("progressive_bet", "progressive_bet_other_boxes") if is_other else ("progressive_bet", "coin_spot")
    )


def require_betting(draft: Here) -> None:
    if draft.state.phase == "idle":
        _require_open_table(draft)
        draft.refuse("betting_opens", "{due}", due=what_is_due(draft.state, "idle"))
    if draft.state.phase != "betting":
        refuse_after_close(draft)
    _require_course(draft)


def _require_open_table(draft: Here) -> None:
    if draft.state.fault is not None and draft.state.fault.course == "close_table":
        draft.refuse(
            "fault_close_table",
            "the table is closed until the jackpot equipment is repaired or the House decides anew",
        )


def _require_course(draft: Here) -> None:
    nothing_open(draft, "matters_not_provided_for")
    if draft.state.fault is not None and not draft.state.fault.course:
        draft.refuse(
            "progressive_fault_later_rounds",
            "the jackpot equipment is at fault: a pit manager has to choose how to go on",
            "ML-A31",
        )


def refuse_after_close(draft: Here) -> NoReturn:
    rules = draft.cite("no_change_after_close", "betting_closes", "chip_position", reading="ML-A20")
    refuse(
        rules, "'No more bets' has been called: nothing is placed, raised or withdrawn until the next Round"
    )


@within("betting")
def _bets_to_withdraw(at: Moment[State]) -> Iterator[Target]:
    for each in _boxes_to_bet_on(at):
        if (box := at.state.boxes.get(each["box"])) is not None:
            yield {**each, "bet": None}
            yield from ({**each, "bet": bet} for bet in ("bonus", "progressive") if getattr(box, bet))


@MULTILINK.action(c.WithdrawBets, Role.PLAYER, "seated_players_only", each=_bets_to_withdraw)
def withdraw_bets(at: Moment[State], box: int, bet: Bet | None) -> Offer:
    require_betting(at)
    found = at.state.boxes.get(box)
    if found is None or found.player != at.by.id or not (getattr(found, bet) if bet else found.staked):
        what = bet or "bet"
        at.refuse("seated_players_only", "you have no {what} on box {box}", what=what, box=box)
    is_advised = bet in found.advised if bet else bool(found.advised)
    rules = ("under_minimum",) if is_advised else ("betting_closes", "no_change_after_close")
    return Offer(at.cite(*rules))


@withdraw_bets.taken
def bets_are_withdrawn(draft: Draft[State], command: c.WithdrawBets, offer: Offer) -> None:
    return_bets(draft, command.box, (command.bet,) if command.bet else BETS, offer.citations)


@MULTILINK.action(c.FinishBetting, Role.PLAYER, "seated_players_only", each=while_due("betting"))
def finish_betting(at: Moment[State]) -> Offer:
    require_betting(at)
    player = require_player(at, at.by.id)
    if not dealt_in(at.state):
        at.refuse("ante_required", "a Round needs an Ante: place one, or wait for somebody else's")
    if player.is_ready:
        at.refuse("betting_closes", "the Dealer knows already; bet more, or wait for 'No more bets'")
    return Offer(at.cite("betting_closes"), event=partial(e.BettingFinished, player=at.by.id))


# Whose box, how much


# What lets a player bet on another box than the own one, and so what stands against it.
_OTHERS: dict[Bet, tuple[str, ...]] = {
    "ante": ("other_boxes",),
    "progressive": ("progressive_bet_other_boxes",),
}


def require_box(draft: Here, name: str, number: int, bet: Bet) -> None:
    """A box is for one bettor: the player who sits there or, if nobody does, the first who bet on it."""
    state, rules = draft.state, draft.rules
    box = state.boxes.get(number)
    if not 1 <= number <= terms(rules).boxes:
        said = "there is no box {box}; the layout has boxes 1 to {most}"
        draft.refuse("boxes", said, box=number, most=terms(rules).boxes)
    if not may_bet_on(rules, state, name, number):
        refuse(
            rules.cite(
                "seated_players_only",
                *_OTHERS.get(bet, ()),
                "standing_player",
                "seated_player",
                reading="ML-A34" if box is not None and box.staked else "ML-A61",
            ),
            "box {box} is another player's; {instead}",
            box=number,
            instead=_other_boxes_than(rules, state, name, number),
        )
    if state.fault is not None and state.fault.blocks(number):
        said = "no bets are taken on box {box} until its equipment is repaired"
        draft.refuse("fault_block_box", said, box=number)
    own = [n for n, box in state.boxes.items() if box.player == name and n != number]
    if len(own) >= (most := terms(rules).boxes_per_player_max):
        said = "one player has at most {most} of the boxes here; you have {count}"
        draft.refuse("other_boxes", said, most=most, count=len(own))


def _other_boxes_than(rules: Rules, state: State, name: str, number: int) -> Message:
    """Where this player may bet instead."""
    player, found = state.players.get(name), open_boxes(rules, state, name)
    own = [Message("on your own")] if player is not None and player.seat in found else []
    is_free = any(player is None or box != player.seat for box in found)
    where = own + [Message("on a free one")] * is_free
    return Message("bet {where:or}" if found else "no other box is open to you", {"where": where})


def can_bet_on(rules: Rules, state: State, name: str, number: int) -> bool:
    """Whether this box would take a bet of this player now."""
    return number in open_boxes(rules, state, name)


def open_boxes(rules: Rules, state: State, name: str) -> list[int]:
    """The boxes that would take a bet of this player now."""
    own = {number for number, box in state.boxes.items() if box.player == name}
    most, fault = terms(rules).boxes_per_player_max, state.fault
    if len(own) > most:
        return []
    return [
        number
        for number in (range(1, terms(rules).boxes + 1) if len(own) < most else sorted(own))
        if may_bet_on(rules, state, name, number) and not (fault is not None and fault.blocks(number))
    ]


def may_bet_on(rules: Rules, state: State, name: str, number: int) -> bool:
    """Where somebody sits the box is kept for him; in some houses only once he has bet."""
    is_open = terms(rules).unbet_seat == "open"
    box = state.boxes.get(number)
    if box is not None and box.staked:
        return box.player == name
    if is_open:
        return True
    for other, player in state.players.items():
        if player.seat == number:
            return other == name
    return True


def bounds(rules: Rules, box: Box, bet: Bet) -> tuple[int, int]:
    """The least and the most that may be added to a bet now."""
    chosen, placed = terms(rules), getattr(box, bet)
    return max(chosen.least(bet) - placed, chosen.lowest_chip), chosen.most(bet) - placed


def why_no_progressive(state: State, number: int) -> tuple[str, str] | None:
    """The rule and the reason why no jackpot bet is taken here, if there is one."""
    fault = state.fault
    if fault is not None and (fault.covers(number) or fault.course == "without_progressive"):
        return "fault_without_progressive", "no jackpot bets are accepted or paid until the fault is repaired"
    if not state.is_link_open:
        return "progressive_jackpot", "the jackpot link is closed; play without the jackpot bet"
    return None


def check_amount(draft: Here, player: Player, number: int, box: Box, bet: Bet, amount: int) -> None:
    rules = draft.rules
    if bet == "progressive" and (closed := why_no_progressive(draft.state, number)):
        draft.refuse(*closed)
    if bet != "ante" and not box.ante:
        key = "progressive_bet" if number == player.seat else "progressive_bet_other_boxes"
        key, reading = ("bonus_bet", "ML-A32") if bet == "bonus" else (key, None)
        draft.refuse(key, "place an Ante on box {box} first", reading, box=number)
    least, most = bounds(rules, box, bet)
    if bet == "progressive" and amount != most:
        said = "the jackpot bet on box {box} takes nothing more: it is placed"
        if most > 0:
            said = "the jackpot bet on box {box} takes exactly {most:money}"
        draft.refuse("bets_within_limits", said, "ML-A08", box=number, most=most)
    if amount > most:
        cites = draft.cite("over_maximum", "bets_within_limits")
        said = "box {box} takes {most:money} more on the {bet:name} at most"
        refuse(cites, said, box=number, most=max(most, 0), bet=bet)
    if amount < least:
        cites = draft.cite("under_minimum", "bets_within_limits")
        said = "bet {least:money} or more on the {bet:name} of box {box}"
        refuse(cites, said, least=least, bet=bet, box=number)
    if amount % (chip := terms(rules).lowest_chip):
        draft.refuse("bets_within_limits", "bet in chips of {chip:money}", chip=chip)
    if amount > player.chips:
        said = "you have {chips:money}; bet less or buy chips"
        draft.refuse("bets_within_limits", said, chips=player.chips)


def registrable(rules: Rules, state: State) -> dict[int, int]:
    """The jackpot bets the link takes in: with an Ante, at the prescribed amount; short ones only where the
    House treats it as a limit."""
    book = terms(rules)
    return {
        number: min(box.progressive, book.progressive_bet)
        for number, box in sorted(state.boxes.items())
        if box.ante and book.takes_progressive(box.progressive) and not why_no_progressive(state, number)
    }


def return_bets(draft: Draft[State], number: int, bets: tuple[Bet, ...], citations: Citations) -> None:
    box = draft.state.boxes[number]
    refunds: dict[Bet, int] = {bet: getattr(box, bet) for bet in bets if getattr(box, bet)}
    give_back(draft, number, refunds, citations)


def give_back(draft: Draft[State], number: int, refunds: dict[Bet, int], citations: Citations) -> None:
    box = draft.state.boxes[number]
    is_unregistered = box.registered > 0 and refunds.get("progressive") == box.progressive
    draft.emit(
        e.BetsReturned(
            player=box.player,
            seat=box.seat,
            box=number,
            refunds=refunds,
            is_unregistered=is_unregistered,
            citations=citations,
        )
    )


def return_short_bets(draft: Draft[State]) -> None:
    """A player who was told of the minimum and did nothing gets the short bet back; without an Ante, all."""
    for number, box in list(draft.state.boxes.items()):
        if short := advised_in_vain(draft.rules, box):
            back = BETS if "ante" in short else short
            return_bets(draft, number, back, draft.cite("under_minimum"))


def can_close(rules: Rules, state: State) -> bool:
    """Whether an Ante is left once those who were told of the minimum in vain have their bets back."""
    return any(box.ante and "ante" not in advised_in_vain(rules, box) for box in state.boxes.values())


def advised_in_vain(rules: Rules, box: Box) -> tuple[Bet, ...]:
    """Bets below their minimum whose player was told so. One that nobody noticed plays as it is."""
    return tuple(bet for bet in short_bets(rules, box) if bet in box.advised)


def short_bets(rules: Rules, box: Box) -> tuple[Bet, ...]:
    """Which of Ante and Bonus lie below their minimum."""
    sized: tuple[Bet, ...] = ("ante", "bonus")
    return tuple(bet for bet in sized if 0 < getattr(box, bet) < terms(rules).least(bet))


def excess(rules: Rules, box: Box) -> dict[Bet, int]:
    """What lies above the maximum of Ante and Bonus."""
    over: dict[Bet, int] = {
        "ante": box.ante - terms(rules).ante_max,
        "bonus": box.bonus - terms(rules).bonus_max,
    }
    return {bet: cents for bet, cents in over.items() if cents > 0}


def orphans(box: Box) -> tuple[Bet, ...]:
    """Side bets without an Ante."""
    side: tuple[Bet, ...] = ("bonus", "progressive")
    return () if box.ante else tuple(bet for bet in side if getattr(box, bet))


# Events


@MULTILINK.after(e.BettingOpened)
def betting_opened(state: State, event: e.BettingOpened) -> State:
    """A new Round: nothing of the last one stays but the people, the cards and the equipment."""
    return State(
        phase="betting",
        round=event.round,
        players={name: Player(player.seat, player.chips) for name, player in state.players.items()},
        device=state.device,
        is_shuffled=state.is_shuffled,
        fault=state.fault,
        meter=state.meter,
        is_link_open=state.is_link_open,
    )


@MULTILINK.after(e.BetPlaced)
def bet_placed(state: State, event: e.BetPlaced) -> State:
    box = state.boxes.get(event.box, Box(event.player, event.seat))
    changes: dict[str, Any] = {event.bet: getattr(box, event.bet) + event.amount}
    if event.bet in box.advised:  # what was said of the bet was said of another amount
        changes["advised"] = tuple(bet for bet in box.advised if bet != event.bet)
    boxes = state.boxes | {event.box: replace(box, **changes)}
    if any(each.has_left for each in boxes.values()):  # who bets is back, at every box
        boxes = {n: replace(x, has_left=x.has_left and x.player != event.player) for n, x in boxes.items()}
    return replace(state, boxes=boxes, players=state.with_chips(event.player, -event.amount))


@MULTILINK.after(e.BetsReturned)
def bets_returned(state: State, event: e.BetsReturned) -> State:
    box = state.boxes[event.box]
    left = {bet: getattr(box, bet) - cents for bet, cents in event.refunds.items()}
    # What was said of a bet that stays holds on.
    advised = tuple(bet for bet in box.advised if bet not in event.refunds)
    box = replace(box, **left, advised=advised)
    if not box.progressive:
        box = replace(box, registered=0)
    boxes = state.boxes | {event.box: box}
    if state.phase == "betting" and not box.staked:
        del boxes[event.box]
    return replace(state, boxes=boxes, players=state.with_chips(event.player, sum(event.refunds.values())))


@MULTILINK.after(e.MinimumAdvised)
def minimum_advised(state: State, event: e.MinimumAdvised) -> State:
    advised = dict.fromkeys((*state.boxes[event.box].advised, *event.bets))
    return state.with_box(event.box, advised=tuple(advised))


@MULTILINK.after(e.BettingFinished)
def betting_finished(state: State, event: e.BettingFinished) -> State:
    player = replace(state.players[event.player], is_ready=True)
    return replace(state, players=state.players | {event.player: player})


@MULTILINK.after(e.BettingClosed)
def betting_closed(state: State, event: e.BettingClosed) -> State:
    """From here on the boxes are in dealing order."""
    boxes = {
        number: replace(box, registered=event.progressive.get(number, 0))
        for number, box in sorted(state.boxes.items())
    }
    return replace(state, phase="closed", boxes=boxes)
