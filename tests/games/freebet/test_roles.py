"""Who may answer what: players their own questions, staff theirs, and an auditor nothing."""

import pytest

from croupier.games.freebet import FREEBET
from croupier.games.freebet.commands import CutCards
from croupier.table import SYSTEM, Actor, GiveRuling, Refusal, Role
from tests.games.freebet.spoken import DEAL, NO_SURRENDER, OPENING, PHRASES, dealt, say, speaker
from tests.games.freebet.tables import DEALER, MANAGER, STAFF, SUPERVISOR, done

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
    say(made, f"{OPENING}; Ben: wager 50 on area 2; {DEAL}; {NO_SURRENDER}")
    say(made, "dealer: report that Ann is absent")
    say(made, "dealer: draw 2 cards together with 0 disclosed")
    done(made, GiveRuling(by=DEALER, decision="drawn_together", choice="2"))
    say(made, "dealer: deal a card")
    assert made.state.areas[1].hands[0].cards[-1] == "8h"


@pytest.mark.parametrize("by", [*STAFF, SYSTEM], ids=lambda by: by.id)
def test_whoever_deals_cuts_for_an_absent_player(by: Actor) -> None:
    # One deck: fifteen cards a Round with seven areas, three times; the fourth needs nine and seven are left.
    made = dealt("Ts", decks=1, cut_card_position="5%")
    alarm = "dealer: refer to the shift manager: a fire alarm; shift manager: rule void on matter"
    wagers = [f"Ann: wager 25 on area {number}" for number in range(1, 8)]
    for _ in range(3):
        say(made, f"dealer: place your bets; {'; '.join(wagers)}; {DEAL}; {alarm}")
    say(made, f"dealer: place your bets; {'; '.join(wagers[:4])}; dealer: no more bets")
    say(made, "dealer: report that Ann is absent; dealer: riffle the discards")
    routine = FREEBET.routine(made.rules, made.state)
    assert routine is not None
    assert routine.command == "CutCards"
    done(made, CutCards(by=by, position=3))
    say(made, "dealer: deal the initial cards")


@pytest.mark.parametrize(
    ("said", "paragraphs"),
    [
        ("dealer: no more bets", "3.2"),
        ("supervisor: no more bets", "3.2 6.2"),
        ("supervisor: place 25 on the main of area 1 for Ann", "3.7"),
        ("manager: place 25 on the main of area 1 for Ann", "3.7"),
        ("shift manager: place 25 on the main of area 1 for Ann", "3.7 6.2"),
        ("supervisor: report that Ann is absent", "5.22"),  # whoever sees it tells it
        ("manager: restrict Ann to one area", "3.9"),
        ("shift manager: restrict Ann to one area", "3.9 6.2"),
    ],
)
def test_the_record_says_who_does_the_work_of_a_lower_position(said: str, paragraphs: str) -> None:
    made = dealt("Ts 7c 9d Kd")
    say(made, OPENING)
    who, _, text = said.partition(": ")
    events = done(made, PHRASES.read(text, speaker(made, who)))
    cited = {citation.paragraph for event in events for citation in event.citations}
    assert cited >= set(paragraphs.split())
    assert ("6.2" in cited) == ("6.2" in paragraphs)


@pytest.mark.parametrize(("by", "is_higher"), [(SUPERVISOR, False), (MANAGER, True)])
def test_a_ruling_for_a_supervisor_may_be_given_from_above(by: Actor, is_higher: bool) -> None:
    made = dealt("Ts 7c 9d Kd")
    say(made, f"{OPENING}; dealer: no more bets; dealer: deal the initial cards: the dealer left out")
    say(made, "dealer: report the cards")
    events = done(made, GiveRuling(by=by, decision="cards", choice="void"))
    assert ("6.2" in {citation.paragraph for citation in events[0].citations}) == is_higher
