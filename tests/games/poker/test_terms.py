"""The book binds: change one number of an edition alone, and the table goes by it or refuses to open."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from croupier.games import GAMES
from croupier.games.poker import POKER
from croupier.games.poker import commands as c
from croupier.games.poker import events as e
from croupier.games.poker import events as i
from croupier.games.poker.blinds import plan
from croupier.games.poker.state import State
from croupier.games.poker.terms import terms
from croupier.rulebook import EditionError, Library, Rules, SettingError
from croupier.rulebook.compare import compare
from croupier.table import Accepted, Catalogue, Refusal, ShuffleCards, Table
from croupier.table.facts import Seen
from tests.games.poker.tables import DEALER, PLAYERS, SUPERVISOR, give
from tests.games.poker.test_positions import table as table_of_five

ANN, BEN, CAT = PLAYERS[:3]
EDITIONS = ("rws-poker@6", "rws-poker@7")
CARDS = ["2c", "3c", "4c", "5c", "6c", "7c", "8c", "9c", "Tc", "Jc", "Qc", "Kc", "Ac"]

HEADER = """[edition]
id = "rws-poker@{version}"
based_on = "rws-poker@{base}"
effective = 2030-01-01T08:00:00+08:00
"""


def drafted(folder: Path, base: str, text: str) -> Catalogue:
    """The games with a draft beside the shipped editions that differs in what `text` says."""
    version = base.partition("@")[2]
    (folder / "rws-poker@908.toml").write_text(HEADER.format(version=908, base=version) + text)
    return Catalogue(Library(folder), GAMES)


def at(rules: Rules, *upto: str) -> Table[State]:
    """Three players, somewhere in a Round: Ann has the button, Ben and Cat the blinds."""
    table: Table[State] = Table(POKER, rules, lambda edition, settings: rules)
    for player in (ANN, BEN, CAT):
        give(table, c.SitDown(by=player, seat=player.seat or 0, chips=400_00 if player is CAT else 1_000_00))
    give(table, ShuffleCards(by=DEALER, first_cards=tuple(CARDS)), c.AnnounceBlinds(by=DEALER))  # type: ignore[arg-type]
    give(table, c.PostSmallBlind(by=BEN, seat=2), c.PostBigBlind(by=CAT, seat=3))
    if "deal" in upto:
        give(table, c.DealHoleCards(by=DEALER))
    return table


# What can be seen of each number at a table.


def big_blind(rules: Rules) -> Any:
    return POKER.view(rules, at(rules).state, ANN).signage.big_blind


def first_raise(rules: Rules) -> Any:
    outcome = at(rules, "deal").submit(c.RaiseTo(by=ANN, seat=1, amount=11_00))
    assert isinstance(outcome, Refusal)
    return outcome.reason


def short_all_in(rules: Rules) -> Any:
    """Ann raises to 280, Cat is all-in for 400: 120 of the 270 that a raise takes, 44%."""
    table = at(rules, "deal")
    give(table, c.RaiseTo(by=ANN, seat=1, amount=280_00), c.Fold(by=BEN, seat=2))
    return [type(event) for event in give(table, c.AllIn(by=CAT, seat=3)).events]


def burns(rules: Rules) -> Any:
    table = at(rules)
    give(table, c.DealHoleCards(by=DEALER))
    return table.state.burnt, table.state.hand(2).cards


def two_exposed(rules: Rules) -> Any:
    table = at(rules)
    events = give(table, c.DealHoleCards(by=DEALER, facts=(Seen(1), Seen(2)))).events
    return type(events[-1]), table.state.exposed


def deemed_gone(rules: Rules) -> Any:
    table = at(rules)
    give(table, c.LeaveSeat(by=ANN, seat=1))
    outcome = table.submit(c.DeemGone(by=SUPERVISOR, seat=1))
    assert isinstance(outcome, Refusal)
    return outcome.reason


def entry(rules: Rules) -> Any:
    found = plan(terms(rules), table_of_five(seat5={"is_new": True}))
    assert found is not None
    return [due.live for due in found.dues if due.seat == 5]


def rake_of_six(rules: Rules) -> Any:
    try:
        return Rules.adopt(rules.edition, {"rake_percent": "6%"}, POKER.policies).percent("rake_percent")
    except SettingError as error:
        return error.paragraphs


# One number changed, what shows it, and what is then seen.
MUTATIONS: dict[str, tuple[int, Callable[[Rules], Any], Any]] = {
    "big_blind_multiple": (3, big_blind, 15_00),
    "initial_raise_big_blinds": (2, first_raise, "the smallest raise is to 30; go up to 1,000, all-in"),
    "all_in_raise_percent": (40, short_all_in, [e.Raised]),
    "burnt_cards_shoe": (5, burns, (("2c", "3c"), ("4c", "7c"))),
    "exposed_cards_void": (3, two_exposed, None),
    "missed_turns_deemed_left": (
        3,
        deemed_gone,
        "seat 1 has missed 0 turns; it takes 3, or leaving without announcing a return",
    ),
    "entry_payment_big_blinds": (2, entry, [20_00]),
    "rake_ceiling": (6, rake_of_six, 6),
}

# Another value would need other streets, another ranking of hands or other packets: it does not load.
FIXED = {
    "decks": 2,
    "hole_cards": 3,
    "flop_cards": 4,
    "community_cards": 6,
    "five_card_hand": 4,
    "betting_rounds": 3,
    "heads_up_players": 3,
    "community_packet": 4,
    "hole_packet": 1,
}


@pytest.mark.parametrize("base", EDITIONS)
def test_every_number_of_the_edition_is_put_to_the_test(base: str) -> None:
    parameters = Library().get(base).parameters
    binding = {name for name, parameter in parameters.items() if parameter.informative is None}
    assert binding <= MUTATIONS.keys() | FIXED.keys()
    assert not Library().get(base).paytables


@pytest.mark.parametrize("base", EDITIONS)
@pytest.mark.parametrize("name", MUTATIONS)
def test_the_table_goes_by_the_number(name: str, base: str, tmp_path: Path) -> None:
    value, probe, expected = MUTATIONS[name]
    shelf = drafted(tmp_path, base, f"[parameters]\n{name} = {{ value = {value} }}\n")
    before, after = probe(shelf.rules(base, {})), probe(shelf.rules("rws-poker@908", {}))
    assert before != after
    if expected is not None:
        assert after == expected


@pytest.mark.parametrize("name", FIXED)
def test_what_cannot_be_played_does_not_load(name: str, tmp_path: Path) -> None:
    shelf = drafted(tmp_path, "rws-poker@7", f"[parameters]\n{name} = {{ value = {FIXED[name]} }}\n")
    with pytest.raises(EditionError, match=name):
        shelf.rules("rws-poker@908", {})


def test_one_hole_card_is_dealt_where_the_edition_says_so(tmp_path: Path) -> None:
    numbers = "hole_cards = { value = 1 }\nhole_packet = { value = 1 }\n"
    shelf = drafted(tmp_path, "rws-poker@7", f"[parameters]\n{numbers}")
    for device in ("card_shoe", "electronic_shuffler"):
        table = at(shelf.rules("rws-poker@908", {"device": device}), "deal")
        assert [len(hand.cards) for _, hand in table.state.hands] == [1, 1, 1]


DRAFT = """
[parameters]
big_blind_multiple = { value = 3 }
missed_turns_deemed_left = { value = 3 }
rake_ceiling = { value = 4 }

