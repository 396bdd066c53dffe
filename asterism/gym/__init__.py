"""The gym: every game for programs, by the interfaces they already use, one match at a time or thousands at once.

`pettingzoo`, `gymnasium` and `openspiel` are adapters; `batch` plays many matches as arrays, on all cores or on a GPU.
All of them give the same flat vector (`layout`), made from nothing but what `see` let through. What they need beyond
NumPy is an extra of the package, imported where it is used.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager


@contextmanager
def needs(package: str, extra: str = "gym") -> Iterator[None]:
    """Around the import of an optional package: one line says how to get it where it is not there."""
    try:
        yield
    except ImportError as problem:
        if (problem.name or "").partition(".")[0].startswith("asterism"):
            raise
        raise ImportError(f'{package} is not installed: pip install "asterism[{extra}]"') from None
