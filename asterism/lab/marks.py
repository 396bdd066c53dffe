"""Marks: what a game wants noted of a match beside its result, as whether a pile was missed or a program completed.

The `marks.py` of a game's folder has their names (`MARKS`) and a rule `mark(s, out)` that sets `out[number]` to 1 where
a mark is to be set. It is called before every action of a seat and once the match is over; a mark that is set stays.
"""

from __future__ import annotations

import importlib
import importlib.util
from collections.abc import Callable
from difflib import get_close_matches
from functools import cache
from types import ModuleType
from typing import Any

from asterism.core.game import BadInput, Game

from .kernels import nothing


@cache
def _module(game: Game) -> ModuleType | None:
    name = f"{game.module}.marks"
    is_package = hasattr(importlib.import_module(game.module), "__path__")
    return importlib.import_module(name) if is_package and importlib.util.find_spec(name) else None


def names_of(game: Game) -> tuple[str, ...]:
    """The marks of a game; none where its folder has no `marks.py`."""
    module = _module(game)
    return module.MARKS if module else ()


def marker_of(game: Game) -> Callable[[Any, Any], None]:
    """The rule that sets them."""
    module = _module(game)
    return module.mark if module else nothing.no_mark


def number_of(game: Game, name: str) -> int:
    """Which mark a name means; BadInput where it is none."""
    known = names_of(game)
    if name in known:
        return known.index(name)
    close = get_close_matches(name, known, 1)
    hint = f"did you mean {close[0]!r}? " if close else ""
    raise BadInput(f"{game.name} has no mark {name!r}; {hint}it has: {', '.join(known) or 'none'}")
