"""The files of the pages, from memory: a page is some forty small modules, and each answer is one write.

Their words are in the language of who asks: they are said as they are read (`page_words.py`).
"""

import gzip
import hashlib
import mimetypes
from functools import lru_cache
from pathlib import Path
from typing import Annotated, Any, TypeAlias

from litestar import Request, Response, route
from litestar.params import PathParameter
from msgspec import Struct

import croupier
from croupier.games import find as game_called
from croupier.languages import language as language_of
from croupier.languages import names, spoken, translations
from croupier.server import lessons, page_words, squeezing
from croupier.server.errors import Rejected

PAGES = Path(croupier.__file__).parent / "web"
Name: TypeAlias = Annotated[str, PathParameter(max_length=256)]
_FIRST = "index.html"
_LEAST_PACKED = 600  # bytes: packing less saves no packet
_TYPES = {".js": "text/javascript", ".json": "application/json", ".svg": "image/svg+xml"}


class File(Struct, frozen=True):
    body: bytes
    packed: bytes  # by gzip; empty if that would save nothing
    media_type: str
    etag: str


@lru_cache(maxsize=1024)
def _read(path: Path, changed_at: int, size: int, language: str) -> File:
    """A file as it was at that time; a change on disk asks for it anew."""
    body = path.read_bytes()
    match path.suffix:
        case ".js":
            body = squeezing.script(_said(body.decode(), language)).encode()
        case ".json" if path.parent.name == "lessons":
            body = lessons.said(body, language_of(language))
        case ".css":
            body = squeezing.style(body.decode()).encode()
        case ".html":
            known = " ".join(names())
            told = f'<html lang="{language}" data-languages="{known}">'
            body = body.replace(b'<html lang="en">', told.encode())
    return _file(path, body)


@lru_cache(maxsize=32)
def _read_map(path: Path, changed_at: int, size: int, language: str) -> File:
    """Where the lines of a script are: for the tools of a browser, which ask only while they are open."""
    script = _said(path.read_text(), language)
    return _file(path.with_suffix(".json"), squeezing.source_map(script, path.name).encode())


def _said(script: str, language: str) -> str:
    if language == "en":
        return script
    words = translations(language)
    return page_words.said(script, lambda template: words.get(template, template))


def _file(path: Path, body: bytes) -> File:
    kind = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    packed = gzip.compress(body, mtime=0) if len(body) >= _LEAST_PACKED else b""
    if len(packed) >= len(body):
        packed = b""
    return File(body, packed, kind, f'W/"{hashlib.sha256(body).hexdigest()[:32]}"')


def find(folder: Path, name: str, language: str = "en") -> File:
    """A file in the folder, in that language; Rejected if there is none, or if the name leads elsewhere."""
    is_map = name.endswith(".js.map")
    try:
        path = (folder / ((name.removesuffix(".map") if is_map else name).strip("/") or _FIRST)).resolve()
        known = path.stat() if path.is_relative_to(folder) and path.is_file() else None
    except (OSError, ValueError):  # a name that no file can have
        known = None
    if known is None:
        raise Rejected("not_found", "there is no such page")
    return (_read_map if is_map else _read)(path, known.st_mtime_ns, known.st_size, language)


@route(
    ["/", "/{name:path}"],
    http_method=["GET", "HEAD"],
    cost="page",
    opt={"is_public": True},
    include_in_schema=False,
    sync_to_thread=False,
)
def page_file(request: "Request[Any, Any, Any]", name: Name = "") -> Response[bytes]:
    return sent(request, PAGES, name)


@route(
    "/guests/{game:str}/{name:path}",
    http_method=["GET", "HEAD"],
    cost="page",
    opt={"is_public": True},
    include_in_schema=False,
    sync_to_thread=False,
)
def guest_file(request: "Request[Any, Any, Any]", game: Name, name: Name) -> Response[bytes]:
    """The felt and the lessons that a game from elsewhere brings along."""
    found = game_called(game)
    if found is None or found.pages is None:
        raise Rejected("not_found", "there is no such page")
    return sent(request, found.pages, name)


def sent(request: "Request[Any, Any, Any]", folder: Path, name: str) -> Response[bytes]:
    """Browsers keep what they have and ask whether it is still good."""
    file = find(folder, name, spoken().name)
    headers = {"ETag": file.etag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if name.endswith(".js"):
        headers["SourceMap"] = f"{name.rpartition('/')[2]}.map"
    if request.headers.get("if-none-match") == file.etag:
        return Response(b"", status_code=304, headers=headers, media_type=file.media_type)
    if file.packed and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(
            file.packed, headers={**headers, "Content-Encoding": "gzip"}, media_type=file.media_type
        )
    return Response(file.body, headers=headers, media_type=file.media_type)
