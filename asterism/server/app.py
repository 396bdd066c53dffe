"""The application: its addresses, and the headers every answer carries."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from asterism.store import FILE, KEY, SQLiteStore

from . import clocks, entrance, here, moves, pages, review, teaching, tidying
from .house import House
from .metrics import Metrics
from .seats import Key
from .settings import Settings
from .sockets import serve_socket
from .static import Static

SOCKET = "/ws"

HEADERS = {
    "content-security-policy": "default-src 'self'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
    "font-src 'self'; connect-src 'self'; object-src 'none'; base-uri 'none'; form-action 'self'; "
    "frame-ancestors 'none'",
    "x-content-type-options": "nosniff",
    "x-frame-options": "DENY",
    "referrer-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=(), payment=(), usb=()",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
}


class Front:
    """The first thing a request meets. Sockets go straight to their own loop; answers get the headers."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self._headers = [(name.encode(), value.encode()) for name, value in HEADERS.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "websocket" and scope["path"] == SOCKET:
            return await serve_socket(scope["app"].state.house, scope, receive, send)
        if scope["type"] != "http":
            return await self.app(scope, receive, send)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                message["headers"] = [*message.get("headers", []), *self._headers]
            await send(message)

        return await self.app(scope, receive, send_with_headers)


def build(settings: Settings) -> Starlette:
    """The server as an ASGI application. The store is opened when it starts and closed when it stops."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        metrics = Metrics()
        house = House(
            settings=settings,
            store=SQLiteStore(settings.data / FILE, metrics.batch),
            key=Key(settings.data / KEY),
            metrics=metrics,
            move=moves.act,
            time_up=clocks.time_up,
        )
        app.state.house = house
        await teaching.load(house)
        house.start()
        if settings.tidy_days is not None:
            house.run(tidying.keep_tidy(house, settings.tidy_days))
        try:
            yield
        finally:
            await house.close()

    static = Static(settings.static)
    routes: list[Any] = [
        Route("/api/games", pages.games),
        Route("/api/games/{game}/words/{locale}.ftl", pages.game_words),
        Route("/api/games/{game}/rules", pages.rules),
        Route("/api/games/{game}/records", pages.records),
        Route("/api/mine", pages.mine),
        Route("/api/open", entrance.open_tables),
        Route("/api/here", here.here),
        Route("/api/device", entrance.device, methods=["POST"]),
        Route("/api/stand", entrance.stand, methods=["GET", "POST"]),
        Route("/api/tables/{code}/record", pages.table_record),
        Route("/api/tables/{code}/record", pages.other_record, methods=["POST"]),
        Route("/api/tables/{code}/replay", pages.table_replay),
        Route("/api/tables/{code}/review", review.table_review),
        Route("/api/replay", pages.replay, methods=["POST"]),
        Route("/api/{rest:path}", pages.nothing_here),
        Route("/fair.py", pages.fair_file),
        Route("/metrics", pages.metrics),
        Route("/healthz", pages.healthz),
        Route("/{path:path}", static.page),
    ]
    middleware = [Middleware(Front), Middleware(GZipMiddleware, minimum_size=1024)]
    return Starlette(routes=routes, middleware=middleware, lifespan=lifespan)
