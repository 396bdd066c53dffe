"""A real server process to talk to."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time
import urllib.error
import urllib.request
from email.message import Message
from pathlib import Path
from typing import Any

from tests.engines import Postgres

HOUSE = Path(__file__).parents[2]


class Served:
    """A server on a free port, with its data in a folder that outlives it, or in a database of that folder's name."""

    databases: Postgres | None = None

    def __init__(self, data: Path, *flags: str, env: dict[str, str] | None = None) -> None:
        self.data, self.flags = data, flags
        self.env = {**os.environ, "ASTERISM_QUIET": "1", **(env or {})}  # what is compiled is no complaint
        self.start()

    def start(self) -> None:
        self.killed = False
        command = [sys.executable, "-m", "asterism.server", "--port", "0", "--data", str(self.data), "--bot-pause", "0"]
        store = ["--store", self.databases.store_for(self.data)] if self.databases else []
        self.process = subprocess.Popen(
            [*command, *store, *self.flags],
            env=self.env,
            cwd=HOUSE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        self.address = self.process.stdout.readline().strip()
        if not self.address:
            raise RuntimeError(f"the server did not start: {self.process.communicate(timeout=120)[1]}")
        self.host = self.address.removeprefix("http://")
        self.socket = f"ws://{self.host}/ws"

    def kill(self) -> None:
        """End it as a power cut would: at once, with nothing tidied."""
        self.killed = True
        self.process.send_signal(signal.SIGKILL)
        self.process.communicate(timeout=120)

    def stop(self) -> str:
        """Ask it to end; returns what it complained about. A server that ended by itself is a fault, and says why."""
        ended = self.process.poll()
        if ended is None:
            self.process.send_signal(signal.SIGTERM)
        said = self.process.communicate(timeout=120)[1]
        assert ended is None or self.killed, f"the server ended by itself, with {ended}: {said}"
        return said

    def restart(self) -> None:
        self.stop()
        self.start()

    def get(self, path: str, cookie: str = "", headers: dict[str, str] | None = None) -> Answer:
        return self.ask(path, None, {**({"cookie": cookie} if cookie else {}), **(headers or {})})

    def post(self, path: str, body: bytes) -> Answer:
        return self.ask(path, body, {})

    def ask(self, path: str, body: bytes | None, headers: dict[str, str]) -> Answer:
        request = urllib.request.Request(self.address + path, data=body, headers=headers)
        try:
            with urllib.request.urlopen(request, timeout=120) as response:
                return Answer(response.status, response.read(), response.headers)
        except urllib.error.HTTPError as response:
            with response:
                return Answer(response.code, response.read(), response.headers)


class Answer:
    """What an address answered."""

    def __init__(self, status: int, body: bytes, headers: Message) -> None:
        self.status, self.body, self.headers = status, body, headers

    @property
    def json(self) -> Any:
        return json.loads(self.body)

    @property
    def text(self) -> str:
        return self.body.decode()


def wait_until(happened: Any, what: str, seconds: float = 20.0) -> None:
    """Wait for something that another process does; fail with `what` if it never does."""
    end = time.monotonic() + seconds
    while not happened():
        if time.monotonic() > end:
            raise AssertionError(f"never happened: {what}")
        time.sleep(0.01)
