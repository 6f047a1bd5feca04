"""The notebooks run from the first cell to the last, and the example learns."""

import json
from pathlib import Path

import numpy as np
import pytest

from agents.freebet_learning import Learner
from croupier.analysis.freebet.charted import chart_value
from croupier.analysis.freebet.terms import Terms
from croupier.envs.freebet import FreeBetBatch

NOTEBOOKS = sorted((Path(__file__).parents[2] / "docs" / "notebooks").glob("*.ipynb"))


@pytest.mark.parametrize("path", NOTEBOOKS, ids=lambda path: path.stem)
def test_a_notebook_runs(path: Path) -> None:
    names: dict[str, object] = {"__name__": path.stem}
    for cell in json.loads(path.read_text("utf-8"))["cells"]:
        if cell["cell_type"] == "code":
            exec("".join(cell["source"]), names)


def test_learning_makes_better() -> None:
    learner = Learner(FreeBetBatch(512, shoe="fresh"), np.random.default_rng(2))
    terms = Terms.of(learner.batch.setup.rules)
    learner.learn(20_000, exploring=0.5)
    early = chart_value(terms, learner.chart(terms))
    learner.learn(400_000, exploring=0.3)
    late = chart_value(terms, learner.chart(terms))
    assert early < late < 0  # nobody beats the House
    assert late > -0.05
