"""A short while of it with every test run; `python -m tests.chaos` goes on for minutes."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from pathlib import Path

import pytest

from asterism.core.match import Match
from asterism.store import SeatRow, SQLiteStore, TableRow

from .people import Memory
from .story import Report, run, run_rolling
from .truth import compare, overlooked, plies


@pytest.mark.timeout(600)
def test_whatever_breaks_no_move_is_lost_doubled_or_invented(tmp_path: Path) -> None:
    report = asyncio.run(run(tmp_path, seconds=25, seed=2, servers=3, workers=1, people=10, say=lambda text: None))
    assert report.verdict() == [], "\n".join(report.lines())
    assert sum(report.faults.values()) >= 3


@pytest.mark.long
@pytest.mark.timeout(600)
def test_servers_are_restarted_one_after_the_other_and_nobody_loses_a_move(tmp_path: Path) -> None:
    report = asyncio.run(run_rolling(tmp_path, seconds=20, servers=2, people=10, say=lambda text: None))
    assert report.verdict() == [], "\n".join(report.lines())
    assert sum(report.faults.values()) >= 2
    assert report.memory.gaps, "people were asked to come back, and came"


def test_the_reader_of_the_store_sees_a_hole_and_a_double() -> None:
    assert plies([(0, 5), (1, 7)]) == []
    assert plies([(0, 5), (2, 7)])
    assert plies([(0, 5), (0, 5), (1, 7)])


def report(moves: int, seconds: float, people: int, silence: float) -> Report:
    memory = Memory(acknowledged={("ABCDEF", ply): 0 for ply in range(moves)}, silence=silence)
    return Report(
        seed=1, seconds=seconds, people=people, faults={}, times=[], memory=memory, tables=1, actions=moves, verified=0,
        problems=[],
    )  # fmt: skip


def test_a_run_in_which_hardly_anything_happened_proves_nothing_and_says_so() -> None:
    assert report(6052, 300, 60, 41).verdict() == []
    starved = report(271, 150, 60, 168)
    assert ["moves" in why or "heard nothing" in why for why in starved.verdict()] == [True, True]
    assert any("proves nothing" in line for line in starved.lines())
    assert len(report(6052, 300, 60, 61).verdict()) == 1
    assert len(report(1199, 300, 60, 1).verdict()) == 1


def played(path: Path) -> Memory:
    """A match in a store at this path, and the memory of those who played it."""
    match, memory = Match("noirlab-dice", seats=2, seed=1), Memory()
    while len(memory.acknowledged) < 6:
        ply, action = match.ply, match.legal()[-1]
        memory.sent["AAAAAA", ply], memory.acknowledged["AAAAAA", ply] = {action}, action
        match.play(action)
    memory.plies["AAAAAA"] = match.ply
    row = TableRow(
        code="AAAAAA", game="noirlab-dice", version=1, options="{}", undo="never", hints=False, secret=b"",
        opener="anna", phase="playing",
    )  # fmt: skip

    async def write() -> None:
        store = SQLiteStore(path)
        await store.open_table(row, [SeatRow(guest="anna"), SeatRow(guest="bert")], match.actions)
        await store.close()

    asyncio.run(write())
    return memory


@pytest.mark.parametrize("looks", [True, False])
def test_a_loss_and_a_double_that_are_planted_are_found_and_a_reader_that_finds_nothing_is_found_out(
    tmp_path: Path, looks: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    memory = played(tmp_path / "t.sqlite")
    if not looks:
        for part in ("plies", "acknowledged", "played"):
            monkeypatch.setattr(f"tests.chaos.truth.{part}", lambda *what: [])
    with closing(sqlite3.connect(tmp_path / "t.sqlite")) as connection:

        def rows(statement: str) -> list[object]:
            return connection.execute(statement).fetchall()

        assert compare(rows, memory).problems == []
        missed = overlooked(rows, connection.execute, connection.rollback, memory)
        assert [what.partition(" at ")[0] for what in missed] == (
            [] if looks else ["AAAAAA: a lost move", "AAAAAA: a doubled move"]
        )
        assert compare(rows, memory).problems == [], "and it is as it was"
        assert overlooked(rows, connection.execute, connection.rollback, Memory()), "nothing to plant proves nothing"
