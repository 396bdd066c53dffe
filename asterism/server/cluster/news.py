"""News: the messages between server processes on one store, broadcast without waiting.

A message may come late or not at all. That costs a moment, never a move: a process in doubt reads the store.
"""

from __future__ import annotations

import asyncio
import hmac
import logging
from abc import ABC, abstractmethod
from collections import deque
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Protocol

import msgspec

log = logging.getLogger("asterism.news")
SEAL_BYTES = 12
LONGEST = 7_900  # bytes of a message: PostgreSQL carries 8,000
MOST_WAITING = 10_000  # messages that wait to be sent; beyond that the oldest are dropped
AT_ONCE = 200  # messages sent together
FIRST_WAIT, LONGEST_WAIT = 0.2, 3.0  # seconds before a broken connection is tried again
PATIENCE = 2.0  # seconds to connect, or to answer
SILENCE = 5.0  # seconds after which a silent connection is pinged

Hear = Callable[[bytes], None]


class News(Protocol):
    """A transport to the other processes. It reconnects by itself, and calls `back` when it works again."""

    @property
    def away(self) -> bool:
        """Whether the transport is known to be broken."""
        ...

    async def start(self, hear: Hear, back: Callable[[], None]) -> None:
        """Begin to listen; returns when messages arrive, or when the first attempt to connect has failed."""
        ...

    def say(self, message: bytes) -> None:
        """Send a message to all processes, this one included, without waiting."""
        ...

    async def close(self) -> None:
        """Send the waiting messages, then disconnect."""
        ...


class NoNews:
    """No transport: each process polls the store every second."""

    away = False

    async def start(self, hear: Hear, back: Callable[[], None]) -> None:
        back()

    def say(self, message: bytes) -> None:
        pass

    async def close(self) -> None:
        pass


class MendingNews(ABC):
    """A transport that reconnects; messages may be lost meanwhile, but the store has all that matters."""

    faults: tuple[type[Exception], ...]  # exceptions of a broken connection

    def __init__(self, where: str) -> None:
        """`where`: the name of the transport in the log."""
        self._where = where
        self._broken: set[str] = set()  # "listening", "speaking"
        self._waiting: deque[bytes] = deque(maxlen=MOST_WAITING)
        self._to_say = asyncio.Event()
        self._listened = asyncio.Event()  # the first attempt to listen has succeeded or failed
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def away(self) -> bool:
        return bool(self._broken)

    @abstractmethod
    async def listen(self, hear: Hear, listening: Callable[[], None]) -> None:
        """Receive messages until the connection breaks; `listening` is called once subscribed."""

    @abstractmethod
    async def speak(self, messages: Sequence[bytes]) -> None:
        """Send messages."""

    @abstractmethod
    async def let_go(self) -> None:
        """Close the connections."""

    async def start(self, hear: Hear, back: Callable[[], None]) -> None:
        self._tasks = [
            asyncio.create_task(self._keep_listening(hear, back)),
            asyncio.create_task(self._keep_speaking()),
        ]
        await self._listened.wait()

    def say(self, message: bytes) -> None:
        if len(message) > LONGEST:
            log.error("news of %d bytes are too long to be told", len(message))
            return
        self._waiting.append(message)
        self._to_say.set()

    async def _keep_listening(self, hear: Hear, back: Callable[[], None]) -> None:
        wait = FIRST_WAIT

        def listening() -> None:
            nonlocal wait
            wait = FIRST_WAIT
            self._works("listening")
            back()
            self._listened.set()

        while True:
            try:
                await self.listen(hear, listening)
            except self.faults as problem:
                self._fails("listening", problem)
            except Exception as problem:  # this task must go on
                log.exception("listening to news failed")
                self._fails("listening", problem)
            self._listened.set()
            await asyncio.sleep(wait)
            wait = min(2 * wait, LONGEST_WAIT)

    async def _keep_speaking(self) -> None:
        while True:
            await self._to_say.wait()
            self._to_say.clear()
            try:
                await self._say_waiting()
            except Exception as problem:
                log.exception("news could not be said")
                self._fails("speaking", problem)

    async def _say_waiting(self) -> None:
        while self._waiting:
            batch = [self._waiting.popleft() for _ in range(min(AT_ONCE, len(self._waiting)))]
            await self._say_now(batch, again=True)

    async def _say_now(self, batch: Sequence[bytes], again: bool) -> None:
        try:
            async with asyncio.timeout(PATIENCE):
                await self.speak(batch)
            self._works("speaking")
        except (TimeoutError, *self.faults) as problem:  # type: ignore[misc]
            if again:  # an idle connection may have died long ago
                await self._say_now(batch, again=False)
            else:
                self._fails("speaking", problem)

    def _fails(self, what: str, problem: Exception) -> None:
        if not self._broken:  # logged once, until all works again
            why = str(problem).strip() or type(problem).__name__
            log.warning("news by %s are away, so other processes hear a moment later (%s)", self._where, why)
        self._broken.add(what)

    def _works(self, what: str) -> None:
        if what in self._broken:
            self._broken.discard(what)
            if not self._broken:
                log.warning("news by %s are back", self._where)

    async def close(self) -> None:
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        with suppress(TimeoutError):  # an unreachable transport must not hold up the end
            async with asyncio.timeout(PATIENCE):
                await self._say_waiting()
        await self.let_go()


