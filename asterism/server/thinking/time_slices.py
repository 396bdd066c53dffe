"""Time slices for threads: a long computation does not keep a short one of somebody else waiting."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from dataclasses import dataclass

from .fair_queue import Owner, TimeUsed

SLICE = 0.02  # seconds of work after which another thread may go on


@dataclass(eq=False)
class Slice:
    """The present time slice of one thread."""

    owner: Owner
    since: float = 0.0  # when it began; `time.monotonic`


class TimeSlices:
    """Lets `most` threads work at a time: those whose owners have had least time."""

    def __init__(self, most: int, used: TimeUsed) -> None:
        self._most, self._used = most, used
        self._changed = threading.Condition()
        self._waiting: list[Slice] = []
        self._working = 0

    def take(self, own: Slice, given_up: Callable[[], bool]) -> None:
        """Wait for a slice, or until `given_up` says yes (see `wake`); `leave` must follow in both cases."""
        with self._changed:
            self._waiting.append(own)
            self._changed.wait_for(lambda: given_up() or self._is_next(own))
            self._waiting.remove(own)
            self._working += 1
            own.since = time.monotonic()
            self._changed.notify_all()

    def used_up(self, own: Slice) -> bool:
        """Whether a thread has worked for as long as it may before others are asked."""
        return time.monotonic() - own.since >= SLICE

    def pass_on(self, own: Slice, given_up: Callable[[], bool]) -> None:
        """End a slice, and wait for another one behind the threads whose owners have had less."""
        self.leave(own)
        self.take(own, given_up)

    def leave(self, own: Slice) -> None:
        """End a slice, and charge its time."""
        with self._changed:
            self._used.charge(own.owner, time.monotonic() - own.since)
            self._working -= 1
            self._changed.notify_all()

    def wake(self) -> None:
        """Let every waiting thread look again whether it was given up."""
        with self._changed:
            self._changed.notify_all()

    def _is_next(self, own: Slice) -> bool:
        return self._working < self._most and min(self._waiting, key=lambda one: self._used.of(one.owner)) is own
