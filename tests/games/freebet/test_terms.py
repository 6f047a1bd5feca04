"""The book binds: change one number of the edition alone, and table, refusal and figure go by it."""

from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest

from croupier.analysis.figures import AnalysisError
from croupier.analysis.freebet.against_ace import insurance_ways
from croupier.analysis.freebet.bets import main_nets
from croupier.analysis.freebet.charted import best_chart, chart_value
from croupier.analysis.freebet.optimal import expectation, optimal
from croupier.analysis.freebet.pot_of_gold import best_markers, marker_ways
from croupier.analysis.freebet.sides import busted_ways, pair_ways
from croupier.analysis.freebet.simulating.simulate import simulate
from croupier.analysis.freebet.terms import Terms as Quantities
from croupier.cards import parse_cards
from croupier.games import GAMES
from croupier.games.freebet import FREEBET
from croupier.games.freebet.terms import Terms
from croupier.rulebook import EditionError, Library, Rules, SettingError
from croupier.rulebook.compare import compare
from croupier.rulebook.terms import bounds_of
from croupier.table import SYSTEM, Actor, Catalogue, Refusal, Role, ShuffleCards, Table
from tests.analysis.freebet import live
from tests.games.freebet.spoken import DEAL, FINISH, NO_SURRENDER, OPENING, PHRASES, gain, refuses, say
from tests.games.freebet.tables import done

EDITION = Library().get("mbs-freebet@3")
HEADER = """[edition]
id = "mbs-freebet@904"
based_on = "mbs-freebet@3"
effective = 2030-01-01T09:00:00+08:00
"""


def drafted(folder: Path, text: str) -> Catalogue:
    """The games with a draft that differs from version 3 in what `text` says."""
    (folder / "mbs-freebet@904.toml").write_text(HEADER + text)
    return Catalogue(Library(folder), GAMES)


def at(rules: Rules, cards: str, **settings: Any) -> Table[Any]:
    """Ann at area 1, Ben behind her, these cards to come and none burnt."""
    rules = Rules.adopt(rules.edition, {"burn_policy": "none", **settings}, FREEBET.policies)
    made: Table[Any] = Table(FREEBET, rules, lambda edition, settings: rules)
    for name, place in {"Ann": 1, "Ben": 8}.items():
        for command in FREEBET.seat(Actor(name, Role.PLAYER, place), place, 10_000_00):
            done(made, command)
    done(made, ShuffleCards(by=SYSTEM, first_cards=parse_cards(cards)))
    return made


def played(cards: str, lines: str = "", bets: str = "") -> Callable[[Rules], Any]:
    """What Ann wins with these cards, standing unless the lines say otherwise."""

    def probe(rules: Rules) -> int:
        made = at(rules, cards)
        say(made, f"{OPENING}{bets}; {DEAL}; {lines or NO_SURRENDER + '; Ann: stand'}")
        while made.state.phase == "playing":
            say(made, "dealer: deal a card")
        say(made, FINISH)
        return gain(made)

    return probe


def refused(cards: str, lines: str, last: str, **settings: Any) -> Callable[[Rules], Any]:
    """Why the last line is refused, or what the table offers if it is not."""

    def probe(rules: Rules) -> str:
        made = at(rules, cards, **settings)
        say(made, lines)
        try:
            return refuses(made, last).reason
        except AssertionError:
            return "accepted"

    return probe


def adopted(rules: Rules, **settings: Any) -> str:
    """Why a House may not choose these settings, or that it may."""
    try:
        Rules.adopt(rules.edition, settings, FREEBET.policies)
    except SettingError as error:
        return str(error)
    return "adopted"


def absent(cards: str, policy: str) -> Callable[[Rules], Any]:
    def probe(rules: Rules) -> Any:
        made = at(rules, cards, absent_policy=policy)
        say(made, f"{OPENING}; {DEAL}; dealer: offer surrender; dealer: report that Ann is absent")
        say(made, "dealer: surrender is closed")
        while made.state.areas[1].hands[0].status == "open":
            say(made, "dealer: deal a card")
        return made.state.areas[1].hands[0].cards

    return probe


