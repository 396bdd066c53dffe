"""The store as one process of several sees it: whether it is there, how late it is there, and when nobody was there."""

from __future__ import annotations

import logging
import time
from dataclasses import replace

from . import scenes
from .house import House
from .hub import Watcher
from .messages import Trouble

log = logging.getLogger("asterism.together")
LEAST_OFFSET = 0.2  # seconds; the clocks of two machines may differ by so much


class StoreWatch:
    """What is seen of it is told to everyone, and to the clocks of the tables."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.away = False
        self._ahead, self._offset = house.settings.ahead, 0.0  # of this machine's clock, and of the store's before it

    async def feel_pulse(self) -> None:
        before, began = time.time(), time.monotonic()
        pulse = await self._house.store.pulse()
        took = time.monotonic() - began
        self._set_clock(pulse.now - before - took / 2, took)
        self._house.note_breaks(tuple((began + self._ahead, ended + self._ahead) for began, ended in pulse.breaks))

    def _set_clock(self, offset: float, unsure: float) -> None:
        """Go by the store's clock, the same for all processes, as exactly as it is known."""
        if abs(offset - self._offset) > unsure + LEAST_OFFSET:
            self._offset = offset
            self._house.settings = replace(self._house.settings, ahead=self._ahead + offset)
            log.warning("the clock of this machine is %.1f seconds off the store's, by which all go", -offset)

    def goes_away(self, problem: str) -> None:
        """Tell everyone once that play pauses."""
        if not self.away:
            self.away = True
            log.warning("the store is away, play pauses: %s", problem)
            self._tell_everyone(Trouble(why="store-away"))

    def is_back(self) -> None:
        if self.away:
            self.away = False
            log.warning("the store is back, play goes on")
            self._tell_everyone(Trouble(why=""))
            for table in list(self._house.tables.values()):
                self._house.wake(table)

    def greet(self, watcher: Watcher) -> None:
        """Tell a new connection if play pauses."""
        if self.away:
            watcher.tell(scenes.encoder.encode(Trouble(why="store-away")))

    def _tell_everyone(self, told: Trouble) -> None:
        message = scenes.encoder.encode(told)
        for watcher in list(self._house.hub.everyone):
            watcher.tell(message)
