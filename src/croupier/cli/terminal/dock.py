"""The desk as a few lines: whose turn it is, how much, and what each key does."""

from rich.style import Style
from rich.text import Text

from croupier.cli.console import said
from croupier.cli.terminal.canvas import GOLD, LOST, QUIET, WHITE, gain
from croupier.cli.terminal.desk import Button, Desk
from croupier.cli.terminal.keys import Look
from croupier.cli.terminal.layouts import Layout
from croupier.cli.terminal.scene import Result, Scene
from croupier.messages import Message
from croupier.money import Cents, say_money

_LOOKS: dict[Look, Style] = {
    "danger": Style(color="#ff9a99", bgcolor="#34191c"),
    "neutral": Style(color=WHITE, bgcolor="#2b333c"),
    "primary": Style(color="#03170f", bgcolor="#34b784", bold=True),
    "free": Style(color="#2a1e02", bgcolor="#f0c85c", bold=True),
}
_SIGNS = {"enter": "⏎", "space": "␣"}
_CHIP_COLOURS: dict[Cents, tuple[str, str]] = {
    50: ("#15181d", "#e8a0b4"),
    1_00: ("#15181d", "#e9e6de"),
    5_00: ("#ffffff", "#c41e2d"),
    25_00: ("#ffffff", "#14804a"),
    100_00: ("#ffffff", "#22262b"),
    500_00: ("#ffffff", "#6a3fa0"),
    1_000_00: ("#15181d", "#e5b93c"),
    5_000_00: ("#ffffff", "#a5622f"),
    25_000_00: ("#ffffff", "#2b62b8"),
}


def dock(desk: Desk, scene: Scene, layout: Layout, names: dict[int, str], notice: str = "") -> Text:
    found = _title(desk, scene, layout, names)
    if notice or desk.problem:
        found.append("   ").append(notice or desk.problem, Style(color=LOST))
    found.append("\n")
    found.append_text(_middle(desk))
    found.append("\n")
    found.append_text(_buttons(desk.buttons))
    return found


def _title(desk: Desk, scene: Scene, layout: Layout, names: dict[int, str]) -> Text:
    if scene.result is not None:
        return _result(scene.notice or said(Message("The Round is over")), scene.result, scene.place)
    if desk.is_asked:
        title = said(Message("Place your bets" if desk.is_betting else "Your turn"))
        total = sum(desk.bets.values())
        price = layout.price(scene.view, scene.place)
        if desk.is_betting and total:
            price = said(Message("{total:money} on the table", {"total": total}))
        return Text(title, Style(color=GOLD, bold=True)).append(f"   {price}", Style(color=WHITE))
    others = [
        names.get(place) or Message("place {number}", {"number": place})
        for place in scene.awaited
        if place != scene.place
    ]
    words = said(Message("The dealer is at work"))
    if others:
        words = said(Message("Waiting for {others:list}", {"others": others}))
    return Text(words, Style(color=QUIET)).append("   ⏎ go faster", Style(color=QUIET, dim=True))


def _result(words: str, result: Result, place: int | None) -> Text:
    found = Text(words, Style(color=WHITE, bold=True))
    net = result.nets.get(place or 0)
    if net is not None:
        colour = GOLD if net > 0 else LOST if net < 0 else WHITE
        found.append("   You ", Style(color=WHITE)).append(gain(net), Style(color=colour, bold=True))
    for bet in result.bets:
        found.append(f"   {bet.name.replace('_', ' ')} {gain(-bet.net)}", Style(color=QUIET))
    return found


def _middle(desk: Desk) -> Text:
    found = Text()
    if desk.asking is not None and desk.prompt is not None:
        found.append(f"{desk.prompt.label}: {desk.asking}  ", Style(color=WHITE))
        return found.append(f"{desk.typed}▏", Style(color=GOLD, bold=True)).append(
            "  ⏎ done  Esc back", _hint()
        )
    if desk.is_betting:
        return _rack(desk)
    if desk.sized is not None:
        return _sizes(desk)
    return found


def _rack(desk: Desk) -> Text:
    found = Text()
    for number, chip in enumerate(desk.chips, start=1):
        front, ground = _CHIP_COLOURS[chip]
        is_chosen = chip == desk.chip
        style = Style(color=front, bgcolor=ground, bold=is_chosen, meta=_click(str(number)))
        found.append(f"{number}", _hint()).append(f"{'▸' if is_chosen else ' '}{say_money(chip)} ", style)
        found.append(" ")
    if desk.target is not None:
        place, spot = desk.target
        found.append("  on ", _hint())
        found.append(f"{spot.replace('_', ' ')} of {place}", Style(color=GOLD, bold=True))
        found.append("  ←→↑↓", _hint())
    return found


def _sizes(desk: Desk) -> Text:
    found = Text()
    shown = f"{desk.typed}▏" if desk.typed else say_money(desk.amount)
    found.append("← ", _hint()).append(f" {shown} ", Style(color="#2a1e02", bgcolor="#f0c85c", bold=True))
    found.append(" →   ", _hint())
    for name, cents in desk.presets:
        is_chosen = cents == desk.amount and not desk.typed
        style = Style(
            color=GOLD if is_chosen else WHITE,
            bold=is_chosen,
            underline=is_chosen,
            meta={"size": cents},
        )
        found.append(f"{name} {say_money(cents)}", style).append("  ")
    return found.append("↑↓ or type", _hint())


def _buttons(buttons: list[Button]) -> Text:
    found = Text()
    for button in buttons:
        sign = _SIGNS.get(button.key, button.key.upper())
        style = _LOOKS[button.look] + Style(meta=_click(button.key))
        if button.is_armed:
            style += Style(bgcolor="#a81f2b", color="#ffffff", bold=True)
        # A button is never broken in two at the end of a line.
        words = f" {sign} {button.words} ".replace(" ", "\u00a0")
        found.append(words, style).append(" ")
    return found


def _click(key: str) -> dict[str, str]:
    return {"press": key}


def _hint() -> Style:
    return Style(color=QUIET, dim=True)
