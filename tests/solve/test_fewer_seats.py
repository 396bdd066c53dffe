"""More seats than a table can hold: measured against the exact table where there is one."""

from __future__ import annotations

import numpy as np
import pytest

from asterism.core.compile import COMPILED
from asterism.core.discover import find, names
from asterism.core.game import BadInput
from asterism.solve.races import FewerSeats, is_race, solve
from asterism.solve.races.fewer_seats import MATCHES, strongest

from .small_games import dash
from .walks import is_over, random_states

RACES = [name for name in names() if is_race(find(name))]


def way(hold: list[int], seat: int, fewer: int, strength: list[float]) -> int:
    keep = np.zeros(len(hold), np.int64)
    return int(strongest(np.array(hold), seat, len(hold), fewer, np.array(strength), keep, 10))


def test_the_strongest_rivals_are_kept_in_the_order_they_move() -> None:
    strength = [0.1, 0.2, 0.3, 0.4, 0.5]
    assert way([9, 3, 1, 4], seat=0, fewer=3, strength=[*strength, 0, 0, 0, 0, 0]) == 34
    assert way([4, 9, 1, 3], seat=1, fewer=3, strength=[*strength, 0, 0, 0, 0, 0]) == 34
    assert way([9, 3, 1, 4], seat=0, fewer=4, strength=[*strength, 0, 0, 0, 0, 0]) == 314


def test_of_equal_rivals_the_next_to_move_is_kept() -> None:
    assert way([0, 1, 2, 3], seat=0, fewer=2, strength=[0.0, 0.5, 0.5, 0.5]) == 1
    assert way([0, 1, 2, 3], seat=2, fewer=2, strength=[0.5, 0.5, 0.5, 0.5]) == 3


def test_estimates_are_close_to_the_exact_values() -> None:
    game = dash()
    start = game.new(4, {})
    estimate = FewerSeats(solve(game, 3), solve(game, 2), 4)
    exact = solve(game, 4)
    assert not estimate.exact
    for given, wanted in zip(estimate.value(start), exact.value(start), strict=True):
        assert abs(given - wanted) < 4 * (wanted * (1 - wanted) / MATCHES) ** 0.5
    assert [action for action, _ in estimate.actions(start)] == [action for action, _ in exact.actions(start)]
    assert estimate.choice(start) == exact.choice(start)


def test_estimates_repeat_and_are_for_the_right_seats_only() -> None:
    game = dash()
    estimate = FewerSeats(solve(game, 2), solve(game, 2), 3)
    assert estimate.value(game.new(3, {})) == estimate.value(game.new(3, {}))
    with pytest.raises(BadInput, match="with 3 seats"):
        estimate.value(game.new(4, {}))


@pytest.mark.skipif(not COMPILED, reason="tables for three and more are for compiled code")
@pytest.mark.parametrize("name", RACES)
def test_little_is_lost_by_leaving_out_the_weakest_rival(name: str) -> None:
    game = find(name)
    exact, estimate = solve(game, 4), FewerSeats(solve(game, 3), solve(game, 2), 4)
    lost = []
    for states in random_states(game, 4, 600, seed=8):
        if not is_over(states) and len(game.legal(states)) > 1 and int(states["to_act"][0]) >= 0:
            values = dict(exact.actions(states))
            lost.append(max(values.values()) - values[estimate.choice(states)])
    assert len(lost) > 50
    assert sum(lost) / len(lost) < 0.002
    assert max(lost) < 0.05
