"""Bad input is refused with its paragraph and the remedy, and leaves no trace."""

import msgspec
import pytest

from croupier.games.multilink import commands as c
from croupier.games.multilink.state import State
from croupier.table import SYSTEM, Accepted, Actor, Command, Refusal, Role, ShuffleCards, Table
from tests.games.multilink.setting import accept, load, said, table

CARDS = "2c Ks 9c 2d Kh 8c 7s 4c 7d 6h Tc 4d 3s 4h 3h Qs Jd"
BETTING = ["dealer: place your bets"]
ANTES = [*BETTING, "Ann: ante 50 on box 1", "Ben: ante 25 on box 2"]
CLOSED = [*ANTES, "dealer: no more bets"]
FIRST = [*CLOSED, "dealer: deal the hole cards"]
SECOND = [
    *FIRST,
    "Ann: flop bet on box 1",
    "Ben: fold box 2",
    "dealer: deal the flop",
    "dealer: reveal the flop",
]
LAST = [
    *SECOND,
    "Ann: check box 1",
    "dealer: deal the turn",
    "dealer: reveal the turn",
    "Ann: check box 1",
    "dealer: deal the river",
    "dealer: reveal the river",
    "dealer: open the dealer's hand",
]

BAD = [
    # bets
    ([], "Ann: ante 50 on box 1", "3.2", "Place your bets"),
    (BETTING, "Ann: bonus 10 on box 1", "3.9", "place an Ante on box 1 first"),
    (BETTING, "Ann: bet 5 on the progressive of box 1", "1.20", "link is closed"),
    (BETTING, "Ann: ante 24 on box 1", "5.2", "bet 25 or more"),
    (BETTING, "Ann: ante 1,001 on box 1", "5.1", "1,000 more on the ante at most"),
    (BETTING, "Ann: ante 24 on box 1", "3.4", "bet 25 or more"),
    (BETTING, "Ann: ante 1,001 on box 1", "3.4", "1,000 more on the ante at most"),
    (BETTING, "Ann: ante 25.10 on box 1", "3.4", "chips of 1"),
    (BETTING, "Ann: ante 50 on box 2", "3.5", "your own or on a free one"),
    (BETTING, "Ann: ante 50 on box 0", "2.1.1.a", "boxes 1 to 6"),
    (ANTES, "Ben: bonus 10 on box 1", "3.5", "another player's"),
    (ANTES, "Ben: ante 50 on box 1", "3.7", "another player's"),
    (ANTES, "Ben: bet 5 on the progressive of box 1", "3.8.1", "another player's"),
    (ANTES, "Ben: withdraw the bets on box 1", "3.5", "no bet on box 1"),
    (CLOSED, "Ann: ante 50 on box 3", "5.11", "until the next Round"),
    (CLOSED, "dealer: no more bets", "3.10", "until the next Round"),
    (FIRST, "Ann: withdraw the bets on box 1", "5.11", "until the next Round"),
    # decisions
    (CLOSED, "Ann: flop bet on box 1", "3.11.2.b", "deals the Hole Cards"),
    (FIRST, "Ann: flop bet 50 on box 1", "3.7", "exactly 100"),
    (FIRST, "Ann: flop bet 150 on box 1", "3.7", "exactly 100"),
    (FIRST, "Ann: flop bet 150 on box 1", "1.11", "exactly 100"),
    (FIRST, "Ann: turn bet on box 1", "1.3.b", "time for the flop bet"),
    (FIRST, "Ann: river bet on box 1", "1.3.c", "time for the flop bet"),
    (SECOND, "Ann: flop bet on box 1", "1.3.a", "time for the turn bet"),
    (FIRST, "Ann: check box 1", "3.11.2", "folds or bets"),
    ([*FIRST, "Ann: flop bet on box 1"], "Ann: flop bet on box 1", "3.11.2.b", "has decided"),
    ([*FIRST, "Ann: flop bet on box 1"], "Ann: fold box 1", "3.11.2.b", "in for the finish"),
    (FIRST, "Ann: fold box 2", "3.5", "not yours"),
    (FIRST, "Ben: fold box 2", "3.11.2.a", "turn of box 1"),
    (FIRST, "Cat: look at box 1", "3.7", "no hand on box 1"),
    (SECOND, "Ann: fold box 1", "3.11.2.b", "bet or check"),
    (SECOND, "Ben: check box 2", "1.13", "out of the Round"),
    (SECOND, "Ben: turn bet on box 2", "3.11.2.a", "out of the Round"),
    (SECOND, "Ann: turn bet 49 on box 1", "1.29", "exactly 50"),
    # the deal
    (FIRST, "dealer: deal the flop", "3.11.3", "box 1 has to decide first"),
    (FIRST, "dealer: reveal the flop", "3.11.3", "box 1 has to decide first"),
    (SECOND, "dealer: deal the river", "3.11.5", "box 1 has to decide first"),
    (SECOND, "dealer: settle", "1.25", "box 1 has to decide first"),
    (CLOSED, "dealer: deal the hole cards as 2c 3c", "3.11.1", "virtual"),
    (CLOSED, "dealer: deal the hole cards: one too few at box 5", "3.11.1", "dealt to: 1, 2"),
    (CLOSED, "dealer: deal the community cards", "3.12.1", "deals the Hole Cards next"),
    (FIRST, "dealer: place your bets", "1.25", "ends with its settlement"),
    # roles
    (BETTING, "Ann: no more bets", "3.10", "dealer or above"),
    (CLOSED, "Ann: deal the hole cards", "3.11.1", "dealer or above"),
    (FIRST, "dealer: fold box 1", "3.5", "for a player"),
    (LAST, "supervisor: pay 100 from the jackpot to box 1", "4.5", "for the system"),
    (FIRST, "dealer: rule void on matter", "5.23", "nothing waits"),
    (FIRST, "supervisor: rule void on matter", "5.23", "nothing waits"),
    # irregularities that did not happen
    (FIRST, "dealer: report the cards: nothing burnt", "5.9", "play on"),
    (FIRST, "dealer: report the hole cards", "5.8.6", "play on"),
    (FIRST, "dealer: report the hole cards: one too many at box 1", "5.15", "play on"),
    (FIRST, "dealer: report the flop", "5.8.7", "play on"),
    (FIRST, "dealer: report the flop: card 1 seen", "5.12", "name a hand"),
    (FIRST, "dealer: report that box 1 was examined as well", "5.18", "examined one already"),
    (FIRST, "dealer: report the hole cards: card 1 together with 1", "5.14", "in the order they came"),
    (FIRST, "dealer: check the bets on box 1", "3.4", "in order"),
    (FIRST, "Ann: choose refund on box 1", "5.10", "no choice open"),
    ([], "dealer: report a foreign card", "5.8.1", "no Round"),
    ([], "manager: report that the progressive system works again", "5.17.2", "no fault"),
    (LAST, "Ann: prove the hand of box 1", "4.3", "not shown"),
]


