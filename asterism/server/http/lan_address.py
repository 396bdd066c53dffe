"""Where other devices reach this server. Looked up whenever somebody asks, because networks change."""

from __future__ import annotations

import re
import socket
from ipaddress import IPv4Address, IPv6Address, ip_address

import ifaddr
from starlette.requests import Request
from starlette.responses import Response

from ..house import House
from ..wire import answers
from .hosts import is_loopback, name_in
from .pages import page, respond

Address = IPv4Address | IPv6Address

# Networks between this machine and the containers and virtual machines on it: no phone is in them.
INSIDE = re.compile(r"docker|podman|lxcbr|lxdbr|virbr|vboxnet|vmnet|br-[0-9a-f]{12}$|hyper-v", re.IGNORECASE)


@page
async def here(house: House, request: Request) -> Response:
    """Told to a browser on this machine alone: everyone else has come by an address that works."""
    settings = house.settings
    caller = request.client.host if request.client else ""
    local = is_loopback(caller) and is_loopback(name_in(request.headers.get("host", "")))
    found = addresses(*settings.bound) if local and not settings.address else []
    return respond(answers.Here(public=settings.address, addresses=found))


def addresses(bound: str, port: int) -> list[str]:
    """The addresses at which other devices reach a server that listens on `bound`, the likeliest first."""
    own = ip_address(bound)
    if own.is_loopback:
        return []
    if not own.is_unspecified:
        return [url(own, port)]
    likeliest = on_the_way_out()
    found = [
        one
        for network, one in in_networks()
        if one.version <= own.version  # listening on :: is listening on 0.0.0.0 too
        and not (one.is_loopback or one.is_link_local)
        and (one == likeliest or not INSIDE.match(network))
    ]
    found.sort(key=lambda one: (one != likeliest, one.version, not one.is_private))
    return [url(one, port) for one in dict.fromkeys(found)]


def in_networks() -> list[tuple[str, Address]]:
    """All addresses of this machine, each with the name of the way it is reached by."""
    return [
        (adapter.nice_name, ip_address(ip.ip if isinstance(ip.ip, str) else ip.ip[0]))
        for adapter in ifaddr.get_adapters()
        for ip in adapter.ips
    ]


def on_the_way_out() -> Address | None:
    """This machine's address on its way to other networks; nothing is sent to find it."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))  # an address reserved for examples
        except OSError:
            return None
        return ip_address(probe.getsockname()[0])


def url(address: Address, port: int) -> str:
    return f"http://{f'[{address}]' if address.version == 6 else address}:{port}"
