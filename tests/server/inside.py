"""Talking to the application from inside its own process, where a test wants a hand on what it holds."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import unquote

from starlette.applications import Starlette

from asterism.server.house import House

T = TypeVar("T")


@dataclass
class Got:
    """What an address answered."""

    status: int
    headers: dict[str, str]
    body: bytes
    largest: int  # of the pieces that the body came in

    @property
    def text(self) -> str:
        return self.body.decode()


class Browser:
    """Asks a running application for pages."""

    def __init__(self, app: Starlette, runner: asyncio.Runner) -> None:
        self._app, self._runner = app, runner

    def run(self, work: Callable[[House], Awaitable[T]]) -> T:
        """Have something done by the house, as a socket would."""

        async def done() -> T:
            return await work(self._app.state.house)

        return self._runner.run(done())

    def get(self, path: str, headers: dict[str, str] | None = None) -> Got:
        return self._runner.run(self.ask(path, headers))

    async def ask(self, path: str, headers: dict[str, str] | None = None) -> Got:
        sent: list[Any] = []

        asked = iter([{"type": "http.request", "body": b""}])

        async def receive() -> Any:
            return next(asked, None) or await asyncio.Future()  # it stays and waits for the answer

        async def send(message: Any) -> None:
            sent.append(message)

        scope = {
            "type": "http",
            "method": "GET",
            "scheme": "http",
            "path": unquote(path),
            "raw_path": path.encode(),
            "query_string": b"",
            "headers": [
                (name.encode(), value.encode()) for name, value in {"host": "localhost", **(headers or {})}.items()
            ],
            "client": ("127.0.0.1", 1),
            "server": ("here", 80),
            "app": self._app,
        }
        await self._app(scope, receive, send)
        told = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
        pieces = [part.get("body", b"") for part in sent[1:]]
        return Got(sent[0]["status"], told, b"".join(pieces), max(map(len, pieces)))


@contextmanager
def browsing(app: Starlette) -> Iterator[Browser]:
    """A browser before an application that has started."""
    with asyncio.Runner() as runner:
        life = app.router.lifespan_context(app)
        runner.run(life.__aenter__())
        try:
            yield Browser(app, runner)
        finally:
            runner.run(life.__aexit__(None, None, None))
