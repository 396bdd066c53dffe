"""How bots keep the pace of the people who watch them, and whose bots think first."""

from __future__ import annotations

import asyncio
import threading
from concurrent.futures import ThreadPoolExecutor

from asterism.core.match import Match
from asterism.server.thinking.bot_desk import pause_before
from asterism.server.thinking.bot_queue import BotQueue


def test_a_bot_that_only_goes_on_with_its_turn_waits_less():
    match = Match("geminion", seats=2)
    assert pause_before(match, 0, 0.9) == 0.9, "at the start"
    match.play(match.legal()[0])
    assert match.to_act == 0
    assert pause_before(match, 0, 0.9) < 0.9 / 2, "it goes on"
    assert pause_before(match, 1, 0.9) == 0.9, "another begins"


def test_after_a_roll_a_bot_waits_as_before_a_first_move():
    match = Match("noirlab-dice", seats=2, seed=1)
    match.play(match.legal()[0])
    assert pause_before(match, match.to_act, 0.9) == 0.9


class Crowd:
    """Bots that think until they are told to stop; remembers whose began, in order."""

    def __init__(self, threads: int) -> None:
        self.began: list[str] = []
        self.stop = threading.Event()
        self.pool = ThreadPoolExecutor(threads)
        self.queue = BotQueue(self.pool, threads, lambda seconds: None)

    def ask(self, opener: str, bots_alone: bool = False) -> asyncio.Task[int]:
        def choose() -> int:
            self.began.append(opener)
            self.stop.wait(60)
            return 7

        return asyncio.create_task(self.queue.choose(opener, bots_alone, choose))


def test_one_guest_with_many_tables_of_bots_leaves_threads_for_the_others() -> None:
    async def story() -> None:
        crowd = Crowd(4)
        many = [crowd.ask("many tables") for _ in range(16)]
        alone = [crowd.ask(f"guest {n}", bots_alone=True) for n in range(16)]
        await asyncio.sleep(0)
        bert = crowd.ask("bert")
        while "bert" not in crowd.began:  # it begins although nobody has ended
            await asyncio.sleep(0.001)
        assert crowd.began.count("many tables") == 2
        crowd.stop.set()
        assert set(await asyncio.gather(*many, *alone, bert)) == {7}, "and in the end everyone's bots have moved"
        assert not crowd.queue.busy

    asyncio.run(story())


def test_who_had_least_is_next_and_tables_of_bots_alone_come_last() -> None:
    async def story() -> None:
        crowd = Crowd(1)
        crowd.stop.set()
        await crowd.ask("anna")
        held = [crowd.ask("bots", bots_alone=True), crowd.ask("anna"), crowd.ask("bert"), crowd.ask("anna")]
        await asyncio.gather(*held)
        assert crowd.began[2:] in (["bert", "anna", "anna"], ["anna", "bert", "anna"]), crowd.began

    asyncio.run(story())


def test_a_thought_nobody_waits_for_is_not_begun() -> None:
    async def story() -> None:
        crowd = Crowd(1)
        first, second = crowd.ask("anna"), crowd.ask("bert")
        await asyncio.sleep(0)
        second.cancel()
        await asyncio.gather(second, return_exceptions=True)
        crowd.stop.set()
        assert await first == 7
        assert crowd.began == ["anna"]
        assert not crowd.queue.busy

    asyncio.run(story())


def test_a_bot_that_fails_tells_whoever_asked_and_frees_its_thread() -> None:
    async def story() -> None:
        queue = BotQueue(ThreadPoolExecutor(1), 1, lambda seconds: None)
        for _ in range(2):
            problem = await asyncio.gather(queue.choose("anna", False, lambda: 1 // 0), return_exceptions=True)
            assert isinstance(problem[0], ZeroDivisionError)
        assert not queue.busy

    asyncio.run(story())
