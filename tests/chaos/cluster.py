"""The processes that carry the tables: PostgreSQL, Valkey, servers, those who think, all on this machine."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
import time
import urllib.request
from contextlib import suppress
from pathlib import Path

from ..engines import Postgres
from ..server.serving import HOUSE
from ..valkey import Valkey

START = 120.0  # seconds


class Process:
    """One of ours, at a port of its own, that can be killed, frozen and started again."""

    def __init__(self, command: list[str], log: Path) -> None:
        self.command, self.log = command, log
        self.start()

    def start(self) -> None:
        self.frozen = self.killed = False
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(self.command, cwd=HOUSE, stdout=log, stderr=log)

    def kill(self) -> None:
        self.killed = True
        self.process.kill()
        self.process.wait()

    def supervise(self) -> None:
        """As systemd and compose do: what ended by itself (PostgreSQL was away when it started) is started again."""
        if not self.killed and self.process.poll() is not None:
            self.start()

    def freeze(self) -> None:
        self.frozen = True
        self.process.send_signal(signal.SIGSTOP)

    def thaw(self) -> None:
        self.frozen = False
        self.process.send_signal(signal.SIGCONT)


class Cluster:
    """Servers on one PostgreSQL, with Valkey for their news and for the line of thoughts; logs below one folder."""

    def __init__(self, folder: Path, servers: int, workers: int = 0, bot_pause: float = 0.0) -> None:
        self.postgres = Postgres(durable=True).start()
        self.valkey = Valkey().start()
        ports = free_ports(servers)
        self.addresses = [f"127.0.0.1:{port}" for port in ports]
        line = f"{self.valkey.url}/1"
        thinking = ("--think", line) if workers else ()
        self.servers = [
            Process(
                [
                    *(sys.executable, "-m", "asterism.server", "--unlimited", "--bot-pause", str(bot_pause)),
                    *("--port", str(port), "--data", str(folder / f"server{number}")),
                    *("--store", self.postgres.url, "--news", self.valkey.url, *thinking),
                ],
                folder / f"server{number}.log",
            )
            for number, port in enumerate(ports, 1)
        ]
        self.workers = [
            Process(
                [sys.executable, "-m", "asterism.cli", "think", line, "--threads", "1"], folder / f"worker{number}.log"
            )
            for number in range(1, workers + 1)
        ]

    def supervise(self) -> None:
        for process in (*self.servers, *self.workers):
            process.supervise()

    def wait(self) -> None:
        """Until every server answers."""
        end = time.monotonic() + START
        for server, address in zip(self.servers, self.addresses, strict=True):
            while not well(address):
                if time.monotonic() > end:
                    said = server.log.read_text()[-2000:]
                    raise TimeoutError(f"the server at {address} did not start: {said}")
                self.supervise()
                time.sleep(0.2)

    def stop(self) -> None:
        ours = [*self.servers, *self.workers]
        for process in ours:
            if process.frozen:
                process.thaw()
            process.process.terminate()
        for process in ours:
            with suppress(subprocess.TimeoutExpired):
                process.process.wait(15)
            if process.process.poll() is None:
                process.kill()
        self.valkey.stop()
        self.postgres.stop()


def well(address: str) -> bool:
    """Whether a server says that it is."""
    try:
        with urllib.request.urlopen(f"http://{address}/healthz", timeout=5):
            return True
    except OSError:
        return False


def free_ports(count: int) -> list[int]:
    held = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [int(one.getsockname()[1]) for one in held]
    for one in held:
        one.close()
    return ports
