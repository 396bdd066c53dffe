"""Several server processes on one store, each serving any table.

Consistency is by optimistic concurrency: a process knows a table at a revision, and the store refuses a write that goes
by an older one. So nothing depends on the news between processes; news make it quick. A process that hears of a new
revision reads what is new, and tells its own watchers. Every second each process also asks for the revisions of all
tables that are watched there, in one query, and finds what it has not heard of.
"""

from __future__ import annotations

import asyncio
import logging
import math
import os
import secrets
import socket
import time
from contextlib import suppress
from functools import partial
from typing import Any

import msgspec

from asterism.store import Lease, LessonRow, StoreFailed
from asterism.table import pointing
from asterism.table.table import Table, first_change

from ..house import House
from ..lessons import lesson as lessons
from ..people import own_devices
from ..people.devices import WayIn
from ..wire.refusal import Refusal
from . import news
from .leases import Leases
from .news import News

log = logging.getLogger("asterism.together")
LOOK = 1.0  # seconds between two checks of the revisions of the tables that are watched here
LOOK_PATIENCE = 3.0  # seconds after which a store that does not answer counts as away
DEAF = 3.5  # seconds without its own messages, after which a process knows that news do not arrive
LOST = 5.0  # seconds without a message, after which another process is taken for dead
LESSONS_EVERY = 5  # checks of revisions
GREETING = 0.3  # seconds in which the others answer `Who`
HERE_DELAY = 0.05  # seconds in which arrivals and departures are gathered into one message
MOST_PEOPLE = 100  # at a table, named to other processes; players come first
PEOPLE_AT_ONCE = 40  # in one message, so that the longest names fit
LEAVE_PATIENCE = 2.0  # seconds in which a process that stops may release its leases
COMING_BACK = 3.0  # seconds in which the people of a stopped process reconnect to another one
WAY_IN_PATIENCE = 1.0  # seconds to wait for the answer to `TakeWayIn`
LIMITS = ("opening", "opening_from", "wrong_codes", "lessons_of")  # rate limits of a house that all processes share


