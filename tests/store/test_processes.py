"""What several processes need that share a store: revisions, leases, and writes that say what they go by."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import replace

import pytest

from asterism.store import Conflict, Consequences, EventRow, LessonRow, ResultRow, SeatRow, Store

from .conftest import LOBBY, TWO, Opened, table_row


async def revision_of(store: Store, code: str = "AAAAAA") -> int:
    saved = await store.load(code)
    assert saved is not None
    assert await store.revisions([saved.table.id, 999]) == {saved.table.id: saved.revision}
    return saved.revision


Step = Callable[[Store, int, int], Awaitable[int]]
BERT = SeatRow(name="Bert", guest="bert", lock="bb")
RESULT = ResultRow(seat=0, share=1.0, score=1, won=True, name="Anna", guest="anna", bot=False)
EVENT = EventRow(ply=0, at=1, what="left", seat=0)

IN_THE_LOBBY: dict[str, Step] = {
    "sit": lambda s, id, r: s.sit(id, 1, BERT, revision=r),
    "sit and begin": lambda s, id, r: s.sit(id, 1, BERT, start=[3, 4], revision=r),
    "commit": lambda s, id, r: s.commit(id, "anna", "cc", revision=r),
    "commit and draw": lambda s, id, r: s.commit(id, "anna", "cc", (1, "sheet"), revision=r),
    "stand": lambda s, id, r: s.stand(id, 0, "anna", SeatRow(), revision=r),
    "reshape": lambda s, id, r: s.reshape(id, LOBBY, [*LOBBY, BERT], revision=r),
    "close": lambda s, id, r: s.close_table(id, revision=r),
    "list": lambda s, id, r: s.list_table(id, True, revision=r),
}
WHILE_DRAWN: dict[str, Step] = {
    "reveal": lambda s, id, r: s.reveal(id, 1, 0, "number", 0, revision=r),
    "reveal and begin": lambda s, id, r: s.reveal(id, 1, 0, "number", 0, start=[5], revision=r),
    "void": lambda s, id, r: s.void(id, 1, revision=r),
}
IN_A_MATCH: dict[str, Step] = {
    "append": lambda s, id, r: s.append(id, 2, [7, 8], revision=r),
    "append with the clock": lambda s, id, r: s.append(id, 2, [7], Consequences(timing="[1]"), revision=r),
    "append the end": lambda s, id, r: s.append(
        id, 2, [7], Consequences(results=[RESULT], events=(0, [EVENT])), revision=r
    ),
    "stand in": lambda s, id, r: s.stand_in(id, {0: "easy"}, Consequences(events=(0, [EVENT])), revision=r),
    "ask for an undo": lambda s, id, r: s.ask_undo(id, "[1]", revision=r),
}
STEPS = [
    *((name, "lobby", step) for name, step in IN_THE_LOBBY.items()),
    *((name, "drawing", step) for name, step in WHILE_DRAWN.items()),
    *((name, "playing", step) for name, step in IN_A_MATCH.items()),
]


@pytest.mark.parametrize(("name", "phase", "step"), STEPS, ids=[name for name, _, _ in STEPS])
def test_a_write_that_goes_by_an_old_revision_is_refused_and_the_right_one_returns_the_next(
    opened: Opened, name: str, phase: str, step: Step
) -> None:
    async def story() -> None:
        async with opened() as store:
            seats = {"lobby": LOBBY, "playing": TWO, "drawing": [replace(seat, lock="aa") for seat in TWO]}[phase]
            row = table_row(phase=phase, draw=int(phase == "drawing"))
            actions, sheet = ([1, 2] if phase == "playing" else []), ("one" if phase == "drawing" else "")
            id = await store.open_table(row, seats, actions, sheet=sheet)
            old = await revision_of(store)
            assert old == len(actions)
            await store.list_table(id, False)  # what another process did
            before = await store.load("AAAAAA")
            with pytest.raises(Conflict):
                await step(store, id, old)
            assert await store.load("AAAAAA") == before, "a refused write changes nothing"
            after = await step(store, id, old + 1)
            assert after > old + 1
            assert after == await revision_of(store)

    asyncio.run(story())


def test_who_is_away_is_nothing_that_others_wait_for(opened: Opened) -> None:
    async def story() -> None:
        async with opened() as store:
            id = await store.open_table(table_row(), TWO)
            await store.note_away(id, {"anna": 5})
            assert await revision_of(store) == 0

    asyncio.run(story())


def test_a_rematch_changes_the_table_before(opened: Opened) -> None:
    async def story() -> None:
        async with opened() as store:
            id = await store.open_table(table_row(), TWO)
            await store.open_table(table_row("NEXT"), TWO, after=id)
            assert await revision_of(store) == 1

    asyncio.run(story())


def test_actions_alone_are_told_in_one_answer_and_anything_else_asks_for_all_of_it(opened: Opened) -> None:
    async def story() -> None:
        async with opened() as store:
            id = await store.open_table(table_row(), TWO, [1])
            known = await revision_of(store)
            nothing = await store.since(id, known, 1)
            assert nothing is not None
            assert (nothing.revision, nothing.actions) == (known, [])
            await store.append(id, 1, [2, 3], Consequences(timing="[9]"))
            found = await store.since(id, known, 1)
            assert found is not None
            assert (found.revision, found.actions, found.began, found.timing) == (known + 2, [2, 3], [1, 1], "[9]")
            assert len(found.times) == 2
            assert found.revision == await revision_of(store)
            await store.ask_undo(id, "[1]")
            assert await store.since(id, known, 1) is None
            assert await store.since(999, 0, 0) is None

    asyncio.run(story())


def test_a_removed_table_is_known_as_such(opened: Opened) -> None:
    async def story() -> None:
        async with opened() as store:
            id = await store.open_table(table_row(), TWO, [1, 2])
            over = await store.open_table(table_row("OVER"), TWO, [1, 2])
            await store.append(over, 2, [3], Consequences(results=[RESULT]))
            known = await revision_of(store, "OVER")
            for table in (id, over):
                await store.remove(table)
                assert await store.since(table, 2, 2) is None
            assert list(await store.revisions([id, over])) == [over]
            assert await revision_of(store, "OVER") > known

    asyncio.run(story())


def test_one_process_at_a_time_has_the_lease_and_each_holder_another_number(opened: Opened) -> None:
    async def story() -> None:
        async with opened() as store, opened() as other:
            id = await store.open_table(table_row(), TWO)
            taken = await asyncio.gather(store.take_lease(id, "one", 60), other.take_lease(id, "two", 60))
            assert sorted(taken) == [0, 1]
            holder, loser = ("one", "two") if taken[0] else ("two", "one")
            assert await store.take_lease(id, holder, 60) == 1, "renewed"
            assert await store.take_lease(id, loser, 60) == 0
            await store.drop_leases(loser)
            assert await store.take_lease(id, loser, 60) == 0, "what is another's is not dropped"
            await store.drop_leases(holder, id)
            assert await store.take_lease(id, loser, -1) == 2, "it is over at once"
            assert await store.take_lease(id, holder, 60) == 3

    asyncio.run(story())


def test_who_wakes_up_late_and_has_lost_the_lease_does_not_act(opened: Opened) -> None:
    async def story() -> None:
        async with opened() as store:
            id = await store.open_table(table_row(), TWO)
            old = ("frozen", await store.take_lease(id, "frozen", -1))
            await store.append(id, 0, [1], lease=old)  # nobody else has come
            new = ("awake", await store.take_lease(id, "awake", 60))
            with pytest.raises(Conflict, match="another process"):
                await store.append(id, 1, [2], lease=old)
            with pytest.raises(Conflict, match="another process"):
                await store.stand_in(id, {0: "easy"}, Consequences(events=(0, [EVENT])), lease=old)
            await store.drop_leases("awake")
            back = ("frozen", await store.take_lease(id, "frozen", 60))
            for late in (old, new):
                with pytest.raises(Conflict, match="another process"):
                    await store.append(id, 1, [2], lease=late)
            await store.append(id, 1, [3], lease=back, revision=1)
            await store.stand_in(id, {0: "easy"}, Consequences(events=(0, [EVENT])), lease=back)
            saved = await store.load("AAAAAA")
            assert saved is not None
            assert (saved.actions, len(saved.events)) == ([1, 3], 1)

    asyncio.run(story())


def test_of_many_who_write_at_once_by_the_same_revision_one_lands_each_time(opened: Opened) -> None:
    """Whatever they write, the revision tells exactly how much of it there is."""
    landed: Counter[str] = Counter()

    async def keep_on(store: Store, id: int, draw: random.Random) -> None:
        for _ in range(15):
            saved = await store.load("AAAAAA")
            assert saved is not None
            revision, ply, happened = saved.revision, len(saved.actions), len(saved.events)
            what = draw.choice(["act", "undo", "stand in"])
            try:
                if what == "act":
                    after = await store.append(id, ply, [ply], revision=revision)
                elif what == "undo":
                    after = await store.ask_undo(id, "[1]", revision=revision)
                else:
                    after = await store.stand_in(
                        id, {0: "easy"}, Consequences(events=(happened, [EVENT])), revision=revision
                    )
                assert after == revision + 1
                landed[what] += 1
            except Conflict:
                landed["conflict"] += 1

    async def story() -> None:
        async with opened() as one, opened() as two, opened() as three:
            id = await one.open_table(table_row(), TWO)
            await asyncio.gather(*(keep_on(store, id, random.Random(n)) for n, store in enumerate((one, two, three))))
            saved = await one.load("AAAAAA")
            assert saved is not None
            assert saved.actions == list(range(landed["act"]))
            assert len(saved.events) == landed["stand in"]
            assert saved.revision == landed.total() - landed["conflict"]
            assert landed.total() == 45

    asyncio.run(story())


def test_of_many_who_sit_down_at_once_one_has_the_seat(opened: Opened) -> None:
    async def story() -> None:
        async with opened() as one, opened() as two, opened() as three:
            stores = (one, two, three)
            for n in range(5):
                id = await one.open_table(table_row(f"T{n}", phase="lobby"), LOBBY)
                outcomes = await asyncio.gather(
                    *(s.sit(id, 1, SeatRow(guest=f"guest{i}"), start=[i]) for i, s in enumerate(stores)),
                    return_exceptions=True,
                )
                assert sorted(isinstance(outcome, Conflict) for outcome in outcomes) == [False, True, True]
                saved = await one.load(f"T{n}")
                assert saved is not None
                assert saved.seats[1].guest == f"guest{saved.actions[0]}"
                assert saved.revision == 2

    asyncio.run(story())


def test_a_lesson_is_changed_by_who_knows_it_as_it_is(opened: Opened) -> None:
    async def story() -> None:
        async with opened() as store:
            lesson = LessonRow(code="LESSON", mark=b"m", opener="anna", content="one", created=5)
            await store.save_lesson(lesson, before="")
            with pytest.raises(Conflict):
                await store.save_lesson(lesson, before="")
            await store.save_lesson(lesson)
            await store.save_lesson(replace(lesson, content="two"), before="one")
            with pytest.raises(Conflict):
                await store.save_lesson(replace(lesson, content="three"), before="one")
            assert await store.lesson("LESSON") == replace(lesson, content="two")
            assert await store.lesson("OTHER") is None

    asyncio.run(story())


def test_tables_that_wait_and_may_be_found(opened: Opened) -> None:
    async def story() -> None:
        async with opened() as store:
            for code, phase in (("ONE", "lobby"), ("TWO", "playing"), ("THREE", "lobby"), ("FOUR", "lobby")):
                id = await store.open_table(table_row(code, phase=phase), LOBBY)
                await store.list_table(id, code != "THREE")
            assert await store.to_be_found(9) == ["ONE", "FOUR"]
            assert await store.to_be_found(1) == ["ONE"]

    asyncio.run(story())


def test_every_process_has_the_same_key(opened: Opened) -> None:
    async def story() -> None:
        async with opened() as store, opened() as other:
            assert await store.key() == await other.key()
            assert len(await store.key()) >= 32

    asyncio.run(story())
