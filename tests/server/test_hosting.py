"""The examples of docs/HOSTING.md, tried: behind nginx and Caddy with TLS, as a unit of systemd, as a container."""

from __future__ import annotations

import http.client
import json
import re
import shlex
import shutil
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from asterism.cli import build_parser
from asterism.server.http.app import HEADERS
from asterism.terminal import doctor

from .serving import HOUSE, Served, wait_until
from .talking import Client

EXAMPLES = HOUSE / "docs" / "hosting"
NAME = "games.example.org"


def example(name: str, **instead: str) -> str:
    """An example with other words in it; each of them must be there."""
    text = (EXAMPLES / name).read_text()
    for old, new in instead.items():
        assert old in text, f"{old} is not in {name}"
        text = text.replace(old, new)
    return text


def free_port() -> str:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return str(probe.getsockname()[1])


def test_the_commands_of_the_examples_are_commands() -> None:
    """As they are written, to the last option."""
    lines = re.findall(r"^ExecStart=/opt/asterism/bin/asterism (.*)$", example("asterism.service"), re.M)
    lines += re.findall(r"^ExecStart=/opt/asterism/bin/asterism (.*)$", example("asterism-backup.service"), re.M)
    words = [shlex.split(line) for line in lines]
    words.append(json.loads(re.findall(r"^ENTRYPOINT (.*)$", example("Containerfile"), re.M)[0])[1:])
    assert [build_parser().parse_args(one).verb for one in words] == ["serve", "backup", "serve"]


# Behind a proxy


class Proxied:
    """What a visitor sees of a server behind a proxy, coming from any address of this machine."""

    def __init__(self, port: str) -> None:
        self.address = f"https://localhost:{port}"
        self.socket = f"wss://localhost:{port}/ws"
        self.port = int(port)

    def get(self, path: str, come_from: str = "127.0.0.1", **headers: str) -> tuple[int, dict[str, str]]:
        return self.ask("GET", path, come_from, "", **headers)

    def guess(self, come_from: str, **headers: str) -> int:
        """Try a wrong way in for a second device, as a page of this server would; the status of the answer."""
        body = '{"secret":"wrong"}'
        return self.ask("POST", "/api/device", come_from, body, **{"Origin": self.address, **headers})[0]

    def ask(self, method: str, path: str, come_from: str, body: str, **headers: str) -> tuple[int, dict[str, str]]:
        connection = http.client.HTTPSConnection("localhost", self.port, timeout=20, source_address=(come_from, 0))
        try:
            connection.request(method, path, body or None, headers=headers)
            response = connection.getresponse()
            response.read()
            return response.status, {name.lower(): value for name, value in response.getheaders()}
        finally:
            connection.close()


@contextmanager
def running(command: list[str], port: str, **more: Any) -> Iterator[None]:
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **more)

    def answers() -> bool:
        if process.poll() is not None:
            raise AssertionError(f"{command[0]} ended: {process.communicate()[0]}")
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", int(port))) == 0

    try:
        wait_until(answers, f"{command[0]} listens")
        yield
    finally:
        process.terminate()
        process.communicate(timeout=20)


@contextmanager
def nginx(folder: Path, to: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Proxied]:
    """nginx by its example, with a certificate of its own and ports that anyone may use."""
    secure, plain = free_port(), free_port()
    certificate, key = folder / "certificate.pem", folder / "key.pem"
    subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"]
    made = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", *subject]
    subprocess.run([*made, "-keyout", key, "-out", certificate], check=True, capture_output=True)
    monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
    letsencrypt = f"/etc/letsencrypt/live/{NAME}"
    instead = {
        f"{letsencrypt}/fullchain.pem": str(certificate),
        f"{letsencrypt}/privkey.pem": str(key),
        NAME: "localhost",
        "listen 443": f"listen {secure}",
        "listen 80": f"listen {plain}",
        "127.0.0.1:8000": to,
    }
    (folder / "asterism.conf").write_text(example("nginx.conf", **instead))
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "".join(f"{kind}_temp_path {folder}/{kind}; " for kind in kinds)
    inside = f"access_log off; {temporary} include {folder}/asterism.conf;"
    (folder / "nginx.conf").write_text(
        f"daemon off; pid {folder}/pid; error_log stderr; events {{}} http {{ {inside} }}"
    )
    with running(["nginx", "-e", "stderr", "-c", str(folder / "nginx.conf")], secure):
        yield Proxied(secure)


