"""Bets that nobody objected to in time, and the Dealer's second look."""

from collections.abc import Iterator
from typing import NoReturn

from croupier.games.multilink import commands as c
from croupier.games.multilink import events as e
from croupier.games.multilink.betting import (
    can_bet_on,
    excess,
    give_back,
    orphans,
    require_box,
    return_bets,
    short_bets,
)
from croupier.games.multilink.decisions import WINDOWS, put_street, require_turn, street_amount
from croupier.games.multilink.game import MULTILINK
from croupier.games.multilink.irregularities.courses import play_on, report
from croupier.games.multilink.permissions import require_clear_round
from croupier.games.multilink.seating import require_player
from croupier.games.multilink.state import Bet, Box, State
from croupier.games.multilink.terms import STREET_BETS, StreetBet, terms
from croupier.games.multilink.turns import asked_now
from croupier.rulebook import Rules
from croupier.table import Ask, Draft, Moment, Offer, Role, money
from croupier.table.offers import Target


def _unnoticed(at: Moment[State]) -> Iterator[Target]:
    """Bets that somebody could just have placed without anybody noticing."""
    state = at.state
    if state.phase == "betting":
        for name, player in state.players.items():
            if player.chips and can_bet_on(at.rules, state, name, player.seat):
                for bet in ("ante", "bonus", "progressive"):
                    yield {"player": name, "box": player.seat, "bet": bet}
    for asked in asked_now(at.rules, state) if state.phase in WINDOWS else ():
        if state.players[state.boxes[asked].player].chips:
            yield {"player": state.boxes[asked].player, "box": asked, "bet": WINDOWS[state.phase]}


@MULTILINK.action(c.RecordUnnoticedBet, Role.DEALER, "bets_within_limits", each=_unnoticed)
def record_unnoticed_bet(at: Moment[State], player: str, box: int, bet: Bet) -> Offer:
    """Where the chips lie when betting closes is what counts, no matter who should have noticed."""
    require_clear_round(at, "bets_within_limits")
    found = require_player(at, player)
    if bet in STREET_BETS:
        require_turn(at, player, box, "wrong_street_bet")
        if (window := WINDOWS[at.state.phase]) != bet:
            at.refuse("betting_round", "this is the time for the {window:name} bet", window=window)
    elif at.state.phase != "betting":
        at.refuse("no_change_after_close", "this bet can have been placed only while betting was open")
    else:
        require_box(at, player, box, bet)
    return report(at, "bets_within_limits", money("amount", 1, found.chips), facts=found)


@record_unnoticed_bet.outside
def _more_than_they_have(
    at: Moment[State], command: c.RecordUnnoticedBet, offer: Offer, ask: Ask
) -> NoReturn:
    said = "{player} can have placed up to {chips:money}"
    at.refuse("bets_within_limits", said, player=command.player, chips=offer.facts.chips)


@record_unnoticed_bet.taken
def unnoticed_bet_is_recorded(draft: Draft[State], command: c.RecordUnnoticedBet, offer: Offer) -> None:
    if command.bet in STREET_BETS:
        cites = draft.cite("wrong_street_bet", "chip_position")
        street = WINDOWS[draft.state.phase]
        put_street(draft, command.box, street, command.amount, command.at, cites, is_unnoticed=True)
        return
    draft.emit(
        e.BetPlaced(
            player=command.player,
            seat=offer.facts.seat,
            box=command.box,
            bet=command.bet,
            amount=command.amount,
            how="unnoticed",
            citations=draft.cite("chip_position", "bets_within_limits"),
        )
    )


def _wrong_bets(at: Moment[State]) -> Iterator[Target]:
    boxes = at.state.boxes.items() if at.state.phase != "idle" else ()
    return ({"box": number} for number, box in boxes if is_wrong(at.rules, at.state, box))


@MULTILINK.action(c.CheckBets, Role.DEALER, "limits_displayed", each=_wrong_bets)
def check_bets(at: Moment[State], box: int) -> Offer:
    require_clear_round(at, "limits_displayed")
    found = at.state.boxes.get(box)
    if found is None or not is_wrong(at.rules, at.state, found):
        at.refuse("bets_within_limits", "the bets on box {box} are in order; play on", box=box)
    return report(at, "bets_within_limits", facts=found)


