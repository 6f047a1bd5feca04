"""A parameter that a game does not read is refused; what it reads is typed."""

from collections.abc import Callable
from fractions import Fraction

import pytest

from croupier.rulebook import (
    Behaviour,
    EditionError,
    PayTable,
    Policies,
    PolicyError,
    Rules,
    Terms,
    UnknownKeyError,
    load_edition,
)

from .conftest import Writer


class DiceTerms(Terms, frozen=True):
    dice: int
    doubles: tuple[int, ...]
    prize_cap: int
    main: PayTable
    fee: Fraction
    shouting: bool
    second_prize: int | None = None


class FewerTerms(Terms, frozen=True):
    dice: int
    main: PayTable


class StrangeTerms(DiceTerms, frozen=True, kw_only=True):
    colour: str


class TextTerms(Terms, frozen=True):
    dice: str


def bound(terms: type[Terms]) -> Policies:
    policies = Policies("inn-dice")
    policies("winning", "highest_die")(lambda: None)
    policies.binding(terms)
    return policies


def test_terms_are_read_by_name_from_parameters_settings_and_pay_tables(write: Writer) -> None:
    rules = Rules.adopt(load_edition(write()), {"fee": "3%"}, bound(DiceTerms))
    terms = DiceTerms.of(rules)
    assert (terms.dice, terms.doubles, terms.prize_cap) == (2, (2, 4), 100_000)
    assert (terms.fee, terms.shouting, terms.second_prize) == (Fraction(3), False, None)
    assert terms.main.lines[0].key == "sixes"
    assert DiceTerms.of(rules) is terms


def test_a_parameter_that_nothing_reads_is_refused_by_name(write: Writer) -> None:
    with pytest.raises(EditionError) as error:
        Rules.adopt(load_edition(write()), {}, bound(FewerTerms))
    for part in ("inn-dice@1.toml", "parameters.doubles", "nothing reads it", "1 more: parameters.prize_cap"):
        assert part in str(error.value)


def test_informative_parameters_need_no_reader(write: Writer) -> None:
    file = write(
        ('value = [2, 4], paragraph = "2.2"', 'value = [2, 4], paragraph = "2.2", informative = "told only"'),
        ('"2.2", type = "money" }', '"2.2", type = "money", informative = "told only" }'),
    )
    edition = load_edition(file)
    assert edition.parameters["doubles"].informative == "told only"
    Rules.adopt(edition, {}, bound(FewerTerms))
    with pytest.raises(EditionError, match=r"parameters.doubles.informative: is marked as informative"):
        Rules.adopt(edition, {}, bound(DiceTerms))


def test_a_pay_table_that_nothing_reads_is_refused(write: Writer) -> None:
    class NoPay(Terms, frozen=True):
        dice: int
        doubles: tuple[int, ...]
        prize_cap: int

    with pytest.raises(EditionError, match=r"paytables.main: nothing reads it"):
        Rules.adopt(load_edition(write()), {}, bound(NoPay))


def test_what_the_game_reads_must_be_there_and_of_its_type(write: Writer) -> None:
    edition = load_edition(write())
    with pytest.raises(UnknownKeyError, match=r"parameters.colour: missing; the game reads it"):
        Rules.adopt(edition, {}, bound(StrangeTerms))
    with pytest.raises(EditionError, match=r"parameters.dice: the game reads text, not 2"):
        Rules.adopt(edition, {}, bound(TextTerms))


def test_a_game_without_terms_is_not_enforced(write: Writer) -> None:
    policies = Policies("inn-dice")
    policies("winning", "highest_die")(lambda: None)
    assert Rules.adopt(load_edition(write()), {}, policies).terms == {}


def test_a_behaviour_gives_the_function_that_the_edition_names(write: Writer) -> None:
    policies = Policies("inn-dice")
    winning: Behaviour[Callable[[int, int], int]] = Behaviour(policies, "winning")

    @winning("highest_die")
    def highest_die(one: int, other: int) -> int:
        return max(one, other)

    @winning("lowest_die")
    def lowest_die(one: int, other: int) -> int:
        return min(one, other)

    assert winning.by(Rules.adopt(load_edition(write()), {}, policies))(3, 5) == 5


def test_behaviours_of_one_key_take_the_same_values() -> None:
    policies = Policies("inn-dice")
    policies("winning", "highest_die")(lambda one, other: max(one, other))
    with pytest.raises(PolicyError, match=r"'only_die' takes 1 values, 'highest_die' takes 2"):
        policies("winning", "only_die")(lambda one: one)


def test_an_answer_depends_on_the_fields_that_it_asked_for(write: Writer) -> None:
    rules = Rules.adopt(load_edition(write()), {}, bound(DiceTerms)).afresh()
    with rules.reading() as reader:
        terms = DiceTerms.of(rules)
        assert (terms.dice, terms.shouting) == (2, False)
    assert (reader.parameters, reader.settings, reader.paytables) == ({"dice"}, {"shouting"}, set())
