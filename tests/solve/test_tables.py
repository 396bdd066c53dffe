"""Solved tables on disk: used when right, computed again when damaged or of something else."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from asterism.core.game import Game
from asterism.solve.races import solution, tables

from .small_games import dash


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Game:
    """A small race, with no table in memory and none in a folder of its own."""
    small = dash()
    small.legal(small.new(2, {}))  # compiled before the folder changes
    monkeypatch.setenv("ASTERISM_CACHE", str(tmp_path))
    forget(monkeypatch)
    return small


def forget(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solution, "_solutions", {})


def sweeps(game: Game, seats: int = 2) -> int:
    """How often the solver went over the table to answer: none if it was found on disk."""
    told: list[float] = []
    found = solution.solve(game, seats, lambda fraction, text: told.append(fraction))
    assert found.value(game.new(2, {})) == pytest.approx([2 / 3, 1 / 3], abs=1e-12)
    assert told == sorted(told)
    assert not told or told[-1] == 1.0
    return len(told)


def the_file() -> Path:
    (path,) = (tables.cache_folder() / "tables").iterdir()
    return path


def test_a_table_is_computed_once_and_then_read(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    assert solution.solved(game, 2) is None
    assert sweeps(game) > 0
    assert sweeps(game) == 0  # from memory
    forget(monkeypatch)
    assert sweeps(game) == 0  # from disk
    forget(monkeypatch)
    assert solution.solved(game, 2) is not None


def test_a_file_cut_short_is_computed_again_and_mended(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    sweeps(game)
    whole = the_file().read_bytes()
    the_file().write_bytes(whole[: len(whole) // 2])
    forget(monkeypatch)
    assert sweeps(game) > 0
    assert the_file().read_bytes() == whole


def test_one_changed_byte_is_noticed(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    sweeps(game)
    damaged = bytearray(the_file().read_bytes())
    damaged[damaged.index(np.float64(2 / 3).tobytes()[2:6]) + 1] ^= 0x10
    the_file().write_bytes(damaged)
    forget(monkeypatch)
    assert sweeps(game) > 0


@pytest.mark.parametrize("values", [np.zeros((2, 3)), np.zeros((2, 4), np.float32), np.full((2, 4), np.nan)])
def test_a_foreign_table_under_the_right_name_is_not_used(
    game: Game, monkeypatch: pytest.MonkeyPatch, values: np.ndarray[tuple[int, ...], np.dtype[np.float64]]
) -> None:
    sweeps(game)
    tables.save(the_file().stem, values, 0.0)
    forget(monkeypatch)
    assert sweeps(game) > 0


def test_a_table_of_another_game_under_this_name_is_not_used(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    sweeps(game)
    name, values = the_file().stem, np.zeros((2, 4))
    tables.save("another", values, 0.0)
    tables.place("another").replace(tables.place(name))
    forget(monkeypatch)
    assert sweeps(game) > 0


def test_a_file_that_is_no_table_at_all_is_not_used(game: Game, monkeypatch: pytest.MonkeyPatch) -> None:
    sweeps(game)
    for content in (b"", b"not a table", b"\x93NUMPY"):
        the_file().write_bytes(content)
        forget(monkeypatch)
        assert sweeps(game) > 0


def test_without_a_place_to_write_it_is_solved_all_the_same(
    game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocked = tmp_path / "a file"
    blocked.write_text("where a folder should be")
    monkeypatch.setenv("ASTERISM_CACHE", str(blocked))
    assert sweeps(game) > 0


def test_nothing_is_left_half_written(game: Game) -> None:
    sweeps(game)
    assert [path.suffix for path in the_file().parent.iterdir()] == [".npz"]
