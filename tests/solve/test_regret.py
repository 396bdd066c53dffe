"""What smaller tables lose, computed exactly."""

from __future__ import annotations

import numpy as np
import pytest

from asterism.solve.races import solve
from asterism.solve.races.regret import main, policy_for, reductions, regret

from .small_games import dash


def test_exact_choices_lose_nothing() -> None:
    exact = solve(dash(), 3)
    assert np.abs(regret(exact, policy_for(dash(), 3))).max() < 1e-12


def test_the_loss_of_a_wrong_choice_is_what_it_is_by_hand() -> None:
    # Playing three as if alone, a seat steps from the start: 4/9 instead of 9/19.
    exact = solve(dash(), 3)
    lost = dict(reductions(dash(), 3))["as if alone"]
    assert regret(exact, lost)[0] == pytest.approx(9 / 19 - 4 / 9, abs=1e-12)


def test_no_reduction_gains_anything() -> None:
    exact = solve(dash(), 4)
    for name, policy in reductions(dash(), 4):
        assert regret(exact, policy).min() > -1e-9, name


def test_wrong_use_is_told_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["_template", "--seats", "3"]) == 2
    assert "not a race" in capsys.readouterr().err
    assert main(["_template", "--seats", "2"]) == 2
    assert "fewer than three" in capsys.readouterr().err
