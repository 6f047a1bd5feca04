"""The table that `croupier play` draws: played by keys in Textual's own pilot, at the sizes people have."""

import asyncio
import random
from collections.abc import Awaitable, Callable
from typing import Any

from textual.pilot import Pilot

from croupier.cli.play import _sitting
from croupier.cli.terminal.app import Felt, TableApp
from croupier.cli.terminal.canvas import Canvas
from croupier.cli.terminal.desk import Button
from croupier.money import say_money
from croupier.table import Purpose
from tests.patience import PATIENCE_S

_SEED_BYTES = 2_000  # enough for eight decks
SMALL = (80, 24)
POKER = "rws-poker@7"
Script = Callable[["Player"], Awaitable[None]]


class Player:
    """A person at the screen: presses keys, and reads what is drawn."""

    def __init__(self, app: TableApp, pilot: Pilot[str]) -> None:
        self.app, self._pilot = app, pilot

    async def until(self, condition: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE_S):
            while not condition():
                await self._pilot.pause(0.001)

    async def asked(self) -> None:
        await self.until(lambda: self.app.desk.is_asked or not self.app.is_running)
        await self._pilot.pause()

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self._pilot.press(key)
            await self.asked()

    async def click(self, *, x: int, y: int) -> None:
        await self._pilot.click("#dock", offset=(x, y))
        await self.asked()

    @property
    def buttons(self) -> dict[str, Button]:
        return {button.key: button for button in self.app.desk.buttons}

    @property
    def felt(self) -> str:
        return self.app.query_one(Felt).render().plain

    def drawn(self, width: int, height: int) -> str:
        """The same felt in a terminal of another size."""
        felt = self.app.query_one(Felt)
        assert felt.picture is not None
        canvas = Canvas(width, height, "#000000")
        felt._felt_layout.draw(canvas, felt.picture)
        rows = canvas.text().plain.splitlines()
        assert len(rows) == height
        assert {len(row) for row in rows} == {width}
        return canvas.text().plain

    @property
    def dock(self) -> str:
        return str(self.app.query_one("#dock").render()).replace("\u00a0", " ")

    @property
    def book(self) -> str:
        return (
            str(self.app.query_one("#page").render()) if self.app.query_one("#book").has_class("open") else ""
        )

    @property
    def log(self) -> list[str]:
        return [line.words for line in self.app._lines]

    @property
    def is_over(self) -> bool:
        return self.app.scene is not None and self.app.scene.result is not None


def at_table(
    script: Script,
    edition: str,
    size: tuple[int, int] = SMALL,
    *,
    bots: int | None = None,
    at: str = "",
    rounds: int = 0,
    seed: int = 1,
) -> str | None:
    async def play() -> str | None:
        sitting = _sitting(edition, bots, "1,000", [], at)
        cards = random.Random(seed)
        sitting.seeds = lambda: cards.randbytes(_SEED_BYTES).hex()
        app = TableApp(sitting, rounds)
        async with app.run_test(size=size) as pilot:
            player = Player(app, pilot)
            await player.asked()
            await script(player)
            if app.is_running:
                await pilot.press("q", "q")
                await player.until(lambda: not app.is_running)
        return app.return_value

    return asyncio.run(play())


async def to_the_end(player: Player) -> None:
    """Whatever costs least, until the Round is over."""
    while not player.is_over:
        keys = player.buttons
        await player.press(next(key for key in ("c", "s", "l", "enter", "f") if key in keys))


def test_a_round_of_poker() -> None:
    async def script(player: Player) -> None:
        if "enter" in player.buttons:  # a Blind is due
            await player.press("enter")
        assert "Guest" in player.felt
        assert "Your turn" in player.dock
        assert {"f", "c"} <= set(player.buttons)
        await to_the_end(player)
        for felt in (player.felt, player.drawn(80, 34)):
            assert "wins" in felt
        assert "Next Round" in player.dock
        await player.press("enter")
        assert not player.is_over
        assert "Round 2" in str(player.app.query_one("#sign").render())

    at_table(script, POKER)


def test_a_round_of_multi_link() -> None:
    async def script(player: Player) -> None:
        assert "JACKPOT" in player.felt
        await player.press("3", "space")  # a chip of 25 on the Ante
        assert player.app.desk.bets == {"ante": 25_00}
        await player.press("right", "2", "space", "space")  # two of 5 on the Bonus
        assert player.app.desk.bets == {"ante": 25_00, "bonus": 10_00}
        await player.press("z")
        assert player.app.desk.bets == {"ante": 25_00, "bonus": 5_00}
        assert "30 on the table" in player.dock
        await player.press("x")
        assert player.app.desk.bets == {}
        await player.press("e", "d", "enter")  # the least there is, twice, and ready
        assert "Look at cards" in player.dock
        await player.press("l")
        assert "Flop bet 100" in player.dock  # twice the Ante
        await player.press("r")
        await to_the_end(player)
        assert "+" in player.dock or "−" in player.dock
        assert "JACKPOT" in player.drawn(80, 34)
        await player.press("enter")
        assert "Same bets 50" in player.dock
        await player.press("e")
        assert player.app.desk.bets == {"ante": 50_00}

    at_table(script, "rws-multilink@3", bots=1)


def test_a_round_of_free_bet() -> None:
    async def script(player: Player) -> None:
        await player.press("3", "space", "right", "2", "space")
        assert player.app.desk.bets == {"main": 25_00, "pair": 5_00}
        await player.press("enter")
        await to_the_end(player)
        for felt in (player.felt, player.drawn(80, 34)):
            assert "Dealer" in felt
        # The side bet is told apart from the wager.
        assert "pair" in player.dock

    at_table(script, "mbs-freebet@3")


