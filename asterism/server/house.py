"""Everything one server holds, and the two things all its parts do: find a table, and tell what happened at one."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from asterism.store import Break, Lease, Store, StoreFailed
from asterism.table import scenes, seat_requests, timing
from asterism.table.scene_cache import AlreadyDrawn, LatelyDrawn
from asterism.table.table import Eyes, Table, first_change, restore

from .cluster.others import Others
from .cluster.store_watch import StoreWatch
from .http.metrics import Metrics
from .http.rates import Buckets
from .lessons.lesson import Lessons
from .people.codes import TypedCodes, Waits, read_code, split
from .people.devices import Devices
from .people.guests import Key
from .people.hub import Hub, Watcher
from .people.names import Names
from .settings import Settings
from .thinking.bot_desk import BotDesk
from .thinking.studies import Asker, Studies
from .wire.messages import BotsBusy, Refused, Scene
from .wire.refusal import Refusal, our_mistake

log = logging.getLogger("asterism.house")
LEAST_FREE = 32 << 20  # bytes on the disk; below it the server says that it is not well
HEALTH_SECONDS = 1.0
HEALTH_PATIENCE = 3.0  # seconds after which a store that does not answer is not well
PRESENCE_DELAY = 0.05  # seconds in which comings and goings are gathered before they are told
IDLE_CHECK_SECONDS = 30.0
SHOWN = 8  # tables that someone came to look at last: what is drawn of them is kept for the next
STUDIES_ELSEWHERE = 4  # threads that only wait, where others do the work
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
    others: Others | None = None  # processes on the same store; None: it is served by this one alone
    leaving: bool = False  # it stops soon: others act for the bots, and no more people should be sent here
    peers: Counter[str] = field(default_factory=Counter)  # sockets by address, of those too whom a proxy lets through
    closed: bool = False  # it stops now: whoever is connected is asked to come back, and then finds another one

    def __post_init__(self) -> None:
        pause, move = self.settings.bot_pause, partial(self.move, self)
        self.desk = BotDesk(self.hub, self.metrics, pause, move, self.may_act, self.tell_busy)
        limits = self.settings.limits
        self.opening = Buckets(limits.tables)
        self.opening_from = Buckets(limits.tables_of_address)
        self.wrong_codes = Buckets(limits.wrong_codes)
        self.typed_codes = TypedCodes(self.wrong_codes, limits.typed_codes, limits.typed_code_round)
        self.shown = LatelyDrawn(SHOWN)
        self.devices = Devices()
        self.ways_in_from = Buckets(limits.ways_in_of_address)
        self.lessons = Lessons()
        self.names = Names(limits)
        self.lessons_of = Buckets(limits.lessons)
        self._healthy_until = 0.0
        self.watch = StoreWatch(self)
        self.started = self.settings.now()
        self.breaks: tuple[Break, ...] = ((self.started, self.started),)  # when nobody could move, as far as is known
        cores, elsewhere = os.cpu_count() or 1, STUDIES_ELSEWHERE if self.settings.think else 1
        self.advice = Studies("advice", max(cores // 2, elsewhere), keep=256, busy=self.desk.busy)
        self.reviews = Studies("reviews", elsewhere, keep=32, busy=self.desk.busy)
        self.replays = Studies("replays", 1, keep=32, busy=self.desk.busy)  # and records: none waits for a review
        self.uploads = Studies("uploads", 1, keep=32, busy=self.desk.busy)  # replays of files, which anybody can make

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
        if self.others is not None:
            await self.others.look_at(table)
        return table

    def knows(self, guest: str, text: str) -> bool:
        """Whether a text names a table in memory that this guest may come to without having tried its code."""
        code, token = split(text)
        table = self.tables.get(code)
        return table is not None and table.knows_guest(guest, token)

    async def find_for(self, asker: Asker, text: str, waits: Waits = lambda seconds: None) -> Table:
        """The table that someone outside names by its code or link. Codes can be tried only so fast (`codes`)."""
        code, token = split(text)
        if self.knows(asker.guest, text):
            table = await self.find(code)
        else:
            known = partial(Table.knows_guest, guest=asker.guest, token=token)
            table = await self.typed_codes.admit(asker, self.find(code), known, waits)
        table.let_in(asker.guest)
        return table

    async def _load(self, code: str) -> Table:
        saved = await self.store.load(code)
        if saved is None:
            raise Refusal("no-table", f"there is no table {code[:12]}")
        if saved.table.phase == "gone":
            raise Refusal("gone", f"table {code} was removed: nothing had happened there for long")
        table = await asyncio.to_thread(restore, saved)  # a long match is played again: nobody waits for that
        table.not_after(self.settings.now())
        self.tables[code] = table
        self.join_lesson(table)
        table.came = self.started
        self.note_away(table, int(max(table.touched, self.started)))
        self.rest(table)
        self.wake(table, table.touched)
        return table

    def join_lesson(self, table: Table) -> None:
        """Tell a table the lesson it belongs to, if there is one."""
        if lesson := self.lessons.of(table.code):
            table.lesson, table.paused = lesson.code, table.code in lesson.paused

    async def read_again(self, table: Table) -> None:
        """Take what the store says: someone else wrote to this table. Those who watch it are told."""
        saved = await self.store.load(table.code)
        if saved is None or saved.table.phase == "gone":  # it was tidied away, and those who still look are told
            self.tables.pop(table.code, None)
            raise Refusal("gone", f"table {table.code} was removed: nothing had happened there for long")
        before = table.match
        fresh = await asyncio.to_thread(restore, saved)
        fresh.not_after(self.settings.now())
        table.become(fresh, self.settings.now())
        self.rest(table)
        table.said = table.revision
        self.tell(table, first_change(before, table.match))

    def known(self, table: Table) -> int | None:
        """What a write to a table goes by: where others may write too, only what this process knows of."""
        return None if self.others is None else table.revision

    async def may_act(self, table: Table) -> bool:
        """Whether it is for this process to act for the bots and the clock of a table."""
        return self.others is None or await self.others.may_act(table)

    def fence(self, table: Table) -> Lease | None:
        """By what right it does."""
        return None if self.others is None else self.others.fence(table)

    async def gauges(self) -> dict[str, float]:
        """What is to be seen of other processes, by the names of the metrics."""
        found: dict[str, float] = {"store_away": self.watch.away}
        if self.others is not None:
            found["news_away"] = self.others.deaf
        if self.desk.workers is not None:
            found["thoughts_waiting"], found["workers"] = await self.desk.workers.counts()
        return found

    async def check_health(self) -> None:
        """Raises, in words, where a move could not be stored now. Asked often, it looks once in a while."""
        if time.monotonic() >= self._healthy_until:
            async with asyncio.timeout(HEALTH_PATIENCE):
                await self.store.pulse()
            if not self.settings.database:
                free = shutil.disk_usage(self.settings.data).free
                if free < LEAST_FREE:
                    raise OSError(f"only {free >> 20} MiB are free on the disk")
            self._healthy_until = time.monotonic() + HEALTH_SECONDS

    def wake(self, table: Table, since: float | None = None) -> None:
        """Let go on what goes on by itself: the bots of a table, and its clock (at the beginning: `since` when)."""
        self.desk.wake(table)
        if table.clock is None:
            return
        self.start_clock(table, since)
        if table.clock_handle is not None:
            table.clock_handle.cancel()
        table.clock_handle = None
        if table.timing and table.timing.running >= 0 and table.phase == "playing":
            wait = max(0.0, table.timing.ends(table.clock) - self.settings.now())
            self.look_at_clock(table, wait + CLOCK_DELAY)

    def look_at_clock(self, table: Table, wait: float) -> None:
        """Look in so many seconds whether someone's time has run out."""
        if table.clock_handle is not None:
            table.clock_handle.cancel()
        table.clock_handle = asyncio.get_running_loop().call_later(wait, self._look_at_clock, table)

    def start_clock(self, table: Table, since: float | None = None) -> None:
        """The clock of a table runs from the beginning of its match on."""
        if table.clock and table.match and table.timing is None:
            now = self.settings.now() if since is None else since
            table.timing = table.timing_with(table.match.to_act, table.seats, now)
            self.run(self._store_timing(table, table.match.ply))

    def rest(self, table: Table) -> None:
        """Let the clock of a table stand still for as long as nobody could move."""
        for began, ended in self.breaks:
            if table.clock and table.timing:
                table.timing = timing.after_a_break(table.clock, table.timing, began, ended)

    def note_breaks(self, breaks: tuple[Break, ...]) -> None:
        """These were all; where one is new, everyone sees that the clock stood still."""
        if self.others is None:
            breaks = (*breaks, (self.started, self.started))  # whoever was here has to come back first
        if breaks == self.breaks:
            return
        self.breaks = breaks
        for table in list(self.tables.values()):
            before = table.timing
            self.rest(table)
            if table.timing != before:
                self.tell(table, table.match.ply if table.match else 0)
                self.wake(table)

    async def know_breaks(self) -> None:
        """Ask the store for them, before someone's time counts."""
        await self.watch.feel_pulse()

    async def after_trouble(self, table: Table) -> None:
        """The same, before what is written says how much time someone has used, if the store was away just now or this
        process slept."""
        if table.clock and (self.watch.away or self.watch.late):
            with suppress(StoreFailed):
                await self.know_breaks()

    def clock_runs(self) -> bool:
        """Whether there is a match with a clock that stands still while nobody can move."""
        return any(
            table.clock is not None and table.clock.seconds < timing.LONG and table.phase == "playing"
            for table in self.tables.values()
        )

    def _look_at_clock(self, table: Table) -> None:
        table.clock_handle = None
        if self.tables.get(table.code) is table:
            self.run(self.time_up(self, table))

    # Telling

    def eyes(self, table: Table, guest: str) -> tuple[Eyes, seat_requests.Asks]:
        """How a guest looks at a table now; all who look alike are shown the same."""
        return table.eyes(guest), seat_requests.standing(table, guest, self.hub.guests(table.code))

    def info(self, table: Table, eyes: tuple[Eyes, seat_requests.Asks]) -> Any:
        """`TableInfo` for whoever looks so, encoded; kept with the table, since most moves change nothing in it."""
        (held, kept, opener), asks = eyes
        here = self.hub.names(table.code)
        moment = (table.row, table.seats, table.drawing, table.phase, table.timing, table.away)
        drawn = table.infos.of(*moment, table.events, table.listed, table.lesson, table.paused, here)
        info = drawn.get(eyes)
        if info is None:
            info = drawn[eyes] = scenes.encoded(scenes.info(table, held, kept, dict(here), opener, asks))
        return info

    def scene(
        self, table: Table, guest: str, since: int, plain: bool, shared: AlreadyDrawn, alike: AlreadyDrawn
    ) -> Scene:
        """The scene for one guest: one of those `alike` where it is the same, or made with what is `shared`."""
        eyes = self.eyes(table, guest)
        scene: Scene | None = alike.get((eyes, plain))
        if scene is None:
            scene = scenes.draw(table, self.info(table, eyes), eyes[0][0], since, plain, shared)
            alike[eyes, plain] = scene
        return scene

    def tell(self, table: Table, since: int, asker: Watcher | None = None, id: int = 0) -> None:
        """Send everyone at a table their own scene; to the asker it is the answer to their request."""
        if table.clock:
            self.start_clock(table)
        shared: AlreadyDrawn = {}
        alike: AlreadyDrawn = {}
        for watcher, plain in list(self.hub.watchers(table.code)):
            self._show(table, watcher, since, plain, id if watcher is asker else 0, shared, alike)
        if self.others is not None:
            self.others.moved(table)

    def tell_watchers(self, table: Table, message: bytes, seated: bool = False, but: Watcher | None = None) -> None:
        """Send everyone at a table, or only those who sit at it, the same message; here and at other processes."""
        self.hub.tell(table.code, message, table.seats.held if seated else None, but)
        if self.others is not None:
            self.others.tell_watchers(table, message, seated)

    def tell_busy(self, table: Table) -> None:
        """Tell everyone at a table that its bot waits, because very many think."""
        if table.match is not None:
            self.tell_watchers(table, scenes.encoder.encode(BotsBusy(table=table.code, ply=table.match.ply)))

    def tell_one(self, table: Table, watcher: Watcher, since: int, plain: bool, id: int = 0) -> None:
        """Send one connection its scene; where very many come to look, the board and the log are drawn once."""
        self._show(table, watcher, since, plain, id, self.shown.of(table.code, table.match, table.events), {})

    def _show(
        self,
        table: Table,
        watcher: Watcher,
        since: int,
        plain: bool,
        id: int,
        shared: AlreadyDrawn,
        alike: AlreadyDrawn,
    ) -> None:
        """What fails here is logged and told to them alone; the others hear theirs."""
        try:
            scene = self.scene(table, watcher.guest, since, plain, shared, alike)
            scene.id = id
            message = scenes.encoder.encode(scene)
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
        if table.phase != "playing" or (self.others is not None and self.others.deaf):
            return
        away = {row.guest: table.away.get(row.guest, now) for row in table.seats if row.guest and row.guest not in here}
        if away != table.away:
            came = {guest: 0 for guest in table.away if guest not in away}
            if table.match and any(table.match.to_act in table.seats.acting(guest) for guest in came):
                table.welcome(now)
            table.away = away
            self.run(self._store_away(table.id, {**away, **came}))

    async def _store_timing(self, table: Table, ply: int) -> None:
        async with table.lock:
            if table.match is None or table.match.ply != ply:
                return  # it was written with a move
            with suppress(StoreFailed):  # then it will be, or another process has written it
                stored = timing.stored_timing(table.timing)
                table.revision = await self.store.set_timing(table.id, stored, self.known(table))
        if self.others is not None:
            self.others.moved(table)

    async def _store_away(self, table: int, since: dict[str, int]) -> None:
        with suppress(StoreFailed):  # then it is known until the server stops
            await self.store.note_away(table, since)

    # Keeping house

    def start(self) -> None:
        if self.others is None:
            self.run(self.watch.keep_feeling())
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
                if table.clock_handle is not None:  # it would hold the table for days; `wake` sets it anew
                    table.clock_handle.cancel()
        self.opening.forget_full()
        self.opening_from.forget_full()
        self.wrong_codes.forget_full()
        for buckets in (self.lessons_of, self.ways_in_from, self.names):
            buckets.forget_full()
        self.lessons.forget_old()

    async def leave(self) -> None:
        """Where there are other processes: let them take over what goes on by itself."""
        self.leaving = True
        if self.others is not None:
            await self.others.leave()

    async def say_goodbye(self) -> None:
        """Ask everyone to come back, once they have their answers."""
        self.closed = True
        idle = [watcher.ask_to_come_back() for watcher in list(self.hub.everyone) if not watcher.busy]
        await asyncio.gather(*idle, return_exceptions=True)

    async def close(self) -> None:
        """Stop the bots, finish what is being written, and close the store."""
        for task in list(self.tasks):
            task.cancel()
        await asyncio.gather(*self.tasks, return_exceptions=True)
        if self.others is not None:
            await self.others.close()
        else:
            with suppress(StoreFailed):  # so that it is known from when on nobody was there
                await self.store.pulse()
        for studies in (self.advice, self.reviews, self.replays, self.uploads):
            studies.close()
        await self.desk.close()
        await self.store.close()