@check_bets.taken
def bets_are_checked(draft: Draft[State], command: c.CheckBets, offer: Offer) -> None:
    rules, box = draft.rules, offer.facts
    if lonely := orphans(box):
        cites = rules.cite("progressive_without_ante") if "progressive" in lonely else ()
        cites += rules.cite("bonus_bet", reading="ML-A32") if "bonus" in lonely else ()
        return_bets(draft, command.box, lonely, cites)
        return
    if wrong := wrong_size(rules, draft.state, box):
        cites = rules.cite("bets_within_limits", reading="ML-A08")
        if terms(rules).is_progressive_like_limits:
            cites += rules.cite("over_maximum" if wrong["progressive"] < box.progressive else "under_minimum")
        give_back(draft, command.box, wrong, cites)
    if draft.state.phase != "betting":
        _check_after_close(draft, command.box, command.at)
        return
    if over := excess(rules, box):
        give_back(draft, command.box, over, rules.cite("over_maximum"))
    if short := unadvised(rules, box):
        draft.emit(e.MinimumAdvised(box=command.box, bets=short, citations=rules.cite("under_minimum")))


def _check_after_close(draft: Draft[State], number: int, at: int) -> None:
    """What lies above a limit goes back; what lies below it plays as it is.

    A street bet is an exact amount: while its cards lie face down, what is missing is put in.
    """
    rules, box = draft.rules, draft.state.boxes[number]
    if over := excess(rules, box):
        give_back(draft, number, over, rules.cite("over_maximum_unnoticed", reading="ML-A36"))
    if over := oversized_streets(rules, box):
        give_back(draft, number, over, rules.cite("oversized_street_bet", reading="ML-A10"))
    if short_bets(rules, box):
        why = "a bet below the minimum wins or loses as it is"
        play_on(draft, why, "under_minimum_unnoticed", reading="ML-A37")
    if is_progressive_short(rules, box):
        why = "a jackpot bet below the set amount wins or loses as it is"
        play_on(draft, why, "under_minimum_unnoticed", "bets_within_limits", reading="ML-A08")
    for bet, missing in good_to_make(rules, draft.state, box).items():
        cites = rules.cite(f"{bet}_bet", reading="ML-A10")
        put_street(draft, number, bet, missing, at, cites)
    if _undersized(rules, draft.state.boxes[number]):
        why = "a short street bet wins or loses as it is"
        play_on(draft, why, "undersized_street_bet", reading="ML-A10")


def oversized_streets(rules: Rules, box: Box) -> dict[Bet, int]:
    """What lies above the exact amount of a street bet."""
    return {
        bet: over for bet in STREET_BETS if (over := getattr(box, bet) - street_amount(rules, box, bet)) > 0
    }


def _undersized(rules: Rules, box: Box) -> bool:
    return any(0 < getattr(box, bet) < street_amount(rules, box, bet) for bet in STREET_BETS)


def good_to_make(rules: Rules, state: State, box: Box) -> dict[StreetBet, int]:
    """What is missing of a street bet whose cards lie face down, as far as there are chips for it."""
    found: dict[StreetBet, int] = {}
    for phases, bet in _OPEN:
        missing = street_amount(rules, box, bet) - getattr(box, bet) if getattr(box, bet) else 0
        if state.phase in phases and 0 < missing <= state.players[box.player].chips:
            found[bet] = missing
    return found


# While these last, the cards of a street bet have not been turned up.
_OPEN: tuple[tuple[tuple[str, str], StreetBet], ...] = (
    (("first", "flop_down"), "flop"),
    (("second", "turn_down"), "turn"),
    (("third", "river_down"), "river"),
)


def is_wrong(rules: Rules, state: State, box: Box) -> bool:
    """Whether a look at the box finds anything now."""
    if orphans(box) or wrong_size(rules, state, box) or excess(rules, box):
        return True
    if state.phase == "betting":
        return bool(unadvised(rules, box))
    is_short = bool(short_bets(rules, box)) or is_progressive_short(rules, box) or _undersized(rules, box)
    return is_short or bool(oversized_streets(rules, box))


def unadvised(rules: Rules, box: Box) -> tuple[Bet, ...]:
    """Bets below their minimum whose player has not been told."""
    return tuple(bet for bet in short_bets(rules, box) if bet not in box.advised)


def wrong_size(rules: Rules, state: State, box: Box) -> dict[Bet, int]:
    """What goes back of a jackpot bet that is not the prescribed amount."""
    book = terms(rules)
    prescribed = book.progressive_bet
    if box.progressive in (0, prescribed):
        return {}
    is_too_late = state.phase != "betting"
    if is_progressive_short(rules, box) and is_too_late:
        return {}
    is_cut = is_too_late or book.is_progressive_like_limits
    if box.progressive > prescribed and is_cut and book.takes_progressive(box.progressive):
        return {"progressive": box.progressive - prescribed}
    return {"progressive": box.progressive}


def is_progressive_short(rules: Rules, box: Box) -> bool:
    """Whether a jackpot bet is too small and, unless noticed in time, plays all the same."""
    book = terms(rules)
    return book.is_progressive_like_limits and 0 < box.progressive < book.progressive_bet
