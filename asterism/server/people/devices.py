"""A second device of one's own: a way in that works once, not for long, and only for whoever was shown it."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass

from ..settings import PAIRING_SECONDS

MOST_WAITING = 10_000  # ways in at once; then the one asked for longest ago is void


Used = Callable[[], Callable[[], None] | None]  # what tells whoever was shown it, if they are still connected


@dataclass(frozen=True)
class WayIn:
    """What a guest was shown, and has not used yet."""

    guest: str
    name: str
    until: float  # by the clock that only goes on
    used: Used


class Devices:
    """The ways in that wait for a second device. They are not stored: after a restart one asks again."""

    def __init__(self) -> None:
        self._waiting: dict[bytes, WayIn] = {}  # by the hash of the secret, in the order they were asked for
        self._of_guest: dict[str, bytes] = {}  # the hash of each guest's

    def offer(self, guest: str, name: str, used: Used) -> str:
        """A fresh secret for this guest, which makes the one before void."""
        now = time.monotonic()
        if before := self._of_guest.get(guest):
            self.take_marked(before)
        while self._waiting and (len(self._waiting) >= MOST_WAITING or self._oldest.until <= now):
            self.take_marked(next(iter(self._waiting)))
        secret = secrets.token_urlsafe(24)
        mark = self._of_guest[guest] = mark_of(secret)
        self._waiting[mark] = WayIn(guest, name, now + PAIRING_SECONDS, used)
        return secret

    @property
    def _oldest(self) -> WayIn:
        return next(iter(self._waiting.values()))

    def take(self, secret: str) -> WayIn | None:
        """The way in of this secret, which it opens once."""
        return self.take_marked(mark_of(secret))

    def take_marked(self, mark: bytes) -> WayIn | None:
        """The same, for whoever knows only the mark of the secret."""
        way = self._waiting.pop(mark, None)
        if way is not None:
            del self._of_guest[way.guest]
        return way if way and way.until > time.monotonic() else None


def mark_of(secret: str) -> bytes:
    """What is compared: looked up by a hash, a secret cannot be found out by how long that takes."""
    return hashlib.sha256(secret.encode()).digest()
