"""Acting before one's turn: the action is taken back and binds its maker later."""

import re
from collections.abc import Iterator
from itertools import takewhile

from msgspec import Struct
from msgspec.structs import replace

from croupier.games.poker.betting import follow, forfeit_wager
from croupier.games.poker.commands import ReportOutOfTurn
from croupier.games.poker.events import ActionRetracted, Folded, WagerForfeited
from croupier.games.poker.game import POKER
from croupier.games.poker.permissions import not_your_turn, refuse_while_open, refuse_wrong_deal
from croupier.games.poker.plan import is_dealt_wrong
from croupier.games.poker.state import Forfeit, Premature, State
from croupier.games.poker.terms import terms
from croupier.messages import Message
from croupier.money import MoneyError, parse_money, round_up
from croupier.table import Ask, Draft, Moment, Option, Role, choice, money, option_of

_COLLECTED = "fold_with_cards_collected"
_FOLLOWING = re.compile(r"(?:seat )?(\d+) (check|call|bet|raise to|all in|fold)(?: (\S+))?")


class Jump(Struct, frozen=True):
    """One action before its turn; `amount` is the total that a bet or raise showed."""

    seat: int
    action: str
    amount: int = 0


@POKER.lists
def out_of_turn_options(at: Moment[State]) -> Iterator[Option]:
    state = at.state
    is_held = state.open or state.coming or state.shuffle_due or is_dealt_wrong(terms(at.rules), state)
    if state.phase == "betting" and not is_held:
        for number in who_could_jump(state):
            yield from _jumps(at, number)


def _jumps(at: Moment[State], number: int) -> Iterator[Option]:
    state, chip = at.state, terms(at.rules).lowest_chip
    cites, hand = at.cite("out_of_turn"), state.hand(number)
    free = "check" if hand.bet >= state.current_bet else "call"
    action = choice("action", free, "all_in", "fold", "fold_with_cards_collected")
    yield option_of(ReportOutOfTurn, cites, action, group="irregularity", seat=number)
    behind = _behind(state, number)
    is_free = free == "check"
    same = takewhile(lambda n: is_free == (state.hand(n).bet >= state.current_bet), behind)
    then = _together(list(same), free)
    if then:
        yield option_of(ReportOutOfTurn, cites, *then, group="irregularity", seat=number, action=free)
    whole = hand.bet + state.seat(number).chips
    if whole >= round_up(state.current_bet + 1, chip):
        kind = "raise_to" if state.current_bet else "bet"
        least = round_up(state.current_bet + 1, chip)
        amount = money("amount", least, whole, chip)
        chains = _together(behind, "call")
        for asks in ([amount], [amount, *chains])[: 2 if chains else 1]:
            yield option_of(ReportOutOfTurn, cites, *asks, group="irregularity", seat=number, action=kind)


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


@POKER.on(ReportOutOfTurn, Role.DEALER)
def report_out_of_turn(draft: Draft[State], command: ReportOutOfTurn) -> None:
    refuse_while_open(draft)
    if draft.state.phase != "betting":
        not_your_turn(draft, command.seat)
    refuse_wrong_deal(draft)
    first = Jump(command.seat, command.action, command.amount)
    if command.action == _COLLECTED:
        collect_hand(draft, command)
        return
    shown, is_binding = draft.state.current_bet, terms(draft.rules).oot_fold == "binding"
    for jump in (first, *following(draft, command.then)):
        if draft.state.phase != "betting":
            break  # the folds before have ended the Round
        if jump.action == "fold" and is_binding:
            give_up(draft, jump.seat)
        else:
            shown = max(shown, retract(draft, jump, shown, "OT3" if jump is first else "OT7"))
    follow(draft)


def collect_hand(draft: Draft[State], command: ReportOutOfTurn) -> None:
    """The Dealer has the cards: the fold is final, and nothing that came after it can be backed up."""
    if command.then:
        draft.refuse(
            "matters_not_provided_for",
            "a hand has been collected: report it alone, and refer the rest to the shift manager",
            reading="OT7",
        )
    give_up(draft, command.seat)
    follow(draft)


def give_up(draft: Draft[State], number: int) -> None:
    """A fold before the turn that is final."""
    require_among(draft, number, who_could_jump(draft.state))
    cites = draft.cite("out_of_turn", "out_of_turn_meaning", "fold", reading="OT3")
    forfeit_wager(draft, number)
    draft.emit(Folded(seat=number, citations=cites))


