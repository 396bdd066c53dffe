"""How hard the standard edition of the Gemini Card Game is: random teams lose, greedy ones win every other time."""

from __future__ import annotations

import pytest

from asterism.core.compile import COMPILED

from .gemini_teams import Plan, semester

pytestmark = [
    pytest.mark.long,
    pytest.mark.skipif(not COMPILED, reason="hundreds of matches are for compiled code"),
]


def wins_of(name: str, seats: int, matches: int) -> int:
    return sum(semester(Plan(name, seats, seed, {"roles": 1})).won for seed in range(matches))


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_random_teams_lose_and_greedy_teams_win_30_to_60_of_100(seats: int):
    wins = {name: wins_of(name, seats, 1000) for name in ("uniform", "plan:greedy")}
    assert wins["uniform"] < 50
    assert 250 < wins["plan:greedy"] < 600  # 30 to 60 of 100, with some room for luck


def test_a_team_that_searches_does_better_than_a_greedy_one():
    greedy = wins_of("plan:greedy", 4, 100) / 100
    searching = wins_of("search:300", 4, 12) / 12
    assert searching > greedy + 0.1
