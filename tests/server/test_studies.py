"""Expensive questions: answered once for all who ask, in fair turns, behind the bots, dropped when nobody waits."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any

import pytest

from asterism.server.thinking import studies, time_slices
from asterism.server.thinking.fair_queue import Dropped, TimeUsed
from asterism.server.thinking.studies import MOST_OF_ADDRESS, MOST_OF_GUEST, Asker, Studies
from asterism.server.thinking.time_slices import Slice, TimeSlices
from asterism.server.wire.refusal import Refusal

ANNA, BERT, CARL = Asker("anna", "home"), Asker("bert", "home"), Asker("carl", "elsewhere")


class Desk:
    """Studies on one thread, and a record of what was worked on."""

    def __init__(self, busy: Callable[[], bool] = lambda: False) -> None:
        self.studies = Studies("test", 1, keep=2, busy=busy)
        self.begun: list[str] = []
        self.gate = threading.Event()  # studies wait for it

    def ask(self, name: str, asker: Asker) -> asyncio.Task[str]:
        def work(step: Callable[[], None]) -> str:
            self.begun.append(name)
            while not self.gate.wait(0.001):
                step()
            return name.upper()

        return asyncio.ensure_future(self.studies.ask(name, asker, work))


def tell(story: Callable[[Desk], Awaitable[None]], **how: Any) -> None:
    async def told() -> None:
        desk = Desk(**how)
        try:
            await story(desk)
        finally:
            desk.gate.set()
            desk.studies.close()

    asyncio.run(told())


async def until(happened: Callable[[], bool]) -> None:
    while not happened():
        await asyncio.sleep(0.001)


def test_one_computation_serves_all_who_ask_and_is_kept_for_later() -> None:
    async def story(desk: Desk) -> None:
        asked = [desk.ask("review", asker) for asker in (ANNA, BERT, CARL) for _ in range(20)]
        await until(lambda: bool(desk.begun))
        desk.gate.set()
        assert set(await asyncio.gather(*asked)) == {"REVIEW"}
        assert await desk.ask("review", CARL) == "REVIEW"
        assert desk.begun == ["review"]

    tell(story)


def test_only_the_newest_answers_are_kept() -> None:
    async def story(desk: Desk) -> None:
        desk.gate.set()
        for name in ("one", "two", "one", "three", "one", "two"):  # two was asked for longest ago when three came
            await desk.ask(name, ANNA)
        assert desk.begun == ["one", "two", "three", "two"]

    tell(story)


def test_whoever_has_had_least_is_next() -> None:
    async def story(desk: Desk) -> None:
        asked = [desk.ask(f"anna{n}", ANNA) for n in range(3)]
        asked += [desk.ask("bert", BERT), desk.ask("dora", Asker("dora", "home"))]
        await until(lambda: bool(desk.begun))
        desk.gate.set()
        await asyncio.gather(*asked)
        assert desk.begun == ["anna0", "bert", "dora", "anna1", "anna2"]

    tell(story)


def test_a_long_computation_keeps_nobody_elsewhere_waiting() -> None:
    """A file that a stranger sent was worked on for 23 seconds, and everyone else's answers waited for it."""

    async def story(desk: Desk) -> None:
        long = [desk.ask(f"long{n}", ANNA) for n in range(MOST_OF_GUEST)]  # they go on until the gate is open
        await until(lambda: bool(desk.begun))

        def work(step: Callable[[], None]) -> str:
            return "short"

        assert await asyncio.wait_for(desk.studies.ask("short", CARL, work), 20) == "short"
        assert not long[0].done()
        assert desk.begun == ["long0"], "one address has one computation at a time on one thread"
        desk.gate.set()
        await asyncio.gather(*long)

    tell(story)


