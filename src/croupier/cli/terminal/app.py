"""The screen: felt, log and book beside it, desk below. Textual draws it and brings the keys."""

from functools import partial
from typing import ClassVar

from rich.text import Text
from textual import events, work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical, VerticalScroll
from textual.message import Message
from textual.widget import Widget
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option as Entry

from croupier.cli.console import paragraphs
from croupier.cli.sitting import Sitting
from croupier.cli.terminal.book import explained
from croupier.cli.terminal.canvas import WHITE, Canvas, ink
from croupier.cli.terminal.desk import Desk, Given
from croupier.cli.terminal.dock import dock
from croupier.cli.terminal.layouts import Layout, layout_for
from croupier.cli.terminal.layouts.layout import Picture
from croupier.cli.terminal.scene import Line, Scene
from croupier.cli.terminal.session import Session

_LOG_LINES = 500
_ROOM = "#0d1013"
_LEAST = (50, 16)  # of the felt, so that nothing lies over anything else
_TOO_SMALL = (
    "This table needs a terminal",
    "of 80 x 24 or more;",
    "croupier play --plain",
    "does with less.",
)
_KEYS = {"question_mark": "?", "full_stop": "."}
_HELP = "? why · Tab log · Q leave"


class Felt(Widget):
    """The table, drawn anew for every scene and size."""

    def __init__(self, layout: Layout) -> None:
        super().__init__(id="felt")
        self._felt_layout = layout
        self.picture: Picture | None = None

    def render(self) -> Text:
        canvas = Canvas(self.size.width, self.size.height, _ROOM)
        if self.size.width < _LEAST[0] or self.size.height < _LEAST[1]:
            for row, words in enumerate(_TOO_SMALL):
                canvas.put(0, row, words, ink(WHITE))
        elif self.picture is not None:
            self._felt_layout.draw(canvas, self.picture)
        return canvas.text()


