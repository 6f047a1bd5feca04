"""The notebooks run from the first cell to the last, and what learns gets better.

`tests/test_installed.py` runs them outside the clone, with nothing imported before.
"""

import numpy as np
import pytest

from croupier.analysis.freebet.charted import chart_value
from croupier.analysis.freebet.terms import Terms
from croupier.envs.charted import Learner
from croupier.envs.freebet import FreeBetBatch
from tests.notebooks import NOTEBOOKS, as_script


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_runs(name: str) -> None:
    exec(as_script(name), {"__name__": name})


def test_learning_makes_better() -> None:
    learner = Learner(FreeBetBatch(512, shoe="fresh"), np.random.default_rng(2))
    terms = Terms.of(learner.batch.setup.rules)
    learner.learn(20_000, exploring=0.5)
    early = chart_value(terms, learner.chart(terms))
    learner.learn(400_000, exploring=0.3)
    late = chart_value(terms, learner.chart(terms))
    assert early < late < 0  # nobody beats the House
    assert late > -0.05