class Together:
    """The other processes on the store of a house; implements `Others`."""

    def __init__(self, house: House, ways: News) -> None:
        self._house, self._news = house, ways
        self.me = f"{socket.gethostname()[:40]}-{os.getpid()}-{secrets.token_hex(4)}"
        self._leases = Leases(house.store, self.me)
        self._seal = news.Seal(house.key.sign("what processes tell each other").encode())
        self._heard: dict[str, float] = {}  # when each process was last heard
        self._heard_myself = -math.inf  # when this process last heard itself
        self._catching_up: dict[str, int] = {}  # highest announced revision, by the code of a table
        self._to_tell: set[str] = set()  # codes of tables where someone connected or disconnected
        self._ways_in: dict[str, asyncio.Future[WayIn]] = {}  # answers, by the number of the question
        self._watch = house.watch
        self._looks = 0

    async def start(self) -> None:
        """Begin to listen, and learn who is connected at the others."""
        self._house.hub.changed = self._came_or_went
        for limit in LIMITS:
            getattr(self._house, limit).took = partial(self._took, limit)
        await self._news.start(self._hear, self._back)
        with suppress(StoreFailed):
            await self._watch.feel_pulse()
        await asyncio.sleep(GREETING)
        self._house.run(self._keep_looking())

    # Tables

    def moved(self, table: Table) -> None:
        if table.revision > table.said:
            table.said = table.revision
            self._say(news.Moved(by=self.me, table=table.code, revision=table.revision))

    def _follows(self, code: str) -> bool:
        """Whether this process reads every announced write to a table: someone watches it, or its bots play here."""
        return self._house.hub.watched(code) or self._leases.live(code)

    async def look_at(self, table: Table) -> None:
        if not self._follows(table.code):
            await self.catch_up(table)

    async def catch_up(self, table: Table) -> bool:
        async with table.lock:
            before, match = table.revision, table.match
            since = await self._house.store.since(table.id, before, match.ply if match else 0)
            if since is None:
                await self._house.read_again(table)
            elif since.revision > before:
                table.advance(since, self._house.settings.now())
                self._house.rest(table)
                table.said = table.revision
                self._house.tell(table, first_change(match, table.match))
        if table.revision == before:
            return False
        self._house.wake(table)
        return True

    def _catch_up_soon(self, table: Table, revision: int = 0) -> None:
        known = self._catching_up.get(table.code)
        self._catching_up[table.code] = max(known or 0, revision)
        if known is None:
            self._house.run(self._catch_up(table))

    async def _catch_up(self, table: Table) -> None:
        try:
            while await self.catch_up(table) and table.revision < self._catching_up[table.code]:
                pass  # more was written meanwhile
        except StoreFailed:
            pass  # the next check tries again
        except Refusal as refusal:
            log.warning("table %s: %s", table.code, refusal.text)
        except Exception:
            log.exception("table %s could not be read again", table.code)
        finally:
            del self._catching_up[table.code]

    def tell_watchers(self, table: Table, message: bytes, seated: bool = False) -> None:
        self._say(news.Notice(by=self.me, table=table.code, message=msgspec.Raw(message), seated=seated))

    def pointed(self, table: Table, held: tuple[int, ...], place: str) -> None:
        self._say(news.PointedAt(by=self.me, table=table.code, held=held, place=place))

    # Who acts

    async def may_act(self, table: Table) -> bool:
        if self._house.leaving:
            return False
        before = self._leases.token(table.code)
        try:
            mine = await self._leases.take(table)
            if mine and self._leases.token(table.code) != before:
                await self.catch_up(table)  # the former holder may have acted a moment ago
        except (StoreFailed, Refusal):
            return False
        return mine

    def fence(self, table: Table) -> Lease:
        return self._leases.fence(table)

    # Looking

    async def _keep_looking(self) -> None:
        while True:
            await asyncio.sleep(LOOK)
            try:
                async with asyncio.timeout(LOOK_PATIENCE):
                    await self._look()
            except StoreFailed as problem:
                self._watch.goes_away(problem.log)
            except TimeoutError:
                self._watch.goes_away("it does not answer")
            except Exception:
                log.exception("the tables could not be looked at")
            else:
                self._watch.is_back()

    async def _look(self) -> None:
        self._say(news.Alive(by=self.me))
        self._forget_lost()
        house = self._house
        codes = [*house.hub.codes(), *house.desk.codes]
        tables = {table.id: table for code in codes if (table := house.tables.get(code))}
        await self._watch.feel_pulse()  # queued behind all writes: if they hang, so does this
        revisions = await house.store.revisions(list(tables))
        for id, table in tables.items():
            if revisions.get(id, -1) != table.revision:
                self._catch_up_soon(table)
            house.desk.wake(table)  # in case the process with the lease has died
        await own_devices.load_lately(house)
        self._leases.forget_old()
        await asyncio.gather(*(self.may_act(house.tables[code]) for code in house.desk.codes if code in house.tables))
        self._looks += 1
        if self._looks % LESSONS_EVERY == 0:
            known = house.lessons.contents
            for row in await house.store.lessons(int(time.time()) - lessons.LESSON_SECONDS):
                self._know(row, known.get(row.code, ""))

    # Sending and receiving

    def _say(self, word: news.Word) -> None:
        self._news.say(self._seal.put(news.write(word)))

    def _back(self) -> None:
        """Ask for, and repeat, what was sent during an outage of the news."""
        self._say(news.Who(by=self.me))
        self._tell_all_here()

    def _hear(self, message: bytes) -> None:
        try:
            said = self._seal.taken_off(message)
            if said is None:
                log.warning("news of someone who does not have the key of the store were not believed")
                return
            word = news.read(said)
            if word.by == self.me:
                self._heard_myself = time.monotonic()
                return
            if word.by not in self._heard and not isinstance(word, news.Gone | news.Who):
                self._say(news.Who(by=self.me, to=word.by))
            self._heard[word.by] = time.monotonic()
            HEARD_BY[type(word)](self, word)
        except Exception:  # perhaps of another version; what matters is in the store
            log.exception("news that could not be understood")

    def _hear_moved(self, word: news.Moved) -> None:
        table = self._house.tables.get(word.table)
        if table is not None and word.revision > table.revision and self._follows(word.table):
            self._catch_up_soon(table, word.revision)

    def _hear_notice(self, word: news.Notice) -> None:
        table = self._house.tables.get(word.table)
        if table is not None:
            self._house.hub.tell(word.table, bytes(word.message), table.seats.held if word.seated else None)

    def _hear_pointed(self, word: news.PointedAt) -> None:
        table = self._house.tables.get(word.table)
        if table is not None and table.match is not None:
            table.pointed = pointing.after(table.pointed, word.held, table.match.to_act, word.place)
            self._house.tell(table, table.match.ply)

    # Presence

    def _came_or_went(self, code: str) -> None:
        if not self._to_tell:
            asyncio.get_running_loop().call_later(HERE_DELAY, self._tell_here)
        self._to_tell.add(code)

    def _tell_here(self) -> None:
        codes, self._to_tell = self._to_tell, set()
        if self._house.leaving:
            return  # they reconnect to another process in a moment
        for code in codes:
            people, table = self._house.hub.people(code), self._house.tables.get(code)
            told = sorted(people.items(), key=lambda one: not (table and table.seats.held(one[0])))[:MOST_PEOPLE]
            for first in range(0, max(1, len(told)), PEOPLE_AT_ONCE):
                part = dict(told[first : first + PEOPLE_AT_ONCE])
                self._say(news.PeopleAt(by=self.me, table=code, people=part, more=first > 0))

    def _tell_all_here(self) -> None:
        for code in self._house.hub.codes():
            self._came_or_went(code)

    def _hear_here(self, word: news.PeopleAt) -> None:
        self._house.hub.elsewhere(word.table, word.by, word.people, word.more)
        if table := self._house.tables.get(word.table):
            self._house.tell_presence(table)

    async def look_around(self, table: Table) -> None:
        if not self.deaf:
            self._say(news.Who(by=self.me, table=table.code))
            await asyncio.sleep(GREETING)

    def _hear_who(self, word: news.Who) -> None:
        if word.table:
            if self._house.hub.watched(word.table):
                self._came_or_went(word.table)
        elif word.to in ("", self.me):
            self._say(news.Alive(by=self.me))
            self._tell_all_here()

    def _hear_gone(self, word: news.Gone) -> None:
        self._heard.pop(word.by, None)
        asyncio.get_running_loop().call_later(COMING_BACK, self._lost, word.by)

    def _lost(self, process: str) -> None:
        """Forget the people of a process that is gone; those who have reconnected elsewhere stay."""
        self._heard.pop(process, None)
        for code in self._house.hub.lost(process):
            if table := self._house.tables.get(code):
                self._house.tell_presence(table)

    def _forget_lost(self) -> None:
        """Forget the people of silent processes, unless news do not arrive at all."""
        horizon = time.monotonic() - LOST
        for process in [process for process, heard in self._heard.items() if heard < horizon]:
            if not self.deaf:
                self._lost(process)

    @property
    def deaf(self) -> bool:
        return time.monotonic() - self._heard_myself > DEAF

    # Everything else

    def _took(self, limit: str, who: str, count: float) -> None:
        self._say(news.Took(by=self.me, limit=limit, who=who, count=count))

    def _hear_took(self, word: news.Took) -> None:
        if word.limit in LIMITS:
            getattr(self._house, word.limit).lose(word.who, word.count)

    def lesson_changed(self, code: str) -> None:
        self._say(news.LessonChanged(by=self.me, lesson=code))

    def _hear_lesson(self, word: news.LessonChanged) -> None:
        self._house.run(self._read_lesson(word.lesson))

    async def _read_lesson(self, code: str) -> None:
        with suppress(StoreFailed):  # it is read again soon
            await self.read_lesson(code)

    async def read_lesson(self, code: str) -> None:
        known = self._house.lessons.contents.get(code, "")
        row = await self._house.store.lesson(code)
        if row is not None:
            self._know(row, known)

    def _know(self, row: LessonRow, content: str) -> None:
        """Adopt a lesson that was read, unless this process has changed it since the query, when it knew `content`."""
        house, known = self._house, self._house.lessons.get(row.code)
        if known is not None and (known.stored == row.content or known.stored != content or known.lock.locked()):
            return  # the change under way goes by the store
        if known is None:
            known = lessons.read(row)
        else:
            known.take(row)
        house.lessons.keep(known)
        for code in known.tables:
            if table := house.tables.get(code):
                before = table.lesson, table.paused
                house.join_lesson(table)
                if before != (table.lesson, table.paused):
                    house.tell(table, table.match.ply if table.match else 0)
                    house.wake(table)

    async def take_way_in(self, mark: bytes) -> WayIn | None:
        asker = secrets.token_hex(16)
        answer: asyncio.Future[WayIn] = asyncio.get_running_loop().create_future()
        self._ways_in[asker] = answer
        self._say(news.TakeWayIn(by=self.me, mark=mark.hex(), asker=asker))
        try:
            async with asyncio.timeout(WAY_IN_PATIENCE):
                return await answer
        except TimeoutError:
            return None
        finally:
            del self._ways_in[asker]

    def _hear_take_way_in(self, word: news.TakeWayIn) -> None:
        way = self._house.devices.take_marked(bytes.fromhex(word.mark))
        if way is not None:
            if tell := way.used():
                tell()
            self._say(news.WayInTaken(by=self.me, asker=word.asker, guest=way.guest, name=way.name))

    def _hear_way_in_taken(self, word: news.WayInTaken) -> None:
        answer = self._ways_in.get(word.asker)
        if answer is not None and not answer.done():
            answer.set_result(WayIn(word.guest, word.name, 0.0, lambda: None))

    # The end

    async def leave(self) -> None:
        try:
            async with asyncio.timeout(LEAVE_PATIENCE):
                await self._leases.drop()
        except (StoreFailed, TimeoutError) as problem:
            why = problem.log if isinstance(problem, StoreFailed) else "the store does not answer"
            log.warning("the leases could not be dropped, so they run out: %s", why)

    async def close(self) -> None:
        if not self._house.leaving:
            await self.leave()
        self._say(news.Gone(by=self.me))
        await self._news.close()


HEARD_BY: dict[type, Any] = {
    news.Moved: Together._hear_moved,
    news.PeopleAt: Together._hear_here,
    news.Alive: lambda together, word: None,
    news.Who: Together._hear_who,
    news.Gone: Together._hear_gone,
    news.Notice: Together._hear_notice,
    news.PointedAt: Together._hear_pointed,
    news.Took: Together._hear_took,
    news.LessonChanged: Together._hear_lesson,
    news.TakeWayIn: Together._hear_take_way_in,
    news.WayInTaken: Together._hear_way_in_taken,
}
