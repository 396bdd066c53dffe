"""A second device of one's own: a way in that works once, not for long, and only for whoever was shown it."""

from __future__ import annotations

import hashlib
import secrets
import time
from collections.abc import Callable
from dataclasses import dataclass

from .settings import PAIRING_SECONDS

MOST_WAITING = 10_000  # ways in at once; then the one asked for longest ago is void


@dataclass(frozen=True)
class WayIn:
    """What a guest was shown, and has not used yet."""

    guest: str
    name: str
    until: float  # by the clock that only goes on
    used: Callable[[], None]  # tells whoever was shown it


class Devices:
    """The ways in that wait for a second device. They are not stored: after a restart one asks again."""

    def __init__(self) -> None:
        self._waiting: dict[bytes, WayIn] = {}  # by the hash of the secret, in the order they were asked for

    def offer(self, guest: str, name: str, used: Callable[[], None]) -> str:
        """A fresh secret for this guest, which makes the one before void."""
        now = time.monotonic()
        kept = [(mark, way) for mark, way in self._waiting.items() if way.until > now and way.guest != guest]
        self._waiting = dict(kept[1 - MOST_WAITING :])
        secret = secrets.token_urlsafe(24)
        self._waiting[_mark(secret)] = WayIn(guest, name, now + PAIRING_SECONDS, used)
        return secret

    def take(self, secret: str) -> WayIn | None:
        """The way in of this secret, which it opens once."""
        way = self._waiting.pop(_mark(secret), None)
        return way if way and way.until > time.monotonic() else None


def _mark(secret: str) -> bytes:
    """What is compared: looked up by a hash, a secret cannot be found out by how long that takes."""
    return hashlib.sha256(secret.encode()).digest()