def following(draft: Draft[State], text: str) -> list[Jump]:
    """Those who acted after the first, as the dealer tells them."""
    found = []
    for part in filter(None, (part.strip().lower() for part in text.split(", "))):
        match = _FOLLOWING.fullmatch(part)
        try:
            amount = parse_money(match[3]) if match and match[3] else 0
        except MoneyError:
            match = None
        if match is None:
            template = "{part}: say who did what, as in 3 call, 4 raise to 80, 5 fold"
            draft.refuse("out_of_turn", template, part=repr(part))
        found.append(Jump(int(match[1]), match[2].replace(" ", "_"), amount))
    return found


def retract(draft: Draft[State], jump: Jump, shown: int, reading: str) -> int:
    """Take one action back; how much it had shown. `shown` is the bet that it answered.

    Who is bound already stays bound by the first, or is bound by the last, as the House says.
    """
    require_among(draft, jump.seat, who_could_jump(draft.state))
    amount = indicated(draft, jump, shown)
    before = draft.state.hand(jump.seat).premature
    is_again = before is not None and before.action != "fold"  # a fold that was taken back binds to nothing
    cites = draft.cite("out_of_turn", "out_of_turn_meaning", reading="OT8" if is_again else reading)
    draft.emit(
        ActionRetracted(
            seat=jump.seat,
            action=jump.action,
            amount=amount,
            skipped=skipped_before(draft.state, jump.seat),
            lasts=terms(draft.rules).oot_limit == "whole_round",
            binds=not is_again or terms(draft.rules).oot_again == "last",
            citations=cites,
        )
    )
    return amount


def require_among(draft: Draft[State], number: int, able: list[int]) -> None:
    if number not in able:
        template = "seats that could act before their turn now: {seats:list}"
        draft.refuse("out_of_turn", template, seats=able or [Message("nobody")])


def skipped_before(state: State, number: int) -> tuple[int, ...]:
    """Those who should act before `number`, from the one whose turn it is."""
    order, start = state.order, state.order.index(state.to_act)
    ring = order[start:] + order[:start]
    before = ring[: ring.index(number)]
    return tuple(n for n in before if state.hand(n).is_active and state.seat(n).chips)


def indicated(draft: Draft[State], jump: Jump, shown: int) -> int:
    """The total the player has shown to be putting in; nothing for a check or a fold."""
    hand = draft.state.hand(jump.seat)
    whole = hand.bet + draft.state.seat(jump.seat).chips
    if jump.action in ("check", "fold"):
        if jump.action == "check" and hand.bet < shown:
            draft.refuse("out_of_turn", "there is a bet to match, so this was no check")
        return 0
    if jump.action == "all_in":
        return whole
    if jump.action == "call":
        if hand.bet >= shown:
            draft.refuse("out_of_turn", "there is nothing to call, so this was no call")
        return min(shown, whole)
    is_opening = shown == 0
    if is_opening != (jump.action == "bet") or not shown < jump.amount <= whole:
        template = "this can only have been a raise to more than {least:money} and at most {most:money}"
        if is_opening:
            template = "this can only have been a bet of more than {least:money} and at most {most:money}"
        draft.refuse("out_of_turn", template, least=shown, most=whole)
    chip = terms(draft.rules).lowest_chip
    if jump.amount % chip and jump.amount != whole:
        draft.refuse("split_pot", "bets are made in chips of {chip:money}", reading="SP3", chip=chip)
    return jump.amount


@POKER.after(ActionRetracted)
def action_retracted(state: State, event: ActionRetracted) -> State:
    if not event.binds:
        return state
    premature = Premature(event.action, event.amount, event.skipped, lasts=event.lasts)
    bound = state.with_hand(event.seat, premature=premature)
    return replace(bound, prematures=tuple(dict.fromkeys((*state.prematures, event.seat))))


@POKER.after(WagerForfeited)
def wager_forfeited(state: State, event: WagerForfeited) -> State:
    seat, hand = state.seat(event.seat), state.hand(event.seat)
    forfeit = Forfeit(event.amount, state.street)
    given_up = replace(hand, dead=hand.dead + event.amount, forfeit=forfeit)
    paid = replace(seat, chips=seat.chips - event.amount, hand=given_up)
    return replace(state, seats=state.with_seat(event.seat, paid), pot=state.pot + event.amount)


def who_could_jump(state: State) -> list[int]:
    """Players with a decision still to come and whose turn it is not, bound by an action before or not."""
    return [n for n in state.active if state.seat(n).chips and n != state.to_act]
