"""A store in a temporary file, and rows to put into it."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from asterism.store import SeatRow, SQLiteStore, TableRow


@asynccontextmanager
async def opened(path: Path, **more: Any) -> AsyncIterator[SQLiteStore]:
    store = SQLiteStore(path, **more)
    try:
        yield store
    finally:
        await store.close()


def table_row(code: str = "AAAAAA", **more: Any) -> TableRow:
    plain: dict[str, Any] = {
        "code": code,
        "game": "pebbles",
        "version": 3,
        "options": '{"stones": 7}',
        "undo": "ask",
        "hints": True,
        "secret": b"\x00\x01secret",
        "nonce": "abc",
        "opener": "anna",
        "phase": "playing",
    }
    return TableRow(**{**plain, **more})


TWO = [SeatRow(name="Anna", guest="anna"), SeatRow(name="Bert", guest="bert", nonce="def")]
LOBBY = [SeatRow(name="Anna", guest="anna"), SeatRow()]


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "tables.sqlite"
