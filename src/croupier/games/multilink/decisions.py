"""Looking, folding, betting the streets, checking."""

from msgspec.structs import replace

from croupier.games.multilink import commands as c
from croupier.games.multilink import events as e
from croupier.games.multilink.flow import due, is_shoe, no_trouble, what_is_due
from croupier.games.multilink.game import MULTILINK
from croupier.games.multilink.state import Box, State, next_to_decide
from croupier.games.multilink.terms import StreetBet, terms
from croupier.money import say_money
from croupier.rulebook import Citation, Rules
from croupier.table import Draft, Role

WINDOWS: dict[str, StreetBet] = {"first": "flop", "second": "turn", "third": "river"}


@MULTILINK.on(c.LookAtHand, Role.PLAYER, "other_boxes")
def look_at_hand(draft: Draft[State], command: c.LookAtHand) -> None:
    state = draft.state
    box = state.boxes.get(command.box)
    if box is None or box.player != command.by.id or not box.cards or box.status == "cancelled":
        draft.refuse("other_boxes", f"you have no hand on box {command.box} to look at")
    if state.phase in ("idle", "closed"):
        draft.refuse("other_boxes", "there are no cards to look at now")
    if box.is_examined:
        draft.refuse("other_boxes", f"you have looked at box {command.box} already", "ML-A18")
    no_trouble(draft, "dealing_error_options")
    seen = examined(state, command.by.id)
    if not may_look(draft.rules, state, command.by.id):
        said = f"you have examined box {' and '.join(map(str, seen))}; other hands are played without viewing"
        draft.refuse("peeking", said, "ML-A18")
    rule = "flop_decision_shoe" if is_shoe(draft.rules) else "flop_decision_shuffler"
    cites = draft.rules.cite(rule, "other_boxes")
    draft.emit(e.HandExamined(player=command.by.id, box=command.box, cards=box.cards, citations=cites))


def examined(state: State, player: str) -> list[int]:
    """The hands this player has looked at."""
    return [number for number, box in state.boxes.items() if box.player == player and box.is_examined]


def may_look(rules: Rules, state: State, player: str) -> bool:
    """Whether the player may examine one more hand."""
    return len(examined(state, player)) < terms(rules).hands_viewed_max


def require_turn(draft: Draft[State], player: str, number: int, rule: str) -> Box:
    """The box that is asked now, belonging to this player."""
    state = draft.state
    box = state.boxes.get(number)
    if box is None or box.player != player:
        draft.refuse("seated_players_only", f"box {number} is not yours to decide")
    found = due(draft.rules, state)
    if found != "decide":
        draft.refuse(rule, what_is_due(state, found))
    if not box.is_in:
        draft.refuse("fold", f"box {number} is out of the Round", "ML-A40")
    asked = next_to_decide(state)
    if asked != number:
        draft.refuse(rule, f"hands decide clockwise: it is the turn of box {asked}", "ML-A40")
    return box


def _device_rule(rules: Rules, shoe: str, shuffler: str) -> str:
    return shoe if is_shoe(rules) else shuffler


@MULTILINK.on(c.Fold, Role.PLAYER, "seated_players_only")
def fold(draft: Draft[State], command: c.Fold) -> None:
    rule = _device_rule(draft.rules, "fold_decision_shoe", "fold_decision_shuffler")
    require_turn(draft, command.by.id, command.box, rule)
    if draft.state.phase != "first":
        draft.refuse("in_for_the_finish", "the hand is in for the finish: bet or check")
    cites = draft.rules.cite(rule, "fold", reading="ML-A14")
    cites += draft.rules.cite("no_change_after_close", reading="ML-A45")
    draft.emit(e.Folded(box=command.box, at=command.at, citations=cites))


@MULTILINK.on(c.PlaceFlop, Role.PLAYER, "seated_players_only")
def place_flop(draft: Draft[State], command: c.PlaceFlop) -> None:
    _place_street(draft, command, "flop")


@MULTILINK.on(c.PlaceTurn, Role.PLAYER, "seated_players_only")
def place_turn(draft: Draft[State], command: c.PlaceTurn) -> None:
    _place_street(draft, command, "turn")


@MULTILINK.on(c.PlaceRiver, Role.PLAYER, "seated_players_only")
def place_river(draft: Draft[State], command: c.PlaceRiver) -> None:
    _place_street(draft, command, "river")


