"""A player by the book: it looks its action up in the exact table of the game, or in the nearest one there is."""

from __future__ import annotations

import threading

from asterism.core.compile import COMPILED
from asterism.core.game import Game, States
from asterism.core.match import Past
from asterism.solve import NotARace, Reduced, Solution, is_race, solve, solved
from asterism.solve.card_answers import Answers
from asterism.solve.card_answers import answers as card_answers
from asterism.solve.cards import is_card_game
from asterism.solve.race import race_of

# A table of this many bytes is solved in seconds, and may be solved while somebody waits for a bot.
QUICK = 32 << 20 if COMPILED else 64 << 10

Known = Solution | Reduced | Answers  # what is known about a game with so many seats

_answers: dict[tuple[object, ...], Known | None] = {}
_finding: dict[tuple[object, ...], threading.Lock] = {}
_lock = threading.Lock()  # of `_finding`


def answers(game: Game, seats: int, options: dict[str, int]) -> Known | None:
    """The best table for so many seats: the exact one if it is quick to solve or was solved before; None for search."""
    key = (game.module, game.version, seats, tuple(sorted(options.items())))
    with _lock:
        finding = _finding.setdefault(key, threading.Lock())
    with finding:  # those who ask for the same wait for it to be solved; others do not
        if key not in _answers:
            try:
                _answers[key] = _find(game, seats, options)
            except NotARace:
                _answers[key] = None
        return _answers[key]


def is_quick(game: Game, seats: int, options: dict[str, int]) -> bool:
    return race_of(game, options).bytes_for(seats) <= QUICK


def is_large(game: Game, seats: int, options: dict[str, int]) -> bool:
    """Whether a table takes so much memory that it is not loaded before it is needed."""
    try:
        return is_race(game) and not is_quick(game, seats, options)
    except NotARace:
        return False


def _find(game: Game, seats: int, options: dict[str, int]) -> Known | None:
    if is_card_game(game):
        return card_answers(game, seats)
    if not is_race(game):
        return None
    if is_quick(game, seats, options):
        return solve(game, seats, options=options)
    if exact := solved(game, seats, options):
        return exact
    fewer = [n for n in range(max(2, game.seats[0]), seats) if is_quick(game, n, options)]
    if 2 not in fewer:
        return None
    return Reduced(solve(game, fewer[-1], options=options), solve(game, 2, options=options), seats)


class Exact:
    """Plays the best action there is."""

    def __init__(self, game: Game) -> None:
        self._game = game

    def choose(self, seen: States, legal: list[int], past: Past | None = None) -> int:
        found = answers(self._game, int(seen["seats"][0]), self._game.options_of(seen))
        assert found is not None
        return found.choice(seen)
