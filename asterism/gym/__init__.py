"""The gym: every game for programs, by the interfaces they already use, one match at a time or thousands at once.

`pettingzoo`, `gymnasium` and `openspiel` are adapters; `batch` plays many matches as arrays, on all cores or on a GPU.
All of them give the same flat vector (`layout`), made from nothing but what `see` let through. What they need beyond
NumPy is an extra of the package, imported where it is used.
"""

from __future__ import annotations

import importlib
from types import ModuleType

from asterism.core.game import BadInput


def need(package: str, extra: str) -> ModuleType:
    """An optional package; BadInput says in one line how to get it where it is not there."""
    try:
        return importlib.import_module(package)
    except ImportError:
        top = package.partition(".")[0]
        raise BadInput(f'{top} is not installed: pip install "asterism[{extra}]"') from None