PLAY = f"{OPENING}; {DEAL}; {NO_SURRENDER}"

# A value alone, what shows it at the table, and what is seen then. Ann bets 100.
MUTATIONS: dict[str, tuple[Any, Callable[[Rules], Any], Any]] = {
    # 9 is a free double no more
    "free_double_totals": (
        [10, 11],
        refused("5s 7c 4d", PLAY, "Ann: free double"),
        "a Free Double needs a hard 10 or 11 on two cards; this is hard 9: hit, stand or double for chips",
    ),
    "double_percent_max": (
        50,
        refused("5s 7c 3d", PLAY, "Ann: double for 100"),
        "add 25 to 50, not 100",
    ),
    # The second hand of tens costs 50: 10 9 and 10 8 against 7 10 win 100 and 50
    "ten_split_wager_percent": (
        50,
        played(
            "Ts 7c Td 9h 8h Kc",
            f"{NO_SURRENDER}; Ann: split; dealer: deal a card; Ann: stand; dealer: deal a card; Ann: stand",
        ),
        150,
    ),
    "hands_per_area_max": (
        2,
        refused("8s 7c 8d 8h", f"{PLAY}; Ann: free split; dealer: deal a card", "Ann: free split"),
        "an area has at most 2 hands; hit, stand or double",
    ),
    # A A on a split Ace may be split once more
    "ace_splits_max": (
        2,
        refused("As 7c Ad Ah", f"{PLAY}; Ann: free split; dealer: deal a card", "Ann: free split"),
        "accepted",
    ),
    "side_wagers_per_area_max": (
        1,
        refused(
            "Ts",
            f"{OPENING}; Ben: wager 50 on area 1; Ann: bet 5 on the pair of area 1",
            "Ben: bet 5 on the pair of area 1",
        ),
        "area 1 has 1 pair wagers",
    ),
    # 10 7 is 17: drawn on, 5 makes 22
    "dealer_draws_to": (17, played("Ts 7c 9d Kh 5h"), 0),
    # A 6 stands and loses to 19; drawn on, a 4 makes 21
    "dealer_draws_to_soft": (
        16,
        played("Ts 6c 9d As 4h", f"{NO_SURRENDER}; Ann: stand"),
        100,
    ),
    # 22 pays, 23 stands off
    "dealer_stand_off_total": (23, played("Ts 7c 9d 9h 6h"), 100),
    "surrender_percent": (
        25,
        played("Ts 7c 6d", "dealer: offer surrender; Ann: surrender; dealer: surrender is closed"),
        -25,
    ),
    "insurance_percent_max": (
        20,
        refused("Ts Ac 6d", f"{OPENING}; {DEAL}; dealer: offer insurance", "Ann: insure for 50"),
        "Insurance is up to 20% of the wager of 100: at most 20",
    ),
    "absent_draws_to": (12, absent("5s 7c 7d 9h", "over_11"), ("5s", "7d", "9h")),
    "absent_stands_from_hard": (16, absent("9s 7c 7d 9h", "hard_17"), ("9s", "7d")),
    "wagers_per_area_max": (
        4,
        lambda rules: fourth_wager(rules),
        "accepted",
    ),
    "decks_min": (2, lambda rules: adopted(rules, decks=1), "decks: 1 is not allowed; allowed: 2 to 8 (2.1)"),
    "decks_max": (6, lambda rules: adopted(rules, decks=8), "decks: 8 is not allowed; allowed: 1 to 6 (2.1)"),
    "positions_max": (
        5,
        refused("Ts", "dealer: place your bets", "Ann: wager 50 on area 6"),
        "this table has areas 1 to 5",
    ),
}


