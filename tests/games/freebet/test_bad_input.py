"""What the rules do not allow is refused with its paragraph and what may be done instead; nothing changes."""

import pytest

from croupier.cards import parse_cards
from croupier.table import SYSTEM, ShuffleCards, Table
from tests.games.freebet.spoken import DEAL, NO_SURRENDER, OPENING, dealt, paragraph, refuses, say
from tests.games.freebet.tables import State, done, table

PLAY = f"{OPENING}; Ben: wager 50 on area 2; {DEAL}; {NO_SURRENDER}"


def test_double_after_a_hit() -> None:
    made = dealt("2s 9s 7c 3d 9d 4h")
    say(made, f"{PLAY}; Ann: hit; dealer: deal a card")
    refusal = refuses(made, "Ann: double for 100")
    assert paragraph(refusal) == "3.26.1"
    assert "hit or stand" in refusal.reason
    free = refuses(made, "Ann: free double")
    assert [cited.paragraph for cited in free.citations] == ["3.26.5", "3.26.1"]


@pytest.mark.parametrize(
    ("cards", "total"),
    [("As 8d", "soft 19"), ("4s 4d", "hard 8"), ("6s 6d", "hard 12"), ("As 9d", "soft 20")],
)
def test_free_double_outside_hard_9_to_11(cards: str, total: str) -> None:
    first, second = cards.split()
    made = dealt(f"{first} 9s 7c {second} 9d")
    say(made, PLAY)
    refusal = refuses(made, "Ann: free double")
    assert paragraph(refusal) == "3.26.5"
    assert total in refusal.reason
    assert "hard 9, 10 or 11" in refusal.reason


@pytest.mark.parametrize("cards", ["4s 5d", "4s 6d", "5s 6d"])
def test_free_double_on_hard_9_10_and_11(cards: str) -> None:
    first, second = cards.split()
    made = dealt(f"{first} 9s 7c {second} 9d")
    say(made, f"{PLAY}; Ann: free double")


def test_a_fifth_hand() -> None:
    made = dealt("8s 9s 7c 8d 9d 8h 8c 8s")
    say(made, f"{PLAY}; Ann: free split; dealer: deal a card; Ann: free split; dealer: deal a card")
    say(made, "Ann: free split; dealer: deal a card")
    assert len(made.state.areas[1].hands) == 4
    refusal = refuses(made, "Ann: free split")
    assert paragraph(refusal) == "3.22"
    assert "at most 4 hands" in refusal.reason


@pytest.mark.parametrize(("amount", "is_allowed"), [("50.50", False), ("50", True), ("49.50", True)])
def test_insurance_over_half(amount: str, is_allowed: bool) -> None:
    made = dealt("Ts Ac 9d")
    say(made, f"{OPENING}; {DEAL}; dealer: offer insurance")
    if is_allowed:
        say(made, f"Ann: insure for {amount}")
    else:
        refusal = refuses(made, f"Ann: insure for {amount}")
        assert paragraph(refusal) == "3.27"
        assert "at most 50" in refusal.reason


def test_acting_for_another_area() -> None:
    made = dealt("Ts 9s 7c 6d 5d")
    say(made, PLAY)
    refusal = refuses(made, "Ben: hit area 1")
    assert paragraph(refusal) == "3.11"
    assert "Ann decides for area 1" in refusal.reason
    assert paragraph(refuses(made, "Ben: hit area 2")) == "3.29"  # not yet the turn of area 2


@pytest.mark.parametrize("line", ["Ann: wager 100 on area 1", "Ben: wager 25 on area 3"])
def test_wager_after_the_call(line: str) -> None:
    made = dealt("Ts 9s 7c 6d 5d")
    say(made, f"{OPENING}; dealer: no more bets")
    refusal = refuses(made, line)
    assert paragraph(refusal) == "5.3"
    assert "next Round" in refusal.reason


@pytest.mark.parametrize(
    ("line", "number", "whom"),
    [
        ("Ann: deal the initial cards", "6.2", "dealer or above"),
        ("dealer: stand", "6.2", "for a player"),
        ("supervisor: restrict Ann to one area", "3.9", "pit manager or above"),
        ("supervisor: restrict areas to 2 wagers", "3.10.1", "pit manager or above"),
        ("dealer: approve late insurance", "5.26", "pit supervisor or above"),
    ],
)
def test_wrong_role(line: str, number: str, whom: str) -> None:
    made = dealt("Ts 9s 7c 6d 5d")
    say(made, f"{OPENING}; dealer: no more bets")
    refusal = refuses(made, line)
    assert paragraph(refusal) == number
    assert whom in refusal.reason


def test_higher_positions_may_do_a_dealers_work() -> None:
    made = dealt("Ts 7c 6d")
    say(made, "manager: place your bets; Ann: wager 100 on area 1; supervisor: no more bets")
    say(made, "shift manager: deal the initial cards")


@pytest.mark.parametrize(
    ("line", "number"),
    [
        ("Ann: wager 0 on area 1", "3.6"),
        ("Ann: wager 20,000 on area 1", "3.6"),
        ("Ann: wager 100 on area 0", "2.2.1"),
        ("Ann: bet 10 on the pair of area 1", "3.15.4"),
        ("Ann: hit", "3.14"),
        ("Ann: surrender", "3.25"),
        ("Ann: even money", "3.20"),
        ("Ann: insure for 10", "3.27"),
        ("Ann: withdraw from area 1", "5.25"),
        ("Ann: refuse the card", "5.9"),
        ("Ann: cut at 3", "5.19"),
        ("Ann: rule void on cards", "6.1"),
        ("Cat: wager 100 on area 1", "3.14"),
        ("dealer: deal a card", "3.18"),
        ("dealer: settle the wagers", "1.1.17"),
        ("dealer: report the cards", "5.6"),
        ("dealer: resume the game", "5.30"),
        ("dealer: shuffle the cards", "2.1"),
        ("dealer: place your bets", "3.1"),
    ],
)
def test_at_the_wrong_moment(line: str, number: str) -> None:
    made = dealt("Ts 7c 6d")
    say(made, "dealer: place your bets")
    assert paragraph(refuses(made, line)) == number


def physical() -> Table[State]:
    made = table({"burn_policy": "none", "decks": 1}, {"Ann": 1, "Ben": 8})
    done(made, ShuffleCards(by=SYSTEM))
    say(made, f"{OPENING}; dealer: no more bets")
    return made


@pytest.mark.parametrize(
    ("line", "rule", "words"),
    [
        ("dealer: deal the initial cards", "3.18", "3"),
        ("dealer: deal the initial cards as Ts 7c", "3.18", "3"),
        ("dealer: deal the initial cards as Ts 7c Ts", "5.1", "10♠"),  # there is one of it in a deck
    ],
)
def test_a_physical_device_is_told_its_cards(line: str, rule: str, words: str) -> None:
    refusal = refuses(physical(), line)
    assert paragraph(refusal) == rule
    assert words in refusal.reason


def test_a_round_from_a_physical_device() -> None:
    made = physical()
    say(made, f"dealer: deal the initial cards as Ts 7c 6d; {NO_SURRENDER}; Ann: hit; dealer: deal a card 4d")
    say(made, "Ann: stand; dealer: deal a card Kd; dealer: settle the wagers")
    assert made.state.device.out == parse_cards("Ts 7c 6d 4d Kd")
    assert made.state.players[1].chips == 10_100_00
