"""A backup is a whole store, as of one moment, taken while others write."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from asterism.store import BadStore, backup

from .conftest import TWO, opened, table_row


def test_a_backup_taken_while_moves_are_written_is_a_whole_store(path: Path, tmp_path: Path) -> None:
    copies = [tmp_path / f"copy{n}.sqlite" for n in range(3)]

    async def story() -> None:
        async with opened(path) as store:
            ids = [await store.open_table(table_row(f"T{n}"), TWO) for n in range(20)]
            writing = True

            async def keep_writing(id: int) -> int:
                ply = 0
                while writing:
                    await store.append(id, ply, [ply, ply + 1])  # two in one transaction: never one without the other
                    ply += 2
                return ply

            writers = [asyncio.create_task(keep_writing(id)) for id in ids]
            for copy in copies:
                await asyncio.sleep(0.05)
                await store.backup(copy)
            writing = False
            assert min(await asyncio.gather(*writers)) > 2

    async def check(copy: Path) -> int:
        async with opened(copy) as store:
            total = 0
            for n in range(20):
                saved = await store.load(f"T{n}")
                assert saved is not None
                assert saved.actions == list(range(len(saved.actions)))
                assert len(saved.actions) % 2 == 0
                total += len(saved.actions)
            return total

    asyncio.run(story())
    totals = [asyncio.run(check(copy)) for copy in copies]
    assert totals == sorted(totals)
    assert totals[0] < totals[-1]


def test_a_backup_replaces_an_older_one_and_leaves_nothing_beside_it(path: Path, tmp_path: Path) -> None:
    copy = tmp_path / "copies" / "copy.sqlite"
    copy.parent.mkdir()
    copy.write_text("an older backup")

    async def story() -> None:
        async with opened(path) as store:
            await store.open_table(table_row(), TWO)
            await store.backup(copy)

    asyncio.run(story())
    assert [p.name for p in copy.parent.iterdir()] == ["copy.sqlite"]

    async def read() -> None:
        async with opened(copy) as store:
            assert await store.load("AAAAAA") is not None

    asyncio.run(read())


def test_there_is_no_backup_of_nothing(tmp_path: Path) -> None:
    with pytest.raises(BadStore, match="there is no store"):
        backup(tmp_path / "nowhere.sqlite", tmp_path / "copy.sqlite")
