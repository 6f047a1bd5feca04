"""Scripts and styles as they are sent: without comments, blanks, line ends and long names of variables.

A source map says where the lines of a script are in its file; browsers ask for it when their tools are open.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import NamedTuple

from croupier.server.short_names import Token, short_names

_WORD = re.compile(r"[\w$]")
SCRIPT = re.compile(
    r"""(?P<kept>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')"""
    r"""|(?P<comment>//[^\n]*|/\*.*?\*/)"""
    r"""|(?P<blank>[ \t]+|\n[ \t]*)"""
    r"""|(?P<tick>`)|(?P<slash>/)|(?P<open>\{)|(?P<close>\})"""
    r"""|(?P<word>[\w$]+)|(?P<mark>.)""",
    re.DOTALL,
)
REGEXP = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/\w*")
_BREAK = re.compile(r"(>?) *\n\s*(<?)")  # in a template of a page
TEXT = re.compile(r"(?:[^`\\$]|\\.|\$(?!\{))*", re.DOTALL)
_BEFORE_REGEXP = {"return", "typeof", "case", "in", "of", "await", "yield", "void", "else"}
_BASE_64 = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
_STYLE = re.compile(
    r"""(?P<kept>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')"""
    r"""|(?<![\w.-])(?P<zero>0)(?=\.\d)"""
    r"""|(?P<comment>/\*.*?\*/)"""
    r"""|(?P<blank>\s+)"""
    r"""|(?P<mark>[{};,]|:(?= )|.)""",
    re.DOTALL,
)


def script(text: str) -> str:
    """JavaScript that does the same: strings, regular expressions and templates are untouched, but for the
    line ends of a template of a page; variables have short names.

    Every statement ends with a semicolon (Prettier sees to it), so that no line end means anything.
    """
    return _squeezed(text)[0]


def source_map(text: str, name: str) -> str:
    """Where the lines of a script are in what is sent of it, as browsers read it (version 3)."""
    lines: list[list[str]] = [[]]
    was_line = was_column = 0  # of the file, told as differences through the whole map
    sent_line, sent_column = 0, 0
    for line, column, at_line, at_column in _squeezed(text)[1]:
        while sent_line < line:
            lines.append([])
            sent_line, sent_column = sent_line + 1, 0
        steps = (column - sent_column, 0, at_line - was_line, at_column - was_column)
        lines[-1].append("".join(map(_digits, steps)))
        sent_column, was_line, was_column = column, at_line, at_column
    mappings = ";".join(",".join(segments) for segments in lines)
    return json.dumps({"version": 3, "sources": [name], "sourcesContent": [text], "mappings": mappings})


def _digits(value: int) -> str:
    """A number as source maps write it: base 64, the sign in the last bit, low digits first."""
    rest = (-value << 1) | 1 if value < 0 else value << 1
    out = ""
    while True:
        digit, rest = rest & 31, rest >> 5
        out += _BASE_64[digit | (32 if rest else 0)]
        if not rest:
            return out


class _Piece(NamedTuple):
    kind: str
    written: str
    start: int
    sent: str = ""  # of a template


def _pieces(text: str) -> Iterator[_Piece]:
    """A script from left to right; a template is one up to its first value, and one from value to value."""
    inside: list[str] = []  # what each open brace belongs to: a block, or a template of a page or another
    last, at = "", 0
    while at < len(text):
        found = SCRIPT.match(text, at)
        assert found is not None  # the last alternative takes anything
        kind, piece, start = str(found.lastgroup), found[0], at
        at = found.end()
        opened = inside.pop() if kind == "close" and inside else "block"
        if kind == "slash" and may_begin_regexp(last):
            whole = REGEXP.match(text, start)
            assert whole is not None, text[start : start + 40]
            at = whole.end()
            kind, piece = "regexp", whole[0]
        elif kind == "tick" or opened != "block":
            rest = TEXT.match(text, at)
            assert rest is not None
            end = "`" if text.startswith("`", rest.end()) else "${"
            at = rest.end() + len(end)
            if kind == "tick":
                opened = "html" if last == "html" else "template"
            said = _BREAK.sub(_break, rest[0]) if opened == "html" else rest[0]
            if end == "${":
                inside.append(opened)
            yield _Piece("template", piece + rest[0] + end, start, piece + said + end)
            last = "{" if end == "${" else "`"
            continue
        elif kind == "open":
            inside.append("block")
        yield _Piece(kind, piece, start)
        if kind not in ("comment", "blank"):
            last = piece


