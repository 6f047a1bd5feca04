"""What the mathematics does not know it refuses, and the rake is one rule wherever it is counted."""

from collections.abc import Iterator

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from croupier.analysis.catalogue import adopt, edge, provider_of
from croupier.analysis.figures import AnalysisError, Asked
from croupier.analysis.kernels import raking as compiled
from croupier.analysis.known import BESIDE_THE_FIGURES, CHOICES, require_known, require_known_policies
from croupier.games import GAMES
from croupier.games.poker import POKER
from croupier.games.poker.terms import Terms
from croupier.money import raking
from croupier.rulebook import Library, Rules, library

V7 = Library().get("rws-poker@7")


@pytest.fixture
def capped_per_pot() -> Iterator[Rules]:
    """A successor that caps the rake of each pot, as its programmer would write it."""
    known = POKER.policies._known
    known["rake"] = {"capped_per_pot": lambda table, amounts: amounts}
    try:
        edition = replace(V7, policies={**V7.policies, "rake": "capped_per_pot"})
        yield Rules.adopt(edition, {}, POKER.policies)
    finally:
        del known["rake"]


def test_a_policy_that_the_mathematics_does_not_know_is_refused(capped_per_pot: Rules) -> None:
    """It got the figure of the cap of a Round."""
    for ask in (
        lambda: edge(capped_per_pot),
        lambda: provider_of(capped_per_pot).simulator(capped_per_pot, Asked()),
        lambda: require_known_policies(capped_per_pot.edition),
    ):
        with pytest.raises(AnalysisError, match="does not know the policy rake"):
            ask()


def test_a_choice_that_the_mathematics_does_not_know_is_refused() -> None:
    setting = V7.settings["rake_basis"]
    wider = replace(setting, choices=(*setting.choices, "per_street"))
    edition = replace(V7, settings={**V7.settings, "rake_basis": wider})
    with pytest.raises(AnalysisError, match="rake_basis = per_street; it knows per_pot, total"):
        edge(Rules.adopt(edition, {"rake_basis": "per_street"}, POKER.policies))


def test_every_policy_and_choice_there_is_has_been_thought_of() -> None:
    for make in GAMES.values():
        game = make()
        assert set(game.policies.keys) == BESIDE_THE_FIGURES[game.policies.game]
    for edition in library().editions():
        require_known(adopt(edition.id, {}))
        for name, known in CHOICES[edition.game].items():
            assert edition.settings[name].choices == known


POTS = st.lists(st.tuples(st.integers(0, 10**7), st.integers(0, 10**7)), min_size=1, max_size=9)


@settings(deadline=None)  # the first time it is compiled
@given(
    POTS, st.integers(0, 100), st.sampled_from([100, 1000]), st.sampled_from([1, 50, 100, 500]),
    st.integers(0, 10**5), st.booleans(),
)  # fmt: skip
def test_what_kernels_compile_is_what_the_table_counts(
    pots: list[tuple[int, int]], numerator: int, denominator: int, chip: int, cap: int, on_total: bool
) -> None:
    """The table's own function compiled: pots with what they are raked on, up to any cap."""
    amounts, bases = zip(*pots, strict=True)
    plain, count = [*amounts, *bases], len(pots)
    array = np.array(plain, np.int64)
    for collect, cells in ((raking.collect, plain), (compiled.collect, array)):
        collect(cells, 0, count, count, numerator, denominator, chip, cap, on_total)
    assert array.tolist() == plain
    rakes = plain[count:]
    assert sum(rakes) <= cap
    assert all(0 <= rake <= amount for rake, amount in zip(rakes, amounts, strict=True))


@pytest.mark.parametrize("walk", raking.WALKS)
def test_a_walk_is_raked_alike(walk: str) -> None:
    assert walk in V7.settings["walk_rake_base"].choices
    asked = raking.WALKS[walk], 100, 50, 30
    expected = {"matched": 100, "full": 150, "small_blind_only": 30}[walk]
    assert raking.walk_base(*asked) == compiled.walk_base(*asked) == expected
    assert Terms.of(Rules.adopt(V7, {"walk_rake_base": walk}, POKER.policies)).walk_rake_base == walk
