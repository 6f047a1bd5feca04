"""Rules answer game code: citations, settings, parameters, pay tables and policies."""

import pickle
from fractions import Fraction

import pytest

from croupier.money import ToOne
from croupier.rulebook import Citation, Policies, PolicyError, Rules, UnknownKeyError, load_edition

from .conftest import Writer


@pytest.fixture
def rules(write: Writer) -> Rules:
    return Rules.adopt(load_edition(write()))


def highest_die() -> str:
    return "highest"


def give_back() -> str:
    return "pushed"


def take() -> str:
    return "taken"


@pytest.fixture
def policies() -> Policies:
    known = Policies("inn-dice")
    known("winning", "highest_die")(highest_die)
    known("ties", "push")(give_back)
    known("ties", "lose")(take)
    return known


def test_citation_says_edition_and_paragraph() -> None:
    assert str(Citation("rws-poker@7", "5.12.2")) == "rws-poker@7 5.12.2"
    assert str(Citation("rws-poker@7", "4.1", "RK1")) == "rws-poker@7 4.1 (reading RK1)"


def test_cite(rules: Rules) -> None:
    assert rules.cite("stake") == (Citation("inn-dice@1", "2.1"),)
    assert rules.cite("stake", "winning", reading="D1") == (
        Citation("inn-dice@1", "2.1", "D1"),
        Citation("inn-dice@1", "2.2", "D1"),
    )
    assert rules.cite("void", "acting_in_position") == (Citation("inn-dice@1", "1.2"),)


def test_cite_gives_the_same_object_every_time(rules: Rules) -> None:
    assert rules.cite("stake") is rules.cite("stake")
    assert rules.cite("stake", reading="D1") is rules.cite("stake", reading="D1")
    assert rules.cite("stake") != rules.cite("stake", reading="D1")


@pytest.mark.parametrize(
    ("ask", "message"),
    [
        (lambda rules: rules.cite("steak"), "inn-dice@1 has no rule 'steak'; did you mean 'stake'?"),
        (lambda rules: rules.cite(), "inn-dice@1: a citation needs at least one rule key"),
        (
            lambda rules: rules.cite("stake", reading="D2"),
            "inn-dice@1 has no reading 'D2'; known are D1",
        ),
        (
            lambda rules: rules["stake_mim"],
            "inn-dice@1 has no setting 'stake_mim'; did you mean 'stake_min'?",
        ),
        (lambda rules: rules.parameter("die"), "inn-dice@1 has no parameter 'die'; did you mean 'dice'?"),
        (lambda rules: rules.paytable("side"), "inn-dice@1 has no pay table 'side'; known are main"),
    ],
)
def test_unknown_names_are_met_with_a_suggestion(ask, message: str, rules: Rules) -> None:  # type: ignore[no-untyped-def]
    with pytest.raises(UnknownKeyError) as unknown:
        ask(rules)
    assert str(unknown.value) == message
    assert isinstance(unknown.value, KeyError)


def test_typed_settings(rules: Rules) -> None:
    assert rules.money("stake_min") == 500
    assert rules.integer("rolls") == 1
    assert rules.percent("fee") == Fraction(5, 2)
    assert rules.choice("ties") == "push"
    assert rules.flag("shouting") is False
    assert 1_999 * rules.percent("fee") // 100 == 49
    with pytest.raises(AssertionError, match="rolls is not yes or no"):
        rules.flag("rolls")
    with pytest.raises(AssertionError, match="shouting is not a whole number"):
        rules.integer("shouting")


def test_parameters_and_pay_tables(rules: Rules) -> None:
    assert rules.parameter("prize_cap") == 100_000
    line = rules.paytable("main").line("sixes")
    assert line is not None
    assert line.pays == ToOne(10)
    assert rules.paytable("main").line("fives") is None


def test_policy_of_a_rule_and_of_a_setting(policies: Policies, write: Writer) -> None:
    edition = load_edition(write())
    rules = Rules.adopt(edition, policies=policies)
    assert rules.policy("winning") is highest_die
    assert rules.policy("ties") is give_back
    assert Rules.adopt(edition, {"ties": "lose"}, policies).policy("ties") is take
    with pytest.raises(UnknownKeyError, match="no policy 'wining'; did you mean 'winning'"):
        rules.policy("wining")


def test_rules_adopted_without_policies_have_none(rules: Rules) -> None:
    with pytest.raises(PolicyError, match="adopted without policies"):
        rules.policy("winning")


def test_edition_naming_an_unknown_policy(policies: Policies, write: Writer) -> None:
    edition = load_edition(write(('winning = "highest_die"', 'winning = "lowest_die"')))
    message = "inn-dice@1.toml: policies.winning: unknown policy 'lowest_die'; known are highest_die"
    with pytest.raises(PolicyError, match=message):
        Rules.adopt(edition, policies=policies)


def test_edition_naming_a_rule_without_any_policy(policies: Policies, write: Writer) -> None:
    edition = load_edition(write(('winning = "highest_die"', 'winning = "highest_die"\nstake = "any"')))
    with pytest.raises(PolicyError, match=r"policies\.stake: inn-dice has no policy for this rule"):
        Rules.adopt(edition, policies=policies)


def test_edition_that_does_not_choose(policies: Policies, write: Writer) -> None:
    policies("stake", "any")(lambda: None)
    with pytest.raises(PolicyError, match=r"inn-dice@1\.toml: policies\.stake: missing; the code knows any"):
        Rules.adopt(load_edition(write()), policies=policies)


def test_setting_whose_choice_has_no_policy(write: Writer) -> None:
    known = Policies("inn-dice")
    known("winning", "highest_die")(highest_die)
    known("ties", "push")(give_back)
    with pytest.raises(PolicyError, match=r"settings\.ties: unknown policy 'lose'; known are push"):
        Rules.adopt(load_edition(write()), {"ties": "lose"}, known)


def test_policy_is_registered_once(policies: Policies) -> None:
    with pytest.raises(PolicyError, match="winning already has a policy called 'highest_die'"):
        policies("winning", "highest_die")(take)
    assert policies.names("ties") == ("lose", "push")


def test_rules_travel_to_another_process(policies: Policies, write: Writer) -> None:
    rules = Rules.adopt(load_edition(write()), {"rolls": 2}, policies)
    arrived = pickle.loads(pickle.dumps(rules))
    assert arrived.settings == rules.settings
    assert arrived.cite("stake") == rules.cite("stake")
    assert arrived.policy("winning")() == "highest"
