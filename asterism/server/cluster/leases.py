"""Leases: which of several processes acts for the bots and the clock of a table.

A lease is a row in the store, valid for some seconds of the store's own clock. Its holder renews it while the bots of
the table think; when a process dies or freezes, its lease expires and another process takes it, with a higher fencing
token. Each write of a bot carries the token, and the store refuses an outdated one: a process that wakes up late cannot
act.
"""

from __future__ import annotations

import time
from dataclasses import dataclass

from asterism.store import Lease, Store
from asterism.table.table import Table

SECONDS = 4.0  # for which a lease is valid
RENEW = 2.5  # seconds of validity left when a lease is renewed
LOOK_AGAIN = 1.5  # seconds before a lease of another process is asked for again


@dataclass(frozen=True)
class OwnLease:
    """A lease of this process."""

    token: int
    until: float  # `time.monotonic`; by the store's clock it may expire a little later, never sooner


class Leases:
    """The leases of this process."""

    def __init__(self, store: Store, holder: str) -> None:
        self._store, self._holder = store, holder
        self._held: dict[str, OwnLease] = {}  # by the code of the table
        self._not_before: dict[str, float] = {}  # when those of other processes are asked for again

    def live(self, code: str) -> bool:
        """Whether this process holds the lease of a table now."""
        return code in self._held and self._held[code].until > time.monotonic()

    def token(self, code: str) -> int:
        """The fencing token of the lease that this process has, or had; 0: it never had."""
        return self._held[code].token if code in self._held else 0

    def fence(self, table: Table) -> Lease:
        """The holder and fencing token that a write for a bot or a clock carries."""
        return self._holder, self.token(table.code)

    async def take(self, table: Table) -> bool:
        """Take or renew the lease of a table; False if another process has it."""
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
        self._held[table.code] = OwnLease(number, now + SECONDS)
        return True

    def forget_old(self) -> None:
        """Forget the leases that have expired."""
        now = time.monotonic()
        self._held = {code: held for code, held in self._held.items() if held.until > now}
        self._not_before = {code: when for code, when in self._not_before.items() if when > now}

    async def drop(self) -> None:
        """Release all leases of this process."""
        self._held.clear()
        await self._store.drop_leases(self._holder)
