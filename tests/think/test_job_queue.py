"""Thinking elsewhere, with a real Valkey and real processes that think."""

from __future__ import annotations

import asyncio
import subprocess
import sys
import threading
from collections.abc import Callable, Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import wraps
from typing import Any

import pytest

from asterism.core.game import BadInput
from asterism.core.match import Match
from asterism.server.setting_values import read_news
from asterism.server.thinking.workers import MOST_PUTS, Workers
from asterism.think import jobs
from asterism.think.job_queue import MOST_WAITING, JobQueue, address_of, client
from asterism.think.worker import Worker

from ..server.serving import HOUSE, wait_until
from ..valkey import Valkey


@pytest.fixture
def valkey() -> Iterator[Valkey]:
    server = Valkey().start()
    yield server
    server.stop()


@pytest.fixture
def queue(valkey: Valkey) -> Iterator[JobQueue]:
    made = client(valkey.url)
    yield JobQueue(made)
    made.close()


def apart(story: Callable[..., Coroutine[Any, Any, None]]) -> Callable[..., None]:
    """A test with an event loop of its own."""

    @wraps(story)
    def run(*given: Any, **named: Any) -> None:
        asyncio.run(story(*given, **named))

    return run


def a_choice(bot: str = "table:0", level: str = "easy") -> jobs.ChooseJob:
    match = Match("noirlab-dice", seats=2, seed=1)
    position = jobs.position_of(match)
    return jobs.ChooseJob(position=position, bot=bot, seat=match.to_act, level=level, pointed=[])


def taken(queue: JobQueue, studies_first: bool = False) -> str:
    found = queue.take("someone", studies_first)
    return found[0].decode() if found else ""


def test_a_job_is_the_match_as_it_stands() -> None:
    match = Match("gemini", seats=3, seed=4)
    while match.ply < 40:
        match.play(match.legal()[0])
    again = jobs.match_of(jobs.read_job(jobs.encode(jobs.ReviewJob(position=jobs.position_of(match)))).position)
    assert again.states.tobytes() == match.states.tobytes()
    assert (again.actions, again.edition.digest) == (match.actions, match.edition.digest)


@pytest.mark.parametrize("place", [":hun/ter2@host:5/1", ":hunter2@host:x", "user:4/hunter2@host", ":hun#ter2@host"])
def test_an_address_that_is_none_is_refused_without_repeating_the_password(place: str) -> None:
    for refused in (
        lambda: address_of(f"redis://{place}"),
        lambda: read_news(f"redis://{place}"),
        lambda: address_of(f"http://{place}"),
    ):
        with pytest.raises(BadInput) as told:
            refused()
        assert not any(part in str(told.value) for part in ("hun", "ter2", "host"))


def test_valkey_is_the_same_under_its_own_name() -> None:
    assert address_of("valkey://:a%2Fb@host:5/1") == "redis://:a%2Fb@host:5/1"
    assert read_news("valkeys://host") == "rediss://host"
    assert read_news("unix:///run/a@b.sock") == "unix:///run/a@b.sock"


def test_everyone_whose_jobs_wait_has_one_place_in_the_line(queue: JobQueue) -> None:
    for number in range(4):
        queue.put("bots", "many", f"s:many{number}", b"{}")
    queue.put("bots", "one", "s:one", b"{}")
    assert [taken(queue) for _ in range(6)] == ["s:many0", "s:one", "s:many1", "s:many2", "s:many3", ""]


def test_bots_that_people_wait_for_come_first_and_what_people_asked_is_not_forgotten(queue: JobQueue) -> None:
    for rank in ("alone", "people", "bots"):
        for number in range(2):
            queue.put(rank, "a", f"s:{rank}{number}", b"{}")  # type: ignore[arg-type]
    assert [taken(queue, studies_first=True), taken(queue)] == ["s:people0", "s:bots0"]
    assert [taken(queue) for _ in range(4)] == ["s:bots1", "s:people1", "s:alone0", "s:alone1"]


def test_what_nobody_waits_for_any_more_is_not_thought_about(queue: JobQueue) -> None:
    queue.put("bots", "a", "s:1", b"{}")
    queue.put("bots", "a", "s:2", b"{}")
    queue.drop("s:1")
    assert taken(queue) == "s:2"


