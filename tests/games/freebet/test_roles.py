"""Who may answer what: players their own questions, staff theirs, and an auditor nothing."""

import pytest

from croupier.table import Actor, GiveRuling, Refusal, Role
from tests.games.freebet.spoken import DEAL, NO_SURRENDER, OPENING, dealt, say
from tests.games.freebet.tables import DEALER, MANAGER, done

ANN, BEN = Actor("Ann", Role.PLAYER, 1), Actor("Ben", Role.PLAYER, 8)


@pytest.mark.parametrize(
    "by", [BEN, DEALER, MANAGER, Actor("audit", Role.AUDITOR), Actor("Ann", Role.DEALER)]
)
def test_a_players_question_is_for_that_player(by: Actor) -> None:
    made = dealt("Ts 9s 7c 4d 3d 5h 8h")
    say(made, f"{OPENING}; Ben: wager 50 on area 2; {DEAL}; {NO_SURRENDER}; Ann: hit")
    say(made, "dealer: draw 2 cards together with 0 disclosed")
    ruling = GiveRuling(by=by, decision="drawn_together", choice="1")
    before = made.state
    assert isinstance(made.submit(ruling), Refusal)
    assert made.state is before
    done(made, GiveRuling(by=ANN, decision="drawn_together", choice="1"))


def test_the_dealer_answers_for_an_absent_player() -> None:
    made = dealt("2s 9s 7c 4d 3d 5h 8h")
    say(
        made, f"{OPENING}; Ben: wager 50 on area 2; {DEAL}; {NO_SURRENDER}; dealer: report that Ann is absent"
    )
    say(made, "dealer: draw 2 cards together with 0 disclosed")
    done(made, GiveRuling(by=DEALER, decision="drawn_together", choice="2"))
    say(made, "dealer: deal a card")
    assert made.state.areas[1].hands[0].cards[-1] == "8h"
