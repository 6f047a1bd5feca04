"""The words of a page, said in another language before it is sent.

A page is written in English. Its words are the text in its templates (html`<p>Sit down, ${name}</p>`), the
attributes of them that people read, and what is given to `t("…")` and `words("…")`. A value in a text is
called by the last name in its expression: that sentence is "Sit down, {name}" in the catalogues. And
`counted(count, "{count} card", "{count} cards")` is one sentence there, with a form for each number.
"""

import re
from collections.abc import Callable, Iterator

from croupier.messages import FORMS, parts

Translate = Callable[[str], str]

_SCRIPT = re.compile(
    r"""(?P<kept>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')"""
    r"""|(?P<comment>//[^\n]*|/\*.*?\*/)"""
    r"""|(?P<blank>\s+)"""
    r"""|(?P<tick>`)|(?P<slash>/)|(?P<close>\})"""
    r"""|(?P<word>[\w$]+)|(?P<mark>.)""",
    re.DOTALL,
)
_REGEXP = re.compile(r"/(?:[^/\\\[\n]|\\.|\[(?:[^\]\\\n]|\\.)*\])+/\w*")
_TEXT = re.compile(r"(?:[^`\\$]|\\.|\$(?!\{))*", re.DOTALL)
_BEFORE_REGEXP = {"return", "typeof", "case", "in", "of", "await", "yield", "void", "else"}
_BREAK = re.compile(r"(>?) *\n\s*(<?)| (?=/>)")

_SAID_BY = ("t", "words", "counted")
_ATTRIBUTES = ("alt", "aria-label", "aria-description", "caption", "label", "placeholder", "summary", "title")
# Text between tags, or an attribute that is read, in a template whose values are zeros.
_READ = re.compile(
    r"(?P<tag></?[\w\0-]*)"
    rf'|(?<=[ \n])(?:{"|".join(_ATTRIBUTES)})="(?P<attribute>[^"]*)"|"[^"]*"'
    r"|(?P<end>/?>)"
)
_LETTER = re.compile(r"[^\W\d_]")
_STRING = re.compile(r"\"(?:[^\"\\\n]|\\.)*\"|'(?:[^'\\\n]|\\.)*'|`[^`]*`")
_NAME = re.compile(r"[A-Za-z_]\w*")
_AND_MANY = re.compile(rf"(,\s*)({_STRING.pattern})")
_ESCAPED = re.compile(r"\\(.)")


def in_page(text: str) -> set[str]:
    """Every template that a page can say."""
    found: set[str] = set()

    def collect(template: str) -> str:
        found.add(template)
        return template

    said(text, collect)
    return found


def said(text: str, translate: Translate) -> str:
    """The page with its words in another language, and no more blanks in its markup than it needs."""
    return _Page(text, translate).code()


class _Page:
    """Reads through a page from left to right."""

    def __init__(self, text: str, translate: Translate) -> None:
        self.text, self.translate, self.at = text, translate, 0

    def code(self, is_value: bool = False) -> str:
        """As far as the end of the page, or of a value in a template."""
        out: list[str] = []
        # What each open bracket belongs to: the call that says its words, or nothing; and the commas in it.
        open_at: list[str] = []
        last = before = ""
        while self.at < len(self.text):
            found = _SCRIPT.match(self.text, self.at)
            assert found is not None  # the last alternative takes anything
            kind, piece, start = found.lastgroup, found[0], self.at
            self.at = found.end()
            if kind in ("comment", "blank"):
                out.append(piece)
                continue
            if kind == "slash" and _may_begin_regexp(last):
                whole = _REGEXP.match(self.text, start)
                assert whole is not None, self.text[start : start + 40]
                piece, self.at = whole[0], whole.end()
            elif kind == "tick":
                piece = self._template(is_page=last == "html")
            elif kind == "close" and is_value and "{" not in open_at:
                return "".join(out)
            elif kind == "kept" and open_at and open_at[-1] == "counted":
                piece = self._forms(piece)
            elif kind == "kept" and self._is_said(open_at, last):
                piece = self._string(piece)
            elif piece in ("(", "[", "{"):
                is_call = piece == "(" and last in _SAID_BY and before not in (".", "function")
                open_at.append(last if is_call else piece)
            elif piece in (")", "]", "}") and open_at:
                open_at.pop()
            elif piece == "," and open_at and open_at[-1] == "t":
                open_at[-1] = "("  # only the first of its arguments is words
            out.append(piece)
            before, last = last, piece
        return "".join(out)

    def _is_said(self, open_at: list[str], last: str) -> bool:
        """Whether a string here is words: in a call that says it, and not what something is compared with."""
        inner = list(open_at)
        while inner and inner[-1] == "{":
            inner.pop()
        if not inner or inner[-1] not in _SAID_BY:
            return False
        return last not in ("=", "in") and not re.match(r"\s*[=!]==", self.text[self.at :])

    def _forms(self, one: str) -> str:
        """The words for one and for many, as the forms that the language has for its numbers."""
        found = _AND_MANY.match(self.text, self.at)
        assert found is not None, self.text[self.at : self.at + 40]
        self.at = found.end()
        template = FORMS.join(_ESCAPED.sub(r"\1", each[1:-1]) for each in (one, found[2]))
        return found[1].join(map(_quoted, self.translate(template).split(FORMS)))

    def _string(self, piece: str) -> str:
        template = _ESCAPED.sub(r"\1", piece[1:-1])
        other = self.translate(template)
        return piece if other == template else _quoted(other)

    def _template(self, is_page: bool) -> str:
        """From behind the first tick to the last one."""
        chunks, values, sources = [], [], []
        while True:
            rest = _TEXT.match(self.text, self.at)
            assert rest is not None
            self.at = rest.end()
            chunks.append(rest[0])
            if self.text.startswith("`", self.at):
                self.at += 1
                break
            self.at += len("${")
            start = self.at
            values.append("${" + self.code(is_value=True) + "}")
            sources.append(self.text[start : self.at - 1])
        whole = "\0".join(chunks)
        if is_page:
            whole = _BREAK.sub(_break, whole)
            return "`" + _Markup(whole, values, sources, self.translate).written() + "`"
        return "`" + _filled(whole, iter(values)) + "`"