class TableApp(App[str]):
    """A table in the terminal. `run` gives what there is to say when it is over."""

    CSS = """
    Screen { background: #0d1013; layers: base; }
    #sign { height: 1; background: #181d22; color: #b0b8c1; padding: 0 1; }
    #felt { width: 1fr; height: 1fr; }
    #side { width: 26; height: 1fr; background: #14181c; padding: 0 0 0 1; }
    .wide #side { width: 40; }
    #log { height: 1fr; border: none; background: #14181c; padding: 0; scrollbar-size: 1 1;
           scrollbar-color: #343d47; scrollbar-background: #14181c; }
    #log:focus { border: none; }
    #book { height: 55%; display: none; border-top: solid #f0c85c; background: #181d22; padding: 0 1;
            scrollbar-size: 1 1; scrollbar-color: #343d47; scrollbar-background: #181d22; }
    #book.open { display: block; }
    #dock { height: 5; background: #181d22; border-top: solid #343d47; padding: 0 1; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c", "leave", "Leave", show=False, priority=True),
        Binding("ctrl+q", "leave", "Leave", show=False, priority=True),
    ]
    ENABLE_COMMAND_PALETTE = False
    AUTO_FOCUS = None

    class Arrived(Message):
        """A scene has come from the table's thread."""

        def __init__(self, scene: Scene) -> None:
            super().__init__()
            self.scene = scene

    def __init__(self, sitting: Sitting, rounds: int = 0, pace_s: float = 0.0) -> None:
        super().__init__()
        self.title = "Croupier"
        self._sitting, self._rounds = sitting, rounds
        edition = sitting.table.rules.edition
        self._edition = edition.id
        self._felt_layout = layout_for(edition.game)
        self.desk = Desk(self._felt_layout)
        self.scene: Scene | None = None
        self._lines: list[Line] = []
        self._is_leaving = False
        self._notice = ""
        self.session = Session(sitting, self._arrive, pace_s)

    def compose(self) -> ComposeResult:
        yield Static(id="sign")
        with Horizontal():
            yield Felt(self._felt_layout)
            with Vertical(id="side"):
                yield OptionList(id="log")
                with VerticalScroll(id="book", can_focus=False):
                    yield Static(id="page")
        yield Static(id="dock")

    def _arrive(self, scene: Scene) -> None:
        self.post_message(self.Arrived(scene))

    def on_mount(self) -> None:
        self._play()

    def on_unmount(self) -> None:
        self.session.leave()

    def on_resize(self, event: events.Resize) -> None:
        self.screen.set_class(event.size.width >= 110, "wide")

    @work(thread=True, exit_on_error=True)
    def _play(self) -> None:
        said = self.session.run(self._rounds)
        self.call_from_thread(partial(self.exit, said))

    # What happens at the table.

    def on_table_app_arrived(self, message: Arrived) -> None:
        self.scene = scene = message.scene
        self._add(scene.lines)
        if any(line.is_refusal for line in scene.lines):
            self._notice = scene.lines[0].words
        elif scene.lines:
            self._notice = ""
        given = self.desk.see(scene)
        if given is not None:
            self._give(given)
        self._draw()

    def _add(self, lines: tuple[Line, ...]) -> None:
        log = self.query_one("#log", OptionList)
        self._lines += lines
        log.add_options([Entry(_told(line)) for line in lines])
        while len(self._lines) > _LOG_LINES:
            del self._lines[0]
            log.remove_option_at_index(0)
        if lines and not log.has_focus:
            log.highlighted = None
            log.scroll_end(animate=False)

    def _draw(self) -> None:
        scene = self.scene
        if scene is None:
            return
        felt = self.query_one(Felt)
        view = scene.view if scene.last is None else self._felt_layout.lying(scene.view, scene.last)
        result = scene.result
        felt.picture = Picture(
            view=view,
            place=scene.place,
            awaited=scene.awaited if result is None else (),
            target=self.desk.target if self.desk.is_betting else None,
            nets=result.nets if result else {},
            bets={bet.name: -bet.net for bet in result.bets} if result else {},
            is_over=result is not None,
        )
        felt.refresh()
        title = self._felt_layout.title(scene.view)
        sign = " · ".join(filter(None, (self._edition, f"Round {scene.round}", title)))
        room = self.size.width - 2 - len(_HELP)
        self.query_one("#sign", Static).update(
            Text(f"{sign[: room - 1]:<{room}}{_HELP}", no_wrap=True), layout=False
        )
        notice = "Leave the table? Q or ⏎ again, Esc to stay" if self._is_leaving else self._notice
        self.query_one("#dock", Static).update(
            dock(self.desk, scene, self._felt_layout, self._names(), notice)
        )

    def _names(self) -> dict[int, str]:
        table = self._sitting.table
        places = range(1, table.game.furniture(table.rules).places + 1)
        return {place: table.game.player_at(table.state, place) or f"place {place}" for place in places}

    # What the person does.

    def on_key(self, event: events.Key) -> None:
        key = _KEYS.get(event.key, event.key)
        if len(key) != 1 and event.character and event.is_printable and event.key != "space":
            key = event.character
        if key == "tab":
            return
        self.press(key.lower() if self.desk.prompt is None else key)
        event.stop()

    def on_click(self, event: events.Click) -> None:
        """Whatever has a key can be pointed at as well."""
        meta = event.style.meta
        if "press" in meta:
            self.press(meta["press"])
        elif "size" in meta:
            self.desk.size(meta["size"])
            self._draw()

    def press(self, key: str) -> None:
        is_typing = self.desk.prompt is not None
        if self._is_leaving:
            self._is_leaving = False
            if key in ("q", "enter"):
                self.action_leave()
                return
        elif key == "?" and not is_typing:
            self._explain()
        elif key == "escape" and self.query_one("#book").has_class("open"):
            self.query_one("#book").remove_class("open")
        elif key == "escape" and self.focused is not None:
            self.set_focus(None)
            self.query_one("#log", OptionList).highlighted = None
        elif key == "q" and not is_typing:
            self._is_leaving = True
        elif not self.desk.is_asked:
            if key in ("enter", "space"):
                self.session.hurry()
        elif given := self.desk.press(key):
            self._notice = ""
            self._give(given)
        self._draw()

    def action_leave(self) -> None:
        self.session.leave()

    def _give(self, given: Given) -> None:
        self.desk.given()
        self.session.answer(given.choice)

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        line = self._lines[event.option_index]
        self._open(line.words, line)

    def _explain(self) -> None:
        """Why: the line that one stands on, else the choices, else what happened last."""
        log = self.query_one("#log", OptionList)
        if log.has_focus and log.highlighted is not None:
            line = self._lines[log.highlighted]
            self._open(line.words, line)
        elif self.desk.is_asked and self.desk.citations:
            self._open("These choices", Line("", self.desk.citations))
        elif self._lines:
            self._open(self._lines[-1].words, self._lines[-1])

    def _open(self, words: str, line: Line) -> None:
        self.query_one("#page", Static).update(explained(words, line.citations))
        book, log = self.query_one("#book", VerticalScroll), self.query_one("#log", OptionList)
        book.add_class("open")
        book.scroll_home(animate=False)
        if not log.has_focus:
            self.call_after_refresh(log.scroll_end, animate=False)


def _told(line: Line) -> Text:
    """A line of the log; of several paragraphs the first, the others are in the book."""
    words = Text(line.words, "red" if line.is_refusal else "")
    return words.append(" ").append_text(paragraphs(line.citations[:1]))
