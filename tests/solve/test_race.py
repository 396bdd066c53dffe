"""The solver of races: against answers found by hand, and against the equations of optimal play on real states."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterable
from functools import cache

import pytest

from asterism.core.compile import COMPILED
from asterism.core.discover import find, names
from asterism.core.game import BadInput, Game, Option, States
from asterism.solve.races import NotARace, Solution, is_race, race_of, solve

from .dash_rules import ARRIVE, DASH, FALL, GO_ON, HOP, STEP
from .small_games import dash
from .walks import all_states, is_chance, is_over, random_states, successors

RACES = [name for name in names() if is_race(find(name))]
TOLERANCE = 1e-9

needs_speed = pytest.mark.skipif(not COMPILED, reason="tables for three and more are for compiled code")


@cache
def solution(name: str, seats: int) -> Solution:
    return solve(find(name), seats)


def after(game: Game, seats: int, *actions: int) -> States:
    states = game.new(seats, {})
    for action in actions:
        assert action in game.legal(states)
        game.doors.step(states, action)
    return states


# By hand


def test_alone_two_steps_take_two_turns() -> None:
    game = dash()
    found = solve(game, 1)
    assert found.kind == "turns"
    assert found.value(game.new(1, {})) == pytest.approx([2.0], abs=1e-12)
    assert found.value(after(game, 1, STEP)) == pytest.approx([1.0], abs=1e-12)
    # A dash wins one time in three; otherwise the turn is gone and two more are needed: 1 + 2/3 * 2.
    assert dict(found.actions(game.new(1, {}))) == pytest.approx({STEP: 2.0, HOP: 2.0, DASH: 7 / 3}, abs=1e-12)


def test_two_seats_step_while_the_rival_is_behind_and_dash_once_it_is_ahead() -> None:
    game = dash()
    found = solve(game, 2)
    assert found.value(game.new(2, {})) == pytest.approx([2 / 3, 1 / 3], abs=1e-12)
    assert found.actions(game.new(2, {}))[0] == (STEP, pytest.approx(2 / 3, abs=1e-12))
    behind = after(game, 2, STEP)
    assert found.value(behind) == pytest.approx([2 / 3, 1 / 3], abs=1e-12)
    assert found.actions(behind)[0] == (DASH, pytest.approx(1 / 3, abs=1e-12))
    assert dict(found.actions(behind))[STEP] == pytest.approx(0.0, abs=1e-12)


def test_three_seats_dash_from_the_start() -> None:
    # A step would leave the next seat to dash and the third to win: 4/9. Dashing in turn is 1/3 / (1 - 8/27) = 9/19.
    game = dash()
    found = solve(game, 3)
    assert found.value(game.new(3, {})) == pytest.approx([9 / 19, 6 / 19, 4 / 19], abs=1e-12)
    assert dict(found.actions(game.new(3, {}))) == pytest.approx({DASH: 9 / 19, STEP: 4 / 9, HOP: 4 / 9}, abs=1e-12)


def test_a_chance_that_lets_one_go_on_has_the_value_of_going_on() -> None:
    game = dash()
    found = solve(game, 2)
    rolling, still_rolling = after(game, 2, DASH), after(game, 2, DASH, GO_ON, GO_ON)
    assert found.value(rolling) == found.value(still_rolling)
    assert found.actions(rolling) == []
    fallen = found.value(after(game, 2, DASH, FALL))
    assert found.value(rolling)[0] == pytest.approx(1 / 3 + 2 / 3 * fallen[0], abs=1e-12)


def test_at_the_end_the_values_are_the_shares() -> None:
    game = dash()
    won = after(game, 2, DASH, ARRIVE)
    assert solve(game, 2).value(won) == [1.0, 0.0]
    assert solve(game, 2).actions(won) == []
    assert solve(game, 1).value(after(game, 1, STEP, STEP)) == [0.0]


def test_situations_that_nothing_can_tell_apart_are_merged() -> None:
    race = race_of(dash(), {})
    assert len(race.situations.standings) == 3  # at the beginning; after a step; after a hop
    assert race.graph.standings == 2
    assert race.graph.standing[race.situations.standings[1]] == race.graph.standing[race.situations.standings[2]]


def test_of_equal_options_the_first_is_taken() -> None:
    game = dash()
    assert [action for action, _ in solve(game, 2).actions(game.new(2, {}))] == [STEP, HOP, DASH]


# By the equations


def expected_end(game: Game, found: Solution, states: States) -> list[float]:
    """What the match is worth in the end: a share for each seat; alone, the score, which counts the turns begun."""
    value = found.value(states)
    if found.seats > 1:
        return value
    scores = game.scores(states)
    assert scores is not None
    return [scores[0] + (0.0 if is_over(states) else value[0] - 1.0)]


def check_equations(game: Game, found: Solution, walk: Iterable[States]) -> int:
    """The value of a state is the mean over chance, or the best that the seat to act can do: on real states only."""
    checked = 0
    for states in walk:
        value = expected_end(game, found, states)
        if found.seats > 1:
            assert sum(value) == pytest.approx(1.0, abs=TOLERANCE)
        if is_over(states):
            if found.seats > 1:
                assert value == game.shares(states)
            continue
        then = [(action, weight, expected_end(game, found, s)) for action, weight, s in successors(game, states)]
        if is_chance(states):
            total = sum(weight for _, weight, _ in then)
            mean = [sum(weight * later[i] for _, weight, later in then) / total for i in range(found.seats)]
            assert value == pytest.approx(mean, abs=TOLERANCE)
        else:
            seat = int(states["to_act"][0])
            best = min if found.seats == 1 else max
            assert value[seat] == pytest.approx(best(later[seat] for _, _, later in then), abs=TOLERANCE)
            ordered = found.actions(states)
            chosen = {action: later for action, _, later in then}[ordered[0][0]]
            assert value == pytest.approx(chosen, abs=TOLERANCE)
            assert sorted(action for action, _ in ordered) == game.legal(states)
        checked += 1
    return checked


@pytest.mark.parametrize("seats", [1, 2])
@pytest.mark.parametrize("name", RACES)
def test_every_state_satisfies_the_equations(name: str, seats: int) -> None:
    game = find(name)
    checked = check_equations(game, solution(name, seats), all_states(game, seats))
    assert checked >= len(race_of(game, {}).situations.nodes) * seats - 1


@needs_speed
@pytest.mark.parametrize(("seats", "count"), [(3, 600), (4, 300)])
@pytest.mark.parametrize("name", RACES)
def test_random_states_of_more_seats_satisfy_the_equations(name: str, seats: int, count: int) -> None:
    check_equations(find(name), solution(name, seats), random_states(find(name), seats, count, seed=seats))


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
def test_the_small_race_satisfies_the_equations(seats: int) -> None:
    game = dash()
    assert check_equations(game, solve(game, seats), all_states(game, seats)) > seats


@pytest.mark.parametrize("seats", [1, 2, 3, 4])
@pytest.mark.parametrize("name", RACES)
def test_the_solver_reports_a_small_residual(name: str, seats: int) -> None:
    if seats > 2 and not COMPILED:
        pytest.skip("tables for three and more are for compiled code")
    assert solution(name, seats).residual < TOLERANCE


@pytest.mark.parametrize("name", RACES)
def test_moving_first_is_an_advantage_and_asking_changes_nothing(name: str) -> None:
    game = find(name)
    start = game.new(2, {})
    before = start.tobytes()
    first, second = solution(name, 2).value(start)
    assert first > 0.5 > second
    solution(name, 2).actions(start)
    assert start.tobytes() == before


def test_a_solution_is_for_the_options_asked_for_even_if_they_change_nothing() -> None:
    idle = dash(('("mover", np.int32),', '("idle", np.int32), ("mover", np.int32),'))
    game = dataclasses.replace(idle, options=(Option(name="idle", default=0),))
    for value in (0, 1):
        found = solve(game, 2, options={"idle": value})
        assert found.value(game.new(2, {"idle": value})) == pytest.approx([2 / 3, 1 / 3], abs=1e-12)


# What cannot be solved says why


def test_a_game_with_secrets_is_not_a_race() -> None:
    with pytest.raises(NotARace, match="not a race"):
        solve(find("_template"), 2)


def test_seats_that_touch_each_other_are_noticed() -> None:
    pushing = dash(('s["mark"][seat] = 1', 's["steps"][next_seat(s, seat)] = 0\n        s["mark"][seat] = 1'))
    with pytest.raises(NotARace, match="changes another's things"):
        solve(pushing, 2)


def test_a_match_that_is_lost_by_finishing_is_noticed() -> None:
    losing = dash(("share[seat] = 1.0 if seat ==", "share[seat] = 1.0 if seat !="))
    with pytest.raises(NotARace, match="ends otherwise"):
        solve(losing, 2)


def test_wrong_seats_wrong_states_and_unknown_options_are_told_in_words() -> None:
    game = dash()
    with pytest.raises(BadInput, match="played by 1 to 4, not by 5"):
        solve(game, 5)
    with pytest.raises(BadInput, match="for 2, not for 3"):
        solve(game, 2).value(game.new(3, {}))
    with pytest.raises(BadInput, match="has no option 'wind'"):
        solve(game, 2, options={"wind": 1})
    impossible = game.new(2, {})
    impossible["steps"][0] = 7
    with pytest.raises(BadInput, match="cannot come up"):
        solve(game, 2).value(impossible)


def test_a_table_that_would_not_fit_is_refused_before_it_is_begun(monkeypatch: pytest.MonkeyPatch) -> None:
    game = dash(("ACTIONS = 6", "ACTIONS = 7"))
    monkeypatch.setattr("asterism.solve.races.solution.MOST_BYTES", 100)
    monkeypatch.setattr("asterism.solve.races.tables.load", lambda name, shape: None)
    monkeypatch.setattr("asterism.solve.races.solution._solutions", {})
    with pytest.raises(BadInput, match="needs a table of"):
        solve(game, 4)
