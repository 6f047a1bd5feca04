"""How each game's felt is drawn from its view; a game without a layout of its own has a plain one."""

from croupier.cli.terminal.layouts.layout import Layout
from croupier.games import find

__all__ = ["Layout", "layout_for"]


def layout_for(name: str) -> Layout:
    from croupier.cli.terminal.layouts.plain import PlainLayout

    game = find(name)
    made: type[Layout] = (game.part("terminal") if game else None) or PlainLayout
    return made()