_STREET_RULES: dict[StreetBet, tuple[str, str, tuple[str, ...]]] = {
    "flop": (
        "play_decision_shoe",
        "play_decision_shuffler",
        ("flop_bet", "betting_round", "first_betting_round", "in_for_the_finish"),
    ),
    "turn": ("flop_shoe", "flop_shuffler", ("turn_bet", "second_betting_round")),
    "river": ("turn_shoe", "turn_shuffler", ("river_bet", "third_betting_round")),
}


def street_amount(rules: Rules, box: Box, bet: StreetBet) -> int:
    """Exactly so much: a multiple of the Ante as far as it counts."""
    return terms(rules).multiple(bet) * min(box.ante, terms(rules).ante_max)


def _place_street(
    draft: Draft[State], command: c.PlaceFlop | c.PlaceTurn | c.PlaceRiver, bet: StreetBet
) -> None:
    shoe, shuffler, definitions = _STREET_RULES[bet]
    rule = _device_rule(draft.rules, shoe, shuffler)
    box = require_turn(draft, command.by.id, command.box, rule)
    if WINDOWS[draft.state.phase] != bet:
        draft.refuse(
            "betting_round", f"this is the time for the {WINDOWS[draft.state.phase]} bet, not the {bet}"
        )
    wanted = street_amount(draft.rules, box, bet)
    if command.amount is not None and command.amount != wanted:
        key = "other_boxes" if bet == "flop" else f"{bet}_bet"
        draft.refuse(
            key,
            f"the {bet} bet on box {command.box} is exactly {say_money(wanted)}",
            "ML-A10" if bet == "flop" else None,
        )
    if bet != "flop" and is_blind(box) and not terms(draft.rules).blind_street_bets:
        draft.refuse("other_boxes", "a hand played blind takes no turn or river bet here: check", "ML-A18")
    chips = draft.state.players[box.player].chips
    if chips < wanted:
        other = "fold" if bet == "flop" else "check"
        draft.refuse(
            f"{bet}_bet",
            f"the bet is {say_money(wanted)} and you have {say_money(chips)}: buy chips or {other}",
        )
    extra = ("other_boxes",) if is_blind(box) else ()
    cites = draft.rules.cite(rule, *definitions, *extra, reading="ML-A21" if bet == "river" else None)
    if box.ante > terms(draft.rules).ante_max:
        cites += draft.rules.cite("over_maximum_unnoticed", reading="ML-A09")
    draft.emit(
        e.StreetBetPlaced(
            player=box.player,
            seat=box.seat,
            box=command.box,
            bet=bet,
            amount=wanted,
            at=command.at,
            citations=cites,
        )
    )


def is_blind(box: Box) -> bool:
    return not box.is_examined


@MULTILINK.on(c.Check, Role.PLAYER, "seated_players_only")
def check(draft: Draft[State], command: c.Check) -> None:
    require_turn(draft, command.by.id, command.box, "check")
    if draft.state.phase == "first":
        draft.refuse("check", "before the flop a hand folds or bets: there is no check")
    draft.emit(e.Checked(box=command.box, at=command.at, citations=check_cites(draft)))


def check_cites(draft: Draft[State]) -> tuple[Citation, ...]:
    shoe, shuffler, _ = _STREET_RULES[WINDOWS[draft.state.phase]]
    return draft.rules.cite(_device_rule(draft.rules, shoe, shuffler), "check")


# Events


@MULTILINK.after(e.HandExamined)
def hand_examined(state: State, event: e.HandExamined) -> State:
    return state.with_box(event.box, is_examined=True)


@MULTILINK.after(e.Folded)
def folded(state: State, event: e.Folded) -> State:
    boxes = state.boxes | {event.box: replace(state.boxes[event.box], status="folded", has_decided=True)}
    return replace(state, boxes=boxes, asked_at=event.at)


@MULTILINK.after(e.StreetBetPlaced)
def street_bet_placed(state: State, event: e.StreetBetPlaced) -> State:
    box = state.boxes[event.box]
    changes = {event.bet: getattr(box, event.bet) + event.amount, "has_decided": True}
    return replace(
        state,
        boxes=state.boxes | {event.box: replace(box, **changes)},
        players=state.with_chips(event.player, -event.amount),
        asked_at=event.at,
    )


@MULTILINK.after(e.Checked)
def checked(state: State, event: e.Checked) -> State:
    boxes = state.boxes | {event.box: replace(state.boxes[event.box], has_decided=True)}
    return replace(state, boxes=boxes, asked_at=event.at)
