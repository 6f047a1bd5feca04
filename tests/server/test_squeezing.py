"""Scripts and styles are sent without comments and blanks, and mean the same."""

import json
import re
from collections.abc import Iterator

import pytest

from croupier.server import squeezing
from croupier.server.pages import PAGES
from croupier.server.short_names import LEFT_ALONE, Reading

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
        ("const a = 1;\nconst b = 2;\nlet c;\nconst d = 3;", "const a=1,b=2;let c;const d=3;"),
        (
            "for (const a of b) {\n  const c = 1;\n  const d = () => { const e = 2; };\n  const f = 3;\n}",
            "for(const a of b){const c=1,d=()=>{const e=2},f=3}",
        ),
        ("if (a) go();\nconst b = 1;", "if(a)go();const b=1;"),
    ],
)
def test_a_script_means_the_same(written: str, sent: str) -> None:
    assert squeezing.script(written) == sent


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        (".a, .b > c { color: red; /* why */ margin: 0 1px; }\n", ".a,.b>c{color:red;margin:0 1px}"),
        (".a :is(b, c) { content: \"a ; b\"; }", '.a :is(b,c){content:"a ; b"}'),
        ("@media (max-width: 640px) and (hover: none) {\n  a { top: calc(1px + 2px); }\n}",
         "@media (max-width:640px) and (hover:none){a{top:calc(1px + 2px)}}"),
        ("a { margin: 0.5em -0.5em 10.5px 0; --n: 0.25; }", "a{margin:.5em -0.5em 10.5px 0;--n:.25}"),
    ],
)  # fmt: skip
def test_a_style_means_the_same(written: str, sent: str) -> None:
    assert squeezing.style(written) == sent


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("const first = 1; go(first, first.first);", "const a=1;go(a,a.first);"),
        ("const {first, second: third = first} = o; third(first);", "const{first:b,second:a=b}=o;a(b);"),
        ("const first = 1; say(first, first, {first, third: first});",
         "const a=1;say(a,a,{first:a,third:a});"),
        ('import {first} from "f"; first(first, first);', 'import{first as a}from"f";a(a,a);'),
        ("export const first = 1; go(first, first);", "export const first=1;go(first,first);"),
        ("const f = (first, [second]) => document + first + second;", "const f=(b,[a])=>document+b+a;"),
        ("class A { first = 1; go(first) { return this.first + first; } get second() {} }",
         "class A{first=1;go(a){return this.first+a}get second(){}}"),
        ("const o = {first(first) { first(); }, get second() {}};",
         "const o={first(a){a()},get second(){}};"),
        ("const first = 2; o = {a: 2 * first, *first() {}}; go(first);",
         "const a=2;o={a:2*a,*first(){}};go(a);"),
        ("if (document) { first(); } let first = a ? first : 1; first();",
         "if(document){b()}let b=a?b:1;b();"),
        ("const first = 1; x = `first ${first} ${first}`;", "const a=1;x=`first ${a} ${a}`;"),
        ("const first = 1, a = 2; go(first, first, a);", "const b=1,a=2;go(b,b,a);"),
        ("const location = 1; go(location, location);", "const location=1;go(location,location);"),
    ],
)  # fmt: skip
def test_what_only_a_script_sees_has_a_short_name(written: str, sent: str) -> None:
    assert squeezing.script(written) == sent


def test_what_browsers_bring_is_called_as_they_call_it() -> None:
    """Nothing of a page is called like what any page wants of the browser, but for what is left alone."""
    brought: set[str] = set()
    own: set[str] = set()
    for path in PAGES.rglob("*.js"):
        reading = Reading(squeezing.tokens(path.read_text()))
        for use in reading.uses:
            (own if use.name in reading.bound else brought).add(use.name)
    assert {"document", "Math", "setTimeout"} <= brought
    assert {"event", "scene"} <= own
    assert not brought & own - LEFT_ALONE


def test_a_map_says_where_the_lines_are(floor: Floor) -> None:
    """As the tools of a browser read it: each first piece of a line is found where the map says."""
    for path in PAGES.rglob("*.js"):
        sent, written = squeezing.script(path.read_text()).split("\n"), path.read_text().split("\n")
        told = json.loads(squeezing.source_map(path.read_text(), path.name))
        seen = set()
        names: dict[str, str] = {}
        for line, column, at_line, at_column in _places(told["mappings"]):
            word = re.match(r"[\w$]+|.", written[at_line][at_column:])
            assert word is not None
            there = re.match(r"[\w$]+|.", sent[line][column:])
            assert there is not None
            # A variable may be written short: then it is everywhere.
            assert there[0] == word[0] or names.setdefault(word[0], there[0]) == there[0], (path, at_line)
            assert re.fullmatch(r"[\w$]+", there[0]) or there[0] == word[0], (path, at_line)
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
