"""The application: its addresses, and the headers every answer carries."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress
from typing import Any

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.routing import Route
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from asterism.store import FILE, BadStore, Store, StoreFailed, open_store

from ..house import House
from ..lessons import teaching
from ..people import own_devices
from ..people.guests import Key
from ..settings import Settings
from ..tables import clocks, moves, tidying
from . import entrance, lan_address, pages, replays, reports, review
from .handshake import serve_socket
from .hosts import Hosts
from .metrics import Metrics
from .static import Static

log = logging.getLogger("asterism.app")
SOCKET = "/ws"
STORE_TRIES, STORE_PAUSE = 30, 1.0  # seconds between two

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
    """The first thing a request meets. By a name that is not this server's it is refused; sockets go straight to their
    own loop; answers get the headers."""

    def __init__(self, app: ASGIApp, hosts: Hosts) -> None:
        self.app, self._hosts = app, hosts
        self._headers = [(name.encode(), value.encode()) for name, value in HEADERS.items()]

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket") and (refusal := self._hosts.refusal(scope)):
            return await refusal(scope, receive, send)
        if scope["type"] == "websocket" and scope["path"] == SOCKET:
            return await serve_socket(scope["app"].state.house, scope, receive, send)
        if scope["type"] != "http":
            return await self.app(scope, receive, send)

        async def send_with_headers(message: Message) -> None:
            if message["type"] == "http.response.start":
                given = message.get("headers", [])
                said = {name for name, _ in given}  # by a page with rules of its own
                message["headers"] = [*given, *(one for one in self._headers if one[0] not in said)]
            await send(message)

        return await self.app(scope, receive, send_with_headers)


async def open_when_there(settings: Settings, metrics: Metrics) -> Store:
    """The store. A database was there before the games were made ready: if it is away now, it comes back."""
    for _ in range(STORE_TRIES if settings.database else 0):
        try:
            return open_store(settings.database, metrics.batch)
        except BadStore as problem:
            log.warning("%s; it is tried again", problem)
            await asyncio.sleep(STORE_PAUSE)
    return open_store(settings.database or settings.data / FILE, metrics.batch)


def build(settings: Settings) -> Starlette:
    """The server as an ASGI application. The store is opened when it starts and closed when it stops."""

    @asynccontextmanager
    async def lifespan(app: Starlette) -> AsyncIterator[None]:
        metrics = Metrics()
        store = await open_when_there(settings, metrics)
        house = House(
            settings=settings,
            store=store,
            key=Key(await store.key(), await store.former_keys()),
            metrics=metrics,
            move=moves.act,
            time_up=clocks.time_up,
        )
        app.state.house = house
        await own_devices.load(house)
        await teaching.load(house)
        if settings.news:
            from ..cluster.company import join_others  # a single process needs none of it

            await join_others(house)
        else:
            with suppress(StoreFailed):
                await house.know_breaks()
        if settings.think:
            from ..thinking.workers import Workers

            house.desk.workers = Workers(settings.think, metrics.think_seconds.observe)
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
        Route("/api/here", lan_address.here),
        Route("/api/device", entrance.device, methods=["POST"]),
        Route("/api/devices", entrance.devices, methods=["GET", "POST"]),
        Route("/api/stand", entrance.stand, methods=["GET", "POST"]),
        Route("/api/tables/{code}/record", pages.table_record),
        Route("/api/tables/{code}/record", pages.other_record, methods=["POST"]),
        Route("/api/tables/{code}/replay", replays.table_replay),
        Route("/api/tables/{code}/review", review.table_review),
        Route("/api/replay", replays.replay, methods=["POST"]),
        Route("/api/reports", reports.listing),
        Route("/api/reports/{name}", reports.one),
        Route("/api/{rest:path}", pages.nothing_here),
        Route("/fair.py", pages.fair_file),
        Route("/metrics", pages.metrics),
        Route("/healthz", pages.healthz),
        Route("/{path:path}", static.page),
    ]
    middleware = [Middleware(Front, hosts=Hosts(settings)), Middleware(GZipMiddleware, minimum_size=1024)]
    return Starlette(routes=routes, middleware=middleware, lifespan=lifespan)