@contextmanager
def caddy(folder: Path, to: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[Proxied]:
    """Caddy by its example, with certificates of its own, since nobody outside can be asked for one here."""
    secure, plain = free_port(), free_port()
    ports = f"https_port {secure}\n http_port {plain}"
    site = example("Caddyfile", **{NAME: "localhost", "127.0.0.1:8000": to})
    (folder / "Caddyfile").write_text(f"{{\n {ports}\n local_certs\n skip_install_trust\n admin off\n}}\n{site}")
    home = {"XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder), "HOME": str(folder), "PATH": "/usr/bin:/bin"}
    with running(["caddy", "run", "--config", str(folder / "Caddyfile")], secure, env=home):
        root = folder / "caddy/pki/authorities/local/root.crt"
        wait_until(root.exists, "caddy has made its certificates")
        monkeypatch.setenv("SSL_CERT_FILE", str(root))
        proxied = Proxied(secure)
        wait_until(lambda: handshake(proxied), "caddy shows its certificate")
        yield proxied


def handshake(proxied: Proxied) -> bool:
    """Whether a visitor who comes by the name is shown a certificate for it."""
    try:
        connection = http.client.HTTPSConnection("localhost", proxied.port, timeout=20)
        connection.request("GET", "/healthz")
        connection.getresponse().read()
    except OSError:
        return False
    connection.close()
    return True


PROXIES = {"nginx": nginx, "caddy": caddy}


@pytest.mark.hosting
@pytest.mark.parametrize("name", PROXIES)
def test_behind_a_proxy_with_tls(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    assert shutil.which(name), f"install {name} first (Debian: apt-get install {name})"
    server = Served(tmp_path / "data", "--proxy", "127.0.0.1")
    try:
        with PROXIES[name](tmp_path, server.host, monkeypatch) as proxied:
            # the page comes with all its headers, and a match is played over a secure socket
            status, headers = proxied.get("/")
            assert status == 200
            assert {word: headers[word] for word in HEADERS} == HEADERS
            visitor: Any = SimpleNamespace(socket=proxied.socket)
            with Client(visitor, origin=proxied.address) as anna:
                assert "Secure" in anna.set_cookie
                scene = anna.act(anna.open("me", "here"))
                assert scene["ply"] > 0
                anna.socket.socket.shutdown(socket.SHUT_RDWR)  # as a window that is closed: without a word
            # visitors are told apart by where they come from, and not by what they say
            tried = [proxied.guess("127.0.0.2") for _ in range(60)]
            assert (tried[0], tried[-1]) == (403, 429)
            forged = {"X-Forwarded-For": "192.0.2.9", "X-Real-IP": "192.0.2.9", "Forwarded": "for=192.0.2.9"}
            assert proxied.guess("127.0.0.2", **forged) == 429
            assert proxied.guess("127.0.0.3") == 403
            # what is for the host alone stays so, and large requests end at the door
            assert proxied.get("/metrics")[0] == 403
            assert proxied.get("/", **{"X-Large": "x" * 80_000})[0] in (400, 413, 431)
            # and the doctor finds nothing wrong
            assert [found.how for found in doctor.look_at_address(proxied.address)] == ["well", "well"]
    finally:
        server.stop()


@pytest.mark.hosting
def test_a_proxy_that_was_not_named_is_not_believed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Everyone behind it is one visitor then, and the doctor says what to do."""
    server = Served(tmp_path / "data", "--address", "https://localhost")
    try:
        with nginx(tmp_path, server.host, monkeypatch) as proxied:
            for _ in range(60):
                proxied.guess("127.0.0.2")
            assert proxied.guess("127.0.0.3") == 429
            *_, found = doctor.look_at_address(proxied.address)
            assert "does not believe the proxy" in found.what
            assert "--proxy 127.0.0.1" in found.do
    finally:
        server.stop()


# As a service


@pytest.mark.hosting
def test_systemd_finds_nothing_wrong_with_the_units(tmp_path: Path) -> None:
    for name in ("asterism.service", "asterism-backup.service", "asterism-backup.timer"):
        text = (EXAMPLES / name).read_text()
        command = str(Path(sys.executable).with_name("asterism"))
        (tmp_path / name).write_text(text.replace("/opt/asterism/bin/asterism", command))
    units = [str(tmp_path / name) for name in ("asterism.service", "asterism-backup.timer")]
    done = subprocess.run(["systemd-analyze", "verify", *units], capture_output=True, text=True)
    complaints = [line for line in done.stderr.splitlines() if str(tmp_path) in line or "asterism" in line]
    assert (done.returncode, complaints) == (0, [])
