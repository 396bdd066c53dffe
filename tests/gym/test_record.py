"""`asterism gym record`: strong self-play as columns, whole or not at all."""

from __future__ import annotations

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from asterism.cli import main
from asterism.core.discover import find
from asterism.core.game import duplicate
from asterism.gym.layout import record_of, width
from asterism.gym.record import A_FILE, Recorded, play, record, schema
from asterism.solve import best_known

parquet = pytest.importorskip("pyarrow.parquet")

DICE = Recorded("noirlab-dice", 2, 1, 0.2, 1)


def test_another_seed_plays_other_matches() -> None:
    """None of its matches is one that the first seed plays, too."""
    first, second = ([play(replace(DICE, slip=0.0, seed=seed), number) for number in range(8)] for seed in (1, 2))

    def rolls(rows: list[dict[str, Any]]) -> bytes:
        return b"".join(row["seen"].tobytes() for row in rows)

    assert len({rolls(rows) for rows in first + second}) == 16
    assert [rolls(play(replace(DICE, slip=0.0), number)) for number in range(8)] == [rolls(rows) for rows in first]


def test_every_choice_is_a_row_with_its_exact_value(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["gym", "record", "noirlab-dice", "--matches", "3", "--slip", "0.2", "--to", str(tmp_path)]) == 0
    assert re.search(r"^16 matches, [\d,]+ a minute$", capsys.readouterr().out, re.MULTILINE)
    [file] = tmp_path.glob("noirlab-dice-2-*/plays-*.parquet")
    table = parquet.read_table(file)
    expected = schema(Recorded("noirlab-dice", 2, 2_000, 0.2, 1))
    assert table.schema.metadata == expected.metadata
    assert [one.metadata[b"says"] for one in table.schema] == [one.metadata[b"says"] for one in expected]
    rows = table.to_pylist()
    assert {row["match"] for row in rows} == set(range(A_FILE))
    game, known = find("noirlab-dice"), best_known(find("noirlab-dice"), 2, {})
    assert known is not None
    assert any(row["action"] != row["best"] for row in rows)
    for row in rows[:50]:
        seen = record_of(game, np.array(row["seen"], np.int32))
        assert seen["to_act"][0] == row["seat"]
        assert game.legal(duplicate(seen)) == row["legal"]
        assert row["action"] in row["legal"]
        worth = dict(known.actions(seen))
        assert dict(zip(row["tried"], row["worth"], strict=True)) == pytest.approx(worth)
        assert row["value"] == pytest.approx(max(worth.values()))


def test_a_file_in_place_of_the_folder_is_told(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "file").touch()
    assert main(["gym", "record", "geminos", "--matches", "1", "--to", str(tmp_path / "file")]) == 2
    assert "cannot write to" in capsys.readouterr().err


def test_a_run_that_was_stopped_goes_on_and_says_the_same(tmp_path: Path) -> None:
    one, other = (record(DICE, 2 * A_FILE, tmp_path / name, cores)[0] for name, cores in (("one", 1), ("other", 2)))
    files = [path.name for path in sorted(one.iterdir())]
    assert files == ["plays-000000000.parquet", f"plays-{A_FILE:09}.parquet"]
    first, last = ((one / name).read_bytes() for name in files)
    assert [(other / name).read_bytes() for name in files] == [first, last]
    (one / files[1]).unlink()
    kept = (one / files[0]).stat().st_mtime_ns
    assert record(DICE, 2 * A_FILE, tmp_path / "one") == (one, A_FILE)
    assert (one / files[1]).read_bytes() == last
    assert (one / files[0]).stat().st_mtime_ns == kept


def test_where_there_is_no_table_a_search_values_what_it_tried(tmp_path: Path) -> None:
    what = Recorded("signal-lamps", 2, 20, 0.0, 1)
    [file] = record(what, 1, tmp_path)[0].iterdir()
    table = parquet.read_table(file)
    assert json.loads(table.schema.metadata[b"setting"])["simulations"] == 20
    assert table.schema.metadata[b"kind"] == b"team"
    assert table.schema.field("seen").type.list_size == width(find("signal-lamps"))
    for row in table.to_pylist():
        assert row["tried"][0] == row["best"] == row["action"]
        assert set(row["tried"]) <= set(row["legal"])
        assert 0 <= row["value"] <= 1
