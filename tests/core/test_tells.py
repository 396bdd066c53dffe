"""What an action tells a seat: whether it sees something else than it would, had the secrets been others."""

from __future__ import annotations

import random

import numpy as np
import pytest

from asterism.core.discover import find
from asterism.core.header import CHANCE, OVER
from asterism.core.match import Match
from asterism.games.constellation.pictures import board, goal_of, outcomes, tidy
from asterism.games.constellation.state import NONE

HOUSE = """
     ● ●
    ● ● ●
"""
ROOF = """
     ● ● ●
    ●     ●
"""
LADLE = """
     ●
    ● ● ● ●
"""
BEFORE_HOUSE = """
      4   4
    4   M
"""
AFTER_HOUSE = """
      4   4
    4   M   4¹
"""
BESIDE_HOUSE = """
      4   4
    4   M   5¹
"""


def tells(match: Match, picture: str, seat: int = 0) -> bool:
    """Whether the action that leads to a picture tells a seat something."""
    action = next(one for one, drawn in outcomes(match).items() if drawn == tidy(picture))
    return match.game.tells(match.states, action, seat)


def test_a_completed_shape_that_nobody_claims_tells_that_nobody_has_it():
    match = board(BEFORE_HOUSE, ROOF, LADLE)
    assert tells(match, AFTER_HOUSE)
    assert not tells(match, BESIDE_HOUSE)


def test_what_is_known_already_tells_nothing():
    match = board(BEFORE_HOUSE, ROOF, LADLE)
    match.states["stood"][0, goal_of(HOUSE)] = 5  # it has stood there before, and nobody claimed it
    match.states["actions"] = 8
    assert not tells(match, AFTER_HOUSE)
    assert not tells(board(BEFORE_HOUSE, ROOF, LADLE, visible=1), AFTER_HOUSE)


def test_a_game_without_secrets_tells_nothing():
    match = Match("noirlab-dice", seats=2, seed=1)
    assert not match.game.tells(match.states, match.legal()[0], 0)


def test_changing_a_hand_tells_keeping_it_does_not():
    game = find("_template")
    match = Match(game, seats=3, seed=1)
    keep, change = match.legal()
    assert not game.tells(match.states, keep, match.to_act)
    assert game.tells(match.states, change, (match.to_act + 1) % 3), "to the others it is shown"


@pytest.mark.parametrize("seed", range(12))
def test_it_tells_exactly_where_a_shape_stands_that_another_could_have_had(seed: int):
    """Worked out from the board, on random matches with few secrets: no possibility is missed, none made up."""
    dice = random.Random(seed)
    match = Match("constellation", seats=2, seed=seed, goals=1 + seed % 2, open=1, several=1, points=10)
    found = {True: 0, False: 0}
    while not match.over:
        action = dice.choice(promising(match, dice))
        seat, before = match.to_act, match.states
        after = before.copy()
        match.game.doors.step(after, action)
        told = match.game.tells(before, action, seat)
        assert told == (after["to_act"][0] == OVER or another_could_have(before[0], after[0], seat))
        found[told] += 1
        match.play(action)
    assert min(found.values()) > 5


def promising(match: Match, dice: random.Random) -> list[int]:
    """Actions that complete some shape, if there are any and often enough; else all of them."""
    legal = match.legal()
    completing = []
    for action in legal if dice.random() < 0.7 else []:
        after = match.states.copy()
        match.game.doors.step(after, action)
        if (after["formed"] > NONE).any():
            completing.append(action)
    return completing or legal


def another_could_have(before: np.void, after: np.void, seat: int) -> bool:
    """Whether a goal stands now that, from what `seat` could tell before, another might have held."""
    if after["actions"] == before["actions"]:
        return False  # only a cloud was put
    for goal in {int(goal) for goal in after["formed"] if goal > NONE}:
        if before["gone"][goal] or goal in before["goal"][seat]:
            continue
        for other in range(int(before["seats"])):
            held = [slot for slot in range(int(before["goals"])) if before["goal"][other, slot] > NONE]
            if other != seat and any(before["stood"][goal] <= before["dealt"][other, slot] for slot in held):
                return True
    return False


def test_nothing_is_changed_by_asking():
    match = Match("constellation", seats=3, seed=4)
    before = match.states.tobytes()
    assert match.to_act not in (CHANCE, OVER)
    match.game.tells(match.states, match.legal()[3], match.to_act)
    assert match.states.tobytes() == before
