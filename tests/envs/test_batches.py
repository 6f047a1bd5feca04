"""What holds for the batches of every game."""

import numpy as np
import pytest

from croupier.envs.batch import Batch
from croupier.envs.freebet import FreeBetBatch
from croupier.envs.multilink import MultiLinkBatch
from croupier.envs.poker import PokerBatch


# Each takes seconds to compile, and the three loops are alike.
@pytest.mark.parametrize(
    "kind",
    [
        FreeBetBatch,
        pytest.param(MultiLinkBatch, marks=pytest.mark.soak),
        pytest.param(PokerBatch, marks=pytest.mark.soak),
    ],
)
def test_a_table_plays_the_same_in_a_batch_of_any_size_and_in_any_thread(kind: type[Batch]) -> None:
    small, large = kind(3, threads=1), kind(40, threads=3)  # type: ignore[call-arg]
    small.reset(9)
    large.reset(9)
    for _ in range(200):
        actions = np.argmax(large.mask, axis=1)
        small.step(actions[:3])
        large.step(actions)
        assert np.array_equal(small.observations, large.observations[:3])
        assert np.array_equal(small.net, large.net[:3])
