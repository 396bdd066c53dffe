"""What hints tell a team: truer than what hasty simulations find. `tests.games.gemini_chances` measures how true."""

from __future__ import annotations

import pytest

from asterism.bots.advice import Adviser
from asterism.core.compile import COMPILED
from asterism.core.discover import find
from asterism.core.match import Match

from ..chances import forecast, left

GAME = find("gemini")
SHARES = [0.0, 0.05, 0.3, 0.5, 0.8, 1.0]


def at(round: int, turn: int = 0) -> Match:
    match = Match(GAME, seats=4, seed=1, roles=1)
    match.states[0]["round"], match.states[0]["turn"] = round, turn
    return match


def chances(match: Match) -> list[float]:
    return [forecast(match.states[0], share, 0)[0] for share in SHARES]


def test_a_semester_passes_turn_by_turn():
    assert [left(at(*when).states[0]) for when in ((0, 0), (1, 0), (1, 2), (7, 0))] == [1, 1, 1 - 1 / 24, 0.5]


@pytest.mark.parametrize("round", [0, 1, 6, 12])
def test_the_more_simulations_win_the_likelier_it_is(round: int):
    told = chances(at(round))
    assert told == sorted(told)
    assert 0 <= told[0] < told[-1] <= 1


def test_simulations_play_in_haste_and_the_more_so_the_more_is_left():
    early, middle, late = (chances(at(round)) for round in (1, 6, 12))
    for one, two, three, share in zip(early[1:-1], middle[1:-1], late[1:-1], SHARES[1:-1], strict=True):
        assert one > two > share
        assert abs(three - share) < 0.1  # in the last round hardly anything is left to be done better


@pytest.mark.skipif(not COMPILED, reason="a search is for compiled code")
def test_a_hint_tells_the_forecast_of_the_team_and_counts_points_alike_everywhere():
    game = GAME.for_options({"hidden": 0})
    match = Match(game, seats=3, seed=2, roles=1)
    told = Adviser(game, simulations=200, seconds=0).advise(match.seen(), match.to_act)
    assert told is not None
    assert told.points is not None
    assert told.kind == "team"
    assert len(set(told.seats)) == 1
    assert told.seats[0] > 0.5  # the simulations themselves win about every third time
    assert told.points == [told.actions[0].points] * 3
