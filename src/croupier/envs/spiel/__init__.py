"""Our Poker as games of OpenSpiel: `croupier.envs.spiel.register()`, then `pyspiel.load_game(NAME)`.

| id | what it is |
|---|---|
| `croupier_poker` | the whole game, card by card (`spiel.poker`) |
| `croupier_preflop` | two players before the flop, in 169 classes: what `croupier preflop` solves |
| `croupier_push_fold` | the same with all-in or fold only (both: `spiel.abstract`) |
"""

try:
    import pyspiel  # type: ignore[import-not-found, unused-ignore]
except ModuleNotFoundError as error:
    raise ModuleNotFoundError(
        "croupier.envs.spiel needs OpenSpiel; install it with: pip install open_spiel", name=error.name
    ) from error

from croupier.envs.spiel.abstract import PREFLOP, PUSH_FOLD, PreflopGame, PushFoldGame, type_of
from croupier.envs.spiel.poker import POKER, TYPE, PokerGame

NAMES = (POKER, PREFLOP, PUSH_FOLD)


def register() -> tuple[str, ...]:
    """Tell OpenSpiel of the games; their names."""
    if POKER not in pyspiel.registered_names():
        pyspiel.register_game(TYPE, PokerGame)
        pyspiel.register_game(type_of(PREFLOP), PreflopGame)
        pyspiel.register_game(type_of(PUSH_FOLD), PushFoldGame)
    return NAMES
