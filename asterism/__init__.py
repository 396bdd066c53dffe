"""Asterism: five star-themed tabletop games, one rules core.

    import asterism
    match = asterism.Match("noirlab-dice", seats=2, seed=7)

The names below are what programs may rely on; they load the rules only when first used.
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

__version__ = "0.1.0"
__all__ = ["BadInput", "Match", "bot", "games", "load", "save"]

if TYPE_CHECKING:
    from .bots import bot
    from .core.game import BadInput
    from .core.match import Match
    from .core.record import open_record as load
    from .core.record import save

    def games() -> list[str]: ...


_HOMES = {
    "BadInput": ("core.game", "BadInput"),
    "Match": ("core.match", "Match"),
    "bot": ("bots", "bot"),
    "load": ("core.record", "open_record"),
    "save": ("core.record", "save"),
}


def __getattr__(name: str) -> Any:
    if name == "games":  # the folder of the games, which lists them when called
        return importlib.import_module(".games", __name__)
    if name not in _HOMES:
        raise AttributeError(f"module 'asterism' has no attribute {name!r}")
    module, attribute = _HOMES[name]
    return getattr(importlib.import_module(f".{module}", __name__), attribute)
