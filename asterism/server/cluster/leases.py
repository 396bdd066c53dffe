"""Who acts for the bots and the clock of a table, where several processes could: whoever has its lease.

A lease is a row in the store, good for some seconds of the store's own clock. Whoever holds it renews it while its bots
think; when a process dies or freezes, it runs out and another one takes it, under a higher number. Each write of a bot
goes with the number, and the store refuses one that has passed on: a process that wakes up late cannot act.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from asterism.store import Lease, Store

from ..tables.table import Table

SECONDS = 4.0  # for which it is good
RENEW = 2.5  # seconds that are left when it is renewed
LOOK_AGAIN = 1.5  # seconds before one that another process holds is asked for again


@dataclass(frozen=True)
class Held:
    number: int
    until: float  # by the clock that only goes on; the store's may be a little later, never sooner


class Leases:
    def __init__(self, store: Store, holder: str) -> None:
        self._store, self._holder = store, holder
        self._held: dict[str, Held] = {}  # by the code of the table
        self._not_before: dict[str, float] = {}  # when those of other processes are asked for again

    def live(self, code: str) -> bool:
        return code in self._held and self._held[code].until > time.monotonic()

    def number(self, code: str) -> int:
        """Of the lease that this process has, or had; 0: it never did."""
        return self._held[code].number if code in self._held else 0

    def fence(self, table: Table) -> Lease:
        return self._holder, self.number(table.code)

    async def take(self, table: Table) -> bool:
        """Have the lease of a table for the next seconds, if no other process has it."""
        now, held = time.monotonic(), self._held.get(table.code)
        if held is not None and held.until - now > RENEW:
            return True
        if self._not_before.get(table.code, 0.0) > now:
            return False
        number = await self._store.take_lease(table.id, self._holder, SECONDS)
        if not number:
            self._held.pop(table.code, None)
            self._not_before[table.code] = now + LOOK_AGAIN
            return False
        self._held[table.code] = Held(number, now + SECONDS)
        return True

    def forget_old(self) -> None:
        now = time.monotonic()
        self._held = {code: held for code, held in self._held.items() if held.until > now}
        self._not_before = {code: when for code, when in self._not_before.items() if when > now}

    async def drop(self) -> None:
        self._held.clear()
        await self._store.drop_leases(self._holder)