def fourth_wager(rules: Rules) -> str:
    """What Ann is told when three others have a wager on area 1."""
    made = at(rules, "Ts")
    for name, place in {"Cat": 9, "Dan": 10, "Eve": 11}.items():
        for command in FREEBET.seat(Actor(name, Role.PLAYER, place), place, 10_000_00):
            done(made, command)
    others = "; ".join(f"{name}: wager 50 on area 1" for name in ("Cat", "Dan", "Eve"))
    say(made, f"dealer: place your bets; {others}")
    outcome = made.submit(PHRASES.read("wager 50 on area 1", Actor("Ann", Role.PLAYER, 1)))
    return outcome.reason if isinstance(outcome, Refusal) else "accepted"


# A pay line alone, and what Ann wins then. Side wagers are of 10, the main wager of 100.
POT, BUST = "; Ann: bet 10 on the pot of gold of area 1", "; Ann: bet 10 on the busted of area 1"
INSURED = "dealer: offer insurance; Ann: insure for 50; dealer: insurance is closed"
DOUBLED = f"{NO_SURRENDER}; Ann: free double"
LINES: dict[str, tuple[str, Callable[[Rules], Any], int]] = {
    "main.blackjack": ("6 to 5", played("As 7c Kd", NO_SURRENDER), 120),
    "main.regular": ("2 to 1", played("Ts 7c 9d Kh"), 200),
    "main.insurance": (
        "1 to 1",
        played(
            "Ts Ac 9d Kh",
            "dealer: offer insurance; Ann: insure for 50; dealer: insurance is closed; Ann: stand",
        ),
        -50,
    ),
    "main.pair": ("5 to 1", played("Ts 7c Td Kh", bets="; Ann: bet 10 on the pair of area 1"), 150),
    "busted.cards_3": ("3 to 1", played("Ts 7c 9d 9h Kh", bets=BUST), 130),
    "busted.cards_4": ("3 to 1", played("Ts 7c 9d 2h 3h Kh", bets=BUST), 30),
    "busted.cards_5": ("3 to 1", played("Ts 7c 9d 2h 2d 2s Kh", bets=BUST), 130),
    "busted.cards_6": ("3 to 1", played("Ts 2c 9d 2h 2d 3s 3h Kh", bets=BUST), 30),
    "busted.cards_7": ("3 to 1", played("Ts 2c 9d 2h 2d 2s 3s 3h Kh", bets=BUST), 130),
    "pot_of_gold.markers_1": (
        "4 to 1",
        played("5s 7c 6d 9h Kc", DOUBLED, POT),
        240,
    ),
}


@pytest.mark.parametrize("name", MUTATIONS)
def test_the_table_goes_by_the_number(name: str, tmp_path: Path) -> None:
    value, probe, expected = MUTATIONS[name]
    shelf = drafted(tmp_path, f"[parameters]\n{name} = {{ value = {value} }}\n")
    before, after = probe(shelf.rules("mbs-freebet@3", {})), probe(shelf.rules("mbs-freebet@904", {}))
    assert before != after
    assert after == expected


@pytest.mark.parametrize("name", LINES)
def test_the_table_pays_by_the_line(name: str, tmp_path: Path) -> None:
    pays, probe, expected = LINES[name]
    table, key = name.split(".")
    text = f'[paytables.{table}]\nlines = [{{ key = "{key}", pays = "{pays}" }}]\n'
    shelf = drafted(tmp_path, text)
    before, after = probe(shelf.rules("mbs-freebet@3", {})), probe(shelf.rules("mbs-freebet@904", {}))
    assert before != after
    assert after == expected


@pytest.mark.parametrize("markers", [2, 3, 4, 5])
def test_pot_of_gold_pays_by_the_line(markers: int, tmp_path: Path) -> None:
    text = f'[paytables.pot_of_gold]\nlines = [{{ key = "markers_{markers}", pays = "7 to 1" }}]\n'
    terms = Terms.of(drafted(tmp_path, text).rules("mbs-freebet@904", {}))
    assert terms.pays("pot_of_gold", terms.pot_of_gold_line(markers)) == 7
    assert terms.pot_of_gold_line(9) == "markers_5"
    assert terms.pot_of_gold_line(0) == ""


