"""Scripts and styles are sent without comments and blanks, and mean the same."""

import json
import re
from collections.abc import Iterator

import pytest

from croupier.server import squeezing
from croupier.server.pages import PAGES

from .conftest import Floor


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("const a = 1; // one\nlet b;\n", "const a=1;let b;"),
        ("/** A\n * doc. */\nreturn a / b / c;", "return a/b/c;"),
        ("say(\"a  //  b\", '/* c */');", "say(\"a  //  b\",'/* c */');"),
        ("x = `a  ${ b + `c  ${d}` }  // e`;", "x=`a  ${b+`c  ${d}`}  // e`;"),
        ("html`<p\n  id=${ a }>\n  b\n  c ${d}\n</p>`;", "html`<p\nid=${a}>b\nc ${d}</p>`;"),
        ("`a\n  <b>`", "`a\n  <b>`"),
        ("y = t.replace(/[/ ]  \\/ /g, a) / 2", "y=t.replace(/[/ ]  \\/ /g,a)/2"),
        ("return /a  b/.test(c)", "return/a  b/.test(c)"),
        ("a + +b - -c", "a+ +b- -c"),
        ("`${ {a: 1}.a }`", "`${{a:1}.a}`"),
        (
            "const f = () => {\n  go(\n    [a, b],\n    c,\n  );\n};\nlet\nd;",
            "const f=()=>{go([a,b],c)};let d;",
        ),
    ],
)
def test_a_script_means_the_same(written: str, sent: str) -> None:
    assert squeezing.script(written) == sent


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        (".a, .b > c { color: red; /* why */ margin: 0 1px; }\n", ".a,.b > c{color:red;margin:0 1px}"),
        (".a :is(b, c) { content: \"a ; b\"; }", '.a :is(b,c){content:"a ; b"}'),
        ("@media (max-width: 640px) and (hover: none) {\n  a { top: calc(1px + 2px); }\n}",
         "@media (max-width:640px) and (hover:none){a{top:calc(1px + 2px)}}"),
    ],
)  # fmt: skip
def test_a_style_means_the_same(written: str, sent: str) -> None:
    assert squeezing.style(written) == sent


def test_a_map_says_where_the_lines_are(floor: Floor) -> None:
    """As the tools of a browser read it: each first piece of a line is found where the map says."""
    for path in PAGES.rglob("*.js"):
        sent, written = squeezing.script(path.read_text()).split("\n"), path.read_text().split("\n")
        told = json.loads(squeezing.source_map(path.read_text(), path.name))
        seen = set()
        for line, column, at_line, at_column in _places(told["mappings"]):
            word = re.match(r"[\w$]+|.", written[at_line][at_column:])
            assert word is not None
            assert sent[line].startswith(word[0], column), (path, at_line)
            seen.add(at_line)
        lines = {number for number, line in enumerate(written) if re.match(r" *(export|return|const) ", line)}
        assert lines <= seen, path
    script = floor.http.get("/core/draw.js")
    told = floor.http.get("/core/" + script.headers["sourcemap"])
    assert told.headers["content-type"] == "application/json"
    assert told.json()["sourcesContent"] == [(PAGES / "core/draw.js").read_text()]


def _places(mappings: str) -> Iterator[tuple[int, int, int, int]]:
    digits = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
    at_line = at_column = 0
    for line, segments in enumerate(mappings.split(";")):
        column = 0
        for segment in filter(None, segments.split(",")):
            values, value, shift = [], 0, 0
            for letter in segment:
                digit = digits.index(letter)
                value, shift = value | (digit & 31) << shift, shift + 5
                if digit < 32:
                    values.append(-(value >> 1) if value & 1 else value >> 1)
                    value = shift = 0
            column, at_line, at_column = column + values[0], at_line + values[2], at_column + values[3]
            yield line, column, at_line, at_column


def test_a_browser_gets_them_packed(floor: Floor) -> None:
    packed = floor.http.get("/core/draw.js", headers={"Accept-Encoding": "gzip, br"})
    plain = floor.http.get("/core/draw.js", headers={"Accept-Encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.headers["vary"] == plain.headers["vary"] == "Accept-Encoding, Accept-Language, Cookie"
    assert packed.text == plain.text
    assert int(packed.headers["content-length"]) < int(plain.headers["content-length"]) / 2
