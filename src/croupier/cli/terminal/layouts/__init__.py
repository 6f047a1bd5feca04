"""How each game's felt is drawn from its view; a game without a layout of its own has a plain one."""

from croupier.cli.terminal.layouts.layout import Layout

__all__ = ["Layout", "layout_for"]


def layout_for(game: str) -> Layout:
    if game == "rws-poker":
        from croupier.cli.terminal.layouts.poker import PokerLayout

        return PokerLayout()
    if game == "rws-multilink":
        from croupier.cli.terminal.layouts.multilink import MultiLinkLayout

        return MultiLinkLayout()
    if game == "mbs-freebet":
        from croupier.cli.terminal.layouts.freebet import FreeBetLayout

        return FreeBetLayout()
    from croupier.cli.terminal.layouts.plain import PlainLayout

    return PlainLayout()