def test_every_number_of_the_edition_is_put_to_the_test() -> None:
    binding = {name for name, each in EDITION.parameters.items() if each.informative is None}
    fixed = {name for name, (low, high) in bounds_of(Terms).items() if low == high}
    assert binding == MUTATIONS.keys() | fixed
    lines = {f"{table}.{line.key}" for table, found in EDITION.paytables.items() for line in found.lines}
    assert lines == LINES.keys() | {f"pot_of_gold.markers_{number}" for number in (2, 3, 4, 5)}


@pytest.mark.parametrize("name", [name for name, (low, high) in bounds_of(Terms).items() if low == high])
def test_what_cannot_be_played_does_not_load(name: str, tmp_path: Path) -> None:
    value = int(str(EDITION.parameters[name].value)) + 1
    shelf = drafted(tmp_path, f"[parameters]\n{name} = {{ value = {value} }}\n")
    with pytest.raises(EditionError, match=name):
        shelf.rules("mbs-freebet@904", {})


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("[parameters]\ndecks_min = { value = 0 }\n", "decks_min: 0 cannot be played"),
        ("[parameters]\ndecks_max = { value = 12 }\n", "decks_max: 12 cannot be played"),
        (
            "[parameters]\nfree_double_totals = { value = [9, 30] }\n",
            "30 cannot be played; it may be 4 to 20",
        ),
        (
            '[paytables.main]\nlines = [{ key = "suited", pays = "2 to 1", words = "Suited" }]\n',
            "main.suited: nothing pays by this line",
        ),
        (
            '[paytables.busted]\nlines = [{ key = "joker", pays = "2 to 1", words = "Joker" }]\n',
            "busted.joker: nothing pays by this line",
        ),
        (
            '[paytables.main]\nlines = [{ key = "regular", pays = "2 for 1" }]\n',
            "regular: the game does not pay",
        ),
        ('[removed]\npaytables = ["main.blackjack"]\n', "main.blackjack: missing; the game pays by it"),
    ],
)
def test_what_the_table_would_not_heed_does_not_load(text: str, problem: str, tmp_path: Path) -> None:
    with pytest.raises(EditionError, match=problem):
        drafted(tmp_path, text).rules("mbs-freebet@904", {})


# The exact figures

MONEY = {
    "free_double_totals": [10, 11],
    "hands_per_area_max": 2,
    "ace_splits_max": 2,
    "dealer_draws_to_soft": 16,
    "dealer_stand_off_total": 23,
    "surrender_percent": 25,
}


def figure(rules: Rules) -> float:
    """What the best player wins of the original wager, one deck."""
    return expectation(optimal(Quantities.of(Rules.adopt(rules.edition, {"decks": 1}, FREEBET.policies))))


@pytest.mark.volume
def test_the_exact_figure_moves_with_the_money(tmp_path: Path) -> None:
    shelf = drafted(tmp_path, "")
    usual, found = figure(shelf.rules("mbs-freebet@3", {})), {}
    for at_, (name, value) in enumerate(MONEY.items()):
        folder = tmp_path / str(at_)
        folder.mkdir()
        draft = drafted(folder, f"[parameters]\n{name} = {{ value = {value} }}\n")
        found[name] = figure(draft.rules("mbs-freebet@904", {})) - usual
    assert all(found.values()), found
    assert found["free_double_totals"] < 0  # fewer free doubles, fewer hands, a dearer surrender: worse
    assert found["hands_per_area_max"] < 0
    assert found["ace_splits_max"] > 0
    assert found["surrender_percent"] > 0
    assert found["dealer_stand_off_total"] > 0  # 23 is rarer than 22