def test_when_too_much_waits_no_more_is_taken(queue: JobQueue) -> None:
    for number in range(MOST_WAITING):
        assert queue.put("alone", "a", f"s:{number}", b"{}") == 1
    assert queue.put("bots", "b", "s:more", b"{}") == 0
    taken(queue)
    assert queue.put("bots", "b", "s:more", b"{}") == 1


def test_what_is_dropped_taken_or_forgotten_is_not_counted_any_more(
    queue: JobQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    for number in range(3):
        queue.put("bots", "a", f"s:{number}", b"{}")
    queue.put("bots", "a", "s:0", b"{}")  # once more
    assert queue.count_waiting() == 3
    queue.drop("s:0")
    assert queue.count_waiting() == 2
    assert taken(queue) == "s:1"
    assert queue.count_waiting() == 1
    monkeypatch.setattr("asterism.think.job_queue.GOOD_FOR", 1)
    queue.put("alone", "b", "s:3", b"{}")
    wait_until(lambda: queue.count_waiting() == 1, "one that nobody took in time is not waited for")
    queue.put_answer("s:2", b"1")
    assert queue.count_waiting() == 0


@apart
async def test_without_anyone_who_thinks_a_server_is_told_so_at_once(valkey: Valkey) -> None:
    workers = Workers(valkey.url)
    with pytest.raises(jobs.NoWorkers):
        await workers.ask(a_choice(), "bots", "a")
    await workers.close()


@apart
async def test_an_unreachable_queue_is_logged_once_and_its_return_too(
    valkey: Valkey, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("asterism.server.thinking.workers.KNOWN_FOR", 0.0)
    workers = Workers(valkey.url)
    valkey.kill()
    for _ in range(3):
        with pytest.raises(jobs.NoWorkers):
            await workers.ask(a_choice(), "bots", "a")
    valkey.start()
    for _ in range(2):
        with pytest.raises(jobs.NoWorkers):
            await workers.ask(a_choice(), "bots", "a")
    await workers.close()
    said = [record.getMessage().partition(",")[0] for record in caplog.records if record.name == "asterism.workers"]
    assert said == ["worker processes cannot be reached", "worker processes can be reached again"]


@apart
async def test_bots_advice_and_reviews_are_the_same_elsewhere(valkey: Valkey) -> None:
    worker, workers = Worker(valkey.url, 2, print), Workers(valkey.url)
    worker.start()
    try:
        await there(worker)
        choice = a_choice(level="best")
        mind = jobs.JobRunner()
        assert await workers.ask(choice, "bots", "a") == mind.do(choice)  # exact play: no luck in it
        advise = jobs.AdviseJob(position=choice.position, seat=0)
        assert jobs.read_advice(await workers.ask(advise, "people", "a")) == jobs.read_advice(mind.do(advise))
        answers = await asyncio.gather(*(workers.ask(a_choice(f"t:{i}"), "bots", f"g{i % 7}") for i in range(60)))
        assert len(answers) == 60
    finally:
        worker.stop()
        worker.wait()
        await workers.close()


def test_a_bot_thinks_about_one_thing_at_a_time_even_if_its_job_was_given_away_twice(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    thinking, most = 0, 0
    both = threading.Barrier(2)

    class Slow:
        def choose(self, seen: object, legal: list[int], past: object) -> int:
            nonlocal thinking, most
            thinking += 1
            with suppress(threading.BrokenBarrierError):
                both.wait(0.3)  # until another comes, if it can
            most = max(most, thinking)
            thinking -= 1
            return legal[0]

    monkeypatch.setattr(jobs.bots, "bot", lambda *given: Slow())
    mind = jobs.JobRunner()
    with ThreadPoolExecutor(2) as pool:
        list(pool.map(mind.do, [a_choice(), a_choice()]))
    assert most == 1


@apart
async def test_other_rules_elsewhere_are_no_answer(valkey: Valkey) -> None:
    worker, workers = Worker(valkey.url, 1, print), Workers(valkey.url)
    worker.start()
    try:
        await there(worker)
        position = jobs.position_of(Match("noirlab-dice", seats=2, seed=1))
        newer = jobs.MatchPosition(**{n: getattr(position, n) for n in position.__struct_fields__} | {"version": 99})
        with pytest.raises(jobs.NoWorkers):
            await workers.ask(jobs.AdviseJob(position=newer, seat=0), "people", "a")
    finally:
        worker.stop()
        worker.wait()
        await workers.close()


async def there(worker: Worker) -> None:
    """Wait until a worker has said that it is there."""
    while not await asyncio.to_thread(worker.queue.count_workers):
        await asyncio.sleep(0.05)


@pytest.mark.timeout(300)
@apart
async def test_the_work_of_a_process_that_was_killed_is_done_by_another(valkey: Valkey, queue: JobQueue) -> None:
    """The first takes a job and dies over it; a second one answers it."""
    script = f"from asterism.think.worker import Worker; Worker({valkey.url!r}, 1, print).start(); input()"
    doomed = subprocess.Popen([sys.executable, "-c", script], cwd=HOUSE, stdin=subprocess.PIPE)
    workers = Workers(valkey.url)
    try:
        await asyncio.to_thread(wait_until, lambda: queue.count_workers() == 1, "a process that thinks", 240.0)
        match = Match("constellation", seats=2, seed=1)
        slow = jobs.ChooseJob(position=jobs.position_of(match), bot="t:0", seat=match.to_act, level="best", pointed=[])
        asked = asyncio.create_task(workers.ask(slow, "bots", "a"))
        await asyncio.to_thread(wait_until, lambda: queue.client.keys("*taken:*"), "it was taken")
        doomed.kill()
        doomed.communicate()
        second = Worker(valkey.url, 1, print)
        second.start()
        try:
            assert jobs.read_action(await asyncio.wait_for(asked, 120)) in match.legal()
        finally:
            second.stop()
            second.wait()
    finally:
        doomed.kill()
        await workers.close()


@apart
async def test_a_job_that_is_lost_with_whoever_takes_it_is_not_given_away_for_ever(
    valkey: Valkey, queue: JobQueue, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("asterism.think.job_queue.TAKEN_FOR", 1)
    monkeypatch.setattr("asterism.server.thinking.workers.LOOK_AGAIN", 0.1)
    workers, lost = Workers(valkey.url), []

    async def die_over_it() -> None:
        while True:
            await asyncio.to_thread(queue.count_workers, f"the one that dies after {len(lost)}")
            if taken := await asyncio.to_thread(queue.take, "one", False):
                lost.append(taken)
            await asyncio.sleep(0.02)

    dying = asyncio.create_task(die_over_it())
    try:
        await asyncio.to_thread(wait_until, lambda: queue.count_workers(), "someone is there")
        with pytest.raises(jobs.NoWorkers):
            await asyncio.wait_for(workers.ask(a_choice(), "bots", "a"), 60)
        assert len(lost) == MOST_PUTS
    finally:
        dying.cancel()
        await asyncio.gather(dying, return_exceptions=True)
        await workers.close()


@apart
async def test_a_thought_that_fails_for_want_of_a_file_is_an_answer(
    valkey: Valkey, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is no fault of the line, on which one would try again."""

    def do(mind: jobs.JobRunner, job: object, step: object) -> bytes:
        raise FileNotFoundError("a table that was solved")

    monkeypatch.setattr(jobs.JobRunner, "do", do)
    said: list[str] = []
    worker, workers = Worker(valkey.url, 1, said.append), Workers(valkey.url)
    worker.start()
    try:
        await there(worker)
        with pytest.raises(jobs.NoWorkers):
            await asyncio.wait_for(workers.ask(a_choice(), "bots", "a"), 60)
        worker.stop()
        worker.wait()  # the answer is sent before it is counted
        assert (worker.done, said) == (1, [])
    finally:
        worker.stop()
        worker.wait()
        await workers.close()


@apart
async def test_when_the_line_is_lost_what_was_asked_is_put_in_again(valkey: Valkey, queue: JobQueue) -> None:
    worker, workers = Worker(valkey.url, 1, print), Workers(valkey.url)
    queue.count_workers("one that never takes anything")
    asked = asyncio.create_task(workers.ask(a_choice(), "bots", "a"))
    try:
        await asyncio.to_thread(wait_until, lambda: queue.count_waiting() == 1, "it waits")
        queue.client.flushall()
        queue.count_workers("one that never takes anything")
        worker.start()
        assert jobs.read_action(await asyncio.wait_for(asked, 60)) >= 0
    finally:
        worker.stop()
        worker.wait()
        await workers.close()
