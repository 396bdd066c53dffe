"""A monotonic clock in seconds since 1970: the time when the process began, and what has passed since then.

`time.time()` follows every correction of the machine's clock, by hours where somebody sets it. `time.monotonic()`
stands still while the machine sleeps (Linux, macOS), and a page in a browser elsewhere counts on meanwhile.
"""

from __future__ import annotations

import time

ASLEEP_TOO = getattr(time, "CLOCK_BOOTTIME", getattr(time, "CLOCK_MONOTONIC", None))  # the latter on macOS


def ticks() -> float:
    """Seconds since some moment before the process began, including those in which the machine slept."""
    return time.monotonic() if ASLEEP_TOO is None else time.clock_gettime(ASLEEP_TOO)


BEGAN = time.time() - ticks()


def now() -> float:
    """Seconds since 1970, as the machine's clock stood when the process began."""
    return BEGAN + ticks()
