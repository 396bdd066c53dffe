"""The settings of a server, declared with their flags, and its fixed limits."""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Annotated, Any, get_origin, get_type_hints

from asterism.arguments import days, port, seconds
from asterism.core.game import BadInput
from asterism.core.places import data_folder
from asterism.store import steady

from .setting_values import (
    read_address,
    read_folder,
    read_idle,
    read_name,
    read_news,
    read_proxy,
    read_redis,
    read_stand,
)

Several = tuple[str, ...]

LARGEST_MESSAGE = 16 * 1024  # bytes; above it a message is refused
LARGEST_FRAME = 64 * 1024  # bytes; above it the connection is closed unread
LARGEST_RECORD = 256 * 1024  # bytes of an uploaded record
LARGEST_REPLAY = 64 << 20  # bytes of table information in all scenes of a replay
MOST_ACTIONS = 10_000  # of a match, undos included, so that none fills memory and disk
MOST_DRAWS = 24  # of the dice of one table: every sheet is shown to everyone
LONGEST_NAME = 24  # characters
LONGEST_PLACE = 64  # characters of the name of a place on the board
LONGEST_PATIENCE = 30 * 86_400  # seconds of absence before the others may decide
LEAST_THINKING = 60  # seconds of thinking of someone present before the others may decide
SHORTEST_CLOCK = 5  # seconds
LONGEST_CLOCK = 60 * 86_400  # seconds
MOST_LOGGED = 1000  # plies of a match in the log of a scene; record and replay have all
MOST_LEAVINGS = 40  # of one seat in a match; decisions about others, and returns, have no limit
MOST_CONNECTIONS = 24  # of one guest at once
MOST_WATCHED = 16  # tables on one connection; beyond that the oldest is dropped
MOST_NAMED = 12  # spectators of a table
MOST_LESSON_TABLES = 40
MOST_LISTED = 24  # tables on the first page
MOST_LISTED_OF_GUEST = 2
PAIRING_SECONDS = 300  # of validity of a pairing code
IDLE_SECONDS = 600.0  # after which a table without connections is dropped from memory


@dataclass(frozen=True)
class Rate:
    """A token bucket: at most `burst` at once, then `each` a second."""

    burst: float
    each: float


@dataclass(frozen=True)
class Door:
    """Limits on the resources of one connection, before any message of it is read."""

    head: int = 64 * 1024  # bytes of request line and headers, which include cookies of other programs on the host
    headers: int = 64
    patience: float = 15.0  # seconds to send a head, to send a body, or to read on in an answer
    connections: int = 1000  # at once from one network address (a class may share one)
    requests: int = 64  # of HTTP that are pipelined
    messages: int = 1000  # of a socket that wait to be handled
    frames: Rate = Rate(100, 10)  # of a socket that are no whole message: pings, pongs, fragments


@dataclass(frozen=True)
class Limits:
    """Rate limits."""

    messages: Rate = Rate(60, 20)  # on one connection
    emotes: Rate = Rate(4, 0.5)  # on one connection
    tables: Rate = Rate(20, 0.1)  # opened by one guest
    tables_of_address: Rate = Rate(200, 1)  # opened from one network address (a class may share one)
    wrong_codes: Rate = Rate(40, 0.2)  # of tables and lessons that do not exist, from one network address
    lessons: Rate = Rate(3, 1 / 300)  # opened by one guest; their tables count with those of the address
    # pairing codes of guests without a seat, from one network address; each stores two devices
    ways_in_of_address: Rate = Rate(200, 1 / 60)
    names: Rate = Rate(10, 1 / 360)  # new names of one guest and of their seats, all that strangers can show each other
    names_of_address: Rate = Rate(200, 0.2)  # new names from one network address
    # a second, from one network address that has used up its wrong codes
    typed_codes: float = field(default=5.0, kw_only=True)
    # seconds in which each guest of the address who waits has a turn; where very many wait, turns come faster
    typed_code_round: float = field(default=10.0, kw_only=True)


UNLIMITED = Limits(*[Rate(1e12, 1e12)] * 9)


@dataclass(frozen=True)
class Flag:
    """A flag of the command line that gives a setting."""

    usage: str  # its name and what follows it; [in brackets]: that may be left out
    help: str
    read: Callable[[str], Any] = str  # the value that a text stands for; BadInput or ArgumentTypeError if there is none
    environment: str = ""  # for an address that may have a password: the variable that also gives it


