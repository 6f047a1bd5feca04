"""Names that only the script itself sees, written short as it is sent.

A name is one for the whole file: wherever it is a variable it becomes the same short one, which no other
variable of the file is called. So nothing need be known of scopes. Members, keys, what is exported and what
browsers bring keep their names.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import product
from string import ascii_letters
from typing import NamedTuple

Token = tuple[str, int]  # what stands there, and where in the text; "${" and "`" for parts of a template

_NAME = re.compile(r"[A-Za-z_$][\w$]*")
_KEPT = frozenset({
    "arguments", "as", "async", "await", "break", "case", "catch", "class", "const", "continue",
    "debugger", "default", "delete", "do", "else", "eval", "export", "extends", "false", "finally",
    "for", "from", "function", "get", "if", "import", "in", "instanceof", "let", "new", "null",
    "of", "return", "set", "static", "super", "switch", "this", "throw", "true", "try", "typeof",
    "undefined", "var", "void", "while", "with", "yield", "html",
})  # fmt: skip
# What browsers bring and a script may use beside something of its own that is called so.
LEFT_ALONE = frozenset({
    "caches", "crypto", "document", "fetch", "history", "location", "navigator", "performance",
    "print", "window",
})  # fmt: skip
_DECLARING = ("const", "let", "var")
_ACCESSORS = ("get", "set", "async", "static")
_CONTROL = ("if", "while", "for", "switch", "with")
_BEFORE_BLOCK = ("", ")", ";", "{", "}", "else", "try", "finally", "do", "catch", "static")


class Use(NamedTuple):
    """One place of a variable; `added` is what a short name needs there besides."""

    name: str
    start: int
    added: str


def short_names(tokens: Sequence[Token]) -> dict[int, str]:
    """What is written instead at each place whose name is shorter when sent."""
    reading = Reading(tokens)
    kept = _KEPT | LEFT_ALONE | reading.exported
    uses: dict[str, list[Use]] = {}
    for use in reading.uses:
        if use.name in reading.bound and use.name not in kept:
            uses.setdefault(use.name, []).append(use)
    taken = {use.name for use in reading.uses} | kept
    fresh = (name for name in _shortest() if name not in taken)
    found: dict[int, str] = {}
    short = next(fresh)
    for name, places in sorted(uses.items(), key=lambda one: -_saved(one[0], one[1], 1)):
        if _saved(name, places, len(short)) <= 0:
            continue
        for use in places:
            found[use.start] = (name + use.added if use.added else "") + short
        short = next(fresh)
    return found


def _saved(name: str, places: Sequence[Use], length: int) -> int:
    return sum(-len(use.added) - length if use.added else len(name) - length for use in places)


def _shortest() -> Iterator[str]:
    for length in (1, 2, 3):
        yield from map("".join, product(ascii_letters, repeat=length))


class Reading:
    """Which words of a script are variables, and which of those it declares."""

    def __init__(self, tokens: Sequence[Token]) -> None:
        self.words = [piece for piece, _ in tokens]
        self.uses: list[Use] = []
        self.bound: set[str] = set()
        self.exported: set[str] = set()
        self.inside: list[tuple[str, int]] = []  # kind of each open bracket, and its place
        self.variables: dict[int, str] = {}  # by place among the tokens
        self.is_class = False  # its name or what it extends, until its body
        self.closed: dict[int, int] = {}
        for at, (piece, start) in enumerate(tokens):
            self._read(at, piece, start)
        for at, end in self.closed.items():
            if self._declares(at, end):
                self._bind(at, end)

    def _at(self, place: int) -> str:
        return self.words[place] if 0 <= place < len(self.words) else ""

    def _read(self, at: int, piece: str, start: int) -> None:
        if piece in ("(", "[", "${"):
            self.inside.append((piece, at))
        elif piece == "{":
            self.inside.append((self._kind(at), at))
        elif piece in (")", "]", "}", "}$"):
            self.closed[self.inside.pop()[1]] = at
        elif piece == "class" and self._at(at - 1) != "." and self._at(at + 1) != ":":
            self.is_class = True
        elif _NAME.fullmatch(piece) and piece not in _KEPT:
            added = self._added(at)
            if added is not None:
                self.variables[at] = piece
                self.uses.append(Use(piece, start, added))

    def _kind(self, at: int) -> str:
        """What a brace opens."""
        before = self._at(at - 1)
        if self.is_class:
            self.is_class = False
            return "class"
        if before in ("import", "export"):
            return before
        is_arrow = before == ">" and self._at(at - 2) == "="
        if is_arrow or before in _BEFORE_BLOCK or (before == ":" and self._is_case(at - 1)):
            return "block"
        return "object"

    def _is_case(self, at: int) -> bool:
        while at > 0 and self._at(at - 1) not in (";", "{", "}"):
            at -= 1
        return self._at(at) in ("case", "default")

    def _added(self, at: int) -> str | None:
        """What another name of a variable needs before it there, or nothing; None is no variable."""
        before, after = self._at(at - 1), self._at(at + 1)
        kind = self.inside[-1][0] if self.inside else "block"
        is_spread = self.words[max(0, at - 3) : at] == [".", ".", "."]
        if before == "#" or (before == "." and not is_spread):
            return None
        if kind == "import":
            return None if after == "as" else "" if before == "as" else " as "
        if kind == "export":
            self.exported.add(self.words[at])
            return None
        is_product = before == "*" and self._at(at - 2) not in ("{", "}", ",", ";", *_ACCESSORS)
        is_member = before in (*_ACCESSORS, "*") and not is_product
        if kind == "class" and (is_member or before in ("{", "}", ";")):
            return None
        if kind == "object" and (is_member or before in ("{", ",")):
            return ":" if after in (",", "}", "=") and not is_member else None
        if kind == "block" and after == ":" and before in ("{", "}", ";"):
            return None
        self._declare(at, before)
        return ""

    def _declare(self, at: int, before: str) -> None:
        if before == "*" and self._at(at - 2) == "function":
            before = "function"
        if before not in (*_DECLARING, "function", "class", "as"):
            return
        self.bound.add(self.words[at])
        if "export" in self.words[max(0, at - 4) : at]:
            self.exported.add(self.words[at])

    def _declares(self, at: int, end: int) -> bool:
        """Is this bracket a list of parameters, or a pattern that is taken apart?"""
        piece, before, after = self.words[at], self._at(at - 1), self._at(end + 1)
        if piece == "(":
            return (after == "=" and self._at(end + 2) == ">") or (after == "{" and before not in _CONTROL)
        return piece in ("{", "[") and before in (*_DECLARING, "import")

    def _bind(self, at: int, end: int) -> None:
        place = at + 1
        while place < end:
            begins = self._at(place - 1) in ("(", "{", "[", ",", ":", ".", "as")
            if place in self.closed:
                if begins:
                    self._bind(place, self.closed[place])
                place = self.closed[place]
            elif place in self.variables and begins and self._at(place + 1) in (",", ")", "}", "]", "="):
                self.bound.add(self.words[place])
            place += 1
