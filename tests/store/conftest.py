"""A store in a temporary file, and rows to put into it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any

import pytest

from asterism.store import SeatRow, SQLiteStore, Store, TableRow
from asterism.store.postgres import PostgresStore

Opened = Callable[..., AbstractAsyncContextManager[Store]]  # a store; asked again, the same one for another process


@asynccontextmanager
async def opened_file(path: Path, **more: Any) -> AsyncIterator[SQLiteStore]:
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


@asynccontextmanager
async def opened_database(url: str, **more: Any) -> AsyncIterator[PostgresStore]:
    store = PostgresStore(url, **more)
    try:
        yield store
    finally:
        await store.close()


@pytest.fixture(params=["sqlite", "postgres"])
def opened(request: pytest.FixtureRequest, path: Path) -> Opened:
    """A store of each kind: every test that asks for this holds for both."""
    if request.param == "sqlite":
        return partial(opened_file, path)
    return partial(opened_database, request.getfixturevalue("database"))
