"""The door: what a connection may cost before the house has seen it, and that nobody else pays for it."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import suppress
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from uvicorn.server import ServerState
from websockets.frames import Frame, Opcode

from asterism.server.http.guard import doors, speaks_for_many, text_frame
from asterism.server.http.rates import line_of
from asterism.server.people.guests import Key, guest_of, new_guest
from asterism.server.settings import Door
from asterism.store import read_key

from .raw import dialled, ended, frame, upgrade
from .serving import Served, wait_until
from .talking import Client

DOOR = Door()
ONE_REQUEST = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n"


@pytest.fixture(scope="module")
def hasty(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that waits for nobody longer than two seconds."""
    server = Served(tmp_path_factory.mktemp("hasty"), "--patience", "2")
    yield server
    assert server.stop() == "", "the server complained"


@pytest.mark.parametrize("size", [10_000, 60_000, 600_000])
def test_a_cookie_of_backslashes_stops_nobody(hasty: Served, size: int) -> None:
    cookie = 'Cookie: asterism_guest="' + "\\" * size
    with dialled(hasty) as line, suppress(OSError):  # it may be ended while we are still sending
        line.sendall(f"GET / HTTP/1.1\r\nHost: {hasty.host}\r\n{cookie}\r\n\r\n".encode())
        assert line.recv(12) in (b"HTTP/1.1 200", b"HTTP/1.1 431", b"HTTP/1.1 400")
    with Client(hasty) as anna:
        assert anna.ask("hello")["type"] == "welcome"


def test_the_guest_is_found_among_other_cookies(tmp_path: Path) -> None:
    key, guest = Key(read_key(tmp_path / "key")), new_guest()
    assert guest_of(key, f'theme="a;b"; asterism_guest={key.sign(guest)}; broken="') == guest


def cookies(kilobytes: int) -> str:
    """A Cookie header as a browser sends it where other programs on the same host have set cookies too."""
    return "Cookie: " + "; ".join(f"other{number}={'x' * 1000}" for number in range(kilobytes))


@pytest.mark.parametrize("kilobytes", [9, 20, 60])
def test_whoever_gets_the_page_with_their_cookies_gets_its_socket_too(hasty: Served, kilobytes: int) -> None:
    with dialled(hasty) as line:
        line.sendall(f"GET / HTTP/1.1\r\nHost: {hasty.host}\r\n{cookies(kilobytes)}\r\n\r\n".encode())
        assert line.recv(12) in (b"HTTP/1.1 200", b"HTTP/1.1 503"), "503: the page is not built"
    with dialled(hasty) as line:
        assert upgrade(line, hasty, cookies(kilobytes)).startswith(b"HTTP/1.1 101")


@pytest.mark.parametrize("kilobytes", [70, 200])
def test_too_many_cookies_are_refused_in_words_by_page_and_socket(hasty: Served, kilobytes: int) -> None:
    for asked in ("GET / HTTP/1.1", "GET /ws HTTP/1.1\r\nUpgrade: websocket\r\nConnection: Upgrade"):
        with dialled(hasty) as line:
            with suppress(OSError):  # it may be ended while we are still sending
                line.sendall(f"{asked}\r\nHost: {hasty.host}\r\n{cookies(kilobytes)}\r\n\r\n".encode())
            heard = ended(line)
        assert heard.startswith(b"HTTP/1.1 431")
        assert b"delete the cookies of this site" in heard


@pytest.mark.parametrize(
    "head",
    [
        "GET / HTTP/1.1\r\n" + "".join(f"X-{n}: y\r\n" for n in range(2 * DOOR.headers)),
        "GET / HTTP/1.1\r\nX: " + "y" * (2 * DOOR.head) + "\r\n",
        "GET / HTTP/1.1\r\n" + "".join(f"X-{n}: {'y' * (DOOR.head // 10)}\r\n" for n in range(12)),
        "GET /" + "y" * (2 * DOOR.head) + " HTTP/1.1\r\n",
    ],
    ids=["many headers", "one long header", "long headers", "a long address"],
)
def test_a_head_larger_than_any_browser_sends_is_refused(hasty: Served, head: str) -> None:
    with dialled(hasty) as line:
        with suppress(OSError):
            line.sendall(f"{head}\r\n".encode())
        assert ended(line)[:12] in (b"HTTP/1.1 431", b"HTTP/1.1 400", b"")
    assert hasty.get("/healthz").status == 200


