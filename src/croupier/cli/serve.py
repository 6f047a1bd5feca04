"""`croupier serve`: the house on the network."""

import asyncio
import socket
import threading
import webbrowser
from collections.abc import Coroutine
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from croupier.cli.console import fail, out
from croupier.messages import reason_of

if TYPE_CHECKING:
    from croupier.server.config import Config

EXAMPLES = (
    "Examples: [bold]croupier serve --demo --open[/]; "
    "[bold]croupier serve --store postgresql://localhost/croupier --port 8001[/]; "
    "[bold]croupier serve --config house.toml[/]."
)


def serve(
    store: Annotated[
        str | None, typer.Option(help="A SQLite file, or postgresql://... for several processes.")
    ] = None,
    config: Annotated[Path | None, typer.Option(help="Settings in TOML; see docs/operating.md.")] = None,
    demo: Annotated[
        bool | None, typer.Option("--demo", help="Throw-away players, tables of every edition.")
    ] = None,
    host: Annotated[str | None, typer.Option(help="The address to listen on.")] = None,
    port: Annotated[int | None, typer.Option(help="The port; 0 for any that is free.")] = None,
    open_page: Annotated[bool, typer.Option("--open", help="Open the lobby in a browser.")] = False,
) -> None:
    """Open the house: tables in the browser, dealt by the book, nothing acknowledged ever lost."""
    from croupier.server.config import ConfigError, read_config

    try:
        settings = read_config(config, store=store, is_demo=demo, host=host, port=port)
    except ConfigError as error:
        fail(reason_of(error))
    try:
        _run(_serve(settings, open_page))
    except KeyboardInterrupt:
        out.print("The house is closed.")


def _run(work: Coroutine[Any, Any, None]) -> None:
    """In the quicker of the event loops that this system has: a command costs a fifth less in uvloop."""
    try:
        import uvloop
    except ImportError:
        asyncio.run(work)
    else:
        uvloop.run(work)


async def _serve(settings: "Config", open_page: bool) -> None:
    import uvicorn

    from croupier.games import catalogue
    from croupier.house.history.programs import check_not_superseded
    from croupier.house.journal import JournalError, without_password
    from croupier.house.journal.sealing import SealError
    from croupier.rulebook import RulebookError
    from croupier.server import notify
    from croupier.server.app import create_app
    from croupier.server.context import open_context
    from croupier.server.logs import configure
    from croupier.server.serving import serving, settle_down

    configure(settings.log_level, settings.log_format)
    listening = _listen(settings.host, settings.port)
    try:
        context = open_context(settings, catalogue())
        context.recall_head()
        await context.house.check_store()
        await check_not_superseded(context.house)
        context.house.check_rules()
    except (JournalError, SealError, OSError, RulebookError, ValueError) as error:
        listening.close()
        fail(without_password(f"{settings.store}: {error}"))
    app = _traced(create_app(context), context) if settings.traces else create_app(context)
    server = uvicorn.Server(serving(app, settings))
    context.leave = lambda: setattr(server, "should_exit", True)
    address = f"http://{_shown(settings.host)}:{listening.getsockname()[1]}"
    task = asyncio.create_task(server.serve([listening]))
    while not server.started and not task.done():
        await asyncio.sleep(0.01)
    if server.started:
        settle_down()
        notify.is_open()
        await _welcome(context, address, open_page)
    await task


def _traced(app: Any, context: Any) -> Any:
    try:
        from croupier.server.tracing import traced
    except ImportError:
        fail("traces need another package: pip install 'croupier[serve,telemetry]'")
    return traced(app, context)


async def _welcome(context: Any, address: str, open_page: bool) -> None:
    origin = context.config.origins[0].rstrip("/") if context.config.origins else ""
    elsewhere = f", for browsers {origin}" if origin else ""
    out.print(f"The house is open: {address}{elsewhere}", soft_wrap=True)
    if (token := await context.people.first_link()) is not None:
        out.print(f"First manager, once: {origin or address}/#/invitation/{token}", soft_wrap=True)
    if open_page:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def _listen(host: str, port: int) -> socket.socket:
    """Take the port before anything else, so that a taken one is said plainly.

    Listen at once: until then another process could bind it too, start beside this one and fail at the end.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    # An answer is two writes, and messages follow each other: each would wait 40 ms for the one before.
    listening.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    try:
        listening.bind((host, port))
        listening.listen()
    except OSError as error:
        listening.close()
        fail(f"cannot listen on {host} port {port}: {error.strerror}; choose another with --port")
    return listening


def _shown(host: str) -> str:
    return "127.0.0.1" if host in ("", "0.0.0.0") else f"[{host}]" if ":" in host else host


def register(app: typer.Typer) -> None:
    """Add the command to the command line."""
    app.command("serve", epilog=EXAMPLES)(serve)
