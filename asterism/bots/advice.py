"""Evaluating a position for a seat, by exact tables or by search: for hints, the graph of chances, and the review."""

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

from .belief import Belief, can_infer
from .search import LEAST_SECONDS, Budget, grow_trees, new_trees
from .search_result import SearchResult

Kind = Literal["win", "turns", "points", "team"]
SIMULATIONS = 4_000
SECONDS = 3.0  # for an answer, however long a match may go on
A_PART = 500  # simulations between two calls of `step`
Step = Callable[[], None]  # called between pieces of long work; it may raise, to end work that nobody waits for


@dataclass(frozen=True)
class ActionValue:
    """An action and its value to the seat to act."""

    action: int
    value: float  # in the unit that `kind` of the evaluation says; of a team, its mean share
    points: float | None = None  # expected final score of the seat; None where the game has no score


@dataclass(frozen=True)
class Evaluation:
    """The evaluation of a position: what every seat can expect, and the value of each action of the seat to act."""

    exact: bool  # computed, not estimated
    kind: Kind  # the unit: chances of winning of each seat or of the team; alone, turns still to come or final points
    seats: list[float]  # the value for every seat
    actions: list[ActionValue]  # of the seat to act, best first; empty when chance is to act
    points: list[float] | None = None  # expected final score of every seat; None where the game has no score
    searched: bool = False  # by a search, which visits poor actions so rarely that their values are rough


def with_best_play(shares: list[float], seat: int, best: float) -> list[float]:
    """The shares that seats can expect if the seat to act plays its best action, which is worth `best` to it.

    The mean shares of a search are lower for that seat, since they count all simulations, also those of poor actions.
    What the seat gains, the others lose in proportion to what they had."""
    rest = sum(shares) - shares[seat]
    left = max(0.0, sum(shares) - best)
    others = len(shares) - 1
    return [
        best if one == seat else share * left / rest if rest > 0 else left / others for one, share in enumerate(shares)
    ]


class Forecast(NamedTuple):
    """What a team can expect."""

    chances: list[float]  # of winning, the same for each seat
    points: list[float]  # expected final score, the same for each seat
    more_points: float  # correction of the points that the simulations found, the same for all actions


def forecast(game: Game, seen: States, found: SearchResult, points: float) -> Forecast:
    """Correct a search of a team game for the weak play of its simulations, which win less often than good players.

    The correction is fitted by the game (`Game.forecast`); `points` is the expected score of the best action."""
    seats = len(found.wins)
    if not game.forecast:
        return Forecast(found.wins, [points] * seats, 0.0)
    chance, most = game.forecast(seen[0], found.wins[0], points)
    return Forecast([chance] * seats, [most] * seats, most - points)


class Adviser:
    """Evaluates positions of one match for any of its seats; each seat's belief is kept and updated along the way."""

    def __init__(
        self, game: Game, simulations: int = SIMULATIONS, seconds: float = SECONDS, step: Step = lambda: None
    ) -> None:
        self._game, self._step = game, step
        self._budget = Budget(simulations, seconds)
        self._beliefs: dict[int, Belief] = {}

    def advise(self, seen: States, seat: int, past: Past | None = None) -> Evaluation | None:
        """Evaluate what `seat` sees, with its past if that is given. None once the match is over, and for a spectator
        (-1) of a game with secrets."""
        game, to_act = self._game, int(seen["to_act"][0])
        if to_act == OVER:
            return None
        known = best_known(game, int(seen["seats"][0]), game.options_of(seen))
        if known:
            actions = [ActionValue(action, value) for action, value in known.actions(seen)]
            return Evaluation(known.exact, known.kind, known.value(seen), actions)
        if seat < 0 and game.has["see"]:
            return None
        found = self._search(seen, seat, past, self._belief(seat) if past else None)
        counted = game.has["score"]
        tried = found.actions if to_act >= 0 else []
        shares, points = found.shares, found.points
        if tried and (seat == to_act or not game.has["see"]):
            shares = with_best_play(shares, to_act, tried[0].value)
            points = [tried[0].points if one == to_act else score for one, score in enumerate(points)]
        expected = Forecast(shares, points, 0.0)
        if game.team:
            expected = forecast(game, seen, found, points[max(0, to_act)])
        return Evaluation(
            exact=False,
            kind="team" if game.team else "win",
            seats=expected.chances,
            actions=[
                ActionValue(one.action, one.value, one.points + expected.more_points if counted else None)
                for one in tried
            ],
            points=expected.points if counted else None,
            searched=True,
        )

    def value_after(self, seen: States, seat: int, past: Past) -> ActionValue:
        """The value to `seat` of a position that an action leads to, by a search of its own: searches of equal length
        compare two actions better than one search that visits the worse of them rarely. `action` is -1."""
        belief = self._beliefs.get(seat)
        found = self._search(seen, seat, past, belief.fork() if belief else None)
        return ActionValue(-1, found.shares[seat], found.points[seat] if self._game.has["score"] else None)

    def open_chances(self, states: States) -> list[float]:
        """Every seat's chance of winning if nothing were secret; `states` is the whole truth."""
        to_act = int(states["to_act"][0])
        found = self._search(states, to_act, None, None)
        if self._game.team:
            return forecast(self._game, states, found, found.points[0]).chances
        return with_best_play(found.shares, to_act, found.actions[0].value) if found.actions else found.shares

    def _search(self, seen: States, seat: int, past: Past | None, belief: Belief | None) -> SearchResult:
        """Search within the budget, which the update of the belief is part of; `step` is called before each part."""
        begin, (simulations, seconds) = time.perf_counter(), (self._budget.simulations, self._budget.seconds)
        if belief and past:
            belief.follow(past, seen, seat)
        trees, rng, left, found = new_trees(self._game, self._budget), new_rng(1), seconds, None
        for done in range(0, simulations, A_PART):
            self._step()
            if seconds:
                left = begin + seconds - time.perf_counter()
                if found and left <= 0:
                    break
            part = Budget(min(A_PART, simulations - done), max(LEAST_SECONDS, left) if seconds else 0.0)
            found = grow_trees(trees, seen, seat, part, rng, belief)
        assert found is not None
        return found

    def _belief(self, seat: int) -> Belief | None:
        if can_infer(self._game) and seat not in self._beliefs:
            self._beliefs[seat] = Belief(self._game, new_rng(1 + seat))
        return self._beliefs.get(seat)
