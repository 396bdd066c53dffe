"""Running the server: compiling the rules, listening, serving, and a graceful shutdown."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import os
import signal
import socket
import sys
from collections.abc import Callable
from contextlib import AbstractContextManager
from dataclasses import replace
from typing import Any, NoReturn

import uvicorn
from starlette.applications import Starlette

from asterism import store
from asterism.core import discover
from asterism.core.game import BadInput

from .compiling import make_ready
from .house import House
from .http.app import build
from .http.guard import doors
from .http.hosts import is_number
from .http.lan_address import addresses
from .setting_values import read_name
from .settings import LARGEST_FRAME, Settings

Ready = Callable[[str, list[str]], None]  # takes the address it serves on, and the addresses for other devices
SWITCH_SECONDS = (
    0.001  # the interval at which threads switch (the GIL): with Python's 5 ms the store's thread waits too long
)
STOP_SECONDS = 5  # for which a shutdown waits for connections
LEAVING_SECONDS = 1.5  # in which a proxy notices that this process stops, where others serve too
GOODBYE_SECONDS = 2.0  # in which connected people get the answers they wait for
FIRST_PORT = 8000
MOST_FILES = 10_240  # open at once; macOS allows no more
PORTS_TO_TRY = 20


def allow_files() -> None:
    """Raise the soft limit on open files and connections. Systems begin with 1024, or 256: fewer than one address may
    have connections, and where none is left bots cannot even read their tables."""
    try:
        import resource  # Windows has none
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(OSError, ValueError):  # then it is as before
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


class Server(uvicorn.Server):
    """A server that calls `ready` when it listens, and ends quietly on a signal."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    @contextlib.contextmanager
    def capture_signals(self) -> Any:
        """Handle signals as uvicorn does, but do not raise them again at the end: to be asked to stop is no failure."""
        before = {s: signal.signal(s, self.handle_exit) for s in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, old in before.items():
                signal.signal(number, old)


class TableServer(Server):
    """The server of the tables. Before it stops, it asks all connected browsers to reconnect."""

    def __init__(self, config: uvicorn.Config, app: Starlette, ready: Callable[[], None]) -> None:
        super().__init__(config, ready)
        self._app = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        house: House = self._app.state.house
        await house.leave()
        if house.others is not None:
            await asyncio.sleep(LEAVING_SECONDS)
        for server in self.servers:  # whoever reconnects now comes to another process
            server.close()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(GOODBYE_SECONDS):
                await house.say_goodbye()
                while any(watcher.busy for watcher in house.hub.everyone):
                    await asyncio.sleep(0.02)
        await super().shutdown(sockets)


def listen(host: str, port: int) -> socket.socket:
    """A listening socket; port 0 takes any free one. BadInput if the address cannot be used.

    It listens at once: otherwise a second server that starts meanwhile could bind the same port too, and uvloop would
    not say that only one of them is reached."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if family == socket.AF_INET6:
        made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)  # so that :: is every address, on every system
    try:
        made.bind((host, port))
        made.listen()
    except (OSError, OverflowError) as problem:
        made.close()
        raise BadInput(f"cannot serve on {host}:{port}: {getattr(problem, 'strerror', None) or problem}") from None
    return made


def listen_somewhere(host: str) -> socket.socket:
    """A listening socket at the first free port from 8000 on."""
    ports = range(FIRST_PORT, FIRST_PORT + PORTS_TO_TRY)
    for port in ports:
        with contextlib.suppress(BadInput):
            return listen(host, port)
    raise BadInput(f"no port of {host} from {ports[0]} to {ports[-1]} is free; name one with --port")


def leave(code: int) -> NoReturn:
    """End the process of a server that has stopped, without waiting for threads that still compute a bot's move or
    compile, as Python would."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def way_of_news(settings: Settings) -> str:
    """The address for news between servers on one store: the given one, or its PostgreSQL; empty for one alone."""
    if settings.news and not settings.database:
        raise BadInput("--news is for several servers on one store: name that with --store postgresql://...")
    return settings.news or settings.database


def serve(
    settings: Settings,
    ready: Ready = lambda bound, others: None,
    progress: Callable[[int, int, str], None] = lambda done, all, name: None,
) -> None:
    """Serve until a signal says stop. `progress` is called for each game that is compiled, `ready` with the address."""
    allow_files()
    news, host, folder, public = way_of_news(settings), settings.host, settings.data, settings.address
    made = listen_somewhere(host) if settings.port is None else listen(host, settings.port)
    here = f"http://{f'[{host}]' if ':' in host else host}:{made.getsockname()[1]}"
    # a database has the key, and may have other servers too
    held: AbstractContextManager[None] = contextlib.nullcontext()
    if not settings.database:
        held = store.held(folder, f"the server at {here} (process {os.getpid()})")
    apart = contextlib.nullcontext() if settings.metrics_port is None else listen("127.0.0.1", settings.metrics_port)
    with made, held, apart as for_metrics:
        if not settings.database:
            store.read_key(folder / store.KEY)
        store.check_store(settings.database or folder / store.FILE)
        make_ready(discover.games(), progress)
        sys.setswitchinterval(SWITCH_SECONDS)
        gc.collect()
        # Objects made so far stay, and nearly all that moves make are freed by reference counts: with Python's settings
        # of the garbage collector and of thread switching a move costs a tenth more (docs/SPEED.md)
        gc.freeze()
        gc.set_threshold(20_000, 20, 50)
        settings = replace(
            settings,
            origins=(*settings.origins, *([public] if public else [])),  # pages at the public address are our own
            bound=made.getsockname()[:2],
            hosts=(*settings.hosts, *([] if is_number(host) else [read_name(host)])),
            news=news,
        )
        app = build(settings)
        config = uvicorn.Config(
            app,
            loop="auto",
            **doors(settings.door, settings.proxies),
            proxy_headers=bool(settings.proxies),
            forwarded_allow_ips=list(settings.proxies),
            ws_max_size=LARGEST_FRAME,
            ws_per_message_deflate=False,
            access_log=False,
            log_level="warning",
            server_header=False,
            timeout_graceful_shutdown=STOP_SECONDS,
            lifespan="on",
        )
        others = [public] if public else addresses(*settings.bound)
        TableServer(config, app, lambda: ready(here, others)).run(
            sockets=[made, *([for_metrics] if for_metrics else [])]
        )
