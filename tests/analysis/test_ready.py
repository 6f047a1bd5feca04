"""Who has got ready has loaded all that answers need: nothing is compiled or loaded while somebody waits."""

import pickle
import subprocess
import sys
from pathlib import Path

import pytest

from croupier.analysis.advice.answering import Question
from tests.analysis.moments import at_the_moment

MULTILINK = """\
seat: 1 Ann 1,000
cards: 4c As Kd  4h 2c 7d 9h
dealer: place your bets
Ann: ante 50 on box 1
dealer: no more bets
dealer: deal the hole cards
Ann: look at box 1
"""
FLOP = """\
Ann: flop bet on box 1
dealer: deal the flop
dealer: reveal the flop
"""
POKER = """\
seat: 1 Ann 1,000
seat: 2 Ben 1,000
cards: 2c 7d As 3c Ah  4c Ks Qs Js
dealer: announce the blinds
Ann: post the small blind
Ben: post the big blind
dealer: deal the hole cards
"""
POKER_FLOP = """\
Ann: call
Ben: check
dealer: deal the flop
Ben: check
"""
FREEBET = """\
set: burn_policy none
seat: 1 Ann 1,000
cards: 8s 7d 8c Ts 9h
dealer: place your bets
Ann: wager 100 on area 1
dealer: no more bets
dealer: deal the initial cards
dealer: offer surrender
"""
SPLIT = """\
dealer: surrender is closed
Ann: free split
dealer: deal a card
"""
BETTING = "seat: 1 Ann 1,000\ncards: 2c\ndealer: place your bets"
MOMENTS = {
    "rws-multilink@3": (BETTING, MULTILINK, MULTILINK + FLOP),
    "rws-poker@7": (POKER, POKER + POKER_FLOP),
    "mbs-freebet@3": (BETTING, FREEBET, FREEBET + SPLIT),
}

# In a process of its own, where no other test has loaded anything. A kernel is known by its signatures.
CODE = """
import pickle, sys
from croupier.analysis.advice.answering import GetReady, answer

def loaded():
    return {
        (module, name): len(found.signatures)
        for module, each in list(sys.modules.items()) if module.startswith("croupier.")
        for name, found in vars(each).items() if hasattr(found, "signatures")
    }

questions = pickle.load(sys.stdin.buffer)
assert answer(GetReady(questions[0].edition, questions[0].chosen)) is None
before, modules = loaded(), set(sys.modules)
for question in questions:
    found = answer(question)
    assert found.words != "Nothing for you to decide at this moment.", found
assert sum(before.values()) > 0
print(*(key for key, count in loaded().items() if count != before.get(key)), *(set(sys.modules) - modules))
"""


@pytest.mark.parametrize("edition", MOMENTS)
def test_nothing_is_left_to_load(tmp_path: Path, edition: str) -> None:
    questions = []
    for script in MOMENTS[edition]:
        rules, view, options = at_the_moment(tmp_path, edition, script, "Ann")
        questions.append(Question(rules.edition, rules.chosen, view, options))
    done = subprocess.run(
        [sys.executable, "-c", CODE], input=pickle.dumps(questions), capture_output=True, check=False
    )
    assert done.returncode == 0, done.stderr.decode()
    assert done.stdout.decode().split() == []