def test_a_head_without_end_is_not_kept(hasty: Served) -> None:
    """What was sent of it would otherwise be kept in memory for as long as the connection lasts."""
    sent = 0
    with dialled(hasty) as line, suppress(OSError):
        line.sendall(b"GET / HTTP/1.1\r\nX: ")
        for _ in range(400):
            sent += line.send(b"y" * 65536)
    assert sent < 16 << 20


@pytest.mark.parametrize("between", [b"0\r\nX: ", b"1;x="], ids=["after the body", "in the body"])
@pytest.mark.parametrize("request_line", [b"GET /healthz HTTP/1.1", b"POST /api/replay HTTP/1.1"])
def test_headers_without_end_in_or_after_a_body_are_not_kept_either(
    hasty: Served, request_line: bytes, between: bytes
) -> None:
    """The parser puts their pieces together in quadratic time: 50 MB stopped everyone for seconds."""
    sent = 0
    with dialled(hasty) as line, suppress(OSError):
        line.sendall(request_line + b"\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n" + between)
        for _ in range(400):
            sent += line.send(b"y" * 65536)
    assert sent < 16 << 20


def test_a_body_in_small_pieces_is_read(hasty: Served) -> None:
    body = json.dumps({"asterism": 1, "names": ["x" * (2 * DOOR.head)]}).encode()
    pieces = b"".join(b"2\r\n" + body[i : i + 2] + b"\r\n" for i in range(0, len(body) - 1, 2)) + b"0\r\n\r\n"
    with dialled(hasty) as line:
        line.sendall(b"POST /api/replay HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n" + pieces)
        assert b" 400 " in line.recv(100)