[settings.rake_percent]
default = "4%"
"""


def test_a_draft_plays_refuses_and_differs_by_its_own_numbers(tmp_path: Path) -> None:
    shelf = drafted(tmp_path, "rws-poker@7", DRAFT)
    table = shelf.table("rws-poker@908")
    for player in (ANN, BEN):
        give(table, c.SitDown(by=player, seat=player.seat or 0, chips=500_00))
    give(table, ShuffleCards(by=DEALER, first_cards=tuple(CARDS)), c.AnnounceBlinds(by=DEALER))  # type: ignore[arg-type]
    give(table, c.PostSmallBlind(by=ANN, seat=1), c.PostBigBlind(by=BEN, seat=2), c.DealHoleCards(by=DEALER))
    outcome = table.submit(c.RaiseTo(by=ANN, seat=1, amount=29_00))
    assert isinstance(outcome, Refusal)
    assert outcome.reason == "the smallest raise is to 30; go up to 500, all-in"
    assert {citation.edition for citation in outcome.citations} == {"rws-poker@908"}
    # A call makes a Pot of 30: 4% of it, in chips of 1, is 1.
    give(table, c.Call(by=ANN, seat=1), c.Check(by=BEN, seat=2), c.DealStreet(by=DEALER, street="flop"))
    settled = give(table, c.Fold(by=BEN, seat=2), c.Settle(by=DEALER))
    assert isinstance(settled, Accepted)
    assert [(event.amount, event.rake) for event in settled.events if isinstance(event, e.PotAwarded)] == [
        (30_00, 1_00)
    ]
    with pytest.raises(SettingError, match=r"0% to 4% \(4\.1\)"):
        shelf.rules("rws-poker@908", {"rake_percent": "5%"})
    found = compare(shelf.library.get("rws-poker@7"), shelf.library.get("rws-poker@908"))
    changed = {difference.name for difference in found.behaviour}
    assert {"big_blind_multiple", "missed_turns_deemed_left", "rake_ceiling"} <= changed


def test_an_exposed_card_voids_where_the_edition_says_one_is_enough(tmp_path: Path) -> None:
    shelf = drafted(tmp_path, "rws-poker@7", "[parameters]\nexposed_cards_void = { value = 1 }\n")
    events = give(at(shelf.rules("rws-poker@908", {})), c.DealHoleCards(by=DEALER, facts=(Seen(2),))).events
    assert isinstance(events[-1], i.RoundVoided)
    assert events[-1].exposed == ("4c",)
