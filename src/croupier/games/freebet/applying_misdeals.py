"""What a wrong initial deal and putting it right do to the state."""

from msgspec.structs import replace

from . import incidents as i
from .applying import first_hand
from .control import current
from .game import FREEBET
from .points import is_natural
from .state import State, Status, with_hand


@FREEBET.after(i.MisdealFound)
def misdeal_found(state: State, event: i.MisdealFound) -> State:
    return replace(state, rebuild="asked")


@FREEBET.after(i.RebuildOrdered)
def rebuild_ordered(state: State, event: i.RebuildOrdered) -> State:
    return replace(state, rebuild="due")


@FREEBET.after(i.CardsReconstructed)
def cards_reconstructed(state: State, event: i.CardsReconstructed) -> State:
    named = event.drawn if state.device.source == "physical" else ()
    areas = {
        number: replace(
            area, hands=(first_hand(state, number, event.hands[number]),) if number in event.hands else ()
        )
        for number, area in state.areas.items()
        if area.wagers
    }
    return replace(
        state,
        phase="dealt",
        areas=areas,
        dealer=event.dealer,
        dealt=event.cards,
        device=state.device.draw(len(event.drawn), named)[1],
        next_cards=event.spare if event.has_taken_next else (*event.spare, *state.next_cards),
        error_card=state.error_card if state.error_card in event.spare else None,
        rebuild="",
        burn_missed=False,
        exchanged=0,
        answered=(),
        declined=(),
        claims=(),
        insurance_forgotten=False,
    )


@FREEBET.after(i.CardsExchanged)
def cards_exchanged(state: State, event: i.CardsExchanged) -> State:
    mine, theirs = state.areas[event.area].hands[0].cards, state.areas[event.other].hands[0].cards
    swapped = {event.area: (theirs[0], *mine[1:]), event.other: (mine[0], *theirs[1:])}
    areas = dict(state.areas)
    for number, cards in swapped.items():
        hand = areas[number].hands[0]
        status: Status = "blackjack" if is_natural(cards) else "open"
        areas[number] = with_hand(areas[number], 0, replace(hand, cards=cards, status=status))
    return replace(state, areas=areas, exchanged=0)


@FREEBET.after(i.PlayStands)
def play_stands(state: State, event: i.PlayStands) -> State:
    if event.clears == "burn":
        return replace(state, burn_missed=False)
    return replace(state, exchanged=0) if event.clears == "exchange" else state


@FREEBET.after(i.OfferSkipped)
def offer_skipped(state: State, event: i.OfferSkipped) -> State:
    return replace(state, phase="playing", insurance_forgotten=event.is_insurance)


@FREEBET.after(i.LateInsuranceApproved)
def late_insurance_approved(state: State, event: i.LateInsuranceApproved) -> State:
    return replace(state, insurance_forgotten=False)


@FREEBET.after(i.DealerCardMissing)
def dealer_card_missing(state: State, event: i.DealerCardMissing) -> State:
    return replace(state, dealer_card_first=True, late_choice=event.asked, withdraw_right=True)


@FREEBET.after(i.FinishChosen)
def finish_chosen(state: State, event: i.FinishChosen) -> State:
    target = current(state)
    finishing = target[0] if event.first and target else 0
    return replace(state, late_choice=(), finishing=finishing)


@FREEBET.after(i.UnbetCardsDiscarded)
def unbet_cards_discarded(state: State, event: i.UnbetCardsDiscarded) -> State:
    areas = {number: area for number, area in state.areas.items() if number != event.area}
    return replace(state, areas=areas, withdraw_right=True)


@FREEBET.after(i.OneCardFound)
def one_card_found(state: State, event: i.OneCardFound) -> State:
    area = replace(state.areas[event.area], is_one_card_known=True)
    area = with_hand(area, 0, replace(area.hands[0], has_late_card=event.is_late))
    asked = tuple((event.area, place) for place in event.asked)
    return state.with_area(event.area, area, one_card=(*state.one_card, *asked), withdraw_right=True)


@FREEBET.after(i.OneCardAnswered)
def one_card_answered(state: State, event: i.OneCardAnswered) -> State:
    left = tuple(key for key in state.one_card if key != (event.area, event.place))
    return replace(state, one_card=left)
