"""The door: what one connection may cost before the house has even seen it.

uvicorn bounds neither the head of a request nor the time it takes to send it, keeps a socket that says nothing or whose
greeting it cannot read, goes through all that has arrived on one before anyone else has a turn, and waits politely for
a client that stopped reading to take the rest. Here each of these has an end, in bytes, frames or seconds; the rest of
uvicorn is used as it is.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial
from http import HTTPStatus
from ipaddress import IPv4Network, IPv6Network, ip_address, ip_network
from typing import Any

import httptools
from uvicorn.protocols.http.httptools_impl import STATUS_LINE, HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets import http11
from websockets.protocol import OPEN

from ..settings import Door
from .rates import Bucket, line_of

AT_A_TIME = 1024  # bytes of a socket that are read before it is looked at again: there may be 170 frames in them
SEVERAL = 4  # messages that wait to be taken before no more are read
GOODBYE = 2.0  # seconds in which whoever was told why the connection ends, and goes on sending, may read it
NOT_HTTP = "This is not a request of HTTP as it can be read here."
LOOPBACK = ("127.", "::1", "::ffff:127.")


class BadHead(Exception):
    """The head of a request that is refused, with the reason in words."""

    def __init__(self, status: HTTPStatus, words: str) -> None:
        super().__init__(words)
        self.status, self.words = status, words


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


Networks = Sequence[IPv4Network | IPv6Network]


def speaks_for_many(address: str, proxies: Networks) -> bool:
    """Whether connections from there are not of one visitor: a proxy's, on this machine or where the host has said."""
    if address.startswith(LOOPBACK) or not proxies:
        return address.startswith(LOOPBACK)
    try:
        named = ip_address(address.partition("%")[0])
    except ValueError:
        return False
    named = getattr(named, "ipv4_mapped", None) or named
    return any(named in network for network in proxies)


def leave(peers: Counter[str], peer: str) -> None:
    """Count a connection out; those of proxies are not counted."""
    if peer:
        peers[peer] -= 1
        if not peers[peer]:
            del peers[peer]


class HttpDoor(HttpToolsProtocol):
    """A connection that speaks HTTP: a bounded head in a bounded time, an answer that is read in a bounded time."""

    door: Door
    peers: Counter[str]  # open connections by address, sockets included
    proxies: Networks

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self._asking, self._reading = Deadline(transport), Deadline(transport)
        self._asking.set(self.door.patience)
        self._head = 0  # bytes since a head or a piece of a body was last complete
        self._refused = False
        self._answered: RequestResponseCycle | None = None  # uvicorn itself knows the one that came last only
        peer = line_of(self.client[0]) if self.client and not speaks_for_many(self.client[0], self.proxies) else ""
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
        if self._answered is not None and not self._answered.response_complete:
            self._answered.disconnected = True  # else what it still says is a mistake of ours, in the log
            self._answered.message_event.set()

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
        except httptools.HttpParserError as problem:
            why = problem.__context__  # what was raised in one of the callbacks below
            self._refuse(why if isinstance(why, BadHead) else BadHead(HTTPStatus.BAD_REQUEST, NOT_HTTP))
        else:
            if self._head > self.door.head:
                self._refuse(self._too_large())

    def on_header(self, name: bytes, value: bytes) -> None:
        super().on_header(name, value)
        if len(self.headers) > self.door.headers:
            text = f"There are more than {self.door.headers} headers in this request."
            raise BadHead(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, text)  # ends the parsing

    def on_headers_complete(self) -> None:
        self._head = 0
        if len(self.url) + sum(len(name) + len(value) for name, value in self.headers) > self.door.head:
            raise self._too_large()
        if len(self.pipeline) >= self.door.requests:
            raise BadHead(HTTPStatus.BAD_REQUEST, "There are too many requests at once on this connection.")
        hosts = sum(name == b"host" for name, _ in self.headers)
        if hosts > 1 or (not hosts and self.parser.get_http_version() == "1.1"):
            raise BadHead(HTTPStatus.BAD_REQUEST, f"There are {hosts} Host headers in this request: there must be one.")
        if not (self.parser.should_upgrade() and self._should_upgrade()):  # whose body would be waited for
            self._asking.lift()
        super().on_headers_complete()

    def _start_asgi_task(self, cycle: RequestResponseCycle, app: Any) -> None:
        self._answered = cycle
        super()._start_asgi_task(cycle, app)

    def on_body(self, body: bytes) -> None:
        self._head = 0  # but what stands between and after the pieces of a body counts as a head does
        super().on_body(body)

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if not self.transport.is_closing() and not self.pipeline:
            self._asking.set(self.door.patience)  # for the whole head of the next request

    def _too_large(self) -> BadHead:
        text = (
            f"The headers of this request have more than {self.door.head // 1024} KiB, most of it cookies, probably. "
            "Other programs on the same host may have set them: delete the cookies of this site, and load it again."
        )
        return BadHead(HTTPStatus.REQUEST_HEADER_FIELDS_TOO_LARGE, text)

    def _refuse(self, why: BadHead) -> None:
        self._refused = True
        text = f"{why.words}\n".encode()
        head = b"content-type: text/plain\r\nconnection: close\r\ncontent-length: %d\r\n\r\n" % len(text)
        self.transport.write(STATUS_LINE[why.status] + head + text)
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
        if not socket.handshake_initiated:  # a line that is too long for it
            self._refuse(BadHead(HTTPStatus.BAD_REQUEST, NOT_HTTP))


