"""The book rules the table: change one number of an edition alone, and something at the table differs."""

from collections.abc import Iterator
from functools import cache
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from croupier.games import FINISHED, GAMES
from croupier.games.multilink import MULTILINK
from croupier.games.multilink.linking import WIRE
from croupier.games.multilink.terms import MultiLinkTerms
from croupier.links.post import LinkedTables
from croupier.money import FixedPrize, ForOne, JackpotShare, Pay, ToOne
from croupier.rulebook import Edition, EditionError, Library, Parameter, Rules, compare
from croupier.rulebook.terms import bounds_of
from croupier.table import Accepted, Catalogue, Refusal, Table
from tests.games.multilink.setting import EDITIONS, PLAYERS, SHELF, load, said

Trace = list[object]

BETS = ["dealer: place your bets", "Ann: ante 50 on box 1", "Ann: bonus 50 on box 1"]
BETS += ["Ann: bet 5 on the progressive of box 1", "Ann: ante 50 on box 2", "dealer: no more bets"]
TO_THE_END = [
    "Ann: turn bet on box 1",
    "Ann: check box 2",
    "dealer: deal the turn",
    "dealer: reveal the turn",
]
TO_THE_END += ["Ann: river bet on box 1", "Ann: check box 2", "dealer: deal the river"]
TO_THE_END += ["dealer: reveal the river", "dealer: open the dealer's hand", "dealer: settle"]
WHOLE = [*BETS, "dealer: deal the hole cards", "Ann: flop bet on box 1", "Ann: flop bet on box 2"]
WHOLE += ["dealer: deal the flop", "dealer: reveal the flop", *TO_THE_END]
LOOKS = [*BETS, "dealer: deal the hole cards", "Ann: look at box 1", "Ann: look at box 2"]
EXPOSED = [
    *BETS,
    "dealer: deal the hole cards",
    "dealer: report the hole cards: card 1 of box 1 seen and card 1 of box 2 seen",
]

# Box 1's Hole Cards for each Bonus line; then Hole and Flop Cards for each line of the jackpot.
BONUS = {"aces": "As Ah", "ace_king_suited": "As Ks", "ace_queen_or_jack_suited": "As Qs"}
BONUS |= {"ace_king_unsuited": "As Kh", "high_pair": "Ks Kh", "ace_queen_or_jack_unsuited": "As Qh"}
BONUS |= {"low_pair": "3s 3h"}
JACKPOT = {"royal_flush": "As Ks Qs Js Ts", "straight_flush": "9s 8s Qs Js Ts"}
JACKPOT |= {"four_of_a_kind": "6s 6h 6d 6c Ts", "full_house": "3s 3h 3d Tc Ts"}
JACKPOT |= {"flush": "3s 9s Qs 4s Ts", "straight": "9h 8s Qs Js Ts"}


def deck(hole: str, board: str = "7d 6h 5c 4h 2d", dealer: str = "Jd 9d") -> str:
    """A burn before the Hole Cards of boxes 1 and 2 and before each street; the dealer's hand last."""
    first, second = hole.split()
    streets = board.split()
    flop, turn, river = " ".join(streets[:3]), streets[3], streets[4]
    return f"2c {first} 7h {second} 8c 3c {flop} 4c {turn} 5h {river} {dealer}"


def rounds() -> Iterator[tuple[str, list[str]]]:
    """Cards and what is done with them: each line of the tables is won once."""
    yield deck("9h 8s", "Qs Js Ts 4h 2d"), WHOLE  # a straight: the Ante is paid too
    yield deck("9h 3s", "9c Js Ts 4h 2d"), WHOLE  # a pair: it is not
    yield deck("As Ah", dealer="Ad Ac"), WHOLE
    for hole in BONUS.values():
        yield deck(hole), WHOLE
    for cards in JACKPOT.values():
        hole, flop = cards[:5], cards[6:]
        yield deck(hole, f"{flop} 4h 2d"), WHOLE
    yield deck("9s 3s", "Qs 4s Jc Ts 2d"), WHOLE  # a flush with the Turn Card
    yield deck("Ks Kh"), LOOKS
    yield deck("Ks Kh"), EXPOSED


def play(rules: Rules) -> Trace:
    """Everything that happens, citations left out: they name the same paragraphs in both."""
    trace: Trace = []
    for cards, lines in rounds():
        table = Table(MULTILINK, rules, SHELF.rules)
        for command in MULTILINK.seat(PLAYERS[0], 1, 10_000_00):
            table.submit(command)
        tables = LinkedTables(WIRE, rules, {"North": table})
        for command in (load(cards), *(said(line) for line in lines)):
            outcome = tables.give("North", command)
            assert isinstance(outcome, Accepted) or command.words[0] != "shuffle the cards", outcome
            trace.append(outcome.reason if isinstance(outcome, Refusal) else "")
        trace += [msgspec.to_builtins(replace(event, citations=())) for _, event in tables.events]
    return trace


def rules_of(edition: Edition) -> Rules:
    return Rules.adopt(edition, {"opening_value": "250,000", "bonus_max": "500"}, MULTILINK.policies)


@cache
def original(name: str) -> Trace:
    return play(rules_of(SHELF.library.get(name)))


PARAMETERS = [
    (name, key)
    for name in EDITIONS
    for key, parameter in SHELF.library.get(name).parameters.items()
    if parameter.informative is None
]
LINES = [
    (name, table, line.key)
    for name in EDITIONS
    for table, pays in SHELF.library.get(name).paytables.items()
    for line in pays.lines
]


def changed(parameter: Parameter) -> int | str | None:
    """Another value that can be played; None if there is none."""
    if isinstance(parameter.value, str):
        return "flush"
    assert isinstance(parameter.value, int)
    if parameter.is_money:
        return 100_00
    low, high = bounds_of(MultiLinkTerms)[parameter.name]
    return next((n for n in (parameter.value + 1, parameter.value - 1) if low <= n <= high), None)