# Messages


class Word(msgspec.Struct, kw_only=True, tag=True, omit_defaults=True):
    """A message; the class's name is its type."""

    by: str  # the process that sends it


class Moved(Word):
    """A table has this revision now."""

    table: str
    revision: int


class PeopleAt(Word, tag="Here"):
    """The guests who are connected to a table at the sending process."""

    table: str
    people: dict[str, str]  # names by guest
    more: bool = False  # in addition to those of the message before


class Alive(Word):
    """A heartbeat; a process without one for a while is taken for dead, and its people for disconnected."""


class Who(Word):
    """A question of a process that has just started, or was cut off: which guests are where?"""

    to: str = ""  # the process that is asked; empty: all
    table: str = ""  # only about this table; empty: about all


class Gone(Word):
    """The sending process stops."""


class Notice(Word):
    """A message of the protocol for all who watch a table, or only for those who sit at it, as it is sent to them."""

    table: str
    message: msgspec.Raw
    seated: bool = False


class PointedAt(Word):
    """A player who holds these seats points at a place of the board."""

    table: str
    held: tuple[int, ...]
    place: str


class Took(Word):
    """A part of a rate limit was used up."""

    limit: str  # one of `together.LIMITS`
    who: str  # a guest, or a network address
    count: float = 1.0


class LessonChanged(Word):
    """A lesson was written to the store."""

    lesson: str


class TakeWayIn(Word):
    """A question: which process has made the pairing code with this mark? The asking process uses it now."""

    mark: str
    asker: str  # unique number of the question


class WayInTaken(Word):
    """The answer to `TakeWayIn`: the guest to whom the pairing code belongs."""

    asker: str
    guest: str
    name: str


Said = Moved | PeopleAt | Alive | Who | Gone | Notice | PointedAt | Took | LessonChanged | TakeWayIn | WayInTaken

write = msgspec.json.Encoder().encode
read = msgspec.json.Decoder(Said).decode


class Seal:
    """A message authentication code (truncated HMAC): only processes on the same store have its key."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def put(self, message: bytes) -> bytes:
        """A message with its code."""
        return hmac.digest(self._key, message, "sha256")[:SEAL_BYTES].hex().encode() + message

    def taken_off(self, sealed: bytes) -> bytes | None:
        """The message without its code; None where that is wrong."""
        message = sealed[2 * SEAL_BYTES :]
        return message if hmac.compare_digest(self.put(message), sealed) else None
