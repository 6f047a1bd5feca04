"""Kept answers: good for the same terms only, checked when read, and shipped as they are worked out."""

from pathlib import Path

import msgspec
import pytest

from croupier.analysis import answers
from croupier.analysis.answers import SHIPPED, answered, is_known
from croupier.analysis.catalogue import adopt, bets_of, edge_of, provider_of
from croupier.analysis.concerns import HOUSE_GAMES, JACKPOT_GAME, VULNERABILITY, Pace
from croupier.analysis.figures import Asked, BetFigures
from croupier.analysis.readings import READINGS
from croupier.analysis.shelf import CACHE
from croupier.analysis.whatif import adopt_with
from croupier.games.freebet.game import FREEBET
from croupier.games.multilink.game import MULTILINK
from croupier.rulebook import Rules
from croupier.rulebook.library import Library


@pytest.fixture(autouse=True)
def shelf(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv(CACHE, str(tmp_path))
    return tmp_path


class Worker:
    """Works out a number from the dealer's drawing rule and counts how often it had to."""

    def __init__(self) -> None:
        self.worked = 0

    def __call__(self, rules: Rules) -> int:
        self.worked += 1
        return int(rules.parameter("dealer_draws_to_soft")) + rules.integer("decks")

    def ask(self, rules: Rules) -> int:
        return answered("test", rules, Asked(), int, self)


def test_the_same_question_is_worked_out_once() -> None:
    worker = Worker()
    assert worker.ask(adopt("mbs-freebet@3", {})) == worker.ask(adopt("mbs-freebet@3", {})) == 23
    assert worker.worked == 1


def test_what_was_read_decides_and_nothing_else() -> None:
    worker = Worker()
    assert worker.ask(adopt("mbs-freebet@3", {})) == 23
    assert worker.ask(adopt("mbs-freebet@3", {"decks": 8})) == 25
    assert worker.ask(adopt_with("mbs-freebet@3", {"dealer_draws_to_soft": "16"}).rules) == 22
    assert worker.worked == 3
    assert worker.ask(adopt_with("mbs-freebet@3", {"main.blackjack": "6 to 5", "main_min": "10"}).rules) == 23
    assert worker.worked == 3


def test_a_damaged_answer_is_worked_out_again(shelf: Path) -> None:
    worker = Worker()
    worker.ask(adopt("mbs-freebet@3", {}))
    (file,) = shelf.rglob("*.json")
    file.write_bytes(file.read_bytes().replace(b'"told":23', b'"told":24'))
    assert worker.ask(adopt("mbs-freebet@3", {})) == 23
    file.write_bytes(b"[{")
    assert worker.ask(adopt("mbs-freebet@3", {})) == 23
    assert worker.worked == 3


def test_a_machine_that_keeps_nothing_still_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(CACHE, "/dev/null")
    worker = Worker()
    assert (worker.ask(adopt("mbs-freebet@3", {})), worker.ask(adopt("mbs-freebet@3", {}))) == (23, 23)
    assert worker.worked == 2


@pytest.mark.parametrize("edition", Library().ids)
def test_every_figure_of_a_shipped_edition_ships(edition: str) -> None:
    rules = adopt(edition, {})
    for bet in bets_of(rules):
        assert is_known(f"edge {bet}", rules, Asked()), f"{bet}: run `make sheets`"
    assert is_known("strategy", rules, Asked())
    assert is_known(READINGS, rules, Asked())
    game = rules.edition.game
    assert is_known(VULNERABILITY, rules, Asked()) == (game in HOUSE_GAMES)
    assert is_known(Pace().question, rules, Asked()) == (game == JACKPOT_GAME)
    assert all(answer.is_whole for answer in answers._read(SHIPPED / f"{edition}.json"))


@pytest.mark.parametrize(
    ("edition", "bet"),
    [
        *(("mbs-freebet@3", bet) for bet in FREEBET.priced),
        *(
            # The main bet takes long and has tests of its own: before a release.
            pytest.param(f"rws-multilink@{version}", bet, marks=[pytest.mark.soak] * (bet == "main"))
            for version in (2, 3)
            for bet in MULTILINK.priced
        ),
    ],
)
def test_a_shipped_figure_is_what_is_worked_out(edition: str, bet: str) -> None:
    rules = adopt(edition, {})
    assert edge_of(rules, bet, Asked()) == _as_kept(provider_of(rules).edge(rules, bet, Asked()))


def _as_kept(figures: BetFigures) -> BetFigures:
    return msgspec.json.decode(msgspec.json.encode(figures), type=BetFigures, strict=False)
