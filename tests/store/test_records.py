"""Finished matches are kept, and told as lists of best scores, wins and running tables."""

from __future__ import annotations

import asyncio
import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest

from asterism.store import Consequences, ResultRow, SeatRow, SQLiteStore, Store, queries, readings

from .conftest import LOBBY, TWO, Opened, table_row

numbers = iter(range(1_000_000))


def result(seat: int, score: int, won: bool, name: str = "Anna", **more: object) -> ResultRow:
    plain = {"share": float(won), "guest": name.lower(), "bot": False}
    return ResultRow(seat=seat, score=score, won=won, name=name, **{**plain, **more})  # type: ignore[arg-type]


async def finish(store: Store, *results: ResultRow, game: str = "pebbles") -> str:
    """A table whose match ended like this; its code."""
    code = f"M{next(numbers)}"
    seats = [SeatRow(name=r.name, guest=r.guest) for r in results]
    await store.append(await store.open_table(table_row(code, game=game), seats), 0, [1], Consequences(results=results))
    return code


def test_the_best_scores_of_people_who_played_alone(opened: Opened) -> None:
    async def story() -> None:
        async with opened() as store:
            for score in (9, 5, 7):
                await finish(store, result(0, score, True))
            await finish(store, result(0, 1, True, bot=True))
            await finish(store, result(0, 2, True, counts=False))
            await finish(store, result(0, 3, True), game="another")
            assert [b.score for b in await store.best_alone("pebbles", fewest=True)] == [5, 7, 9]
            assert [b.score for b in await store.best_alone("pebbles", fewest=False, limit=2)] == [9, 7]

    asyncio.run(story())


def test_the_three_best_winning_scores_for_each_number_of_seats(opened: Opened) -> None:
    async def story() -> None:
        async with opened() as store:
            for score in (8, 6, 7, 9):
                await finish(store, result(0, score, True), result(1, 1, False, "Bert"))
            code = await finish(store, result(0, 5, False), result(1, 4, True, "Bert"), result(2, 9, False, "Carl"))
            best = await store.best_wins("pebbles", fewest=True)
            assert [(b.seats, b.score, b.name) for b in best] == [
                (2, 6, "Anna"), (2, 7, "Anna"), (2, 8, "Anna"), (3, 4, "Bert"),
            ]  # fmt: skip
            assert best[-1].code == code

    asyncio.run(story())


def test_the_wins_of_a_guest_are_those_against_others(opened: Opened) -> None:
    async def story() -> None:
        async with opened() as store:
            await finish(store, result(0, 1, True), result(1, 1, False, "Bert"))
            await finish(store, result(0, 1, False), result(1, 1, True, "Bert"))
            await finish(store, result(0, 1, True))
            assert await store.wins("anna", "pebbles") == (2, 1, 0)
            assert await store.wins("bert", "pebbles") == (2, 1, 0)
            assert await store.wins("", "pebbles") == (0, 0, 0)

    asyncio.run(story())


def test_an_ended_match_is_over_and_ends_once(opened: Opened) -> None:
    async def story() -> None:
        async with opened() as store:
            code = await finish(store, result(0, 1, True))
            saved = await store.load(code)
            assert saved is not None
            assert saved.table.phase == "over"

    asyncio.run(story())


def test_running_tables_of_a_guest_the_one_touched_last_first(opened: Opened, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("asterism.store.store.now", lambda: 1_000)

    async def story() -> None:
        async with opened() as store:
            first = await store.open_table(table_row("FIRST"), TWO)
            await store.open_table(table_row("SECOND", phase="lobby"), LOBBY)
            kept = [SeatRow(guest="carl"), SeatRow(kept="anna")]
            await store.open_table(table_row("KEPT", phase="lobby"), kept)
            await finish(store, result(0, 1, True))
            assert await store.running("anna") == ["KEPT", "SECOND", "FIRST"]
            assert await store.running("bert") == ["FIRST"]
            assert await store.running("") == []
            monkeypatch.setattr("asterism.store.store.now", lambda: 2_000)
            await store.append(first, 0, [1])
            assert (await store.running("anna"))[0] == "FIRST"

    asyncio.run(story())


def test_a_guest_has_the_name_said_last(opened: Opened) -> None:
    async def story() -> None:
        async with opened() as store:
            assert await store.guest_name("anna") is None
            await store.name_guest("anna", "Anna")
            await store.name_guest("anna", "Änne 🌟")
            assert await store.guest_name("anna") == "Änne 🌟"

    asyncio.run(story())


def test_of_guests_only_those_who_were_at_a_table_are_kept(opened: Opened) -> None:
    async def story() -> None:
        async with opened() as store:
            sat = ("opener", "seated", "kept", "played")
            for guest in (*sat, "nobody", "no-one", "none"):
                await store.name_guest(guest, guest.title())
            seats = [SeatRow(guest="seated"), SeatRow(kept="kept")]
            await store.open_table(replace(table_row("TABLE", phase="lobby"), opener="opener"), seats)
            over = await store.open_table(table_row("OVER"), [SeatRow(guest="played")])
            await store.append(over, 0, [1], Consequences(results=[replace(result(0, 1, True), guest="played")]))
            assert await store.forget_guests(2) == 2
            assert await store.forget_guests(2) == 1
            assert await store.forget_guests(2) == 0
            assert [await store.guest_name(guest) for guest in sat] == [guest.title() for guest in sat]
            assert [await store.guest_name(guest) for guest in ("nobody", "no-one", "none")] == [None] * 3

    asyncio.run(story())


def plans(path: Path) -> dict[str, list[str]]:
    """How SQLite would answer each question that people ask while others play."""
    questions = {
        "running": readings.RUNNING,
        "next seats": readings.NEXT_SEATS,
        "fewest": readings.best_of("asc"),
        "most": readings.best_of("desc"),
        "wins": "select played, won from tallies where guest = :guest and game = :game",
    }
    asked = {"guest": "anna", "game": "pebbles", "seats": 2, "limit": 3}
    with closing(sqlite3.connect(path)) as store:
        return {
            name: [row[3] for row in store.execute(f"explain query plan {question}", asked)]
            for name, question in questions.items()
        }


def test_no_question_looks_through_all_matches_that_were_ever_played(path: Path) -> None:
    asyncio.run(SQLiteStore(path).close())
    for name, steps in plans(path).items():
        slow = [step for step in steps if step.startswith("SCAN") and not step.startswith(("SCAN r", "SCAN (subquery"))]
        assert slow == [], (name, steps)
    assert not any("TEMP B-TREE" in step for name in ("fewest", "most") for step in plans(path)[name][:2])


def test_equal_scores_are_listed_as_they_were_made(opened: Opened) -> None:
    async def story() -> None:
        async with opened() as store:
            codes = [await finish(store, result(0, 5, True)) for _ in range(15)]
            best = await store.best_alone("pebbles", fewest=True)
            assert [b.code for b in best] == codes[:10]
            best = await store.best_alone("pebbles", fewest=False)
            assert [b.code for b in best] == codes[:10]

    asyncio.run(story())


def test_what_is_kept_of_a_table_is_all_removed_with_it(path: Path) -> None:
    asyncio.run(SQLiteStore(path).close())
    by_table = (
        "select part.name from sqlite_master part join pragma_table_info(part.name) column on column.name = 'table'"
        " where part.type = 'table' and part.name != 'results'"
    )
    with closing(sqlite3.connect(path)) as store:
        assert {name for (name,) in store.execute(by_table)} == set(queries.PARTS)
