"""Baselines win what the exact mathematics says of them, or lie where they have to."""

import pytest
from typer.testing import CliRunner

from croupier.analysis.freebet.chart import Chart
from croupier.analysis.freebet.charted import best_chart_value, chart_value
from croupier.analysis.freebet.terms import Terms
from croupier.analysis.multilink.starting import main_value
from croupier.cli import app
from croupier.envs.baselines import BASELINES, Result, measured, tables

ROUNDS = 200_000


def result(edition: str, name: str) -> Result:
    batch = tables(edition)
    return measured(batch, BASELINES[edition.partition("@")[0]][name](batch), ROUNDS, seed=3)


def near(found: Result, exact: float) -> bool:
    """Within four standard errors."""
    return abs(found.mean - exact) < 4 * found.error / 1.96


def test_a_chart_in_a_batch_wins_what_it_is_worth() -> None:
    terms = Terms.of(tables("mbs-freebet@3", 1).setup.rules)
    assert near(result("mbs-freebet@3", "best chart"), best_chart_value(terms))
    simple = Chart.first_guess(terms.free_double_totals)
    assert near(result("mbs-freebet@3", "hit to 16"), chart_value(terms, simple))


@pytest.mark.parametrize(
    ("edition", "worst"), [("mbs-freebet@3", "hit to 16"), ("rws-multilink@3", "random")]
)
def test_what_was_learned_is_better_than_the_simplest_and_no_better_than_the_best(
    edition: str, worst: str
) -> None:
    learned = result(edition, "learned")
    rules = tables(edition, 1).setup.rules
    is_freebet = edition.startswith("mbs")
    best = best_chart_value(Terms.of(rules)) if is_freebet else float(main_value(rules))
    assert learned.mean > result(edition, worst).mean + learned.error
    assert learned.mean < best + 2 * learned.error


def test_the_command_lists_them() -> None:
    said = CliRunner().invoke(app, ["envs", "baselines", "rws-multilink@2", "--rounds", "1e3"])
    assert said.exit_code == 0, said.output
    assert all(name in said.output for name in BASELINES["rws-multilink"])
    said = CliRunner().invoke(app, ["envs", "baselines", "rws-poker@7"])
    assert said.exit_code == 2
    assert "croupier arena" in " ".join(said.output.split())
