"""The names by which this server may be asked: a list that stands against DNS rebinding.

A stranger's page can let its own name resolve to an address of this machine. The browser then takes what this server
answers for that page's own, and hands it over: tables, records, the metrics. The `Host` header still tells the name
that the browser was sent to, so requests by names that are not this server's are refused.
"""

from __future__ import annotations

import socket
from ipaddress import ip_address
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.responses import JSONResponse, PlainTextResponse, Response
from starlette.types import Scope

from ..setting_values import read_name
from ..settings import Settings

MISDIRECTED = 421
ALWAYS = "/healthz"  # health checks come by whatever name the proxy has for this machine; all it tells is "ok"
LONGEST_TOLD = 100  # characters of a refused name


def name_in(host: str) -> str:
    """The name or number in a Host header, without the port."""
    return host[1:].partition("]")[0] if host.startswith("[") else host.partition(":")[0]


def is_number(name: str) -> bool:
    """Whether a name is an IP address, which no name server can point elsewhere."""
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


def is_loopback(name: str) -> bool:
    """Whether a name or number means, on every device, that device itself."""
    name = name.lower().rstrip(".")
    if name == "localhost" or name.endswith(".localhost"):
        return True
    return is_number(name) and ip_address(name).is_loopback


def own_names() -> set[str]:
    """The names of this machine: its hostname, whole and up to the first dot, and the one of multicast DNS.

    Asked anew each time, because a laptop may be renamed by the network it comes to."""
    whole = socket.gethostname().lower().rstrip(".")
    short = whole.partition(".")[0]
    return {whole, short, f"{short}.local"}


class Hosts:
    """Which `Host` headers this server answers."""

    def __init__(self, settings: Settings) -> None:
        named = {urlsplit(settings.address).hostname or ""} if settings.address else set()
        self._named = {*settings.hosts, *(name if is_number(name) else read_name(name) for name in named)}

    def allow(self, host: str) -> bool:
        """Whether a request with this Host header is answered. Browsers always send one: a program that sends none is
        answered too."""
        name = name_in(host).lower().rstrip(".")
        if not name:
            return not host
        return is_number(name) or is_loopback(name) or name in self._named or name in own_names()

    def refusal(self, scope: Scope) -> Response | None:
        """What answers a request by a name that is not this server's; None where the name is."""
        host = Headers(scope=scope).get("host", "")
        if self.allow(host) or scope["path"] == ALWAYS:
            return None
        name = name_in(host)[:LONGEST_TOLD]
        text = (
            f"This server does not answer to the name {name!r}. If you host it and people come by this name, start it "
            "with --allow-host and the name, or with --address and the whole address."
        )
        if scope["path"].startswith("/api/"):
            return JSONResponse({"error": text}, MISDIRECTED)
        return PlainTextResponse(f"{text}\n", MISDIRECTED)
