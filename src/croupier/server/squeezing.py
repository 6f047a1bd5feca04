"""Scripts and styles as they are sent: without comments and blanks, each line still where it is in the file.

Lines stay, so that a message of a browser names the line one finds in the editor.
"""

from __future__ import annotations

import re

_WORD = re.compile(r"[\w$]")
_SCRIPT = re.compile(
    r"""(?P<kept>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')"""
    r"""|(?P<comment>//[^\n]*|/\*.*?\*/)"""
    r"""|(?P<blank>[ \t]+|\n[ \t]*)"""
    r"""|(?P<tick>`)|(?P<slash>/)|(?P<open>\{)|(?P<close>\})"""
    r"""|(?P<word>[\w$]+)|(?P<mark>.)""",
    re.DOTALL,
)
_REGEXP = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/\w*")
_TEXT = re.compile(r"(?:[^`\\$]|\\.|\$(?!\{))*", re.DOTALL)
_BEFORE_REGEXP = {"return", "typeof", "case", "in", "of", "await", "yield", "void", "else"}
_STYLE = re.compile(
    r"""(?P<kept>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')"""
    r"""|(?P<comment>/\*.*?\*/)"""
    r"""|(?P<blank>\s+)"""
    r"""|(?P<mark>[{};,]|:(?= )|.)""",
    re.DOTALL,
)


def script(text: str) -> str:
    """JavaScript that does the same: words, strings, templates and regular expressions are untouched."""
    out: list[str] = []
    inside: list[str] = []  # what each open brace belongs to: a block, or a template to go on with
    last, gap, at = "", "", 0

    def put(piece: str) -> None:
        nonlocal last, gap
        if gap and not _may_touch(last, piece):
            out.append(" ")
        gap = ""
        out.append(piece)
        last = piece

    while at < len(text):
        found = _SCRIPT.match(text, at)
        assert found is not None  # the last alternative takes anything
        kind, piece = found.lastgroup, found[0]
        at = found.end()
        if kind in ("comment", "blank"):
            lines = piece.count("\n")
            out.append("\n" * lines)
            gap = "" if lines or (out and out[-1].endswith("\n")) else " "
        elif kind == "slash" and _may_begin_regexp(last):
            whole = _REGEXP.match(text, at - 1)
            assert whole is not None, text[at - 1 : at + 40]
            at = whole.end()
            put(whole[0])
        elif kind == "tick" or (kind == "close" and inside and inside.pop() == "template"):
            rest = _TEXT.match(text, at)
            assert rest is not None
            at = rest.end()
            end = "`" if text.startswith("`", at) else "${"
            at += len(end)
            put(piece + rest[0] + end)
            if end == "${":
                inside.append("template")
                last = "{"
        else:
            if kind == "open":
                inside.append("block")
            put(piece)
    return "".join(out)


def _may_begin_regexp(last: str) -> bool:
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
            if lines := piece.count("\n"):
                out.append("\n" * lines)
            gap = "" if lines and is_after_mark else " "
            continue
        if gap and not is_after_mark and piece not in ("{", "}", ";", ","):
            out.append(" ")
        gap = ""
        if piece == "}" and out and out[-1] == ";":
            out.pop()  # the last of a rule needs none
        out.append(piece)
        is_after_mark = kind == "mark" and piece in ("{", "}", ";", ",", ":")
    return "".join(out)
