"""A Round after the fact: decisions by their exact worth, and luck as what is left."""

from pathlib import Path

import pytest

from croupier.analysis.advice.grading import Review, review
from croupier.analysis.catalogue import adopt, edge_of
from croupier.analysis.figures import Asked
from croupier.analysis.freebet.shoe.play import Action
from croupier.analysis.freebet.spot import Spot
from croupier.analysis.freebet.terms import Terms
from croupier.analysis.multilink.starting import value_of
from croupier.cards import parse_cards
from croupier.games import catalogue
from croupier.table import Table
from croupier.table.scenario import play, read_script

FREEBET, MULTILINK, POKER = "mbs-freebet@3", "rws-multilink@3", "rws-poker@7"
BETTING = """
set: burn_policy none
seat: 1 Ann 1,000
cards: {cards}
dealer: place your bets
Ann: wager 100 on area 1
dealer: no more bets
dealer: deal the initial cards
"""
STOOD = """
dealer: offer surrender
dealer: surrender is closed
Ann: stand
dealer: deal a card
dealer: deal a card
dealer: settle the wagers
"""


def reviewed(folder: Path, edition: str, script: str) -> Review:
    path = folder / "round.scenario"
    path.write_text(f"scenario: a Round\nedition: {edition}\n{script.strip()}\n")
    known = catalogue()
    performance = play(read_script(path), edition, known.game, known.rules)
    assert not performance.failures, performance.failures
    game = known.game(performance.rules.edition.game)
    opening, *events = performance.events
    table = Table.replay(game, [opening], known.rules)
    steps = []
    for event in events:
        steps.append((table.state, event))
        table.apply(event)
    return review(game, performance.rules, steps)


def test_standing_on_two_nines_against_a_two_costs_what_the_free_split_is_worth_more(tmp_path: Path) -> None:
    found = reviewed(tmp_path, FREEBET, BETTING.format(cards="9s 2c 9d Kc Qc") + STOOD)
    on, stood = found.decisions
    assert (on.taken, on.best, on.is_best) == ("play on", "play on", True)
    values = Spot(Terms.of(adopt(FREEBET, {})), first=1, cards=(8, 8)).values()
    assert (stood.situation, stood.taken, stood.best) == ("9♠ 9♦ against 2♣", "stand", "free split")
    assert stood.cost == pytest.approx(values[Action.SPLIT] - values[Action.STAND])
    assert stood.cost_cents == pytest.approx(100_00 * stood.cost)
    assert found.accuracy == 0.5
    assert found.worst == (stood,)
    (ann,) = found.accounts
    # The dealer breaks with 22, which stands off: nothing is won.
    assert ann.result == 0
    assert ann.price == pytest.approx(100_00 * edge_of(adopt(FREEBET, {}), "main", Asked()).ev)
    assert ann.result == pytest.approx(ann.price + ann.mistakes + ann.luck)
    assert ann.mistakes == pytest.approx(-stood.cost_cents)


def test_who_does_not_answer_an_offer_has_declined_it(tmp_path: Path) -> None:
    """16 against a ten is given up; and even money is not taken by who waits."""
    found = reviewed(tmp_path, FREEBET, BETTING.format(cards="9s Kc 7d 5c 6c") + STOOD)
    first = found.decisions[0]
    assert (first.taken, first.best) == ("play on", "surrender")
    assert 0 < first.cost < 0.1
    natural = BETTING.format(cards="As Ac Kd 5c 6c") + "dealer: offer insurance\nAnn: even money on area 1\n"
    (even,) = reviewed(tmp_path, FREEBET, natural).decisions
    assert (even.taken, even.best, even.unit) == ("even money", "no insurance", "the wager")
    assert even.cost == pytest.approx(1.5 * (1 - 95 / 309) - 1)


def test_insurance_is_graded_in_its_own_stake(tmp_path: Path) -> None:
    script = BETTING.format(cards="9s Ac 7d 5c 6c") + "dealer: offer insurance\nAnn: insure area 1 for 50\n"
    (insured,) = reviewed(tmp_path, FREEBET, script).decisions
    assert (insured.taken, insured.best, insured.unit) == ("insure", "no insurance", "the Insurance wager")
    assert insured.cost == pytest.approx(7 / 103)
    assert insured.unit_cents == 50_00


def test_a_strong_hand_folded_at_multi_link_costs_all_it_was_worth(tmp_path: Path) -> None:
    script = """
seat: 1 Ann 1,000
cards: 4c As Kd  4h 2c 7d 9h
dealer: place your bets
Ann: ante 50 on box 1
dealer: no more bets
dealer: deal the hole cards
Ann: look at box 1
Ann: fold box 1
"""
    (fold,) = reviewed(tmp_path, MULTILINK, script).decisions
    worth = float(value_of(adopt(MULTILINK, {}), tuple(parse_cards("AsKd"))))
    assert (fold.situation, fold.taken, fold.best) == ("A♠ K♦", "fold", "Flop bet")
    assert fold.cost == pytest.approx(worth + 1)
    assert fold.unit_cents == 50_00


def test_poker_is_graded_against_ranges_and_says_which(tmp_path: Path) -> None:
    script = """
seat: 1 Ann 1,000
seat: 2 Ben 1,000
cards: 2c 7d As 3c Ah  4c Ks Qs Js
dealer: announce the blinds
Ann: post the small blind
Ben: post the big blind
dealer: deal the hole cards
Ann: fold
"""
    (fold,) = reviewed(tmp_path, POKER, script).decisions
    assert fold.player == "Ann"
    assert "random" in fold.method
    assert "raises are not solved" in fold.method


def test_poker_counts_what_it_cannot_grade(tmp_path: Path) -> None:
    """With a hundred Big Blinds nothing is solved: the raise has no grade, nor have check and bet."""
    script = """
seat: 1 Ann 1,000
seat: 2 Ben 1,000
cards: 2c 7d As 3c Ah  4c Ks Qs Js
dealer: announce the blinds
Ann: post the small blind
Ben: post the big blind
dealer: deal the hole cards
Ann: raise to 30
Ben: call
dealer: deal the flop
Ben: check
Ann: bet 40
Ben: fold
"""
    found = reviewed(tmp_path, POKER, script)
    assert [each.taken for each in found.decisions] == ["call", "fold"]
    assert found.ungraded == (1, 2, 1)


def test_with_few_chips_a_raise_before_the_flop_is_graded(tmp_path: Path) -> None:
    script = """
set: table_stake_min 50
seat: 1 Ann 100
seat: 2 Ben 100
cards: 2c 7d 3s 8c 2h  4c Ks Qs Js
dealer: announce the blinds
Ann: post the small blind
Ben: post the big blind
dealer: deal the hole cards
Ann: raise to 30
Ben: fold
"""
    found = reviewed(tmp_path, POKER, script)
    raised, folded = found.decisions
    assert (raised.taken, raised.best, raised.is_best) == ("raise", "fold", False)  # 32 offsuit
    assert folded.taken == "fold"
    assert "Solved" in raised.method
    assert found.ungraded == ()
