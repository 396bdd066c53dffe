"""Starting the server: what it needs, what it says, and one clear line where it cannot."""

from __future__ import annotations

import socket
import sqlite3
import subprocess
import sys
from pathlib import Path

import pytest

from asterism.core.game import BadInput
from asterism.server.run import listen
from asterism.store import FILE

from .serving import HOUSE, Served


def start(*flags: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "asterism.server", *flags]
    return subprocess.run(command, cwd=HOUSE, capture_output=True, text=True, timeout=240)


def one_line(done: subprocess.CompletedProcess[str], words: str) -> bool:
    return done.returncode == 2 and done.stderr.count("\n") == 1 and words in done.stderr


def test_a_port_that_is_taken() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = str(taken.getsockname()[1])
        assert one_line(start("--port", port), "cannot serve on")


@pytest.mark.parametrize("port", [-1, 70_000])
def test_a_port_that_is_none(port: int) -> None:
    with pytest.raises(BadInput, match="cannot serve on"):
        listen("127.0.0.1", port)


def test_a_store_of_a_newer_asterism(tmp_path: Path) -> None:
    made = sqlite3.connect(tmp_path / FILE)
    made.executescript("pragma user_version = 999; pragma application_id = 1095980114;")
    made.close()
    assert one_line(start("--port", "0", "--data", str(tmp_path)), "newer Asterism")


def test_a_key_that_is_broken(tmp_path: Path) -> None:
    (tmp_path / "key").write_bytes(b"short")
    assert one_line(start("--port", "0", "--data", str(tmp_path)), "not a whole key")


def test_the_first_start_makes_the_folder_the_key_and_the_store(own: Served) -> None:
    assert {path.name for path in own.data.iterdir()} >= {"key", FILE}
    assert own.get("/healthz").status == 200
