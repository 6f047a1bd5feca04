"""Cards that the initial deal left out and nobody missed in time: the Dealer's first, a player's second."""

from msgspec.structs import replace

from croupier.games.freebet import events as e
from croupier.games.freebet.control import controller, current
from croupier.games.freebet.game import FREEBET
from croupier.games.freebet.plan import without
from croupier.games.freebet.play import go_on
from croupier.games.freebet.rulings import pass_on, when_left
from croupier.games.freebet.settlement import is_busted_kept, return_player, return_side
from croupier.games.freebet.state import State, wager_of, with_hand
from croupier.games.freebet.terms import Terms
from croupier.table import Draft, GiveRuling, Matter, Role
from croupier.table.facts import DEALER, Spot

# The Dealer's first card


def find_dealer_card(draft: Draft[State]) -> None:
    """The Dealer draws now, unless the player in the middle of a hand wants to finish it first."""
    target = current(draft.state)
    decides = controller(draft.state, target[0]) if target else None
    keys = ("dealer_first_card_missed_late", "finish_hand_before_dealer_card", "withdrawal_when_dissatisfied")
    cites = draft.cite(*keys)
    draft.emit(e.DealerCardMissing(asked=(decides,) if decides else (), citations=cites))


def _finish_hand(place: int) -> Matter:
    return Matter(
        key="finish_hand",
        role=Role.PLAYER,
        question="The Dealer has no card: finish this hand before the Dealer draws one?",
        choices=("finish_first", "draw_now"),
        rules=("finish_hand_before_dealer_card",),
        seat=place,
    )


@FREEBET.after(e.DealerCardMissing)
def dealer_card_missing(state: State, event: e.DealerCardMissing) -> State:
    asked = (*state.without_matters("finish_hand").open, *map(_finish_hand, event.asked))
    planned = without(state.planned, DEALER)
    return replace(state, dealer_after=0, open=asked, planned=planned, withdraw_right=True)


@FREEBET.ruling("finish_hand")
def finishes(draft: Draft[State], command: GiveRuling, found: Matter) -> None:
    is_first, cites = command.choice == "finish_first", found.cites(draft.rules)
    draft.emit(e.FinishChosen(place=found.seat or 0, first=is_first, citations=cites))


@FREEBET.after(e.FinishChosen)
def finish_chosen(state: State, event: e.FinishChosen) -> State:
    target = current(state)
    after = target[0] if event.first and target else 0
    return replace(state.without_matters("finish_hand"), dealer_after=after)


# A player's second card


def find_one_card(draft: Draft[State], number: int) -> None:
    is_late = not Terms.of(draft.rules).late_second_card_is_initial
    area = draft.state.areas[number]
    asked = tuple(w.place for w in area.wagers if w.is_live and not draft.state.players[w.place].is_absent)
    cites = draft.cite("one_card_hand_late", "withdrawal_when_dissatisfied", reading="FB-A19")
    draft.emit(e.OneCardFound(area=number, asked=asked, is_late=is_late, citations=cites))
    if is_late:
        for side in area.sides:
            if side.bet == "pair":
                return_side(draft, number, side, "returned", ("one_card_hand_played",), "FB-A37")


def _one_card(number: int, place: int) -> Matter:
    return Matter(
        key="one_card",
        role=Role.PLAYER,
        question="Area {about} has one card: act upon it in turn, or withdraw?",
        choices=("act", "withdraw"),
        rules=("one_card_hand_played", "one_card_hand_withdrawn"),
        seat=place,
        about=number,
    )


@FREEBET.after(e.OneCardFound)
def one_card_found(state: State, event: e.OneCardFound) -> State:
    area = replace(state.areas[event.area], is_one_card_known=True)
    area = with_hand(area, 0, replace(area.hands[0], has_late_card=event.is_late))
    asked = (*state.open, *(_one_card(event.area, place) for place in event.asked))
    planned = without(state.planned, Spot("hand", event.area))
    return state.with_area(event.area, area, open=asked, planned=planned, withdraw_right=True)


@FREEBET.ruling("one_card")
def acts_or_withdraws(draft: Draft[State], command: GiveRuling, found: Matter) -> None:
    number, place, before = found.about, found.seat or 0, draft.state
    acts = command.choice == "act"
    rule = "one_card_hand_played" if acts else "one_card_hand_withdrawn"
    cites = draft.cite(rule, reading="FB-A19" if acts else None)
    draft.emit(e.OneCardAnswered(area=number, place=place, acts=acts, citations=cites))
    if not acts:
        kept, keys = is_busted_kept(draft.rules), ("one_card_hand_withdrawn",)
        return_player(draft, number, place, "withdrawn", keys, "FB-A37", keeps_busted=kept)
        pass_on(draft, before)
    go_on(draft, command.at)


@FREEBET.after(e.OneCardAnswered)
def one_card_answered(state: State, event: e.OneCardAnswered) -> State:
    return state.without_matters("one_card", event.place, event.area)


@when_left
def ask_who_is_left(draft: Draft[State], before: State) -> None:
    state = draft.state
    for number, place in [(each.about, each.seat or 0) for each in state.open if each.key == "one_card"]:
        if wager_of(state.areas[number], place) is None:
            cites = draft.cite("one_card_hand_withdrawn")
            draft.emit(e.OneCardAnswered(area=number, place=place, acts=False, citations=cites))
    target, asked = current(state), state.asked("finish_hand")
    if asked and (target is None or controller(state, target[0]) not in asked):
        find_dealer_card(draft)