def at(lines: list[str]) -> Table[State]:
    found = table()
    accept(found.submit(load(CARDS)))
    for line in lines:
        accept(found.submit(said(line)))
    return found


@pytest.mark.parametrize(
    ("lines", "bad", "paragraph", "words"), BAD, ids=[f"{bad[1]} ({bad[2]})" for bad in BAD]
)
def test_bad_input(lines: list[str], bad: str, paragraph: str, words: str) -> None:
    found = at(lines)
    before, version = msgspec.json.encode(found.state), found.version
    refusal = found.submit(_command(bad))
    assert isinstance(refusal, Refusal)
    assert paragraph in {citation.paragraph for citation in refusal.citations}
    assert words in refusal.reason
    assert (msgspec.json.encode(found.state), found.version) == (before, version)


def _command(line: str) -> Command:
    if "from the jackpot" in line:
        return c.PayJackpot(by=Actor("supervisor", Role.PIT_SUPERVISOR), box=1, amount=100_00, meter=0)
    return said(line)


def test_a_shuffler_has_no_burn_to_forget() -> None:
    found = table(device="electronic_shuffler")
    for line in ANTES:
        accept(found.submit(said(line)))
    refusal = found.submit(said("dealer: report the cards: nothing burnt"))
    assert isinstance(refusal, Refusal)
    assert refusal.citations[0].paragraph == "5.9"
    assert "burns no card" in refusal.reason


def test_a_seed_that_is_too_short_is_refused() -> None:
    outcome = table().submit(ShuffleCards(by=SYSTEM, seed="00ff"))
    assert isinstance(outcome, Refusal)
    assert "64 bytes" in outcome.reason


def test_more_than_the_stack_cannot_be_bet() -> None:
    found = table(chips=30_00)
    accept(found.submit(said("dealer: place your bets")))
    refusal = found.submit(said("Ann: ante 31 on box 1"))
    assert isinstance(refusal, Refusal)
    assert "you have 30" in refusal.reason
    accept(found.submit(said("Ann: ante 30 on box 1")))
    accept(found.submit(load(CARDS)))
    accept(found.submit(said("dealer: no more bets")))
    accept(found.submit(said("dealer: deal the hole cards")))
    refusal = found.submit(said("Ann: flop bet on box 1"))
    assert isinstance(refusal, Refusal)
    assert "buy chips or fold" in refusal.reason
    accept(found.submit(said("Ann: buy chips for 60")))
    assert isinstance(found.submit(said("Ann: flop bet on box 1")), Accepted)
