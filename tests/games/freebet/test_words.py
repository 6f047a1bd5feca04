"""The transcript says what a dealer would: areas by number, a place only where it stands elsewhere."""

from croupier.games.freebet import State
from croupier.table import Table
from croupier.table import say as spoken
from tests.games.freebet.spoken import DEAL, NO_SURRENDER, PHRASES, dealt, speaker
from tests.games.freebet.tables import done


def told(made: Table[State], lines: str) -> list[str]:
    """What the table answers to these lines, one after the other."""
    found: list[str] = []
    for line in lines.split(";"):
        who, _, text = line.partition(":")
        events = done(made, PHRASES.read(text.strip(), speaker(made, who.strip())))
        found += [spoken(event) for event in events]
    return found


def test_wagers_doubles_and_splits() -> None:
    made = dealt("8s 7c 8d 3h Th Kd Tc")
    assert told(made, "dealer: place your bets; Ann: wager 100 on area 1; Ben: wager 50 on area 1")[1:] == [
        "Area 1 wagers 100",
        "Place 8 wagers 50 on area 1",
    ]
    told(made, f"{DEAL}; {NO_SURRENDER}")
    lines = "Ann: free split; Ben: free split; dealer: deal a card; Ann: free double; Ben: double for 50"
    assert told(made, lines) == [
        "Area 1 splits with a marker",
        "Place 8 splits area 1 with a marker",
        "3♥ to area 1",
        "Area 1 doubles with a marker",
        "Place 8 doubles area 1 for 50",
    ]


def test_insurance_and_settlement() -> None:
    made = dealt("Ts Ac 9d Kh")
    told(made, "dealer: place your bets; Ann: wager 100 on area 1; Ben: wager 50 on area 1; " + DEAL)
    lines = "dealer: offer insurance; Ann: insure for 50; Ben: no insurance"
    assert told(made, lines) == ["Insurance?", "Area 1 insures for 50", "Place 8 declines on area 1"]
    lines = "dealer: insurance is closed; Ann: stand; dealer: deal a card; dealer: settle the wagers"
    assert told(made, lines)[-4:] == [
        "Area 1, main lost to blackjack: 100 taken",
        "Area 1, place 8, main lost to blackjack: 50 taken",
        "Area 1, insurance won: 100 paid",
        "The Round is over",
    ]


def test_answers_say_what_was_chosen() -> None:
    made = dealt("Ts 7c 9d")
    assert told(made, "dealer: report that Ann is absent; dealer: report that Ann is back") == [
        "Place 1 is not present",
        "Place 1 is back",
    ]
    assert told(made, "manager: restrict Ann to one area; manager: let Ann wager on several areas") == [
        "Place 1 may wager on one area only",
        "Place 1 may wager on several areas again",
    ]
    told(made, "dealer: place your bets; Ann: wager 100 on area 1; Ben: wager 50 on area 1; " + DEAL)
    lines = (
        "dealer: report a power failure; Ann: rule stay on power_failure; Ben: rule withdraw on power_failure"
    )
    asked = "to decide: The power has failed: stay in the Round or withdraw all wagers?"
    assert told(made, lines)[1:5] == [
        f"For place 1 {asked}",
        f"For place 8 {asked}",
        "Place 1 on power failure: stay",
        "Place 8 on power failure: withdraw",
    ]
