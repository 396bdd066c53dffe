"""How often is too often: buckets that fill with time and empty with use."""

from __future__ import annotations

import time
from collections.abc import Callable
from ipaddress import IPv6Address, IPv6Network, ip_address

from ..settings import Rate


def line_of(address: str) -> str:
    """The line that an address is on, whose share it has: with IPv6 everyone has 2**64 addresses to come from."""
    try:
        found = ip_address(address.partition("%")[0])
    except ValueError:
        return address
    if isinstance(found, IPv6Address) and found.ipv4_mapped is None:
        return str(IPv6Network((found, 64), strict=False))
    return address


class Bucket:
    """Holds up to `burst` tokens, gets `each` a second."""

    __slots__ = ("_at", "_left", "_rate")

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._left = rate.burst
        self._at = time.monotonic()

    def take(self, count: float = 1.0) -> bool:
        """Use a token, or several, if there are so many."""
        now = time.monotonic()
        self._left, self._at = min(self._rate.burst, self._left + (now - self._at) * self._rate.each), now
        if self._left < count:
            return False
        self._left -= count
        return True

    def lose(self, count: float) -> None:
        """So many were used elsewhere."""
        self._left, self._at = max(0.0, self.left - count), time.monotonic()

    @property
    def left(self) -> float:
        """Tokens there are now."""
        return min(self._rate.burst, self._left + (time.monotonic() - self._at) * self._rate.each)

    @property
    def full(self) -> bool:
        return self.left >= self._rate.burst


class Buckets:
    """One bucket for each guest, or each address."""

    def __init__(self, rate: Rate) -> None:
        self._rate = rate
        self._buckets: dict[str, Bucket] = {}
        self.took: Callable[[str, float], None] | None = None  # hears of all that is used, to tell other processes

    def has(self, who: str) -> bool:
        """Whether there would be a token."""
        return self.left(who) >= 1.0

    def left(self, who: str) -> float:
        """Tokens there are now."""
        return self._buckets[who].left if who in self._buckets else self._rate.burst

    def take(self, who: str, count: float = 1.0) -> bool:
        taken = self._buckets.setdefault(who, Bucket(self._rate)).take(count)
        if taken and self.took is not None:
            self.took(who, count)
        return taken

    def lose(self, who: str, count: float) -> None:
        """So many were used at another process."""
        self._buckets.setdefault(who, Bucket(self._rate)).lose(count)

    def forget_full(self) -> None:
        """Forget those that have filled up again."""
        self._buckets = {who: bucket for who, bucket in self._buckets.items() if not bucket.full}
