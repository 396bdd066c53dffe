"""The built web page: files named by their content are kept for ever, the page itself is asked for each time."""

from __future__ import annotations

import gzip
import mimetypes
import re
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

from starlette.requests import Request
from starlette.responses import HTMLResponse, Response

from ..people.guests import admit

HASHED = re.compile(r"[-.][A-Za-z0-9_-]{8,}\.\w+$")  # as Vite names what it builds
TEXT = ("text/", "application/javascript", "application/json", "application/manifest+json", "image/svg+xml")
mimetypes.add_type("text/javascript", ".js")
mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("font/woff2", ".woff2")

NOT_BUILT = """<!doctype html><html lang="en"><meta charset="utf-8"><title>Asterism</title>
<h1>Asterism is running, but its page is not built</h1>
<p>Build it with <code>python3 dev.py build</code> and load this page again. The tables work: programs can play through
the socket.</p></html>
"""


@dataclass(frozen=True)
class File:
    body: bytes
    zipped: bytes | None  # the same, compressed, where that helps
    type: str
    mark: str  # changes with the content
    lasting: bool


def read(folder: Path) -> dict[str, File]:
    """Every file of the built page, compressed once. It is small, so it is kept in memory."""
    return {
        path.relative_to(folder).as_posix(): read_file(path) for path in sorted(folder.rglob("*")) if path.is_file()
    }


def read_file(path: Path) -> File:
    body = path.read_bytes()
    kind = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    zipped = gzip.compress(body, 9, mtime=0) if kind.startswith(TEXT) else None
    return File(
        body=body,
        zipped=zipped if zipped and len(zipped) < len(body) else None,
        type=kind,
        mark=f'"{sha256(body).hexdigest()[:20]}"',
        lasting=path.parent.name == "assets" and bool(HASHED.search(path.name)),
    )


class Static:
    """Answers for everything that is not the API. Paths of the page's own router all get the page."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files: dict[str, File] = {}
        self._read_at = -1.0
        self.refresh()

    def refresh(self) -> None:
        """Read the folder again if the page was built anew."""
        index = self._folder / "index.html"
        at = index.stat().st_mtime if index.is_file() else 0.0
        if at != self._read_at:
            self._files, self._read_at = read(self._folder) if at else {}, at

    async def page(self, request: Request) -> Response:
        path = request.url.path.lstrip("/")
        file = self._files.get(path)
        if file is None or path in ("", "index.html"):
            self.refresh()
            file = self._files.get(path)
        if file is None:
            if "." in path.rpartition("/")[2]:
                return Response("there is no such file\n", 404, media_type="text/plain")
            file = self._files.get("index.html")
            if file is None:
                return HTMLResponse(NOT_BUILT, 503)
        response = respond(request, file)
        if file is self._files["index.html"]:
            greet(request, response)
        return response


def greet(request: Request, response: Response) -> None:
    """Make whoever loads the page a guest, so that two tabs opened at once are the same one."""
    key = request.app.state.house.key
    _, cookie = admit(key, request.headers.get("cookie", ""), request.url.scheme == "https")
    if cookie:
        response.headers["set-cookie"] = cookie


def takes_gzip(request: Request) -> bool:
    return "gzip" in request.headers.get("accept-encoding", "")


def respond(request: Request, file: File) -> Response:
    headers = {
        "etag": file.mark,
        "vary": "accept-encoding",
        "cache-control": "public, max-age=31536000, immutable" if file.lasting else "no-cache",
    }
    if request.headers.get("if-none-match") == file.mark:
        return Response(status_code=304, headers=headers)
    if file.zipped and takes_gzip(request):
        return Response(file.zipped, media_type=file.type, headers={**headers, "content-encoding": "gzip"})
    return Response(file.body, media_type=file.type, headers=headers)
