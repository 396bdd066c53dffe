"""A match looked at again: what everyone could expect at each choice, and what the choice that was made cost."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from asterism.core.match import Match
from asterism.core.played import Moment, Past, Played
from asterism.core.rng import new_rng
from asterism.solve import best_known

from .advice import SIMULATIONS, Advice, Adviser, Kind, Valued
from .belief import Belief, learns
from .search import Tree

SECONDS = 60.0  # a review takes at most, on one core
WORTHS = 2  # searches of a choice that ask what follows from it
SEARCHES = (
    2 + WORTHS
)  # that one choice may need: what is best, how all stand, what follows from the best and from what was done
FEWEST = 300  # simulations: below it a search says little, and fewer choices are looked at instead
PROBE = 50  # simulations, to see how long they take


@dataclass(frozen=True)
class Reviewed:
    """One choice of a match."""

    ply: int
    seat: int
    exact: bool
    kind: Kind
    seats: list[float]  # what every seat could expect before it; with secrets, had everyone known them
    action: int
    best: int  # the action with the best value
    cost: float  # what the action was worth less than the best one; 0 for the best
    points: float | None = None  # the points it cost, where they are counted


@dataclass(frozen=True)
class Review:
    """The choices of a match, in order, and how many at its beginning were left out because there was no time."""

    choices: list[Reviewed]
    left_out: int


def review(match: Match, seconds: float = SECONDS, step: Callable[[], None] = lambda: None) -> Review:
    """Every choice that stands, each seen with the eyes of the seat that made it; or the last ones, if the seconds do
    not suffice for all. `step` is called before each of them, and may raise to end it."""
    standing = match.standing()
    choices = [played for played in standing if played.actor >= 0 and not goes_without_saying(match, played)]
    looked_at, simulations = afford(match, choices, seconds)
    game, adviser = match.game, Adviser(match.game, simulations)
    shown = {played.ply for played in choices[len(choices) - looked_at :]}
    pasts: list[list[Moment]] = [[] for _ in range(match.seats)]
    found = []
    for played in standing:
        seat = played.actor
        if played.ply in shown:
            step()
            seen = game.seen(played.states, seat)
            known = adviser.advise(seen, seat, pasts[seat])
            if known and known.actions:
                found.append(judged(match, played, known, adviser, pasts[seat]))
        for other, past in enumerate(pasts):
            past.append((game.seen(played.states, other), game.heard(played.states, other, played.action)))
    return Review(found, len(choices) - looked_at)


def goes_without_saying(match: Match, played: Played) -> bool:
    """Whether it was the one sensible thing to do: there is nothing to say about it, and much to search elsewhere."""
    game, seat = match.game, played.actor
    if not game.has["sensible"]:
        return False
    out = np.empty(game.actions, np.int32)
    return game.doors.list_sensible(game.seen(played.states, seat), out) == 1 and int(out[0]) == played.action


def afford(match: Match, choices: list[Played], seconds: float) -> tuple[int, int]:
    """How many of the choices can be looked at, and with how many simulations for each search, in the seconds that are
    left when everyone has followed the match."""
    if not choices or best_known(match.game, match.seats, match.options):
        return len(choices), SIMULATIONS
    middle = choices[len(choices) // 2]
    tree = Tree(match.game, PROBE)
    tree.grow(
        middle.states, middle.actor, 0, new_rng(1)
    )  # the first of a process is compiled: that is not how long it takes
    begin = time.perf_counter()
    tree.grow(middle.states, middle.actor, PROBE, new_rng(1))
    pace = max(1e-6, (time.perf_counter() - begin) / PROBE)
    searches = max(0.0, seconds - time_to_follow(match)) / SEARCHES / pace  # simulations, all in all
    looked_at = max(1, min(len(choices), int(searches / FEWEST)))
    return looked_at, max(FEWEST, min(SIMULATIONS, int(searches / looked_at)))


def time_to_follow(match: Match) -> float:
    """Seconds that it takes to conclude, for every seat, what the choices of a match tell; measured on a part of it."""
    past = match.past(0) if learns(match.game) else []
    some = past[:PROBE]
    if len(some) < 3:
        return 0.0
    belief = Belief(match.game, new_rng(1))
    belief.follow(some[:1], some[1][0], 0)  # the first of a process is compiled
    begin = time.perf_counter()
    belief.follow(some[:-1], some[-1][0], 0)
    return (time.perf_counter() - begin) / (len(some) - 2) * len(past) * (match.seats + WORTHS)


def judged(match: Match, played: Played, known: Advice, adviser: Adviser, past: Past) -> Reviewed:
    # What each believed does not make a line: everyone thinks more of what they hold. The truth does.
    veiled = known.searched and match.game.has["see"]
    cost = cost_of(match, played, known, adviser, past)
    return Reviewed(
        ply=played.ply,
        seat=played.actor,
        exact=known.exact,
        kind=known.kind,
        seats=adviser.stands(played.states) if veiled else known.seats,
        action=played.action,
        best=known.actions[0].action,
        cost=cost.value,
        points=cost.points,
    )


def cost_of(match: Match, played: Played, known: Advice, adviser: Adviser, past: Past) -> Valued:
    """What an action was worth less than the best one.

    A search has tried a poor action a few times only, and hardly knows what it is worth: what follows from it and from
    the best one is searched again, each as long.
    """
    best = known.actions[0]
    if played.action == best.action:
        return Valued(played.action, 0.0, 0.0 if best.points is not None else None)
    if not known.searched:
        done = next(one for one in known.actions if one.action == played.action)
        lost = done.value - best.value if known.kind == "turns" else best.value - done.value  # fewer turns are better
        return Valued(played.action, max(0.0, lost))
    game, seat = match.game, played.actor
    here = game.seen(played.states, seat)

    def worth(action: int) -> Valued:
        after = played.states.copy()
        game.doors.step(after, action)
        return adviser.worth(game.seen(after, seat), seat, [*past, (here, action)])

    good, done = worth(best.action), worth(played.action)
    points = None if good.points is None or done.points is None else good.points - done.points
    return Valued(played.action, max(0.0, good.value - done.value), points)
