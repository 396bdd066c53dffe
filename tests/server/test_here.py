"""By which address other devices reach the server: asked by the page for its invitation, printed by the terminal."""

from __future__ import annotations

from ipaddress import ip_address
from pathlib import Path

import pytest

from asterism.core.game import BadInput
from asterism.server.http import lan_address
from asterism.server.setting_values import read_address

from .serving import Served
from .talking import Client

LAPTOP = [  # with a cable, a wireless network, a VPN, containers and a virtual machine
    ("lo", "127.0.0.1"),
    ("lo", "::1"),
    ("docker0", "172.17.0.1"),
    ("br-0123456789ab", "172.18.0.1"),
    ("virbr0", "192.168.122.1"),
    ("eth0", "169.254.7.7"),
    ("eth0", "10.1.2.3"),
    ("tailscale0", "100.90.1.2"),
    ("wlan0", "192.168.178.20"),
    ("wlan0", "fe80::1"),
    ("wlan0", "fd00::20"),
]


def machine(patch: pytest.MonkeyPatch, way_out: str | None, found: list[tuple[str, str]] = LAPTOP) -> None:
    patch.setattr(lan_address, "in_networks", lambda: [(name, ip_address(ip)) for name, ip in found])
    patch.setattr(lan_address, "on_the_way_out", lambda: ip_address(way_out) if way_out else None)


def test_every_network_of_the_machine_is_offered_the_likeliest_first(monkeypatch: pytest.MonkeyPatch) -> None:
    machine(monkeypatch, "192.168.178.20")
    assert lan_address.addresses("0.0.0.0", 8000) == [
        "http://192.168.178.20:8000",
        "http://10.1.2.3:8000",
        "http://100.90.1.2:8000",
    ]


def test_with_sixth_addresses_too_where_the_server_listens_on_them(monkeypatch: pytest.MonkeyPatch) -> None:
    machine(monkeypatch, "10.1.2.3")
    offered = lan_address.addresses("::", 8000)
    assert offered[0] == "http://10.1.2.3:8000"
    assert offered[-1] == "http://[fd00::20]:8000"


def test_a_network_of_containers_is_offered_only_where_it_is_the_way_out(monkeypatch: pytest.MonkeyPatch) -> None:
    machine(monkeypatch, "172.17.0.1", [("docker0", "172.17.0.1"), ("lo", "127.0.0.1")])
    assert lan_address.addresses("0.0.0.0", 80) == ["http://172.17.0.1:80"]


def test_without_a_network_there_is_none(monkeypatch: pytest.MonkeyPatch) -> None:
    machine(monkeypatch, None, [("lo", "127.0.0.1"), ("lo", "::1")])
    assert lan_address.addresses("0.0.0.0", 8000) == []


def test_bound_to_one_address_it_is_the_only_one(monkeypatch: pytest.MonkeyPatch) -> None:
    machine(monkeypatch, "10.1.2.3")
    assert lan_address.addresses("192.168.178.20", 8000) == ["http://192.168.178.20:8000"]
    assert lan_address.addresses("127.0.0.1", 8000) == []
    assert lan_address.addresses("::1", 8000) == []


def test_this_machine_has_an_address_that_the_library_knows() -> None:
    """What the other tests replace does work: the way out leads through one of the machine's own addresses."""
    known = [address for _, address in lan_address.in_networks()]
    assert ip_address("127.0.0.1") in known
    way_out = lan_address.on_the_way_out()
    assert way_out is None or way_out in known


@pytest.mark.parametrize(
    ("given", "read"),
    [
        ("https://games.example.org", "https://games.example.org"),
        ("https://Games.Example.org:443/", "https://games.example.org"),
        ("http://192.168.1.5:8000", "http://192.168.1.5:8000"),
        ("http://[fd00::20]:8000", "http://[fd00::20]:8000"),
    ],
)
def test_a_public_address_is_written_as_browsers_write_it(given: str, read: str) -> None:
    assert read_address(given) == read


@pytest.mark.parametrize(
    "given", ["games.example.org", "ftp://x", "https://", "https://x/games", "https://x?y", "http://[", "http://x:y"]
)
def test_what_is_no_address_is_refused_in_words(given: str) -> None:
    with pytest.raises(BadInput, match="an address is given as"):
        read_address(given)


def port_of(served: Served) -> str:
    return served.host.rpartition(":")[2]


def test_a_page_opened_at_localhost_is_told_the_addresses_of_others(tmp_path: Path) -> None:
    server = Served(tmp_path, "--host", "0.0.0.0", "--allow-host", "games.example.org")
    try:
        port = port_of(server)
        told = server.get("/api/here", headers={"host": f"localhost:{port}"}).json
        assert told == {"public": None, "addresses": lan_address.addresses("0.0.0.0", int(port))}
        assert not any("127.0.0." in address or "localhost" in address for address in told["addresses"])
        for name in (
            "games.example.org",
            "192.168.178.20",
        ):  # through a proxy, say: they have an address, and need not know those of this machine
            assert server.get("/api/here", headers={"host": name}).json == {"public": None, "addresses": []}
    finally:
        server.stop()


def test_bound_to_this_machine_alone_no_address_is_offered(served: Served) -> None:
    assert served.get("/api/here").json == {"public": None, "addresses": []}


def test_the_public_address_is_told_and_its_page_may_connect(tmp_path: Path) -> None:
    server = Served(tmp_path, "--address", "https://Games.Example.org/")
    try:
        told = server.get("/api/here", headers={"host": "games.example.org"}).json
        assert told == {"public": "https://games.example.org", "addresses": []}
        with Client(server, origin="https://games.example.org") as anna:
            assert anna.welcome["type"] == "welcome"
    finally:
        server.stop()
