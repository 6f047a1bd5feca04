"""Cards of a street seen before their time: they go back with their burn, and the rest is shuffled."""

from msgspec.structs import replace

from croupier.cards import Card
from croupier.games.poker.dealing import draw
from croupier.games.poker.dealing_effects import drawn_from
from croupier.games.poker.game import POKER
from croupier.games.poker.incidents import StreetExposed
from croupier.games.poker.moments import CARDS_IN, early_streets, place_in_packet
from croupier.games.poker.permissions import refuse_while_open
from croupier.games.poker.reports import ExposeEarly
from croupier.games.poker.state import State, Street
from croupier.games.poker.terms import terms
from croupier.table import Draft, Role


@POKER.on(ExposeEarly, Role.DEALER)
def expose_early(draft: Draft[State], command: ExposeEarly) -> None:
    refuse_while_open(draft)
    street, possible = command.street, early_streets(draft.state)
    if street not in possible:
        which = " or the ".join(possible)
        draft.refuse(
            "exposed_flop_card",
            f"only the {which} can come too early now" if which else "no street can come too early now",
        )
    count = CARDS_IN[street] if command.count is None else command.count
    if not 1 <= count <= CARDS_IN[street]:
        most = f"at most {CARDS_IN[street]} of the {street}"
        draft.refuse("exposed_flop_card", f"say how many were seen, {most}")
    is_shoe = terms(draft.rules).is_shoe
    burnt, cards, at = _from_shoe(draft, command, count) if is_shoe else _from_packet(draft, command, count)
    cites = draft.rules.cite(rule_for(street), reading="IR10" if is_shoe else "IR12")
    draft.emit(StreetExposed(street=street, cards=cards, burnt=burnt, at=at, citations=cites))


def rule_for(street: Street) -> str:
    return "exposed_flop_card" if street == "flop" else "exposed_turn_or_river"


Exposed = tuple[tuple[Card, ...], tuple[Card, ...], int]  # the burn, the cards, their place in a packet


def _from_shoe(draft: Draft[State], command: ExposeEarly, count: int) -> Exposed:
    burns = 1 if command.burn == "after_burning" else 0
    drawn = draw(draft, burns + count, command.cards)
    return drawn[:burns], drawn[burns:], 0


def _from_packet(draft: Draft[State], command: ExposeEarly, count: int) -> Exposed:
    at = place_in_packet(draft.state, command.street)
    return (), draft.state.packet[at : at + count], at


@POKER.after(StreetExposed)
def street_exposed(state: State, event: StreetExposed) -> State:
    exposed = state.exposed + event.cards
    if state.device.kind == "card_shoe":
        cards = event.burnt + event.cards
        device = drawn_from(state.device, cards).take_back(cards)
        trouble = state.troubled(is_stub_shuffle_due=True, shuffle_rule=rule_for(event.street))
        on_top = state.on_top[len(cards) :]
        return replace(state, device=device, on_top=on_top, exposed=exposed, trouble=trouble)
    count = len(event.cards)
    return replace(
        state,
        device=state.device.take_back(event.cards),
        packet=state.packet[: event.at] + state.packet[event.at + count :],
        exposed=exposed,
        trouble=state.troubled(
            refill=count,
            refill_at=event.at,
            is_stub_shuffle_due=True,
            shuffle_rule=rule_for(event.street),
        ),
    )
