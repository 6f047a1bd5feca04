"""Agents are not trained on numbers that the batches do not count."""

from types import SimpleNamespace
from typing import Any

import pytest

from croupier.envs.freebet import setup as freebet
from croupier.envs.multilink import setup as multilink
from croupier.envs.poker import setup as poker
from croupier.games import GAMES
from croupier.rulebook import Rules
from tests.analysis.drafts import draft

FREEBET, MULTILINK, POKER = freebet.FreeBetSetup, multilink.MultiLinkSetup, poker.PokerSetup


@pytest.mark.parametrize(
    ("room", "setup", "edition", "numbers"),
    [
        (freebet, FREEBET, "mbs-freebet@3", {"ace_splits_max": 2}),
        (freebet, FREEBET, "mbs-freebet@3", {"ten_split_wager_percent": 50}),
        (multilink, MULTILINK, "rws-multilink@3", {"dealer_cards": 1}),
        (poker, POKER, "rws-poker@6", {"hole_cards": 1}),
    ],
)
def test_a_draft_that_batches_do_not_play_is_refused(
    room: Any, setup: Any, edition: str, numbers: dict[str, int], monkeypatch: pytest.MonkeyPatch
) -> None:
    game = GAMES[edition.partition("@")[0]]()
    drafted = draft(edition, numbers)
    adopt = SimpleNamespace(rules=lambda id, settings: Rules.adopt(drafted, settings, game.policies))
    monkeypatch.setattr(room, "catalogue", lambda: adopt)
    with pytest.raises(ValueError, match="agents play with"):
        setup(edition=edition)