def tokens(text: str) -> list[Token]:
    """What names are looked for in: all but comments and blanks; of templates only where their values are."""
    found: list[Token] = []
    for kind, written, start, _ in _pieces(text):
        if kind == "template":
            found += [("}$", start)] if written[0] == "}" else [("`", start)]
            found += [("${", start)] if written.endswith("${") else [("`", start)]
        elif kind not in ("comment", "blank"):
            found.append((written, start))
    return found


def _squeezed(text: str) -> tuple[str, list[tuple[int, int, int, int]]]:
    """What is sent; and for the first piece of each line of the file, line and column there and here."""
    out: list[str] = []
    marks: list[tuple[int, int, int, int]] = []
    names = short_names(tokens(text))
    last = ""
    begun = [""]  # the first word of the statement in each open bracket
    before = ""  # that of the one that has just ended
    has_gap = False
    sent = (0, 0)
    line, line_start = 0, 0
    is_marked = False

    def put(piece: str, start: int, written: str) -> None:
        nonlocal last, has_gap, sent, is_marked, line, line_start, before
        if piece == before == "const" and last == ";":  # one more of what is named
            out[-1] = last = ","
            begun[-1] = piece
            return
        if piece[0] in ")]}":
            begun.pop()
        if piece == ";":
            before, begun[-1] = begun[-1], ""
        else:
            begun[-1] = begun[-1] or piece
        if piece in ("(", "[", "{") or piece.endswith("${"):
            begun.append("")
        if (last == "," and piece in (")", "]", "}")) or (last == ";" and piece == "}"):
            out.pop()  # the last of a list or of a block needs none
            sent = (sent[0], sent[1] - 1)
        elif has_gap and not _may_touch(last, piece):
            out.append(" ")
            sent = (sent[0], sent[1] + 1)
        has_gap = False
        if not is_marked and piece not in (",", ";"):  # which may be dropped yet
            marks.append((*sent, line, start - line_start))
            is_marked = True
        out.append(piece)
        last = "{" if piece.endswith("${") else piece
        head, ended, tail = piece.rpartition("\n")
        sent = (sent[0] + head.count("\n") + 1, len(tail)) if ended else (sent[0], sent[1] + len(piece))
        if lines := written.count("\n"):
            line += lines
            line_start = start + written.rindex("\n") + 1
            is_marked = False

    for kind, written, start, said in _pieces(text):
        if kind in ("comment", "blank"):
            has_gap = True
            if lines := written.count("\n"):
                line += lines
                line_start = start + written.rindex("\n") + 1
                is_marked = False
        else:
            put(said or names.get(start, written), start, written)
    return "".join(out), marks


def _break(found: re.Match[str]) -> str:
    """A line end beside a tag says nothing; between words or attributes it is one blank, however far in."""
    return found[1] + found[2] or "\n"


def may_begin_regexp(last: str) -> bool:
    """A slash after a value divides; anywhere else it begins a regular expression."""
    return not last or last in _BEFORE_REGEXP or not (_WORD.match(last[-1]) or last[-1] in ")]}\"'`")


def _may_touch(before: str, after: str) -> bool:
    """Do two pieces mean the same without the blank between them?"""
    if not before:
        return True
    first, second = before[-1], after[0]
    if _WORD.match(first) and _WORD.match(second):
        return False
    return first + second not in ("++", "--", "//", "/*")


def style(text: str) -> str:
    """A style sheet that says the same."""
    out: list[str] = []
    is_after_mark = True
    gap = ""
    for found in _STYLE.finditer(text):
        kind, piece = found.lastgroup, found[0]
        if kind in ("comment", "blank"):
            gap = " "
            continue
        if gap and not is_after_mark and piece not in ("{", "}", ";", ",", ">"):
            out.append(" ")
        gap = ""
        if kind == "zero":
            is_after_mark = False
            continue
        if piece == "}" and out and out[-1] == ";":
            out.pop()  # the last of a rule needs none
        out.append(piece)
        is_after_mark = kind == "mark" and piece in ("{", "}", ";", ",", ":", ">")
    return "".join(out)
