"""Connections that do not behave: bytes on a bare socket, sent and read as a test says."""

from __future__ import annotations

import base64
import secrets
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from .serving import Served


@contextmanager
def dialled(served: Served, small: bool = False) -> Iterator[socket.socket]:
    """A bare connection to a server; `small`: its own side takes only little before it is read."""
    host, _, port = served.host.rpartition(":")
    with socket.socket() as line:
        if small:
            line.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        line.settimeout(60)
        line.connect((host, int(port)))
        yield line


def ended(line: socket.socket) -> bytes:
    """Everything the server still says until it ends the connection; it must."""
    heard = b""
    with suppress(ConnectionResetError):
        while part := line.recv(65536):
            heard += part
    return heard


def upgrade(line: socket.socket, served: Served, *headers: str) -> bytes:
    """Ask for a WebSocket; the first bytes of the answer."""
    key = base64.b64encode(secrets.token_bytes(16)).decode()
    lines = [
        "GET /ws HTTP/1.1",
        f"Host: {served.host}",
        "Upgrade: websocket",
        "Connection: Upgrade",
        f"Sec-WebSocket-Key: {key}",
        "Sec-WebSocket-Version: 13",
        *headers,
    ]
    line.sendall("\r\n".join([*lines, "", ""]).encode())
    return line.recv(1024)


def frame(text: bytes, kind: int = 0x81) -> bytes:
    """One frame of a client, masked with zeros."""
    size = len(text)
    head = bytes([kind, 0x80 | size]) if size < 126 else bytes([kind, 0xFE]) + size.to_bytes(2, "big")
    return head + b"\0\0\0\0" + text
