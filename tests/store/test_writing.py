"""What is written is there, once, in order; what cannot be written changes nothing and harms nobody else."""

from __future__ import annotations

import asyncio
import sqlite3
from dataclasses import replace
from pathlib import Path

import pytest

from asterism.store import Conflict, Consequences, EventRow, SeatRow, StoreFailed

from .conftest import LOBBY, TWO, Opened, opened_file, table_row


def test_a_table_is_read_back_as_it_was_written(opened: Opened) -> None:
    async def story() -> None:
        async with opened() as store:
            id = await store.open_table(table_row(), TWO, [4, 5])
            await store.append(id, 2, [6])
            saved = await store.load("AAAAAA")
            assert saved is not None
            assert saved.table == replace(table_row(), id=id, created=saved.table.created)
            assert saved.seats == TWO
            assert saved.actions == [4, 5, 6]
            assert len(saved.times) == 3

    asyncio.run(story())


def test_what_happened_is_written_with_the_action_it_came_with(opened: Opened) -> None:
    async def story() -> None:
        async with opened() as store:
            id = await store.open_table(table_row(), TWO)
            left = EventRow(ply=0, at=7, what="left", seat=1)
            await store.append(id, 0, [6], Consequences(events=(0, [left])))
            saved = await store.load("AAAAAA")
            assert saved is not None
            assert (saved.actions, saved.events) == ([6], [left])

    asyncio.run(story())


def test_events_are_replaced_from_a_number_on_if_they_are_those_that_were_known(opened: Opened) -> None:
    async def story() -> None:
        async with opened() as store:
            id = await store.open_table(table_row(), TWO, [4, 5])
            left, back, bot = (EventRow(ply=2, at=7, what=what, seat=1) for what in ("left", "came-back", "bot-plays"))
            await store.stand_in(id, {1: "easy"}, Consequences(events=(0, [left, back])), known=0)
            await store.stand_in(id, {1: "easy"}, Consequences(events=(1, [bot, back])), known=2)
            with pytest.raises(Conflict):
                await store.stand_in(id, {1: ""}, Consequences(events=(0, [])), known=2)
            saved = await store.load("AAAAAA")
            assert saved is not None
            assert saved.events == [left, bot, back]

    asyncio.run(story())


def test_everything_outlives_the_process_that_wrote_it(opened: Opened) -> None:
    async def write() -> None:
        async with opened() as store:
            await store.append(await store.open_table(table_row(), TWO), 0, [1, -1, 2])

    async def read() -> None:
        async with opened() as store:
            saved = await store.load("AAAAAA")
            assert saved is not None
            assert saved.actions == [1, -1, 2]

    asyncio.run(write())
    asyncio.run(read())


def test_a_ply_is_written_once(opened: Opened) -> None:
    async def story() -> None:
        async with opened() as store:
            id = await store.open_table(table_row(), TWO)
            await store.append(id, 0, [1, 2])
            with pytest.raises(Conflict):
                await store.append(id, 1, [9])
            saved = await store.load("AAAAAA")
            assert saved is not None
            assert saved.actions == [1, 2]

    asyncio.run(story())


def test_of_two_writers_in_two_processes_one_lands(opened: Opened) -> None:
    async def story() -> None:
        async with opened() as one, opened() as other:  # two connections stand for two processes
            id = await one.open_table(table_row(), TWO)
            outcomes = await asyncio.gather(one.append(id, 0, [1]), other.append(id, 0, [2]), return_exceptions=True)
            assert [type(x) for x in outcomes if x != 0] == [Conflict]
            saved = await one.load("AAAAAA")
            assert saved is not None
            assert saved.actions in ([1], [2])

    asyncio.run(story())


