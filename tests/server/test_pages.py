"""The pages are served with the headers that keep foreign code out."""

import socket
import threading
from pathlib import Path

import pytest

from croupier.cli.serve import _listen
from croupier.games import catalogue
from croupier.languages import names, page_words
from croupier.server import pages
from croupier.server.config import Config

from .conftest import Floor, build, serving


def test_the_lobby_is_at_the_root_and_runs_its_own_code_only(floor: Floor) -> None:
    answer = floor.http.get("/")
    assert answer.status_code == 200
    assert answer.headers["content-type"].startswith("text/html")
    policy = answer.headers["content-security-policy"]
    assert "default-src 'self'" in policy
    assert "frame-ancestors 'self'" in policy
    assert "unsafe-inline" not in policy.partition("style-src")[0]
    assert answer.headers["x-content-type-options"] == "nosniff"


@pytest.mark.parametrize(
    "path", ["/../pyproject.toml", "/%2e%2e/pyproject.toml", "/..%2f..%2fetc/passwd", "/nothing"]
)
def test_nothing_else_is_served(floor: Floor, path: str) -> None:
    answer = floor.http.get(path)
    assert answer.status_code in (400, 404), answer.text[:200]


def test_an_unknown_path_of_the_interface_answers_in_the_one_shape(floor: Floor) -> None:
    answer = floor.http.get("/api/nothing")
    assert (answer.status_code, set(answer.json())) == (404, {"code", "reason", "citations"})
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert floor.http.patch("/api/lobby").status_code == 405


def test_what_a_browser_has_already_is_not_sent_again(floor: Floor) -> None:
    first = floor.http.get("/core/draw.js")
    assert first.headers["content-type"] == "text/javascript; charset=utf-8"
    assert first.headers["cache-control"] == "no-cache"
    again = floor.http.get("/core/draw.js", headers={"If-None-Match": first.headers["etag"]})
    assert (again.status_code, again.content) == (304, b"")
    other = floor.http.get("/core/draw.js", headers={"If-None-Match": '"something else"'})
    assert (other.status_code, other.content) == (200, first.content)


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/index.html", "text/html; charset=utf-8"),
        ("/style/base.css", "text/css; charset=utf-8"),
        ("/icon.svg", "image/svg+xml"),
        ("/lessons/rws-poker@7.json", "application/json"),
    ],
)
def test_files_say_what_they_are(floor: Floor, path: str, kind: str) -> None:
    answer = floor.http.get(path)
    assert (answer.status_code, answer.headers["content-type"]) == (200, kind)
    head = floor.http.head(path)
    assert (head.status_code, head.content) == (200, b"")


def test_no_message_waits_for_the_one_before_it() -> None:
    """Without this every answer on a kept connection took 40 ms: header and body are two writes."""
    with _listen("127.0.0.1", 0) as listening, socket.create_connection(listening.getsockname()):
        accepted, _ = listening.accept()
        with accepted:
            assert accepted.getsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY)


def test_a_par_sheet_is_drawn_when_it_is_asked_for(tmp_path: Path) -> None:
    with serving(build(str(tmp_path / "house.db"), tmp_path, Config(), catalogue())) as client:
        answer = client.get("/par/rws-poker@7.html")
        assert (answer.status_code, answer.headers["content-type"]) == (200, "text/html; charset=utf-8")
        assert "rws-poker@7" in answer.text
        assert client.get("/par/rws-poker@7.html").text == answer.text
        for name in ("rws-poker@999.html", "rws-poker@7.pdf", "rws-poker@7.htmlx", "..%2Findex.html"):
            assert client.get(f"/par/{name}").status_code == 404


@pytest.mark.parametrize(
    ("written", "said"),
    [
        ("html`<p\n  id=${ a }>\n  b\n  c ${d}\n</p>`;", "html`<p\nid=${ a }>b\nc ${d}</p>`;"),
        ("html`<i class=${a} />\n  <b />`;", "html`<i class=${a}/><b/>`;"),
        ("x = `a\n  <b />`; // html`<i />`", "x = `a\n  <b />`; // html`<i />`"),
        ("t.at(/[/ `]  \\/ /g, a) / 2; html`<p />`", "t.at(/[/ `]  \\/ /g, a) / 2; html`<p/>`"),
    ],
)  # fmt: skip
def test_markup_has_no_blanks_that_say_nothing(written: str, said: str) -> None:
    assert page_words.said(written, lambda template: template) == said


@pytest.mark.parametrize("path", sorted(pages.PAGES.rglob("*.js")), ids=lambda path: path.name)
def test_every_script_is_sent_short_in_every_language(path: Path) -> None:
    """What cannot be made short is sent as it is written, and nobody would notice."""
    written = len(path.read_bytes())
    for language in names():
        sent = pages.made(pages.find(pages.PAGES, str(path.relative_to(pages.PAGES)), language))
        assert len(sent.body) < written
        assert b"/** @" not in sent.body


def test_a_rule_for_the_size_of_a_felt_is_made_short_too(floor: Floor) -> None:
    assert "@container felt (max-width:640px){.felt" in floor.http.get("/style/felt/poker-upright.css").text


def test_trust_32_a_file_is_made_once_beside_the_tables(
    floor: Floor, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Maps of scripts were made in the loop for everybody who asked; eight addresses stopped all tables."""
    threads: list[str] = []
    make = pages._make

    def noted(path: Path, language: str) -> pages.File:
        threads.append(threading.current_thread().name)
        return make(path, language)

    monkeypatch.setattr(pages, "_made", {})
    monkeypatch.setattr(pages, "_make", noted)
    for language in ("en", "zh") * 3:
        for path in ("/core/draw.js", "/style/base.css", "/index.html", "/lessons/rws-poker@7.json"):
            assert floor.http.get(path, headers={"Accept-Language": language}).status_code == 200
            assert floor.http.get(f"{path}.map").status_code == 404
    assert len(threads) == 8
    assert all(name.startswith("pages") for name in threads)


def test_what_no_minifier_reads_is_sent_as_it_is_written(tmp_path: Path) -> None:
    (tmp_path / "broken.js").write_text("const a = ;\n")
    assert pages.made(pages.find(tmp_path, "broken.js")).body == b"const a = ;\n"


@pytest.mark.skipif(pages.minify is None, reason="pages are sent as they are written")
@pytest.mark.parametrize("kind", ["const", "let"])
def test_what_is_declared_first_comes_first(kind: str, tmp_path: Path) -> None:
    """Two versions of the minifier move what is taken apart before the name that it is taken from."""
    (tmp_path / "one.js").write_text(
        f"function f() {{ {kind} a = g(); {kind} [b] = h({{a}}); return a + b; }}\n"
    )
    sent = pages.made(pages.find(tmp_path, "one.js")).body.decode()
    assert sent.index("g()") < sent.index("h(")


def test_a_browser_gets_them_packed(floor: Floor) -> None:
    packed = floor.http.get("/core/draw.js", headers={"Accept-Encoding": "gzip, br"})
    plain = floor.http.get("/core/draw.js", headers={"Accept-Encoding": "identity"})
    assert packed.headers["content-encoding"] == "gzip"
    assert "content-encoding" not in plain.headers
    assert packed.headers["vary"] == plain.headers["vary"] == "Accept-Encoding, Accept-Language, Cookie"
    assert packed.text == plain.text
    assert int(packed.headers["content-length"]) < int(plain.headers["content-length"]) / 2
