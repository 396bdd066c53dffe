"""The door: what one connection may cost before the house has even seen it.

uvicorn bounds neither the head of a request nor the time it takes to send it, keeps a socket that says nothing, answers
pings to one who does not read, and waits politely for a client that stopped reading to take the rest. Here each of
these has an end, in bytes or in seconds; the rest of uvicorn is used as it is.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable
from functools import partial
from http import HTTPStatus
from typing import Any

import httptools
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from .rates import line_of
from .settings import Door

LOOPBACK = ("127.", "::1", "::ffff:127.")  # a proxy on this machine speaks for many


class Deadline:
    """Ends a connection when its time is up, at once: `close` would wait for whoever does not read."""

    def __init__(self, transport: asyncio.Transport) -> None:
        self._transport = transport
        self._timer: asyncio.TimerHandle | None = None

    def set(self, seconds: float) -> None:
        self.lift()
        self._timer = asyncio.get_running_loop().call_later(seconds, self._transport.abort)

    def lift(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def leave(peers: Counter[str], peer: str) -> None:
    """Count a connection out; on this machine they are not counted."""
    if peer:
        peers[peer] -= 1
        if not peers[peer]:
            del peers[peer]


class HttpDoor(HttpToolsProtocol):
    """A connection that speaks HTTP: a bounded head in a bounded time, an answer that is read in a bounded time."""

    door: Door
    peers: Counter[str]  # open connections by address, sockets included

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._asking, self._reading = Deadline(transport), Deadline(transport)
        self._asking.set(self.door.patience)
        self._head = 0  # bytes since a head or a piece of a body was last complete
        self._refused = False
        peer = line_of(self.client[0]) if self.client and not self.client[0].startswith(LOOPBACK) else ""
        self._leave = partial(leave, self.peers, peer)
        if peer:
            self.peers[peer] += 1
            if self.peers[peer] > self.door.connections:
                transport.abort()

    def connection_lost(self, exc: Exception | None) -> None:
        self._asking.lift()
        self._reading.lift()
        self._leave()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if self._refused:
            return
        self._unset_keepalive_if_required()
        self._head += len(data)
        try:
            self.parser.feed_data(data)
        except httptools.HttpParserUpgrade:
            if self._should_upgrade():
                self.handle_websocket_upgrade()
        except httptools.HttpParserError:
            self._refuse(HTTPStatus.BAD_REQUEST)
        else:
            if self._head > self.door.head:
                self._refuse(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE)

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        if len(self.headers) > self.door.headers:
            raise ValueError("more headers than any browser sends")  # ends the parsing

    def on_headers_complete(self) -> None:
        self._head = 0
        if len(self.url) + sum(len(name) + len(value) for name, value in self.headers) > self.door.head:
            raise ValueError("a head larger than any browser sends")
        self._asking.lift()
        super().on_headers_complete()

    def on_body(self, body: bytes) -> None:
        self._head = 0  # but what stands between and after the pieces of a body counts as a head does
        super().on_body(body)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self.transport.is_closing() and not self.pipeline:
            self._asking.set(self.door.patience)  # for the whole head of the next request

    def _refuse(self, status: HTTPStatus) -> None:
        self._refused = True
        text = status.phrase.encode()
        head = b"content-type: text/plain\r\nconnection: close\r\ncontent-length: %d\r\n\r\n" % len(text)
        self.transport.write(STATUS_LINE[status] + head + text)
        self.transport.close()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._reading.set(self.door.patience)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._reading.lift()

    def handle_websocket_upgrade(self) -> None:
        self._asking.lift()
        self._reading.lift()
        super().handle_websocket_upgrade()
        socket: Any = self.transport.get_protocol()
        socket.left = self._leave  # and nothing else of this connection's beginning, whose memory is free now


AtOnce = Callable[[bytes], bool]
AT_ONCE = "asterism.at-once"  # the extension of the scope by which the house finds `SocketDoor.send_at_once`


class SocketDoor(WebSocketsSansIOProtocol):
    """A socket: whoever does not read what is sent is let go."""

    door: Door
    left: Callable[[], None] | None = None  # told when it is over

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self._reading = Deadline(self.transport)

    def connection_lost(self, exc: Exception | None) -> None:
        self._reading.lift()
        if self.left:
            self.left()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._reading.set(self.door.patience)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._reading.lift()

    async def run_asgi(self) -> None:
        self.scope["extensions"][AT_ONCE] = self.send_at_once  # type: ignore[assignment]
        await super().run_asgi()

    def send_at_once(self, text: bytes) -> bool:
        """Send a text, if the client reads; else False.

        uvicorn's own `send` has to be awaited, so telling all who watch a table would need a task for each of them: a
        tenth of what a move costs."""
        if self.disconnected or self.close_sent or not self.writable.is_set():
            return False
        self.conn.send_text(text)
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True

    def handle_ping(self) -> None:
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()  # thrown away: who does not read gets no answers piled up

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()  # its goodbye may never be read


def doors(door: Door) -> dict[str, Any]:
    """The two protocols with these bounds, as uvicorn's configuration takes them."""
    own: dict[str, Any] = {"door": door, "peers": Counter()}
    return {"http": type("HttpDoor", (HttpDoor,), own), "ws": type("SocketDoor", (SocketDoor,), own)}
