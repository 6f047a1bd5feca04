"""What leaves the core: everything that lies face up, and never the order of the cards to come."""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import DECK, Card, show
from croupier.games.freebet.control import controller, current
from croupier.games.freebet.plan import due, with_coming
from croupier.games.freebet.points import count, total
from croupier.games.freebet.state import (
    HELD,
    Area,
    Hand,
    Insurance,
    SideWager,
    Stake,
    State,
    cards_aside,
    place_of,
)
from croupier.games.freebet.terms import Terms
from croupier.money import Cents, say_money
from croupier.rulebook import Rules
from croupier.table import Actor
from croupier.table.sharing import shared


class PlayerView(Struct, frozen=True):
    name: str
    chips: Cents
    is_absent: bool


class WagerView(Struct, frozen=True):
    place: int
    amount: Cents
    is_live: bool
    markers: int


class HandView(Struct, frozen=True):
    number: int
    cards: tuple[Card, ...]
    total: int
    is_soft: bool
    status: str
    is_split: bool
    is_doubled: bool
    stakes: tuple[Stake, ...]
    is_blackjack: bool = False  # also once it is paid, when its status is "done"


class AreaView(Struct, frozen=True):
    controller: int | None
    wagers: tuple[WagerView, ...]
    sides: tuple[SideWager, ...]
    insurances: tuple[Insurance, ...]
    hands: tuple[HandView, ...]


class View(Struct, frozen=True):
    """The table as everybody sees it; all cards are dealt face up."""

    phase: str
    round: int
    players: dict[int, PlayerView]
    areas: dict[int, AreaView]
    dealer: tuple[Card, ...]
    dealer_total: int
    in_play: tuple[int, int] | None  # area and index of its hand
    next_card_to: int | None  # an area, 0 for the Dealer
    next_cards: tuple[Card, ...]  # seen already, they count as the next from the device
    disclosed: tuple[Card, ...]  # of cards drawn together
    removed: tuple[Card, ...]
    cards_left: int
    cards_used: int
    shuffle_due: bool
    own_place: int | None
    main_min: Cents
    main_max: Cents


def view(rules: Rules, state: State, viewer: Actor) -> View:
    """Everything lies open at this game: viewers differ in where they sit."""
    return replace(_for_everybody(rules, state), own_place=place_of(state, viewer.id))


@shared
def _for_everybody(rules: Rules, state: State) -> View:
    terms, target = Terms.of(rules), due(rules, state)
    state = with_coming(state)
    return View(
        phase=state.phase,
        round=state.round,
        players={p: PlayerView(n.name, n.chips, n.is_absent) for p, n in state.players.items()},
        areas={number: _area(state, number, area) for number, area in state.areas.items()},
        dealer=state.dealer,
        dealer_total=total(state.dealer),
        in_play=current(state) if state.phase == "playing" else None,
        next_card_to=target[0] if target else None,
        next_cards=cards_aside(state, *HELD),
        disclosed=cards_aside(state, "seen", "left", "astray"),
        removed=cards_aside(state, "removed"),
        cards_left=state.device.remaining,
        cards_used=state.device.decks * len(DECK) - state.device.remaining,
        shuffle_due=bool(state.shuffle_due),
        own_place=None,
        main_min=terms.main_min,
        main_max=terms.main_max,
    )


def _area(state: State, number: int, area: Area) -> AreaView:
    return AreaView(
        controller=controller(state, number),
        wagers=tuple(WagerView(w.place, w.amount, w.is_live, w.markers) for w in area.wagers),
        sides=area.sides,
        insurances=area.insurances,
        hands=tuple(map(_hand, area.hands)),
    )


def _hand(hand: Hand) -> HandView:
    points, is_soft = count(hand.cards)
    return HandView(
        hand.number,
        hand.cards,
        points,
        is_soft,
        hand.status,
        hand.is_split,
        hand.is_doubled,
        hand.stakes,
        hand.is_blackjack,
    )


