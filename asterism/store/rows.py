"""Further rows that a store takes and gives (`table_rows` has those of a table), and its failures."""

from __future__ import annotations

from dataclasses import dataclass, field


class StoreFailed(Exception):
    """A read or write failed because of the machine (a full disk, a lost connection).

    The message may be shown to anyone; `log` may also say where the store is."""

    def __init__(self, words: str = "", log: str = "") -> None:
        super().__init__(words)
        self.log = log or words


class Unknown(StoreFailed):
    """A write whose outcome is unknown: it may have been committed, or may still be. Read the table again."""


class Conflict(StoreFailed):
    """A write refused because another one was first: the ply, seat, code or revision is taken. Read the table again."""


class BadStore(Exception):
    """A file or database that cannot be used as a store; the message is one plain sentence."""


Lease = tuple[str, int]  # the process that holds it, and its fencing token


@dataclass(frozen=True, kw_only=True, slots=True)
class LessonRow:
    """A lesson: many tables under one code."""

    code: str
    mark: bytes = field(repr=False)  # hash of the teacher's secret
    opener: str  # id of a guest
    content: str  # JSON, of the server: its tables and settings
    created: int  # seconds since 1970


@dataclass(frozen=True, kw_only=True, slots=True)
class DeviceRow:
    """A device of a guest who has several."""

    guest: str
    device: str  # id in the signed cookie; empty: a cookie older than device ids
    kind: str  # browser and system, such as "Firefox/Android"; empty: not known
    since: int  # first connection, seconds since 1970
    seen: int  # last connection, seconds since 1970, to an hour or so
    signed_out: int = 0  # seconds since 1970; 0: it was not


FormerKey = tuple[bytes, int]  # a former cookie key, and until when it is accepted, seconds since 1970

Break = tuple[float, float]  # beginning and end of an outage, seconds since 1970
REMEMBERED = 7 * 86_400.0  # seconds for which an outage is kept


@dataclass(frozen=True, kw_only=True, slots=True)
class Pulse:
    """The answer to a heartbeat: the time, and the outages of late."""

    now: float  # seconds since 1970 by the store's own clock, which is monotonic
    breaks: tuple[Break, ...] = ()  # times when no process ran, or none could write; oldest first


@dataclass(frozen=True, kw_only=True, slots=True)
class Untouched:
    """A table without a write for long."""

    id: int
    code: str
    phase: str
    ply: int  # number of its actions
    revision: int


@dataclass(frozen=True, kw_only=True, slots=True)
class Best:
    """A line in a list of best scores."""

    name: str
    score: int
    seats: int
    code: str
    secret: bytes = field(repr=False)  # of the table, from which its links are made; empty: the table was removed
    ended: int