def test_writes_that_wait_share_one_commit(opened: Opened) -> None:
    sizes: list[int] = []

    async def story() -> None:
        async with opened(observe=lambda size, seconds: sizes.append(size)) as store:
            ids = [await store.open_table(table_row(f"T{n}"), TWO) for n in range(40)]
            sizes.clear()
            await asyncio.gather(*(store.append(id, 0, [1, 2]) for id in ids))

    asyncio.run(story())
    assert sum(sizes) == 40
    assert len(sizes) <= 3, "forty writes must not need forty commits"


def test_a_bad_write_does_not_fail_its_neighbours(opened: Opened) -> None:
    async def story() -> None:
        async with opened() as store:
            ids = [await store.open_table(table_row(f"T{n}"), TWO) for n in range(10)]
            await store.append(ids[4], 0, [7])
            outcomes = await asyncio.gather(
                *(store.append(id, 0, [n]) for n, id in enumerate(ids)), return_exceptions=True
            )
            assert [n for n, outcome in enumerate(outcomes) if isinstance(outcome, Conflict)] == [4]
            for n in range(10):
                saved = await store.load(f"T{n}")
                assert saved is not None
                assert saved.actions == [7 if n == 4 else n]

    asyncio.run(story())


def test_a_write_of_several_parts_happens_whole_or_not_at_all(opened: Opened) -> None:
    async def story() -> None:
        async with opened() as store:
            first = await store.open_table(table_row("FIRST"), TWO)
            await store.open_table(table_row("NEXT"), TWO, after=first)
            with pytest.raises(Conflict, match="rematch"):
                await store.open_table(table_row("LATE"), TWO, [1, 2, 3], after=first)
            assert await store.load("LATE") is None

    asyncio.run(story())


def test_a_code_is_given_once(opened: Opened) -> None:
    async def story() -> None:
        async with opened() as store:
            await store.open_table(table_row("SAME"), TWO)
            with pytest.raises(Conflict):
                await store.open_table(table_row("SAME"), TWO)

    asyncio.run(story())


def test_a_seat_is_taken_by_one_and_the_last_one_starts_the_match(opened: Opened) -> None:
    async def story() -> None:
        async with opened() as store:
            id = await store.open_table(table_row(phase="lobby"), LOBBY)
            bert = SeatRow(name="Bert", guest="bert", lock="ff")
            await store.sit(id, 1, bert, start=[3])
            with pytest.raises(Conflict):
                await store.sit(id, 1, replace(bert, guest="carl"), start=[3])
            saved = await store.load("AAAAAA")
            assert saved is not None
            assert (saved.seats[1], saved.table.phase, saved.actions) == (bert, "playing", [3])
            with pytest.raises(Conflict):
                await store.stand(id, 1, "bert", SeatRow())

    asyncio.run(story())


def test_a_kept_seat_is_for_the_one_it_is_kept_for(opened: Opened) -> None:
    async def story() -> None:
        async with opened() as store:
            kept = [LOBBY[0], SeatRow(name="Bert", kept="bert")]
            id = await store.open_table(table_row(phase="lobby"), kept)
            with pytest.raises(Conflict):
                await store.sit(id, 1, SeatRow(guest="carl"))
            await store.sit(id, 1, SeatRow(guest="bert"))
            await store.stand(id, 1, "bert", SeatRow())
            await store.sit(id, 1, SeatRow(guest="carl"))

    asyncio.run(story())


