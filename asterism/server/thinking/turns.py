"""Threads that work in turns: a long computation does not keep a short one of somebody else waiting."""

from __future__ import annotations

import threading
import time
from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass

SLICE = 0.02  # seconds of work after which another thread may go on


Who = tuple[str, ...]  # for whom a thread works: the network address, and which guest there


@dataclass(eq=False)
class Turn:
    """The turn of one thread."""

    who: Who
    since: float = 0.0  # when the work was begun, or went on; `time.monotonic`


class Turns:
    """Let `most` threads work at a time: those who have had least time, by address first and by guest then."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._had: defaultdict[Who, float] = defaultdict(float)  # seconds that each address, and each guest, has had
        self._changed = threading.Condition()
        self._waiting: list[Turn] = []
        self._working = 0

    def had(self, who: Who) -> list[float]:
        """Seconds of work that the address has had, and of these the guest: to compare by."""
        return [self._had.get(who[: i + 1], 0.0) for i in range(len(who))]

    def take(self, turn: Turn, given_up: Callable[[], bool]) -> None:
        """Wait until it is this turn, or until `given_up` says yes (see `wake`); `leave` must follow in both cases."""
        with self._changed:
            self._waiting.append(turn)
            self._changed.wait_for(lambda: given_up() or self._is_next(turn))
            self._waiting.remove(turn)
            self._working += 1
            turn.since = time.monotonic()
            self._changed.notify_all()

    def used_up(self, turn: Turn) -> bool:
        """Whether the thread of this turn has worked for as long as it may before others are asked."""
        return time.monotonic() - turn.since >= SLICE

    def pass_on(self, turn: Turn, given_up: Callable[[], bool]) -> None:
        """Charge the time since the turn began, and let those go on who have had less."""
        self.leave(turn)
        self.take(turn, given_up)

    def leave(self, turn: Turn) -> None:
        """End a turn, and charge its time."""
        with self._changed:
            used = time.monotonic() - turn.since
            for i in range(len(turn.who)):
                self._had[turn.who[: i + 1]] += used
            self._working -= 1
            self._changed.notify_all()

    def wake(self) -> None:
        """Let every waiting thread look again whether it was given up."""
        with self._changed:
            self._changed.notify_all()

    def forget(self) -> None:
        """Begin to count anew, when nobody works or waits."""
        with self._changed:
            self._had.clear()

    def _is_next(self, turn: Turn) -> bool:
        return self._working < self._most and min(self._waiting, key=lambda one: self.had(one.who)) is turn
