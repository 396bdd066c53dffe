"""The table or lesson that a request of a connection names, and whether it may have to wait for it."""

from __future__ import annotations

from functools import partial
from typing import Any, Protocol

from asterism.table.table import Table

from ..house import House
from ..lessons import teaching
from ..lessons.lesson import Lesson
from ..thinking.studies import Asker
from ..wire.messages import CodeWaits, Told


class Connection(Protocol):
    """Whoever asks; `sockets` has the one that there is."""

    house: House
    asker: Asker

    def say(self, told: Told) -> None: ...


def may_wait(connection: Connection, asked: Any) -> bool:
    """Whether a request may have to wait because the code it names was typed by hand (`codes`)."""
    house, asker = connection.house, connection.asker
    if not house.typed_codes.spent(asker.address):
        return False
    if (code := getattr(asked, "table", None)) is not None:
        return not house.knows(asker.guest, code)
    if (code := getattr(asked, "lesson", None)) is not None:
        return not teaching.knows(house, asker.guest, code, getattr(asked, "secret", ""))
    return False


async def find(connection: Connection, asked: Any) -> Table | Lesson | None:
    """The table or lesson that a request names, if it names any; a connection whose code waits is told so."""
    house, asker = connection.house, connection.asker
    if (code := getattr(asked, "table", None)) is not None:
        return await house.find_for(asker, code, partial(tell_that_it_waits, connection, code))
    if (code := getattr(asked, "lesson", None)) is not None:
        waits = partial(tell_that_it_waits, connection, code)
        return await teaching.find_for(house, asker, code, getattr(asked, "secret", ""), waits)
    return None


def tell_that_it_waits(connection: Connection, code: str, seconds: int) -> None:
    connection.say(CodeWaits(code=code, seconds=seconds))
