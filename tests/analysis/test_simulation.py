"""Simulated rounds against the exact figures; the same totals wherever and however a run is played."""

import json
from collections.abc import Iterable, Iterator

import pytest
import typer
from msgspec import convert
from typer.testing import CliRunner

from croupier.analysis.catalogue import Simulator, adopt, edge, provider_of
from croupier.analysis.figures import AnalysisError, Asked, Tally
from croupier.analysis.simulation import (
    Plan,
    Work,
    estimates,
    here,
    on_cores,
    on_dask,
    simulate,
)
from croupier.cli.mathematics.analysis import register

EDITION = "rws-multilink@3"
app = typer.Typer()
register(app)


@pytest.fixture(scope="module")
def simulator() -> Simulator:
    rules = adopt(EDITION, {})
    return provider_of(rules).simulator(rules, Asked())


def test_simulation_meets_the_exact_figures(simulator: Simulator) -> None:
    rules = adopt(EDITION, {})
    run = simulate(simulator, Plan(8_000_000, seed=3), here)
    assert run.tally.rounds == 8_000_000
    for estimate in estimates(run.tally, simulator.stakes):
        exact = edge(rules, estimate.bet)[0]
        assert abs(estimate.ev - exact.ev) < 3 * estimate.standard_error, estimate.bet
        for way in exact.outcomes:
            counted = run.tally.counts[estimate.bet].get(way.name, 0)
            expected = 8_000_000 * way.probability
            assert abs(counted - expected) < 5 * max(expected, 1) ** 0.5, (estimate.bet, way.name)


def test_every_round_ends_once(simulator: Simulator) -> None:
    tally = simulator.run(1, 10_000)
    assert {bet: sum(ways.values()) for bet, ways in tally.counts.items()} == dict.fromkeys(
        simulator.stakes, 10_000
    )


SMALL = Plan(230_000, seed=9, batch=20_000)


@pytest.fixture(scope="module")
def straight(simulator: Simulator) -> Tally:
    return simulate(simulator, SMALL, here).tally


@pytest.mark.soak
def test_same_totals_on_all_cores(simulator: Simulator, straight: Tally) -> None:
    assert simulate(simulator, SMALL, on_cores(2)).tally == straight


@pytest.mark.soak
def test_same_totals_on_a_dask_cluster(simulator: Simulator, straight: Tally) -> None:
    from distributed import Client, LocalCluster

    with (
        LocalCluster(n_workers=2, threads_per_worker=2, dashboard_address=None) as cluster,
        Client(cluster) as client,
    ):
        assert len(client.nthreads()) == 2
        assert simulate(simulator, SMALL, on_dask(client)).tally == straight
        asked = ["simulate", EDITION, "--rounds", "230000", "--batch", "20000", "--seed", "9", "--json"]
        said = CliRunner().invoke(app, [*asked, "--dask", cluster.scheduler_address])
        assert said.exit_code == 0, said.output
        assert convert(json.loads(said.stdout)["run"]["tally"], Tally) == straight


def test_another_seed_gives_other_totals(simulator: Simulator, straight: Tally) -> None:
    assert simulate(simulator, Plan(230_000, seed=10, batch=20_000), here).tally != straight


def _stopping_after(batches: int):
    def runner(simulator: Simulator, todo: Iterable[Work]) -> Iterator[tuple[int, Tally]]:
        # Out of order, as several workers would deliver.
        for number, (which, tally) in enumerate(here(simulator, reversed(list(todo)))):
            if number == batches:
                raise KeyboardInterrupt
            yield which, tally

    return runner


def test_a_broken_run_is_taken_up(simulator: Simulator, straight: Tally, tmp_path) -> None:
    file = tmp_path / "run.json"
    with pytest.raises(KeyboardInterrupt):
        simulate(simulator, SMALL, _stopping_after(5), checkpoint=file)
    told = []
    run = simulate(simulator, SMALL, here, checkpoint=file, told=lambda run: told.append(run.tally.rounds))
    # Eleven batches of 20,000 and one of 10,000; the last five, the small one among them, were done: 90,000.
    assert told == [110_000, 130_000, 150_000, 170_000, 190_000, 210_000, 230_000]
    assert run.tally == straight
    assert run.done == [(0, 11)]
    again = simulate(simulator, SMALL, here, checkpoint=file)
    assert again.tally == straight


def test_a_run_can_be_made_longer(simulator: Simulator, tmp_path) -> None:
    file = tmp_path / "run.json"
    simulate(simulator, Plan(40_000, batch=20_000), here, checkpoint=file)
    longer = simulate(simulator, Plan(80_000, batch=20_000), here, checkpoint=file)
    assert longer.tally == simulate(simulator, Plan(80_000, batch=20_000), here).tally


@pytest.mark.parametrize(
    ("plan", "words"),
    [
        (Plan(40_000, seed=2, batch=20_000), "its seed is 1, not 2"),
        (Plan(40_000, batch=10_000), "its batch is 20000, not 10000"),
        (Plan(20_000, batch=20_000), "already holds 50,000 rounds"),
        (Plan(70_000, batch=20_000), "ends with a batch of 10,000 rounds"),
    ],
)
def test_a_checkpoint_of_another_run_is_refused(
    simulator: Simulator, tmp_path, plan: Plan, words: str
) -> None:
    file = tmp_path / "run.json"
    simulate(simulator, Plan(50_000, batch=20_000), here, checkpoint=file)
    before = file.read_bytes()
    with pytest.raises(AnalysisError, match=words):
        simulate(simulator, plan, here, checkpoint=file)
    assert file.read_bytes() == before


def test_a_checkpoint_of_other_settings_is_refused(simulator: Simulator, tmp_path) -> None:
    file = tmp_path / "run.json"
    simulate(simulator, Plan(20_000, batch=20_000), here, checkpoint=file)
    rules = adopt(EDITION, {"ante_min": "50"})
    other = provider_of(rules).simulator(rules, Asked())
    with pytest.raises(AnalysisError, match="belongs to another run"):
        simulate(other, Plan(20_000, batch=20_000), here, checkpoint=file)
    file.write_text("{}")
    with pytest.raises(AnalysisError, match="is not a checkpoint"):
        simulate(simulator, Plan(20_000, batch=20_000), here, checkpoint=file)


@pytest.mark.parametrize("plan", [Plan(0), Plan(-1), Plan(10**13 + 1), Plan(1, batch=0), Plan(1, seed=-1)])
def test_plans_that_cannot_be_played_are_refused(simulator: Simulator, plan: Plan) -> None:
    with pytest.raises(AnalysisError):
        simulate(simulator, plan, here)


def test_smallest_plan(simulator: Simulator) -> None:
    assert simulate(simulator, Plan(1), here).tally.rounds == 1
