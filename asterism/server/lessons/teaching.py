"""What is done with a lesson: it is opened, each who comes is led to a free seat, and whoever has its secret sees all
tables, lets them pause, fills them with bots, adds one and closes them."""

from __future__ import annotations

import asyncio
import secrets
import time
from collections.abc import AsyncIterator, Callable, Sequence
from contextlib import asynccontextmanager, suppress
from dataclasses import replace
from typing import Any

import msgspec

from asterism.core.header import NOBODY, OVER
from asterism.store import Conflict, StoreFailed
from asterism.table import scenes
from asterism.table.table import Table

from ..house import House
from ..people.codes import LETTERS, Waits, split
from ..settings import MOST_LESSON_TABLES
from ..tables import lobby, moves, shaping
from ..thinking.studies import Asker
from ..wire.messages import LessonScene, LessonSeat, LessonTable
from ..wire.refusal import Refusal, not_stored
from ..wire.requests import Open, OpenLesson, SeatPlan, Shape, SteerLesson
from .lesson import LESSON_SECONDS, Lesson, mark_of, read

CODE_LENGTH = 5  # one less than that of a table: so the two are told apart wherever a code is typed
TRIES = 10  # of leading someone to a seat, where a whole class comes by several processes
MANY = "you have opened many tables: wait a little before the next"


async def load(house: House) -> None:
    """Know again, after a start, the lessons that go on."""
    for row in await house.store.lessons(int(time.time()) - LESSON_SECONDS):
        house.lessons.keep(read(row))


async def open_lesson(house: House, asker: Asker, name: str, wish: OpenLesson) -> tuple[Lesson, str]:
    """Open all tables of a lesson; it, and its secret. They count as tables of this network address."""
    if not 1 <= wish.tables <= MOST_LESSON_TABLES:
        raise Refusal("bad-options", f"a lesson has 1 to {MOST_LESSON_TABLES} tables, not {wish.tables}")
    plan = Open(
        game=wish.game,
        seats=[SeatPlan(kind="elsewhere")] * min(wish.seats, 100),
        commit="",
        options=wish.options,
        edition=wish.edition,
        undo=wish.undo,
        hints=wish.hints,
    )
    lobby.planned(house, asker.guest, name, msgspec.structs.replace(plan, commit="0" * 64))  # refused if it cannot be
    if not house.lessons_of.has(asker.guest) or not house.opening_from.take(asker.address, wish.tables):
        raise Refusal("too-fast", MANY)
    tables = await open_tables(house, asker.guest, name, plan, wish.tables)
    house.lessons_of.take(asker.guest)
    secret = secrets.token_urlsafe(24)
    lesson = Lesson(new_code(house), mark_of(secret), asker.guest, plan, [table.code for table in tables])
    await change(house, lesson, lambda lesson: {})
    return lesson, secret


async def open_tables(house: House, opener: str, name: str, plan: Open, count: int) -> list[Table]:
    """So many tables at once; the first alone, so that a plan that cannot be is refused before there is any."""
    first = await open_one(house, opener, name, plan)
    opening = [open_one(house, opener, name, plan) for _ in range(count - 1)]
    return [first, *await asyncio.gather(*opening)]


async def open_one(house: House, opener: str, name: str, plan: Open) -> Table:
    """A table of its own: the lock, behind which there is no number because the opener has no seat, tells it apart."""
    return await lobby.open_table(house, opener, name, msgspec.structs.replace(plan, commit=secrets.token_hex(32)))