def test_turns_go_to_the_address_and_then_to_the_guest_that_has_had_least_time(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 0.0
    monkeypatch.setattr(time_slices.time, "monotonic", lambda: now)
    shared, order = TimeSlices(1, TimeUsed()), []
    for asker, seconds in ((ANNA, 5.0), (CARL, 4.0)):
        own = Slice((asker.address, asker.guest))
        shared.take(own, lambda: False)
        now += seconds
        shared.leave(own)
    first = Slice(("far away", "eve"))
    shared.take(first, lambda: False)

    def work(asker: Asker) -> None:
        own = Slice((asker.address, asker.guest))
        shared.take(own, lambda: False)
        order.append(asker.guest)
        shared.leave(own)

    threads = [threading.Thread(target=work, args=(asker,)) for asker in (ANNA, BERT, CARL)]
    for thread in threads:
        thread.start()
    while len(shared._waiting) < len(threads):
        pass
    shared.leave(first)
    for thread in threads:
        thread.join()
    assert order == ["carl", "bert", "anna"]


def test_a_computation_that_bots_keep_waiting_goes_on_a_turn_at_a_time(monkeypatch: pytest.MonkeyPatch) -> None:
    """A replay calls its step thousands of times: had it waited at each, it would not end while bots think."""
    slept: list[float] = []
    now = 100.0

    def sleep(seconds: float) -> None:
        nonlocal now
        slept.append(seconds)
        now += seconds

    async def story(desk: Desk) -> None:
        def work(step: Callable[[], None]) -> int:
            begun = len(slept)
            for _ in range(1000):
                step()
            return len(slept) - begun

        assert await desk.studies.ask("x", ANNA, work) == 0

    monkeypatch.setattr(studies.time, "monotonic", lambda: now)
    monkeypatch.setattr(studies.time, "sleep", sleep)
    tell(story, busy=lambda: True)
    assert sum(slept) == pytest.approx(studies.GIVE_WAY, abs=0.01), "before it began"


def test_a_guest_and_an_address_have_a_share_and_are_told_so() -> None:
    async def story(desk: Desk) -> None:
        mine = [desk.ask(f"mine{n}", ANNA) for n in range(MOST_OF_GUEST)]
        await asyncio.sleep(0)
        with pytest.raises(Refusal, match="ask again in a moment") as refused:
            await desk.ask("one more", ANNA)
        assert refused.value.code == "too-fast"
        others = [desk.ask(f"other{n}", Asker(f"guest{n}", "home")) for n in range(MOST_OF_ADDRESS - MOST_OF_GUEST)]
        await asyncio.sleep(0)
        with pytest.raises(Refusal):
            await desk.ask("a new guest of the same address", BERT)
        elsewhere = desk.ask("elsewhere", CARL)
        desk.gate.set()
        assert await elsewhere == "ELSEWHERE"
        await asyncio.gather(*mine, *others)

    tell(story)


def test_what_nobody_waits_for_is_dropped_also_while_it_is_worked_on() -> None:
    async def story(desk: Desk) -> None:
        working, queued, wanted = desk.ask("working", ANNA), desk.ask("queued", ANNA), desk.ask("wanted", CARL)
        await until(lambda: bool(desk.begun))
        for nobody in (working, queued):
            nobody.cancel()
            with suppress(asyncio.CancelledError):
                await nobody
        await until(lambda: "wanted" in desk.begun)  # though the gate is shut: the first was ended in the middle
        again = desk.ask("queued", ANNA)
        desk.gate.set()
        assert await wanted == "WANTED"
        assert await again == "QUEUED", "it may be asked for again"
        assert desk.begun == ["working", "wanted", "queued"]

    tell(story)


def test_a_question_lives_as_long_as_one_of_many_waits() -> None:
    async def story(desk: Desk) -> None:
        gone, patient = desk.ask("review", ANNA), desk.ask("review", CARL)
        await until(lambda: bool(desk.begun))
        gone.cancel()
        await asyncio.sleep(0.01)
        desk.gate.set()
        assert await patient == "REVIEW"

    tell(story)


def test_a_failure_is_told_to_all_and_not_kept() -> None:
    async def story(desk: Desk) -> None:
        tries = []

        def work(step: Callable[[], None]) -> int:
            tries.append(1)
            raise ZeroDivisionError

        for _ in range(2):
            asked = [asyncio.ensure_future(desk.studies.ask("x", asker, work)) for asker in (ANNA, CARL)]
            told = await asyncio.gather(*asked, return_exceptions=True)
            assert [type(one) for one in told] == [ZeroDivisionError] * 2
        assert len(tries) == 2

    tell(story)


def test_a_study_gives_way_to_the_bots_at_every_step() -> None:
    thinking = threading.Event()
    waited: list[bool] = []

    def busy() -> bool:
        waited.append(thinking.is_set())
        return thinking.is_set()

    async def story(desk: Desk) -> None:
        def work(step: Callable[[], None]) -> str:
            thinking.set()
            threading.Timer(0.05, thinking.clear).start()
            step()
            return "while bots think" if thinking.is_set() else "after the bots"

        assert await desk.studies.ask("x", ANNA, work) == "after the bots"
        assert any(waited)

    tell(story, busy=busy)


def test_closing_ends_what_is_worked_on() -> None:
    async def story(desk: Desk) -> None:
        ended = threading.Event()

        def work(step: Callable[[], None]) -> None:
            try:
                while True:
                    step()
            except Dropped:
                ended.set()
                raise

        asked = asyncio.ensure_future(desk.studies.ask("x", ANNA, work))
        await asyncio.sleep(0.01)
        desk.studies.close()
        with pytest.raises(asyncio.CancelledError):
            await asked
        await until(ended.is_set)

    tell(story)
