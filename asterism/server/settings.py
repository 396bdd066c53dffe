"""What can be set about a server, and the limits it keeps."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from asterism.store import steady

LARGEST_MESSAGE = 16 * 1024  # bytes; above it a message is refused
LARGEST_FRAME = 64 * 1024  # bytes; above it the connection is closed unread
LARGEST_RECORD = 256 * 1024  # bytes of an uploaded record
LARGEST_REPLAY = 64 << 20  # bytes of what all scenes of its replay say about its table
MOST_ACTIONS = 10_000  # of a match, undos included: one that never ends would fill memory and disk
MOST_DRAWS = 24  # of the dice of one table: everyone is shown every sheet there was
LONGEST_NAME = 24  # characters
LONGEST_PLACE = 64  # characters of a place that is pointed at
LONGEST_PATIENCE = 30 * 86_400  # seconds that someone may be away before the others decide
LEAST_THINKING = 60  # seconds that someone who is there may think before they do
SHORTEST_CLOCK = 5  # seconds
LONGEST_CLOCK = 60 * 86_400  # seconds
MOST_LOGGED = 1000  # plies of a match whose log is told; the whole of it is in its record and replay
MOST_LEAVINGS = 40  # of one seat in a match; decisions about others, and coming back, have no limit
MOST_CONNECTIONS = 24  # of one guest at once
MOST_WATCHED = 16  # tables on one connection; then the one asked for longest ago is let go
MOST_NAMED = 12  # of those who watch a table
MOST_LESSON_TABLES = 40
MOST_LISTED = 24  # tables on the first page
MOST_LISTED_OF_GUEST = 2
PAIRING_SECONDS = 300  # in which a second device must have come in
IDLE_SECONDS = 600.0  # a table nobody is connected to leaves memory after this long


@dataclass(frozen=True)
class Rate:
    """At most `burst` at once, then `each` a second."""

    burst: float
    each: float


@dataclass(frozen=True)
class Door:
    """What one connection may cost before the house has seen it."""

    head: int = 64 * 1024  # bytes of the request line and the headers; cookies of other programs on the host count too
    headers: int = 64
    patience: float = 15.0  # seconds to send a head, to send a body, or to go on reading an answer
    connections: int = 1000  # at once from one network address (a class may share one)
    requests: int = 64  # of HTTP that were sent before the first of them was answered
    messages: int = 1000  # of a socket that wait for the house
    frames: Rate = Rate(100, 10)  # of a socket that are no message: pings, answers to them, pieces of a message


@dataclass(frozen=True)
class Limits:
    """How much one client may ask for."""

    messages: Rate = Rate(60, 20)  # on one connection
    emotes: Rate = Rate(4, 0.5)  # on one connection
    tables: Rate = Rate(20, 0.1)  # opened by one guest
    tables_of_address: Rate = Rate(200, 1)  # opened from one network address (a class may share one)
    wrong_codes: Rate = Rate(40, 0.2)  # of tables and lessons that are not there, from one network address
    lessons: Rate = Rate(3, 1 / 300)  # opened by one guest; their tables count with those of the address
    # for second devices of guests without a seat, from one network address; each stores two devices
    ways_in_of_address: Rate = Rate(200, 1 / 60)
    names: Rate = Rate(10, 1 / 360)  # new ones of one guest, of seats too: all that strangers can show each other
    names_of_address: Rate = Rate(200, 0.2)  # new ones from one network address
    # a second from one network address, once it has used up its wrong codes
    typed_codes: float = field(default=5.0, kw_only=True)
    # seconds that one of them waits at most; where very many guests of the address wait, they are answered faster
    typed_code_wait: float = field(default=10.0, kw_only=True)


@dataclass(frozen=True)
class Stand:
    """A screen for whoever passes by: bots play there until someone taps it."""

    game: str
    idle: float = 60.0  # seconds without a touch; then it is fresh for the next one


UNLIMITED = Limits(*[Rate(1e12, 1e12)] * 9)


@dataclass(frozen=True, kw_only=True)
class Settings:
    """One server."""

    data: Path  # the folder of the store and the key
    database: str = field(default="", repr=False)  # the address of the store, where it is not in the folder
    bot_pause: float = 0.9  # seconds before a bot's move, so that people can follow
    origins: tuple[str, ...] = ()  # pages on other hosts that may connect, as https://host
    bound: tuple[str, int] = ("127.0.0.1", 0)  # the address and the port it listens on
    address: str | None = None  # the public one, as https://host, where its host knows it
    hosts: tuple[str, ...] = ()  # names it answers to, beside that of the address, of this machine, and numbers
    open_metrics: bool = False  # answer /metrics to callers from other machines too
    metrics_port: int | None = None  # of this machine, where alone /metrics is answered; None: at that of the page
    editions: Path | None = None  # a folder of editions of the host's own, in GAME/NAME.toml
    proxies: tuple[str, ...] = ()  # addresses or networks whose forwarding headers are believed
    stand: Stand | None = None  # what the page /stand shows
    # Addresses, like that of the store, may hold passwords: no text of the settings has them
    think: str = field(default="", repr=False)  # where others find what is to be thought about; empty: they need not
    news: str = field(default="", repr=False)  # how processes on one store hear of each other; empty: this one is alone
    door: Door = field(default_factory=Door)
    limits: Limits = field(default_factory=Limits)
    static: Path = Path(__file__).parent.parent / "static"  # the built web page
    idle_seconds: float = IDLE_SECONDS
    tidy_days: int | None = None  # without a move; then a match is broken off, and as much later removed. None: never
    ahead: float = 0.0  # seconds by which its clock is ahead of this process', so that tests need not wait for days

    def now(self) -> float:
        """Seconds since 1970, by a clock that never steps while the server runs."""
        return steady.now() + self.ahead
