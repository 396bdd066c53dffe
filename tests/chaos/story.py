"""The whole of it: people play, everything breaks, all comes back, and the store is held against what they saw."""

from __future__ import annotations

import asyncio
import json
import time
import urllib.request
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import psycopg
from websockets.asyncio.client import connect

from asterism.core import record
from asterism.core.verify import verify

from . import truth
from .cluster import Cluster, well
from .faults import Faults
from .people import Memory, Person, come, send
from .rolling import Rolling
from .try_it import before

STUCK = 90.0  # seconds without faults at the end, in which every table must go on
ASKED = 120.0  # seconds for one table at the end: a server that has just started may still be busy
LEAST_MOVES = 4.0  # acknowledged for each person in each minute; with fewer it is not known what would have been lost
MOST_SILENCE = 60.0  # seconds that anyone may hear nothing: three times as long as a server is frozen
Progress = Callable[[str], None]


@dataclass
class Report:
    """What happened, and what does not fit."""

    seed: int
    seconds: float
    people: int
    faults: dict[str, int]
    times: list[tuple[float, str]]  # of the faults
    memory: Memory
    tables: int
    actions: int
    verified: int
    problems: list[str]

    def unproven(self) -> list[str]:
        """Why this run proves nothing, even where all that was found fits: too little happened, or too slowly."""
        moves = len(self.memory.acknowledged)
        each = 60 * moves / (self.seconds * self.people)
        found = []
        if each < LEAST_MOVES:
            found.append(f"only {moves:,} moves: {each:.1f} a minute for each of {self.people}, not {LEAST_MOVES:g}")
        if self.memory.silence > MOST_SILENCE:
            found.append(f"someone heard nothing for {self.memory.silence:.0f} s, not at most {MOST_SILENCE:g} s")
        return found

    def verdict(self) -> list[str]:
        """What is wrong with this run, each in words; empty: it shows that nothing was lost, doubled or invented."""
        return [*self.problems, *(f"this proves nothing: {why}" for why in self.unproven())]

    def lines(self) -> list[str]:
        waits = sorted(self.memory.waits) or [0.0]
        middle, late = waits[len(waits) // 2], waits[int(len(waits) * 0.99)]
        return [
            f"seed {self.seed}, {self.seconds:.0f} s, {self.people} people at {self.tables} tables",
            "what happened: " + counted(self.faults),
            f"{len(self.memory.acknowledged):,} moves acknowledged, {self.actions:,} actions in the store",
            f"{len(self.memory.over)} matches ended, {self.verified} of them verified with their dice",
            f"the longest anyone heard nothing: {self.memory.silence:.1f} s; "
            f"after a connection ended: {max(self.memory.gaps, default=0.0):.1f} s",
            f"connections lost {self.memory.lost_connections:,}; older scenes shown {self.memory.backwards}",
            f"from a move to its answer: half within {middle * 1000:.0f} ms, 99 % within {late:.1f} s, "
            f"the longest {waits[-1]:.1f} s",
            "refused, and tried again: " + counted(self.memory.refused),
            f"what does not fit: {len(self.problems)}",
            *self.verdict()[:20],
        ]


def counted(what: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {count}" for name, count in sorted(what.items())) or "nothing"


async def run(
    folder: Path, seconds: float, seed: int, servers: int, workers: int, people: int, say: Progress
) -> Report:
    """The whole story, with logs below this folder."""
    cluster = await asyncio.to_thread(Cluster, folder, servers, workers)
    try:
        await asyncio.to_thread(cluster.wait)
        return await told(cluster, Faults(cluster, seed), cluster.addresses, seconds, seed, people, say)
    finally:
        await asyncio.to_thread(cluster.stop)


async def run_rolling(folder: Path, seconds: float, servers: int, people: int, say: Progress) -> Report:
    """The same where nothing breaks: servers are restarted one after the other, behind a proxy."""
    cluster = await asyncio.to_thread(Cluster, folder, servers)
    proxy, address = before(cluster.addresses, folder)
    try:
        await asyncio.to_thread(cluster.wait)
        through = [address.removeprefix("http://")]
        while not await asyncio.to_thread(well, through[0]):
            await asyncio.sleep(0.1)
        return await told(cluster, Rolling(cluster), through, seconds, 1, people, say)
    finally:
        proxy.terminate()
        await asyncio.to_thread(proxy.wait)
        await asyncio.to_thread(cluster.stop)


async def told(
    cluster: Cluster,
    faults: Faults | Rolling,
    addresses: list[str],
    seconds: float,
    seed: int,
    count: int,
    say: Progress,
) -> Report:
    memory = Memory()
    here = [f"ws://{address}/ws" for address in addresses]
    people = come(count // 2, memory, lambda: here, seed)
    living = [asyncio.create_task(person.live()) for person in people]
    breaking = asyncio.create_task(faults.go_on())
    begun = time.monotonic()
    while (passed := time.monotonic() - begun) < seconds:
        await asyncio.sleep(min(1.0, seconds - passed))
        cluster.supervise()
        say(f"{passed:4.0f} of {seconds:.0f} s: {len(memory.acknowledged):,} moves, {faults.happened.total()} faults")
        for task in (breaking, *living):
            if task.done():
                task.result()
    breaking.cancel()
    await faults.end()
    await asyncio.to_thread(cluster.wait)
    say("all is mended; waiting for everyone to hear of their tables")
    problems = await calm(people, memory)
    for person in people:
        person.count_silence()
    for task in living:
        task.cancel()
    await asyncio.gather(*living, return_exceptions=True)
    say("reading the store")
    stories = await told_now(people, here)
    problems += truth.logs(stories, memory)
    found = await asyncio.to_thread(read_store, cluster, memory)
    verified, wrong = await asyncio.to_thread(check_dice, cluster, memory)
    return Report(
        seed=seed,
        seconds=seconds,
        people=len(people),
        faults=dict(faults.happened),
        times=[(at - time.time() + time.monotonic() - begun, what) for at, what in faults.times],
        memory=memory,
        tables=found.tables,
        actions=found.actions,
        verified=verified,
        problems=[*memory.problems, *problems, *found.problems, *wrong],
    )


async def calm(people: list[Person], memory: Memory) -> list[str]:
    """Nothing is stuck: when all is mended, every table goes on."""
    waiting = {person.party.code: person.party.game for person in people if person.party.code}
    before, end = dict(memory.plies), time.monotonic() + STUCK
    while waiting and time.monotonic() < end:
        await asyncio.sleep(0.5)
        moved = {code for code in waiting if memory.plies.get(code, 0) > before.get(code, 0)} | memory.over
        waiting = {code: game for code, game in waiting.items() if code not in moved}
    return [f"{game} {code}: nothing happens any more" for code, game in waiting.items()]


async def told_now(people: list[Person], addresses: list[str]) -> dict[tuple[str, int], list[Any]]:
    """The whole log of everyone's table, as each of them is told it now."""

    async def ask(person: Person) -> list[Any]:
        async with connect(addresses[0], additional_headers={"Cookie": person.cookie}, compression=None) as socket:
            await send(socket, "watch", id=7, table=person.party.code)
            while (news := json.loads(await socket.recv())).get("id") != 7:
                pass
            log: list[Any] = news["log"]
            return log

    return {(p.party.code, p.number): await asyncio.wait_for(ask(p), ASKED) for p in people if p.party.code}


def read_store(cluster: Cluster, memory: Memory) -> truth.Found:
    """What does not fit; a loss and a double that are planted in the store, and taken back, must be found too."""
    with psycopg.connect(cluster.postgres.url) as connection:

        def rows(statement: str) -> list[Any]:
            return connection.execute(statement.encode()).fetchall()

        def change(statement: str) -> None:
            connection.execute(statement.encode())

        found = truth.compare(rows, memory)
        found.problems += truth.overlooked(rows, change, connection.rollback, memory)
        return found


def check_dice(cluster: Cluster, memory: Memory) -> tuple[int, list[str]]:
    """The records of matches that ended, verified as anyone can."""
    codes, wrong = sorted(memory.over), []
    for code in codes:
        with urllib.request.urlopen(f"http://{cluster.addresses[0]}/api/tables/{code}/record", timeout=30) as answer:
            wrong += [f"{code}: {problem}" for problem in verify(record.read(answer.read().decode()))]
    return len(codes), wrong
