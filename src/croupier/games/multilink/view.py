"""What may be seen: the view of each person, and the state in a dealer's words."""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import UNKNOWN, Card, category, show, strength
from croupier.games.multilink.state import BETS, Box, State, is_unknown, next_to_decide, undecided
from croupier.games.multilink.terms import terms
from croupier.messages import Message
from croupier.money import Cents, say_money
from croupier.rulebook import Rules
from croupier.table import Actor
from croupier.table.facts import Spot
from croupier.table.sharing import shared


class BoxView(Struct, frozen=True):
    """`cards` are empty where the viewer may not know them; `card_count` is what lies there."""

    player: str
    bets: dict[str, Cents]
    status: str
    has_decided: bool
    card_count: int
    cards: tuple[Card, ...]


class View(Struct, frozen=True):
    phase: str
    round: int
    you: str
    chips: dict[int, Cents]
    names: dict[int, str]
    boxes: dict[int, BoxView]
    board: tuple[Card, ...]
    dealer: tuple[Card, ...]
    dealer_count: int  # cards in the Dealer's Hand, shown or not
    seen: tuple[Card, ...]
    to_decide: int | None  # where the order is free, the viewer's own box if it has to decide yet
    question: str
    jackpot: Cents
    is_jackpot_open: bool
    notice: str
    limits: dict[str, Cents]
    board_count: int = 0  # Community Cards that lie there, face up or down


def view(rules: Rules, state: State, viewer: Actor) -> View:
    """What everybody sees, and the cards that this viewer has looked at."""
    seen, own = _for_everybody(rules, state), viewer.id
    looked_at = {
        number: replace(seen.boxes[number], cards=box.cards)
        for number, box in state.boxes.items()
        if box.player == own and box.is_examined and not box.is_shown and not is_unknown(state, number)
    }
    asked = seen.to_decide
    # Where everybody is asked at once, each is told of the own box.
    if asked is not None and terms(rules).decision_order == "free":
        asked = next((number for number in undecided(state) if state.boxes[number].player == own), asked)
    boxes = {**seen.boxes, **looked_at} if looked_at else seen.boxes
    return replace(seen, you=own, boxes=boxes, to_decide=asked)


@shared
def _for_everybody(rules: Rules, state: State) -> View:
    return View(
        phase=state.phase,
        round=state.round,
        you="",
        chips={player.seat: player.chips for player in state.players.values()},
        names={player.seat: name for name, player in state.players.items()},
        boxes={number: _box(state, number, box) for number, box in state.boxes.items()},
        board=state.shown_board,
        dealer=state.dealer if state.is_dealer_shown else (),
        dealer_count=len(state.dealer),
        seen=state.public,
        to_decide=next_to_decide(state) if state.phase in ("first", "second", "third") else None,
        question=state.open[0].asked if state.open else "",
        jackpot=state.meter,
        is_jackpot_open=state.is_link_open and (state.fault is None or state.fault.course == "block_box"),
        notice=notice(state),
        limits={name: getattr(terms(rules), name) for name in _LIMITS},
        board_count=len(state.board),
    )


_LIMITS = ("ante_min", "ante_max", "bonus_min", "bonus_max", "progressive_bet")


_NOTICES = {
    "without_progressive": "No jackpot bets are accepted or paid at this table",
    "close_table": "This table is closed",
    "block_box": "No bets are accepted on box {boxes:and}",
    "": "The jackpot equipment is being looked at",
}


def notice(state: State) -> str:
    """What the gaming table has to display about the jackpot bet."""
    if state.fault is None:
        return ""
    return Message(_NOTICES.get(state.fault.course, _NOTICES[""]), {"boxes": state.fault.boxes})


def _box(state: State, number: int, box: Box) -> BoxView:
    return BoxView(
        player=box.player,
        bets={bet: getattr(box, bet) for bet in BETS if getattr(box, bet)},
        status=box.status,
        has_decided=box.has_decided,
        card_count=len(box.cards) + sum(laid.spot == Spot("hand", number) for laid in state.coming),
        cards=box.cards if box.is_shown else (),
    )


def facts(rules: Rules, state: State) -> Mapping[str, object]:
    boxes = state.boxes.items()
    by_bet: dict[str, object] = {
        bet: {str(n): say_money(getattr(box, bet)) for n, box in boxes} for bet in BETS
    }
    asked = next_to_decide(state) if state.phase in ("first", "second", "third") else None
    return {
        **by_bet,
        "phase": state.phase,
        "round": str(state.round),
        "stack": {str(p.seat): say_money(p.chips) for p in state.players.values()},
        "status": {str(n): box.status for n, box in boxes},
        "cards": {str(n): " ".join(map(show, box.cards)) or "none" for n, box in boxes},
        "board": " ".join(map(show, state.shown_board)) or "none",
        "burnt": " ".join(map(show, state.burnt)) or "none",
        "dealer": " ".join(map(show, state.dealer)) or "none",
        "hand": {str(n): _words(box.cards, state) for n, box in boxes},
        "to decide": "nobody" if asked is None else str(asked),
        "jackpot": say_money(state.meter),
        "notice": notice(state) or "none",
    }


def _words(cards: tuple[Card, ...], state: State) -> str:
    known = (*cards, *state.shown_board)
    return category(strength(known)).title if 5 <= len(known) <= 7 and UNKNOWN not in known else "none"


def picture(found: View) -> list[str]:
    """The table in a few lines for the terminal."""
    lines = [f"Round {found.round}, {found.phase.replace('_', ' ')}. Jackpot {say_money(found.jackpot)}"]
    if found.notice:
        lines.append(found.notice)
    if found.board:
        lines.append("Board: " + " ".join(map(show, found.board)))
    if found.dealer:
        lines.append("Dealer: " + " ".join(map(show, found.dealer)))
    for number, box in sorted(found.boxes.items()):
        cards = " ".join(map(show, box.cards)) or " ".join(["[]"] * box.card_count)
        bets = ", ".join(f"{bet} {say_money(cents)}" for bet, cents in box.bets.items())
        state = "" if box.status == "in" else f" ({box.status})"
        lines.append(f"  box {number} {box.player}{state}: {cards}  {bets}".rstrip())
    own = next((seat for seat, name in found.names.items() if name == found.you), None)
    if own is not None:
        lines.append(f"You have {say_money(found.chips[own])}")
    return lines
