"""The process that works advice out: a real one, which may die at any time and never stays behind."""

import asyncio
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from croupier.analysis.advice.adviser import AdviceError, Adviser, Away
from croupier.analysis.advice.advising import Advice
from croupier.analysis.advice.answering import Declined, Question, answer
from high_card import CATALOGUE
from tests.analysis.moments import at_the_moment
from tests.patience import PATIENCE_S, finish, until

KEY = ("t", 1, "Ann")


@pytest.fixture
def moment(tmp_path: Path) -> Any:
    """Ann holds a royal flush after the turn: won on all 46 rivers against all 990 hands of the dealer."""
    script = """
seat: 1 Ann 1,000
cards: 4c As Ks  4h Qs Js Ts  4d 2d
dealer: place your bets
Ann: ante 50 on box 1
dealer: no more bets
dealer: deal the hole cards
Ann: look at box 1
Ann: flop bet on box 1
dealer: deal the flop
dealer: reveal the flop
Ann: check box 1
dealer: deal the turn
dealer: reveal the turn
"""
    return at_the_moment(tmp_path, "rws-multilink@3", script, "Ann")


@pytest.fixture
def adviser() -> Iterator[Adviser]:
    found = Adviser()
    yield found
    found.close()


def process_of(adviser: Adviser) -> int:
    """Once there is one."""
    until(lambda: adviser._process._process is not None, lambda: "no process was started")
    process = adviser._process._process
    assert process is not None
    return process.pid


def is_there(process: int) -> bool:
    """Alive, or dead and not yet buried."""
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def is_right(found: tuple[Advice, float]) -> bool:
    advice, seconds = found
    assert seconds > 0
    return {choice.command: choice.value for choice in advice.choices} == {"PlaceRiver": 1.0, "Check": 0.0}


def test_it_is_worked_out_elsewhere_and_once(
    adviser: Adviser, moment: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Three who ask the same at once get the same answer."""
    asked, ask = [], adviser._process.ask

    def counted(request: Any) -> Any:
        asked.append(request)
        return ask(request)

    monkeypatch.setattr(adviser._process, "ask", counted)

    async def run() -> list[tuple[Advice, float]]:
        return await asyncio.gather(*(adviser.ask(KEY, *moment) for _ in range(3)))

    found = finish(run())
    assert all(map(is_right, found))
    assert len(asked) == 1
    assert process_of(adviser) != os.getpid()


@pytest.mark.soak
def test_one_that_was_killed_while_idle_is_replaced(adviser: Adviser, moment: Any) -> None:
    assert is_right(finish(adviser.ask(KEY, *moment)))
    first = process_of(adviser)
    os.kill(first, signal.SIGKILL)
    assert is_right(finish(adviser.ask(KEY, *moment)))
    assert process_of(adviser) != first
    assert not is_there(first)


@pytest.mark.soak
def test_one_that_is_killed_at_work_is_replaced(adviser: Adviser, moment: Any) -> None:
    """It holds still with the question, so that it cannot have answered before it dies."""

    async def run() -> tuple[Advice, float]:
        await adviser.ask(KEY, *moment)
        first = process_of(adviser)
        os.kill(first, signal.SIGSTOP)
        waiting = asyncio.create_task(adviser.ask(KEY, *moment))
        await asyncio.sleep(0.2)
        assert not waiting.done()
        os.kill(first, signal.SIGKILL)
        found = await waiting
        assert not is_there(first)
        return found

    assert is_right(finish(run()))


def test_one_that_dies_again_and_again_is_given_up_until_the_next_question(
    adviser: Adviser, moment: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("croupier.analysis.advice.adviser.START", "raise SystemExit(3)")
    with pytest.raises(Away):
        finish(adviser.ask(KEY, *moment))
    monkeypatch.undo()
    assert is_right(finish(adviser.ask(KEY, *moment)))


def test_an_error_of_ours_is_told_without_what_it_quotes(
    adviser: Adviser, moment: Any, capsys: pytest.CaptureFixture[str]
) -> None:
    rules, _, options = moment
    with pytest.raises(AdviceError):
        finish(adviser.ask(KEY, rules, "As Kd", options))
    told = capsys.readouterr()
    assert "AttributeError" in told.out + told.err
    assert "seat.py:" in told.out + told.err
    assert "As Kd" not in told.out + told.err
    first = process_of(adviser)
    assert is_right(finish(adviser.ask(KEY, *moment)))
    assert process_of(adviser) == first


class Noisy:
    """Prints where it is read."""

    def __reduce__(self) -> Any:
        return print, ("this is no answer",)


def test_what_is_printed_there_is_no_answer(adviser: Adviser, moment: Any) -> None:
    rules, _, options = moment
    with pytest.raises(AdviceError):
        finish(adviser.ask(KEY, rules, Noisy(), options))
    assert is_right(finish(adviser.ask(KEY, *moment)))


def test_what_has_no_mathematics_is_declined_by_either_side(adviser: Adviser) -> None:
    edition = CATALOGUE.library.get("high-card@1")
    declined = answer(Question(edition, {}, None, ()))
    assert declined == Declined("there is no mathematics for high-card")
    adviser.get_ready(CATALOGUE.rules("high-card@1", {}))
    assert adviser._process._process is None


def test_closing_does_not_wait_for_what_is_worked_out(moment: Any) -> None:
    adviser = Adviser()

    async def run() -> None:
        waiting = [asyncio.create_task(adviser.ask((*KEY[:2], who), *moment)) for who in ("Ann", "Ben")]
        process = await asyncio.to_thread(process_of, adviser)
        os.kill(process, signal.SIGSTOP)  # an answer that never comes
        await asyncio.to_thread(adviser.close)
        assert not is_there(process)
        found = await asyncio.gather(*waiting, return_exceptions=True)
        assert isinstance(found[0], Away)
        assert isinstance(found[1], asyncio.CancelledError)

    finish(asyncio.wait_for(run(), PATIENCE_S))


def test_one_that_was_never_needed_was_never_started(adviser: Adviser) -> None:
    adviser.close()
    assert adviser._process._process is None
