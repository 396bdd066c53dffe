"""Everything one server holds, and the two things all its parts do: find a table, and tell what happened at one."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import time
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

import msgspec

from asterism.store import Store, StoreFailed

from . import scenes, timing
from .botdesk import BotDesk
from .devices import Devices
from .hub import Hub, Watcher
from .lesson import Lessons
from .messages import Refused, Scene
from .metrics import Metrics
from .rates import Buckets
from .refusal import Refusal, our_mistake
from .seats import Key
from .settings import Settings
from .studies import Asker, Studies
from .tables import Table, read_code, restore

log = logging.getLogger("asterism.house")
TOO_MANY_CODES = "too many tables were asked for that are not there: wait a little"
LEAST_FREE = 32 << 20  # bytes on the disk; below it the server says that it is not well
HEALTH_SECONDS = 1.0
PRESENCE_DELAY = 0.05  # seconds in which comings and goings are gathered before they are told
IDLE_CHECK_SECONDS = 30.0
CLOCK_DELAY = 0.01  # seconds, so that a timer that is a little early finds the time run out


@dataclass(eq=False, repr=False)
class House:
    settings: Settings
    store: Store
    key: Key
    metrics: Metrics
    move: Callable[[House, Table, str, int, int], Awaitable[None]]  # the one move path, for the bots
    time_up: Callable[[House, Table], Coroutine[Any, Any, None]]  # what to do when someone's time may have run out
    hub: Hub = field(default_factory=Hub)
    tables: dict[str, Table] = field(default_factory=dict)
    loading: dict[str, asyncio.Task[Table]] = field(default_factory=dict)
    tasks: set[asyncio.Task[None]] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.desk = BotDesk(self.hub, self.metrics, self.settings.bot_pause, partial(self.move, self))
        self.opening = Buckets(self.settings.limits.tables)
        self.opening_from = Buckets(self.settings.limits.tables_of_address)
        self.wrong_codes = Buckets(self.settings.limits.wrong_codes)
        self.devices = Devices()
        self.lessons = Lessons()
        self.lessons_of = Buckets(self.settings.limits.lessons)
        self.wrong_lessons = Buckets(self.settings.limits.wrong_lessons)
        self.wrong_lessons_from = Buckets(self.settings.limits.wrong_lessons_of_address)
        self._healthy_until = 0.0
        self.started = self.settings.now()
        cores = os.cpu_count() or 1
        self.quick = Studies("advice", max(1, cores // 2), keep=256, busy=self.desk.busy)
        self.slow = Studies("reviews", 1, keep=32, busy=self.desk.busy)

    # Finding

    async def find(self, code: str) -> Table:
        """A table by its code, from memory or from the store."""
        table = self.tables.get(code)  # as programs write it; people may write it otherwise
        if table is None:
            code = read_code(code)
            table = self.tables.get(code)
        if table is None:
            if code not in self.loading:  # two who ask at once must get the same table
                task = self.loading[code] = asyncio.create_task(self._load(code))
                task.add_done_callback(lambda _: self.loading.pop(code, None))
            table = await asyncio.shield(self.loading[code])
        table.used = time.monotonic()
        return table

    async def find_for(self, asker: Asker, code: str) -> Table:
        """A table that someone outside names. Whoever has named many that are not there must wait: codes can be guessed
        no faster than that. Those who sit at a table are not held up."""
        may_guess = self.wrong_codes.has(asker.address)
        try:
            table = await self.find(code)
        except Refusal as refusal:
            if refusal.code == "no-table" and not self.wrong_codes.take(asker.address):
                raise Refusal("too-fast", TOO_MANY_CODES) from None
            raise
        if not may_guess and not table.seats.held(asker.guest) and not table.seats.kept(asker.guest):
            raise Refusal("too-fast", TOO_MANY_CODES)
        return table

    async def _load(self, code: str) -> Table:
        saved = await self.store.load(code)
        if saved is None:
            raise Refusal("no-table", f"there is no table {code[:12]}")
        if saved.table.phase == "gone":
            raise Refusal("gone", f"table {code} was removed: nothing had happened there for long")
        table = await asyncio.to_thread(restore, saved)  # a long match is played again: nobody waits for that
        self.tables[code] = table
        self.join_lesson(table)
        self.note_away(table, int(max(table.touched, self.started)))
        if table.clock and table.timing:
            table.timing = timing.after_a_break(table.clock, table.timing, self.started)
        self.wake(table, table.touched)
        return table

    def join_lesson(self, table: Table) -> None:
        """Tell a table the lesson it belongs to, if there is one."""
        if lesson := self.lessons.of(table.code):
            table.lesson, table.paused = lesson.code, table.code in lesson.paused

    async def read_again(self, table: Table) -> None:
        """Take what the store says: someone else wrote to this table."""
        saved = await self.store.load(table.code)
        if saved is None:  # it was tidied away, and those who still look at it are told
            self.tables.pop(table.code, None)
            raise Refusal("gone", f"table {table.code} was removed: nothing had happened there for long")
        fresh = await asyncio.to_thread(restore, saved)
        table.row, table.seats, table.undo_asked = fresh.row, fresh.seats, fresh.undo_asked
        table.match, table.began, table.drawing = fresh.match, fresh.began, fresh.drawing
        table.events, table.timing = fresh.events, fresh.timing

    async def check_health(self) -> None:
        """Raises, in words, where a move could not be stored now. Asked often, it looks once in a while."""
        if time.monotonic() >= self._healthy_until:
            await self.store.pulse()
            free = shutil.disk_usage(self.settings.data).free
            if free < LEAST_FREE:
                raise OSError(f"only {free >> 20} MiB are free on the disk")
            self._healthy_until = time.monotonic() + HEALTH_SECONDS

    def wake(self, table: Table, since: float | None = None) -> None:
        """Let go on what goes on by itself: the bots of a table, and its clock (at the beginning: `since` when)."""
        self.desk.wake(table)
        self.start_clock(table, since)
        if table.clock_handle is not None:
            table.clock_handle.cancel()
        table.clock_handle = None
        if table.clock and table.timing and table.timing.running >= 0 and table.phase == "playing":
            wait = max(0.0, table.timing.ends(table.clock) - self.settings.now())
            table.clock_handle = asyncio.get_running_loop().call_later(wait + CLOCK_DELAY, self._look_at_clock, table)

    def start_clock(self, table: Table, since: float | None = None) -> None:
        """The clock of a table runs from the beginning of its match on."""
        if table.clock and table.match and table.timing is None:
            now = self.settings.now() if since is None else since
            table.timing = table.timing_with(table.match.to_act, table.seats, now)

    def _look_at_clock(self, table: Table) -> None:
        table.clock_handle = None
        if self.tables.get(table.code) is table:
            self.run(self.time_up(self, table))

    # Telling

    def info(self, table: Table, guest: str) -> Any:
        """`TableInfo` for one guest, encoded."""
        held, kept, here = table.seats.held(guest), table.seats.kept(guest), self.hub.names(table.code)
        opener = guest == table.row.opener
        moment = (table.row, table.seats, table.drawing, table.phase, table.timing, table.away)
        drawn = table.infos.of(*moment, table.listed, table.lesson, table.paused, here)
        info = drawn.get((held, kept, opener))
        if info is None:
            info = scenes.encoded(scenes.info(table, held, kept, dict(here), opener))
            drawn[held, kept, opener] = info
        return info

    def scene(self, table: Table, guest: str, since: int, plain: bool) -> Scene:
        """The scene for one guest, its parts encoded."""
        held, kept, here = table.seats.held(guest), table.seats.kept(guest), self.hub.names(table.code)
        moment = (table.row, table.seats, table.drawing, table.match, table.undo_asked, table.pointed, table.events)
        drawn = table.scenes.of(*moment, table.timing, table.away, table.listed, table.lesson, table.paused, here)
        key = ("scene", held, kept, guest == table.row.opener, since, plain)
        scene: Scene | None = drawn.get(key)
        if scene is None:
            scene = drawn[key] = scenes.draw(table, self.info(table, guest), held, since, plain, drawn)
        return scene

    def tell(self, table: Table, since: int, asker: Watcher | None = None, id: int = 0) -> None:
        """Send everyone at a table their own scene; to the asker it is the answer to their request."""
        self.start_clock(table)
        for watcher, plain in list(self.hub.watchers(table.code)):
            self.tell_one(table, watcher, since, plain, id if watcher is asker else 0)
        table.scenes.forget()  # the next to be told are told of another moment: nearly half of what a table takes

    def tell_one(self, table: Table, watcher: Watcher, since: int, plain: bool, id: int = 0) -> None:
        """Send one connection its scene. What fails here is logged and told to them alone; the others hear theirs."""
        try:
            scene = self.scene(table, watcher.guest, since, plain)
            message = scenes.encoder.encode(msgspec.structs.replace(scene, id=id) if id else scene)
        except Exception:
            log.exception("table %s could not be drawn", table.code)
            mistake = our_mistake()
            message = scenes.encoder.encode(Refused(id=id, code=mistake.code, text=mistake.text))
        watcher.tell(message)

    def tell_presence(self, table: Table, newcomer: Watcher | None = None) -> None:
        """Tell the others soon that someone came or went, once for all who did in a moment."""
        others = any(watcher is not newcomer for watcher, _ in self.hub.watchers(table.code))
        table.presence_heard = table.presence_heard or others
        if (others or table.phase == "playing") and table.presence_told is None:
            table.presence_told = asyncio.get_running_loop().call_later(PRESENCE_DELAY, self._tell_presence, table)

    def _tell_presence(self, table: Table) -> None:
        heard, table.presence_told, table.presence_heard = table.presence_heard, None, False
        if self.tables.get(table.code) is table:
            self.note_away(table, int(self.settings.now()))
            if heard:
                self.tell(table, table.match.ply if table.match else 0)

    def note_away(self, table: Table, now: int) -> None:
        """While a match goes on: who is not there, and since when; it is kept, so that it outlives the server."""
        here = self.hub.guests(table.code)
        if table.phase != "playing":
            return
        away = {row.guest: table.away.get(row.guest, now) for row in table.seats if row.guest and row.guest not in here}
        if away != table.away:
            came = {guest: 0 for guest in table.away if guest not in away}
            table.away = away
            self.run(self._store_away(table.id, {**away, **came}))

    async def _store_away(self, table: int, since: dict[str, int]) -> None:
        with suppress(StoreFailed):  # then it is known until the server stops
            await self.store.note_away(table, since)

    # Keeping house

    def start(self) -> None:
        self.run(self._drop_idle())
        self.run(self.desk.prepare())

    def run(self, work: Coroutine[Any, Any, None]) -> asyncio.Task[None]:
        """Run something in the background until the server closes."""
        task = asyncio.get_running_loop().create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)
        return task

    async def _drop_idle(self) -> None:
        while True:
            await asyncio.sleep(min(IDLE_CHECK_SECONDS, self.settings.idle_seconds))
            self.drop_idle()

    def drop_idle(self) -> None:
        """Drop from memory the tables that nobody watches and no bot is thinking about."""
        horizon = time.monotonic() - self.settings.idle_seconds
        for code, table in list(self.tables.items()):
            busy = table.lock.locked() or self.hub.watched(code) or self.desk.thinking(table)
            if table.used < horizon and not busy:
                del self.tables[code]
        self.opening.forget_full()
        self.opening_from.forget_full()
        self.wrong_codes.forget_full()
        for buckets in (self.lessons_of, self.wrong_lessons, self.wrong_lessons_from):
            buckets.forget_full()
        self.lessons.forget_old()

    async def close(self) -> None:
        """Stop the bots, finish what is being written, and close the store."""
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        self.quick.close()
        self.slow.close()
        await self.desk.close()
        await self.store.close()
