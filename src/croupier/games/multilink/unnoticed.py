"""Bets that nobody objected to in time, and the Dealer's second look."""

from croupier.games.multilink import events as e
from croupier.games.multilink import reports as r
from croupier.games.multilink.betting import excess, give_back, orphans, require_box, return_bets, short_bets
from croupier.games.multilink.decisions import WINDOWS, require_turn, street_amount
from croupier.games.multilink.game import MULTILINK
from croupier.games.multilink.seating import require_player
from croupier.games.multilink.state import Bet, Box, State
from croupier.games.multilink.terms import STREET_BETS, terms
from croupier.games.multilink.troubles import play_on, require_clear_round
from croupier.money import say_money
from croupier.rulebook import Rules
from croupier.table import Draft, Role


@MULTILINK.on(r.RecordUnnoticedBet, Role.DEALER, "bets_within_limits")
def record_unnoticed_bet(draft: Draft[State], command: r.RecordUnnoticedBet) -> None:
    """Where the chips lie when betting closes is what counts, whoever should have noticed."""
    require_clear_round(draft, "bets_within_limits")
    player = require_player(draft, command.player)
    if not 0 < command.amount <= player.chips:
        said = f"{command.player} can have placed up to {say_money(player.chips)}"
        draft.refuse("bets_within_limits", said)
    if command.bet in ("flop", "turn", "river"):
        _record_street(draft, command)
        return
    if draft.state.phase != "betting":
        draft.refuse("no_change_after_close", "this bet can have been placed only while betting was open")
    require_box(draft, command.player, command.box)
    draft.emit(
        e.BetPlaced(
            player=command.player,
            seat=player.seat,
            box=command.box,
            bet=command.bet,
            amount=command.amount,
            how="unnoticed",
            citations=draft.rules.cite("chip_position", "bets_within_limits"),
        )
    )


def _record_street(draft: Draft[State], command: r.RecordUnnoticedBet) -> None:
    box = require_turn(draft, command.player, command.box, "wrong_street_bet")
    bet = WINDOWS[draft.state.phase]
    if bet != command.bet:
        draft.refuse("betting_round", f"this is the time for the {bet} bet")
    draft.emit(
        e.StreetBetPlaced(
            player=box.player,
            seat=box.seat,
            box=command.box,
            bet=bet,
            amount=command.amount,
            at=command.at,
            is_unnoticed=True,
            citations=draft.rules.cite("wrong_street_bet", "chip_position"),
        )
    )


@MULTILINK.on(r.CheckBets, Role.DEALER, "limits_displayed")
def check_bets(draft: Draft[State], command: r.CheckBets) -> None:
    require_clear_round(draft, "limits_displayed")
    box = draft.state.boxes.get(command.box)
    if box is None or not is_wrong(draft.rules, draft.state, box):
        draft.refuse("bets_within_limits", f"the bets on box {command.box} are in order; play on")
    rules = draft.rules
    if lonely := orphans(box):
        key = "progressive_without_ante" if "progressive" in lonely else "bonus_bet"
        return_bets(draft, command.box, lonely, rules.cite(key, reading="ML-A32"))
        return
    if wrong := wrong_size(rules, draft.state, box):
        give_back(draft, command.box, wrong, rules.cite("bets_within_limits", reading="ML-A08"))
    if draft.state.phase != "betting":
        _check_after_close(draft, command.box)
        return
    if over := excess(rules, box):
        give_back(draft, command.box, over, rules.cite("over_maximum"))
    if short_bets(rules, box) and not box.is_advised:
        draft.emit(e.MinimumAdvised(box=command.box, citations=rules.cite("under_minimum")))


def _check_after_close(draft: Draft[State], number: int) -> None:
    """What lies above a limit goes back; what lies below it plays as it is."""
    rules, box = draft.rules, draft.state.boxes[number]
    if over := excess(rules, box):
        give_back(draft, number, over, rules.cite("over_maximum_unnoticed", reading="ML-A36"))
    if over := oversized_streets(rules, box):
        give_back(draft, number, over, rules.cite("oversized_street_bet", reading="ML-A10"))
    if short_bets(rules, box):
        why = "a bet below the minimum wins or loses as it is"
        play_on(draft, why, "under_minimum_unnoticed", reading="ML-A37")
    if _undersized(rules, box):
        why = "a short street bet wins or loses as it is"
        play_on(draft, why, "undersized_street_bet", reading="ML-A10")


def oversized_streets(rules: Rules, box: Box) -> dict[Bet, int]:
    """What lies above the exact amount of a street bet."""
    return {
        bet: over for bet in STREET_BETS if (over := getattr(box, bet) - street_amount(rules, box, bet)) > 0
    }


def _undersized(rules: Rules, box: Box) -> bool:
    return any(0 < getattr(box, bet) < street_amount(rules, box, bet) for bet in STREET_BETS)


def is_wrong(rules: Rules, state: State, box: Box) -> bool:
    """Whether a look at the box finds anything now."""
    if orphans(box) or wrong_size(rules, state, box) or excess(rules, box):
        return True
    if state.phase == "betting":
        return bool(short_bets(rules, box)) and not box.is_advised
    return bool(oversized_streets(rules, box) or short_bets(rules, box)) or _undersized(rules, box)


def wrong_size(rules: Rules, state: State, box: Box) -> dict[Bet, int]:
    """What goes back of a jackpot bet that is not the prescribed amount."""
    prescribed = terms(rules).progressive_bet
    if box.progressive in (0, prescribed):
        return {}
    if box.progressive > prescribed and state.phase != "betting":
        return {"progressive": box.progressive - prescribed}
    return {"progressive": box.progressive}
