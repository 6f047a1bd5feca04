"""What an option says of itself, so that nobody has to guess it from its words."""

from typing import Any

import pytest
from msgspec import UNSET

from croupier.games import catalogue
from croupier.games.freebet import commands as freebet
from croupier.games.multilink import commands as multilink
from croupier.games.poker import commands as poker
from croupier.rulebook import Rules
from croupier.table import Command, Purpose
from croupier.table.dealing import ReportFault
from croupier.table.facts import DEALER_PLACE, Burnt, Seen, TooMany
from croupier.table.options import Ask, cards_for, money, option_of, text
from croupier.table.rulings import ReferMatter
from croupier.table.subjects import Destination, Subject

SHELF = catalogue()
CITED = Rules.adopt(SHELF.library.get("rws-poker@7")).cite("round_of_play")


@pytest.mark.parametrize(
    ("kind", "fixed", "words", "here"),
    [
        (freebet.Stand, {"area": 3}, "stand on area 3", "stand"),
        (freebet.PlayOn, {"area": 3}, "play on area 3", "play on"),
        (multilink.Check, {"box": 3}, "check box 3", "check"),  # as its button says
        (freebet.WithdrawWager, {"area": 3, "bet": "pair"}, *["take back the pair of area 3"] * 2),
    ],
)
def test_its_words_for_somebody_who_knows_the_place(
    kind: type[Command], fixed: dict[str, object], words: str, here: str
) -> None:
    option = option_of(kind, CITED, **fixed)
    assert (option.words, option.words_here.lower(), option.place) == (words, here, 3)


def test_blanks_stay_in_the_words_without_the_place() -> None:
    option = option_of(freebet.Double, CITED, money("amount", 1, 2), area=3)
    assert (option.words, option.words_here) == ("double area 3 for {amount}", "double for {amount}")


def test_a_report_says_its_words_wherever_it_has_happened() -> None:
    """Reports that differ only in places and people are one line of a sheet: the page need not read them."""
    seen = [
        option_of(multilink.ReportWalkAway, CITED, group="irregularity", player=name) for name in ("x", "y")
    ]
    assert {option.words_anywhere for option in seen} == {"report that … has walked away"}
    seeing = {"deal": "hole_cards", "facts": (Seen(1, 2),)}
    option = option_of(multilink.ReportCards, CITED, group="irregularity", **seeing)
    assert option.words == "report the hole cards: card 1 of place 2 seen"
    assert option.words_anywhere == "report the hole cards: card … of … seen"
    assert option_of(ReportFault, CITED, group="irregularity").words_anywhere is UNSET
    assert option_of(multilink.Check, CITED, box=3).words_anywhere is UNSET


def test_each_card_says_what_it_is_and_where_it_goes() -> None:
    one, two = Destination("seat 1", "hand", 1), Destination("seat 2", "hand", 2)
    ask = cards_for("cards", [one, two, one, "Dealer"])
    assert ask.labels == ("seat 1, first card", "seat 2", "seat 1, second card", "Dealer")
    assert ask.destinations == (one, two, one, Destination("Dealer"))


def test_a_report_says_by_values_what_it_is_about() -> None:
    """A page that read the words for it found nothing in Chinese."""

    def about(kind: type[Command], *asks: Ask, **fixed: Any) -> Any:
        return option_of(kind, CITED, *asks, group="irregularity", **fixed).about

    unburnt = {"street": "flop", "facts": (Burnt(0),)}
    assert about(poker.DealStreet, **unburnt) == (Subject("burn"), Subject("board", part="flop"))
    assert about(poker.DealHoleCards, facts=(TooMany(1, 4),)) == (Subject("hand", 4),)
    assert about(multilink.ReportCards, deal="dealer_hand", facts=(Seen(1),)) == (Subject("dealer"),)
    assert about(freebet.DealCard, to=DEALER_PLACE) == (Subject("dealer"),)
    assert about(poker.ReportPlacement, seat=3) == (Subject("chips", 3),)
    assert about(multilink.ReportPlacement, player="x", box=2, bet="ante") == (Subject("chips", 2),)
    assert about(multilink.ReportWalkAway, player="x") == (Subject("player"),)
    assert about(ReportFault) == (Subject("device"),)
    assert about(ReferMatter, text("matter")) == (Subject("table"),)
    assert option_of(poker.Check, CITED, seat=3).about is UNSET


def test_a_game_says_how_pages_call_and_draw_it() -> None:
    titles = {name: SHELF.game(name).title for name in SHELF.games}
    assert list(titles) == ["rws-poker", "rws-multilink", "mbs-freebet"]
    assert all(titles.values())
    for name in SHELF.games:
        used = {kind.purpose for kind in SHELF.game(name).commands}
        assert {purpose for box in SHELF.game(name).dock for purpose in box} <= used | {Purpose.RETURN}, name