def picture(found: View) -> list[str]:
    """The table in a few lines, for the terminal."""
    lines = [f"Round {found.round}, {found.phase}"]
    if found.dealer:
        lines.append(f"Dealer: {_shown(found.dealer)} ({found.dealer_total})")
    if seen := (*found.next_cards, *found.disclosed):
        lines.append(f"Seen beside the device: {_shown(seen)}")
    for number, area in sorted(found.areas.items()):
        lines.append(f"  area {number}: {_bets(found, area)}")
        for index, hand in enumerate(area.hands):
            mark = " <" if found.in_play == (number, index) else ""
            soft = "soft " if hand.is_soft else ""
            markers = sum(stake.markers for stake in hand.stakes)
            free = f", markers {markers}" if markers else ""
            lines.append(f"    {_shown(hand.cards)} ({soft}{hand.total}, {hand.status}{free}){mark}")
    if found.own_place is not None:
        lines.append(f"You have {say_money(found.players[found.own_place].chips)}")
    return lines


def _bets(found: View, area: AreaView) -> str:
    parts = [f"{found.players[w.place].name} {say_money(w.amount)}" for w in area.wagers if w.is_live]
    parts += [
        f"{found.players[s.place].name} {s.bet.replace('_', ' ')} {say_money(s.amount)}" for s in area.sides
    ]
    parts += [f"{found.players[n.place].name} insurance {say_money(n.amount)}" for n in area.insurances]
    return ", ".join(parts) or "nothing"


def _shown(cards: tuple[Card, ...]) -> str:
    return " ".join(map(show, cards))


def facts(rules: Rules, state: State) -> Mapping[str, object]:
    """The state in a dealer's words, for scenarios. Hands are named area.number, in order of making."""
    target, next_to = current(state) if state.phase == "playing" else None, due(rules, state)
    state = with_coming(state)
    hands = {f"{n}.{hand.number}": hand for n, area in state.areas.items() for hand in area.hands}
    return {
        "phase": state.phase,
        "stack": {player.name: say_money(player.chips) for player in state.players.values()},
        "hand": {key: " ".join(map(show, hand.cards)) for key, hand in hands.items()},
        "total": {key: total(hand.cards) for key, hand in hands.items()},
        "status": {key: hand.status for key, hand in hands.items()},
        "dealer": " ".join(map(show, state.dealer)) or "nothing",
        "dealer total": total(state.dealer),
        "in play": f"{target[0]}.{state.areas[target[0]].hands[target[1]].number}" if target else "nobody",
        "card to": "nobody" if next_to is None else next_to[0] or "dealer",
        "control": {n: _name(state, controller(state, n)) for n in state.areas},
        "wagers": {n: _wagers(state, area) for n, area in state.areas.items()},
        "sides": {n: _sides(state, area) for n, area in state.areas.items()},
        "insurance": {n: _insurances(state, area) for n, area in state.areas.items()},
        "markers": {
            f"{n}.{state.players[w.place].name}": w.markers
            for n, area in state.areas.items()
            for w in area.wagers
        },
        "next cards": " ".join(map(show, cards_aside(state, *HELD))) or "nothing",
        "withdrawal": "open" if state.withdraw_right else "closed",
        "round": state.round,
        "cards left": state.device.remaining,
        "shuffle": "due" if state.shuffle_due else "not due",
    }


def _name(state: State, place: int | None) -> str:
    return state.players[place].name if place else "nobody"


def _wagers(state: State, area: Area) -> str:
    return (
        " ".join(f"{_name(state, w.place)} {say_money(w.amount)}" for w in area.wagers if w.is_live)
        or "nothing"
    )


def _sides(state: State, area: Area) -> str:
    return " ".join(f"{_name(state, s.place)} {s.bet} {say_money(s.amount)}" for s in area.sides) or "nothing"


def _insurances(state: State, area: Area) -> str:
    return " ".join(f"{_name(state, n.place)} {say_money(n.amount)}" for n in area.insurances) or "nothing"
