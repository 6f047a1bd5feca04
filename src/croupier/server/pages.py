"""The files of the pages, from memory: a page is some forty small modules, and each answer is one write.

A file is made beside the tables when somebody first asks for it in a language, and kept for everybody: its
words are said (`languages/page_words.py`), and what a browser does without is left out.
"""

import asyncio
import gzip
import hashlib
import mimetypes
import re
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Annotated, Any, TypeAlias

from litestar import Request, Response, route
from litestar.params import PathParameter
from msgspec import Struct

import croupier
from croupier.games import find as game_called
from croupier.languages import language as language_of
from croupier.languages import names, page_words, spoken, translations
from croupier.server import lessons
from croupier.server.errors import Rejected

try:
    import minify
except ImportError:  # not for every machine: pages are then sent as they are written
    minify = None

PAGES = Path(croupier.__file__).parent / "web"
Name: TypeAlias = Annotated[str, PathParameter(max_length=256)]
_FIRST = "index.html"
_LEAST_PACKED = 600  # bytes: packing less saves no packet
_TYPES = {".js": "text/javascript", ".json": "application/json", ".svg": "image/svg+xml"}

_FILLED = re.compile(
    r'(?<![\w.$])t\(("(?:[^"\\\n]|\\.)*")\)'
)  # words without values: nothing is left to do for `t`


class File(Struct, frozen=True):
    body: bytes
    packed: bytes  # by gzip; empty if that would save nothing
    media_type: str
    etag: str


Place: TypeAlias = tuple[Path, int, int, str]  # a file as it was at a time and in size, and a language
_made: dict[Place, File] = {}
_maker = ThreadPoolExecutor(1, "pages")


def made(place: Place) -> File:
    """The file as it is sent; a change on disk asks for it anew."""
    if (found := _made.get(place)) is None:
        found = _made[place] = _make(place[0], place[-1])
    return found


def _make(path: Path, language: str) -> File:
    body = path.read_bytes()
    match path.suffix:
        case ".js":
            words = {} if language == "en" else translations(language)
            text = page_words.said(body.decode(), lambda template: words.get(template, template))
            body = _short("application/javascript", _FILLED.sub(r"\1", text)).encode()
        case ".json" if path.parent.name == "lessons":
            body = lessons.said(body, language_of(language))
        case ".css":
            # What stands in a rule that it does not know, it leaves as it is.
            text = _short("text/css", body.decode().replace("@container", "@media container"))
            body = text.replace("@media container", "@container").encode()
        case ".html":
            known = " ".join(names())
            told = f'<html lang="{language}" data-languages="{known}">'
            body = body.replace(b'<html lang="en">', told.encode())
    return _file(path, body)


def _short(kind: str, text: str) -> str:
    if minify is None:
        return text
    try:
        return str(minify.string(kind, text))
    except minify.MinifyError:  # a guest's, perhaps; the browser says what is wrong with it
        return text


def _file(path: Path, body: bytes) -> File:
    kind = _TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    packed = gzip.compress(body, mtime=0) if len(body) >= _LEAST_PACKED else b""
    if len(packed) >= len(body):
        packed = b""
    return File(body, packed, kind, f'W/"{hashlib.sha256(body).hexdigest()[:32]}"')


def find(folder: Path, name: str, language: str = "en") -> Place:
    """A file in the folder, in that language; Rejected if there is none, or if the name leads elsewhere."""
    try:
        path = (folder / (name.strip("/") or _FIRST)).resolve()
        known = path.stat() if path.is_relative_to(folder) and path.is_file() else None
    except (OSError, ValueError):  # a name that no file can have
        known = None
    if known is None:
        raise Rejected("not_found", "there is no such page")
    return path, known.st_mtime_ns, known.st_size, language


@route(
    ["/", "/{name:path}"],
    http_method=["GET", "HEAD"],
    cost="page",
    opt={"is_public": True},
    include_in_schema=False,
)
async def page_file(request: "Request[Any, Any, Any]", name: Name = "") -> Response[bytes]:
    return await sent(request, PAGES, name)


@route(
    "/guests/{game:str}/{name:path}",
    http_method=["GET", "HEAD"],
    cost="page",
    opt={"is_public": True},
    include_in_schema=False,
)
async def guest_file(request: "Request[Any, Any, Any]", game: Name, name: Name) -> Response[bytes]:
    """The felt and the lessons that a game from elsewhere brings along."""
    found = game_called(game)
    if found is None or found.pages is None:
        raise Rejected("not_found", "there is no such page")
    return await sent(request, found.pages, name)


async def sent(request: "Request[Any, Any, Any]", folder: Path, name: str) -> Response[bytes]:
    """Browsers keep what they have and ask whether it is still good."""
    place = find(folder, name, spoken().name)
    if (file := _made.get(place)) is None:
        file = await asyncio.get_running_loop().run_in_executor(_maker, made, place)
    headers = {"ETag": file.etag, "Cache-Control": "no-cache", "Vary": "Accept-Encoding"}
    if request.headers.get("if-none-match") == file.etag:
        return Response(b"", status_code=304, headers=headers, media_type=file.media_type)
    if file.packed and "gzip" in request.headers.get("accept-encoding", ""):
        return Response(
            file.packed, headers={**headers, "Content-Encoding": "gzip"}, media_type=file.media_type
        )
    return Response(file.body, headers=headers, media_type=file.media_type)
