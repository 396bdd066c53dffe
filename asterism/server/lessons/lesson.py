"""A lesson: many tables of one game under one code, as it is kept. What can be done with it is in `teaching`."""

from __future__ import annotations

import asyncio
import hashlib
import hmac
import json
import time
from dataclasses import dataclass, field

import msgspec

from asterism.store import LessonRow

from ..people.codes import is_token, token_of
from ..wire.requests import Open

LESSON_SECONDS = 12 * 3600  # after that a lesson is over by itself


def mark_of(secret: str) -> bytes:
    """What is kept of the secret of a lesson."""
    return hashlib.sha256(secret.encode()).digest()


@dataclass(eq=False)
class Lesson:
    """`lock` is held while someone is led to a seat, or its tables change."""

    code: str
    mark: bytes = field(repr=False)  # of the secret
    opener: str  # a guest
    plan: Open  # how each table is opened
    tables: list[str] = field(default_factory=list)  # their codes; after a rematch, that of the newest
    paused: set[str] = field(default_factory=set)
    closed: bool = False
    created: int = field(default_factory=lambda: int(time.time()))
    stored: str = ""  # its content as the store has it; empty: it was not stored yet
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)

    @property
    def over(self) -> bool:
        return self.closed or time.time() > self.created + LESSON_SECONDS

    def opened_by(self, secret: str) -> bool:
        return hmac.compare_digest(mark_of(secret), self.mark)

    @property
    def token(self) -> str:
        """The part of the links for those who come that cannot be guessed; it does not let anyone lead the lesson."""
        return token_of(self.mark, self.code)

    def is_token(self, token: str) -> bool:
        return is_token(token, self.mark, self.code)

    def row(self) -> LessonRow:
        """As the store keeps it."""
        plan = msgspec.json.encode(self.plan).decode()
        content = {"plan": plan, "tables": self.tables, "paused": sorted(self.paused), "closed": self.closed}
        return LessonRow(
            code=self.code, mark=self.mark, opener=self.opener, content=json.dumps(content), created=self.created
        )

    def take(self, row: LessonRow) -> None:
        """Be as the store has it."""
        content = json.loads(row.content)
        self.tables, self.paused, self.closed = content["tables"], set(content["paused"]), content["closed"]
        self.stored = row.content


def read(row: LessonRow) -> Lesson:
    plan = msgspec.json.decode(json.loads(row.content)["plan"], type=Open)
    lesson = Lesson(code=row.code, mark=row.mark, opener=row.opener, plan=plan, created=row.created)
    lesson.take(row)
    return lesson


class Lessons:
    """The lessons of today, by their codes and by their tables."""

    def __init__(self) -> None:
        self._by_code: dict[str, Lesson] = {}
        self._by_table: dict[str, Lesson] = {}

    def get(self, code: str) -> Lesson | None:
        return self._by_code.get(code)

    @property
    def contents(self) -> dict[str, str]:
        """What is known of each lesson, as the store has it."""
        return {code: lesson.stored for code, lesson in self._by_code.items()}

    def of(self, table: str) -> Lesson | None:
        """The lesson that a table belongs to."""
        return self._by_table.get(table)

    def keep(self, lesson: Lesson) -> None:
        """Know a lesson, and all tables it has by now."""
        self._by_code[lesson.code] = lesson
        self._by_table.update(dict.fromkeys(lesson.tables, lesson))

    def forget_old(self) -> None:
        horizon = time.time() - LESSON_SECONDS
        self._by_code = {code: lesson for code, lesson in self._by_code.items() if lesson.created >= horizon}
        self._by_table = {table: lesson for table, lesson in self._by_table.items() if lesson.created >= horizon}