@pytest.mark.parametrize(
    ("line", "ways"),
    [
        ("main.pair", pair_ways),
        ("main.insurance", lambda rules: insurance_ways(Quantities.of(rules))),
        ("busted.cards_5", lambda rules: busted_ways(rules, Quantities.of(rules))),
        ("pot_of_gold.markers_2", lambda rules: marker_ways(rules, best_markers(Quantities.of(rules)))),
    ],
)
def test_the_figures_of_side_wagers_move_with_their_lines(
    line: str, ways: Callable[[Rules], Any], tmp_path: Path
) -> None:
    table, key = line.split(".")
    text = f'[paytables.{table}]\nlines = [{{ key = "{key}", pays = "1 to 2" }}]\n'
    shelf = drafted(tmp_path, text)
    settings = {"decks": "1"}
    before, after = (
        sum(
            (chance * net for _, chance, net in ways(shelf.rules(f"mbs-freebet@{version}", settings))),
            Fraction(0),
        )
        for version in (3, 904)
    )
    assert after < before


@pytest.mark.parametrize(
    "text",
    [
        '[paytables.main]\nlines = [{ key = "regular", pays = "2 to 1" }]\n',
        "[parameters]\ndouble_percent_max = { value = 50 }\n",
        "[parameters]\nten_split_wager_percent = { value = 50 }\n",
    ],
)
def test_no_figure_is_given_that_would_not_hold(text: str, tmp_path: Path) -> None:
    with pytest.raises(AnalysisError, match="the mathematics"):
        Quantities.of(drafted(tmp_path, text).rules("mbs-freebet@904", {}))


def test_no_figure_is_given_where_ranks_of_tens_decide_about_a_double() -> None:
    rules = Rules.adopt(EDITION, {"double_after_unlike_split": False})
    with pytest.raises(AnalysisError, match="the mathematics"):
        Quantities.of(rules)
    Quantities.of(Rules.adopt(EDITION, {"double_after_unlike_split": False, "split_unlike_tens": False}))


# The draft that started it: four changes of behaviour

DRAFT = """
[parameters]
dealer_draws_to_soft = { value = 16 }
dealer_stand_off_total = { value = 23 }
surrender_percent = { value = 25 }
free_double_totals = { value = [10, 11] }
"""


def test_a_draft_plays_refuses_settles_and_differs_by_its_own_numbers(tmp_path: Path) -> None:
    shelf = drafted(tmp_path, DRAFT)
    rules = shelf.rules("mbs-freebet@904", {})
    changed = {name for name in DRAFT.split() if name in EDITION.parameters}
    found = str(compare(EDITION, rules.edition).behaviour)
    assert all(name in found for name in changed)
    for name in changed:
        _, probe, expected = MUTATIONS[name]
        assert probe(rules) == expected
    assert figure(rules) != figure(shelf.rules("mbs-freebet@3", {}))


@pytest.mark.volume
def test_the_table_the_simulation_and_the_exact_figure_of_a_draft_agree(tmp_path: Path) -> None:
    """The same cards and decisions pay the same cents; a million Rounds come to the value of the chart."""
    lines = """
[paytables.main]
lines = [{ key = "blackjack", pays = "6 to 5" }, { key = "pair", pays = "9 to 1" }]
"""
    edition = drafted(tmp_path, DRAFT + lines).rules("mbs-freebet@904", {}).edition
    agreed = live.compare(300, seed=4, adopt=lambda **chosen: Rules.adopt(edition, chosen, FREEBET.policies))
    assert agreed == 300
    terms = Quantities.of(Rules.adopt(edition, {"decks": 1}, FREEBET.policies))
    chart = best_chart(terms)
    counts, nets = simulate(terms, chart, 1_000_000, 5), main_nets(terms)
    mean = sum(float(nets[way]) * int(number) for way, number in enumerate(counts.main) if number) / 1_000_000
    assert abs(mean - chart_value(terms, chart)) < 0.006  # a wager's result has a deviation of about 1.1
