"""Races solved exactly: the fewest expected turns for one seat, the chance of winning of every seat for more.

A table has one value for every seat and every way the seats can stand at the beginning of a turn. It is found by going
back turn by turn from the end (value iteration): what a seat can expect before a turn follows from what it can expect
after it, first for the seat in turn, then for the one that moves next, and so on round the table, so that one sweep
goes back a whole round. Each seat maximises its own chance of winning; see docs/EXACT.md for ties.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from functools import lru_cache
from typing import Any, Literal

import numpy as np

from asterism.core.discover import find
from asterism.core.game import BadInput, Game, States
from asterism.core.header import OVER

from . import tables
from .merge import Turn, small
from .sweep import LANES, furthest, look_up, turn_back
from .turns import Key, NotARace, Turns, is_race, key_of, list_turns, seat_in_turn

Array = np.ndarray[Any, Any]
Progress = Callable[[float, str], None]

GOAL = 1e-13  # iterate until nothing changes by more than this (times the greatest value, where that is above 1)
MOST_SWEEPS = 20_000
MOST_BYTES = 2 << 30  # a table may take this much memory
TURNS_KEPT = 64  # solved turns that a solution remembers

all_cores = threading.Lock()  # loops over all cores must not be entered by two threads at once


class Race:
    """A game with its options, seen as a race: every situation of a seat, and where it lies in the tables."""

    def __init__(self, game: Game, options: Mapping[str, int]) -> None:
        self.game = game
        self.options = dict(options)
        self.turns: Turns = list_turns(game, options)
        self.turn: Turn = small(self.turns)

    def bytes_for(self, seats: int) -> int:
        """The memory that the table for so many seats takes."""
        return int(8 * seats * self.turn.cards**seats)

    def rivals(self, states: States, seat: int) -> tuple[int, ...]:
        """The cards of the others, in the order in which they come to move after this seat."""
        seats = int(states["seats"][0])
        return tuple(self._card(key_of(self.game, states, (seat + i) % seats)) for i in range(1, seats))

    def place(self, key: Key) -> int:
        """Where a situation of the seat in turn lies among the values of a turn."""
        if key not in self.turn.place:
            raise BadInput(f"this state cannot come up in a match of {self.game.name}")
        return self.turn.place[key]

    def place_after(self, states: States, seat: int, action: int) -> int:
        """Where an action leads to: an index among the values of this turn (a card, WIN or a node)."""
        after = states.copy()
        self.game.doors.step(after, action)
        if int(after["to_act"][0]) == OVER:
            return self.turn.cards
        key = key_of(self.game, after, seat)
        if int(states["seats"][0]) > 1:
            ended = seat_in_turn(self.game, after) != seat
        else:  # alone, the next turn is one's own: only the graph can tell where one ended
            ended = self._ends_turn(key_of(self.game, states, seat), key)
        return self._card(key) if ended else self.place(key)

    def _card(self, key: Key) -> int:
        if key not in self.turn.card:
            raise BadInput(f"this state cannot come up in a match of {self.game.name}")
        return self.turn.card[key]

    def _ends_turn(self, key: Key, after: Key) -> bool:
        self.place(key)
        ways = {edge.ends_turn for edge in self.turns.nodes[key].edges if edge.key == after}
        if len(ways) != 1:
            raise NotARace(f"{self.game.name}: alone, it cannot be told whether a turn has ended")
        return ways.pop()


class Solution:
    """The exact answers for one number of seats."""

    exact = True

    def __init__(self, race: Race, seats: int, values: Array, residual: float) -> None:
        self.race = race
        self.seats = seats
        self.values = values  # values[k, i]: of the k-th seat from the one in turn, whose card is first in the index i
        self.residual = residual  # how far the values are from satisfying the equations of optimal play
        # Rivals stand still for a whole turn, so the same turn is asked for again and again.
        self._turn = lru_cache(TURNS_KEPT)(lambda rivals: solve_turn(race.turn, values, rivals))

    @property
    def kind(self) -> Literal["win", "turns"]:
        return "win" if self.seats > 1 else "turns"

    def value(self, states: States) -> list[float]:
        """For each seat its chance of winning; alone, the turns it will take, the one that has begun included."""
        game = self.race.game
        self._check(states)
        if int(states["to_act"][0]) == OVER:
            return game.shares(states) if self.seats > 1 else [0.0]
        seat = seat_in_turn(game, states)
        x, _ = self._turn(self.race.rivals(states, seat))
        row = x[self.race.place(key_of(game, states, seat))]
        return [self._told(row[(other - seat) % self.seats]) for other in range(self.seats)]

    def actions(self, states: States) -> list[tuple[int, float]]:
        """Each legal action with its value to the seat to act, the one to play first; none when no seat is to act."""
        self._check(states)
        seat = int(states["to_act"][0])
        if seat < 0:
            return []
        race, turn = self.race, self.race.turn
        x, pick = self._turn(race.rivals(states, seat))
        chosen = -1
        node = race.place(key_of(race.game, states, seat)) - turn.cards - 1
        if turn.chance[node] == 0:  # otherwise there is only one way to go on, which the graph has gone already
            chosen = int(turn.target[turn.first[node] + pick[node, 0]])
        places = {action: race.place_after(states, seat, action) for action in race.game.legal(states)}
        order = sorted(places, key=lambda action: (places[action] != chosen, -x[places[action], 0], action))
        return [(action, self._told(x[places[action], 0])) for action in order]

    def choice(self, states: States) -> int:
        """The action to play."""
        return self.actions(states)[0][0]

    def _told(self, value: float) -> float:
        return float(value) if self.seats > 1 else -float(value)

    def _check(self, states: States) -> None:
        game, seats = self.race.game, int(states["seats"][0])
        if seats != self.seats:
            raise BadInput(f"this is the solution of {game.name} for {self.seats}, not for {seats}")
        if game.options_of(states) != self.race.options:
            raise BadInput(f"this is the solution of {game.name} for other options")


def solve_turn(turn: Turn, values: Array, rivals: tuple[int, ...]) -> tuple[Array, Array]:
    """One turn solved with a table: the values of every place in it, a lane for each seat, and the choices made."""
    x = np.zeros((turn.cards + 1 + len(turn.chance), LANES))
    pick = np.zeros((len(turn.chance), LANES), np.int8)
    r = 0
    for card in rivals:
        r = r * turn.cards + card
    win, toll = worth(len(values))
    look_up(x, pick, np.zeros(LANES), values, r, win, toll, turn.cards, turn.arrays)
    return x, pick


def worth(seats: int) -> tuple[float, float]:
    """What finishing is worth, and what any other end of a turn costs: turns are counted when alone."""
    return (1.0, 0.0) if seats > 1 else (-1.0, 1.0)


def solve(
    game: str | Game, seats: int, progress: Progress | None = None, options: Mapping[str, int] | None = None
) -> Solution:
    """The solution of a race for a number of seats: from memory, from disk, or computed now."""
    game = find(game) if isinstance(game, str) else game
    race = race_of(game, options or {})
    game.check_options(seats, race.options)
    with all_cores:
        found = _known(race, seats)
        if found is None:
            found = _compute(race, seats, progress or (lambda fraction, text: None))
            _solutions[_name(race, seats)] = found
        return found


def solved(game: Game, seats: int, options: Mapping[str, int] | None = None) -> Solution | None:
    """The solution if it has been computed before, here or in an earlier run; None otherwise."""
    race = race_of(game, options or {})
    with all_cores:
        return _known(race, seats)


_races: dict[tuple[str, int, tuple[tuple[str, int], ...]], Race] = {}
_solutions: dict[str, Solution] = {}


def race_of(game: Game, options: Mapping[str, int]) -> Race:
    """The race that a game is; NotARace, in words, where it is none."""
    if not is_race(game):
        raise NotARace(f"{game.name} is not a race: it cannot be solved this way")
    chosen = game.check_options(max(2, game.seats[0]), options)
    key = (game.module, game.version, tuple(sorted(chosen.items())))
    if key not in _races:
        _races[key] = Race(game, chosen)
    return _races[key]


def _name(race: Race, seats: int) -> str:
    return tables.digest(seats, race.turn.arrays)


def _shape(race: Race, seats: int) -> tuple[int, int]:
    return seats, race.turn.cards**seats


def _known(race: Race, seats: int) -> Solution | None:
    name = _name(race, seats)
    if name not in _solutions and (found := tables.load(name, _shape(race, seats))):
        _solutions[name] = Solution(race, seats, *found)
    return _solutions.get(name)


def _compute(race: Race, seats: int, progress: Progress) -> Solution:
    game, turn = race.game, race.turn
    if race.bytes_for(seats) > MOST_BYTES or seats > LANES:
        size = race.bytes_for(seats) / 2**30
        raise BadInput(f"{game.name} for {seats} needs a table of {size:.1f} GB, which is more than is allowed")
    values = np.zeros(_shape(race, seats))
    picks = np.zeros((turn.cards ** (seats - 1), len(turn.chance)), np.int8)
    win, toll = worth(seats)
    before = np.empty(values.shape[1])
    change, begun, scale, done = 1.0, 1.0, 1.0, 0.0
    for sweep in range(MOST_SWEEPS):
        finest = 1e-15 * scale
        tolerance = max(finest, 1e-3 * min(change, 1.0))  # no need to be finer within a turn than between turns
        before[:] = values[0]
        later = before if seats == 1 else values[-1]
        turn_back(values[0], later, picks, True, win, toll, tolerance, turn.cards, turn.arrays)
        for k in range(1, seats):
            turn_back(values[k], values[k - 1], picks, False, 0.0, 0.0, tolerance, turn.cards, turn.arrays)
        change = furthest(values[0], before)
        scale = max(1.0, float(np.abs(values[0]).max()))
        begun = max(begun, change)
        goal = GOAL * scale
        done = max(done, np.log(begun / max(change, goal)) / np.log(begun / goal))
        progress(float(min(done, 0.99)), f"{game.name} for {seats}: sweep {sweep + 1}, still moving by {change:.0e}")
        if change <= goal and tolerance <= finest:
            break
    else:
        raise BadInput(f"{game.name} for {seats} did not settle within {MOST_SWEEPS} sweeps")
    residual = _residual(turn, values)
    if residual > tables.GOOD:
        raise BadInput(f"{game.name} for {seats} did not settle: its residual is {residual:.0e}")
    tables.save(_name(race, seats), values, residual)
    progress(1.0, f"{game.name} for {seats}: solved")
    return Solution(race, seats, values, residual)


def _residual(turn: Turn, values: Array) -> float:
    """The greatest difference between any value and what the equations make of the others, all at once."""
    seats = len(values)
    picks = np.zeros((turn.cards ** (seats - 1), len(turn.chance)), np.int8)
    win, toll = worth(seats)
    again = np.empty(values.shape[1])
    turn_back(again, values[-1], picks, True, win, toll, 0.0, turn.cards, turn.arrays)
    worst = furthest(again, values[0])
    for k in range(1, seats):
        turn_back(again, values[k - 1], picks, False, 0.0, 0.0, 0.0, turn.cards, turn.arrays)
        worst = max(worst, furthest(again, values[k]))
    return float(worst)
