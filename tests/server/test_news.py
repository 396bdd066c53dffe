"""The ways that news take: each notices by itself that it is broken, and mends."""

from __future__ import annotations

import asyncio
import os
import signal
from collections.abc import Callable, Iterator, Sequence

import pytest

from asterism.server.cluster import news, news_postgres, news_redis
from asterism.server.cluster.news import Hear, MendingNews
from asterism.server.cluster.news_postgres import PostgresNews
from asterism.server.cluster.news_redis import RedisNews
from asterism.think import job_queue
from tests.engines import Postgres
from tests.valkey import Valkey

from .houses import until


@pytest.fixture
def valkey() -> Iterator[Valkey]:
    server = Valkey().start()
    yield server
    server.stop()


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    for module in (job_queue, news_postgres):
        monkeypatch.setattr(module, "SILENCE", 0.2)
    for module in (news, news_redis):
        monkeypatch.setattr(module, "PATIENCE", 1.0)
    monkeypatch.setattr(news, "LONGEST_WAIT", 0.2)


async def hears_again(way: MendingNews, stop: Callable[[], None], go_on: Callable[[], None]) -> None:
    """Nothing is said, so only the one who listens can notice that nothing would be heard."""
    heard: list[bytes] = []
    await way.start(heard.append, lambda: None)
    way.say(b"one")
    await until(lambda: heard == [b"one"], "it works")
    stop()
    try:
        await until(lambda: way.away, "it is noticed")
    finally:
        go_on()
    await until(lambda: not way.away, "it mends")
    way.say(b"two")
    await until(lambda: heard[-1] == b"two", "and works")
    await way.close()


def test_a_line_to_valkey_on_which_nothing_comes_any_more_is_noticed(valkey: Valkey) -> None:
    assert valkey.process
    process = valkey.process.pid

    def send(number: signal.Signals) -> Callable[[], None]:
        return lambda: os.kill(process, number)

    async def story() -> None:
        await hears_again(RedisNews(valkey.url, "news"), send(signal.SIGSTOP), send(signal.SIGCONT))

    asyncio.run(story())


def test_a_line_to_postgresql_on_which_nothing_comes_any_more_is_noticed() -> None:
    own = Postgres().start()

    async def story() -> None:
        await hears_again(PostgresNews(own.url, "news"), own.freeze, own.thaw)

    try:
        asyncio.run(story())
    finally:
        own.stop()


def test_whatever_goes_wrong_listening_and_speaking_go_on(caplog: pytest.LogCaptureFixture) -> None:
    said: list[bytes] = []

    class Strange(MendingNews):
        faults = (OSError,)
        fails = True

        async def listen(self, hear: Hear, listening: Callable[[], None]) -> None:
            if self.fails:
                raise ValueError("what is this?")
            listening()
            await asyncio.sleep(60)

        async def speak(self, messages: Sequence[bytes]) -> None:
            if self.fails:
                raise ValueError("what is that?")
            said.extend(messages)

        async def let_go(self) -> None:
            pass

    async def story() -> None:
        way = Strange("a strange way")
        await way.start(lambda message: None, lambda: None)
        way.say(b"one")
        await until(lambda: way._broken == {"listening", "speaking"}, "it is broken")
        way.fails = False
        way.say(b"two")
        await until(lambda: not way.away and said == [b"two"], "it works")
        await way.close()

    asyncio.run(story())
    assert "what is this?" in caplog.text
    assert "what is that?" in caplog.text


def test_who_stops_does_not_wait_long_for_news_that_nobody_hears(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(news, "PATIENCE", 0.2)
    tries: list[int] = []

    class Dead(MendingNews):
        faults = (OSError,)

        async def listen(self, hear: Hear, listening: Callable[[], None]) -> None:
            listening()
            await asyncio.sleep(60)

        async def speak(self, messages: Sequence[bytes]) -> None:
            tries.append(len(messages))
            await asyncio.sleep(60)

        async def let_go(self) -> None:
            pass

    async def story() -> None:
        way = Dead("a dead way")
        await way.start(lambda message: None, lambda: None)
        for _ in range(20 * news.AT_ONCE):
            way.say(b"one")
        await way.close()

    asyncio.run(story())
    assert len(tries) <= 3, "of the twenty times that it would take"
