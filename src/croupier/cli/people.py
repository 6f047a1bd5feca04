"""`croupier people`: accounts, for whoever runs the house. The only manager's has nobody else to help."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli.console import fail, out
from croupier.cli.drafts import Commands
from croupier.cli.house import Key, Settings, Where, said_plainly, settled

if TYPE_CHECKING:
    from pathlib import Path

    from croupier.house.people import People
    from croupier.table import Actor

    Change = Callable[[People, Actor, str], Awaitable[Any]]

Name = Annotated[str, typer.Argument(help="The name that the person signs in with.")]
_EXAMPLE = (
    "Example: [bold]croupier people {} Mona --config /etc/croupier/house.toml[/], also while it is open."
)

app = Commands(no_args_is_help=True, help="Accounts of a house, for whoever runs it.")


@app.command("unlock", epilog=_EXAMPLE.format("unlock"))
def unlock(name: Name, store: Where = None, key: Key = None, config: Settings = None) -> None:
    """Let somebody sign in again: a locked account, or one that takes no new devices for a while."""
    _change(name, store, key, config, lambda people, by, person: people.unlock(by, person))
    out.print(f"{name} can sign in again.")


@app.command("lock", epilog=_EXAMPLE.format("lock"))
def lock(
    name: Name,
    reason: Annotated[str, typer.Option(help="Why, for the record.")] = "by the operator",
    store: Where = None,
    key: Key = None,
    config: Settings = None,
) -> None:
    """End somebody's sessions and let them in no more."""
    _change(name, store, key, config, lambda people, by, person: people.lock(by, person, reason))
    out.print(f"{name} is out, until somebody unlocks the account.")


@app.command("sign-out", epilog=_EXAMPLE.format("sign-out"))
def sign_out(name: Name, store: Where = None, key: Key = None, config: Settings = None) -> None:
    """End all sessions of somebody."""
    _change(name, store, key, config, lambda people, by, person: people.end_sessions(by, person))
    out.print(f"{name} is signed out everywhere.")


@app.command("new-password", epilog=_EXAMPLE.format("new-password"))
def new_password(name: Name, store: Where = None, key: Key = None, config: Settings = None) -> None:
    """A one-time link by which somebody chooses a new password; the old one opens nothing any more."""
    token = _change(name, store, key, config, lambda people, by, person: people.reset_password(by, person))
    out.print(f"A one-time link for {name}: /#/invitation/{token}", soft_wrap=True)


@app.command("no-second-factor", epilog=_EXAMPLE.format("no-second-factor"))
def no_second_factor(name: Name, store: Where = None, key: Key = None, config: Settings = None) -> None:
    """For somebody whose device is lost: the password alone, until another one is set."""
    _change(name, store, key, config, lambda people, by, person: people.reset_second_factor(by, person))
    out.print(f"{name} signs in without a second factor.")


def _change(name: str, store: str | None, key: "Path | None", config: "Path | None", change: "Change") -> Any:
    """By the system, in the position of a shift manager: it is in the record as everything else is."""
    where, key_file = settled(store, key, config)
    with said_plainly(where):
        return asyncio.run(_changed(where, key_file, name, change))


async def _changed(where: str, key_file: "Path", name: str, change: "Change") -> Any:
    from croupier.games import catalogue
    from croupier.house.answers import Declined
    from croupier.house.house import House
    from croupier.house.people import People
    from croupier.table import SYSTEM, Actor, Role

    house = House.open(where, catalogue(), key_file)
    try:
        people = People(house)
        if (person := people.roster.named(name)) is None:
            fail(f"nobody in this house is called {name}")
        answer = await change(people, Actor(SYSTEM.id, Role.SHIFT_MANAGER), person.id)
        if isinstance(answer, Declined):
            fail(answer.reason)
        return answer
    finally:
        await house.close()
