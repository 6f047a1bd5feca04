"""What a viewer may know, the only way the state of a table leaves the core; and as scenarios tell it."""

from collections.abc import Mapping

from msgspec import Struct
from msgspec.structs import replace

from croupier.cards import Card, show, words_of
from croupier.games.poker.permissions import seat_of_actor
from croupier.games.poker.pots import Uncalled, pots, pots_before_betting, uncalled
from croupier.games.poker.state import Due, Phase, Seat, State, is_laid, seen_by_accident
from croupier.games.poker.terms import Terms, terms
from croupier.games.poker.turns import asked
from croupier.messages import called
from croupier.money import Cents, say_money
from croupier.rulebook import Rules
from croupier.table import Actor
from croupier.table.facts import Laid, Spot
from croupier.table.sharing import Places, shared


class Signage(Struct, frozen=True):
    """What the sign at the table says."""

    small_blind: Cents
    big_blind: Cents
    table_stake_min: Cents
    table_stake_max: Cents
    rake_percent: str
    rake_cap: Cents
    lowest_chip: Cents
    seats: int
    edition: str


class SeatView(Struct, frozen=True):
    player: str
    chips: Cents
    bet: Cents
    is_in: bool  # dealt into this Round
    is_active: bool
    is_all_in: bool
    is_away: bool
    missed: tuple[str, ...]
    due: Cents
    card_count: int
    cards: tuple[Card, ...]
    ranking: str
    missed_turns: int = 0
    is_expected_back: bool = True
    is_relocated: bool = False


class PotView(Struct, frozen=True):
    amount: Cents
    eligible: tuple[int, ...]


class TurnView(Struct, frozen=True):
    """What the player whose turn it is may put in, as totals; a raise_max of 0 means no raise."""

    seat: int
    to_call: Cents
    raise_min: Cents
    raise_max: Cents


class PokerView(Struct, frozen=True):
    phase: Phase
    round: int
    signage: Signage
    seats: dict[int, SeatView]
    own_seat: int
    button: int
    small_blind_seat: int
    big_blind_seat: int
    betting_round: int
    to_act: int
    turn: TurnView | None
    current_bet: Cents
    pot: Cents
    pots: tuple[PotView, ...]
    board: tuple[Card, ...]
    exposed: tuple[Card, ...]
    marker: str
    is_stub_shuffle_due: bool
    question: str
    cards_left: int
    board_count: int = 0  # Community Cards that lie there, face up or down


def view(rules: Rules, state: State, viewer: Actor) -> PokerView:
    """What everybody sees, and one's own cards."""
    seen, own = _for_everybody(rules, state), seat_of_actor(state, viewer)
    if not own:
        return seen
    hand, seats = state.seats[own - 1].hand, seen.seats  # type: ignore[union-attr]
    if hand is not None and hand.cards:  # none lie there yet while the deal goes on: what was shown is seen
        seats = {**seats, own: replace(seats[own], cards=hand.cards)}
    return replace(seen, own_seat=own, seats=seats)


@shared
def _for_everybody(rules: Rules, state: State) -> PokerView:
    table = terms(rules)
    returned = uncalled(state) if state.phase not in ("idle", "blinds", "betting") else None
    return PokerView(
        phase=state.phase,
        round=state.round,
        signage=signage(rules, table),
        seats=_seats(state.seats, state.phase in ("blinds", "betting"), returned, state.dues, state.coming),
        own_seat=0,
        button=state.positions.button,
        small_blind_seat=state.positions.small_blind_seat,
        big_blind_seat=state.positions.big_blind_seat,
        betting_round=state.street,
        to_act=state.to_act,
        turn=_turn(rules, table, state),
        current_bet=state.current_bet,
        pot=state.pot,
        pots=_pots(state, returned),
        board=state.board,
        exposed=seen_by_accident(state),
        marker="SHOWDOWN" if state.is_marker_flipped else "BETTING ROUND",
        is_stub_shuffle_due=state.shuffle_due is not None,
        question=state.open[0].asked if state.open else "",
        cards_left=state.device.remaining,
        board_count=len(state.board) + (len(state.packet) if is_laid(state) else 0),
    )


def signage(rules: Rules, table: Terms) -> Signage:
    return Signage(
        small_blind=table.small_blind,
        big_blind=table.big_blind,
        table_stake_min=table.table_stake_min,
        table_stake_max=table.table_stake_max,
        rake_percent=table.rake_percent,
        rake_cap=table.rake_cap,
        lowest_chip=table.lowest_chip,
        seats=table.seats,
        edition=rules.edition.id,
    )


def _seat(
    number: int,
    seat: Seat,
    is_betting: bool,
    returned: Uncalled | None,
    dues: tuple[Due, ...],
    coming: tuple[Laid, ...],
) -> SeatView:
    hand = seat.hand
    due = next((due for due in dues if due.seat == number and not due.is_paid), None)
    # Chips over the line: the bets of this Betting Round; once it is over, only what nobody called.
    back = returned.amount if returned and returned.seat == number else 0
    return SeatView(
        player=seat.player,
        chips=seat.chips,
        bet=(hand.bet if is_betting else back) if hand else 0,
        is_in=hand is not None,
        is_active=bool(hand and hand.is_active),
        is_all_in=bool(hand and hand.is_active and not seat.chips),
        is_away=seat.is_away,
        missed=seat.missed,
        due=due.live + due.dead if due else 0,
        card_count=(len(hand.cards) if hand else 0)
        + sum(laid.spot == Spot("hand", number) for laid in coming),
        cards=hand.shown if hand else (),
        ranking=called(words_of(hand.strength)) if hand and hand.strength else "",
        missed_turns=seat.missed_turns,
        is_expected_back=seat.has_announced_return,
        is_relocated=seat.is_relocated,
    )


