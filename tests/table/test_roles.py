"""A higher position does a lower one's work, never the other way round."""

import pytest

from croupier.table import Role

STAFF = (Role.DEALER, Role.PIT_SUPERVISOR, Role.PIT_MANAGER, Role.SHIFT_MANAGER)


@pytest.mark.parametrize("low", range(4))
@pytest.mark.parametrize("high", range(4))
@pytest.mark.paragraphs("mbs-freebet@3 6.2")
def test_the_ladder(low: int, high: int) -> None:
    assert STAFF[high].may_act_as(STAFF[low]) == (high >= low)


@pytest.mark.parametrize("role", [Role.PLAYER, Role.AUDITOR])
@pytest.mark.parametrize("needed", STAFF)
def test_players_and_auditors_do_no_staff_work(role: Role, needed: Role) -> None:
    assert not role.may_act_as(needed)


def test_staff_do_not_decide_for_players() -> None:
    assert not any(role.may_act_as(Role.PLAYER) for role in (*STAFF, Role.SYSTEM, Role.AUDITOR))


def test_the_system_deals_but_never_takes_a_decision_given_to_a_person() -> None:
    assert Role.SYSTEM.may_act_as(Role.DEALER)
    assert not any(Role.SYSTEM.may_act_as(role) for role in STAFF[1:])
