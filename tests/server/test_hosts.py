"""By which names the server answers: a stranger's name that resolves to this machine opens nothing (DNS rebinding)."""

from __future__ import annotations

import http.client
import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from asterism.core.game import BadInput
from asterism.server.http import hosts
from asterism.server.http.hosts import Hosts
from asterism.server.setting_values import read_name
from asterism.server.settings import Settings
from asterism.terminal import doctor

from .raw import dialled, ended
from .serving import Served

STRANGER = "rebound.example"


@pytest.fixture(scope="module")
def named(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    """A server that was told two names."""
    flags = ("--address", "https://games.example.org", "--allow-host", "Games.LAN.")
    server = Served(tmp_path_factory.mktemp("named"), *flags)
    yield server
    assert server.stop() == "", "the server complained"


@pytest.mark.parametrize("path", ["/", "/metrics", "/api/mine", "/api/here", "/fair.py", "/assets/none.js"])
def test_a_page_of_a_rebound_name_reads_nothing(served: Served, path: str) -> None:
    answer = served.get(path, headers={"host": f"{STRANGER}:{served.host.rpartition(':')[2]}"})
    assert answer.status == 421
    assert f"does not answer to the name '{STRANGER}'" in answer.text
    assert "--allow-host" in answer.text, "the host is told what to set"
    assert "set-cookie" not in answer.headers


@pytest.mark.parametrize("origin", [f"http://{STRANGER}", ""])
def test_a_page_of_a_rebound_name_opens_no_socket(served: Served, origin: str) -> None:
    with dialled(served) as line:
        key = "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Version: 13"
        asked = f"GET /ws HTTP/1.1\r\nHost: {STRANGER}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n{key}\r\n"
        line.sendall(f"{asked}{f'Origin: {origin}' if origin else 'X: y'}\r\n\r\n".encode())
        heard = ended(line)
    assert heard.startswith(b"HTTP/1.1 421")
    assert b"--allow-host" in heard


def test_its_own_names_numbers_and_those_it_was_told_are_answered(named: Served) -> None:
    machine = socket.gethostname()
    names = ["localhost", "127.0.0.1", "192.168.178.20:8000", "[::1]:8000", "[fd00::20]", machine, f"{machine}.local"]
    for name in [*names, "games.example.org", "GAMES.example.org:443", "games.lan", "games.lan.:8000"]:
        assert named.get("/api/games", headers={"host": name}).status == 200, name
    for name in [STRANGER, "example.org", "games.example.org.evil.example", "127.0.0.1.evil.example", "[", "]"]:
        assert named.get("/api/games", headers={"host": name}).status == 421, name


def as_nginx_does(served: Served, port: str) -> tuple[int, str]:
    """Ask for the metrics as nginx does for a visitor where its configuration says only `proxy_pass`."""
    connection = http.client.HTTPConnection("127.0.0.1", int(port), timeout=20)
    try:
        connection.request("GET", "/metrics", headers={"host": f"127.0.0.1:{port}", "connection": "close"})
        response = connection.getresponse()
        return response.status, response.read().decode()
    finally:
        connection.close()


def test_a_proxy_that_says_nothing_of_its_visitors_opens_no_metrics(named: Served, tmp_path: Path) -> None:
    """Whether it keeps the Host header, or sends its own; the port that is for them alone answers."""
    port = named.host.rpartition(":")[2]
    status, text = as_nginx_does(named, port)
    assert (status, "--metrics-port" in text) == (403, True)
    assert named.get("/metrics", headers={"host": "games.example.org"}).status == 403
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        apart = str(probe.getsockname()[1])
    server = Served(tmp_path, "--proxy", "127.0.0.1", "--metrics-port", apart)
    try:
        assert as_nginx_does(server, server.host.rpartition(":")[2])[0] == 403
        status, text = as_nginx_does(server, apart)
        assert (status, "asterism_connections 0" in text) == (200, True)
    finally:
        assert server.stop() == ""


def test_without_a_proxy_only_a_program_on_this_machine_reads_the_metrics(served: Served) -> None:
    for name in ("localhost", "127.0.0.1", "[::1]:80"):
        assert served.get("/metrics", headers={"host": name}).status == 200
    for name in ("192.168.178.20", socket.gethostname()):
        assert served.get("/metrics", headers={"host": name}).status == 403, "a proxy asks so, not a program here"


def test_a_health_check_comes_by_any_name(named: Served) -> None:
    assert named.get("/healthz", headers={"host": "server-1:8000"}).text == "ok\n"


def test_a_laptop_that_is_renamed_answers_to_its_new_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    answered = Hosts(Settings(data=tmp_path))
    assert not answered.allow("novel.fritz.box")
    monkeypatch.setattr(hosts.socket, "gethostname", lambda: "Novel.fritz.box")
    assert all(answered.allow(name) for name in ("novel.fritz.box", "novel", "NOVEL.local:8000"))


@pytest.mark.parametrize(
    ("given", "read"),
    [("Games.LAN", "games.lan"), ("bücher.example", "xn--bcher-kva.example"), ("a_b.example.", "a_b.example")],
)
def test_a_name_is_read_as_browsers_send_it(given: str, read: str) -> None:
    assert read_name(given) == read


@pytest.mark.parametrize("given", ["", "https://games.lan", "games.lan:8000", "a b", "*", "a..b", "x" * 70])
def test_what_is_no_name_is_refused_in_words(given: str) -> None:
    with pytest.raises(BadInput, match="a host is named as"):
        read_name(given)


@pytest.mark.parametrize("path", ["/healthz", "/api/games", "/ws"])
@pytest.mark.parametrize(
    "lines", ["Host: localhost\r\nHost: localhost", f"Host: localhost\r\nhost: {STRANGER}", "X: y"]
)
def test_a_request_has_one_host(served: Served, path: str, lines: str) -> None:
    with dialled(served) as line:
        line.sendall(f"GET {path} HTTP/1.1\r\n{lines}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n".encode())
        heard = ended(line)
    assert heard.startswith(b"HTTP/1.1 400")
    assert b"Host headers in this request: there must be one" in heard


def test_the_doctor_says_what_to_set_where_the_name_is_refused(served: Served, monkeypatch: pytest.MonkeyPatch) -> None:
    asked = doctor.ask
    monkeypatch.setattr(
        doctor,
        "ask",
        lambda address, path, headers: asked(served.address, path, {**headers, "host": "games.example.org"}),
    )
    well, found = doctor.look_at_address("https://games.example.org")
    assert well.how == "well"
    assert (found.how, "does not answer to its own name" in found.what) == ("wrong", True)
    assert "--address https://games.example.org" in found.do
