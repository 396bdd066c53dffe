"""Running the server: compiled games first, then the socket, then a clean end."""

from __future__ import annotations

import asyncio
import contextlib
import gc
import ipaddress
import os
import signal
import socket
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NoReturn

import uvicorn
from starlette.applications import Starlette

from asterism import store
from asterism.core import discover
from asterism.core.game import BadInput
from asterism.core.places import data_folder

from .compiling import make_ready
from .house import House
from .http.app import build
from .http.guard import doors
from .http.hosts import is_number, read_name
from .http.lan_address import addresses, read_address
from .settings import LARGEST_FRAME, UNLIMITED, Door, Limits, Settings, Stand

Ready = Callable[[str, list[str]], None]  # hears where it serves, and the addresses that other devices come by
SWITCH_SECONDS = 0.001  # how long the store's thread waits for a busy event loop; Python's own 5 ms add up
STOP_SECONDS = 5  # how long a shutdown waits for connections
LEAVING_SECONDS = 1.5  # in which a proxy can see that no more people should be sent here, where others serve too
GOODBYE_SECONDS = 2.0  # in which those who are connected get the answers they wait for
FIRST_PORT = 8000
MOST_FILES = 10_240  # open at once; macOS allows no more
PORTS_TO_TRY = 20


def allow_files() -> None:
    """Let this process have as many files and connections open as it may. Systems begin with 1024, or 256: fewer than
    one address may have connections, and where none is left bots cannot even read their tables."""
    try:
        import resource  # not on every system
    except ImportError:
        return
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MOST_FILES if hard == resource.RLIM_INFINITY else min(hard, MOST_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with contextlib.suppress(OSError, ValueError):  # then it is as before
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


class Server(uvicorn.Server):
    """Says when it is ready, and ends quietly on a signal."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    @contextlib.contextmanager
    def capture_signals(self) -> Any:
        """As uvicorn does, but the signal is not raised again at the end: being asked to stop is no failure."""
        before = {s: signal.signal(s, self.handle_exit) for s in (signal.SIGINT, signal.SIGTERM)}
        try:
            yield
        finally:
            for number, old in before.items():
                signal.signal(number, old)


class TableServer(Server):
    """Before it stops, it asks who is connected to come back."""

    def __init__(self, config: uvicorn.Config, app: Starlette, ready: Callable[[], None]) -> None:
        super().__init__(config, ready)
        self._app = app

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        house: House = self._app.state.house
        await house.leave()
        if house.others is not None:
            await asyncio.sleep(LEAVING_SECONDS)
        for server in self.servers:  # whoever comes back now comes to another one
            server.close()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(GOODBYE_SECONDS):
                await house.say_goodbye()
                while any(watcher.busy for watcher in house.hub.everyone):
                    await asyncio.sleep(0.02)
        await super().shutdown(sockets)


def listen(host: str, port: int) -> socket.socket:
    """The socket to serve on; port 0 takes any free one.

    It listens from now on: until then a second server that starts meanwhile could take the same port as well, and
    uvloop would not say that only one of them is heard."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    made = socket.socket(family, socket.SOCK_STREAM)
    made.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    if family == socket.AF_INET6:
        made.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 0)  # :: is every address, on every system
    try:
        made.bind((host, port))
        made.listen()
    except (OSError, OverflowError) as problem:
        made.close()
        raise BadInput(f"cannot serve on {host}:{port}: {getattr(problem, 'strerror', None) or problem}") from None
    return made


def listen_somewhere(host: str) -> socket.socket:
    """The socket to serve on, at the first free port from 8000 on."""
    ports = range(FIRST_PORT, FIRST_PORT + PORTS_TO_TRY)
    for port in ports:
        with contextlib.suppress(BadInput):
            return listen(host, port)
    raise BadInput(f"no port of {host} from {ports[0]} to {ports[-1]} is free; name one with --port")


def leave(code: int) -> NoReturn:
    """End the process of a server that has stopped. Python would wait for threads that still think (about a bot's move,
    or compiling), and what they find is of no use to anyone any more."""
    sys.stdout.flush()
    sys.stderr.flush()
    os._exit(code)


