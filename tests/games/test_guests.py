"""Games of other people's: an installed package names its module, and every command finds it."""

import sys
from collections.abc import Callable
from importlib.metadata import EntryPoint
from types import ModuleType

import pytest
from litestar import Litestar
from litestar.testing import TestClient

import croupier.games as games
from croupier import languages
from croupier.analysis.catalogue import adopt, edge
from croupier.cli.terminal.layouts import layout_for
from croupier.games import catalogue
from croupier.players import bots_for
from croupier.rulebook import Library
from croupier.server.pages import guest_file, page_file
from high_card import EDITIONS, HIGH_CARD


def test_an_installed_package_brings_its_game_and_its_bots(monkeypatch: pytest.MonkeyPatch) -> None:
    package = ModuleType("their_package")
    package.GAME, package.EDITIONS = HIGH_CARD, EDITIONS  # type: ignore[attr-defined]
    monkeypatch.setitem(sys.modules, "their_package", package)
    points = [EntryPoint("high-card", "their_package", games.GROUP)]
    monkeypatch.setattr(games, "entry_points", lambda group: points if group == games.GROUP else [])
    monkeypatch.setattr(games, "library", Library)
    monkeypatch.setattr(games, "_installed", games._installed.__wrapped__)
    assert "high-card" in catalogue().games
    assert catalogue().rules("high-card@1", {}).edition.game == "high-card"
    assert len(bots_for("high-card")) == HIGH_CARD.company == 2


def test_a_game_says_who_keeps_a_person_company() -> None:
    kinds = {type(bot).__name__ for bot in bots_for("rws-poker").values()}
    assert kinds == {"OddsBot", "CallerBot", "RandomPokerBot"}
    assert len(bots_for("rws-poker")) == 5


def test_a_guest_brings_figures_pages_and_words(invite: Callable[[str], None]) -> None:
    invite("three_card_poker")
    game = catalogue().game("three-card-poker")
    (main, pair_plus) = edge(adopt("three-card-poker@1", {}))
    assert (main.priced, pair_plus.priced) == ("3.3730%", "2.3167%")
    assert type(layout_for(game.name)).__name__ == "PlainLayout"
    said = languages.language("zh").translate("you have too few chips to play: fold, or buy some")
    assert said.startswith("您")
    client = TestClient(Litestar([guest_file, page_file]))
    assert "three-card-poker-layout" in client.get(f"/guests/{game.name}/felt.js").text
    for astray in ("/guests/rws-poker/felt.js", f"/guests/{game.name}/../game.py", "/guests/nobody/felt.js"):
        assert client.get(astray).status_code >= 400
