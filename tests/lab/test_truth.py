"""Against the truth: what the lab estimates of solved games covers the exact value as often as its error bars say."""

from __future__ import annotations

import numpy as np
import pytest

from asterism.core.discover import find
from asterism.lab.arena import question, run, setting_of
from asterism.lab.estimates import mean_of, sequence_of
from asterism.solve import best_known

MATCHES = 200  # of a small run


def exact_first_seat(game: str) -> float:
    found = find(game)
    known = best_known(found, 2, found.check_options(2, {}))
    assert known is not None
    return known.value(found.new(2, {}))[0]


@pytest.mark.parametrize(("game", "told", "runs"), [("noirlab-dice", 0.540785, 400), ("geminos", 0.523010, 60)])
def test_the_first_seat_of_solved_games_is_found_within_the_error_bars(game: str, told: float, runs: int):
    assert exact_first_seat(game) == pytest.approx(told, abs=1e-4)
    setting = setting_of(game, ["exact"])
    values = question(setting, run(setting, runs * MATCHES, cores=2)).values
    all_of_them = mean_of(values)
    assert abs(all_of_them.mean - told) <= 1.5 * all_of_them.error, "within three standard errors"
    covered = np.mean([mean_of(part).covers(told) for part in values.reshape(runs, MATCHES)])
    chance = 3 * (0.05 * 0.95 / runs) ** 0.5
    assert 0.95 - chance <= covered <= 0.95 + chance


@pytest.mark.long
@pytest.mark.parametrize(("game", "told"), [("noirlab-dice", 0.540785), ("geminos", 0.523010)])
def test_error_bars_hold_in_thousands_of_runs(game: str, told: float):
    runs = 5_000
    setting = setting_of(game, ["exact"], seed=7)
    values = question(setting, run(setting, runs * MATCHES, cores=2)).values.reshape(runs, MATCHES)
    covered = np.mean([mean_of(part).covers(told) for part in values])
    assert covered == pytest.approx(0.95, abs=0.01)
    always = np.mean([holds(part, told) for part in values])
    assert always >= 0.95


def holds(values: np.ndarray, truth: float) -> bool:
    low, high = sequence_of(values)
    return bool((low <= truth).all() and (truth <= high).all())


def test_a_confidence_sequence_keeps_its_promise_for_all_looks_together_where_the_usual_interval_does_not():
    drawn = np.random.default_rng(1).random((400, 3_000))
    for truth in (0.5, 0.9):
        matches = (drawn < truth).astype(float)
        assert np.mean([holds(one, truth) for one in matches]) >= 0.95
    looks = range(100, 3_001, 100)
    usual = np.mean([all(mean_of(one[:look]).covers(truth) for look in looks) for one in matches])
    assert usual < 0.85, "so it is needed"
    low, high = sequence_of(matches[0])
    assert high[-1] - low[-1] < 0.1, "and it is of use"


def test_when_all_ended_alike_that_is_not_certain():
    assert 0 < mean_of(np.ones(10)).error < 1
    assert mean_of(np.ones(1_000)).error < 0.01
    assert mean_of(np.ones(0)).error == float("inf")