class Inbox:
    """What has arrived on a socket and the house has not taken yet: as much of `asyncio.Queue` as uvicorn uses, for one
    who takes. The whole of that is made for more, and costs some hundredths of a move."""

    __slots__ = ("_arrived", "_messages")

    def __init__(self) -> None:
        self._messages: list[Any] = []
        self._arrived: asyncio.Future[None] | None = None  # awaited while there is none

    def put_nowait(self, message: Any) -> None:
        self._messages.append(message)
        if self._arrived is not None and not self._arrived.done():
            self._arrived.set_result(None)

    async def get(self) -> Any:
        while not self._messages:
            self._arrived = asyncio.get_running_loop().create_future()
            try:
                await self._arrived
            finally:
                self._arrived = None
        return self._messages.pop(0)

    def empty(self) -> bool:
        return not self._messages

    def qsize(self) -> int:
        return len(self._messages)


def text_frame(text: bytes) -> bytes:
    """A whole text as a server sends it where nothing is compressed, as here: RFC 6455, 5.2."""
    size = len(text)
    if size < 126:
        return bytes((0x81, size)) + text
    if size < 1 << 16:
        return b"\x81\x7e" + size.to_bytes(2, "big") + text
    return b"\x81\x7f" + size.to_bytes(8, "big") + text


AtOnce = Callable[[bytes], bool]
AT_ONCE = "asterism.at-once"  # the extension of the scope by which the house finds `SocketDoor.send_at_once`


class SocketDoor(WebSocketsSansIOProtocol):
    """A socket: whoever does not read what is sent is let go, and so is whoever sends frames without end."""

    door: Door
    left: Callable[[], None] | None = None  # told when it is over

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.queue: Any = Inbox()
        self._asking, self._reading = Deadline(self.transport), Deadline(self.transport)
        self._asking.set(self.door.patience)  # until it is let in
        self._empty = Bucket(self.door.frames)
        self._deaf = False  # nothing more is read of what they send

    def connection_lost(self, exc: Exception | None) -> None:
        self._asking.lift()
        self._reading.lift()
        if self.left:
            self.left()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if len(data) <= AT_A_TIME and not self._deaf:
            return super().data_received(data)
        for start in range(0, len(data), AT_A_TIME):
            if self._deaf or self.transport.is_closing():
                break
            super().data_received(data[start : start + AT_A_TIME])
        return None

    def handle_bytes(self, event: Any) -> None:
        if self.queue.qsize() >= self.door.messages:
            self.transport.abort()
        elif not self.close_sent or self._counted():
            self.frames = [event.data]
            if event.fin:
                self.send_receive_event_to_app()

    handle_text = handle_bytes  # what is no text is then refused in words, and fills no log

    def send_receive_event_to_app(self) -> None:
        """Hand a whole message to the house. uvicorn stops reading after every one until it is taken, which costs a
        twentieth of a move; here that begins when several wait."""
        data = self.frames[0] if len(self.frames) == 1 else b"".join(self.frames)
        self.frames = []
        if self.close_sent:
            return
        self.queue.put_nowait({"type": "websocket.receive", "bytes": data})
        if not self.read_paused and self.queue.qsize() >= SEVERAL:
            self.read_paused = True
            self.transport.pause_reading()

    def handle_cont(self, event: Any) -> None:
        if self._counted():
            super().handle_cont(event)

    def handle_ping(self) -> None:
        if self._counted():
            super().handle_ping()

    def handle_pong(self, event: Any) -> None:
        if self._counted():
            super().handle_pong(event)

    def _counted(self) -> bool:
        """Count a frame that asks nothing of the house, and so is in no other count; too many end the connection."""
        if self._empty.take():
            return True
        if self.close_sent:  # if it ended now, what they are still sending would keep them from reading why
            self._deaf = True
            self._asking.set(GOODBYE)
        else:
            self.transport.abort()
        return False

    def pause_writing(self) -> None:
        super().pause_writing()
        self._reading.set(self.door.patience)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._reading.lift()

    async def run_asgi(self) -> None:
        self.scope["extensions"][AT_ONCE] = self.send_at_once  # type: ignore[assignment]
        await super().run_asgi()

    async def send(self, message: Any) -> None:
        await super().send(message)
        if message["type"] == "websocket.accept":  # the head was read: a browser's takes several KB of memory
            self._asking.lift()
            del self.request, self.response
        elif message["type"] == "websocket.http.response.body":
            self.handshake_complete = True  # it was refused; uvicorn does not note it, and would log a mistake of ours

    def send_at_once(self, text: bytes) -> bool:
        """Send a text, if the client reads; else False.

        uvicorn's own `send` has to be awaited, so telling all who watch a table would need a task for each of them: a
        tenth of what a move costs. By websockets' own `send_text` it would cost some hundredths more."""
        if self.disconnected or self.conn.state is not OPEN or not self.writable.is_set():
            return False
        self.transport.write(text_frame(text))
        return True

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.transport.abort()  # its goodbye may never be read


def doors(door: Door, proxies: Sequence[str] = ()) -> dict[str, Any]:
    """The two protocols with these bounds, as uvicorn's configuration takes them."""
    http11.MAX_LINE_LENGTH = door.head  # bytes of one header: what a page may send its socket may, all its cookies too
    own: dict[str, Any] = {"door": door, "peers": Counter(), "proxies": [ip_network(proxy) for proxy in proxies]}
    return {"http": type("HttpDoor", (HttpDoor,), own), "ws": type("SocketDoor", (SocketDoor,), own)}
