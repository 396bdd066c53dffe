"""What is known about a game as compiled code can look it up: a function and its tables, for millions of matches."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import numpy as np

from asterism.core.game import Game

from .known import best_known
from .races import Solution
from .races.lookup import EMPTY, Places, Table
from .races.solution import solve_turns
from .races.value_iteration import policy_of
from .score_cards import BySeats
from .score_cards.lookup import tables_of
from .score_cards.shipped import reader_of

RACES = "asterism.solve.races.lookup"
SCORE_CARDS = "asterism.solve.score_cards.lookup"


@dataclass(frozen=True)
class Compiled:
    """`choose(s, out, n, tables)` gives the action to play of the `n` listed in `out`, as `Known.choice` does."""

    choose: Callable[..., int]
    tables: Any


def compiled(game: Game, seats: int, options: Mapping[str, int]) -> Compiled | None:
    """What is best known for so many seats, for compiled code; None where nothing is, or where it cannot be had so.

    The tables have room to work in: one thread at a time."""
    known = best_known(game, seats, dict(options))
    if isinstance(known, Solution) and seats > 1:
        kernel = game.bound(RACES)
        return Compiled(kernel.choose_by_table, _table_of(known, kernel))
    if isinstance(known, BySeats):
        kernel = game.bound(SCORE_CARDS, card_of=reader_of(game))
        return Compiled(kernel.choose_by_table, tables_of(known, seats))
    return None


def _table_of(solution: Solution, kernel: Any) -> Table:
    race = solution.race
    graph, game = race.graph, race.game
    words = game.state.itemsize // 4
    size = 1 << (4 * len(graph.place)).bit_length()
    places = Places(np.zeros((size, words), np.int32), np.full(size, EMPTY, np.int32), np.full(size, EMPTY, np.int32))
    for key, place in graph.place.items():
        word = np.frombuffer(key, np.int32).copy()
        slot = kernel.slot_for(word, places)
        places.keys[slot], places.place[slot], places.standing[slot] = word, place, graph.standing.get(key, EMPTY)
    blank, side = np.zeros(1, game.state), np.zeros(1, game.state)
    for option, value in race.options.items():
        blank[option] = value
    return Table(
        places,
        graph.standings,
        graph.chance,
        graph.first,
        graph.target,
        policy_of(graph, solution.values),
        solve_turns(graph, solution.values),
        np.zeros(1, game.state),
        side,
        side.view(np.int32),
        blank,
    )
