"""One box: what becomes of each of its bets, and why."""

from functools import cache

from croupier.cards import Category, category, strength, words_of
from croupier.games.multilink import events as e
from croupier.games.multilink.decisions import street_amount
from croupier.games.multilink.pays import (
    bonus_key,
    is_major,
    minor_prize,
    progressive_line,
)
from croupier.games.multilink.state import Box, State, has_fault_now
from croupier.games.multilink.terms import STREET_BETS, terms
from croupier.rulebook import Citation, Rules
from croupier.rulebook.edition import PayLine
from croupier.table import Draft

_EQUAL_CATEGORY = {
    Category.STRAIGHT: "equal_category_straights",
    Category.STRAIGHT_FLUSH: "equal_category_straights",
    Category.ONE_PAIR: "equal_category_pairs",
    Category.FIVE_ODD_CARDS: "equal_category_odd_cards",
}


# There are 7,462 different hands; saying one costs more than ranking it.
_said = cache(words_of)


class _Work:
    """A settlement being worked out: results and the rules that led to them."""

    __slots__ = ("box", "hand", "keys", "number", "readings", "results", "rules", "state")

    def __init__(self, draft: Draft[State], number: int, box: Box) -> None:
        self.rules: Rules = draft.rules
        self.state: State = draft.state
        self.number = number
        self.box = box
        self.hand: str = box.status if box.ante else "without an Ante"
        self.keys: list[str] = []
        self.readings: list[tuple[str, str]] = []
        self.results: list[e.BetResult] = []

    def cite(self, *keys: str, reading: str | None = None) -> None:
        if reading is None:
            self.keys.extend(keys)
        else:
            self.readings.extend((key, reading) for key in keys)

    def citations(self) -> tuple[Citation, ...]:
        cited = self.rules.cite(*dict.fromkeys(self.keys)) if self.keys else ()
        for key, reading in dict.fromkeys(self.readings):
            cited += self.rules.cite(key, reading=reading)
        return cited


def settle_box(draft: Draft[State], number: int, box: Box) -> e.BoxSettled:
    work = _Work(draft, number, box)
    if box.status == "in" and box.ante:
        _compared(work)
    elif box.ante:
        _out(work)
    if box.bonus:
        _bonus(work)
    if box.progressive:
        _progressive(work)
    results = tuple(work.results)
    return e.BoxSettled(
        player=box.player,
        seat=box.seat,
        box=number,
        status=box.status,
        hand=work.hand,
        results=results,
        taken=sum(result.taken for result in results),
        paid=sum(result.winnings for result in results),
        citations=work.citations(),
    )


def _compared(work: _Work) -> None:
    """The player's best five against the Dealer's."""
    state, box, rules = work.state, work.box, work.rules
    mine, dealers = strength((*box.cards, *state.board)), strength((*state.dealer, *state.board))
    work.hand = _said(mine)
    kind = category(mine)
    work.keys += ["main_and_bonus_pays", "objective", "five_card_hand", "hand_ranking", "card_ranking"]
    if kind is Category.STRAIGHT:
        work.cite("hand_ranking", reading="ML-A23")
    if mine != dealers and kind == category(dealers):
        work.cite("equal_category")
        if kind in _EQUAL_CATEGORY:
            work.cite(_EQUAL_CATEGORY[kind])
    if mine > dealers:
        work.cite("player_wins")
        is_ante_paid = kind >= Category[terms(rules).ante_pays_from.upper()]
        _main(work, "won", "won" if is_ante_paid else "not_paid")
    elif mine < dealers:
        work.cite("player_loses")
        _main(work, "lost", "lost")
    else:
        work.cite("stand_off_meaning")
        work.cite("stand_off", reading="ML-A22")
        _main(work, "stood_off", "stood_off")


def _main(work: _Work, streets: str, ante: str) -> None:
    box, rules = work.box, work.rules
    _one(work, "ante", box.ante, min(box.ante, terms(rules).ante_max), ante)
    for bet in STREET_BETS:
        stake = getattr(box, bet)
        if stake:
            wanted = street_amount(rules, box, bet)
            if stake != wanted:
                work.cite(
                    "oversized_street_bet" if stake > wanted else "undersized_street_bet", reading="ML-A10"
                )
            _one(work, bet, stake, min(stake, wanted), streets)


