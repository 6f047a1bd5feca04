"""Bets, decisions and the settlement."""

from croupier.money import Cents
from croupier.rulebook import PayTable, Rules
from croupier.table import Citations, Command, Draft, Moment, Offer, Purpose, Role
from croupier.table.against_house import Limits
from three_card_poker.game import THREE_CARD_POKER
from three_card_poker.hands import category, worth
from three_card_poker.state import State
from three_card_poker.terms import ThreeCardTerms


class BetAnte(Command, frozen=True, kw_only=True):
    words = ("ante {amount}",)
    purpose = Purpose.BET
    label = "Ante"
    spot = "ante"
    seat: int
    amount: Cents


class BetPairPlus(Command, frozen=True, kw_only=True):
    words = ("bet {amount} on pair plus",)
    purpose = Purpose.BET
    label = "Pair Plus"
    spot = "pair_plus"
    seat: int
    amount: Cents


class Play(Command, frozen=True, kw_only=True):
    words = ("play",)
    purpose = Purpose.RAISE
    seat: int


class Fold(Command, frozen=True, kw_only=True):
    words = ("fold",)
    purpose = Purpose.FOLD
    seat: int


def ante_limits(rules: Rules) -> Limits:
    terms = ThreeCardTerms.of(rules)
    return Limits(terms.ante_min, terms.ante_max, terms.lowest_chip)


def pair_plus_limits(rules: Rules) -> Limits:
    terms = ThreeCardTerms.of(rules)
    return Limits(terms.lowest_chip, terms.pair_plus_max, terms.lowest_chip)


THREE_CARD_POKER.takes(BetAnte, "ante", "ante", ante_limits)
THREE_CARD_POKER.takes(BetPairPlus, "pair_plus", "pair_plus", pair_plus_limits, besides="ante")


@THREE_CARD_POKER.action(Play, Role.PLAYER, "play_or_fold", each=THREE_CARD_POKER.own_seat)
def play(at: Moment[State], seat: int) -> Offer:
    found = THREE_CARD_POKER.asked(at, seat, "play_or_fold")
    costs = found.ante * ThreeCardTerms.of(at.rules).play_multiple
    at.require(found.chips >= costs, "play_or_fold", "you have too few chips to play: fold, or buy some")
    return Offer(at.cite("play_or_fold"), costs=costs)


@play.taken
def plays(draft: Draft[State], command: Play, offer: Offer) -> None:
    THREE_CARD_POKER.place(draft, command.seat, "play", offer.costs, offer.citations)
    THREE_CARD_POKER.go_on(draft)


@THREE_CARD_POKER.action(Fold, Role.PLAYER, "play_or_fold", each=THREE_CARD_POKER.own_seat)
def fold(at: Moment[State], seat: int) -> Offer:
    THREE_CARD_POKER.asked(at, seat, "play_or_fold")
    return Offer(at.cite("play_or_fold"))


@fold.taken
def folds(draft: Draft[State], command: Fold, offer: Offer) -> None:
    give_up(draft, command.seat, offer.citations)


def give_up(draft: Draft[State], seat: int, citations: Citations) -> None:
    THREE_CARD_POKER.settle(draft, seat, "ante", "lost", citations)
    if draft.state.seats[seat].pair_plus:
        THREE_CARD_POKER.settle(draft, seat, "pair_plus", "lost", citations)
    THREE_CARD_POKER.go_on(draft)


def settle_round(draft: Draft[State]) -> None:
    seats, terms = draft.state.in_play, ThreeCardTerms.of(draft.rules)
    THREE_CARD_POKER.turn_up(draft, seats, "settlement")
    dealer = worth(draft.state.dealer_hand())
    for seat in seats:
        cards = draft.state.hand(seat)
        bonus = won(terms.ante_bonus, category(cards), draft.state.seats[seat].ante)
        if dealer < (0, terms.dealer_qualifies_from):
            pay(draft, seat, "ante", terms.main, bonus, "dealer_does_not_qualify")
            THREE_CARD_POKER.settle(draft, seat, "play", "returned", draft.cite("dealer_does_not_qualify"))
        elif worth(cards) > dealer:
            pay(draft, seat, "ante", terms.main, bonus, "settlement")
            pay(draft, seat, "play", terms.main, 0, "settlement")
        else:
            result = "returned" if worth(cards) == dealer else "lost"
            cites = draft.cite("settlement", *(["ante_bonus"] if bonus else []))
            THREE_CARD_POKER.settle(draft, seat, "ante", result, cites, winnings=bonus)  # type: ignore[arg-type]
            THREE_CARD_POKER.settle(draft, seat, "play", result, cites)  # type: ignore[arg-type]
        if stake := draft.state.seats[seat].pair_plus:
            winnings = won(terms.pair_plus, category(cards), stake)
            result = "won" if winnings else "lost"
            cites = draft.cite("pair_plus_pays")
            THREE_CARD_POKER.settle(draft, seat, "pair_plus", result, cites, winnings=winnings)  # type: ignore[arg-type]
    THREE_CARD_POKER.conclude(draft)


def pay(draft: Draft[State], seat: int, spot: str, table: PayTable, bonus: Cents, rule: str) -> None:
    winnings = won(table, spot, getattr(draft.state.seats[seat], spot)) + bonus
    cites = draft.cite(rule, *(["ante_bonus"] if bonus else []))
    THREE_CARD_POKER.settle(draft, seat, spot, "won", cites, winnings=winnings)


def won(table: PayTable, key: str, stake: Cents) -> Cents:
    line = table.line(key)
    return int(line.pays.winnings(stake)) if line else 0  # type: ignore[union-attr]
