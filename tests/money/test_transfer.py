"""Double entry: whatever is posted, nothing appears or vanishes."""

from hypothesis import given
from hypothesis import strategies as st

from croupier.money import Balances, Transfer

ACCOUNTS = st.sampled_from(["cage", "stack/1", "stack/2", "pot", "rake"])


@given(st.lists(st.builds(Transfer, ACCOUNTS, ACCOUNTS, st.integers(0, 10**9))))
def test_the_sum_of_all_accounts_stays_zero(transfers: list[Transfer]) -> None:
    books = Balances()
    books.post(transfers)
    assert sum(books.values()) == 0


def test_open_accounts_are_those_that_hold_something() -> None:
    books = Balances()
    books.post([Transfer("cage", "stack/1", 100), Transfer("stack/1", "pot", 100)])
    assert books.open_accounts() == {"cage": -100, "pot": 100}