@dataclass(frozen=True, kw_only=True)
class Settings:
    """The settings of one server. Fields without a flag are for tests, or are found out when it starts."""

    host: Annotated[str, Flag("--host NAME", "address to listen on (default: every one of this machine)")] = "0.0.0.0"
    port: Annotated[int | None, Flag("--port PORT", "port (default: 8000, or the next free one)", port)] = None
    data: Annotated[Path, Flag("--data FOLDER", "folder of matches (default: your user data folder)", Path)] = field(
        default_factory=data_folder
    )
    # Addresses that may have passwords are left out of the settings' text
    database: Annotated[
        str, Flag("--store URL", "matches are on PostgreSQL: postgresql://USER@HOST/DATABASE", str, "ASTERISM_STORE")
    ] = field(default="", repr=False)
    news: Annotated[
        str, Flag("--news URL", "how servers on one store hear of each other: redis://HOST", read_news, "ASTERISM_NEWS")
    ] = field(default="", repr=False)
    think: Annotated[
        str,
        Flag(
            "--think URL",
            "job queue for `asterism think`, which works for the bots: redis://HOST/1",
            read_redis,
            "ASTERISM_THINK",
        ),
    ] = field(default="", repr=False)
    bot_pause: Annotated[
        float, Flag("--bot-pause SECONDS", "how long bots wait before a move (default: 0.9)", seconds)
    ] = 0.9
    address: Annotated[
        str | None, Flag("--address URL", "the address others know it by: https://games.example.org", read_address)
    ] = None
    hosts: Annotated[
        Several,
        Flag("--allow-host NAME", "another name that people come by (besides --address), as games.lan", read_name),
    ] = ()
    stand: Annotated[
        str | None, Flag("--stand [GAME]", "a screen for passers-by: bots play until someone taps", read_stand)
    ] = None
    stand_idle: Annotated[
        float, Flag("--stand-idle SECONDS", "untouched for so long the stand is fresh again (default: 60)", read_idle)
    ] = 60.0
    editions: Annotated[
        Path | None, Flag("--editions FOLDER", "editions of your own, in FOLDER/GAME/NAME.toml", read_folder)
    ] = None
    proxies: Annotated[
        Several, Flag("--proxy ADDRESS", "believe the forwarding headers of this proxy, or network", read_proxy)
    ] = ()
    tidy_days: Annotated[
        int | None, Flag("--tidy DAYS", "close, then remove tables untouched for so long (default: never)", days)
    ] = None
    metrics_port: Annotated[
        int | None, Flag("--metrics-port PORT", "answer /metrics at this port of this machine, not at the page's", port)
    ] = None
    open_metrics: Annotated[bool, Flag("--open-metrics", "let other machines read /metrics too")] = False
    origins: Several = ()  # pages of other hosts that may connect, as https://host
    bound: tuple[str, int] = ("127.0.0.1", 0)  # the address and the port it listens on
    door: Door = field(default_factory=Door)
    limits: Limits = field(default_factory=Limits)
    static: Path = Path(__file__).parent.parent / "static"  # the built web page
    idle_seconds: float = IDLE_SECONDS
    ahead: float = 0.0  # seconds by which its clock is ahead of this process', so that tests need not wait for days

    def now(self) -> float:
        """Seconds since 1970, by a clock that never steps while the server runs."""
        return steady.now() + self.ahead


FLAGS: dict[str, Flag] = {
    name: hint.__metadata__[0]
    for name, hint in get_type_hints(Settings, include_extras=True).items()
    if get_origin(hint) is Annotated
}


def add_flags(parser: argparse.ArgumentParser, *names: str, environment: Mapping[str, str] = os.environ) -> None:
    """Add the flags of these settings to a command; without names, of all. A wrong value is told in words."""
    usual = Settings()
    for name in names or FLAGS:
        flag, default = FLAGS[name], getattr(usual, name)
        word, _, value = flag.usage.partition(" ")
        how: dict[str, Any] = {"metavar": value.strip("[]"), "type": in_words(flag.read)}
        if isinstance(default, bool):
            how = {"action": "store_true"}
        elif isinstance(default, tuple):
            how["action"], default = "append", [*default]
        elif value.startswith("["):
            how |= {"nargs": "?", "const": ""}
        default = environment.get(flag.environment, default)
        parser.add_argument(word, dest=name, default=default, help=flag.help, **how)


def in_words(read: Callable[[str], Any]) -> Callable[[str], Any]:
    """A reader of values whose BadInput argparse prints as it is."""

    def read_value(text: str) -> Any:
        try:
            return read(text)
        except BadInput as problem:
            raise argparse.ArgumentTypeError(str(problem)) from None

    return read_value


def settings_of(parsed: argparse.Namespace, **more: Any) -> Settings:
    """The settings that the flags of a command line give."""
    for name in FLAGS:
        value = getattr(parsed, name)
        more[name] = tuple(value) if isinstance(value, list) else value
    return Settings(**more)


def flags_table() -> str:
    """The flags as a table in Markdown, for docs/COMMANDS.md."""
    rows = [
        f"| `{flag.usage}` | {flag.help}{f'; also `{flag.environment}`' if flag.environment else ''} |"
        for flag in FLAGS.values()
    ]
    return "\n".join(["| flag | what it sets |", "|---|---|", *rows])


if __name__ == "__main__":
    print(flags_table())
