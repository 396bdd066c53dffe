"""What a connection may ask about lessons."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, Protocol

from asterism.table.table import Table

from ..house import House
from ..thinking.studies import Asker
from ..wire.messages import LessonOpened, Told
from ..wire.requests import AskLesson, JoinLesson, OpenLesson, SteerLesson
from . import teaching
from .lesson import Lesson


class Connection(Protocol):
    """Whoever asks; `sockets` has the one that there is."""

    house: House
    guest: str
    name: str
    asker: Asker

    def say(self, told: Told) -> None: ...

    def opened(self, id: int, table: Table) -> None: ...


async def open_lesson(connection: Connection, asked: OpenLesson, _: None) -> None:
    lesson, secret = await teaching.open_lesson(connection.house, connection.asker, connection.name, asked)
    connection.say(LessonOpened(id=asked.id, lesson=lesson.code, token=lesson.token, secret=secret))


async def ask_lesson(connection: Connection, asked: AskLesson, lesson: Lesson) -> None:
    teaching.check_leads(lesson, asked.secret)
    told = await teaching.scene(connection.house, lesson)
    told.id = asked.id
    connection.say(told)


async def steer_lesson(connection: Connection, asked: SteerLesson, lesson: Lesson) -> None:
    house = connection.house
    teaching.check_leads(lesson, asked.secret)
    await teaching.steer(house, connection.asker, connection.name, lesson, asked)
    told = await teaching.scene(house, lesson)
    told.id = asked.id
    connection.say(told)


async def join_lesson(connection: Connection, asked: JoinLesson, lesson: Lesson) -> None:
    guest, name = connection.guest, connection.name
    table = await teaching.join(connection.house, lesson, guest, name, asked.commit, asked.name)
    connection.opened(asked.id, table)


CARRIED_OUT_BY: dict[type, Callable[[Any, Any, Any], Awaitable[None]]] = {
    OpenLesson: open_lesson,
    AskLesson: ask_lesson,
    SteerLesson: steer_lesson,
    JoinLesson: join_lesson,
}
