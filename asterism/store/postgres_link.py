"""A connection to PostgreSQL that takes the statements of SQLite, and whose failures are in plain words."""

from __future__ import annotations

import math
import os
import re
import socket
import threading
import time
from contextlib import suppress
from functools import lru_cache
from typing import Any
from weakref import WeakSet

import psycopg
from psycopg import conninfo, errors

from .queries import Cursor
from .rows import BadStore, Conflict, StoreFailed

SHAPE = "postgresql://USER:PASSWORD@HOST:PORT/DATABASE"
IN_PASSWORDS = "in a password, @ is written %40, : %3A, / %2F, ? %3F, # %23 and % %25"
# Defaults, which the address may override: a server that is gone is noticed within seconds
PATIENCE = {
    "connect_timeout": 3,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
    "application_name": "asterism",
}
WATCH_SECONDS = 0.5  # between two checks for late answers
# A process that is frozen in the middle of a transaction must not block the others
SETTINGS = (
    "set synchronous_commit = on; set lock_timeout = '5s'; set statement_timeout = '60s';"
    " set idle_in_transaction_session_timeout = '5s'"
)


@lru_cache(maxsize=256)
def translated(sql: str) -> str:
    """A statement of `queries` or `readings` in the syntax of PostgreSQL and its driver."""
    sql = sql.replace("json_each(", "jsonb_array_elements(").replace("?", "%s")
    return re.sub(r"(?<![:\w]):(\w+)", r"%(\1)s", sql)


def as_numbers(parameters: Any) -> Any:
    """Parameters with booleans as integers, as SQLite stores them."""
    if isinstance(parameters, dict):
        return {name: int(value) if isinstance(value, bool) else value for name, value in parameters.items()}
    return [int(value) if isinstance(value, bool) else value for value in parameters]


def place_of(url: str) -> str:
    """The database that an address names, in words and without the password; BadStore if it is no address."""
    where, _, rest = url.partition("://")[2].partition("?")[0].partition("/")
    try:
        parts = conninfo.conninfo_to_dict(url)
        if "@" in rest or where.count("@") > 1 or not re.fullmatch("[0-9,]*", str(parts.get("port", ""))):
            raise ValueError("the password goes on where it was taken to be over, and would be told as a host")
    except (psycopg.Error, ValueError):  # their messages would repeat the address
        raise BadStore(f"this is not an address of PostgreSQL; it looks like {SHAPE}; {IN_PASSWORDS}") from None
    host = f"{parts.get('host') or 'this machine'}" + (f":{parts['port']}" if "port" in parts else "")
    return f"the database {parts.get('dbname') or parts.get('user') or 'of this user'} of PostgreSQL at {host}"


class Watchdog:
    """A thread that cuts connections on which an answer is late, where PostgreSQL hangs.

    The kernel keeps the TCP connection of a frozen process alive, so no timeout of TCP ends it."""

    def __init__(self) -> None:
        self._links: WeakSet[Link] = WeakSet()
        self._lock = threading.Lock()
        self._looking = False

    def watch(self, link: Link) -> None:
        """Watch a connection for as long as it is in use."""
        with self._lock:
            self._links.add(link)
            if not self._looking:
                self._looking = True
                threading.Thread(target=self._keep_looking, name="store-watch", daemon=True).start()

    def _keep_looking(self) -> None:
        while True:
            time.sleep(WATCH_SECONDS)
            now = time.monotonic()
            with self._lock:
                self._looking = bool(self._links)
                if not self._looking:
                    return
                late = [link for link in self._links if link.until < now]
            for link in late:
                link.cut()


WATCHDOG = Watchdog()


