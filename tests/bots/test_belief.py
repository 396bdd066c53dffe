"""What the choices of others tell: truths that fit what was seen and count as much as they explain; and no peeking."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from asterism.bots import Evaluation, advice, bot
from asterism.bots.belief import PARTICLES, Belief
from asterism.bots.uniform import Uniform
from asterism.core.compile import COMPILED
from asterism.core.discover import find
from asterism.core.game import BadInput, Game
from asterism.core.match import Match
from asterism.core.rng import new_rng, sample_weighted
from asterism.games.constellation.goals import GOALS
from asterism.games.constellation.state import DEAL

GAME = "constellation"
needs_speed = pytest.mark.skipif(not COMPILED, reason="shares of a thousand truths are for compiled code")


def by_hints(match: Match, seed: int, most: int = 1_000) -> None:
    """Play on as whoever follows the hints does, each with its own goals in view."""
    game, rng = match.game, new_rng(seed)
    out, weight = np.empty(game.actions, np.int32), np.empty(game.actions, np.int64)
    while not match.over and match.ply < most:
        n = game.doors.list_legal(match.states, out)
        game.doors.list_hints(match.states, out, n, weight)
        match.play(int(out[sample_weighted(rng, weight, n)]))


def followed(match: Match, seat: int, seed: int = 1) -> Belief:
    belief = Belief(match.game, new_rng(seed))
    belief.follow(match.past(seat), match.seen(seat), seat)
    return belief


def share_of(belief: Belief, holder: int, goal: int) -> float:
    """How much of the belief says that a seat holds a goal."""
    held = belief.particles["goal"][belief.lots, holder]
    return float(np.mean((held == goal).any(axis=1)))


OPTIONS: list[dict[str, Any]] = [
    {"seats": 2},
    {"seats": 4, "goals": 3, "points": 2, "open": 1},
    {"seats": 3, "goals": 2, "change": 1, "several": 1, "points": 1},
    {"seats": 2, "goals": 5, "blocking": 1, "points": 3},
]


@pytest.mark.parametrize("options", OPTIONS, ids=str)
def test_every_truth_is_one_that_the_seat_could_be_in(options: dict[str, Any]) -> None:
    game = find(GAME)
    belief = Belief(game, new_rng(3))
    match = Match(game, seed=5, **options)
    player = Uniform(new_rng(9))
    look = np.empty(1, game.state)
    while not match.over and match.ply < 60:
        if match.to_act == 0:
            seen = match.seen(0)
            belief.follow(match.past(0), seen, 0)
            for number in range(0, PARTICLES, PARTICLES // 10):
                game.doors.look(belief.particles[number : number + 1], 0, look)
                assert look.tobytes() == seen.tobytes()
            assert 0 <= belief.lots.min() <= belief.lots.max() < PARTICLES
        match.play(player.choose(match.seen(), match.legal()))


@needs_speed
def test_with_nothing_heard_every_goal_is_as_likely() -> None:
    match = Match(GAME, seats=2, seed=1)
    mine = int(match.states["goal"][0, 0, 0])
    belief = followed(match, 0)
    shares = [share_of(belief, 1, goal) for goal in range(len(GOALS)) if goal != mine]
    assert max(shares) < 3 / len(GOALS)


@needs_speed
def test_choices_tell_which_goal_explains_them() -> None:
    before, after = [], []
    for seed in range(1, 61):
        match = Match(GAME, seats=2, seed=seed)
        goal = int(match.states["goal"][0, 1, 0])
        before.append(share_of(followed(match, 0), 1, goal))
        by_hints(match, seed, most=match.ply + 9)
        if match.over:
            continue
        after.append(share_of(followed(match, 0), 1, goal))
    assert len(after) >= 6
    assert np.mean(before) < 0.05
    assert np.mean(after) > 3 * np.mean(before)


def with_another_goal(match: Match, holder: int, goal: int) -> Match | None:
    """The same match, but another goal was dealt to a seat; None if that would have been noticed."""
    actions = list(match.actions)
    actions[actions.index(DEAL + int(match.states["goal"][0, holder, 0]))] = DEAL + goal
    try:
        other = Match.replay(match.game, match.seats, match.options, actions)
    except BadInput:  # it would have been over before
        return None
    stood = other.states["stood"].tobytes() == match.states["stood"].tobytes()
    return other if stood and not other.over else None


@needs_speed
def test_what_a_seat_cannot_know_changes_nothing_it_believes_or_does() -> None:
    compared = 0
    for seed in range(1, 19):
        match = Match(GAME, seats=2, seed=seed)
        by_hints(match, seed, most=match.ply + 6)
        if match.over:
            continue
        seat = match.to_act
        belief, chosen, told = followed(match, seat), decided(match.game, match), advised(match)
        for goal in range(len(GOALS) - 1):
            if goal in match.states["goal"][0]:
                continue
            other = with_another_goal(match, 1 - seat, goal)
            if other is None:
                continue
            compared += 1
            same = followed(other, seat)
            assert same.particles.tobytes() == belief.particles.tobytes()
            assert same.lots.tobytes() == belief.lots.tobytes()
            if compared % 8 == 0:
                assert decided(match.game, other) == chosen
                assert advised(other) == told
    assert compared > 40


def decided(game: Game, match: Match) -> int:
    return bot(game, "best", seed=4).choose(match.seen(), match.legal(), match.past())


def advised(match: Match) -> Evaluation | None:
    return advice(match.game, match.seen(), past=match.past())


def well_begun(actions: int) -> Match:
    """A match in which so many actions were played by hints, and nobody has won by them."""
    for seed in range(1, 61):
        match = Match(GAME, seats=2, seed=seed)
        by_hints(match, seed, most=match.ply + actions)
        if not match.over:
            return match
    raise AssertionError("every match is over so soon")


def test_advice_heeds_what_the_others_have_done() -> None:
    match = well_begun(4)
    assert advised(match) != advice(GAME, match.seen())


def test_of_a_long_past_only_the_end_is_followed(monkeypatch: pytest.MonkeyPatch) -> None:
    """So a hint keeps its time in a match that goes on and on."""
    monkeypatch.setattr("asterism.bots.belief.FOLLOWED", 2)
    match = well_begun(7)
    assert len(match.past(0)) >= 7
    belief = Belief(match.game, new_rng(1))
    belief.follow(match.past(0), match.seen(0), 0)
    assert len(belief._known) <= 4
    look = np.empty(1, match.game.state)
    for truth in range(0, PARTICLES, 50):
        match.game.doors.look(belief.particles[truth : truth + 1], 0, look)
        assert look.tobytes() == match.seen(0).tobytes()


def test_it_goes_on_with_the_match_and_begins_anew_after_an_undo() -> None:
    match = well_begun(4)
    belief = Belief(match.game, new_rng(1))
    belief.follow(match.past(0), match.seen(0), 0)
    before = belief.particles.copy()
    belief.follow(match.past(0), match.seen(0), 0)
    assert belief.particles.tobytes() == before.tobytes()  # nothing new, nothing changed
    match.undo(2)
    belief.follow(match.past(0), match.seen(0), 0)
    look = np.empty(1, match.game.state)
    match.game.doors.look(belief.particles[:1], 0, look)
    assert look.tobytes() == match.seen(0).tobytes()
