"""What to do with these cards now, and what each choice is worth."""

from collections.abc import Sequence
from fractions import Fraction

from croupier.analysis.figures import AnalysisError, Table, places
from croupier.analysis.kernels.cards import class_name, holding, numbers
from croupier.analysis.kernels.symmetry import CHOOSE, HOLDING_UNDER
from croupier.analysis.multilink.enumeration import DEALERS, FIELD, FIELD_MASK, RIVERS, TURNS_AND_RIVERS
from croupier.analysis.multilink.main_game import BestPlay, best_play
from croupier.analysis.multilink.play import HANDS
from croupier.analysis.multilink.strategy import street_gain
from croupier.cards import Card, show
from croupier.rulebook import Rules


def _check(hole: Sequence[Card], board: Sequence[Card]) -> None:
    if len(hole) != 2:
        raise AnalysisError("a player holds two cards, not {count}; give two, like AsKd", count=len(hole))
    if len(board) not in (0, 3, 4):
        raise AnalysisError(
            "there is no decision with {count} cards on the board; give none, the flop or flop and turn",
            count=len(board),
        )
    cards = [*hole, *board]
    if twice := next((card for card in cards if cards.count(card) > 1), None):
        raise AnalysisError("{twice:card} is there twice; one deck has each card once", twice=twice)


def advice(rules: Rules, hole: Sequence[Card], board: Sequence[Card]) -> Table:
    """The choices open with these cards, the better one marked; values in antes, exact."""
    _check(hole, board)
    play = best_play(rules)
    own = numbers(hole)
    title = " ".join(map(show, hole)) + (" on " + " ".join(map(show, board)) if board else "")
    if not board:
        value = play.result.value_of(HANDS.index(class_name(*own)))
        rows = _choices("place the Flop", value, "Fold", Fraction(-1))
        cited = rules.cite("flop_decision_shoe", "flop_decision_shuffler")
    elif len(board) == 3:
        rows = _choices("place the Turn", _turn(play, own, numbers(board)), "Check", Fraction(0))
        cited = rules.cite("flop_shoe", "flop_shuffler")
    else:
        rows = _choices("place the River", _river(play, own, numbers(board)), "Check", Fraction(0))
        cited = rules.cite("turn_shoe", "turn_shuffler")
    note = "Fold and Flop: the whole round's expectation. Turn and River: what that bet adds. In antes."
    return Table(title, ("choice", "value", "exact", ""), rows, note, places(cited))


def _choices(bet: str, value: Fraction, otherwise: str, other: Fraction) -> tuple[tuple[str, ...], ...]:
    is_better = value > other
    return (
        (bet, f"{float(value):+.6f}", str(value), "best" if is_better else ""),
        (otherwise, f"{float(other):+.6f}", str(other), "" if is_better else "best"),
    )


def _place(cards: Sequence[int]) -> int:
    return int(sum(CHOOSE[card, at] for at, card in enumerate(sorted(cards), start=1)))


def _turn(play: BestPlay, own: Sequence[int], flop: Sequence[int]) -> Fraction:
    place = _place(flop)
    flops = play.counted.flops
    under = HOLDING_UNDER[flops.renaming[place], holding(*own)]
    wins, losses = (int(play.counted.after_flop[which, flops.index[place], under]) for which in (0, 1))
    terms = play.result.terms
    return terms.turn * street_gain(wins, losses, terms.pays["turn"], TURNS_AND_RIVERS * DEALERS)


def _river(play: BestPlay, own: Sequence[int], four: Sequence[int]) -> Fraction:
    place = _place(four)
    fours = play.counted.fours
    packed = int(
        play.counted.after_turn[fours.index[place], HOLDING_UNDER[fours.renaming[place], holding(*own)]]
    )
    wins, losses = packed & FIELD_MASK, packed >> FIELD & FIELD_MASK
    terms = play.result.terms
    return terms.river * street_gain(wins, losses, terms.pays["river"], RIVERS * DEALERS)
