"""What server processes on one store tell each other, and how: `say` without waiting, `hear` what the others said.

News may come late or not at all. That costs a moment, never a move: whoever is in doubt reads the store.
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
MOST_WAITING = 10_000  # messages that wait to be said; then the oldest are forgotten
AT_ONCE = 200  # messages in one go
FIRST_WAIT, LONGEST_WAIT = 0.2, 3.0  # seconds before a broken way is tried again
PATIENCE = 2.0  # seconds to connect, or to answer
SILENCE = 5.0  # seconds after which a silent connection is asked whether it is still there

Hear = Callable[[bytes], None]


class News(Protocol):
    """A way to the other processes. It mends itself when it breaks, and `back` is called when it works again."""

    @property
    def away(self) -> bool:
        """Whether it is broken now, and known to be."""
        ...

    async def start(self, hear: Hear, back: Callable[[], None]) -> None:
        """Begin to listen; returns when what the others say is heard, or when they cannot be reached yet."""
        ...

    def say(self, message: bytes) -> None:
        """Tell all other processes, without waiting."""
        ...

    async def close(self) -> None:
        """Say what still waits to be said, then be silent."""
        ...


class NoNews:
    """Nothing is said and nothing heard: each process looks at the store, every second."""

    away = False

    async def start(self, hear: Hear, back: Callable[[], None]) -> None:
        back()

    def say(self, message: bytes) -> None:
        pass

    async def close(self) -> None:
        pass


class MendingNews(ABC):
    """A way that is tried again when it breaks; of what was to be said meanwhile, the store has all that matters."""

    faults: tuple[type[Exception], ...]  # that say it is broken

    def __init__(self, where: str) -> None:
        """`where` it leads, as the log tells it."""
        self._where = where
        self._broken: set[str] = set()  # listening, speaking
        self._waiting: deque[bytes] = deque(maxlen=MOST_WAITING)
        self._to_say = asyncio.Event()
        self._listened = asyncio.Event()  # the first try to listen is over
        self._tasks: list[asyncio.Task[None]] = []

    @property
    def away(self) -> bool:
        return bool(self._broken)

    @abstractmethod
    async def listen(self, hear: Hear, listening: Callable[[], None]) -> None:
        """Hear until it breaks; `listening` is called when nothing is missed any more."""

    @abstractmethod
    async def speak(self, messages: Sequence[bytes]) -> None: ...

    @abstractmethod
    async def let_go(self) -> None:
        """Close what is open."""

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
            except Exception as problem:  # nobody else would go on with it
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
            if again:  # a connection that lay idle may have died long ago
                await self._say_now(batch, again=False)
            else:
                self._fails("speaking", problem)

    def _fails(self, what: str, problem: Exception) -> None:
        if not self._broken:  # it is told once, until all works again
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
        with suppress(TimeoutError):  # where nobody hears it, nobody waits for it
            async with asyncio.timeout(PATIENCE):
                await self._say_waiting()
        await self.let_go()


# What is said


class Word(msgspec.Struct, kw_only=True, tag=True, omit_defaults=True):
    by: str  # the process that says it


class Moved(Word):
    """A table is at this revision now."""

    table: str
    revision: int


class Here(Word):
    """Everyone who is connected to a table at the process that says it, by their names."""

    table: str
    people: dict[str, str]
    more: bool = False  # besides those of the message before


class Alive(Word):
    """Nothing new; whoever is not heard of for a while is taken for dead, and its people for away."""


class Who(Word):
    """A process that has just come, or was cut off, asks who is where: all the others, or one; or who is at a table."""

    to: str = ""
    table: str = ""


class Gone(Word):
    """A process stops."""


class Notice(Word):
    """A message to those who watch a table, or only to those who sit at it, as it is sent to them."""

    table: str
    message: msgspec.Raw
    seated: bool = False


class PointedAt(Word):
    """Someone who holds these seats points at a place of the board."""

    table: str
    held: tuple[int, ...]
    place: str


class Took(Word):
    """Someone has used up a part of what they may ask for."""

    limit: str
    who: str
    count: float = 1.0


class LessonChanged(Word):
    lesson: str


class TakeWayIn(Word):
    """Who has shown the way in with this mark to a guest? It is used now, by the one who asks."""

    mark: str
    asker: str  # a number that nobody else has


class WayInTaken(Word):
    asker: str
    guest: str
    name: str


Said = Moved | Here | Alive | Who | Gone | Notice | PointedAt | Took | LessonChanged | TakeWayIn | WayInTaken

write = msgspec.json.Encoder().encode
read = msgspec.json.Decoder(Said).decode


class Seal:
    """What shows that news come from a process on the same store: only these have its key."""

    def __init__(self, key: bytes) -> None:
        self._key = key

    def put(self, message: bytes) -> bytes:
        return hmac.digest(self._key, message, "sha256")[:SEAL_BYTES].hex().encode() + message

    def taken_off(self, sealed: bytes) -> bytes | None:
        """The message; None where someone else has written it."""
        message = sealed[2 * SEAL_BYTES :]
        return message if hmac.compare_digest(self.put(message), sealed) else None
