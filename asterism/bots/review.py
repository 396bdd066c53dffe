"""Post-match analysis: what every seat could expect at each choice, and how much the action that was played lost."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from asterism.core.match import Match
from asterism.core.played import Moment, Past, Played
from asterism.core.rng import new_rng
from asterism.solve import best_known

from .advice import SIMULATIONS, ActionValue, Adviser, Evaluation, Kind
from .belief import Belief, can_infer
from .search import Tree

SECONDS = 60.0  # for a review, on one core
AFTER = 2  # searches of positions that a choice leads to: after the best action and after the one that was played
SEARCHES = 2 + AFTER  # searches that a choice may need: its best action, the open chances of all seats, and AFTER
FEWEST = 300  # simulations: with fewer a search says little, so fewer choices are reviewed instead
PROBE = 50  # simulations, to measure their speed


@dataclass(frozen=True)
class ChoiceReview:
    """The review of one choice."""

    ply: int
    seat: int
    exact: bool  # computed, not estimated
    kind: Kind  # the unit of `seats` and `cost`, see `Evaluation`
    seats: list[float]  # what every seat could expect before the choice; with secrets, had everyone known them
    action: int  # that was played
    best: int  # the action with the best value
    cost: float  # how much less the action was worth than the best one; 0 for the best
    points: float | None = None  # expected final points that the action lost; None where the game has no score


@dataclass(frozen=True)
class MatchReview:
    """The review of a match."""

    choices: list[ChoiceReview]  # in order
    left_out: int  # choices at the beginning of the match that there was no time for


def review(match: Match, seconds: float = SECONDS, step: Callable[[], None] = lambda: None) -> MatchReview:
    """Review the choices of a match that no undo took back, each from what its seat knew then.

    If the seconds do not suffice for all, the last ones are reviewed. `step` is called before each choice, and may
    raise to end the review."""
    standing = match.standing()
    choices = [played for played in standing if played.actor >= 0 and not is_forced(match, played)]
    looked_at, simulations = afford(match, choices, seconds)
    game, adviser = match.game, Adviser(match.game, simulations)
    reviewed = {played.ply for played in choices[len(choices) - looked_at :]}
    pasts: list[list[Moment]] = [[] for _ in range(match.seats)]
    found = []
    for played in standing:
        seat = played.actor
        if played.ply in reviewed:
            step()
            seen = game.seen(played.states, seat)
            known = adviser.advise(seen, seat, pasts[seat])
            if known and known.actions:
                found.append(review_choice(match, played, known, adviser, pasts[seat]))
        for other, past in enumerate(pasts):
            past.append((game.seen(played.states, other), game.heard(played.states, other, played.action)))
    return MatchReview(found, len(choices) - looked_at)


def is_forced(match: Match, played: Played) -> bool:
    """Whether the action was the only sensible one (see the rule `sensible`), so that there is nothing to review."""
    game, seat = match.game, played.actor
    if not game.has["sensible"]:
        return False
    out = np.empty(game.actions, np.int32)
    return game.doors.list_sensible(game.seen(played.states, seat), out) == 1 and int(out[0]) == played.action


def afford(match: Match, choices: list[Played], seconds: float) -> tuple[int, int]:
    """How many of the choices can be reviewed, and with how many simulations a search, in the seconds that are left
    after updating every seat's belief. Measures the speed of both on this match."""
    if not choices or best_known(match.game, match.seats, match.options):
        return len(choices), SIMULATIONS
    middle = choices[len(choices) // 2]
    tree = Tree(match.game, PROBE)
    tree.grow(middle.states, middle.actor, 0, new_rng(1))  # compiles, the first time in a process
    begin = time.perf_counter()
    tree.grow(middle.states, middle.actor, PROBE, new_rng(1))
    pace = max(1e-6, (time.perf_counter() - begin) / PROBE)
    searches = max(0.0, seconds - belief_seconds(match)) / SEARCHES / pace  # simulations of all searches together
    looked_at = max(1, min(len(choices), int(searches / FEWEST)))
    return looked_at, max(FEWEST, min(SIMULATIONS, int(searches / looked_at)))


def belief_seconds(match: Match) -> float:
    """Seconds that updating every seat's belief along the match takes, extrapolated from the first PROBE actions."""
    past = match.past(0) if can_infer(match.game) else []
    some = past[:PROBE]
    if len(some) < 3:
        return 0.0
    belief = Belief(match.game, new_rng(1))
    belief.follow(some[:1], some[1][0], 0)  # compiles, the first time in a process
    begin = time.perf_counter()
    belief.follow(some[:-1], some[-1][0], 0)
    return (time.perf_counter() - begin) / (len(some) - 2) * len(past) * (match.seats + AFTER)


def review_choice(match: Match, played: Played, known: Evaluation, adviser: Adviser, past: Past) -> ChoiceReview:
    """The review of one choice; `known` is what its seat could expect, `past` what that seat had seen."""
    # With secrets, each seat thinks too much of its own cards: beliefs of different seats make no graph of chances
    veiled = known.searched and match.game.has["see"]
    cost = cost_of(match, played, known, adviser, past)
    return ChoiceReview(
        ply=played.ply,
        seat=played.actor,
        exact=known.exact,
        kind=known.kind,
        seats=adviser.open_chances(played.states) if veiled else known.seats,
        action=played.action,
        best=known.actions[0].action,
        cost=cost.value,
        points=cost.points,
    )


def cost_of(match: Match, played: Played, known: Evaluation, adviser: Adviser, past: Past) -> ActionValue:
    """How much less the action that was played was worth than the best one.

    A search visits poor actions rarely, so their values are rough: the positions after the best action and after the
    one that was played are searched again, both equally long.
    """
    best = known.actions[0]
    if played.action == best.action:
        return ActionValue(played.action, 0.0, 0.0 if best.points is not None else None)
    if not known.searched:
        done = next(one for one in known.actions if one.action == played.action)
        lost = done.value - best.value if known.kind == "turns" else best.value - done.value  # fewer turns are better
        return ActionValue(played.action, max(0.0, lost))
    game, seat = match.game, played.actor
    here = game.seen(played.states, seat)

    def value_after(action: int) -> ActionValue:
        after = played.states.copy()
        game.doors.step(after, action)
        return adviser.value_after(game.seen(after, seat), seat, [*past, (here, action)])

    good, done = value_after(best.action), value_after(played.action)
    points = None if good.points is None or done.points is None else good.points - done.points
    return ActionValue(played.action, max(0.0, good.value - done.value), points)
