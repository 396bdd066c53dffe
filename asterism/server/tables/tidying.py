"""Tidying: tables where nothing has happened for long are closed, and when as much time has passed again, removed.

Guests of whom nothing but a name is kept are forgotten: until now everyone who said a name was written down.

A match is never just removed: first it is broken off, which shows the secret of its dice, so that those who played it
can still save and check it. A table where no match was begun is removed at once."""

from __future__ import annotations

import asyncio
import logging
import time
from contextlib import suppress

from asterism.core.match import CLOSE
from asterism.store import Conflict, Consequences, StoreFailed, Untouched

from ..house import House

log = logging.getLogger("asterism.tidying")
DAY = 86_400
EVERY_SECONDS = 3600.0
MOST_AT_ONCE = 500  # tables in one round
MOST_GUESTS = 5_000  # forgotten at once


async def keep_tidy(house: House, days: int) -> None:
    """Tidy now and every hour, as long as the server runs."""
    while True:
        try:
            while await tidy(house, days):
                pass
            while await house.store.forget_guests(MOST_GUESTS) == MOST_GUESTS:
                pass
        except StoreFailed:
            log.exception("old tables could not be tidied")
        await asyncio.sleep(EVERY_SECONDS)


async def tidy(house: House, days: int) -> bool:
    """One round; whether another one would find more. A table that someone looks at waits."""
    found = await house.store.untouched(int(time.time()) - days * DAY, MOST_AT_ONCE)
    free = [old for old in found if not in_use(house, old.code)]
    for old in free:
        house.tables.pop(old.code, None)
        await tidy_one(house, old)
    return bool(free) and len(found) == MOST_AT_ONCE


def in_use(house: House, code: str) -> bool:
    table = house.tables.get(code)
    return bool(house.hub.guests(code)) or (table is not None and (table.lock.locked() or house.desk.thinking(table)))


async def tidy_one(house: House, old: Untouched) -> None:
    with suppress(Conflict):  # someone has come back meanwhile, perhaps at another process
        if old.phase == "playing":
            await house.store.append(old.id, old.ply, [CLOSE], Consequences(results=()), revision=old.revision)
        else:
            await house.store.remove(old.id, old.revision)