@pytest.mark.parametrize(("name", "key"), PARAMETERS)
def test_every_parameter_alone_changes_the_table(name: str, key: str) -> None:
    edition = SHELF.library.get(name)
    parameter = edition.parameters[key]
    value = changed(parameter)
    other = parameter.value + 1 if value is None and isinstance(parameter.value, int) else value
    assert other is not None
    altered = replace(edition, parameters={**edition.parameters, key: replace(parameter, value=other)})
    if value is None:  # the code can play no other value, and says so instead of playing on as before
        with pytest.raises(EditionError, match="cannot be played"):
            rules_of(altered)
    else:
        assert play(rules_of(altered)) != original(name)


def better(pays: Pay) -> Pay:
    if isinstance(pays, ToOne):
        return ToOne(pays.numerator + 1, pays.denominator)
    if isinstance(pays, ForOne):
        return ForOne(pays.multiple + 1)
    if isinstance(pays, FixedPrize):
        return FixedPrize(pays.cents + 1_00)
    assert isinstance(pays, JackpotShare)
    return JackpotShare(pays.percent - 1)


@pytest.mark.parametrize(("name", "table", "key"), LINES)
def test_every_pay_line_alone_changes_the_table(name: str, table: str, key: str) -> None:
    edition = SHELF.library.get(name)
    pays = edition.paytables[table]
    lines = tuple(replace(each, pays=better(each.pays)) if each.key == key else each for each in pays.lines)
    altered = replace(edition, paytables={**edition.paytables, table: replace(pays, lines=lines)})
    assert play(rules_of(altered)) != original(name)


DRAFT = """
[edition]
id = "rws-multilink@904"
based_on = "rws-multilink@3"
effective = 2027-01-01T08:00:00+08:00

[parameters]
flop_multiple = { value = 3 }
hands_viewed_max = { value = 2 }

[paytables.main]
lines = [{ key = "flop", pays = "2 to 1" }]

[paytables.progressive]
lines = [{ key = "straight", pays = "25 for 1" }]
"""


def test_a_draft_plays_refuses_and_compares_by_its_own_numbers(tmp_path: Path) -> None:
    (tmp_path / "rws-multilink@904.toml").write_text(DRAFT, encoding="utf-8")
    shelf = Catalogue(Library(tmp_path), GAMES, FINISHED)
    rules = shelf.rules("rws-multilink@904", {"opening_value": "250,000"})
    table = Table(MULTILINK, rules, shelf.rules)
    for command in MULTILINK.seat(PLAYERS[0], 1, 10_000_00):
        table.submit(command)
    tables = LinkedTables(WIRE, rules, {"North": table})
    # Box 1 has a queen-high straight with the flop, box 2 a pair of sevens; the dealer a pair of jacks.
    lines = ["dealer: place your bets", "Ann: ante 50 on box 1", "Ann: bet 5 on the progressive of box 1"]
    lines += ["Ann: ante 50 on box 2", "dealer: no more bets", "dealer: deal the hole cards"]
    lines += ["Ann: look at box 1", "Ann: look at box 2"]  # both: the draft allows two
    for command in (load(deck("9h 8s", "Qs Js Ts 4h 2d")), *(said(line) for line in lines)):
        assert isinstance(tables.give("North", command), Accepted), command
    refusal = tables.give("North", said("Ann: flop bet 100 on box 1"))
    assert isinstance(refusal, Refusal)
    assert "exactly 150" in refusal.reason
    flop = ["Ann: flop bet on box 1", "Ann: fold box 2", "dealer: deal the flop", "dealer: reveal the flop"]
    for line in flop:
        assert isinstance(tables.give("North", said(line)), Accepted), line
    for line in TO_THE_END:
        if "box 2" not in line:
            assert isinstance(tables.give("North", said(line)), Accepted), line
    # 10,000 - 50 for box 2 - 5 for the jackpot bet; won: flop 2 x 150, turn, river, ante 50 each, 25 x 5.
    assert table.state.players["Ann"].chips == 10_000_00 - 55_00 + 300_00 + 150_00 + 125_00
    found = compare(shelf.library.get("rws-multilink@3"), shelf.library.get("rws-multilink@904"))
    said_of = str(msgspec.to_builtins(found, enc_hook=str))
    assert all(name in said_of for name in ("flop_multiple", "hands_viewed_max", "25 for 1", "2 to 1"))


HEADER = DRAFT.partition("[parameters]")[0]


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ('[parameters]\nante_pays_from = { value = "three_pairs" }\n', "'three_pairs' cannot be played"),
        (
            '[paytables.bonus]\nlines = [{ key = "sevens", pays = "2 to 1", words = "Sevens" }]\n',
            "bonus.sevens: nothing pays by this line",
        ),
        (
            '[paytables.progressive]\nlines = [{ key = "flush", pays = "2 to 1" }]\n',
            "flush: the game does not pay this line in that way",
        ),
        ('[removed]\npaytables = ["main.turn"]\n', "main.turn: missing; the game pays by it"),
        (
            '[settings.reconstruction_authority]\nchoices = ["pit_supervisor", "dealer"]\n',
            "settings.reconstruction_authority: 'dealer' cannot be played",
        ),
    ],
)
def test_what_the_table_would_not_heed_does_not_load(text: str, problem: str, tmp_path: Path) -> None:
    (tmp_path / "rws-multilink@904.toml").write_text(HEADER + text, encoding="utf-8")
    with pytest.raises(EditionError, match=problem):
        Catalogue(Library(tmp_path), GAMES, FINISHED).rules("rws-multilink@904", {})
