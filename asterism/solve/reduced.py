"""Races with more seats than a table can hold: play by the table for fewer seats, against the strongest rivals only.

Measured where the exact table is known too, this loses least of all the ways to leave rivals out (docs/EXACT.md). What
a seat can expect is then not computed but estimated: the match is played to its end many times by that same rule.
"""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from asterism.core.compile import apart, rule
from asterism.core.game import BadInput, States
from asterism.core.header import OVER
from asterism.core.rng import draw, new_rng

from .race import Solution, all_cores, worth
from .sweep import turn_back
from .turns import key_of, seat_in_turn

Array = Any

MATCHES = 4_000  # played out for an estimate: within 1.6 percent, 19 times of 20
FINE = 1 << 30  # chances are drawn in steps of one in this many


@rule
def way_of(hold: Array, seat: int, seats: int, fewer: int, strength: Array, keep: Array, cards: int) -> int:
    """How the strongest `fewer - 1` rivals of a seat stand, as a row of the table; of equals, the next to move."""
    for i in range(seats):
        keep[i] = 1
    keep[seat] = 0
    for _ in range(seats - fewer):
        weakest = -1
        for i in range(1, seats):
            other = (seat + i) % seats
            if keep[other] == 1 and (weakest < 0 or strength[hold[other]] <= strength[hold[weakest]]):
                weakest = other
        keep[weakest] = 0
    r = 0
    for i in range(1, seats):
        other = (seat + i) % seats
        if keep[other] == 1:
            r = r * cards + hold[other]
    return r


@apart
def race_on(
    wins: Array,
    begin: Array,
    hold: Array,
    keep: Array,
    seat: int,
    at: int,
    fewer: int,
    strength: Array,
    picks: Array,
    cards: int,
    graph: tuple[Array, ...],
    rng: Array,
    matches: int,
) -> None:
    """Play matches to the end from place `at` of this seat's turn, all seats by the table; count who wins."""
    chance, first, target, weight, _, _, start = graph
    seats = len(begin)
    for _ in range(matches):
        for i in range(seats):
            hold[i] = begin[i]
        mover, place = seat, at
        r = way_of(hold, mover, seats, fewer, strength, keep, cards)
        while place != cards:
            if place < cards:
                hold[mover] = place
                mover = (mover + 1) % seats
                r = way_of(hold, mover, seats, fewer, strength, keep, cards)
                place = start[hold[mover]]
            elif chance[place - cards - 1] == 0:
                place = target[first[place - cards - 1] + picks[r, place - cards - 1]]
            else:
                e = first[place - cards - 1]
                left = draw(rng, FINE) / FINE - weight[e]
                while left >= 0.0 and e + 1 < first[place - cards]:
                    e += 1
                    left -= weight[e]
                place = target[e]
        wins[mover] += 1


class Reduced:
    """Near-exact answers for a number of seats, from the solution for fewer; the same questions as a `Solution`."""

    exact = False
    kind: Literal["win"] = "win"

    def __init__(self, solution: Solution, versus: Solution, seats: int) -> None:
        race, turn = solution.race, solution.race.turn
        self.race = race
        self.seats = seats
        self._fewer = solution.seats
        self._picks = np.zeros((turn.cards ** (solution.seats - 1), len(turn.chance)), np.int8)
        now = np.empty(solution.values.shape[1])
        win, toll = worth(solution.seats)
        with all_cores:
            turn_back(now, solution.values[-1], self._picks, True, win, toll, 0.0, turn.cards, turn.arrays)
        # How strong a card is: its chance of winning, in turn, against one rival who has just begun.
        fresh = turn.card[race.turns.first]
        self._strength = versus.values[0].reshape(turn.cards, turn.cards)[:, fresh].copy()

    def value(self, states: States) -> list[float]:
        """For each seat its estimated chance of winning."""
        self._check(states)
        if int(states["to_act"][0]) == OVER:
            return self.race.game.shares(states)
        seat = seat_in_turn(self.race.game, states)
        return self._estimate(states, seat, self.race.place(key_of(self.race.game, states, seat)))

    def actions(self, states: States) -> list[tuple[int, float]]:
        """Each legal action with its estimated value to the seat to act, the one to play first."""
        self._check(states)
        seat = int(states["to_act"][0])
        if seat < 0:
            return []
        places, chosen = self._options(states, seat)
        worths = {place: self._estimate(states, seat, place)[seat] for place in set(places.values())}
        order = sorted(places, key=lambda action: (places[action] != chosen, -worths[places[action]], action))
        return [(action, worths[places[action]]) for action in order]

    def choice(self, states: States) -> int:
        """The action to play, without an estimate of what it is worth."""
        places, chosen = self._options(states, int(states["to_act"][0]))
        return min(places, key=lambda action: (places[action] != chosen, action))

    def _options(self, states: States, seat: int) -> tuple[dict[int, int], int]:
        """Where each legal action leads to, and the place to go to (-1: there is only one)."""
        race, turn = self.race, self.race.turn
        places = {action: race.place_after(states, seat, action) for action in race.game.legal(states)}
        node = race.place(key_of(race.game, states, seat)) - turn.cards - 1
        if turn.chance[node] == 1:
            return places, -1
        hold, keep = self._hold(states, seat)
        r = way_of(hold, seat, self.seats, self._fewer, self._strength, keep, turn.cards)
        return places, int(turn.target[turn.first[node] + self._picks[r, node]])

    def _hold(self, states: States, seat: int) -> tuple[Array, Array]:
        """The card of every seat; the seat in turn has none in its hand."""
        rivals = self.race.rivals(states, seat)
        hold = np.zeros(self.seats, np.int64)
        for i, card in enumerate(rivals):
            hold[(seat + 1 + i) % self.seats] = card
        return hold, np.zeros(self.seats, np.int64)

    def _estimate(self, states: States, seat: int, place: int) -> list[float]:
        turn = self.race.turn
        begin, keep = self._hold(states, seat)
        wins = np.zeros(self.seats, np.int64)
        race_on(
            wins,
            begin,
            begin.copy(),
            keep,
            seat,
            place,
            self._fewer,
            self._strength,
            self._picks,
            turn.cards,
            turn.arrays,
            new_rng(1),  # always the same matches, so that actions are compared fairly and answers repeat
            MATCHES,
        )
        return [float(count) / MATCHES for count in wins]

    def _check(self, states: States) -> None:
        game, seats = self.race.game, int(states["seats"][0])
        if seats != self.seats or game.options_of(states) != self.race.options:
            raise BadInput(f"these are answers for {game.name} with {self.seats} seats and other options or seats")
