"""The shuffle that follows cards taken back: nothing goes on before it."""

from msgspec.structs import replace

from croupier.cards import Card, Device, DeviceError, Seal
from croupier.games.poker import commands as c
from croupier.games.poker import events as e
from croupier.games.poker.dealing import named
from croupier.games.poker.game import POKER
from croupier.games.poker.plan import BOARD
from croupier.games.poker.state import ShuffleDue, State
from croupier.messages import reason_of
from croupier.table import Draft, Moment, Offer, Role, in_order
from croupier.table.facts import Due

STUB_LABEL = "stub"


@POKER.action(c.ShuffleStub, Role.DEALER)
def shuffle_stub(at: Moment[State]) -> Offer:
    """Chance is the House's to supply, as for every shuffle; only a person's cards have to be named."""
    due = at.state.shuffle_due
    if due is None:
        at.refuse("burn_returned", "the remaining cards are shuffled only after cards were taken back")
    first = len(at.state.board) + due.refill_at
    refilled = [Due(spot) for spot in BOARD[first : first + due.refill]]
    asks = named(at.state, refilled, "first_cards")
    return Offer(at.cite(due.rule), asks, facts=due, is_listed=not at.state.open)


@shuffle_stub.taken
def stub_is_shuffled(draft: Draft[State], command: c.ShuffleStub, offer: Offer) -> None:
    state, due = draft.state, offer.facts
    order: tuple[Card, ...] = ()
    refill = command.first_cards
    seal: Seal | None = None
    if state.device.source == "virtual":
        order, seal = stub_order(draft, command, due, state.device.undealt)
        refill = order[: due.refill]
    elif len(refill) != due.refill:
        draft.refuse(due.rule, "name every card that replaces one taken back: {count}", count=due.refill)
    try:
        refilled(state.device, order, refill)
    except DeviceError as error:
        draft.refuse(due.rule, "{error}", error=reason_of(error))
    cites = draft.cite(due.rule, reading="IR10" if due.rule == "burn_returned" else None)
    draft.emit(e.StubShuffled(order=order, seed=command.seed, refill=refill, seal=seal, citations=cites))


def stub_order(
    draft: Draft[State], command: c.ShuffleStub, due: ShuffleDue, stub: tuple[Card, ...]
) -> tuple[tuple[Card, ...], Seal | None]:
    if command.seed:
        try:
            return in_order(stub, command.seed, command.entropy, STUB_LABEL)
        except ValueError as error:
            draft.refuse(due.rule, "the seed does not do: {error}", error=reason_of(error))
    first = command.first_cards
    if not first or len(set(first)) != len(first) or not set(first) <= set(stub):
        draft.refuse(due.rule, "give a seed, or name first cards that are among the remaining ones")
    return first + tuple(card for card in stub if card not in first), None


def refilled(device: Device, order: tuple[Card, ...], refill: tuple[Card, ...]) -> Device:
    shuffled = device.reshuffled(order)
    return shuffled.without(refill) if refill else shuffled


@POKER.after(e.StubShuffled)
def stub_shuffled(state: State, event: e.StubShuffled) -> State:
    due = state.shuffle_due or ShuffleDue("burn_returned")
    packet, at = state.packet, due.refill_at
    device = refilled(state.device, event.order, event.refill)
    if event.refill:
        device = replace(device, out=_in_the_packet(state, event.refill, at))
    return replace(state, device=device, packet=packet[:at] + event.refill + packet[at:], shuffle_due=None)


def _in_the_packet(state: State, refill: tuple[Card, ...], at: int) -> tuple[Card, ...]:
    """The cards that are out in their order: what replaces a card of a packet comes where that one lay."""
    out = state.device.out
    in_play = [place for place, card in enumerate(out) if card not in state.discarded]
    place = in_play[len(state.board) + at]
    return (*out[:place], *refill, *out[place:])
