"""A server whose store is on PostgreSQL: it plays, it pauses while PostgreSQL is away, and it goes on by itself."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from pathlib import Path

import pytest

from asterism.server.http import app
from asterism.server.http.metrics import Metrics
from asterism.server.settings import Settings
from asterism.store import BadStore, Store, open_store
from tests.engines import Postgres

from .serving import Served, wait_until
from .talking import Client


@pytest.fixture
def own_database() -> Iterator[Postgres]:
    server = Postgres(durable=True).start()
    yield server
    server.stop()


@pytest.fixture
def server(own_database: Postgres, tmp_path: Path) -> Iterator[Served]:
    made = Served(tmp_path, "--unlimited", "--store", own_database.url)
    yield made
    made.stop()


def test_play_pauses_while_postgresql_is_away_and_goes_on_where_it_was(own_database: Postgres, server: Served) -> None:
    with Client(server) as anna:
        scene = anna.act(anna.open("me"))
        own_database.kill()
        told = anna.act(scene)
        assert told["code"] in ("not-known", "store-failed")  # whether it was on its way by then
        assert "cannot be reached" in told["text"]
        own_database.start()
        after = anna.act(scene)
        assert after["ply"] > scene["ply"]
    server.kill()
    server.start()
    with Client(server, cookie=anna.cookie) as again:
        assert again.watch(scene)["ply"] == after["ply"]
    wait_until(lambda: server.get("/healthz").status == 200, "the server is well")
    assert list(server.data.iterdir()) == [], "nothing is kept in the folder"


def test_a_server_waits_for_a_database_that_goes_away_while_it_starts(
    database: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    tries: list[str] = []

    def away_at_first(place: str, observe: object) -> Store:
        tries.append(place)
        if len(tries) < 3:
            raise BadStore("it is away")
        return open_store(place)

    monkeypatch.setattr(app, "open_store", away_at_first)
    monkeypatch.setattr(app, "STORE_PAUSE", 0.0)

    async def story() -> None:
        store = await app.open_when_there(Settings(data=tmp_path, database=database), Metrics())
        assert (await store.pulse()).now > 0
        await store.close()

    asyncio.run(story())
    assert tries == [database] * 3