def new_code(house: House) -> str:
    while house.lessons.get(code := "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))):
        pass
    return code


async def change(house: House, lesson: Lesson, how: Callable[[Lesson], dict[str, Any]]) -> None:
    """Store a lesson as it will be, then let it be so. `how` says what changes in it as it is now: another process may
    have changed it just before."""
    while True:
        row = replace(lesson, **how(lesson)).row()
        try:
            await house.store.save_lesson(row, None if house.others is None else lesson.stored)
            break
        except Conflict:
            found = await house.store.lesson(lesson.code)
            if found is None or found.mark != lesson.mark:
                raise Refusal("stale", "this lesson has changed meanwhile: try again") from None
            lesson.take(found)
        except StoreFailed as problem:
            raise not_stored(problem) from None
    lesson.take(row)
    house.lessons.keep(lesson)
    for code in lesson.tables:
        if table := house.tables.get(code):
            house.join_lesson(table)
    if house.others is not None:
        house.others.lesson_changed(lesson.code)


async def look_up(house: House, code: str) -> Lesson:
    """The lesson of a code as it is now, where another process may have changed it."""
    if house.others is not None:
        await house.others.read_lesson(code)
    lesson = house.lessons.get(code)
    if lesson is None:
        raise Refusal("no-lesson", f"there is no lesson {code[:12]}")
    return lesson


def knows(house: House, guest: str, text: str, secret: str = "") -> bool:
    """Whether a text names a lesson to which a guest may come without having tried its code: with its secret, with the
    token of its links, or by a seat at one of its tables."""
    code, token = split(text)
    lesson = house.lessons.get(code)
    if lesson is None:
        return False
    tables = (house.tables.get(table) for table in lesson.tables)
    seated = any(table is not None and table.seats.held(guest) for table in tables)
    return seated or lesson.is_token(token) or lesson.opened_by(secret)


async def find_for(house: House, asker: Asker, text: str, secret: str, waits: Waits) -> Lesson:
    """The lesson that someone outside names by its code or link. Codes can be tried only so fast (`codes`)."""
    code, _ = split(text)
    if knows(house, asker.guest, text, secret):
        return await look_up(house, code)
    return await house.typed_codes.admit(
        asker, look_up(house, code), lambda lesson: knows(house, asker.guest, text, secret), waits
    )


def check_leads(lesson: Lesson, secret: str) -> None:
    """Refuse whoever does not have the secret of a lesson."""
    if not lesson.opened_by(secret):
        raise Refusal(
            "not-allowed", "this is for whoever opened the lesson: their own link, with its secret, leads here"
        )


# Those who come


async def join(house: House, lesson: Lesson, guest: str, guest_name: str, commit: str, name: str) -> Table:
    """Lead someone to a free seat, at a table where others wait if there is one; or back to the seat they have."""
    async with lesson.lock:
        check_open(lesson)
        for _ in range(TRIES):
            tables = await all_tables(house, lesson)
            if own := seat_of(tables, guest):
                return own
            if (found := free_seat(tables)) is None:
                break
            table, seat = found
            try:
                await lobby.sit(house, table, guest, guest_name, seat, commit, name)
            except Refusal as refusal:
                if house.others is None or refusal.code not in ("seat-taken", "table-full", "stale"):
                    raise
            else:  # else someone who came by another process was faster
                return await only_seat(house, lesson, guest) or table
    raise Refusal("table-full", "every seat of this lesson is taken: whoever leads it can open another table")


def free_seat(tables: Sequence[Table]) -> tuple[Table, int] | None:
    """Where the next one is led to: a table where few are missing."""
    waiting = [table for table in tables if table.phase == "lobby"]
    for table in sorted(waiting, key=lambda table: len(table.seats.free) / len(table.seats)):
        for seat in table.seats.free:
            if not table.seats[seat].kept:
                return table, seat
    return None


@asynccontextmanager
async def one_seat_each(house: House, table: Table, guest: str, seat: int) -> AsyncIterator[None]:
    """Whoever sits down at a table of a lesson by themselves has no other seat in it."""
    lesson = house.lessons.of(table.code)
    if lesson is None:
        yield
        return
    async with lesson.lock:
        check_open(lesson)
        own = seat_of(await all_tables(house, lesson), guest)
        if own and (own is not table or seat not in table.seats.held(guest)):
            raise Refusal("not-allowed", f"you have a seat in this lesson already, at table {own.code}")
        yield
        await only_seat(house, lesson, guest)


async def only_seat(house: House, lesson: Lesson, guest: str) -> Table | None:
    """The table where someone sits. Whoever came by two processes at once keeps the seat at the first of two tables.

    The process that wrote last sees both."""
    if house.others is None:
        return None
    tables = await all_tables(house, lesson)
    for table in tables:
        if house.hub.watched(table.code):  # else it was just read
            await house.others.catch_up(table)
    theirs = [table for table in tables if table.seats.held(guest) and table.phase not in ("over", "closed")]
    for table in theirs[1:]:
        for seat in table.seats.held(guest):
            with suppress(Refusal):
                await lobby.stand(house, table, guest, seat)
    return theirs[0] if theirs else None


def check_open(lesson: Lesson) -> None:
    if lesson.over:
        raise Refusal("match-over", "this lesson is over")


def seat_of(tables: Sequence[Table], guest: str) -> Table | None:
    """The table of a lesson at which someone still sits."""
    return next((t for t in tables if t.seats.held(guest) and t.phase not in ("over", "closed")), None)


async def all_tables(house: House, lesson: Lesson) -> list[Table]:
    return [await house.find(code) for code in lesson.tables]


async def follow(house: House, before: Table, after: Table) -> None:
    """A rematch takes the place of its match in the lesson."""
    lesson = house.lessons.of(before.code)
    if lesson is None or before.code not in lesson.tables:
        return
    async with lesson.lock:
        if before.code in lesson.tables:
            await change(house, lesson, lambda lesson: replaced(lesson, before.code, after.code))


def replaced(lesson: Lesson, before: str, after: str) -> dict[str, Any]:
    """A lesson with another table in the place of one."""
    return {
        "tables": [after if code == before else code for code in lesson.tables],
        "paused": {after if code == before else code for code in lesson.paused},
    }


# Who leads it


async def steer(house: House, asker: Asker, name: str, lesson: Lesson, wish: SteerLesson) -> None:
    """Do something with these tables of a lesson, or with all."""
    async with lesson.lock:
        check_open(lesson)
        if any(code not in lesson.tables for code in wish.tables):
            raise Refusal("no-table", "this table is not one of the lesson")
        chosen = [table for table in await all_tables(house, lesson) if not wish.tables or table.code in wish.tables]
        if wish.do == "add":
            await add(house, asker, name, lesson)
        elif wish.do == "fill":
            await fill(house, chosen, wish)
        elif wish.do == "close":
            await close(house, chosen)
            await change(house, lesson, lambda lesson: {"closed": not wish.tables})
        else:
            await pause(house, lesson, chosen, wish.do == "pause")


async def add(house: House, asker: Asker, name: str, lesson: Lesson) -> None:
    if len(lesson.tables) >= MOST_LESSON_TABLES:
        raise Refusal("not-allowed", f"a lesson has at most {MOST_LESSON_TABLES} tables")
    if not house.opening_from.take(asker.address):
        raise Refusal("too-fast", MANY)
    table = await open_one(house, lesson.opener, name, lesson.plan)
    await change(house, lesson, lambda lesson: with_table(lesson, table.code))


def with_table(lesson: Lesson, code: str) -> dict[str, Any]:
    """A lesson with one table more, which pauses if all do."""
    paused = {*lesson.paused, code} if lesson.paused == set(lesson.tables) else lesson.paused
    return {"tables": [*lesson.tables, code], "paused": paused}


async def pause(house: House, lesson: Lesson, tables: Sequence[Table], paused: bool) -> None:
    """While a table pauses nobody moves there, bots neither."""
    codes = {table.code for table in tables}
    await change(house, lesson, lambda now: {"paused": now.paused | codes if paused else now.paused - codes})
    for table in tables:
        table.came = house.settings.now()
        house.tell(table, table.match.ply if table.match else 0)
        house.wake(table)


async def fill(house: House, tables: Sequence[Table], wish: SteerLesson) -> None:
    """Begin where someone waits, with bots in the free seats; also where a pupil has opened the table, as a rematch."""
    for table in tables:
        if table.phase == "lobby" and table.seats.free and len(table.seats.free) < len(table.seats):
            start = Shape(table=table.code, change="start", level=wish.level, names=wish.names)
            try:
                await shaping.shape(house, table, table.row.opener, start)
            except Refusal:
                if table.phase == "lobby":  # else someone sat down meanwhile, and it begins
                    raise


async def close(house: House, tables: Sequence[Table]) -> None:
    """Matches that go on are broken off; nobody sits down any more, at a rematch that a pupil has opened neither."""
    for table in tables:
        if table.phase in ("lobby", "drawing"):
            try:
                await shaping.close(house, table, table.row.opener)
            except Refusal:
                if table.match is None:  # else it has begun meanwhile, and is broken off
                    raise
        await moves.break_off(house, table)


async def scene(house: House, lesson: Lesson) -> LessonScene:
    tables = await all_tables(house, lesson)
    return LessonScene(
        lesson=lesson.code,
        token=lesson.token,
        game=lesson.plan.game,
        over=lesson.over,
        tables=[table_scene(table, house.hub.guests(table.code), house.settings.now()) for table in tables],
    )


def table_scene(table: Table, here: frozenset[str], now: float) -> LessonTable:
    """A table as whoever leads the lesson sees it: what someone who watches may see, and no more."""
    match = table.match
    scores = match.scores if match and (match.over or not table.game.has["see"]) else None
    last = scenes.lines(match, NOBODY, max(0, match.ply - 1))[-1:] if match and not match.over else []
    outcome = scenes.outcome(match) if match and match.over else None
    return LessonTable(
        table=table.code,
        token=table.token,
        phase=table.phase,
        paused=table.paused,
        seats=[
            LessonSeat(
                name=row.name,
                bot=row.holder == "bot",
                taken=row.holder == "bot" or bool(row.guest),
                present=row.holder == "bot" or row.guest in here,
                star=row.star,
                score=scores[seat] if scores else None,
            )
            for seat, row in enumerate(table.seats)
        ],
        to_act=match.to_act if match else OVER,
        ply=match.ply if match else 0,
        last=last[0] if last else None,
        winners=outcome.winners if outcome else [],
        quiet=max(0, int(now - table.touched)),
    )
