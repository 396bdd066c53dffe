"""What a seat can expect, and what its actions are worth: for hints, for the graph of chances, and for the review."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, NamedTuple

from asterism.core.game import Game, States
from asterism.core.header import OVER
from asterism.core.played import Past
from asterism.core.rng import new_rng
from asterism.solve import best_known

from .belief import Belief, learns
from .search import FEW_SECONDS, Budget, Found, grow, plant

Kind = Literal["win", "turns", "points", "team"]
SIMULATIONS = 4_000
SECONDS = 3.0  # that an answer takes at most, however long a match may go on
A_PART = 500  # simulations between two steps
Step = Callable[[], None]  # called now and then; it may raise, to end what nobody waits for


@dataclass(frozen=True)
class Valued:
    """What an action is worth to the seat to act."""

    action: int
    value: float  # in what the kind of the advice says; for a team its share
    points: float | None = None  # what the seat will have scored at the end, where that is counted


@dataclass(frozen=True)
class Advice:
    """What a seat can expect, and what each of its actions is worth to it."""

    exact: bool  # computed, not estimated
    kind: Kind  # chances of winning, each seat's or the team's; alone, the turns it takes or the points it makes
    seats: list[float]  # for every seat
    actions: list[Valued]  # for the seat to act, best first; empty when chance is to act
    points: list[float] | None = None  # what every seat will have scored at the end, where that is counted
    searched: bool = False  # by a search, which tries poor actions a few times only


def with_best(shares: list[float], seat: int, best: float) -> list[float]:
    """What everyone can expect if the seat to act does what is best.

    The mean of a search is less than that: it counts all that was tried. What the seat gains, the others lose, each in
    proportion to what they had."""
    rest = sum(shares) - shares[seat]
    left = max(0.0, sum(shares) - best)
    others = len(shares) - 1
    return [
        best if one == seat else share * left / rest if rest > 0 else left / others for one, share in enumerate(shares)
    ]


class Forecast(NamedTuple):
    """What is told of a match."""

    chances: list[float]  # of each seat
    points: list[float]  # of each seat, at the end
    more_points: float  # than the simulations found, for all their actions alike


def forecast(game: Game, seen: States, found: Found, points: float) -> Forecast:
    """What a team can expect that plays on well. Simulations play on in haste, and win less often; by how much, a game
    may have measured. All seats have the same, and `points` are those of the best action."""
    seats = len(found.wins)
    if not game.forecast:
        return Forecast(found.wins, [points] * seats, 0.0)
    chance, most = game.forecast(seen[0], found.wins[0], points)
    return Forecast([chance] * seats, [most] * seats, most - points)


class Adviser:
    """Advises the seats of one match; what each concluded from the choices of others is kept as the match goes on."""

    def __init__(
        self, game: Game, simulations: int = SIMULATIONS, seconds: float = SECONDS, step: Step = lambda: None
    ) -> None:
        self._game, self._step = game, step
        self._budget = Budget(simulations, seconds)
        self._beliefs: dict[int, Belief] = {}

    def advise(self, seen: States, seat: int, past: Past | None = None) -> Advice | None:
        """What everyone can expect, from what a seat sees and (if it is told) how it came; None where nobody knows."""
        game, to_act = self._game, int(seen["to_act"][0])
        if to_act == OVER:
            return None
        known = best_known(game, int(seen["seats"][0]), game.options_of(seen))
        if known:
            actions = [Valued(action, value) for action, value in known.actions(seen)]
            return Advice(known.exact, known.kind, known.value(seen), actions)
        if seat < 0 and game.has["see"]:
            return None  # nobody's secrets are known here
        found = self._search(seen, seat, past, self._belief(seat) if past else None)
        counted = game.has["score"]
        tried = found.actions if to_act >= 0 else []
        shares, points = found.shares, found.points
        if tried and (seat == to_act or not game.has["see"]):
            shares = with_best(shares, to_act, tried[0].value)
            points = [tried[0].points if one == to_act else score for one, score in enumerate(points)]
        told = Forecast(shares, points, 0.0)
        if game.team:
            told = forecast(game, seen, found, points[max(0, to_act)])
        return Advice(
            exact=False,
            kind="team" if game.team else "win",
            seats=told.chances,
            actions=[
                Valued(one.action, one.value, one.points + told.more_points if counted else None) for one in tried
            ],
            points=told.points if counted else None,
            searched=True,
        )

    def worth(self, seen: States, seat: int, past: Past) -> Valued:
        """What a seat can expect in what may come next, by a search of its own: so two ways to go on compare."""
        belief = self._beliefs.get(seat)
        found = self._search(seen, seat, past, belief.fork() if belief else None)
        return Valued(-1, found.shares[seat], found.points[seat] if self._game.has["score"] else None)

    def stands(self, states: States) -> list[float]:
        """The chances of all seats, of a state of which everything is known."""
        to_act = int(states["to_act"][0])
        found = self._search(states, to_act, None, None)
        if self._game.team:
            return forecast(self._game, states, found, found.points[0]).chances
        return with_best(found.shares, to_act, found.actions[0].value) if found.actions else found.shares

    def _search(self, seen: States, seat: int, past: Past | None, belief: Belief | None) -> Found:
        """Part by part: in between it may be ended. What is concluded from the past takes some of the time."""
        begin, (simulations, seconds) = time.perf_counter(), (self._budget.simulations, self._budget.seconds)
        if belief and past:
            belief.follow(past, seen, seat)
        trees, rng, left, found = plant(self._game, self._budget), new_rng(1), seconds, None
        for done in range(0, simulations, A_PART):
            self._step()
            if seconds:
                left = begin + seconds - time.perf_counter()
                if found and left <= 0:
                    break
            part = Budget(min(A_PART, simulations - done), max(FEW_SECONDS, left) if seconds else 0.0)
            found = grow(trees, seen, seat, part, rng, belief)
        assert found is not None
        return found

    def _belief(self, seat: int) -> Belief | None:
        if learns(self._game) and seat not in self._beliefs:
            self._beliefs[seat] = Belief(self._game, new_rng(1 + seat))
        return self._beliefs.get(seat)