@pytest.mark.parametrize(
    "beginning", [b"", b"GET / HTTP/1.1\r\n", b"\r\n", b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\nG"]
)
def test_a_connection_that_says_nothing_more_is_closed(hasty: Served, beginning: bytes) -> None:
    with dialled(hasty) as line:
        line.sendall(beginning)
        ended(line)  # or the socket's own timeout fails the test


def test_one_who_sends_a_head_drop_by_drop_is_closed(hasty: Served) -> None:
    with dialled(hasty) as line:
        line.sendall(b"GET / HTTP/1.1\r\n")
        line.settimeout(0.05)
        with suppress(BrokenPipeError, ConnectionResetError):
            for _ in range(1000):
                line.sendall(b"X: y\r\n")
                with suppress(TimeoutError):
                    if not line.recv(10):
                        return
    # sending has failed, so it was closed


def test_a_body_that_never_comes_is_not_waited_for(hasty: Served) -> None:
    with dialled(hasty) as line:
        line.sendall(b"POST /api/replay HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n{")
        assert b" 408 " in line.recv(100)


def test_one_who_leaves_in_the_middle_of_a_body_is_no_mistake_of_the_servers(hasty: Served) -> None:
    with dialled(hasty) as line:
        line.sendall(b"POST /api/replay HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100000\r\n\r\n{")
    assert hasty.get("/healthz").status == 200  # and at the end it must not have complained


def test_many_requests_on_one_connection_are_all_answered(hasty: Served) -> None:
    with dialled(hasty) as line:
        line.sendall(20 * ONE_REQUEST)
        heard = b""
        while heard.count(b"ok\n") < 20:
            heard += line.recv(65536)


def test_an_upload_in_one_piece_is_no_large_head(hasty: Served) -> None:
    body = json.dumps({"asterism": 1, "names": ["x" * (2 * DOOR.head)]}).encode()
    assert "has no 'game'" in hasty.post("/api/replay", body).text


def test_one_who_does_not_read_is_let_go_and_the_others_play_on(hasty: Served) -> None:
    """A watcher's socket that takes nothing more: the bot still moves, and everyone else hears of it."""
    with Client(hasty) as anna, Client(hasty) as watcher, dialled(hasty, small=True) as line:
        scene = anna.open("me", "bot:easy")
        code = scene["table"]["code"]
        assert b" 101 " in upgrade(line, hasty)
        line.sendall(frame(json.dumps({"type": "watch", "table": code}).encode()))
        watcher.watch(scene)
        for number in range(400):  # far more than the buffers of both sides hold
            with suppress(OSError):
                line.sendall(frame(json.dumps({"type": "watch", "id": number, "table": code}).encode()))
        for _ in range(3):  # turns of hers, each answered by the bot
            while scene["to_act"] == 0 and not scene["outcome"]:
                scene = anna.act(scene, scene["choices"][-1]["action"])
                ply = scene["ply"]
                watcher.hear_scene(lambda s, ply=ply: s["ply"] == ply)
            scene = anna.hear_scene(lambda s: s["to_act"] == 0 or s["outcome"])
        ended(line)


@pytest.mark.parametrize(
    "noise",
    [frame(b"p" * 120, 0x89), frame(b"", 0x8A), frame(b"{", 0x01) + 50 * frame(b"", 0x00)],
    ids=["pings", "answers to no ping", "pieces with nothing in them"],
)
def test_frames_without_end_that_ask_for_nothing_end_the_connection(hasty: Served, noise: bytes) -> None:
    """Each costs as much as a message to read, and no count of messages has it."""
    with dialled(hasty, small=True) as line:
        assert b" 101 " in upgrade(line, hasty)

        def let_go() -> bool:
            try:
                line.sendall(100 * noise)
            except OSError:
                return True
            return False

        wait_until(let_go, "one who sends them without end is let go")


@pytest.mark.parametrize("size", [0, 1, 125, 126, 65_535, 65_536, 100_000])
def test_a_text_is_framed_as_websockets_frames_it(size: int) -> None:
    assert text_frame(b"a" * size) == Frame(Opcode.TEXT, b"a" * size).serialize(mask=False)


def test_pings_now_and_then_are_answered(hasty: Served) -> None:
    with dialled(hasty) as line:
        assert b" 101 " in upgrade(line, hasty)
        line.sendall(30 * frame(b"here?", 0x89))
        heard = b""
        while heard.count(b"\x8a\x05here?") < 30:
            heard += line.recv(65536)


@pytest.mark.parametrize("text", [b"\xff\xfe", b'{"type": "hello", "name": "\xff"}', b'"\xed\xa0\x80"'])
def test_what_is_no_text_is_refused_in_words_and_fills_no_log(hasty: Served, text: bytes) -> None:
    with dialled(hasty) as line:
        assert b" 101 " in upgrade(line, hasty)
        line.sendall(frame(text) + frame(b'{"type": "hello", "id": 7}'))
        heard = b""
        while b'"id":7' not in heard:
            heard += line.recv(65536)
        assert b'"malformed"' in heard


@pytest.mark.parametrize("header", ["Cookie: x=" + "y" * 9000, "Content-Length: 10"], ids=["a long line", "a body"])
def test_a_greeting_that_cannot_be_read_is_not_waited_for(hasty: Served, header: str) -> None:
    with dialled(hasty) as line:
        upgrade(line, hasty, header)
        ended(line)


def test_more_requests_at_once_than_any_browser_sends_are_not_all_read(hasty: Served) -> None:
    """Nor is it a mistake of the server's, to be found in its log, that the first one was being answered then."""
    with dialled(hasty) as line, suppress(OSError):
        line.sendall(2000 * ONE_REQUEST)
        assert ended(line).count(b"ok\n") < 2000


@pytest.mark.parametrize(
    "origin", ["http://[", "http://[::1", "null", "", "http://", "//", "http://a:b:c", "\u00ff", "http://[v1.x]"]
)
def test_an_origin_that_is_none_is_refused(hasty: Served, origin: str) -> None:
    with dialled(hasty) as line:
        answer = upgrade(line, hasty, f"Origin: {origin}")
        assert answer.startswith(b"HTTP/1.1 403"), answer


class Line:
    """A transport that comes from elsewhere, as far as the door looks at it."""

    aborted = False

    def __init__(self, peer: str) -> None:
        self._peer = peer

    def get_extra_info(self, name: str) -> object:
        return {"peername": (self._peer, 1), "sockname": ("192.0.2.1", 80)}.get(name)

    def abort(self) -> None:
        self.aborted = True

    def is_closing(self) -> bool:
        return self.aborted

    def write(self, data: bytes) -> None: ...

    def pause_reading(self) -> None: ...


async def nothing(scope: Any, receive: Any, send: Any) -> None: ...


def test_of_messages_that_come_all_at_once_only_so_many_are_read() -> None:
    """The house would close the connection after 260, but first all that had arrived was read, at everyone's cost."""

    async def story() -> None:
        config = uvicorn.Config(nothing, **doors(DOOR))
        config.load()
        protocol: Any = config.ws_protocol_class
        made, line = protocol(config=config, server_state=ServerState(), app_state={}), Line("192.0.2.7")
        made.connection_made(line)
        greeting = "GET /ws HTTP/1.1\r\nHost: localhost\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
        key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13\r\n\r\n"
        made.data_received((greeting + key).encode())
        await made.send({"type": "websocket.accept"})
        made.data_received(100 * frame(b"{}"))
        assert not line.aborted, "a few more than it will answer is no flood yet"
        made.data_received(30_000 * frame(b"{}"))
        assert line.aborted
        assert made.queue.qsize() <= DOOR.messages
        made.connection_lost(ConnectionError())

    asyncio.run(story())


@pytest.mark.parametrize(
    "peers",
    [["192.0.2.7"] * 3, ["2001:db8::1", "2001:db8::2", "2001:db8::ffff:0:3"], ["::ffff:192.0.2.7"] * 3],
    ids=["one address", "one IPv6 line, which has 2**64 of them", "an IPv4 address written as IPv6"],
)
def test_connections_from_one_address_have_an_end(peers: list[str]) -> None:
    async def story() -> None:
        config = uvicorn.Config(nothing, **doors(Door(connections=2), ["10.0.0.0/8"]))
        config.load()
        state = ServerState()
        lines = [Line(peer) for peer in peers]
        protocol: Any = config.http_protocol_class
        made = [protocol(config=config, server_state=state, app_state={}) for _ in lines]
        for one, line in zip(made, lines, strict=True):
            one.connection_made(line)
        assert [line.aborted for line in lines] == [False, False, True]
        through = [Line("10.0.0.7") for _ in range(5)]
        for line in through:
            protocol(config=config, server_state=state, app_state={}).connection_made(line)
        assert not any(line.aborted for line in through), "a proxy speaks for many"
        for one in made:
            one.connection_lost(ConnectionError())
        assert made[0].peers == {}, "those that went make room"

    asyncio.run(story())


@pytest.mark.parametrize(
    ("peer", "proxy"),
    [
        ("127.0.0.1", ""),
        ("10.0.0.7", "10.0.0.0/8"),
        ("::ffff:10.0.0.7", "10.0.0.7/32"),
        ("2001:db8::1", "2001:db8::/64"),
    ],
)
def test_connections_of_a_proxy_are_of_many_and_have_no_such_end(peer: str, proxy: str) -> None:
    networks = [ip_network(proxy)] if proxy else []
    assert speaks_for_many(peer, networks)
    assert not speaks_for_many("192.0.2.7", networks)
    assert not speaks_for_many("nowhere", networks)


def test_addresses_of_different_lines_are_told_apart() -> None:
    apart = ["192.0.2.1", "192.0.2.2", "::ffff:192.0.2.1", "::ffff:192.0.2.2", "2001:db8::1", "2001:db8:0:1::1", "?"]
    assert len({line_of(address) for address in apart}) == len(apart)
    assert line_of("fe80::1%eth0") == line_of("fe80::2%eth0")
