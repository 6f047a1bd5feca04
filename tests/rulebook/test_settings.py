"""A house's choices are checked against the edition, at the bounds and one step beyond."""

from fractions import Fraction

import pytest

from croupier.rulebook import Rules, SettingError, load_edition

from .conftest import Writer


def adopt(write: Writer, **settings: object) -> Rules:
    return Rules.adopt(load_edition(write()), settings)


@pytest.mark.parametrize(
    ("name", "given", "value"),
    [
        ("stake_min", "1.00", 100),
        ("stake_min", "1.01", 101),
        ("stake_min", "49.99", 4_999),
        ("stake_min", "50", 5_000),
        ("stake_min", 100, 100),
        ("rolls", 1, 1),
        ("rolls", "2", 2),
        ("rolls", " 3 ", 3),
        ("fee", "0", Fraction(0)),
        ("fee", "0.01%", Fraction(1, 100)),
        ("fee", "5 %", Fraction(5)),
        ("fee", 5, Fraction(5)),
        ("fee", Fraction(1, 3), Fraction(1, 3)),
        ("ties", "lose", "lose"),
        ("shouting", "yes", True),
        ("shouting", "On", True),
        ("shouting", False, False),
        ("sign", "Closed", "Closed"),
    ],
)
def test_accepted(name: str, given: object, value: object, write: Writer) -> None:
    chosen = adopt(write, **{name: given})[name]
    assert chosen == value
    assert type(chosen) is type(value)


@pytest.mark.parametrize(
    ("name", "given", "message"),
    [
        ("stake_min", "0.99", "stake_min: 0.99 is not allowed; allowed: 1.00 to 50.00"),
        ("stake_min", 99, "stake_min: 0.99 is not allowed; allowed: 1.00 to 50.00"),
        ("stake_min", "50.01", "stake_min: 50.01 is not allowed; allowed: 1.00 to 50.00"),
        ("stake_min", 5.0, "stake_min: '5.0' is not an amount"),
        ("stake_min", True, "stake_min: 'True' is not an amount"),
        ("stake_min", "5.005", "stake_min: '5.005' is not an amount"),
        ("rolls", 0, "rolls: 0 is not allowed; allowed: 1 to 3"),
        ("rolls", 4, "rolls: 4 is not allowed; allowed: 1 to 3"),
        ("rolls", "two", "rolls: 'two' is not a whole number; allowed: 1 to 3"),
        ("fee", "-0.01", "fee: -0.01% is not allowed; allowed: 0% to 5%"),
        ("fee", "5.01%", "fee: 5.01% is not allowed; allowed: 0% to 5%"),
        ("fee", "1/0", "fee: '1/0' is not a percentage"),
        ("fee", 2.5, "fee: '2.5' is not a percentage"),
        ("ties", "win", "ties: win is not allowed; allowed: push, lose"),
        ("ties", 1, "ties: '1' is not one of the choices; allowed: push, lose"),
        ("shouting", "maybe", "shouting: 'maybe' is not yes or no"),
        ("shouting", 1, "shouting: '1' is not yes or no"),
        ("stake_max", "4.99", "stake_max: 4.99 is not allowed; it may not be below stake_min, which is 5.00"),
        ("roll", 1, "roll: the edition has no such setting; did you mean 'rolls'?"),
    ],
)
def test_refused_naming_value_and_what_is_allowed(
    name: str, given: object, message: str, write: Writer
) -> None:
    with pytest.raises(SettingError) as refused:
        adopt(write, **{name: given})
    assert str(refused.value).startswith(message)


def test_one_setting_may_equal_the_one_it_may_not_be_below(write: Writer) -> None:
    assert adopt(write, stake_min="7.00", stake_max="7.00")["stake_max"] == 700


def test_chosen_is_only_what_differs_and_is_read_back(write: Writer) -> None:
    rules = adopt(
        write, stake_min="5.00", stake_max="1,250.50", fee="1.25", ties="lose", shouting="yes", rolls=1
    )
    assert rules.chosen == {"stake_max": "1,250.50", "fee": "1.25%", "ties": "lose", "shouting": "yes"}
    again = Rules.adopt(rules.edition, rules.chosen)
    assert again.settings == rules.settings


@pytest.mark.parametrize("fee", ["0.5", "1.05", "3", "1/3", "0.0001"])
def test_percentages_survive_writing(fee: str, write: Writer) -> None:
    rules = adopt(write, fee=fee)
    assert Rules.adopt(rules.edition, rules.chosen)["fee"] == Fraction(fee)
