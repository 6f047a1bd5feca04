"""Scripts and styles are sent without comments and blanks, and mean the same."""

import pytest

from croupier.server import squeezing
from croupier.server.pages import PAGES

from .conftest import Floor


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        ("const a = 1; // one\nlet b;\n", "const a=1;\nlet b;\n"),
        ("/** A\n * doc. */\nreturn a / b / c;", "\n\nreturn a/b/c;"),
        ("say(\"a  //  b\", '/* c */');", "say(\"a  //  b\",'/* c */');"),
        ("x = `a  ${ b + `c  ${d}` }  // e`;", "x=`a  ${b+`c  ${d}`}  // e`;"),
        ("y = t.replace(/[/ ]  \\/ /g, a) / 2", "y=t.replace(/[/ ]  \\/ /g,a)/2"),
        ("return /a  b/.test(c)", "return/a  b/.test(c)"),
        ("a + +b - -c", "a+ +b- -c"),
        ("`${ {a: 1}.a }`", "`${{a:1}.a}`"),
    ],
)
def test_a_script_means_the_same(written: str, sent: str) -> None:
    assert squeezing.script(written) == sent


@pytest.mark.parametrize(
    ("written", "sent"),
    [
        (".a, .b > c { color: red; /* why */ margin: 0 1px; }\n", ".a,.b > c{color:red;margin:0 1px}\n"),
        (".a :is(b, c) { content: \"a ; b\"; }", '.a :is(b,c){content:"a ; b"}'),
        ("@media (max-width: 640px) and (hover: none) {\n  a { top: calc(1px + 2px); }\n}",
         "@media (max-width:640px) and (hover:none){\na{top:calc(1px + 2px)}\n}"),
    ],
)  # fmt: skip
def test_a_style_means_the_same(written: str, sent: str) -> None:
    assert squeezing.style(written) == sent


def test_every_line_stays_where_it_is() -> None:
    for kind, squeeze in (("*.js", squeezing.script), ("*.css", squeezing.style)):
        for path in PAGES.rglob(kind):
            written = path.read_text()
            assert squeeze(written).count("\n") == written.count("\n"), path


def test_a_browser_gets_them_packed(floor: Floor) -> None:
    packed = floor.http.get("/core/draw.js", headers={"Accept-Encoding": "gzip, br"})
    plain = floor.http.get("/core/draw.js", headers={"Accept-Encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.headers["vary"] == plain.headers["vary"] == "Accept-Encoding"
    assert packed.text == plain.text
    assert int(packed.headers["content-length"]) < int(plain.headers["content-length"]) / 2