def _may_begin_regexp(last: str) -> bool:
    """A slash after a value divides; anywhere else it begins a regular expression."""
    return not last or last in _BEFORE_REGEXP or not re.match(r"[\w$)\]}\"'`]", last[-1])


def _break(found: re.Match[str]) -> str:
    """A line end beside a tag says nothing; between words or attributes it is one blank, however far in."""
    return (found[1] or "") + (found[2] or "") or "\n" * ("\n" in found[0])


def _quoted(words: str) -> str:
    return '"' + words.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _filled(text: str, values: Iterator[str]) -> str:
    return re.sub("\0", lambda _: next(values), text)


class _Markup:
    """A template of a page, its values as zeros."""

    def __init__(self, text: str, values: list[str], sources: list[str], translate: Translate) -> None:
        self.text, self.values, self.sources, self.translate = text, values, sources, translate
        self.count = 0  # of values that have been written

    def written(self) -> str:
        out: list[str] = []
        at, is_in_tag = 0, False
        for found in _READ.finditer(self.text):
            if found["tag"] and not is_in_tag:
                out.append(self._run(self.text[at : found.start()]))
                at, is_in_tag = found.start(), True
            elif found["end"] and is_in_tag:
                out.append(self._kept(self.text[at : found.end()]))
                at, is_in_tag = found.end(), False
            elif found["attribute"] is not None and is_in_tag:
                out.append(self._kept(self.text[at : found.start("attribute")]))
                out.append(self._run(found["attribute"], is_attribute=True))
                at = found.end("attribute")
        out.append((self._kept if is_in_tag else self._run)(self.text[at:]))
        return "".join(out)

    def _kept(self, text: str) -> str:
        first, self.count = self.count, self.count + text.count("\0")
        return _filled(text, iter(self.values[first : self.count]))

    def _run(self, text: str, is_attribute: bool = False) -> str:
        """Text and values side by side, said as one sentence if there is a word in it."""
        if not _LETTER.search(text):
            return self._kept(text)
        count = text.count("\0")
        names = _names(self.sources[self.count : self.count + count])
        told = text if is_attribute else "\0".join(map(_without_breaks, text.split("\0")))
        core = told.strip()
        template = _filled(_ESCAPED.sub(r"\1", core), iter(["{" + name + "}" for name in names]))
        other = self.translate(template)
        if other == template:
            return self._kept(text)
        values = dict(zip(names, self.values[self.count : self.count + count], strict=True))
        self.count += count
        pieces = []
        for plain, name, _ in parts(other):
            pieces.append(plain.replace("\\", "\\\\").replace("`", "\\`").replace("${", "\\${"))
            if name is not None:
                pieces.append(values.get(name, ""))
        before, after = told[: len(told) - len(told.lstrip())], told[len(told.rstrip()) :]
        return before + "".join(pieces) + after


def _names(sources: list[str]) -> list[str]:
    """What the values of a sentence are called: each by the last name in its expression."""
    names: list[str] = []
    for source in sources:
        found = _NAME.findall(_STRING.sub("", source))
        name = "piece" if "`" in source or not found else str(found[-1])
        number = 2
        while name in names:
            name, number = f"{name.rstrip('0123456789')}{number}", number + 1
        names.append(name)
    return names


def _without_breaks(text: str) -> str:
    """As `core/draw.js` reads text: a line break at the edge is nothing, and one between words is a blank."""
    lines = text.split("\n")
    kept = [
        (line.lstrip(" ") if index else line).rstrip(" ")
        if index < len(lines) - 1
        else (line.lstrip(" ") if index else line)
        for index, line in enumerate(lines)
    ]
    return " ".join(filter(None, kept))