def _one(work: _Work, bet: str, stake: int, counted: int, outcome: str, winnings: int | None = None) -> None:
    """Settle `counted` of a stake; whatever lies above it goes back."""
    if bet in ("ante", "bonus") and stake > counted:
        work.cite("over_maximum_unnoticed", reading="ML-A36")
    if bet in ("ante", "bonus") and stake < terms(work.rules).least(bet):
        work.cite("under_minimum_unnoticed", reading="ML-A37")
    if outcome == "won" and winnings is None:
        winnings = terms(work.rules).main_winnings(bet, counted)
    work.results.append(
        e.BetResult(
            bet=bet,  # type: ignore[arg-type]
            stake=stake,
            outcome=outcome,  # type: ignore[arg-type]
            taken=counted if outcome == "lost" else 0,
            winnings=winnings or 0,
            surplus=stake - counted,
        )
    )


def _out(work: _Work) -> None:
    """Folded, or not shown: the main bets are lost, except where the House gives street bets back."""
    if work.box.status == "refused":
        work.cite("refusing_to_show", reading="ML-A15")
        _main(work, "lost" if terms(work.rules).refusal_street_bets == "lost" else "returned", "lost")
        return
    work.cite("fold", _fold_rule(work.rules))
    _main(work, "lost", "lost")


def _fold_rule(rules: Rules) -> str:
    return "fold_decision_shoe" if terms(rules).is_shoe else "fold_decision_shuffler"


def _bonus(work: _Work) -> None:
    box, rules = work.box, work.rules
    work.cite("bonus_bet")
    if not box.ante:
        work.cite("bonus_bet", reading="ML-A32")
        _one(work, "bonus", box.bonus, 0, "returned")
        return
    counted = min(box.bonus, terms(rules).bonus_max)
    is_judged = box.status == "in" or (
        box.status == "refused" and box.is_proved and terms(rules).refusal_bonus_provable
    )
    key = bonus_key(box.cards, work.state.dealer) if is_judged else None
    if key is None:
        _one(work, "bonus", box.bonus, counted, "lost")
        return
    work.cite("main_and_bonus_pays", reading="ML-A13")
    work.cite("bonus_bet", reading="ML-A12")
    winnings = terms(rules).bonus_winnings(key, counted)
    if winnings == terms(rules).bonus_cap:
        work.cite("bonus_cap", reading="ML-A11")
    _one(work, "bonus", box.bonus, counted, "won", winnings)
    work.results[-1] = _named(work.results[-1], key)


def _named(result: e.BetResult, line: str) -> e.BetResult:
    return e.BetResult(
        result.bet, result.stake, result.outcome, result.taken, result.winnings, result.surplus, line
    )


def judged_line(rules: Rules, state: State, number: int) -> PayLine | None:
    """The jackpot line of a live bet, if its hand makes one and may be looked at."""
    box = state.boxes[number]
    count = terms(rules).progressive_board_cards
    if state.board_shown < count or not box.registered:
        return None
    if box.status == "refused" and not box.is_proved:
        return None
    return progressive_line(rules, box.cards, state.board[:count])


def _progressive(work: _Work) -> None:
    box, rules = work.box, work.rules
    prescribed = terms(rules).progressive_bet
    if not box.ante:
        work.cite("progressive_without_ante")
        _one(work, "progressive", box.progressive, 0, "returned")
        return
    if not box.registered:
        if box.progressive < prescribed:
            work.cite("bets_within_limits", reading="ML-A08")
        else:
            work.cite("fault_without_progressive")
        _one(work, "progressive", box.progressive, 0, "returned")
        return
    if box.progressive > prescribed:
        work.cite("bets_within_limits", reading="ML-A08")
    work.cite("progressive_qualifies")
    line = judged_line(rules, work.state, work.number)
    if line is None:
        _one(work, "progressive", box.progressive, prescribed, "lost")
        return
    work.cite("progressive_paid", "progressive_pays", "progressive_hand", "progressive_ranking")
    by_link = is_major(line) or terms(rules).minor_paid_from == "meter"
    prize = 0 if by_link else minor_prize(line.pays, prescribed)
    if not is_major(line):
        work.cite("progressive_pays", reading="ML-A42")
    work.cite("progressive_pays", reading="ML-A07")
    if has_fault_now(work.state):
        work.cite("progressive_fault_seen")
    taken = 0 if terms(rules).progressive_stake_returned_on_win else prescribed
    work.results.append(
        e.BetResult(
            "progressive", box.progressive, "won", taken, prize, box.progressive - prescribed, line.key
        )
    )
