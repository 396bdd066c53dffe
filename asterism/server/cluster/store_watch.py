"""Health checks of the store: whether it is reachable, its clock, and the outages in which nobody could move."""

from __future__ import annotations

import asyncio
import logging
import math
from dataclasses import replace
from typing import Protocol

from asterism.store import Break, Store, StoreFailed, steady
from asterism.table import scenes
from asterism.table.table import Table

from ..people.hub import Hub, Watcher
from ..settings import Settings
from ..thinking.bot_desk import BotDesk
from ..wire.messages import Trouble

log = logging.getLogger("asterism.store_watch")
LEAST_OFFSET = 0.2  # seconds by which the clocks of two machines may differ
PULSE_SECONDS = 1.0  # between two heartbeats
LATE_SECONDS = 2.0  # since the last heartbeat: perhaps an outage


class Watched(Protocol):
    """A house, as far as the health checks of its store know it."""

    settings: Settings
    store: Store
    hub: Hub
    desk: BotDesk
    tables: dict[str, Table]

    def note_breaks(self, breaks: tuple[Break, ...]) -> None: ...

    def clock_runs(self) -> bool: ...

    def wake(self, table: Table) -> None: ...


class StoreWatch:
    """Sends heartbeats to the store; tells all connections when it is away, and adjusts the clocks of the tables."""

    def __init__(self, house: Watched) -> None:
        self._house = house
        self.away = False
        self._ahead, self._offset = (
            house.settings.ahead,
            0.0,
        )  # seconds: of this process' clock, and of the store's before that
        self._felt = -math.inf

    @property
    def late(self) -> bool:
        """Whether the last heartbeat is so long ago that there may have been an outage."""
        return steady.now() - self._felt > LATE_SECONDS

    async def feel_pulse(self, lightly: bool = False) -> None:
        """Send a heartbeat, and learn the store's time and the outages."""
        began = steady.now()
        pulse = await self._house.store.pulse(lightly)
        took = steady.now() - began
        self._felt = began
        self._set_clock(pulse.now - began - took / 2, took)
        self._house.note_breaks(tuple((began + self._ahead, ended + self._ahead) for began, ended in pulse.breaks))

    async def keep_feeling(self) -> None:
        """Send a heartbeat every second, where this process is the only one; the store is written to only while a clock
        runs."""
        while True:
            try:
                await self.feel_pulse(lightly=not self._house.clock_runs())
            except StoreFailed as problem:
                self.goes_away(problem.log)
            except Exception:
                log.exception("the pulse of the store could not be felt")
            else:
                self.is_back()
            await asyncio.sleep(PULSE_SECONDS)

    def _set_clock(self, offset: float, unsure: float) -> None:
        """Adopt the store's clock, the same for all processes, where it differs by more than the error."""
        if abs(offset - self._offset) <= unsure + LEAST_OFFSET:
            return
        self._offset = offset
        self._house.settings = replace(self._house.settings, ahead=self._ahead + offset)
        log.warning("the clock of this process is %.1f seconds off the store's, by which all go", -offset)
        for watcher in list(self._house.hub.everyone):
            watcher.welcome()  # which has the time

    def goes_away(self, problem: str) -> None:
        """Tell all connections, once, that play pauses."""
        if not self.away:
            self.away = True
            log.warning("the store is away, play pauses: %s", problem)
            self._tell_everyone(Trouble(why="store-away"))

    def is_back(self) -> None:
        """Tell all connections, once, that play goes on, and start the bots and clocks again."""
        if self.away:
            self.away = False
            log.warning("the store is back, play goes on")
            self._tell_everyone(Trouble(why=""))
            self._house.desk.hurry()
            for table in list(self._house.tables.values()):
                self._house.wake(table)

    def greet(self, watcher: Watcher) -> None:
        """Tell a new connection where play pauses."""
        if self.away:
            watcher.tell(scenes.encoder.encode(Trouble(why="store-away")))

    def _tell_everyone(self, told: Trouble) -> None:
        message = scenes.encoder.encode(told)
        for watcher in list(self._house.hub.everyone):
            watcher.tell(message)
