"""Who plays: a bot of ours by name, a class in a Python file, a program that speaks lines, or an address
that answers.

Every one of them sees what a player sees: the view of its seat and its options, and if it wants them the
events.
"""

import importlib.util
import inspect
import shlex
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from croupier.arena.ladder import LADDER
from croupier.messages import in_english
from croupier.rulebook.errors import suggest
from croupier.table import Event, Option
from croupier.table.bots import Bot, Choice

# Makes an agent; the number tells copies of it apart and seeds what is random in it.
Maker = Callable[[int], Bot]
HOW = (
    "name one of our bots, a Python file (agent.py or agent.py:Class), a program (cmd:./agent --fast) "
    "or an address that answers (http://...)"
)


class AgentError(ValueError):
    """An agent that cannot be had, or that does not play."""


def agent(text: str) -> tuple[str, Maker]:
    """A name to show and a maker for what was asked for."""
    if text.startswith(("http://", "https://")):
        return text, lambda number: Remote(text)
    if text.startswith("cmd:"):
        command = shlex.split(text.removeprefix("cmd:"))
        if not command:
            raise AgentError(f"{text!r} names no program; write cmd:./agent")
        return Path(command[0]).name, lambda number: Program(command)
    if text in LADDER:
        return text, LADDER[text]
    path, _, wanted = text.partition(":")
    if path.endswith(".py"):
        return _from_file(Path(path), wanted)
    raise AgentError(f"there is no agent {text!r}; {suggest(text, LADDER)}; or {HOW}")


def _from_file(path: Path, wanted: str) -> tuple[str, Maker]:
    if not path.is_file():
        raise AgentError(f"there is no file {path}; {HOW}")
    spec = importlib.util.spec_from_file_location(f"arena_{path.stem}", path)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    kinds = {
        name: kind
        for name, kind in inspect.getmembers(module, inspect.isclass)
        if kind.__module__ == module.__name__ and hasattr(kind, "choose")
    }
    if wanted and wanted not in kinds:
        raise AgentError(f"{path} has no agent {wanted!r}; {suggest(wanted, kinds)}")
    if not kinds:
        raise AgentError(f"{path} has no class with choose(view, options)")
    if not wanted and len(kinds) > 1:
        raise AgentError(f"{path} has several agents, {', '.join(kinds)}: say which, {path}:{min(kinds)}")
    kind: Any
    name, kind = (wanted, kinds[wanted]) if wanted else next(iter(kinds.items()))
    takes_number = "seed" in inspect.signature(kind).parameters
    return name, lambda number: kind(seed=number) if takes_number else kind()


def checked(name: str, choice: Any) -> tuple[Option, dict[str, Any]]:
    """An agent's answer, if it is one."""
    match choice:
        case (Option() as option, dict() as values):
            return option, values
    raise AgentError(
        f"{name} answered {choice!r}; choose gives one of the options and its values, such as "
        'options[0], {"amount": 3000}'
    )


def _message(view: msgspec.Struct, options: tuple[Option, ...]) -> bytes:
    return msgspec.json.encode({"type": "decide", "view": view, "options": options}, enc_hook=in_english)


def _answer(who: str, text: bytes | str, options: tuple[Option, ...]) -> Choice:
    """{"option": place in the list, "values": {...}}."""
    try:
        body: dict[str, Any] = msgspec.json.decode(text)
        option = options[body["option"]]
    except (msgspec.MsgspecError, KeyError, IndexError, TypeError) as error:
        said = text.decode(errors="replace") if isinstance(text, bytes) else text
        raise AgentError(
            f'{who} answered {said.strip()[:200]!r} ({error}); one line like {{"option": 0}} is expected, '
            f'with "values" for the blanks of an option'
        ) from None
    return option, dict(body.get("values", {}))


class Program:
    """A process that reads one JSON message a line and answers decisions with one line each."""

    def __init__(self, command: list[str]) -> None:
        self._name = command[0]
        try:
            self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
        except OSError as error:
            raise AgentError(f"{command[0]} cannot be started: {error}") from None

    def choose(self, view: msgspec.Struct, options: tuple[Option, ...]) -> Choice:
        self._send(_message(view, options))
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise AgentError(f"{self._name} has ended instead of answering")
        return _answer(self._name, line, options)

    def observe(self, event: Event) -> None:
        self._send(msgspec.json.encode({"type": "event", "event": event}))

    def _send(self, message: bytes) -> None:
        assert self._process.stdin is not None
        try:
            self._process.stdin.write(message + b"\n")
            self._process.stdin.flush()
        except OSError:
            raise AgentError(f"{self._name} has ended and hears nothing more") from None

    def close(self) -> None:
        """The end of its input tells a program to go; one that does not is ended."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.close()
        try:
            self._process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            self._process.terminate()
            self._process.wait()
        self._process.stdout.close()


class Remote:
    """A seat played from elsewhere: each decision is a POST of the message, answered by the same line."""

    def __init__(self, url: str) -> None:
        import httpx

        self._url = url
        self._client = httpx.Client(timeout=30)

    def choose(self, view: msgspec.Struct, options: tuple[Option, ...]) -> Choice:
        import httpx

        try:
            answer = self._client.post(
                self._url,
                content=_message(view, options),
                headers={"content-type": "application/json"},
            )
            answer.raise_for_status()
        except httpx.HTTPError as error:
            raise AgentError(f"{self._url} does not answer: {error or type(error).__name__}") from None
        return _answer(self._url, answer.content, options)

    def close(self) -> None:
        self._client.close()