def read_stand(game: str | None, idle: float = Stand.idle) -> Stand | None:
    """The stand of a game, the shortest where none is named (empty); None where there is no stand."""
    if game is None:
        return None
    if idle <= 0:
        raise BadInput(f"a stand is fresh again after some seconds, not {idle:g}")
    shortest = min(discover.games(), key=lambda game: game.minutes)
    return Stand(discover.find(game).name if game else shortest.name, idle)


def read_proxy(text: str) -> str:
    """The address or network of a proxy; BadInput if it is none."""
    try:
        return str(ipaddress.ip_network(text))
    except ValueError:
        such = "such as 10.0.0.7 or 10.0.0.0/8"
        raise BadInput(f"a proxy is named by its address or network, {such}, not {text!r}") from None


def read_news(news: str, database: str) -> str:
    """How servers on one database hear of each other; empty for one that has its store to itself."""
    if not news or not database:
        if news:
            raise BadInput("--news is for several servers on one store: name that with --store postgresql://...")
        return database
    from .cluster.company import check

    return check(news)


def serve(
    *,
    host: str = "127.0.0.1",
    port: int | None = None,
    data: Path | None = None,
    database: str = "",
    ready: Ready = lambda bound, others: None,
    progress: Callable[[int, int, str], None] = lambda done, all, name: None,
    bot_pause: float = 0.9,
    stand: Stand | None = None,
    origins: tuple[str, ...] = (),
    editions: Path | None = None,
    address: str | None = None,
    hosts: tuple[str, ...] = (),
    proxies: tuple[str, ...] = (),
    open_metrics: bool = False,
    metrics_port: int | None = None,
    tidy_days: int | None = None,
    patience: float = Door.patience,
    unlimited: bool = False,
    ahead: float = 0.0,
    news: str = "",
    think: str = "",
) -> None:
    """Serve until a signal says stop, without a port at the first free one from 8000 on. `progress` hears of each game
    that is made ready, `ready` of where it serves. The store is in the folder `data`, or at the address `database`.

    Servers on one database hear of each other by `news`, or by the database itself.

    For measuring, `unlimited` lifts the limits on how often; for tests, its clock is `ahead` by so many seconds."""
    allow_files()
    public = read_address(address) if address else None
    ways = read_news(news, database)
    if think:
        from asterism.think.line import address_of

        think = address_of(think)
    made = listen_somewhere(host) if port is None else listen(host, port)
    here = f"http://{f'[{host}]' if ':' in host else host}:{made.getsockname()[1]}"
    folder = data or data_folder()
    # in a database there may be other servers too, and the key is there
    held = contextlib.nullcontext() if database else store.held(folder, f"the server at {here} (process {os.getpid()})")
    apart = contextlib.nullcontext() if metrics_port is None else listen("127.0.0.1", metrics_port)
    with made, held, apart as for_metrics:
        if not database:
            store.read_key(folder / store.KEY)
        store.check_store(database or folder / store.FILE)
        make_ready(discover.games(), progress)
        sys.setswitchinterval(SWITCH_SECONDS)
        gc.collect()
        # What is there by now stays, and what moves make is nearly all freed without the collector: with Python's own
        # settings, and its switching of threads, a move costs a tenth more (docs/SPEED.md)
        gc.freeze()
        gc.set_threshold(20_000, 20, 50)
        settings = Settings(
            data=folder,
            database=database,
            bot_pause=bot_pause,
            stand=stand,
            origins=(*origins, *([public] if public else [])),  # whoever comes by it comes from our own page
            bound=made.getsockname()[:2],
            address=public,
            hosts=(*hosts, *([] if is_number(host) else [read_name(host)])),
            open_metrics=open_metrics,
            metrics_port=metrics_port,
            tidy_days=tidy_days,
            editions=editions,
            proxies=proxies,
            door=Door(patience=patience),
            limits=UNLIMITED if unlimited else Limits(),
            ahead=ahead,
            news=ways,
            think=think,
        )
        app = build(settings)
        config = uvicorn.Config(
            app,
            loop="auto",
            **doors(settings.door, settings.proxies),
            proxy_headers=bool(proxies),
            forwarded_allow_ips=list(proxies),
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
