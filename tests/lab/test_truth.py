"""Against the truth: what the lab estimates of solved games covers the exact value as often as its error bars say."""

from __future__ import annotations

import numpy as np
import pytest

from asterism.core.game import BadInput
from asterism.lab.arena import question, run, setting_of
from asterism.lab.estimates import mean_by, mean_of, sequence_of
from asterism.lab.measure import quantile_of

from .coverage import CASES, MATCHES, covered, exact, holds


@pytest.mark.parametrize(("game", "told", "runs"), [("noirlab-dice", 0.540785, 400), ("geminos", 0.523010, 60)])
def test_the_first_seat_of_solved_games_is_found_within_the_error_bars(game: str, told: float, runs: int):
    assert exact(game, 2, "")[0] == pytest.approx(told, abs=1e-4)
    setting = setting_of(game, ["exact"])
    values = question(setting, run(setting, runs * MATCHES, cores=2)).values
    all_of_them = mean_of(values)
    assert abs(all_of_them.mean - told) <= 1.5 * all_of_them.error, "within three standard errors"
    covered = np.mean([mean_of(part).covers(told) for part in values.reshape(runs, MATCHES)])
    chance = 3 * (0.05 * 0.95 / runs) ** 0.5
    assert 0.95 - chance <= covered <= 0.95 + chance


@pytest.mark.long
@pytest.mark.parametrize(("game", "seats", "start"), CASES)
def test_error_bars_hold_in_thousands_of_runs(game: str, seats: int, start: str):
    for _, usual, always in covered(game, seats, start, runs=2_000, seed=7):
        assert usual == pytest.approx(0.95, abs=0.02)
        assert always >= 0.95


def test_another_start_is_played_as_it_is_told():
    """With a NOIRLab token for the second seat the first gets less than half, which the table says too."""
    truth = exact("noirlab-dice", 2, "token")[0]
    assert truth == pytest.approx(0.48065, abs=1e-4)
    setting = setting_of("noirlab-dice", ["exact"], start="token", seed=2)
    found = mean_of(run(setting, 40_000, cores=2).share[:, 0])
    assert abs(found.mean - truth) <= 1.5 * found.error
    with pytest.raises(BadInput, match="has no start 'tokens'; it has: token, program"):
        setting_of("noirlab-dice", ["exact"], start="tokens")
    with pytest.raises(BadInput, match="compiled players only"):
        setting_of("noirlab-dice", ["search:5"], start="token")


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
    assert mean_of(np.full(10, 0.5)).error > 0.1, "all were drawn"


@pytest.mark.parametrize(("truth", "count"), [(0.03, 48), (0.1, 48), (0.5, 20), (0.95, 96)])
def test_few_matches_and_rare_things_have_error_bars_that_hold(truth: float, count: int):
    """Two standard errors of what was seen would cover a truth of 3 in 100 in 77 of 100 runs of 48."""
    lots = np.random.default_rng(3).random((4_000, count))
    found = [mean_of((one < truth).astype(float)) for one in lots]
    assert np.mean([one.covers(truth) for one in found]) >= 0.92
    assert all(0 <= one.low <= one.mean <= one.high <= 1 for one in found)


def test_what_is_not_independent_is_counted_once():
    lots = np.random.default_rng(4).random(200) < 0.3
    once = mean_of(lots.astype(float))
    twice = mean_by(np.repeat(lots, 2).astype(float), np.repeat(np.arange(200), 2))
    assert twice.mean == pytest.approx(once.mean)
    assert twice.error == pytest.approx(once.error, rel=0.01)
    assert twice.count == 200
    uneven = mean_by(np.array([1.0, 1, 1, 0, 3]), np.array([0, 0, 0, 1, 2]))
    assert uneven.mean == pytest.approx(1.2), "of the numbers, not of the clusters"


def test_a_quantile_lies_between_its_ends_as_often_as_is_said():
    drawn = np.random.default_rng(5).normal(size=(1_000, 200))
    covered = np.mean([quantile_of(one, 0.25, 200).covers(-0.6745) for one in drawn])
    assert 0.92 <= covered <= 0.98
    assert quantile_of(np.arange(101.0), 0.75, 101).mean == 75