def test_a_bet_on_somebody_elses_area() -> None:
    async def script(player: Player) -> None:
        await player.press("3", "down")
        assert player.app.desk.target == (2, "main")
        await player.press("space")
        assert any("25" in line for line in player.log[-3:])
        assert player.app.desk.bets == {}

    at_table(script, "mbs-freebet@3")


def test_a_game_without_a_layout_is_a_list(invite: Callable[[str], None]) -> None:
    invite("casino_war")

    async def script(player: Player) -> None:
        assert "1,000" in player.felt
        await player.press("4", "space")  # a chip of 100 on the wager, which may have a tie bet beside it
        assert "900" in player.felt
        await to_the_end(player)
        assert "dealer" in player.drawn(80, 60)

    at_table(script, "casino-war@1")


def test_sizes_of_a_raise() -> None:
    async def script(player: Player) -> None:
        desk = player.app.desk
        while desk.sized is None and not player.is_over:
            await player.press("enter" if "enter" in player.buttons else "c")
        option = desk.sized
        assert option is not None
        ask = option.asks[0]
        assert desk.amount == ask.minimum
        await player.press("right")
        assert desk.amount == ask.minimum + 10_00  # a Big Blind more
        await player.press("up")
        assert desk.amount in [cents for _, cents in desk.presets]
        await player.press("9", "9", "9", "9", "9", "r")
        assert "to" in desk.problem  # more than there is: told, and not given
        amount = ask.minimum + 5_00
        await player.press(*say_money(amount).replace(",", ""))
        assert say_money(amount) in player.dock
        player.app.session.answer = kept.append  # type: ignore[assignment, method-assign]
        await player._pilot.press("enter")
        await player.until(lambda: bool(kept))
        assert kept[0] == (option, {ask.field: amount})
        player.app.session._answers.put(None)

    kept: list[Any] = []
    at_table(script, POKER, bots=1)


def test_everything_in_and_giving_up_for_nothing_take_a_second_key() -> None:
    async def script(player: Player) -> None:
        desk = player.app.desk
        while "a" not in player.buttons:
            await player.press("enter" if "enter" in player.buttons else "c")
        await player.press("a")
        assert desk.armed is not None
        assert desk.armed.purpose is Purpose.ALL_IN
        await player.press("escape")
        assert desk.armed is None
        while Purpose.CHECK not in [each.option.purpose for each in desk.buttons if each.option]:
            if player.is_over:
                await player.press("enter")
            await player.press("enter" if "enter" in player.buttons else "c")
        await player.press("f")
        assert "Fold? Enter" in player.dock

    at_table(script, POKER, bots=1)


def test_paragraphs_are_told_on_demand() -> None:
    async def script(player: Player) -> None:
        assert not player.book
        await player.press("?")
        assert "These choices" in player.book
        assert "mbs-freebet@3" in player.book
        await player.press("escape")
        assert not player.book
        await player.press("tab", "end", "?")
        assert player.book.startswith(player.log[-1])
        await player.press("escape", "escape")
        assert player.app.focused is None

    at_table(script, "mbs-freebet@3")


def test_a_button_can_be_pointed_at() -> None:
    async def script(player: Player) -> None:
        line = player.dock.splitlines()[2]
        await player.click(x=line.index("Minimum bet") + 1, y=3)
        assert player.app.desk.bets == {"main": 25_00}

    at_table(script, "mbs-freebet@3")


def test_a_position_seats_you_where_somebody_is_asked() -> None:
    from croupier.games import catalogue
    from croupier.players import bots_for
    from croupier.table import Actor, Role
    from croupier.table.driver import Driver

    table = catalogue().table("mbs-freebet@3", {"decks": "2"})
    driver = Driver(table, bots_for("mbs-freebet", 2), seeds=lambda: "11" * 200)
    for place, name in enumerate(driver.players, start=1):
        for command in table.game.seat(Actor(name, Role.PLAYER, place), place, 500_00):
            driver.give(command)
    while table.state.phase != "playing":
        assert driver.turn()
    position, asked = table.position(), table.game.awaited(table.rules, table.state)[0]
    name = table.game.player_at(table.state, asked)  # type: ignore[assignment]

    async def script(player: Player) -> None:
        assert player.app.scene is not None
        assert player.app.scene.place == asked
        assert f"▶{name}" in player.felt
        assert "s" in player.buttons

    at_table(script, "mbs-freebet@3", at=position)


def test_chips_are_added_between_rounds() -> None:
    async def script(player: Player) -> None:
        await player.press("enter")  # no bets: the others play
        while not player.is_over:
            await player.press("enter")
        await player.press("b")
        assert "Add chips" in player.dock
        await player.press("2", "5", "0", "enter")
        assert "1,250" in player.felt

    at_table(script, "mbs-freebet@3")


def test_after_the_last_round_it_is_over() -> None:
    async def script(player: Player) -> None:
        await to_the_end(player)
        await player._pilot.press("enter")
        await player.until(lambda: not player.app.is_running)

    assert at_table(script, POKER, rounds=1, bots=1) == "Rounds played: 1."


def test_leaving_is_asked_once_and_ends_the_thread() -> None:
    async def script(player: Player) -> None:
        await player.press("q")
        assert "Leave the table?" in player.dock
        await player.press("escape")
        assert "Leave the table?" not in player.dock

    assert not at_table(script, "mbs-freebet@3")


def test_a_terminal_that_is_too_small_says_so() -> None:
    async def script(player: Player) -> None:
        assert "--plain" in player.felt

    at_table(script, "mbs-freebet@3", (50, 15))


def test_a_canvas_keeps_its_size() -> None:
    canvas = Canvas(6, 2, "#000000")
    canvas.fill(-3, -3, 20, 20, "#ffffff", "x")
    assert canvas.text().plain == "xxxxxx\nxxxxxx"