_seats: Places[Seat, SeatView] = Places(_seat)


def _turn(rules: Rules, table: Terms, state: State) -> TurnView | None:
    if state.phase != "betting":
        return None
    bounds = asked(table, state)
    return TurnView(state.to_act, bounds.to_call, bounds.raise_min, bounds.raise_max)


def _pots(state: State, returned: Uncalled | None) -> tuple[PotView, ...]:
    """The pots as they lie in the middle: bets in front of the players join them when the round is over."""
    if state.phase in ("idle", "blinds"):
        return ()
    found = pots_before_betting(state) if state.phase == "betting" else pots(state, returned)
    return tuple(PotView(pot.amount, pot.eligible) for pot in found if pot.amount)


def say_cards(cards: tuple[Card, ...]) -> str:
    return " ".join(map(show, cards)) or "nothing"


def facts(rules: Rules, state: State) -> Mapping[str, object]:
    seated = [(str(n), seat) for n, seat in enumerate(state.seats, 1) if seat is not None]
    hands = [(str(number), hand) for number, hand in state.hands]
    found = {
        "phase": state.phase,
        "betting round": str(state.street),
        "button": str(state.positions.button),
        "orbit": str(state.positions.orbit),
        "small blind": str(state.positions.small_blind_seat or "nobody"),
        "big blind": str(state.positions.big_blind_seat),
        "order": " ".join(map(str, state.order)),
        "board": say_cards(state.board),
        "burnt": say_cards(state.burnt),
        "seen by accident": say_cards(seen_by_accident(state)),
        "pot": say_money(state.pot),
        "active": " ".join(map(str, state.active)),
        "stack": {n: say_money(seat.chips) for n, seat in seated},
        "away": " ".join(n for n, seat in seated if seat.is_away) or "nobody",
        "missed": {n: " and ".join(seat.missed) for n, seat in seated if seat.missed},
        "missed turns": {n: str(seat.missed_turns) for n, seat in seated},
        "due": {
            str(due.seat): f"{say_money(due.live)} live {say_money(due.dead)} dead" for due in state.dues
        },
        "bet": {n: say_money(hand.bet) for n, hand in hands},
        "hand": {n: say_cards(hand.cards) for n, hand in hands},
        "shown": {n: say_cards(hand.shown) for n, hand in hands if hand.shown},
        "cards left": str(state.device.remaining),
        "to show": str(state.to_act) if state.phase == "showdown" else "nobody",
    }
    return found | _turn_facts(rules, state) | _pot_facts(state)


def _turn_facts(rules: Rules, state: State) -> dict[str, object]:
    if state.phase != "betting":
        return {"to act": "nobody", "to call": "0", "min raise to": "0", "can raise": "no"}
    bounds = asked(terms(rules), state)
    return {
        "to act": str(state.to_act),
        "to call": say_money(bounds.to_call),
        "min raise to": say_money(bounds.raise_min),
        "can raise": "yes" if bounds.raise_max else "no",
    }


def _pot_facts(state: State) -> dict[str, object]:
    if state.phase in ("idle", "blinds"):
        return {"pots": {}}
    names = ["main", *(f"side{index}" for index in range(1, len(state.order)))]
    found = pots(state, uncalled(state))
    return {"pots": {name: say_money(pot.amount) for name, pot in zip(names, found, strict=False)}}


def picture(seen: PokerView) -> list[str]:
    board = " ".join(map(show, seen.board)) or "no cards yet"
    lines = [f"Round {seen.round}  {seen.marker}  pot {say_money(seen.pot)}  board {board}"]
    lines += [
        f"  {_marks(seen, number)} {number} {_line(seat)}" for number, seat in sorted(seen.seats.items())
    ]
    if seen.turn and seen.turn.seat == seen.own_seat and seen.turn.to_call:
        lines.append(f"To call: {say_money(seen.turn.to_call)}")
    return lines


def _marks(seen: PokerView, number: int) -> str:
    """Whose turn it is, and who has the button."""
    turn = ">" if seen.to_act == number else " "
    return turn + ("D" if seen.button == number else " ")


def _line(seat: SeatView) -> str:
    hidden = seat.card_count - len(seat.cards)
    cards = [*map(show, seat.cards), *["??"] * hidden]
    if seat.is_all_in:
        state = "all in"
    elif seat.is_in and not seat.is_active:
        state = "folded"
    else:
        state = "away" if seat.is_away else ""
    bet = f"bet {say_money(seat.bet)}" if seat.bet else ""
    return "  ".join(filter(None, (seat.player, say_money(seat.chips), " ".join(cards), bet, state)))
