"""The web app's files, as they were built: all kept in memory, and one page for all addresses."""

import gzip
import hashlib
import mimetypes
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from litestar import Request, route
from litestar.exceptions import NotFoundException
from litestar.response import Response

from goldrush.server.connections import origin
from goldrush.server.previews import Head, Previews

STATIC = Path(__file__).with_name("static")
PAGE = "index.html"
ADMIN = "admin"  # a page that not every server has
FOR_EVER = "public, max-age=31536000, immutable"  # under assets/ a name changes with its content
ASK_AGAIN = "no-cache"
WORTH_PACKING = ("text/", "application/json", "application/manifest+json", "image/svg+xml")
MISSING = (
    "<!doctype html><title>Goldrush</title><p>The web app has not been built here: "
    "<code>make web</code> does it."
)
mimetypes.add_type("text/javascript", ".js")  # some systems say otherwise
mimetypes.add_type("font/woff2", ".woff2")
mimetypes.add_type("application/manifest+json", ".webmanifest")


@dataclass(frozen=True)
class File:
    """A file with all that its answer needs."""

    body: bytes
    packed: bytes | None
    kind: str
    tag: str
    kept: str


@cache
def built(root: str = "") -> dict[str, File]:
    """The files by their address; the page names what it needs below the root of the server."""
    names = (path for path in sorted(STATIC.rglob("*")) if path.is_file())
    found = {path.relative_to(STATIC).as_posix(): path for path in names}
    found.pop("stamp", None)
    bodies = {name: path.read_bytes() for name, path in found.items()}
    if PAGE in bodies:  # it is shown at many addresses
        bodies[PAGE] = bodies[PAGE].replace(b'"./', f'"{root}/'.encode())
    return {name: _file(name, body) for name, body in bodies.items()}


def _file(name: str, body: bytes) -> File:
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    packed = gzip.compress(body, 9, mtime=0) if kind.startswith(WORTH_PACKING) else None
    tag = f'"{hashlib.sha256(body).hexdigest()[:20]}"'
    kept = FOR_EVER if name.startswith("assets/") else ASK_AGAIN
    return File(body, packed, kind, tag, kept)


@route(["/", "/{name:path}"], http_method=["GET", "HEAD"], include_in_schema=False)
async def page(request: Request[Any, Any, Any]) -> Response[bytes]:
    """A file of the web app, or its one page, which finds out what was meant."""
    name, files = request.url.path.strip("/"), built(request.app.state.root)
    if name == "api" or (name.startswith(("api/", "assets/")) and name not in files):
        raise NotFoundException
    if PAGE not in files:
        return Response(MISSING.encode(), media_type="text/html", status_code=503)
    if name in files and name != PAGE:
        return _answer(request, files[name])
    said = request.headers
    head = Head(
        request.scope["scheme"],
        said.get("host", ""),
        said.get("accept-language", ""),
        origin(request.client),
    )
    previews: Previews = request.app.state.previews
    body = await previews.within(files[PAGE].body, name, request.url.query, head)
    missing = name.partition("/")[0] == ADMIN and not request.app.state.office
    status = 404 if missing else 200
    return _answer(request, _file(PAGE, body), "accept-encoding, accept-language", status)


def _answer(
    request: Request[Any, Any, Any], file: File, vary: str = "accept-encoding", status: int = 200
) -> Response[bytes]:
    headers = {"cache-control": file.kept, "etag": file.tag, "vary": vary}
    if status == 200 and file.tag in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers)
    body = file.body
    if file.packed and "gzip" in request.headers.get("accept-encoding", ""):
        body, headers["content-encoding"] = file.packed, "gzip"
    return Response(body, media_type=file.kind, headers=headers, status_code=status)
