"""Structured logs. What is logged is named field by field, and nothing that could be a card goes out."""

import logging
import re
import sys
from collections.abc import MutableMapping
from typing import Any

import structlog

from croupier.analysis.advice.answering import lines_of

# Fields that hold undealt or hidden cards, or what would lead to them, or a secret of a person.
_NEVER = frozenset(
    {
        "body",
        "card",
        "cards",
        "command_body",
        "cookie",
        "event",
        "first_cards",
        "key",
        "order",
        "password",
        "seed",
        "state",
        "token",
        "undealt",
        "view",
    }
)
_CARDS = re.compile(r"\b(?:[2-9TJQKA]|10)[cdhs♣♦♥♠](?![a-z])")
_HEX = re.compile(r"\b[0-9a-f]{48,}\b")
_PUBLIC = frozenset({"program", "previous", "commitment"})


def scrub(logger: Any, method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """Drop what must never be logged, wherever it comes from."""
    message = event.pop("event", "")
    for name in [name for name in event if name in _NEVER]:
        del event[name]
    for name, value in event.items():
        if isinstance(value, str) and name not in _PUBLIC:
            event[name] = _HEX.sub("…", _CARDS.sub("··", value))
    return {"event": message, **event}


def configure(level: str = "info", shape: str = "json") -> None:
    """Write to standard error: one JSON object a line, or text for a person."""
    renderer: Any = (
        structlog.processors.JSONRenderer() if shape == "json" else structlog.dev.ConsoleRenderer()
    )
    structlog.configure(
        processors=[
            structlog.contextvars.merge_contextvars,
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _without_values,
            scrub,
            renderer,
        ],
        wrapper_class=structlog.make_filtering_bound_logger(getattr(logging, level.upper())),
        logger_factory=structlog.PrintLoggerFactory(sys.stderr),
        cache_logger_on_first_use=False,
    )


def _without_values(logger: Any, method: str, event: MutableMapping[str, Any]) -> MutableMapping[str, Any]:
    """An error by its type and the lines it came through. Messages and values could quote cards."""
    error = event.pop("exc_info", None)
    if isinstance(error, BaseException):
        event["error"] = type(error).__name__
        event["where"] = lines_of(error)
    return event


log = structlog.get_logger("croupier")