class Link:
    """A connection to PostgreSQL, with the methods of a connection of SQLite."""

    def __init__(self, url: str, *, writes: bool, patience: float = math.inf) -> None:
        """Connect, or raise BadStore. A connection that does not answer within `patience` seconds is cut."""
        self.place = place_of(url)
        self.patience, self.until = patience, math.inf
        self.late = False  # an answer was late, so this connection was cut
        given = conninfo.conninfo_to_dict(url)
        missing = {name: value for name, value in PATIENCE.items() if name not in given}
        try:
            self.raw = psycopg.connect(url, autocommit=True, **missing)  # type: ignore[arg-type]
        except psycopg.Error as problem:
            raise NoConnection(self.place, problem) from None
        if patience < math.inf:
            WATCHDOG.watch(self)
        try:
            self.run_script(SETTINGS if writes else f"{SETTINGS}; set default_transaction_read_only = on")
        except psycopg.Error as problem:
            self.close()
            raise NoConnection(self.place, problem) from None

    @property
    def server_version(self) -> int:
        return self.raw.info.server_version // 10_000

    @property
    def lost(self) -> bool:
        return self.raw.closed

    def is_lost_by(self, problem: Exception) -> bool:
        """Whether a failure ended the connection; PostgreSQL may have said so, and not yet closed it."""
        said = problem.diag.severity_nonlocalized if isinstance(problem, psycopg.Error) else None
        return self.lost or said in ("FATAL", "PANIC")

    def execute(self, sql: str, parameters: Any = (), /) -> Cursor:
        return self._run(translated(sql), as_numbers(parameters))

    def cut(self) -> None:
        """Close the socket from another thread: a statement under way then fails with a lost connection."""
        self.late = True
        with suppress(psycopg.Error, OSError), socket.socket(fileno=os.dup(self.raw.fileno())) as line:
            line.shutdown(socket.SHUT_RDWR)

    def run_script(self, sql: str) -> None:
        self._run(sql)

    def _run(self, sql: str, parameters: Any = None) -> Cursor:
        self.until = time.monotonic() + self.patience
        try:
            return self.raw.execute(sql, parameters)
        finally:
            self.until = math.inf

    def roll_back(self) -> None:
        with suppress(psycopg.Error):
            if not self.lost:
                self.execute("rollback")

    def close(self) -> None:
        with suppress(psycopg.Error):
            self.raw.close()


REASONS = [
    (
        "password authentication failed|no password supplied|SASL|role .* does not exist",
        "refuses this user or password",
    ),
    ("pg_hba.conf|permission denied|not permitted to log in", "does not let this user in"),
    ("database .* does not exist", "is not there: make it with createdb, or name another"),
    ("starting up|recovery|shutting down", "is not ready"),
    ("too many clients|remaining connection slots", "has no connection left for us"),
    ("refused|timeout|timed out|translate host|resolve|No such file|unreachable|closed", "cannot be reached"),
]


class NoConnection(BadStore):
    """A failed connection: the reason in plain words, followed by the message of PostgreSQL."""

    def __init__(self, place: str, problem: psycopg.Error) -> None:
        said = in_words(problem)
        found = (words for pattern, words in REASONS if re.search(pattern, said, re.IGNORECASE))
        self.reason = next(found, "cannot be used")
        super().__init__(f"{place} {self.reason} ({said})")


def in_words(problem: psycopg.Error) -> str:
    """The message of PostgreSQL, in one line."""
    text = problem.diag.message_primary or str(problem)
    return " ".join(text.split())


def as_failure(place: str, problem: Exception) -> StoreFailed:
    """Translate any exception into one that callers of a store know."""
    if isinstance(problem, StoreFailed):
        return problem
    if isinstance(problem, errors.IntegrityError):
        return Conflict(in_words(problem))
    if isinstance(problem, errors.DiskFull):
        return StoreFailed("the disk of PostgreSQL is full")
    if isinstance(problem, errors.InsufficientPrivilege):
        return StoreFailed(f"{place} does not let this user do that: {in_words(problem)}")
    if isinstance(problem, errors.ReadOnlySqlTransaction):
        return StoreFailed(f"{place} can only be read: it is a copy, or was set so")
    if isinstance(problem, errors.LockNotAvailable | errors.QueryCanceled):
        return StoreFailed("another process keeps this table for too long")
    if isinstance(problem, psycopg.Error):
        return StoreFailed(in_words(problem))
    return StoreFailed(str(problem))
