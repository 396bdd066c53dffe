"""The examples that learn, in a tiny setting: they run to the end and say what they promise to say."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

EXAMPLES = Path(__file__).parents[2] / "examples"


@pytest.fixture
def example(monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(EXAMPLES))
    return importlib.import_module


@pytest.mark.parametrize("game", ["noirlab-dice", "geminos"])
def test_learning_against_the_tables_prints_and_plots_its_regret(
    game: str, example: Any, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    learn = example("learn")
    points = learn.main([game, "--steps", "20", "--folder", str(tmp_path)])
    assert len(points) == 21
    assert all(0 < regret < 5 for _, regret in points)
    assert "fresh positions: at random" in capsys.readouterr().out
    assert "<polyline" in (tmp_path / f"learn-{game}.svg").read_text()


def far_from_the_tables(examiner: Any, play: Any) -> float:
    """How much what it thinks of the actions differs from their exact worth, on average."""
    thought = play.values(play.game.look(examiner.records), slow=True).mean(0) * play.game.scale
    worth = [
        (row[action], exact)
        for row, known in zip(thought, examiner.worth, strict=True)
        for action, exact in known.items()
    ]
    return float(np.mean([abs(one - exact) for one, exact in worth]))


@pytest.mark.parametrize(("game", "steps"), [("noirlab-dice", 75), ("geminos", 100)])
def test_what_is_learnt_comes_closer_to_the_tables(game: str, steps: int, example: Any) -> None:
    """In a few steps the values, not yet the choices: those need what the next test takes."""
    learn = example("learn")
    examiner, play = learn.Examiner(game, learn.GAMES[game].seats), learn.Play(game, 2)
    before = far_from_the_tables(examiner, play)
    for step in range(steps):
        play.step(play.game.rate * 0.01 ** (step / steps))
    assert far_from_the_tables(examiner, play) < before


@pytest.mark.long
@pytest.mark.parametrize(("game", "most"), [("noirlab-dice", 0.0005), ("geminos", 0.2)])
def test_in_a_minute_choices_come_close_to_exact_ones(game: str, most: float, example: Any, tmp_path: Path) -> None:
    points = example("learn").main([game, "--folder", str(tmp_path)])
    assert points[-1][1] < most


def test_a_network_learns_what_it_is_shown(example: Any) -> None:
    network = example("network").Network([2, 16, 1], seed=1)
    x = np.array([[0, 0], [0, 1], [1, 0], [1, 1]], np.float32)
    wanted = np.array([[0], [1], [1], [0]], np.float32)
    for _ in range(800):
        layers = network.layers(x)
        network.learn(layers, layers[-1] - wanted, 0.01)
    assert network.values(x) == pytest.approx(wanted, abs=0.1)
    assert network.values(x, slow=True) == pytest.approx(wanted, abs=0.2)


def test_learning_the_constellation_ends_with_a_win_rate(example: Any, capsys: pytest.CaptureFixture[str]) -> None:
    learn = example("learn_constellation")
    tiny = ["--device", "cpu", "--minutes", "0.001", "--matches", "8", "--hidden", "8", "--tests", "2"]
    assert 0 <= learn.main([*tiny, "--against", "beginner"]) <= 1
    assert "of 2 matches against beginner" in capsys.readouterr().out


def test_where_no_legal_action_is_within_reach_any_is_taken(example: Any) -> None:
    learn = example("learn_constellation")
    from asterism.gym.batch import Batch

    batch = Batch("constellation", 4, seats=2, seed=3)
    mask = batch.mask.copy()
    far = [learn.EXCHANGE, learn.EXCHANGE + 7]
    mask[:2] = 0
    mask[[0, 1], far] = 1
    player = learn.Player(np, 1, 8)
    found = player.best(batch.seen, mask)
    assert found[:2].tolist() == far
    assert mask[np.arange(4), found].all()


def test_without_cupy_one_line_says_what_to_install(example: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cupy", None)
    with pytest.raises(SystemExit, match="CuPy is not installed: pip install"):
        example("learn_constellation").main(["--minutes", "0.001"])


def test_the_constellations_actions_are_found_again_around_the_moon(example: Any) -> None:
    """Every legal action near the Moon has a spot of its own, and the spot leads back to it."""
    learn = example("learn_constellation")
    from asterism.gym.batch import Batch
    from asterism.gym.digests import some_legal

    eyes, batch = learn.Eyes(np), Batch("constellation", 32, seats=2, seed=3)
    for step in range(12):
        _, legal, action = eyes.look(batch.seen, batch.mask)
        for row in range(32):
            found = action[row, :-1][legal[row]]
            assert len(set(found)) == len(found) > 0
            assert batch.mask[row, found].all()
        batch.step(some_legal(batch.mask, step))
