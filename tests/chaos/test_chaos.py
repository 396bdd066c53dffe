"""A short while of it with every test run; `python -m tests.chaos` goes on for minutes."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from .story import run, run_rolling
from .truth import plies


@pytest.mark.timeout(600)
def test_whatever_breaks_no_move_is_lost_doubled_or_invented(tmp_path: Path) -> None:
    report = asyncio.run(run(tmp_path, seconds=25, seed=2, servers=3, workers=1, people=10, say=lambda text: None))
    assert report.problems == [], "\n".join(report.lines())
    assert sum(report.faults.values()) >= 3
    assert len(report.memory.acknowledged) >= 20


@pytest.mark.long
@pytest.mark.timeout(600)
def test_servers_are_restarted_one_after_the_other_and_nobody_loses_a_move(tmp_path: Path) -> None:
    report = asyncio.run(run_rolling(tmp_path, seconds=20, servers=2, people=10, say=lambda text: None))
    assert report.problems == [], "\n".join(report.lines())
    assert sum(report.faults.values()) >= 2
    assert report.memory.gaps, "people were asked to come back, and came"


def test_the_reader_of_the_store_sees_a_hole_and_a_double() -> None:
    assert plies([(0, 5), (1, 7)]) == []
    assert plies([(0, 5), (2, 7)])
    assert plies([(0, 5), (0, 5), (1, 7)])
