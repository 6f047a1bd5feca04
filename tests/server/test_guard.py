"""Foreign pages and impatient clients."""

import pytest

from croupier.server.errors import Rejected
from croupier.server.guard import Allowance, check_origin


@pytest.mark.parametrize(
    ("headers", "is_ours"),
    [
        ({"host": "house:8000"}, True),  # not a browser
        ({"host": "house:8000", "origin": "http://house:8000"}, True),
        ({"host": "house:8000", "origin": "http://house:8001"}, False),
        ({"host": "house:8000", "origin": "http://evil"}, False),
        ({"host": "house:8000", "origin": "http://house:8000.evil"}, False),
        ({"host": "house:8000", "origin": "null"}, False),
        ({"host": "inside", "origin": "https://casino.example"}, True),  # named in the settings
    ],
)
def test_origins(headers: dict[str, str], is_ours: bool) -> None:
    if is_ours:
        check_origin(headers, ("https://casino.example",))
    else:
        with pytest.raises(Rejected) as caught:
            check_origin(headers, ("https://casino.example",))
        assert caught.value.problem.code == "cross_site"


def test_an_allowance_refills_with_time() -> None:
    now = 0.0
    allowance = Allowance(per_second=2, burst=3, clock=lambda: now)
    assert [allowance.take() for _ in range(4)] == [True, True, True, False]
    now = 0.49
    assert not allowance.take()  # 0.98 of a token
    now = 0.5
    assert allowance.take()
    assert not allowance.take()
    now = 1000
    assert [allowance.take() for _ in range(4)] == [True, True, True, False]  # never more than the burst