def test_a_locked_file_is_a_failure_in_words_and_the_store_recovers(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("asterism.store.sqlite.BUSY_SECONDS", 0.05)

    async def story() -> None:
        async with opened_file(path) as store:
            id = await store.open_table(table_row(), TWO)
            intruder = sqlite3.connect(path, isolation_level=None)
            intruder.execute("begin immediate")
            with pytest.raises(StoreFailed, match="locked"):
                await store.append(id, 0, [1])
            intruder.execute("rollback")
            intruder.close()
            await store.append(id, 0, [1])

    asyncio.run(story())


def test_a_closed_store_says_so(opened: Opened) -> None:
    async def story() -> None:
        async with opened() as store:
            await store.close()
        with pytest.raises(StoreFailed, match="closed"):
            await store.append(1, 0, [1])
        with pytest.raises(StoreFailed, match="closed"):
            await store.load("AAAAAA")

    asyncio.run(story())


def test_closing_waits_for_what_is_being_written(opened: Opened) -> None:
    async def story() -> None:
        async with opened() as store:
            id = await store.open_table(table_row(), TWO)
            last = asyncio.create_task(store.append(id, 0, [1, 2, 3]))
            await asyncio.sleep(0)
        await last
        async with opened() as again:
            saved = await again.load("AAAAAA")
            assert saved is not None
            assert saved.actions == [1, 2, 3]

    asyncio.run(story())


def test_the_file_keeps_what_it_promises(path: Path) -> None:
    """A commit is on the disk: write-ahead log, and a full sync at each commit."""

    async def story() -> None:
        async with opened_file(path) as store:
            assert store._writing.execute("pragma journal_mode").fetchone() == ("wal",)
            assert store._writing.execute("pragma synchronous").fetchone() == (2,)

    asyncio.run(story())


def test_the_log_is_tidied_into_the_file_while_writing_goes_on(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("asterism.store.sqlite.TIDY_AFTER", 20)
    writes = 1_000

    async def story() -> None:
        async with opened_file(path) as store:
            id = await store.open_table(table_row(), TWO)
            for ply in range(writes):
                await store.append(id, ply, [ply])
            log = path.with_name(path.name + "-wal").stat().st_size
            assert log < writes * 4096 / 4  # untidied, every write would have left a page there at least
            saved = await store.load("AAAAAA")
            assert saved is not None
            assert saved.actions == list(range(writes))

    asyncio.run(story())


def test_the_dice_are_drawn_by_one_sheet_and_all_numbers_or_not_at_all(opened: Opened) -> None:
    async def story() -> None:
        async with opened() as store:
            id = await store.open_table(table_row(phase="lobby"), [replace(LOBBY[0], lock="aa"), SeatRow()])
            await store.sit(id, 1, SeatRow(guest="bert", lock="bb"), sheet=(1, "one"))
            with pytest.raises(Conflict):
                await store.commit(id, "bert", "cc", sheet=(1, "another sheet of this draw"))
            await store.reveal(id, 1, 0, "number 0", shown=0)
            for again in ((1, 0, "number 0", 1), (1, 1, "number 1", 0), (2, 1, "number 1", 1)):
                with pytest.raises(Conflict):
                    await store.reveal(id, *again)
            await store.void(id, 1, without=[0])
            with pytest.raises(Conflict):
                await store.reveal(id, 1, 1, "number 1", shown=1, start=[4])
            saved = await store.load("AAAAAA")
            assert saved is not None
            assert (saved.table.phase, saved.table.draw, saved.sheets, saved.nonces) == ("lobby", 0, ["one"], {})
            assert [(seat.lock, seat.without) for seat in saved.seats] == [("", True), ("", False)]
            await store.commit(id, "bert", "dd", sheet=(2, "two"))
            await store.reveal(id, 2, 0, "number 2", shown=0, start=[4])
            saved = await store.load("AAAAAA")
            assert saved is not None
            assert (saved.table.phase, saved.sheets, saved.nonces) == ("playing", ["one", "two"], {0: "number 2"})
            assert saved.actions == [4]

    asyncio.run(story())


def test_who_stands_up_while_the_dice_are_drawn_makes_the_draw_void(opened: Opened) -> None:
    async def story() -> None:
        async with opened() as store:
            row, seats = table_row(phase="drawing", draw=1), [replace(seat, lock="aa") for seat in TWO]
            id = await store.open_table(row, seats, sheet="one")
            await store.stand(id, 1, "bert", SeatRow())
            saved = await store.load("AAAAAA")
            assert saved is not None
            assert (saved.table.phase, saved.table.draw) == ("lobby", 0)
            assert [seat.lock for seat in saved.seats] == ["", ""]

    asyncio.run(story())
