"""`croupier bots`: programs that play at somebody's house, ours or yours, over the documented protocol."""

import asyncio
import re
import signal
from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli.console import fail, out
from croupier.messages import reason_of

if TYPE_CHECKING:
    from croupier.arena.agents import Maker
    from croupier.client import Client, Visit
    from croupier.table.bots import Bot

EXAMPLES = (
    "Examples: [bold]croupier bots http://127.0.0.1:8000[/]; "
    "[bold]croupier bots http://127.0.0.1:8000 --table poker-7 --count 5 --rounds 100[/]; "
    "[bold]croupier bots http://127.0.0.1:8000 --table poker-7 --agent my_agent.py --agent odds[/]; "
    "[bold]CROUPIER_PASSWORD=... croupier bots https://house.example --name Robot[/]."
)
_NAMES = 9


def bots(
    url: Annotated[str, typer.Argument(help="Where the house is, such as http://127.0.0.1:8000.")],
    table: Annotated[
        str, typer.Option(help="The table's id; if nothing is said, wherever most seats are free.")
    ] = "",
    agent: Annotated[
        list[str] | None,
        typer.Option(
            help="Who plays, as for croupier arena: my_agent.py:Class, cmd:./agent, http://... or one of our "
            "Poker bots by name; several times for several. If nothing is said, our bots for the game."
        ),
    ] = None,
    count: Annotated[
        int, typer.Option(min=1, max=_NAMES, help="How many come, at least one of each --agent.")
    ] = 1,
    rounds: Annotated[int, typer.Option(min=0, help="They leave after so many Rounds; 0 to stay.")] = 0,
    thinking: Annotated[float, typer.Option(min=0, help="Seconds to think before each move.")] = 0.5,
    name: Annotated[str, typer.Option(help="Sign in as one player; else they are demo players.")] = "",
    password: Annotated[str, typer.Option(envvar="CROUPIER_PASSWORD", help="With --name.")] = "",
) -> None:
    """Let bots, named so, play at a house. On Ctrl-C they finish the Round and go; on a second, at once."""
    agents = _agents(agent or [])
    count = max(count, len(agents))
    if name and count > 1:
        fail("one name is one player: --name goes with --count 1")
    if name and not password:
        password = typer.prompt("Password", hide_input=True)
    party = Party(url, table, rounds, thinking, agents)
    try:
        asyncio.run(party.run(count, (name, password) if name else None))
    except asyncio.CancelledError:
        out.print("The bots have walked away.")


class Party:
    """Bots that come and go together."""

    def __init__(
        self, url: str, table: str, rounds: int, thinking_s: float, agents: "list[tuple[str, Maker]]"
    ) -> None:
        self._url, self._table, self._agents = url, table, agents
        self._rounds, self._thinking_s = rounds, thinking_s
        self._stop = asyncio.Event()

    async def run(self, count: int, account: tuple[str, str] | None) -> None:
        """All of them to the end; a bot that cannot play says so at once and the others go on."""
        each_visit = (self._visit(number, account) for number in range(count))
        visits = asyncio.gather(*each_visit, return_exceptions=True)

        def told() -> None:
            if self._stop.is_set():
                visits.cancel()
            self._stop.set()

        loop = asyncio.get_running_loop()
        for each in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(each, told)
        try:
            failures = [each for each in await visits if each is not None]
        finally:
            for each in (signal.SIGINT, signal.SIGTERM):
                loop.remove_signal_handler(each)
        if failures:
            raise failures[0]

    async def _visit(self, number: int, account: tuple[str, str] | None) -> None:
        import httpx

        from croupier.client import HouseError, Refused, TableGone

        wrong: tuple[type[Exception], ...] = ()
        if self._agents:
            from croupier.arena.agents import AgentError

            wrong = (AgentError,)
        try:
            await self._play(number, account)
        except wrong as error:
            fail(reason_of(error))
        except (HouseError, Refused, TableGone) as error:
            fail(f"{self._url}: {error}")
        except (httpx.HTTPError, httpx.InvalidURL) as error:
            fail(f"{self._url} does not answer as a house does: {error or type(error).__name__}")

    async def _play(self, number: int, account: tuple[str, str] | None) -> None:
        from croupier.client import BotPlayer, Client

        async with Client(self._url) as client:
            line = await self._chosen(client, number)
            name, bot = self._bot(line["game"], number)
            try:
                if account is None:
                    await client.demo(f"{name} (bot)")
                else:
                    await client.sign_in(*account)
                player = BotPlayer(
                    client, bot, rounds=self._rounds, thinking_s=self._thinking_s, stop=self._stop
                )
                _say(await player.visit(line["id"]), line)
            finally:
                getattr(bot, "close", lambda: None)()

    def _bot(self, game: str, number: int) -> "tuple[str, Bot]":
        if not self._agents:
            from croupier.players import bots_for

            return list(bots_for(game, _NAMES).items())[number]
        from croupier.arena.seat import HouseSeat

        name, make = self._agents[number % len(self._agents)]
        return _spoken(name), HouseSeat(name, make(number))

    async def _chosen(self, client: "Client", number: int) -> dict[str, Any]:
        """The table that was named; else each bot goes to the next of those with most seats free."""
        if self._table:
            return dict(await client.get(f"/api/tables/{self._table}"))
        lines = [
            line for line in await client.tables() if line["status"] == "open" and not line["is_practice"]
        ]
        if not lines:
            fail(f"{self._url}: no table is open")
        lines.sort(key=lambda line: (len(line["seats"]) - line["places"], line["id"]))
        return lines[number % len(lines)]


def _agents(wanted: list[str]) -> "list[tuple[str, Maker]]":
    """Who was asked for with --agent. The arena knows them, and needs what [agents] installs."""
    if not wanted:
        return []
    from croupier.arena.agents import AgentError, agent

    try:
        return [agent(text) for text in wanted]
    except AgentError as error:
        fail(reason_of(error))


def _spoken(name: str) -> str:
    """A name that a house takes for a demo player: an address is none, and (bot) is added by the house."""
    words = re.findall(r"[A-Za-z0-9]+", name)
    is_name = words and "/" not in name and "bot" not in (word.lower() for word in words)
    return " ".join(words)[:20] if is_name else "Agent"


def _say(visit: "Visit", line: dict[str, Any]) -> None:
    from croupier.money import say_money

    result = f"won {say_money(visit.won)}" if visit.won >= 0 else f"lost {say_money(-visit.won)}"
    out.print(
        f"{visit.name} at {line['title'] or visit.table}, place {visit.place}: "
        f"Rounds {visit.rounds}, moves {visit.moves}, {result}",
        markup=False,
    )
