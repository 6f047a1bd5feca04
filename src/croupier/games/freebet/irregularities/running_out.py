"""Cards that run out: the discards are riffled once and cut by the player who is next."""

from collections import Counter

from msgspec.structs import replace

from croupier.cards import Card, Seal
from croupier.games.freebet import commands as c
from croupier.games.freebet import events as e
from croupier.games.freebet.control import Target, bet_areas, controller, current, live_places
from croupier.games.freebet.game import FREEBET
from croupier.games.freebet.permissions import during, require_going_on, require_power
from croupier.games.freebet.plan import due, waiting
from croupier.games.freebet.state import Riffle, State, coming_cards, place_of
from croupier.games.freebet.terms import Terms
from croupier.messages import reason_of
from croupier.rulebook import Rules
from croupier.table import Draft, Moment, Offer, Role, in_order, integer
from croupier.table.facts import DISCARD

RIFFLE_LABEL = "riffle"


def has_run_out(rules: Rules, state: State) -> bool:
    """Whether a card is needed that the device does not have."""
    if state.phase == "closed":
        return state.device.remaining < len(waiting(rules, state)) - len(state.held)
    return not state.device.remaining and not state.held and due(rules, state) is not None


def may_refill(rules: Rules, state: State) -> bool:
    """Whether there are discards to riffle, and riffling them is allowed."""
    return is_riffle_allowed(rules, state) and bool(discards(state))


def is_riffle_allowed(rules: Rules, state: State) -> bool:
    """With manual shuffling always; without it as the House has said, or as the shift manager rules."""
    terms = Terms.of(rules)
    if terms.manual_shuffling or terms.out_of_cards_policy == "riffle":
        return True
    return state.riffle.is_allowed and terms.out_of_cards_policy != "void"


def discards(state: State) -> tuple[Card, ...]:
    """The cards in the discard holder: all that have left the device and are not on the table."""
    table: list[Card] = [*state.dealer, *(each.card for each in state.aside if each.why != "removed")]
    table += [each.card for each in coming_cards(state) if each.spot != DISCARD]
    for area in state.areas.values():
        for hand in area.hands:
            if hand.status != "bust":
                table += hand.cards
    return tuple((Counter(state.device.out) - Counter(table)).elements())


@FREEBET.action(
    c.RiffleDiscards, Role.DEALER, each=during("closed", "dealt", "surrender", "insurance", "playing")
)
def riffle_discards(at: Moment[State]) -> Offer:
    state = at.state
    require_going_on(at)
    at.require(has_run_out(at.rules, state), "cards_run_out", "there are cards enough to go on")
    if not is_riffle_allowed(at.rules, state):
        at.refuse(
            "matters_not_provided_for",
            "without manual shuffling this is for the gaming shift manager",
            reading="FB-A22",
        )
    if not may_refill(at.rules, state):
        at.refuse("matters_not_provided_for", "the discard holder is empty: refer to the shift manager")
    return Offer(at.cite("cards_run_out"), group="irregularity")


@riffle_discards.taken
def riffles(draft: Draft[State], command: c.RiffleDiscards, offer: Offer) -> None:
    state = draft.state
    held = discards(state)
    cuts = _asked_to_cut(state, due(draft.rules, state))
    is_virtual = state.device.source == "virtual"
    order, seal = _riffled(draft, command, held) if is_virtual else ((), None)
    draft.emit(
        e.DiscardsRiffled(
            discards=len(held),
            order=order,
            seed=command.seed,
            seal=seal,
            cuts=cuts,
            at=draft.at,
            citations=draft.cite("cards_run_out", "shuffle_after_run_out"),
        )
    )


def _riffled(
    draft: Draft[State], command: c.RiffleDiscards, held: tuple[Card, ...]
) -> tuple[tuple[Card, ...], Seal | None]:
    if command.seed:
        try:
            return in_order(held, command.seed, command.entropy, RIFFLE_LABEL)
        except ValueError as error:
            draft.refuse("cards_run_out", "the seed does not do: {error}", error=reason_of(error))
    missing = Counter(command.first_cards) - Counter(held)
    if missing:
        draft.refuse("cards_run_out", "{cards} is not in the discard holder", cards=" ".join(missing))
    return (*command.first_cards, *(Counter(held) - Counter(command.first_cards)).elements()), None


@FREEBET.after(e.DiscardsRiffled)
def discards_riffled(state: State, event: e.DiscardsRiffled) -> State:
    device = state.device.take_back(discards(state))
    if device.source == "virtual":
        device = device.reshuffled((*state.device.undealt, *event.order))
    return replace(
        state,
        device=device,
        riffle=Riffle(event.cuts, event.discards),
        skip=state.skip.each(lambda skip: replace(skip, is_riffled=True)) if state.skip else None,
        shuffle_due="shuffle_after_run_out",
    )


def cutter(state: State) -> int:
    """The place that cuts: once its player has left the Round, that of who comes next; 0 is the Dealer."""
    cuts = state.riffle.cuts
    if cuts <= 0 or cuts in live_places(state):
        return cuts
    return _asked_to_cut(state, current(state))


def _asked_to_cut(state: State, target: Target | None) -> int:
    """The place that decides for this hand, or for the first area in the Round; 0 for the Dealer's hand, or
    where nobody is there to decide."""
    number = target[0] if target else next(iter(bet_areas(state)), 0)
    return (controller(state, number) or 0) if number else 0


@FREEBET.action(
    c.CutCards, Role.DEALER, also=(Role.PLAYER,), each=lambda at: [{}] if at.state.riffle.cuts >= 0 else []
)
def cut_cards(at: Moment[State]) -> Offer:
    """The player whose hand is next, or in his stead whoever deals if he is not there."""
    state = at.state
    require_power(at)
    place = place_of(state, at.by.id) or 0 if at.by.role is Role.PLAYER else 0
    cuts = cutter(state)
    if cuts < 0 or (cuts != place and at.by.role is Role.PLAYER):
        at.refuse("cards_run_out", "it is not for you to cut now")
    if place == 0 and cuts > 0 and not state.players[cuts].is_absent:
        at.refuse("cards_run_out", "{player} cuts the cards", player=state.players[cuts].name)
    position = integer("position", 0, max(0, state.riffle.count - 1))
    return Offer(at.cite("cards_run_out"), (position,), event=e.CardsCut)


@FREEBET.after(e.CardsCut)
def cards_cut(state: State, event: e.CardsCut) -> State:
    device = state.device
    if device.source == "virtual":
        start = len(device.undealt) - state.riffle.count
        front, riffled = device.undealt[:start], device.undealt[start:]
        riffled = (*riffled[event.position :], *riffled[: event.position])
        device = replace(device, undealt=(*front, *riffled))
    return replace(state, device=device, riffle=Riffle())
