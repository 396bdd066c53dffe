"""Races with more seats than a table can hold: state abstraction to fewer seats, the strongest rivals alone.

Measured where the exact table is known too, this loses least of all the ways to leave rivals out (docs/EXACT.md). What
a seat can expect is then not computed but estimated by Monte Carlo rollouts: the match is played to its end many times
by that same policy.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from asterism.core.compile import apart, rule
from asterism.core.game import BadInput, States
from asterism.core.header import OVER
from asterism.core.rng import new_rng, random_below

from .explore import key_of, seat_in_turn
from .solution import Solution
from .value_iteration import policy_of

Array = Any

MATCHES = 4_000  # played out for an estimate: within 1.6 percent, 19 times of 20
FINE = 1 << 30  # chances are drawn in steps of one in this many


@rule
def strongest(stands: Array, seat: int, seats: int, fewer: int, strength: Array, keep: Array, standings: int) -> int:
    """How the strongest `fewer - 1` rivals of a seat stand, as a row of the table; of equals, the next to move."""
    for i in range(seats):
        keep[i] = 1
    keep[seat] = 0
    for _ in range(seats - fewer):
        weakest = -1
        for i in range(1, seats):
            other = (seat + i) % seats
            if keep[other] == 1 and (weakest < 0 or strength[stands[other]] <= strength[stands[weakest]]):
                weakest = other
        keep[weakest] = 0
    r = 0
    for i in range(1, seats):
        other = (seat + i) % seats
        if keep[other] == 1:
            r = r * standings + stands[other]
    return r


@apart
def roll_out(
    wins: Array,
    begin: Array,
    stands: Array,
    keep: Array,
    seat: int,
    at: int,
    fewer: int,
    strength: Array,
    policy: Array,
    standings: int,
    graph: tuple[Array, ...],
    rng: Array,
    matches: int,
) -> None:
    """Play matches to the end from place `at` of this seat's turn, all seats by the policy; count who wins."""
    chance, first, target, weight, _, _, start = graph
    seats = len(begin)
    for _ in range(matches):
        for i in range(seats):
            stands[i] = begin[i]
        mover, place = seat, at
        r = strongest(stands, mover, seats, fewer, strength, keep, standings)
        while place != standings:
            if place < standings:
                stands[mover] = place
                mover = (mover + 1) % seats
                r = strongest(stands, mover, seats, fewer, strength, keep, standings)
                place = start[stands[mover]]
            elif chance[place - standings - 1] == 0:
                place = target[first[place - standings - 1] + policy[r, place - standings - 1]]
            else:
                e = first[place - standings - 1]
                left = random_below(rng, FINE) / FINE - weight[e]
                while left >= 0.0 and e + 1 < first[place - standings]:
                    e += 1
                    left -= weight[e]
                place = target[e]
        wins[mover] += 1


def strength_of(versus: Solution) -> Array:
    """How strong each standing is: its chance of winning, in turn, against one rival who has just begun."""
    graph = versus.race.graph
    fresh = graph.standing[versus.race.situations.first]
    return versus.values[0].reshape(graph.standings, graph.standings)[:, fresh]


class FewerSeats:
    """What is nearly known for a number of seats, from the solution for fewer (a `solve.Known`)."""

    exact = False
    kind: Literal["win"] = "win"

    def __init__(self, solution: Solution, versus: Solution, seats: int) -> None:
        self.race = solution.race
        self.seats = seats
        self._fewer = solution.seats
        self._policy = policy_of(solution.race.graph, solution.values)
        self._strength = strength_of(versus).copy()

    def value(self, seen: States) -> list[float]:
        """For each seat its estimated chance of winning."""
        self._check(seen)
        if int(seen["to_act"][0]) == OVER:
            return self.race.game.shares(seen)
        seat = seat_in_turn(self.race.game, seen)
        return self._estimate(seen, seat, self.race.place(key_of(self.race.game, seen, seat)))

    def actions(self, seen: States) -> list[tuple[int, float]]:
        """Each legal action with its estimated value to the seat to act, the one to play first."""
        self._check(seen)
        seat = int(seen["to_act"][0])
        if seat < 0:
            return []
        places, chosen = self._options(seen, seat)
        worths = {place: self._estimate(seen, seat, place)[seat] for place in set(places.values())}
        order = sorted(places, key=lambda action: (places[action] != chosen, -worths[places[action]], action))
        return [(action, worths[places[action]]) for action in order]

    def choice(self, seen: States) -> int:
        """The action to play, without an estimate of what it is worth."""
        places, chosen = self._options(seen, int(seen["to_act"][0]))
        return min(places, key=lambda action: (places[action] != chosen, action))

    def _options(self, seen: States, seat: int) -> tuple[dict[int, int], int]:
        """Where each legal action leads to, and the place to go to (-1: there is only one)."""
        race, graph = self.race, self.race.graph
        places = {action: race.place_after(seen, seat, action) for action in race.game.legal(seen)}
        node = race.place(key_of(race.game, seen, seat)) - graph.standings - 1
        if graph.chance[node] == 1:
            return places, -1
        stands, keep = self._stands(seen, seat)
        r = strongest(stands, seat, self.seats, self._fewer, self._strength, keep, graph.standings)
        return places, int(graph.target[graph.first[node] + self._policy[r, node]])

    def _stands(self, seen: States, seat: int) -> tuple[Array, Array]:
        """The standing of every seat; the seat in turn has none."""
        rivals = self.race.rivals(seen, seat)
        stands = np.zeros(self.seats, np.int64)
        for i, standing in enumerate(rivals):
            stands[(seat + 1 + i) % self.seats] = standing
        return stands, np.zeros(self.seats, np.int64)

    def _estimate(self, seen: States, seat: int, place: int) -> list[float]:
        graph = self.race.graph
        begin, keep = self._stands(seen, seat)
        wins = np.zeros(self.seats, np.int64)
        roll_out(
            wins,
            begin,
            begin.copy(),
            keep,
            seat,
            place,
            self._fewer,
            self._strength,
            self._policy,
            graph.standings,
            graph.arrays,
            new_rng(1),  # always the same matches, so that actions are compared fairly and advice repeats
            MATCHES,
        )
        return [float(count) / MATCHES for count in wins]

    def _check(self, seen: States) -> None:
        game, seats = self.race.game, int(seen["seats"][0])
        if seats != self.seats or game.options_of(seen) != self.race.options:
            raise BadInput(f"this is for {game.name} with {self.seats} seats and options of its own, not for others")
