"""Marks: yes-or-no facts about a match that a game wants counted, as "a pile was missed" or "a program was completed".

The `marks.py` of a game's folder has their names (`MARKS`) and a rule `mark(s, out)` that sets `out[number]` to 1 where
the mark of this number applies. It is called before every action of a seat, and once more when the match is over; a
mark that was set stays set.
"""

from __future__ import annotations

from collections.abc import Callable
from difflib import get_close_matches
from typing import Any

from asterism.core.game import BadInput, Game

from .kernels import nothing

FILE = "marks"


def names_of(game: Game) -> tuple[str, ...]:
    """The names of a game's marks; none where its folder has no `marks.py`."""
    return getattr(game.part(FILE), "MARKS", ())


def marker_of(game: Game) -> Callable[[Any, Any], None]:
    """The rule that sets the marks of a game; it sets none where the game has none."""
    return getattr(game.part(FILE), "mark", nothing.no_mark)


def number_of(game: Game, name: str) -> int:
    """The number of a mark; BadInput where the game has none of this name."""
    known = names_of(game)
    if name in known:
        return known.index(name)
    close = get_close_matches(name, known, 1)
    hint = f"did you mean {close[0]!r}? " if close else ""
    raise BadInput(f"{game.name} has no mark {name!r}; {hint}it has: {', '.join(known) or 'none'}")
