"""Several real server processes on one PostgreSQL, with clients at each of them."""

from __future__ import annotations

import secrets
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

from asterism.core.record import read
from asterism.core.verify import verify
from tests.engines import Postgres

from .serving import Served
from .talking import Client, Told


class Company:
    """So many servers on a store of their own. They hear of each other by `news`; empty: by PostgreSQL itself."""

    def __init__(
        self, postgres: Postgres, data: Path, news: str = "", count: int = 2, env: dict[str, str] | None = None
    ) -> None:
        self.postgres, self.data, self.env = postgres, data, env
        self.schema = f"s{secrets.token_hex(6)}"
        postgres.sql(f"create schema {self.schema}")
        self.flags = ("--unlimited", "--store", postgres.schema(self.schema), *(("--news", news) if news else ()))
        first = self.more()  # makes the store
        with ThreadPoolExecutor(count) as pool:
            self.servers = [first, *pool.map(lambda _: self.more(), range(count - 1))]

    def more(self) -> Served:
        """One more process."""
        return Served(self.data, *self.flags, env=self.env)

    def stop(self) -> list[str]:
        """Ask all to end; what they complained about."""
        return [server.stop() for server in self.servers]

    def sql(self, statement: str) -> str:
        return self.postgres.sql(f"set search_path to {self.schema}; {statement}")

    def plies(self, code: str) -> list[int]:
        """The plies that are stored of a table, in the order of their numbers, by a reading of our own."""
        wanted = f"select id from tables where code = '{code}'"
        return [
            int(ply) for ply in self.sql(f'select ply from actions where "table" = ({wanted}) order by ply').split()
        ]

    def check(self, code: str, *clients: Client) -> None:
        """No ply is missing or there twice, what each client was told only went forward, and the dice verify."""
        plies = self.plies(code)
        assert plies == list(range(len(plies)))
        for client in clients:
            told = [t["ply"] for t in client.told if t["type"] == "scene" and t["table"]["code"] == code]
            assert told, "they were told of it"
            assert told == sorted(told), "the match went backward"
            assert told[-1] <= len(plies)
        for server in self.servers:
            if server.process.poll() is None:
                answer = server.get(f"/api/tables/{code}/record", clients[0].cookie)
                record = read(answer.text)
                assert len(record["actions"]) == len(plies)
                if record["result"] is not None:
                    assert verify(record) == []


def freeze(server: Served) -> None:
    server.process.send_signal(signal.SIGSTOP)


def wake(server: Served) -> None:
    server.process.send_signal(signal.SIGCONT)


@contextmanager
def clients(*servers: Served) -> Iterator[list[Client]]:
    """A guest at each of these servers."""
    made: list[Client] = []
    try:
        for server in servers:
            made.append(Client(server).__enter__())
        yield made
    finally:
        for client in made:
            client.__exit__()


def play_to_the_end(code: str, people: list[Client]) -> list[Told]:
    """All play the first choice in their turns, each as they hear of it; the last scene of each."""
    with ThreadPoolExecutor(len(people)) as pool:
        return list(pool.map(lambda person: person.play_on(person.ask("watch", table=code)), people))


class Spread(Served):
    """Several processes that look like one server: each client, and each question for a page, goes to the next of them.

    So the tests of one server show that it does not matter which one somebody comes to."""

    def __init__(self, company: Company) -> None:
        self.company = company
        self._turn = 0

    def next(self) -> Served:
        self._turn += 1
        return self.company.servers[self._turn % len(self.company.servers)]

    @property
    def socket(self) -> str:  # type: ignore[override]
        return self.next().socket

    @property
    def address(self) -> str:  # type: ignore[override]
        return self.next().address

    @property
    def host(self) -> str:  # type: ignore[override]
        return self.company.servers[0].host

    def stop(self) -> str:
        return "".join(self.company.stop())
