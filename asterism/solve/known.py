"""What is known about a game, for anyone who plays it: an oracle for values and best actions, whatever is behind it.

Exact tables, smaller ones that stand in for them, look-ahead and rollouts all tell the same few things (`Known`), and
`best_known` finds the best of them that there is.
"""

from __future__ import annotations

import threading
from typing import Literal, Protocol

from asterism.core.compile import COMPILED
from asterism.core.game import Game, States

from . import races, score_cards

# A table of this many bytes is solved in seconds, and may be solved while somebody waits for a bot.
QUICK = 32 << 20 if COMPILED else 64 << 10


class Known(Protocol):
    """What is known about matches of a game with so many seats."""

    @property
    def exact(self) -> bool:
        """Whether it is computed, not estimated."""
        ...

    @property
    def kind(self) -> Literal["win", "turns", "points"]:
        """Chances of winning; alone, the turns it takes or the points it makes."""
        ...

    def value(self, seen: States) -> list[float]:
        """What every seat can expect, whoever is to act."""
        ...

    def actions(self, seen: States) -> list[tuple[int, float]]:
        """What each legal action of the seat to act is worth to it, the one to play first; none if no seat is."""
        ...

    def choice(self, seen: States) -> int:
        """The action to play, of the seat to act."""
        ...


Key = tuple[object, ...]  # what tells matches apart: game, version, seats, options

_found: dict[Key, Known | None] = {}
_finding: dict[Key, threading.Lock] = {}
_lock = threading.Lock()  # of `_finding`


def best_known(game: Game, seats: int, options: dict[str, int]) -> Known | None:
    """The best there is for so many seats: exact if it is quick to solve or was solved before; None for search."""
    key = (game.module, game.version, seats, tuple(sorted(options.items())))
    with _lock:
        finding = _finding.setdefault(key, threading.Lock())
    with finding:  # those who ask for the same wait for it to be solved; others do not
        if key not in _found:
            try:
                _found[key] = _find(game, seats, options)
            except races.NotARace:
                _found[key] = None
        return _found[key]


def is_large(game: Game, seats: int, options: dict[str, int]) -> bool:
    """Whether a table takes so much memory that it is not loaded before it is needed."""
    try:
        return races.is_race(game) and not _is_quick(game, seats, options)
    except races.NotARace:
        return False


def _is_quick(game: Game, seats: int, options: dict[str, int]) -> bool:
    return races.race_of(game, options).bytes_for(seats) <= QUICK


def _find(game: Game, seats: int, options: dict[str, int]) -> Known | None:
    if score_cards.has_score_cards(game):
        return score_cards.known_of(game, seats)
    if not races.is_race(game):
        return None
    if _is_quick(game, seats, options):
        return races.solve(game, seats, options=options)
    if exact := races.solved(game, seats, options):
        return exact
    fewer = [n for n in range(max(2, game.seats[0]), seats) if _is_quick(game, n, options)]
    if 2 not in fewer:
        return None
    smaller, versus = races.solve(game, fewer[-1], options=options), races.solve(game, 2, options=options)
    return races.FewerSeats(smaller, versus, seats)
